"""Painting of the tree's file rows: check box and name, bar with percentage, version chip, plain text."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from simfinder.gui.cluster_tree.model.row_kinds import Column, Role, Row
from simfinder.gui.style.fonts import grown, row_height
from simfinder.gui.style.palette import Colors, colors_of
from simfinder.gui.widgets.thumbnails import SIDE, Thumbnails
from simfinder.gui.widgets.type_icon import paint_thumbnail, paint_type_icon
from simfinder.model.clusters import Relation

ROW_HEIGHT = 27
BOX = 14
PERCENT_WIDTH = 52
"""Pixels of the figure beside a bar, in letters of the usual size."""
CHIP_MARGIN = 14
"""Pixels of a chip beside its words."""
_SHORTEST = 18  # pixels of a bar
NAME_INDENT = BOX + 10
"""Pixels from the edge of a name's cell to the name."""
_MARGIN = 6
_FAINT = 0.45  # opacity of the bar of an estimate


class ClusterDelegate(QStyledItemDelegate):
    """One delegate for all columns. Rows of clusters are painted by the view, across the columns.

    Attributes:
        thumbnails: small pictures of files, shown beside their names; None where they are not wanted.
    """

    thumbnails: Thumbnails | None = None

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        high = ROW_HEIGHT if self.thumbnails is None else SIDE + 4
        return QSize(80, row_height(high, option.fontMetrics))

    def paint(self, painter: QPainter, option: Any, index: QModelIndex | QPersistentModelIndex) -> None:
        if not index.internalId():
            return
        kind = index.data(Role.ROW)
        colors = colors_of(option.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.color("selection"))
        match Column.FOLDER + 1 if kind in (Row.NOTE, Row.MORE) else index.column():  # the view draws notes
            case Column.NAME:
                _paint_name(painter, option, index, colors, self.thumbnails)
            case Column.SHARED:
                similarity = index.data(Role.SIMILARITY)
                if similarity is not None:
                    text = index.data(Qt.ItemDataRole.DisplayRole)
                    cell = option.rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
                    paint_bar(painter, cell, similarity, text, colors, faint=bool(index.data(Role.ESTIMATED)))
            case Column.VERSION:
                _paint_chip(painter, option, index, colors)
            case Column.MODIFIED | Column.SIZE | Column.FOLDER:
                _paint_text(painter, option, index, colors)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: Any,
        option: Any,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if (
            event.type() in (QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick)
            and isinstance(event, QMouseEvent)
            and event.button() is Qt.MouseButton.LeftButton
            and index.column() == Column.NAME
            and index.data(Qt.ItemDataRole.CheckStateRole) is not None
            and _placed(option, box_rect(option.rect))
            .adjusted(-4, -6, 4, 6)
            .contains(event.position().toPoint())
        ):
            checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked
            state = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
            return bool(model.setData(index, state, Qt.ItemDataRole.CheckStateRole))
        return False


def box_rect(cell: QRect) -> QRect:
    """Where the check box of a name cell is, where text runs from left to right."""
    return QRect(cell.left() + 2, cell.center().y() - BOX // 2 + 1, BOX, BOX)


def _placed(option: Any, place: QRect) -> QRect:
    """A place in a cell, mirrored where text runs from right to left."""
    return QStyle.visualRect(option.direction, option.rect, place)


def _mirrored(painter: QPainter, cell: QRect, place: QRectF) -> QRectF:
    if painter.layoutDirection() is not Qt.LayoutDirection.RightToLeft:
        return place
    return QRectF(cell.left() + cell.right() + 1 - place.right(), place.top(), place.width(), place.height())


def _paint_name(
    painter: QPainter, option: Any, index: Any, colors: Colors, thumbnails: Thumbnails | None
) -> None:
    box = _placed(option, box_rect(option.rect))
    state = index.data(Qt.ItemDataRole.CheckStateRole)
    if state is not None:
        paint_box(painter, box, colors, checked=Qt.CheckState(state) is Qt.CheckState.Checked)
    text = option.rect.adjusted(NAME_INDENT, 0, -4, 0)
    record = index.model().record_of(index) if thumbnails is not None else None
    if thumbnails is not None and record is not None:
        square = _placed(option, QRect(text.left(), option.rect.top() + 2, SIDE, option.rect.height() - 4))
        picture = thumbnails.of(record)
        if picture is None or picture.isNull():
            paint_type_icon(painter, square, record.path, colors)
        else:
            paint_thumbnail(painter, square, picture, colors)
        text.setLeft(text.left() + SIDE + 8)
    painter.setPen(colors.color("muted" if index.data(Role.ASIDE) else "text"))
    name = option.fontMetrics.elidedText(
        index.data(Qt.ItemDataRole.DisplayRole), Qt.TextElideMode.ElideMiddle, text.width()
    )
    align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    painter.drawText(_placed(option, text), align, name)


def paint_box(painter: QPainter, box: QRect, colors: Colors, *, checked: bool) -> None:
    """A check box."""
    painter.setPen(QPen(colors.color("accent" if checked else "box"), 1))
    painter.setBrush(colors.color("accent") if checked else colors.color("control"))
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if checked:
        painter.setPen(
            QPen(
                colors.color("accent_text"),
                1.8,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.RoundCap,
                Qt.PenJoinStyle.RoundJoin,
            )
        )
        x, y = box.left(), box.top()
        painter.drawPolyline(
            QPolygonF([QPointF(x + 3.6, y + 7.3), QPointF(x + 6, y + 9.9), QPointF(x + 10.4, y + 4.4)])
        )


def paint_bar(
    painter: QPainter, cell: QRect, share: float, text: str, colors: Colors, *, faint: bool = False
) -> None:
    """A bar and its percentage, faint for an estimate. A share below 1 never fills the bar to its end."""
    room = cell.width() - grown(PERCENT_WIDTH, painter.fontMetrics())
    if room < _SHORTEST:  # a dot would say nothing
        painter.setPen(colors.color("muted" if faint else "text"))
        painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return
    track = QRectF(cell.left(), cell.center().y() - 2, room, 6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.color("groove"))
    painter.drawRoundedRect(_mirrored(painter, cell, track), 3, 3)
    length = track.width() * max(0.0, min(1.0, share))
    if share < 1.0:
        length = min(length, track.width() - 1)
    if length > 0:
        filled = QRectF(track)
        filled.setWidth(max(length, 3))
        ink = colors.color("accent")
        ink.setAlphaF(_FAINT if faint else 1.0)
        painter.setBrush(ink)
        painter.drawRoundedRect(_mirrored(painter, cell, filled), 3, 3)
    painter.setPen(colors.color("muted" if faint else "text"))
    left = round(track.right()) + 2
    figure = _mirrored(painter, cell, QRectF(left, cell.top(), cell.right() - left, cell.height()))
    painter.drawText(figure, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)


def _paint_chip(painter: QPainter, option: Any, index: Any, colors: Colors) -> None:
    relation = index.data(Role.RELATION)
    part = index.data(Role.ROW) == Row.PART
    name = {Relation.KEPT: "keep", Relation.IDENTICAL: "identical", Relation.OLDER: "older"}.get(
        relation, "protected"
    )
    if index.data(Role.PROTECTED) and relation != Relation.KEPT:
        name = "protected"
    paint_chip(
        painter,
        option.rect.adjusted(_MARGIN, 0, -2, 0),
        index.data(Qt.ItemDataRole.DisplayRole),
        colors.color(name),
        colors.color(name + "_text"),
        filled=part or bool(index.data(Role.WITHIN)),
    )


def brief_chip(text: str) -> str:
    """The words of a chip without their reason."""
    return text.split(" · ", maxsplit=1)[0]


def paint_chip(
    painter: QPainter, cell: QRect, text: str, ground: QColor, ink: QColor, *, filled: bool = True
) -> None:
    """A rounded label; outlined instead of filled where the word holds with a reservation."""
    metrics = painter.fontMetrics()
    if metrics.horizontalAdvance(text) + CHIP_MARGIN > cell.width():
        text = brief_chip(text)
    width = min(metrics.horizontalAdvance(text) + CHIP_MARGIN, cell.width())
    chip = _mirrored(painter, cell, QRectF(cell.left(), cell.center().y() - 8.5, width, 19))
    painter.setPen(Qt.PenStyle.NoPen if filled else QPen(ground.darker(115), 1))
    painter.setBrush(ground if filled else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
    painter.setPen(ink)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, round(width) - 10)
    painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, shown)


def _paint_text(painter: QPainter, option: Any, index: Any, colors: Colors) -> None:
    cell = option.rect.adjusted(_MARGIN, 0, -4, 0)
    muted = index.column() == Column.FOLDER or index.data(Role.ASIDE)
    painter.setPen(colors.color("muted" if muted else "text"))
    elide = Qt.TextElideMode.ElideLeft if index.column() == Column.FOLDER else Qt.TextElideMode.ElideRight
    text = option.fontMetrics.elidedText(index.data(Qt.ItemDataRole.DisplayRole), elide, cell.width())
    painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
