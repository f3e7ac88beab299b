"""ClusterModel: the rows of the cluster tree for Qt, and what their cells show.

``rows`` knows which rows there are; a view is given a window of them, and other ones only by a reset. The model asks
for marks through the ``marker`` callable and never sets them itself; ``tooltips`` writes the tool tips.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from simfinder.gui.cluster_tree.model.containment_rows import Pair
from simfinder.gui.cluster_tree.model.row_kinds import Column, Index, Role, Row, RowKey
from simfinder.gui.cluster_tree.model.rows import RowPosition, Rows
from simfinder.gui.cluster_tree.model.tooltips import plain_tip, shared_tip, through_text, version_tip
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.formatting import (
    chip_text,
    counted,
    date_text,
    folder_text,
    right_to_left,
    shared_text,
    shown,
    size_text,
)
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord

RELATIONS = tuple(Relation)

_COLUMNS = len(Column)
_ALIKE = 0.5  # what shares less with the kept file is in its cluster through others, whatever the tolerance
_LOOKED_AT = 200  # names of a cluster: their common beginning is the same for more, or nearly
_FILE = Row.FILE  # a member of an enumeration is looked up by name each time it is named
_NO_FLAGS, _HEADING_FLAGS = Qt.ItemFlag.NoItemFlags, Qt.ItemFlag.ItemIsEnabled
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_FILE_FLAGS = _FLAGS | Qt.ItemFlag.ItemNeverHasChildren
_NAME_FLAGS = _FILE_FLAGS | Qt.ItemFlag.ItemIsUserCheckable


class ClusterModel(QAbstractItemModel):
    """Clusters and their files.

    The internal id of an index is 0 for a top-level row, else 1 plus the top_row of the row above it.

    Args:
        marker: called with file indexes and whether they are to be marked.
        rule: returns the keep rule in force.
        by_hand: returns whether a file is kept by hand.

    Attributes:
        rows: all rows.
        first: the first top row that views have.
        end: the top row behind the last one.
    """

    def __init__(
        self,
        marker: Callable[[Sequence[int], bool], None],
        rule: Callable[[], str],
        by_hand: Callable[[int], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._brief = False  # heading of the similarity column
        self._common: tuple[object, dict[int, int]] = None, {}
        self._marker = marker
        self._rule = rule
        self._by_hand = by_hand
        self.rows = Rows()
        self.first = self.end = 0
        self._files: list[int] = []  # rows of files below each top-level row of the window
        self._below: list[int] = []  # all rows below each of them

    def show(self, rows: Rows, top_row: int = 0, *, all_open: bool = False) -> None:
        """Show rows, those around a top row; ``all_open``: the view opens them all, so it is given fewer."""
        self.beginResetModel()
        self.rows = rows
        self.first, self.end = rows.window(max(0, top_row), all_open)
        self._files, self._below = rows.row_counts(self.first, self.end)
        self.endResetModel()

    # indexes and rows
    def top_row_of(self, index: Index) -> int:
        """Return the top row of an index; -1 for no row."""
        if not index.isValid():
            return -1
        return index.internalId() - 1 if index.internalId() else index.row() + self.first

    def position_of(self, index: Index) -> RowPosition:
        """Return the top row of an index and the row below it, -1 for the top row itself."""
        return self.top_row_of(index), index.row() if index.internalId() else -1

    def has(self, top_row: int) -> bool:
        """Return whether views have a top row."""
        return self.first <= top_row < self.end

    def index_at(self, top_row: int, row: int = -1) -> QModelIndex:
        """Return the index of a position; invalid where views do not have it."""
        top = self.index(top_row - self.first, 0)
        return top if row < 0 or not top.isValid() else self.index(row, 0, top)

    def index_of_key(self, key: RowKey) -> QModelIndex:
        """Return the index of a key; invalid where views do not have it."""
        return self.index_at(*self.rows.position_of(key))

    def key_of(self, index: Index) -> RowKey:
        """Return the key by which a row is found again."""
        return self.rows.key_at(*self.position_of(index))

    def kind_of(self, index: Index) -> Row:
        """Return the kind of a row."""
        at = index.internalId() - 1 - self.first
        if 0 <= at < len(self._files) and index.row() < self._files[at]:
            return _FILE
        return self.rows.kind_at(*self.position_of(index))

    def file_of(self, index: Index) -> int:
        """Return the file of a row; of a cluster its kept file; -1 for no row."""
        return self.rows.file_at(*self.position_of(index)) if index.isValid() else -1

    def files_of(self, index: Index) -> list[int]:
        """Return the file of a row, or the files of a cluster that may be marked."""
        if not index.isValid() or self.kind_of(index) > Row.FILE:
            return []
        return [self.file_of(index)] if index.internalId() else self.rows.markable_of(self.top_row_of(index))

    def record_of(self, index: Index) -> FileRecord | None:
        """Return the scan's record of a row's file."""
        file = self.file_of(index)
        return None if file < 0 else self.rows.table.files.records[file]

    def path_of(self, index: Index) -> str:
        """Return the path of a row's file, "" for no row."""
        record = self.record_of(index)
        return "" if record is None else record.path

    def pair_of(self, index: Index) -> Pair | None:
        """Return the part and whole of a note, or of a row of the section; None for other rows."""
        return self.rows.pair_at(*self.position_of(index)) if index.isValid() else None

    # Qt's side; asked for each row of a layout
    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if row < 0 or not 0 <= column < _COLUMNS or row >= self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + self.first + 1 if parent.isValid() else 0)

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        if not child.isValid() or not child.internalId():
            return QModelIndex()
        return self.createIndex(child.internalId() - 1 - self.first, 0, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return self.end - self.first
        if parent.internalId() or parent.column() or parent.row() >= len(self._below):
            return 0
        return self._below[parent.row()]

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        return self.rowCount(parent) > 0

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return _COLUMNS

    def similarity_heading(self, *, brief: bool = False) -> str:
        """Return the heading of the similarity column; the brief one is no wider than its figures."""
        return "%" if brief else self.tr("Similarity")

    def show_brief_heading(self, *, brief: bool) -> None:
        """Choose the heading of the similarity column."""
        if brief is not self._brief:
            self._brief = brief
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, Column.SHARED, Column.SHARED)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return _NO_FLAGS
        below, row = index.internalId(), index.row()
        if not below:
            return _HEADING_FLAGS if row + self.first == self.rows.clusters else _FLAGS
        if index.column() or row >= self._files[below - 1 - self.first]:
            return _FILE_FLAGS
        return _NAME_FLAGS

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == Column.SIZE:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        told = role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
        if role != Qt.ItemDataRole.DisplayRole and not (told and section == Column.SHARED):
            return None
        return {
            Column.NAME: self.tr("Name"),
            Column.SHARED: self.similarity_heading(brief=self._brief and not told),
            Column.VERSION: self.tr("Version"),
            Column.MODIFIED: self.tr("Modified"),
            Column.SIZE: self.tr("Size"),
            Column.FOLDER: self.tr("Folder"),
        }[Column(section)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        kind = self.kind_of(index)
        if role == Role.ROW:
            return kind
        match kind:
            case Row.FILE:
                return self._file_data(index, role)
            case Row.PART | Row.HOLDER:
                return self._part_data(index, role)
        return self._line_data(index, role, kind)

    def _line_data(self, index: Index, role: int, kind: Row) -> Any:
        """Return the data of a row across all columns."""
        if role == Role.FILE:
            return self.file_of(index)
        if index.column() != Column.NAME:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._line_text(index, kind)
            case Role.SUMMARY:
                return self._line_summary(index, kind)
            case Qt.ItemDataRole.AccessibleTextRole:
                text, summary = self._line_text(index, kind), self._line_summary(index, kind)
                return f"{text}, {summary}" if summary else text
            case Qt.ItemDataRole.ToolTipRole:
                return plain_text(self._line_tip(index, kind) or "")
        return None

    def _line_text(self, index: Index, kind: Row) -> str:
        top_row, row = self.position_of(index)
        match kind:
            case Row.HEADING:
                return self.rows.contained.heading()
            case Row.NOTE:
                return self.rows.note_text(top_row, row)
            case Row.MORE:
                return counted(
                    self.rows.unlisted(top_row),
                    self.tr("%n more file of this cluster: press Enter or double-click to list it"),
                    self.tr(
                        "%n more files of this cluster: press Enter or double-click to list more of them"
                    ),
                )
        return shown(os.path.basename(self.path_of(index)))

    def _line_summary(self, index: Index, kind: Row) -> str:
        top_row, contained = self.top_row_of(index), self.rows.contained
        match kind:
            case Row.CLUSTER:
                return self._cluster_summary(self.rows.cluster_at(top_row))
            case Row.HEADING:
                return contained.heading_summary()
            case Row.WHOLE | Row.HELD:
                return contained.group_summary(self.rows.group_at(top_row))
        return ""

    def _line_tip(self, index: Index, kind: Row) -> str | None:
        match kind:
            case Row.HEADING:
                return self.tr(
                    "Files of which a large part is inside another file. This does not count as similarity."
                )
            case Row.MORE:
                return None
        pair = self.pair_of(index)
        return folder_text(self.path_of(index)) if pair is None else self.rows.contained.tip(pair)

    def _part_data(self, index: Index, role: int) -> Any:
        pair, contained = self.pair_of(index), self.rows.contained
        assert pair is not None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                if index.column() == Column.SHARED:
                    return ""
                return contained.chip(pair) if index.column() == Column.VERSION else self._text(index)
            case Qt.ItemDataRole.ToolTipRole:
                if index.column() in (Column.NAME, Column.SHARED, Column.VERSION):
                    return plain_text(contained.tip(pair))
                return plain_text(plain_tip(self._record(index), index.column()))
            case Role.FILE:
                return self.file_of(index)
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
        table, member = self.rows.table, self.rows.member_at(*self.position_of(index))
        file = int(table.members[member])
        return RELATIONS[table.relation[member]] is not Relation.KEPT and not table.files.protected[file]

    def _cluster_summary(self, cluster: int) -> str:
        table = self.rows.table
        span = slice(int(table.offsets[cluster]), int(table.offsets[cluster + 1]))
        files = span.stop - span.start
        parts = [counted(files, self.tr("%n file"), self.tr("%n files"))]
        if freed := int(table.bytes_freed[cluster]):
            parts.append(self.tr("%1 to free").replace("%1", size_text(freed)))
        weakest = float(table.weakest[cluster])
        if weakest >= 1.0:
            parts.append(self.tr("all identical"))
        elif weakest < _ALIKE:
            parts.append(self.tr("some through others"))
        elif files > 2:
            share = shared_text(weakest, estimated=bool(table.estimated[span].any()))
            parts.append(self.tr("all at least %1 similar").replace("%1", share))
        return " · ".join(parts)

    def _record(self, index: Index) -> FileRecord:
        return self.rows.table.files.records[self.file_of(index)]

    def _file_data(self, index: Index, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(index)
            case Qt.ItemDataRole.CheckStateRole if index.column() == Column.NAME:
                return self._check_state(index)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_text(self._tool_tip(index))
            case Qt.ItemDataRole.AccessibleTextRole:
                if index.column() == Column.SHARED and self._figure(index, Role.ESTIMATED):
                    return self.tr("%1, estimated").replace("%1", self._text(index).lstrip("~"))
                if index.column() == Column.NAME and self._figure(index, Role.FILTERED_OUT):
                    return self.tr("%1, does not match the filter").replace("%1", self._text(index))
                through = self._figure(index, Role.THROUGH) if index.column() == Column.VERSION else ""
                return ", ".join(filter(None, (self._text(index), through)))
            case Role.FILE:
                return self.file_of(index)
            case _:
                return self._figure(index, role)

    def _figure(self, index: Index, role: int) -> Any:
        table, member = self.rows.table, self.rows.member_at(*self.position_of(index))
        match role:
            case Role.RELATION:
                return RELATIONS[table.relation[member]]
            case Role.SIMILARITY:
                kept = RELATIONS[table.relation[member]] is Relation.KEPT
                return None if kept else float(table.similarity[member])
            case Role.PROTECTED:
                return bool(table.files.protected[int(table.members[member])])
            case Role.WITHIN:
                return bool(table.within[member])
            case Role.ESTIMATED:
                return bool(table.estimated[member])
            case Role.FILTERED_OUT:
                named = self.rows.view.files
                return named is not None and not named[table.members[member]]
            case Role.THROUGH:
                session, file = self.rows.session, int(table.members[member])
                far = session is not None and session.clusters is table and not table.within[member]
                return through_text(session, file) if session is not None and far else ""
        return None

    def common_start(self, index: Index) -> int:
        """Return with how many letters all names of a file's cluster begin, to the end of a word; 0 for other rows."""
        if not index.isValid() or self.kind_of(index) is not Row.FILE or right_to_left():
            return 0
        table, cluster = self.rows.table, self.rows.table.cluster_of(self.file_of(index))
        if self._common[0] is not table:
            self._common = table, {}
        known = self._common[1]
        if cluster not in known:
            span = table.members[int(table.offsets[cluster]) : int(table.offsets[cluster + 1])][:_LOOKED_AT]
            names = [os.path.basename(table.files.records[file].path) for file in span.tolist()]
            first, last = min(names), max(names)
            pairs = enumerate(zip(first, last, strict=False))
            length = next((at for at, (a, b) in pairs if a != b), min(len(first), len(last)))
            while length and first[length - 1].isalnum():
                length -= 1
            known[cluster] = length
        return known[cluster]

    def _check_state(self, index: Index) -> Qt.CheckState | None:
        if not self._markable(index):
            return None  # no box: the kept file stays, a protected one is not touched
        assert self.rows.session is not None
        marked = self.file_of(index) in self.rows.session.marks
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
        """Return the words of a file's version chip."""
        relation, file = self._figure(index, Role.RELATION), self.file_of(index)
        return chip_text(
            relation,
            self._rule() if relation != Relation.KEPT or self._bears_out(self._rule(), file) else "",
            protected=self._figure(index, Role.PROTECTED),
            by_hand=self._by_hand(file),
        )

    def _bears_out(self, rule: str, file: int) -> bool:
        """Return whether the times beside a kept file say what its chip would say of it.

        They do not where the cluster has a later PDF of the same words, or an old version that was fetched again.
        """
        table = self.rows.table
        cluster, times = table.cluster_of(file), table.files.mtimes
        if cluster < 0:
            return True
        around = times[table.members[table.offsets[cluster] : table.offsets[cluster + 1]]]
        match rule.split(",", maxsplit=1)[0].strip():
            case "newest":
                return bool(times[file] >= around.max())
            case "oldest":
                return bool(times[file] <= around.min())
        return True

    def _tool_tip(self, index: Index) -> str:
        session = self.rows.session
        assert session is not None
        record, file = self._record(index), self.file_of(index)
        why = session.why_marked(file)
        match index.column():
            case Column.NAME:
                marked = "\n" + self.tr("Marked: %1").replace("%1", translated(why)) if why else ""
                aside = ""
                if self._figure(index, Role.FILTERED_OUT):
                    aside = "\n" + self.tr(
                        "This file does not match the filter; it is shown with its cluster."
                    )
                return folder_text(record.path) + aside + marked
            case Column.SHARED if self._figure(index, Role.SIMILARITY) is not None:
                relation = self._figure(index, Role.RELATION)
                seen, heard = session.clustering.is_seen(file), session.clustering.is_heard(file)
                estimated = self._figure(index, Role.ESTIMATED)
                return shared_tip(relation, estimated=estimated, seen=seen, heard=heard)
            case Column.VERSION if self._figure(index, Role.PROTECTED):
                return self.tr("In a protected folder: never marked, moved or deleted.")
            case Column.VERSION:
                return version_tip(
                    session,
                    file,
                    self._figure(index, Role.RELATION),
                    by_hand=self._by_hand(file),
                    within=self._figure(index, Role.WITHIN),
                )
        return plain_tip(record, index.column())
