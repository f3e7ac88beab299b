"""Work spread over threads: few tasks under way, results as they come, an answer to a cancel within moments.

Owns the threads of a scan. A cancel does not throw away what is done: workers return what they have (they watch
the control themselves), and only what has not begun is dropped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from simfinder.errors import Cancelled
from simfinder.model.files import FileRecord
from simfinder.model.progress import Control

_FILES = 64
_BYTES = 2 * 1024 * 1024
_LARGE = 16 * 1024 * 1024
_AHEAD = 3
_POLL = 0.1
_SWITCH = 0.0005  # s; a worker back from a kernel waits that long for Python's lock, at 5 ms a scan takes 5 % longer
Item = TypeVar("Item")
Result = TypeVar("Result")


class Pool:
    """A number of threads (0: one per core this program may use). One job is done by the caller's own thread.

    Attributes:
        cancelled: a cancel was seen. To be asked when ``map`` has ended: workers may have seen it earlier.
    """

    def __init__(self, jobs: int, control: Control) -> None:
        self._threads = jobs or _cores()
        self._executor = ThreadPoolExecutor(self._threads, thread_name_prefix="signer")
        self._control = control
        self._interval = _SWITCH
        self.cancelled = False

    def __enter__(self) -> Pool:
        self._interval = sys.getswitchinterval()
        sys.setswitchinterval(min(_SWITCH, self._interval))
        return self

    def __exit__(self, *_exc: object) -> None:
        sys.setswitchinterval(self._interval)
        self._executor.shutdown(wait=False, cancel_futures=True)

    def run_once(self, work: Callable[[], None]) -> None:
        """Do one thing before the rest; a cancel does not wait for its end.

        Raises:
            Cancelled: on request.
        """
        future = self._executor.submit(work)
        while not wait({future}, timeout=_POLL).done:
            self._control.check()
        future.result()

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Results in the order they are done. ``work`` must return, not raise, on a cancel."""
        waiting = iter(items)
        if self._threads == 1:
            yield from self._one_by_one(work, waiting)
            return
        under_way: set[Future[Result]] = set()
        while True:
            if not self.cancelled:
                try:
                    self._control.check()
                except Cancelled:
                    self.cancelled = True
            while not self.cancelled and len(under_way) < self._threads * _AHEAD:
                item = next(waiting, None)
                if item is None:
                    break
                under_way.add(self._executor.submit(work, item))
            if not under_way:
                return
            if self.cancelled:
                under_way = {future for future in under_way if not future.cancel()}
            done, under_way = wait(under_way, timeout=_POLL, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()

    def _one_by_one(self, work: Callable[[Item], Result], items: Iterator[Item]) -> Iterator[Result]:
        for item in items:
            try:
                self._control.check()
            except Cancelled:
                self.cancelled = True
                return
            yield work(item)
            self.cancelled = self._control.cancelled


def batches(files: Sequence[FileRecord], indexes: Sequence[int]) -> Iterator[list[int]]:
    """Indexes of files in tasks: large files first and alone (longest first), then small ones together."""
    large = [i for i in indexes if files[i].size >= _LARGE]
    large.sort(key=lambda i: -files[i].size)
    yield from ([i] for i in large)
    batch: list[int] = []
    size = 0
    for i in indexes:
        if files[i].size >= _LARGE:
            continue
        if batch and (len(batch) >= _FILES or size + files[i].size > _BYTES):
            yield batch
            batch, size = [], 0
        batch.append(i)
        size += files[i].size
    if batch:
        yield batch


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
