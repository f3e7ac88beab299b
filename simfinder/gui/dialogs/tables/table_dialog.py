"""Base of the dialogs: a title, a sentence, a table, buttons. Opened with ``open()``, deleted when closed.

A click on a heading sorts the table, and so does Alt with the number of the column.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from simfinder.gui.style.fonts import grown, row_height, scaled
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.widgets.table_delegate import ROW_HEIGHT, TableDelegate
from simfinder.gui.widgets.table_model import RowModel

_NARROW = 56  # letters
_LEAST_HEIGHT = 320  # pixels, with letters of the usual size
_MARGINS = 14  # pixels of a heading beside its words
_ARROW = 16  # and of the arrow that tells by what is sorted


class _Table(QTableView):
    """Tells when its room changes: also by a scroll bar that comes or goes."""

    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class TableDialog(QDialog):
    """A dialog around one table.

    Args:
        title: of the window, shown above the table too.
        parent: the window.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.model: RowModel[Any] = RowModel((), ())
        self._sized = False
        self._own_choice = QPersistentModelIndex()
        self.title = PlainLabel()
        self.title.setFont(scaled(self.font(), 1.35, bold=True))
        self.title.setWordWrap(True)
        self.text = PlainLabel()
        self.text.setProperty("role", "muted")
        self.text.setWordWrap(True)
        self.text.hide()
        self.warning = PlainLabel()
        self.warning.setProperty("role", "warning")
        self.warning.setWordWrap(True)
        self.warning.hide()
        self.table = _Table()
        self.table.resized.connect(self.fit)
        self.delegate = TableDelegate(self.table)
        self.table.setItemDelegate(self.delegate)
        self.set_title(title)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(row_height(ROW_HEIGHT, self.fontMetrics()))
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.table.horizontalHeader().setHighlightSections(False)
        self._let_sort()
        self.chosen = PlainLabel()
        self.chosen.setProperty("role", "muted")
        self.chosen.setWordWrap(True)
        self.chosen.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self.chosen.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.chosen.hide()
        self.below = QVBoxLayout()
        self.below.setContentsMargins(0, 4, 0, 0)
        self.below.addWidget(self.chosen)
        self.buttons = QHBoxLayout()
        self.buttons.addStretch(1)
        self.column = column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 16)
        column.setSpacing(8)
        for widget in (self.title, self.text, self.warning):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        column.addLayout(self.below)
        column.addLayout(self.buttons)
        room = parent.size() if parent is not None else self.size()
        self.resize(min(1180, max(560, room.width() - 80)), min(600, max(340, room.height() - 90)))

    # the size that a person gave it
    def restore_size(self, saved: str) -> None:
        """Take a size that ``size_to_save`` gave, where the screen has room for it."""
        width, _, height = saved.partition("x")
        if width.isdecimal() and height.isdecimal():
            room = self.screen().availableSize()
            self.resize(min(int(width), room.width()), min(int(height), room.height()))
            self._sized = True

    def size_to_save(self) -> str:
        """Return the size in words for the settings."""
        return f"{self.width()}x{self.height()}"

    def set_title(self, title: str) -> None:
        """Set the title of the window and of the table."""
        self.setWindowTitle(title)
        self.title.setText(title)
        self.table.setAccessibleName(title)

    def _let_sort(self) -> None:
        """Let headings and keys sort the rows, which come in the order given until then."""
        header = self.table.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.table.setSortingEnabled(True)
        header.sortIndicatorChanged.connect(self._show_sorted)
        for number in range(10):
            shortcut = QShortcut(QKeySequence(f"Alt+{number}"), self)
            shortcut.activated.connect(partial(self.sort_by, number))

    def sort_by(self, number: int) -> None:
        """Sort as a click on a heading does.

        Args:
            number: of the column among those that are shown, from 1 on; 0: as the rows were given.
        """
        header = self.table.horizontalHeader()
        shown = [-1, *(c for c in range(header.count()) if not header.isSectionHidden(c))]
        if number < len(shown):
            column = shown[number]
            again = column >= 0 and header.sortIndicatorSection() == column
            turned = again and header.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
            order = Qt.SortOrder.DescendingOrder if turned else Qt.SortOrder.AscendingOrder
            header.setSortIndicator(column, order)

    def _show_sorted(self) -> None:
        """Keep the chosen row in sight; if nobody has chosen one yet, start at the top again."""
        if self._own_choice.isValid() and self._own_choice == self.table.currentIndex():
            self._choose_first()
            self.table.scrollToTop()
        else:
            self._keep_in_sight()

    def _choose_first(self) -> None:
        """Choose a row before a person does."""
        if self.model.rowCount():
            self.choose_row(self.first_row())
        self._own_choice = QPersistentModelIndex(self.table.currentIndex())

    def first_row(self) -> int:
        """Return the row that is chosen before a person chooses one."""
        return 0

    def _keep_in_sight(self) -> None:
        if (index := self.table.currentIndex()).isValid():
            self.table.scrollTo(index)

    def show_model(self, model: RowModel[Any]) -> None:
        """Fill the table, sorted as it was."""
        model.setParent(self)
        model.heading_tip = self.tr(
            "Sort; again to reverse, a third time to restore the order (Alt+1, Alt+2 …; Alt+0)"
        )
        header = self.table.horizontalHeader()
        model.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
        self.model = model
        self.table.setModel(model)
        self.fit()
        self.table.selectionModel().currentRowChanged.connect(self._show_chosen)
        self._choose_first()
        self._show_chosen(self.table.currentIndex())

    def choose_row(self, row: int) -> None:
        """Choose one row. ``QTableView.selectRow`` chooses nothing from right to left."""
        self.table.setCurrentIndex(self.model.index(row, 0))

    def describe_row(self, row: Any) -> str:  # noqa: ARG002
        """Show the current row in full below the table; "" for nothing."""
        return ""

    def _show_chosen(self, index: QModelIndex) -> None:
        self.show_description(self.describe_row(self.model.row(index.row())) if index.isValid() else "")

    def show_description(self, text: str) -> None:
        """Say something of the current row below the table."""
        self.chosen.setText(text)
        self.chosen.setVisible(bool(text))
        lines = text.count("\n") + 2  # a long path takes two; the table does not jump from row to row
        if text:
            room = max(self.chosen.minimumHeight(), lines * self.chosen.fontMetrics().lineSpacing())
            self.chosen.setMinimumHeight(room)

    def show_nothing(self, text: str) -> None:
        """Show a sentence in a small dialog instead of an empty table."""
        self.say(text)
        self.table.hide()
        self.setMinimumWidth(_NARROW * self.fontMetrics().averageCharWidth())
        self.adjustSize()

    def fit(self) -> None:
        """Give the columns that are shown the room there is."""
        metrics = self.fontMetrics()
        fields = self.model.fields
        headings = [self._heading_width(column) for column in range(len(fields))]
        widths = [
            max(grown(field.width, metrics), least) if field.width > 0 else field.width
            for field, least in zip(fields, headings, strict=True)
        ]
        shown = [(c, w) for c, w in enumerate(widths) if not self.table.isColumnHidden(c)]
        rest = self.table.viewport().width() - sum(width for _, width in shown if width > 0)
        shares = sum(-width for _, width in shown if width < 0)
        for column, width in shown:
            wide = (
                width
                if width > 0
                else max(grown(70, metrics), headings[column], rest * -width // max(1, shares))
            )
            self.table.setColumnWidth(column, wide)

    def _heading_width(self, column: int) -> int:
        """Return the pixels that a heading needs, with its margins."""
        model, header = self.table.model(), self.table.horizontalHeader()
        if model is None or header.isHidden():
            return 0
        words = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        return header.fontMetrics().horizontalAdvance(words) + _MARGINS + _ARROW

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()
        if not event.spontaneous() and not self._sized:
            self._spare_room()

    def _spare_room(self) -> None:
        """Make the dialog lower where there are few rows."""
        header, vertical = self.table.horizontalHeader(), self.table.verticalHeader()
        self.ensurePolished()
        if layout := self.layout():
            layout.activate()
        spare = self.table.viewport().height() - vertical.length() - vertical.defaultSectionSize()
        if vertical.length() and spare > 0 and not self.table.isHidden():
            self.resize(self.width(), max(self.height() - spare, grown(_LEAST_HEIGHT, header.fontMetrics())))

    def say(self, text: str, warning: str = "") -> None:
        """Show sentences above the table."""
        for label, words in ((self.text, text), (self.warning, warning)):
            label.setText(words)
            label.setVisible(bool(words))

    def add_button(self, text: str, *, primary: bool = False, row: QHBoxLayout | None = None) -> QPushButton:
        """Return a button at the bottom right, in the order of the calls, or in a row of a dialog's own."""
        button = QPushButton(text)
        button.setAutoDefault(False)
        if primary:
            button.setProperty("role", "primary")
        (row or self.buttons).addWidget(button)
        return button
