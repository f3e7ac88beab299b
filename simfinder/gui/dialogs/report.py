"""The report: what really happened, file by file."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from simfinder.gui.dialogs.table_dialog import TableDialog
from simfinder.gui.models.act_model import ReportModel
from simfinder.gui.texts import counted, size_text
from simfinder.model.plan import ActState, BatchReport


class ReportDialog(TableDialog):
    """A report; offers to undo it while there is something to undo."""

    undo_wanted = Signal(object)  # number of the batch

    def __init__(self, report: BatchReport, parent: QWidget | None = None) -> None:
        self.report = report
        super().__init__(report_title(report), (-3, 96, 70, -2, -3), parent)
        self.say(self._text(), self._warning())
        self.show_model(ReportModel(report))
        done = report.count(ActState.DONE)
        self.undo = self.add_button(self.tr("Undo"))
        self.undo.setVisible(bool(done) and report.batch is not None)
        self.undo.clicked.connect(self._undo)
        self.done_button = self.add_button(self.tr("Close"), primary=True)
        self.done_button.clicked.connect(self.accept)
        self.done_button.setFocus()

    def _undo(self) -> None:
        self.undo_wanted.emit(self.report.batch)
        self.accept()

    def _text(self) -> str:
        done = self.report.count(ActState.DONE)
        parts = []
        if done:
            parts.append(
                self.tr("%1 freed in their folders.").replace("%1", size_text(self.report.bytes_freed))
            )
        if self.report.cancelled:
            parts.append(self.tr("Stopped before the end; what was not reached is untouched."))
        return " ".join(parts)

    def _warning(self) -> str:
        skipped, failed = self.report.count(ActState.SKIPPED), self.report.count(ActState.FAILED)
        parts = []
        if skipped:
            parts.append(counted(skipped, self.tr("%n file was skipped"), self.tr("%n files were skipped")))
        if failed:
            parts.append(counted(failed, self.tr("%n act failed"), self.tr("%n acts failed")))
        return (
            "; ".join(parts) + self.tr(": the reasons stand below. These files are where they were.")
            if parts
            else ""
        )


def report_title(report: BatchReport) -> str:
    """What happened, in one line."""
    done, back = report.count(ActState.DONE), report.count(ActState.UNDONE)
    if back and not done:
        return counted(back, _tr("%n file is back in its place"), _tr("%n files are back in their places"))
    if back:
        text = _tr("%1 of %2 files are back in their places")
        return text.replace("%1", str(back)).replace("%2", str(back + done))
    if not done:
        return _tr("No file was moved")
    where = report.acts[0].act if report.acts else None
    if where == "trash":
        return counted(done, _tr("%n file is in the Trash"), _tr("%n files are in the Trash"))
    return counted(done, _tr("%n file was moved"), _tr("%n files were moved"))


def _tr(text: str) -> str:
    from PySide6.QtCore import QCoreApplication

    return QCoreApplication.translate("Report", text)
