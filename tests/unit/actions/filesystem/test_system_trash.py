"""The Recycle Bin and the Trash of macOS, on any system: where they keep files, and which one is ours."""

import os
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.actions.filesystem import system_trash
from simfinder.actions.filesystem.system_trash import Trashed, deleted_path, find, folders_for
from tests.helpers.examples import examples

TEXT = st.text(st.characters(exclude_characters="\0"), max_size=200)


def first(path):
    """As Windows before 10 wrote it: 260 characters."""
    return struct.pack("<3Q", 1, 10, 1) + path.encode("utf-16-le", "surrogatepass").ljust(520, b"\0")


def second(path):
    encoded = (path + "\0").encode("utf-16-le", "surrogatepass")
    return struct.pack("<3QI", 2, 10, 1, len(encoded) // 2) + encoded


@pytest.mark.parametrize(
    ("path", "platform", "folders"),
    [
        (r"C:\Users\Ada\a.txt", "win32", ["C:\\$Recycle.Bin"]),
        (r"\\?\D:\a.txt", "win32", ["D:\\$Recycle.Bin"]),
        ("/Users/ada/a.txt", "darwin", ["/Users/ada/.Trash"]),
        ("/Volumes/Stick/x/a.txt", "darwin", ["/Volumes/Stick/.Trashes/501"]),
        ("/Volumes", "darwin", ["/Users/ada/.Trash"]),
    ],
)
def test_where_each_system_keeps_what_was_removed(path, platform, folders):
    assert folders_for(path, platform, "/Users/ada", 501) == folders


@settings(max_examples=examples(100))
@given(TEXT)
def test_both_forms_name_the_path(path):
    assert deleted_path(second(path)) == path
    assert deleted_path(first(path[:100])) == path[:100]


@settings(max_examples=examples(100))
@given(st.binary(max_size=80))
def test_anything_else_names_something_or_nothing(data):
    assert "\0" not in deleted_path(data)
    assert deleted_path(b"\3" + bytes(27) + data) == ""


@pytest.fixture
def bins(tmp_path, monkeypatch):
    place = tmp_path / "bin"
    (place / "S-1-5-18").mkdir(parents=True)
    (place / "S-1-5-21").mkdir()
    monkeypatch.setattr(system_trash, "folders_for", lambda *_: [str(place)])
    return place


def test_the_file_with_our_id_and_our_path_is_found(bins, tmp_path):
    path = str(tmp_path / "a.txt")
    own = bins / "S-1-5-21"
    for number, text in enumerate((b"ours", b"same")):
        (own / f"$R00000{number}.txt").write_bytes(text)
        (own / f"$I00000{number}.txt").write_bytes(second(path))
    status = os.stat(own / "$R000000.txt")
    found = Trashed(str(own / "$R000000.txt"), str(own / "$I000000.txt"), second(path))
    assert find(path, status, "win32") == found
    (own / "$I000000.txt").write_bytes(second(path.upper()))  # case does not count there
    assert find(path, status, "win32").file == found.file
    (own / "$I000000.txt").write_bytes(second(path + "x"))
    assert find(path, status, "win32") is None
    (own / "$I000000.txt").unlink()
    assert find(path, status, "win32") is None


def test_macos_only_renames(bins, tmp_path):
    (tmp_path / "a.txt").write_bytes(b"ours")
    status = os.stat(tmp_path / "a.txt")
    assert find(str(tmp_path / "a.txt"), status, "darwin") is None
    os.rename(tmp_path / "a.txt", bins / "a 10.15.00.txt")
    assert find(str(tmp_path / "a.txt"), status, "darwin") == Trashed(str(bins / "a 10.15.00.txt"))


def test_what_cant_be_read_is_not_found(monkeypatch, tmp_path):
    monkeypatch.setattr(system_trash, "folders_for", lambda *_: [str(tmp_path / "gone")])
    for platform in ("win32", "darwin"):
        assert find("/a", os.stat(tmp_path), platform) is None
