"""A word when long work has ended: when, what, and by which way."""

import pytest
from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from simfinder.gui.controllers import notifier as notifying
from simfinder.gui.controllers.notifier import Notifier
from simfinder.gui.controllers.removal_jobs import Task
from simfinder.model.removal_plan import ActKind, ActRecord, ActState, BatchReport


@pytest.fixture
def heard(monkeypatch, scanned):
    """What is said of the work of a window that is not active; all work is long."""
    monkeypatch.setattr(notifying, "LONG_S", 0.0)
    monkeypatch.setattr(type(scanned), "isActiveWindow", lambda _window: False)
    said = []
    scanned.notifier._show = lambda title, text: said.append((title, text))
    return said


def test_a_scan_is_told_with_what_it_found(qtbot, scanned, heard, scan):
    session = scan(scanned)
    qtbot.waitUntil(lambda: len(heard) == 1)
    title, text = heard[0]
    assert title == "The scan is done"
    assert text.startswith(f"{len(session.clusters)} clusters · ")
    assert text.endswith("can be freed")


def test_nothing_is_said_to_who_looks_at_the_window(qtbot, scanned, heard, scan, monkeypatch):
    monkeypatch.setattr(type(scanned), "isActiveWindow", lambda _window: True)
    scan(scanned)
    qtbot.wait(20)
    assert heard == []


def test_nothing_is_said_of_short_work_or_against_a_persons_wish(qtbot, scanned, heard, scan, monkeypatch):
    scanned.commands.notify.setChecked(False)
    assert not scanned.workspace.settings.notify
    scan(scanned)
    qtbot.wait(20)
    scanned.commands.notify.setChecked(True)
    monkeypatch.setattr(notifying, "LONG_S", 3600.0)
    scan(scanned)
    qtbot.wait(20)
    assert heard == []


def test_a_scan_that_was_stopped_is_told(qtbot, scanned, heard):
    scanned.commands.scan.trigger()
    scanned.work.cancel()
    qtbot.waitUntil(lambda: len(heard) == 1, timeout=20_000)
    assert heard[0][0] in ("Stopped", "The scan is done")  # where it was done before it heard of it


def test_acts_are_told_by_their_report(qtbot, scanned, heard):
    acts = (ActRecord("/a/x", ActKind.TRASH, "/t/x", ActState.DONE, "", 5_000),)
    scanned.work.task = Task.ACT
    scanned.work.task_changed.emit()
    scanned.work.task = Task.NONE
    scanned.work.task_changed.emit()
    scanned.notifier._reported(BatchReport(1, 10**18, acts))
    qtbot.waitUntil(lambda: len(heard) == 1)
    assert heard[0][0] == "1 file moved to the Trash"
    assert "5 kB" in heard[0][1]


def test_planning_is_not_worth_a_word(qtbot, scanned, heard):
    for task in (Task.PLAN, Task.JUDGE, Task.NONE):
        scanned.work.task = task
        scanned.work.task_changed.emit()
    qtbot.wait(20)
    assert heard == []


@pytest.mark.parametrize("area", [True, False])
def test_the_ways_of_the_system(window, monkeypatch, area):
    done = []
    monkeypatch.setattr(QApplication, "alert", lambda *_: done.append("alert"))
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: area)
    monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)
    monkeypatch.setattr(
        QSystemTrayIcon, "showMessage", lambda _, title, text, *__: done.append((title, text))
    )
    monkeypatch.setattr(notifying.shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(QProcess, "startDetached", lambda program, words: done.append((program, words[-3:])))
    notifier = Notifier(window.workspace, window.work, window)
    notifier._show_by_system("Done", "--all of it")
    assert done[0] == "alert"
    assert done[1:] == (
        [("Done", "--all of it")] if area else [("/bin/notify-send", ["--", "Done", "--all of it"])]
    )
    notifier.deleteLater()
