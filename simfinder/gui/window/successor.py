"""A window that takes the place of another one: the same results, marks, selection and views, in another language.

All texts are put into widgets when these are made, so a new language means a new window. Nothing is computed or read
again for it, except what only the window knew: the list of saved results, the journal, the comparison of folders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simfinder.gui.window.main_window import MainWindow


def is_at_rest(window: MainWindow) -> bool:
    """Bring a window's background work to an end; return whether nothing runs any more. ``bridge.idle`` follows if not.

    A job that a person has started is not stopped.
    """
    if window.work.busy or window.workspace.busy:
        return False
    window.checks.rest()
    window.following.stop()
    return not window.bridge.busy


def take_over(new: MainWindow, old: MainWindow) -> None:
    """Let a new window, of the same settings, show what the old one shows. The old one has to be at rest."""
    new.checks.stopped = old.checks.stopped
    new.files.adopt(old.files)
    new.work.adopt(old.work)
    new.workspace.adopt(old.workspace)
    new.commands.forms.setChecked(new.workspace.with_forms)
    new.top.filter.setText(old.top.filter.text())
    new.clusters.adopt(old.clusters)
    new.overview.adopt(old.overview)
    new.details.tabs.setCurrentIndex(old.details.tabs.currentIndex())
    new.update_commands()
    if not old.isMaximized() and not old.isFullScreen():
        new.resize(old.size())  # one that is larger than the screen was made smaller when it was restored
