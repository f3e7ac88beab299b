"""Icons of the main buttons, drawn in the colours of the look: no file to load, sharp at any size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QIconEngine, QPainter, QPainterPath, QPixmap

from simfinder.gui.style.palette import colors_of
from simfinder.gui.style.strokes import draw, lines

_PEN = 1.4  # units
_MIRRORED = frozenset({"undo"})  # where text runs from right to left


class Icon(StrEnum):
    """What there is."""

    ADD = "add"
    SCAN = "scan"
    MARK = "mark"
    TRASH = "trash"
    MOVE = "move"
    UNDO = "undo"
    COPIES = "copies"


def set_icon(action: QAction, icon: Icon, color: str = "text") -> None:
    """Give an action an icon on its button; in menus words are enough.

    Args:
        action: gets it.
        icon: which one.
        color: name of a colour of ``Palette``.
    """
    action.setIcon(QIcon(_Engine(icon, color)))
    action.setIconVisibleInMenu(False)


def icon_of(icon: Icon, color: str = "text") -> QIcon:
    """Return an icon in a colour of ``Palette``."""
    return QIcon(_Engine(icon, color))


class _Engine(QIconEngine):
    def __init__(self, icon: Icon, color: str) -> None:
        super().__init__()
        self._icon, self._color = icon, color

    def clone(self) -> QIconEngine:
        return _Engine(self._icon, self._color)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        room = QPixmap(size)
        room.fill(Qt.GlobalColor.transparent)
        painter = QPainter(room)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return room

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        colors = colors_of(QGuiApplication.palette())
        color = colors.color("box" if mode is QIcon.Mode.Disabled else self._color)
        side = min(rect.width(), rect.height())
        begin = rect.width() - side if QGuiApplication.isRightToLeft() else 0  # a gap before the text is left
        square = QRectF(rect.x() + begin, rect.y() + (rect.height() - side) / 2, side, side)
        mirrored = self._icon in _MIRRORED and QGuiApplication.isRightToLeft()
        draw(painter, square, _SHAPES[self._icon](), color, _PEN, mirrored=mirrored)


def _plus() -> QPainterPath:
    return lines(((8, 3), (8, 13)), ((3, 8), (13, 8)))


def _magnifier() -> QPainterPath:
    path = lines(((10.3, 10.3), (14, 14)))
    path.addEllipse(QPointF(6.8, 6.8), 4.6, 4.6)
    return path


def _ticked_box() -> QPainterPath:
    path = lines(((5, 8.2), (7.2, 10.4), (11.2, 5.8)))
    path.addRoundedRect(QRectF(2, 2, 12, 12), 2.5, 2.5)
    return path


def _bin() -> QPainterPath:
    return lines(
        ((2.5, 4.5), (13.5, 4.5)),
        ((6, 4.5), (6, 2.5), (10, 2.5), (10, 4.5)),
        ((4, 4.5), (4.8, 13.8), (11.2, 13.8), (12, 4.5)),
        ((6.6, 7), (6.8, 11.4)),
        ((9.4, 7), (9.2, 11.4)),
    )


def _folder() -> QPainterPath:
    path = lines(((1.8, 3.5), (6, 3.5), (7.6, 5.2), (14.2, 5.2), (14.2, 13), (1.8, 13), (1.8, 3.5)))
    path.addPath(lines(((5.5, 9.1), (10.3, 9.1)), ((8.4, 7.2), (10.3, 9.1), (8.4, 11))))
    return path


def _back() -> QPainterPath:
    path = lines(((5.2, 3), (2.4, 5.8), (5.2, 8.6)))
    path.moveTo(2.4, 5.8)
    path.lineTo(9.6, 5.8)
    path.cubicTo(14.8, 5.8, 14.8, 13.2, 9.6, 13.2)
    path.lineTo(6, 13.2)
    return path


def _two_folders() -> QPainterPath:
    path = lines(((4.5, 4.2), (4.5, 2.6), (8, 2.6), (9.2, 4.2), (14.2, 4.2), (14.2, 10.2), (12, 10.2)))
    path.addPath(
        lines(((1.8, 13.4), (1.8, 5.8), (5.2, 5.8), (6.4, 7.4), (11.4, 7.4), (11.4, 13.4), (1.8, 13.4)))
    )
    return path


_SHAPES: Mapping[Icon, Callable[[], QPainterPath]] = {
    Icon.ADD: _plus,
    Icon.SCAN: _magnifier,
    Icon.MARK: _ticked_box,
    Icon.TRASH: _bin,
    Icon.MOVE: _folder,
    Icon.UNDO: _back,
    Icon.COPIES: _two_folders,
}
