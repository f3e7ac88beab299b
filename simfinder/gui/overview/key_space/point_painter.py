"""Paint around and over the points: axes, the line of equal values, rings, gestures, labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPolygonF

from simfinder.gui.overview.key_space.axes import Axis, number_words, ticks
from simfinder.gui.overview.key_space.plane import Plane
from simfinder.gui.style.palette import Palette

_CENTER = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute


@dataclass(frozen=True, slots=True)
class Tag:
    """A word at the right edge, with a dash in the colour of a kind.

    Attributes:
        y: place on the axis.
        text: the word.
        kind: which colour.
    """

    y: float
    text: str
    kind: int


def upright_room(metrics: QFontMetrics) -> int:
    """Pixels beside the plot for the words of the axis that stands upright, and its title."""
    return _words_of_upright(metrics) + metrics.horizontalAdvance(number_words(500_000.0)) + 8


def _words_of_upright(metrics: QFontMetrics) -> int:
    return 12 + metrics.height()


def paint_axes(painter: QPainter, plane: Plane, x_axis: Axis, y_axis: Axis, colors: Palette) -> None:
    """Grid, marks, words and titles of both axes."""
    metrics, area, plot = painter.fontMetrics(), plane.area, plane.plot
    grid, words_color = colors.color("line"), colors.color("muted")
    faint = QColor(grid)
    faint.setAlphaF(0.6)
    for place, words in ticks(x_axis, area.x0, area.x1, plot.width(), 76):
        x = round(plane.pixel(place, 0).x())
        painter.setPen(faint)
        painter.drawLine(x, plot.top(), x, plot.bottom())
        painter.setPen(words_color)
        width = metrics.horizontalAdvance(words) + 2
        beside = min(x - width // 2, painter.viewport().width() - width)  # the last one may stand at the edge
        painter.drawText(QRect(beside, plot.bottom() + 4, width, metrics.height()), _CENTER, words)
    left = _words_of_upright(metrics)
    for place, words in ticks(y_axis, area.y0, area.y1, plot.height(), 44):
        y = round(plane.pixel(0, place).y())
        painter.setPen(faint)
        painter.drawLine(plot.left(), y, plot.right(), y)
        painter.setPen(words_color)
        beside, height = plot.left() - 8 - left, metrics.height()
        painter.drawText(QRect(left, y - height // 2, beside, height), _RIGHT, words)
    painter.setPen(grid)
    painter.drawLine(plot.bottomLeft(), plot.bottomRight())
    painter.drawLine(plot.topLeft(), plot.bottomLeft())
    painter.setPen(words_color)
    wide = max(plot.width(), metrics.horizontalAdvance(x_axis.title) + 2)
    under = QRect(0, plot.bottom() + metrics.height() + 8, wide, metrics.height())
    under.moveCenter(QPoint(plot.center().x(), under.center().y()))
    under.moveRight(min(under.right(), painter.viewport().width()))
    painter.drawText(under, _CENTER, x_axis.title)
    painter.save()
    painter.translate(4, plot.bottom())
    painter.rotate(-90)
    painter.drawText(QRect(0, 0, plot.height(), metrics.height()), _CENTER, y_axis.title)
    painter.restore()


def paint_diagonal(painter: QPainter, plane: Plane, words: str, colors: Palette) -> None:
    """The line on which both values are equal, with what it says at its upper end."""
    area = plane.area
    low, high = max(area.x0, area.y0), min(area.x1, area.y1)
    if high <= low:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colors.color("box"), 1, Qt.PenStyle.DashLine))
    end = plane.pixel(high, high)
    painter.drawLine(plane.pixel(low, low), end)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(colors.color("muted"))
    width = painter.fontMetrics().horizontalAdvance(words) + 12
    if width + 14 > end.x() - plane.plot.left():
        return  # no room: cut words say less than none
    painter.drawText(QRectF(end.x() - width - 14, end.y() + 4, width, 18), _RIGHT, words)


def paint_rings(painter: QPainter, centers: Iterable[QPointF], radius: float, color: QColor) -> None:
    """Rings around points that are chosen."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, 1.6))
    for center in centers:
        painter.drawEllipse(center, radius, radius)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_middle(painter: QPainter, middle: QPoint, colors: Palette) -> None:
    """The cross in the middle, where Space chooses."""
    painter.setPen(QPen(colors.color("muted"), 1))
    painter.drawLine(middle - QPoint(6, 0), middle + QPoint(6, 0))
    painter.drawLine(middle - QPoint(0, 6), middle + QPoint(0, 6))


def paint_outline(painter: QPainter, outline: QPolygonF, colors: Palette) -> None:
    """A rectangle or a lasso on its way."""
    veil = colors.color("accent")
    painter.setPen(QPen(veil, 1))
    veil.setAlphaF(0.14)
    painter.setBrush(veil)
    painter.drawPolygon(outline)


def paint_tags(
    painter: QPainter, plane: Plane, tags: Sequence[Tag], inks: Sequence[QColor], colors: Palette
) -> None:
    """Words at the right edge; of two that would touch only the upper one."""
    plot = plane.plot
    height = painter.fontMetrics().height()
    last = -float("inf")
    for tag in sorted(tags, key=lambda tag: -tag.y):
        y = plane.pixel(0, tag.y).y()
        if not plot.top() <= y <= plot.bottom() or y - last < height:
            continue
        last = y
        painter.fillRect(QRectF(plot.right() + 4, y - 1.5, 5, 3), inks[tag.kind])
        painter.setPen(colors.color("muted"))
        where = QRectF(plot.right() + 13, y - height / 2, 200, height)
        painter.drawText(where, _LEFT, tag.text)
