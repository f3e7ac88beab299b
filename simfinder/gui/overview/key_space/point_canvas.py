"""A plane of points to move, zoom and select in, by mouse and keys.

Emits ``chosen`` and ``hovered`` with the numbers of the points as given. ``painted_points`` makes the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QWidget

from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.overview.key_space.painted_points import PaintedPoints
from simfinder.gui.overview.key_space.plane import Plane
from simfinder.gui.overview.key_space.point_image import Area, nearest
from simfinder.gui.overview.key_space.point_painter import paint_middle, paint_outline, paint_rings
from simfinder.gui.style.palette import Palette

_REACH = 9.0  # pixels within which a point is hit
_CLICK = 4  # pixels a click may stray
_STEP = 0.1  # of the view, for an arrow key
_ZOOM = 1.25


class Tool(StrEnum):
    """What dragging with the left button does."""

    MOVE = "move"
    AREA = "area"
    LASSO = "lasso"


@dataclass(slots=True)
class _Drag:
    tool: Tool
    start: QPointF
    area: Area
    adds: bool
    path: list[QPointF]
    moved: bool = False


class PointCanvas(PaintedPoints):
    """The plane, with what a person does in it.

    Signals:
        chosen: (points, adds): numpy array of the points' numbers as they were given; whether they are added to what
            is chosen already.
        hovered: number of the point under the pointer, -1 for none; and where, in pixels of the screen.
    """

    chosen = Signal(object, bool)
    hovered = Signal(int, QPoint)

    def __init__(self, bridge: JobBridge | None = None, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self._drag: _Drag | None = None
        self._hover = -1
        self.tool = Tool.MOVE
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def _let_go_of_points(self) -> None:
        self._drag = None
        self._set_hover(-1, QPoint())

    def set_visible_kinds(self, visible: Sequence[bool]) -> None:
        self._hover = -1
        super().set_visible_kinds(visible)

    def _paint_over(self, painter: QPainter, plane: Plane, colors: Palette) -> None:
        super()._paint_over(painter, plane, colors)
        if self._hover >= 0:
            paint_rings(painter, [self.pixel_of(self._hover)], 7.0, colors.color("accent"))
        if self._drag is None and self.hasFocus():
            paint_middle(painter, plane.plot.center(), colors)
        elif self._drag is not None and self._drag.moved and self._drag.tool is not Tool.MOVE:
            paint_outline(painter, _outline(self._drag), colors)

    # gestures
    def mousePressEvent(self, event: QMouseEvent) -> None:
        buttons = (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton)
        if event.button() not in buttons or not len(self._points):
            event.ignore()
            return
        keys = event.modifiers()
        tool = self.tool
        if keys & Qt.KeyboardModifier.ShiftModifier and tool is Tool.MOVE:
            tool = Tool.AREA
        if event.button() is Qt.MouseButton.MiddleButton:
            tool = Tool.MOVE
        adds = bool(keys & Qt.KeyboardModifier.ControlModifier)
        at = event.position()
        self._drag = _Drag(tool, at, self._area, adds, [at])
        self._set_hover(-1, QPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None and not event.buttons():
            self._let_go()  # it ended where this widget was not told: behind a dialog
        drag, at = self._drag, event.position()
        if drag is None:
            near = self._near(at, _REACH) if self.plot().contains(at.toPoint()) else -1
            self._set_hover(near, event.globalPosition().toPoint())
            return
        if not drag.moved and (at - drag.start).manhattanLength() < _CLICK:
            return
        drag.moved = True
        if drag.tool is Tool.MOVE:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.look_at(Plane(self.plot(), drag.area).dragged(drag.start, at))
            return
        drag.path.append(at)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        self.unsetCursor()
        if drag is None:
            return
        self.update()
        if not drag.moved:
            if event.button() is Qt.MouseButton.LeftButton:
                self._choose_near(drag.start, _REACH, adds=drag.adds)
        elif drag.tool is not Tool.MOVE:
            self.chosen.emit(self._inside(_outline(drag)), drag.adds)

    def hideEvent(self, event: QHideEvent) -> None:
        self._let_go()
        super().hideEvent(event)

    def _let_go(self) -> None:
        """Forget what was begun with the mouse."""
        self._drag = None
        self.unsetCursor()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1, QPoint())
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        notches = event.angleDelta().y() / 120
        if notches and len(self._points):
            self.zoom(_ZOOM**notches, event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        moves = {
            Qt.Key.Key_Left: (-_STEP, 0.0),
            Qt.Key.Key_Right: (_STEP, 0.0),
            Qt.Key.Key_Up: (0.0, _STEP),
            Qt.Key.Key_Down: (0.0, -_STEP),
        }
        if key in moves:
            self.pan(*moves[Qt.Key(key)])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_ZOOM)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.zoom(1 / _ZOOM)
        elif key == Qt.Key.Key_Home:
            self.fit()
        elif key == Qt.Key.Key_Space:
            plot = self.plot()
            self._choose_near(QRectF(plot).center(), float(plot.width() + plot.height()), adds=control)
        elif key == Qt.Key.Key_Escape and (self._drag is not None or self._chosen is not None):
            if self._drag is None:
                self.chosen.emit(np.zeros(0, dtype=np.int64), False)
            self._drag = None
            self.update()
        else:
            super().keyPressEvent(event)

    def _set_hover(self, number: int, at: QPoint) -> None:
        if number != self._hover:
            self._hover = number
            self.hovered.emit(number, at)
            self.update()

    def _near(self, at: QPointF, reach: float) -> int:
        plot = self.plot()
        shot = self._shot(1.0)
        found = nearest(shot, at.x() - plot.left(), at.y() - plot.top(), reach)
        return -1 if found < 0 else int(self._points.ids[found])

    def _choose_near(self, at: QPointF, reach: float, *, adds: bool) -> None:
        found = self._near(at, reach)
        self.chosen.emit(np.array([found] if found >= 0 else [], dtype=np.int64), adds)

    def _inside(self, outline: QPolygonF) -> npt.NDArray[np.int64]:
        """Return the numbers of the visible points inside an outline, by the pixels it covers."""
        plot, area, points = self.plot(), self._area, self._points
        mask = QImage(plot.size(), QImage.Format.Format_Grayscale8)
        mask.fill(0)
        painter = QPainter(mask)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("white"))
        painter.drawPolygon(outline.translated(-plot.left(), -plot.top()), Qt.FillRule.WindingFill)
        painter.end()
        bits = np.frombuffer(mask.constBits(), dtype=np.uint8).reshape(plot.height(), -1)
        at = points.between(area.x0, area.x1)
        at = at[self._visible[points.kind[at]]]
        column = (points.x[at] - area.x0) / area.width * plot.width()
        row = (area.y1 - points.y[at]) / area.height * plot.height()
        seen = (column >= 0) & (column < plot.width()) & (row >= 0) & (row < plot.height())
        at, column, row = at[seen], column[seen].astype(np.intp), row[seen].astype(np.intp)
        return np.sort(points.ids[at[bits[row, column] > 0]])


def _outline(drag: _Drag) -> QPolygonF:
    if drag.tool is Tool.LASSO:
        return QPolygonF(drag.path)
    return QPolygonF(QRectF(drag.path[0], drag.path[-1]).normalized())
