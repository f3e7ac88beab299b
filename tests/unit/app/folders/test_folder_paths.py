"""Folders by number and path."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.folders.folder_paths import FolderPaths

names = st.sampled_from(["a", "b", "a-b", "a0", "ü", "\udcff", " "])


@given(st.lists(st.lists(names, max_size=5), max_size=12))
def test_numbers_and_paths_are_each_other(parts):
    folders = ["/root/" + "".join(f"{name}/" for name in path) for path in parts]
    paths = FolderPaths(folders, ["/root"])
    assert [paths.path(number) + "/" for number in paths.number.tolist()] == folders
    for number in range(len(paths)):
        path = paths.path(number)
        assert paths.folder_of(path) == number
        above = int(paths.parent[number])
        assert above < number
        assert (os.path.dirname(path) == paths.path(above)) if above >= 0 else path == "/root"
    everything = [os.fsencode(paths.path(number) + "/") for number in range(len(paths))]
    assert everything == sorted(everything)
    assert len(set(everything)) == len(everything)


@pytest.mark.parametrize("root", ["/", "/data"])
def test_the_upper_folder(root):
    paths = FolderPaths([os.path.join(root, "x", "")], [root])
    assert paths.path(0) == root
    assert paths.path(1) == os.path.join(root, "x")
    assert paths.folder_of("/nowhere") == -1
    assert paths.folder_of(os.path.join(root, "x", "y")) == -1


def test_roots_within_roots_and_folders_outside():
    paths = FolderPaths(["/a/b/c/", "/elsewhere/x/", "/a/"], ["/a", "/a/b"])
    assert [paths.path(number) for number in range(len(paths))] == ["/a", "/a/b", "/a/b/c", "/elsewhere/x"]
    assert paths.parent.tolist() == [-1, 0, 1, -1]


def test_ten_thousand_levels():
    paths = FolderPaths(["/r/" + "d/" * 10_000], ["/r"])
    assert len(paths) == 10_001
    assert paths.path(10_000).count("/d") == 10_000
