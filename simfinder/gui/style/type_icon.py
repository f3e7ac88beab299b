"""Icon for a file without a small picture: a sheet with its extension."""

from __future__ import annotations

import os

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap

from simfinder.gui.style.fonts import scaled
from simfinder.gui.style.palette import Palette

_LONGEST = 4  # letters


def letters_of(path: str) -> str:
    """Return the extension of a name as an icon shows it; "" for none."""
    ending = os.path.splitext(os.path.basename(path))[1][1:]
    return ending[:_LONGEST].upper() if ending.isalnum() and ending.isascii() else ""


def paint_type_icon(painter: QPainter, cell: QRect, path: str, colors: Palette) -> None:
    """Draw it into the middle of a square."""
    high = min(32.0, cell.height() - 4.0)
    wide, fold = high * 0.8, high * 0.26
    sheet = QRectF(cell.center().x() - wide / 2 + 0.5, cell.center().y() - high / 2 + 0.5, wide, high)
    outline = QPainterPath(sheet.topLeft())
    outline.lineTo(sheet.right() - fold, sheet.top())
    outline.lineTo(sheet.right(), sheet.top() + fold)
    outline.lineTo(sheet.bottomRight())
    outline.lineTo(sheet.bottomLeft())
    outline.closeSubpath()
    painter.setPen(QPen(colors.color("box"), 1))
    painter.setBrush(colors.color("side"))
    painter.drawPath(outline)
    painter.drawPolyline(
        [
            QPointF(sheet.right() - fold, sheet.top()),
            QPointF(sheet.right() - fold, sheet.top() + fold),
            QPointF(sheet.right(), sheet.top() + fold),
        ]
    )
    letters = letters_of(path)
    if not letters:
        return
    painter.save()
    font = scaled(painter.font(), 0.66 if len(letters) < _LONGEST else 0.56, bold=True)
    painter.setFont(font)
    painter.setPen(colors.color("muted"))
    painter.drawText(sheet.adjusted(0, fold * 0.7, 0, 0), Qt.AlignmentFlag.AlignCenter, letters)
    painter.restore()


def paint_thumbnail(painter: QPainter, cell: QRect, picture: QPixmap, colors: Palette) -> None:
    """Draw a small picture into the middle of a square, framed so that a white one is seen on white."""
    size = picture.size().scaled(cell.size(), Qt.AspectRatioMode.KeepAspectRatio)
    if size.width() > picture.width():  # small icons stay small
        size = picture.size()
    place = QRect(0, 0, size.width(), size.height())
    place.moveCenter(cell.center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(place, picture)
    painter.setPen(QPen(colors.color("line"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(place).adjusted(-0.5, -0.5, 0.5, 0.5))
