"""Paint a row of the folder list: path on the left, counts and flags on the right."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from simfinder.gui.sidebar.folder_model import FolderModel, FolderRole
from simfinder.gui.style.fonts import elided, row_height
from simfinder.gui.style.icons import Icon, icon_of
from simfinder.gui.style.palette import colors_of

ROW_HEIGHT = 22
_ICON = 14  # pixels
_GAP = 10  # pixels between the path and the note


class FolderDelegate(QStyledItemDelegate):
    """Two texts in one row: the path is read first, and the note gets short for it. Folders that are copies have a mark
    that can be clicked.
    """

    alike_wanted = Signal(object)  # path of a row whose mark was clicked

    def icon_rect(self, option: QStyleOptionViewItem) -> QRect:
        """Return the place of the mark: at the end of a row."""
        rect = option.rect
        square = QRect(rect.right() - 4 - _ICON, rect.center().y() - _ICON // 2 + 1, _ICON, _ICON)
        return QStyle.visualRect(option.direction, rect, square)

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if (
            isinstance(event, QMouseEvent)
            and event.type() is QEvent.Type.MouseButtonRelease
            and event.button() is Qt.MouseButton.LeftButton
            and index.data(FolderRole.ALIKE)
            and self.icon_rect(option).adjusted(-3, -3, 3, 3).contains(event.position().toPoint())
        ):
            assert isinstance(model, FolderModel)
            self.alike_wanted.emit(model.path_of(index))
            return True
        return super().editorEvent(event, model, option, index)

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
        if index.data(FolderRole.ALIKE):
            icon_of(Icon.COPIES, "accent").paint(painter, self.icon_rect(option))
            cell = QStyle.visualRect(option.direction, cell, cell.adjusted(0, 0, -_ICON - 8, 0))
        wide, path = option.fontMetrics.horizontalAdvance, index.data(Qt.ItemDataRole.DisplayRole)
        note = index.data(FolderRole.NOTE)
        if wide(path) + _GAP + wide(note) > cell.width():
            note = index.data(FolderRole.BRIEF)
        width = wide(note) + _GAP if note else 0
        painter.setPen(colors.color("muted"))
        painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, note)
        painter.setPen(colors.color("text"))
        room = QStyle.visualRect(option.direction, cell, cell.adjusted(0, 0, -width, 0))
        path = elided(path, Qt.TextElideMode.ElideMiddle, room.width(), option.fontMetrics)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, path)
        painter.restore()
