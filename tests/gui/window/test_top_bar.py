"""The main buttons: icons in the colours of the look, given up before words are, and never in menus."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon

from simfinder.gui.style.icons import Icon, set_icon
from simfinder.gui.style.palette import colors_of

BESIDE, WORDS = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonTextOnly


def colors_in(icon, mode=QIcon.Mode.Normal):
    image = icon.pixmap(QSize(32, 32), mode).toImage()
    pixels = [image.pixelColor(x, y) for x in range(32) for y in range(32)]
    return [color for color in pixels if color.alpha() == 255]


@pytest.mark.parametrize("icon", list(Icon))
def test_every_icon_is_drawn_in_the_colors_of_the_look(qapp, icon):
    action = QAction()
    set_icon(action, icon)
    colors = colors_of(qapp.palette())
    drawn = colors_in(action.icon())
    assert 20 < len(drawn) < 600
    assert set(map(QColor.name, drawn)) == {colors.color("text").name()}
    assert set(map(QColor.name, colors_in(action.icon(), QIcon.Mode.Disabled))) == {
        colors.color("box").name()
    }
    assert not action.isIconVisibleInMenu()


def test_a_narrow_window_gives_up_icons_before_words(qtbot, make, tree):
    window = make([tree.root], size=(1480, 830))
    top = window.top
    buttons = [top.add, top.scan, top.mark, top.trash, top.move_to, top.undo]
    assert all(button.toolButtonStyle() is BESIDE and button.isVisible() for button in buttons)
    wide = top.mark.text()
    window.resize(1060, 640)
    qtbot.waitUntil(lambda: top.scan.toolButtonStyle() is WORDS)
    assert top.add.isVisible()
    assert top.mark.text() == wide
    window.resize(1480, 830)
    qtbot.waitUntil(lambda: top.scan.toolButtonStyle() is BESIDE)


def test_the_removal_button_keeps_its_icon_whatever_it_does(qtbot, make, tree):
    from simfinder.model.removal_plan import ActKind

    window = make([tree.root])
    window.commands.set_default_act(ActKind.DELETE)
    window.top.show_default_act(window.commands.default_act)
    assert not window.top.trash.icon().isNull()
    assert window.top.trash.toolTip()
