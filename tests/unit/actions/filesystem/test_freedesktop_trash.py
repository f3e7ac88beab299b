import os
import re
import stat
import time
from urllib.parse import unquote_to_bytes

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import freedesktop_trash
from simfinder.actions.filesystem.freedesktop_trash import (
    TrashFolder,
    home_trash,
    original_path,
    places,
    remove_info,
    trash_for,
    trash_works,
    write_info,
)
from simfinder.actions.filesystem.operations import write_full
from simfinder.errors import TrashError
from simfinder.model.removal_plan import ActState
from tests.unit.actions.world import photograph, read, trash_plan, write


@pytest.fixture
def disk(tmp_path, monkeypatch):
    """A folder that counts as the top folder of another device."""
    top = tmp_path / "disk"
    top.mkdir()
    real = os.stat(tmp_path).st_dev
    monkeypatch.setattr(freedesktop_trash, "_device_of_nearest", lambda _path: real + 1)
    monkeypatch.setattr(freedesktop_trash, "_top_folder", lambda _folder, _device: str(top))
    return top


def test_the_home_trash_follows_the_data_folder(home, monkeypatch):
    assert home_trash() == str(home / ".local/share/Trash")
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    assert home_trash() == str(home / ".local/share/Trash")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert home_trash() == str(home / ".local/share/Trash")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert home_trash() == "/data/Trash"


def test_the_home_trash_is_made_with_all_above_it(home, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "a" / "b"))
    path = write(tmp_path / "x")
    assert trash_for(path) == TrashFolder(str(home / "a/b/Trash"), None)
    for folder in ("a/b/Trash", "a/b/Trash/files", "a/b/Trash/info"):
        assert stat.S_IMODE(os.stat(home / folder).st_mode) == 0o700


def test_a_home_trash_behind_a_link_is_used(home, tmp_path):
    (tmp_path / "real").mkdir()
    os.symlink(tmp_path / "real", home / ".local/share/Trash")
    assert trash_for(write(tmp_path / "x")).path == str(home / ".local/share/Trash")
    assert sorted(os.listdir(tmp_path / "real")) == ["files", "info"]


@pytest.mark.parametrize("bad", ["files", "info"])
def test_a_linked_folder_inside_a_trash_is_not_used(home, tmp_path, bad):
    write(home / ".local/share/Trash/keep")
    os.symlink(tmp_path, home / ".local/share/Trash" / bad)
    with pytest.raises(TrashError):
        trash_for(write(tmp_path / "x"))


def test_another_disk_gets_its_own_trash(disk):
    path = write(disk / "sub/x")
    uid = os.getuid()
    assert trash_for(path) == TrashFolder(str(disk / f".Trash-{uid}"), str(disk))
    assert stat.S_IMODE(os.stat(disk / f".Trash-{uid}").st_mode) == 0o700
    assert trash_for(path) == TrashFolder(str(disk / f".Trash-{uid}"), str(disk))  # again, now that it exists


def test_a_proper_shared_trash_comes_first(disk):
    (disk / ".Trash").mkdir()
    os.chmod(disk / ".Trash", 0o1777)
    assert trash_for(write(disk / "x")).path == str(disk / ".Trash" / str(os.getuid()))
    assert not (disk / f".Trash-{os.getuid()}").exists()


@pytest.mark.parametrize("fault", ["not sticky", "a link", "a file"])
def test_an_improper_shared_trash_is_passed_over(disk, tmp_path, fault):
    if fault == "not sticky":
        (disk / ".Trash").mkdir(mode=0o777)
    elif fault == "a link":
        (tmp_path / "elsewhere").mkdir()
        os.chmod(tmp_path / "elsewhere", 0o1777)
        os.symlink(tmp_path / "elsewhere", disk / ".Trash")
    else:
        write(disk / ".Trash")
    assert trash_for(write(disk / "x")).path == str(disk / f".Trash-{os.getuid()}")


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")


@pytest.mark.parametrize("fault", ["a link", "a file", pytest.param("of another user", marks=needs_root)])
def test_an_improper_own_trash_sends_the_file_home(disk, home, tmp_path, fault):
    name = disk / f".Trash-{os.getuid()}"
    if fault == "a link":
        (tmp_path / "elsewhere").mkdir()
        os.symlink(tmp_path / "elsewhere", name)
    elif fault == "a file":
        write(name)
    else:
        name.mkdir()
        os.chown(name, 54321, 54321)
    assert trash_for(write(disk / "x")) == TrashFolder(str(home / ".local/share/Trash"), None)


def test_paths_on_another_disk_are_relative_to_its_top(disk, library, home):
    kept, path = write(disk / "kept", b"k"), write(disk / "sub dir/x", b"x")
    before = photograph(disk / "sub dir")
    (act,) = execute(trash_plan([path], kept), library).acts
    own = disk / f".Trash-{os.getuid()}"
    assert (act.state, act.to) == (ActState.DONE, str(own / "files/x"))
    assert (own / "info/x.trashinfo").read_text().splitlines()[1] == "Path=sub%20dir/x"
    undo(library)
    assert photograph(disk / "sub dir") == before
    assert os.listdir(own / "files") == os.listdir(own / "info") == []


def test_the_top_folder_is_where_the_device_begins():
    assert freedesktop_trash._top_folder("/", os.stat("/").st_dev) == "/"
    if os.path.ismount("/dev/shm"):
        assert freedesktop_trash._top_folder("/dev/shm", os.stat("/dev/shm").st_dev) == "/dev/shm"
    assert freedesktop_trash._device_of_nearest("/none/at/all") == os.stat("/").st_dev


ODD = [
    "plain.txt",
    "two\nlines",
    "100%",
    "ünï cödé",
    os.fsdecode(b"caf\xe9"),
    "a=b;[c]#d",
    " lead and trail ",
]


@pytest.mark.parametrize("name", ODD)
def test_odd_names_there_and_back(tmp_path, library, home, name):
    kept, path = write(tmp_path / "tree/kept", b"k"), write(tmp_path / "tree" / name, b"x")
    before = photograph(tmp_path / "tree")
    (act,) = execute(trash_plan([path], kept), library).acts
    assert os.path.basename(act.to) == name
    info = read(os.path.join(home_trash(), "info", name + ".trashinfo"))
    lines = info.decode("ascii").split("\n")
    assert (lines[0], len(lines), lines[-1]) == ("[Trash Info]", 4, "")
    assert unquote_to_bytes(lines[1].removeprefix("Path=")) == os.fsencode(path)
    assert re.fullmatch(r"DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", lines[2])
    stamp = time.mktime(time.strptime(lines[2].removeprefix("DeletionDate="), "%Y-%m-%dT%H:%M:%S"))
    assert abs(stamp - time.time()) < 7300  # local time, give or take a change of the clocks
    undo(library)
    assert photograph(tmp_path / "tree") == before


@pytest.mark.parametrize("name", ["ä" * 127, "x" * 251 + ".txt", "." + "e" * 254, "x." + "y" * 253])
def test_the_longest_names_still_fit(tmp_path, library, name):
    kept = write(tmp_path / "tree/kept", b"k")
    paths = [write(tmp_path / "tree" / folder / name, folder.encode()) for folder in "ab"]
    before = photograph(tmp_path / "tree")
    report = execute(trash_plan(paths, kept), library)
    assert report.count(ActState.DONE) == 2
    for act in report.acts:
        os.path.basename(act.to).encode("utf-8")  # not cut inside a character
    undo(library)
    assert photograph(tmp_path / "tree") == before


def test_places_skip_what_either_folder_has(home, tmp_path):
    path = write(tmp_path / "x.txt")
    folder = trash_for(path)
    write(os.path.join(folder.path, "files/x.txt"))
    write(os.path.join(folder.path, "info/x.2.txt.trashinfo"))
    assert os.path.basename(next(places(folder, path)).file) == "x.3.txt"


def test_an_info_is_never_written_over(tmp_path):
    info = write(tmp_path / "x.trashinfo", b"mine")
    with pytest.raises(FileExistsError):
        write_info(info, b"text")
    assert read(info) == b"mine"


def test_an_info_that_can_not_be_finished_is_taken_away(tmp_path, monkeypatch):
    def full(_file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_info(str(tmp_path / "x.trashinfo"), b"text")
    assert os.listdir(tmp_path) == []


TEXT = b"[Trash Info]\nPath=/a/%C3%A9\nDeletionDate=2024-01-01T00:00:00\n"


@pytest.mark.parametrize(
    ("found", "removed"),
    [
        (TEXT, True),
        (TEXT[:20], True),  # cut off while it was written
        (b"", True),
        (
            b"[Trash Info]\nPath=/a/%c3%a9\nDeletionDate=2025-01-01T00:00:00\n",
            True,
        ),  # the same path, written anew
        (b"[Trash Info]\nPath=/b\nDeletionDate=2024-01-01T00:00:00\n", False),
        (b"something else", False),
        (TEXT + b"more", True),
    ],
)
def test_only_an_info_of_ours_is_removed(tmp_path, found, removed):
    info = write(tmp_path / "x.trashinfo", found)
    assert remove_info(info, TEXT) is removed
    assert os.path.exists(info) is not removed
    assert remove_info(str(tmp_path / "none"), TEXT)


def test_original_path():
    assert original_path(TEXT) == b"/a/\xc3\xa9"
    assert original_path(b"[Trash Info]\n") is None


def test_the_doctor_finds_a_working_trash(home):
    trash_works()
    assert os.listdir(home / ".local/share/Trash/files") == os.listdir(home / ".local/share/Trash/info") == []


def test_the_doctor_finds_a_broken_trash(home, monkeypatch):
    trash_works()
    real = os.open

    def deny(path, flags, *rest, **kwargs):
        if flags & os.O_CREAT:
            raise PermissionError(13, "Permission denied", path)
        return real(path, flags, *rest, **kwargs)

    monkeypatch.setattr(os, "open", deny)
    with pytest.raises(TrashError, match="Permission denied"):
        trash_works()


def test_write_full_goes_on_after_short_writes(tmp_path, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda file, data: real(file, bytes(data)[:3]))
    file = os.open(tmp_path / "x", os.O_WRONLY | os.O_CREAT)
    write_full(file, b"0123456789")
    os.close(file)
    assert read(tmp_path / "x") == b"0123456789"
