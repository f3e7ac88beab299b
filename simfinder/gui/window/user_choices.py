"""Apply the remembered settings to the parts of the window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from simfinder.gui.window import action_state
from simfinder.model.removal_plan import ActKind

if TYPE_CHECKING:
    from simfinder.app.removal.saved_keep_rules import SavedRules
    from simfinder.app.session.saved.save_and_load import Saved
    from simfinder.gui.window.parts import WindowParts


def connect_commands(parts: WindowParts) -> None:
    """Let the commands show and change the settings."""
    commands, workspace, settings = parts.commands, parts.workspace, parts.workspace.settings
    set_default_act(parts, ActKind(settings.act))
    commands.check_keep_rule(workspace.keep_rule)
    commands.keep_rules.triggered.connect(lambda action: set_keep_rules(parts, action.data()))
    commands.hidden.toggled.connect(partial(set_hidden, parts))
    commands.hidden.setChecked(settings.hidden)
    commands.autosave.setChecked(settings.autosave)
    commands.autosave.toggled.connect(partial(set_autosave, parts))
    commands.notify.setChecked(settings.notify)
    commands.notify.toggled.connect(workspace.set_notify)
    commands.follow.toggled.connect(partial(set_follow, parts))
    commands.follow.setChecked(settings.watch)
    commands.thumbnails.toggled.connect(partial(set_thumbnails, parts))
    commands.thumbnails.setChecked(settings.thumbnails)
    set_thumbnails(parts, settings.thumbnails)
    commands.comfortable.toggled.connect(partial(set_comfortable, parts))
    commands.comfortable.setChecked(settings.comfortable)


def set_keep_rules(parts: WindowParts, rules: str) -> None:
    """Choose kept files by these rules."""
    parts.workspace.set_keep_rule(rules)
    parts.commands.check_keep_rule(rules)


def offer_saved_rules(parts: WindowParts, saved: Sequence[SavedRules]) -> None:
    """Offer saved keep rules in the menus."""
    named = [(one.name, one.rules) for one in saved]
    parts.menus.show_saved_rules(parts.commands.show_saved_rules(named, parts.workspace.keep_rule))


def set_default_act(parts: WindowParts, kind: ActKind) -> None:
    """Let the removal button and the Delete key do this."""
    parts.workspace.settings.act = str(kind)
    parts.commands.set_default_act(kind)
    parts.top.show_default_act(parts.commands.default_act)
    action_state.update(parts)


def offer_recent(parts: WindowParts, recent: Sequence[Saved]) -> None:
    """Offer the last results in the menus and where nothing is shown."""
    files, empty = parts.files, parts.clusters.empty
    entries = [
        (files.words(saved), files.figures(saved), partial(files.open, saved.path)) for saved in recent
    ]
    parts.menus.show_recent(entries)
    if entries:
        text, tip, call = entries[0]
        empty.offer_results(_tr("Continue with the results of %1").replace("%1", text), tip)
        empty.resume_wanted.connect(call)


def set_autosave(parts: WindowParts, wanted: bool) -> None:
    """Save results by themselves, or not."""
    parts.workspace.settings.autosave = wanted
    parts.files.save_by_itself()


def set_thumbnails(parts: WindowParts, wanted: bool) -> None:
    """Show large thumbnails beside names, or small ones."""
    parts.workspace.settings.thumbnails = wanted
    parts.clusters.tree.show_thumbnails(parts.thumbnails, large=wanted)


def set_comfortable(parts: WindowParts, wanted: bool) -> None:
    """Give rows a second line, or not."""
    parts.workspace.settings.comfortable = wanted
    parts.clusters.tree.show_comfortable(wanted)


def set_follow(parts: WindowParts, wanted: bool) -> None:
    """Watch the folders, or not."""
    settings = parts.workspace.settings
    settings.watch, settings.watch_many = wanted, settings.watch_many and wanted
    parts.following.set_wanted(wanted)


def set_hidden(parts: WindowParts, hidden: bool) -> None:
    """Scan hidden files, or not."""
    parts.workspace.settings.hidden = hidden
    parts.workspace.folders_changed.emit()


def _tr(text: str) -> str:
    return QCoreApplication.translate("MainWindow", text)
