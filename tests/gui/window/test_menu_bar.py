"""The menu bar has every command once, opens by Alt, and shows keys."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import LONG

NOT_IN_MENUS = {"notify"}  # a setting


def below(menu):
    for action in menu.actions():
        if action.menu():
            yield from below(action.menu())
        elif not action.isSeparator():
            yield action


def titles(window):
    return {action.text().replace("&", ""): action.menu() for action in window.menuBar().actions()}


def test_every_command_is_in_one_menu(window):
    menus = titles(window)
    assert list(menus) == ["File", "Edit", "View", "Scan", "Clusters", "Help"]
    found = [action for menu in menus.values() for action in below(menu)]
    assert len(found) == len(set(found))
    named = {name: value for name, value in vars(window.commands).items() if isinstance(value, QAction)}
    left = {name for name, action in named.items() if action not in found} - {"default_act"}
    assert left == NOT_IN_MENUS
    for group in ("views", "sorts", "exports", "keep_rules"):
        assert set(getattr(window.commands, group).actions()) <= set(found)
    assert set(window.commands.acts.values()) <= set(found)
    for menu in menus.values():
        assert len(menu.actions()) <= 14


def test_menus_open_by_alt_and_a_letter(qtbot, window):
    QTest.keyClick(window, Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is titles(window)["View"])
    menu = QApplication.activePopupWidget()
    QTest.keyClick(menu, Qt.Key.Key_Down)
    assert menu.activeAction() is not None
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)


def test_letters_of_menus_are_different(window, speaking):
    for code in ("en", "de"):
        speaking(code)
        from simfinder.gui.main import make_window

        other = make_window([])
        letters = [
            action.text()[action.text().index("&") + 1].casefold()
            for action in other.menuBar().actions()
            if "&" in action.text()
        ]
        other.close()
        other.deleteLater()
        assert len(letters) == len(set(letters))
        assert code != "en" or len(letters) == 6


def test_a_command_of_a_menu_does_its_work(qtbot, make, tree):
    window = make([tree.root])
    scan = next(action for action in below(titles(window)["Scan"]) if action.text() == "Scan")
    assert scan.isEnabled()
    with qtbot.waitSignal(window.workspace.session_changed, timeout=LONG):
        scan.trigger()
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
