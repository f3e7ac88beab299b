"""Which rows the views have been handed: a stretch of the top-level ones, and of large clusters the first files.

A layout asks four questions per row, so no view is ever given a million of them. The stretch moves where a place is
wanted; more files of a cluster are listed when they are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, Signal

from simfinder.gui.cluster_tree.model.row_index import ClusterPlaces
from simfinder.gui.cluster_tree.model.row_kinds import Index

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

BLOCK = 500
"""Rows a view is given at once, where there are more than it can have. It is given more when it is scrolled to their
end: a layout asks four questions per row, 10 µs in all, which at 100,000 clusters would be a second for every step of
a slider."""

MOST = 1500
"""Rows a view has at most: what is farther away than that takes the place of the others."""

LISTED = 1000
"""Files of one cluster that are listed at first; the row below them lists as many more."""


class StretchedRows(ClusterPlaces):
    """Places of which the views have a stretch. Rows below others know the place of theirs, which stays meanwhile.

    Signals:
        moving: another stretch is about to be handed to the views, by a reset.
        moved: it was.
    """

    moving = Signal()
    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._first = self._end = 0  # the stretch
        self._counts: list[int] = []  # files of its clusters
        self._below: list[
            int
        ] = []  # rows below each of them; -1 where these are counted when they are asked for
        self._open = False  # whether the rows below others count, because they are all open
        self._weights: NDArray[int64] | None = None
        self._more: dict[int, int] = {}  # files that are listed of large clusters, by the kept one
        self._rest = 0
        self._ending = -1  # kept file of the cluster whose last files are being given rows

    @property
    def first(self) -> int:
        """Place of the first row that the views have."""
        return self._first

    @property
    def end(self) -> int:
        """Place behind the last one."""
        return self._end

    def fits(self) -> bool:
        """Whether the views can have all rows at once."""
        return self._first == 0 and self._reach(0, MOST) >= self.rows()

    def count_open(self, all_open: bool) -> None:
        """Tell whether all clusters are open: then their files count as rows that a view has."""
        self._open = all_open

    def _reach(self, place: int, rows: int) -> int:
        """The place so many rows (at least one) after another one."""
        if self._open and self.is_cluster(place):
            weights = self._all_weights()
            wanted = int(weights[place]) + rows
            return max(place + 1, min(self.rows(), int(weights.searchsorted(wanted, side="right")) - 1))
        return min(self.rows(), place + rows)

    def _reach_back(self, place: int, rows: int) -> int:
        if self._open and place <= self.clusters():
            weights = self._all_weights()
            return max(0, min(place - 1, int(weights.searchsorted(int(weights[place]) - rows))))
        return max(0, place - rows)

    def _all_weights(self) -> NDArray[int64]:
        """Rows before each place when all clusters are open."""
        if self._weights is None:
            import numpy as np

            assert self._table is not None
            assert self._view is not None
            sizes = np.minimum(np.diff(self._table.offsets), LISTED)[self._view.clusters] + 1
            others = np.ones(self.rows() - len(sizes), dtype=np.int64)
            self._weights = np.concatenate(([0], np.cumsum(np.concatenate((sizes, others)))))
        return self._weights

    def stretch_around(self, place: int) -> None:
        """Hand the rows around a place to the views, in the place of those they have."""
        self.beginResetModel()
        self._weights = None
        self._stretch_around(place)
        self.endResetModel()

    def _stretch_around(self, place: int) -> None:
        self._first, self._end = self.stretch_of(place)
        self._count_members()

    def stretch_of(self, place: int) -> tuple[int, int]:
        """The stretch that is handed to the views where a place is wanted."""
        if self._reach(0, MOST) >= self.rows():
            return 0, self.rows()
        if place < self._reach(0, MOST - BLOCK):
            return 0, max(self._reach(0, BLOCK), self._reach(place, BLOCK // 2))
        first = self._reach_back(place, BLOCK // 2)
        return first, max(self._reach(first, BLOCK), min(place + 1, self.rows()))

    def _count_members(self) -> None:
        """Know how many files the clusters have that the views were handed: each layout asks for it, row by row."""
        self._counts, self._below = [], []
        if self._table is not None and self._view is not None:
            shown, offsets = self._view.clusters[self._first : self._end], self._table.offsets
            self._counts = (offsets[shown + 1] - offsets[shown]).tolist()
            self._below = [count if count <= LISTED else -1 for count in self._counts]
            if self._inside is not None:
                notes = map(self._inside.notes, shown.tolist())
                self._below = [
                    files + more if files >= 0 else -1 for files, more in zip(self._below, notes, strict=True)
                ]

    def _members(self, place: int) -> int:
        """Files of a cluster."""
        if 0 <= place - self._first < len(self._counts):
            return self._counts[place - self._first]
        assert self._table is not None
        cluster = self.cluster_at(place)
        return int(self._table.offsets[cluster + 1]) - int(self._table.offsets[cluster])

    def bring(self, place: int) -> None:
        """Hand the row of a place to the views: more rows, or another stretch of them."""
        if not 0 <= place < self.rows() or self._first <= place < self._end:
            return
        if place >= self._end and place < self._reach(self._first, MOST):
            self.load(place + 1)
            return
        self.moving.emit()
        self.stretch_around(place)
        self.moved.emit()

    def load(self, end: int) -> None:
        """Hand all rows up to a place to the views, however many that are."""
        end = min(end, self.rows())
        if end > self._end:
            self.beginInsertRows(QModelIndex(), self._end - self._first, end - 1 - self._first)
            self._end = end
            self._count_members()
            self.endInsertRows()

    def place_of(self, index: Index) -> int:
        """Place of the top-level row of an index; -1 for no row."""
        if not index.isValid():
            return -1
        return index.internalId() - 1 if index.internalId() else index.row() + self._first

    def index_at(self, place: int) -> QModelIndex:
        """The top-level row of a place; invalid where the views have not been handed it."""
        return self.index(place - self._first, 0)

    def can_grow(self) -> bool:
        """Whether rows can be added behind those the views have."""
        return self._end < self._reach(self._first, MOST)

    def grow(self) -> None:
        """Hand as many rows more to the views. Qt is not told that there are more: each layout would fetch them."""
        self.load(self._reach(self._end, BLOCK))

    # files of a cluster that have a row
    def listed(self, place: int) -> int:
        """How many files of a cluster have a row."""
        members = self._members(place)
        return members if members <= LISTED else min(members, self._more.get(self.kept_of(place), LISTED))

    def _is_file(self, place: int, row: int) -> bool:
        """Whether a row below a top-level one is that of a file of its cluster."""
        at = place - self._first
        if 0 <= at < len(self._counts) and (files := self._counts[at]) <= LISTED:
            return row < files
        return self.is_cluster(place) and row < self.listed(place)

    def _notes_from(self, place: int) -> int:
        """Row of the first note of a cluster."""
        return self.listed(place) + self._has_more(place)

    def _has_more(self, place: int) -> bool:
        """Whether a row stands for the files of a cluster that have none."""
        members = self._members(place)
        return members > LISTED and (self.listed(place) < members or self._ending == self.kept_of(place))

    def list_more(self, index: Index, files: int = 0) -> None:
        """Give more files of a cluster a row: so many, or as many as at first.

        Args:
            index: any row below the cluster's.
            files: how many.
        """
        place = self.place_of(index)
        before, members, kept = self.listed(place), self._members(place), self.kept_of(place)
        after = min(members, before + (files or LISTED))
        if after <= before:
            return
        top = self.index_at(place)
        self._rest = members - before
        self.beginInsertRows(top, before, after - 1)
        self._more[kept], self._ending = after, kept
        self.endInsertRows()
        if after == members:
            self.beginRemoveRows(top, after, after)
            self._ending = -1
            self.endRemoveRows()
        else:
            self._ending = -1
            self.dataChanged.emit(self.index(after, 0, top), self.index(after, 0, top))

    def _rest_of(self, place: int) -> int:
        """Files of a cluster that have no row; while some are given rows, as many as before."""
        if self._ending == self.kept_of(place):
            return self._rest
        return self._members(place) - self.listed(place)
