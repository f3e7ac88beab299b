"""What is chosen when something goes, comes back or is chosen by other means than the mouse; Enter, and undo."""

import os

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from simfinder.gui.controllers.removal_jobs import Task
from simfinder.gui.details.details_panel import VERSIONS
from simfinder.gui.overview.overview import View
from tests.gui.conftest import LONG
from tests.helpers.screen.cluster_rows import index_of

NAME = 0


def settle(qtbot, window):
    qtbot.waitUntil(lambda: window.clusters.settled and not window.bridge.busy, timeout=LONG)


def chosen(window):
    """Names of the selected files, and of the current one."""
    session = window.workspace.session
    tree = window.clusters.tree
    names = [os.path.basename(session.record(file).path) for file in tree.selected_files()]
    return names, os.path.basename(window.clusters.model.path_of(tree.currentIndex()))


@pytest.fixture
def reports(scanned, tree):
    """The numbers of the versions of a report, as they are listed."""
    session, model = scanned.workspace.session, scanned.clusters.model
    scanned.clusters.tree.open_all()
    file = session.file_of(tree.families["report"][0])
    return [int(one) for one in model.rows.ordered(model.rows.top_row_of(file))]


def choose(window, file):
    tree = window.clusters.tree
    tree.setCurrentIndex(index_of(window.clusters.model, file))
    assert chosen(window)[0] == [chosen(window)[1]]


def name_of(window, file):
    return os.path.basename(window.workspace.session.record(file).path)


def test_the_next_row_is_chosen_when_a_file_leaves_its_cluster_and_undo_takes_it_back(
    qtbot, scanned, reports
):
    choose(scanned, reports[1])
    assert not scanned.commands.undo.isEnabled()
    scanned.commands.not_same.trigger()
    settle(qtbot, scanned)
    assert scanned.workspace.session.clusters.cluster_of(reports[1]) < 0
    next_one = name_of(scanned, reports[2])
    assert chosen(scanned) == ([next_one], next_one)
    assert scanned.details.title.whole() == next_one
    assert scanned.commands.undo.isEnabled()
    scanned.commands.undo.trigger()
    settle(qtbot, scanned)
    clusters = scanned.workspace.session.clusters
    assert clusters.cluster_of(reports[1]) == clusters.cluster_of(reports[2])
    assert not scanned.commands.undo.isEnabled()
    assert "together again" in scanned.banner.text.text()


def test_undo_takes_one_exception_after_the_other_back(qtbot, scanned, reports):
    for file in reports[1:3]:
        choose(scanned, file)
        scanned.commands.not_same.trigger()
        settle(qtbot, scanned)
    clusters = scanned.workspace.session.clusters
    assert [clusters.cluster_of(file) < 0 for file in reports[1:3]] == [True, True]
    scanned.commands.undo.trigger()
    settle(qtbot, scanned)
    clusters = scanned.workspace.session.clusters
    assert [clusters.cluster_of(file) < 0 for file in reports[1:3]] == [True, False]
    scanned.commands.undo.trigger()
    settle(qtbot, scanned)
    clusters = scanned.workspace.session.clusters
    assert [clusters.cluster_of(file) < 0 for file in reports[1:3]] == [False, False]


def test_what_a_filter_hid_is_chosen_again_when_it_comes_back(qtbot, scanned, reports):
    choose(scanned, reports[1])
    before = chosen(scanned)
    scanned.top.filter.setText("type:py")
    settle(qtbot, scanned)
    assert chosen(scanned) == (["pipeline.py"], "pipeline.py")  # the first one that is listed
    scanned.top.filter.clear()
    settle(qtbot, scanned)
    assert chosen(scanned) == before


def test_the_row_that_gets_the_keys_is_chosen(qtbot, scanned):
    tree = scanned.clusters.tree
    tree.reset()
    assert not tree.currentIndex().isValid()
    QApplication.sendEvent(tree, QFocusEvent(QEvent.Type.FocusIn))
    assert tree.currentIndex().isValid()
    assert tree.selectionModel().isSelected(tree.currentIndex())


def test_a_row_that_a_screen_reader_selects_is_the_current_one(qtbot, scanned, reports):
    choose(scanned, reports[1])
    selection, model = scanned.clusters.tree.selectionModel(), scanned.clusters.model
    cell = index_of(model, reports[2]).siblingAtColumn(1)
    selection.select(cell, QItemSelectionModel.SelectionFlag.Select)  # as for AT-SPI: current is another row
    assert scanned.clusters.tree.currentIndex() == index_of(model, reports[2])
    assert selection.isSelected(index_of(model, reports[2]))
    assert scanned.details.title.whole() == name_of(scanned, reports[2])


def test_a_click_with_control_on_a_chosen_row_leaves_it_the_current_one(qtbot, scanned, reports):
    tree, model = scanned.clusters.tree, scanned.clusters.model
    rows = [index_of(model, file) for file in reports[1:3]]
    choose(scanned, reports[1])
    for _ in range(2):
        tree.scrollTo(rows[1])
        place = tree.visualRect(rows[1]).center()
        QTest.mouseClick(
            tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place
        )
        assert tree.currentIndex().siblingAtColumn(NAME) == rows[1]
    assert chosen(scanned)[0] == [name_of(scanned, reports[1])]


def test_enter_takes_the_word_that_is_chosen_in_the_list_of_the_filter(qtbot, scanned):
    box = scanned.top.filter
    popup = box.completion.popup
    box.setFocus()
    QTest.keyClicks(box, "type:p")
    qtbot.waitUntil(popup.isVisible)
    QTest.keyClick(popup, Qt.Key.Key_Down)
    word = popup.currentIndex().data(Qt.ItemDataRole.UserRole)
    assert word.startswith("type:p")
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert box.text() == f"{word} "
    assert scanned.focusWidget() is box


def test_escape_closes_the_list_of_the_filter_first(qtbot, scanned):
    box = scanned.top.filter
    popup = box.completion.popup
    box.setFocus()
    QTest.keyClicks(box, "type:p")
    qtbot.waitUntil(popup.isVisible)
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert box.text() == "type:p"
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == ""


def test_enter_on_scan_twice_does_not_pause(qtbot, make, tree):
    window = make([str(tree.root)])
    window.clusters.empty.button.setFocus()
    assert QApplication.focusWidget() is window.clusters.empty.button
    with qtbot.waitSignal(window.workspace.session_changed, timeout=LONG):
        for _ in range(2):
            QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
        assert window.work.task is Task.SCAN
        assert not window.work.paused


def test_among_folders_no_view_shows_a_file_of_the_clusters(qtbot, scanned, reports):
    choose(scanned, reports[1])
    scanned.details.tabs.setCurrentIndex(VERSIONS)
    qtbot.waitUntil(lambda: scanned.details.versions.model.rowCount() > 0, timeout=LONG)
    place = scanned.details.tabs.y()
    scanned.overview.show_view(View.FOLDERS)
    qtbot.waitUntil(lambda: scanned.overview.settled, timeout=LONG)
    assert scanned.details.versions.model.rowCount() == 0
    assert scanned.details.tabs.y() == place
    scanned.overview.show_view(View.CLUSTERS)
    qtbot.waitUntil(lambda: scanned.details.versions.model.rowCount() > 0, timeout=LONG)


def test_why_a_file_is_in_its_cluster_follows_the_clusters(qtbot, scanned, reports, monkeypatch):
    choose(scanned, reports[1])
    why = scanned.details.why
    qtbot.waitUntil(lambda: "Their names differ" in why.words.text(), timeout=LONG)
    reasons = ["In this cluster because of another file."]
    monkeypatch.setattr("simfinder.gui.details.why_view.place_lines", lambda *_: reasons)
    scanned.workspace.clusters_changed.emit()
    qtbot.waitUntil(lambda: why.words.text().startswith(reasons[0]), timeout=LONG)
    assert "Their names differ" in why.words.text()


def test_the_title_names_two_folders_and_counts_the_others(qtbot, make, tmp_path):
    folders = [tmp_path / name for name in "abcd"]
    for folder in folders:
        folder.mkdir()
    assert make([str(folder) for folder in folders[:2]]).windowTitle() == "SimFinder – a, b"
    assert make([str(folder) for folder in folders]).windowTitle() == "SimFinder – a, b and 2 more"
