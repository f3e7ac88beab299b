"""Context menu of a row in the cluster tree: everything to do with its file or its cluster."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QMenu

from simfinder.gui.cluster_tree import split_rows
from simfinder.gui.cluster_tree.model.row_kinds import Row
from simfinder.gui.cluster_tree.model.tooltips import reached_text
from simfinder.gui.state.mark_scope import ScopeKind, mark_text, mark_tip
from simfinder.gui.state.window_state import WindowState
from simfinder.gui.widgets.open_external import open_path, show_in_folder
from simfinder.gui.wording.formatting import counted, key_text, shown, size_text
from simfinder.gui.wording.mark_words import preview_text, wish_text, wish_tip

if TYPE_CHECKING:
    from simfinder.app.session.session import Session
    from simfinder.gui.cluster_tree.cluster_panel import ClusterPanel


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
            action.setToolTip(preview_text(proposal) if proposal.left_alone.files else wish_tip(wish))
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
            older.setToolTip(mark_tip("older", scope))
            older.setEnabled(not session.read_only)
        self.addMenu(self._inner(session, session.clusters.cluster_of(file), file))
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
            compare.setToolTip(reached_text(session, file))
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
