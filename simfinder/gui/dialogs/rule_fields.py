"""Fields of the scan filters dialog: a size, some types, a time. Each takes a text or number and gives one."""

from __future__ import annotations

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDateEdit,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSpinBox,
    QToolButton,
    QWidget,
)

from simfinder.app.settings import scan_rules
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.family_words import family_text
from simfinder.gui.wording.formatting import counted, day_form
from simfinder.model.file_families import Family, types_of_family

_UNITS = (("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000))
_FORM = "yyyy-MM-dd"
_MARGINS = (6, 0, 0, 0)  # the sheet's own padding does not reach the text of a number


class _Number(QDoubleSpinBox):
    """A number without zeros at its end: “4.000” is four thousand in half of the world."""

    def textFromValue(self, value: float) -> str:
        text, point = super().textFromValue(value), self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


class SizeField(QWidget):
    """A size with its unit; 0 means no bound."""

    def __init__(self, name: str, none: str) -> None:
        super().__init__()
        self.number = _Number()
        self.number.setDecimals(3)
        self.number.lineEdit().setTextMargins(*_MARGINS)
        self.number.setRange(0, 1_000_000)
        self.number.setSpecialValueText(none)
        self.number.setAccessibleName(name)
        self.unit = QComboBox()
        self.unit.setAccessibleName(self.tr("Unit of %1").replace("%1", name))
        for text, _ in _UNITS:
            self.unit.addItem(text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.number, 1)
        row.addWidget(self.unit)

    def show_size(self, size: int) -> None:
        """Take bytes."""
        place = max((i for i, (_, factor) in enumerate(_UNITS) if size >= factor), default=0)
        self.unit.setCurrentIndex(place)
        self.number.setValue(size / _UNITS[place][1])

    def size_chosen(self) -> int:
        """Return the size in bytes."""
        return round(self.number.value() * _UNITS[self.unit.currentIndex()][1])


class TypesField(QWidget):
    """Extensions that are typed, and families that are ticked in a menu."""

    def __init__(self, name: str, example: str) -> None:
        super().__init__()
        self.words = QLineEdit()
        self.words.setAccessibleName(name)
        self.words.setPlaceholderText(example)
        self.words.setToolTip(
            self.tr("Extensions, with spaces between; “none” for files without an extension")
        )
        self.families = QToolButton()
        self.families.setAccessibleName(self.tr("Families of %1").replace("%1", name))
        self.families.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.families)
        menu.setToolTipsVisible(True)
        for family in Family:
            if family is Family.OTHER:
                continue
            action = menu.addAction(family_text(family))
            action.setCheckable(True)
            action.setData(str(family))
            action.setToolTip(plain_text(" ".join("." + its for its in types_of_family(family))))
            action.toggled.connect(self._count)
        self.families.setMenu(menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.words, 1)
        row.addWidget(self.families)
        self._count()

    def _count(self) -> None:
        ticked = [action.text() for action in self.families.menu().actions() if action.isChecked()]
        text = counted(len(ticked), self.tr("%n family"), self.tr("%n families"))
        self.families.setText((text if ticked else self.tr("Families")) + " ▾")
        self.families.setToolTip(plain_text(", ".join(ticked) or self.tr("Choose whole families of types")))

    def show_words(self, words: list[str]) -> None:
        """Take words as ``scan_rules`` writes them."""
        families = set(Family)
        for action in self.families.menu().actions():
            action.setChecked(action.data() in words)
        self.words.setText(" ".join(word for word in words if word not in families))

    def words_chosen(self) -> list[str]:
        """Return the types as ``scan_rules`` writes them."""
        ticked = [str(action.data()) for action in self.families.menu().actions() if action.isChecked()]
        families = set(Family)
        typed = [f".{word}" if word in families else word for word in scan_rules.words_in(self.words.text())]
        return [*ticked, *typed]


class TimeField(QWidget):
    """Any time, a date, or an age."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.kind = QComboBox()
        self.kind.setAccessibleName(name)
        for text, unit in (
            (self.tr("any time"), ""),
            (self.tr("a date"), "date"),
            (self.tr("days ago"), "d"),
            (self.tr("weeks ago"), "w"),
            (self.tr("months ago"), "m"),
            (self.tr("years ago"), "y"),
        ):
            self.kind.addItem(text, unit)
        self.date = QDateEdit(QDate.currentDate())
        self.date.setDisplayFormat(day_form())
        self.date.setCalendarPopup(True)
        self.date.setMinimumDate(QDate(1970, 1, 2))
        self.date.setAccessibleName(self.tr("Date of %1").replace("%1", name))
        self.age = QSpinBox()
        self.age.setRange(1, 9999)
        self.age.lineEdit().setTextMargins(*_MARGINS)
        self.age.setValue(30)
        self.age.setAccessibleName(self.tr("How long ago, of %1").replace("%1", name))
        self._known = ""
        self.kind.currentIndexChanged.connect(self._show)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.age)
        row.addWidget(self.date)
        row.addWidget(self.kind, 1)
        self._show()

    def _show(self) -> None:
        unit = self.kind.currentData()
        self.date.setVisible(unit == "date")
        self.age.setVisible(unit in tuple("dwmy"))
        self.changed.emit()

    def show_time(self, text: str) -> None:
        """Take a time as ``scan_rules`` writes it."""
        self._known = text
        unit = text[-1:].lower()
        if unit in tuple("dwmy"):
            self.age.setValue(int(text[:-1]))
        elif text:
            unit = "date"
            self.date.setDate(QDate.fromString(text[:10], Qt.DateFormat.ISODate))
        self.kind.setCurrentIndex(self.kind.findData(unit))

    def time_chosen(self) -> str:
        """Return the time as ``scan_rules`` writes it; its time of day stays while its date does."""
        unit = self.kind.currentData()
        if unit == "date":
            date = self.date.date().toString(_FORM)
            return self._known if self._known.startswith(date) else date
        return f"{self.age.value()}{unit}" if unit else ""
