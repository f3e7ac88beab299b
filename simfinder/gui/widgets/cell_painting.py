"""Painted parts of table cells: a check box, a bar with its percentage, a rounded label (a chip)."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from simfinder.gui.style.fonts import grown, scaled
from simfinder.gui.style.palette import Palette

BOX = 14
"""Pixels of a check box's side."""
PERCENT_WIDTH = 52
"""Pixels of the figure beside a bar, in letters of the usual size."""
CHIP_MARGIN = 14
"""Pixels of a chip beside its words."""
SMALL_CHIP = 0.8
"""Size of a chip's letters where it would be cut."""
_SHORTEST = 24  # pixels of a bar
_FAINT = 0.45  # opacity of the bar of an estimate


def paint_box(painter: QPainter, box: QRect, colors: Palette, *, checked: bool) -> None:
    """Paint a check box."""
    painter.setPen(QPen(colors.color("accent" if checked else "box"), 1))
    painter.setBrush(colors.color("accent") if checked else colors.color("control"))
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if checked:
        painter.setPen(
            QPen(
                colors.color("accent_text"),
                1.8,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.RoundCap,
                Qt.PenJoinStyle.RoundJoin,
            )
        )
        x, y = box.left(), box.top()
        painter.drawPolyline(
            QPolygonF([QPointF(x + 3.6, y + 7.3), QPointF(x + 6, y + 9.9), QPointF(x + 10.4, y + 4.4)])
        )


def paint_bar(
    painter: QPainter,
    cell: QRect,
    share: float,
    text: str,
    colors: Palette,
    *,
    faint: bool = False,
    ink: str = "accent",
) -> None:
    """Paint a bar and its figure, faint for an estimate. A share below 1 never fills the bar to its end."""
    metrics = painter.fontMetrics()
    figure_room = max(grown(PERCENT_WIDTH, metrics), metrics.horizontalAdvance(text) + 8)
    room = cell.width() - figure_room
    if room < grown(_SHORTEST, metrics):  # a dot would say nothing
        painter.setPen(colors.color("muted" if faint else "text"))
        painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return
    track = QRectF(cell.left(), cell.center().y() - 2, room, 6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.color("groove"))
    painter.drawRoundedRect(_mirrored(painter, cell, track), 3, 3)
    length = track.width() * max(0.0, min(1.0, share))
    if share < 1.0:
        length = min(length, track.width() - 1)
    if length > 0:
        filled = QRectF(track)
        filled.setWidth(max(length, 3))
        color = colors.color(ink)
        color.setAlphaF(_FAINT if faint else 1.0)
        painter.setBrush(color)
        painter.drawRoundedRect(_mirrored(painter, cell, filled), 3, 3)
    painter.setPen(colors.color("muted" if faint else "text"))
    left = round(track.right()) + 2
    figure = _mirrored(painter, cell, QRectF(left, cell.top(), cell.right() - left, cell.height()))
    painter.drawText(figure, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)


def paint_chip(
    painter: QPainter,
    cell: QRect,
    text: str,
    ground: QColor,
    ink: QColor,
    *,
    filled: bool = True,
    brief: str = "",
) -> None:
    """Paint a rounded label; outlined instead of filled where the word holds with a reservation.

    Args:
        painter: of a widget.
        cell: where it begins and the room it has.
        text: the words.
        ground: colour behind the words, or of the outline.
        ink: colour of the words.
        filled: whether they hold without reservation.
        brief: fewer words for less room, if there are any.
    """
    metrics = painter.fontMetrics()
    if metrics.horizontalAdvance(text) + CHIP_MARGIN > cell.width():
        text = brief or text
    if metrics.horizontalAdvance(text) + CHIP_MARGIN > cell.width():
        painter.setFont(scaled(painter.font(), SMALL_CHIP))
        metrics = painter.fontMetrics()
    width = min(metrics.horizontalAdvance(text) + CHIP_MARGIN, cell.width())
    chip = _mirrored(painter, cell, QRectF(cell.left(), cell.center().y() - 8.5, width, 19))
    painter.setPen(Qt.PenStyle.NoPen if filled else QPen(ground.darker(115), 1))
    painter.setBrush(ground if filled else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
    painter.setPen(ink)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, round(width) - 10)
    painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, shown)


def _mirrored(painter: QPainter, cell: QRect, place: QRectF) -> QRectF:
    if painter.layoutDirection() is not Qt.LayoutDirection.RightToLeft:
        return place
    return QRectF(cell.left() + cell.right() + 1 - place.right(), place.top(), place.width(), place.height())
