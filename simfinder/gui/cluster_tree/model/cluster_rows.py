"""The rows of the cluster tree: two levels over the session's arrays, no Python object per row.

Owns what a row of the views stands for and how it is found again. What rows say is ``cluster_model``'s; which of them
the views have is ``stretched_rows``'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex

from simfinder.gui.cluster_tree.model.containment_rows import InsideRows, Pair
from simfinder.gui.cluster_tree.model.row_kinds import Column, Index, Row, RowKey
from simfinder.gui.cluster_tree.model.windowed_rows import StretchedRows
from simfinder.model.file_record import FileRecord

if TYPE_CHECKING:
    from simfinder.app.clusters.cluster_order import View
    from simfinder.app.session.session import Session

_COLUMNS = len(Column)
_FILE = Row.FILE  # a member of an enumeration is looked up by name each time it is named


class ClusterRows(StretchedRows):
    """Clusters and their files as rows; says nothing of them."""

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
        self._take(session, view, inside)
        self._weights = None
        self._stretch_around(0 if around is None else max(0, self.place_of_key(around)))
        self.endResetModel()

    # what a row is
    def kind_of(self, index: Index) -> Row:
        """What a row stands for."""
        place = self.place_of(index)
        if not index.internalId():
            return self._top_kind(place)
        row = index.row()
        if self._is_file(place, row):
            return _FILE
        if not self.is_cluster(place):
            return Row.PART
        return Row.MORE if row == self.listed(place) and self._has_more(place) else Row.NOTE

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

    def record_of(self, index: Index) -> FileRecord | None:
        """The scan's record of a row's file."""
        file = self.file_of(index)
        return None if file < 0 or self._table is None else self._table.files.records[file]

    def path_of(self, index: Index) -> str:
        """Path of a row's file, "" for no row."""
        record = self.record_of(index)
        return "" if record is None else record.path

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

    # how rows are found again
    def key_of(self, index: Index) -> RowKey:
        """By which a row is found again."""
        kind, pair = self.kind_of(index), self.pair_of(index)
        if pair is not None:
            return kind, pair.whole, pair.part
        return kind, self.file_of(index), 0

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

    # Qt's side; asked for each row of a layout, so the short way stands first
    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if row < 0 or not 0 <= column < _COLUMNS or row >= self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + self._first + 1 if parent.isValid() else 0)

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
        if not parent.isValid():
            return 0 if self._table is None else self._end - self._first
        if self._table is None or parent.internalId() or parent.column():
            return 0
        row = parent.row()
        if row < len(self._below) and (below := self._below[row]) >= 0:
            return below
        inside, place = self._inside, row + self._first
        if self.is_cluster(place):
            notes = 0 if inside is None else inside.notes(self.cluster_at(place))
            return self._notes_from(place) + notes
        return 0 if inside is None or place == self.clusters() else inside.parts(place - self.clusters() - 1)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return _COLUMNS
