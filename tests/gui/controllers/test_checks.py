"""Figures are checked in the background: what is seen first, and never under a busy hand."""

import os
import threading
import time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Part, Verified, Verifier
from simfinder.gui.cluster_tree.model.cluster_model import Column, Role
from simfinder.gui.controllers.verify_queue import FIRST, Batch, VerifyQueue
from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from tests.gui.conftest import LONG
from tests.helpers.screen.cluster_rows import index_of


@pytest.fixture
def quiet(monkeypatch):
    """Here they are checked, and nobody waits long."""
    monkeypatch.setattr("simfinder.gui.controllers.verify_scheduler.BEGIN_MS", 10)
    monkeypatch.setattr("simfinder.gui.controllers.verify_scheduler.SETTLE_MS", 30)
    monkeypatch.setattr("simfinder.gui.controllers.verify_scheduler.EVERY", 0.05)
    monkeypatch.setattr("simfinder.gui.window.status_line.QUIET_MS", 5)


@pytest.fixture
def gate(monkeypatch):
    """Measures as a real verifier does, but not before it is opened; tells what was asked for."""

    class Gate:
        open = False
        asked: list
        figure = None

    gate = Gate()
    gate.asked = []
    real, real_in_turn = Verifier.measure, Verifier.measure_in_turn

    def wait(self, a, b):
        gate.asked.append(list(zip(a.tolist(), b.tolist(), strict=True)))
        self.expect(len(a))
        while not gate.open:
            self._control.check()
            time.sleep(0.005)

    def measure(self, a, b):
        wait(self, a, b)
        if gate.figure is not None:
            return Verified(np.full(len(a), gate.figure, np.float32))
        return real(self, a, b)

    def measure_in_turn(self, a, b, urgent):
        def asking():
            pairs = urgent()
            if len(pairs[0]):
                gate.asked.append(list(zip(*(side.tolist() for side in pairs), strict=True)))
            return pairs

        wait(self, a, b)
        if gate.figure is not None:
            yield Part(np.arange(len(a)), a, b, Verified(np.full(len(a), gate.figure, np.float32)))
        else:
            yield from real_in_turn(self, a, b, asking)

    monkeypatch.setattr(Verifier, "measure", measure)
    monkeypatch.setattr(Verifier, "measure_in_turn", measure_in_turn)
    return gate


def checked(qtbot, window):
    qtbot.waitUntil(
        lambda: window.workspace.session.clustering.verified and not window.checks.running, timeout=LONG
    )


def shares(window):
    model = window.clusters.model
    tops = [model.index(row, 0) for row in range(model.rows.clusters)]
    return [model.index(row, Column.SHARED, top) for top in tops for row in range(1, model.rowCount(top))]


def test_estimates_become_verified_figures_that_look_different(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    session = scan(window)
    similar = [index for index in shares(window) if index.data() != "100 %"]
    assert similar
    assert all(index.data().startswith("~") and index.data(Role.ESTIMATED) for index in similar)
    assert "estimated, not verified yet" in similar[0].data(Qt.ItemDataRole.ToolTipRole)
    assert similar[0].data(Qt.ItemDataRole.AccessibleTextRole).endswith(" %, estimated")
    assert (
        window.details.subtitle.whole().endswith("estimated")
        or "Identical" in window.details.subtitle.whole()
    )
    qtbot.waitUntil(window.progress.bar.isVisible)
    qtbot.waitUntil(lambda: window.progress.text.text().startswith("Verifying results"))
    assert not window.progress.phase.isVisible()
    gate.open = True
    checked(qtbot, window)
    assert not session.clusters.estimated.any()
    assert not any(index.data().startswith("~") or index.data(Role.ESTIMATED) for index in shares(window))
    similar = next(index for index in shares(window) if index.data() != "100 %")
    assert similar.data(Qt.ItemDataRole.ToolTipRole).endswith(": verified byte by byte.")
    window.clusters.tree.setCurrentIndex(similar)
    assert window.details.subtitle.whole().endswith(" · verified")
    qtbot.waitUntil(lambda: window.progress.text.text().endswith("all results verified"))
    assert not window.progress.cancel.isVisible()


def test_what_is_chosen_is_checked_first(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    session = scan(window)
    qtbot.waitUntil(lambda: bool(gate.asked))
    current = session.clusters.cluster_of(window.clusters.model.file_of(window.clusters.tree.currentIndex()))
    wanted = set(zip(*(side.tolist() for side in session.clustering.unmeasured([current])), strict=True))
    assert set(gate.asked[0][: len(wanted)]) == wanted
    # another one is chosen meanwhile: it comes next, before the links
    other = next(
        i for i in range(len(session.clusters)) if len(session.clustering.unmeasured([i])[0]) and i != current
    )
    window.clusters.tree.close_all()
    window.clusters.tree.setCurrentIndex(
        index_of(window.clusters.model, int(session.clusters.kept[other]), top=True)
    )
    assert window.clusters.clusters_in_view()[0] == other
    gate.open = True
    checked(qtbot, window)


def test_what_comes_into_view_while_links_are_checked_comes_next(qtbot, make, tree, scan, quiet, monkeypatch):
    holding, told = threading.Event(), []
    real = Verifier.measure_in_turn

    def measure_in_turn(self, a, b, urgent):
        def asking():
            holding.wait(LONG / 1000)
            return urgent()

        for part in real(self, a, b, asking):
            told.append(part)
            yield part

    monkeypatch.setattr(Verifier, "measure_in_turn", measure_in_turn)
    window = make([tree.root])
    monkeypatch.setattr(window.checks, "_in_view", list)  # nothing is in view
    session = scan(window)
    of_all = [session.clustering.unmeasured([i]) for i in range(len(session.clusters))]
    other = max(range(len(of_all)), key=lambda i: len(of_all[i][0]))
    wanted = {frozenset(pair) for pair in zip(*(side.tolist() for side in of_all[other]), strict=True)}
    assert wanted
    qtbot.waitUntil(lambda: window.checks._job is not None)
    monkeypatch.setattr(window.checks, "_in_view", lambda: [other])
    window.checks.look()
    qtbot.waitUntil(lambda: window.checks._desk._wanted is not None)
    holding.set()
    checked(qtbot, window)
    urgent = [part for part in told if part.places is None]
    assert {
        frozenset(pair) for pair in zip(urgent[0].a.tolist(), urgent[0].b.tolist(), strict=True)
    } == wanted
    assert told.index(urgent[0]) == 0
    assert not session.clusters.estimated.any()


def test_the_desk_hands_out_each_urgent_pair_once_and_a_part_at_a_time():
    desk = VerifyQueue()
    a, b = np.arange(FIRST + 5, dtype=np.int32), np.arange(FIRST + 5, dtype=np.int32) + 1000
    desk.want((a, b))
    first, second, third = desk.urgent(), desk.urgent(), desk.urgent()
    assert [len(part[0]) for part in (first, second, third)] == [FIRST, 5, 0]
    desk.want((a, b))
    assert len(desk.urgent()[0]) == 0
    desk.put(Batch(()))
    assert len(desk.collect()) == 1
    assert desk.collect() == []


@pytest.mark.parametrize("what", ["slider", "menu", "dialog"])
def test_nothing_changes_while_a_person_has_something_in_hand(qtbot, make, tree, scan, gate, what):
    window = make([tree.root])
    session = scan(window)
    before = session.clusters
    if what == "slider":
        slider, handle = window.tolerances.all.slider, window.windowHandle()
        place = slider.mapTo(window, QPoint(round(slider._center()), slider.height() // 2))
        QTest.mousePress(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    elif what == "menu":
        window.menus.keep.popup(window.mapToGlobal(window.rect().center()))
    else:
        window.commands.about.trigger()
    gate.open = True
    qtbot.waitUntil(lambda: bool(window.checks._pending), timeout=LONG)
    qtbot.wait(300)
    assert session.clusters is before
    if what == "slider":
        QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    elif what == "menu":
        window.menus.keep.close()
    else:
        window.dialog.close()
    checked(qtbot, window)
    assert session.clusters is not before


def test_what_is_open_chosen_and_in_view_stays(qtbot, make, tree, scan, gate):
    window = make([tree.root], size=(1024, 520))
    session = scan(window)
    view, model = window.clusters.tree, window.clusters.model
    file = session.file_of(tree.families["pipeline"][0])
    view.open_all()
    view.setCurrentIndex(index_of(model, file))
    view.verticalScrollBar().setValue(75)
    top = view.indexAt(view.viewport().rect().topLeft())
    place = model.record_of(top).path, view.visualRect(top).top()
    gate.open = True
    checked(qtbot, window)
    assert model.file_of(view.currentIndex()) == file
    assert [model.file_of(index) for index in view.selectionModel().selectedRows()] == [file]
    top = view.indexAt(view.viewport().rect().topLeft())
    assert (model.record_of(top).path, view.visualRect(top).top()) == place


def test_pause_cancel_and_go_on(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    session = scan(window)
    line = window.progress
    qtbot.waitUntil(lambda: line.cancel.isVisible() and bool(gate.asked))
    qtbot.mouseClick(line.pause, Qt.MouseButton.LeftButton)
    assert line.pause.text() == "Resume"
    qtbot.waitUntil(lambda: line.text.text().endswith("paused"))
    qtbot.mouseClick(line.pause, Qt.MouseButton.LeftButton)
    assert line.pause.text() == "Pause"
    begin = time.monotonic()
    qtbot.mouseClick(line.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=1000)
    assert time.monotonic() - begin < 1
    assert not line.cancel.isVisible()
    assert line.text.text().endswith("some figures are estimates")
    window.workspace.set_tolerance("bin", 0.1)
    qtbot.wait(150)
    assert not window.checks.running
    gate.open = True
    window.commands.check.trigger()
    checked(qtbot, window)
    assert not session.clusters.estimated.any()


def test_closing_while_figures_are_checked(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    scan(window)
    qtbot.waitUntil(lambda: bool(gate.asked))
    begin = time.monotonic()
    window.close()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=1000)
    assert time.monotonic() - begin < 1
    assert not window.bridge.busy


def test_a_scan_goes_first_and_checking_goes_on_after_it(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    scan(window)
    qtbot.waitUntil(lambda: bool(gate.asked))
    gate.open = True
    session = scan(window)
    checked(qtbot, window)
    assert window.workspace.session is session


def test_a_tolerance_that_moved_is_checked_when_it_has_settled(qtbot, make, tree, scan):
    window = make([tree.root])
    scan(window)
    checked(qtbot, window)
    for value in (31, 38, 45):
        window.tolerances.all.slider.setValue(value)
    qtbot.waitUntil(lambda: window.workspace.session.choices.tolerances.default == 0.45)
    checked(qtbot, window)


def test_a_file_that_changed_since_the_scan_is_told(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    session = scan(window)
    path = tree.families["pipeline"][0]
    with open(path, "ab") as file:
        file.write(b"# later\n")
    gate.open = True
    qtbot.waitUntil(lambda: bool(window.work.problems) and not window.checks.running, timeout=LONG)
    assert [problem.path for problem in window.work.problems] == [path]
    assert "changed since" in window.work.problems[0].reason
    assert window.progress.problems.text() == "1 problem"
    file = session.file_of(path)
    if session.clusters.cluster_of(file) >= 0:
        index = index_of(window.clusters.model, file)
        assert index.siblingAtColumn(Column.SHARED).data().startswith("~")


def test_marks_of_files_that_leave_their_cluster_go_visibly(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    session = scan(window)
    window.commands.mark_all.trigger()
    marked = len(session.marks)
    gate.figure, gate.open = 0.1, True
    qtbot.waitUntil(lambda: len(session.marks) < marked, timeout=LONG)
    assert window.banner.isVisible()
    assert "no longer marked" in window.banner.text.text()
    assert f"{len(session.marks)} files marked" in window.clusters.summary.whole() or not session.marks


def test_no_plan_rests_on_estimates(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    session = scan(window)
    window.commands.mark_all.trigger()
    window.commands.trash.trigger()
    qtbot.waitUntil(lambda: window.progress.phase.text() == "Checking the marked files")
    assert window.progress.cancel.isVisible()
    assert window.dialog is None
    gate.open = True
    qtbot.waitUntil(lambda: isinstance(window.dialog, PlanReviewDialog), timeout=LONG)
    table = session.clusters
    marked = [table.position_of(file) for file in session.marks]
    assert marked
    assert not table.estimated[marked].any()
    window.dialog.close()
    qtbot.waitUntil(lambda: window.dialog is None)
    checked(qtbot, window)


def test_marks_that_do_not_stand_the_check_are_told_and_no_review_opens(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    session = scan(window)
    file = session.file_of(tree.families["pipeline"][0])
    window.workspace.mark([file], True)
    assert session.marks
    gate.figure, gate.open = 0.05, True
    window.commands.trash.trigger()
    qtbot.waitUntil(lambda: not session.marks and not window.work.busy, timeout=LONG)
    assert window.dialog is None
    assert "no longer marked" in window.banner.text.text()
    assert os.path.exists(tree.families["pipeline"][0])


def test_the_check_of_marks_can_be_cancelled(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    session = scan(window)
    window.commands.mark_all.trigger()
    marks = dict(session.marks)
    window.commands.trash.trigger()
    qtbot.waitUntil(window.progress.cancel.isVisible)
    qtbot.mouseClick(window.progress.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=1000)
    assert dict(session.marks) == marks
    assert window.dialog is None


def test_by_keys(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    scan(window)
    qtbot.waitUntil(window.progress.cancel.isVisible)
    for button in (window.progress.pause, window.progress.cancel):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert button.text()
    window.progress.cancel.setFocus()
    QTest.keyClick(window.progress.cancel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=1000)
    assert window.checks.stopped


def test_a_session_from_elsewhere_is_left_alone(qtbot, make, tree, scan, gate):
    window = make([tree.root])
    session = scan(window)
    window.checks.cancel()
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)  # a job that has just begun still asks
    gate.asked.clear()
    session.read_only = True
    window.checks.resume()
    qtbot.wait(50)
    assert gate.asked == []


def test_checking_goes_on_after_a_change_that_failed(qtbot, make, tree, scan, quiet, monkeypatch):
    """A job that put figures into the session has died: the next ones are taken all the same."""
    monkeypatch.setattr("simfinder.gui.state.session_edits.LARGE", -1)
    real, died = Session.learn, []

    def learn(self, *findings):
        if not died:
            died.append(1)
            raise ZeroDivisionError
        return real(self, *findings)

    monkeypatch.setattr(Session, "learn", learn)
    window = make([tree.root])
    scan(window)
    qtbot.waitUntil(lambda: bool(died), timeout=LONG)
    checked(qtbot, window)
