"""How the tree of clusters looks: its columns in the room there is, and rows of clusters across all of them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from simfinder.gui.cluster_tree.cluster_delegate import NAME_INDENT, ClusterDelegate
from simfinder.gui.cluster_tree.column_widths import column_widths
from simfinder.gui.cluster_tree.model.cluster_model import ClusterModel
from simfinder.gui.cluster_tree.model.row_kinds import Column, Role, Row
from simfinder.gui.style.fonts import scaled
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.thumbnails import SIDE

_INDENT = 20


class PaintedTree(QTreeView):
    """The view without what a person does in it; the model is set by who has all that Qt asks for then."""

    def __init__(self, model: ClusterModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._fitted_width = 0
        self.setItemDelegate(ClusterDelegate(self))
        self.setUniformRowHeights(True)
        self.setIndentation(_INDENT)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.header()
        header.setSectionsMovable(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setMinimumSectionSize(48)

    # columns
    def fit_columns(self) -> None:
        """Give the columns a width that suits the room, unless a person has set one."""
        width = self.viewport().width()
        if width == self._fitted_width:
            return
        self._fitted_width = width
        heading, metrics = self._model.shared_heading(), self.fontMetrics()
        short = self._model.shared_heading(short=True)
        pictures = getattr(self.itemDelegate(), "thumbnails", None) is not None
        widths = column_widths(width, (heading, short), metrics, beside=SIDE if pictures else 0)
        self._model.shorten_headings(widths[Column.SHARED] < metrics.horizontalAdvance(heading) + 12)
        for column, wide in widths.items():
            self.setColumnHidden(column, not wide)
            if wide:
                self.setColumnWidth(column, wide)

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    # painting
    def drawRow(self, painter: QPainter, option: Any, index: QModelIndex | QPersistentModelIndex) -> None:
        if not index.internalId() and self.selectionModel().isSelected(index):
            painter.fillRect(option.rect, colors_of(self.palette()).color("selection"))
        super().drawRow(painter, option, index)
        current = self.currentIndex()
        if self.hasFocus() and current.siblingAtColumn(index.column()) == index:  # where the keys go
            left = self.viewport().width() - 2 if self.isRightToLeft() else 0
            edge = QRect(left, option.rect.top(), 2, option.rect.height())
            painter.fillRect(edge, colors_of(self.palette()).color("accent"))
        kind = self._model.kind_of(index)
        if kind in (Row.CLUSTER, Row.WHOLE, Row.HEADING):
            self._draw_cluster(painter, option.rect, index, heading=kind is Row.HEADING)
        elif kind in (Row.NOTE, Row.MORE):
            self._draw_note(painter, option.rect, index)

    def _draw_note(self, painter: QPainter, row: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """A quiet sentence across the columns, where names begin."""
        cell = self._across(row, 2 * _INDENT + NAME_INDENT)
        painter.save()
        painter.setPen(colors_of(self.palette()).color("muted"))
        text = index.sibling(index.row(), Column.NAME).data(Qt.ItemDataRole.DisplayRole)
        text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, cell.width())
        painter.drawText(cell, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        painter.restore()

    def _across(self, row: QRect, indent: int) -> QRect:
        """A row from where names begin to the last column in view, from whichever side text is read."""
        name, last = self.columnViewportPosition(Column.NAME), self.columnViewportPosition(Column.MODIFIED)
        if self.isRightToLeft():
            right = name + self.columnWidth(Column.NAME) - indent
            left = min(0, last + self.columnWidth(Column.MODIFIED)) + 12
            return QRect(left, row.top(), right - left, row.height())
        left = name + indent
        return QRect(left, row.top(), max(self.viewport().width(), last) - left - 12, row.height())

    def _draw_cluster(
        self,
        painter: QPainter,
        row: QRect,
        index: QModelIndex | QPersistentModelIndex,
        *,
        heading: bool,
    ) -> None:
        colors = colors_of(self.palette())
        cell = self._across(row, 6 if heading else _INDENT + 1)
        painter.save()
        painter.setFont(scaled(self.font(), 0.85 if heading else 1.0, bold=True))
        painter.setPen(colors.color("muted" if heading else "text"))
        metrics = painter.fontMetrics()
        name = index.data(Qt.ItemDataRole.DisplayRole)
        name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, max(80, cell.width() - 220))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(cell, align, name)
        width = metrics.horizontalAdvance(name) + 18
        painter.setFont(self.font())
        painter.setPen(colors.color("muted"))
        rest = cell.adjusted(0, 0, -width, 0) if self.isRightToLeft() else cell.adjusted(width, 0, 0, 0)
        summary = index.data(Role.SUMMARY)
        painter.drawText(
            rest, align, painter.fontMetrics().elidedText(summary, Qt.TextElideMode.ElideRight, rest.width())
        )
        painter.restore()

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, colors_of(self.palette()).color("selection"))
        if index.internalId() or not self._model.hasChildren(index):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors_of(self.palette()).color("muted"))
        x, y = rect.right() - 9.5, rect.center().y() + 1
        corners = [(-4, -2), (4, -2), (0, 2.5)] if self.isExpanded(index) else [(-2, -4), (-2, 4), (2.5, 0)]
        painter.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))
        painter.restore()
