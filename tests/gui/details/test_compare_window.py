"""Compare in a window of its own: it steps through versions, fills the screen, and its bars go where one clicks."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from simfinder.gui.cluster_tree.model.row_kinds import Row
from simfinder.gui.details.compare_window import CompareWindow
from tests.gui.conftest import LONG

WORDS = [f"Line {n} of the minutes says that the board agreed on plan number {n}.\n" for n in range(80)]
VERSIONS = {
    "plan-v1.txt": WORDS,
    "plan-v2.txt": [*WORDS[:40], "A line of the second version.\n", *WORDS[40:]],
    "plan-v3.txt": [*WORDS[:40], "A line of the second version.\n", *WORDS[40:], "The last line is new.\n"],
}


@pytest.fixture
def opened(qtbot, make, scan, tmp_path):
    """The window for the newest of three versions, opened by its key."""
    for number, (name, lines) in enumerate(VERSIONS.items()):
        path = tmp_path / name
        path.write_text("".join(lines))
        os.utime(path, (1_700_000_000 + 1000 * number,) * 2)
    main = make([str(tmp_path)])
    scan(main)
    model, tree = main.clusters.model, main.clusters.tree
    session = main.workspace.session
    key = (Row.FILE, session.file_of(str(tmp_path / "plan-v1.txt")), 0)
    index = model.index_of_key(key)
    assert index.isValid()
    with qtbot.waitSignal(main.details._loader.loaded, timeout=LONG):
        tree.setCurrentIndex(index)
    main.commands.compare_large.trigger()
    windows = [
        one for one in QApplication.topLevelWidgets() if isinstance(one, CompareWindow) and one.isVisible()
    ]
    assert len(windows) == 1
    yield windows[0]
    if isValid(windows[0]):
        windows[0].close()


def changed(window):
    return [row.text for row in window.compare._comparison.rows if row.kind != "equal"]


def names(window):
    return [os.path.basename(path) for path in (window.request.path, window.request.kept)]


def shown(qtbot, window):
    """Wait until the pair is compared."""
    request = window.request
    qtbot.waitUntil(
        lambda: window.compare._details is not None and window.compare._details.request is request,
        timeout=LONG,
    )


def test_it_steps_from_the_oldest_to_the_newest(qtbot, opened):
    shown(qtbot, opened)
    assert names(opened) == ["plan-v1.txt", "plan-v3.txt"]  # what was compared in the main window
    assert opened.steps.text() == "1 of 3"
    assert not opened.previous.isEnabled()
    QTest.keyClick(opened, Qt.Key.Key_F8)
    shown(qtbot, opened)
    assert names(opened) == ["plan-v1.txt", "plan-v2.txt"]
    assert changed(opened) == ["A line of the second version."]
    assert opened.title.whole() == "plan-v1.txt  →  plan-v2.txt"
    assert opened.compare.basis.whole() == "Lines of text"
    assert "only in plan-v2.txt" in opened.compare.text.bar.legend.whole()
    opened.next.click()
    shown(qtbot, opened)
    assert names(opened) == ["plan-v2.txt", "plan-v3.txt"]
    assert changed(opened) == ["The last line is new."]
    assert not opened.next.isEnabled()
    QTest.keyClick(opened, Qt.Key.Key_F8)
    assert opened.place == 2
    QTest.keyClick(opened, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert opened.place == 1


def test_full_screen_and_away(qtbot, opened):
    assert not opened.isFullScreen()
    opened.full.click()
    assert opened.windowState() & Qt.WindowState.WindowFullScreen
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    assert not opened.windowState() & Qt.WindowState.WindowFullScreen
    assert opened.isVisible()
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not isValid(opened) or not opened.isVisible())


def test_a_click_in_a_bar_goes_there(qtbot, opened):
    shown(qtbot, opened)
    qtbot.waitUntil(opened.figures.isVisible, timeout=LONG)
    opened.compare.text.open_fold(0)
    bar = opened.figures.this
    assert opened.figures.legend.words == ("in both", "only in this file")
    assert bar.y() < opened.figures.kept.y()  # the older file is above, as it is first in the title
    before = opened.compare.text.view.first_row()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.rect().center())
    assert opened.compare.text.view.first_row() != before or opened.compare.text.view.pointed >= 0
