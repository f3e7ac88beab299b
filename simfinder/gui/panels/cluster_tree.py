"""The tree view of clusters: rows of clusters across all columns, keys, and its state kept over a regroup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from simfinder.gui.delegates.cluster_delegate import NAME_INDENT, ClusterDelegate
from simfinder.gui.delegates.thumbnails import SIDE, Thumbnails
from simfinder.gui.models.chosen import Chosen, all_files, between, everything, markable_files, split
from simfinder.gui.models.chosen_rows import selection_of
from simfinder.gui.models.cluster_model import ClusterModel
from simfinder.gui.models.cluster_rows import BLOCK, Column, Role, Row, RowKey
from simfinder.gui.panels.column_widths import column_widths
from simfinder.gui.style import colors_of, scaled

_INDENT = 20


@dataclass(slots=True)
class TreeState:
    """What a person has opened, chosen and scrolled to.

    Attributes:
        all_open: top-level rows are open unless they are among ``others``; else the other way round.
        others: what stands for the rows that are not as ``all_open`` says, see ``ClusterModel.opened_by``.
        selected: the rows that are selected.
        current: key of the current row, None for none.
        anchor: key of the row from which Shift selects, None for none.
        top: key of the topmost visible row.
        offset: pixels by which that row is scrolled out.
    """

    all_open: bool = False
    others: set[int] = field(default_factory=set)
    selected: Chosen = field(default_factory=Chosen)
    current: RowKey | None = None
    anchor: RowKey | None = None
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
    stretched = Signal()  # the view has other rows than before

    def __init__(self, model: ClusterModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._all_open = False
        self._others: set[int] = set()
        self._away = Chosen()  # chosen rows that the view does not have now
        self._current_away: RowKey | None = None
        self._anchor: RowKey | None = None  # where a selection by Shift or by dragging begins
        self._extending = self._adding = False  # what the keys that are held down say
        self._before: TreeState | None = None
        self._at_start = False
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
        model.moving.connect(self._remember)
        model.moved.connect(self._go_on)
        self._edge = QTimer(self)
        self._edge.setSingleShot(True)
        self._edge.setInterval(0)
        self._edge.timeout.connect(self._slide)
        self.verticalScrollBar().valueChanged.connect(self._look_for_edge)
        self._fitted_width = 0

    # columns
    def fit_columns(self) -> None:
        """Give the columns a width that suits the room, unless a person has set one."""
        width = self.viewport().width()
        if width == self._fitted_width:
            return
        self._fitted_width = width
        heading, metrics = self._model.shared_heading(), self.fontMetrics()
        short = self._model.shared_heading(short=True)
        pictures = getattr(self.itemDelegate(), "thumbnails", None) is not None
        widths = column_widths(width, (heading, short), metrics, beside=SIDE if pictures else 0)
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
            self._chosen(),
            self._model.key_of(current) if current.isValid() else self._current_away,
            self._anchor,
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
            self._model.count_open(self._all_open)
            top = QModelIndex() if state.top is None else self._model.index_of_key(state.top)
            self._open_again()
            self._choose_again(state)
            if top.isValid():
                self.executeDelayedItemsLayout()
                self.scrollTo(top, QAbstractItemView.ScrollHint.PositionAtTop)
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() - state.offset)
        finally:
            self._restoring = False
        self.current_changed.emit()

    def _choose_again(self, state: TreeState) -> None:
        """Choose what was chosen; rows that the view does not have are remembered."""
        flags = QItemSelectionModel.SelectionFlag
        self._anchor, self._current_away = state.anchor, None
        self._choose(state.selected, flags.Select | flags.Rows)
        current = state.current
        if current is not None and self._has(current):
            if (index := self._model.index_of_key(current)).isValid():
                self.selectionModel().setCurrentIndex(index, flags.NoUpdate)
        elif current is not None and self._model.place_of_key(current) >= 0:
            self._current_away = current

    def _has(self, key: RowKey) -> bool:
        return self._model.first <= self._model.place_of_key(key) < self._model.end

    def _choose(self, wanted: Chosen, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select rows; those that the view does not have are remembered."""
        here, away = split(wanted, self._model) if wanted else (wanted, wanted)
        self._away, selection = away, selection_of(here, self._model)
        if not selection.isEmpty() or command & QItemSelectionModel.SelectionFlag.Clear:
            self.selectionModel().select(selection, command)

    def _chosen(self) -> Chosen:
        """The rows that are selected, whether or not the view has them."""
        return Chosen.of(map(self._model.key_of, self._chosen_rows())).joined(self._away)

    # the stretch of rows that the view has
    def _remember(self) -> None:
        if not self._restoring:
            self._before = self.capture()

    def _go_on(self) -> None:
        """The view has other rows: what was open and chosen is so again, but somebody wants another place."""
        state, self._before = self._before, None
        if state is not None:
            state.top = None
            self._quietly(state)

    def _quietly(self, state: TreeState) -> None:
        """Restore without telling that the current row is another one: it is not."""
        blocked = self.blockSignals(True)
        try:
            self.restore(state)
        finally:
            self.blockSignals(blocked)
        self.stretched.emit()

    def _look_for_edge(self) -> None:
        """Near an end of the rows it has, the view gets others."""
        bar, model, near = self.verticalScrollBar(), self._model, self.viewport().height()
        self._at_start = bar.value() < near and model.first > 0
        if not self._restoring and (self._at_start or (self._at_end() and model.end < model.rows())):
            self._edge.start()

    def _at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() > bar.maximum() - self.viewport().height()

    def _slide(self) -> None:
        model = self._model
        if not self._at_start and self._at_end() and model.canFetchMore(QModelIndex()):
            model.fetchMore(QModelIndex())
            return
        state = self.capture()
        before = model.first, model.end
        if state.top is not None and model.stretch_of(place := model.place_of_key(state.top)) != before:
            self._restretch(state, place)

    def _restretch(self, state: TreeState, place: int) -> None:
        self._restoring = True
        self._model.stretch_around(place)
        self._restoring = False
        self._quietly(state)

    def show_place(self, place: int) -> None:
        """Scroll so that the top-level row of a place is the first one; the last one ends at the bottom."""
        model = self._model
        place = max(0, min(place, model.rows() - 1))
        if not model.first <= place < model.end or model.end - place < BLOCK // 4 <= model.rows() - place:
            state = self.capture()
            state.top = None
            self._restretch(state, place)
        self.executeDelayedItemsLayout()
        self.scrollTo(model.index_at(place), QAbstractItemView.ScrollHint.PositionAtTop)

    @property
    def model_rows(self) -> int:
        """Top-level rows there are, whether or not the view has them."""
        return self._model.rows()

    @property
    def has_all(self) -> bool:
        """Whether the view has all rows, or takes them one after the other at its end."""
        return self._model.fits()

    @property
    def at_end(self) -> bool:
        """Whether the last row there is stands at the bottom."""
        bar = self.verticalScrollBar()
        return self._model.end == self._model.rows() and bar.value() == bar.maximum()

    def top_place(self) -> int:
        """Place of the topmost row that is seen; -1 for none."""
        return self._model.place_of(self.indexAt(self.viewport().rect().topLeft()))

    def current_place(self) -> int:
        """Place of the current row, wherever the view is scrolled to; -1 for none."""
        if self._current_away is not None:
            return self._model.place_of_key(self._current_away)
        return self._model.place_of(self.currentIndex())

    def go_to(self, place: int) -> None:
        """Open the cluster of a place and choose its first file that is not kept."""
        self._away = Chosen()
        self._model.bring(place)
        top = self._model.index_at(place)
        self.expand(top)
        self.setCurrentIndex(self._model.index(1, 0, top))
        self.scrollTo(top)
        self.scrollTo(self.currentIndex())
        self.setFocus()

    def _go_to_end(self) -> None:
        self.show_place(self._model.rows() - 1)
        self.scrollToBottom()
        last = self._model.index_at(self._model.rows() - 1)
        if self.isExpanded(last) and (below := self._model.rowCount(last)):
            last = self._model.index(below - 1, 0, last)
        self._go_on_to(last)

    def _go_on_to(self, index: QModelIndex) -> None:
        """Make a row the current one, and choose it or all up to it."""
        if self._extending:
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self._extend(index)
        else:
            self.setCurrentIndex(index)

    def list_more(self, index: QModelIndex) -> None:
        """List more files of a cluster in the place of the row that stood for them."""
        row, top = index.row(), index.parent()
        self.setCurrentIndex(self._model.index(row - 1, 0, top))
        self._model.list_more(index)
        self.setCurrentIndex(self._model.index(row, 0, top))

    def rows_in_view(self) -> list[RowInView]:
        """Top-level rows that are on the screen, and that of the current row."""
        rows: dict[int, None] = {}
        current = self.currentIndex()
        here = self._model.place_of(current)
        if here >= 0:
            rows[here] = None
        index, bottom = self.indexAt(self.viewport().rect().topLeft()), self.viewport().height()
        while index.isValid() and self.visualRect(index).top() < bottom:
            rows[self._model.place_of(index)] = None
            index = self.indexBelow(index)
        return [
            RowInView(row, self.isExpanded(self._model.index_at(row)), row == here)
            for row in rows
            if self._model.is_cluster(row)
        ]

    def _note(self, index: QModelIndex, *, is_open: bool) -> None:
        """Remember what a person opens and closes."""
        if not self._restoring:
            change = self._others.discard if is_open is self._all_open else self._others.add
            change(self._model.opened_by(self._model.place_of(index)))

    def _open_loaded(self, parent: QModelIndex, first: int, last: int) -> None:
        """Rows that a view is given later are opened like the ones before."""
        if not parent.isValid():
            before, self._restoring = self._restoring, True
            if self._all_open:
                for row in range(first, last + 1):
                    self.expand(self._model.index(row, 0))
            self._turn_others(range(first + self._model.first, last + 1 + self._model.first))
            self._restoring = before

    def _open_again(self) -> None:
        """Open what was open; the rows were all closed by a reset."""
        if self._all_open:
            self.expandAll()  # one layout in all
        self._turn_others(range(self._model.first, self._model.end))

    def _turn_others(self, places: range) -> None:
        for place in self._model.top_rows(self._others).values():
            if place in places:
                self.setExpanded(self._model.index_at(place), not self._all_open)

    def open_all(self) -> None:
        """Open every cluster, also those that are loaded later."""
        state = self.capture()
        state.all_open, state.others = True, set()
        self._model.count_open(True)
        self._restretch(state, max(0, self.top_place()))

    def close_all(self) -> None:
        """Close every cluster. The current row becomes its cluster: Qt would open it again for a hidden one."""
        if self.currentIndex().internalId():
            self.setCurrentIndex(self.currentIndex().parent())
        state = self.capture()
        state.all_open, state.others = False, set()
        if state.top is not None and state.top[0] is Row.FILE:
            state.top, state.offset = (Row.CLUSTER, self._model.kept_of(self.top_place()), 0), 0
        self._model.count_open(False)
        self._restretch(state, max(0, self.top_place()))

    def open_first(self, rows: int) -> None:
        """Open the first clusters, about ``rows`` rows of them, and choose the first file that is not kept."""
        shown = 0
        self._model.bring(0)
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
        elif kind in (Row.NOTE, Row.MORE):
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
        self._come_back()
        with self._held(event):
            self._take_key(event)

    def _take_key(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        index = self.currentIndex()
        match event.key():
            case Qt.Key.Key_Space if plain:
                self.mark_wanted.emit(self.selected_files())
            case Qt.Key.Key_K if plain:
                if index.isValid() and self._model.kind_of(index) is Row.FILE:
                    self.keep_wanted.emit(self._model.file_of(index))
            case Qt.Key.Key_End if (plain or self._extending) and self._model.rows():
                self._go_to_end()
            case Qt.Key.Key_Home if (plain or self._extending) and self._model.rows():
                self.show_place(0)
                self._go_on_to(self._model.index_at(0))
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

    def _come_back(self) -> None:
        """Keys begin at the current row: where the view was scrolled far from it, it goes back there."""
        if (key := self._current_away) is not None:
            self._restretch(replace(self.capture(), top=None), self._model.place_of_key(key))
            self.scrollTo(self.currentIndex())

    def selected_files(self) -> list[int]:
        """Files of the selected rows that may be marked; a cluster row stands for all of its files."""
        files = [file for index in self._chosen_rows() for file in self._model.files_of(index)]
        if self._away:
            files += markable_files(self._away, self._model).tolist()
        return list(dict.fromkeys(files))

    def _chosen_rows(self) -> list[QModelIndex]:
        """The selected rows by their first column. Qt's own list of them takes 40 ms for a thousand."""
        model, found = self._model, []
        for part in self.selectionModel().selection():  # type: ignore[attr-defined]  # a list, the stubs do not say so
            parent = part.parent()
            found += [model.index(row, Column.NAME, parent) for row in range(part.top(), part.bottom() + 1)]
        return found

    def chosen_files(self) -> list[int]:
        """Files of the selected rows, ascending; a cluster's row stands for all of its files."""
        chosen = self._chosen()
        files: list[int] = all_files(chosen, self._model).tolist() if chosen else []
        return files

    def select_files(self, files: Iterable[int]) -> None:
        """Choose files that were chosen elsewhere and open their clusters; what is not shown is left out."""
        keys: list[RowKey] = [(Row.FILE, file, 0) for file in files if self._model.cluster_row(file) >= 0]
        self._away = Chosen()
        if not keys:
            self.selectionModel().clearSelection()
            return
        self._model.bring(self._model.cluster_row(keys[0][1]))
        for key in keys:
            if self._has(key):
                self.expand(self._model.index_of_key(key).parent())
        first = self._model.index_of_key(keys[0])
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(first, flags.NoUpdate)
        self._choose(Chosen.of(keys), flags.ClearAndSelect | flags.Rows)
        self.scrollTo(first)

    def selectAll(self) -> None:
        """Every row there is, whether or not the view has it."""
        flags = QItemSelectionModel.SelectionFlag
        if self._model.rows():
            rows = everything(self._model, self._all_open, self._others)
            self._choose(rows, flags.ClearAndSelect | flags.Rows)

    @contextmanager
    def _held(self, event: QKeyEvent | QMouseEvent) -> Iterator[None]:
        """While this event is at work, Shift goes on from the anchor, and Ctrl keeps what is chosen besides."""
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
        """Shift and dragging choose all from the anchor on, however far away from the rows of the view it is."""
        dragging = self.state() is QAbstractItemView.State.DragSelectingState
        flags = QItemSelectionModel.SelectionFlag
        ranged = self._extending or (dragging and not command & flags.Toggle)
        end = self.indexAt(rect.bottomRight()) if dragging else self.currentIndex()
        if ranged and end.isValid() and command & flags.Select:
            self._extend(end)
        else:
            super().setSelection(rect, command)

    def _extend(self, end: QModelIndex) -> None:
        """Choose the rows from the anchor to this one; with Ctrl besides what is chosen, else in its place."""
        spots = [self._model.spot_of(end)]
        anchor = (-1, -1) if self._anchor is None else self._model.spot_of_key(self._anchor)
        spots.append(anchor if anchor[0] >= 0 else spots[0])  # the filter may hide it
        rows = between(self._model, min(spots), max(spots), self._all_open, self._others)
        flags = QItemSelectionModel.SelectionFlag
        self._choose(rows.joined(self._chosen()) if self._adding else rows, flags.ClearAndSelect | flags.Rows)

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Whoever chooses something else lets go of what is far away, too."""
        flags = super().selectionCommand(index, event)
        if flags & QItemSelectionModel.SelectionFlag.Clear:
            self._away = Chosen()
        return flags

    def keyboardSearch(self, _search: str) -> None:
        """No search by typing: letters are commands here, and the filter box searches."""

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        away = self._away
        super().currentChanged(
            current, previous
        )  # asks for a selection command, though nothing is selected by it
        self._away = away
        if not self._restoring:
            self._current_away = None
            dragging = self.state() is QAbstractItemView.State.DragSelectingState
            if not self._extending and not dragging and current.isValid():
                self._anchor = self._model.key_of(current)
            self.current_changed.emit()

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.fit_columns()
