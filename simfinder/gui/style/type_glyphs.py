"""Glyphs of families of files, drawn small before names: a document, a picture, a table are told apart at a glance."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from simfinder.gui.style.strokes import draw, lines
from simfinder.model.file_families import Family

_PEN = 1.2  # units


def paint_glyph(painter: QPainter, rect: QRect, family: Family, color: QColor) -> None:
    """Draw the glyph of a family into the middle of a rectangle."""
    side = min(rect.width(), rect.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(QRectF(rect).center())
    draw(painter, square, _SHAPES[family](), color, _PEN)


def _sheet() -> QPainterPath:
    return lines(
        ((9.5, 2), (3.5, 2), (3.5, 14), (12.5, 14), (12.5, 5), (9.5, 2)), ((9.5, 2), (9.5, 5), (12.5, 5))
    )


def _document() -> QPainterPath:
    path = _sheet()
    path.addPath(lines(((5.8, 8), (10.2, 8)), ((5.8, 10.8), (10.2, 10.8))))
    return path


def _frame() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(2, 3, 12, 10), 1.5, 1.5)
    return path


def _table() -> QPainterPath:
    path = _frame()
    path.addPath(lines(((2, 6.4), (14, 6.4)), ((2, 9.7), (14, 9.7)), ((6.4, 6.4), (6.4, 13))))
    return path


def _picture() -> QPainterPath:
    path = _frame()
    path.addEllipse(QPointF(5.4, 6.2), 1.1, 1.1)
    path.addPath(lines(((2.6, 12), (6.4, 8.8), (8.6, 10.6), (11, 8), (13.6, 10.8))))
    return path


def _note() -> QPainterPath:
    path = lines(((6, 11.8), (6, 3.4), (12, 2.4), (12, 10.4)), ((6, 5.8), (12, 4.8)))
    path.addEllipse(QPointF(4.6, 12), 1.5, 1.4)
    path.addEllipse(QPointF(10.6, 10.6), 1.5, 1.4)
    return path


def _film() -> QPainterPath:
    path = _frame()
    path.addPath(lines(((6.6, 5.8), (10.4, 8), (6.6, 10.2), (6.6, 5.8))))
    return path


def _code() -> QPainterPath:
    return lines(
        ((5, 4.6), (1.8, 8), (5, 11.4)), ((11, 4.6), (14.2, 8), (11, 11.4)), ((9.2, 3.6), (6.8, 12.4))
    )


def _globe() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(8, 8), 6, 6)
    path.addEllipse(QPointF(8, 8), 2.6, 6)
    path.addPath(lines(((2, 8), (14, 8))))
    return path


def _drum() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(8, 4), 5, 2)
    path.addPath(lines(((3, 4), (3, 12)), ((13, 4), (13, 12))))
    for y in (8, 12):
        path.moveTo(3, y)
        path.cubicTo(3, y + 2.6, 13, y + 2.6, 13, y)
    return path


def _box() -> QPainterPath:
    return lines(
        ((2.4, 5.6), (13.6, 5.6), (13.6, 13.4), (2.4, 13.4), (2.4, 5.6)),
        ((2.4, 5.6), (4, 2.6), (12, 2.6), (13.6, 5.6)),
        ((6.4, 8.4), (9.6, 8.4)),
    )


def _prompt() -> QPainterPath:
    path = _frame()
    path.addPath(lines(((4.6, 6.2), (6.6, 8), (4.6, 9.8)), ((8, 10), (11, 10))))
    return path


def _letter() -> QPainterPath:
    return lines(((3.2, 13.4), (8, 2.6), (12.8, 13.4)), ((4.9, 9.6), (11.1, 9.6)))


_SHAPES: Mapping[Family, Callable[[], QPainterPath]] = {
    Family.DOCUMENTS: _document,
    Family.TABLES: _table,
    Family.PICTURES: _picture,
    Family.SOUND: _note,
    Family.VIDEO: _film,
    Family.SOURCE: _code,
    Family.WEB: _globe,
    Family.DATA: _drum,
    Family.ARCHIVES: _box,
    Family.PROGRAMS: _prompt,
    Family.FONTS: _letter,
    Family.OTHER: _sheet,
}
