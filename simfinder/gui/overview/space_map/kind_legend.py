"""Legend of the map: the colours with the space of each, in one row or, where it is narrow, in several.

It never cuts a word: a long language and a large font first remove the figures, which the tool tips have, and then add
a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from simfinder.gui.style.palette import colors_of
from simfinder.gui.style.type_colors import space_colors
from simfinder.gui.widgets.plain_text import plain_text

_BETWEEN, _ROWS_BETWEEN = 14, 2  # pixels


class Swatch(QWidget):
    """A kind of space: its colour and its name."""

    def __init__(self, index: int, text: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._text = self._name = text
        self.setToolTip(plain_text(tip))
        self.setAccessibleName(text)
        self.setAccessibleDescription(tip)

    def show_figure(self, figure: str) -> None:
        """Take how much of it there is."""
        self.setAccessibleName(f"{self._name} {figure}".strip())
        self.set_short(False)

    def set_short(self, short: bool) -> None:
        """Leave out the figure; the tip has it."""
        self._text = self._name if short else self.accessibleName()
        self.setToolTip(plain_text(f"{self.accessibleName()}\n{self.accessibleDescription()}"))
        self.update()

    def size_of(self, short: bool) -> QSize:
        """Return the room it takes with its figure, or without."""
        metrics = self.fontMetrics()
        text = self._name if short else self.accessibleName()
        return QSize(22 + metrics.horizontalAdvance(text), metrics.height() + 4)

    def changeEvent(self, event: QEvent) -> None:
        """Lay out again when the font changes."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LayoutDirectionChange):
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        from_right = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = self.width() - 13 if from_right else 1
        painter.setPen(colors.color("line"))
        painter.setBrush(space_colors(colors)[self._index])
        painter.drawRoundedRect(QRectF(left, self.height() / 2 - 5.5, 11, 11), 3, 3)
        painter.setPen(colors.color("muted"))
        text = self.rect().adjusted(0, 0, -18, 0) if from_right else self.rect().adjusted(18, 0, 0, 0)
        painter.setLayoutDirection(self.layoutDirection())
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._text)


class KindLegend(QWidget):
    """All kinds of space.

    Args:
        texts: names and tips, in the order of the colours.
    """

    def __init__(self, texts: Iterable[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.swatches = [Swatch(i, name, tip, self) for i, (name, tip) in enumerate(texts)]
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_figures(self, figures: Sequence[str]) -> None:
        """Show the space of each kind."""
        for swatch, figure in zip(self.swatches, figures, strict=True):
            swatch.show_figure(figure)
        self._place()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size with all in one row."""
        return QSize(*self._laid(10**6)[1:])

    def minimumSizeHint(self) -> QSize:
        """Return the size with one below the other."""
        return QSize(*self._laid(0)[1:])

    def hasHeightForWidth(self) -> bool:
        """Return True: the height depends on the rows needed."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows needed."""
        return self._laid(width)[2]

    def event(self, event: QEvent) -> bool:
        """Lay out again when the size of a kind changes."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._place()
            self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the kinds anew."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        places, _, _ = self._laid(self.width())
        short = self._is_short(self.width())
        for swatch, place in zip(self.swatches, places, strict=True):
            swatch.set_short(short)
            swatch.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), place))

    def _is_short(self, width: int) -> bool:
        wide = sum(swatch.size_of(False).width() for swatch in self.swatches)
        return wide + _BETWEEN * (len(self.swatches) - 1) > width

    def _laid(self, width: int) -> tuple[list[QRect], int, int]:
        """Lay out the kinds in a width: the position of each, and the width and height of all."""
        short = self._is_short(width)
        places: list[QRect] = []
        x = y = widest = 0
        for swatch in self.swatches:
            size = swatch.size_of(short)
            if x and x + size.width() > width:
                x, y = 0, y + size.height() + _ROWS_BETWEEN
            places.append(QRect(x, y, size.width(), size.height()))
            x += size.width() + _BETWEEN
            widest = max(widest, x - _BETWEEN)
        return places, widest, places[-1].bottom() + 1 if places else 0
