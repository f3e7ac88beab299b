"""Text, percentages, chips, sizes and check boxes for the rows of the cluster tree.

The model asks for marks through the ``marker`` callable and never sets them itself. ``cluster_rows`` knows where rows
are, ``tooltips`` writes the tool tips.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from simfinder.gui.cluster_tree.model.cluster_rows import ClusterRows
from simfinder.gui.cluster_tree.model.row_kinds import Column, Index, Role, Row
from simfinder.gui.cluster_tree.model.tooltips import plain_tip, shared_tip, version_tip
from simfinder.gui.wording.formatting import (
    chip_text,
    counted,
    date_text,
    folder_text,
    shared_text,
    shown,
    size_text,
)
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord

RELATIONS = tuple(Relation)

_NO_FLAGS, _HEADING_FLAGS = Qt.ItemFlag.NoItemFlags, Qt.ItemFlag.ItemIsEnabled
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_FILE_FLAGS = _FLAGS | Qt.ItemFlag.ItemNeverHasChildren
_NAME_FLAGS = _FILE_FLAGS | Qt.ItemFlag.ItemIsUserCheckable


class ClusterModel(ClusterRows):
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

    def similarity_heading(self) -> str:
        """Return the heading of the similarity column."""
        return self.tr("Similarity")

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return _NO_FLAGS
        below = index.internalId()
        if not below:
            return _HEADING_FLAGS if index.row() + self._first == self.clusters() else _FLAGS
        if index.column() or not self._is_file(below - 1, index.row()):
            return _FILE_FLAGS
        return _NAME_FLAGS

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            Column.NAME: self.tr("Name"),
            Column.SHARED: self.similarity_heading(),
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
        """Return the data of rows across all columns: the heading, a whole, a note, the rest of a cluster."""
        if role == Role.FILE:
            return self.file_of(index)
        if index.column() != Column.NAME:
            return None
        if kind is Row.MORE:
            text = self._more_text(self.place_of(index))
            return text if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        assert self._inside is not None
        place = self.place_of(index) - self.clusters() - 1
        match kind:
            case Row.NOTE:
                top = self.place_of(index)
                text = self._inside.note_text(self.cluster_at(top), index.row() - self._notes_from(top))
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
                tip = self.tr(
                    "Files of which a large part is inside another file. This does not count as similarity."
                )
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

    def _more_text(self, place: int) -> str:
        return counted(
            self._rest_of(place),
            self.tr("%n more file of this cluster: press Enter or double-click to list it"),
            self.tr("%n more files of this cluster: press Enter or double-click to list more of them"),
        )

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
            return self._summary(self.cluster_at(self.place_of(index)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            name = shown(os.path.basename(self._record(index).path))
            return f"{name}, {self._summary(self.cluster_at(self.place_of(index)))}"
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
            parts.append(self.tr("all at least %1 similar").replace("%1", share))
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
                if index.column() == Column.NAME and self._figure(index, Role.ASIDE):
                    return self.tr("%1, does not match the filter").replace("%1", self._text(index))
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
            case Role.ASIDE:
                named = self.view.files
                return named is not None and not named[table.members[position]]
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
        table = self.table
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
        assert self._session is not None
        record, file = self._record(index), self.file_of(index)
        why = self._session.why_marked(file)
        match index.column():
            case Column.NAME:
                marked = "\n" + self.tr("Marked: %1").replace("%1", translated(why)) if why else ""
                aside = ""
                if self._figure(index, Role.ASIDE):
                    aside = "\n" + self.tr(
                        "This file does not match the filter; it is shown with its cluster."
                    )
                return shown(record.path) + aside + marked
            case Column.SHARED if self._figure(index, Role.SIMILARITY) is not None:
                relation = self._figure(index, Role.RELATION)
                return shared_tip(relation, estimated=self._figure(index, Role.ESTIMATED))
            case Column.VERSION if self._figure(index, Role.PROTECTED):
                return self.tr("In a protected folder: never marked, moved or deleted.")
            case Column.VERSION:
                return version_tip(
                    self._session,
                    file,
                    self._figure(index, Role.RELATION),
                    by_hand=self._by_hand(file),
                    within=self._figure(index, Role.WITHIN),
                )
        return self._plain_tip(index)

    def _plain_tip(self, index: Index) -> str:
        return plain_tip(self._record(index), index.column())
