"""Where the rows of the cluster tree are: two levels over the session's arrays, no Python object per row.

Owns what a row stands for, how it is found again, and how many rows the views have been handed. What rows say is
``cluster_model``'s. Sorting and filtering are index arrays of ``app.ordering``; nothing is computed here that ``app``
can compute.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from simfinder.gui.models.inside_rows import InsideRows, Pair
from simfinder.model.files import FileRecord

if TYPE_CHECKING:
    from numpy import int32, int64
    from numpy.typing import NDArray

    from simfinder.app.cluster_table import ClusterTable
    from simfinder.app.ordering import View
    from simfinder.app.session import Session

Index = QModelIndex | QPersistentModelIndex


BLOCK = 500
"""Rows a view is given at once. It asks for more when it is scrolled to their end: a layout asks four questions
per row, 10 µs in all, which at 100,000 clusters would be a second for every step of a slider."""

MOST = 1500
"""Rows a view has at most: what is farther away than that takes the place of the others."""

LISTED = 1000
"""Files of one cluster that are listed at first; the row below them lists as many more."""


class Row(IntEnum):
    """What a row stands for."""

    CLUSTER = 0
    FILE = 1  # of a cluster
    NOTE = 2  # below the files of a cluster: what lies in what
    HEADING = 3  # of the section of files that lie in others
    WHOLE = 4
    PART = 5  # below a whole
    MORE = 6  # below the files of a cluster: the rest of them is not listed yet


RowKey = tuple[Row, int, int]
"""What a row stands for whatever the order: its kind and file; of notes and parts the whole and the part."""


class Column(IntEnum):
    """Columns of the tree, left to right."""

    NAME = 0
    SHARED = 1
    VERSION = 2
    MODIFIED = 3
    SIZE = 4
    FOLDER = 5


_COLUMNS = len(Column)


class Role(IntEnum):
    """What the delegates ask for besides Qt's own roles."""

    FILE = Qt.ItemDataRole.UserRole + 1  # file index; of a cluster its kept file's
    SIMILARITY = Qt.ItemDataRole.UserRole + 2  # 0..1, None for the kept file and for clusters
    RELATION = Qt.ItemDataRole.UserRole + 3  # Relation, None for clusters
    PROTECTED = Qt.ItemDataRole.UserRole + 4
    WITHIN = Qt.ItemDataRole.UserRole + 5  # within the tolerance of the kept file itself
    SUMMARY = Qt.ItemDataRole.UserRole + 6  # of a cluster
    ESTIMATED = Qt.ItemDataRole.UserRole + 7  # the similarity is not checked on the bytes yet
    ROW = Qt.ItemDataRole.UserRole + 8  # Row


class ClusterRows(QAbstractItemModel):
    """Clusters and their files as rows; says nothing of them.

    A *place* is that of a top-level row among all there are, whether or not the views have been handed it: they have a
    stretch of them. Rows below others know the place of theirs, which does not change while the stretch moves.

    Signals:
        moving: another stretch is about to be handed to the views, by a reset.
        moved: it was.
    """

    moving = Signal()
    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._table: ClusterTable | None = None  # of the moment the view was made; the session's may be newer
        self._view: View | None = None
        self._inside: InsideRows | None = None
        self._first = self._end = 0  # the stretch
        self._counts: list[int] = []  # files of its clusters
        self._place_of_cluster: NDArray[int32] | None = None
        self._more: dict[int, int] = {}  # files that are listed of large clusters, by the kept one
        self._rest = 0
        self._ending = -1  # kept file of the cluster whose last files are being given rows
        self._open = False  # whether the rows below others count, because they are all open
        self._weights: NDArray[int64] | None = None

    def show(
        self,
        session: Session | None,
        view: View | None,
        inside: InsideRows | None = None,
        *,
        around: RowKey | None = None,
    ) -> None:
        """Take other clusters or another order, as one reset; the views are handed the rows around that of a key."""
        self.beginResetModel()
        if session is not self._session:
            self._more.clear()
        self._session, self._view, self._inside = session, view, inside
        self._table = None if session is None else session.clusters
        self._place_of_cluster = self._weights = None
        self._stretch_around(0 if around is None else max(0, self.place_of_key(around)))
        self.endResetModel()

    @property
    def session(self) -> Session | None:
        """The session whose clusters are shown."""
        return self._session

    @property
    def table(self) -> ClusterTable:
        """The clusters whose rows are shown."""
        assert self._table is not None
        return self._table

    @property
    def view(self) -> View:
        """Their order."""
        assert self._view is not None
        return self._view

    # which rows the views have
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
        if place < self._reach(0, MOST - BLOCK):
            return 0, max(self._reach(0, BLOCK), self._reach(place, BLOCK // 2))
        first = self._reach_back(place, BLOCK // 2)
        return first, max(self._reach(first, BLOCK), min(place + 1, self.rows()))

    def _count_members(self) -> None:
        """Know the number of files of the clusters that the views have: they are asked for in each layout."""
        self._counts = []
        if self._table is not None and self._view is not None:
            shown, offsets = self._view.clusters[self._first : self._end], self._table.offsets
            self._counts = (offsets[shown + 1] - offsets[shown]).tolist()

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

    # where things are
    def clusters(self) -> int:
        """Clusters that meet the filter, whether or not the views have them."""
        return 0 if self._view is None else len(self._view.clusters)

    def rows(self) -> int:
        """Top-level rows, whether or not the views have them."""
        wholes = self._inside.wholes if self._inside is not None else 0
        return self.clusters() + (1 + wholes if wholes else 0)

    def kind_of(self, index: Index) -> Row:
        """What a row stands for."""
        place = self.place_of(index)
        if not index.internalId():
            return self._top_kind(place)
        if not self.is_cluster(place):
            return Row.PART
        row, listed = index.row(), self.listed(place)
        if row < listed:
            return Row.FILE
        return Row.MORE if row == listed and self._has_more(place) else Row.NOTE

    def _top_kind(self, place: int) -> Row:
        if self.is_cluster(place):
            return Row.CLUSTER
        return Row.HEADING if place == self.clusters() else Row.WHOLE

    def _members(self, place: int) -> int:
        """Files of a cluster."""
        if 0 <= place - self._first < len(self._counts):
            return self._counts[place - self._first]
        assert self._table is not None
        cluster = self.cluster_at(place)
        return int(self._table.offsets[cluster + 1]) - int(self._table.offsets[cluster])

    def listed(self, place: int) -> int:
        """How many files of a cluster have a row."""
        members = self._members(place)
        return members if members <= LISTED else min(members, self._more.get(self.kept_of(place), LISTED))

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

    def pair_of(self, index: Index) -> Pair | None:
        """Part and whole of a note, or of a row of the section; None for other rows."""
        if not index.isValid() or self._inside is None:
            return None
        top = index.internalId() - 1
        match self.kind_of(index):
            case Row.NOTE:
                return self._inside.note(self.cluster_at(top), index.row() - self._notes_from(top))
            case Row.PART:
                return self._inside.part(top - self.clusters() - 1, index.row())
        return None

    def key_of(self, index: Index) -> RowKey:
        """By which a row is found again."""
        kind, pair = self.kind_of(index), self.pair_of(index)
        if pair is not None:
            return kind, pair.whole, pair.part
        return kind, self.file_of(index), 0

    def place_of_key(self, key: RowKey) -> int:
        """Place of the row of a key, or of the row above it; -1 where it is not shown."""
        kind, file, part = key
        if kind in (Row.CLUSTER, Row.FILE, Row.MORE):
            return self.cluster_row(file)
        if self._inside is None or self._table is None:
            return -1
        if kind is Row.NOTE:
            places = ((self.cluster_row(end), self._table.cluster_of(end)) for end in (part, file))
            return next((at for at, c in places if at >= 0 and self._inside.note_of(c, file, part) >= 0), -1)
        place = -1 if kind is Row.HEADING else self._inside.place_of(file)
        return -1 if kind is not Row.HEADING and place < 0 else self.clusters() + 1 + place

    def index_of_key(self, key: RowKey) -> QModelIndex:
        """The row of a key; invalid where it is not shown. The views are handed it first."""
        kind, file, _ = key
        place, row = self.spot_of_key(key)
        if place < 0:
            return QModelIndex()
        if kind in (Row.CLUSTER, Row.FILE):
            return self.index_of(file, top=kind is Row.CLUSTER)
        self.bring(place)
        top = self.index_at(place)
        return top if row < 0 else self.index(row, 0, top)

    def spot_of(self, index: Index) -> tuple[int, int]:
        """Place of a top-level row or of the one above a row, and the row below it, -1 for itself."""
        return self.place_of(index), index.row() if index.internalId() else -1

    def spot_of_key(self, key: RowKey) -> tuple[int, int]:
        """Place of the row of a key, or of the one above it, and its row below that, or -1; (-1, -1) for none."""
        kind, file, part = key
        place = self.place_of_key(key)
        if place < 0 or kind in (Row.CLUSTER, Row.WHOLE, Row.HEADING):
            return place, -1
        if kind is Row.FILE:
            return place, self._member_row(place, file)
        if kind is Row.MORE:
            return place, self.listed(place)
        assert self._inside is not None
        if kind is Row.NOTE:
            note = self._inside.note_of(self.cluster_at(place), file, part)
            return place, self._notes_from(place) + note
        return place, self._inside.row_of(place - self.clusters() - 1, part)

    def _member_row(self, place: int, file: int) -> int:
        """Row of a file among those of its cluster, whether or not it is listed."""
        return int((self.ordered(place) == file).nonzero()[0][0])

    def ordered(self, place: int) -> NDArray[int32]:
        """Files of a cluster in the order of their rows, whether or not they are listed."""
        start, stop = (int(at) for at in self.table.offsets[self.cluster_at(place) :][:2])
        return self.table.members[self.view.members[start:stop]]

    def key_at(self, place: int) -> RowKey:
        """Key of a top-level row, whether or not the views have it."""
        if self.is_cluster(place):
            return Row.CLUSTER, self.kept_of(place), 0
        if place == self.clusters():
            return Row.HEADING, -1, 0
        assert self._inside is not None
        return Row.WHOLE, self._inside.whole(place - self.clusters() - 1), 0

    def odd_keys_below(self, place: int, begin: int, end: int) -> list[RowKey]:
        """Keys of the rows below a top-level row, from one to before another one, that are no files of a cluster."""
        inside, clusters = self._inside, self.clusters()
        if inside is None:
            return []
        if self.is_cluster(place):
            first, cluster = self._notes_from(place), self.cluster_at(place)
            notes = range(max(0, begin - first), min(end - first, inside.notes(cluster)))
            pairs = (inside.note(cluster, note) for note in notes)
            return [(Row.NOTE, pair.whole, pair.part) for pair in pairs]
        if place == clusters:
            return []
        parts = range(begin, min(end, inside.parts(place - clusters - 1)))
        found = (inside.part(place - clusters - 1, row) for row in parts)
        return [(Row.PART, pair.whole, pair.part) for pair in found]

    def shows(self, table: ClusterTable) -> bool:
        """Whether rows are those of a table: a session may be ahead for a moment."""
        return self._table is table

    def is_cluster(self, row: int) -> bool:
        """Whether a top-level row is that of a cluster."""
        return 0 <= row < self.clusters()

    def listed_clusters(self) -> NDArray[int64]:
        """Clusters of the session's table by their places."""
        assert self._view is not None
        return self._view.clusters

    def cluster_at(self, row: int) -> int:
        """Index of the cluster in the session's table that a top-level row shows."""
        assert self._view is not None
        return int(self._view.clusters[row])

    def position_of(self, index: Index) -> int:
        """Position of a row's file in the table's members; of a cluster its kept file's."""
        assert self._table is not None
        assert self._view is not None
        start = int(self._table.offsets[self.cluster_at(self.place_of(index))])
        return int(self._view.members[start + index.row()]) if index.internalId() else start

    def file_of(self, index: Index) -> int:
        """File index of a row; of a cluster its kept file's; -1 for no row."""
        if not index.isValid() or self._table is None:
            return -1
        match self.kind_of(index):
            case Row.CLUSTER | Row.FILE:
                return int(self._table.members[self.position_of(index)])
            case Row.WHOLE:
                assert self._inside is not None
                return self._inside.whole(self.place_of(index) - self.clusters() - 1)
            case Row.HEADING | Row.MORE:
                return -1
        pair = self.pair_of(index)
        return -1 if pair is None else pair.part

    def files_of(self, index: Index) -> list[int]:
        """The file of a row, or the files of a cluster that may be marked."""
        if not index.isValid() or self._table is None or self.kind_of(index) > Row.FILE:
            return []
        if index.internalId():
            return [self.file_of(index)]
        return self.markable_of(index.row() + self._first)

    def markable_of(self, place: int) -> list[int]:
        """The files of a cluster that may be marked."""
        assert self._table is not None
        protected = self._table.files.protected
        return [file for file in self.members_of(place)[1:] if not protected[file]]

    def record_of(self, index: Index) -> FileRecord | None:
        """The scan's record of a row's file."""
        file = self.file_of(index)
        return None if file < 0 or self._table is None else self._table.files.records[file]

    def path_of(self, index: Index) -> str:
        """Path of a row's file, "" for no row."""
        record = self.record_of(index)
        return "" if record is None else record.path

    def kept_of(self, row: int) -> int:
        """File index of the kept file of a cluster's row."""
        assert self._table is not None
        return int(self._table.kept[self.cluster_at(row)])

    def members_of(self, row: int) -> list[int]:
        """All files of a cluster's row, the kept one first."""
        assert self._table is not None
        table, cluster = self._table, self.cluster_at(row)
        members: list[int] = table.members[
            int(table.offsets[cluster]) : int(table.offsets[cluster + 1])
        ].tolist()
        return members

    def all_identical(self, row: int) -> bool:
        """Whether all files of a cluster's row have one content."""
        assert self._table is not None
        return float(self._table.weakest[self.cluster_at(row)]) >= 1.0

    def opened_by(self, row: int) -> int:
        """What stands for a top-level row where open ones are remembered: the kept file, ``~file`` for a whole."""
        if self.is_cluster(row):
            return self.kept_of(row)
        if row > self.clusters():
            assert self._inside is not None
            return ~self._inside.whole(row - self.clusters() - 1)
        return ~len(self._records())

    def _records(self) -> Sequence[FileRecord]:
        assert self._table is not None
        return self._table.files.records

    def cluster_row(self, file: int) -> int:
        """Top-level row that shows the cluster of a file, -1 where none does."""
        if self._table is None or self._view is None or file < 0:
            return -1
        cluster = self._table.cluster_of(file)
        if cluster < 0:
            return -1
        return int(self._places()[cluster])

    def _places(self) -> NDArray[int32]:
        """(c,) place of each cluster, -1 where it is not shown."""
        if self._place_of_cluster is None:
            import numpy as np

            assert self._table is not None
            assert self._view is not None
            self._place_of_cluster = np.full(len(self._table), -1, dtype=np.int32)
            self._place_of_cluster[self._view.clusters] = np.arange(self.clusters(), dtype=np.int32)
        return self._place_of_cluster

    def places_of(self, files: NDArray[int64]) -> NDArray[int32]:
        """Places of the clusters of many files, -1 where a file or its cluster is not shown."""
        import numpy as np

        clusters = self.table.cluster_index[files]
        shown = np.append(self._places(), np.int32(-1))  # what is in no cluster, -1, finds the last one
        return np.where(files >= 0, shown[clusters], np.int32(-1))

    def cluster_rows(self, files: Iterable[int]) -> dict[int, int]:
        """Places of the clusters of many files; files that are not shown are left out."""
        return {file: row for file in files if (row := self.cluster_row(file)) >= 0}

    def index_of(self, file: int, *, top: bool = False) -> QModelIndex:
        """The row of a file, or (``top``) of its cluster; invalid where it is not shown.

        Rows up to it are handed to the views first.
        """
        place = self.cluster_row(file)
        if place < 0:
            return QModelIndex()
        self.bring(place)
        if top:
            return self.index_at(place)
        child = self._member_row(place, file)
        above = self.index_at(place)
        if child >= self.listed(place):
            self.list_more(self.index(0, 0, above), child + 1 - self.listed(place))
        return self.index(child, 0, above)

    def top_rows(self, names: Iterable[int]) -> dict[int, int]:
        """Top-level rows by what stands for them, as ``opened_by`` says; such as are not shown are left out."""
        names = list(names)
        rows = self.cluster_rows(name for name in names if name >= 0)
        if self._inside is not None:
            for name in names:
                if name < 0 and (place := self._inside.place_of(~name)) >= 0:
                    rows[name] = self.clusters() + 1 + place
        return rows

    # Qt's side
    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if row < 0 or not 0 <= column < _COLUMNS or row >= self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, self.place_of(parent) + 1 if parent.isValid() else 0)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._end < self._reach(self._first, MOST)

    def fetchMore(self, parent: Index) -> None:
        if not parent.isValid():
            self.load(self._reach(self._end, BLOCK))

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        if not parent.isValid():
            return self._end > self._first
        if parent.internalId() or parent.column():
            return False
        return parent.row() + self._first != self.clusters()  # the heading

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not child.isValid() or not child.internalId():
            return QModelIndex()
        return self.createIndex(child.internalId() - 1 - self._first, 0, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if self._table is None or (parent.isValid() and (parent.internalId() or parent.column())):
            return 0
        if not parent.isValid():
            return self._end - self._first
        inside, place = self._inside, parent.row() + self._first
        if self.is_cluster(place):
            notes = 0 if inside is None else inside.notes(self.cluster_at(place))
            return self._notes_from(place) + notes
        return 0 if inside is None or place == self.clusters() else inside.parts(place - self.clusters() - 1)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return _COLUMNS
