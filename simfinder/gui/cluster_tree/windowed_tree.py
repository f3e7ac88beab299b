"""The tree of clusters over a stretch of rows at a time: what is open, chosen and in view is kept meanwhile.

Rows of a million are in no view: ``ClusterRows`` hands over some, and others when they are scrolled to. What a person
does in the tree is ``cluster_tree``'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QWidget

from simfinder.gui.cluster_tree.cluster_delegate import ClusterDelegate
from simfinder.gui.cluster_tree.model.cluster_model import ClusterModel
from simfinder.gui.cluster_tree.model.qt_selection import selection_of
from simfinder.gui.cluster_tree.model.row_kinds import Column, Row, RowKey
from simfinder.gui.cluster_tree.model.selection import Chosen, split
from simfinder.gui.cluster_tree.model.windowed_rows import BLOCK
from simfinder.gui.cluster_tree.row_painting import PaintedTree
from simfinder.gui.cluster_tree.tree_state import TreeState
from simfinder.gui.widgets.thumbnails import Thumbnails


@dataclass(frozen=True, slots=True)
class RowInView:
    """A cluster on the screen, with whether it is open and whether the current row is in it."""

    row: int
    is_open: bool
    current: bool


class StretchedTree(PaintedTree):
    """The view, its state, and the rows it has.

    Signals:
        current_changed: another row is the current one.
        stretched: the view has other rows than before.
    """

    current_changed = Signal()
    stretched = Signal()

    def __init__(self, model: ClusterModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._all_open = False
        self._others: set[int] = set()
        self._away = Chosen()  # chosen rows that the view does not have now
        self._current_away: RowKey | None = None
        self._anchor: RowKey | None = None  # where a selection by Shift or by dragging begins
        self._before: TreeState | None = None
        self._at_start = False
        self._restoring = False
        self.setModel(model)  # before anything listens to the model: the view is to know its rows first
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

    # state
    def capture(self) -> TreeState:
        """What is open, chosen and in view."""
        top = self.indexAt(self.viewport().rect().topLeft())
        current = self.currentIndex()
        return TreeState(
            self._all_open,
            set(self._others),
            self.chosen(),
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

    def chosen(self) -> Chosen:
        """The rows that are selected, whether or not the view has them."""
        return Chosen.of(map(self._model.key_of, self._chosen_rows())).joined(self._away)

    def _chosen_rows(self) -> list[QModelIndex]:
        """The selected rows by their first column. Qt's own list of them takes 40 ms for a thousand."""
        model, found = self._model, []
        for part in self.selectionModel().selection():  # type: ignore[attr-defined]  # a list, the stubs do not say so
            parent = part.parent()
            found += [model.index(row, Column.NAME, parent) for row in range(part.top(), part.bottom() + 1)]
        return found

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
        if not self._at_start and self._at_end() and model.can_grow():
            model.grow()
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
            blocked = self.blockSignals(True)
            self.scheduleDelayedItemsLayout()  # one layout in all
            for row in range(self._model.rowCount()):  # Qt's expandAll asks each file four times, too
                self.expand(self._model.index(row, 0))
            self.blockSignals(blocked)
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

    def show_thumbnails(self, thumbnails: Thumbnails | None) -> None:
        """Show small pictures beside names, or none; what is chosen and in view stays."""
        state, delegate = self.capture(), self.itemDelegate()
        assert isinstance(delegate, ClusterDelegate)
        delegate.thumbnails = thumbnails
        self._fitted_width = 0
        self.fit_columns()
        self.doItemsLayout()
        self.restore(state)
