"""The two tables of the folders view: pairs of folders, and the files of a pair side by side."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from simfinder.app.folders.folder_difference import Difference, DifferenceRow
from simfinder.gui.overview.folders.folder_pairs import PairRow
from simfinder.gui.style.fonts import grown, row_height
from simfinder.gui.widgets.table_delegate import ROW_HEIGHT, TableDelegate
from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.formatting import count_text, percent_text, shown, size_text, time_text
from simfinder.model.clusters import FolderRelation

_NARROW = 620  # pixels
FILES_COLUMN = 4  # of the pairs
_LEAST = 84  # pixels of a column that shares what is left
_MARGINS = 26  # pixels of a heading beside its words

_CHIPS = {
    FolderRelation.IDENTICAL: "identical",
    FolderRelation.CONTAINED: "identical",
    FolderRelation.VERSION: "older",
    FolderRelation.SIMILAR: "protected",
}
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
        least_column: one that is left out in a narrow place; None for none.

    Signals:
        row_changed: a row became the current one; -1 for none.
    """

    row_changed = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None, *, least_column: int | None = None) -> None:
        super().__init__(parent)
        self.least_column = least_column
        self.setAccessibleName(name)
        self.setItemDelegate(TableDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(row_height(ROW_HEIGHT, self.fontMetrics()))
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(True)
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
        """Give the columns the room there is; in a narrow place one that only sums up is left out."""
        model, metrics = self.model(), self.fontMetrics()
        if not isinstance(model, RowModel):
            return
        if (column := self.least_column) is not None and column < len(model.fields):
            self.setColumnHidden(column, self.width() < grown(_NARROW, metrics))
        letters = self.horizontalHeader().fontMetrics()
        headings = [letters.horizontalAdvance(field.heading) + _MARGINS for field in model.fields]
        fixed = [
            max(grown(field.width, metrics), least) if field.width > 0 else 0
            for field, least in zip(model.fields, headings, strict=True)
        ]
        rest = self.viewport().width() - sum(fixed)
        shares = sum(
            -field.width
            for column, field in enumerate(model.fields)
            if field.width < 0 and not self.isColumnHidden(column)
        )
        for column, field in enumerate(model.fields):
            wide = fixed[column] or max(_LEAST, rest * -field.width // max(1, shares))
            self.setColumnWidth(column, wide)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


def pair_model(rows: Sequence[PairRow], parent: QObject | None = None) -> RowModel[PairRow]:
    """Return the pairs as a table; a row begins with the folder that can go."""
    return RowModel(
        rows,
        [
            Field(
                _tr("Folder"),
                lambda row: shown(os.path.basename(row.path) or row.path),
                lambda row: shown(row.path),
                width=-4,
            ),
            Field(
                _tr("Shared"),
                lambda row: percent_text(row.share),
                lambda row: _tr("%1 of %2 is in %3").replace("%1", percent_text(row.share))
                .replace("%2", shown(row.path)).replace("%3", shown(row.kept)),
                key=lambda row: row.share,
                width=96,
                share=lambda row: row.share,
            ),
            Field(
                _tr("Is"),
                lambda row: relation_word(row.relation),
                relation_tip,
                width=78,
                chip=lambda row: _CHIPS[row.relation],
            ),
            Field(
                _tr("Stays"),
                lambda row: shown(_beside(row.kept, row.path)),
                lambda row: shown(row.kept),
                width=-4,
            ),
            Field(
                _tr("Files"),
                _counts_text,
                key=lambda row: row.changed + row.only_here + row.only_there,
                width=-4,
            ),
            Field(
                _tr("Frees"),
                lambda row: size_text(row.bytes_freed) if row.bytes_freed else "",
                key=lambda row: row.bytes_freed,
                width=68,
                at_right=True,
            ),
        ],
        parent,
    )  # fmt: skip


def difference_model(
    rows: Sequence[DifferenceRow], pair: PairRow, parent: QObject | None = None
) -> RowModel[DifferenceRow]:
    """Return the files of a pair side by side."""
    return RowModel(
        rows,
        [
            Field(
                shown(os.path.basename(pair.path) or pair.path),
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
                shown(_beside(pair.kept, pair.path)),
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


def relation_word(relation: FolderRelation) -> str:
    """Say in a word what one folder is to the other."""
    return {
        FolderRelation.IDENTICAL: _tr("identical"),
        FolderRelation.CONTAINED: _tr("inside"),
        FolderRelation.VERSION: _tr("version"),
        FolderRelation.SIMILAR: _tr("similar"),
    }[relation]


def relation_tip(row: PairRow) -> str:
    """Say in a sentence what one folder is to the other."""
    return {
        FolderRelation.IDENTICAL: _tr("Every file of each has an identical one in the other."),
        FolderRelation.CONTAINED: _tr("Every file of it has an identical one in the folder that stays."),
        FolderRelation.VERSION: _tr("Most of it is the same or changed in the other: a version of it."),
        FolderRelation.SIMILAR: _tr("Both share files; which one should stay is for you to say."),
    }[row.relation]


def difference_word(kind: Difference) -> str:
    """Say in a word what became of a file."""
    return {
        Difference.SAME: _tr("same"),
        Difference.MOVED: _tr("moved"),
        Difference.CHANGED: _tr("changed"),
        Difference.ONLY_A: _tr("only here"),
        Difference.ONLY_B: _tr("only there"),
    }[kind]


def _beside(path: str, other: str) -> str:
    """Return the name of a folder, with that of the folder it is in where both have one name."""
    name = os.path.basename(path) or path
    if name != os.path.basename(other):
        return name
    return os.path.join(os.path.basename(os.path.dirname(path)), name)


def _about(path: str, size: int, mtime: int) -> str:
    parts = [shown(path), size_text(size)] if path else []
    return "\n".join([*parts, time_text(mtime)] if path and mtime else parts)


def _counts_text(row: PairRow) -> str:
    """Count the files of a pair by what became of them."""
    counts = (
        (Difference.SAME, row.same),
        (Difference.CHANGED, row.changed),
        (Difference.ONLY_A, row.only_here),
        (Difference.ONLY_B, row.only_there),
    )
    return " · ".join(f"{count_text(count)} {difference_word(kind)}" for kind, count in counts if count)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Folders", text)
