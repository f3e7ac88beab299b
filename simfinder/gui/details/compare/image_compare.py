"""Compare two pictures: side by side, overlaid with a movable edge, as a difference, in turn, by notes, or as bytes.

Takes decoded pictures. Qt makes the difference at the size it is drawn at, so it costs no more than a frame.
"""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import (
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QSlider,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from simfinder.gui.details.viewers.image_view import ImageView
from simfinder.gui.details.viewers.media_notes import MediaNotes
from simfinder.gui.details.viewers.zoom import PictureCanvas, Zoom, ZoomBar
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.fitting_tabs import FittingTabs
from simfinder.gui.widgets.image_decoder.client import NO_PICTURE, Picture
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text

_NEAR = 9  # pixels from the edge at which a press takes hold of it
_SLIDER = 1000
_STRONGER = (
    4  # differences are shown so many times as strong: a person hardly sees less than 3 % of brightness
)
_BLINK_MS = 700  # slow enough for eyes that flicker hurts: three flashes a second are the limit
_FINEST = 1600  # pixels of the longer side at which a difference is made


class CompareMode(IntEnum):
    """Ways to compare two pictures."""

    SIDES = 0
    OVERLAY = 1
    DIFFERENCE = 2
    BLINK = 3
    NOTES = 4
    BYTES = 5


_PAGES = {CompareMode.SIDES: 0, CompareMode.BYTES: 2, CompareMode.NOTES: 3}
_LAID_OVER = CompareMode.OVERLAY, CompareMode.DIFFERENCE, CompareMode.BLINK


def difference(one: QImage, other: QImage, size: QSize) -> QImage:
    """Return the difference of two pictures scaled to one size: black is equal."""
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


class OverlayCanvas(PictureCanvas):
    """One picture over the other up to an edge, what differs, or one after the other."""

    def __init__(self, zoom: Zoom, slider: QSlider, parent: QWidget | None = None) -> None:
        super().__init__(zoom, parent)
        self.mode = CompareMode.OVERLAY
        self._slider = slider
        self._one, self._other = QImage(), QImage()
        self._made: QImage | None = None
        self._pulling = False
        self._turn = QTimer(self)
        self._turn.setInterval(_BLINK_MS)
        self._turn.timeout.connect(self.blink)
        self._other_is_seen = False
        self.setMouseTracking(True)
        slider.valueChanged.connect(self.update)

    @property
    def edge(self) -> float:
        """Share of the picture in view that is left of the edge."""
        return self._slider.value() / _SLIDER

    def set_edge(self, edge: float) -> None:
        """Move the edge: 0 is left, 1 is right."""
        self._slider.setValue(round(_SLIDER * min(1.0, max(0.0, edge))))

    def show_pictures(self, one: Picture, other: Picture) -> None:
        """Take this file's picture and that of the other one."""
        self._one, self._other, self._made = one.image, other.image, None
        self.full = QSizeF(
            max(one.head.full_width, other.head.full_width), max(one.head.full_height, other.head.full_height)
        )
        self.update()

    def set_mode(self, mode: CompareMode) -> None:
        """Set whether the pictures overlay each other or their difference is shown."""
        self.mode = mode
        name, tip = {
            CompareMode.OVERLAY: (
                self.tr("Overlay of the pictures"),
                self.tr("Left of the edge: this file. Move the edge by dragging, or with the arrow keys."),
            ),
            CompareMode.BLINK: (
                self.tr("The pictures in turn"),
                self.tr("What jumps differs. The arrow keys change the picture, too."),
            ),
        }.get(
            mode,
            (
                self.tr("Difference of the pictures"),
                self.tr("Black: equal. The brighter, the greater the difference, amplified four times."),
            ),
        )
        self.setAccessibleName(name)
        self.setToolTip(plain_text(tip))
        self._blink_if_seen()
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.update()

    def blink(self) -> None:
        """Show the other one of the two pictures."""
        self._other_is_seen = not self._other_is_seen
        self.update()

    def _blink_if_seen(self) -> None:
        if self.mode is CompareMode.BLINK and self.isVisible():
            self._turn.start()
        else:
            self._turn.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._blink_if_seen()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._turn.stop()

    def seen(self) -> QRectF:
        """Return the part of the target that is on the screen."""
        return self.target().intersected(QRectF(self.rect()))

    def _edge_place(self) -> float:
        seen = self.seen()
        return seen.left() + self.edge * seen.width()

    def paintEvent(self, _event: QPaintEvent) -> None:
        target = self.target()
        if target.isEmpty() or self._one.isNull() or self._other.isNull():
            return
        painter = QPainter(self)
        self.smooth(painter)
        if self.mode is CompareMode.DIFFERENCE:
            if self._made is None:
                size = self.full.toSize()
                if max(size.width(), size.height()) > _FINEST:
                    size = size.scaled(QSize(_FINEST, _FINEST), Qt.AspectRatioMode.KeepAspectRatio)
                self._made = difference(self._one, self._other, size)
            painter.drawImage(target, self._made, QRectF(self._made.rect()))
            return
        if self.mode is CompareMode.BLINK:
            self._paint_one(painter, target)
            return
        colors, seen, at = colors_of(self.palette()), self.seen(), self._edge_place()
        for picture, left, right in ((self._other, at, seen.right()), (self._one, seen.left(), at)):
            painter.save()
            painter.setClipRect(QRectF(left, seen.top(), right - left, seen.height()))
            if picture.hasAlphaChannel():
                self.paint_ground(painter, target)
            painter.drawImage(target, picture, QRectF(picture.rect()))
            painter.restore()
        for color, width in (("window", 3.0), ("accent", 3.0 if self.hasFocus() else 1.5)):
            painter.setPen(QPen(colors.color(color), width))
            painter.drawLine(QPointF(at, seen.top()), QPointF(at, seen.bottom()))

    def _paint_one(self, painter: QPainter, target: QRectF) -> None:
        """Paint one of the pictures, and which one it is."""
        picture = self._other if self._other_is_seen else self._one
        if picture.hasAlphaChannel():
            self.paint_ground(painter, target)
        painter.drawImage(target, picture, QRectF(picture.rect()))
        words = self.tr("kept") if self._other_is_seen else self.tr("this")
        colors, room = (
            colors_of(self.palette()),
            self.fontMetrics().boundingRect(words).adjusted(-6, -3, 6, 3),
        )
        room.moveTopLeft(self.seen().topLeft().toPoint() + QPoint(6, 6))
        painter.fillRect(room, colors.color("window"))
        painter.setPen(colors.color("text"))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        overlay = self.mode is CompareMode.OVERLAY and event.button() is Qt.MouseButton.LeftButton
        near = abs(event.position().x() - self._edge_place()) < _NEAR
        self._pulling = overlay and (near or not self.zoom.factor)
        if self._pulling:
            self._pull(event)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pulling and event.buttons() & Qt.MouseButton.LeftButton:
            self._pull(event)
            return
        near = self.mode is CompareMode.OVERLAY and abs(event.position().x() - self._edge_place()) < _NEAR
        self.setCursor(Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pulling = False
        super().mouseReleaseEvent(event)

    def _pull(self, event: QMouseEvent) -> None:
        seen = self.seen()
        if seen.width():
            self.set_edge((event.position().x() - seen.left()) / seen.width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and self.mode is CompareMode.BLINK:
            self._turn.stop()  # who leafs by hand sees each as long as wanted
            self.blink()
        elif step is None or self.mode is not CompareMode.OVERLAY:
            super().keyPressEvent(event)
        else:
            self._slider.setValue(self._slider.value() + step * self._slider.singleStep())


class ImageCompare(QWidget):
    """Switch, pictures, slider and zoom.

    Args:
        bytes_view: shown where the bytes are wanted.
    """

    def __init__(self, bytes_view: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.zoom = Zoom(self)
        self.left, self.right = ImageView(self.zoom), ImageView(self.zoom)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _SLIDER)
        self.slider.setValue(_SLIDER // 2)
        self.slider.setSingleStep(_SLIDER // 20)
        self.slider.setPageStep(_SLIDER // 4)
        self.slider.setAccessibleName(self.tr("Edge between the pictures"))
        self.over = OverlayCanvas(self.zoom, self.slider)
        self.modes = FittingTabs(tight=True)
        self.modes.setAccessibleName(self.tr("How the pictures are compared"))
        for text, short, sign in (
            (self.tr("Side by side"), self.tr("Sides"), "◫"),
            (self.tr("Overlay"), "", "▣"),
            (self.tr("Difference"), "", "≠"),
            (self.tr("Blink"), "", "◐"),
            (self.tr("Notes"), "", "≡"),
            (self.tr("Bytes"), "", "01"),
        ):
            self.modes.add(text, short, sign)
        self.summary = PlainLabel()
        self.summary.setProperty("role", "muted")
        self.summary.setWordWrap(True)
        sides = QWidget()
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, sides)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.addWidget(self.left, 1)
        self._sides.addWidget(self.right, 1)
        self.pages = QStackedWidget()
        self.notes = MediaNotes()
        for page in (sides, self.over, bytes_view, self.notes):
            self.pages.addWidget(page)
        self.zooming = ZoomBar(self.zoom, self.left.canvas, self.over)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 2)
        foot.addWidget(self.slider, 1)
        foot.addStretch()  # takes what is left where there is no slider
        foot.addWidget(self.zooming)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.modes)
        column.addWidget(self.summary)
        column.addWidget(self.pages, 1)
        column.addLayout(foot)
        self.modes.currentChanged.connect(self._switch)
        self._shapes: tuple[QSizeF, ...] = ()
        self._switch(CompareMode.SIDES)

    def show_pictures(
        self,
        one: Picture,
        caption: str,
        other: Picture,
        other_caption: str,
        summary: str = "",
        over: tuple[Picture, Picture] | None = None,
    ) -> None:
        """Show both pictures, or the reason why one can't be drawn.

        Args:
            one: picture of this file.
            caption: of it.
            other: picture of the other file.
            other_caption: of that.
            summary: how they differ, in a sentence.
            over: what is laid over each other, where it is not the two as they are.
        """
        self.zoom.set_factor(0.0)
        self.left.show_picture(one, caption)
        self.right.show_picture(other, other_caption)
        self.over.show_pictures(*(over or (one, other)))
        self._shapes = tuple(
            QSizeF(each.head.full_width, each.head.full_height) for each in (one, other) if each.is_drawn
        )
        self._turn()
        self.zooming.show_factor()
        self.summary.setText(summary)
        self.summary.setVisible(bool(summary))
        both = one.is_drawn and other.is_drawn
        if not both and self.modes.currentIndex() in _LAID_OVER:
            self.modes.setCurrentIndex(CompareMode.SIDES)
        for mode in _LAID_OVER:
            self.modes.setTabEnabled(mode, both)
        self.modes.setTabEnabled(CompareMode.NOTES, False)

    def show_notes(self, notes: tuple[dict[str, str], dict[str, str]] | None, kept: str) -> None:
        """Show what both pictures say of themselves; None where that is not known."""
        one, other = notes or ({}, {})
        self.notes.show_notes(one, other, [self.tr("this"), kept])
        told = self.notes.rowCount() > 0
        if not told and self.modes.currentIndex() == CompareMode.NOTES:
            self.modes.setCurrentIndex(CompareMode.SIDES)
        self.modes.setTabEnabled(CompareMode.NOTES, told)

    def clear(self) -> None:
        """Let go of the pictures."""
        self.show_pictures(NO_PICTURE, "", NO_PICTURE, "")

    def _switch(self, place: int) -> None:
        self.pages.setCurrentIndex(_PAGES.get(CompareMode(place), 1))
        self.slider.setVisible(place == CompareMode.OVERLAY)
        self.zooming.setVisible(place not in (CompareMode.BYTES, CompareMode.NOTES))
        if place in _LAID_OVER:
            self.over.set_mode(CompareMode(place))
        self.zooming.show_factor()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()
        self.zooming.show_factor()

    def _turn(self) -> None:
        """Put the pictures beside each other or one above the other, in whichever way they are larger."""
        room = QSizeF(self.pages.size())
        halves = QSizeF(room.width() / 2, room.height()), QSizeF(room.width(), room.height() / 2)
        beside, above = (
            sum(shape.scaled(half, Qt.AspectRatioMode.KeepAspectRatio).width() for shape in self._shapes)
            for half in halves
        )
        wide = beside > above if self._shapes else self.width() > self.height()
        self._sides.setDirection(
            QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        )
