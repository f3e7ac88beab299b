"""The review: every act of a plan, listed before it happens. Says yes by ``accepted`` and changes nothing itself."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from simfinder.gui.dialogs.table_dialog import TableDialog
from simfinder.gui.models.act_model import LOW, PlanModel
from simfinder.gui.texts import counted, folder_text, shown, size_text
from simfinder.model.plan import ActKind, Plan


class ReviewDialog(TableDialog):
    """A plan and the two buttons under it."""

    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        self.plan = plan
        super().__init__("", (-3, 116, 68, -2, -2, -2), parent)
        title = self._title()
        self.setWindowTitle(title)
        self.title.setText(title)
        self.table.setAccessibleName(title)
        self.say(self._text(), self._warning())
        self.show_model(PlanModel(plan))
        self.table.setColumnHidden(PlanModel.GOES_TO, plan.kind is ActKind.TRASH)
        self.chosen = QLabel()
        self.chosen.setProperty("role", "muted")
        self.chosen.setWordWrap(True)
        self.chosen.setTextFormat(Qt.TextFormat.PlainText)
        self.chosen.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 2)
        self.below.addWidget(self.chosen)
        self.table.selectionModel().currentRowChanged.connect(self._describe)
        self._describe(self.table.currentIndex())
        self._add_refused()
        self.cancel = self.add_button(self.tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.confirm = self.add_button(self._confirm_text(), primary=True)
        self.confirm.setEnabled(bool(plan.acts))
        self.confirm.clicked.connect(self.accept)
        self.table.setFocus()

    def _describe(self, index: QModelIndex) -> None:
        """The chosen act in full: the columns have no room for long paths."""
        if index.isValid():
            act = self.plan.acts[index.row()]
            goes = "" if act.to is None else f" → {shown(act.to)}"
            self.chosen.setText(f"{shown(act.file.path)}{goes}\n{shown(act.why)}")

    def _count(self) -> str:
        return counted(len(self.plan.acts), self.tr("%n file"), self.tr("%n files"))

    def _title(self) -> str:
        if not self.plan.acts:
            return self.tr("Nothing can be removed")
        if self.plan.kind is ActKind.TRASH:
            return self.tr("%1 will go to the Trash").replace("%1", self._count())
        text = self.tr("%1 will move to %2").replace("%1", self._count())
        return text.replace("%2", folder_text(self.plan.target or ""))

    def _text(self) -> str:
        if not self.plan.acts:
            return ""
        return self.tr(
            "%1 in all. The least similar stand first. Each file is looked at again before it goes; one that changed "
            "is left alone. Undo brings all of it back."
        ).replace("%1", size_text(self.plan.bytes_freed))

    def _warning(self) -> str:
        low = sum(act.similarity < LOW for act in self.plan.acts)
        if not low:
            return ""
        return counted(
            low,
            self.tr("%n file shares less than 90 % with the file that stays. Have a look at it."),
            self.tr("%n files share less than 90 % with the file that stays. Have a look at them."),
        )

    def _confirm_text(self) -> str:
        what = f"{self._count()} ({size_text(self.plan.bytes_freed)})"
        text = self.tr("Move %1 to Trash") if self.plan.kind is ActKind.TRASH else self.tr("Move %1")
        return text.replace("%1", what)

    def _add_refused(self) -> None:
        refused = self.plan.refused
        if not refused:
            return
        heading = counted(
            len(refused), self.tr("%n mark is not carried out:"), self.tr("%n marks are not carried out:")
        )
        box = QPlainTextEdit("\n".join([heading, *(f"{shown(file.path)}: {why}" for file, why in refused)]))
        box.setReadOnly(True)
        box.setAccessibleName(heading)
        box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        box.setFixedHeight(min(110, 30 + 18 * (len(refused) + 1)))
        self.below.addWidget(box)
