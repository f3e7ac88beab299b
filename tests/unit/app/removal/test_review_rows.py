"""The rows of a review, against a plain walk through folders."""

import os

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.removal.review_rows import ReviewRows
from simfinder.model.removal_plan import ActKind, ListedActs, Plan


class Files(ListedActs):
    """Acts of which only paths and sizes are asked for."""

    def __init__(self, paths):
        super().__init__(())
        self._paths = paths

    def __len__(self):
        return len(self._paths)

    def paths(self):
        return self._paths

    def sizes(self):
        return [len(path) for path in self._paths]

    def similarities(self):
        return [1 / len(path) for path in self._paths]

    def steps(self):
        return [None] * len(self._paths)


def rows_of(paths, below=()):
    return ReviewRows(Plan(ActKind.TRASH, Files(list(paths)), files_below=dict(below)))


def plain_rows(rows, acts, folders, closed):
    """One folder after the other."""

    def of(folder):
        found = [~folder]
        if closed[folder]:
            return found
        found += sorted((a for a in range(len(acts)) if rows.of_act[a] == folder), key=lambda a: acts[a])
        for inner in sorted(
            (f for f in range(len(folders)) if rows.parent[f] == folder), key=lambda f: (folders[f], f)
        ):
            found += of(inner)
        return found

    tops = sorted((f for f in range(len(folders)) if rows.parent[f] < 0), key=lambda f: (folders[f], f))
    return [row for top in tops for row in of(top)]


ways = st.lists(st.sampled_from(["a", "b", "c"]), max_size=4).map(
    lambda names: "/r/" + "".join(f"{n}/" for n in names)
)


@given(st.lists(ways, max_size=12), st.randoms(use_true_random=False))
def test_rows_are_those_of_a_plain_walk(folders, rng):
    paths = [f"{folder}f{i}" for i, folder in enumerate(folders)]
    rows = rows_of(paths)
    acts = list(range(len(paths)))
    rng.shuffle(acts)
    ranks = [rng.randrange(3) for _ in rows.paths]
    closed = [rng.random() < 0.3 for _ in rows.paths]
    found = rows.rows(
        np.array(acts, dtype=np.int64), np.array(ranks, dtype=np.int64), np.array(closed, dtype=np.bool_)
    )
    assert found.tolist() == plain_rows(rows, acts, ranks, closed)
    for at, folder in enumerate(rows.paths):
        own = [path for path in paths if path.startswith(folder)]
        assert (rows.going[at], rows.size[at]) == (len(own), sum(map(len, own)))
        assert rows.least[at] == 1 / max(map(len, own))
        lowest = min(rank for rank, path in zip(acts, paths, strict=True) if path.startswith(folder))
        assert rows.first_rank(np.array(acts, dtype=np.int64))[at] == lowest
    some = np.array([rng.random() < 0.3 for _ in paths], dtype=np.bool_)
    holding = [
        any(path.startswith(f) for path, wanted in zip(paths, some, strict=True) if wanted)
        for f in rows.paths
    ]
    assert rows.folders_of(some).tolist() == holding
    chosen = [rng.random() < 0.3 for _ in rows.paths]
    inside = [
        any(path.startswith(f) for f, wanted in zip(rows.paths, chosen, strict=True) if wanted)
        for path in paths
    ]
    assert rows.acts_in(np.array(chosen, dtype=np.bool_)).tolist() == inside


def test_how_many_files_there_were_is_said_where_it_is_known():
    rows = rows_of(["/r/a/1", "/r/b/2"], {"/r/a/": 7})
    assert dict(zip(rows.paths, rows.files.tolist(), strict=True)) == {"/r/a/": 7, "/r/b/": -1}
    assert [os.path.dirname(path[:-1]) for path in rows.paths] == ["/r", "/r"]


def test_folders_within_folders_without_end():
    paths = ["/" + "a/" * depth + "f" for depth in range(1, 3000)]
    rows = rows_of(paths)
    ranks = np.arange(len(paths))
    found = rows.rows(ranks, rows.first_rank(ranks), np.zeros(len(rows.paths), dtype=np.bool_))
    assert len(found) == 2 * len(paths)
    assert rows.going[0] == len(paths)


def test_links_and_empty_folders_are_no_files():
    """As in the title of the review, which counts files and folders apart."""

    class Steps(Files):
        def steps(self):
            return [None, ActKind.RMDIR, None, ActKind.UNLINK]

    paths = ["/r/a", "/r/b", "/r/c/d", "/r/c/e"]
    rows = ReviewRows(Plan(ActKind.TRASH, Steps(paths)))
    going = dict(zip(rows.paths, rows.going.tolist(), strict=True))
    assert going == {"/r/": 2, "/r/c/": 1}
