"""Progress of one thread, told in portions: a call per file would cost more than the file.

Owns the counts between two tellings; the counters themselves are the ``Control``'s. What a thread that was given up has
to tell is not passed on.
"""

from __future__ import annotations

import time
from typing import Protocol

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.scan.workers import heartbeat

_SECONDS = 0.05


class Watched(Protocol):
    """What a reader tells of its work, and asks: a ``Control``, or a ``Tally`` before it."""

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
    """Adds up what one thread has done and hands it to the control every 0.05 s, and at the end of a ``with``.

    To be made by the thread that uses it.

    Attributes:
        pulse: of that thread; every look at the switch is a step.
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
        """Add to the counters."""
        self._files += files
        self._bytes += bytes
        self._problems += problems
        self._current = current or self._current
        if time.monotonic() >= self._next:
            self.tell()

    def check(self) -> None:
        """Wait while paused; raise ``Cancelled`` once cancelled, or where nobody waits for this thread any more."""
        self.pulse.beats += 1
        if self.pulse.over:
            raise Cancelled
        if self._control.paused:
            self.tell()
        self._control.check()

    def tell(self) -> None:
        """Hand over what has been added up."""
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
