"""Painting of a folder row: path on the left, what is known of it on the right."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from simfinder.gui.sidebar.folder_model import FolderRole
from simfinder.gui.style.fonts import row_height
from simfinder.gui.style.palette import colors_of

ROW_HEIGHT = 22


class FolderDelegate(QStyledItemDelegate):
    """Two texts in one row; the path gives way first."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, row_height(ROW_HEIGHT, option.fontMetrics))

    def paint(self, painter: QPainter, option: Any, index: QModelIndex | QPersistentModelIndex) -> None:
        colors = colors_of(option.palette)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.color("selection"))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawRoundedRect(option.rect.adjusted(-1, 1, 0, -1), 4, 4)
        cell = option.rect.adjusted(4, 0, -4, 0)
        note = index.data(FolderRole.NOTE)
        width = option.fontMetrics.horizontalAdvance(note)
        painter.setPen(colors.color("muted"))
        painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, note)
        painter.setPen(colors.color("text"))
        room = QStyle.visualRect(option.direction, cell, cell.adjusted(0, 0, -width - 10, 0))
        path = option.fontMetrics.elidedText(
            index.data(Qt.ItemDataRole.DisplayRole), Qt.TextElideMode.ElideMiddle, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, path)
        painter.restore()
