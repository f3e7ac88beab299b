"""Show the files like one file: a table, best first, with buttons to open a match. Removes nothing."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from simfinder.gui.dialogs.tables.match_model import MatchModel, likeness_sentence
from simfinder.gui.dialogs.tables.table_dialog import TableDialog
from simfinder.gui.widgets.open_external import open_path, show_in_folder
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.formatting import counted, folder_text, plain, shown
from simfinder.model.progress import Phase, Progress
from simfinder.model.similar_match import Likeness, Match

if TYPE_CHECKING:
    from simfinder.app.find.find_similar import Answer


class SimilarFilesDialog(TableDialog):
    """Opened before the answer is there; ``show_answer`` or ``show_failure`` follows.

    Args:
        path: of the file that is asked about.
        parent: the window.
    """

    def __init__(self, path: str, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        title = self.tr("Files like %1").replace("%1", shown(os.path.basename(path)))
        self.set_title(title)
        self.title.setToolTip(plain_text(folder_text(path)))
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._path = path
        self.matches: tuple[Match, ...] = ()
        self._make_actions()
        self.close_button = self.add_button(self.tr("Close"), primary=True)
        self.close_button.clicked.connect(self.accept)
        self.show_model(MatchModel((), path))
        self.table.horizontalHeader().hide()
        self.say(self.tr("Looking…"))
        self._choose()

    def _make_actions(self) -> None:
        self.open_file = QAction(self.tr("Open"), self)
        self.open_file.triggered.connect(lambda: self._do(open_path))
        self.open_folder = QAction(self.tr("Show in folder"), self)
        self.open_folder.triggered.connect(lambda: self._do(show_in_folder))
        self.copy_path = QAction(self.tr("Copy path"), self)
        self.copy_path.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self.copy_path.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_path.triggered.connect(
            lambda: self._do(lambda path: QGuiApplication.clipboard().setText(plain(path)))
        )
        self.actions_of_match = (self.open_file, self.open_folder, self.copy_path)
        self.buttons_of_match: list[QPushButton] = []
        for action in self.actions_of_match:
            button = self.add_button(action.text())
            button.clicked.connect(action.trigger)
            button.hide()  # until there is a match to act on
            self.buttons_of_match.append(button)
        self.table.addAction(self.copy_path)
        self.table.activated.connect(lambda _: self.open_file.trigger())
        self.table.customContextMenuRequested.connect(self._open_menu)

    # what is shown
    def show_progress(self, progress: Progress) -> None:
        """Say what takes long: reading a large file."""
        if progress.phase is Phase.READING and progress.fraction:
            self.say(self.tr("Reading the file: %1 %").replace("%1", f"{progress.fraction * 100:.0f}"))

    def show_answer(self, answer: Answer) -> None:
        """Fill the table."""
        self.matches = answer.matches
        self.say(self._summary(answer))
        self.show_model(MatchModel(answer.matches, self._path))
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self._choose()
        for button in self.buttons_of_match:
            button.setVisible(bool(self.matches))
        if self.matches:
            self.table.horizontalHeader().show()
            self.table.setFocus()

    def show_failure(self, reason: str) -> None:
        """Say why there is no answer."""
        self.say("", reason)

    def _summary(self, answer: Answer) -> str:
        among = counted(answer.searched, self.tr("%n other file"), self.tr("%n other files"))
        if not answer.matches:
            text = self.tr("No similar files among %1. Try a larger tolerance.")
            return text.replace("%1", among)
        count = Counter(match.relation for match in answer.matches)
        words = {
            Likeness.IDENTICAL: (self.tr("%n identical"), self.tr("%n identical")),
            Likeness.SIMILAR: (self.tr("%n similar"), self.tr("%n similar")),
            Likeness.CONTAINS: (self.tr("%n contains it"), self.tr("%n contain it")),
            Likeness.INSIDE: (self.tr("%n is inside it"), self.tr("%n are inside it")),
        }
        parts = [counted(count[relation], *text) for relation, text in words.items() if count[relation]]
        return self.tr("%1 · among %2").replace("%1", ", ".join(parts)).replace("%2", among)

    # the chosen match
    def match(self) -> Match | None:
        """Return the match of the current row."""
        index = self.table.currentIndex()
        return self.model.row(index.row()) if index.isValid() else None

    def describe_row(self, row: Match) -> str:
        """Show how the match is like the file asked about, and where it is."""
        return f"{likeness_sentence(row, self._path)}\n{folder_text(row.file.path)}"

    def _choose(self, _index: QModelIndex | None = None) -> None:
        match = self.match()
        for action in self.actions_of_match:
            action.setEnabled(match is not None)
        for button in self.buttons_of_match:
            button.setEnabled(match is not None)

    def _do(self, act: Callable[[str], object]) -> None:
        match = self.match()
        if match is not None:
            act(match.file.path)

    def _open_menu(self, position: QPoint) -> None:
        if self.table.indexAt(position).isValid():
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addActions(list(self.actions_of_match))
            menu.popup(self.table.viewport().mapToGlobal(position))
