"""Files of one form shown together when a person asks for it: regrouped, scanned again, followed, saved and opened."""

import os

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from simfinder.gui.controllers import folder_follower
from simfinder.gui.state.window_state import WindowState
from tests.gui.conftest import LONG
from tests.unit.app.clusters.test_lineages import PEOPLE, letter
from tests.unit.app.session.test_kept_order import DAY, NOW, put

LETTERS = [f"Invitation {person}.txt" for person in PEOPLE]


@pytest.fixture
def letters(tmp_path):
    for number, person in enumerate(PEOPLE):
        put(str(tmp_path / "letters" / f"Invitation {person}.txt"), letter(person), NOW + number * DAY)
    return tmp_path / "letters"


@pytest.fixture
def window(make, scan, letters):
    """A window that has scanned the letters."""
    window = make([letters])
    scan(window)
    return window


def names(window):
    """Names of the files of all clusters."""
    session = window.workspace.session
    return sorted(os.path.basename(session.record(file).path) for file in session.clusters.members.tolist())


def show_forms(qtbot, window, wanted):
    if window.commands.forms.isChecked() != wanted:
        window.commands.forms.trigger()
    qtbot.waitUntil(lambda: window.workspace.session.choices.with_forms is wanted, timeout=LONG)
    qtbot.waitUntil(lambda: not window.workspace.busy, timeout=LONG)


@pytest.mark.parametrize("large", [True, False])
def test_letters_are_shown_together_on_demand(qtbot, window, monkeypatch, large):
    monkeypatch.setattr("simfinder.gui.state.session_edits.LARGE", -1 if large else 10**9)
    assert names(window) == []
    table = window.workspace.session.clusters
    window.commands.forms.trigger()
    assert window.workspace.session.clusters is table  # the window goes on meanwhile
    show_forms(qtbot, window, True)
    assert names(window) == LETTERS
    assert window.clusters.model.rowCount() == 1
    window.commands.mark_older.trigger()
    window.commands.mark_identical.trigger()
    qtbot.waitUntil(lambda: not window.workspace.busy, timeout=LONG)
    assert not window.workspace.marked
    show_forms(qtbot, window, False)
    assert names(window) == []
    assert window.clusters.model.rowCount() == 0


@pytest.mark.parametrize("large", [True, False])
def test_marks_that_go_with_the_forms_are_told(qtbot, window, monkeypatch, large):
    monkeypatch.setattr("simfinder.gui.state.session_edits.LARGE", -1 if large else 10**9)
    show_forms(qtbot, window, True)
    table = window.workspace.session.clusters
    other = next(file for file in table.members.tolist() if file != table.kept[0])
    window.workspace.mark([other], True)
    assert window.workspace.marked == 1
    notices = []
    window.workspace.noticed.connect(notices.append)
    show_forms(qtbot, window, False)
    assert window.workspace.marked == 0
    assert any("1 file is no longer marked" in notice.text for notice in notices)


def test_it_can_be_chosen_by_keys_once_there_is_a_session(qtbot, make, scan, letters):
    window = make([letters])
    assert not window.commands.forms.isEnabled()
    scan(window)
    assert window.commands.forms.isEnabled()
    menu = next(one.menu() for one in window.menuBar().actions() if one.text() == "&View")
    menu.popup(QPoint(0, 0))
    qtbot.waitUntil(menu.isVisible)
    for _ in menu.actions():
        QTest.keyClick(menu, Qt.Key.Key_Down)
        if menu.activeAction() is window.commands.forms:
            break
    assert menu.activeAction() is window.commands.forms
    QTest.keyClick(menu, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names(window) == LETTERS, timeout=LONG)


def test_a_second_scan_shows_them_too(qtbot, window, scan):
    show_forms(qtbot, window, True)
    before = window.workspace.session
    table = before.clusters
    other = next(file for file in table.members.tolist() if file != table.kept[0])
    window.workspace.mark([other], True)
    dropped = []
    window.workspace.clusters_changed.connect(lambda: dropped.append(1))
    assert scan(window) is not before
    assert names(window) == LETTERS
    assert window.workspace.marked == 1
    assert window.commands.forms.isChecked()
    assert not dropped  # they come with the scan, and are not made anew after it


def test_a_choice_made_while_a_scan_runs_counts(qtbot, window, monkeypatch):
    before, take = window.workspace.session, WindowState.show_scan

    def chosen_just_before(workspace, scanned):
        window.commands.forms.trigger()
        take(workspace, scanned)

    monkeypatch.setattr(WindowState, "show_scan", chosen_just_before)
    window.commands.scan.trigger()
    qtbot.waitUntil(lambda: window.workspace.session is not before, timeout=LONG)
    qtbot.waitUntil(lambda: names(window) == LETTERS, timeout=LONG)


def test_they_stay_while_changes_are_followed(qtbot, window, letters, monkeypatch):
    monkeypatch.setattr(folder_follower, "LEAST_PAUSE", 0.05)
    monkeypatch.setattr(folder_follower, "SHARE", 0.5)
    show_forms(qtbot, window, True)
    window.commands.follow.setChecked(True)
    qtbot.waitUntil(lambda: window.following.state is not None, timeout=LONG)
    put(str(letters / "Invitation Eve.txt"), letter("Eve"), NOW + 9 * DAY)
    qtbot.waitUntil(lambda: names(window) == [*LETTERS, "Invitation Eve.txt"], timeout=LONG)
    assert window.commands.forms.isChecked()


def test_a_choice_made_during_an_update_is_heeded(qtbot, window, letters, monkeypatch):
    monkeypatch.setattr(folder_follower, "LEAST_PAUSE", 0.05)
    monkeypatch.setattr(folder_follower, "SHARE", 0.5)
    window.commands.follow.setChecked(True)
    qtbot.waitUntil(lambda: window.following.state is not None, timeout=LONG)
    window.commands.keys.trigger()  # nothing is replaced under an open dialog
    put(str(letters / "Invitation Eve.txt"), letter("Eve"), NOW + 9 * DAY)
    qtbot.waitUntil(lambda: window.following._ready is not None, timeout=LONG)
    show_forms(qtbot, window, True)
    window.dialog.close()
    qtbot.waitUntil(lambda: names(window) == [*LETTERS, "Invitation Eve.txt"], timeout=LONG)
