"""Points of a plane as they are painted: which part is in view, and its picture.

While a thread makes a new picture, the last one is shown moved or scaled, so that a gesture never waits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.overview.key_space.axes import Axis
from simfinder.gui.overview.key_space.plane import Plane, held, moved
from simfinder.gui.overview.key_space.point_image import Area, Points, Shot, chosen_radius, render
from simfinder.gui.overview.key_space.point_painter import (
    Tag,
    paint_axes,
    paint_diagonal,
    paint_rings,
    paint_tags,
    upright_room,
)
from simfinder.gui.style.palette import Palette, colors_of

AT_ONCE = 30_000
"""Up to so many points are drawn while painting: that takes 5 ms. More are drawn in a thread."""

_RINGS = 40  # chosen points that get a ring each; more are told by their strength alone


class PaintedPoints(QWidget):
    """The plane.

    Signals:
        area_changed: another part is seen.
    """

    area_changed = Signal()

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
        self.empty_text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

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
        self._let_go_of_points()
        self.look_at(self._whole if fit else self._area)

    def _let_go_of_points(self) -> None:
        """Other points are there: nothing of what a person does with the ones before holds any more."""

    def set_colors(self, colors: Sequence[QColor]) -> None:
        """Colours by kind; all of them are visible then if their number is another one."""
        self._colors = list(colors)
        if len(self._visible) != len(self._colors):
            self._visible = np.ones(len(self._colors), dtype=np.bool_)
        self._changed()

    def set_visible_kinds(self, visible: Sequence[bool]) -> None:
        """Show the points of some kinds only."""
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
        """See to it that the picture becomes that of now: at once, or by the one thread that draws."""
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


def _image(pixels: npt.NDArray[np.uint32]) -> QImage:
    height, width = pixels.shape
    data = np.ascontiguousarray(pixels)
    return QImage(data.data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()
