"""Painting of dialog tables: calm rows, a bar for shares, a tinted ground for rows that want a look."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from simfinder.gui.dialogs.tables.act_model import FOLDED_ROLE, LEVEL_ROLE, LOOK_AT_ROLE, SHARE_ROLE
from simfinder.gui.style.fonts import row_height, scaled
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.cell_painting import paint_bar

ROW_HEIGHT = 25
_INDENT, _ARROW, _GAP = 16, 12, 6  # pixels of a level, of the arrow before a folder's name, and behind it
_DEEPEST = 8  # levels that are indented: further in there would be no room for names


def arrow_rect(option: QStyleOptionViewItem, level: int) -> QRect:
    """Where the arrow of a folder is that opens and closes it."""
    cell = _after(option.rect.adjusted(6, 0, -6, 0), _INDENT * min(level, _DEEPEST), option.direction)
    square = QRect(cell.left(), cell.top(), _ARROW, cell.height())
    return QStyle.visualRect(option.direction, cell, square)


def _after(cell: QRect, room: int, direction: Qt.LayoutDirection) -> QRect:
    """A cell without some room at its beginning."""
    if direction is Qt.LayoutDirection.RightToLeft:
        return cell.adjusted(0, 0, -room, 0)
    return cell.adjusted(room, 0, 0, 0)


def _paint_arrow(
    painter: QPainter, rect: QRect, color: QColor, direction: Qt.LayoutDirection, *, folded: bool
) -> None:
    """Paint an arrow that points at a folder's name, or down to its files."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, 1.6))
    painter.translate(QRectF(rect).center())
    if folded and direction is Qt.LayoutDirection.RightToLeft:
        painter.rotate(90)
    elif folded:
        painter.rotate(-90)
    painter.drawPolyline(QPolygonF([QPointF(-3.5, -1.75), QPointF(0, 1.75), QPointF(3.5, -1.75)]))
    painter.restore()


class TableDelegate(QStyledItemDelegate):
    """One delegate for all columns of a dialog's table."""

    fold_wanted = Signal(int)  # row of a folder whose arrow was clicked

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
            and index.data(FOLDED_ROLE) is not None
            and arrow_rect(option, index.data(LEVEL_ROLE))
            .adjusted(-4, 0, 4, 0)
            .contains(event.position().toPoint())
        ):
            self.fold_wanted.emit(index.row())
            return True
        return super().editorEvent(event, model, option, index)

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
        level, folded = index.data(LEVEL_ROLE), index.data(FOLDED_ROLE)
        if level is not None:
            cell = _after(cell, _INDENT * min(level, _DEEPEST) + _ARROW + _GAP, option.direction)
        if folded is not None:
            painter.setFont(scaled(option.font, 1.0, bold=True))
            _paint_arrow(
                painter, arrow_rect(option, level), colors.color("muted"), option.direction, folded=folded
            )
        share = index.data(SHARE_ROLE)
        if share is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_bar(painter, cell, share, text, colors)
        else:
            painter.setPen(colors.color("text"))
            path = text.lstrip("\u2066\u2068").startswith(("/", "~"))  # of a path the end says most
            at_left = path or folded is not None  # and of a folder the count
            elide = Qt.TextElideMode.ElideLeft if at_left else Qt.TextElideMode.ElideRight
            text = painter.fontMetrics().elidedText(text, elide, cell.width())
            painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        painter.restore()
