"""Sheets of a spreadsheet or tables of a database: a tab for each, with its cells below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTabBar, QTableView, QVBoxLayout, QWidget

from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import shown

if TYPE_CHECKING:
    from simfinder.app.compare.contents.preview import Sheet

_WIDEST = 260  # pixels of a column
_MEASURED = 60  # rows that the widths are taken from


class _Cells(QAbstractTableModel):
    def __init__(self, sheet: Sheet, *, headed: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = sheet.rows[0] if headed and sheet.rows else ()
        self._rows = sheet.rows[1:] if headed else sheet.rows
        self._columns = max(map(len, sheet.rows), default=0)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._columns

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        row = self._rows[index.row()]
        text = shown(row[index.column()]) if index.column() < len(row) else ""
        return plain_text(text) if role == Qt.ItemDataRole.ToolTipRole else text

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation is Qt.Orientation.Vertical:
            return str(section + 1)
        return shown(self._names[section]) if section < len(self._names) else _letters(section)


def _letters(column: int) -> str:
    """Return the name of a column as spreadsheets write it: A, B, …, Z, AA."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


class TableView(QWidget):
    """Tabs, words about the sheet, cells."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheets: Sequence[Sheet] = ()
        self._headed = False
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setAccessibleName(self.tr("Sheets"))
        self.about = PlainLabel()
        self.about.setProperty("role", "muted")
        self.about.setWordWrap(True)
        self.about.setContentsMargins(2, 2, 2, 4)
        self.cells = QTableView()
        self.cells.setAccessibleName(self.tr("Cells"))
        self.cells.setFrameShape(QFrame.Shape.NoFrame)
        self.cells.setTabKeyNavigation(False)
        self.cells.setWordWrap(False)
        self.cells.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.cells.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.cells.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 7)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.tabs)
        column.addWidget(self.about)
        column.addWidget(self.cells, 1)
        self.tabs.currentChanged.connect(self._show_sheet)

    def show_sheets(self, sheets: Sequence[Sheet], *, headed: bool) -> None:
        """Show others.

        Args:
            sheets: in the order of their tabs.
            headed: their first rows are the names of the columns.
        """
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for sheet in sheets:
            self.tabs.addTab(shown(sheet.title).replace("&", "&&") or "–")
        self.tabs.blockSignals(False)
        self.sheets, self._headed = sheets, headed
        self._show_sheet(0)

    def _show_sheet(self, place: int) -> None:
        if not 0 <= place < len(self.sheets):
            return
        sheet = self.sheets[place]
        self.about.setText("\n".join(sheet.about))
        self.about.setVisible(bool(sheet.about))
        before = self.cells.model()
        self.cells.setModel(_Cells(sheet, headed=self._headed, parent=self.cells))
        if before is not None:
            before.deleteLater()
        metrics = self.cells.fontMetrics()
        widths: dict[int, int] = {}
        for row in sheet.rows[:_MEASURED]:
            for i, text in enumerate(row):
                widths[i] = max(widths.get(i, 0), min(_WIDEST, metrics.horizontalAdvance(text[:80]) + 14))
        for i, width in widths.items():
            self.cells.setColumnWidth(i, max(40, width))
        self.cells.scrollToTop()
