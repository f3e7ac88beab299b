"""Show a picture with a caption, or the reason why there is none. It fits its room until it is zoomed."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QVBoxLayout, QWidget

from simfinder.gui.details.viewers.zoom import PictureCanvas, Zoom
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.image_decoder.client import Picture
from simfinder.gui.widgets.image_decoder.messages import trouble_text


class ImageCanvas(PictureCanvas):
    """The picture alone."""

    def __init__(self, zoom: Zoom, parent: QWidget | None = None) -> None:
        super().__init__(zoom, parent)
        self._pixmap = QPixmap()
        self.trouble = ""

    def show_picture(self, picture: Picture) -> None:
        """Show another picture."""
        self._pixmap = QPixmap.fromImage(picture.image) if picture.is_drawn else QPixmap()
        self.full = (
            QSizeF(picture.head.full_width, picture.head.full_height) if picture.is_drawn else QSizeF()
        )
        self.trouble = "" if picture.is_drawn else trouble_text(picture)
        self.setAccessibleDescription(self.trouble)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 160)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._pixmap.isNull():
            painter.setPen(colors_of(self.palette()).color("muted"))
            room = self.rect().adjusted(0, 2, -8, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap, self.trouble)
            return
        target = self.target()
        if self._pixmap.hasAlphaChannel():
            self.paint_ground(painter, target)
        self.smooth(painter)
        painter.drawPixmap(target, self._pixmap, self._pixmap.rect().toRectF())
        if self.hasFocus():
            painter.setPen(colors_of(self.palette()).color("accent"))
            painter.drawRect(
                QRect(0, 0, self.width() - 1, self.height() - 1).intersected(target.toAlignedRect())
            )


class ImageView(QWidget):
    """One picture below its caption.

    Args:
        zoom: shared with other views; one of its own where there is none.
    """

    def __init__(self, zoom: Zoom | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.zoom = zoom or Zoom(self)
        self.canvas = ImageCanvas(self.zoom)
        self.caption = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.caption.setProperty("role", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.caption)
        column.addWidget(self.canvas, 1)

    def show_picture(self, picture: Picture, caption: str) -> None:
        """Show another picture, or the reason why it can't be drawn."""
        self.canvas.show_picture(picture)
        self.caption.show_text(caption)
        self.setAccessibleName(self.tr("Picture: %1").replace("%1", caption))
        self.canvas.setAccessibleName(self.accessibleName())
