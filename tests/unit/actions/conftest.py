"""What the tests of actions share: a library, and a border between devices where there is none."""

import errno
import os

import pytest

from simfinder.actions import movement
from simfinder.store.library import Library


@pytest.fixture
def library():
    with Library.open() as opened:
        yield opened


@pytest.fixture
def device_border(monkeypatch):
    """From now on no file can be renamed from one folder to another: each folder is a device of its own."""
    real = movement.rename_new

    def rename_new(source, target):
        if os.path.dirname(source) != os.path.dirname(target):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), source, None, target)
        real(source, target)

    monkeypatch.setattr(movement, "rename_new", rename_new)
