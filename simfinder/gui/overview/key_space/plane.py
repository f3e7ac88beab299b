"""Where places of a plane are seen in a widget, and how far a view may be moved. Plain geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect

from simfinder.gui.overview.key_space.point_image import Area

_DEEPEST = 1e-7  # of the whole, the narrowest view
_WIDEST = 3.0  # times the whole


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
        """Where a place is seen."""
        plot, area = self.plot, self.area
        return QPointF(
            plot.left() + (x - area.x0) / area.width * plot.width(),
            plot.top() + (area.y1 - y) / area.height * plot.height(),
        )

    def place(self, at: QPointF) -> tuple[float, float]:
        """What is seen in a pixel."""
        plot, area = self.plot, self.area
        return (
            area.x0 + (at.x() - plot.left()) / plot.width() * area.width,
            area.y1 - (at.y() - plot.top()) / plot.height() * area.height,
        )

    def zoomed(self, factor: float, at: QPointF) -> Area:
        """What is seen when things get larger by a factor and the place under a pixel stays."""
        area = self.area
        x, y = self.place(at)
        width, height = area.width / factor, area.height / factor
        x0 = x - (x - area.x0) / factor
        y1 = y + (area.y1 - y) / factor
        return Area(x0, x0 + width, y1 - height, y1)

    def dragged(self, start: QPointF, end: QPointF) -> Area:
        """What is seen when the place under one pixel is drawn to another."""
        plot, area = self.plot, self.area
        return moved(area, (start.x() - end.x()) / plot.width(), (end.y() - start.y()) / plot.height())


def moved(area: Area, right: float, up: float) -> Area:
    """What lies further right or up, by shares of the view."""
    dx, dy = right * area.width, up * area.height
    return Area(area.x0 + dx, area.x1 + dx, area.y0 + dy, area.y1 + dy)


def held(area: Area, whole: Area) -> Area:
    """A view neither too narrow nor too wide, that shows some of the whole."""
    return Area(*_held(area.x0, area.x1, whole.x0, whole.x1), *_held(area.y0, area.y1, whole.y0, whole.y1))


def _held(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    span, room, middle = high - low, most - least, (low + high) / 2
    if not (math.isfinite(middle) and math.isfinite(span)):
        return least, most
    span = min(max(span, room * _DEEPEST), room * _WIDEST)
    middle = min(max(middle, least), most)
    return middle - span / 2, middle + span / 2
