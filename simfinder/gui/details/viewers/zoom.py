"""Zoom and position of pictures, shared by all views of the same thing, so that they move in step."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text

_STEP = 1.25
_LARGEST = 32.0
_MOVE = 0.1  # of what is seen, by which a key moves


class Zoom(QObject):
    """A factor and a place.

    Attributes:
        factor: pixels of the screen for one of the picture; 0 for whatever lets all of it be seen.
        center: of the view, as shares of the picture.
        fitting: the factor that lets all of the largest picture be seen, as the canvases find it.

    Signals:
        changed: look again.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.factor = 0.0
        self.center = QPointF(0.5, 0.5)
        self.fitting = 1.0

    @property
    def now(self) -> float:
        """The factor in force."""
        return self.factor or self.fitting

    def step(self, steps: float) -> None:
        """Zoom in or out."""
        factor = min(_LARGEST, self.now * _STEP**steps)
        self.set_factor(0.0 if factor <= self.fitting * 1.001 else factor)

    def set_factor(self, factor: float) -> None:
        """Set the factor; 0 fits the whole picture."""
        self.factor = factor
        if not factor:
            self.center = QPointF(0.5, 0.5)
        self.changed.emit()

    def move(self, right: float, down: float) -> None:
        """Move the view by shares of the picture."""
        self.center = QPointF(
            min(1.0, max(0.0, self.center.x() + right)), min(1.0, max(0.0, self.center.y() + down))
        )
        self.changed.emit()


class PictureCanvas(QWidget):
    """Room for pictures of one size. The wheel and ``+ - 0 1`` zoom, dragging and arrows move.

    Args:
        zoom: shared.

    Signals:
        resized: there is another room.
    """

    resized = Signal()

    def __init__(self, zoom: Zoom, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.zoom = zoom
        self.full = QSizeF()
        self._grip: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(60)
        zoom.changed.connect(self.update)

    def fit(self) -> float:
        """Return the factor that shows all; nothing is scaled up by it."""
        if self.full.isEmpty() or not self.width() or not self.height():
            return 1.0
        return min(1.0, self.width() / self.full.width(), self.height() / self.full.height())

    def target(self) -> QRectF:
        """Return where the picture is drawn; it may reach beyond the edges."""
        if not self.zoom.factor:
            size = self.full * self.fit()
            return QRectF(0, 0, size.width(), size.height())
        size = self.full * self.zoom.factor
        return QRectF(
            self._begin(size.width(), self.width(), self.zoom.center.x()),
            self._begin(size.height(), self.height(), self.zoom.center.y()),
            size.width(),
            size.height(),
        )

    def _begin(self, length: float, room: float, center: float) -> float:
        if length <= room:
            return 0.0
        return min(0.0, max(room - length, room / 2 - center * length))

    def paint_ground(self, painter: QPainter, target: QRectF) -> None:
        """Paint a quiet pattern, seen where a picture is transparent."""
        colors, step = colors_of(self.palette()), 8
        area = target.toAlignedRect().intersected(self.rect())
        painter.fillRect(area, colors.color("window"))
        side = colors.color("side")
        for row, y in enumerate(range(area.top(), area.bottom() + 1, step)):
            for x in range(area.left() + (row % 2) * step, area.right() + 1, 2 * step):
                painter.fillRect(
                    x, y, min(step, area.right() + 1 - x), min(step, area.bottom() + 1 - y), side
                )

    def smooth(self, painter: QPainter) -> None:
        """Smooth the picture while it is small; show its pixels when zoomed in."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.zoom.now < 3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.full.isEmpty():
            event.ignore()
            return
        if not self.zoom.factor:
            self.zoom.fitting = self.fit()
        target, at = self.target(), event.position()
        if target.width() and target.height():  # what is under the pointer stays there, about
            share = QPointF((at.x() - target.x()) / target.width(), (at.y() - target.y()) / target.height())
            self.zoom.center = QPointF(min(1.0, max(0.0, share.x())), min(1.0, max(0.0, share.y())))
        self.zoom.step(event.angleDelta().y() / 120)
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._grip = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None and self.zoom.factor and event.buttons() & Qt.MouseButton.LeftButton:
            moved, self._grip = event.position() - self._grip, event.position()
            size = self.full * self.zoom.factor
            if size.width() and size.height():
                self.zoom.move(-moved.x() / size.width(), -moved.y() / size.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        if not self.zoom.factor:
            self.zoom.fitting = self.fit()
        moves = {
            key.Key_Left: (-_MOVE, 0.0),
            key.Key_Right: (_MOVE, 0.0),
            key.Key_Up: (0.0, -_MOVE),
            key.Key_Down: (0.0, _MOVE),
        }
        match event.key():
            case key.Key_Plus | key.Key_Equal:
                self.zoom.step(1)
            case key.Key_Minus:
                self.zoom.step(-1)
            case key.Key_0:
                self.zoom.set_factor(0.0)
            case key.Key_1:
                self.zoom.set_factor(1.0)
            case pressed if Qt.Key(pressed) in moves and self.zoom.factor:
                self.zoom.move(*moves[Qt.Key(pressed)])
            case _:
                super().keyPressEvent(event)


class ZoomBar(QWidget):
    """Buttons for a zoom, with the factor between them.

    Args:
        zoom: that is worked.
        canvases: that show the picture; without zoom, the factor of the first visible one is shown.
    """

    def __init__(self, zoom: Zoom, *canvases: PictureCanvas) -> None:
        super().__init__()
        self._zoom, self._canvases = zoom, canvases
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self.factor = PlainLabel()
        self.factor.setProperty("role", "muted")
        self.factor.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.factor.setMinimumWidth(self.fontMetrics().horizontalAdvance("0000 %") + 6)
        self.out, self.into, self.all = QToolButton(), QToolButton(), QToolButton()
        for button, text, name, steps in (
            (self.out, "−", self.tr("Zoom out (−)"), -1.0),
            (self.into, "+", self.tr("Zoom in (+)"), 1.0),
            (self.all, self.tr("Fit"), self.tr("Whole picture (0)"), 0.0),
        ):
            button.setText(text)
            button.setToolTip(plain_text(name))
            button.setAccessibleName(name)
            button.setProperty("role", "quiet")
            button.clicked.connect(lambda _=False, steps=steps: self._step(steps))
        for widget in (self.out, self.factor, self.into, self.all):
            row.addWidget(widget)
        for button in (self.out, self.into):
            button.setFixedWidth(24)
        zoom.changed.connect(self.show_factor)
        for canvas in canvases:
            canvas.resized.connect(self.show_factor)
        self.show_factor()

    def _step(self, steps: float) -> None:
        if not self._zoom.factor:
            self._zoom.fitting = self._fit()
        if steps:
            self._zoom.step(steps)
        else:
            self._zoom.set_factor(0.0)

    def _fit(self) -> float:
        return next((one for one in self._canvases if one.isVisible()), self._canvases[0]).fit()

    def show_factor(self) -> None:
        """Show the factor."""
        factor = self._zoom.factor or self._fit()
        self.factor.setText(f"{max(1, round(100 * factor))} %")
        self.factor.setAccessibleName(self.tr("Zoom: %1").replace("%1", self.factor.text()))
