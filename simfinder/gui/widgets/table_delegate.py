"""Paint flat tables: bars for similarities, chips, tinted rows, folders that open and close."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from simfinder.gui.style.fonts import elided, grown, row_height, scaled, tabular
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.cell_painting import paint_bar, paint_chip
from simfinder.gui.widgets.table_model import TableRole

ROW_HEIGHT = 25
_MARGIN = 6  # pixels of a cell beside its text
_INDENT, _ARROW, _GAP = 16, 12, 6  # pixels of a level, of the arrow before a folder's name, and behind it
_BAR = 96  # pixels of a bar in a column that is wide for its texts
_DEEPEST = 8  # levels that are indented: further in there would be no room for names


def arrow_rect(option: QStyleOptionViewItem, level: int) -> QRect:
    """Return the rectangle of the arrow that opens and closes a folder."""
    cell = _after(
        option.rect.adjusted(_MARGIN, 0, -_MARGIN, 0), _INDENT * min(level, _DEEPEST), option.direction
    )
    square = QRect(cell.left(), cell.top(), _ARROW, cell.height())
    return QStyle.visualRect(option.direction, cell, square)


def _after(cell: QRect, room: int, direction: Qt.LayoutDirection) -> QRect:
    """Return a cell without some room at its beginning."""
    if direction is Qt.LayoutDirection.RightToLeft:
        return cell.adjusted(0, 0, -room, 0)
    return cell.adjusted(room, 0, 0, 0)


def paint_arrow(
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
    """One delegate for all columns of a table over a ``RowModel``.

    Args:
        margin: pixels of a cell beside its text.
        elide_left: all texts lose their beginning where there is little room, not only paths.
    """

    fold_wanted = Signal(int)  # row of a folder whose arrow was clicked

    def __init__(
        self, parent: QObject | None = None, *, margin: int = _MARGIN, elide_left: bool = False
    ) -> None:
        super().__init__(parent)
        self._margin, self._elide_left = margin, elide_left

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
            and index.data(TableRole.FOLDED) is not None
            and arrow_rect(option, index.data(TableRole.LEVEL))
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
        ground = index.data(TableRole.GROUND)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.color("selection"))
        elif ground:
            painter.fillRect(option.rect, colors.color(ground))
        text = index.data(Qt.ItemDataRole.DisplayRole)
        share, chip = index.data(TableRole.SHARE), index.data(TableRole.CHIP)
        if share is not None or index.data(Qt.ItemDataRole.TextAlignmentRole) is not None:
            painter.setFont(tabular(option.font))
        if share is not None or chip is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if share is not None:
            cell, ink = option.rect.adjusted(_MARGIN, 0, -_MARGIN, 0), index.data(TableRole.INK)
            if ink:
                wide = option.fontMetrics.horizontalAdvance(text) + grown(_BAR, option.fontMetrics)
                narrow = QRect(cell.left(), cell.top(), min(cell.width(), wide), cell.height())
                cell = QStyle.visualRect(option.direction, cell, narrow)
            paint_bar(painter, cell, share, text, colors, ink=ink or "accent")
        elif chip is not None:
            cell = option.rect.adjusted(_MARGIN, 0, -2, 0)
            paint_chip(painter, cell, text, colors.color(chip), colors.color(chip + "_text"))
        else:
            self._paint_text(painter, option, index, text)
        painter.restore()

    def _paint_text(self, painter: QPainter, option: Any, index: Any, text: str) -> None:
        colors, cell = colors_of(option.palette), option.rect.adjusted(self._margin, 0, -self._margin, 0)
        level, folded = index.data(TableRole.LEVEL), index.data(TableRole.FOLDED)
        if level is not None:
            cell = _after(cell, _INDENT * min(level, _DEEPEST) + _ARROW + _GAP, option.direction)
        if folded is not None:
            painter.setFont(scaled(option.font, 1.0, bold=True))
            paint_arrow(
                painter, arrow_rect(option, level), colors.color("muted"), option.direction, folded=folded
            )
        painter.setPen(colors.color("muted" if index.data(TableRole.QUIET) else "text"))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        if index.data(Qt.ItemDataRole.TextAlignmentRole) is not None:  # figures at the right are never cut
            painter.drawText(cell, align | Qt.AlignmentFlag.AlignRight, text)
            return
        painter.drawText(cell, align, self.cut(index, cell.width(), painter.fontMetrics()))

    def cut(self, index: Any, room: int, metrics: QFontMetrics) -> str:
        """Return the text of a cell cut to its room.

        Args:
            index: of the cell.
            room: pixels.
            metrics: of the font that it is painted with.
        """
        text, folded = index.data(Qt.ItemDataRole.DisplayRole), index.data(TableRole.FOLDED)
        path = text.lstrip("\u2066\u2068").startswith(("/", "~"))  # of a path the end says most
        if self._elide_left or path or folded is not None:  # and of a folder the count
            return elided(text, Qt.TextElideMode.ElideLeft, room, metrics)
        named = bool(index.data(TableRole.NAME))  # of versions the end differs, and of copies the type
        mode = Qt.TextElideMode.ElideMiddle if named else Qt.TextElideMode.ElideRight
        return elided(text, mode, room, metrics)
