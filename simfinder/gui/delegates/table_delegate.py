"""Painting of dialog tables: calm rows, a bar for shares, a tinted ground for rows that want a look."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from simfinder.gui.delegates.cluster_delegate import paint_bar
from simfinder.gui.letters import row_height
from simfinder.gui.looks import colors_of
from simfinder.gui.models.act_model import LOOK_AT_ROLE, SHARE_ROLE

ROW_HEIGHT = 25


class TableDelegate(QStyledItemDelegate):
    """One delegate for all columns of a dialog's table."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(super().sizeHint(option, index).width() + 12, row_height(ROW_HEIGHT, option.fontMetrics))

    def paint(self, painter: QPainter, option: Any, index: QModelIndex | QPersistentModelIndex) -> None:
        colors = colors_of(option.palette)
        painter.save()
        painter.setClipRect(option.rect)
        look_at = bool(index.data(LOOK_AT_ROLE))
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.color("selection"))
        elif look_at:
            painter.fillRect(option.rect, colors.color("older"))
        cell = option.rect.adjusted(6, 0, -6, 0)
        text = index.data(Qt.ItemDataRole.DisplayRole)
        share = index.data(SHARE_ROLE)
        if share is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_bar(painter, cell, share, text, colors)
        else:
            painter.setPen(colors.color("text"))
            path = text.lstrip("\u2066\u2068").startswith(("/", "~"))  # of a path the end says most
            elide = Qt.TextElideMode.ElideLeft if path else Qt.TextElideMode.ElideRight
            text = option.fontMetrics.elidedText(text, elide, cell.width())
            painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        painter.restore()
