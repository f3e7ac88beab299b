"""The menu bar: every command once, where people look for it, with its keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from simfinder.gui.controllers.user_actions import Commands
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.model.removal_plan import ActKind


class Menus(QObject):
    """The menus of a window.

    Args:
        bar: to be filled; on macOS it is the one at the top of the screen.
        commands: of the window.

    Attributes:
        keep: the menu of keep rules.
        recent: results that were saved last.
    """

    def __init__(self, bar: QMenuBar, commands: Commands) -> None:
        super().__init__(bar)
        self._bar = bar
        self.keep, self.recent = (
            QMenu(self.tr("Keep in each cluster"), bar),
            QMenu(self.tr("Recent results"), bar),
        )
        for menu in (self.keep, self.recent):
            menu.setToolTipsVisible(True)
        self.keep.addActions(commands.keep_rules.actions())
        self._saved: list[QAction] = []
        self._saved_end = self.keep.addSeparator()
        self.keep.addAction(commands.keep_more)
        self.recent.setEnabled(False)
        self._add_file(commands)
        self._add_edit(commands)
        self._add_view(commands)
        self._add_scan(commands)
        self._add_clusters(commands)
        help_ = self._menu(self.tr("&Help"))
        help_.addActions([commands.keys, commands.log, commands.about])
        for action, role in (
            (commands.settings, QAction.MenuRole.PreferencesRole),
            (commands.about, QAction.MenuRole.AboutRole),
            (commands.quit, QAction.MenuRole.QuitRole),
        ):
            action.setMenuRole(role)

    def _menu(self, title: str, parent: QMenu | None = None) -> QMenu:
        menu = self._bar.addMenu(title) if parent is None else parent.addMenu(title)
        menu.setToolTipsVisible(True)
        return menu

    def _add_file(self, commands: Commands) -> None:
        menu = self._menu(self.tr("&File"))
        menu.addActions([commands.add, commands.like_file])
        menu.addSeparator()
        menu.addAction(commands.open_results)
        menu.addMenu(self.recent)
        menu.addAction(commands.save_results)
        self._menu(self.tr("Export"), menu).addActions(commands.exports.actions())
        menu.addAction(commands.autosave)
        menu.addSeparator()
        menu.addAction(commands.quit)

    def _add_edit(self, commands: Commands) -> None:
        menu = self._menu(self.tr("&Edit"))
        menu.addActions([commands.undo, commands.history])
        menu.addSeparator()
        mark = self._menu(self.tr("Mark"), menu)
        mark.addActions([commands.mark_older, commands.mark_identical, commands.mark_all])
        mark.addSeparator()
        mark.addActions(list(commands.mark_wishes.values()))
        menu.addAction(commands.clear)
        menu.addMenu(self.keep)
        remove = self._menu(self.tr("Remove marked files"), menu)
        for kind, action in commands.acts.items():
            if kind in (ActKind.HARDLINK, ActKind.DELETE):
                remove.addSeparator()
            remove.addAction(action)
        menu.addSeparator()
        menu.addActions([commands.find, commands.settings])

    def _add_view(self, commands: Commands) -> None:
        menu = self._menu(self.tr("&View"))
        menu.addActions(commands.views.actions())
        menu.addSeparator()
        self._menu(self.tr("Sort clusters"), menu).addActions(commands.sorts.actions())
        menu.addActions([commands.open_all, commands.close_all])
        menu.addSeparator()
        menu.addActions([commands.thumbnails, commands.comfortable, commands.forms, commands.compare_large])

    def _add_scan(self, commands: Commands) -> None:
        menu = self._menu(self.tr("&Scan"))
        menu.addActions([commands.scan, commands.check])
        menu.addSeparator()
        menu.addActions([commands.scan_rules, commands.hidden, commands.reset, commands.follow])
        menu.addSeparator()
        menu.addActions([commands.passed_over, commands.problems])

    def _add_clusters(self, commands: Commands) -> None:
        menu = self._menu(self.tr("&Clusters"))
        menu.addAction(commands.next_undecided)
        menu.addSeparator()
        menu.addActions(
            [
                commands.like,
                commands.show_folder,
                commands.not_same,
                commands.cut,
                commands.apart,
            ]
        )
        menu.addSeparator()
        menu.addActions([commands.compare_through, commands.next_other, commands.previous_other])
        menu.addActions([commands.next_change, commands.previous_change, commands.go_to])

    def show_recent(self, entries: Sequence[tuple[str, str, Callable[[], None]]]) -> None:
        """List results that can be opened: a line, a tip, and what opens them."""
        self.recent.clear()
        for text, tip, call in entries:
            action = self.recent.addAction(text.replace("&", "&&"), call)
            action.setToolTip(plain_text(tip))
        self.recent.setEnabled(bool(entries))

    def show_saved_rules(self, actions: Sequence[QAction]) -> None:
        """List saved keep rules below the plain ones."""
        for old in self._saved:
            self.keep.removeAction(old)
        self._saved = list(actions)
        if actions:
            self._saved.insert(0, self.keep.insertSeparator(self._saved_end))
            self.keep.insertActions(self._saved_end, list(actions))
