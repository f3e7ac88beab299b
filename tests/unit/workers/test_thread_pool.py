"""The pool: bounded work, results as they come, cancel."""

import gc
import sys
import threading
import time
import weakref

import numpy as np
import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.workers.stall_timeout import StallTimeout, run_with_timeout
from simfinder.workers.thread_pool import Pool, batches


def test_all_results_come():
    with Pool(3, Control()) as pool:
        assert sorted(pool.map(lambda i: i * i, range(100))) == [i * i for i in range(100)]
        assert not pool.cancelled


def test_few_are_under_way():
    taken = []

    def items():
        for i in range(1000):
            taken.append(i)
            yield i

    with Pool(2, Control()) as pool:
        next(pool.map(lambda i: i, items()))
        assert len(taken) < 20


def test_error_of_a_worker_comes_out():
    def fail(_):
        raise RuntimeError("bug")

    with Pool(1, Control()) as pool, pytest.raises(RuntimeError, match="bug"):
        list(pool.map(fail, [1]))


def test_cancel_hands_over_what_is_done():
    control = Control()
    started = threading.Barrier(2, timeout=10)

    def work(i):
        if i == 0:
            started.wait()
            while not control.cancelled:
                time.sleep(0.01)
            return "half"
        time.sleep(1)
        return "slow"

    with Pool(1, control) as pool:
        threading.Thread(target=lambda: (started.wait(), control.cancel())).start()
        begin = time.monotonic()
        results = list(pool.map(work, range(50)))
        assert time.monotonic() - begin < 1.8
        assert pool.cancelled
    assert results[0] == "half"
    assert len(results) <= 2  # what was under way; the other tasks were never begun


def test_a_cancel_does_not_wait_for_a_call():
    control, release = Control(), threading.Event()
    threading.Timer(0.1, control.cancel).start()
    begin = time.monotonic()
    with pytest.raises(Cancelled):
        run_with_timeout(lambda: release.wait(10), control, StallTimeout())
    assert time.monotonic() - begin < 2
    release.set()


def test_batches_hold_every_file_once_large_ones_first():
    sizes = [10, 50_000_000, 3_000_000, 20_000_000, *[1000] * 100, 1_500_000]
    files = np.array(sizes, dtype=np.int64)
    made = list(batches(files, range(len(files))))
    assert made[:2] == [[1], [3]]
    assert sorted(i for batch in made for i in batch) == list(range(len(files)))
    assert all(len(batch) <= 64 for batch in made)
    assert [batch for batch in made if 2 in batch] == [[2]]
    assert list(batches(files, [])) == []
    assert max(map(len, batches(files, range(len(files)), most=7))) == 7


def test_the_lock_changes_hands_sooner_while_a_pool_works():
    before = sys.getswitchinterval()
    with Pool(2, Control()):
        assert sys.getswitchinterval() == pytest.approx(0.0005)
    assert sys.getswitchinterval() == pytest.approx(before)


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_tasks_become_smaller_towards_the_end(jobs):
    """Tasks get smaller, so that no thread has much left when the others have nothing."""
    sizes = np.full(5000, 100, dtype=np.int64)
    with Pool(jobs, Control()) as pool:
        made = list(pool.tasks(sizes, np.arange(4, 5000)))
    assert [i for batch in made for i in batch] == list(range(4, 5000))
    lengths = [len(batch) for batch in made]
    assert lengths == sorted(lengths, reverse=True)
    left = np.cumsum([0, *lengths[::-1]])[::-1][:-1]
    assert all(length <= max(16, rest / (8 * jobs)) for length, rest in zip(lengths, left, strict=True))
    assert max(lengths) == min(256, 4996 // (8 * jobs))
    assert lengths[-1] <= 16


def test_tasks_of_large_files_hold_few():
    sizes = np.full(400, 200_000, dtype=np.int64)
    with Pool(2, Control()) as pool:
        made = list(pool.tasks(sizes, np.arange(400)))
    assert sum(map(len, made)) == 400
    assert max(sum(int(sizes[i]) for i in batch) for batch in made) <= 256 * 32 * 1024


class _Held:
    """Something that a call works on."""


@pytest.mark.parametrize("in_pool", [True, False], ids=["in a pool", "with a timeout"])
def test_an_error_that_was_handled_holds_nothing(in_pool):
    """Not even until the next garbage collection, which skips what is frozen."""
    held = []

    def fails(_=None):
        on = _Held()
        held.append(weakref.ref(on))
        raise ValueError(on)

    gc.disable()
    try:
        try:
            if in_pool:
                with Pool(1, Control()) as pool:
                    list(pool.map(fails, [1]))
            else:
                run_with_timeout(fails, Control(), StallTimeout())
        except ValueError:
            pass
        assert [one() for one in held] == [None]
    finally:
        gc.enable()
