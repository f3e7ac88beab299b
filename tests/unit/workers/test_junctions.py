"""A junction of Windows leads elsewhere as a link does: it is not gone through, and nothing behind it is removed."""

import os
import stat
from types import SimpleNamespace

import pytest

from simfinder.actions.filesystem import directory_handles
from simfinder.actions.filesystem.folder_listing import listing
from simfinder.errors import ActionError
from simfinder.model.progress import Control
from simfinder.scan.walk import list_directory
from simfinder.scan.walk.list_directory import Kind
from simfinder.workers.mounts import is_junction

JUNCTION, SYMLINK, ONEDRIVE = 0xA0000003, 0xA000000C, 0x9000001A


def status(tag, mode=stat.S_IFDIR | 0o777, **more):
    told = dict.fromkeys(("st_dev", "st_ino", "st_size", "st_mtime_ns", "st_ctime_ns"), 1)
    return SimpleNamespace(**told, st_mode=mode, st_reparse_tag=tag, **more)


def test_only_a_junction_is_one(tmp_path):
    assert is_junction(status(JUNCTION))
    assert not is_junction(status(SYMLINK))
    assert not is_junction(status(ONEDRIVE))
    assert not is_junction(status(0))
    assert not is_junction(os.lstat(tmp_path))


@pytest.mark.parametrize(("tag", "kind"), [(JUNCTION, Kind.LINK), (0, Kind.FOLDER), (ONEDRIVE, Kind.FOLDER)])
def test_a_scan_takes_it_for_a_link(monkeypatch, tag, kind):
    entry = SimpleNamespace(
        name="there",
        path="C:\\there",
        is_symlink=lambda: False,
        is_dir=lambda follow_symlinks: True,
        is_file=lambda follow_symlinks: False,
    )
    monkeypatch.setattr(list_directory, "_STAT_LACKS_IDENTITY", True)
    monkeypatch.setattr(list_directory.os, "stat", lambda path, follow_symlinks: status(tag))
    assert list_directory._look(entry, hidden=True, empty=True)[0] == kind


def test_a_folder_that_is_to_go_must_have_none(monkeypatch, tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "elsewhere").mkdir()
    plain = os.lstat
    device = plain(tmp_path).st_dev

    def lstat(path):
        found = plain(path)
        if os.path.basename(path) != "elsewhere":
            return found
        told = status(JUNCTION)
        told.st_dev = device
        return told

    monkeypatch.setattr(directory_handles, "HANDLES", False)
    assert len(listing(str(tmp_path), Control())) == 2
    monkeypatch.setattr("simfinder.actions.filesystem.folder_listing.os.lstat", lstat)
    with pytest.raises(ActionError, match=r"another drive is mounted in it, at .*elsewhere"):
        listing(str(tmp_path), Control())
