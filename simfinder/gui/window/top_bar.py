"""The bar at the top: buttons of commands, the filter box, the menu with the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from simfinder.gui.controllers.user_actions import Commands
from simfinder.gui.style.icons import Icon, set_icon
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.window.filter_chip import FilterChip
from simfinder.gui.window.filter_completion import FilterCompletion
from simfinder.gui.window.filter_menu import FilterMenu
from simfinder.model.removal_plan import ActKind

_GAPS = 12  # pixels between groups of buttons
_CHIP = 190
_ICON_GAP = 3  # pixels more than Qt leaves between icon and text


class FilterBox(QLineEdit):
    """Escape clears it and leaves; Down and Enter go to the tree."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(self.tr("Filter by name or folder"))
        self.setAccessibleName(self.tr("Filter by name or folder"))
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(110)
        self.setMaximumWidth(210)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class TopBar(QFrame):
    """All of it in one row."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.filter = FilterBox()
        self.filters = FilterMenu(self.filter)
        self.completion = FilterCompletion(self.filter)
        self.chip = FilterChip()
        self.add = self._button(commands.add, Icon.ADD)
        self.scan = self._button(commands.scan, Icon.SCAN, role="primary")
        self.mark = self._button(commands.mark_older, Icon.MARK)
        self._mark_text = self._mark_short = commands.mark_older.text()
        menu = QMenu(self.mark)
        menu.addActions([commands.mark_older, commands.mark_identical, commands.mark_all])
        menu.addSeparator()
        menu.addActions(list(commands.mark_wishes.values()))
        menu.addSeparator()
        menu.addAction(commands.clear)
        menu.setToolTipsVisible(True)
        self.mark.setMenu(menu)
        self.mark.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.clear = self._button(commands.clear)
        self.trash = self._button(commands.default_act, Icon.TRASH)
        for kind in (ActKind.TRASH, ActKind.DELETE):
            set_icon(commands.acts[kind], Icon.TRASH)
        acts = QMenu(self.trash)
        acts.setToolTipsVisible(True)
        for kind, action in commands.acts.items():
            if kind in (ActKind.HARDLINK, ActKind.DELETE):
                acts.addSeparator()
            acts.addAction(action)
        self.trash.setMenu(acts)
        self.trash.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.move_to = self._button(commands.move, Icon.MOVE)
        self.undo = self._button(commands.undo, Icon.UNDO)
        self.keep = QMenu(self.tr("Keep in each cluster"), self)
        self.keep.setToolTipsVisible(True)
        self.keep.addActions(commands.keep_rules.actions())
        self._saved: list[QAction] = []
        self._saved_end = self.keep.addSeparator()
        self.keep.addAction(commands.keep_more)
        self.more = QToolButton()
        self.more.setText("⋯")
        self.more.setAccessibleName(self.tr("More"))
        self.more.setToolTip(self.tr("More"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(self._more_menu(commands))
        self._lay_out()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 9, 12, 9)
        row.setSpacing(8)
        for widget in (
            self.add,
            self.scan,
            None,
            self.mark,
            self.clear,
            None,
            self.trash,
            self.move_to,
            self.undo,
        ):
            if widget is None:
                row.addSpacing(6)
            else:
                widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.chip)
        row.addWidget(self.filter, 2)
        row.addWidget(self.filters)
        row.addWidget(self.more)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def focus_filter(self) -> None:
        """Let a person type what to filter by."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def show_mark_text(self, text: str, short: str) -> None:
        """Show what the button marks, in full and in short."""
        if text != self._mark_text:
            self._mark_text, self._mark_short = text, short
            self._fit()

    def show_recent(self, entries: Sequence[tuple[str, str, Callable[[], None]]]) -> None:
        """List results that can be opened: a line, a tip, and what opens them."""
        self.recent.clear()
        for text, tip, call in entries:
            action = self.recent.addAction(text.replace("&", "&&"), call)
            action.setToolTip(plain_text(tip))
        self.recent.setEnabled(bool(entries))

    def show_default_act(self, action: QAction) -> None:
        """Let the removal button mean this act."""
        action.setIconText(action.text())
        self.trash.setDefaultAction(action)
        self.trash.setAccessibleName(action.text())

    def show_saved_rules(self, actions: Sequence[QAction]) -> None:
        """List saved keep rules in the menu, below the plain ones."""
        for old in self._saved:
            self.keep.removeAction(old)
        self._saved = list(actions)
        if actions:
            self._saved.insert(0, self.keep.insertSeparator(self._saved_end))
            self.keep.insertActions(self._saved_end, list(actions))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the buttons that are needed least in a narrow window; the menu has them too."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        layout = self.layout()
        assert layout is not None
        margins, gap = layout.contentsMargins(), layout.spacing()
        room = self.width() - margins.left() - margins.right() - _GAPS
        buttons = [self.add, self.scan, self.mark, self.clear, self.trash, self.move_to, self.undo]
        small = self.more.sizeHint().width() + self.filters.sizeHint().width() + gap
        self._say_mark(self._mark_text)
        side = self.fontMetrics().ascent() + 4
        for button in buttons:
            button.setIconSize(QSize(side + _ICON_GAP, side))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        always = (self.filter.minimumWidth(), small, self.chip.isVisible() * _CHIP)
        needed = sum(always) + sum(button.sizeHint().width() + gap for button in buttons) + 2 * gap
        if needed > room:  # words say more than icons
            for button in buttons:
                before = button.sizeHint().width()
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
                needed += button.sizeHint().width() - before
        if needed > room:
            before = self.mark.sizeHint().width()
            self._say_mark(self._mark_short)
            needed += self.mark.sizeHint().width() - before
        for button in (self.move_to, self.clear, self.undo, self.add):
            fits = needed <= room
            button.setVisible(fits)
            if not fits:
                needed -= button.sizeHint().width() + gap

    def _say_mark(self, text: str) -> None:
        action = self.mark.defaultAction()
        if action.iconText() != text:
            action.setIconText(text)
        self.mark.setAccessibleName(self._mark_text)

    def _button(self, action: QAction, icon: Icon | None = None, *, role: str = "") -> QToolButton:
        button = QToolButton(self)
        if icon is not None:
            set_icon(action, icon, "accent_text" if role == "primary" else "text")
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAccessibleName(action.text())
        action.setIconText(action.text())  # Qt's own short form loses the ellipsis
        if role:
            button.setProperty("role", role)
        return button

    def _more_menu(self, commands: Commands) -> QMenu:
        menu = QMenu(self.more)
        menu.setToolTipsVisible(True)
        menu.addActions(commands.views.actions())
        menu.addActions([commands.thumbnails, commands.forms])
        menu.addSeparator()
        results = menu.addMenu(self.tr("Results"))
        results.setToolTipsVisible(True)
        results.addAction(commands.open_results)
        self.recent = results.addMenu(self.tr("Recent results"))
        self.recent.setToolTipsVisible(True)
        self.recent.setEnabled(False)
        results.addAction(commands.save_results)
        export = results.addMenu(self.tr("Export"))
        export.addActions(commands.exports.actions())
        results.addSeparator()
        results.addActions([commands.autosave, commands.follow])
        menu.addSeparator()
        sort = menu.addMenu(self.tr("Sort clusters"))
        sort.setToolTipsVisible(True)
        sort.addActions(commands.sorts.actions())
        menu.addActions([commands.next_undecided, commands.open_all, commands.close_all])
        menu.addSeparator()
        chosen = menu.addMenu(self.tr("Chosen file"))
        chosen.setToolTipsVisible(True)
        chosen.addActions(
            [
                commands.like,
                commands.compare_through,
                commands.compare_large,
                commands.not_same,
                commands.cut,
                commands.show_folder,
            ]
        )
        menu.addAction(commands.like_file)
        menu.addSeparator()
        menu.addActions([commands.add, commands.clear, commands.move, commands.undo])
        menu.addSeparator()
        menu.addAction(commands.check)
        menu.addMenu(self.keep)
        menu.addActions([commands.reset, commands.scan_rules, commands.hidden])
        menu.addSeparator()
        menu.addActions([commands.history, commands.apart, commands.problems, commands.passed_over])
        menu.addSeparator()
        menu.addActions([commands.settings, commands.keys, commands.log, commands.about, commands.quit])
        return menu
