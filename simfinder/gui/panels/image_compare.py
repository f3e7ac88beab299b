"""Two pictures compared: side by side, one over the other with a movable edge, or what differs between them.

Owns the switch and the painting. Pictures come ready to be shown; the difference is made by Qt from the two, at the
size they are drawn, so it costs no more than a frame.
"""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from simfinder.gui.panels.image_view import ImageView
from simfinder.gui.style import colors_of

_STEP = 0.05  # of the width, by which a key moves the edge
_STRONGER = (
    4  # differences are shown so many times as strong: a person sees less than 3 % of brightness hardly
)


class Way(IntEnum):
    """How two pictures are compared."""

    SIDES = 0
    OVERLAY = 1
    DIFFERENCE = 2


def difference(one: QImage, other: QImage, size: QSize) -> QImage:
    """What differs between two pictures, each brought to a size: black is equal."""
    scaled = [
        image.scaled(
            size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        ).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        for image in (one, other)
    ]
    grounds = []
    for image in scaled:  # transparent parts are compared on white
        ground = QImage(size, QImage.Format.Format_RGB32)
        ground.fill(Qt.GlobalColor.white)
        painter = QPainter(ground)
        painter.drawImage(0, 0, image)
        painter.end()
        grounds.append(ground)
    found, other_ground = grounds
    painter = QPainter(found)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, other_ground)
    painter.end()
    stronger = QImage(found)
    painter = QPainter(stronger)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Plus)
    for _ in range(_STRONGER - 1):
        painter.drawImage(0, 0, found)
    painter.end()
    return stronger


class OverlayCanvas(QWidget):
    """One picture over the other up to an edge, or what differs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edge = 0.5
        self.way = Way.OVERLAY
        self._one, self._other = QImage(), QImage()
        self._made: QImage | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(60)

    def show_images(self, one: QImage, other: QImage) -> None:
        """Take this file's picture and that of the other one."""
        self._one, self._other, self._made = one, other, None
        self.update()

    def set_way(self, way: Way) -> None:
        """Overlay or difference."""
        self.way, self._made = way, None
        overlay = way is Way.OVERLAY
        self.setCursor(Qt.CursorShape.SplitHCursor if overlay else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(
            self.tr("Overlay of the pictures") if overlay else self.tr("Difference of the pictures")
        )
        self.setToolTip(
            self.tr("Left of the edge: this file. Move the edge by dragging, or with the arrow keys.")
            if overlay
            else self.tr("Black: equal. The brighter, the more differs; four times as strong as it is.")
        )
        self.update()

    def room(self) -> QRect:
        """Where the pictures are drawn: the larger one fits, nothing is scaled up."""
        size = self._one.size().expandedTo(self._other.size())
        if size.width() > self.width() or size.height() > self.height():
            size = size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        return QRect(0, 0, size.width(), size.height())

    def set_edge(self, edge: float) -> None:
        """Move the edge: 0 is left, 1 is right."""
        self.edge = min(1.0, max(0.0, edge))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        room = self.room()
        if room.isEmpty() or self._one.isNull() or self._other.isNull():
            return
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self.way is Way.DIFFERENCE:
            if self._made is None:
                self._made = difference(self._one, self._other, room.size())
            painter.drawImage(room.topLeft(), self._made)
            return
        painter.drawImage(room, self._other)
        at = room.left() + self.edge * room.width()
        painter.save()
        painter.setClipRect(QRectF(room.left(), room.top(), at - room.left(), room.height()))
        painter.fillRect(room, colors.color("window"))
        painter.drawImage(room, self._one)
        painter.restore()
        painter.setPen(QPen(colors.color("window"), 3))
        painter.drawLine(QPointF(at, room.top()), QPointF(at, room.bottom()))
        painter.setPen(QPen(colors.color("accent"), 1.5 if not self.hasFocus() else 3))
        painter.drawLine(QPointF(at, room.top()), QPointF(at, room.bottom()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self.room().width():
            self.set_edge(event.position().x() / self.room().width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.set_edge(self.edge + step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._made = None


class ImageCompare(QWidget):
    """Switch and pictures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left, self.right, self.over = ImageView(), ImageView(), OverlayCanvas()
        self.ways = QTabBar()
        self.ways.setDrawBase(False)
        self.ways.setExpanding(False)
        self.ways.setAccessibleName(self.tr("How the pictures are compared"))
        for text in (self.tr("Side by side"), self.tr("Overlay"), self.tr("Difference")):
            self.ways.addTab(text)
        sides = QWidget()
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, sides)
        self._sides.setContentsMargins(0, 4, 0, 0)
        self._sides.addWidget(self.left)
        self._sides.addWidget(self.right)
        self.pages = QStackedWidget()
        self.pages.addWidget(sides)
        self.pages.addWidget(self.over)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.ways)
        column.addWidget(self.pages, 1)
        self.ways.currentChanged.connect(self._switch)

    def show_images(self, one: QImage, caption: str, other: QImage, other_caption: str) -> None:
        """Take both pictures; one that can't be drawn leaves only the captions."""
        self.left.show_image(one, caption)
        self.right.show_image(other, other_caption)
        self.over.show_images(one, other)
        both = not one.isNull() and not other.isNull()
        for way in (Way.OVERLAY, Way.DIFFERENCE):
            self.ways.setTabEnabled(way, both)
        if not both:
            self.ways.setCurrentIndex(Way.SIDES)

    def _switch(self, place: int) -> None:
        self.pages.setCurrentIndex(0 if place == Way.SIDES else 1)
        if place != Way.SIDES:
            self.over.set_way(Way(place))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() > self.height()
        self._sides.setDirection(
            QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        )
