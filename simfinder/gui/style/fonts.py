"""Letters: in proportion to those of the program, whatever these are or will be, and the room that they need."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget

_USUAL_LETTER = 7  # pixels, average width


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """A copy of a font in another size."""
    copy = QFont(font)
    if copy.pointSizeF() > 0:
        copy.setPointSizeF(copy.pointSizeF() * factor)
    else:
        copy.setPixelSize(round(copy.pixelSize() * factor))
    copy.setBold(bold or font.bold())
    return copy


class _Follower(QObject):
    """Keeps the letters of a widget in proportion to those of the program, when a person changes them meanwhile."""

    def __init__(self, widget: QWidget, factor: float, *, bold: bool) -> None:
        super().__init__(widget)
        self._widget, self._factor, self._bold = widget, factor, bold
        widget.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.fontChanged.connect(self._set_later)
        self._set()

    @Slot()
    def _set_later(self) -> None:
        QTimer.singleShot(0, self, self._set)  # a style sheet that is set anew takes them back

    def _set(self) -> None:
        font = scaled(QApplication.font(), self._factor, bold=self._bold)
        if self._widget.font() != font:
            self._widget.setFont(font)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A style sheet that is set anew brings letters back that were long gone."""
        if event.type() is QEvent.Type.StyleChange:
            self._set_later()
        return super().eventFilter(watched, event)


def make_title(widget: QWidget, factor: float, *, bold: bool = True) -> None:
    """Give a widget letters in another size than those of the program, whatever that is or will be."""
    _Follower(widget, factor, bold=bold)


def grown(pixels: int, metrics: QFontMetrics) -> int:
    """A width that was chosen for letters of the usual size, for those of now; never less."""
    return max(pixels, round(pixels * metrics.averageCharWidth() / _USUAL_LETTER))


def row_height(pixels: int, metrics: QFontMetrics) -> int:
    """The height of a row, with room for its letters."""
    return max(pixels, metrics.lineSpacing() + 8)


def fixed_font(font: QFont) -> QFont:
    """A font of fixed width, a little smaller than the given one."""
    fixed = scaled(font, 0.9)
    fixed.setFamilies(["DejaVu Sans Mono", "Menlo", "Consolas", "monospace"])
    fixed.setStyleHint(QFont.StyleHint.Monospace)
    fixed.setFixedPitch(True)
    return fixed
