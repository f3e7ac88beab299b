"""The whole main job through the window, with the disk looked at after every step."""

import os

import pytest
from PySide6.QtCore import Qt

from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
from simfinder.model.removal_plan import ActKind, ActState
from tests.gui.conftest import LONG


def snapshot(root):
    """Every file below a folder: content, mode, times."""
    found = {}
    for folder, _, names in os.walk(os.fsencode(root)):
        for name in names:
            path = os.path.join(folder, name)
            status = os.stat(path)
            with open(path, "rb") as file:
                found[path] = (file.read(), status.st_mode, status.st_mtime_ns)
    return found


def review(qtbot, window, command):
    with qtbot.waitSignal(window.work.planned, timeout=LONG):
        command.trigger()
    assert isinstance(window.dialog, PlanReviewDialog)
    return window.dialog


def report(qtbot, window, act):
    with qtbot.waitSignal(window.work.reported, timeout=LONG) as reported:
        act()
    assert isinstance(window.dialog, RemovalReportDialog)
    qtbot.waitUntil(lambda: not window.bridge.busy)
    return reported.args[0], window.dialog


def close(qtbot, window, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.dialog is None)


def test_scan_mark_review_trash_report_undo(qtbot, scanned, tree, home):
    window, session = scanned, scanned.workspace.session
    before = snapshot(tree.root)
    clusters = len(session.clusters)
    assert clusters == len(tree.families)
    assert window.clusters.title.text() == f"{clusters} clusters"

    window.commands.mark_older.trigger()
    marked = {session.record(file).path for file in session.marks}
    for name in tree.families:
        times = {path: os.stat(path).st_mtime_ns for path in tree.cluster_of(name)}
        assert any(path not in marked for path, time in times.items() if time == max(times.values()))
    assert len(marked) >= len(tree.families)
    assert f"{len(marked)} files marked" in window.clusters.summary.text()
    assert snapshot(tree.root) == before

    dialog = review(qtbot, window, window.commands.trash)
    listed = {dialog.model.row(row).file.path for row in dialog.model.file_rows()}
    assert listed == marked
    assert dialog.confirm.text().startswith(f"Move {len(marked)} files (")
    assert dialog.confirm.text().endswith(") to Trash")
    assert snapshot(tree.root) == before

    done, dialog = report(qtbot, window, lambda: qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton))
    assert done.count(ActState.DONE) == len(marked)
    assert dialog.windowTitle() == f"{len(marked)} files moved to the Trash"
    gone = before.keys() - snapshot(tree.root).keys()
    assert {os.fsdecode(path) for path in gone} == marked
    trashed = snapshot(home / ".local/share/Trash/files")
    assert sorted(value[0] for value in trashed.values()) == sorted(before[path][0] for path in gone)
    assert not session.marks
    assert all(session.clusters.cluster_of(session.file_of(path)) < 0 for path in marked)
    close(qtbot, window, dialog.done_button)

    assert window.commands.undo.isEnabled()
    back, dialog = report(qtbot, window, window.commands.undo.trigger)
    assert back.count(ActState.UNDONE) == len(marked)
    assert snapshot(tree.root) == before
    assert len(window.workspace.session.clusters) == clusters
    close(qtbot, window, dialog.done_button)
    assert not window.commands.undo.isEnabled()


def test_move_to_a_folder_and_undo_from_the_report(qtbot, scanned, tree, tmp_path):
    window = scanned
    before = snapshot(tree.root)
    window.commands.mark_identical.trigger()
    marked = len(window.workspace.session.marks)
    assert marked == len(tree.copies)
    target = tmp_path / "target"
    target.mkdir()
    with qtbot.waitSignal(window.work.planned, timeout=LONG):
        window.dialogs.review_target(ActKind.MOVE, str(target))
    confirm = window.dialog.confirm
    done, dialog = report(qtbot, window, lambda: qtbot.mouseClick(confirm, Qt.MouseButton.LeftButton))
    assert done.count(ActState.DONE) == marked
    assert len(snapshot(target)) == marked
    assert len(snapshot(tree.root)) == len(before) - marked
    report(qtbot, window, lambda: qtbot.mouseClick(dialog.undo, Qt.MouseButton.LeftButton))
    assert snapshot(tree.root) == before
    assert not snapshot(target)


def test_cancelling_the_review_changes_nothing(qtbot, scanned, tree):
    window = scanned
    before = snapshot(tree.root)
    window.commands.mark_all.trigger()
    marks = set(window.workspace.session.marks)  # what they say may tell measured figures now
    dialog = review(qtbot, window, window.commands.trash)
    close(qtbot, window, dialog.cancel)
    assert set(window.workspace.session.marks) == marks
    assert not window.work.busy
    assert snapshot(tree.root) == before


def test_a_file_that_changed_after_the_review_is_left_alone_and_reported(qtbot, scanned, tree):
    window = scanned
    window.commands.mark_older.trigger()
    dialog = review(qtbot, window, window.commands.trash)
    changed = dialog.plan.acts[0].file.path
    with open(changed, "ab") as file:
        file.write(b"precious new words")
    done, dialog = report(qtbot, window, lambda: qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton))
    assert os.path.exists(changed)
    assert done.count(ActState.SKIPPED) == 1
    model = dialog.table.model()
    assert model.row(0).path == changed
    assert model.row(0).reason
    assert "1 file skipped" in dialog.warning.text()


def test_protected_files_are_shown_and_never_planned(qtbot, make, scan, tree):
    window = make([tree.root])
    window.workspace.set_protected(os.path.join(tree.root, "Documents"), True)
    session = scan(window)
    window.commands.mark_all.trigger()
    marked = {session.record(file).path for file in session.marks}
    assert marked
    assert not any(path.startswith(os.path.join(tree.root, "Documents")) for path in marked)


def test_nothing_marked_is_said_and_no_dialog_opens(qtbot, scanned):
    scanned.commands.trash.trigger()
    assert scanned.banner.isVisible()
    assert "Nothing is marked" in scanned.banner.text.text()
    assert scanned.dialog is None


@pytest.mark.parametrize("where", ["banner", "history"])
def test_what_an_interrupted_program_did_is_told_at_the_start(qtbot, make, scan, tree, monkeypatch, where):
    """A batch that is left half done by a program that died: told in the banner, and undone from there."""
    window = make([tree.root])
    scan(window)
    window.commands.mark_identical.trigger()
    dialog = review(qtbot, window, window.commands.trash)
    plan = dialog.plan
    close(qtbot, window, dialog.cancel)
    from simfinder.app.removal import removal
    from simfinder.model.progress import Control

    left = removal.carry_out(plan, Control())
    monkeypatch.setattr(removal, "reconcile_at_start", lambda: [left])
    other = make([tree.root])
    other.work.begin()
    qtbot.waitUntil(other.banner.isVisible, timeout=LONG)
    monkeypatch.setattr(removal, "reconcile_at_start", list)
    assert "interrupted" in other.banner.text.text()
    assert not os.path.exists(plan.acts[0].file.path)
    if where == "banner":
        report(qtbot, other, lambda: qtbot.mouseClick(other.banner.action, Qt.MouseButton.LeftButton))
    else:
        qtbot.waitUntil(lambda: not other.bridge.busy, timeout=LONG)
        other.commands.history.trigger()
        report(qtbot, other, lambda: qtbot.mouseClick(other.dialog.undo, Qt.MouseButton.LeftButton))
    assert all(os.path.exists(act.file.path) for act in plan.acts)
