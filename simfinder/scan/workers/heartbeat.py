"""What each thread of a scan is busy with at this moment, for those who watch whether it goes on.

Owns one note per thread, written by the thread itself and read by others without a lock: a step costs what setting an
attribute costs, and nobody sets a timer for a file. Decides nothing.
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
        path: the file or folder the system is being asked about.
        device: it lies on, as far as that is known; None where it is not.
        beats: steps that were made.
        run: files that are read in one go instead, none where ``path`` counts.
        at: (1,) int64, index in ``run`` of the one that is being read; or where in ``room`` the name of the entry of
            ``path`` begins that is being looked at, 0 for none.
        room: names of entries of the folder ``path``, each with a zero behind it; None where nobody lists in one go.
        over: nobody waits for this thread any more: what it finds is of no interest, and it should end.
        files, bytes, problems: what was told of the task under way.
    """

    __slots__ = ("at", "beats", "bytes", "device", "files", "over", "path", "problems", "room", "run")

    def __init__(self) -> None:
        self.at: npt.NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self.over = False
        self.beats = 0
        self.begin()

    def begin(self) -> None:
        """A task begins."""
        self.path = ""
        self.device: int | None = None
        self.run: Sequence[FileRecord] = ()
        self.room: npt.NDArray[np.uint8] | None = None
        self.files = self.bytes = self.problems = 0
        self.beats += 1

    def on(self, path: str, device: int | None) -> None:
        """The system is asked about this."""
        self.room = None
        self.path = path
        self.device = device
        self.beats += 1

    def off(self) -> None:
        """The system has answered; what comes is work of our own, however long it takes."""
        self.room = None
        self.path = ""
        self.device = None
        self.beats += 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Work of our own between two questions: a kernel that has to be compiled first takes longer than any disk."""
        path, device = self.path, self.device
        self.off()
        yield
        if path:
            self.on(path, device)

    def on_run(self, records: Sequence[FileRecord]) -> None:
        """Files are read in one go; who reads them counts in ``at``. Nothing: they have been read."""
        self.at[0] = 0
        self.run = records
        self.beats += 1

    def on_folder(self, path: str, device: int, room: npt.NDArray[np.uint8]) -> None:
        """A folder is listed in one go; who lists it notes in ``at`` which entry is being looked at."""
        self.on(path, device)
        self.at[0] = 0
        self.room = room

    def state(self) -> tuple[int, int, str]:
        """Another one after every step."""
        return self.beats, int(self.at[0]), self.path

    def where(self) -> tuple[str, int | None]:
        """Path and device of what is under way."""
        run, at = self.run, int(self.at[0])
        if run and at < len(run):
            return run[at].path, run[at].device
        if self.room is not None and at:
            name = self.room[at:].tobytes().split(b"\0", 1)[0]
            return os.path.join(self.path, os.fsdecode(name)), self.device
        return self.path, self.device


@contextmanager
def asking(path: str, device: int | None = None) -> Iterator[Pulse]:
    """This thread asks the system about a path as long as the block runs; who reads much there counts beats."""
    own = mine()
    own.on(path, device)
    try:
        yield own
    finally:
        own.off()


_own = threading.local()


def mine() -> Pulse:
    """That of the thread that asks."""
    pulse: Pulse | None = getattr(_own, "pulse", None)
    if pulse is None:
        _own.pulse = pulse = Pulse()
    return pulse


def take(pulse: Pulse) -> None:
    """Let this thread write this note from now on."""
    _own.pulse = pulse
