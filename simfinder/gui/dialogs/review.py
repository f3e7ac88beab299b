"""The review: every act of a plan, listed before it happens. Says yes by ``accepted`` and changes nothing itself.

Acts can be taken out; what is left is looked at anew by the window's work, which hands back another plan.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QTextOption
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from simfinder.gui import act_texts
from simfinder.gui.dialogs.table_dialog import TableDialog
from simfinder.gui.models.act_model import LOW, PlanModel, look_at_text
from simfinder.gui.texts import counted, folder_text, shown
from simfinder.gui.told import told
from simfinder.model.folder_losses import folder_losses, loss_text
from simfinder.model.plan import Plan, PlannedAct

_WARNINGS_SHOWN = 5


class ReviewDialog(TableDialog):
    """A plan and the buttons under it."""

    left_out = Signal(object, object)  # Plan, paths of files that are not to be touched

    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        self.plan = plan
        super().__init__("", (-4, 116, 68, -3, -3, -3, 84), parent)
        self.chosen_warning = QLabel()
        self.chosen_warning.setProperty("role", "warning")
        self.chosen_warning.setWordWrap(True)
        self.chosen_warning.setTextFormat(Qt.TextFormat.PlainText)
        self.below.addWidget(self.chosen_warning)
        self.refused = QPlainTextEdit()
        self.refused.setReadOnly(True)
        self.refused.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.below.addWidget(self.refused)
        self.leave_out = self.add_button(self.tr("Take out"))
        self.leave_out.setToolTip(self.tr("Leave the chosen files alone and take their marks back (Delete)"))
        self.leave_out.clicked.connect(self._leave_out)
        for key in (Qt.Key.Key_Delete, Qt.Key.Key_Space):
            shortcut = QShortcut(QKeySequence(key), self.table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self._leave_out)
        self.cancel = self.add_button(self.tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.confirm = self.add_button("", primary=True)
        self.confirm.clicked.connect(self.accept)
        self.show_plan(plan)
        self.table.setFocus()

    def show_plan(self, plan: Plan) -> None:
        """List a plan; the row that was chosen keeps its place as far as it can."""
        row = max(0, self.table.currentIndex().row())
        self.plan = plan
        title = act_texts.review_title(plan)
        self.setWindowTitle(title)
        self.title.setText(title)
        self.table.setAccessibleName(title)
        self.say(self._text(), self._warning())
        self.show_model(PlanModel(plan))
        self.table.setColumnHidden(PlanModel.GOES_TO, plan.target is None)
        self.table.setColumnHidden(PlanModel.LOOK_AT, not any(map(look_at_text, plan.acts.warned())))
        self.fit()
        if plan.acts:
            self.choose_row(min(row, len(plan.acts) - 1))
        else:
            self.chosen_warning.hide()
        self._show_refused()
        self.confirm.setText(act_texts.confirm_text(plan))
        self._enable(True)

    def _enable(self, free: bool) -> None:
        self.confirm.setEnabled(free and bool(self.plan.acts))
        self.leave_out.setEnabled(free and bool(self.plan.acts))

    def _leave_out(self) -> None:
        rows = {index.row() for index in self.table.selectionModel().selectedRows()}
        if rows and self.leave_out.isEnabled():
            self._enable(False)  # until the plan was looked at anew
            self.left_out.emit(self.plan, [self.model.row(row).file.path for row in sorted(rows)])

    def tell_chosen(self, row: PlannedAct) -> str:
        """Paths in full, why it was marked, and what to look at."""
        warnings = "\n".join(map(told, row.warnings))
        self.chosen_warning.setText(warnings)
        self.chosen_warning.setVisible(bool(warnings))
        goes = "" if row.to is None else f" → {shown(row.to)}"
        return f"{shown(row.file.path)}{goes}\n{told(row.why)}"

    def _text(self) -> str:
        if not self.plan.acts:
            return ""
        return f"{act_texts.freed_text(self.plan)} {act_texts.promise_text(self.plan.kind)}"

    def _warning(self) -> str:
        """The plan's own warnings, one a line: folders that lose many files first, then what shares little."""
        losses = {loss_text(loss): None for loss in folder_losses(self.plan)}
        first = [told(text) for text in list(losses)[:_WARNINGS_SHOWN]]
        lines = []
        low = sum(similarity < LOW for similarity in self.plan.acts.similarities())
        if low:
            lines.append(
                counted(
                    low,
                    self.tr("%n file shares less than 90 % with the file that stays. Have a look at it."),
                    self.tr("%n files share less than 90 % with the file that stays. Have a look at them."),
                )
            )
        lines += [told(text) for text in self.plan.warnings if "90 %" not in text and text not in losses]
        return "\n".join([*first, *lines[:_WARNINGS_SHOWN]])

    def _show_refused(self) -> None:
        refused = self.plan.refused
        heading = counted(
            len(refused), self.tr("%n mark is not carried out:"), self.tr("%n marks are not carried out:")
        )
        self.refused.setPlainText(
            "\n".join([heading, *(f"{folder_text(f.path)}: {told(why)}" for f, why in refused)])
        )
        self.refused.setAccessibleName(heading)
        line = self.refused.fontMetrics().lineSpacing()
        self.refused.setFixedHeight(min(6, len(refused) + 2) * line + 12)
        self.refused.setVisible(bool(refused))
