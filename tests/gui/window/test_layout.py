"""Nothing moves that a person has not moved; one button stands out; panes that have nothing to show are not there."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QToolButton

from simfinder.gui.details.details_panel import COMPARE, WHY
from simfinder.gui.overview.overview import View
from simfinder.gui.state.window_state import Notice
from simfinder.gui.style.fonts import scaled
from tests.gui.conftest import LONG
from tests.helpers.files.trees import write


def places(window):
    """Where everything is that can be seen but the message itself."""
    parts = (
        window.top, window.splitter, window.overview, window.clusters.tree, window.details, window.details.tabs,
        window.folders.list, window.tolerances, window.progress, window.top.trash, window.top.undo, window.top.filter,
    )  # fmt: skip
    return [(part.mapTo(window, QPoint(0, 0)).toTuple(), part.size().toTuple()) for part in parts]


def standing_out(window):
    return [
        button
        for kind in (QPushButton, QToolButton)
        for button in window.findChildren(kind)
        if button.property("role") == "primary" and button.isVisible() and button.isEnabled()
    ]


def test_nothing_moves_when_a_message_comes(qtbot, scanned):
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    scanned.banner.dismiss()
    before = places(scanned)
    for text in ("Done.", "A long message. " * 30):
        scanned.workspace.noticed.emit(Notice(text, "Undo", stays=True))
        qtbot.waitUntil(scanned.banner.isVisible)
        assert places(scanned) == before
        banner = scanned.banner.geometry()
        assert scanned.centralWidget().rect().contains(banner)
        assert scanned.banner.text.height() >= scanned.banner.text.heightForWidth(scanned.banner.text.width())
        scanned.banner.dismiss()


@pytest.mark.parametrize(("size", "factor"), [((1480, 830), 1.0), ((1024, 640), 1.0), ((1024, 640), 1.5)])
@pytest.mark.parametrize("way", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_message_covers_no_row_and_no_button(qtbot, look, make, tree, scan, size, factor, way):
    before = look.font()
    look.setFont(scaled(before, factor))
    try:
        window = make([tree.root], size=size)
        window.setLayoutDirection(way)
        scan(window)
        line, banner = window.progress, window.banner
        banner.dismiss()
        line._show_problems(3)
        words = line.text.text()
        window.workspace.noticed.emit(Notice("15 files in project folders match this rule too.", "Undo"))
        qtbot.waitUntil(banner.isVisible)
        qtbot.waitUntil(lambda: line.geometry().top() <= banner.geometry().top() + 2)
        assert line.geometry().contains(banner.geometry().adjusted(0, 2, 0, 0))
        problems = line.problems.geometry().translated(line.pos())
        assert not banner.geometry().intersects(problems)
        text = line.text.geometry().translated(line.pos())
        qtbot.waitUntil(
            lambda: (
                not banner.geometry().intersects(line.text.geometry().translated(line.pos()))
                or banner.geometry().contains(text.center())
            )
        )
        banner.dismiss()
        qtbot.waitUntil(lambda: line.text.text() == words)
    finally:
        look.setFont(before)


def test_a_message_leaves_the_progress_of_a_scan_to_be_seen(qtbot, make, tree):
    window = make([tree.root], size=(1024, 640))
    line, banner = window.progress, window.banner
    window.workspace.noticed.emit(Notice("Done.", "Undo", stays=True))
    qtbot.waitUntil(lambda: banner.y() >= line.y())
    window.work.scan()
    qtbot.waitUntil(lambda: banner.geometry().bottom() < line.y())
    assert line.pause.isVisible()
    qtbot.waitUntil(lambda: window.workspace.session is not None and not window.work.busy, timeout=LONG)
    qtbot.waitUntil(lambda: window.banner.notice is None or banner.y() + 2 >= line.y(), timeout=LONG)


def test_nothing_moves_when_a_folder_is_chosen(qtbot, scanned):
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    scanned.banner.dismiss()
    before = places(scanned)
    scanned.folders.list.setCurrentIndex(scanned.folders.model.index(0))
    assert scanned.folders.remove_button.isEnabled()
    qtbot.wait(1)
    assert places(scanned) == before
    scanned.workspace.set_protected(scanned.workspace.folders[0], True)
    qtbot.wait(1)
    assert scanned.folders.stale
    assert places(scanned)[6:8] == before[6:8]


def test_one_button_stands_out_at_a_time(qtbot, make, tree, scan):
    window = make([])
    assert standing_out(window) == [window.clusters.empty.button]
    window.workspace.add_folders([tree.root])
    assert standing_out(window) == [window.clusters.empty.button]
    scan(window)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    assert standing_out(window) == [window.top.mark]
    window.commands.mark_older.trigger()
    assert standing_out(window) == [window.top.trash]
    window.commands.clear.trigger()
    assert standing_out(window) == [window.top.mark]
    wide = window.top.mark.width(), window.top.trash.width()
    window.commands.mark_older.trigger()
    assert (window.top.mark.width(), window.top.trash.width()) == wide  # nothing grows by it
    window.top.filter.setText("no such name")
    qtbot.waitUntil(window.clusters.empty.isVisible, timeout=LONG)
    assert standing_out(window) == [window.clusters.empty.button]
    window.top.filter.clear()
    qtbot.waitUntil(lambda: not window.clusters.empty.isVisible(), timeout=LONG)
    assert standing_out(window) == [window.top.trash]
    window.workspace.set_protected(tree.root, True)
    assert standing_out(window) == [window.top.scan]


def test_there_is_no_pane_for_a_file_before_there_are_files(make, tree, scan):
    window = make([tree.root])
    assert not window.details.isVisible()
    width = window.overview.width()
    scan(window)
    assert window.details.isVisible()
    assert window.details.width() > 200
    assert window.overview.width() < width


def test_there_is_no_pane_for_a_file_where_none_can_be_chosen(qtbot, scanned):
    details, overview, top = scanned.details, scanned.overview, scanned.top
    wide = overview.width()
    top.filter.setText("no such name")
    qtbot.waitUntil(lambda: not details.isVisible(), timeout=LONG)
    assert overview.width() > wide
    overview.show_view(View.MAP)  # on which a click may narrow the clusters to none: it does not jump
    assert details.isVisible()
    overview.show_view(View.CLUSTERS)
    assert not details.isVisible()
    top.filter.clear()
    qtbot.waitUntil(details.isVisible, timeout=LONG)
    assert abs(overview.width() - wide) <= 2  # pixels that a splitter rounds
    assert details.title.text()


def test_there_is_no_pane_for_a_file_of_folders_where_none_are_alike(qtbot, make, tmp_path, scan):
    for name in ("a.txt", "b.txt"):
        write(tmp_path, name, b"the same\n" * 300, 1_700_000_000)
    window = make([tmp_path])
    scan(window)
    assert window.details.isVisible()
    window.overview.show_view(View.FOLDERS)
    qtbot.waitUntil(lambda: window.overview.settled and not window.details.isVisible(), timeout=LONG)
    window.overview.show_view(View.CLUSTERS)
    assert window.details.isVisible()


def test_in_a_low_window_what_is_compared_has_the_place_of_the_bars(qtbot, scanned):
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    details = scanned.details
    details.tabs.setCurrentIndex(COMPARE)
    qtbot.waitUntil(details.figures.isVisible, timeout=LONG)
    scanned.resize(1024, 480)
    qtbot.waitUntil(lambda: not details.figures.isVisible())
    details.tabs.setCurrentIndex(WHY)
    assert details.figures.isVisible()
    scanned.resize(1024, 830)
    details.tabs.setCurrentIndex(COMPARE)
    qtbot.waitUntil(details.figures.isVisible)


def test_the_note_below_the_sliders_is_there_when_it_says_something(qtbot, make, tree, scan):
    window = make([tree.root])
    note = window.tolerances.note
    assert not note.isVisible()
    scan(window)
    assert note.isVisible()
    window.resize(1024, 640)
    qtbot.waitUntil(lambda: not note.isVisible())  # its place is that of types
