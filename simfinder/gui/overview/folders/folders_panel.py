"""The folders view: pairs of folders above, the files of the chosen pair below, and what can be done with it.

Imported only when the view opens.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.app.folders.folder_difference import Difference, DifferenceRow
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.jobs.latest_job import LatestJob
from simfinder.gui.overview.folders.folder_pairs import FolderPairRows, PairRow, comparing_folders
from simfinder.gui.overview.folders.folder_tables import (
    FILES_COLUMN,
    FolderTable,
    difference_model,
    difference_word,
    pair_model,
)
from simfinder.gui.style.fonts import make_title
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import counted, shown, size_text

_BESIDE_NAME, _LEAST_NAME = 48, 60  # pixels: borders of a button, and the shortest name on it


class FoldersView(QWidget):
    """Pairs, files side by side, and buttons.

    Signals:
        selected: indexes of the files of the chosen row, a list.
        keep_wanted: path of the folder that goes, path of the one that stays, whether what only the first has moves.
        clean_wanted: the ``FoundFolders`` of which all whole copies are to go.
    """

    selected = Signal(object)
    keep_wanted = Signal(str, str, bool)
    clean_wanted = Signal(object)

    def __init__(self, bridge: JobBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pairs: FolderPairRows | None = None
        self._rows: tuple[DifferenceRow, ...] = ()
        self._bridge = bridge
        self._compare = LatestJob(bridge)
        self._can_act = False
        self.title = PlainLabel(self.tr("Folders"))
        make_title(self.title, 1.25)
        self.status = ElidedLabel()
        self.status.setProperty("role", "muted")
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter folders"))
        self.filter.setAccessibleName(self.tr("Filter folders"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._list_pairs)
        self.table = FolderTable(self.tr("Folders that are alike"), least_column=FILES_COLUMN)
        self.table.row_changed.connect(self._choose_pair)
        self.order = ElidedLabel()
        self.order.setProperty("role", "muted")
        self.kinds: dict[Difference, QToolButton] = {}
        self.files = FolderTable(self.tr("Files of both folders"))
        self.files.row_changed.connect(self._choose_file)
        self.merge = QCheckBox(self.tr("Merge first"))
        self.merge.setToolTip(
            plain_text(
                self.tr(
                    "Files that only the folder that goes has move into the one that stays, "
                    "and newer ones replace their older versions there"
                )
            )
        )
        self.keep = QPushButton()
        self.keep.setProperty("role", "primary")
        self.keep.clicked.connect(lambda: self._want(other=False))
        self.keep_other = QPushButton()
        self.keep_other.clicked.connect(lambda: self._want(other=True))
        self.clean = QPushButton(self.tr("Remove copies…"))
        self.clean.setToolTip(
            plain_text(
                self.tr(
                    "Review the removal of all folders that are in another one as a whole, "
                    "older versions included; parts of projects stay"
                )
            )
        )
        self.clean.clicked.connect(self._want_clean)
        self._lay_out()
        for view, other in ((self.table, self.files), (self.files, self.table)):
            for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                shortcut = QShortcut(QKeySequence(key), view)
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
                shortcut.activated.connect(other.setFocus)
        self.show_pairs(None)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.status, 1)
        self.filter.setMaximumWidth(126)
        head.addWidget(self.filter)
        head.addWidget(self.clean)
        chips = QHBoxLayout()
        chips.setSpacing(2)
        chips.addWidget(self.order, 1)
        for kind in Difference:
            button = QToolButton()
            button.setProperty("role", "quiet")
            button.setCheckable(True)
            button.setChecked(kind is not Difference.SAME)
            button.toggled.connect(self._list_files)
            self.kinds[kind] = button
            chips.addWidget(button)
        below = QWidget()
        lower = QVBoxLayout(below)
        lower.setContentsMargins(0, 6, 0, 0)
        lower.setSpacing(4)
        lower.addLayout(chips)
        lower.addWidget(self.files, 1)
        self.halves = QSplitter(Qt.Orientation.Vertical)
        self.halves.setChildrenCollapsible(False)
        self.halves.addWidget(self.table)
        self.halves.addWidget(below)
        self.halves.setSizes([200, 300])
        acts = QHBoxLayout()
        acts.setSpacing(8)
        acts.addWidget(self.merge)
        acts.addStretch(1)
        acts.addWidget(self.keep_other)
        acts.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(11, 9, 12, 10)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.halves, 1)
        column.addLayout(acts)

    # what is shown
    @property
    def pairs(self) -> FolderPairRows | None:
        """The pairs that are shown."""
        return self._pairs

    @property
    def settled(self) -> bool:
        """Return whether the files of the chosen pair are listed."""
        return not self._compare.running

    def show_pairs(self, pairs: FolderPairRows | None, *, can_act: bool = False) -> None:
        """Take the pairs of a scan; None for nothing. The pair that was chosen stays if it can."""
        chosen: PairRow | None = self.table.current()
        self._pairs, self._can_act = pairs, can_act
        some = pairs is not None and any(row.bytes_freed for row in pairs.rows)
        self.clean.setVisible(pairs is not None and bool(pairs.rows))
        self.clean.setEnabled(some and can_act)
        if pairs is None:
            self.status.show_text(self.tr("Scan folders to see which of them are alike."))
        elif not pairs.rows:
            self.status.show_text(self.tr("No two folders have half of their files in common."))
        else:
            words = counted(len(pairs.rows), self.tr("%n pair of folders"), self.tr("%n pairs of folders"))
            if freed := pairs.bytes_freed:
                words = self.tr("%1, %2 can be freed").replace("%1", words).replace("%2", size_text(freed))
            self.status.show_text(words)
        self._list_pairs()
        if chosen is not None and pairs is not None:
            self.choose_pair(chosen.path, chosen.kept)

    def wait(self) -> None:
        """Say that pairs are being looked for, where none are shown."""
        if self._pairs is None or not self._pairs.rows:
            self.status.show_text(self.tr("Comparing folders…"))

    def choose_pair(self, path: str, kept: str) -> bool:
        """Choose the pair of two folders; return whether it is listed."""
        model = self.table.model()
        for row in range(model.rowCount()):
            pair = model.row(row)  # type: ignore[attr-defined]
            if {pair.path, pair.kept} == {path, kept}:
                self.table.selectRow(row)
                return True
        return False

    def _list_pairs(self) -> None:
        rows: Sequence[PairRow] = () if self._pairs is None else self._pairs.rows
        words = self.filter.text().casefold().split()
        listed = [row for row in rows if all(word in f"{row.path}\n{row.kept}".casefold() for word in words)]
        self.table.show_rows(pair_model(listed, self.table))

    def _choose_pair(self, _row: int) -> None:
        """Compare the folders of the current pair, and say what can be done with them."""
        pair = self.table.current()
        self._compare.stop()
        self._rows = ()
        self._list_files()
        self._show_acts(pair)
        if pair is None or self._pairs is None:
            self.order.show_text("")
            return
        self.order.show_text(self._newer_text(self._pairs, pair))
        self._compare.start(
            comparing_folders(self._pairs, pair),
            name="folders",
            done=self._take_files,
            failed=self._bridge.crashed.emit,
        )

    def _newer_text(self, pairs: FolderPairRows, pair: PairRow) -> str:
        """Say which of two folders is newer, and by what."""
        order = pairs.found.order(pair.here, pair.there)
        if order.contradicts:
            return self.tr("Names and times contradict each other: which one is newer?")
        if not order.order:
            return ""
        newer, files = (pair.path, order.newer_a) if order.order > 0 else (pair.kept, order.newer_b)
        text = self.tr("%1 is newer").replace("%1", self._short(newer))
        if files:
            by = counted(files, self.tr("%n changed file is newer"), self.tr("%n changed files are newer"))
            text = self.tr("%1: %2").replace("%1", text).replace("%2", by)
        return text

    def _take_files(self, rows: tuple[DifferenceRow, ...]) -> None:
        self._rows = rows
        self._list_files()

    def _list_files(self) -> None:
        pair = self.table.current()
        counts = dict.fromkeys(Difference, 0)
        for row in self._rows:
            counts[row.kind] += 1
        for kind, button in self.kinds.items():
            button.setText(f"{difference_word(kind)} {counts[kind]}")
            button.setVisible(bool(counts[kind]))
        only_same = sum(counts.values()) == counts[Difference.SAME]
        listed = [row for row in self._rows if only_same or self.kinds[row.kind].isChecked()]
        if pair is not None:
            self.files.show_rows(difference_model(listed, pair, self.files))

    def _choose_file(self, _row: int) -> None:
        row = self.files.current()
        if row is not None and self.files.hasFocus():
            self.selected.emit([file for file in (row.file_a, row.file_b) if file >= 0])

    # what can be done
    def _show_acts(self, pair: PairRow | None) -> None:
        able = pair is not None and not pair.archive and self._can_act
        for widget in (self.keep, self.keep_other, self.merge):
            widget.setVisible(pair is not None)
            widget.setEnabled(able)
        if pair is None:
            return
        tip = self.tr("Review what becomes of every file of %1 before anything happens")
        if pair.archive:
            tip = self.tr("An archive can't be removed by its folder yet: mark it in the clusters.")
        for button, stays, goes in (
            (self.keep, pair.kept, pair.path),
            (self.keep_other, pair.path, pair.kept),
        ):
            text = self.tr("Keep right…") if button is self.keep else self.tr("Keep left…")
            if (room := self._room_of_name()) >= _LEAST_NAME:
                text = self.tr("Keep “%1”…").replace("%1", self._short(stays, room))
            button.setText(text.replace("&", "&&"))
            button.setToolTip(plain_text(tip.replace("%1", shown(goes))))
            button.setAccessibleName(
                self.tr("Keep %1, remove %2").replace("%1", shown(stays)).replace("%2", shown(goes))
            )

    def _room_of_name(self) -> int:
        """Return the pixels that the name of a folder may take on its button."""
        words = self.fontMetrics().horizontalAdvance(self.tr("Keep “%1”…").replace("%1", "")) + _BESIDE_NAME
        return (self.width() - self.merge.sizeHint().width()) // 2 - words

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_acts(self.table.current())

    def _short(self, path: str, room: int = 150) -> str:
        """Return the name of a folder, with that of the folder it is in where both have one name."""
        name = shown(os.path.basename(path) or path)
        pair = self.table.current()
        if pair is not None and os.path.basename(pair.path) == os.path.basename(pair.kept):
            name = shown(os.path.join(os.path.basename(os.path.dirname(path)), os.path.basename(path)))
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)

    def _want_clean(self) -> None:
        if self._pairs is not None:
            self.clean_wanted.emit(self._pairs.found)

    def _want(self, *, other: bool) -> None:
        pair = self.table.current()
        if pair is not None and self.keep.isEnabled():
            goes, stays = (pair.kept, pair.path) if other else (pair.path, pair.kept)
            self.keep_wanted.emit(goes, stays, self.merge.isChecked())
