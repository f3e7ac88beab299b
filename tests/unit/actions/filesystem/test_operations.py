import errno
import os
import struct
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.filesystem import operations, syscalls
from simfinder.actions.filesystem.operations import (
    Identity,
    content_of,
    look,
    make_folders,
    missing_folders,
    numbered_names,
    remove_empty,
    rename_new,
    same_bytes,
    shortened,
)
from simfinder.actions.methods.verified_copy import copy_new
from simfinder.errors import ActionError, Cancelled
from simfinder.model.progress import Control
from simfinder.store import umask
from tests.unit.actions.world import content, read, refuse, write

WAYS = pytest.mark.parametrize("exclusive", [True, False], ids=["renameat2", "link"])


@WAYS
def test_rename(tmp_path, monkeypatch, exclusive):
    if not exclusive:
        monkeypatch.setattr(syscalls, "exclusive_rename", refuse(errno.EINVAL))
    source = write(tmp_path / "a", b"1")
    inode = os.stat(source).st_ino
    rename_new(source, str(tmp_path / "b"))
    assert os.listdir(tmp_path) == ["b"]
    assert (os.stat(tmp_path / "b").st_ino, os.stat(tmp_path / "b").st_nlink) == (inode, 1)


@WAYS
@pytest.mark.parametrize("taken", ["file", "folder", "link", "same file"])
def test_rename_never_overwrites(tmp_path, monkeypatch, exclusive, taken):
    if not exclusive:
        monkeypatch.setattr(syscalls, "exclusive_rename", refuse(errno.EINVAL))
    source, target = write(tmp_path / "a", b"1"), str(tmp_path / "b")
    if taken == "file":
        write(target, b"2")
    elif taken == "folder":
        os.mkdir(target)
    elif taken == "link":
        os.symlink("nowhere", target)
    else:
        os.link(source, target)
    before = os.lstat(target)
    with pytest.raises(FileExistsError):
        rename_new(source, target)
    assert read(source) == b"1"
    after = os.lstat(target)
    assert (after.st_ino, after.st_mode, after.st_size) == (before.st_ino, before.st_mode, before.st_size)


def test_the_systems_own_exclusive_rename_is_used(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "link", refuse(errno.EPERM))
    rename_new(write(tmp_path / "a"), str(tmp_path / "b"))
    assert os.listdir(tmp_path) == ["b"]


def test_without_any_exclusive_way_nothing_is_renamed(tmp_path, monkeypatch):
    monkeypatch.setattr(syscalls, "exclusive_rename", refuse(errno.EINVAL))
    monkeypatch.setattr(os, "link", refuse(errno.EPERM))
    with pytest.raises(OSError, match="danger of overwriting") as caught:
        rename_new(write(tmp_path / "a"), str(tmp_path / "b"))
    assert caught.value.errno == errno.ENOTSUP
    assert os.listdir(tmp_path) == ["a"]


def test_a_link_that_can_not_replace_the_name_is_taken_back(tmp_path, monkeypatch):
    source = write(tmp_path / "a")
    monkeypatch.setattr(syscalls, "exclusive_rename", refuse(errno.ENOSYS))
    real = syscalls.remove

    def unlink(path):
        if path == source:
            raise PermissionError(errno.EACCES, "Permission denied")
        real(path)

    monkeypatch.setattr(syscalls, "remove", unlink)
    with pytest.raises(PermissionError):
        rename_new(source, str(tmp_path / "b"))
    assert os.listdir(tmp_path) == ["a"]


def test_other_errors_come_as_they_are(tmp_path):
    with pytest.raises(FileNotFoundError):
        rename_new(str(tmp_path / "none"), str(tmp_path / "b"))
    with pytest.raises(FileNotFoundError):
        rename_new(write(tmp_path / "a"), str(tmp_path / "none/b"))


def test_a_copy_of_other_bytes_than_expected_is_told(tmp_path):
    source = write(tmp_path / "a", b"edited without a trace in size and time")
    status = os.stat(source)
    identity = Identity(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
    with pytest.raises(ActionError, match="its content changed since the scan"):
        copy_new(source, str(tmp_path / "b"), identity, b"?" * 16, Control(), lambda *_: None)
    gone = Identity(status.st_dev, status.st_ino, 3, status.st_mtime_ns)
    with pytest.raises(ActionError, match="changed since the scan"):
        copy_new(source, str(tmp_path / "c"), gone, b"?" * 16, Control(), lambda *_: None)
    assert not os.path.exists(tmp_path / "c")


def test_look(tmp_path):
    assert look(str(tmp_path / "none")) is None
    path = write(tmp_path / "a", b"12")
    assert look(path).st_size == 2
    assert look(path + "/below a file") is None
    os.symlink(path, tmp_path / "link")
    assert not Identity(None, os.stat(path).st_ino, 2, os.stat(path).st_mtime_ns).matches(
        look(str(tmp_path / "link"))
    )


@pytest.mark.parametrize("field", ["device", "inode", "size", "mtime_ns"])
def test_identity_knows_every_field(tmp_path, field):
    status = os.stat(write(tmp_path / "a"))
    values = {
        "device": status.st_dev, "inode": status.st_ino, "size": status.st_size, "mtime_ns": status.st_mtime_ns,
    }  # fmt: skip
    assert Identity(**values).matches(status)
    assert Identity(**values | {"device": None}).matches(status)
    assert not Identity(**values | {field: values[field] + 1}).matches(status)


@given(st.binary(max_size=60), st.binary(max_size=60), st.integers(1, 7))
def test_same_bytes(tmp_path_factory, a, b, chunk):
    folder = tmp_path_factory.mktemp("pair")
    one, two = write(folder / "a", a), write(folder / "b", b)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "CHUNK", chunk)
        assert same_bytes(one, two, Control()) == (a == b)
        assert same_bytes(one, one, Control())
        assert content_of(one, Control()) == content(one)


def test_reading_leaves_the_access_time_alone(tmp_path):
    path = write(tmp_path / "a")
    before = os.stat(path).st_atime_ns
    content_of(path, Control())
    assert os.stat(path).st_atime_ns == before


def test_reading_another_persons_file(tmp_path, monkeypatch):
    """O_NOATIME is for the owner only; without it the file can still be read."""
    path = write(tmp_path / "a", b"x")
    real = os.open

    def strict(name, flags, *rest):
        if flags & os.O_NOATIME:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        return real(name, flags, *rest)

    monkeypatch.setattr(os, "open", strict)
    monkeypatch.setattr("tests.unit.actions.world.os.open", real)
    digest = content_of(path, Control())
    monkeypatch.undo()
    assert digest == content(path)


def test_reading_what_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(ActionError, match="no regular file"):
        content_of(str(tmp_path / "fifo"), Control())  # and it does not wait for a writer
    os.symlink(write(tmp_path / "a"), tmp_path / "link")
    with pytest.raises(OSError, match=r".") as caught:
        content_of(str(tmp_path / "link"), Control())
    assert caught.value.errno == errno.ELOOP


def test_reading_can_be_cancelled(tmp_path):
    path = write(tmp_path / "a")
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        content_of(path, control)
    with pytest.raises(Cancelled):
        same_bytes(path, path, control)


def test_folders(tmp_path):
    wanted = str(tmp_path / "a" / "b" / "c")
    missing = missing_folders(wanted)
    assert missing == (str(tmp_path / "a"), str(tmp_path / "a/b"), wanted)
    os.mkdir(tmp_path / "a")  # by someone else, meanwhile
    assert make_folders(missing) == missing[1:]
    assert missing_folders(wanted) == ()
    write(tmp_path / "a/b/file")
    remove_empty(missing)
    assert os.path.isdir(tmp_path / "a/b")
    assert not os.path.exists(wanted)
    syscalls.sync_folder(str(tmp_path))


def test_folders_that_can_not_all_be_made_are_not_left(tmp_path, monkeypatch):
    missing = missing_folders(str(tmp_path / "a/b/c"))
    real = syscalls.make_folder

    def mkdir(path):
        if path.endswith("c"):
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path)

    monkeypatch.setattr(syscalls, "make_folder", mkdir)
    with pytest.raises(OSError, match="No space"):
        make_folders(missing)
    assert os.listdir(tmp_path) == []


def test_a_folder_that_can_not_be_opened_to_set_its_mode_is_made_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(umask, "folder_mode", lambda: 0o755)
    real, wanted = os.open, str(tmp_path / "made")

    def fails(path, *rest, **named):
        if os.path.basename(path) == "made":
            raise OSError(errno.EIO, "Input/output error")
        return real(path, *rest, **named)

    monkeypatch.setattr(os, "open", fails)
    syscalls.make_folder(wanted)
    assert os.path.isdir(wanted)


@pytest.mark.parametrize(("number", "told"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_folders_that_know_no_sync(tmp_path, monkeypatch, number, told):
    monkeypatch.setattr(os, "fsync", refuse(number))
    if told:
        with pytest.raises(OSError, match=r"."):
            syscalls.sync_folder(str(tmp_path))
    else:
        syscalls.sync_folder(str(tmp_path))


def test_numbered_names():
    names = numbered_names("/d/a.tar.gz")
    assert [next(names) for _ in range(3)] == ["/d/a.tar.gz", "/d/a.tar (2).gz", "/d/a.tar (3).gz"]
    assert list(zip(numbered_names("/d/.hidden"), range(2), strict=False))[1][0] == "/d/.hidden (2)"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.integers(4, 40))
def test_shortened_cuts_between_characters(text, room):
    short = shortened(text, room)
    assert text.startswith(short)
    assert len(short.encode()) <= room
    assert short == text or len(short.encode()) > room - 4


def test_shortened_takes_bytes_that_are_no_text():
    name = os.fsdecode(b"\xff" * 50)
    assert os.fsencode(shortened(name, 10)) == b"\xff" * 10


@pytest.mark.skipif(os.name == "nt", reason="permissions are other ones there")
def test_a_copy_is_readable_by_nobody_else_while_it_is_made(tmp_path):
    source, part = write(tmp_path / "a", b"secret" * 1000), str(tmp_path / "part")
    seen = []
    before = os.umask(0)
    try:
        copy_new(
            source, part, Identity.of(os.stat(source)), content(source), Control(),
            lambda *_: seen.append(os.stat(part).st_mode & 0o777),
        )  # fmt: skip
    finally:
        os.umask(before)
    assert seen == [0o600]


@pytest.mark.skipif(os.name == "nt", reason="permissions are other ones there")
def test_a_copy_with_another_owner_has_no_rights_of_the_owner(tmp_path, monkeypatch):
    source, part = write(tmp_path / "a", b"program"), str(tmp_path / "part")
    os.chmod(source, 0o6755)
    monkeypatch.setattr(os, "fchown", refuse(errno.EPERM))
    copy_new(source, part, Identity.of(os.stat(source)), content(source), Control(), lambda *_: None)
    assert os.stat(part).st_mode & 0o7777 == 0o755


@pytest.mark.skipif(os.name == "nt", reason="permissions are other ones there")
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o755), (0o002, 0o775), (0o077, 0o700), (0o777, 0o700)])
def test_a_folder_that_is_asked_for_has_the_mode_of_the_persons_umask(tmp_path, mask, mode):
    before = os.umask(mask)
    try:
        with umask.private():
            syscalls.make_folder(str(tmp_path / "asked"))
    finally:
        os.umask(before)
    assert os.stat(tmp_path / "asked").st_mode & 0o777 == mode


@pytest.mark.skipif(sys.platform != "linux", reason="access control lists of Linux")
def test_a_folder_with_a_list_of_rights_keeps_them(tmp_path):
    entries = [
        (1, 7, 0xFFFFFFFF),
        (4, 0, 0xFFFFFFFF),
        (2, 7, 12345),
        (0x10, 0, 0xFFFFFFFF),
        (0x20, 0, 0xFFFFFFFF),
    ]
    entries[1:3] = sorted(entries[1:3])
    acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
    try:
        os.setxattr(tmp_path, "system.posix_acl_default", acl)
    except OSError:
        pytest.skip("not available: the file system has no lists of rights")
    before = os.umask(0o022)
    try:
        with umask.private():
            syscalls.make_folder(str(tmp_path / "asked"))
    finally:
        os.umask(before)
    assert os.stat(tmp_path / "asked").st_mode & 0o777 == 0o700
