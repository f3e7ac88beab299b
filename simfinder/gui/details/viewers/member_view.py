"""Table of archive members that fits its width: the name takes what the sizes leave."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from simfinder.gui.widgets.table_delegate import TableDelegate

_ROW_HEIGHT = 22
_MARGINS = 14  # pixels of a heading beside its words
_LEAST = 150
"""Pixels that a name should have; with less, a column that can be spared is left out."""


class MemberView(QTableView):
    """Rows of a ``MemberModel`` or a ``MemberDiffModel``.

    Args:
        name: for screen readers.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._widths: list[int] = []
        self._spare = -1
        self.setAccessibleName(name)
        self.setItemDelegate(TableDelegate(self, margin=4, elide_left=True))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMinimumSectionSize(8)
        self.horizontalHeader().setSectionsClickable(False)

    def show_model(self, model: QAbstractTableModel, widths: list[int], spare: int = -1) -> None:
        """Fill the table.

        Args:
            model: taken over.
            widths: of the columns in pixels; 0 for the one that takes the rest.
            spare: column that is left out where there is little room.
        """
        before = self.model()
        model.setParent(self)
        self._widths, self._spare = widths, spare
        self.setModel(model)
        if before is not None:
            before.deleteLater()
        self._fit()
        self.scrollToTop()

    def _fit(self) -> None:
        if self.model() is None:
            return
        widths = [width and max(width, self._heading_width(c)) for c, width in enumerate(self._widths)]
        rest = self.viewport().width() - sum(widths)
        if self._spare >= 0:
            self.setColumnHidden(self._spare, rest < _LEAST)
            rest += widths[self._spare] if rest < _LEAST else 0
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width or rest)

    def _heading_width(self, column: int) -> int:
        words = self.model().headerData(column, Qt.Orientation.Horizontal)
        return self.horizontalHeader().fontMetrics().horizontalAdvance(words) + _MARGINS

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
