"""Lists to look at: the problems of a scan, and the history with its undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from simfinder.gui.dialogs.tables.act_model import (
    LISTED,
    ExceptionModel,
    HistoryModel,
    ProblemModel,
    other_results,
)
from simfinder.gui.dialogs.tables.table_dialog import TableDialog
from simfinder.gui.widgets.open_external import show_in_folder
from simfinder.gui.wording.action_words import can_be_undone
from simfinder.gui.wording.formatting import counted, folder_text, plain
from simfinder.gui.wording.problem_advice import advice
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.file_record import Problem
from simfinder.model.removal_plan import ActState, BatchReport

if TYPE_CHECKING:
    from simfinder.store.library.ignored_pairs import Ignored


class ProblemsDialog(TableDialog):
    """Files and folders that could not be read, with the system's reason."""

    def __init__(self, problems: Sequence[Problem], parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        title = counted(len(problems), self.tr("%n problem"), self.tr("%n problems"))
        if not problems:
            title = self.tr("No problems")
        self.set_title(title)
        if problems:
            self.say(self.tr("These could not be read, or changed since the scan. Nothing else is affected."))
        self._problems = problems
        self.show_model(ProblemModel(problems))
        self.show_folder = self.add_button(self.tr("Show in folder"))
        self.show_folder.setVisible(bool(problems))
        self.show_folder.clicked.connect(self._show_in_folder)
        self.table.activated.connect(self._show_in_folder)
        self.copy = self.add_button(self.tr("Copy list"))
        self.copy.setEnabled(bool(problems))
        self.copy.clicked.connect(self._copy)
        self.copy.setVisible(bool(problems))
        self.add_button(self.tr("Close"), primary=True).clicked.connect(self.accept)
        if not problems:
            self.show_nothing(self.tr("All files and folders could be read."))

    def describe_row(self, row: Problem) -> str:
        """Show path, reason and advice."""
        return "\n".join(filter(None, (folder_text(row.path), translated(row.reason), advice(row.reason))))

    def _show_in_folder(self) -> None:
        """Show the folder of the chosen problem's file."""
        index = self.table.currentIndex()
        if index.isValid():
            show_in_folder(self.model.row(index.row()).path)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(
            "\n".join(f"{plain(p.path)}\t{translated(p.reason)}" for p in self._problems)
        )


class ExceptionsDialog(TableDialog):
    """The exceptions; chosen ones can be removed."""

    remove_wanted = Signal(object)  # numbers of the entries

    def __init__(self, known: Sequence[Ignored], parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._known = list(reversed(known))
        title = self.tr("Exceptions") if known else self.tr("No exceptions")
        self.set_title(title)
        text = self.tr(
            "Files with these contents never come into one cluster, wherever they are. Newest first."
        )
        if not known:
            text = self.tr("To make one, open the menu of a file or a cluster in the list.")
        ones = self.tr("Files before ≠ were removed from their cluster; those after it stay together.")
        alone = self.tr("A single file stays out of every cluster; its copies do not.")
        if any(entry.first_only for entry in known):
            text = f"{text} {ones}"
        self.say(f"{text} {alone}" if any(entry.of_file for entry in known) else text)
        self.show_model(ExceptionModel(self._known))
        self.remove = self.add_button(self.tr("Remove exception"))
        self.remove.setToolTip(self.tr("Let these files come into one cluster again"))
        self.remove.setEnabled(bool(known))
        self.remove.clicked.connect(self._remove)
        self.remove.setVisible(bool(known))
        self.add_button(self.tr("Close"), primary=True).clicked.connect(self.accept)
        if not known:
            self.show_nothing(text)

    def describe_row(self, row: Ignored) -> str:
        """Show the full paths of an exception."""
        return "\n".join(folder_text(path) for path in row.paths[:LISTED])

    def _remove(self) -> None:
        chosen = [self.model.row(index.row()).id for index in self.table.selectionModel().selectedRows()]
        if not chosen:
            return
        self.remove_wanted.emit(chosen)
        self._known = [entry for entry in self._known if entry.id not in chosen]
        self.show_model(ExceptionModel(self._known))
        self.remove.setEnabled(bool(self._known))


class HistoryDialog(TableDialog):
    """All batches; the chosen one can be looked at and undone."""

    undo_wanted = Signal(object, object)  # number of the batch; None: all of it
    details_wanted = Signal(object)  # BatchReport

    def __init__(self, batches: Sequence[BatchReport], parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        title = self.tr("History") if batches else self.tr("Nothing done yet")
        self.set_title(title)
        if batches:
            self.say(
                self.tr(
                    "Everything SimFinder has done to files, newest first. Open “Details” to undo single"
                    " files."
                ),
                self._waiting(batches),
            )
        self.details = self.add_button(self.tr("Details"))
        self.undo = self.add_button(self.tr("Undo"))
        self.add_button(self.tr("Close"), primary=True).clicked.connect(self.accept)
        self.show_model(HistoryModel(batches))
        self.table.setColumnHidden(HistoryModel.OTHER_RESULTS, not any(map(other_results, batches)))
        self.fit()
        self.table.selectionModel().currentRowChanged.connect(self._update)
        self.table.doubleClicked.connect(self._details)
        self.details.clicked.connect(self._details)
        self.undo.clicked.connect(self._undo)
        self._update()
        if not batches:
            for button in (self.details, self.undo):
                button.hide()
            self.show_nothing(self.tr("This list shows what SimFinder does to files, and can undo it."))

    def _waiting(self, batches: Sequence[BatchReport]) -> str:
        """Say that files wait for their disk and how to end that; "" if none does."""
        if not any(batch.count(ActState.STARTED) for batch in batches):
            return ""
        return self.tr(
            "Some files can’t be checked now because their disk is not connected. “Details” shows"
            " which, and what you can do."
        )

    def batch(self) -> BatchReport | None:
        index = self.table.currentIndex()
        return self.model.row(index.row()) if index.isValid() else None

    def _update(self) -> None:
        report = self.batch()
        self.details.setEnabled(report is not None)
        self.undo.setEnabled(report is not None and can_be_undone(report))

    def _details(self) -> None:
        if (report := self.batch()) is not None:
            self.details_wanted.emit(report)

    def _undo(self) -> None:
        report = self.batch()
        if report is not None and can_be_undone(report):
            self.undo_wanted.emit(report.batch, None)
            self.accept()
