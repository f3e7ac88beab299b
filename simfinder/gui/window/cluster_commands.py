"""Commands on clusters and their files: mark them, remove them from a cluster, split it, show one in its folder.

They act on what the cluster tree shows or on what is selected in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex

from simfinder.gui.cluster_tree.split_rows import apart, cut, leaving
from simfinder.gui.state.mark_scope import mark_text, mark_tip, short_text, where_folder_text, where_text
from simfinder.gui.state.window_state import Notice
from simfinder.gui.widgets.open_external import show_in_folder

if TYPE_CHECKING:
    from simfinder.app.session.session import Session
    from simfinder.gui.state.mark_scope import Mask
    from simfinder.gui.window.parts import WindowParts


def connect_commands(parts: WindowParts) -> None:
    """Let the commands act on the clusters."""
    commands, clusters = parts.commands, parts.clusters
    for rule, action in commands.mark_rules.items():
        action.triggered.connect(partial(lambda rule: mark(parts, rule), rule))
    commands.not_same.triggered.connect(lambda: part_current(parts))
    commands.cut.triggered.connect(lambda: cut_current(parts))
    commands.show_folder.triggered.connect(lambda: show_current(parts))
    commands.next_undecided.triggered.connect(clusters.go_to_undecided)
    commands.open_all.triggered.connect(clusters.tree.open_all)
    commands.close_all.triggered.connect(clusters.tree.close_all)
    commands.sorts.triggered.connect(lambda action: clusters.sort_by(action.data()))
    clusters.tree.header().sortIndicatorChanged.connect(lambda column, _: commands.check_sort(column))


def show_scope(parts: WindowParts) -> None:
    """Let the marking commands say what they are about."""
    scope, commands = parts.clusters.mark_scope(), parts.commands
    for rule, action in commands.mark_rules.items():
        action.setText(mark_text(rule, scope))
        keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
        commands.set_usual_tip(action, f"{mark_tip(rule, scope)} ({keys})")
    parts.top.show_mark_text(mark_text("older", scope), short_text(scope))


def mark(parts: WindowParts, rule: str) -> None:
    """Mark what a rule names, among what the window shows or what is selected in it."""
    clusters, scope = parts.clusters, parts.clusters.mark_scope()
    if not scope:
        parts.workspace.mark_rule(rule)
        return
    files = clusters.files_in_scope()
    if files is not None:
        parts.workspace.mark_rule(rule, lambda _: files, where_text(scope))


def mark_in_folder(parts: WindowParts, folder: str) -> None:
    """Mark the older versions in a folder or below it."""

    def files(session: Session) -> Mask:
        from simfinder.app.removal.mark_files import files_inside

        return files_inside(session, folder)

    parts.workspace.mark_rule("older", files, where_folder_text(folder))


def mark_files(parts: WindowParts, files: Sequence[int], where: str) -> None:
    """Mark the older versions among some files of the session that is shown."""
    parts.workspace.mark_rule("older", partial(_mask, files), where)


def _mask(files: Sequence[int], session: Session) -> Mask:
    import numpy as np

    mask = np.zeros(len(session.clusters.cluster_index), dtype=np.bool_)
    mask[np.asarray(files, dtype=np.int64)] = True
    return mask


def part_current(parts: WindowParts) -> None:
    """Remove the chosen files from their clusters, or break up the chosen cluster."""
    model, index = parts.clusters.model, _current(parts)
    if files := apart(model, index):
        parts.small_jobs.not_the_same(files)
    elif files := leaving(model, index, parts.clusters.selected_file_rows()):
        parts.small_jobs.leave(files)
    else:
        _say(parts, _tr("Choose a cluster whose files differ, or a file in one."))


def undo(parts: WindowParts) -> None:
    """Take back what was done last: exceptions, or else a batch."""
    if parts.small_jobs.can_take_back:
        parts.small_jobs.take_back()
    else:
        parts.work.undo(None)


def cut_current(parts: WindowParts) -> None:
    """Split a cluster at the current row."""
    rest, off = cut(parts.clusters.model, _current(parts))
    if off:
        parts.small_jobs.cut(rest, off)
    else:
        _say(parts, _tr("Choose a file of a cluster that differs from those above it."))


def show_current(parts: WindowParts) -> None:
    """Show the file of the current row in its folder."""
    if path := parts.clusters.model.path_of(_current(parts)):
        show_in_folder(path)
    else:
        _say(parts, _tr("Choose a file first."))


def _current(parts: WindowParts) -> QModelIndex:
    """Return the current row; none while another view is shown."""
    tree = parts.clusters.tree
    return tree.currentIndex() if tree.isVisible() else QModelIndex()


def _say(parts: WindowParts, text: str) -> None:
    parts.banner.show_notice(Notice(text))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Parting", text)
