"""A slider of whole percents, drawn as a thin line with a small handle; the wheel never moves it by accident.

Small bars behind the line show where the pairs of the type are: there, moving it matters.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSlider, QWidget

from simfinder.gui.style.palette import Palette, colors_of
from simfinder.model.tolerances import WIDEST

_HANDLE = 16
_BARS = 0.45  # opacity of the bars of pairs
_FADED = 0.5  # opacity of a slider that only follows "All types"


class ToleranceSlider(QSlider):
    """0 to 50 percent. A click jumps to its place; Backspace asks to follow "All types" again."""

    reset_wanted = Signal()
    edit_wanted = Signal(str)  # a value is to be typed; the digit it begins with

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(0, round(WIDEST * 100))
        self.setPageStep(5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(60)
        self._own = True
        self._pairs: tuple[float, ...] = ()

    def set_pairs(self, counts: Sequence[int]) -> None:
        """Show how many pairs come together at each percent; the tallest bar is the most of them."""
        most = max(counts, default=0)
        # Roots: a type has a few pairs at most places and thousands at some, and both are to be seen.
        heights = tuple((count / most) ** 0.5 if most else 0.0 for count in counts)
        if heights != self._pairs:
            self._pairs = heights
            self.update()

    def set_own(self, own: bool) -> None:
        """Set whether the value is this slider's own or follows another one."""
        if own != self._own:
            self._own = own
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(140, 20)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        self._paint_pairs(painter, colors, middle - 2)
        painter.setBrush(colors.color("groove"))
        painter.drawRoundedRect(QRectF(0, middle - 2, self.width(), 4), 2, 2)
        accent = colors.color("accent" if self.isEnabled() else "box")
        painter.setOpacity(1.0 if self._own else _FADED)
        painter.setBrush(accent)
        painter.drawRoundedRect(QRectF(0, middle - 2, self._center(), 4), 2, 2)
        painter.setOpacity(1.0)
        painter.setBrush(colors.color("control"))
        painter.setPen(QPen(accent, 2))
        if not self._own:
            faded = colors.color("accent")
            faded.setAlphaF(_FADED)
            painter.setPen(QPen(colors.color("side"), 2))
            painter.drawRoundedRect(self._handle(), 6, 6)
            painter.setPen(QPen(faded, 2))
        painter.drawRoundedRect(self._handle(), 6, 6)
        if self.hasFocus():
            painter.setBrush(accent)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(QPointF(self._center(), middle), 2.5, 2.5)

    def _paint_pairs(self, painter: QPainter, colors: Palette, bottom: float) -> None:
        """Paint bars on the line; those within the tolerance are in the slider's colour."""
        taken, left = colors.color("accent"), colors.color("box")
        taken.setAlphaF(_BARS)
        left.setAlphaF(_BARS)
        width = max(1.0, (self.width() - _HANDLE) / max(1, self.maximum()) - 0.4)
        talls = [
            (percent, max(1.5, height * (bottom - 1))) for percent, height in enumerate(self._pairs) if height
        ]
        bars = [QRectF(self._place(percent) - width, bottom - tall, width, tall) for percent, tall in talls]
        within = sum(percent <= self.value() for percent, _ in talls)
        for color, some in ((taken, bars[:within]), (left, bars[within:])):
            painter.setBrush(color)
            painter.drawRects(some)

    def _place(self, value: int) -> float:
        return _HANDLE / 2 + max(1, self.width() - _HANDLE) * value / max(1, self.maximum())

    def _center(self) -> float:
        return self._place(self.value())

    def _handle(self) -> QRectF:
        return QRectF(self._center() - _HANDLE / 2 + 1, self.height() / 2 - 6, _HANDLE - 2, 12)

    def _value_at(self, x: float) -> int:
        span = max(1, self.width() - _HANDLE)
        return round((x - _HANDLE / 2) / span * self.maximum())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._value_at(event.position().x()))
            event.accept()
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self.setSliderDown(False)  # it was let go where this widget was not told: behind a dialog
        elif self.isSliderDown():
            self.setValue(self._value_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def hideEvent(self, event: QHideEvent) -> None:
        self.setSliderDown(False)  # the button that is let go later is not told to what is hidden
        super().hideEvent(event)

    def event(self, event: QEvent) -> bool:
        """Let Delete reset this slider, though elsewhere in the window it removes files."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and event.matches(QKeySequence.StandardKey.Delete)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.reset_wanted.emit()
            return
        if event.key() == Qt.Key.Key_F2 or (event.text().isascii() and event.text().isdigit()):
            self.edit_wanted.emit(event.text() if event.text().isdigit() else "")
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()  # the list under the pointer scrolls instead
