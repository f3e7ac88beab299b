"""Painting of members: names that give way at their folders, sizes to the right, the tones of a comparison."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from simfinder.gui.details.compare.member_model import QUIET_ROLE, TONE_ROLE
from simfinder.gui.style.palette import colors_of

ROW_HEIGHT = 22


class MemberDelegate(QStyledItemDelegate):
    """One delegate for all columns."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(super().sizeHint(option, index).width(), ROW_HEIGHT)

    def paint(self, painter: QPainter, option: Any, index: QModelIndex | QPersistentModelIndex) -> None:
        colors = colors_of(option.palette)
        painter.save()
        painter.setClipRect(option.rect)
        tone = index.data(TONE_ROLE)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.color("selection"))
        elif tone:
            painter.fillRect(option.rect, colors.color(tone))
        right = index.data(Qt.ItemDataRole.TextAlignmentRole) is not None
        elide = Qt.TextElideMode.ElideNone if right else Qt.TextElideMode.ElideLeft
        cell = option.rect.adjusted(4, 0, -4, 0)
        text = option.fontMetrics.elidedText(index.data(Qt.ItemDataRole.DisplayRole), elide, cell.width())
        painter.setPen(colors.color("muted" if index.data(QUIET_ROLE) else "text"))
        align = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(cell, align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        painter.restore()
