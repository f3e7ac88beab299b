"""What a person does in the tree of clusters: keys, the menu, and choosing rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from simfinder.gui.cluster_tree.model.cluster_model import ClusterModel
from simfinder.gui.cluster_tree.model.row_kinds import Column, Row, RowKey
from simfinder.gui.cluster_tree.model.selection import Chosen, all_files, between, everything, markable_files
from simfinder.gui.cluster_tree.windowed_tree import StretchedTree


class ClusterTree(StretchedTree):
    """The view. What keys ask for is said by signals."""

    mark_wanted = Signal(object)  # list of file indexes whose marks are to be toggled together
    keep_wanted = Signal(int)
    open_wanted = Signal(object)  # QModelIndex
    menu_wanted = Signal(object, object)  # QModelIndex, place on the screen
    copy_wanted = Signal()  # of the paths of what is chosen

    _extending = _adding = False  # what the keys that are held down say

    def __init__(self, model: ClusterModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(True)
        self.setAccessibleName(self.tr("Clusters of similar files"))

    # going to rows
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
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
            return
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

    # choosing
    def selected_files(self) -> list[int]:
        """Files of the selected rows that may be marked; a cluster row stands for all of its files."""
        files = [file for index in self._chosen_rows() for file in self._model.files_of(index)]
        if self._away:
            files += markable_files(self._away, self._model).tolist()
        return list(dict.fromkeys(files))

    def chosen_files(self) -> list[int]:
        """Files of the selected rows, ascending; a cluster's row stands for all of its files."""
        chosen = self.chosen()
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
        self._choose(rows.joined(self.chosen()) if self._adding else rows, flags.ClearAndSelect | flags.Rows)

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
