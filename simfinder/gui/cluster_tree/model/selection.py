"""Selected rows, kept by their files, however many there are and whether or not a view has them.

Works on the arrays of a session, so a million selected rows cost no objects; ``qt_selection`` shows them to Qt in few
ranges.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection

from simfinder.gui.cluster_tree.model.cluster_model import ClusterModel
from simfinder.gui.cluster_tree.model.row_kinds import Row, RowKey
from simfinder.gui.cluster_tree.model.rows import RowPosition, Rows

if TYPE_CHECKING:
    from numpy import bool_, int64
    from numpy.typing import NDArray

    Files = NDArray[int64] | tuple[()]

_BELOW_ALL = 1 << 40


@dataclass(frozen=True, slots=True, eq=False)
class SelectedRows:
    """Rows that stay selected whatever the order.

    Attributes:
        clusters: kept files of the clusters whose rows are selected.
        files: files whose own rows are selected.
        others: keys of rows of any other kind.
    """

    clusters: Files = ()
    files: Files = ()
    others: tuple[RowKey, ...] = ()

    @classmethod
    def of(cls, keys: Iterable[RowKey]) -> SelectedRows:
        """Make a selection of these rows."""
        clusters, files, others = [], [], []
        for key in keys:
            if key[0] is Row.CLUSTER:
                clusters.append(key[1])
            elif key[0] is Row.FILE:
                files.append(key[1])
            else:
                others.append(key)
        return cls(_array(clusters), _array(files), tuple(others))

    def keys(self) -> list[RowKey]:
        """Return the keys of all rows."""
        return [
            *((Row.CLUSTER, int(file), 0) for file in self.clusters),
            *((Row.FILE, int(file), 0) for file in self.files),
            *self.others,
        ]

    def __bool__(self) -> bool:
        return len(self.clusters) + len(self.files) + len(self.others) > 0

    def joined(self, other: SelectedRows) -> SelectedRows:
        """Return these rows and others."""
        if not (self and other):
            return self or other
        return SelectedRows(
            _set_of(self.clusters, other.clusters),
            _set_of(self.files, other.files),
            tuple(dict.fromkeys(self.others + other.others)),
        )


def _array(files: list[int]) -> Files:
    if not files:
        return ()
    import numpy as np

    return np.array(files, dtype=np.int64)


def _set_of(*parts: Files) -> NDArray[int64]:
    """Return the files of some parts, ascending, each once."""
    import numpy as np

    files = np.concatenate([np.asarray(part, dtype=np.int64) for part in parts])
    among = np.zeros(int(files.max(initial=-1)) + 1, dtype=np.bool_)
    among[files] = True
    return np.flatnonzero(among)


def split(selected: SelectedRows, model: ClusterModel) -> tuple[SelectedRows, SelectedRows]:
    """Return the rows that views have, and those that they do not; what is not shown at all is left out."""
    import numpy as np

    rows = model.rows
    here, away = [], []
    for files in (selected.clusters, selected.files):
        top_rows = rows.top_rows_of(np.asarray(files)) if len(files) else np.empty(0, np.int32)
        inside = (top_rows >= model.first) & (top_rows < model.end)
        here.append(np.asarray(files, dtype=np.int64)[inside])
        away.append(np.asarray(files, dtype=np.int64)[~inside & (top_rows >= 0)])
    others = [(key, rows.position_of(key)[0]) for key in selected.others]
    near = tuple(key for key, top_row in others if model.has(top_row))
    far = tuple(key for key, top_row in others if top_row >= 0 and not model.has(top_row))
    return SelectedRows(here[0], here[1], near), SelectedRows(away[0], away[1], far)


def everything(rows: Rows, all_open: bool, others: Collection[RowKey]) -> SelectedRows:
    """Return every row, below open ones too."""
    return between(rows, (0, -1), (len(rows) - 1, _BELOW_ALL), all_open, others)


def between(
    rows: Rows, first: RowPosition, last: RowPosition, all_open: bool, others: Collection[RowKey]
) -> SelectedRows:
    """Return the rows from one to another one, both included.

    Args:
        rows: all rows.
        first: the upper one.
        last: the lower one.
        all_open: top-level rows are open unless they are among ``others``; else the other way round.
        others: keys of the top-level rows that are not as ``all_open`` says.
    """
    import numpy as np

    start, stop, clusters = first[0] + (first[1] >= 0), last[0] + 1, rows.clusters
    tops = np.arange(start, stop, dtype=np.int64)
    kept: NDArray[int64] = rows.table.kept[rows.view.clusters[tops[tops < clusters]]].astype(int)
    odd = [rows.key_at(top_row) for top_row in range(max(start, clusters), stop)]
    turned = np.array([rows.position_of(key)[0] for key in others], dtype=np.int64)
    turned = turned[(turned >= first[0]) & (turned <= last[0])]
    is_open = np.full(last[0] + 1 - first[0], all_open, dtype=np.bool_)
    is_open[turned - first[0]] = not all_open
    opened = np.flatnonzero(is_open) + first[0]
    begins, ends = np.zeros(len(opened), np.int64), np.full(len(opened), _BELOW_ALL)
    begins[opened == first[0]] = max(0, first[1])
    ends[opened == last[0]] = last[1] + 1
    among = opened < clusters
    files = _files_at(rows, opened[among], begins[among], ends[among])
    ways = ~among | (opened == first[0]) | (opened == last[0])  # where there may be rows that are no files
    for top_row, begin, end in zip(*(part[ways].tolist() for part in (opened, begins, ends)), strict=True):
        odd += rows.odd_keys_below(top_row, begin, end)
    return SelectedRows(kept, files, tuple(odd))


def _files_at(
    rows: Rows, top_rows: NDArray[int64], begins: NDArray[int64], ends: NDArray[int64]
) -> NDArray[int64]:
    """Return the files with a row of the clusters of some top rows, from one row to before another one in each."""
    import numpy as np

    table = rows.table
    counts = np.maximum(0, np.minimum(ends, rows.listed_counts(top_rows)) - begins)
    before = np.cumsum(counts) - counts
    starts = table.offsets[rows.view.clusters[top_rows]]
    members = np.arange(int(counts.sum())) + np.repeat(starts + begins - before, counts)
    files: NDArray[int64] = table.members[rows.view.members[members]].astype(np.int64)
    return files


def all_files(selected: SelectedRows, rows: Rows) -> NDArray[int64]:
    """Return the files of selected rows, ascending; a cluster's row counts as all of its files."""
    odd = [part if kind in (Row.NOTE, Row.PART) else file for kind, file, part in selected.others]
    return _set_of(_members(selected, rows), selected.files, _array([file for file in odd if file >= 0]))


def markable_files(selected: SelectedRows, rows: Rows) -> NDArray[int64]:
    """Return the files that may be marked; a cluster's row counts as all of its files but the kept one."""
    members, table = _members(selected, rows), rows.table
    kept = table.kept[table.cluster_index[members]]
    return _set_of(members[~table.files.protected[members] & (members != kept)], selected.files)


def _members(selected: SelectedRows, rows: Rows) -> NDArray[int64]:
    """Return all files of the clusters whose rows are selected."""
    import numpy as np

    table = rows.table
    wanted = np.zeros(len(table) + 1, dtype=np.bool_)  # the last one is that of files in no cluster
    wanted[table.cluster_index[np.asarray(selected.clusters, dtype=np.int64)]] = True
    wanted[-1] = False
    files: NDArray[int64] = table.members[wanted[table.cluster_index[table.members]]].astype(np.int64)
    return files


def qt_selection(selected: SelectedRows, model: ClusterModel) -> QItemSelection:
    """Return rows that views have as a selection of Qt, by their first columns."""
    selection = QItemSelection()
    tops = _select_tops(selection, selected, model)
    _select_files(selection, selected, model, tops)
    for key in selected.others:
        index = model.index_of_key(key)
        if index.isValid():
            selection.select(index, index)
    return selection


def _select_tops(selection: QItemSelection, selected: SelectedRows, model: ClusterModel) -> set[int]:
    """Select the rows of clusters and return their top rows."""
    if not len(selected.clusters):
        return set()
    import numpy as np

    hits = np.zeros(model.end - model.first, dtype=np.bool_)
    top_rows = model.rows.top_rows_of(np.asarray(selected.clusters))
    hits[top_rows - model.first] = True
    for first, last in _runs(hits):
        selection.select(model.index(first, 0), model.index(last, 0))
    return set(top_rows.tolist())


def _select_files(
    selection: QItemSelection, selected: SelectedRows, model: ClusterModel, tops: set[int]
) -> None:
    """Select the rows of files; below a cluster that is selected with all of its files, also the other rows."""
    if not len(selected.files):
        return
    import numpy as np

    files = np.sort(selected.files)
    for top_row in sorted(set(model.rows.top_rows_of(files).tolist())):
        listed = model.rows.ordered(top_row)[: model.rows.listed(top_row)]
        hits = files[np.minimum(np.searchsorted(files, listed), len(files) - 1)] == listed
        top = model.index_at(top_row)
        runs = [(0, model.rowCount(top) - 1)] if top_row in tops and hits.all() else _runs(hits)
        for first, last in runs:
            selection.select(model.index(first, 0, top), model.index(last, 0, top))


def _runs(hits: NDArray[bool_]) -> list[tuple[int, int]]:
    """Return the first and last of each run of hits."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([False], hits, [False]))))
    return [(int(first), int(behind) - 1) for first, behind in edges.reshape(-1, 2)]
