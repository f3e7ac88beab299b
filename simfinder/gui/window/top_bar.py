"""The bar at the top: buttons of commands, and the filter box. All commands are in ``menu_bar``."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from simfinder.gui.controllers.user_actions import Commands
from simfinder.gui.style.fonts import grown
from simfinder.gui.style.icons import Icon, set_icon
from simfinder.gui.window.filter.chip import FilterChip
from simfinder.gui.window.filter.completion import FilterCompletion
from simfinder.gui.window.filter.menu import FilterMenu
from simfinder.model.removal_plan import ActKind

_GAPS = 12  # pixels between groups of buttons
_CHIP = 190
_LEAST_FILTER, _MOST_FILTER = 110, 210  # pixels
_BESIDE_WORDS = 26  # pixels of the filter box beside its words
_ICON_GAP = 3  # pixels more than Qt leaves between icon and text


class FilterBox(QLineEdit):
    """Escape clears it and leaves; Down and Enter go to the tree."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Filter by name or folder"))
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)  # the whole window takes folders
        self.setMinimumWidth(grown(_LEAST_FILTER, self.fontMetrics()))
        self.setMaximumWidth(grown(_MOST_FILTER, self.fontMetrics()))
        self.completion = FilterCompletion(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say what can be typed, in as many words as there is room for."""
        super().resizeEvent(event)
        words, room = self.tr("Filter by name or folder"), self.width() - _BESIDE_WORDS
        fits = self.fontMetrics().horizontalAdvance(words) <= room
        self.setPlaceholderText(words if fits else self.tr("Filter"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.completion.wants(Qt.Key(event.key())):
            event.ignore()  # then Qt takes the chosen word, or closes the list
        elif event.key() == Qt.Key.Key_Escape:
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
        self.completion = self.filter.completion
        self.chip = FilterChip()
        self.add = self._button(commands.add, Icon.ADD)
        self.scan = self._button(commands.scan, Icon.SCAN)
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

    def focus_filter(self) -> None:
        """Let a person type what to filter by."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def show_mark_text(self, text: str, short: str) -> None:
        """Show what the button marks, in full and in short."""
        if text != self._mark_text:
            self._mark_text, self._mark_short = text, short
            self._fit()

    def show_next(self, button: QToolButton | None) -> None:
        """Let the button of the next step stand out; None for none of them."""
        icons = {self.scan: Icon.SCAN, self.mark: Icon.MARK, self.trash: Icon.TRASH}
        for one, icon in icons.items():
            role = "primary" if one is button else ""
            if (one.property("role") or "") != role:
                one.setProperty("role", role)
                one.style().unpolish(one)
                one.style().polish(one)
            if one.defaultAction() is not None:
                set_icon(one.defaultAction(), icon, "accent_text" if role else "text")
        self._fit()

    def show_default_act(self, action: QAction) -> None:
        """Let the removal button mean this act."""
        action.setIconText(action.text())
        self.trash.setDefaultAction(action)
        self.trash.setAccessibleName(action.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the buttons that are needed least in a narrow window; the menus have them too."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        layout = self.layout()
        assert layout is not None
        margins, gap = layout.contentsMargins(), layout.spacing()
        room = self.width() - margins.left() - margins.right() - _GAPS
        buttons = [self.add, self.scan, self.mark, self.clear, self.trash, self.move_to, self.undo]
        small = self.filters.sizeHint().width()
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

    def _button(self, action: QAction, icon: Icon | None = None) -> QToolButton:
        button = QToolButton(self)
        if icon is not None:
            set_icon(action, icon)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAccessibleName(action.text())
        action.setIconText(action.text())  # Qt's own short form loses the ellipsis
        return button
