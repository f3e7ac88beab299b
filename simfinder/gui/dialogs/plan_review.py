"""Review a plan: every act by folder, before it happens. ``accepted`` means yes; the dialog changes nothing itself.

Acts can be taken out; the window then checks the rest again and hands back another plan. A second tab lists what needs
a look; the space bar compares a file with the one that stays, in a pane that the window hands over.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPlainTextEdit, QPushButton, QSplitter, QToolButton, QWidget

from simfinder.gui.dialogs.tables.look_model import LookModel, doubt_text
from simfinder.gui.dialogs.tables.plan_model import LOW, PlanModel, PlannedFolder, going_text, look_at_text
from simfinder.gui.dialogs.tables.table_dialog import TableDialog
from simfinder.gui.widgets.fitting_tabs import FittingTabs
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.widgets.view_keys import on_fold_keys, on_keys
from simfinder.gui.wording import action_words
from simfinder.gui.wording.announcement import read_in_order
from simfinder.gui.wording.formatting import (
    count_text,
    counted,
    folder_text,
    key_text,
    size_text,
)
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.folder_losses import folder_losses, loss_text, rest_text
from simfinder.model.removal_plan import ActKind, Plan, PlannedAct
from simfinder.text.message import message_of

if TYPE_CHECKING:
    from simfinder.app.session.session import Session

GOES, LOOK = range(2)  # tabs
_AROUND = 20  # pixels of the window beside a dialog as high as it can be
_BESIDE_BUTTONS = 60  # pixels of the window beside the buttons of a dialog
_WARNINGS_SHOWN = 5
_LOSSES_SHOWN = 3  # the rows of folders tell all of them


class PlanReviewDialog(TableDialog):
    """A plan and the buttons under it.

    Args:
        plan: to be reviewed.
        parent: the window.
        session: whose marks the plan is made of; its unmarked files are shown too.
    """

    model: Any  # PlanModel or LookModel

    left_out = Signal(object, object)  # Plan, paths of files that are not to be touched
    compare_wanted = Signal(
        object, object
    )  # paths of a file and of the one that stays for it; "" for no more

    def __init__(self, plan: Plan, parent: QWidget | None = None, session: Session | None = None) -> None:
        self.plan, self._session = plan, session
        super().__init__("", parent)
        self.tabs = FittingTabs()
        self.tabs.setAccessibleName(self.tr("What is listed"))
        for _ in (GOES, LOOK):
            self.tabs.add("")
        self.tabs.currentChanged.connect(self._show_tab)
        self._compare: QWidget | None = None
        self._before = QRect()  # with the comparison it is higher
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        tabs = QHBoxLayout()
        # in a room of their own size they would shrink whenever they are renamed
        tabs.addWidget(self.tabs, 1)
        self.column.insertLayout(self.column.indexOf(self.table), tabs)
        self.column.replaceWidget(self.table, self._split)
        self.column.setStretchFactor(self._split, 1)
        self._split.addWidget(self.table)
        self.chosen_warning = PlainLabel()
        self.chosen_warning.setProperty("role", "warning")
        self.chosen_warning.setWordWrap(True)
        self.below.addWidget(self.chosen_warning)
        self.refused = QPlainTextEdit()
        self.refused.setReadOnly(True)
        self.refused.setProperty("role", "boxed")
        self.refused.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.below.addWidget(self.refused)
        self.compare = self.add_button(self.tr("Compare"))
        self.compare.setCheckable(True)
        tip = self.tr("Compare the chosen file with the one that stays (%1)")
        self.compare.setToolTip(plain_text(tip.replace("%1", key_text("Space"))))
        self.compare.toggled.connect(self._show_compare)
        self.compare.hide()
        self.leave_out = QToolButton()
        self.leave_out.setText(self.tr("Take out"))
        self.leave_out.setToolTip(self.tr("Leave the chosen files alone and unmark them (Delete)"))
        self.leave_out.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.leave_out.setMenu(QMenu(self.leave_out))
        self.leave_out.menu().aboutToShow.connect(self._list_groups)
        self.leave_out.clicked.connect(self._leave_out)
        self.buttons.addWidget(self.leave_out)
        on_keys(self.table, (Qt.Key.Key_Delete,), self._leave_out)
        on_keys(self.table, (Qt.Key.Key_Space,), self._turn_or_compare)
        self.fold_all = QPushButton(self.tr("Folders only"))
        self.fold_all.setAutoDefault(False)
        self.fold_all.setCheckable(True)
        self.fold_all.setToolTip(self.tr("Show only the outermost folders; again to show all files"))
        self.fold_all.toggled.connect(self._fold_all)
        tabs.addWidget(self.fold_all, 0, Qt.AlignmentFlag.AlignRight)
        on_fold_keys(self.table, self._fold_current)
        self.table.activated.connect(self._turn)
        self.delegate.fold_wanted.connect(self._turn_row)
        self.cancel = self.add_button(self.tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.confirm = self.add_button("", primary=True)
        self.confirm.clicked.connect(self.accept)
        self.setTabOrder(self.tabs, self.fold_all)  # as they are seen
        self.setTabOrder(self.fold_all, self.table)
        self.show_plan(plan)
        self.table.setFocus()

    def show_plan(self, plan: Plan) -> None:
        """List a plan; the row that was chosen keeps its place as far as it can."""
        row = max(0, self.table.currentIndex().row())
        self.plan = plan
        title = action_words.review_title(plan)
        self.set_title(title)
        self.say(self._text(), self._warning())
        first = not isinstance(self.model, PlanModel | LookModel)
        self._made: PlanModel | LookModel | None = None  # of the other tab
        self._look_for_doubts()
        if first or not self._by_folder:
            self._show_tab(self.tabs.currentIndex())
        else:
            self._list(self.model.folded())
        if not first and self.model.rowCount():
            self.choose_row(min(row, self.model.rowCount() - 1))
        elif not self.model.rowCount():
            self.chosen_warning.hide()
        self._show_refused()
        self._fit_confirm()
        self._enable(True)

    def _fit_confirm(self) -> None:
        """Say on the button what the title says too, where there is room for it."""
        self.confirm.setText(action_words.confirm_text(self.plan))
        self.confirm.setAccessibleName(self.confirm.text())
        parent = self.parentWidget()
        if parent is not None and self.buttons.sizeHint().width() + _BESIDE_BUTTONS > parent.width():
            self.confirm.setText(action_words.brief_confirm_text(self.plan))

    # tabs
    @property
    def _by_folder(self) -> bool:
        return isinstance(self.model, PlanModel)

    def _look_for_doubts(self) -> None:
        """Count what needs a look; without it there is no tab for it."""
        from simfinder.app.removal.needs_look import NeedsLook

        self._doubts = NeedsLook(self.plan, None if self.plan.removals else self._session, LOW)
        goes = self.tr("All that go (%1)").replace("%1", count_text(self.plan.file_count))
        look = self.tr("Needs a look (%1)").replace("%1", count_text(len(self._doubts)))
        self.tabs.rename(GOES, goes)
        self.tabs.rename(LOOK, look)
        if not self._doubts:
            self.tabs.setCurrentIndex(GOES)
        self.tabs.setVisible(bool(self._doubts))

    def _show_tab(self, tab: int) -> None:
        """List the acts by folder, or what needs a look, in the order given."""
        kept, self._made = self._made, self.model
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        if tab == LOOK:
            self.show_model(kept if isinstance(kept, LookModel) else LookModel(self._doubts))
            for column in range(len(self.model.fields)):
                self.table.setColumnHidden(column, False)
            self.fit()
        else:
            self._list(kept.folded() if isinstance(kept, PlanModel) else ())
        self.fold_all.setVisible(tab == GOES)

    def first_row(self) -> int:
        """Return the row of the first file: a folder above it tells less."""
        return next(iter(self.model.file_rows()), 0) if self._by_folder else 0

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
        shut = self._by_folder and self.model.folded() == self.model.all_folders()
        self.fold_all.setChecked(bool(self.plan.acts) and shut)
        self.fold_all.blockSignals(False)

    def _turn(self, index: QModelIndex) -> None:
        self._turn_row(index.row())

    def _turn_row(self, row: int) -> None:
        """Open a closed folder, close an open one; compare a file."""
        if self._is_folder(row):
            self._fold(row, not self.model.folder(row).folded)
        elif row >= 0:
            self.compare.setChecked(self._compare is not None and not self.compare.isChecked())

    def _turn_or_compare(self) -> None:
        self._turn_row(self.table.currentIndex().row())

    def _is_folder(self, row: int) -> bool:
        return row >= 0 and self._by_folder and self.model.is_folder(row)

    def _fold_current(self, folded: bool) -> None:
        """Open or close the current folder; where there is nothing to close, go to the folder above."""
        row = self.table.currentIndex().row()
        if row < 0 or not self._by_folder:
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
        self._leave(self.model.paths_in(rows))

    def _leave(self, paths: Sequence[str]) -> None:
        if paths and self.leave_out.isEnabled():
            self._enable(False)  # until the plan was looked at anew
            self.left_out.emit(self.plan, paths)

    # groups
    def _list_groups(self) -> None:
        """Offer to take out at once what belongs together with the current file."""
        menu, row = self.leave_out.menu(), self.table.currentIndex().row()
        menu.clear()
        act = None
        if row >= 0 and not self._is_folder(row):
            act = self.model.row(row) if self._by_folder else self.model.row(row).act
        acts = self.plan.acts
        groups: list[tuple[str, Callable[[], Iterable[bool]]]] = []
        if act is not None:
            folder = os.path.join(os.path.dirname(act.file.path), "")
            name = folder_text(os.path.dirname(act.file.path))
            groups = [
                (
                    self.tr("All from %1 and below").replace("%1", name),
                    lambda: (path.startswith(folder) for path in acts.folders()),
                ),
                (self.tr("All of this cluster"), lambda: (one == act.cluster for one in acts.clusters())),
                (
                    self.tr("All “%1”").replace("%1", action_words.brief_why(act)),
                    lambda: (reason == (act.cause, act.relation) for reason in acts.reasons()),
                ),
            ]
        if self._doubts.going:
            groups.append(
                (
                    self.tr("All marked ones that need a look (%1)").replace(
                        "%1", count_text(self._doubts.going)
                    ),
                    self._doubts.of_acts,
                )
            )
        for text, wanted in groups:
            menu.addAction(text.replace("&", "&&"), partial(self._leave_group, wanted))

    def _leave_group(self, wanted: Callable[[], Iterable[bool]]) -> None:
        self._leave(list(compress(self.plan.acts.paths(), wanted())))

    # the file beside the one that stays
    def add_compare(self, pane: QWidget) -> None:
        """Take the pane that shows what ``compare_wanted`` asks for."""
        self._compare = pane
        pane.hide()
        self._split.addWidget(pane)
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 1)
        read_in_order(self._split)
        last: QWidget = self.table
        for inside in _focus_chain(pane):  # it was made last, and would be the last on the way of Tab
            self.setTabOrder(last, inside)
            last = inside
        self.compare.show()

    def _show_compare(self, wanted: bool) -> None:
        if self._compare is None:
            return
        self._compare.setVisible(wanted)
        for label in (self.text, self.warning):  # the room is for the files now
            label.setVisible(bool(label.text()) and not wanted)
        if wanted:
            self._before = self.geometry()
            parent = self.parentWidget()
            room = self.height() if parent is None else parent.height() - _AROUND
            self.resize(self.width(), max(self.height(), room))
            if parent is not None:  # what grows downwards stays in the window
                low = parent.mapToGlobal(parent.rect().bottomLeft()).y() - _AROUND // 2
                over = self.mapToGlobal(self.rect().bottomLeft()).y() - low
                self.move(self.x(), self.y() - max(0, over))
            height = self._split.height()
            self._split.setSizes([height * 2 // 5, height * 3 // 5])
        else:  # a window manager may have made it lower than was asked for
            self.setGeometry(QRect(self._before.topLeft(), QSize(self.width(), self._before.height())))
        self._ask_to_compare()
        self._keep_in_sight()

    def _ask_to_compare(self) -> None:
        row, pair = self.table.currentIndex().row(), ("", "")
        if self.compare.isChecked() and row >= 0 and not self._is_folder(row):
            one = self.model.row(row)
            pair = (one.file.path, one.survivor.path) if self._by_folder else (one.path, one.other)
        self.compare_wanted.emit(*pair)

    def done(self, result: int) -> None:
        """Close the comparison first: the size that is remembered is that without it."""
        self.compare.setChecked(False)
        super().done(result)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes the comparison first."""
        if event.key() == Qt.Key.Key_Escape and self.compare.isChecked():
            self.compare.setChecked(False)
            self.table.setFocus()
        else:
            super().keyPressEvent(event)

    def _show_chosen(self, index: QModelIndex) -> None:
        """Describe a folder as a file is described."""
        if self._is_folder(index.row()):
            self.chosen_warning.hide()
            self.show_description(self._folder_text(self.model.folder(index.row())))
        else:
            super()._show_chosen(index)
        if self.compare.isChecked():
            self._ask_to_compare()

    def _folder_text(self, folder: PlannedFolder) -> str:
        """Show the full path of a folder, how much goes from it, and what can be done with it."""
        goes = self.tr("Would remove %1 from here, %2.").replace("%1", going_text(folder))
        if folder.files is None:
            goes = self.tr("%1 in here, %2.").replace("%1", going_text(folder))
        keys = self.tr("Left closes the folder, Right opens it; Take out leaves all its files alone.")
        return f"{folder_text(folder.path)}\n{goes.replace('%2', size_text(folder.size))} {keys}"

    def describe_row(self, row: Any) -> str:
        """Show both paths in full, why the file was marked, and what to check."""
        if not isinstance(row, PlannedAct):
            self.chosen_warning.hide()
            return f"{folder_text(row.path)}\n{doubt_text(row)}"
        warnings = "\n".join(map(translated, row.warnings))
        self.chosen_warning.setText(warnings)
        self.chosen_warning.setVisible(bool(warnings))
        goes = "" if row.to is None else f" → {folder_text(row.to)}"
        return f"{folder_text(row.file.path)}{goes}\n{translated(row.why)}"

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


def _focus_chain(pane: QWidget) -> list[QWidget]:
    """Return what can have the keys in a part of a window, in the order of Tab."""
    found, inside = [], pane.nextInFocusChain()
    while inside is not None and pane.isAncestorOf(inside):
        if inside.focusPolicy() is not Qt.FocusPolicy.NoFocus:
            found.append(inside)
        inside = inside.nextInFocusChain()
    return found
