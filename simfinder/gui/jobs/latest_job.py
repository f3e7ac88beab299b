"""LatestJob: one job at a time for one purpose; a new one replaces the old one and its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simfinder.app.runtime.jobs import Job
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.model.progress import Control


class LatestJob:
    """Runs a job, and forgets it as soon as another one is started or it is stopped.

    Args:
        bridge: runs the jobs.
    """

    def __init__(self, bridge: JobBridge) -> None:
        self._bridge = bridge
        self._job: Job[Any] | None = None

    @property
    def running(self) -> bool:
        """Return whether a job is under way."""
        return self._job is not None

    def start(
        self,
        function: Callable[[Control], Any],
        *,
        name: str,
        done: Callable[[Any], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Stop the last job and run a function.

        Args:
            function: gets the job's ``Control``.
            name: of the thread.
            done: called with the result.
            failed: called with the exception.
        """
        self.stop()

        def end(call: Callable[[Any], None], found: Any) -> None:
            if self._job is job:
                self._job = None
                call(found)

        job = self._job = self._bridge.start(
            function,
            name=name,
            done=lambda found: end(done, found),
            failed=lambda error: end(failed, error),
        )

    def stop(self) -> None:
        """Cancel the job, if one is under way; nothing is heard of it any more."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
