"""What is synced before another file goes."""

import errno
import os
import threading

import pytest

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.disk_sync import DiskSync
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from tests.unit.actions.world import write


class Synced:
    """What was synced: "all" for a file system, else the path of a file or folder."""

    def __init__(self, monkeypatch):
        self.all = True
        self.paths = []
        self.errors = {}
        monkeypatch.setattr(syscalls, "sync_file_system", self._whole)
        monkeypatch.setattr(os, "fsync", self._one)

    def _whole(self, file):
        self._note("all")
        return self.all

    def _one(self, file):
        self._note(os.readlink(f"/proc/self/fd/{file}"))

    def _note(self, path):
        self.paths.append(path)
        if path in self.errors:
            raise OSError(self.errors[path], os.strerror(self.errors[path]))

    def taken(self):
        paths, self.paths = self.paths, []
        return paths


pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="Linux only")


@pytest.fixture
def synced(monkeypatch):
    return Synced(monkeypatch)


def ensure(disks, path, *, settled=True, control=None):
    disks.ensure(str(path), os.lstat(path), control or Control(), settled=settled)


def above(path):
    """The folders above a file, innermost first, up to the mount point."""
    folders = []
    while True:
        folder = os.path.dirname(path)
        folders.append(folder)
        if os.path.ismount(folder):
            return folders
        path = folder


def test_a_file_system_is_synced_once_for_all_files_that_did_not_change(kept, path, synced):
    disks = DiskSync()
    for _ in range(2):
        ensure(disks, kept)
        ensure(disks, path)
    assert synced.taken() == ["all"]


def test_a_file_that_changed_is_synced_with_all_folders_above_it(kept, path, synced):
    disks = DiskSync()
    ensure(disks, kept)
    synced.taken()
    ensure(disks, path, settled=False)
    assert synced.taken() == [path, *above(path)]
    ensure(disks, path, settled=False)
    assert synced.taken() == [path]  # the folders are as they were
    write(os.path.join(os.path.dirname(path), "new"))
    ensure(disks, path, settled=False)
    assert synced.taken() == [path, os.path.dirname(path)]


@pytest.mark.parametrize("failure", ["it can't", "it fails"])
def test_where_a_file_system_cannot_be_synced_each_file_is(failure, kept, synced):
    synced.all = False
    if failure == "it fails":
        synced.errors["all"] = errno.EIO
    disks = DiskSync()
    ensure(disks, kept)
    assert synced.taken() == ["all", kept, *above(kept)]
    ensure(disks, kept)
    assert synced.taken() == [kept]


def test_a_file_that_cannot_be_written(kept, synced):
    synced.errors[kept] = errno.EIO
    with pytest.raises(OSError, match="Input/output error"):
        ensure(DiskSync(), kept, settled=False)


def test_only_its_own_folder_must_be_synced(kept, synced, tmp_path):
    """Folders further up may not be ours to read."""
    synced.errors[str(tmp_path)] = errno.EACCES
    ensure(DiskSync(), kept, settled=False)
    synced.errors[os.path.dirname(kept)] = errno.EACCES
    with pytest.raises(PermissionError):
        ensure(DiskSync(), kept, settled=False)


def test_what_cannot_be_synced_is_let_be(kept, synced):
    """On some file systems fsync is unknown for folders, or at all."""
    synced.errors = dict.fromkeys((kept, os.path.dirname(kept)), errno.EINVAL)
    ensure(DiskSync(), kept, settled=False)


def test_a_cancel_is_answered_while_a_file_system_is_synced(kept, monkeypatch):
    control, go_on = Control(), threading.Event()

    def slow(_file):
        control.cancel()
        assert go_on.wait(30)
        return True

    monkeypatch.setattr(syscalls, "sync_file_system", slow)
    with pytest.raises(Cancelled):
        ensure(DiskSync(), kept, control=control)
    go_on.set()


@pytest.mark.parametrize(
    ("kind", "known"),
    [(0xEF53, True), (0x01021994, True), (0x4D44, False), (0x65735546, False), (0x6969, False), (0, False)],
)
def test_file_systems_that_are_synced_whole(kind, known, kept, monkeypatch):
    monkeypatch.setattr(syscalls, "kind_of", lambda _file: kind)
    with open(kept, "rb") as file:
        assert syscalls.sync_file_system(file.fileno()) is known
