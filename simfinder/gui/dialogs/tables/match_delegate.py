"""Painting of the table of matches: a chip for the relation, the rest as in any table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle

from simfinder.gui.dialogs.tables.match_model import RELATION_ROLE
from simfinder.gui.dialogs.tables.table_delegate import TableDelegate
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.cell_painting import paint_chip
from simfinder.model.similar_match import Likeness

_CHIPS = {Likeness.IDENTICAL: "identical", Likeness.SIMILAR: "keep"}


class MatchDelegate(TableDelegate):
    """Identical and similar files in the colours they have in the tree; wholes and parts in a neutral one."""

    def paint(self, painter: QPainter, option: Any, index: QModelIndex | QPersistentModelIndex) -> None:
        relation = index.data(RELATION_ROLE)
        if relation is None:
            super().paint(painter, option, index)
            return
        colors = colors_of(option.palette)
        name = _CHIPS.get(Likeness(relation), "protected")
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.color("selection"))
        text = index.data(Qt.ItemDataRole.DisplayRole)
        cell = option.rect.adjusted(6, 0, -2, 0)
        paint_chip(painter, cell, text, colors.color(name), colors.color(name + "_text"))
        painter.restore()
