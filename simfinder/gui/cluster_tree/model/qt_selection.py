"""Chosen rows as a selection of Qt's: of those that the views have been handed, in as few ranges as there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QModelIndex

from simfinder.gui.cluster_tree.model.cluster_rows import ClusterRows
from simfinder.gui.cluster_tree.model.selection import Chosen

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray


def selection_of(chosen: Chosen, model: ClusterRows) -> QItemSelection:
    """Rows that the views have, by their first columns."""
    selection = QItemSelection()
    whole = _select_tops(selection, chosen, model)
    _select_files(selection, chosen, model, whole)
    for key in chosen.others:
        index = model.index_of_key(key)
        if index.isValid():
            selection.select(index, index)
    return selection


def _select_tops(selection: QItemSelection, chosen: Chosen, model: ClusterRows) -> set[int]:
    """Rows of clusters; returns their places."""
    if not len(chosen.clusters):
        return set()
    import numpy as np

    hits = np.zeros(model.end - model.first, dtype=np.bool_)
    places = model.places_of(np.asarray(chosen.clusters))
    hits[places - model.first] = True
    for first, last in _runs(hits):
        selection.select(model.index(first, 0), model.index(last, 0))
    return set(places.tolist())


def _select_files(selection: QItemSelection, chosen: Chosen, model: ClusterRows, tops: set[int]) -> None:
    """Rows of files; where a cluster and all of its files are chosen, so is what stands below these."""
    if not len(chosen.files):
        return
    import numpy as np

    files = np.sort(chosen.files)
    for place in sorted(set(model.places_of(files).tolist())):
        rows = model.ordered(place)[: model.listed(place)]
        at = np.minimum(np.searchsorted(files, rows), len(files) - 1)
        hits, top = files[at] == rows, model.index_at(place)
        if place in tops and hits.all():
            _select(selection, model, top, 0, model.rowCount(top) - 1)
            continue
        for first, last in _runs(hits):
            _select(selection, model, top, first, last)


def _select(selection: QItemSelection, model: ClusterRows, top: QModelIndex, first: int, last: int) -> None:
    selection.select(model.index(first, 0, top), model.index(last, 0, top))


def _runs(hits: NDArray[bool_]) -> list[tuple[int, int]]:
    """First and last of each stretch of hits."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([False], hits, [False]))))
    return [(int(first), int(behind) - 1) for first, behind in edges.reshape(-1, 2)]
