"""Report what happened to each file of a batch."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from simfinder.gui.dialogs.tables.act_model import ReportModel, cause
from simfinder.gui.dialogs.tables.table_dialog import TableDialog
from simfinder.gui.wording import action_words
from simfinder.gui.wording.formatting import folder_text
from simfinder.model.removal_plan import ActRecord, ActState, BatchReport


class RemovalReportDialog(TableDialog):
    """A report; offers to undo it, or the chosen files of it, while there is something to undo."""

    undo_wanted = Signal(object, object)  # number of the batch; paths, or None for all of it
    rescan_wanted = Signal()
    undo_elsewhere_wanted = Signal(object, object)  # number of the batch; paths of files whose disk is away
    giving_up_wanted = Signal(object)  # number of the batch

    def __init__(self, report: BatchReport, parent: QWidget | None = None) -> None:
        self.report = report
        super().__init__(action_words.report_title(report), parent)
        warnings = action_words.untouched_text(report), action_words.unknown_text(report)
        self.say(self._text(), " ".join(filter(None, warnings)))
        self.show_model(ReportModel(report))
        self.table.setColumnHidden(ReportModel.REASON, not any(act.reason for act in report.acts))
        self.fit()
        self.rescan = self.add_button(self.tr("Scan again"))
        self.rescan.setToolTip(self.tr("Some files changed since the scan"))
        self.rescan.setVisible(report.count(ActState.SKIPPED) > 0 and not report.cancelled)
        self.rescan.clicked.connect(self._rescan)
        waiting = QHBoxLayout()  # five buttons in one row are wider than a small window
        waiting.addStretch(1)
        self.below.addLayout(waiting)
        self.give_up = self.add_button(self.tr("Stop waiting"), row=waiting)
        self.give_up.setToolTip(
            self.tr("Stop waiting for files whose disk is gone for good; no file is touched")
        )
        self.give_up.setVisible(report.count(ActState.STARTED) > 0)
        self.give_up.clicked.connect(self._give_up)
        self.undo_elsewhere = self.add_button(self.tr("Restore anyway"), row=waiting)
        self.undo_elsewhere.setToolTip(
            self.tr(
                "Restore files whose disk is missing to where their paths lead now: an empty folder, or"
                " the disk in its place"
            )
        )
        self.undo_elsewhere.setVisible(any(map(action_words.waits_for_disk, report.acts)))
        self.undo_elsewhere.clicked.connect(self._undo_elsewhere)
        self.undo_chosen = self.add_button(self.tr("Undo chosen"))
        self.undo_chosen.clicked.connect(self._undo_chosen)
        self.undo = self.add_button(self.tr("Undo all"))
        self.undo.clicked.connect(self._undo)
        possible = action_words.can_be_undone(report) and report.batch is not None
        for button in (self.undo, self.undo_chosen):
            button.setVisible(possible)
        self.done_button = self.add_button(self.tr("Close"), primary=True)
        self.done_button.clicked.connect(self.accept)
        self.done_button.setFocus()
        self.table.selectionModel().selectionChanged.connect(self._update)
        self._update()

    def describe_row(self, row: ActRecord) -> str:
        """Show where the file was, what happened to it and what to do."""
        return "\n".join(filter(None, (folder_text(row.path), cause(row))))

    def _chosen(self) -> list[str]:
        """Return the paths of the chosen files that can be restored."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        acts = [self.model.row(row) for row in rows]
        return [act.path for act in acts if action_words.undoable(act)]

    def _update(self, _selected: QItemSelection | None = None, _before: QItemSelection | None = None) -> None:
        self.undo_chosen.setEnabled(bool(self._chosen()))

    def _undo(self) -> None:
        self.undo_wanted.emit(self.report.batch, None)
        self.accept()

    def _undo_chosen(self) -> None:
        if paths := self._chosen():
            self.undo_wanted.emit(self.report.batch, paths)
            self.accept()

    def _undo_elsewhere(self) -> None:
        paths = [act.path for act in self.report.acts if action_words.waits_for_disk(act)]
        self.undo_elsewhere_wanted.emit(self.report.batch, paths)
        self.accept()

    def _give_up(self) -> None:
        self.giving_up_wanted.emit(self.report.batch)
        self.accept()

    def _rescan(self) -> None:
        self.accept()
        self.rescan_wanted.emit()

    def _text(self) -> str:
        parts = [action_words.report_freed_text(self.report)]
        if self.report.cancelled:
            parts.append(self.tr("Stopped before the end; the remaining files are untouched."))
        return " ".join(filter(None, parts))
