"""The cluster tree as an item model: two levels over the session's arrays, no Python object per row.

Sorting and filtering are index arrays of ``app.ordering``; nothing is computed here that ``app`` can compute. Marks are
asked for by the ``marker`` callable and never set here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from simfinder.gui.models.inside_rows import InsideRows, Pair
from simfinder.gui.texts import (
    chip_text,
    counted,
    date_text,
    folder_text,
    shared_text,
    shown,
    size_text,
    time_text,
)
from simfinder.model.clusters import Relation
from simfinder.model.files import FileRecord

if TYPE_CHECKING:
    from simfinder.app.cluster_table import ClusterTable
    from simfinder.app.ordering import View
    from simfinder.app.session import Session

Index = QModelIndex | QPersistentModelIndex
RELATIONS = tuple(Relation)


BLOCK = 500
"""Clusters a view is given at once. It asks for more when it is scrolled to their end: a layout asks four questions
per row, 10 µs in all, which at 100,000 clusters would be a second for every step of a slider."""

_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_FILE_FLAGS = _FLAGS | Qt.ItemFlag.ItemNeverHasChildren
_NAME_FLAGS = _FILE_FLAGS | Qt.ItemFlag.ItemIsUserCheckable


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


class ClusterModel(QAbstractItemModel):
    """Clusters and their files.

    Args:
        marker: called with file indexes and whether they are to be marked.
        rule: returns the keep rule in force.
        by_hand: returns whether a file is kept by hand.
    """

    def __init__(
        self,
        marker: Callable[[Sequence[int], bool], None],
        rule: Callable[[], str],
        by_hand: Callable[[int], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._marker = marker
        self._rule = rule
        self._by_hand = by_hand
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

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if not index.internalId():
            return Qt.ItemFlag.ItemIsEnabled if self.kind_of(index) is Row.HEADING else _FLAGS
        if self.kind_of(index) is not Row.FILE:
            return _FILE_FLAGS
        return _NAME_FLAGS if index.column() == 0 else _FILE_FLAGS

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            Column.NAME: self.tr("Name"),
            Column.SHARED: self.tr("Shared with kept file"),
            Column.VERSION: self.tr("Version"),
            Column.MODIFIED: self.tr("Modified"),
            Column.SIZE: self.tr("Size"),
            Column.FOLDER: self.tr("Folder"),
        }[Column(section)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._table is None:
            return None
        kind = self.kind_of(index)
        if role == Role.ROW:
            return kind
        match kind:
            case Row.CLUSTER:
                return self._cluster_data(index, role)
            case Row.FILE:
                return self._file_data(index, role)
            case Row.PART:
                return self._part_data(index, role)
        return self._line_data(index, role, kind)

    def _line_data(self, index: Index, role: int, kind: Row) -> Any:
        """Of rows that are a line across all columns: the heading, a whole, a note."""
        assert self._inside is not None
        if role == Role.FILE:
            return self.file_of(index)
        if index.column() != Column.NAME:
            return None
        place = index.row() - self.clusters() - 1
        match kind:
            case Row.NOTE:
                top = index.internalId() - 1
                text = self._inside.note_text(self.cluster_at(top), index.row() - self._members(top))
                summary, tip = "", self._tip_of_pair(index)
            case Row.WHOLE:
                path = self.path_of(index)
                text, summary, tip = (
                    shown(os.path.basename(path)),
                    self._inside.whole_summary(place),
                    shown(path),
                )
            case _:
                text, summary = self._inside.heading(), self._inside.heading_summary()
                tip = self.tr("Files of which a large part lies in another file. This is no similarity.")
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Role.SUMMARY:
                return summary
            case Qt.ItemDataRole.ToolTipRole:
                return tip
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{text}, {summary}" if summary else text
        return None

    def _tip_of_pair(self, index: Index) -> str:
        pair = self.pair_of(index)
        assert pair is not None
        assert self._inside is not None
        return self._inside.tip(pair)

    def _part_data(self, index: Index, role: int) -> Any:
        pair = self.pair_of(index)
        assert pair is not None
        assert self._inside is not None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                if index.column() == Column.SHARED:
                    return ""
                return self._inside.chip(pair) if index.column() == Column.VERSION else self._text(index)
            case Qt.ItemDataRole.ToolTipRole:
                if index.column() in (Column.NAME, Column.SHARED, Column.VERSION):
                    return self._inside.tip(pair)
                return self._plain_tip(index)
            case Role.FILE:
                return pair.part
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if (
            role != Qt.ItemDataRole.CheckStateRole
            or not index.isValid()
            or self.kind_of(index) is not Row.FILE
        ):
            return False
        if not self._markable(index):
            return False
        self._marker([self.file_of(index)], Qt.CheckState(value) == Qt.CheckState.Checked)
        self.dataChanged.emit(index, index, [Qt.ItemDataRole.CheckStateRole])
        return True

    def _markable(self, index: Index) -> bool:
        assert self._table is not None
        table, position = self._table, self.position_of(index)
        file = int(table.members[position])
        return RELATIONS[table.relation[position]] is not Relation.KEPT and not table.files.protected[file]

    def _cluster_data(self, index: Index, role: int) -> Any:
        if role == Role.FILE:
            return self.file_of(index)
        if index.column() != Column.NAME:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return shown(os.path.basename(self._record(index).path))
        if role == Role.SUMMARY:
            return self._summary(self.cluster_at(index.row()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            name = shown(os.path.basename(self._record(index).path))
            return f"{name}, {self._summary(self.cluster_at(index.row()))}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return shown(self._record(index).path)
        return None

    def _summary(self, cluster: int) -> str:
        assert self._table is not None
        table = self._table
        files = int(table.offsets[cluster + 1]) - int(table.offsets[cluster])
        parts = [counted(files, self.tr("%n file"), self.tr("%n files"))]
        if freed := int(table.bytes_freed[cluster]):
            parts.append(self.tr("%1 to free").replace("%1", size_text(freed)))
        weakest = float(table.weakest[cluster])
        if weakest >= 1.0:
            parts.append(self.tr("all identical"))
        elif files > 2:
            span = slice(int(table.offsets[cluster]), int(table.offsets[cluster + 1]))
            share = shared_text(weakest, estimated=bool(table.estimated[span].any()))
            parts.append(self.tr("at least %1 shared").replace("%1", share))
        return " · ".join(parts)

    def _record(self, index: Index) -> FileRecord:
        assert self._table is not None
        return self._table.files.records[self.file_of(index)]

    def _file_data(self, index: Index, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(index)
            case Qt.ItemDataRole.CheckStateRole if index.column() == Column.NAME:
                return self._check_state(index)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tool_tip(index)
            case Qt.ItemDataRole.AccessibleTextRole:
                if index.column() == Column.SHARED and self._figure(index, Role.ESTIMATED):
                    return self.tr("%1, estimated").replace("%1", self._text(index).lstrip("~"))
                return self._text(index)
            case Role.FILE:
                return self.file_of(index)
            case _:
                return self._figure(index, role)

    def _figure(self, index: Index, role: int) -> Any:
        assert self._table is not None
        table, position = self._table, self.position_of(index)
        match role:
            case Role.RELATION:
                return RELATIONS[table.relation[position]]
            case Role.SIMILARITY:
                kept = RELATIONS[table.relation[position]] is Relation.KEPT
                return None if kept else float(table.similarity[position])
            case Role.PROTECTED:
                return bool(table.files.protected[int(table.members[position])])
            case Role.WITHIN:
                return bool(table.within[position])
            case Role.ESTIMATED:
                return bool(table.estimated[position])
        return None

    def _check_state(self, index: Index) -> Qt.CheckState | None:
        if not self._markable(index):
            return None  # no box: the kept file stays, a protected one is not touched
        assert self._session is not None
        marked = self.file_of(index) in self._session.marks
        return Qt.CheckState.Checked if marked else Qt.CheckState.Unchecked

    def _text(self, index: Index) -> str:
        record = self._record(index)
        match index.column():
            case Column.NAME:
                return shown(os.path.basename(record.path))
            case Column.SHARED:
                similarity = self._figure(index, Role.SIMILARITY)
                if similarity is None:
                    return ""
                return shared_text(similarity, estimated=self._figure(index, Role.ESTIMATED))
            case Column.VERSION:
                return self.chip(index)
            case Column.MODIFIED:
                return date_text(record.mtime_ns)
            case Column.SIZE:
                return size_text(record.size)
            case _:
                return folder_text(os.path.dirname(record.path))

    def chip(self, index: Index) -> str:
        """Words of a file's version chip."""
        return chip_text(
            self._figure(index, Role.RELATION),
            self._rule(),
            protected=self._figure(index, Role.PROTECTED),
            by_hand=self._by_hand(self.file_of(index)),
        )

    def _tool_tip(self, index: Index) -> str:
        assert self._session is not None
        record, file = self._record(index), self.file_of(index)
        match index.column():
            case Column.NAME:
                why = self._session.marks.get(file)
                marked = "\n" + self.tr("Marked: %1").replace("%1", shown(why)) if why else ""
                return shown(record.path) + marked
            case Column.SHARED if self._figure(index, Role.SIMILARITY) is not None:
                if self._figure(index, Role.RELATION) == Relation.IDENTICAL:
                    return self.tr("Every byte is equal to the kept file, by a 128-bit content hash.")
                what = self.tr("The share of content that this file and the kept file have in common")
                if self._figure(index, Role.ESTIMATED):
                    return what + self.tr(": estimated, not checked yet.")
                return what + self.tr(": checked byte by byte.")
            case Column.VERSION if self._figure(index, Role.PROTECTED):
                return self.tr("Lies in a protected folder: never marked, moved or deleted.")
            case Column.VERSION:
                return self._version_tip(index, file)
        return self._plain_tip(index)

    def _version_tip(self, index: Index, file: int) -> str:
        """Why a file is kept, or counts as older or newer; and why it is marked."""
        from simfinder.app import explaining

        assert self._session is not None
        if self._figure(index, Role.RELATION) == Relation.KEPT:
            why, other = explaining.why_kept(self._session, file)
            if self._by_hand(file):
                return self.tr("Kept: chosen by hand")
            text = self.tr("Kept rather than %2: %1").replace("%1", shown(why))
            return text.replace("%2", shown(os.path.basename(other)))
        why, warning = explaining.standing(self._session, file)
        lines = [why[:1].upper() + why[1:]]
        if warning:
            lines.append(self.tr("But %1").replace("%1", shown(warning)))
        if not self._figure(index, Role.WITHIN):
            lines.append(
                self.tr(
                    "Linked through other files of the cluster; differs from the kept file itself by more than the "
                    "tolerance, so no rule marks it."
                )
            )
        if marked := self._session.marks.get(file):
            lines.append(self.tr("Marked: %1").replace("%1", shown(marked)))
        return "\n".join(lines)

    def _plain_tip(self, index: Index) -> str:
        record = self._record(index)
        match index.column():
            case Column.MODIFIED:
                return time_text(record.mtime_ns)
            case Column.SIZE:
                return counted(record.size, self.tr("%n byte"), self.tr("%n bytes"))
            case Column.FOLDER:
                return shown(os.path.dirname(record.path))
        return ""
