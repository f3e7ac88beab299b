"""Progress of one thread, passed on in portions: a call per file would cost more than the file.

Holds the counts between two portions; the counters themselves are the ``Control``'s. The progress of an abandoned
thread is dropped.
"""

from __future__ import annotations

import time
from typing import Protocol

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.scan.workers import heartbeat

_SECONDS = 0.05


class Watched(Protocol):
    """Where a reader reports progress and asks for pause and cancel: a ``Control``, or a ``Tally`` in front of it."""

    def advance(
        self,
        *,
        files: int = 0,
        bytes: int = 0,  # noqa: A002 - the progress' own name
        problems: int = 0,
        current: str = "",
    ) -> None: ...

    def check(self) -> None: ...


class Tally:
    """Add up the progress of one thread and pass it to the control every 0.05 s and at the end of a ``with``.

    Make it in the thread that uses it.

    Attributes:
        pulse: the thread's note; every ``check`` is a step.
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self.pulse = heartbeat.mine()
        self._files = self._bytes = self._problems = 0
        self._current = ""
        self._next = 0.0

    def advance(
        self,
        *,
        files: int = 0,
        bytes: int = 0,  # noqa: A002 - the progress' own name
        problems: int = 0,
        current: str = "",
    ) -> None:
        """Add to the counts."""
        self._files += files
        self._bytes += bytes
        self._problems += problems
        self._current = current or self._current
        if time.monotonic() >= self._next:
            self.tell()

    def check(self) -> None:
        """Wait while paused; raise ``Cancelled`` on a cancel, or when this thread was abandoned."""
        self.pulse.beats += 1
        if self.pulse.over:
            raise Cancelled
        if self._control.paused:
            self.tell()
        self._control.check()

    def tell(self) -> None:
        """Pass on what has been added up."""
        own = self.pulse
        if not own.over:
            own.files += self._files
            own.bytes += self._bytes
            own.problems += self._problems
            self._control.advance(
                files=self._files, bytes=self._bytes, problems=self._problems, current=self._current
            )
        self._files = self._bytes = self._problems = 0
        self._next = time.monotonic() + _SECONDS

    def __enter__(self) -> Tally:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.tell()
