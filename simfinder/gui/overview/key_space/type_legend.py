"""Legend of a picture: a row per kind with its colour, to show or hide the kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from simfinder.gui.style.palette import colors_of

_HEIGHT = 24
_DOT = 10
_LEFT = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the legend.

    Attributes:
        name: of the kind.
        figure: how many, as text.
        spoken: the row in words, for screen readers.
    """

    name: str
    figure: str
    spoken: str


class LegendRow(QAbstractButton):
    """One kind. Checked means shown."""

    alone = Signal()  # Ctrl+click: only this one

    def __init__(self, entry: Entry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        self.color = QColor()
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setText(entry.name)
        self.setAccessibleName(entry.spoken)
        self.setToolTip(self.tr("Click shows or hides these files, Ctrl+click shows only them."))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        text = metrics.horizontalAdvance(self._entry.name) + metrics.horizontalAdvance(self._entry.figure)
        return QSize(_LEFT + _DOT + 8 + text + 22, max(_HEIGHT, metrics.height() + 6))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.alone.emit()
            event.accept()
            return
        super().mousePressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(colors.color("accent"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(colors.color("hover"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        from_right = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        row = self.rect().adjusted(_LEFT, 0, -8, 0)
        dot = QRectF(row.left(), row.center().y() - _DOT / 2 + 0.5, _DOT, _DOT)
        if from_right:
            dot.moveRight(row.right())
        shown = self.isChecked()
        painter.setPen(QPen(self.color if shown else colors.color("box"), 1.5))
        painter.setBrush(self.color if shown else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(dot.adjusted(1, 1, -1, -1))
        text = row.adjusted(0, 0, -_DOT - 8, 0) if from_right else row.adjusted(_DOT + 8, 0, 0, 0)
        metrics, middle = painter.fontMetrics(), Qt.AlignmentFlag.AlignVCenter
        first, last = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        painter.setLayoutDirection(self.layoutDirection())
        room = text.width() - metrics.horizontalAdvance(self._entry.figure) - 8
        painter.setPen(colors.color("text" if shown else "muted"))
        name = metrics.elidedText(self._entry.name, Qt.TextElideMode.ElideMiddle, max(0, room))
        painter.drawText(text, middle | first, name)
        painter.setPen(colors.color("muted"))
        painter.drawText(text, middle | last, self._entry.figure)


class TypeLegend(QWidget):
    """All kinds, one below the other.

    Signals:
        changed: which kinds are shown, a list of bools.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[LegendRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self._column.addStretch(1)

    @property
    def shown(self) -> list[bool]:
        """Return which kinds are shown."""
        return [row.isChecked() for row in self.rows]

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Replace the rows; all kinds are shown then."""
        for row in self.rows:
            self._column.removeWidget(row)
            row.deleteLater()
        self.rows = [LegendRow(entry) for entry in entries]
        for i, row in enumerate(self.rows):
            self._column.insertWidget(i, row)
            row.toggled.connect(self._report_shown)
            row.alone.connect(lambda row=row: self._only(row))

    def set_colors(self, colors: Sequence[QColor]) -> None:
        """Take the colour of each row."""
        for row, color in zip(self.rows, colors, strict=False):
            row.color = color
            row.update()

    def _report_shown(self) -> None:
        self.changed.emit(self.shown)

    def _only(self, wanted: LegendRow) -> None:
        """Show only one kind; all of them again where it is the only one already."""
        everything = wanted.isChecked() and sum(self.shown) == 1
        for row in self.rows:
            row.blockSignals(True)  # one change, told once
            row.setChecked(everything or row is wanted)
            row.blockSignals(False)
            row.update()
        self._report_shown()
