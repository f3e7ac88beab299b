"""Whether there is a library: only a sure no counts as no."""

import pathlib

import pytest

from simfinder.store import app_dirs
from simfinder.store.library.library import Library


def test_none_until_one_is_made():
    assert not app_dirs.has_library()
    Library.open().close()
    assert app_dirs.has_library()


def test_a_file_in_the_way_of_its_folder():
    folder = app_dirs.data_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way")
    assert not app_dirs.has_library()


@pytest.mark.parametrize("error", [PermissionError(13, "denied"), OSError(5, "I/O error")])
def test_one_that_can_not_be_looked_at_counts_as_there(error, monkeypatch):
    def lstat(_path):
        raise error

    monkeypatch.setattr(pathlib.Path, "lstat", lstat)
    assert app_dirs.has_library()
