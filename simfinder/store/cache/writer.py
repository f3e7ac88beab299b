"""The one thread that writes to the signature cache: what is handed over goes in together, every two seconds or so.

Owns when a commit is made and when the log is folded in; what a commit writes is ``cache_rows``'s.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from functools import partial

from simfinder.store.cache import maintenance
from simfinder.store.cache import queries as rows
from simfinder.store.cache.records import AnyBatch
from simfinder.store.database import Database

__all__ = ["FILES_PER_COMMIT", "Writer"]

_SECONDS_PER_COMMIT = 2.0  # of work that a power cut costs; the fewer commits, the less is written over
FILES_PER_COMMIT = 3000  # some 4 MB
_IDLE = 1.0  # seconds without anything to write, after which the log is folded in: at the end somebody waits for it
_BATCHES_WAITING = 64


class Writer:
    """Takes batches from any thread; its own begins with the first one.

    Args:
        work: does something to the database, if it is there still, and sees to what goes wrong with it.
    """

    def __init__(self, work: Callable[[Callable[[Database], object]], object]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._failure: BaseException | None = None
        self._batches: queue.Queue[AnyBatch | threading.Event | None] = queue.Queue(_BATCHES_WAITING)
        self._thread: threading.Thread | None = None

    def hand_over(self, batch: AnyBatch) -> None:
        """Have it written within some two seconds. Waits where a lot is waiting already."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="cache-writer", daemon=True)
                self._thread.start()
        self._batches.put(batch)

    def flush(self) -> None:
        """Wait until all that was handed over is written, and raise what went wrong with it: a bug of the program's."""
        if self._thread is not None:
            written = threading.Event()
            self._batches.put(written)
            written.wait()
        self.raise_failure()

    def end(self) -> None:
        """Write what is waiting and end the thread; what goes wrong, ``raise_failure`` tells."""
        if self._thread is not None:
            self._batches.put(None)
            self._thread.join()
            self._thread = None

    def raise_failure(self) -> None:
        """Raise what went wrong, once."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _run(self) -> None:
        folded = True
        while True:
            try:
                batch = self._batches.get(timeout=None if folded else _IDLE)
            except queue.Empty:
                self._guard(Database.fold)
                folded = True
                continue
            waiting: list[AnyBatch] = []
            deadline = time.monotonic() + _SECONDS_PER_COMMIT
            while batch is not None and not isinstance(batch, threading.Event):
                waiting.append(batch)
                if sum(len(b) for b in waiting) >= FILES_PER_COMMIT:
                    break
                try:
                    batch = self._batches.get(timeout=max(0.0, deadline - time.monotonic()))
                except queue.Empty:
                    break
            if waiting:
                self._guard(partial(rows.write, batches=waiting))
                folded = False
            if isinstance(batch, threading.Event):
                batch.set()
            elif batch is None:
                self._guard(maintenance.tidy)  # something new was written, so it may have grown too large
                return

    def _guard(self, work: Callable[[Database], object]) -> None:
        try:
            self._work(work)
        except Exception as error:  # a bug: told by the next flush or close, not lost in this thread
            self._failure = error
