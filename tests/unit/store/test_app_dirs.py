"""Whether there is a library: only a sure no counts as no."""

import pathlib

import pytest

from simfinder.actions.filesystem.freedesktop_trash import home_trash
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


def test_in_a_flatpak_the_desktops_folder_is_not_that_of_the_flatpak(home, monkeypatch):
    assert app_dirs.desktop_folder() == str(home / ".local/share")
    monkeypatch.setenv("FLATPAK_ID", "io.github.simfinder.SimFinder")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / ".var/app/io.github.simfinder.SimFinder/data"))
    assert app_dirs.desktop_folder() == str(home / ".local/share")
    assert home_trash() == str(home / ".local/share/Trash")
    monkeypatch.setenv("HOST_XDG_DATA_HOME", str(home / "data"))
    assert app_dirs.desktop_folder() == str(home / "data")
    assert str(app_dirs.data_folder()).startswith(str(home / ".var"))  # what is only ours stays there
