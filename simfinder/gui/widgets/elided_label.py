"""One line of text that is elided where it does not fit; the tool tip has the whole text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from simfinder.gui.style.fonts import elided
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text

_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter


class ElidedLabel(PlainLabel):
    """A label that may get narrower than its text.

    Args:
        mode: where the text gives way.
        parent: the widget that contains it.
    """

    def __init__(
        self, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent=parent)
        self._mode = mode
        self._whole = ""
        self._texts: tuple[str, ...] = ("",)
        self.setMinimumWidth(40)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str, *shorter: str) -> None:
        """Show the first text there is room for; the last one is cut where none fits."""
        self._whole, self._texts = text, (text, *shorter)
        self.setToolTip(plain_text(text))
        self.setAccessibleName(text)
        self._elide()

    def whole(self) -> str:
        """Return the text without regard to the room."""
        return self._whole

    def _elide(self) -> None:
        if self.isRightToLeft():  # whatever the text is in: a name in Latin letters stands where others stand
            self.setAlignment(_AT_RIGHT)
        metrics, room = self.fontMetrics(), self.width()
        fitting = (text for text in self._texts if metrics.horizontalAdvance(text) <= room)
        text = next(fitting, self._texts[-1])
        self.setText(elided(text, self._mode, room, metrics))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        """Elide the text again when the font changes."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._elide()
