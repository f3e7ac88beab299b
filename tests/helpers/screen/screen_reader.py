"""The window as a screen reader has it: Qt's tree of accessible objects, the same that goes out over AT-SPI.

What is found here is named, pressed and set through that tree alone; no widget is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QScrollArea

Role = QAccessible.Role
_MOST = 600
"""Cells of a table that are looked at."""
_HOLDERS = (Role.NoRole, Role.Client, Role.Pane, Role.Border, Role.LayeredPane, Role.Grouping, Role.Splitter)
_PRESS = QAccessibleActionInterface.pressAction()
_MENU = QAccessibleActionInterface.showMenuAction()
_TOGGLE = QAccessibleActionInterface.toggleAction()


def objects(top: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """All that is shown of an object, itself first."""
    if top is None or not top.isValid() or top.state().invisible:
        return
    yield top
    for place in range(min(top.childCount(), _MOST)):
        yield from objects(top.child(place))


class Reader:
    """Reads one window, or a dialog of it.

    Args:
        window: asked for once; everything else comes from the tree.
    """

    def __init__(self, window):
        self._window = window

    def top(self):
        return QAccessible.queryAccessibleInterface(self._window)

    def find(self, pattern: str, *roles: QAccessible.Role) -> QAccessibleInterface | None:
        """The first object whose name matches."""
        for found in objects(self.top()):
            if re.search(pattern, name_of(found)) and (not roles or found.role() in roles):
                return found
        return None

    def press(self, pattern: str) -> None:
        """Press a button that matches."""
        found = self.find(pattern, Role.Button, Role.CheckBox, Role.RadioButton)
        assert found is not None, f"nothing called {pattern!r}"
        assert not found.state().disabled, f"{pattern!r} is disabled"
        actions = found.actionInterface()
        actions.doAction(_PRESS if _PRESS in actions.actionNames() else _TOGGLE)

    def choose(self, pattern: str, item: str) -> None:
        """Open the menu of a button and choose from it: of a button with a menu Qt offers readers the menu alone."""
        found = self.find(pattern, Role.ButtonMenu)
        assert found is not None, f"no menu {pattern!r}"
        assert not found.state().disabled, f"{pattern!r} is disabled"
        chosen = []

        def choose() -> None:
            menu = QApplication.activePopupWidget()
            try:
                entry = Reader(menu).find(item, Role.MenuItem)
                if entry is not None:
                    chosen.append(name_of(entry))
                    entry.actionInterface().doAction(_PRESS)
            finally:
                menu.close()

        QTimer.singleShot(0, choose)
        found.actionInterface().doAction(_MENU)  # until the menu is closed
        assert chosen, f"no {item!r} in the menu {pattern!r}"

    def set_value(self, pattern: str, value: int) -> None:
        """Set a slider that matches."""
        found = self.find(pattern, Role.Slider)
        assert found is not None, f"no slider {pattern!r}"
        found.valueInterface().setCurrentValue(value)

    def said(self) -> list[str]:
        """The names of all that is shown, in the order of the tree."""
        return [name_of(found) for found in objects(self.top()) if name_of(found)]

    def wrong(self) -> list[str]:
        """What a person who hears the window could not use: no name, no role, a button that can't be pressed."""
        found = []
        for one in objects(self.top()):
            if one.object() is None or not one.state().focusable:
                continue
            what = f"{type(one.object()).__name__} {name_of(one)!r} {one.role().name}"
            if not name_of(one):
                found.append(f"{what}: no name")
            told = one.text(QAccessible.Text.Description) or isinstance(
                one.object(), QScrollArea
            )  # Qt has no role
            if one.role() in _HOLDERS and not told:
                found.append(f"{what}: no role")
            if one.role() in (Role.Button, Role.CheckBox) and one.actionInterface() is None:
                found.append(f"{what}: no action")
        return found


def name_of(one: QAccessibleInterface) -> str:
    return one.text(QAccessible.Text.Name)
