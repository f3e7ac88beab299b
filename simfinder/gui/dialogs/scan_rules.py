"""What of the folders is scanned: patterns, sizes, and what is passed over unless asked for."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.app import patterns
from simfinder.app.settings import Settings
from simfinder.gui.style import scaled

_UNITS = (("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000))
_LINES = 4


class SizeField(QWidget):
    """A size with its unit; 0 means no bound."""

    def __init__(self, size: int, name: str, none: str) -> None:
        super().__init__()
        self.number = QDoubleSpinBox()
        self.number.setDecimals(3)
        self.number.setRange(0, 1_000_000)
        self.number.setSpecialValueText(none)
        self.number.setAccessibleName(name)
        self.unit = QComboBox()
        self.unit.setAccessibleName(self.tr("Unit of %1").replace("%1", name))
        for text, _ in _UNITS:
            self.unit.addItem(text)
        place = max((i for i, (_, factor) in enumerate(_UNITS) if size >= factor), default=0)
        self.unit.setCurrentIndex(place)
        self.number.setValue(size / _UNITS[place][1])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.number, 1)
        row.addWidget(self.unit)

    def size_chosen(self) -> int:
        """Bytes."""
        return round(self.number.value() * _UNITS[self.unit.currentIndex()][1])


class ScanRulesDialog(QDialog):
    """Changes the settings when it is accepted; they count from the next scan on."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("What is scanned"))
        self._settings = settings
        self.exclude = self._patterns(settings.exclude, self.tr("Leave out"), "*.tmp\nbuild/\nnode_modules/")
        self.include = self._patterns(settings.include, self.tr("Take only"), "*.docx\n*.odt")
        self.smallest = SizeField(settings.min_size, self.tr("Smallest size"), self.tr("any size"))
        self.largest = SizeField(settings.max_size, self.tr("Largest size"), self.tr("any size"))
        self.hidden = QCheckBox(self.tr("Hidden files and folders"))
        self.empty = QCheckBox(self.tr("Empty files"))
        self.symlinks = QCheckBox(self.tr("What symbolic links lead to"))
        self.hidden.setChecked(settings.hidden)
        self.empty.setChecked(settings.empty)
        self.symlinks.setChecked(settings.symlinks)
        self.problem = QLabel()
        self.problem.setProperty("role", "warning")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.reset = QPushButton(self.tr("Clear all"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.confirm = QPushButton(self.tr("Use these rules"))
        self.confirm.setProperty("role", "primary")
        self.reset.clicked.connect(self._clear)
        self.cancel.clicked.connect(self.reject)
        self.confirm.clicked.connect(self._take)
        for button in (self.reset, self.cancel, self.confirm):
            button.setAutoDefault(False)
        self._lay_out()

    def _patterns(self, lines: list[str], name: str, example: str) -> QPlainTextEdit:
        box = QPlainTextEdit("\n".join(lines))
        box.setAccessibleName(name)
        box.setPlaceholderText(example)
        box.setTabChangesFocus(True)
        box.setProperty("role", "boxed")
        box.setFixedHeight(_LINES * self.fontMetrics().lineSpacing() + 16)
        return box

    def _lay_out(self) -> None:
        title = QLabel(self.windowTitle())
        title.setFont(scaled(self.font(), 1.35, bold=True))
        text = QLabel(
            self.tr(
                "Patterns as in .gitignore, one a line, seen from each folder. They count from the next scan on."
            )
        )
        text.setProperty("role", "muted")
        text.setWordWrap(True)
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("Leave out"), self.exclude)
        form.addRow(self.tr("Take only"), self.include)
        form.addRow(self.tr("Not smaller than"), self.smallest)
        form.addRow(self.tr("Not larger than"), self.largest)
        also = QVBoxLayout()
        also.setSpacing(6)
        for box in (self.hidden, self.empty, self.symlinks):
            also.addWidget(box)
        form.addRow(self.tr("Take too"), also)
        buttons = QHBoxLayout()
        buttons.addWidget(self.reset)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.confirm)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 18, 22, 18)
        column.setSpacing(10)
        for widget in (title, text):
            column.addWidget(widget)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addStretch(1)
        column.addLayout(buttons)
        self.setMinimumWidth(76 * self.fontMetrics().averageCharWidth())

    def _clear(self) -> None:
        self.exclude.clear()
        self.include.clear()
        self.smallest.number.setValue(0)
        self.largest.number.setValue(0)
        for box in (self.hidden, self.empty, self.symlinks):
            box.setChecked(False)

    def _take(self) -> None:
        exclude, include = (patterns.lines_of(box.toPlainText()) for box in (self.exclude, self.include))
        smallest, largest = self.smallest.size_chosen(), self.largest.size_chosen()
        wrong = patterns.first_wrong(exclude) or patterns.first_wrong(include)
        if wrong:
            wrong = self.tr("This is no pattern: %1").replace("%1", wrong)
        elif largest and largest < smallest:
            wrong = self.tr("The largest size is less than the smallest: no file would be taken.")
        self.problem.setText(wrong)
        self.problem.setVisible(bool(wrong))
        if wrong:
            return
        settings = self._settings
        settings.exclude, settings.include = exclude, include
        settings.min_size, settings.max_size = smallest, largest
        settings.hidden, settings.empty = self.hidden.isChecked(), self.empty.isChecked()
        settings.symlinks = self.symlinks.isChecked()
        self.changed.emit()
        self.accept()
