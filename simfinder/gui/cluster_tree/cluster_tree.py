"""The cluster tree: a tree view over a window of rows, with its keys, selection and scrolling.

No view holds a million rows: the model hands over a window of them, and another one when a person scrolls to its end.
The tree remembers what is open, selected and in view by keys, so that it stays while the window moves or the clusters
change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from simfinder.gui.cluster_tree.column_widths import column_widths
from simfinder.gui.cluster_tree.model.cluster_model import ClusterModel
from simfinder.gui.cluster_tree.model.row_kinds import OF_GROUPS, Column, Row, RowKey
from simfinder.gui.cluster_tree.model.rows import BLOCK, Rows
from simfinder.gui.cluster_tree.model.selection import (
    SelectedRows,
    all_files,
    between,
    everything,
    markable_files,
    qt_selection,
    split,
)
from simfinder.gui.cluster_tree.row_painting import (
    INDENT,
    NAME_INDENT,
    NARROW_INDENT,
    ClusterDelegate,
    paint_arrow,
    paint_note,
    paint_top_row,
)
from simfinder.gui.cluster_tree.tree_state import TreeState
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.thumbnails import SIDE, Thumbnails
from simfinder.model.clusters import Relation

_BESIDE_NAME, _BESIDE_CELL = 2 * INDENT + NAME_INDENT + 6, 24
"""Pixels of a cell beside its words."""
_SELECT = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
_SELECT_ONLY = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
_NO_UPDATE = QItemSelectionModel.SelectionFlag.NoUpdate
_AROUND = 60  # rows looked at for another one to go on from, where the current one is in no cluster any more


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
    copy_wanted = Signal()  # of the paths of what is selected
    current_changed = Signal()

    _extending = _adding = False  # what the keys that are held down say

    def __init__(self, model: ClusterModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._names = (0, 0)  # pixels that nearly all names of the session need, and all
        self._relations: frozenset[Relation] = frozenset()  # that its rows have had
        # the room, the names and the relations that the columns are fitted to
        self._fitted: tuple[Any, ...] = ()
        self._fitting = False
        self._by_hand: dict[int, int] = {}  # widths of columns that a person has set
        self._all_open = False
        self._others: set[RowKey] = set()  # top-level rows that are not as ``_all_open`` says
        self._lent: set[RowKey] = set()  # of these the ones that were opened to show what a filter lists
        self._away = SelectedRows()  # selected rows that the view does not have now
        self._current_away: RowKey | None = None
        self._current_hidden: RowKey | None = None  # the current row, while a filter hides it
        self._standing_in: RowKey | None = None  # the row that was chosen in its place
        self._anchor: RowKey | None = None  # where a selection by Shift or by dragging begins
        self._restoring = False
        self._set_up()
        self.setModel(model)
        self.expanded.connect(lambda index: self._remember_open(index, is_open=True))
        self.collapsed.connect(lambda index: self._remember_open(index, is_open=False))
        self._edge = QTimer(self)
        self._edge.setSingleShot(True)
        self._edge.setInterval(0)
        self._edge.timeout.connect(self._slide)
        self.verticalScrollBar().valueChanged.connect(self._look_for_edge)

    def _set_up(self) -> None:
        self.setAccessibleName(self.tr("Clusters of similar files"))
        self.setItemDelegate(ClusterDelegate(self))
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(True)
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
        header.sectionResized.connect(self._remember_width)
        header.sectionHandleDoubleClicked.connect(self._fit_to_contents)

    # columns and painting
    def fit_columns(self) -> None:
        """Give the columns a width that suits the room and the names, unless a person has set one."""
        room = self.viewport().width()
        fitted = room, self._names, self._relations
        if fitted == self._fitted:
            return
        self._fitted = fitted
        metrics = self.fontMetrics()
        pictures = getattr(self.itemDelegate(), "large", False)
        names, longest = (pixels + _BESIDE_NAME for pixels in self._names)
        beside = SIDE + 8 if pictures else 0
        for brief in (False, True):
            heading = self._model.similarity_heading(brief=brief)
            widths = column_widths(
                room,
                heading,
                metrics,
                beside=beside,
                names=names,
                longest=longest,
                relations=self._relations,
            )
            if widths[Column.FOLDER] or widths[Column.NAME] >= beside + names:
                break
        self._model.show_brief_heading(brief=brief)
        if self._comfortable():
            widths[Column.NAME] += widths[Column.FOLDER]
            widths[Column.FOLDER] = 0  # the second line says it
        self.setIndentation(INDENT if widths[Column.NAME] >= beside + names else NARROW_INDENT)
        self._fitting = True
        for column, wide in widths.items():
            self.setColumnHidden(column, not wide)
            if wide:
                self.setColumnWidth(column, self._by_hand.get(column, wide))
        self._fitting = False

    def _remember_width(self, column: int, _before: int, width: int) -> None:
        """Keep a width that a person has set; the last column takes what is left."""
        last = max(one for one in Column if not self.isColumnHidden(one))
        if not self._fitting and width and column != last:
            self._by_hand[column] = width

    def _fit_to_contents(self, column: int) -> None:
        """Make a column as wide as its widest cell in view."""
        wide, index = self.fontMetrics().horizontalAdvance, self.indexAt(QPoint(0, 0))
        needed = [wide(str(self._model.headerData(column, Qt.Orientation.Horizontal))) + 2 * _BESIDE_CELL]
        while index.isValid() and self.visualRect(index).top() < self.viewport().height():
            if index.internalId():  # rows of clusters go across the columns
                beside = _BESIDE_NAME if column == Column.NAME else _BESIDE_CELL
                needed.append(wide(str(index.siblingAtColumn(column).data() or "")) + beside)
            index = self.indexBelow(index)
        self._by_hand[column] = max(needed)
        self._fitted = ()
        self.fit_columns()

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    def _comfortable(self) -> bool:
        return bool(getattr(self.itemDelegate(), "comfortable", False))

    def show_thumbnails(self, thumbnails: Thumbnails, *, large: bool) -> None:
        """Show thumbnails beside names, in the place of a glyph or large; what is selected and in view stays."""
        self._paint_anew(thumbnails=thumbnails, large=large)

    def show_comfortable(self, wanted: bool) -> None:
        """Give rows a second line with the folder, or one line; what is selected and in view stays."""
        self._paint_anew(comfortable=wanted)

    def _paint_anew(self, **how: Any) -> None:
        state, delegate = self.capture(), self.itemDelegate()
        assert isinstance(delegate, ClusterDelegate)
        for name, value in how.items():
            setattr(delegate, name, value)
        self._fitted = ()
        self.fit_columns()
        self.doItemsLayout()
        self._restore(state)

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
        if kind in (Row.CLUSTER, *OF_GROUPS, Row.HEADING):
            paint_top_row(self, painter, option.rect, index, heading=kind is Row.HEADING)
        elif kind in (Row.NOTE, Row.MORE):
            paint_note(self, painter, option.rect, index)

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, colors_of(self.palette()).color("selection"))
        if not index.internalId() and self._model.hasChildren(index):
            paint_arrow(self, painter, rect, is_open=self.isExpanded(index))

    # state
    def capture(self) -> TreeState:
        """Return the rows that are open, selected and in view."""
        top = self.indexAt(self.viewport().rect().topLeft())
        current, selected = self.currentIndex(), self.selected_rows()
        if self._current_hidden is not None and selected.keys() == [self._standing_in]:
            selected = SelectedRows()
        return TreeState(
            self._all_open,
            set(self._others),
            selected,
            self._current_hidden
            or (self._model.key_of(current) if current.isValid() else self._current_away),
            self._anchor,
            self._model.key_of(top) if top.isValid() else None,
            self.visualRect(top).top() if top.isValid() else 0,
        )

    def show_rows(self, rows: Rows, state: TreeState) -> None:
        """Show other rows; open, select and scroll as a state says, as far as its files are shown."""
        rows.list_as(self._model.rows)
        other = rows.session is not self._model.rows.session
        if not other and self._has_left(state.current, rows):
            current = next((key for key in self._keys_around() if rows.position_of(key)[0] >= 0), None)
            state = replace(state, current=current, selected=SelectedRows.of(filter(None, [current])))
        for key in (state.top, state.current):
            rows.list_up_to(key)
        top_row = -1 if state.top is None else rows.position_of(state.top)[0]
        self._reset(rows, top_row, state)
        if other:  # columns stay as they are while sliders move
            self._names = rows.names_width(self.fontMetrics().horizontalAdvance)
            self._relations = frozenset()
        relations = frozenset() if rows.session is None else rows.table.relations()
        if other or not relations <= self._relations:
            self._relations |= relations  # none goes
            self.fit_columns()

    def _has_left(self, current: RowKey | None, rows: Rows) -> bool:
        """Return whether the file of the current row is in no cluster any more, rather than hidden by a filter."""
        if current is None or current[0] not in (Row.CLUSTER, Row.FILE) or not self.currentIndex().isValid():
            return False
        return rows.position_of(current)[0] < 0 and int(rows.table.cluster_index[current[1]]) < 0

    def _keys_around(self) -> Iterator[RowKey]:
        """Yield keys of the rows below the current one, then of those above it."""
        for step in (self.indexBelow, self.indexAbove):
            index = step(self.currentIndex())
            for _ in range(_AROUND):
                if not index.isValid():
                    break
                yield self._model.key_of(index)
                index = step(index)

    def _reset(self, rows: Rows, top_row: int, state: TreeState) -> None:
        self._restoring = True
        self._model.show(rows, top_row, all_open=state.all_open)
        self._restore(state)

    def _restore(self, state: TreeState) -> None:
        self._restoring = True
        try:
            rows = self._model.rows
            top_rows = {key: rows.position_of(key)[0] for key in state.others}
            self._all_open = state.all_open
            # what is hidden, by the filter or because it is in no cluster now, may come back
            self._others = {key if top_row < 0 else rows.key_at(top_row) for key, top_row in top_rows.items()}
            self._open_again(top_row for top_row in top_rows.values() if self._model.has(top_row))
            self._select_again(state)
            top = QModelIndex() if state.top is None else self._model.index_of_key(state.top)
            if top.isValid():
                self.executeDelayedItemsLayout()
                self.scrollTo(top, QAbstractItemView.ScrollHint.PositionAtTop)
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() - state.offset)
        finally:
            self._restoring = False
        self.current_changed.emit()

    def _open_again(self, others: Iterable[int]) -> None:
        """Open what was open; a reset closes all rows."""
        if self._all_open:
            blocked = self.blockSignals(True)
            self.scheduleDelayedItemsLayout()  # one layout in all
            for row in range(self._model.rowCount()):  # Qt's expandAll asks each file four times, too
                self.expand(self._model.index(row, 0))
            self.blockSignals(blocked)
        for top_row in others:
            self.setExpanded(self._model.index_at(top_row), not self._all_open)

    def _select_again(self, state: TreeState) -> None:
        came_back = state.current is not None and state.current == self._current_hidden
        self._anchor, self._current_away, self._current_hidden = state.anchor, None, None
        self._select(state.selected, _SELECT)
        current = state.current
        top_row = -1 if current is None else self._model.rows.position_of(current)[0]
        if self._model.has(top_row):
            assert current is not None
            if (index := self._model.index_of_key(current)).isValid():
                self.selectionModel().setCurrentIndex(index, _NO_UPDATE)
                if came_back and not self.selected_rows():
                    self._select(SelectedRows.of([current]), _SELECT)
        elif top_row >= 0:
            self._current_away = current
        else:
            self._current_hidden = current

    def _remember_open(self, index: QModelIndex, *, is_open: bool) -> None:
        """Remember what a person opens and closes."""
        if not self._restoring:
            change = self._others.discard if is_open is self._all_open else self._others.add
            change(self._model.rows.key_at(self._model.top_row_of(index)))

    def open_all(self) -> None:
        """Open every cluster."""
        state = self.capture()
        state.all_open, state.others = True, set()
        self._move_window(self.first_visible(), state)

    def close_all(self) -> None:
        """Close every cluster. The current row becomes its cluster: Qt would open it again for a hidden one."""
        if self.currentIndex().internalId():
            self.setCurrentIndex(self.currentIndex().parent())
        state = self.capture()
        state.all_open, state.others = False, set()
        if state.top is not None and state.top[0] is Row.FILE:
            state.top, state.offset = (Row.CLUSTER, self._model.rows.kept_of(self.first_visible()), 0), 0
        self._move_window(self.first_visible(), state)

    # the window of rows
    def _move_window(self, top_row: int, state: TreeState | None = None) -> None:
        """Get the rows around a top row. No signal is sent: the current row stays.

        Args:
            top_row: that is wanted.
            state: to open, select and scroll by; None for the current one without its scroll position.
        """
        state = replace(self.capture(), top=None) if state is None else state
        blocked = self.blockSignals(True)
        try:
            self._reset(self._model.rows, top_row, state)
        finally:
            self.blockSignals(blocked)

    def _look_for_edge(self) -> None:
        """Get other rows when the view is scrolled near an end of those it has."""
        bar, model, near = self.verticalScrollBar(), self._model, self.viewport().height()
        at_start = bar.value() < near and model.first > 0
        at_end = bar.value() > bar.maximum() - near and model.end < len(model.rows)
        if not self._restoring and (at_start or at_end):
            self._edge.start()

    def _slide(self) -> None:
        top_row = self.first_visible()
        window = self._model.rows.window(top_row, self._all_open)
        if top_row >= 0 and window != (self._model.first, self._model.end):
            self._move_window(top_row, self.capture())

    def bring(self, top_row: int) -> None:
        """Get a top row and those around it, without scrolling to it."""
        if 0 <= top_row < len(self._model.rows) and not self._model.has(top_row):
            self._move_window(top_row)

    def show_current(self) -> None:
        """Scroll to the current row, if it is not in view."""
        self.scrollTo(self.currentIndex())

    def show_top_row(self, top_row: int) -> None:
        """Scroll a top row to the top of the view; the last one ends at the bottom."""
        model = self._model
        top_row = max(0, min(top_row, len(model.rows) - 1))
        below = min(top_row + BLOCK // 4, len(model.rows) - 1)
        if not (model.has(top_row) and model.has(below)):
            self._move_window(top_row)
        self.executeDelayedItemsLayout()
        self.scrollTo(model.index_at(top_row), QAbstractItemView.ScrollHint.PositionAtTop)

    @property
    def rows(self) -> Rows:
        """All rows, whether or not the view has them."""
        return self._model.rows

    @property
    def has_all(self) -> bool:
        """Return whether the view has all rows there are."""
        return self._model.rows.fit(self._all_open)

    @property
    def at_end(self) -> bool:
        """Return whether the last row there is ends at the bottom."""
        bar = self.verticalScrollBar()
        return self._model.end == len(self._model.rows) and bar.value() == bar.maximum()

    def first_visible(self) -> int:
        """Return the top row that is first in view; -1 for none."""
        return self._model.top_row_of(self.indexAt(self.viewport().rect().topLeft()))

    def current_top_row(self) -> int:
        """Return the top row of the current row, wherever the view is scrolled to; -1 for none."""
        if self._current_away is not None:
            return self._model.rows.position_of(self._current_away)[0]
        return self._model.top_row_of(self.currentIndex())

    def rows_in_view(self) -> list[RowInView]:
        """Return the top-level rows that are on the screen, and that of the current row."""
        rows: dict[int, None] = {}
        current = self.currentIndex()
        here = self._model.top_row_of(current)
        if here >= 0:
            rows[here] = None
        index, bottom = self.indexAt(self.viewport().rect().topLeft()), self.viewport().height()
        while index.isValid() and self.visualRect(index).top() < bottom:
            rows[self._model.top_row_of(index)] = None
            index = self.indexBelow(index)
        return [
            RowInView(row, self.isExpanded(self._model.index_at(row)), row == here)
            for row in rows
            if self._model.rows.is_cluster(row)
        ]

    # going to rows
    def go_to(self, top_row: int) -> None:
        """Open the cluster of a top row and select its first file that is not kept."""
        self._away = SelectedRows()
        self.bring(top_row)
        top = self._model.index_at(top_row)
        self.expand(top)
        self.setCurrentIndex(self._model.index(1, 0, top))
        self.scrollTo(top)
        self.scrollTo(self.currentIndex())
        self.setFocus()

    def _go_to_end(self) -> None:
        top_row = len(self._model.rows) - 1
        self.show_top_row(top_row)
        self.scrollToBottom()
        last = self._model.index_at(top_row)
        if self.isExpanded(last) and (below := self._model.rowCount(last)):
            last = self._model.index(below - 1, 0, last)
        self._make_current(last)

    def _make_current(self, index: QModelIndex) -> None:
        """Make a row the current one, and select it or all up to it."""
        if self._extending:
            self.selectionModel().setCurrentIndex(index, _NO_UPDATE)
            self._extend(index)
        else:
            self.setCurrentIndex(index)

    def list_more(self, index: QModelIndex) -> None:
        """List more files of a cluster in the place of the row that stood for them."""
        top_row, row = self._model.position_of(index)
        self._model.rows.list_more(top_row)
        self._move_window(top_row, self.capture())
        self.setCurrentIndex(self._model.index_at(top_row, row))

    def open_first(self, rows: int) -> None:
        """Open the first clusters, about ``rows`` rows of them, and select the first file that is not kept."""
        shown = 0
        self.bring(0)
        for row in range(min(self._model.rowCount(), self._model.rows.clusters, rows)):
            index = self._model.index(row, 0)
            shown += 1 + self._model.rowCount(index)
            if row and shown > rows:
                break
            self.expand(index)
        first = self._model.index_at(0, min(1, self._model.rows.clusters))
        if first.isValid():
            self.setCurrentIndex(first)
            self.scrollToTop()

    def stand_in(self, rows: int) -> None:
        """Choose the first file, as long as a filter hides the chosen one, which is chosen again when it comes back."""
        hidden, others = self._current_hidden, set(self._others)
        if hidden is not None:
            self.open_first(rows)
            self._current_hidden, self._lent = hidden, self._others - others
            self._standing_in = self._model.key_of(self.currentIndex())

    def end_stand_in(self) -> None:
        """Close what was opened for a filter that is another one now."""
        self._others -= self._lent
        self._lent = set()

    # menu and keys
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select the row that Qt makes the current one where there was none."""
        before = self.currentIndex()
        super().focusInEvent(event)
        if not before.isValid() and self.currentIndex().isValid():
            self.setCurrentIndex(self.currentIndex())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the row under the pointer; by key that of the current row, below its name."""
        index, place = self.indexAt(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            self.scrollTo(index)
            row = self.visualRect(index.siblingAtColumn(Column.NAME))
            place = self.viewport().mapToGlobal(row.bottomLeft())
        if index.isValid():
            self.menu_wanted.emit(index, place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._current_away is not None:  # keys begin at the current row, however far it was scrolled away
            self._move_window(self.current_top_row())
            self.scrollTo(self.currentIndex())
        with self._held(event):
            self._press_key(event)

    def _press_key(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        index, some = self.currentIndex(), len(self._model.rows) > 0
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
            return
        match event.key():
            case Qt.Key.Key_Space if plain:
                self.mark_wanted.emit(self.markable_files())
            case Qt.Key.Key_K if plain:
                if index.isValid() and self._model.kind_of(index) is Row.FILE:
                    self.keep_wanted.emit(self._model.file_of(index))
            case Qt.Key.Key_End if (plain or self._extending) and some:
                self._go_to_end()
            case Qt.Key.Key_Home if (plain or self._extending) and some:
                self.show_top_row(0)
                self._make_current(self._model.index_at(0))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if plain:
                if index.isValid() and self._model.kind_of(index) is Row.MORE:
                    self.list_more(index)
                elif self._model.file_of(index) >= 0:
                    self.open_wanted.emit(index)
            case Qt.Key.Key_Down | Qt.Key.Key_Up | Qt.Key.Key_PageDown | Qt.Key.Key_PageUp if (
                not index.isValid()
            ):
                # The row that was current is gone: on from what is seen, not from the first of thousands.
                self.setCurrentIndex(self.indexAt(self.viewport().rect().topLeft()))
            case _:
                super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Do nothing: letters are commands here, and the filter box searches."""

    # selection
    def selected_rows(self) -> SelectedRows:
        """Return the rows that are selected, whether or not the view has them."""
        return SelectedRows.of(map(self._model.key_of, self._selected_indexes())).joined(self._away)

    def _selected_indexes(self) -> list[QModelIndex]:
        """Return the selected rows by their first column. Qt's own list of them takes 40 ms for a thousand."""
        model, found = self._model, []
        for part in self.selectionModel().selection():  # type: ignore[attr-defined]  # a list, the stubs do not say so
            parent = part.parent()
            found += [model.index(row, Column.NAME, parent) for row in range(part.top(), part.bottom() + 1)]
        return found

    def markable_files(self) -> list[int]:
        """Return the files of the selected rows that may be marked; a cluster row stands for all of its files."""
        files = [file for index in self._selected_indexes() for file in self._model.files_of(index)]
        if self._away:
            files += markable_files(self._away, self._model.rows).tolist()
        return list(dict.fromkeys(files))

    def selected_files(self) -> list[int]:
        """Return the files of the selected rows, ascending; a cluster's row stands for all of its files."""
        selected = self.selected_rows()
        files: list[int] = all_files(selected, self._model.rows).tolist() if selected else []
        return files

    def select_files(self, files: Iterable[int]) -> None:
        """Select files that were chosen elsewhere and open their clusters; what is not shown is left out."""
        model, rows = self._model, self._model.rows
        top_rows = {file: top_row for file in files if (top_row := rows.top_row_of(file)) >= 0}
        self._away = SelectedRows()
        if not top_rows:
            self.selectionModel().clearSelection()
            return
        keys: list[RowKey] = [(Row.FILE, file, 0) for file in top_rows]
        self.bring(next(iter(top_rows.values())))
        here = [key for key in keys if model.has(top_rows[key[1]])]
        if sum(rows.list_up_to(key) for key in here):
            self._move_window(top_rows[keys[0][1]])
        for key in here:
            self.expand(model.index_at(top_rows[key[1]]))
        first = model.index_of_key(keys[0])
        self.selectionModel().setCurrentIndex(first, _NO_UPDATE)
        self._select(SelectedRows.of(keys), _SELECT_ONLY)
        self.scrollTo(first)

    def selectAll(self) -> None:
        """Select every row there is, whether or not the view has it."""
        if len(self._model.rows):
            self._select(everything(self._model.rows, self._all_open, self._others), _SELECT_ONLY)

    def _select(self, wanted: SelectedRows, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select rows; those that the view does not have are remembered."""
        here, self._away = split(wanted, self._model) if wanted else (wanted, wanted)
        selection = qt_selection(here, self._model)
        if not selection.isEmpty() or command & QItemSelectionModel.SelectionFlag.Clear:
            self.selectionModel().select(selection, command)

    @contextmanager
    def _held(self, event: QKeyEvent | QMouseEvent) -> Iterator[None]:
        """Remember the keys held during an event: Shift selects from the anchor on, Ctrl keeps what is selected."""
        held = event.modifiers()
        self._extending = bool(held & Qt.KeyboardModifier.ShiftModifier)
        self._adding = bool(held & Qt.KeyboardModifier.ControlModifier)
        if self._extending and self._anchor is None and (current := self.currentIndex()).isValid():
            self._anchor = self._model.key_of(current)
        try:
            yield
        finally:
            self._extending = self._adding = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        with self._held(event):
            super().mousePressEvent(event)
            if index.isValid() and not self._extending:
                self._anchor = self._model.key_of(index)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Let Shift and dragging select all from the anchor on, however far it is from the rows of the view."""
        dragging = self.state() is QAbstractItemView.State.DragSelectingState
        flags = QItemSelectionModel.SelectionFlag
        ranged = self._extending or (dragging and not command & flags.Toggle)
        end = self.indexAt(rect.bottomRight()) if dragging else self.currentIndex()
        if ranged and end.isValid() and command & flags.Select:
            self._extend(end)
        else:
            super().setSelection(rect, command)

    def _extend(self, end: QModelIndex) -> None:
        """Select the rows from the anchor to this one; with Ctrl besides what is selected, else in its place."""
        rows = self._model.rows
        positions = [self._model.position_of(end)]
        anchor = (-1, -1) if self._anchor is None else rows.position_of(self._anchor)
        positions.append(anchor if anchor[0] >= 0 else positions[0])  # the filter may hide it
        wanted = between(rows, min(positions), max(positions), self._all_open, self._others)
        self._select(wanted.joined(self.selected_rows()) if self._adding else wanted, _SELECT_ONLY)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Let a row that a screen reader selects become the current one: Qt only adds it to what is selected."""
        super().selectionChanged(selected, deselected)
        parts = list(selected)  # type: ignore[call-overload]  # a list, the stubs do not say so
        if self._restoring or len(parts) != 1 or parts[0].top() != parts[0].bottom():
            return
        row = self._model.index(parts[0].top(), Column.NAME, parts[0].parent())
        if row != self.currentIndex().siblingAtColumn(Column.NAME):
            self.selectionModel().setCurrentIndex(row, _NO_UPDATE)
            self.selectionModel().select(row, _SELECT)

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Deselect also rows outside the window when something else is selected."""
        flags = super().selectionCommand(index, event)
        if flags & QItemSelectionModel.SelectionFlag.Clear:
            self._away = SelectedRows()
        return flags

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        away = self._away
        # asks for a selection command, though nothing is selected by it
        super().currentChanged(current, previous)
        self._away = away
        if not self._restoring:
            self._current_away = self._current_hidden = None
            dragging = self.state() is QAbstractItemView.State.DragSelectingState
            if not self._extending and not dragging and current.isValid():
                self._anchor = self._model.key_of(current)
            self.current_changed.emit()
