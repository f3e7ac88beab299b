"""Run jobs of ``app.runtime.jobs`` and call back in the window's thread. The only module that knows threads and Qt.

A timer asks running jobs for their progress every 100 ms; a finished job becomes one queued signal. The bridge never
waits in the window's thread and never runs an event loop of its own.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from simfinder.app.runtime.jobs import Job
from simfinder.errors import Cancelled
from simfinder.model.progress import Control

POLL_MS = 100
SWITCH = 0.0005
"""Seconds after which a thread that computes gives Python's lock to one that waits for it. Nearly every call of Qt
gives the lock away and asks for it back: at Python's own 5 ms a picture of twenty such calls takes 100 ms beside one
busy job, and 300 ms beside three."""


@dataclass(slots=True)
class _Watch:
    job: Job[Any]
    done: Callable[[Any], None] | None
    failed: Callable[[BaseException], None] | None
    cancelled: Callable[[], None] | None
    progress: Callable[[Any], None] | None


class JobBridge(QObject):
    """Starts jobs and brings what they say into the window's thread.

    Signals:
        crashed: a job without a ``failed`` handler raised this exception.
        idle: the last running job has ended and was handled.
    """

    crashed = Signal(object)
    idle = Signal()
    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(min(SWITCH, sys.getswitchinterval()))
        self._watches: dict[int, _Watch] = {}
        self._numbers = count()
        self._closed = False
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._poll)
        self._ended.connect(self._finish, Qt.ConnectionType.QueuedConnection)

    def start(
        self,
        function: Callable[[Control], Any],
        *,
        name: str,
        done: Callable[[Any], None] | None = None,
        failed: Callable[[BaseException], None] | None = None,
        cancelled: Callable[[], None] | None = None,
        progress: Callable[[Any], None] | None = None,
    ) -> Job[Any]:
        """Run a function in a thread. After ``close`` the job is cancelled at once and nobody hears of it.

        Args:
            function: gets the job's ``Control``; must not touch a Qt widget.
            name: of the thread.
            done: called in the window's thread with the result.
            failed: called with the exception; without it ``crashed`` is emitted.
            cancelled: called when the job ended because it was cancelled.
            progress: called with a ``Progress`` every 100 ms while the job runs.
        """
        job = Job.start(function, name)
        if self._closed:  # a timer of the window that had just begun
            job.cancel()
            return job
        number = next(self._numbers)
        self._watches[number] = _Watch(job, done, failed, cancelled, progress)
        # Pass a number, not the job: a future that holds its own job is a cycle, and the collector skips what a scan
        # froze (``workers.gc_pause``), so the whole scan would stay in memory.
        job.future.add_done_callback(partial(self._report_end, number))
        if progress is not None and not self._timer.isActive():
            self._timer.start()
        return job

    @property
    def busy(self) -> bool:
        return bool(self._watches)

    def cancel_all(self) -> None:
        """Ask every running job to stop; ``idle`` follows when they have."""
        for watch in self._watches.values():
            watch.job.cancel()

    def close(self) -> None:
        """Call no handler any more; ask running jobs to stop, and leave them to end by themselves."""
        self._closed = True
        self._timer.stop()
        self.cancel_all()
        self._watches.clear()

    def _report_end(self, number: int, _: Future[Any]) -> None:
        """Emit the signal, in the job's thread; nothing else happens there."""
        with contextlib.suppress(RuntimeError):  # the window is gone; nobody is interested
            if not self._closed:
                self._ended.emit(number)

    def _poll(self) -> None:
        watched = [watch for watch in self._watches.values() if watch.progress is not None]
        for watch in watched:
            if watch.progress is not None and watch.job.running:
                watch.progress(watch.job.snapshot())
        if not watched:
            self._timer.stop()

    def _finish(self, number: int) -> None:
        watch = self._watches.pop(number, None)
        if watch is None or self._closed:
            return
        error = watch.job.future.exception()
        if error is None:
            if watch.done is not None:
                watch.done(watch.job.future.result())
        elif isinstance(error, Cancelled):
            if watch.cancelled is not None:
                watch.cancelled()
        elif watch.failed is not None:
            watch.failed(error)
        else:
            self.crashed.emit(error)
        if not self._watches:
            self._timer.stop()
            self.idle.emit()
