"""The folders view: pairs and groups of folders above, the files of the chosen pair below, and what can be done.

Imported only when the view opens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.app.folders.folder_difference import Difference, DifferenceRow
from simfinder.app.folders.found_folders import FLOOR, LEAST
from simfinder.gui.controllers.removal_jobs import FolderAct
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.jobs.latest_job import LatestJob
from simfinder.gui.overview.folders.folder_list import FolderDelegate, FolderList, Listed, beside
from simfinder.gui.overview.folders.folder_pairs import (
    FolderEntry,
    FolderPairRows,
    PairRow,
    comparing_folders,
    listing_folders,
)
from simfinder.gui.overview.folders.folder_tables import FileLine, FileTree, FolderTable, difference_word
from simfinder.gui.sidebar.tolerance_slider import ToleranceSlider
from simfinder.gui.style.fonts import grown, make_title
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.widgets.view_keys import ENTER, on_fold_keys, on_keys
from simfinder.gui.wording.announcement import read_in_order
from simfinder.gui.wording.formatting import counted, percent_text, shown, size_text
from simfinder.model.clusters import FolderRelation
from simfinder.model.removal_plan import ActKind

_BESIDE_NAME, _LEAST_NAME = 48, 60  # pixels: borders of a button, and the shortest name on it
_NARROW = 620  # pixels
_SLIDER, _FILTER = (96, 72), (126, 92)  # pixels, the second in a narrow place
_MOST_NAMED = 12  # folders that a tool tip names
_WIDEST = round((1 - FLOOR) * 100)  # percent of tolerance


class FoldersView(QWidget):
    """Pairs, files side by side, and buttons.

    Signals:
        selected: indexes of the files of the chosen row, a list; empty where there is nothing to choose.
        act_wanted: what is to be done with folders, a ``FolderAct``.
        listed: pairs are listed, at another tolerance or after another scan.
    """

    selected = Signal(object)
    act_wanted = Signal(object)
    listed = Signal()

    def __init__(self, bridge: JobBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pairs: FolderPairRows | None = None
        self._rows: tuple[DifferenceRow, ...] = ()
        self._bridge = bridge
        self._compare, self._relist = LatestJob(bridge), LatestJob(bridge)
        self._open: set[str] = set()  # folders that stay of groups that are open
        self._can_act = self._waiting = False
        self.title = PlainLabel(self.tr("Folders"))
        make_title(self.title, 1.25)
        self.status = ElidedLabel()
        self.status.setProperty("role", "muted")
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter folders"))
        self.filter.setAccessibleName(self.tr("Filter folders"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._list_pairs)
        self._make_tolerance()
        self.delegate = FolderDelegate()
        self.table = FolderTable(self.tr("Folders that are alike"), delegate=self.delegate)
        self.delegate.setParent(self.table)
        self.delegate.fold_wanted.connect(self._turn)
        self.table.doubleClicked.connect(lambda index: self._turn(index.row()))
        self.table.row_changed.connect(self._choose_pair)
        self.order = ElidedLabel()
        self.order.setProperty("role", "muted")
        self.kinds: dict[Difference, QToolButton] = {}
        self.files = FolderTable(self.tr("Files of both folders"))
        self.files.row_changed.connect(self._choose_file)
        self.files.focused.connect(self._choose_file)
        self.files.delegate.fold_wanted.connect(self._turn_folder)
        self.merge = QCheckBox(self.tr("Merge first"))
        self.merge.setToolTip(
            plain_text(
                self.tr(
                    "Files that only the folder that goes has move into the one that stays, "
                    "and newer ones replace their older versions there"
                )
            )
        )
        self.where = QComboBox()
        self.where.addItem(self.tr("to the Trash"), str(ActKind.TRASH))
        self.where.addItem(self.tr("to a folder…"), str(ActKind.MOVE))
        self.where.setAccessibleName(self.tr("Where folders go"))
        self.where.setToolTip(
            self.tr("Where the folders that don't stay go; undo brings them back from there")
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
        on_fold_keys(self.table, self._fold_current)
        on_fold_keys(self.files, self._fold_folder)
        on_keys(self.table, ENTER, self.files.setFocus)
        on_keys(self.files, ENTER, self.table.setFocus)
        self.show_pairs(None)

    def _make_tolerance(self) -> None:
        self.tolerance = ToleranceSlider()
        self.tolerance.setRange(0, _WIDEST)
        self.tolerance.setValue(round((1 - LEAST) * 100))
        self.tolerance.setAccessibleName(self.tr("Tolerance of folders"))
        self.tolerance.setToolTip(
            plain_text(
                self.tr(
                    "How much of a folder may be missing in the other one: "
                    "0 % lists only those that are in it as a whole"
                )
            )
        )
        self.tolerance.valueChanged.connect(self._retune)
        self.tolerance.reset_wanted.connect(lambda: self.tolerance.setValue(round((1 - LEAST) * 100)))
        self.percent = PlainLabel()
        self.percent.setProperty("role", "muted")
        self._show_percent()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.status, 1)
        head.addWidget(self.tolerance)
        head.addWidget(self.percent)
        head.addWidget(self.filter)
        head.addWidget(self.clean)
        chips = QHBoxLayout()
        chips.setSpacing(2)
        chips.addStretch(1)
        self._kinds_line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._kinds_line.setSpacing(2)
        self._kinds_line.addWidget(self.order, 1)
        self._kinds_line.addLayout(chips)
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
        lower.addLayout(self._kinds_line)
        policy = self.files.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.files.setSizePolicy(policy)
        lower.addWidget(self.files, 1)
        self.halves = QSplitter(Qt.Orientation.Vertical)
        self.halves.setChildrenCollapsible(False)
        self.halves.addWidget(self.table)
        self.halves.addWidget(below)
        self.halves.setSizes([200, 300])
        read_in_order(self.halves)
        self._how, self._keeps = (QBoxLayout(QBoxLayout.Direction.LeftToRight) for _ in range(2))
        how, keep = self._how, self._keeps
        how.addWidget(self.where)
        how.addWidget(self.merge)
        how.addStretch(1)
        keep.addStretch(1)
        keep.addWidget(self.keep_other)
        keep.addWidget(self.keep)
        self._acts = acts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        acts.addLayout(how)
        acts.addLayout(keep, 1)
        for line in (acts, how, keep):
            line.setSpacing(8)
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
    def pair(self) -> PairRow | None:
        """The pair that is chosen; of a group its newest folder with the one that stays."""
        listed: Listed | None = self.table.current()
        return None if listed is None else listed.row

    @property
    def least(self) -> float:
        """Share of one folder in the other from which they are listed."""
        return 1 - self.tolerance.value() / 100

    @property
    def settled(self) -> bool:
        """Return whether the files of the chosen pair are listed."""
        return not self._compare.running and not self._relist.running

    def show_pairs(self, pairs: FolderPairRows | None, *, can_act: bool = False) -> None:
        """Take the pairs of a scan; None for nothing. The pair that was chosen stays if it can."""
        self._can_act, self._waiting = can_act, False
        self._relist.stop()
        if pairs is not None:
            near = np.minimum((1 - pairs.found.every.share) * 100, _WIDEST)
            self.tolerance.set_pairs(np.bincount(near.astype(np.int64), minlength=_WIDEST + 1).tolist())
        self._take_pairs(pairs)
        if pairs is not None and pairs.least != self.least:
            self._retune()

    def _take_pairs(self, pairs: FolderPairRows | None) -> None:
        """List pairs at the tolerance they were asked for."""
        chosen: Listed | None = self.table.current()
        self._pairs = pairs
        some = pairs is not None and any(row.bytes_freed for row in pairs.rows)
        self.clean.setVisible(pairs is not None and bool(pairs.rows))
        self.clean.setEnabled(some and self._can_act)
        for widget in (self.tolerance, self.percent, self.filter):
            widget.setVisible(pairs is not None)
        self._show_status()
        self._list_pairs()
        if chosen is not None and pairs is not None:
            self._choose_again(chosen)
        self.listed.emit()

    def _show_status(self) -> None:
        """Say how much was found."""
        pairs = self._pairs
        if self._waiting and (pairs is None or not pairs.entries):
            self.status.show_text(self.tr("Comparing folders…"))
        elif pairs is None:
            self.status.show_text(self.tr("Scan folders to see which of them are alike."))
        elif not pairs.entries:
            self.status.show_text(self.tr("No two folders have so much in common."))
        else:
            freed = size_text(pairs.bytes_freed) if pairs.bytes_freed else ""
            words = counted(len(pairs.rows), self.tr("%n pair of folders"), self.tr("%n pairs of folders"))
            if freed:
                every = self.tr("%1, %2 can be freed").replace("%1", words).replace("%2", freed)
                # a cut figure would be another one; each row tells its own
                self.status.show_text(every, self.tr("frees %1").replace("%1", freed), freed, "")
            else:
                self.status.show_text(words, "")

    def _choose_again(self, chosen: Listed) -> None:
        """Choose what was chosen before other pairs were listed, or what its folders are in now."""
        pair = {chosen.row.path, chosen.row.kept}
        if chosen.head:
            wanted = [lambda one: one.head and one.entry.kept == chosen.entry.kept]
        else:
            wanted = [lambda one: not one.head and {one.row.path, one.row.kept} == pair]
        for found in (*wanted, lambda one: pair <= set(one.entry.paths)):
            if self._select(found):
                return

    def _show_percent(self) -> None:
        self.percent.setText(percent_text(self.tolerance.value() / 100))

    def _retune(self) -> None:
        """List what the tolerance says; the list follows while the slider is dragged."""
        self._show_percent()
        if self._pairs is not None:
            self._relist.start(
                listing_folders(self._pairs, self.least),
                name="folders",
                done=self._take_pairs,
                failed=self._bridge.crashed.emit,
            )

    def wait(self) -> None:
        """Say that pairs are being looked for, where none are shown."""
        self._waiting = True
        self._show_status()

    def choose_pair(self, path: str, kept: str) -> bool:
        """Choose the pair of two folders, in whose group it may be; return whether it is listed."""
        for entry in () if self._pairs is None else self._pairs.entries:
            if entry.is_group and {path, kept} <= set(entry.paths) and entry.kept not in self._open:
                self._open.add(entry.kept)
                self._list_pairs()
        return self._select(lambda one: not one.head and {one.row.path, one.row.kept} == {path, kept})

    def choose_folder(self, path: str) -> bool:
        """Choose the first entry that a folder is in; return whether there is one."""
        return self._select(lambda one: path in one.entry.paths)

    def _select(self, wanted: Callable[[Listed], bool]) -> bool:
        model = self.table.model()
        for row in range(model.rowCount()):
            if wanted(model.row(row)):  # type: ignore[attr-defined]
                self.table.selectRow(row)
                return True
        return False

    def _list_pairs(self) -> None:
        entries: Sequence[FolderEntry] = () if self._pairs is None else self._pairs.entries
        words = self.filter.text().casefold().split()
        listed = [
            entry for entry in entries if all(word in "\n".join(entry.paths).casefold() for word in words)
        ]
        self.table.show_rows(FolderList(listed, self._open, self.table))

    # groups open and close
    def _turn(self, row: int) -> None:
        listed: Listed = self.table.model().row(row)  # type: ignore[attr-defined]
        if listed.head:
            self._fold(listed.entry, listed.entry.kept not in self._open)

    def _fold(self, entry: FolderEntry, opened: bool) -> None:
        (self._open.add if opened else self._open.discard)(entry.kept)
        self._list_pairs()
        self._select(lambda one: one.head and one.entry is entry)

    def _fold_current(self, folded: bool) -> None:
        """Open or close the group of the current row; from one of its folders go to the group."""
        listed: Listed | None = self.table.current()
        if listed is None or not listed.entry.is_group:
            return
        is_open = listed.entry.kept in self._open
        if listed.head and is_open is folded:
            self._fold(listed.entry, not folded)
        elif not listed.head and folded:
            self._select(lambda one: one.head and one.entry is listed.entry)

    # folders of the files open and close
    def _turn_folder(self, row: int) -> None:
        model = self.files.model()
        if isinstance(model, FileTree) and (folded := model.is_folded(row)) is not None:
            self.files.selectRow(row)  # what is not listed any more can't be the current row
            model.fold(row, not folded)

    def _fold_folder(self, folded: bool) -> None:
        """Open or close the current folder; from a file or a closed folder go to the one above."""
        model, row = self.files.model(), self.files.currentIndex().row()
        if not isinstance(model, FileTree) or row < 0:
            return
        if model.is_folded(row) is (not folded):
            model.fold(row, folded)
        elif folded and (above := model.folder_row(row)) >= 0:
            self.files.selectRow(above)

    def _choose_pair(self, _row: int) -> None:
        """Compare the folders of the current pair, and say what can be done with them."""
        pair = self.pair
        self._compare.stop()
        self._rows = ()
        self._list_files()
        self._show_acts()
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
        pair = self.pair
        counts = dict.fromkeys(Difference, 0)
        for row in self._rows:
            counts[row.kind] += 1
        for kind, button in self.kinds.items():
            button.setText(f"{difference_word(kind)} {counts[kind]}")
            button.setVisible(bool(counts[kind]))
        self._fit_kinds()
        only_same = sum(counts.values()) == counts[Difference.SAME]
        listed = [row for row in self._rows if only_same or self.kinds[row.kind].isChecked()]
        self.files.setVisible(
            pair is not None
        )  # what is left in it is of folders that are not listed any more
        if pair is not None:
            lines = FileTree(listed, pair, self.files)
            self.files.show_rows(lines)
            self.files.selectRow(next((at for at in range(lines.rowCount()) if lines.row(at).row), 0))
        elif not self._waiting:
            self.tell_file()

    def _fit_kinds(self) -> None:
        """Put the kinds of files below the words on which folder is newer, where both have no room in one line."""
        kinds = sum(one.sizeHint().width() + 2 for one in self.kinds.values() if not one.isHidden())
        below = kinds + _LEAST_NAME > self.halves.width()
        ways = QBoxLayout.Direction
        self._kinds_line.setDirection(ways.TopToBottom if below else ways.LeftToRight)

    def _choose_file(self, _row: int = -1) -> None:
        line: FileLine | None = self.files.current()
        row = None if line is None else line.row
        # without a pair the lines are hidden, and may be of another scan
        if row is not None and self.pair is not None:
            self.selected.emit([file for file in (row.file_a, row.file_b) if file >= 0])

    def tell_file(self) -> None:
        """Say once more which file is chosen, if any."""
        if self.pair is None:
            self.selected.emit([])
        self._choose_file()

    # what can be done
    def _show_acts(self) -> None:
        listed: Listed | None = self.table.current()
        pair = self.pair
        packed = listed is not None and self._holds_archives_only(listed)
        able = listed is not None and not packed and self._can_act
        for widget in (self.keep, self.keep_other, self.merge, self.where):
            widget.setVisible(pair is not None)
            widget.setEnabled(able)
        if listed is None or pair is None:
            return
        self.merge.setVisible(not pair.archive or listed.head)  # nothing moves into an archive
        self.keep_other.setVisible(not listed.head)
        for button, other in ((self.keep, False), (self.keep_other, True)):
            act = self._act(listed, other=other)
            text = self.tr("Keep right…") if button is self.keep else self.tr("Keep left…")
            if (room := self._room_of_name()) >= _LEAST_NAME:
                name = self._short(act.kept, room)
                text = self.tr("Keep only “%1”…") if len(act.paths) > 1 else self.tr("Keep “%1”…")
                text = text.replace("%1", name)
            button.setText(text.replace("&", "&&"))
            button.setToolTip(plain_text(self._act_tip(act, packed=packed)))
            names = ", ".join(shown(path) for path in act.paths)
            button.setAccessibleName(
                self.tr("Keep %1, remove %2").replace("%1", shown(act.kept)).replace("%2", names)
            )

    def _holds_archives_only(self, listed: Listed) -> bool:
        """Return whether archives would go for archives, which their cluster tells."""
        rows = listed.entry.rows if listed.head else (listed.row,)
        return all(self._is_archive(row.here) and self._is_archive(row.there) for row in rows)

    def _is_archive(self, folder: int) -> bool:
        return self._pairs is not None and self._pairs.found.tree.is_archive(folder)

    def _act_tip(self, act: FolderAct, *, packed: bool) -> str:
        if packed:
            return self.tr("An archive can't be removed by another one here: mark it in the clusters.")
        listed: Listed | None = self.table.current()
        names = [shown(path) for path in act.paths[:_MOST_NAMED]]
        tip = self.tr("Review what becomes of every file before anything happens. These folders go:")
        if listed is not None and not listed.head and listed.row.archive:
            kept = listed.row.there if act.kept == listed.row.kept else listed.row.here
            tip = self.tr(
                "The archive goes if each file in it lies loose in the folder; all are compared first:"
            )
            if self._is_archive(kept):
                tip = self.tr(
                    "Loose files go that the archive holds; each is compared first, the others stay:"
                )
        return "\n".join([tip, *names, *(["…"] if len(act.paths) > _MOST_NAMED else [])])

    def _act(self, listed: Listed, *, other: bool) -> FolderAct:
        """Return what a button does: of a group's own row all other folders go, and archives of what stays."""
        kind, row = ActKind(self.where.currentData()), listed.row
        if listed.head:
            paths = tuple(one.path for one in listed.entry.rows if self._may_go(one))
            # the newest of several wins; what is in an archive stays there
            merge = self.merge.isChecked() and not any(one.archive for one in listed.entry.rows)
            return FolderAct(paths, listed.entry.kept, merge, kind)
        merge = self.merge.isChecked() and not row.archive
        if not other:
            return FolderAct((row.path,), row.kept, merge, kind)
        return FolderAct((row.kept,), row.path, merge, kind)

    def _may_go(self, row: PairRow) -> bool:
        """Return whether a folder of a group may go with the others: an archive only of what stays as it is."""
        return not row.archive or (
            row.relation in (FolderRelation.IDENTICAL, FolderRelation.CONTAINED)
            and self._is_archive(row.here)
            and not self._is_archive(row.there)
        )

    def _room_of_name(self) -> int:
        """Return the pixels that the name of a folder may take on its button, below the others in a narrow place."""
        words = self.fontMetrics().horizontalAdvance(self.tr("Keep “%1”…").replace("%1", "")) + _BESIDE_NAME
        beside = sum(one.sizeHint().width() for one in (self.merge, self.where) if not one.isHidden())
        buttons = 1 if self.keep_other.isHidden() else 2
        room = self.width() - 40
        ways = QBoxLayout.Direction
        below = room - beside < buttons * (words + _LEAST_NAME)  # they get a line of their own, or one each
        self._acts.setDirection(ways.TopToBottom if below else ways.LeftToRight)
        self._how.setDirection(ways.TopToBottom if beside + 8 > room else ways.LeftToRight)
        each = below and room < buttons * (words + _LEAST_NAME)
        self._keeps.setDirection(ways.TopToBottom if each else ways.LeftToRight)
        if each:
            buttons = 1
        elif not below:
            room -= beside
        return room // buttons - words

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < grown(_NARROW, self.fontMetrics())
        self.tolerance.setFixedWidth(_SLIDER[narrow])
        self.filter.setMaximumWidth(_FILTER[narrow])
        self.clean.setText(self.tr("Remove…") if narrow else self.tr("Remove copies…"))
        self.filter.setPlaceholderText(self.tr("Filter") if narrow else self.tr("Filter folders"))
        self._show_acts()
        self._fit_kinds()

    def _short(self, path: str, room: int = 150) -> str:
        """Return the name of a folder, beside the other one of its pair."""
        pair = self.pair
        other = "" if pair is None else pair.kept if path == pair.path else pair.path
        name = beside(path, other)
        return self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)

    def _want_clean(self) -> None:
        if self._pairs is not None:
            found, least = self._pairs.found, min(self.least, 1.0)
            self.act_wanted.emit(FolderAct(kind=ActKind(self.where.currentData()), found=found, least=least))

    def _want(self, *, other: bool) -> None:
        listed: Listed | None = self.table.current()
        if listed is not None and self.keep.isEnabled():
            self.act_wanted.emit(self._act(listed, other=other))
