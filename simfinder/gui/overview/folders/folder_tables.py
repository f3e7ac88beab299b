"""The tables of the folders view, and the files of a pair side by side, in their folders."""

from __future__ import annotations

import math
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from simfinder.app.folders.folder_difference import Difference, DifferenceRow
from simfinder.gui.overview.folders.folder_list import beside, two_lines
from simfinder.gui.overview.folders.folder_pairs import PairRow
from simfinder.gui.style.fonts import grown, row_height
from simfinder.gui.widgets.table_delegate import ROW_HEIGHT, TableDelegate
from simfinder.gui.widgets.table_model import Field, Index, RowModel, TableRole
from simfinder.gui.wording.formatting import count_text, percent_text, shown, size_text, time_text

_LEAST = 84  # pixels of a column that shares what is left
_NAME = 150  # pixels that a name needs before figures go
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
        focused: the keys go to it now.
    """

    row_changed = Signal(int)
    focused = Signal()

    def __init__(
        self, name: str, parent: QWidget | None = None, *, delegate: TableDelegate | None = None
    ) -> None:
        super().__init__(parent)
        self.delegate = delegate or TableDelegate(self)
        self.setAccessibleName(name)
        self.setItemDelegate(self.delegate)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self._two_lines = delegate is not None
        self._give_room()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        header.setVisible(delegate is None)
        self.setSortingEnabled(delegate is None)
        self.show_rows(RowModel((), (), self))

    def _give_room(self) -> None:
        """Make rows as high as their letters need."""
        metrics = self.fontMetrics()
        high = two_lines(metrics) if self._two_lines else row_height(ROW_HEIGHT, metrics)
        self.verticalHeader().setDefaultSectionSize(high)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._give_room()

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
        shares = sum(-field.width for field in model.fields if field.width < 0)
        needed = grown(_NAME, metrics) * sum(field.width < 0 for field in model.fields)
        for column in reversed(range(len(fixed))):  # figures go before names get short
            hides = self.viewport().width() - sum(fixed) < needed and model.fields[column].at_right
            self.setColumnHidden(column, hides)
            if hides:
                fixed[column] = 0
        rest = self.viewport().width() - sum(fixed)
        for column, field in enumerate(model.fields):
            if not self.isColumnHidden(column):
                wide = fixed[column] or max(_LEAST, rest * -field.width // max(1, shares))
                self.setColumnWidth(column, wide)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class FileLine(NamedTuple):
    """A row of the files of a pair: a file, or a folder that files are in.

    Attributes:
        level: how many folders it is in.
        folder: the line of the folder that it is in, -1 for none.
        name: of the folder, below the folder it is in.
        row: the file; None for a folder.
        counts: of a folder, its files by what became of them.
        sides: whether a folder is in either of both.
    """

    level: int
    folder: int
    name: str
    row: DifferenceRow | None
    counts: Mapping[Difference, int]
    sides: tuple[bool, bool] = (True, True)


class FileTree(RowModel[FileLine]):
    """The files of a pair side by side, in their folders; sorted by a column without these.

    Args:
        rows: the files.
        pair: the folders.
    """

    NAME, OTHER = 0, 2

    def __init__(self, rows: Sequence[DifferenceRow], pair: PairRow, parent: QObject | None = None) -> None:
        self._folded: set[int] = set()
        self._flat = False
        lines = list(_lines(rows))
        super().__init__(lines, self._columns(pair), parent, quiet=_is_quiet)

    def _columns(self, pair: PairRow) -> list[Field[FileLine]]:
        return [
            Field(
                beside(pair.path, pair.kept),
                lambda line: self._name(line, left=True),
                lambda line: _about(line, left=True),
                key=lambda line: "" if line.row is None else line.row.path_a.casefold(),
                width=-4,
                spoken=_spoken,
            ),
            Field(
                _tr("Is"),
                lambda line: "" if line.row is None else difference_word(line.row.kind),
                _counts_text,
                key=lambda line: -1 if line.row is None else list(Difference).index(line.row.kind),
                width=86,
            ),
            Field(
                beside(pair.kept, pair.path),
                lambda line: self._name(line, left=False),
                lambda line: _about(line, left=False),
                key=lambda line: "" if line.row is None else line.row.path_b.casefold(),
                width=-4,
            ),
            Field(
                _tr("Shared"),
                lambda line: "" if math.isnan(_similarity(line)) else percent_text(_similarity(line)),
                key=lambda line: -1.0 if math.isnan(_similarity(line)) else _similarity(line),
                width=64,
                at_right=True,
            ),
            Field(
                _tr("Size"),
                lambda line: "" if line.row is None else size_text(_size(line.row)),
                key=lambda line: 0 if line.row is None else _size(line.row),
                width=64,
                at_right=True,
            ),
        ]

    def _name(self, line: FileLine, *, left: bool) -> str:
        if line.row is None:
            return shown(line.name) if line.sides[not left] else ""
        mine = line.row.path_a if left else line.row.path_b
        place = os.path.dirname(line.row.path_a or line.row.path_b)
        return shown(mine if self._flat or os.path.dirname(mine) != place else os.path.basename(mine))

    def is_folded(self, number: int) -> bool | None:
        """Return whether the files of a row's folder are not listed; None for a file."""
        return None if self.row(number).row is not None else self._places[number] in self._folded

    def fold(self, number: int, folded: bool) -> None:
        """List the files of a folder, or do not; the current row must not be one of them."""
        (self._folded.add if folded else self._folded.discard)(self._places[number])
        self.sort(*self._sorted)

    def folder_row(self, number: int) -> int:
        """Return the row of the folder that a row is in, -1 for none."""
        folder = self.row(number).folder
        return self._places.index(folder) if folder >= 0 and not self._flat else -1

    def _ordered(self, column: int, order: Qt.SortOrder) -> list[int]:
        self._flat = column >= 0
        if self._flat:
            return [at for at in super()._ordered(column, order) if self._given[at].row is not None]
        listed: list[int] = []
        hidden: set[int] = set()
        for at, line in enumerate(self._given):
            if line.folder in hidden or line.folder in self._folded:
                hidden.add(at)
            else:
                listed.append(at)
        return listed

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self.row(index.row())
        match role:
            case TableRole.LEVEL if index.column() in (self.NAME, self.OTHER) and not self._flat:
                return line.level
            case TableRole.FOLDED if index.column() == self.NAME and not self._flat:
                return self.is_folded(index.row())
            case TableRole.CHIP if index.column() == 1 and line.row is not None:
                return _KIND_CHIPS[line.row.kind]
        return super().data(index, role)


def _lines(rows: Sequence[DifferenceRow]) -> Iterator[FileLine]:
    """Yield folders and files, files first; a folder with nothing but a folder in it is one line with that."""
    files: dict[str, list[DifferenceRow]] = defaultdict(list)
    inner: dict[str, dict[str, None]] = defaultdict(dict)
    counts: dict[str, Counter[Difference]] = defaultdict(Counter)
    for row in rows:
        folder = os.path.dirname(row.path_a or row.path_b)
        files[folder].append(row)
        while folder:
            counts[folder][row.kind] += 1
            outer = os.path.dirname(folder)
            inner[outer][folder] = None
            folder = outer
    here = {above for row in rows for above in _above(row.path_a)}
    there = {above for row in rows for above in _above(row.path_b)}
    number = 0
    waiting: list[tuple[str, int, int]] = [
        ("", -1, -1)
    ]  # folders, with their level and the line of that above
    while waiting:
        folder, level, above = waiting.pop()
        line, name = above, folder
        if level >= 0:
            while not files.get(folder) and len(inner[folder]) == 1:
                (folder,) = inner[folder]
            outer = os.path.dirname(name)
            yield FileLine(
                level,
                above,
                folder[len(outer) :].lstrip(os.sep),
                None,
                counts[folder],
                (folder in here, folder in there),
            )
            line, number = number, number + 1
        if folder not in files and not inner[folder]:
            continue
        for one in files.get(folder, ()):
            yield FileLine(level + 1, line, "", one, {})
            number += 1
        waiting += [(one, level + 1, line) for one in sorted(inner[folder], key=os.fsencode, reverse=True)]


def _above(path: str) -> Iterator[str]:
    while path := os.path.dirname(path):
        yield path


def _is_quiet(line: FileLine) -> bool:
    return line.row is not None and line.row.kind is Difference.SAME


def _similarity(line: FileLine) -> float:
    return math.nan if line.row is None else line.row.similarity


def _size(row: DifferenceRow) -> int:
    return row.size_a if row.path_a else row.size_b


def _counts_text(line: FileLine) -> str:
    if line.row is not None:
        return difference_word(line.row.kind)
    return " · ".join(
        f"{count_text(count)} {difference_word(kind)}" for kind, count in sorted(line.counts.items()) if count
    )


def _spoken(line: FileLine) -> str:
    """Describe a row for screen readers."""
    if line.row is None:
        return _tr("Folder %1: %2").replace("%1", shown(line.name)).replace("%2", _counts_text(line))
    row = line.row
    parts = [shown(row.path_a or row.path_b), difference_word(row.kind)]
    if row.path_a and row.path_b and row.path_a != row.path_b:
        parts.append(shown(row.path_b))
    if row.kind is Difference.CHANGED and not math.isnan(row.similarity):
        parts.append(percent_text(row.similarity))
    return ", ".join(parts)


def difference_word(kind: Difference) -> str:
    """Say in a word what became of a file."""
    return {
        Difference.SAME: _tr("same"),
        Difference.MOVED: _tr("moved"),
        Difference.CHANGED: _tr("changed"),
        Difference.ONLY_A: _tr("only here"),
        Difference.ONLY_B: _tr("only there"),
    }[kind]


def _about(line: FileLine, *, left: bool) -> str:
    """Return the whole path of a file, its size and its time; of a folder how many files of each kind are in it."""
    if (row := line.row) is None:
        return f"{shown(line.name)}\n{_counts_text(line)}"
    path, size, mtime = (
        (row.path_a, row.size_a, row.mtime_a) if left else (row.path_b, row.size_b, row.mtime_b)
    )
    parts = [shown(path), size_text(size)] if path else []
    return "\n".join([*parts, time_text(mtime)] if path and mtime else parts)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Folders", text)
