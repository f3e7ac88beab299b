"""The bottom line while something is under way: phases, pause, cancel, and closing in the middle of it."""

import threading
import time
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from simfinder.app.runtime.jobs import Job
from simfinder.app.runtime.time_left import LONGER, Estimate, TimeLeft, left_text
from simfinder.gui.controllers.removal_jobs import Task
from simfinder.gui.jobs import job_functions
from simfinder.model.progress import Phase, Progress
from simfinder.text.message import say
from tests.gui.conftest import LONG

PLAN = (Phase.LISTING, Phase.READING, Phase.COMPARING, Phase.GROUPING)


@pytest.fixture
def endless(monkeypatch):
    """A scan that reads for ever, until it is cancelled."""
    controls = []

    def scanning(*_, **_options):
        def run(control):
            controls.append(control)
            control.begin(Phase.READING, files_total=40_593, bytes_total=1_000_000)
            control.advance(files=25_590, bytes=630_000, from_cache=9_400, problems=7)
            while True:
                control.check()
                time.sleep(0.005)

        return run

    monkeypatch.setattr(job_functions, "scanning", scanning)
    return controls


@pytest.fixture
def running(qtbot, make, tree, endless):
    window = make([tree.root])
    window.commands.scan.trigger()
    qtbot.waitUntil(lambda: "files" in window.progress.text.text())
    return window


def test_phase_counts_share_and_problems_are_shown(running):
    line = running.progress
    assert line.phase.text() == "Reading files  2 of 5"
    assert line.text.text().startswith("25,590 of 40,593 files · 9,400 from cache")
    assert round(line.bar.fraction, 6) == 0.63  # pytest.approx asks numpy, which a thread may just be loading
    assert line.problems.text() == "7 problems"
    assert running.clusters.empty.title.text() == "Scanning"
    assert not running.commands.scan.isEnabled()


def test_rate_and_time_left(window):
    line = window.progress
    window.work.task = Task.SCAN
    window.work.time_left = TimeLeft()
    for now in (0.0, 1.0):
        line.show_progress(
            Progress(Phase.READING, 10, 100, 312_000_000, 3_120_000_000, started=0.0, now=now, plan=PLAN)
        )
    assert line.text.text() == "10 of 100 files · 312 MB/s · about 10 seconds left"
    assert 0.0 < line.bar.fraction < 0.1  # of the whole scan, not of its reading
    window.work.task = Task.NONE


def test_a_total_that_may_grow_is_not_shown(window):
    line = window.progress
    window.work.task = Task.SCAN
    line.show_progress(Progress(Phase.READING, 10, 100, may_grow=True))
    assert line.text.text() == "10 files"
    window.work.task = Task.NONE


def test_files_are_counted_without_a_time_while_they_are_listed(window):
    line = window.progress
    window.work.task = Task.SCAN
    window.work.time_left = TimeLeft()
    line.show_progress(Progress(Phase.LISTING, 1234, plan=PLAN))
    assert line.text.text() == "1,234 files · still counting"
    assert line.bar.fraction is None
    window.work.task = Task.NONE


def test_a_bar_without_an_end_moves_and_stops_when_nobody_sees_it(qtbot, window):
    bar = window.progress.bar
    bar.show()
    bar.show_fraction(None)
    assert bar._wander.isActive()
    bar.show_fraction(0.3)
    assert not bar._wander.isActive()
    bar.show_fraction(None)
    bar.hide()
    assert not bar._wander.isActive()


def test_screen_readers_hear_of_phases_and_now_and_then_of_the_time(window, monkeypatch):
    heard = []
    monkeypatch.setattr(
        "simfinder.gui.wording.announcement.QAccessible.updateAccessibility",
        lambda event: heard.append(event.message()),
    )
    line, clock = window.progress, [1000.0]
    monkeypatch.setattr("simfinder.gui.window.status_line.time.monotonic", lambda: clock[0])
    window.work.task = Task.SCAN
    window.work.time_left = TimeLeft()
    line.show_progress(Progress(Phase.LISTING, 100, now=0.0, plan=PLAN))
    for tenth in range(400):
        clock[0] += 0.1
        size = 10_000_000 * tenth
        line.show_progress(
            Progress(Phase.READING, tenth, 4000, size, 40_000_000_000, now=tenth / 10, plan=PLAN)
        )
    assert heard[0] == "Listing files  1 of 5, still counting"
    assert len(heard) == 3
    assert all(said.startswith("Reading files  2 of 5, about") for said in heard[1:])
    described = set()
    for percent in range(101):
        line.bar.show_fraction(percent / 100)
        described.add(line.bar.accessibleDescription())
    assert len(described) == 21
    window.work.task = Task.NONE


def test_the_bar_moves_when_nobody_knows_how_long_it_still_takes(window, monkeypatch):
    line = window.progress
    window.work.task = Task.SCAN
    window.work.task_changed.emit()
    told = [Estimate("about 10 seconds left", 0.9, 10.0), Estimate(LONGER, 0.99, None)]
    monkeypatch.setattr(window.work, "time_left", SimpleNamespace(see=lambda _: told.pop(0)))
    line.show_progress(Progress(Phase.GROUPING, plan=PLAN))
    assert line.bar.fraction == 0.9
    line.show_progress(Progress(Phase.GROUPING, plan=PLAN))
    assert line.bar.fraction is None
    assert line.bar._wander.isActive()
    window.work.task = Task.NONE


def test_the_time_left_is_said_in_a_narrow_window_too(window):
    line, task = window.progress, window.work
    task.task = Task.SCAN
    task.task_changed.emit()
    texts = line._progress_texts(
        Progress(Phase.READING, 10, 100, 10, 100, plan=PLAN), "about 10 seconds left"
    )
    assert texts == ["10 of 100 files · about 10 seconds left", "about 10 seconds left"]
    line.text.resize(line.fontMetrics().horizontalAdvance(texts[1]) + 4, line.text.height())
    line.text.show_text(*texts)
    assert line.text.text() == "about 10 seconds left"
    assert line.text.toolTip().endswith("10 of 100 files · about 10 seconds left")
    task.task = Task.NONE


def test_a_scan_that_waits_for_the_kernels_says_so(qtbot, window, monkeypatch):
    line, empty = window.progress, Progress()
    window.work.task = Task.SCAN
    window.work.task_changed.emit()
    line.show_progress(empty)
    assert line.phase.text() == "Getting ready"
    assert line.text.text() == ""
    kernels = window.work._ready = Job(lambda _control: None)
    line.show_progress(empty)
    assert line.text.text() == ""  # it may be done in a moment
    monkeypatch.setattr("simfinder.gui.window.status_line.PREPARING_S", -1.0)
    line.show_progress(empty)
    assert line.text.text() == "preparing for the first scan on this computer"
    assert line.phase.text() == "Setting up"
    assert line.bar.fraction is None
    assert line.bar._wander.isActive(), "the bar moves"
    told = say("preparing for the first scan on this computer: {} of {} done, {}", 3, 9, left_text(12.0))
    kernels.control.wait_for(told, 0.4)
    line.show_progress(empty)
    assert line.text.text() == told
    assert line.text.text().endswith("3 of 9 done, about 15 seconds left")
    assert line.bar.fraction == 0.4
    kernels.future.set_result(None)
    line.show_progress(empty)
    assert line.text.text() == ""
    window.work.task = Task.NONE


def test_a_scan_that_waits_for_one_kernel_shows_how_long_and_a_moving_bar(window):
    line = window.progress
    window.work.task = Task.SCAN
    window.work.task_changed.emit()
    told = say("preparing for the first scan on this computer: {} of {} done", 5, 9)
    line.show_progress(Progress(Phase.READING, 10, 100, 10, 100, waiting=told, waited=0.6, plan=PLAN))
    assert line.phase.text() == "Setting up"
    assert line.text.text() == told
    assert line.bar.fraction == 0.6
    line.show_progress(Progress(Phase.READING, 10, 100, 10, 100, plan=PLAN))
    assert line.text.text().startswith("10 of 100 files")
    assert line.bar.fraction is not None
    window.work.task = Task.NONE


def test_a_wait_for_somebody_else_is_shown_until_it_ends(window):
    line = window.progress
    window.work.task = Task.ACT
    told = say("waiting for another program that is working in {}", "/data")
    line.show_progress(Progress(Phase.ACTING, 3, 10, waiting=told))
    assert line.text.text() == "waiting for another program that is working in /data"
    line.show_progress(Progress(Phase.ACTING, 4, 10))
    assert line.text.text() == "4 of 10 files"
    window.work.task = Task.NONE


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        (Phase.LISTING, "Listing files  1 of 5"),
        (Phase.READING, "Reading files  2 of 5"),
        (Phase.OPENING, "Reading inside files  3 of 5"),
        (Phase.COMPARING, "Comparing files  4 of 5"),
        (Phase.CROWDED, "Comparing files  4 of 5"),
        (Phase.WEIGHING, "Grouping files  5 of 5"),
        (Phase.GROUPING, "Grouping files  5 of 5"),
    ],
)
def test_every_phase_has_its_name(window, phase, text):
    window.work.task = Task.SCAN
    window.progress.show_progress(Progress(phase, files=3))
    assert window.progress.phase.text() == text
    window.work.task = Task.NONE


def test_pause_and_resume(qtbot, running, endless):
    qtbot.mouseClick(running.progress.pause, Qt.MouseButton.LeftButton)
    assert endless[0].paused
    assert running.progress.pause.text() == "Resume"
    qtbot.waitUntil(lambda: running.progress.phase.text() == "Paused")
    qtbot.mouseClick(running.progress.pause, Qt.MouseButton.LeftButton)
    assert not endless[0].paused
    qtbot.waitUntil(lambda: running.progress.phase.text() == "Reading files  2 of 5")


def test_enter_does_not_pause_a_scan_that_began_before_the_window_was_seen(qtbot, make, tree, endless):
    window = make([tree.root])
    window.hide()
    window.work.scan()
    window.show()
    qtbot.waitUntil(window.isVisible)
    assert window.focusWidget() is window.clusters.empty


@pytest.mark.parametrize("paused", [False, True])
def test_cancel_answers_within_a_second(qtbot, running, paused):
    if paused:
        qtbot.mouseClick(running.progress.pause, Qt.MouseButton.LeftButton)
    begin = time.monotonic()
    qtbot.mouseClick(running.progress.cancel, Qt.MouseButton.LeftButton)
    assert running.progress.cancel.text() == "Stopping"
    qtbot.waitUntil(lambda: not running.work.busy, timeout=1000)
    assert time.monotonic() - begin < 1.0
    assert "cancelled" in running.banner.text.text()
    assert not running.progress.cancel.isVisible()
    assert running.commands.scan.isEnabled()
    assert running.clusters.empty.title.text() == "Ready to scan"


def test_a_cancelled_scan_leaves_the_last_one_on_the_screen(qtbot, scanned, endless):
    clusters = scanned.clusters.model.rows.clusters
    scanned.commands.scan.trigger()
    qtbot.waitUntil(lambda: bool(endless))
    assert scanned.clusters.model.rows.clusters == clusters
    scanned.work.cancel()
    qtbot.waitUntil(lambda: not scanned.work.busy)
    assert scanned.clusters.model.rows.clusters == clusters
    assert scanned.clusters.tree.isVisible()


def test_closing_in_the_middle_stops_the_job_and_then_closes(qtbot, make, tree, monkeypatch):
    """The window does not wait for the job, which here ends no sooner than it may; no clock is asked."""
    may_end, controls = threading.Event(), []

    def scanning(*_, **_options):
        def run(control):
            controls.append(control)
            control.begin(Phase.READING, files_total=3)
            may_end.wait(LONG / 1000)
            control.check()

        return run

    monkeypatch.setattr(job_functions, "scanning", scanning)
    window = make([tree.root])
    window.commands.scan.trigger()
    qtbot.waitUntil(lambda: bool(controls))
    assert not window.close()
    assert window.isVisible()
    assert "closing" in window.banner.text.text()
    assert controls[0].cancelled
    qtbot.wait(50)
    assert window.isVisible()
    assert window.bridge.busy
    may_end.set()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=LONG)
    assert not window.bridge.busy


def test_a_real_scan_can_be_cancelled_and_goes_on_from_the_cache(qtbot, make, tree, scan):
    """Whatever moment the cancel hits, the next scan is right."""
    window = make([tree.root])
    window.commands.scan.trigger()
    qtbot.waitUntil(lambda: window.work.busy)
    window.work.cancel()
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    session = scan(window)
    assert len(session.clusters) == len(tree.families)
    again = scan(window)
    assert again.result.from_cache == len(again.result.files)
    assert "from cache" in window.progress.text.text()


def test_a_failing_scan_is_told_and_the_window_lives_on(qtbot, make, tree, monkeypatch, scan):
    window = make([tree.root])

    def broken(*_, **_options):
        return lambda _: (_ for _ in ()).throw(RuntimeError("no luck"))

    with monkeypatch.context() as patch:
        patch.setattr(job_functions, "scanning", broken)
        window.commands.scan.trigger()
        qtbot.waitUntil(lambda: not window.work.busy)
    assert window.banner.text.text() == "RuntimeError: no luck"
    assert len(scan(window).clusters) == len(tree.families)


def test_clicks_are_answered_while_a_scan_runs(qtbot, running):
    """The window's own thread is free: a slider, a menu and a key all answer in a fraction of a second."""
    begin = time.monotonic()
    running.tolerances.all.slider.setValue(11)
    running.commands.about.trigger()
    assert running.dialog.isVisible()
    running.dialog.accept()
    qtbot.waitUntil(lambda: running.dialog is None)
    assert running.workspace.tolerances.default == 0.11
    assert time.monotonic() - begin < 0.5


def test_figures_that_wait_for_the_kernels_say_so(window, monkeypatch):
    line = window.progress
    monkeypatch.setattr(type(line), "_checking", True)
    line.bar.show()
    told = say("preparing for the first scan on this computer: {} of {} done", 5, 9)
    line._show_check(Progress(Phase.VERIFYING, waiting=told, waited=0.6))
    assert line.text.text() == f"Verifying results · {told}"
    assert line.bar.fraction == 0.6
    window.checks._follow(Progress(Phase.VERIFYING, 3, 9))
    assert line.text.text().startswith("3 pairs verified")
    window.checks.pairs = 0
    kernels = window.work._ready = Job(lambda _control: None)
    line._show_check(Progress(Phase.VERIFYING))
    assert line.text.text() == "Verifying results · preparing for the first scan on this computer"
    kernels.future.set_result(None)
    line._show_check(Progress(Phase.VERIFYING))
    assert line.text.text() == "Verifying results"


def test_pairs_verified_only_become_more(qtbot, window, monkeypatch):
    """Some jobs verify one after the other: each begins its own count."""
    line, checks = window.progress, window.checks
    monkeypatch.setattr(type(line), "_checking", True)
    line.bar.show()
    told = []
    checks.progressed.connect(lambda _: told.append(line.text.text().partition(" · ")[0]))
    ended = []
    for pairs in (120, 3):
        going = threading.Event()

        def verify(control, pairs=pairs, going=going):
            control.begin(Phase.VERIFYING, files_total=400, may_grow=True)
            control.advance(files=pairs)
            while not going.is_set():
                time.sleep(0.01)

        checks._run(verify, ended.append)
        qtbot.waitUntil(lambda pairs=pairs: bool(told) and told[-1].startswith(f"{120 + pairs % 120} "))
        going.set()
        qtbot.waitUntil(lambda: checks._job is None)
    assert ended == [None, None]
    assert sorted(set(told), key=told.index)[-2:] == ["120 pairs verified", "123 pairs verified"]
