"""Jobs come back to the window's thread, and nothing is called when nobody is there any more."""

import sys
import threading
import time

import pytest

from simfinder.errors import Cancelled
from simfinder.gui.jobs.job_bridge import SWITCH, JobBridge
from simfinder.model.progress import Phase


def waiting(control):
    while True:
        control.check()
        time.sleep(0.005)


def test_a_result_arrives_in_the_thread_of_the_window(qtbot, qapp):
    bridge = JobBridge()
    arrived = []
    with qtbot.waitSignal(bridge.idle):
        bridge.start(
            lambda _: threading.get_ident(),
            name="test",
            done=lambda worker: arrived.append((worker, threading.get_ident())),
        )
        assert bridge.busy
    worker, here = arrived[0]
    assert worker != here == threading.get_ident()
    assert not bridge.busy


def test_the_window_gets_the_lock_soon(qapp):
    """Beside busy jobs each call of Qt may have to wait for it."""
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        bridge = JobBridge()
        assert sys.getswitchinterval() == pytest.approx(SWITCH, rel=0.05)
        sys.setswitchinterval(SWITCH / 5)
        bridge = JobBridge()
        assert sys.getswitchinterval() == pytest.approx(SWITCH / 5, rel=0.05)
        bridge.close()
    finally:
        sys.setswitchinterval(before)


def test_failures_and_cancelled_jobs_have_their_own_handlers(qtbot, qapp):
    bridge = JobBridge()
    seen = []

    def fail(_):
        raise ValueError("broken")

    with qtbot.waitSignal(bridge.idle):
        bridge.start(fail, name="test", done=seen.append, failed=lambda e: seen.append(str(e)))
    with qtbot.waitSignal(bridge.idle):
        job = bridge.start(waiting, name="test", done=seen.append, cancelled=lambda: seen.append("cancelled"))
        job.cancel()
    assert seen == ["broken", "cancelled"]
    assert isinstance(job.future.exception(), Cancelled)


def test_a_failure_nobody_handles_is_not_lost(qtbot, qapp):
    bridge = JobBridge()
    with qtbot.waitSignal(bridge.crashed) as crashed:
        bridge.start(lambda _: 1 / 0, name="test")
    assert isinstance(crashed.args[0], ZeroDivisionError)


def test_progress_is_polled_while_a_job_runs(qtbot, qapp):
    bridge = JobBridge()
    seen = []

    def work(control):
        control.begin(Phase.READING, files_total=10)
        control.advance(files=4)
        waiting(control)

    job = bridge.start(work, name="test", progress=seen.append)
    qtbot.waitUntil(lambda: any(p.files == 4 for p in seen))
    job.pause()
    assert job.control.paused
    with qtbot.waitSignal(bridge.idle):
        bridge.cancel_all()
    assert seen[-1].phase is Phase.READING
    count = len(seen)
    qtbot.wait(250)
    assert len(seen) == count


def test_after_close_no_handler_is_called(qtbot, qapp):
    bridge = JobBridge()
    seen = []
    job = bridge.start(waiting, name="test", done=seen.append, cancelled=lambda: seen.append("cancelled"))
    bridge.close()
    qtbot.waitUntil(lambda: not job.running)
    qtbot.wait(20)
    assert seen == []
    assert not bridge.busy


def test_a_job_started_after_close_is_cancelled_and_not_waited_for(qtbot, qapp):
    bridge = JobBridge()
    bridge.close()
    seen = []
    job = bridge.start(waiting, name="test", done=seen.append, cancelled=lambda: seen.append("cancelled"))
    assert not bridge.busy
    qtbot.waitUntil(lambda: not job.running)
    qtbot.wait(20)
    assert seen == []


def test_a_job_that_outlives_its_bridge_disturbs_nobody(qtbot, qapp):
    bridge = JobBridge()
    go = threading.Event()
    job = bridge.start(lambda _: go.wait(5), name="test")
    bridge.deleteLater()
    qtbot.wait(10)
    go.set()
    qtbot.waitUntil(lambda: not job.running)
    qtbot.wait(10)
    assert job.result() is True
