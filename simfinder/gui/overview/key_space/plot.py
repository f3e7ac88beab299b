"""The plot around and under points: which part of the plane is in view, its axes, and what is painted over them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPolygonF

from simfinder.gui.overview.key_space.point_image import Area
from simfinder.gui.style.palette import Palette
from simfinder.gui.wording.formatting import count_text, localized, size_text

_DEEPEST = 1e-7  # of the whole, the narrowest view
_WIDEST = 3.0  # times the whole
_GAP = 64.0  # pixels between two marks with words, at least
_DECADES = 19
_CENTER = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute


@dataclass(frozen=True, slots=True)
class Plane:
    """A part of the plane and the pixels it is seen in.

    Attributes:
        plot: in pixels of the widget.
        area: the part.
    """

    plot: QRect
    area: Area

    def pixel(self, x: float, y: float) -> QPointF:
        """Return the pixel of a position."""
        plot, area = self.plot, self.area
        return QPointF(
            plot.left() + (x - area.x0) / area.width * plot.width(),
            plot.top() + (area.y1 - y) / area.height * plot.height(),
        )

    def place(self, at: QPointF) -> tuple[float, float]:
        """Return the position of a pixel."""
        plot, area = self.plot, self.area
        return (
            area.x0 + (at.x() - plot.left()) / plot.width() * area.width,
            area.y1 - (at.y() - plot.top()) / plot.height() * area.height,
        )

    def zoomed(self, factor: float, at: QPointF) -> Area:
        """Return the area after zooming by a factor, with the position under a pixel fixed."""
        area = self.area
        x, y = self.place(at)
        width, height = area.width / factor, area.height / factor
        x0 = x - (x - area.x0) / factor
        y1 = y + (area.y1 - y) / factor
        return Area(x0, x0 + width, y1 - height, y1)

    def dragged(self, start: QPointF, end: QPointF) -> Area:
        """Return the area after dragging the position under one pixel to another."""
        plot, area = self.plot, self.area
        return moved(area, (start.x() - end.x()) / plot.width(), (end.y() - start.y()) / plot.height())


def moved(area: Area, right: float, up: float) -> Area:
    """Return the area further right or up, by fractions of the view."""
    dx, dy = right * area.width, up * area.height
    return Area(area.x0 + dx, area.x1 + dx, area.y0 + dy, area.y1 + dy)


def held(area: Area, whole: Area) -> Area:
    """Return a view neither too narrow nor too wide, that shows some of the whole."""
    return Area(*_held(area.x0, area.x1, whole.x0, whole.x1), *_held(area.y0, area.y1, whole.y0, whole.y1))


def _held(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    span, room, middle = high - low, most - least, (low + high) / 2
    if not (math.isfinite(middle) and math.isfinite(span)):
        return least, most
    span = min(max(span, room * _DEEPEST), room * _WIDEST)
    middle = min(max(middle, least), most)
    return middle - span / 2, middle + span / 2


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis.

    Attributes:
        title: what it measures.
        words: of a value.
        logarithmic: places are those of ``key_space.log_scale``; otherwise they are the values.
    """

    title: str
    words: Callable[[float], str]
    logarithmic: bool = True

    def place(self, value: float) -> float:
        """Return the position of a value."""
        return math.log10(1.0 + max(0.0, value)) if self.logarithmic else value

    def value(self, place: float) -> float:
        """Return the value at a position; never below 0 on a logarithmic axis."""
        if not self.logarithmic:
            return place
        return math.pow(10.0, min(300.0, max(0.0, place))) - 1.0


def _tr(text: str) -> str:
    return QCoreApplication.translate("Axes", text)


def bytes_words(value: float) -> str:
    """Write a size for a tick."""
    return size_text(round(value))


def number_words(value: float) -> str:
    """Write a key for a tick: ``40``, ``40 thousand``, ``4 million``; all digits where that would round it."""
    value = float(f"{value:.12g}")
    for unit, words in (
        (1e12, _tr("%1 trillion")),
        (1e9, _tr("%1 billion")),
        (1e6, _tr("%1 million")),
        (1e3, _tr("%1 thousand")),
    ):
        if abs(value) >= unit:
            short = f"{value / unit:.4g}"
            if math.isclose(float(short) * unit, value):
                return words.replace("%1", localized(short))
            return count_text(round(value))
    return localized(f"{value:.4g}")


def ticks(axis: Axis, low: float, high: float, pixels: float, gap: float = _GAP) -> list[tuple[float, str]]:
    """Return the places and words of the marks between two places: as many as there is room for, at round values.

    Args:
        axis: what is measured.
        low: place at one end.
        high: place at the other.
        pixels: between them.
        gap: least distance of two marks in pixels.
    """
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low or pixels < gap:
        return []
    if not axis.logarithmic:
        return _named(axis, _even(low, high, pixels, gap))
    for values in _series():
        places = [axis.place(value) for value in values]
        inside = _clear_of_zero(
            [place for place in places if low <= place <= high], (high - low) * gap / pixels
        )
        if len(inside) >= 3 and min(_steps(inside)) * pixels / (high - low) >= gap:
            return _named(axis, inside)
    values_seen = [axis.value(low), axis.value(high)]
    if high - low < 1.0:  # less than a decade: round values at equal distances
        places = [axis.place(v) for v in _even(values_seen[0], values_seen[1], pixels * 0.6, gap) if v >= 0]
        return _named(axis, [place for place in places if low <= place <= high])
    return _named(axis, [p for p in map(axis.place, _powers(3)) if low <= p <= high])


def _series() -> list[list[float]]:
    """Round values, the closest ones first."""
    close = [0.0, *(d * 10.0**n for n in range(_DECADES) for d in (1, 2, 5))]
    return [close, _powers(1), _powers(2), _powers(3)]


def _powers(step: int) -> list[float]:
    return [0.0, *(10.0**n for n in range(0, _DECADES, step))]


def _even(low: float, high: float, pixels: float, gap: float) -> list[float]:
    """Return multiples of 1, 2 or 5 times a power of ten."""
    least = (high - low) * gap / pixels
    if least <= 0:
        return []
    power = 10.0 ** math.floor(math.log10(least))
    step = next((d * power for d in (1, 2, 5) if d * power >= least), 10 * power)
    first = math.ceil(low / step)
    return [n * step for n in range(first, math.floor(high / step) + 1)]


def _named(axis: Axis, places: list[float]) -> list[tuple[float, str]]:
    """Return the marks with their words; of two that say the same only the first."""
    found: dict[str, float] = {}
    for place in places:
        found.setdefault(axis.words(axis.value(place)), place)
    return [(place, words) for words, place in found.items()]


def _clear_of_zero(places: list[float], least: float) -> list[float]:
    """Drop those too close to the mark at 0, where a logarithmic axis begins evenly."""
    return [place for place in places if places[0] != 0.0 or not 0.0 < place < least]


def _steps(places: list[float]) -> list[float]:
    return [b - a for a, b in pairwise(places)] or [math.inf]


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
    """Return the pixels beside the plot for the words of the vertical axis and its title."""
    return _words_of_upright(metrics) + metrics.horizontalAdvance(number_words(500_000.0)) + 8


def _words_of_upright(metrics: QFontMetrics) -> int:
    return 12 + metrics.height()


def paint_axes(painter: QPainter, plane: Plane, x_axis: Axis, y_axis: Axis, colors: Palette) -> None:
    """Paint grid, marks, words and titles of both axes."""
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
    """Paint the line on which both values are equal, with its label at its upper end."""
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
    """Paint rings around selected points."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, 1.6))
    for center in centers:
        painter.drawEllipse(center, radius, radius)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_middle(painter: QPainter, middle: QPoint, colors: Palette) -> None:
    """Paint the cross in the middle, where Space selects."""
    painter.setPen(QPen(colors.color("muted"), 1))
    painter.drawLine(middle - QPoint(6, 0), middle + QPoint(6, 0))
    painter.drawLine(middle - QPoint(0, 6), middle + QPoint(0, 6))


def paint_outline(painter: QPainter, outline: QPolygonF, colors: Palette) -> None:
    """Paint a rectangle or a lasso being drawn."""
    veil = colors.color("accent")
    painter.setPen(QPen(veil, 1))
    veil.setAlphaF(0.14)
    painter.setBrush(veil)
    painter.drawPolygon(outline)


def paint_tags(
    painter: QPainter, plane: Plane, tags: Sequence[Tag], inks: Sequence[QColor], colors: Palette
) -> None:
    """Paint labels at the right edge; of two that would touch only the upper one."""
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
