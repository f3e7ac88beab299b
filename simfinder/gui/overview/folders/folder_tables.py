"""The tables of the folders view, and the files of a pair side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from simfinder.app.folders.folder_difference import Difference, DifferenceRow
from simfinder.gui.overview.folders.folder_list import HEIGHT as LIST_HEIGHT
from simfinder.gui.overview.folders.folder_list import beside
from simfinder.gui.overview.folders.folder_pairs import PairRow
from simfinder.gui.style.fonts import grown, row_height
from simfinder.gui.widgets.table_delegate import ROW_HEIGHT, TableDelegate
from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.formatting import percent_text, shown, size_text, time_text

_LEAST = 84  # pixels of a column that shares what is left
_MARGINS = 26  # pixels of a heading beside its words

_KIND_CHIPS = {
    Difference.SAME: "keep",
    Difference.MOVED: "identical",
    Difference.CHANGED: "older",
    Difference.ONLY_A: "protected",
    Difference.ONLY_B: "protected",
}


class FolderTable(QTableView):
    """A flat table without grid, whose columns share its width.

    Args:
        name: for screen readers.
        parent: the widget that contains it.
        delegate: what paints its rows, where that is a list without headings.

    Signals:
        row_changed: a row became the current one; -1 for none.
    """

    row_changed = Signal(int)

    def __init__(
        self, name: str, parent: QWidget | None = None, *, delegate: TableDelegate | None = None
    ) -> None:
        super().__init__(parent)
        self._delegate = delegate or TableDelegate(self)
        self.setAccessibleName(name)
        self.setItemDelegate(self._delegate)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        high = ROW_HEIGHT if delegate is None else LIST_HEIGHT
        self.verticalHeader().setDefaultSectionSize(row_height(high, self.fontMetrics()))
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        header.setVisible(delegate is None)
        self.setSortingEnabled(delegate is None)
        self.show_rows(RowModel((), ()))

    def show_rows(self, model: RowModel[Any]) -> None:
        """Show other rows; the first of them becomes the current one."""
        old = self.model()
        self.setModel(model)
        if old is not None:
            old.deleteLater()
        self.selectionModel().currentRowChanged.connect(lambda now, _: self.row_changed.emit(now.row()))
        self.fit()
        if model.rowCount():
            self.selectRow(0)
        else:
            self.row_changed.emit(-1)

    def current(self) -> Any:
        """Return the value of the current row, None for none."""
        model, row = self.model(), self.currentIndex().row()
        return model.row(row) if isinstance(model, RowModel) and row >= 0 else None

    def fit(self) -> None:
        """Give the columns the room there is."""
        model, metrics = self.model(), self.fontMetrics()
        if not isinstance(model, RowModel):
            return
        letters = self.horizontalHeader().fontMetrics()
        headings = [letters.horizontalAdvance(field.heading) + _MARGINS for field in model.fields]
        fixed = [
            max(grown(field.width, metrics), least) if field.width > 0 else 0
            for field, least in zip(model.fields, headings, strict=True)
        ]
        rest = self.viewport().width() - sum(fixed)
        shares = sum(-field.width for field in model.fields if field.width < 0)
        for column, field in enumerate(model.fields):
            wide = fixed[column] or max(_LEAST, rest * -field.width // max(1, shares))
            self.setColumnWidth(column, wide)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


def difference_model(
    rows: Sequence[DifferenceRow], pair: PairRow, parent: QObject | None = None
) -> RowModel[DifferenceRow]:
    """Return the files of a pair side by side."""
    return RowModel(
        rows,
        [
            Field(
                beside(pair.path, pair.kept),
                lambda row: shown(row.path_a),
                lambda row: _about(row.path_a, row.size_a, row.mtime_a),
                width=-4,
            ),
            Field(
                _tr("Is"),
                lambda row: difference_word(row.kind),
                key=lambda row: list(Difference).index(row.kind),
                width=86,
                chip=lambda row: _KIND_CHIPS[row.kind],
            ),
            Field(
                beside(pair.kept, pair.path),
                lambda row: shown(row.path_b),
                lambda row: _about(row.path_b, row.size_b, row.mtime_b),
                width=-4,
            ),
            Field(
                _tr("Shared"),
                lambda row: "" if math.isnan(row.similarity) else percent_text(row.similarity),
                key=lambda row: -1.0 if math.isnan(row.similarity) else row.similarity,
                width=64,
                at_right=True,
            ),
            Field(
                _tr("Size"),
                lambda row: size_text(row.size_a if row.path_a else row.size_b),
                key=lambda row: row.size_a if row.path_a else row.size_b,
                width=64,
                at_right=True,
            ),
        ],
        parent,
        quiet=lambda row: row.kind is Difference.SAME,
    )


def difference_word(kind: Difference) -> str:
    """Say in a word what became of a file."""
    return {
        Difference.SAME: _tr("same"),
        Difference.MOVED: _tr("moved"),
        Difference.CHANGED: _tr("changed"),
        Difference.ONLY_A: _tr("only here"),
        Difference.ONLY_B: _tr("only there"),
    }[kind]


def _about(path: str, size: int, mtime: int) -> str:
    parts = [shown(path), size_text(size)] if path else []
    return "\n".join([*parts, time_text(mtime)] if path and mtime else parts)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Folders", text)
