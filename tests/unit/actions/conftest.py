"""What the tests of actions share: a library, files on a drive, and a border between devices where there is none."""

import errno
import os

import pytest

from simfinder.actions.filesystem import syscalls
from simfinder.actions.methods import movement
from simfinder.store.library.library import Library
from tests.unit.actions.world import share_by_copying, write


@pytest.fixture
def library():
    with Library.open() as opened:
        yield opened


@pytest.fixture
def tree(tmp_path):
    return tmp_path / "tree"


@pytest.fixture
def kept(tree):
    return write(tree / "kept.txt", b"the content")


@pytest.fixture
def path(tree):
    """A file like the one that is kept, in a folder that may be a drive."""
    return write(tree / "drive" / "one.txt", b"the content", mode=0o600)


@pytest.fixture
def blocks(monkeypatch):
    """Reflinks where the file system has none."""
    monkeypatch.setattr(syscalls, "share_blocks", share_by_copying)


@pytest.fixture
def no_power_cuts(monkeypatch):
    """The program dies, the system does not: nothing has to be on the disk."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)
    monkeypatch.setattr(syscalls, "sync_file_system", lambda _file: True)


@pytest.fixture
def device_border(monkeypatch):
    """From now on no file can be renamed from one folder to another: each folder is a device of its own."""
    real = movement.rename_new

    def rename_new(source, target):
        if os.path.dirname(source) != os.path.dirname(target):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), source, None, target)
        real(source, target)

    monkeypatch.setattr(movement, "rename_new", rename_new)
