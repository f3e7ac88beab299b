"""Choose which file of a cluster is kept: rules in an order, saved under names. Signals carry the choice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.errors import UsageError
from simfinder.gui.style.fonts import scaled
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.announcement import announce
from simfinder.gui.wording.formatting import folder_text, shown
from simfinder.gui.wording.translate_messages import told_error
from simfinder.model.tolerances import DEFAULT_KEEP

if TYPE_CHECKING:
    from simfinder.actions.rules.keep_rules import KeepRule
    from simfinder.app.removal.saved_keep_rules import SavedRules

_FOLDERS = ("in", "not-in")


def _tr(text: str) -> str:
    return QCoreApplication.translate("KeepRulesDialog", text)


def word_text(word: str) -> str:
    """Name a kind of rule in plain words."""
    return {
        "newest": _tr("Newest"),
        "oldest": _tr("Oldest"),
        "largest": _tr("Largest"),
        "smallest": _tr("Smallest"),
        "shortest-path": _tr("Shortest path"),
        "longest-path": _tr("Longest path"),
        "best-name": _tr("Best name"),
        "best-place": _tr("Best place"),
        "in": _tr("In the folder…"),
        "not-in": _tr("Outside the folder…"),
        "name": _tr("Name like…"),
    }.get(word, word)


def rule_text(rule: KeepRule) -> str:
    """Describe a rule in plain words."""
    if rule.word in _FOLDERS:
        text = _tr("In %1") if rule.word == "in" else _tr("Outside %1")
        return text.replace("%1", folder_text(rule.value))
    if rule.word == "name":
        return _tr("Name like %1").replace("%1", shown(rule.value))
    return word_text(rule.word)


def rules_text(rules: str) -> str:
    """Say the rules of the command line for people: ``In ~/Documents, then Newest``; as they are if unknown."""
    from simfinder.actions.rules.keep_rules import KeepRules

    try:
        return _tr(", then ").join(rule_text(rule) for rule in KeepRules.parse(rules).rules)
    except UsageError:  # of an extension that is not there any more
        return shown(rules)


class KeepRulesDialog(QDialog):
    """The rules that count now, ways to change them, and the saved combinations.

    Args:
        rules: as on the command line.
        saved: combinations with names.
        parent: the window.
    """

    chosen = Signal(str)  # rules
    save_wanted = Signal(str, str)  # name, rules
    remove_wanted = Signal(str)  # name

    def __init__(self, rules: str, saved: Sequence[SavedRules], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        from simfinder.actions.rules.keep_rules import KeepRules

        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keep rules"))
        try:
            self.rules: list[KeepRule] = list(KeepRules.parse(rules).rules)
        except UsageError:  # of an extension that is not there any more
            self.rules = list(KeepRules.parse(DEFAULT_KEEP).rules)
        self._saved: list[SavedRules] = []
        self._make_parts()
        self._lay_out()
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.show_saved(saved)
        self._show_rules(0)
        self._show_word()

    def _make_parts(self) -> None:
        from simfinder.actions.rules.keep_rules import WORDS

        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Rules, the first decides"))
        self.list.setMinimumHeight(5 * (self.fontMetrics().height() + 8))
        self.list.currentRowChanged.connect(self._update)
        self.up, self.down = QPushButton(self.tr("Up")), QPushButton(self.tr("Down"))
        self.remove = QPushButton(self.tr("Remove"))
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.remove.clicked.connect(self._remove)
        self.word = QComboBox()
        self.word.setAccessibleName(self.tr("Rule to add"))
        for word in WORDS:
            self.word.addItem(word_text(word), word)
        self.word.currentIndexChanged.connect(self._show_word)
        self.value = QLineEdit()
        self.value.setAccessibleName(self.tr("Folder or pattern of the rule"))
        self.browse = QPushButton(self.tr("Choose…"))
        self.browse.clicked.connect(self._choose_folder)
        self.add = QPushButton(self.tr("Add"))
        self.add.clicked.connect(self._add)
        self.value.returnPressed.connect(self._add)
        self.value.textChanged.connect(lambda: self._say(""))
        self.problem = PlainLabel()
        self.problem.setProperty("role", "warning")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.saved = QComboBox()
        self.saved.setAccessibleName(self.tr("Saved rules"))
        self.use, self.forget = QPushButton(self.tr("Use")), QPushButton(self.tr("Delete"))
        self.use.clicked.connect(self._use)
        self.forget.clicked.connect(self._forget)
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Name to save these rules under"))
        self.name.setPlaceholderText(self.tr("Name"))
        self.save = QPushButton(self.tr("Save"))
        self.save.clicked.connect(self._save)
        self.name.textChanged.connect(self._update)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.confirm = QPushButton(self.tr("Keep by these rules"))
        self.confirm.setProperty("role", "primary")
        self.confirm.clicked.connect(self._confirm)

    def _lay_out(self) -> None:
        title = PlainLabel(self.windowTitle())
        title.setFont(scaled(self.font(), 1.35, bold=True))
        text = PlainLabel(
            self.tr("The first rule decides which file of a cluster stays; the next ones break ties.")
        )
        text.setProperty("role", "muted")
        text.setWordWrap(True)
        side = QVBoxLayout()
        for button in (self.up, self.down, self.remove):
            side.addWidget(button)
        side.addStretch(1)
        rules = QHBoxLayout()
        rules.addWidget(self.list, 1)
        rules.addLayout(side)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.word, 0, 0)
        grid.addWidget(self.value, 0, 1)
        grid.addWidget(self.browse, 0, 2)
        grid.addWidget(self.add, 0, 3)
        grid.addWidget(self.problem, 1, 1, 1, 3)
        label = PlainLabel(self.tr("Save as"))
        label.setBuddy(self.name)
        grid.addWidget(label, 2, 0)
        grid.addWidget(self.name, 2, 1)
        grid.addWidget(self.save, 2, 3)
        label = PlainLabel(self.tr("Saved"))
        label.setBuddy(self.saved)
        grid.addWidget(label, 3, 0)
        grid.addWidget(self.saved, 3, 1)
        grid.addWidget(self.use, 3, 2)
        grid.addWidget(self.forget, 3, 3)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.confirm)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(10)
        column.addWidget(title)
        column.addWidget(text)
        column.addLayout(rules, 1)
        column.addLayout(grid)
        column.addLayout(buttons)
        self.setMinimumWidth(80 * self.fontMetrics().averageCharWidth())

    # the rules
    def text(self) -> str:
        """Return the rules as on the command line."""
        return ",".join(str(rule) for rule in self.rules)

    def _show_rules(self, row: int) -> None:
        self.list.clear()
        self.list.addItems([f"{n}. {rule_text(rule)}" for n, rule in enumerate(self.rules, 1)])
        self.list.setCurrentRow(min(row, len(self.rules) - 1))
        self._update()

    def _update(self, *_: object) -> None:
        row, last = self.list.currentRow(), len(self.rules) - 1
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < last)
        self.remove.setEnabled(row >= 0 and last > 0)
        self.save.setEnabled(bool(self.name.text().strip()))
        some = bool(self._saved)
        for widget in (self.saved, self.use, self.forget):
            widget.setEnabled(some)

    def _move(self, by: int) -> None:
        row = self.list.currentRow()
        self.rules.insert(row + by, self.rules.pop(row))
        self._show_rules(row + by)

    def _remove(self) -> None:
        row = self.list.currentRow()
        del self.rules[row]
        self._show_rules(row)

    def _show_word(self, *_: object) -> None:
        self._say("")
        word = self.word.currentData()
        self.browse.setEnabled(word in _FOLDERS)
        self.value.setEnabled(word in (*_FOLDERS, "name"))
        self.value.setPlaceholderText(
            "*.docx" if word == "name" else self.tr("Folder") if word in _FOLDERS else ""
        )

    def _add(self) -> None:
        from simfinder.actions.rules.keep_rules import KeepRule

        word, value = self.word.currentData(), self.value.text().strip()
        if word not in (*_FOLDERS, "name"):
            value = ""
        elif not value:
            self._say(self.tr("This rule needs a folder or a pattern."))
            self.value.setFocus()
            return
        if word in _FOLDERS:
            value = os.path.abspath(os.path.expanduser(value))
            if not os.path.isdir(value):
                self._say(self.tr("There is no folder %1.").replace("%1", folder_text(value)))
                self.value.setFocus()
                self.value.selectAll()
                return
        self._say("")
        self.rules.append(KeepRule(word, value))
        self.value.clear()
        self._show_rules(len(self.rules) - 1)

    def _say(self, text: str) -> None:
        """Say below the field what is wrong with it; "" for nothing."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))
        announce(self.problem, text)

    def _choose_folder(self) -> None:
        dialog = QFileDialog(
            self, self.tr("Folder of the rule"), self.value.text() or os.path.expanduser("~")
        )
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.value.setText)
        dialog.open()

    # what is saved
    def show_saved(self, saved: Sequence[SavedRules]) -> None:
        """List the saved combinations."""
        self._saved = list(saved)
        self.saved.clear()
        for one in self._saved:
            self.saved.addItem(f"{one.name}: {rules_text(one.rules)}", one.name)
        if not self._saved:
            self.saved.addItem(self.tr("none yet"))
        self._update()

    def _use(self) -> None:
        from simfinder.actions.rules.keep_rules import KeepRules

        one = self._saved[self.saved.currentIndex()]
        self.rules = list(KeepRules.parse(one.rules).rules)
        self.name.setText(one.name)
        self._show_rules(0)

    def _forget(self) -> None:
        self.remove_wanted.emit(self._saved[self.saved.currentIndex()].name)

    def _save(self) -> None:
        self.save_wanted.emit(self.name.text().strip(), self.text())

    def _confirm(self) -> None:
        from simfinder.actions.rules.keep_rules import KeepRules

        try:
            KeepRules.parse(self.text())
        except UsageError as error:
            self._say(told_error(error))
            return
        self.chosen.emit(self.text())
        self.accept()
