"""Ask a second time before what can't be undone. ``accepted`` means yes; every other way out means no."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from simfinder.gui.style.fonts import scaled
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.action_words import files_text
from simfinder.gui.wording.formatting import counted
from simfinder.model.removal_plan import Plan


class ConfirmDialog(QDialog):
    """A title, a sentence in plain words, and two buttons of which the safe one has the focus."""

    def __init__(self, title: str, text: str, *, yes: str, no: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAccessibleDescription(text)
        heading = PlainLabel(title)
        heading.setFont(scaled(self.font(), 1.35, bold=True))
        heading.setWordWrap(True)
        words = PlainLabel(text)
        words.setWordWrap(True)
        self.cancel = QPushButton(no)
        self.confirm = QPushButton(yes)
        self.confirm.setProperty("role", "danger")
        self.cancel.setProperty("role", "primary")  # the safe one, and the one that Enter means
        self.cancel.setDefault(True)
        self.cancel.clicked.connect(self.reject)
        self.confirm.clicked.connect(self.accept)
        self.confirm.setAutoDefault(False)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.confirm)
        row.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(12)
        for label in (heading, words):
            label.setMinimumWidth(26 * self.fontMetrics().averageCharWidth() * 2)
            column.addWidget(label)
        column.addLayout(row)
        self.cancel.setFocus()


def deleting_for_good(plan: Plan, parent: QWidget | None = None) -> ConfirmDialog:
    """Ask once more before a plan deletes files for good."""
    different = sum(not identical for identical in plan.acts.identical())
    title = _tr("Delete %1 for good?").replace("%1", files_text(plan.file_count))
    text = _tr("They do not go to the Trash. Neither Undo nor any other program can bring them back.")
    if different:
        text += "\n\n" + counted(
            different,
            _tr("%n of them is not identical to the file that stays: content that only it has is lost."),
            _tr("%n of them are not identical to the files that stay: content that only they have is lost."),
        )
    else:
        text += "\n\n" + _tr("All of them are identical to files that stay.")
    return ConfirmDialog(title, text, yes=_tr("Delete for good"), no=_tr("Keep them"), parent=parent)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ConfirmDialog", text)
