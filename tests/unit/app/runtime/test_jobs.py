import gc
import threading
import weakref

import pytest

from simfinder.app.runtime.jobs import Job
from simfinder.errors import Cancelled
from simfinder.model.progress import Phase


def test_a_job_gives_its_result_and_progress():
    seen = threading.Event()

    def work(control):
        control.begin(Phase.READING, files_total=2)
        control.advance(files=1)
        assert seen.wait(5)
        return 42

    job = Job.start(work)
    while job.snapshot().files != 1:
        pass
    assert job.running
    seen.set()
    assert job.result(5) == 42
    assert not job.running


def test_who_waits_is_told_whether_it_has_ended():
    end = threading.Event()
    job = Job.start(lambda _: end.wait(10))
    assert not job.wait(0.01)
    end.set()
    assert job.wait(10)
    assert not job.running
    assert job.wait(0)


def test_a_job_carries_errors_and_cancels():
    def fail(_):
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Job.start(fail).result(5)

    def endless(control):
        while True:
            control.check()

    job = Job.start(endless)
    job.pause()
    job.cancel()
    with pytest.raises(Cancelled):
        job.result(5)


@pytest.mark.parametrize("error", [Cancelled, ValueError])
def test_a_job_that_ended_by_an_error_holds_nothing_without_the_collector(error):
    """The collector skips what a scan froze (``workers.gc_pause``), so a cycle would never be freed."""

    def work(_):
        raise error

    job = Job.start(work)
    assert job.wait(5)
    job._thread.join(5)
    gone = weakref.ref(job)
    gc.disable()
    try:
        del job
        assert gone() is None
    finally:
        gc.enable()
