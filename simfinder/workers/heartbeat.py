"""What each thread of a scan is busy with, and what it has done: read by those who watch whether it goes on.

``Heartbeat`` is one note per thread, written by the thread itself and read by others without a lock: a step costs as
much as setting an attribute, and no timer is set for a file. ``ProgressBatch`` adds up a thread's progress and passes
it on in portions: a call per file would cost more than the file. The note remembers what was passed on, so that the
progress of an abandoned thread can be taken back; what such a thread still reports is dropped. ``stall_timeout``
watches the notes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import numpy as np
import numpy.typing as npt

from simfinder.model.progress import Control

_SECONDS = 0.05  # between two portions of progress


class AbandonedError(Exception):
    """This thread was abandoned: nobody wants its results, and it must end without a further step."""


class Heartbeat:
    """The note of one thread.

    Attributes:
        path: the file or folder the system is being asked about; "" while the thread does work of its own.
        device: the device of ``path``; None where it is not known.
        beats: number of steps so far.
        asked: given what a compiled call wrote to ``at``, returns path and device of what it asks about; None where
            ``path`` and ``device`` count.
        at: (1,) int64, written by a compiled call.
        abandoned: the thread stalled and was given up; its next step raises ``AbandonedError``.
        files, bytes, problems: progress reported for the current task, to be taken back if it is abandoned.
    """

    __slots__ = ("abandoned", "asked", "at", "beats", "bytes", "device", "files", "path", "problems")

    def __init__(self) -> None:
        self.at: npt.NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self.abandoned = False
        self.beats = 0
        self.begin()

    def begin(self) -> None:
        """Begin a task."""
        self.path = ""
        self.device: int | None = None
        self.asked: Callable[[int], tuple[str, int | None]] | None = None
        self.files = self.bytes = self.problems = 0
        self.beats += 1

    def beat(self) -> None:
        """Count a step.

        Raises:
            AbandonedError: nobody waits for this thread any more.
        """
        if self.abandoned:
            raise AbandonedError
        self.beats += 1

    def on(self, path: str, device: int | None = None) -> None:
        """Note that the system is being asked about a path. Raises like ``beat``."""
        self.beat()
        self.path = path
        self.device = device

    def off(self) -> None:
        """Note that the system has answered; work of our own may take as long as it likes."""
        self.on("")

    @contextmanager
    def calling(self, asked: Callable[[int], tuple[str, int | None]]) -> Iterator[None]:
        """Note that the block is one compiled call, or a few, that write what they ask about to ``at``."""
        self.at[0] = 0
        self.asked = asked
        self.beats += 1
        try:
            yield
        finally:
            self.asked = None
            self.beats += 1

    def state(self) -> tuple[int, int, str]:
        """Return a value that changes with every step."""
        return self.beats, int(self.at[0]), self.path

    def where(self) -> tuple[str, int | None]:
        """Return path and device of what the system is being asked about."""
        asked = self.asked
        return (self.path, self.device) if asked is None else asked(int(self.at[0]))


@contextmanager
def asking(path: str, device: int | None = None) -> Iterator[Heartbeat]:
    """Note that this thread asks the system about a path while the block runs; a long read must count beats."""
    own = mine()
    before = own.path, own.device
    own.on(path, device)
    try:
        yield own
    finally:
        own.on(*before)


@contextmanager
def on_our_own() -> Iterator[None]:
    """Allow the block any time: compiling a kernel, data on its way to a slow disk, our own journal."""
    with asking(""):
        yield


_own = threading.local()


def mine() -> Heartbeat:
    """Return the note of the calling thread."""
    note: Heartbeat | None = getattr(_own, "note", None)
    if note is None:
        _own.note = note = Heartbeat()
    return note


def adopt(note: Heartbeat) -> None:
    """Make this note the one of the calling thread."""
    _own.note = note


class Watched(Protocol):
    """A reader's way to report progress and to ask for pause and cancel: a ``Control`` or a ``ProgressBatch``."""

    def advance(
        self,
        *,
        files: int = 0,
        bytes: int = 0,  # noqa: A002 - the progress' own name
        problems: int = 0,
        current: str = "",
    ) -> None: ...

    def check(self) -> None: ...


class ProgressBatch:
    """Add up the progress of one thread and pass it to the control every 0.05 s and at the end of a ``with``.

    Make it in the thread that uses it.

    Attributes:
        heartbeat: the thread's note; every ``check`` is a step.
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self.heartbeat = mine()
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
        """Count a step and wait while paused.

        Raises:
            Cancelled: on request.
            AbandonedError: nobody waits for this thread any more.
        """
        self.heartbeat.beat()
        if self._control.paused:
            self.tell()
        self._control.check()

    def tell(self) -> None:
        """Pass on what has been added up."""
        own = self.heartbeat
        if not own.abandoned:
            own.files += self._files
            own.bytes += self._bytes
            own.problems += self._problems
            self._control.advance(
                files=self._files, bytes=self._bytes, problems=self._problems, current=self._current
            )
        self._files = self._bytes = self._problems = 0
        self._next = time.monotonic() + _SECONDS

    def __enter__(self) -> ProgressBatch:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.tell()
