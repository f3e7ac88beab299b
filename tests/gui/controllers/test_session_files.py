"""Results opened, saved, kept by themselves; exported; and what happens to the files while they are shown."""

import csv
import json
import os
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from simfinder.app.session.saved import save_and_load
from simfinder.app.session.session import Session
from simfinder.errors import StoreUnavailableError
from simfinder.gui.dialogs.history_and_problems import ProblemsDialog
from simfinder.gui.overview.overview import View
from simfinder.store import array_file
from tests.gui.conftest import LONG

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def idle(qtbot):
    def wait(window):
        qtbot.waitUntil(lambda: not window.bridge.busy and not window.work.busy, timeout=LONG)

    return wait


@pytest.fixture
def saved(scanned, idle, tmp_path):
    """Path of the results of a scan with marks and a file kept by hand."""
    scanned.workspace.mark_rule("older")
    idle(scanned)
    path = str(tmp_path / "results.simfinder")
    scanned.files.save(path)
    idle(scanned)
    return path


def opened(qtbot, window, path):
    with qtbot.waitSignal(window.workspace.session_changed, timeout=LONG):
        window.files.open(path)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    return window.workspace.session


def clusters_of(session):
    table = session.clusters
    return {
        frozenset(m.file.path for m in table.cluster(i).members) for i in range(len(table))
    }  # fmt: skip


def test_results_are_saved_and_opened_again(qtbot, make, scanned, saved, tree):
    assert "Saved as results.simfinder" in scanned.banner.text.text()
    before, marks = clusters_of(scanned.workspace.session), scanned.workspace.marked
    assert marks
    other = make()
    session = opened(qtbot, other, saved)
    assert clusters_of(session) == before
    assert other.workspace.marked == marks
    assert other.workspace.folders == [str(tree.root)]
    root = str(tree.root)
    assert session.count_below(root) == scanned.workspace.session.count_below(root) > 0
    assert other.clusters.model.rows.clusters == len(before)
    assert "No file has changed since." in other.banner.text.text()
    assert other.commands.default_act.isEnabled()
    for view in (View.ANALYSIS, View.MAP):
        other.overview.show_view(view)
        qtbot.waitUntil(lambda: other.overview.settled, timeout=LONG)
    assert len(other.overview.key_space.canvas) == session.clustering.file_count


def test_tolerances_come_back_with_the_results(qtbot, make, scanned, saved, idle):
    scanned.workspace.set_tolerance(None, 0.05)
    qtbot.waitUntil(lambda: scanned.workspace.session.choices.tolerances.default == 0.05)
    scanned.files.save(saved)
    idle(scanned)
    other = make()
    other.workspace.set_tolerance(None, 0.4)
    session = opened(qtbot, other, saved)
    assert session.choices.tolerances.default == other.workspace.tolerances.default == 0.05
    assert clusters_of(session) == clusters_of(scanned.workspace.session)


def test_what_is_protected_now_stays_so(qtbot, make, saved, tree):
    path = tree.families["pipeline"][0]
    window = make([tree.root])
    window.workspace.set_protected(os.path.dirname(path), True)
    session = opened(qtbot, window, saved)
    assert window.workspace.settings.protected == [os.path.dirname(path)]
    assert session.record(session.file_of(path)).protected
    assert session.file_of(path) not in session.marks
    assert session.mark([session.file_of(path)]) == 0


def test_what_is_gone_or_changed_is_said(qtbot, make, saved, tree):
    gone, changed = tree.families["pipeline"][0], tree.families["pipeline"][1]
    os.remove(gone)
    with open(changed, "a") as file:
        file.write("more\n")
    window = make()
    session = opened(qtbot, window, saved)
    text = window.banner.text.text()
    assert "1 file is gone and 1 file has changed. They are left out." in text
    assert session.clusters.cluster_of(session.file_of(gone)) < 0
    assert session.clusters.cluster_of(session.file_of(changed)) < 0
    assert session.file_of(gone) not in session.marks
    qtbot.mouseClick(window.banner.action, LEFT)
    assert isinstance(window.dialog, ProblemsDialog)
    assert {problem.path for problem in window.work.problems} >= {gone, changed}


def test_results_of_elsewhere_are_for_reading_only(qtbot, make, saved, tree):
    for path in tree.files():
        os.remove(path)
    window = make()
    session = opened(qtbot, window, saved)
    assert session.read_only
    assert len(session.clusters)
    assert "read-only" in window.banner.text.text()
    assert window.clusters.summary.whole().startswith("read-only")
    for action in (window.commands.mark_older, window.commands.mark_all, *window.commands.acts.values()):
        assert not action.isEnabled()
    assert "read-only" in window.commands.mark_older.toolTip()
    index = window.clusters.model.index(1, 0, window.clusters.model.index(0, 0))
    window.clusters.tree.setCurrentIndex(index)
    qtbot.keyClick(window.clusters.tree, Qt.Key.Key_Space)
    assert not window.workspace.marked


def test_damaged_results_are_refused_in_a_sentence(qtbot, make, tmp_path, idle):
    path = tmp_path / "bad.simfinder"
    path.write_bytes(b"no results at all" * 50)
    window = make()
    window.files.open(str(path))
    idle(window)
    assert window.workspace.session is None
    assert "bad.simfinder" in window.banner.text.text()


def test_a_place_that_cannot_be_written_is_told(scanned, idle, tmp_path):
    scanned.files.save(str(tmp_path / "no folder" / "x.simfinder"))
    idle(scanned)
    assert scanned.banner.text.text().startswith("The results can’t be saved:")


def test_a_scan_is_kept_and_can_be_gone_on_with(qtbot, make, scanned, idle, tree):
    qtbot.waitUntil(lambda: not scanned.files._unsaved, timeout=LONG)  # when the window has been painted
    idle(scanned)
    (kept,) = save_and_load.autosaved()
    assert kept.roots == (str(tree.root),)
    scanned.workspace.mark_rule("older")
    marks = scanned.workspace.marked
    scanned.close()
    qtbot.waitUntil(lambda: not scanned.isVisible(), timeout=LONG)
    (kept,) = save_and_load.autosaved()
    assert kept.marked == marks  # what was decided after the scan was kept before the window closed
    window = make()
    assert not window.clusters.empty.resume.isVisibleTo(window)
    with qtbot.waitSignal(window.files.recent_told, timeout=LONG):
        window.files.look()
    resume = window.clusters.empty.resume
    assert resume.isVisibleTo(window)
    assert resume.text().startswith("Continue with the results of today")
    assert len(window.menus.recent.actions()) == 1
    with qtbot.waitSignal(window.workspace.session_changed, timeout=LONG):
        qtbot.mouseClick(resume, LEFT)
    assert window.workspace.marked == marks
    assert not resume.isVisibleTo(window)


def test_two_windows_keep_their_own_results(qtbot, make, scanned, scan, idle, tmp_path):
    (tmp_path / "other").mkdir()
    for name in "ab":
        (tmp_path / "other" / name).write_text("some words of one text\n" * 50)
    window = make([tmp_path / "other"])
    scan(window)
    for one in (scanned, window):
        one.workspace.mark_rule("identical")
        one.files.save_by_itself()
        idle(one)
    assert len(save_and_load.autosaved()) == 2


def test_nothing_is_kept_by_itself_when_it_is_not_wanted(qtbot, make, scan, tree, idle):
    window = make([tree.root])
    window.commands.autosave.setChecked(False)
    scan(window)
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=LONG)
    assert save_and_load.autosaved() == []


def test_a_window_closes_where_results_cannot_be_kept(qtbot, scanned, idle, monkeypatch):
    idle(scanned)

    def fail(*_):
        raise StoreUnavailableError("the disk is full", "x")

    monkeypatch.setattr("simfinder.app.session.saved.save_and_load.save", fail)
    scanned.workspace.mark_rule("older")
    scanned.close()
    qtbot.waitUntil(lambda: not scanned.isVisible(), timeout=LONG)


def test_dialogs_lead_to_it(qtbot, scanned, idle, tmp_path):
    path = str(tmp_path / "by dialog.simfinder")
    for call in (scanned.dialogs.choose_save, scanned.dialogs.choose_results):
        call()
        assert isinstance(scanned.dialog, QFileDialog)
        scanned.dialog.fileSelected.emit(path)
        scanned.dialog.close()
        qtbot.waitUntil(lambda: scanned.dialog is None)
        idle(scanned)
    assert os.path.exists(path)


# export
@pytest.mark.parametrize("form", ["csv", "json", "html"])
def test_results_are_exported(qtbot, scanned, idle, tmp_path, form, monkeypatch):
    shown = []
    monkeypatch.setattr("simfinder.gui.controllers.export_results.show_in_folder", shown.append)
    action = next(a for a in scanned.commands.exports.actions() if a.data() == form)
    action.trigger()
    path = str(tmp_path / "out")
    scanned.dialog.fileSelected.emit(path)
    scanned.dialog.close()
    idle(scanned)
    path += "." + form
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    session = scanned.workspace.session
    if form == "csv":
        assert len(list(csv.reader(text.splitlines()))) == len(session.clusters.members) + 1
    elif form == "json":
        assert len(json.loads(text)["clusters"]) == len(session.clusters)
    else:
        assert text.lstrip().lower().startswith("<!doctype html")
    assert scanned.banner.text.text().startswith("Written:")
    qtbot.mouseClick(scanned.banner.action, LEFT)
    assert shown == [path]


def test_an_export_that_fails_is_told_and_leaves_nothing(scanned, idle, tmp_path):
    scanned.exporter.write(str(tmp_path / "no folder" / "out.csv"), "csv")
    idle(scanned)
    assert "no folder" in scanned.banner.text.text()
    assert not (tmp_path / "no folder").exists()


def test_nothing_changes_while_results_are_written(qtbot, scanned, tmp_path, idle):
    scanned.exporter.write(str(tmp_path / "out.json"), "json")
    assert not scanned.tolerances.isEnabled()
    assert not scanned.commands.scan.isEnabled()
    idle(scanned)
    assert scanned.tolerances.isEnabled()


@pytest.fixture
def foreign(saved):
    """The same file, as somebody else's program would have saved it."""
    head, arrays = array_file.read(saved)
    array_file.write(saved, head.facts, arrays)
    return saved


def test_somebody_elses_results_are_scanned_again(qtbot, make, scanned, foreign, tree):
    before, protected = clusters_of(scanned.workspace.session), os.path.dirname(tree.families["pipeline"][0])
    window = make()
    window.workspace.set_protected(protected, True)
    session = opened(qtbot, window, foreign)
    assert clusters_of(session) == before
    assert window.workspace.marked == 0
    text = window.banner.text.text()
    assert "nothing they say was taken over" in text
    assert "no longer marked" in text
    assert session.record(session.file_of(tree.families["pipeline"][0])).protected
    assert window.commands.mark_older.isEnabled()


def test_somebody_elses_results_change_no_setting(qtbot, make, scanned, saved, idle):
    scanned.workspace.set_keep_rule("oldest")
    scanned.workspace.set_tolerance(None, 0.45)
    qtbot.waitUntil(lambda: scanned.workspace.session.choices.tolerances.default == 0.45)
    idle(scanned)
    scanned.files.save(saved)
    idle(scanned)
    head, arrays = array_file.read(saved)
    array_file.write(saved, head.facts, arrays)
    window = make()
    session = opened(qtbot, window, saved)
    assert session.choices.keep_rules == window.workspace.settings.keep == "newest"
    assert session.choices.tolerances.default == window.workspace.tolerances.default != 0.45


def test_somebody_elses_results_of_elsewhere_are_unverified(qtbot, make, foreign, tree):
    for path in tree.files():
        os.remove(path)
    window = make()
    session = opened(qtbot, window, foreign)
    assert session.read_only
    assert "unverified" in window.banner.text.text()
    table = session.clusters
    assert table.estimated[table.similarity < 1].all()


def test_a_scan_of_somebody_elses_results_can_be_cancelled(qtbot, make, foreign, monkeypatch):
    def scanning(options, choices, *, cache, control):
        while True:
            control.check()
            time.sleep(0.01)

    monkeypatch.setattr(Session, "run", scanning)
    window = make()
    window.files.open(foreign)
    qtbot.waitUntil(lambda: window.work.busy, timeout=LONG)
    window.work.cancel()
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    assert window.workspace.session is None
