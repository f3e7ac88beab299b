"""Run one piece of long work in its own thread, with a handle to watch, pause and cancel it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

from simfinder.model.progress import Control, Progress

T = TypeVar("T")


class Job(Generic[T]):
    """Running work.

    The function gets the job's ``Control``, must call ``check`` often, and raises ``Cancelled`` through it.

    Attributes:
        control: pauses and cancels the work, and counts its progress.
        future: holds the result, or the exception (``Cancelled`` included).
    """

    def __init__(self, function: Callable[[Control], T], name: str = "job") -> None:
        self.control = Control()
        self.future: Future[T] = Future()
        self._function = function
        # A daemon: a program that ends must not wait for a read on a dead network mount.
        self._thread = threading.Thread(target=self._run, name=f"simfinder-{name}", daemon=True)

    @classmethod
    def start(cls, function: Callable[[Control], T], name: str = "job") -> Job[T]:
        """Make a job and start it at once."""
        job = cls(function, name)
        job.begin()
        return job

    def begin(self) -> None:
        """Start a job that was only created. Call it once."""
        self.future.set_running_or_notify_cancel()
        self._thread.start()

    def _run(self) -> None:
        try:
            result = self._function(self.control)
        except BaseException as error:  # the future passes every error to whoever asks for the result
            self.future.set_exception(error)
            # The error holds this frame, which would hold the job and all it knows of: a whole scan. The collector
            # finds no cycle among what was frozen (``workers.gc_pause``).
            del self
        else:
            self.future.set_result(result)

    def snapshot(self) -> Progress:
        return self.control.snapshot()

    def pause(self) -> None:
        self.control.pause()

    def resume(self) -> None:
        self.control.resume()

    def cancel(self) -> None:
        self.control.cancel()

    @property
    def running(self) -> bool:
        return not self.future.done()

    def wait(self, timeout: float) -> bool:
        """Wait at most so many seconds for the job to end; return whether it has."""
        return bool(wait([self.future], timeout).done)

    def result(self, timeout: float | None = None) -> T:
        """Wait for the result; raises what the function raised."""
        return self.future.result(timeout)
