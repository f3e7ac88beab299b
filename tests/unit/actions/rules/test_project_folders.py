"""Which project folder a file is in, and which of two folders loses files."""

import os

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.actions.rules.project_folders import ProjectRoots, one_sided, shown_by_files
from simfinder.arrays.file_columns import NUMBERS, FileColumns


def listing(*paths):
    paths = sorted(paths, key=os.fsencode)
    numbers = np.zeros((len(paths), len(NUMBERS)), dtype=np.int64)
    return FileColumns.of_columns(paths, numbers, np.zeros(len(paths), dtype=np.bool_))


def test_outermost_and_innermost():
    files = listing("/a/x", "/a/p/x", "/a/p/q/r/x", "/a/pq/x", "/x", "/a/p/q/y")
    roots = ProjectRoots(["/a/p/q", "/a/p", "/b"])
    assert roots.roots == ("/a/p", "/a/p/q", "/b")
    by_path = dict(zip(files.paths(), roots.of(files).tolist(), strict=True))
    assert by_path == {
        "/a/x": -1, "/a/p/x": 0, "/a/p/q/r/x": 0, "/a/pq/x": -1, "/x": -1, "/a/p/q/y": 0,
    }  # fmt: skip
    inner = dict(zip(files.paths(), roots.innermost(files).tolist(), strict=True))
    assert inner["/a/p/q/r/x"] == inner["/a/p/q/y"] == 1
    assert inner["/a/p/x"] == 0


_PATHS = st.lists(st.text("ab/", min_size=1, max_size=8), max_size=12).map(
    lambda parts: [os.path.normpath("/" + part.strip("/")) for part in parts]
)


@given(_PATHS, _PATHS)
def test_each_as_a_look_at_every_root_says(roots, paths):
    files = listing(*{os.path.join(path, "f") for path in paths})
    known = ProjectRoots(roots)
    for path, outer, inner in zip(
        files.paths(), known.of(files).tolist(), known.innermost(files).tolist(), strict=True
    ):
        holding = [root for root in known.roots if path.startswith(os.path.join(root, ""))]
        assert (known.roots[outer] if outer >= 0 else None) == min(holding, key=len, default=None)
        assert (known.roots[inner] if inner >= 0 else None) == max(holding, key=len, default=None)


def test_what_files_show():
    files = listing(
        "/r/w/package.json", "/r/w/a/b.js", "/r/m/cur/1", "/r/m/new/1", "/r/m/tmp/1", "/r/n/node_modules/x/i",
        "/r/t/a.txt", "/r/d/debian/control", "/r/d/debian/changelog",
    )  # fmt: skip
    assert shown_by_files(files) == ("/r/d", "/r/m", "/r/n/node_modules", "/r/w")
    assert shown_by_files(listing()) == ()


def sides(marks, project, times=None):
    going, staying = (np.array(column) for column in zip(*marks, strict=True))
    project = np.array(project, dtype=np.int32)
    times = np.zeros(len(project), dtype=np.int64) if times is None else np.array(times)
    return one_sided(going, staying, project, times).tolist()


def test_one_side_is_left_whole():
    project = [0, 0, 0, 1, 1, 1, -1]
    assert sides([(0, 3), (1, 4), (5, 2)], project) == [True, True, False]
    assert sides([(0, 3), (4, 1), (5, 2)], project) == [False, True, True]
    assert sides([(0, 1), (3, 6), (6, 2)], project) == [True, True, True]  # within one, or one in none


def test_of_equals_the_older_one_goes():
    project, marks = [0, 0, 1, 1], [(0, 2), (3, 1)]
    assert sides(marks, project, [5, 5, 9, 9]) == [True, False]
    assert sides(marks, project, [9, 9, 5, 5]) == [False, True]


def test_a_chain_loses_nothing_of_what_may_go():
    project = [0, 1, 1, 2, 2, 2]
    assert sides([(0, 1), (1, 3), (2, 4)], project) == [True, True, True]


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), min_size=1, max_size=40))
def test_no_ring_of_folders_loses_files_to_one_another(marks):
    project = [file // 3 for file in range(12)]
    arcs = {
        (project[a], project[b])
        for (a, b), may in zip(marks, sides(marks, project), strict=True)
        if may and project[a] != project[b]
    }
    left = set(range(4))
    while left:  # whoever loses to nobody is whole; without a ring all are taken in turn
        whole = {one for one in left if not any(a == one and b in left for a, b in arcs)}
        assert whole
        left -= whole
