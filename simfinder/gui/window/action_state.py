"""Decide which commands can be used now. Reads the window's state and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton

from simfinder.gui.controllers.removal_jobs import Task
from simfinder.gui.overview.overview import View
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.window import cluster_commands

if TYPE_CHECKING:
    from simfinder.gui.window.parts import WindowParts


def _tr(text: str) -> str:
    return QCoreApplication.translate("MainWindow", text)


def update(parts: WindowParts) -> None:
    """Enable what can be done now, and say of the rest why it can't."""
    commands, session = parts.commands, parts.workspace.session
    free = not parts.work.busy
    some = session is not None and len(session.clusters) > 0
    marked = parts.workspace.marked > 0
    commands.scan.setEnabled(free and bool(parts.workspace.folders))
    for action in (
        commands.mark_older,
        commands.mark_identical,
        commands.mark_all,
        *commands.mark_wishes.values(),
    ):
        action.setEnabled(some and parts.work.task is not Task.ACT)
    cluster_commands.show_scope(parts)
    can_mark = session is not None and not (session.read_only or session.incomplete)
    parts.folders.set_can_mark(commands.mark_older.isEnabled() and can_mark)
    read_only = session is not None and session.read_only
    incomplete = session is not None and session.incomplete
    for action in (commands.mark_older, commands.mark_identical, commands.mark_all):
        action.setEnabled(action.isEnabled() and not read_only)
        _explain(action, _tr("These results are read-only: the files are elsewhere."), read_only)
        if incomplete:
            action.setEnabled(False)
            _explain(
                action, _tr("The scan was stopped early: rules mark nothing until all files are read."), True
            )
    for action in commands.mark_wishes.values():
        action.setEnabled(action.isEnabled() and not read_only)
    commands.open_results.setEnabled(free)
    commands.save_results.setEnabled(session is not None)
    for action in commands.exports.actions():
        action.setEnabled(free and session is not None)
    for action in (commands.next_change, commands.previous_change):
        action.setEnabled(some)
    commands.clear.setEnabled(marked)
    for action in commands.acts.values():
        action.setEnabled(free and not read_only and (marked or (some and action is commands.default_act)))
    commands.undo.setEnabled(free and (parts.work.can_undo or parts.small_jobs.can_take_back))
    commands.like.setEnabled(some)
    for action in (commands.not_same, commands.cut, commands.show_folder, commands.compare_through):
        action.setEnabled(some and parts.clusters.tree.isEnabled())
    commands.sorts.setEnabled(some)
    commands.open_all.setEnabled(some)
    commands.next_undecided.setEnabled(some)
    proven = session is not None and session.proven
    commands.check.setEnabled(some and free and proven and not parts.checks.running)
    commands.close_all.setEnabled(some)
    for action in commands.views.actions():
        action.setEnabled(session is not None)
    commands.history.setEnabled(bool(parts.work.batches))
    commands.problems.setEnabled(bool(parts.work.problems))
    commands.passed_over.setEnabled(session is not None)
    commands.forms.setEnabled(session is not None)
    commands.forms.setChecked(parts.workspace.with_forms)
    show_next(parts)


def show_next(parts: WindowParts) -> None:
    """Let the button stand out that most people need next."""
    parts.top.show_next(_next_step(parts))


def _next_step(parts: WindowParts) -> QToolButton | None:
    """Return the button that most people need next; none while something else in the window stands out, or works."""
    top, session = parts.top, parts.workspace.session
    if parts.work.busy or session is None or parts.overview.view is View.FOLDERS:
        return None
    if parts.overview.view is View.CLUSTERS and not parts.clusters.listing:
        return None
    if parts.folders.stale or session.incomplete:
        return top.scan
    if not len(session.clusters) or session.read_only:
        return None
    return top.trash if parts.workspace.marked else top.mark


def _explain(action: QAction, why: str, unable: bool) -> None:
    """Say in a tip why something can't be done now, and take it back when it can."""
    usual = action.property("usual tip")
    if usual is None:
        usual = action.toolTip()
        action.setProperty("usual tip", usual)
    action.setToolTip(plain_text(why if unable else usual))
