"""A picture scaled to its room, with a caption. Never scaled up beyond its own size."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from simfinder.gui.style import colors_of

_CAPTION = 22


class ImageView(QWidget):
    """One picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pixmap = QPixmap()
        self._caption = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(60)

    def show_image(self, image: QImage, caption: str) -> None:
        """Replace the picture; a null one leaves only the caption."""
        self._pixmap = QPixmap.fromImage(image) if not image.isNull() else QPixmap()
        self._caption = caption
        self.setAccessibleName(self.tr("Picture: %1").replace("%1", caption))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 180)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.setPen(colors.color("muted"))
        caption = QRect(0, 0, self.width(), _CAPTION)
        text = self.fontMetrics().elidedText(self._caption, Qt.TextElideMode.ElideMiddle, caption.width())
        painter.drawText(caption, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        room = self.rect().adjusted(0, _CAPTION, 0, -6)
        if self._pixmap.isNull() or room.isEmpty():
            return
        size = self._pixmap.size()
        if size.width() > room.width() or size.height() > room.height():
            size = size.scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        target = QRect(room.left(), room.top(), size.width(), size.height())
        self._checkers(painter, target)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(target, self._pixmap)

    def _checkers(self, painter: QPainter, target: QRect) -> None:
        """A quiet pattern where a picture is transparent."""
        if not self._pixmap.hasAlphaChannel():
            return
        colors = colors_of(self.palette())
        painter.fillRect(target, colors.color("window"))
        step = 8
        for row, y in enumerate(range(target.top(), target.bottom() + 1, step)):
            for x in range(target.left() + (row % 2) * step, target.right() + 1, 2 * step):
                cell = QRect(x, y, step, step).intersected(target)
                painter.fillRect(cell, colors.color("side"))
