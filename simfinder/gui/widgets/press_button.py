"""Press the button that has the keys on Enter, as people expect; Qt does it by the space bar alone."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QDialog,
    QPushButton,
    QRadioButton,
    QToolButton,
    QWidget,
)


def press_button(window: QWidget, event: QKeyEvent) -> bool:
    """Press the focused button of a window on Enter; return whether there was one.

    Args:
        window: whose key event nobody else has used.
        event: the key.
    """
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.isAutoRepeat():
        return False
    button = window.focusWidget()
    if not isinstance(button, QPushButton | QToolButton | QCheckBox | QRadioButton) or not button.isEnabled():
        return False
    if isinstance(button, QToolButton) and button.popupMode() is QToolButton.ToolButtonPopupMode.InstantPopup:
        menu = button.menu()
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))  # ``showMenu`` returns when it is closed
        menu.setActiveAction(next((action for action in menu.actions() if action.isEnabled()), QAction()))
    else:
        button.click()
    return True


class PressOnEnter(QObject):
    """Does the same for dialogs, where Qt presses the default button whichever other has the keys, or none."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Enter before the dialog does."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(watched, QDialog):
            return False
        assert isinstance(event, QKeyEvent)
        chosen = watched.focusWidget()
        confirms = any(
            button.isDefault() and button.isVisible() for button in watched.findChildren(QPushButton)
        )
        if (
            isinstance(chosen, QAbstractButton)
            and not isinstance(chosen, QPushButton | QToolButton)
            and confirms
        ):
            return False  # Enter confirms what is switched or chosen
        return press_button(watched, event)
