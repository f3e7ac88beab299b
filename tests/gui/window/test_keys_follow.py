"""The keys are on the clusters whenever there are any, and nowhere dangerous when the last one has gone."""

import os
import random

from PySide6.QtWidgets import QApplication

from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
from tests.gui.conftest import LONG


def pair(folder):
    folder.mkdir()
    for name in ("letter.txt", "letter copy.txt"):
        (folder / name).write_text("Dear all,\nthe same words in both of these files.\n" * 20)
    return str(folder)


def close_report(qtbot, window):
    qtbot.waitUntil(lambda: isinstance(window.dialog, RemovalReportDialog), timeout=LONG)
    window.dialog.close()
    qtbot.waitUntil(lambda: window.dialog is None and not window.work.busy, timeout=LONG)


def test_after_the_first_scan_the_clusters_have_the_keys(make, scan, tree):
    for widget in (lambda w: w.clusters.empty.button, lambda w: w.top.add, lambda w: w.details.others):
        window = make([tree.root])
        widget(window).setFocus()
        scan(window)
        assert window.focusWidget() is window.clusters.tree


def test_whoever_works_beside_the_clusters_keeps_the_keys(scanned, scan, tree):
    for widget in (scanned.top.filter, scanned.tolerances.all.slider, scanned.details.others):
        widget.setFocus()
        scan(scanned)
        assert scanned.focusWidget() is widget


def test_when_verifying_ends_its_buttons_leave_the_keys_to_the_clusters(qtbot, scanned):
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    progress = scanned.progress
    progress._lay_open()
    progress.cancel.setFocus()
    progress._show_task()
    assert scanned.focusWidget() is scanned.clusters.tree


def test_when_the_last_copy_has_gone_enter_adds_and_removes_nothing(qtbot, make, scan, tmp_path):
    window = make([pair(tmp_path / "few")])
    scan(window)
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
    window.clusters.tree.setFocus()
    window.commands.mark_identical.trigger()
    window.commands.trash.trigger()
    qtbot.waitUntil(lambda: isinstance(window.dialog, PlanReviewDialog), timeout=LONG)
    window.dialog.confirm.click()
    close_report(qtbot, window)
    assert not window.clusters.listing
    assert window.focusWidget() is window.overview.tabs
    assert window.clusters.empty.title.text() == "No similar files are left"
    qtbot.waitUntil(window.commands.undo.isEnabled, timeout=LONG)
    window.commands.undo.trigger()
    close_report(qtbot, window)
    assert window.clusters.listing
    assert window.focusWidget() is window.clusters.tree
    assert len(os.listdir(tmp_path / "few")) == 2


def test_after_a_removal_the_clusters_have_the_keys_again(qtbot, scanned):
    tree = scanned.clusters.tree
    tree.setFocus()
    scanned.commands.mark_identical.trigger()
    scanned.commands.trash.trigger()
    qtbot.waitUntil(lambda: isinstance(scanned.dialog, PlanReviewDialog), timeout=LONG)
    scanned.dialog.confirm.click()
    close_report(qtbot, scanned)
    assert scanned.clusters.listing
    assert scanned.focusWidget() is tree
    assert QApplication.focusWidget() in (None, tree)


def test_after_an_undo_the_current_row_is_in_view(qtbot, make, scan, tmp_path):
    rng = random.Random(3)
    for number in range(40):  # half of them stay: a rule marks nothing in projects
        folder = tmp_path / ("project" if number % 2 else "letters")
        folder.mkdir(exist_ok=True)
        data = rng.randbytes(2000 + number)
        for name in (f"{number:02}.bin", f"{number:02} copy.bin"):
            (folder / name).write_bytes(data)
    (tmp_path / "project" / "pyproject.toml").write_text("[project]")
    window = make([tmp_path], size=(1024, 640))
    scan(window)
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
    view = window.clusters.tree
    view.setFocus()
    window.commands.mark_identical.trigger()
    window.commands.trash.trigger()
    qtbot.waitUntil(lambda: isinstance(window.dialog, PlanReviewDialog), timeout=LONG)
    window.dialog.confirm.click()
    for act in (None, window.commands.undo):
        if act is not None:
            qtbot.waitUntil(act.isEnabled, timeout=LONG)
            view.scrollToBottom()
            act.trigger()
        close_report(qtbot, window)
        qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(view.currentIndex())))
