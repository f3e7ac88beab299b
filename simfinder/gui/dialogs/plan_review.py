"""Review a plan: every act by folder, before it happens. ``accepted`` means yes; the dialog changes nothing itself.

Acts can be taken out; the window then checks the rest again and hands back another plan.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from simfinder.gui.dialogs.tables.plan_model import LOW, PlanModel, PlannedFolder, going_text, look_at_text
from simfinder.gui.dialogs.tables.table_dialog import TableDialog
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording import action_words
from simfinder.gui.wording.formatting import counted, folder_text, right_to_left, shown, size_text
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.folder_losses import folder_losses, loss_text, rest_text
from simfinder.model.removal_plan import ActKind, Plan, PlannedAct
from simfinder.text.message import message_of

_WARNINGS_SHOWN = 5
_LOSSES_SHOWN = 3  # the rows of folders tell all of them


class PlanReviewDialog(TableDialog):
    """A plan and the buttons under it."""

    model: PlanModel

    left_out = Signal(object, object)  # Plan, paths of files that are not to be touched

    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        self.plan = plan
        super().__init__("", parent)
        self.chosen_warning = PlainLabel()
        self.chosen_warning.setProperty("role", "warning")
        self.chosen_warning.setWordWrap(True)
        self.below.addWidget(self.chosen_warning)
        self.refused = QPlainTextEdit()
        self.refused.setReadOnly(True)
        self.refused.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.below.addWidget(self.refused)
        self.leave_out = self.add_button(self.tr("Take out"))
        self.leave_out.setToolTip(self.tr("Leave the chosen files alone and unmark them (Delete)"))
        self.leave_out.clicked.connect(self._leave_out)
        for key in (Qt.Key.Key_Delete, Qt.Key.Key_Space):
            shortcut = QShortcut(QKeySequence(key), self.table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self._leave_out)
        self.fold_all = QPushButton(self.tr("Folders only"))
        self.fold_all.setAutoDefault(False)
        self.fold_all.setCheckable(True)
        self.fold_all.setToolTip(self.tr("Show only the outermost folders; again to show all files"))
        self.fold_all.toggled.connect(self._fold_all)
        self.buttons.insertWidget(0, self.fold_all)
        for key, folded in (
            (Qt.Key.Key_Left, not right_to_left()),
            (Qt.Key.Key_Right, right_to_left()),
            (Qt.Key.Key_Minus, True),
            (Qt.Key.Key_Plus, False),
        ):
            shortcut = QShortcut(QKeySequence(key), self.table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(partial(self._fold_current, folded))
        self.table.activated.connect(self._turn)
        self.delegate.fold_wanted.connect(self._turn_row)
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
        title = action_words.review_title(plan)
        self.set_title(title)
        self.say(self._text(), self._warning())
        first = not isinstance(self.table.model(), PlanModel)
        self._list(frozenset() if first else self.model.folded())
        if plan.acts:
            self.choose_row(
                min(self.model.file_rows(), default=0) if first else min(row, self.model.rowCount() - 1)
            )
        else:
            self.chosen_warning.hide()
        self._show_refused()
        self.confirm.setText(action_words.confirm_text(plan))
        self._enable(True)

    def _list(self, folded: Collection[str]) -> None:
        """Fill the table; the files of some folders are not listed."""
        plan = self.plan
        self.show_model(PlanModel(plan, folded))
        self.table.setColumnHidden(PlanModel.GOES_TO, plan.target is None and not _merges(plan))
        self.table.setColumnHidden(PlanModel.LOOK_AT, not any(map(look_at_text, plan.acts.warned())))
        self.fit()

    # folders are opened and closed
    def _fold_all(self, folded: bool) -> None:
        self._list(self.model.all_folders() if folded else ())
        self._show_fold_all()

    def _show_fold_all(self) -> None:
        """Let the button say whether any file is listed."""
        self.fold_all.blockSignals(True)
        self.fold_all.setChecked(bool(self.plan.acts) and self.model.folded() == self.model.all_folders())
        self.fold_all.blockSignals(False)

    def _turn(self, index: QModelIndex) -> None:
        self._turn_row(index.row())

    def _turn_row(self, row: int) -> None:
        """Open a closed folder, close an open one."""
        if self.model.is_folder(row):
            self._fold(row, not self.model.folder(row).folded)

    def _fold_current(self, folded: bool) -> None:
        """Open or close the current folder; where there is nothing to close, go to the folder above."""
        row = self.table.currentIndex().row()
        if row < 0:
            return
        if self.model.is_folder(row) and self.model.folder(row).folded is not folded:
            self._fold(row, folded)
        elif folded and (outer := self.model.folder_row(row)) >= 0:
            self.choose_row(outer)

    def _fold(self, row: int, folded: bool) -> None:
        self.choose_row(row)  # a row that is not listed any more can't be the current one
        self.model.fold(row, folded)
        self._show_chosen(self.table.currentIndex())
        self._show_fold_all()

    def _enable(self, free: bool) -> None:
        self.confirm.setEnabled(free and bool(self.plan.acts))
        self.leave_out.setEnabled(free and bool(self.plan.acts))

    def _leave_out(self) -> None:
        rows = {index.row() for index in self.table.selectionModel().selectedRows()}
        if rows and self.leave_out.isEnabled():
            self._enable(False)  # until the plan was looked at anew
            self.left_out.emit(self.plan, self.model.paths_in(rows))

    def _show_chosen(self, index: QModelIndex) -> None:
        """Describe a folder as a file is described."""
        if index.isValid() and self.model.is_folder(index.row()):
            self.chosen_warning.hide()
            self.show_description(self._folder_text(self.model.folder(index.row())))
        else:
            super()._show_chosen(index)

    def _folder_text(self, folder: PlannedFolder) -> str:
        """Show the full path of a folder, how much goes from it, and what can be done with it."""
        goes = self.tr("Would remove %1 from here, %2.").replace("%1", going_text(folder))
        if folder.files is None:
            goes = self.tr("%1 in here, %2.").replace("%1", going_text(folder))
        keys = self.tr("Left closes the folder, Right opens it; Take out leaves all its files alone.")
        return f"{shown(folder.path)}\n{goes.replace('%2', size_text(folder.size))} {keys}"

    def describe_row(self, row: PlannedAct) -> str:
        """Show both paths in full, why the file was marked, and what to check."""
        warnings = "\n".join(map(translated, row.warnings))
        self.chosen_warning.setText(warnings)
        self.chosen_warning.setVisible(bool(warnings))
        goes = "" if row.to is None else f" → {shown(row.to)}"
        return f"{shown(row.file.path)}{goes}\n{translated(row.why)}"

    def _text(self) -> str:
        if not self.plan.acts:
            return ""
        return f"{action_words.freed_text(self.plan)} {action_words.promise_text(self.plan.kind)}"

    def _warning(self) -> str:
        """Return the plan's own warnings, one a line: folders that lose many files first, then what shares little."""
        losses = [loss_text(loss) for loss in folder_losses(self.plan)]
        first = [translated(text) for text in losses[:_LOSSES_SHOWN]]
        if len(losses) > _LOSSES_SHOWN:
            first.append(translated(rest_text(len(losses) - _LOSSES_SHOWN)))
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
        lines += [translated(text) for text in self.plan.warnings if not _is_told_above(text)]
        return "\n".join([*first, *lines[:_WARNINGS_SHOWN]])

    def _show_refused(self) -> None:
        refused = self.plan.refused
        heading = counted(
            len(refused), self.tr("%n mark is not carried out:"), self.tr("%n marks are not carried out:")
        )
        self.refused.setPlainText(
            "\n".join([heading, *(f"{folder_text(f.path)}: {translated(why)}" for f, why in refused)])
        )
        self.refused.setAccessibleName(heading)
        line = self.refused.fontMetrics().lineSpacing()
        self.refused.setFixedHeight(min(6, len(refused) + 2) * line + 12)
        self.refused.setVisible(bool(refused))


def _is_told_above(warning: str) -> bool:
    """Return whether a warning of the plan is about folders that lose files, or files that share little."""
    templates = [message.template for message in message_of(warning).parts()]
    return any("90 %" in template or "would lose" in template for template in templates)


def _merges(plan: Plan) -> bool:
    """Return whether files move into a folder that stays."""
    return bool(plan.removals) and any(step is ActKind.MERGE for step in plan.acts.steps())
