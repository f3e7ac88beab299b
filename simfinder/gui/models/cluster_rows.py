"""Where the rows of the cluster tree are: two levels over the session's arrays, no Python object per row.

Owns what a row stands for, how it is found again, and how many rows the views have been handed. What rows say is
``cluster_model``'s. Sorting and filtering are index arrays of ``app.ordering``; nothing is computed here that ``app``
can compute.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from simfinder.gui.models.inside_rows import InsideRows, Pair
from simfinder.model.files import FileRecord

if TYPE_CHECKING:
    from simfinder.app.cluster_table import ClusterTable
    from simfinder.app.ordering import View
    from simfinder.app.session import Session

Index = QModelIndex | QPersistentModelIndex


BLOCK = 500
"""Clusters a view is given at once. It asks for more when it is scrolled to their end: a layout asks four questions
per row, 10 µs in all, which at 100,000 clusters would be a second for every step of a slider."""


class Row(IntEnum):
    """What a row stands for."""

    CLUSTER = 0
    FILE = 1  # of a cluster
    NOTE = 2  # below the files of a cluster: what lies in what
    HEADING = 3  # of the section of files that lie in others
    WHOLE = 4
    PART = 5  # below a whole


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
    """Clusters and their files as rows; says nothing of them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._table: ClusterTable | None = None  # of the moment the view was made; the session's may be newer
        self._view: View | None = None
        self._inside: InsideRows | None = None
        self._loaded = 0

    def show(self, session: Session | None, view: View | None, inside: InsideRows | None = None) -> None:
        """Take other clusters or another order, as one reset."""
        self.beginResetModel()
        self._session, self._view, self._inside = session, view, inside
        self._table = None if session is None else session.clusters
        self._loaded = min(BLOCK, self.rows())
        self.endResetModel()

    @property
    def session(self) -> Session | None:
        """The session whose clusters are shown."""
        return self._session

    # where things are
    def clusters(self) -> int:
        """Clusters that meet the filter, whether or not a view has asked for them yet."""
        return 0 if self._view is None else len(self._view.clusters)

    def rows(self) -> int:
        """Top-level rows, whether or not a view has asked for them yet."""
        wholes = self._inside.wholes if self._inside is not None else 0
        return self.clusters() + (1 + wholes if wholes else 0)

    def kind_of(self, index: Index) -> Row:
        """What a row stands for."""
        if not index.internalId():
            return self._top_kind(index.row())
        top = index.internalId() - 1
        if not self.is_cluster(top):
            return Row.PART
        return Row.FILE if index.row() < self._members(top) else Row.NOTE

    def _top_kind(self, row: int) -> Row:
        if self.is_cluster(row):
            return Row.CLUSTER
        return Row.HEADING if row == self.clusters() else Row.WHOLE

    def _members(self, row: int) -> int:
        assert self._table is not None
        cluster = self.cluster_at(row)
        return int(self._table.offsets[cluster + 1]) - int(self._table.offsets[cluster])

    def pair_of(self, index: Index) -> Pair | None:
        """Part and whole of a note, or of a row of the section; None for other rows."""
        if not index.isValid() or self._inside is None:
            return None
        top = index.internalId() - 1
        match self.kind_of(index):
            case Row.NOTE:
                return self._inside.note(self.cluster_at(top), index.row() - self._members(top))
            case Row.PART:
                return self._inside.part(top - self.clusters() - 1, index.row())
        return None

    def key_of(self, index: Index) -> RowKey:
        """By which a row is found again."""
        kind, pair = self.kind_of(index), self.pair_of(index)
        if pair is not None:
            return kind, pair.whole, pair.part
        return kind, self.file_of(index), 0

    def index_of_key(self, key: RowKey) -> QModelIndex:
        """The row of a key; invalid where it is not shown. Rows up to it are handed to the views first."""
        kind, file, part = key
        if kind in (Row.CLUSTER, Row.FILE):
            return self.index_of(file, top=kind is Row.CLUSTER)
        if self._inside is None or self._table is None:
            return QModelIndex()
        if kind is Row.NOTE:
            for end in (part, file):
                row, cluster = self.cluster_row(end), self._table.cluster_of(end)
                note = self._inside.note_of(cluster, file, part) if row >= 0 else -1
                if note >= 0:
                    self.load(row + 1)
                    return self.index(self._members(row) + note, 0, self.index(row, 0))
            return QModelIndex()
        place = -1 if kind is Row.HEADING else self._inside.place_of(file)
        if kind is not Row.HEADING and place < 0:
            return QModelIndex()
        self.load(self.clusters() + place + 2)
        top = self.index(self.clusters() + 1 + place, 0)
        return self.index(self._inside.row_of(place, part), 0, top) if kind is Row.PART else top

    def shows(self, table: ClusterTable) -> bool:
        """Whether rows are those of a table: a session may be ahead for a moment."""
        return self._table is table

    def is_cluster(self, row: int) -> bool:
        """Whether a top-level row is that of a cluster."""
        return 0 <= row < self.clusters()

    def cluster_at(self, row: int) -> int:
        """Index of the cluster in the session's table that a top-level row shows."""
        assert self._view is not None
        return int(self._view.clusters[row])

    def position_of(self, index: Index) -> int:
        """Position of a row's file in the table's members; of a cluster its kept file's."""
        assert self._table is not None
        assert self._view is not None
        table = self._table
        if not index.internalId():
            return int(table.offsets[self.cluster_at(index.row())])
        return int(
            self._view.members[int(table.offsets[self.cluster_at(index.internalId() - 1)]) + index.row()]
        )

    def file_of(self, index: Index) -> int:
        """File index of a row; of a cluster its kept file's; -1 for no row."""
        if not index.isValid() or self._table is None:
            return -1
        match self.kind_of(index):
            case Row.CLUSTER | Row.FILE:
                return int(self._table.members[self.position_of(index)])
            case Row.WHOLE:
                assert self._inside is not None
                return self._inside.whole(index.row() - self.clusters() - 1)
            case Row.HEADING:
                return -1
        pair = self.pair_of(index)
        return -1 if pair is None else pair.part

    def files_of(self, index: Index) -> list[int]:
        """The file of a row, or the files of a cluster that may be marked."""
        if not index.isValid() or self._table is None or self.kind_of(index) > Row.FILE:
            return []
        if index.internalId():
            return [self.file_of(index)]
        table = self._table
        cluster = self.cluster_at(index.row())
        members = table.members[int(table.offsets[cluster]) + 1 : int(table.offsets[cluster + 1])]
        return [file for file in members.tolist() if not table.files.protected[file]]

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
        return ~self.file_of(self.index(row, 0)) if row > self.clusters() else ~len(self._records())

    def _records(self) -> Sequence[FileRecord]:
        assert self._table is not None
        return self._table.files.records

    def cluster_row(self, file: int) -> int:
        """Top-level row that shows the cluster of a file, -1 where none does."""
        if self._table is None or self._view is None:
            return -1
        cluster = self._table.cluster_of(file)
        if cluster < 0:
            return -1
        hits = (self._view.clusters == cluster).nonzero()[0]
        return int(hits[0]) if len(hits) else -1

    def cluster_rows(self, files: Iterable[int]) -> dict[int, int]:
        """Top-level rows of the clusters of many files; files that are not shown are left out."""
        if self._table is None or self._view is None:
            return {}
        files = list(files)
        if len(files) < 8:
            return {file: row for file in files if (row := self.cluster_row(file)) >= 0}
        rows = {cluster: row for row, cluster in enumerate(self._view.clusters.tolist())}
        table = self._table
        found = {file: rows.get(table.cluster_of(file), -1) for file in files}
        return {file: row for file, row in found.items() if row >= 0}

    def index_of(self, file: int, *, top: bool = False) -> QModelIndex:
        """The row of a file, or (``top``) of its cluster; invalid where it is not shown.

        Rows up to it are handed to the views first.
        """
        row = self.cluster_row(file)
        self.load(row + 1)
        if row < 0 or top:
            return self.index(row, 0) if row >= 0 else QModelIndex()
        assert self._table is not None
        assert self._view is not None
        table = self._table
        cluster = self.cluster_at(row)
        positions = self._view.members[int(table.offsets[cluster]) : int(table.offsets[cluster + 1])]
        child = int((table.members[positions] == file).nonzero()[0][0])
        return self.index(child, 0, self.index(row, 0))

    def top_rows(self, names: Iterable[int]) -> dict[int, int]:
        """Top-level rows by what stands for them, as ``opened_by`` says; such as are not shown are left out."""
        names = list(names)
        rows = self.cluster_rows(name for name in names if name >= 0)
        if self._inside is not None:
            for name in names:
                if name < 0 and (place := self._inside.place_of(~name)) >= 0:
                    rows[name] = self.clusters() + 1 + place
        return rows

    def load(self, rows: int) -> None:
        """Hand at least so many top-level rows to the views."""
        rows = min(rows, self.rows())
        if rows > self._loaded:
            self.beginInsertRows(QModelIndex(), self._loaded, rows - 1)
            self._loaded = rows
            self.endInsertRows()

    # Qt's side
    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if row < 0 or not 0 <= column < _COLUMNS or row >= self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._loaded < self.rows()

    def fetchMore(self, parent: Index) -> None:
        if not parent.isValid():
            self.load(self._loaded + BLOCK)

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        if not parent.isValid():
            return self._loaded > 0
        if parent.internalId() or parent.column():
            return False
        return self._top_kind(parent.row()) is not Row.HEADING

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not child.isValid() or not child.internalId():
            return QModelIndex()
        return self.createIndex(child.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if self._table is None or (parent.isValid() and (parent.internalId() or parent.column())):
            return 0
        if not parent.isValid():
            return self._loaded
        inside, row = self._inside, parent.row()
        if self.is_cluster(row):
            notes = 0 if inside is None else inside.notes(self.cluster_at(row))
            return self._members(row) + notes
        return 0 if inside is None or row == self.clusters() else inside.parts(row - self.clusters() - 1)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return _COLUMNS
