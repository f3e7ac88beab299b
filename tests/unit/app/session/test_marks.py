"""Marks while sliders move: told from the clusters of now, looked through once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from simfinder.actions.rules.mark_rules import BY_HAND, Mark, by_rule
from simfinder.app.clusters.cluster_table import ClusterTable
from simfinder.app.session.marks import Marks


def files() -> Any:
    return SimpleNamespace(
        sizes=np.array([10, 20, 30, 40, 50]),
        protected=np.zeros(5, np.bool_),
        records=SimpleNamespace(path=lambda file: f"/{file}"),
    )


class _Table:
    def __init__(self, cluster: list[int], kept: list[int]) -> None:
        self.cluster_index, self.kept = np.array(cluster), np.array(kept)

    def still_named(self, _mark: Mark, files: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return np.ones(len(files), np.bool_)

    def cluster_of(self, file: int) -> int:
        return int(self.cluster_index[file])

    def __len__(self) -> int:
        return len(self.kept)


def _table(cluster: list[int], kept: list[int]) -> ClusterTable:
    return cast("ClusterTable", _Table(cluster, kept))


def test_moves_that_lose_no_mark_look_at_them_once() -> None:
    marks, wide = Marks(files()), _table([0, 0, 0, 1, 1], [0, 3])
    assert marks.set([1, 2, 4], BY_HAND, wide) == 3
    assert marks.bytes == 100
    known = marks.files
    assert marks.drop_lost(wide) == []
    assert marks.files is known
    assert marks.bytes == 100


def test_what_changes_is_seen_at_once() -> None:
    marks, wide = Marks(files()), _table([0, 0, 0, 1, 1], [0, 3])
    marks.set([1, 2, 4], BY_HAND, wide)
    assert marks.files.tolist() == [1, 2, 4]
    assert marks.drop_lost(_table([0, 0, 0, -1, -1], [1])) == ["/1", "/4"]
    assert (marks.files.tolist(), marks.bytes) == ([2], 30)
    marks.set([1], by_rule("older"), wide)
    assert (sorted(marks.files.tolist()), marks.bytes) == ([1, 2], 50)
    marks.unset([1])
    assert (marks.files.tolist(), marks.bytes) == ([2], 30)
    marks.clear()
    assert (marks.files.tolist(), marks.bytes) == ([], 0)
