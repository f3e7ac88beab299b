"""Press the button that has the keys on Enter, as people expect; Qt does it by the space bar alone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QPushButton, QToolButton, QWidget


def press_button(window: QWidget, event: QKeyEvent) -> bool:
    """Press the focused button of a window on Enter; return whether there was one.

    Args:
        window: whose key event nobody else has used.
        event: the key.
    """
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.isAutoRepeat():
        return False
    button = window.focusWidget()
    if not isinstance(button, QPushButton | QToolButton | QCheckBox) or not button.isEnabled():
        return False
    if isinstance(button, QToolButton) and button.popupMode() is QToolButton.ToolButtonPopupMode.InstantPopup:
        menu = button.menu()
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))  # ``showMenu`` returns when it is closed
        menu.setActiveAction(next((action for action in menu.actions() if action.isEnabled()), QAction()))
    else:
        button.click()
    return True
