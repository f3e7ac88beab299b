"""Mark many files at once: choose a rule and a scope, and see how many files it marks before it does.

A job of the window counts; this dialog asks for it and shows the answer.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.gui.style.fonts import scaled
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import counted, shown
from simfinder.gui.wording.mark_words import preview_text, wish_text, wish_tip

if TYPE_CHECKING:
    from simfinder.app.removal.mark_files import Proposal

WISHES = ("older", "identical", "similar", "all", "in", "not-in", "invert")
"""The same as ``app.removal.mark_files.Wish``; that module needs numpy, which the window starts without."""

_RULES = ("older", "identical", "similar", "all")
_WITH_FOLDER = ("in", "not-in")


class MarkFilesDialog(QDialog):
    """Choices, a folder where one is needed, the preview, and the button that marks.

    Args:
        cluster: the chosen cluster, None where there is none.
        name: of that cluster.
        folder: proposed.
        wish: chosen first.
        projects: project folders that were found; where there are some, a box asks whether rules mark in them.
        parent: the window.
        where: what the window shows or what is selected in it, in words that follow "Only"; "" for everything.
    """

    wanted = Signal(
        str, object, object, bool
    )  # wish, folder, clusters or None, inside projects: count what it comes to
    agreed = Signal(object)  # Proposal

    def __init__(
        self,
        cluster: int | None,
        name: str,
        folder: str,
        wish: str,
        *,
        projects: int = 0,
        where: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Mark files"))
        self._cluster = cluster
        self.proposal: Proposal | None = None
        self.group = QButtonGroup(self)
        self.choices = {one: self._add_choice(one) for one in WISHES}
        self.choices[wish].setChecked(True)
        self._given = folder  # what the line can't hold: a name that is no UTF-8
        self.folder = QLineEdit(shown(folder))
        self.folder.setAccessibleName(self.tr("Folder"))
        self.folder.setPlaceholderText(self.tr("Folder"))
        self.browse = QPushButton(self.tr("Choose…"))
        self.only_here = QCheckBox(self.tr("Only in this cluster: %1").replace("%1", name))
        self.only_here.setVisible(cluster is not None)
        self.only_shown = QCheckBox(self.tr("Only %1").replace("%1", where))
        self.only_shown.setVisible(bool(where))
        self.only_shown.setChecked(bool(where))
        self.inside = self._make_inside(projects)
        self.preview = PlainLabel()
        self.preview.setWordWrap(True)
        self.preview.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 2)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.confirm = QPushButton(self.tr("Mark"))
        self.confirm.setProperty("role", "primary")
        self.confirm.setDefault(True)
        self._lay_out()
        self._connect()
        self._show_parts()

    def _add_choice(self, wish: str) -> QRadioButton:
        button = QRadioButton(wish_text(wish))
        button.setToolTip(plain_text(wish_tip(wish)))
        button.setAccessibleDescription(wish_tip(wish))
        self.group.addButton(button)
        return button

    def _make_inside(self, projects: int) -> QCheckBox:
        box = QCheckBox(self.tr("Also inside project folders"))
        tip = counted(
            projects,
            self.tr("%n folder belongs together: a repository, a package, an app, a mailbox and the like."),
            self.tr(
                "%n folders each belong together: a repository, a package, an app, a mailbox and the like."
            ),
        )
        box.setToolTip(plain_text(tip))
        box.setAccessibleDescription(tip)
        box.setVisible(bool(projects))
        return box

    def _connect(self) -> None:
        self.group.buttonClicked.connect(self._ask)
        self.folder.editingFinished.connect(self._ask)
        for box in (self.only_here, self.only_shown, self.inside):
            box.toggled.connect(self._ask)
        self.browse.clicked.connect(self._choose_folder)
        self.cancel.clicked.connect(self.reject)
        self.confirm.clicked.connect(self._agree)

    def _lay_out(self) -> None:
        title = PlainLabel(self.windowTitle())
        title.setFont(scaled(self.font(), 1.35, bold=True))
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(8)
        column.addWidget(title)
        for wish, button in self.choices.items():
            column.addWidget(button)
            if wish == _WITH_FOLDER[-1]:
                row = QHBoxLayout()
                row.setContentsMargins(22, 0, 0, 4)
                row.addWidget(self.folder, 1)
                row.addWidget(self.browse)
                column.addLayout(row)
        column.addSpacing(4)
        column.addWidget(self.only_shown)
        column.addWidget(self.only_here)
        column.addWidget(self.inside)
        column.addWidget(self.preview)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.confirm)
        column.addLayout(buttons)
        self.setMinimumWidth(60 * self.fontMetrics().averageCharWidth() + 60)

    @property
    def wish(self) -> str:
        return next(wish for wish, button in self.choices.items() if button.isChecked())

    def begin(self) -> None:
        """Ask for the first preview."""
        self._ask()

    def _show_parts(self) -> None:
        needs = self.wish in _WITH_FOLDER
        self.folder.setEnabled(needs)
        self.browse.setEnabled(needs)
        self.inside.setEnabled(self.wish in _RULES)

    def _ask(self, *_: object) -> None:
        self._show_parts()
        self.proposal = None
        self.confirm.setEnabled(False)
        typed = self.folder.text().strip()
        folder = self._given if typed == shown(self._given) else os.path.expanduser(typed)
        if self.wish in _WITH_FOLDER and not os.path.isabs(folder):
            self.preview.setText(self.tr("Choose the folder."))
            return
        self.preview.setText(self.tr("Counting…"))
        clusters = [self._cluster] if self.only_here.isChecked() and self._cluster is not None else None
        self.wanted.emit(self.wish, folder, clusters, self.inside.isChecked())

    def show_proposal(self, proposal: Proposal) -> None:
        """Show how many files a rule marks; ignore the answer to an older question."""
        if str(proposal.wish) != self.wish:
            return
        self.proposal = proposal
        self.preview.setText(preview_text(proposal))
        self.confirm.setEnabled(bool(proposal.preview.files or proposal.cleared))

    def _agree(self) -> None:
        if self.proposal is not None:
            self.agreed.emit(self.proposal)
            self.accept()

    def _choose_folder(self) -> None:
        dialog = QFileDialog(
            self, self.tr("Mark the files of"), self.folder.text() or os.path.expanduser("~")
        )
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.set_folder)
        dialog.open()

    def set_folder(self, path: str) -> None:
        """Set the folder that was chosen, and count again."""
        self.folder.setText(path)
        self._ask()
