"""Progress of one thread, told in portions: a call per file would cost more than the file.

Owns the counts between two tellings; the counters themselves are the ``Control``'s.
"""

from __future__ import annotations

import time
from typing import Protocol

from simfinder.model.progress import Control

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
    """Adds up what one thread has done and hands it to the control every 0.05 s, and at the end of a ``with``."""

    def __init__(self, control: Control) -> None:
        self._control = control
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
        """Wait while paused; raise ``Cancelled`` once cancelled."""
        if self._control.paused:
            self.tell()
        self._control.check()

    def tell(self) -> None:
        """Hand over what has been added up."""
        self._control.advance(
            files=self._files, bytes=self._bytes, problems=self._problems, current=self._current
        )
        self._files = self._bytes = self._problems = 0
        self._next = time.monotonic() + _SECONDS

    def __enter__(self) -> Tally:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.tell()
