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

from simfinder.model.file_record import FileRecord
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
        run: files being read by one compiled call; empty where ``path`` counts.
        at: (1,) int64, index in ``run`` of the file being read; or the offset in ``room`` of the entry of ``path``
            being looked at, 0 for none.
        room: zero-terminated names of entries of the folder ``path``; None unless a compiled call lists it.
        abandoned: the thread stalled and was given up; its next step raises ``AbandonedError``.
        files, bytes, problems: progress reported for the current task, to be taken back if it is abandoned.
    """

    __slots__ = ("abandoned", "at", "beats", "bytes", "device", "files", "path", "problems", "room", "run")

    def __init__(self) -> None:
        self.at: npt.NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self.abandoned = False
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
        self.room = None
        self.path = path
        self.device = device

    def off(self) -> None:
        """Note that the system has answered; work of our own may take as long as it likes."""
        self.on("")

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
