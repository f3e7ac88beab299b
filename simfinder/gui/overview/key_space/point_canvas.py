"""A plane of points to move, zoom and select in, by mouse and keys.

Emits ``chosen`` and ``hovered`` with the numbers of the points as given. While a thread makes a new picture, the last
one is shown moved or scaled, so that a gesture never waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.overview.key_space.plot import (
    Axis,
    Plane,
    Tag,
    held,
    moved,
    paint_axes,
    paint_diagonal,
    paint_middle,
    paint_outline,
    paint_rings,
    paint_tags,
    upright_room,
)
from simfinder.gui.overview.key_space.point_image import Area, Points, Shot, chosen_radius, nearest, render
from simfinder.gui.style.palette import Palette, colors_of

AT_ONCE = 30_000
"""Up to so many points are drawn while painting: that takes 5 ms. More are drawn in a thread."""

_RINGS = 40  # chosen points that get a ring each; more are told by their strength alone
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


class PointCanvas(QWidget):
    """The plane, with what a person does in it.

    Signals:
        area_changed: another part is seen.
        chosen: (points, adds): numpy array of the points' numbers as they were given; whether they are added to what
            is chosen already.
        hovered: number of the point under the pointer, -1 for none; and where, in pixels of the screen.
    """

    area_changed = Signal()
    chosen = Signal(object, bool)
    hovered = Signal(int, QPoint)

    def __init__(self, bridge: JobBridge | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge or JobBridge(self)
        self._points = Points.none()
        self._x_axis = self._y_axis = Axis("", str)
        self._colors: list[QColor] = []
        self._visible = np.ones(0, dtype=np.bool_)
        self._chosen: npt.NDArray[np.bool_] | None = None
        self._tags: Sequence[Tag] = ()
        self._diagonal = ""
        self._area = self._whole = self._points.bounds()
        self._picture: tuple[QImage, Area] | None = None
        self._drawing = self._stale = False
        self._drag: _Drag | None = None
        self._hover = -1
        self.tool = Tool.MOVE
        self.empty_text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # what is shown
    def show_points(
        self,
        points: Points,
        x_axis: Axis,
        y_axis: Axis,
        *,
        tags: Sequence[Tag] = (),
        diagonal: str = "",
        fit: bool = True,
    ) -> None:
        """Take points; none of them is chosen.

        Args:
            points: their kinds are places in the colours.
            x_axis: what x means.
            y_axis: what y means.
            tags: words at the right edge.
            diagonal: what the line says where x equals y; "" for no line.
            fit: show all of them; otherwise the part that is seen stays.
        """
        self._points = points
        self._x_axis, self._y_axis, self._tags, self._diagonal = x_axis, y_axis, tags, diagonal
        self._whole = points.bounds()
        self._chosen = self._picture = None
        self._drag = None  # other points are there: no gesture holds any more
        self._set_hover(-1, QPoint())
        self.look_at(self._whole if fit else self._area)

    def set_colors(self, colors: Sequence[QColor]) -> None:
        """Set the colours by kind; all kinds become visible if their number changes."""
        self._colors = list(colors)
        if len(self._visible) != len(self._colors):
            self._visible = np.ones(len(self._colors), dtype=np.bool_)
        self._changed()

    def set_visible_kinds(self, visible: Sequence[bool]) -> None:
        """Show the points of some kinds only."""
        self._hover = -1
        self._visible = np.array(visible, dtype=np.bool_)
        self._changed()

    def set_chosen(self, numbers: npt.NDArray[np.int64]) -> None:
        """Take which points are chosen; numbers as the points were given."""
        at = self._points.place_of[numbers]
        at = at[at >= 0]
        self._chosen = None
        if len(at):
            self._chosen = np.zeros(len(self._points), dtype=np.bool_)
            self._chosen[at] = True
        self._changed()

    def __len__(self) -> int:
        return len(self._points)

    @property
    def area(self) -> Area:
        """The part that is seen."""
        return self._area

    @property
    def settled(self) -> bool:
        """Return whether the picture shows everything as it is now."""
        return not self._drawing and not self._stale

    def look_at(self, area: Area) -> None:
        """Show a part; held within what there is to see."""
        self._area = held(area, self._whole)
        self._changed()
        self.area_changed.emit()

    def fit(self) -> None:
        """Show all."""
        self.look_at(self._whole)

    def reveal(self, numbers: npt.NDArray[np.intp]) -> None:
        """Move the view to the first of some points, where none of them is in it."""
        at = self._points.place_of[numbers]
        at = at[at >= 0]
        x, y, area = self._points.x[at], self._points.y[at], self._area
        if not len(at) or ((x >= area.x0) & (x <= area.x1) & (y >= area.y0) & (y <= area.y1)).any():
            return
        right = (float(x[0]) - area.x0) / area.width - 0.5
        up = (float(y[0]) - area.y0) / area.height - 0.5
        self.pan(right, up)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Show less (factor above 1) or more around a place, or around the middle."""
        plane = self.plane()
        self.look_at(plane.zoomed(factor, at or QRectF(plane.plot).center()))

    def pan(self, right: float, up: float) -> None:
        """Show what lies further right or up, by shares of the view."""
        self.look_at(moved(self._area, right, up))

    # geometry
    def plot(self) -> QRect:
        """Return the plot area in pixels of the widget."""
        metrics = self.fontMetrics()
        left = upright_room(metrics)
        right = max([14, *(metrics.horizontalAdvance(tag.text) + 16 for tag in self._tags)])
        bottom = 2 * metrics.height() + 16
        return QRect(left, 10, max(1, self.width() - left - right), max(1, self.height() - 10 - bottom))

    def sizeHint(self) -> QSize:
        return QSize(720, 480)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 180)

    def plane(self) -> Plane:
        """Return which part of the plane is in view, and where."""
        return Plane(self.plot(), self._area)

    def pixel_of(self, number: int) -> QPointF:
        """Return the pixel of a point, by its number as given."""
        at = int(self._points.place_of[number])
        return self._pixel(at)

    def _pixel(self, at: int) -> QPointF:
        return self.plane().pixel(float(self._points.x[at]), float(self._points.y[at]))

    # the picture
    def _changed(self) -> None:
        self._stale = True
        self.update()

    def _shot(self, ratio: float) -> Shot:
        plot = self.plot()
        return Shot(
            self._points,
            self._area,
            max(1, round(plot.width() * ratio)),
            max(1, round(plot.height() * ratio)),
            ratio,
            np.array([[c.red(), c.green(), c.blue()] for c in self._colors], dtype=np.uint8).reshape(-1, 3),
            self._visible,
            self._chosen,
        )

    def _refresh(self) -> None:
        """Bring the picture up to date: at once, or by the one thread that draws."""
        if not self._stale or self._drawing or not self._colors:
            return
        self._stale = False
        shot = self._shot(self.devicePixelRatioF())
        if len(self._points) <= AT_ONCE:
            self._picture = (_image(render(shot)), shot.area)
            return
        self._drawing = True
        points = self._points

        def done(image: QImage) -> None:
            self._drawing = False
            if points is self._points:
                self._picture = (image, shot.area)
            self.update()

        def failed(error: BaseException) -> None:
            self._drawing = False
            self._bridge.crashed.emit(error)

        self._bridge.start(lambda _: _image(render(shot)), name="points", done=done, failed=failed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._refresh()
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.color("window"))
        if not len(self._points):
            painter.setPen(colors.color("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(30, 20, -30, -20), flags, self.empty_text)
            return
        plane = self.plane()
        paint_axes(painter, plane, self._x_axis, self._y_axis, colors)
        painter.setClipRect(plane.plot)
        if self._diagonal:
            paint_diagonal(painter, plane, self._diagonal, colors)
        self._paint_picture(painter, plane)
        self._paint_over(painter, plane, colors)
        painter.setClipping(False)
        tags = [tag for tag in self._tags if self._visible[tag.kind]]
        paint_tags(painter, plane, tags, self._colors, colors)
        if self.hasFocus():
            painter.setPen(colors.color("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(plane.plot.adjusted(0, 0, -1, -1))

    def _paint_picture(self, painter: QPainter, plane: Plane) -> None:
        if self._picture is None:
            return
        image, area = self._picture
        if area == plane.area:
            painter.drawImage(plane.plot, image)
            return
        painter.drawImage(QRectF(plane.pixel(area.x0, area.y1), plane.pixel(area.x1, area.y0)), image)

    def _paint_over(self, painter: QPainter, plane: Plane, colors: Palette) -> None:
        """Paint what is on top of the picture."""
        points = self._points
        if self._chosen is not None:
            at = np.flatnonzero(self._chosen)
            at = at[self._visible[points.kind[at]]]
            if len(at) <= _RINGS:
                room = QRectF(plane.plot).adjusted(-9, -9, 9, 9)
                centers = [plane.pixel(float(points.x[i]), float(points.y[i])) for i in at.tolist()]
                seen = [center for center in centers if room.contains(center)]
                paint_rings(painter, seen, chosen_radius(len(at), len(points)) + 3.0, colors.color("text"))
        if self._hover >= 0:
            paint_rings(painter, [self.pixel_of(self._hover)], 7.0, colors.color("accent"))
        if self._drag is None and self.hasFocus():
            paint_middle(painter, plane.plot.center(), colors)
        elif self._drag is not None and self._drag.moved and self._drag.tool is not Tool.MOVE:
            paint_outline(painter, _outline(self._drag), colors)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._changed()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._changed()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._changed()
        return super().event(event)

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


def _image(pixels: npt.NDArray[np.uint32]) -> QImage:
    height, width = pixels.shape
    data = np.ascontiguousarray(pixels)
    return QImage(data.data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()
