"""Folders as numbers: intervals, archives, and what is no tree."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.search.folders.folder_tree import FolderTree

NONE = np.zeros(0, np.int32)


def made(parent):
    return FolderTree.of(np.array(parent, np.int32), NONE, NONE)


@given(st.data())
def test_a_folder_and_all_below_it_are_an_interval(data):
    parent, way = [], []
    for folder in range(data.draw(st.integers(0, 40))):
        keep = data.draw(st.integers(0, len(way)))
        del way[keep:]
        parent.append(way[-1] if way else -1)
        way.append(folder)
    tree = made(parent)
    for folder in range(len(parent)):
        below = {folder}
        for other in range(folder + 1, len(parent)):
            if parent[other] in below:
                below.add(other)
        assert sorted(below) == list(range(folder, tree.end[folder]))
        depth, above = 0, parent[folder]
        while above >= 0:
            depth, above = depth + 1, parent[above]
        assert tree.depth[folder] == depth


@pytest.mark.parametrize("parent", [[-1, 0, -1, 0], [0], [-1, 2, 0]])
def test_folders_that_are_no_intervals_are_refused(parent):
    with pytest.raises(ValueError, match="interval"):
        made(parent)


def test_an_archive_is_a_folder_of_its_own():
    tree = FolderTree.of(np.array([-1, 0]), np.array([1], np.int32), np.array([7], np.int32))
    assert (len(tree), tree.folders) == (3, 2)
    assert tree.is_archive(2)
    assert not tree.is_archive(1)
    assert (tree.file_of(2), tree.file_of(1)) == (7, -1)
    assert (tree.parent[2], tree.end[2], tree.depth[2]) == (1, 3, 2)
    assert tree.end[1] == 2  # what an archive holds is not in the folder it is in


def test_ten_thousand_levels():
    tree = made(range(-1, 9_999))
    assert (tree.end == 10_000).all()
    assert tree.depth[-1] == 9_999
