"""Space by type: a row per type with a bar of the kinds of its space. A row can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from simfinder.gui.style.palette import colors_of
from simfinder.gui.style.type_colors import space_colors

_BAR, _BETWEEN = 8, 1  # pixels


def _row_height(of: QWidget) -> int:
    return of.fontMetrics().height() + _BAR + 13


@dataclass(frozen=True, slots=True)
class TypeSpace:
    """A row.

    Attributes:
        name: of the type as it is shown.
        figure: all its bytes, as text.
        kinds: bytes by kind.
        share: of the largest row, 0..1.
        tip: the figures in words, as HTML.
        place: place of the type in the map; -1 for the row of all others, which can't be chosen.
        short: of the name, where it has no room; "" where that is to be cut.
    """

    name: str
    figure: str
    kinds: tuple[int, ...]
    share: float
    tip: str
    place: int
    short: str = ""


class TypeBar(QAbstractButton):
    """One type. Checked means chosen."""

    def __init__(self, row: TypeSpace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = row
        self.setCheckable(True)
        self.setText(row.name)
        self.setAccessibleName(f"{row.name}: {row.figure}")
        self.setToolTip(row.tip)
        self.setEnabled(row.place >= 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if row.place >= 0:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(160, _row_height(self))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.hasFocus() or self.underMouse():
            painter.setPen(QPen(colors.color("accent"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(colors.color("selection" if self.isChecked() else "hover"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        inner = QRectF(self.rect()).adjusted(7, 4, -7, -5)
        text = QRectF(inner.left(), inner.top(), inner.width(), inner.height() - _BAR - 2)
        painter.setLayoutDirection(self.layoutDirection())
        painter.setPen(colors.color("muted"))
        metrics, middle = painter.fontMetrics(), Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text, middle | Qt.AlignmentFlag.AlignRight, self.row.figure)
        painter.setPen(colors.color("text" if self.isEnabled() else "muted"))
        room = text.width() - metrics.horizontalAdvance(self.row.figure) - 8
        name = self.row.name
        if self.row.short and metrics.horizontalAdvance(name) > room:
            name = self.row.short
        name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, max(0, round(room)))
        painter.drawText(text, middle | Qt.AlignmentFlag.AlignLeft, name)
        self._paint_bar(painter, QRectF(inner.left(), inner.bottom() - _BAR, inner.width(), _BAR))

    def _paint_bar(self, painter: QPainter, track: QRectF) -> None:
        colors = colors_of(self.palette())
        whole = sum(self.row.kinds)
        length = max(3.0, track.width() * min(1.0, self.row.share))
        from_right = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        bar = QRectF(track.right() - length if from_right else track.left(), track.top(), length, _BAR)
        path = QPainterPath()
        path.addRoundedRect(bar, 3, 3)
        painter.setClipPath(path)
        painter.fillRect(bar, colors.color("groove"))
        at = 0.0
        grounds = space_colors(colors)
        grounds[-1] = colors.color("groove")
        for size, ground in zip(self.row.kinds, grounds, strict=True):
            if size and whole:
                width = length * size / whole
                left = bar.right() - at - width if from_right else bar.left() + at
                painter.fillRect(QRectF(left, bar.top(), width, _BAR), ground)
                at += width


class TypeBars(QWidget):
    """All rows.

    Signals:
        chosen: place of the type that was chosen, -1 when it is let go.
        room_changed: more rows have room, or fewer.
    """

    chosen = Signal(int)
    room_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[TypeBar] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(_BETWEEN)
        self._column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        self._column.addStretch(1)

    def room(self) -> int:
        """Count the rows that fit, at least one."""
        return max(1, (self.height() + _BETWEEN) // (_row_height(self) + _BETWEEN))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many bars as the height has room for."""
        super().resizeEvent(event)
        self.room_changed.emit()

    def minimumSizeHint(self) -> QSize:
        """Return the size of one row: the last one sums up what does not fit."""
        return QSize(0, _row_height(self))

    def show_rows(self, rows: Sequence[TypeSpace]) -> None:
        """Replace the rows."""
        for old in self.rows:
            self._column.removeWidget(old)
            old.deleteLater()
        self.rows = [TypeBar(row) for row in rows]
        for i, bar in enumerate(self.rows):
            self._column.insertWidget(i, bar)
            bar.toggled.connect(lambda checked, bar=bar: self._report_chosen(bar, checked))

    def set_chosen(self, place: int) -> None:
        """Show which type filters, -1 for none."""
        for bar in self.rows:
            bar.blockSignals(True)
            bar.setChecked(place >= 0 and bar.row.place == place)
            bar.blockSignals(False)

    def _report_chosen(self, bar: TypeBar, checked: bool) -> None:
        self.chosen.emit(bar.row.place if checked else -1)
