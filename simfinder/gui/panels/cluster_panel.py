"""Headline, tree and empty states of the centre. Sorting and filtering are index arrays made by ``app.ordering``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QStackedWidget, QVBoxLayout, QWidget

from simfinder.gui.dialogs.marking import wish_text, wish_tip
from simfinder.gui.listing import Listing, Wanted
from simfinder.gui.models.chosen import Chosen
from simfinder.gui.models.cluster_model import ClusterModel
from simfinder.gui.models.cluster_rows import Column, Role, Row, RowKey
from simfinder.gui.models.inside_rows import InsideRows
from simfinder.gui.opening import open_path, show_in_folder
from simfinder.gui.panels.cluster_tree import ClusterTree
from simfinder.gui.panels.elided_label import ElidedLabel
from simfinder.gui.panels.empty_state import EmptyState
from simfinder.gui.panels.stretched_tree import TreeState
from simfinder.gui.panels.tree_bar import TreeBar
from simfinder.gui.style import make_title
from simfinder.gui.texts import count_text, counted, key_text, plain, size_text
from simfinder.gui.workspace import Notice, Workspace
from simfinder.model.clusters import Relation

if TYPE_CHECKING:
    from simfinder.app.ordering import View
    from simfinder.app.session import Session

FILTER_MS = 150
_OPENED_ROWS = 14
_MOST_CUT = 400  # pairs, each an entry of the ignore list: more would take seconds


class ClusterPanel(QWidget):
    """The centre of the window."""

    current_changed = Signal()
    files_chosen = Signal()  # those of ``choose_files``, in their rows
    like_wanted = Signal(str)  # path of a file
    apart_wanted = Signal(object)  # list of files that are not the same
    cut_wanted = Signal(
        object, object
    )  # the files that stay in a cluster, and those that are cut off from them
    marks_wanted = Signal(str, str)  # a wish to mark files, and a folder
    view_changed = Signal()  # other clusters are on the screen

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._text = ""
        self.only = ""  # words of what is shown alone, set in another view
        self.only_files: Sequence[int] = ()  # they, as indexes of the session that is shown
        self._chosen: Sequence[int] | None = None  # to be chosen when the rows are there
        self._column = -1
        self._descending = False
        self.listing = Listing(workspace, self)
        self.model = ClusterModel(workspace.mark, lambda: workspace.keep_rule, workspace.kept_by_hand, self)
        self.tree = ClusterTree(self.model)
        self.empty = EmptyState(workspace)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.bar = TreeBar(self.tree)
        self._listing = QWidget()
        beside = QHBoxLayout(self._listing)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(0)
        beside.addWidget(self.tree, 1)
        beside.addWidget(self.bar)
        self.pages.addWidget(self._listing)
        self.title = QLabel()
        make_title(self.title, 1.35)
        self.summary = ElidedLabel()
        self.summary.setProperty("role", "muted")
        self._filter_timer = QTimer(self)
        self._filter_timer.setSingleShot(True)
        self._filter_timer.setInterval(FILTER_MS)
        self._filter_timer.timeout.connect(self._reorder)
        self._lay_out()
        self._connect()
        self._show_new()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setContentsMargins(2, 0, 8, 0)
        line.setSpacing(9)
        line.addWidget(self.title)
        line.addWidget(self.summary, 1, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 0, 0)
        column.setSpacing(6)
        column.addLayout(line)
        column.addWidget(self.pages, 1)

    def _connect(self) -> None:
        workspace, tree = self._workspace, self.tree
        workspace.session_changed.connect(self._show_new)
        workspace.clusters_changed.connect(self._reorder)
        workspace.insides_changed.connect(self._reorder)
        workspace.marks_changed.connect(self._show_marks)
        workspace.folders_changed.connect(self._show_page)
        self.listing.busy_changed.connect(self._show_headline)
        workspace.changes.busy_changed.connect(self._show_headline)
        tree.header().sortIndicatorChanged.connect(self._sort)
        tree.mark_wanted.connect(self.toggle_marks)
        tree.keep_wanted.connect(workspace.keep_file)
        tree.open_wanted.connect(self.open_file)
        tree.current_changed.connect(self.current_changed)
        tree.doubleClicked.connect(self._double_clicked)
        tree.verticalScrollBar().valueChanged.connect(self.view_changed)
        tree.expanded.connect(self.view_changed)
        tree.current_changed.connect(self.view_changed)
        tree.menu_wanted.connect(self._open_menu)

    # what is shown
    def _show_new(self) -> None:
        """Another scan: what was open, chosen and in view is found again by path."""
        before, session = self.model.session, self._workspace.session
        self._chosen = None  # these numbers mean other files now
        state, shown = self.tree.capture(), self.model.clusters() > 0
        again = None
        if session is not None and before is not None:
            if self.only and session is not before:
                self.only_files = self._moved_files(before, session)
            again = _moved(state, before, session)
        wanted = (
            self._wanted()
        )  # where that takes long, all is shown first: the old rows mean other files now
        self._put(session, *self.listing.first(wanted), around=again.top if again is not None else None)
        if again is not None:
            self.tree.restore(again)  # also of no cluster: what is open are files' numbers
        else:
            self.current_changed.emit()
        if self.model.clusters() and not shown:
            self.tree.open_first(_OPENED_ROWS)
        self.bar.follow()
        if not self.listing.is_quick(wanted):
            self._reorder()

    def _moved_files(self, before: Session, now: Session) -> list[int]:
        """The files that are shown alone, in another session."""
        moved = self._workspace.moved
        if moved is not None:
            found = [int(moved[file]) for file in self.only_files]
        else:
            found = [now.file_of(before.record(file).path) for file in self.only_files]
        return [file for file in found if file >= 0]

    def _reorder(self) -> None:
        """Show the order and the filter of now; the rows of before stay until they are there."""
        self.listing.ask(self._wanted(), self._show)

    def _wanted(self) -> Wanted:
        descending = self._descending or self._column < 0
        return Wanted(self._column, descending, self._text, self.only_files if self.only else None)

    def _show(self, session: Session | None, view: View | None, inside: InsideRows | None) -> None:
        state = self.tree.capture()
        self._put(session, view, inside, around=state.top)
        self.tree.restore(state)
        if self._chosen is not None:
            self.choose_files(self._chosen)
        self.bar.follow()

    def choose_files(self, files: Sequence[int]) -> None:
        """Choose files that were chosen elsewhere, when the rows are shown that were asked for last."""
        self._chosen = files if self.listing.busy else None
        if self._chosen is None:
            self.tree.select_files(files)
            self.files_chosen.emit()

    @property
    def choosing(self) -> bool:
        """Whether files are to be chosen as soon as their rows are there."""
        return self._chosen is not None

    def _put(
        self,
        session: Session | None,
        view: View | None,
        inside: InsideRows | None,
        *,
        around: RowKey | None = None,
    ) -> None:
        self.model.show(session, view, inside, around=around)
        self._show_headline()
        self._show_page()

    @property
    def settled(self) -> bool:
        """Whether what is shown is what was asked for."""
        return not self.filtering and not self.listing.busy and not self._workspace.busy

    def show_only(self, words: str, files: Sequence[int]) -> None:
        """Show the clusters of some files alone.

        Args:
            words: what they are; "" shows everything again.
            files: indexes, of the session that is shown.
        """
        if (words, files) != (self.only, self.only_files):
            self.only, self.only_files = words, files
            self._reorder()

    def _show_page(self) -> None:
        some = self.model.rows() > 0
        self.pages.setCurrentWidget(self._listing if some else self.empty)
        if not some:
            self.empty.describe(self._text, self.only)

    @property
    def filtering(self) -> bool:
        """Whether a filter was just typed and is not applied yet."""
        return self._filter_timer.isActive()

    def clusters_in_view(self) -> list[int]:
        """Clusters of the session that are on the screen: the current one first, then open ones, then the others."""
        session = self._workspace.session
        if session is None or not self.model.shows(session.clusters):
            return []
        rows = self.tree.rows_in_view()
        rows.sort(key=lambda row: (not row.current, not row.is_open))
        return list(dict.fromkeys(self.model.cluster_at(row.row) for row in rows))

    def set_scanning(self, scanning: bool) -> None:
        """Let the empty state say that a scan is under way."""
        self.empty.set_scanning(scanning)
        self._show_page()

    def _show_marks(self) -> None:
        self._show_headline()
        self.tree.viewport().update()

    def _show_headline(self) -> None:
        session = self._workspace.session
        self.title.setVisible(session is not None)
        self.summary.setVisible(session is not None)
        if session is None:
            return
        total, here = len(session.clusters), self.model.clusters()
        title = counted(total, self.tr("%n cluster"), self.tr("%n clusters"))
        if here != total:
            title = self.tr("%1 of %2").replace("%1", count_text(here)).replace("%2", title)
        self.title.setText(title)
        parts = [
            counted(session.clustered_files, self.tr("%n file"), self.tr("%n files")),
            self.tr("%1 can be freed").replace("%1", size_text(session.bytes_freed)),
        ]
        if self.listing.busy or self._workspace.changes.busy:
            parts.insert(0, self.tr("being put in order…"))
        if session.read_only:
            parts.insert(0, self.tr("for reading only"))
        if session.marks:
            marked = counted(len(session.marks), self.tr("%n file marked"), self.tr("%n files marked"))
            parts.append(f"{marked} ({size_text(session.marked_bytes)})")
        self.summary.show_text(" · ".join(parts))

    # sorting and filtering
    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        self._column, self._descending = column, order is Qt.SortOrder.DescendingOrder
        self._reorder()

    def set_filter(self, text: str) -> None:
        """Show clusters with a file that meets a line of words, see ``app.filtering``."""
        self._text = text.strip()
        self._filter_timer.start()

    def types(self) -> list[str]:
        """Types of files, those with the most clusters first."""
        session = self._workspace.session
        return [] if session is None else [count.type for count in session.types() if count.clusters]

    # what a person does
    def go_to_undecided(self) -> None:
        """Go to the next cluster in which nothing is decided, from the end on to the beginning."""
        session = self._workspace.session
        if session is None or not self.model.clusters() or not self.model.shows(session.clusters):
            return
        place = self._next_undecided(session, self.tree.current_place())
        if place < 0:
            self._workspace.noticed.emit(
                Notice(self.tr("In every cluster that is shown something is decided."))
            )
            return
        self.tree.go_to(place)

    def _next_undecided(self, session: Session, place: int) -> int:
        """Place of the next one after another; -1 for none."""
        from simfinder.app import filtering

        listed = self.model.listed_clusters()
        return filtering.next_undecided(session.clusters, listed, place, session.marks, session.by_hand)

    def toggle_marks(self, files: list[int]) -> None:
        """Mark files; when all of them are marked, take the marks back."""
        session = self._workspace.session
        if session is None:
            return
        import numpy as np

        table, wanted = session.clusters, np.array(files, dtype=np.int64)
        spare = (table.kept[table.cluster_index[wanted]] != wanted) & ~table.files.protected[wanted]
        can: list[int] = wanted[spare].tolist()
        if can:
            self._workspace.mark(can, not all(file in session.marks for file in can))
        else:
            self._say_why_not(session)

    def _say_why_not(self, session: Session) -> None:
        """Say why nothing of what is chosen can be marked."""
        table = session.clusters
        chosen = [file for file in self.tree.chosen_files() if file >= 0 and table.cluster_of(file) >= 0]
        if any(table.files.protected[file] for file in chosen):
            text = self.tr("Files of a protected folder are never marked, moved or deleted.")
        elif chosen:
            text = self.tr("The kept file is not marked. Press K on another file to keep that one instead.")
        else:
            return
        self._workspace.noticed.emit(Notice(text))

    def open_file(self, index: QModelIndex) -> None:
        """Open a file with the system's program for it; of a cluster its kept file."""
        record = self.model.record_of(index)
        if record is not None:
            open_path(record.path)

    def _double_clicked(self, index: QModelIndex) -> None:
        if self.model.kind_of(index) is Row.MORE:
            self.tree.list_more(index)
        elif index.internalId() and index.column() != Column.NAME:
            self.open_file(index)

    def _open_menu(self, index: QModelIndex, place: QPoint) -> None:
        """The menu of a row, at a place of the screen."""
        if self.model.file_of(index) >= 0:
            self._menu_of(index).popup(place)

    def _menu_of(self, index: QModelIndex) -> QMenu:
        """What can be done about a row."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        kind, file, path = self.model.kind_of(index), self.model.file_of(index), self.model.path_of(index)
        if kind in (Row.CLUSTER, Row.FILE):
            self._add_marks(menu, index, file)
            menu.addSeparator()
        like = self.tr("Find files like this one")
        menu.addAction(like + "\t" + key_text("Ctrl+L"), lambda: self.like_wanted.emit(path))
        menu.addSeparator()
        menu.addAction(self.tr("Open") + "\t" + key_text("Enter"), lambda: open_path(path))
        pair = self.model.pair_of(index)
        if pair is not None and (session := self.model.session) is not None:
            whole = session.record(pair.whole).path
            menu.addAction(self.tr("Open the whole"), lambda: open_path(whole))
        menu.addAction(self.tr("Show in folder"), lambda: show_in_folder(path))
        menu.addAction(self.tr("Copy path"), lambda: QGuiApplication.clipboard().setText(plain(path)))
        return menu

    def _marks_menu(self, menu: QMenu, session: Session, cluster: int, file: int) -> QMenu:
        """What can be marked in one go in a cluster, each with what it comes to."""
        from simfinder.app import marking

        inner = QMenu(self.tr("Mark in this cluster"), menu)
        inner.setToolTipsVisible(True)
        for wish in ("older", "identical", "all", "invert"):
            proposal = marking.propose(session, marking.Wish(wish), clusters=[cluster])
            found = proposal.preview
            count = counted(found.files, self.tr("%n file"), self.tr("%n files"))
            text = f"{wish_text(wish)}\t{count}, {size_text(found.bytes)}"
            action = inner.addAction(text, partial(self._workspace.mark_proposed, proposal))
            action.setToolTip(wish_tip(wish))
            action.setEnabled(bool(found.files or proposal.cleared))
        members = session.clusters.cluster(cluster).members
        marked = [f for f in (session.file_of(m.file.path) for m in members) if f in session.marks]
        none = inner.addAction(self.tr("None"), lambda: self._workspace.mark(marked, False))
        none.setEnabled(bool(marked))
        inner.addSeparator()
        folder = os.path.dirname(session.record(file).path)
        inner.addAction(self.tr("All of this folder…"), lambda: self.marks_wanted.emit("in", folder))
        inner.addAction(self.tr("All but this folder…"), lambda: self.marks_wanted.emit("not-in", folder))
        inner.setEnabled(not session.read_only)
        return inner

    def current_cluster(self) -> tuple[int | None, str]:
        """The cluster of the current row and its name; None where there is none."""
        index = self.tree.currentIndex()
        if self.model.session is None or self.model.kind_of(index) not in (Row.CLUSTER, Row.FILE):
            return None, ""
        row = self.model.place_of(index)
        if row < 0:
            return None, ""
        session = self._workspace.session
        file = self.model.kept_of(row)
        if session is None or session.clusters.cluster_of(file) < 0:
            return None, ""
        return session.clusters.cluster_of(file), self.model.index_at(row).data()

    def _add_marks(self, menu: QMenu, index: QModelIndex, file: int) -> None:
        """Marks, the kept file, and what is not the same."""
        session = self.model.session
        assert session is not None
        files = self.tree.selected_files()
        marked = bool(files) and all(one in session.marks for one in files)
        text = self.tr("Unmark") if marked else self.tr("Mark")
        mark = menu.addAction(text + "\t" + key_text("Space"), lambda: self.toggle_marks(files))
        mark.setEnabled(bool(files) and not session.read_only)
        menu.addMenu(self._marks_menu(menu, session, session.clusters.cluster_of(file), file))
        if not index.internalId():
            members = self.model.members_of(self.model.place_of(index))
            apart = menu.addAction(self.tr("These are not the same"), lambda: self.apart_wanted.emit(members))
            apart.setEnabled(not self.model.all_identical(self.model.place_of(index)))
            return
        kept = self.model.file_of(index.parent())
        keep = menu.addAction(self.tr("Keep this file") + "\tK", lambda: self._workspace.keep_file(file))
        keep.setEnabled(file != kept)
        apart = menu.addAction(
            self.tr("Not the same as the kept file"), lambda: self.apart_wanted.emit([kept, file])
        )
        apart.setEnabled(file != kept and index.data(Role.RELATION) != Relation.IDENTICAL)
        self._add_cut(menu, index)

    def _add_cut(self, menu: QMenu, index: QModelIndex) -> None:
        """The row and those below it are other files than those above it."""
        place, row = self.model.spot_of(index)
        files: list[int] = self.model.ordered(place).tolist()
        contents = self.model.table.files.contents
        rest = {int(contents[file]): file for file in files[:row]}
        off = [file for file in files[row:] if int(contents[file]) not in rest]
        cut = menu.addAction(self.tr("Cut here"), lambda: self.cut_wanted.emit(list(rest.values()), off))
        cut.setToolTip(self.tr("This file and those below it are not the same as those above"))
        cut.setEnabled(0 < len(off) * len(rest) <= _MOST_CUT)


def _moved(state: TreeState, before: Session, now: Session) -> TreeState:
    """What was open, chosen and in view, in another session of the same files."""

    def moved(file: int) -> int:
        return now.file_of(before.record(file).path) if file >= 0 else file

    def found(key: RowKey | None) -> RowKey | None:
        if key is None:
            return None
        kind, file, part = key
        if file >= 0 > moved(file):
            return None  # it is not among the files of now
        return kind, moved(file), moved(part) if kind in (Row.PART, Row.NOTE) else part

    selected = Chosen.of(key for key in map(found, state.selected.keys()) if key is not None and key[1] >= 0)
    heading = ~len(before.result.files)
    others = {moved(name) for name in state.others if name >= 0}
    wholes = {moved(~name) for name in state.others if heading < name < 0}  # files in which others lie
    others = {file for file in others if file >= 0} | {~file for file in wholes if file >= 0}
    if heading in state.others:
        others.add(~len(now.result.files))
    current, top = found(state.current), found(state.top)
    return TreeState(state.all_open, others, selected, current, found(state.anchor), top, state.offset)
