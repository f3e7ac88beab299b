"""The one thread that writes to the signature cache: it collects batches and commits every two seconds or so.

Decides when to commit and when to checkpoint the log; ``queries.write`` does the writing.
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

_SECONDS_PER_COMMIT = 2.0  # work lost in a power cut; fewer commits rewrite fewer pages
FILES_PER_COMMIT = 3000  # some 4 MB
_IDLE = 1.0  # seconds without work after which the log is checkpointed: at the end somebody would wait for it
_BATCHES_WAITING = 64


class _Rest:
    """In the queue: nothing more comes for a while."""


class Writer:
    """Take batches from any thread; start the writer thread with the first one.

    Args:
        work: runs a function on the database, if there is one still, and handles its errors.
    """

    def __init__(self, work: Callable[[Callable[[Database], object]], object]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._failure: BaseException | None = None
        self._batches: queue.Queue[AnyBatch | threading.Event | _Rest | None] = queue.Queue(_BATCHES_WAITING)
        self._thread: threading.Thread | None = None

    def hand_over(self, batch: AnyBatch) -> None:
        """Queue a batch; it is written within some two seconds. Blocks while the queue is full."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="cache-writer", daemon=True)
                self._thread.start()
        self._batches.put(batch)

    def rest(self) -> None:
        """Write what is queued and checkpoint the log now; return without waiting for it."""
        if self._thread is not None:
            self._batches.put(_Rest())

    def flush(self) -> None:
        """Wait until all queued batches are written; raise any error of the thread, which is a bug."""
        if self._thread is not None:
            written = threading.Event()
            self._batches.put(written)
            written.wait()
        self.raise_failure()

    def end(self) -> None:
        """Write what is queued and end the thread; ``raise_failure`` raises its error."""
        if self._thread is not None:
            self._batches.put(None)
            self._thread.join()
            self._thread = None

    def raise_failure(self) -> None:
        """Raise the thread's error, once."""
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
            while batch is not None and not isinstance(batch, threading.Event | _Rest):
                waiting.append(batch)
                if sum(len(b) for b in waiting) >= FILES_PER_COMMIT:
                    break
                try:
                    batch = self._batches.get(timeout=max(0.0, deadline - time.monotonic()))
                except queue.Empty:
                    break
            flushed, ends = batch if isinstance(batch, threading.Event) else None, batch is None
            rests = isinstance(batch, _Rest)
            if waiting:
                self._guard(partial(rows.write, batches=waiting))
                folded = False
                batch = None
                waiting.clear()  # the links of /usr are 60 MB, and the next batch may be far
            if flushed is not None:
                flushed.set()
            elif rests and not folded:
                self._guard(Database.fold)
                folded = True
            elif ends:
                self._guard(maintenance.tidy)  # new rows were written, so the cache may have grown too large
                return

    def _guard(self, work: Callable[[Database], object]) -> None:
        try:
            self._work(work)
        except Exception as error:  # a bug: the next flush or close raises it
            self._failure = error
