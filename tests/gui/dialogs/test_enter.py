"""Enter presses the button that has the keys, in every dialog and whichever button that is."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton

from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.model.removal_plan import ActKind
from tests.gui.conftest import LONG
from tests.helpers.screen.dialogs import made_dialogs

COMMANDS = ("settings", "scan_rules", "keep_more", "passed_over", "keys", "about", "like")


def pressed_by_enter(dialog):
    """Names of the buttons of a dialog, and of those that Enter does not press when they have the keys."""
    buttons = [
        button
        for button in dialog.findChildren(QAbstractButton)
        if button.isVisible() and button.isEnabled() and button.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    default = [
        button for button in dialog.findChildren(QPushButton) if button.isDefault() and button.isVisible()
    ]
    if default:  # Enter confirms what is switched or chosen
        buttons = [button for button in buttons if isinstance(button, QPushButton | QToolButton)]
    pressed = []
    for button in buttons:
        for signal, named in ((button.clicked, "2clicked(bool)"), (button.toggled, "2toggled(bool)")):
            if button.receivers(named):
                signal.disconnect()
        button.clicked.connect(lambda *_, button=button: pressed.append(button))
    dead = []
    for button in buttons:
        pressed.clear()
        button.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(button, Qt.Key.Key_Return)
        if isinstance(button, QToolButton) and button.menu() is not None and button.menu().isVisible():
            pressed.append(button)
            button.menu().close()
        if pressed != [button]:
            dead.append(button.text() or button.accessibleName())
    assert dialog.isVisible()
    return [button.text() or button.accessibleName() for button in buttons], dead


def test_in_the_dialogs_that_tell(qtbot, scanned, tree):
    buttons = 0
    for name, dialog in made_dialogs(scanned, tree.files()[:4]):
        scanned.dialogs.open(dialog)
        found, dead = pressed_by_enter(dialog)
        assert not dead, name
        buttons += len(found)
        dialog.close()
    assert buttons > 20


@pytest.mark.parametrize("name", COMMANDS)
def test_in_the_dialogs_of_the_commands(qtbot, scanned, name):
    scanned.clusters.tree.setCurrentIndex(scanned.clusters.model.index(0, 0))
    getattr(scanned.commands, name).trigger()
    qtbot.waitUntil(lambda: scanned.dialog is not None, timeout=LONG)
    found, dead = pressed_by_enter(scanned.dialog)
    assert found
    assert not dead


def test_in_the_dialogs_of_a_removal(qtbot, scanned):
    for action in scanned.commands.mark_wishes.values():
        action.trigger()
        qtbot.waitUntil(lambda: scanned.dialog is not None, timeout=LONG)
        assert pressed_by_enter(scanned.dialog)[1] == []
        scanned.dialog.close()
        qtbot.waitUntil(lambda: scanned.dialog is None)
    scanned.workspace.mark_rule("older")
    scanned.work.review(ActKind.MOVE, os.path.expanduser("~"))
    qtbot.waitUntil(lambda: isinstance(scanned.dialog, PlanReviewDialog), timeout=LONG)
    found, dead = pressed_by_enter(scanned.dialog)
    assert len(found) > 2
    assert not dead
