"""Settings that a person seldom changes. Changes apply at once and are remembered."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.gui.controllers.user_actions import Commands
from simfinder.gui.style.fonts import scaled
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.action_words import command_text, command_tip
from simfinder.gui.wording.language import LANGUAGES
from simfinder.model.removal_plan import ActKind


class PreferencesDialog(QDialog):
    """The action of the removal button, and switches of the window's commands."""

    act_chosen = Signal(object)  # ActKind
    hints_wanted = Signal()
    language_chosen = Signal(str)  # a code, "" for the system's
    look_chosen = Signal(str)  # "light", "dark", "" for the system's

    def __init__(
        self,
        commands: Commands,
        act: ActKind,
        language: str = "",
        parent: QWidget | None = None,
        look: str = "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.act = QComboBox()
        self.act.setAccessibleName(self.tr("Action of the removal button and the Delete key"))
        for kind in commands.acts:
            if kind is not ActKind.DELETE:  # nobody deletes for good by habit
                self.act.addItem(command_text(kind).rstrip("…"), kind)
                self.act.setItemData(
                    self.act.count() - 1, plain_text(command_tip(kind)), Qt.ItemDataRole.ToolTipRole
                )
        self.act.setCurrentIndex(self.act.findData(act))
        self.act.currentIndexChanged.connect(lambda _: self.act_chosen.emit(ActKind(self.act.currentData())))
        self.language = QComboBox()
        self.language.setAccessibleName(self.tr("Language"))
        self.language.addItem(self.tr("System default"), "")
        for code, name in LANGUAGES.items():
            self.language.addItem(name, code)
        self.language.setCurrentIndex(max(0, self.language.findData(language)))
        self.language.currentIndexChanged.connect(
            lambda _: self.language_chosen.emit(self.language.currentData())
        )
        self.look = QComboBox()
        self.look.setAccessibleName(self.tr("Look"))
        for text, choice in (
            (self.tr("Light or dark as the system"), ""),
            (self.tr("Light"), "light"),
            (self.tr("Dark"), "dark"),
        ):
            self.look.addItem(text, choice)
        self.look.setCurrentIndex(max(0, self.look.findData(look)))
        self.look.currentIndexChanged.connect(lambda _: self.look_chosen.emit(self.look.currentData()))
        self.switches = [
            self._switch(one)
            for one in (
                commands.hidden,
                commands.autosave,
                commands.follow,
                commands.thumbnails,
                commands.notify,
            )
        ]
        self.hints = QPushButton(self.tr("Show the first hints again"))
        self.hints.setAutoDefault(False)
        self.hints.clicked.connect(self.hints_wanted)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setProperty("role", "primary")
        self.close_button.clicked.connect(self.accept)
        self._lay_out()

    def _switch(self, action: QAction) -> QCheckBox:
        """Return a check box that is the same as a command."""
        box = QCheckBox(action.text())
        box.setToolTip(plain_text(action.toolTip()))
        box.setAccessibleDescription(action.toolTip())
        box.setChecked(action.isChecked())
        box.toggled.connect(action.setChecked)
        action.toggled.connect(box.setChecked)
        return box

    def _lay_out(self) -> None:
        title = PlainLabel(self.windowTitle())
        title.setFont(scaled(self.font(), 1.35, bold=True))
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(8)
        form.addRow(self.tr("Delete key"), self.act)
        for number, box in enumerate(self.switches):
            form.addRow(self.tr("Scanning") if not number else "", box)
        form.addRow(self.tr("Help"), self.hints)
        form.addRow(self.tr("Look"), self.look)
        form.addRow(self.tr("Language"), self.language)
        note = PlainLabel(self.tr("The size of letters follows the system."))
        note.setProperty("role", "muted")
        note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(12)
        column.addWidget(title)
        column.addLayout(form)
        column.addWidget(note)
        column.addStretch(1)
        column.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)
        self.setMinimumWidth(56 * self.fontMetrics().averageCharWidth())
