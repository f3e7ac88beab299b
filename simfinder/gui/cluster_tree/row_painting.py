"""Paint the rows of the cluster tree: those of files cell by cell (a delegate), the others across all columns."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from simfinder.gui.cluster_tree.model.row_kinds import Column, Role, Row
from simfinder.gui.style.fonts import elided, grown, row_height, scaled, tabular
from simfinder.gui.style.palette import Palette, colors_of
from simfinder.gui.style.type_glyphs import paint_glyph
from simfinder.gui.style.type_icon import paint_thumbnail, paint_type_icon
from simfinder.gui.widgets.cell_painting import BOX, paint_bar, paint_box, paint_chip
from simfinder.gui.widgets.thumbnails import SIDE, Thumbnails
from simfinder.gui.wording.formatting import brief_chip_text, folder_text
from simfinder.model.clusters import Relation
from simfinder.model.file_families import family_of
from simfinder.model.file_type import type_of

ROW_HEIGHT = 27
INDENT, NARROW_INDENT = 20, 13
"""Pixels of a level, and where names would be cut."""
_ROOM_FOR_GLYPH = 170  # pixels of a cell below which the name needs all of it
_GLYPH, _GAP = 15, 10  # pixels of the glyph before a name, and behind it
_SMALL = 23  # pixels of a thumbnail in a usual row: it reaches over the glyph's place into the gaps beside it
_BEFORE = BOX + 12  # pixels from the edge of a name's cell to the glyph
NAME_INDENT = _BEFORE + _GLYPH + _GAP
"""Pixels from the edge of a name's cell to the name."""
_MARGIN = 6
_SAYS_NOTHING = 3  # ellipses in a name
_LEAST_THROUGH = 90  # pixels behind a name for the one through which it is here
_FIGURES = (Column.SHARED, Column.MODIFIED, Column.SIZE)


class ClusterDelegate(QStyledItemDelegate):
    """One delegate for all columns. Rows of clusters are painted by the view, across the columns.

    Attributes:
        thumbnails: pictures of files, shown beside their names; None for none at all.
        large: they are so large that rows are higher for them.
        comfortable: rows have a second line, with the folder.
    """

    thumbnails: Thumbnails | None = None
    large = False
    comfortable = False

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        high = SIDE + 4 if self.large else ROW_HEIGHT
        if self.comfortable:
            high = max(high, 2 * option.fontMetrics.lineSpacing() + 10)
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
        if index.column() in _FIGURES:
            painter.setFont(tabular(option.font))
        match Column.FOLDER + 1 if kind in (Row.NOTE, Row.MORE) else index.column():  # the view draws notes
            case Column.NAME:
                _paint_name(
                    painter,
                    option,
                    index,
                    colors,
                    self.thumbnails,
                    large=self.large,
                    two_lines=self.comfortable,
                )
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
    """Return the rectangle of a name cell's check box, for text from left to right."""
    return QRect(cell.left() + 2, cell.center().y() - BOX // 2 + 1, BOX, BOX)


def _placed(option: Any, place: QRect) -> QRect:
    """Return a place in a cell, mirrored where text runs from right to left."""
    return QStyle.visualRect(option.direction, option.rect, place)


def _paint_name(
    painter: QPainter,
    option: Any,
    index: Any,
    colors: Palette,
    thumbnails: Thumbnails | None,
    *,
    large: bool,
    two_lines: bool,
) -> None:
    box = _placed(option, box_rect(option.rect))
    state = index.data(Qt.ItemDataRole.CheckStateRole)
    if state is not None:
        paint_box(painter, box, colors, checked=Qt.CheckState(state) is Qt.CheckState.Checked)
    text = option.rect.adjusted(_BEFORE, 0, -4, 0)
    record = index.model().record_of(index)
    if record is not None and (large or option.rect.width() >= grown(_ROOM_FOR_GLYPH, option.fontMetrics)):
        picture = None if thumbnails is None else thumbnails.of(record)
        side = SIDE if large else _GLYPH
        square = QRect(text.left(), option.rect.center().y() - side // 2, side, side)
        if picture is not None and not picture.isNull():
            grown_by = 0 if large else (min(_SMALL, option.rect.height() - 4) - _GLYPH + 1) // 2
            place = square.adjusted(-grown_by, -grown_by, grown_by, grown_by)
            paint_thumbnail(painter, _placed(option, place), picture, colors)
        elif large:
            paint_type_icon(painter, _placed(option, square), record.path, colors)
        else:
            kind = family_of(type_of(record.path))
            paint_glyph(painter, _placed(option, square), kind, colors.color("muted"))
        text.setLeft(text.left() + side + _GAP)
    align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    through = index.data(Role.THROUGH) or ""
    if two_lines and record is not None:
        height = option.fontMetrics.lineSpacing()
        lower = QRect(text.left(), text.center().y() + 1, text.width(), height)
        text.setRect(text.left(), lower.top() - height, text.width(), height)
        folder = elided(
            " · ".join(filter(None, (through, folder_text(os.path.dirname(record.path))))),
            Qt.TextElideMode.ElideMiddle,
            lower.width(),
            option.fontMetrics,
        )
        painter.setPen(colors.color("muted"))
        painter.drawText(_placed(option, lower), align, folder)
    painter.setPen(colors.color("muted" if index.data(Role.FILTERED_OUT) else "text"))
    name = fitted_name(
        index.data(Qt.ItemDataRole.DisplayRole),
        lambda: index.model().common_start(index),
        text.width(),
        option.fontMetrics,
    )
    painter.drawText(_placed(option, text), align, name)
    if two_lines:
        return
    behind, elide = through, Qt.TextElideMode.ElideMiddle
    if not behind and record is not None and _folder_is_hidden(option):  # files of one name differ by it
        behind, elide = folder_text(os.path.dirname(record.path)), Qt.TextElideMode.ElideLeft
    begin = option.fontMetrics.horizontalAdvance(name) + 2 * _GAP
    if behind and text.width() - begin >= grown(_LEAST_THROUGH, option.fontMetrics):
        text.setLeft(text.left() + begin)
        painter.setPen(colors.color("muted"))
        painter.drawText(
            _placed(option, text), align, elided(behind, elide, text.width(), option.fontMetrics)
        )


def _folder_is_hidden(option: Any) -> bool:
    return isinstance(option.widget, QTreeView) and option.widget.isColumnHidden(Column.FOLDER)


def fitted_name(name: str, common: Callable[[], int], room: int, metrics: QFontMetrics) -> str:
    """Shorten a name where it is too long: first what all names around it begin with, and what tells it apart last.

    Args:
        name: to be shown.
        common: gives the number of letters at its beginning that say nothing.
        room: pixels.
        metrics: of the font.
    """
    if metrics.horizontalAdvance(name) <= room:
        return name
    begin = common()
    for kept in range(begin - 2, 1, -1):
        shorter = f"{name[:kept].rstrip()}…{name[begin:]}"
        if metrics.horizontalAdvance(shorter) <= room:
            return shorter
    rest = name[begin:]
    if (
        begin > 1 and os.path.splitext(rest)[0]
    ):  # the heading of the cluster says how all of them begin and end
        stem = os.path.splitext(rest)[0] + "…"
        shorter = next((one for one in (rest, stem) if metrics.horizontalAdvance("…" + one) <= room), stem)
        cut = elided("…" + shorter, Qt.TextElideMode.ElideMiddle, room, metrics)
        if cut.count("…") < _SAYS_NOTHING:
            return cut
    stem = os.path.splitext(name)[0]
    if begin < len(stem) and metrics.horizontalAdvance(stem + "…") <= room:
        return stem + "…"  # tells it apart
    return elided(name, Qt.TextElideMode.ElideMiddle, room, metrics)


def _paint_chip(painter: QPainter, option: Any, index: Any, colors: Palette) -> None:
    relation = index.data(Role.RELATION)
    part = index.data(Role.ROW) in (Row.PART, Row.HOLDER)
    name = {Relation.KEPT: "keep", Relation.IDENTICAL: "identical", Relation.OLDER: "older"}.get(
        relation, "protected"
    )
    if index.data(Role.PROTECTED) and relation != Relation.KEPT:
        name = "protected"
    text = index.data(Qt.ItemDataRole.DisplayRole)
    paint_chip(
        painter,
        option.rect.adjusted(_MARGIN, 0, -2, 0),
        text,
        colors.color(name),
        colors.color(name + "_text"),
        brief=brief_chip_text(text, relation),
        filled=part or bool(index.data(Role.WITHIN)),
    )


def _paint_text(painter: QPainter, option: Any, index: Any, colors: Palette) -> None:
    cell = option.rect.adjusted(_MARGIN, 0, -4, 0)
    muted = index.column() == Column.FOLDER or index.data(Role.FILTERED_OUT)
    painter.setPen(colors.color("muted" if muted else "text"))
    elide = Qt.TextElideMode.ElideLeft if index.column() == Column.FOLDER else Qt.TextElideMode.ElideRight
    text = elided(index.data(Qt.ItemDataRole.DisplayRole), elide, cell.width(), option.fontMetrics)
    side = Qt.AlignmentFlag.AlignRight if index.column() == Column.SIZE else Qt.AlignmentFlag.AlignLeft
    painter.drawText(cell, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)


# across all columns
def paint_note(tree: QTreeView, painter: QPainter, row: QRect, index: Any) -> None:
    """Paint a quiet sentence, from where names begin."""
    cell = _across(tree, row, 2 * tree.indentation() + NAME_INDENT)
    painter.save()
    painter.setPen(colors_of(tree.palette()).color("muted"))
    text = index.sibling(index.row(), Column.NAME).data(Qt.ItemDataRole.DisplayRole)
    text = elided(text, Qt.TextElideMode.ElideMiddle, cell.width(), painter.fontMetrics())
    painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
    painter.restore()


def paint_top_row(tree: QTreeView, painter: QPainter, row: QRect, index: Any, *, heading: bool) -> None:
    """Paint a top-level row: its name, bold, and its summary."""
    colors = colors_of(tree.palette())
    cell = _across(tree, row, 6 if heading else tree.indentation() + 1)
    painter.save()
    painter.setFont(scaled(tree.font(), 0.85 if heading else 1.0, bold=True))
    painter.setPen(colors.color("muted" if heading else "text"))
    metrics = painter.fontMetrics()
    name = index.data(Qt.ItemDataRole.DisplayRole)
    name = elided(name, Qt.TextElideMode.ElideMiddle, cell.width(), metrics)  # the summary has the rest
    align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    painter.drawText(cell, align, name)
    width = metrics.horizontalAdvance(name) + 18
    painter.setFont(tree.font())
    painter.setPen(colors.color("muted"))
    rest = cell.adjusted(0, 0, -width, 0) if tree.isRightToLeft() else cell.adjusted(width, 0, 0, 0)
    summary = index.data(Role.SUMMARY)
    painter.drawText(
        rest, align, elided(summary, Qt.TextElideMode.ElideRight, rest.width(), painter.fontMetrics())
    )
    painter.restore()


def paint_arrow(tree: QTreeView, painter: QPainter, rect: QRect, *, is_open: bool) -> None:
    """Paint the triangle before a row that has rows below it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors_of(tree.palette()).color("muted"))
    x, y = rect.right() - 9.5, rect.center().y() + 1
    corners = [(-4, -2), (4, -2), (0, 2.5)] if is_open else [(-2, -4), (-2, 4), (2.5, 0)]
    painter.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))
    painter.restore()


def _across(tree: QTreeView, row: QRect, indent: int) -> QRect:
    """Return a row from where names begin to the last column in view, from whichever side text is read."""
    name, last = tree.columnViewportPosition(Column.NAME), tree.columnViewportPosition(Column.MODIFIED)
    if tree.isRightToLeft():
        right = name + tree.columnWidth(Column.NAME) - indent
        left = min(0, last + tree.columnWidth(Column.MODIFIED)) + 12
        return QRect(left, row.top(), right - left, row.height())
    left = name + indent
    return QRect(left, row.top(), max(tree.viewport().width(), last) - left - 12, row.height())
