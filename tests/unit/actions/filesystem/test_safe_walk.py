"""A walk to a folder: which links are followed, and who could have laid the way."""

import errno
import os
import stat
from types import SimpleNamespace

import pytest

from simfinder.actions.filesystem import directory_handles, safe_walk, syscalls
from simfinder.actions.filesystem.safe_walk import is_private, open_without_links, walk

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
pytestmark = pytest.mark.skipif(not directory_handles.HANDLES, reason="no directory handles here")
US = {0, os.geteuid()} if hasattr(os, "geteuid") else set()


def walked(folder, owners=None):
    handle, safe = walk(str(folder), US if owners is None else owners)
    try:
        return os.fstat(handle).st_ino, safe
    finally:
        os.close(handle)


@pytest.fixture
def place(tmp_path):
    (tmp_path / "a/b/c").mkdir(parents=True)
    (tmp_path / "a/b/file").touch()
    (tmp_path / "absolute").symlink_to(tmp_path / "a")
    (tmp_path / "a/relative").symlink_to("../a/./b/../b/c")
    (tmp_path / "chain").symlink_to("absolute/relative")
    (tmp_path / "loop").symlink_to("loop")
    return tmp_path


@pytest.mark.parametrize("way", ["a/b/c", "absolute/b/c", "a/relative", "chain", "chain/../c", "a//b/./c/"])
def test_the_folder_is_the_one_the_system_finds(place, way):
    assert walked(f"{place}/{way}") == ((place / "a/b/c").stat().st_ino, True)
    assert walked("/")[0] == os.stat("/").st_ino


@pytest.mark.parametrize(("way", "error"), [("a/none", errno.ENOENT), ("a/b/file", errno.ENOTDIR),
                                            ("a/b/file/c", errno.ENOTDIR), ("loop", errno.ELOOP)])  # fmt: skip
def test_what_is_no_folder_is_not_opened(place, way, error):
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    with pytest.raises(OSError, match=os.strerror(error)):
        walked(place / way)
    assert before == 0 or len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("above", ["the folder", "one above"])
def test_a_link_where_others_may_write_is_not_followed(place, above):
    os.chmod(place / "a" if above == "the folder" else place, 0o777)
    assert walked(place / "a/b/c") == ((place / "a/b/c").stat().st_ino, False)
    with pytest.raises(OSError, match="goes by a link that another user could have made") as raised:
        walked(place / "a/relative")
    assert raised.value.errno == errno.ELOOP


def test_a_link_of_ours_in_a_sticky_folder_is(place):
    os.chmod(place / "a", 0o1777)
    assert walked(place / "a/relative") == ((place / "a/b/c").stat().st_ino, True)


@pytest.mark.skipif(not ROOT, reason="needs root to give files away")
def test_a_link_of_another_user_is_not(place):
    os.chmod(place / "a", 0o1777)
    os.chown(place / "a/relative", 65534, 65534, follow_symlinks=False)
    with pytest.raises(OSError, match="goes by a link"):
        walked(place / "a/relative")
    os.chmod(place / "a", 0o755)
    os.chown(place / "a", 65534, 65534)
    with pytest.raises(OSError, match="goes by a link"):
        walked(place / "a/relative", {*US, 65534})  # who may choose folders may still not make links
    assert walked(place / "a/b", {*US, 65534})[1]
    assert not walked(place / "a/b")[1]


@pytest.mark.skipif(not ROOT, reason="only root is that careful")
def test_root_changes_nothing_behind_such_a_link(place):
    os.chmod(place / "a", 0o777)
    behind = str(place / "a/relative/new")
    with pytest.raises(OSError, match="goes by a link"), directory_handles.holding(os.path.dirname(behind)):
        pass
    for change in (syscalls.make_folder, syscalls.remove_folder, syscalls.remove,
                   lambda path: syscalls.make_symlink("x", path), lambda path: syscalls.set_mode(path, 0o777),
                   lambda path: syscalls.open_file(path, os.O_WRONLY | os.O_CREAT),
                   lambda path: syscalls.make_link(str(place / "a/b/file"), path),
                   lambda path: syscalls.exclusive_rename(str(place / "a/b/file"), path),
                   lambda path: syscalls.set_owner(path, 1, 1),
                   lambda path: syscalls.set_times(path, 1, 1)):  # fmt: skip
        with pytest.raises(OSError, match="goes by a link"):
            change(behind)
    assert os.listdir(place / "a/b/c") == []
    assert syscalls.status(str(place / "a/relative/.")).st_mode  # looking harms nobody


def test_one_call_opens_a_path_without_links(place, monkeypatch):
    handle = open_without_links(os.fsencode(place / "a/b/c"))
    if handle is None:
        pytest.skip("this system has no openat2")
    assert os.fstat(handle).st_ino == (place / "a/b/c").stat().st_ino
    os.close(handle)
    assert open_without_links(os.fsencode(place / "a/relative")) is None
    with pytest.raises(FileNotFoundError):
        open_without_links(os.fsencode(place / "a/none"))
    monkeypatch.setattr(safe_walk, "_C", None)
    assert open_without_links(os.fsencode(place / "a/b/c")) is None


def test_what_is_pinned_stays_what_it_is(tmp_path):
    path, other = tmp_path / "file", tmp_path / "other"
    for one in (path, other):
        one.touch(mode=0o600)
    with syscalls.pinned(str(path)) as (name, status):
        assert status.st_ino == path.stat().st_ino
        if name == str(path):
            pytest.skip("this system has no names for what is open")
        path.rename(tmp_path / "aside")
        path.symlink_to(other)
        syscalls.set_mode(name, 0o4640)
        syscalls.set_times(name, 5, 7)
        syscalls.set_owner(name, os.getuid(), os.getgid())
    assert (stat.S_IMODE(other.stat().st_mode), other.stat().st_mtime_ns > 7) == (0o600, True)
    assert (tmp_path / "aside").stat().st_mtime_ns == 7


@pytest.mark.parametrize(
    ("mode", "uid", "gid", "private"),
    [(0o755, 0, 0, True), (0o755, 7, 7, False), (0o757, 0, 0, False), (0o775, 0, 0, True), (0o775, 0, 9, False),
     (0o1777, 0, 0, False), (0o775, 5, 5, True), (0o775, 5, 6, False), (0o770, 5, 8, False)],
)  # fmt: skip
def test_who_may_write_in_a_folder(mode, uid, gid, private, monkeypatch):
    """Five's own group has the number five; those of the number six and eight have other people in them."""
    monkeypatch.setattr(safe_walk, "_own_group", {5: 5, 7: 7}.get)
    status = SimpleNamespace(st_mode=stat.S_IFDIR | mode, st_uid=uid, st_gid=gid)
    assert is_private(status, {0, 5}) is private


def test_whose_own_group_it_is(monkeypatch):
    import grp
    import pwd

    groups = {5: ("five", []), 6: ("six", ["else"]), 7: ("seven", ["seven"]), 8: ("staff", [])}
    users = {"five": (5, 5), "six": (6, 6), "seven": (7, 1)}

    def group(gid):
        return SimpleNamespace(gr_name=groups[gid][0], gr_mem=groups[gid][1])

    def user(name):
        return SimpleNamespace(pw_uid=users[name][0], pw_gid=users[name][1])

    monkeypatch.setattr(grp, "getgrgid", group)
    monkeypatch.setattr(pwd, "getpwnam", user)
    safe_walk._own_group.cache_clear()
    assert [safe_walk._own_group(gid) for gid in range(4, 9)] == [None, 5, None, None, None]
    safe_walk._own_group.cache_clear()
