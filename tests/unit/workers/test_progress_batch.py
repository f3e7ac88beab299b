"""Progress passed on in portions: nothing is lost, and a pause shows what is done."""

import threading
import time

import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.workers.heartbeat import ProgressBatch


class Counting(Control):
    calls = 0

    def advance(self, **counts):
        self.calls += 1
        super().advance(**counts)


def test_few_calls_and_exact_sums():
    control = Counting()
    with ProgressBatch(control) as tally:
        for i in range(1000):
            tally.advance(files=1, bytes=i, current=str(i))
        tally.advance(problems=2)
    shown = control.snapshot()
    assert (shown.files, shown.bytes, shown.problems, shown.current) == (1000, 499_500, 2, "999")
    assert control.calls < 20


def test_told_again_after_a_moment():
    control = Control()
    tally = ProgressBatch(control)
    tally.advance(files=1)
    tally.advance(files=1)
    assert control.snapshot().files == 1
    time.sleep(0.06)
    tally.advance(files=1)
    assert control.snapshot().files == 3


def test_a_pause_shows_everything():
    control = Control()
    tally = ProgressBatch(control)
    tally.advance(files=1)
    tally.advance(files=1)
    control.pause()
    thread = threading.Thread(target=tally.check)
    thread.start()
    while control.snapshot().files != 2:
        assert thread.is_alive()
        time.sleep(0.005)
    control.resume()
    thread.join()


def test_cancel():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        ProgressBatch(control).check()
