"""Edit the scan filters: patterns, types, sizes, times, and what to include that is skipped by default.

Filters of all folders, or of one folder; those of a folder add to those of all.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.app.settings import scan_rules
from simfinder.app.settings.scan_rules import RuleTexts
from simfinder.app.settings.settings import Settings
from simfinder.gui.dialogs.rule_fields import SizeField, TimeField, TypesField
from simfinder.gui.style.fonts import scaled
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import folder_text
from simfinder.gui.wording.skipped_words import development_tip

_LINES = 4


class ScanRulesDialog(QDialog):
    """Changes the settings when it is accepted; they count from the next scan on.

    Args:
        settings: that are changed.
        folder: whose rules are shown first; "" for those of all folders.
        parent: the window.
    """

    changed = Signal()

    def __init__(self, settings: Settings, folder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Scan filters"))
        self._settings = settings
        self._texts = {name: settings.rules(name) for name in ("", *settings.folders)}
        self._shown = ""
        self.folders = list(self._texts)  # by row: as data of the list, names that are no UTF-8 would be lost
        self.where = QComboBox()
        self.where.setAccessibleName(self.tr("Filters of"))
        for name in self._texts:
            self.where.addItem(folder_text(name) if name else self.tr("All folders"))
        self.exclude = self._patterns(self.tr("Leave out"), "*.tmp\nbuild/\nnode_modules/")
        self.include = self._patterns(self.tr("Scan only"), "*draft*\n/letters/")
        self.types = TypesField(self.tr("Only these types"), self.tr("all types"))
        self.not_types = TypesField(self.tr("Not these types"), "iso vmdk")
        self.smallest = SizeField(self.tr("Smallest size"), self.tr("any size"))
        self.largest = SizeField(self.tr("Largest size"), self.tr("any size"))
        self.since = TimeField(self.tr("Changed since"))
        self.before = TimeField(self.tr("Changed before"))
        self.hidden = QCheckBox(self.tr("Hidden files and folders"))
        self.empty = QCheckBox(self.tr("Empty files"))
        self.symlinks = QCheckBox(self.tr("Targets of symbolic links"))
        self.hidden.setChecked(settings.hidden)
        self.empty.setChecked(settings.empty)
        self.symlinks.setChecked(settings.symlinks)
        self.no_development = QCheckBox(self.tr("Leave out development folders, caches and build results"))
        self.no_development.setToolTip(plain_text(development_tip()))
        self.no_development.setChecked(settings.no_development)
        self.no_media = QCheckBox(self.tr("Compare pictures, recordings and films by their bytes only"))
        self.no_media.setToolTip(
            plain_text(
                self.tr(
                    "Otherwise those that look or sound the same are found too: resized, turned, cut or saved again. "
                    "Each is decoded once for that: a picture in a few hundredths of a second, a song within a second, "
                    "a film within ten."
                )
            )
        )
        self.no_media.setChecked(settings.no_media)
        self.problem = PlainLabel()
        self.problem.setProperty("role", "warning")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.reset = QPushButton(self.tr("Clear all"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.confirm = QPushButton(self.tr("Use these filters"))
        self.confirm.setProperty("role", "primary")
        self.reset.clicked.connect(self._clear)
        self.cancel.clicked.connect(self.reject)
        self.confirm.clicked.connect(self._accept_rules)
        for button in (self.reset, self.cancel, self.confirm):
            button.setAutoDefault(False)
        self._lay_out()
        self._fill(self._texts[""])
        self.where.currentIndexChanged.connect(self._go_to)
        self.where.setCurrentIndex(self.folders.index(folder) if folder in self._texts else 0)
        self._mark_ruled()

    def _patterns(self, name: str, example: str) -> QPlainTextEdit:
        box = QPlainTextEdit()
        box.setAccessibleName(name)
        box.setPlaceholderText(example)
        box.setTabChangesFocus(True)
        box.setProperty("role", "boxed")
        box.setMinimumHeight(_LINES * self.fontMetrics().lineSpacing() + 16)
        return box

    def _lay_out(self) -> None:
        title = PlainLabel(self.windowTitle())
        title.setFont(scaled(self.font(), 1.35, bold=True))
        self.text = PlainLabel()
        self.text.setProperty("role", "muted")
        self.text.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.where)
        left = QVBoxLayout()
        left.setSpacing(4)
        for text, box in (
            (self.tr("Leave out: patterns as in .gitignore"), self.exclude),
            (self.tr("Scan only matching files"), self.include),
        ):
            label = PlainLabel(text)
            label.setBuddy(box)
            left.addWidget(label)
            left.addWidget(box, 1)
        right = QGridLayout()
        right.setHorizontalSpacing(12)
        right.setVerticalSpacing(8)
        right.setColumnStretch(1, 1)
        right.setRowStretch(6, 1)
        fields = (
            (self.tr("Only types"), self.types),
            (self.tr("Not types"), self.not_types),
            (self.tr("Not smaller than"), self.smallest),
            (self.tr("Not larger than"), self.largest),
            (self.tr("Changed since"), self.since),
            (self.tr("Changed before"), self.before),
        )
        for row, (text, field) in enumerate(fields):
            right.addWidget(PlainLabel(text), row, 0)
            right.addWidget(field, row, 1)
        rules = QHBoxLayout()
        rules.setSpacing(20)
        rules.addLayout(left, 4)
        rules.addLayout(right, 5)
        self.also = QWidget()
        also = QHBoxLayout(self.also)
        also.setContentsMargins(0, 0, 0, 0)
        also.setSpacing(16)
        also.addWidget(PlainLabel(self.tr("Also scan")))
        for switch in (self.hidden, self.empty, self.symlinks):
            also.addWidget(switch)
        also.addStretch(1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.reset)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.confirm)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self.text)
        column.addLayout(rules, 1)
        column.addWidget(self.also)
        column.addWidget(self.no_development)
        column.addWidget(self.no_media)
        column.addWidget(self.problem)
        column.addLayout(buttons)
        self.setMinimumWidth(104 * self.fontMetrics().averageCharWidth())

    # rules of all folders and of single ones
    def _go_to(self, _index: int) -> None:
        """Show the rules of another folder; what was typed stays."""
        self._texts[self._shown] = self._read()
        self._shown = self.folders[self.where.currentIndex()]
        self._fill(self._texts[self._shown])
        self._mark_ruled()

    def _mark_ruled(self) -> None:
        """Put a dot behind the folders that have rules of their own."""
        for index, name in enumerate(self.folders[1:], 1):
            self.where.setItemText(index, folder_text(name) + (" •" if self._texts[name] else ""))
        self.also.setVisible(not self._shown)
        self.no_development.setVisible(not self._shown)
        self.no_media.setVisible(not self._shown)
        self.text.setText(
            self.tr("These apply to this folder, on top of the filters of all folders.")
            if self._shown
            else self.tr("They apply from the next scan on. A folder can have filters of its own as well.")
        )

    def _fill(self, texts: RuleTexts) -> None:
        self.exclude.setPlainText("\n".join(texts.exclude))
        self.include.setPlainText("\n".join(texts.include))
        self.types.show_words(texts.types)
        self.not_types.show_words(texts.not_types)
        self.smallest.show_size(texts.min_size)
        self.largest.show_size(texts.max_size)
        self.since.show_time(texts.since)
        self.before.show_time(texts.before)

    def _read(self) -> RuleTexts:
        return RuleTexts(
            include=scan_rules.lines_of(self.include.toPlainText()),
            exclude=scan_rules.lines_of(self.exclude.toPlainText()),
            types=self.types.words_chosen(),
            not_types=self.not_types.words_chosen(),
            min_size=self.smallest.size_chosen(),
            max_size=self.largest.size_chosen(),
            since=self.since.time_chosen(),
            before=self.before.time_chosen(),
        )

    def _clear(self) -> None:
        self._fill(RuleTexts())
        for box in (self.hidden, self.empty, self.symlinks, self.no_development, self.no_media):
            box.setChecked(False)

    def _accept_rules(self) -> None:
        self._texts[self._shown] = self._read()
        for index, name in enumerate(self.folders):
            wrong = what_is_wrong(self._texts[name])
            self.problem.setText(wrong)
            self.problem.setVisible(bool(wrong))
            if wrong:
                self.where.setCurrentIndex(index)
                return
        settings = self._settings
        for name, texts in self._texts.items():
            settings.set_rules(texts, name)
        settings.hidden, settings.empty = self.hidden.isChecked(), self.empty.isChecked()
        settings.symlinks = self.symlinks.isChecked()
        settings.no_development = self.no_development.isChecked()
        settings.no_media = self.no_media.isChecked()
        self.changed.emit()
        self.accept()


def what_is_wrong(texts: RuleTexts) -> str:
    """Say in a sentence what is wrong with some filters; "" if nothing is."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("ScanRulesDialog", text)

    if wrong := scan_rules.first_wrong(texts.exclude) or scan_rules.first_wrong(texts.include):
        return tr("Not a pattern: %1").replace("%1", wrong)
    try:
        scan_rules.types_of([*texts.types, *texts.not_types])
    except ValueError as error:
        return tr("Not a file type: %1").replace("%1", str(error))
    if texts.max_size and texts.max_size < texts.min_size:
        return tr("The largest size is less than the smallest: no file would be scanned.")
    rules = texts.for_folder("")
    if rules.since is not None and rules.before is not None and rules.before <= rules.since:
        return tr("“Changed before” is not later than “Changed since”: no file would be scanned.")
    return ""
