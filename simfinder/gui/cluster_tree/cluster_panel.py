"""Put headline, cluster tree and empty states together. ``app.clusters`` sorts and filters, as index arrays."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from simfinder.gui.cluster_tree import split_rows
from simfinder.gui.cluster_tree.cluster_tree import ClusterTree
from simfinder.gui.cluster_tree.empty_state import EmptyState
from simfinder.gui.cluster_tree.explained_bar import Explained, ExplainedBar
from simfinder.gui.cluster_tree.model.cluster_model import ClusterModel
from simfinder.gui.cluster_tree.model.row_kinds import Column, Row
from simfinder.gui.cluster_tree.model.rows import Rows
from simfinder.gui.cluster_tree.model.selection import all_files
from simfinder.gui.cluster_tree.model.tooltips import reached_text
from simfinder.gui.cluster_tree.row_order import RowOrder, RowRequest
from simfinder.gui.cluster_tree.scroll_bar import TreeScrollBar
from simfinder.gui.cluster_tree.tree_state import TreeState
from simfinder.gui.state.mark_scope import MarkScope, ScopeKind, mark_text, mark_tip
from simfinder.gui.state.window_state import Notice, WindowState
from simfinder.gui.style.fonts import make_title
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.open_external import open_path, show_in_folder
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import count_text, counted, key_text, plain, shown, size_text
from simfinder.gui.wording.mark_words import preview_text, wish_text, wish_tip

if TYPE_CHECKING:
    from simfinder.app.session.session import Session
    from simfinder.gui.state.mark_scope import Mask

FILTER_MS = 150
_OPENED_ROWS = 14
_MOST_COPIED = 10_000


class ClusterPanel(QWidget):
    """The centre of the window."""

    current_changed = Signal()
    files_selected = Signal()  # those of ``choose_files``, in their rows
    like_wanted = Signal(object)  # path of a file
    apart_wanted = Signal(object)  # list of files to keep apart
    leave_wanted = Signal(object)  # list of files that leave their clusters
    compare_wanted = Signal()  # of the current file with the one it is in its cluster through
    older_wanted = Signal()  # older versions are to be marked, where ``mark_scope`` says
    scope_changed = Signal()  # ``mark_scope`` may be another one
    cut_wanted = Signal(
        object, object
    )  # the files that stay in a cluster, and those that are cut off from them
    marks_wanted = Signal(str, object)  # a wish to mark files, and a folder
    counted = Signal(object)  # ``ShownCounts`` of the clusters that are listed, None where these are all
    view_changed = Signal()  # other clusters are on the screen

    def __init__(self, workspace: WindowState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._text = ""
        self.only = ""  # words of what is shown alone, set in another view
        self.only_files: Sequence[int] = ()  # they, as indexes of the session that is shown
        self._chosen: Sequence[int] | None = None  # to be chosen when the rows are there
        self._column = -1
        self._descending = False
        self._explained: Explained | None = None
        self._opened: set[str] = set()  # folders that stay of entries whose clusters are listed
        self._fold_next = False  # the rows that come are those without the clusters that folders explain
        self.explained = ExplainedBar()
        self.row_order = RowOrder(workspace, self)
        self.model = ClusterModel(workspace.mark, lambda: workspace.keep_rule, workspace.kept_by_hand, self)
        self.tree = ClusterTree(self.model)
        self.empty = EmptyState(workspace)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.bar = TreeScrollBar(self.tree)
        self._listing = QWidget()
        beside = QHBoxLayout(self._listing)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(0)
        beside.addWidget(self.tree, 1)
        beside.addWidget(self.bar)
        self.pages.addWidget(self._listing)
        self.title = PlainLabel()
        make_title(self.title, 1.35)
        self.summary = ElidedLabel()
        self.summary.setProperty("role", "muted")
        self._filter_timer = QTimer(self)
        self._filter_timer.setSingleShot(True)
        self._filter_timer.setInterval(FILTER_MS)
        self._filter_timer.timeout.connect(self._reorder)
        self._shown = RowRequest()  # what the rows are that are on the screen
        self._scope_timer = QTimer(self)
        self._scope_timer.setSingleShot(True)
        self._scope_timer.setInterval(0)
        self._scope_timer.timeout.connect(self.scope_changed)
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
        column.addWidget(self.explained)
        column.addWidget(self.pages, 1)

    def _connect(self) -> None:
        workspace, tree = self._workspace, self.tree
        workspace.session_changed.connect(self._show_new)
        workspace.clusters_changed.connect(self._reorder)
        workspace.insides_changed.connect(self._reorder)
        workspace.marks_changed.connect(self._show_marks)
        workspace.folders_changed.connect(self._show_page)
        self.explained.turned.connect(self._turn_explained)
        self.row_order.busy_changed.connect(self._show_headline)
        workspace.edits.busy_changed.connect(self._show_headline)
        tree.header().sortIndicatorChanged.connect(self._sort)
        tree.mark_wanted.connect(self.toggle_marks)
        tree.keep_wanted.connect(workspace.keep_file)
        tree.open_wanted.connect(self.open_file)
        tree.copy_wanted.connect(self.copy_paths)
        tree.current_changed.connect(self.current_changed)
        tree.doubleClicked.connect(self._double_clicked)
        tree.verticalScrollBar().valueChanged.connect(self.view_changed)
        tree.expanded.connect(self.view_changed)
        tree.current_changed.connect(self.view_changed)
        tree.menu_wanted.connect(self._open_menu)
        tree.selectionModel().selectionChanged.connect(lambda *_: self._scope_timer.start())

    # what is shown
    def _show_new(self) -> None:
        """Show another scan: what was open, selected and in view is found again by path."""
        before, session = self.model.rows.session, self._workspace.session
        self._chosen = None  # these numbers mean other files now
        for menu in self.findChildren(RowMenu):
            menu.close()  # and so do those in it
        shown, state = self.model.rows.clusters > 0, TreeState()
        if session is not None and before is not None:
            if self.only and session is not before:
                self.only_files = self._moved_files(before, session)
            state = self.tree.capture().moved(before, session)
        wanted = self._wanted()
        # where that takes long, all is shown first: the old rows mean other files now
        self._shown = wanted if self.row_order.is_quick(wanted) else RowRequest()
        self._show(self.row_order.first(wanted), state)
        if self.model.rows.clusters and not shown:
            self.tree.open_first(_OPENED_ROWS)
        if not self.row_order.is_quick(wanted):
            self._reorder()

    def adopt(self, other: ClusterPanel) -> None:
        """Show the rows of another panel of the same session: in its order, with what is open, selected and in view.

        What is shown alone there is not taken over: its words are those of another view.
        """
        self._column, self._descending, self._text = other._column, other._descending, other._text
        self._explained, self._opened = other._explained, set(other._opened)
        header, order = self.tree.header(), other.tree.header().sortIndicatorOrder()
        blocked = header.blockSignals(True)
        header.setSortIndicator(other.tree.header().sortIndicatorSection(), order)
        header.blockSignals(blocked)
        self._filter_timer.stop()
        state = other.tree.capture()
        self._shown = self._wanted()
        self._show(self.row_order.first(self._shown) if other.only else other.model.rows, state)
        if other.only or other.filtering or other.row_order.busy:
            self._reorder()

    def _moved_files(self, before: Session, now: Session) -> list[int]:
        """Return the files that are shown alone, in another session."""
        moved = self._workspace.moved
        if moved is not None:
            found = [int(moved[file]) for file in self.only_files]
        else:
            found = [now.file_of(before.record(file).path) for file in self.only_files]
        return [file for file in found if file >= 0]

    def _reorder(self) -> None:
        """Show the current order and filter; the old rows stay until the new ones are there."""
        wanted = self._wanted()

        def show(rows: Rows) -> None:
            searched = wanted.text != self._shown.text
            if searched:
                self.tree.end_stand_in()
            self._shown = wanted
            self._show(rows, self.tree.capture())
            if self._fold_next and rows.clusters and self.tree.current_top_row() < 0:
                self.tree.open_first(_OPENED_ROWS)  # what was chosen is folded away
            elif searched and wanted.text and rows.clusters:
                self.tree.stand_in(_OPENED_ROWS)
            self._fold_next = False
            if self._chosen is not None:
                self.choose_files(self._chosen)

        self.row_order.ask(wanted, show)

    def _wanted(self) -> RowRequest:
        descending = self._descending or self._column < 0
        only = self.only_files if self.only else None
        return RowRequest(
            self._column, descending, self._text, only, self._explained, frozenset(self._opened)
        )

    # what folders explain
    def set_explained(self, explained: Explained | None) -> None:
        """Fold the clusters away that folders explain; None for none."""
        if explained is not None or self._explained is not None:
            self._explained = explained
            self._fold_next = explained is not None and not self._text
            self._reorder()

    def _turn_explained(self, folder: str) -> None:
        """List the clusters of folders, or fold them away again."""
        self._opened ^= {folder}
        self._reorder()

    def _unfold(self, files: Sequence[int]) -> None:
        """List the clusters of some files, if folders explain them."""
        session, explained = self._workspace.session, self._explained
        if session is None or explained is None or not self.model.rows.folded:
            return
        import numpy as np

        from simfinder.arrays.set_operations import sorted_set

        entries = sorted_set(explained.files.entry[np.asarray(files, dtype=np.int64)])
        shut = {
            explained.folders[at] for at in entries.tolist() if at in self.model.rows.folded
        } - self._opened
        if shut:
            self._opened |= shut
            self._reorder()

    def _show(self, rows: Rows, state: TreeState) -> None:
        self.tree.show_rows(rows, state)
        self.explained.show_rows(self._explained, rows.folded, self._opened)
        self._show_headline()
        self._show_page()
        self.counted.emit(rows.counts)
        self._scope_timer.start()

    def choose_files(self, files: Sequence[int]) -> None:
        """Choose files that were chosen elsewhere, when the rows are shown that were asked for last."""
        self._unfold(files)
        self._chosen = files if self.row_order.busy else None
        if self._chosen is None:
            self.tree.select_files(files)
            self.files_selected.emit()

    @property
    def choosing(self) -> bool:
        """Return whether files are to be chosen as soon as their rows are there."""
        return self._chosen is not None

    @property
    def settled(self) -> bool:
        """Return whether the tree shows what was asked for last."""
        return not self.filtering and not self.row_order.busy and not self._workspace.busy

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
        some = len(self.model.rows) > 0 or bool(self.model.rows.folded)
        self.pages.setCurrentWidget(self._listing if some else self.empty)
        if not some:
            self.empty.describe(self._text, self.only)

    @property
    def listing(self) -> bool:
        """Return whether there are clusters to be seen, and not a sentence that says why there are none."""
        return self.pages.currentWidget() is self._listing

    @property
    def searching(self) -> bool:
        """Return whether a filter or another view says what is listed."""
        return bool(self._text or self.only)

    @property
    def filtering(self) -> bool:
        """Return whether a filter was just typed and is not applied yet."""
        return self._filter_timer.isActive()

    def clusters_in_view(self) -> list[int]:
        """Return the clusters of the session on the screen: the current one first, then open ones, then the others."""
        session = self._workspace.session
        if session is None or not self.model.rows.shows(session.clusters):
            return []
        rows = self.tree.rows_in_view()
        rows.sort(key=lambda row: (not row.current, not row.is_open))
        return list(dict.fromkeys(self.model.rows.cluster_at(row.row) for row in rows))

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
        total = len(session.clusters)
        here = total if self.model.rows.folded else self.model.rows.clusters
        title = counted(total, self.tr("%n cluster"), self.tr("%n clusters"))
        if here != total:
            title = self.tr("%1 of %2").replace("%1", count_text(here)).replace("%2", title)
        self.title.setText(title)
        counts = self.model.rows.counts
        files = len(session.clusters.members) if counts is None else counts.files
        freed = session.clustering.bytes_freed if counts is None else counts.bytes_freed
        parts = [
            counted(files, self.tr("%n file"), self.tr("%n files")),
            self.tr("%1 can be freed").replace("%1", size_text(freed)),
        ]
        brief = parts[1:]
        if self.row_order.busy or self._workspace.edits.busy:
            parts.insert(0, self.tr("sorting…"))
        if session.read_only:
            parts.insert(0, self.tr("read-only"))
        if session.marks:
            marked = counted(len(session.marks), self.tr("%n file marked"), self.tr("%n files marked"))
            brief = [f"{marked} ({size_text(session.marked_bytes)})"]
            parts += brief
        self.summary.show_text(" · ".join(parts), " · ".join(brief))

    # sorting and filtering
    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        self._column, self._descending = column, order is Qt.SortOrder.DescendingOrder
        self._reorder()

    def sort_by(self, column: int) -> None:
        """Sort by a column as a click on its heading does, once more the other way round; -1: by what can be freed."""
        header = self.tree.header()
        again = column >= 0 and header.sortIndicatorSection() == column
        turned = again and header.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
        order = Qt.SortOrder.DescendingOrder if turned else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, order)

    def set_filter(self, text: str) -> None:
        """Show clusters with a file that meets a line of words, see ``app.filtering``."""
        self._text = text.strip()
        self._filter_timer.start()

    def types(self) -> list[str]:
        """Return the types of files, those with the most clusters first."""
        session = self._workspace.session
        return (
            [] if session is None else [count.type for count in session.clustering.types() if count.clusters]
        )

    def selected_file_rows(self) -> list[int]:
        """Return the files whose own rows are chosen."""
        return [int(file) for file in self.tree.selected_rows().files]

    # what marks are about
    def mark_scope(self) -> MarkScope:
        """Return the scope of the marking commands: two or more selected rows, else what a filter shows, else all."""
        if self.model.rows.session is None:
            return MarkScope()
        chosen = self.tree.selected_rows()
        rows, files = len(chosen.clusters), len(chosen.files)
        if rows + files > 1:
            if files:
                return MarkScope(ScopeKind.FILES, len(all_files(chosen, self.model.rows)))
            return MarkScope(ScopeKind.CLUSTERS, rows, some_files=self.model.rows.view.files is not None)
        if self._shown.text or self._shown.only is not None:
            return MarkScope(
                ScopeKind.SHOWN, self.model.rows.clusters, some_files=self.model.rows.view.files is not None
            )
        return MarkScope()

    def files_in_scope(self) -> Mask | None:
        """Return (n,) bool, the files that ``mark_scope`` is about; None where the rows are of another session."""
        session, rows = self._workspace.session, self.model.rows
        if session is None or rows.session is not session:
            return None
        import numpy as np

        scope, table, chosen = self.mark_scope(), rows.table, self.tree.selected_rows()
        wanted = np.zeros(len(table) + 1, dtype=np.bool_)  # the last one is that of files in no cluster
        if scope.kind is ScopeKind.SHOWN:
            wanted[rows.view.clusters] = True
        elif scope:
            wanted[table.cluster_index[np.asarray(chosen.clusters, dtype=np.int64)]] = True
        else:
            wanted[:-1] = True
        mask: Mask = wanted[table.cluster_index]
        if rows.view.files is not None:
            mask &= rows.view.files
        if scope.kind is ScopeKind.FILES:
            mask[np.asarray(chosen.files, dtype=np.int64)] = True
        return mask

    # what a person does
    def go_to_undecided(self) -> None:
        """Go to the next cluster in which nothing is decided, from the end on to the beginning."""
        session = self._workspace.session
        if session is None or not self.model.rows.clusters or not self.model.rows.shows(session.clusters):
            return
        top_row = self._next_undecided(session, self.tree.current_top_row())
        if top_row < 0:
            self._workspace.noticed.emit(Notice(self.tr("You have reviewed every cluster shown.")))
            return
        self.tree.go_to(top_row)

    def _next_undecided(self, session: Session, top_row: int) -> int:
        """Return the place of the next one after another; -1 for none."""
        from simfinder.app.clusters import cluster_filter

        listed = self.model.rows.view.clusters
        return cluster_filter.next_undecided(
            session.clusters, listed, top_row, session.marks, session.clustering.keeping.by_hand
        )

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
        """Say why none of the selected files can be marked."""
        table = session.clusters
        chosen = [file for file in self.tree.selected_files() if file >= 0 and table.cluster_of(file) >= 0]
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

    def copy_paths(self) -> None:
        """Put the paths of the chosen files into the clipboard, one a line; a cluster's row stands for all of them."""
        session, files = self.model.rows.session, [file for file in self.tree.selected_files() if file >= 0]
        if session is None or not files:
            return
        if len(files) > _MOST_COPIED:
            text = self.tr("More than %1 files: export them instead.")
            self._workspace.noticed.emit(Notice(text.replace("%1", count_text(_MOST_COPIED))))
            return
        paths = "\n".join(plain(session.record(file).path) for file in files)
        QGuiApplication.clipboard().setText(paths)
        if len(files) > 1:
            text = self.tr("Copied %1 paths.").replace("%1", count_text(len(files)))
            self._workspace.noticed.emit(Notice(text))

    def _double_clicked(self, index: QModelIndex) -> None:
        if self.model.kind_of(index) is Row.MORE:
            self.tree.list_more(index)
        elif index.internalId() and index.column() != Column.NAME:
            self.open_file(index)

    def _open_menu(self, index: QModelIndex, place: QPoint) -> None:
        """Open the menu of a row at a place of the screen."""
        if self.model.file_of(index) >= 0:
            RowMenu(self, self._workspace, index).popup(place)

    def current_cluster(self) -> tuple[int | None, str]:
        """Return the cluster of the current row and its name; None where there is none."""
        index = self.tree.currentIndex()
        if self.model.rows.session is None or self.model.kind_of(index) not in (Row.CLUSTER, Row.FILE):
            return None, ""
        row = self.model.top_row_of(index)
        if row < 0:
            return None, ""
        session = self._workspace.session
        file = self.model.rows.kept_of(row)
        if session is None or session.clusters.cluster_of(file) < 0:
            return None, ""
        return session.clusters.cluster_of(file), self.model.index_at(row).data()


class RowMenu(QMenu):
    """Made anew for each row; what the window is to do is said by the signals of the panel.

    Args:
        panel: whose row it is.
        workspace: whose marks and kept files are changed.
        index: the row.
    """

    def __init__(self, panel: ClusterPanel, workspace: WindowState, index: QModelIndex) -> None:
        super().__init__(panel)
        self._panel, self._workspace, self._model = panel, workspace, panel.model
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setToolTipsVisible(True)
        kind, file, path = self._model.kind_of(index), self._model.file_of(index), self._model.path_of(index)
        if kind in (Row.CLUSTER, Row.FILE):
            self._add_marks(index, file)
            self.addSeparator()
        like = self.tr("Find files like this one")
        self.addAction(like + "\t" + key_text("Ctrl+L"), lambda: self._panel.like_wanted.emit(path))
        self.addSeparator()
        self.addAction(self.tr("Open") + "\t" + key_text("Enter"), lambda: open_path(path))
        pair = self._model.pair_of(index)
        if pair is not None and (session := self._model.rows.session) is not None:
            whole = session.record(pair.whole).path
            self.addAction(self.tr("Open the whole"), lambda: open_path(whole))
        show = self.tr("Show in folder") + "\t" + key_text("Ctrl+Shift+E")
        self.addAction(show, lambda: show_in_folder(path))
        paths = max(1, len(panel.tree.selected_files()))
        copy = counted(paths, self.tr("Copy path"), self.tr("Copy %n paths"))
        copy += "\t" + key_text("Ctrl+C")
        self.addAction(copy, panel.copy_paths)

    def _inner(self, session: Session, cluster: int, file: int) -> QMenu:
        """List what a cluster's menu can mark at once, with the number of files."""
        from simfinder.app.removal import mark_files

        inner = QMenu(self.tr("Mark in this cluster"), self)
        inner.setToolTipsVisible(True)
        for wish in ("older", "identical", "similar", "all", "invert"):
            proposal = mark_files.propose(session, mark_files.Wish(wish), clusters=[cluster])
            found = proposal.preview
            count = counted(found.files, self.tr("%n file"), self.tr("%n files"))
            text = f"{wish_text(wish)}\t{count}, {size_text(found.bytes)}"
            action = inner.addAction(text, partial(self._workspace.mark_proposed, proposal))
            action.setToolTip(
                plain_text(preview_text(proposal) if proposal.left_alone.files else wish_tip(wish))
            )
            action.setEnabled(bool(found.files or proposal.cleared))
        members = session.clusters.cluster(cluster).members
        marked = [f for f in (session.file_of(m.file.path) for m in members) if f in session.marks]
        none = inner.addAction(self.tr("None"), lambda: self._workspace.mark(marked, False))
        none.setEnabled(bool(marked))
        inner.addSeparator()
        folder = os.path.dirname(session.record(file).path)
        inner.addAction(self.tr("All of this folder…"), lambda: self._panel.marks_wanted.emit("in", folder))
        inner.addAction(
            self.tr("All but this folder…"), lambda: self._panel.marks_wanted.emit("not-in", folder)
        )
        inner.setEnabled(not session.read_only)
        return inner

    def _add_marks(self, index: QModelIndex, file: int) -> None:
        """Add the commands on marks, the kept file and exceptions."""
        session = self._model.rows.session
        assert session is not None
        files, scope = self._panel.tree.markable_files(), self._panel.mark_scope()
        marked = bool(files) and all(one in session.marks for one in files)
        text = self.tr("Unmark") if marked else self.tr("Mark")
        mark = self.addAction(text + "\t" + key_text("Space"), lambda: self._panel.toggle_marks(files))
        mark.setEnabled(bool(files) and not session.read_only)
        if scope.kind in (ScopeKind.CLUSTERS, ScopeKind.FILES):
            text = mark_text("older", scope) + "\t" + key_text("Ctrl+Shift+M")
            older = self.addAction(text, self._panel.older_wanted.emit)
            older.setToolTip(plain_text(mark_tip("older", scope)))
            older.setEnabled(not session.read_only)
        cluster = session.clusters.cluster_of(file)
        if cluster >= 0:  # else the file has just left it, and the new rows are not there yet
            self.addMenu(self._inner(session, cluster, file))
        if not index.internalId():
            self._add_apart(self.tr("Break up this cluster"), index)
            return
        kept = self._model.file_of(index.parent())
        keep = self.addAction(self.tr("Keep this file") + "\tK", lambda: self._workspace.keep_file(file))
        keep.setEnabled(file != kept)
        self._add_leaving(index)
        if (reached := session.clustering.reached_through(file)) is not None:
            name = shown(os.path.basename(session.record(reached[0]).path)).replace("&", "&&")
            text = self.tr("Compare with %1").replace("%1", name) + "\t" + key_text("Ctrl+F8")
            compare = self.addAction(text, self._panel.compare_wanted.emit)
            compare.setToolTip(plain_text(reached_text(session, file)))
        rest, off = split_rows.cut(self._model, index)
        text = self.tr("Split cluster here") + "\t" + key_text("Ctrl+Shift+X")
        cut = self.addAction(text, lambda: self._panel.cut_wanted.emit(rest, off))
        cut.setToolTip(self.tr("Split this file and those below it off from those above, for good"))
        cut.setEnabled(bool(off))

    def _add_leaving(self, index: QModelIndex) -> None:
        files = split_rows.leaving(self._model, index, self._panel.selected_file_rows())
        text = counted(
            max(1, len(files)),
            self.tr("Remove from this cluster"),
            self.tr("Remove %n from this cluster"),
        )
        action = self.addAction(
            text + "\t" + key_text("Ctrl+Shift+N"), lambda: self._panel.leave_wanted.emit(files)
        )
        action.setToolTip(
            self.tr(
                "Keep it out of this cluster for good; the rest stays together. The file itself is not"
                " touched"
            )
        )
        action.setEnabled(bool(files))

    def _add_apart(self, text: str, index: QModelIndex) -> None:
        files = split_rows.apart(self._model, index)
        action = self.addAction(
            text + "\t" + key_text("Ctrl+Shift+N"), lambda: self._panel.apart_wanted.emit(files)
        )
        action.setEnabled(bool(files))
