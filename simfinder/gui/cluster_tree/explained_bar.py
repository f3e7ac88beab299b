"""Rows above the clusters: so many of them are explained by folders that are alike, and are folded away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.formatting import counted, shown

if TYPE_CHECKING:
    from numpy import intp
    from numpy.typing import NDArray

    from simfinder.app.clusters.cluster_table import ClusterTable
    from simfinder.app.folders.explained import ExplainedFiles
    from simfinder.arrays.file_columns import FileColumns

LEAST = 3
"""Clusters that are worth a row instead."""
_MOST = 3  # rows
_MARGIN = 46  # pixels of a row beside its words
_SHORTEST = 90  # pixels of folders' names before the button beside them goes


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """Folders that explain clusters.

    Attributes:
        columns: the files of the scan that they are of.
        files: which files are in which folders.
        names: of each entry the folders in few words.
        folders: of each entry the one that stays.
    """

    columns: FileColumns
    files: ExplainedFiles
    names: tuple[str, ...]
    folders: tuple[str, ...]


def explaining(explained: Explained | None, table: ClusterTable) -> dict[int, NDArray[intp]]:
    """Return the clusters that each entry explains, as arrays of indexes; only entries that are worth a row."""
    if explained is None or explained.columns is not table.files.records:
        return {}
    import numpy as np

    entry = explained.files.clusters(table)
    counts = np.bincount(entry[entry >= 0], minlength=len(explained.names))
    return {int(at): np.flatnonzero(entry == at) for at in np.flatnonzero(counts >= LEAST)}


@dataclass(frozen=True, slots=True)
class _Entry:
    """A row: its words, the folders' names that go in, and the folder that stays."""

    words: str
    names: str
    folder: str


def _turn(row: QToolButton, opened: bool) -> None:
    """Show whether the clusters of a row are listed."""
    blocked = row.blockSignals(True)
    row.setChecked(opened)
    row.blockSignals(blocked)
    row.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)


class ExplainedBar(QWidget):
    """A row for each pair or group of folders; a click lists its clusters, another one opens the folders.

    Signals:
        turned: the folder that stays of an entry whose clusters are to be listed, or not any more.
        folders_wanted: the folder that stays of an entry that is to be shown among the folders; "" for all.
    """

    turned = Signal(object)
    folders_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Clusters explained by folders"))
        self.rows: list[QToolButton] = []
        self.links: list[QToolButton] = []
        self._entries: list[_Entry] = []
        self._rest = 0  # pairs without a row
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(1)
        self.hide()

    def show_rows(self, explained: Explained | None, counts: Mapping[int, int], opened: set[str]) -> None:
        """Show how many clusters each entry explains.

        Args:
            explained: the entries.
            counts: clusters by entry, the first ones get a row.
            opened: folders that stay of entries whose clusters are listed.
        """
        listed = list(counts.items())[:_MOST] if explained is not None else []
        entries = [
            _Entry(
                counted(
                    count,
                    self.tr("%n cluster is explained by %1"),
                    self.tr("%n clusters are explained by %1"),
                ),
                explained.names[entry],
                explained.folders[entry],
            )
            for entry, count in listed
            if explained is not None
        ]
        rest = len(counts) - len(entries)
        # a button that goes while it is pressed loses the click
        if (entries, rest) != (self._entries, self._rest):
            self._fill(entries, rest)
        for row, entry in zip(self.rows, entries, strict=True):
            _turn(row, entry.folder in opened)

    def _fill(self, entries: list[_Entry], rest: int) -> None:
        """Make the buttons anew: one for each entry, and one for the rest of the pairs."""
        focused = next((at for at, row in enumerate(self.rows) if row.hasFocus()), -1)
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.rows, self.links = [], []
        self._entries, self._rest = entries, rest
        for entry in entries:
            self._add(entry)
        if rest:
            more = self._button(
                counted(rest, self.tr("%n more pair of folders"), self.tr("%n more pairs of folders"))
            )
            more.clicked.connect(lambda: self.folders_wanted.emit(""))
            self._column.addWidget(more)
            self.links.append(more)
        self.setVisible(bool(self.rows))
        self._fit()
        if 0 <= focused < len(self.rows):
            self.rows[focused].setFocus()

    def _add(self, entry: _Entry) -> None:
        words, names, folder = entry.words, entry.names, entry.folder
        row = self._button("")
        row.setCheckable(True)
        row.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        row.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        text = words.replace("%1", names)
        row.setAccessibleName(text)
        row.setToolTip(plain_text(f"{text}\n{shown(folder)}"))
        row.toggled.connect(lambda: self.turned.emit(folder))
        link = self._button(self.tr("Show folders"))
        link.setToolTip(plain_text(self.tr("Show %1 among the folders").replace("%1", shown(folder))))
        link.setAccessibleName(self.tr("Show %1 among the folders").replace("%1", names))
        link.clicked.connect(lambda: self.folders_wanted.emit(folder))
        line = QWidget()
        beside = QHBoxLayout(line)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(4)
        beside.addWidget(row)
        beside.addStretch(1)
        beside.addWidget(link)
        self._column.addWidget(line)
        self.rows.append(row)
        self.links.append(link)

    def _button(self, text: str) -> QToolButton:
        button = QToolButton()
        button.setText(text.replace("&", "&&"))
        button.setProperty("role", "quiet")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Cut the names of folders in their middle where there is little room."""
        metrics = self.fontMetrics()
        for row, link, entry in zip(self.rows, self.links, self._entries, strict=False):
            words, names = entry.words, entry.names
            room = self.width() - _MARGIN - metrics.horizontalAdvance(words.replace("%1", ""))
            beside = link.sizeHint().width()
            link.setVisible(room - beside >= _SHORTEST)  # the last row opens the folders, too
            room = max(_SHORTEST // 2, room - beside if room - beside >= _SHORTEST else room)
            names = metrics.elidedText(names, Qt.TextElideMode.ElideMiddle, room)
            row.setText(words.replace("%1", names).replace("&", "&&"))
