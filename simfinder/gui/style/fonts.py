"""Fonts in proportion to the program's own, and the room that text needs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget

_USUAL_LETTER = 7  # pixels, average width


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return a copy of a font in another size."""
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
        """Set the fonts again after a new style sheet, which brings old ones back."""
        if event.type() is QEvent.Type.StyleChange:
            self._set_later()
        return super().eventFilter(watched, event)


def make_title(widget: QWidget, factor: float, *, bold: bool = True) -> None:
    """Give a widget letters in another size than those of the program, whatever that is or will be."""
    _Follower(widget, factor, bold=bold)


def grown(pixels: int, metrics: QFontMetrics) -> int:
    """Scale a width chosen for the usual font to the current one; never less."""
    return max(pixels, round(pixels * metrics.averageCharWidth() / _USUAL_LETTER))


def elided(text: str, mode: Qt.TextElideMode, room: int, metrics: QFontMetrics) -> str:
    """Return a text cut to the room. Qt cuts into ligatures, too: the end of "office" comes out 7 pixels too wide."""
    cut, less = metrics.elidedText(text, mode, room), 0
    while less < room and (over := metrics.horizontalAdvance(cut) - room) > 0:
        less += over
        cut = metrics.elidedText(text, mode, room - less)
    return cut


def row_height(pixels: int, metrics: QFontMetrics) -> int:
    """Return the height of a row, with room for its letters."""
    return max(pixels, metrics.lineSpacing() + 8)


def tabular(font: QFont) -> QFont:
    """Return a font whose figures are all equally wide, so that they stand below one another in a column."""
    same = QFont(font)
    same.setFeature(QFont.Tag("tnum"), 1)
    return same


def fixed_font(font: QFont) -> QFont:
    """Return a font of fixed width, a little smaller than the given one."""
    fixed = scaled(font, 0.9)
    fixed.setFamilies(["DejaVu Sans Mono", "Menlo", "Consolas", "monospace"])
    fixed.setStyleHint(QFont.StyleHint.Monospace)
    fixed.setFixedPitch(True)
    return fixed
