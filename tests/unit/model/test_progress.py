import threading
import time

import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control, Phase, Progress


def test_counters_add_up_and_start_again_with_a_phase():
    control = Control()
    control.begin(Phase.READING, files_total=4, bytes_total=100)
    control.advance(files=1, bytes=25, from_cache=1, current="/a")
    control.advance(files=1, bytes=25, problems=1)
    snapshot = control.snapshot()
    assert (snapshot.files, snapshot.bytes, snapshot.from_cache, snapshot.problems) == (2, 50, 1, 1)
    assert snapshot.fraction == 0.5
    assert snapshot.current == "/a"
    control.begin(Phase.COMPARING)
    snapshot = control.snapshot()
    assert (snapshot.files, snapshot.bytes, snapshot.from_cache, snapshot.problems) == (0, 0, 1, 1)
    assert snapshot.fraction is None


def test_a_pause_holds_the_worker_and_stops_the_clock():
    control = Control()
    control.begin(Phase.READING, files_total=2)
    control.pause()
    passed = threading.Event()

    def work():
        control.check()
        passed.set()

    worker = threading.Thread(target=work)
    worker.start()
    before = control.snapshot().now
    assert not passed.wait(0.15)
    assert control.snapshot().now == before
    control.resume()
    assert passed.wait(5)
    worker.join()
    assert control.snapshot().now - before < 0.1


def test_cancel_wakes_a_paused_worker():
    control = Control()
    control.pause()
    caught = []

    def work():
        try:
            control.check()
        except Cancelled as error:
            caught.append(error)

    worker = threading.Thread(target=work)
    worker.start()
    time.sleep(0.05)
    control.cancel()
    worker.join(5)
    assert len(caught) == 1
    with pytest.raises(Cancelled):
        control.check()


def test_the_rate_is_of_the_phase():
    progress = Progress(Phase.READING, bytes=50, bytes_total=200, started=10.0, now=20.0)
    assert progress.rate == 5.0
    assert Progress(Phase.READING).rate == 0.0


def test_a_phase_that_learns_of_more_goes_on():
    control = Control()
    control.begin(Phase.VERIFYING, files_total=10, may_grow=True)
    begun = control.snapshot()
    time.sleep(0.01)
    control.begin(Phase.VERIFYING, files_total=20, may_grow=True)
    assert control.snapshot().started == begun.started
    assert control.snapshot().may_grow
    control.begin(Phase.CONTAINING)
    assert control.snapshot().started > begun.started
    assert not control.snapshot().may_grow


def test_what_is_announced_stays_through_the_phases():
    control = Control()
    control.intend(Phase.LISTING, Phase.READING)
    control.begin(Phase.READING)
    control.foresee(2, 100)
    control.foresee(1, 10)
    control.note_silence(7.5)
    shown = control.snapshot()
    assert (shown.plan, shown.inner_files, shown.inner_bytes) == ((Phase.LISTING, Phase.READING), 3, 110)
    assert shown.silent == 7.5
