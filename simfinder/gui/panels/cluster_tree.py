"""The tree view of clusters: rows of clusters across all columns, keys, and its state kept over a regroup."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from simfinder.gui.delegates.cluster_delegate import NAME_INDENT, ClusterDelegate
from simfinder.gui.delegates.thumbnails import SIDE, Thumbnails
from simfinder.gui.models.cluster_model import ClusterModel
from simfinder.gui.models.cluster_rows import Column, Role, Row, RowKey
from simfinder.gui.panels.column_widths import column_widths
from simfinder.gui.style import colors_of, scaled

_INDENT = 20


@dataclass(slots=True)
class TreeState:
    """What a person has opened, chosen and scrolled to.

    Attributes:
        all_open: top-level rows are open unless they are among ``others``; else the other way round.
        others: what stands for the rows that are not as ``all_open`` says, see ``ClusterModel.opened_by``.
        selected: keys of selected rows.
        current: key of the current row, None for none.
        top: key of the topmost visible row.
        offset: pixels by which that row is scrolled out.
    """

    all_open: bool = False
    others: set[int] = field(default_factory=set)
    selected: list[RowKey] = field(default_factory=list)
    current: RowKey | None = None
    top: RowKey | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class RowInView:
    """A cluster on the screen, with whether it is open and whether the current row is in it."""

    row: int
    is_open: bool
    current: bool


class ClusterTree(QTreeView):
    """The view. What keys ask for is said by signals."""

    mark_wanted = Signal(object)  # list of file indexes whose marks are to be toggled together
    keep_wanted = Signal(int)
    open_wanted = Signal(object)  # QModelIndex
    menu_wanted = Signal(object, object)  # QModelIndex, place on the screen
    current_changed = Signal()

    def __init__(self, model: ClusterModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._all_open = False
        self._others: set[int] = set()
        self._restoring = False
        self.setModel(model)
        self.setItemDelegate(ClusterDelegate(self))
        self.setUniformRowHeights(True)
        self.setIndentation(_INDENT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setExpandsOnDoubleClick(True)
        self.setAccessibleName(self.tr("Clusters of similar files"))
        header = self.header()
        header.setSectionsMovable(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setMinimumSectionSize(48)
        self.expanded.connect(lambda index: self._note(index, is_open=True))
        self.collapsed.connect(lambda index: self._note(index, is_open=False))
        model.rowsInserted.connect(self._open_loaded)
        self._fitted_width = 0

    # columns
    def fit_columns(self) -> None:
        """Give the columns a width that suits the room, unless a person has set one."""
        width = self.viewport().width()
        if width == self._fitted_width:
            return
        self._fitted_width = width
        heading, metrics = self._model.shared_heading(), self.fontMetrics()
        pictures = getattr(self.itemDelegate(), "thumbnails", None) is not None
        widths = column_widths(width, heading, metrics, beside=SIDE if pictures else 0)
        self._model.shorten_headings(widths[Column.SHARED] < metrics.horizontalAdvance(heading) + 12)
        for column, wide in widths.items():
            self.setColumnHidden(column, not wide)
            if wide:
                self.setColumnWidth(column, wide)

    # state
    def capture(self) -> TreeState:
        """What is open, chosen and in view."""
        top = self.indexAt(self.viewport().rect().topLeft())
        current = self.currentIndex()
        return TreeState(
            self._all_open,
            set(self._others),
            [self._model.key_of(index) for index in self.selectionModel().selectedRows(Column.NAME)],
            self._model.key_of(current) if current.isValid() else None,
            self._model.key_of(top) if top.isValid() else None,
            self.visualRect(top).top() if top.isValid() else 0,
        )

    def restore(self, state: TreeState) -> None:
        """Open, choose and scroll as before, as far as the files are still shown."""
        self._restoring = True
        try:
            rows = self._model.top_rows(state.others)
            hidden = state.others - rows.keys()  # by the filter, or in no cluster now: they may come back
            self._all_open = state.all_open
            self._others = hidden | {self._model.opened_by(row) for row in rows.values()}
            self._open_rows(0, self._model.rowCount() - 1)
            selection = self.selectionModel()
            flags = QItemSelectionModel.SelectionFlag
            for key in state.selected:
                if (index := self._model.index_of_key(key)).isValid():
                    selection.select(index, flags.Select | flags.Rows)
            if state.current is not None and (index := self._model.index_of_key(state.current)).isValid():
                selection.setCurrentIndex(index, flags.NoUpdate)
            if state.top is not None and (index := self._model.index_of_key(state.top)).isValid():
                self.executeDelayedItemsLayout()
                self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() - state.offset)
        finally:
            self._restoring = False
        self.current_changed.emit()

    def rows_in_view(self) -> list[RowInView]:
        """Top-level rows that are on the screen, and that of the current row."""
        rows: dict[int, None] = {}
        current = self.currentIndex()
        here = current.parent().row() if current.internalId() else current.row()
        if here >= 0:
            rows[here] = None
        index, bottom = self.indexAt(self.viewport().rect().topLeft()), self.viewport().height()
        while index.isValid() and self.visualRect(index).top() < bottom:
            rows[index.parent().row() if index.internalId() else index.row()] = None
            index = self.indexBelow(index)
        return [
            RowInView(row, self.isExpanded(self._model.index(row, 0)), row == here)
            for row in rows
            if self._model.is_cluster(row)
        ]

    def _note(self, index: QModelIndex, *, is_open: bool) -> None:
        """Remember what a person opens and closes."""
        if not self._restoring:
            change = self._others.discard if is_open is self._all_open else self._others.add
            change(self._model.opened_by(index.row()))

    def _open_loaded(self, parent: QModelIndex, first: int, last: int) -> None:
        """Rows that a view is given later are opened like the ones before."""
        if not parent.isValid():
            before, self._restoring = self._restoring, True
            self._open_rows(first, last)
            self._restoring = before

    def _open_rows(self, first: int, last: int) -> None:
        if not self._all_open and not self._others:
            return
        for row in range(first, last + 1):
            index = self._model.index(row, 0)
            if self._all_open is not (self._model.opened_by(row) in self._others):
                self.setExpanded(index, self._model.kind_of(index) is not Row.HEADING)

    def open_all(self) -> None:
        """Open every cluster, also those that are loaded later."""
        self._all_open, self._others = True, set()
        self._restoring = True
        self.expandAll()
        self._restoring = False

    def close_all(self) -> None:
        """Close every cluster. The current row becomes its cluster: Qt would open it again for a hidden one."""
        if self.currentIndex().internalId():
            self.setCurrentIndex(self.currentIndex().parent())
        self._all_open, self._others = False, set()
        self._restoring = True
        self.collapseAll()
        self._restoring = False

    def open_first(self, rows: int) -> None:
        """Open the first clusters, about ``rows`` rows of them, and choose the first file that is not kept."""
        shown = 0
        for row in range(min(self._model.rowCount(), self._model.clusters(), rows)):
            index = self._model.index(row, 0)
            shown += 1 + self._model.rowCount(index)
            if row and shown > rows:
                break
            self.expand(index)
        first = self._model.index(min(1, self._model.clusters()), 0, self._model.index(0, 0))
        if first.isValid():
            self.setCurrentIndex(first)
            self.scrollToTop()

    def show_thumbnails(self, thumbnails: Thumbnails | None) -> None:
        """Show small pictures beside names, or none; what is chosen and in view stays."""
        state, delegate = self.capture(), self.itemDelegate()
        assert isinstance(delegate, ClusterDelegate)
        delegate.thumbnails = thumbnails
        self._fitted_width = 0
        self.fit_columns()
        self.doItemsLayout()
        self.restore(state)

    # painting
    def drawRow(self, painter: QPainter, option: Any, index: QModelIndex | QPersistentModelIndex) -> None:
        if not index.internalId() and self.selectionModel().isSelected(index):
            painter.fillRect(option.rect, colors_of(self.palette()).color("selection"))
        super().drawRow(painter, option, index)
        current = self.currentIndex()
        if self.hasFocus() and current.siblingAtColumn(index.column()) == index:  # where the keys go
            left = self.viewport().width() - 2 if self.isRightToLeft() else 0
            edge = QRect(left, option.rect.top(), 2, option.rect.height())
            painter.fillRect(edge, colors_of(self.palette()).color("accent"))
        kind = self._model.kind_of(index)
        if kind in (Row.CLUSTER, Row.WHOLE, Row.HEADING):
            self._draw_cluster(painter, option.rect, index, heading=kind is Row.HEADING)
        elif kind is Row.NOTE:
            self._draw_note(painter, option.rect, index)

    def _draw_note(self, painter: QPainter, row: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """A quiet sentence across the columns, where names begin."""
        cell = self._across(row, 2 * _INDENT + NAME_INDENT)
        painter.save()
        painter.setPen(colors_of(self.palette()).color("muted"))
        text = index.sibling(index.row(), Column.NAME).data(Qt.ItemDataRole.DisplayRole)
        text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, cell.width())
        painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        painter.restore()

    def _across(self, row: QRect, indent: int) -> QRect:
        """A row from where names begin to the last column in view, from whichever side text is read."""
        name, last = self.columnViewportPosition(Column.NAME), self.columnViewportPosition(Column.MODIFIED)
        if self.isRightToLeft():
            right = name + self.columnWidth(Column.NAME) - indent
            left = min(0, last + self.columnWidth(Column.MODIFIED)) + 12
            return QRect(left, row.top(), right - left, row.height())
        left = name + indent
        return QRect(left, row.top(), max(self.viewport().width(), last) - left - 12, row.height())

    def _draw_cluster(
        self,
        painter: QPainter,
        row: QRect,
        index: QModelIndex | QPersistentModelIndex,
        *,
        heading: bool,
    ) -> None:
        colors = colors_of(self.palette())
        cell = self._across(row, 6 if heading else _INDENT + 1)
        painter.save()
        painter.setFont(scaled(self.font(), 0.85 if heading else 1.0, bold=True))
        painter.setPen(colors.color("muted" if heading else "text"))
        metrics = painter.fontMetrics()
        name = index.data(Qt.ItemDataRole.DisplayRole)
        name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, max(80, cell.width() - 220))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(cell, align, name)
        width = metrics.horizontalAdvance(name) + 18
        painter.setFont(self.font())
        painter.setPen(colors.color("muted"))
        rest = cell.adjusted(0, 0, -width, 0) if self.isRightToLeft() else cell.adjusted(width, 0, 0, 0)
        summary = index.data(Role.SUMMARY)
        painter.drawText(
            rest, align, painter.fontMetrics().elidedText(summary, Qt.TextElideMode.ElideRight, rest.width())
        )
        painter.restore()

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, colors_of(self.palette()).color("selection"))
        if index.internalId() or not self._model.hasChildren(index):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors_of(self.palette()).color("muted"))
        x, y = rect.right() - 9.5, rect.center().y() + 1
        corners = [(-4, -2), (4, -2), (0, 2.5)] if self.isExpanded(index) else [(-2, -4), (-2, 4), (2.5, 0)]
        painter.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))
        painter.restore()

    # menu and keys
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Of the row under the pointer; by key of the current row, below its name."""
        index, place = self.indexAt(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            self.scrollTo(index)
            row = self.visualRect(index.siblingAtColumn(Column.NAME))
            place = self.viewport().mapToGlobal(row.bottomLeft())
        if index.isValid():
            self.menu_wanted.emit(index, place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        index = self.currentIndex()
        match event.key():
            case Qt.Key.Key_Space if plain:
                self.mark_wanted.emit(self.selected_files())
            case Qt.Key.Key_K if plain:
                if index.isValid() and self._model.kind_of(index) is Row.FILE:
                    self.keep_wanted.emit(self._model.file_of(index))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if plain:
                if self._model.file_of(index) >= 0:
                    self.open_wanted.emit(index)
            case _:
                super().keyPressEvent(event)

    def selected_files(self) -> list[int]:
        """Files of the selected rows that may be marked; a cluster row stands for all of its files."""
        rows = self.selectionModel().selectedRows(Column.NAME)
        return list(dict.fromkeys(file for index in rows for file in self._model.files_of(index)))

    def chosen_files(self) -> list[int]:
        """Files of the selected rows, ascending; a cluster's row stands for all of its files."""
        files: set[int] = set()
        for index in self.selectionModel().selectedRows(Column.NAME):
            kind = self._model.kind_of(index)
            if kind is Row.CLUSTER:
                files.update(self._model.members_of(index.row()))
            elif kind is not Row.HEADING:
                files.add(self._model.file_of(index))
        return sorted(files)

    def select_files(self, files: Iterable[int]) -> None:
        """Choose files that were chosen elsewhere and open their clusters; what is not shown is left out."""
        selection = QItemSelection()
        first = QModelIndex()
        for file in files:
            index = self._model.index_of(file)
            if index.isValid():
                self.expand(index.parent())
                selection.select(index, index.siblingAtColumn(Column.FOLDER))
                first = first if first.isValid() else index
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        if first.isValid():
            self.selectionModel().setCurrentIndex(first, flags.NoUpdate)
            self.scrollTo(first)

    def keyboardSearch(self, _search: str) -> None:
        """No search by typing: letters are commands here, and the filter box searches."""

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        if not self._restoring:
            self.current_changed.emit()

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.fit_columns()
