"""Disks that are away, in the window: what waits for them, what is put back all the same, and what is given up."""

import os

import pytest
from PySide6.QtCore import Qt

from simfinder.gui.dialogs.history_and_problems import HistoryDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
from simfinder.gui.dialogs.tables.act_model import HistoryModel, ReportModel
from simfinder.gui.wording import action_words
from simfinder.gui.wording.problem_advice import advice
from simfinder.model.removal_plan import ActKind, ActRecord, ActState, BatchReport
from simfinder.store.library.library import Library
from tests.gui.conftest import LONG
from tests.gui.window.test_journey import report, review, snapshot
from tests.helpers.files.cut_off import deletion_cut_off
from tests.unit.actions.world import write


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_files_are_put_back_all_the_same(qtbot, scanned, tree):
    scanned.commands.mark_identical.trigger()
    before = snapshot(tree.root)
    dialog = review(qtbot, scanned, scanned.commands.trash)
    done, dialog = report(qtbot, scanned, lambda: click(qtbot, dialog.confirm))
    assert dialog.undo_elsewhere.isHidden()
    with Library.open() as library:
        (act, *_) = library.acts(done.batch)
        library.update(done.batch, [(act.position, {"folder_mark": f"77{act.folder_mark}"})])
    back, dialog = report(qtbot, scanned, lambda: click(qtbot, dialog.undo))
    assert [one.path for one in back.acts if one.state is ActState.DONE] == [act.path]
    assert not os.path.exists(act.path)
    assert dialog.model.row(0).path == act.path
    assert dialog.undo_elsewhere.isVisible()
    assert "Connect it and undo" in dialog.chosen.text()
    back, dialog = report(qtbot, scanned, lambda: click(qtbot, dialog.undo_elsewhere))
    assert back.count(ActState.DONE) == 0
    assert dialog.undo_elsewhere.isHidden()
    assert snapshot(tree.root) == before


@pytest.fixture
def lost(tmp_path):
    """Where the folder of a file is now whose deletion was cut off."""
    kept, path = write(tmp_path / "kept", b"the content"), write(tmp_path / "drive" / "one", b"the content")
    deletion_cut_off(path, kept)
    os.rename(tmp_path / "drive", tmp_path / "unplugged")
    return tmp_path / "unplugged"


def test_what_will_not_come_back_is_given_up(qtbot, lost, window):
    with qtbot.waitSignal(window.work.journal_changed, timeout=LONG):
        window.work.begin()
    window.commands.history.trigger()
    history = window.dialog
    assert isinstance(history, HistoryDialog)
    assert "their disk is not connected" in history.warning.text()
    assert history.model.index(0, HistoryModel.OTHER_RESULTS).data() == "1 unknown"
    click(qtbot, history.details)
    dialog = window.dialog
    assert isinstance(dialog, RemovalReportDialog)
    assert dialog.title.text() == "The state of 1 file is unknown"
    assert "SimFinder tries again at each start" in dialog.warning.text()
    assert dialog.model.index(0, 1).data() == "unknown"
    assert dialog.model.index(0, ReportModel.REASON).data() == "its folder can't be seen now"
    before = snapshot(lost)
    assert not dialog.give_up.isHidden()
    given_up, dialog = report(qtbot, window, lambda: click(qtbot, dialog.give_up))
    assert snapshot(lost) == before
    assert given_up.count(ActState.FAILED) == 1
    assert dialog.give_up.isHidden()
    assert dialog.warning.text() == "The state of 1 file was never found out."
    assert "unchanged" not in dialog.warning.text()
    assert dialog.model.index(0, 1).data() == "unknown"
    assert "may lie at" in dialog.model.index(0, ReportModel.REASON).data()
    qtbot.waitUntil(lambda: not window.work.batches[0].count(ActState.STARTED), timeout=LONG)
    window.commands.history.trigger()
    assert window.dialog.warning.text() == ""
    assert window.dialog.model.index(0, HistoryModel.OTHER_RESULTS).data() == "1 not done"


def test_a_disk_that_is_back_meanwhile_is_told_instead(qtbot, lost, window):
    with qtbot.waitSignal(window.work.journal_changed, timeout=LONG):
        window.work.begin()
    os.rename(lost, lost.parent / "drive")
    with qtbot.waitSignal(window.workspace.noticed, timeout=LONG) as told:
        window.work.give_up(1)
    assert "waits for nothing" in told.args[0].text
    assert os.listdir(lost.parent / "drive") == ["one"]


def test_words(qapp):
    def some(*acts):
        return BatchReport(1, 0, tuple(ActRecord("/a", ActKind.DELETE, None, *act, 10) for act in acts))

    waiting, failed = (ActState.STARTED, "its folder can't be seen now"), (ActState.FAILED, "disk full")
    given_up = (ActState.FAILED, "what became of it was not seen again; it may lie at /b")
    assert action_words.report_title(some(waiting, given_up)) == "The state of 2 files is unknown"
    assert action_words.report_title(some(waiting, (ActState.DONE, ""))) == "1 file deleted for good"
    assert action_words.untouched_text(some(waiting, given_up)) == ""
    assert action_words.untouched_text(some(failed, given_up)).startswith("1 act failed")
    assert action_words.unknown_text(some(failed)) == ""
    assert action_words.unknown_text(some(waiting, given_up)).count("The state of") == 2
    assert action_words.unknown_text(some(waiting, given_up)).endswith("of 1 file was never found out.")
    assert advice("the disk of /media/drive/a is not there now") == "Connect it and undo again."
