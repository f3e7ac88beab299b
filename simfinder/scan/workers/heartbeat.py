"""What each thread of a scan is busy with at this moment, for those who watch whether it goes on.

One note per thread, written by the thread itself and read by others without a lock: a step costs as much as setting an
attribute, and no timer is set for a file. Decides nothing; ``stall_timeout`` watches.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from simfinder.model.file_record import FileRecord


class Pulse:
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
def asking(path: str, device: int | None = None) -> Iterator[Pulse]:
    """Note that this thread asks the system about a path while the block runs; a long read must count beats."""
    own = mine()
    own.on(path, device)
    try:
        yield own
    finally:
        own.off()


_own = threading.local()


def mine() -> Pulse:
    """Return the note of the calling thread."""
    pulse: Pulse | None = getattr(_own, "pulse", None)
    if pulse is None:
        _own.pulse = pulse = Pulse()
    return pulse


def take(pulse: Pulse) -> None:
    """Make this note the one of the calling thread."""
    _own.pulse = pulse
