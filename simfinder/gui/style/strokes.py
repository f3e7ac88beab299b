"""Drawings of strokes on a square of sixteen units: icons and glyphs are made of them, sharp at any size."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

SIDE = 16.0
"""Units of the square."""


def lines(*points: tuple[tuple[float, float], ...]) -> QPainterPath:
    """Return lines, each through some points."""
    path = QPainterPath()
    for first, *rest in points:
        path.moveTo(QPointF(*first))
        for point in rest:
            path.lineTo(QPointF(*point))
    return path


def draw(
    painter: QPainter,
    square: QRectF,
    path: QPainterPath,
    color: QColor,
    pen: float,
    *,
    mirrored: bool = False,
) -> None:
    """Draw a path into a square.

    Args:
        painter: is as it was afterwards.
        square: on the device.
        path: in units.
        color: of the strokes.
        pen: their width in units.
        mirrored: left is right.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(square.topLeft())
    painter.scale(square.width() / SIDE, square.height() / SIDE)
    if mirrored:
        painter.translate(SIDE, 0)
        painter.scale(-1, 1)
    ends = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(color, pen, Qt.PenStyle.SolidLine, *ends))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()
