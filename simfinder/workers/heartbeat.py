"""What each thread of a scan is busy with, and what it has done: read by those who watch whether it goes on.

``Heartbeat`` is one note per thread, written by the thread itself and read by others without a lock: a step costs as
much as setting an attribute, and no timer is set for a file. ``ProgressBatch`` adds up a thread's progress and passes
it on in portions: a call per file would cost more than the file. The note remembers what was passed on, so that the
progress of an abandoned thread can be taken back; what such a thread still reports is dropped. ``stall_timeout``
watches the notes.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import numpy as np
import numpy.typing as npt

from simfinder.errors import Cancelled
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control

_SECONDS = 0.05  # between two portions of progress


class Heartbeat:
    """The note of one thread.

    Attributes:
        path: the file or folder the system is being asked about; "" while the thread does work of its own.
        device: the device of ``path``; None where it is not known.
        beats: number of steps so far.
        run: files being read by one compiled call; empty where ``path`` counts.
        at: (1,) int64, index in ``run`` of the file being read; or the offset in ``room`` of the entry of ``path``
            being looked at, 0 for none.
        room: zero-terminated names of entries of the folder ``path``; None unless a compiled call lists it.
        over: the thread was abandoned: nobody wants its results, and it should end.
        files, bytes, problems: progress reported for the current task, to be taken back if it is abandoned.
    """

    __slots__ = ("at", "beats", "bytes", "device", "files", "over", "path", "problems", "room", "run")

    def __init__(self) -> None:
        self.at: npt.NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self.over = False
        self.beats = 0
        self.begin()

    def begin(self) -> None:
        """Begin a task."""
        self.path = ""
        self.device: int | None = None
        self.run: Sequence[FileRecord] = ()
        self.room: npt.NDArray[np.uint8] | None = None
        self.files = self.bytes = self.problems = 0
        self.beats += 1

    def on(self, path: str, device: int | None) -> None:
        """Note that the system is being asked about a path."""
        self.room = None
        self.path = path
        self.device = device
        self.beats += 1

    def off(self) -> None:
        """Note that the system has answered; work of our own may take as long as it likes."""
        self.room = None
        self.path = ""
        self.device = None
        self.beats += 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Do work of our own between two questions: compiling a kernel takes longer than any disk."""
        path, device = self.path, self.device
        self.off()
        yield
        if path:
            self.on(path, device)

    def on_run(self, records: Sequence[FileRecord]) -> None:
        """Note that one compiled call reads these files and counts in ``at``; no files when it has returned."""
        self.at[0] = 0
        self.run = records
        self.beats += 1

    def on_folder(self, path: str, device: int, room: npt.NDArray[np.uint8]) -> None:
        """Note that one compiled call lists a folder and writes the current entry to ``at``."""
        self.on(path, device)
        self.at[0] = 0
        self.room = room

    def state(self) -> tuple[int, int, str]:
        """Return a value that changes with every step."""
        return self.beats, int(self.at[0]), self.path

    def where(self) -> tuple[str, int | None]:
        """Return path and device of what the system is being asked about."""
        run, at = self.run, int(self.at[0])
        if run and at < len(run):
            return run[at].path, run[at].device
        if self.room is not None and at:
            name = self.room[at:].tobytes().split(b"\0", 1)[0]
            return os.path.join(self.path, os.fsdecode(name)), self.device
        return self.path, self.device


@contextmanager
def asking(path: str, device: int | None = None) -> Iterator[Heartbeat]:
    """Note that this thread asks the system about a path while the block runs; a long read must count beats."""
    own = mine()
    own.on(path, device)
    try:
        yield own
    finally:
        own.off()


_own = threading.local()


def mine() -> Heartbeat:
    """Return the note of the calling thread."""
    pulse: Heartbeat | None = getattr(_own, "pulse", None)
    if pulse is None:
        _own.pulse = pulse = Heartbeat()
    return pulse


def take(pulse: Heartbeat) -> None:
    """Make this note the one of the calling thread."""
    _own.pulse = pulse


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
        pulse: the thread's note; every ``check`` is a step.
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self.pulse = mine()
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

    def __enter__(self) -> ProgressBatch:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.tell()
