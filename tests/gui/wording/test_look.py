"""Light and dark, readable colours, names for screen readers, and a start without numpy and numba."""

import subprocess
import sys
from dataclasses import asdict

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QTabBar,
    QToolButton,
)

from simfinder.gui.style import palette, stylesheet
from simfinder.gui.style.palette import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST


def test_the_window_starts_without_numpy_and_numba(home):
    code = (
        "import sys\n"
        "from PySide6.QtWidgets import QApplication\n"
        "app = QApplication(['simfinder', '-platform', 'offscreen'])\n"
        "from simfinder.gui.main import make_window\n"
        "window = make_window([sys.argv[1]])\n"
        "window.show(); app.processEvents()\n"
        "assert window.workspace.folders == [sys.argv[1]]\n"
        "print(*sorted({'numpy', 'numba', 'llvmlite'} & set(sys.modules)), 'end')\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(home)], capture_output=True, text=True, timeout=60
    )
    assert (result.stdout, result.returncode) == ("end\n", 0), result.stderr


def contrast(one, other):
    def luminance(name):
        channels = (QColor(name).redF(), QColor(name).greenF(), QColor(name).blueF())
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


LOOKS = [(LIGHT, 4.5), (DARK, 4.5), (LIGHT_CONTRAST, 7), (DARK_CONTRAST, 7)]


@pytest.mark.parametrize(
    ("colors", "least"), LOOKS, ids=["light", "dark", "light, high contrast", "dark, high contrast"]
)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("text", "window"),
        ("text", "side"),
        ("text", "selection"),
        ("text", "older"),
        ("text", "removed"),
        ("text", "removed_word"),
        ("text", "added"),
        ("text", "added_word"),
        ("muted", "window"),
        ("muted", "side"),
        ("accent_text", "accent"),
        ("keep_text", "keep"),
        ("older_text", "older"),
        ("identical_text", "identical"),
        ("protected_text", "protected"),
        ("warning", "window"),
    ],
)
def test_every_text_can_be_read_on_its_ground(colors, least, ink, ground):
    values = asdict(colors)
    assert contrast(values[ink], values[ground]) >= least


@pytest.mark.parametrize("colors", [LIGHT_CONTRAST, DARK_CONTRAST])
def test_with_more_contrast_borders_and_marks_are_seen(colors):
    for mark in ("line", "box", "accent", "text", "muted"):
        assert contrast(getattr(colors, mark), colors.window) >= 4.5, mark


def test_the_system_setting_of_contrast_is_followed_live(qtbot, look):
    follower = stylesheet.SystemLook(look)
    hints = look.styleHints()
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    for contrast_wanted, light, dark in (
        (Qt.ContrastPreference.HighContrast, LIGHT_CONTRAST, DARK_CONTRAST),
        (Qt.ContrastPreference.NoPreference, LIGHT, DARK),
    ):
        hints.accessibility().contrastPreferenceChanged.emit(contrast_wanted)
        for scheme, colors in ((Qt.ColorScheme.Light, light), (Qt.ColorScheme.Dark, dark)):
            hints.colorSchemeChanged.emit(scheme)
            assert palette.colors_of(look.palette()) is colors
    follower.deleteLater()
    qtbot.wait(1)


def test_the_sheet_leaves_no_name_unresolved():
    for colors in (LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST):
        assert "$" not in stylesheet.sheet_of(colors)
        assert palette.colors_of(palette.palette_of(colors)) is colors


def pixels(window):
    image = window.grab().toImage()
    return [image.pixelColor(x, y).name() for x, y in ((700, image.height() - 8), (20, image.height() - 100))]


def test_dark_and_back_while_the_window_is_open(qtbot, scanned, look):
    assert pixels(scanned) == [LIGHT.window, LIGHT.side]
    stylesheet.apply(look, DARK)
    qtbot.wait(10)
    assert pixels(scanned) == [DARK.window, DARK.side]
    assert look.palette().color(QPalette.ColorRole.Window).name() == DARK.window
    stylesheet.apply(look, LIGHT)
    qtbot.wait(10)
    assert pixels(scanned) == [LIGHT.window, LIGHT.side]


def test_the_system_setting_is_followed_live(qtbot, look):
    follower = stylesheet.SystemLook(look)
    look.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert palette.colors_of(look.palette()) is DARK
    look.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert palette.colors_of(look.palette()) is LIGHT
    follower.deleteLater()
    qtbot.wait(1)


def test_chips_and_bars_have_their_colours_in_both_looks(qtbot, scanned, look):
    for colors in (LIGHT, DARK):
        stylesheet.apply(look, colors)
        qtbot.wait(10)
        image = scanned.clusters.tree.viewport().grab().toImage()
        found = {
            image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)
        }
        assert {colors.keep, colors.older, colors.accent, colors.groove, colors.selection} <= found


def test_every_control_has_a_name_for_screen_readers(scanned):
    scanned.commands.mark_older.trigger()
    kinds = (QAbstractButton, QAbstractItemView, QLineEdit, QPlainTextEdit, QSlider, QTabBar)
    nameless = [
        (type(w).__name__, w.objectName())
        for w in scanned.findChildren(object)
        if isinstance(w, kinds)
        and w.isVisibleTo(scanned)
        and not w.objectName().startswith("qt_")
        and not isinstance(w.parent(), (QLineEdit, QTabBar))
        and not (w.accessibleName() or (isinstance(w, QAbstractButton) and w.text()))
    ]
    assert [entry for entry in nameless if entry[0] not in ("QHeaderView", "QTableCornerButton")] == []


def test_the_title_begins_with_the_name_of_the_program(window, tree):
    assert window.windowTitle() == "SimFinder"
    window.workspace.add_folders([tree.root])
    assert window.windowTitle().startswith("SimFinder – ")


@pytest.mark.parametrize("size", [(1480, 830), (1024, 640), (820, 480)])
def test_nothing_is_cut_off_in_a_small_window(qtbot, make, tree, scan, size):
    window = make([tree.root], size=size)
    scan(window)
    assert (window.width(), window.height()) == size
    row = [
        window.top.add,
        window.top.scan,
        window.top.mark,
        window.top.clear,
        window.top.trash,
        window.top.undo,
    ]
    for button in filter(QAbstractButton.isVisible, row):
        assert button.width() >= button.minimumSizeHint().width()
    assert window.top.filters.geometry().right() < window.width()
    assert window.clusters.tree.viewport().width() > 250


def test_what_clears_a_field_stands_in_its_middle(qtbot, window):
    window.top.filter.setText("report")
    (button,) = window.top.filter.findChildren(QToolButton)
    qtbot.waitUntil(button.isVisible)
    assert window.top.filter.rect().contains(button.geometry())
    assert abs(button.geometry().center().y() - window.top.filter.rect().center().y()) <= 1


def test_a_chosen_look_wins_over_the_system_until_the_system_is_chosen(qtbot, make):
    from simfinder.app.settings import settings as app_settings

    window = make()
    app = QApplication.instance()
    followed = stylesheet.SystemLook(app)
    start = stylesheet.colors_of(app.palette())
    try:
        window.dialogs.show_settings()
        dialog = window.dialog
        seen = {}
        for choice in ("dark", "light", ""):
            dialog.look.setCurrentIndex(dialog.look.findData(choice))
            seen[choice] = stylesheet.colors_of(app.palette())
            assert app_settings.load()[0].look == choice
        assert seen == {"dark": DARK, "light": LIGHT, "": start}
        dialog.look.setCurrentIndex(dialog.look.findData("dark"))
        app.styleHints().colorSchemeChanged.emit(
            Qt.ColorScheme.Light
        )  # the system turns light in the morning
        assert stylesheet.colors_of(app.palette()) == DARK
    finally:
        followed.choose("")
        followed.deleteLater()
        stylesheet.apply(app, LIGHT)
