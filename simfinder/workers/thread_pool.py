"""The worker threads of a scan: few tasks under way, results as they come, an answer to a cancel within moments.

A cancel does not throw away finished work: workers return what they have (they watch the control themselves), and only
tasks that have not begun are dropped. A worker that stalls is abandoned and replaced; a program that ends waits for
neither.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from simfinder.errors import Cancelled, ReadError, SimFinderError
from simfinder.model.progress import Control
from simfinder.workers import heartbeat
from simfinder.workers.heartbeat import Heartbeat
from simfinder.workers.stall_timeout import GRACE, SILENT, StallTimeout, Watch, abandon

_FILES = 64
_SIGNED_AT_ONCE = 256  # with 64 two threads take 12 % longer: each result costs a switch of the GIL
_LEAST = 16
_SHARE = (
    8  # a task is at most this part of a thread's share of the rest, so that all end at about the same time
)
_BYTES_A_FILE = 32 * 1024
_LARGE = 16 * 1024 * 1024
_AHEAD = 3
_POLL = 0.1
_SWITCH = (
    0.0005  # s; a worker back from a kernel waits that long for the GIL; with 5 ms a scan takes 5 % longer
)
_LOOKS = 0.5  # s between two looks at whether the workers go on
Item = TypeVar("Item")
Result = TypeVar("Result")
Lost = Callable[[Item, str], tuple[Result, list[Item]]]
"""Called with a task whose worker stalled on a path; returns a result for that path and the tasks still to be done."""


@contextmanager
def quick_switches() -> Iterator[None]:
    """Let threads that come back from compiled code wait less for the GIL while the block runs."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(_SWITCH, before))
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class _Task:
    __slots__ = ("error", "item", "result", "work")

    def __init__(self, work: Callable[[Any], Any], item: Any) -> None:
        self.work = work
        self.item = item
        self.result: Any = None
        self.error: BaseException | None = None

    def outcome(self) -> Any:
        error, self.error = self.error, None
        if error is not None:
            try:
                raise error
            finally:
                del error  # it holds this frame, which would hold it: see ``stall_timeout.run_with_timeout``
        return self.result


class _Worker:
    """One thread. ``task`` is what it works on, None while it waits."""

    def __init__(self, tasks: SimpleQueue[_Task | None], done: SimpleQueue[_Task]) -> None:
        self.heartbeat = Heartbeat()
        self.task: _Task | None = None
        # a daemon: a program that ends does not wait for a stalled thread
        self._thread = threading.Thread(target=self._run, args=(tasks, done), name="signer", daemon=True)
        self._thread.start()

    def join(self, seconds: float) -> None:
        self._thread.join(seconds)

    def _run(self, tasks: SimpleQueue[_Task | None], done: SimpleQueue[_Task]) -> None:
        heartbeat.adopt(self.heartbeat)
        while not self.heartbeat.abandoned and (task := tasks.get()) is not None:
            self.heartbeat.begin()
            self.task = task
            try:
                task.result = task.work(task.item)
            except BaseException as error:  # carried to whoever waits for the result
                task.error = error
            self.task = None
            done.put(task)


class Pool:
    """A pool of threads, to be used in a ``with``.

    Args:
        jobs: number of threads; 0 for one per core this program may use.
        control: asked for pause and cancel; progress of stalled tasks is taken back there.
        timeout: how long a worker may make no step. ``map`` watches its workers only when given ``lost``.

    Attributes:
        cancelled: whether a cancel was seen. Ask after ``map`` has ended: workers may have seen it earlier.
    """

    def __init__(self, jobs: int, control: Control, timeout: StallTimeout | None = None) -> None:
        self._threads = jobs or cores()
        self._control = control
        self._timeout = timeout or StallTimeout()
        self._switches = quick_switches()
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._done: SimpleQueue[_Task] = SimpleQueue()
        self._workers: list[_Worker] = []
        self._watch = Watch(control)
        self._next_look = 0.0
        self.cancelled = False

    def __enter__(self) -> Pool:
        self._switches.__enter__()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._switches.__exit__(None, None, None)
        self._drop_waiting()
        for worker in self._workers:
            if worker.task is not None:
                abandon(worker.heartbeat)
            self._tasks.put(None)
        end = time.monotonic() + GRACE
        for worker in () if self.cancelled else self._workers:  # after a cancel ``map`` has waited already
            worker.join(max(0.0, end - time.monotonic()))

    def tasks(self, sizes: npt.NDArray[np.int64], indexes: npt.NDArray[np.intp]) -> Iterator[list[int]]:
        """Return ``batches`` of files to be signed, sized for this pool."""
        return batches(sizes, indexes, most=_SIGNED_AT_ONCE, jobs=self._threads)

    def map(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item | None],
        lost: Lost[Item, Result] | None = None,
    ) -> Iterator[Result]:
        """Yield results in the order they are done. ``work`` must return, not raise, on a cancel.

        Args:
            work: called in one of the threads; it steps by its thread's ``heartbeat.mine()``.
            items: taken as they are needed; None where there is none until one under way is done, or a moment later.
            lost: what to do with a task whose worker stalled; without it nobody watches for stalls.
        """
        waiting = iter(items)
        again: list[Item] = []
        under_way: set[_Task] = set()
        deadline = float("inf")
        while True:
            self._look_at_switch()
            while not self.cancelled and len(under_way) < self._threads * _AHEAD:
                item = again.pop() if again else next(waiting, None)
                if item is None:
                    break
                under_way.add(self._submit(work, item))
            if not under_way:
                return
            if self.cancelled:
                under_way -= self._drop_waiting()
                deadline = min(deadline, time.monotonic() + GRACE)
                if time.monotonic() >= deadline:
                    return  # a worker that has not ended by now has stalled
            task = self._next_done()
            if task is not None and task in under_way:
                under_way.discard(task)
                yield task.outcome()
            if lost is not None and not self.cancelled:
                for left, path in self._stalled():
                    under_way.discard(left)
                    result, rest = lost(left.item, path)
                    again += reversed(rest)
                    yield result

    def _look_at_switch(self) -> None:
        if not self.cancelled:
            try:
                self._control.check()
            except Cancelled:
                self.cancelled = True

    def _submit(self, work: Callable[[Any], Any], item: Any) -> _Task:
        while len(self._workers) < self._threads:
            self._workers.append(_Worker(self._tasks, self._done))
        task = _Task(work, item)
        self._tasks.put(task)
        return task

    def _next_done(self) -> _Task | None:
        try:
            return self._done.get(timeout=_POLL)
        except Empty:
            return None

    def _drop_waiting(self) -> set[_Task]:
        """Take back the tasks that no worker has begun."""
        dropped: set[_Task] = set()
        while True:
            try:
                task = self._tasks.get_nowait()
            except Empty:
                return dropped
            if task is not None:
                dropped.add(task)

    def _stalled(self) -> Iterator[tuple[_Task, str]]:
        """Abandon workers that have made no step for too long; yield their tasks with the paths they wait for."""
        if time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + _LOOKS
        step = self._watch.step()
        for worker in tuple(self._workers):
            task = worker.task
            if task is None:
                self._watch.forget(worker.heartbeat)
            elif self._watch.silent(worker.heartbeat, step) >= self._timeout.seconds:
                path = self._timeout.abandon(worker.heartbeat, self._control)
                self._watch.forget(worker.heartbeat)
                self._workers[self._workers.index(worker)] = _Worker(self._tasks, self._done)
                yield task, path


def each(
    paths: Iterable[str], work: Callable[[str], Result], control: Control | None = None
) -> Iterator[tuple[str, Result | SimFinderError]]:
    """Work on named files, one at a time and in their order.

    Args:
        paths: paths of any files; ``-`` and pipes may take as long as they like.
        work: called for each path, in another thread.
        control: asked for a cancel.

    Yields:
        Each path with its result, or with the error.
    """
    timeout = StallTimeout()

    def one(path: str) -> tuple[str, Result | SimFinderError]:
        if timeout.gave_up(path):
            return path, ReadError(SILENT, path)
        try:
            return path, work(path)
        except SimFinderError as error:
            return path, error

    def lost(path: str, _where: str) -> tuple[tuple[str, Result | SimFinderError], list[str]]:
        return (path, ReadError(timeout.reason, path)), []

    with Pool(1, control or Control(), timeout) as pool:
        yield from pool.map(one, paths, lost)


def batches(
    sizes: npt.NDArray[np.int64],
    indexes: Sequence[int] | npt.NDArray[np.intp],
    *,
    most: int = _FILES,
    jobs: int = 0,
) -> Iterator[list[int]]:
    """Split files into tasks: large files first and alone (largest first), then small ones together.

    Args:
        sizes: (n,) size of every file in bytes.
        indexes: which files to split.
        most: most files in a task.
        jobs: number of threads that share them; tasks become smaller towards the end. 0 for tasks of one length.
    """
    wanted = np.asarray(indexes, dtype=np.intp)
    large, small = wanted[sizes[wanted] >= _LARGE], wanted[sizes[wanted] < _LARGE]
    for i in large[np.argsort(-sizes[large], kind="stable")].tolist():
        yield [i]
    # an array: a million Python numbers would take 80 MB until the last one is read
    together = np.cumsum(sizes[small])
    begin = before = 0
    while begin < len(small):
        room = _room(len(small) - begin, most, jobs)
        fitting = int(np.searchsorted(together, before + _BYTES_A_FILE * room, side="right"))
        end = max(begin + 1, min(begin + room, fitting))
        yield small[begin:end].tolist()
        begin, before = end, int(together[end - 1])


def _room(left: int, most: int, jobs: int) -> int:
    """Return the number of files in the next task."""
    return min(most, max(_LEAST, left // (_SHARE * jobs))) if jobs else most


def cores() -> int:
    """Return how many cores this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
