"""Show two texts beside each other, row by row, and scroll them as one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from simfinder.gui.details.viewers.code_view import CodeView, Line


class SideBySide(QWidget):
    """The two columns.

    Signals:
        fold_opened: as of ``CodeView``.
    """

    fold_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left, self.right = CodeView(), CodeView()
        self.left.setAccessibleName(self.tr("Lines of this file"))
        self.right.setAccessibleName(self.tr("Lines of the other file"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        edge = QFrame()
        edge.setFixedWidth(1)
        edge.setStyleSheet("background: palette(midlight);")
        for widget in (self.left, edge, self.right):
            row.addWidget(widget, 0 if widget is edge else 1)
        self.left.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for one, other in ((self.left, self.right), (self.right, self.left)):
            one.fold_opened.connect(self.fold_opened)
            one.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
            one.horizontalScrollBar().valueChanged.connect(other.horizontalScrollBar().setValue)
            # of the same height always, or the last rows would not stand beside each other
            one.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def show_lines(self, left: Sequence[Line], right: Sequence[Line], *, keep_place: bool = False) -> None:
        """Show other lines; both sides have as many."""
        place = self.right.verticalScrollBar().value() if keep_place else 0
        self.left.show_lines(left)
        self.right.show_lines(right)
        for view in (self.left, self.right):  # showing lines chooses for itself
            view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.right.verticalScrollBar().setValue(place)

    def go_to(self, number: int) -> None:
        """Scroll so that a row is the first one."""
        self.right.go_to(number)
        self.left.verticalScrollBar().setValue(self.right.verticalScrollBar().value())

    def first_row(self) -> int:
        return self.right.first_row()

    def point_at(self, number: int) -> None:
        for view in (self.left, self.right):
            view.point_at(number)

    def mark(self, first: int, last: int) -> None:
        for view in (self.left, self.right):
            view.mark(first, last)
