"""Read the small files of a batch one after another into one buffer.

Uses the compiled loop of ``read_small_files`` on Linux, Python's own calls elsewhere. Files that changed since they
were listed are left to the caller, who reads them one by one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import ReadError
from simfinder.model.file_record import FileRecord
from simfinder.scan.reading import read_small_files
from simfinder.scan.reading.read_file import ENDS, flags_of, read_small
from simfinder.workers.heartbeat import ProgressBatch

_ROOM = 1 << 21
_TURN = 0.01  # s; reading a batch from the page cache takes 1 ms

Room = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class ReadBatch:
    """Small files that were read into one buffer.

    Attributes:
        room: the buffer; good until the thread reads again.
        bounds: (n, 2) int64, where the bytes of each file begin and end in it.
        as_listed: (n,) bool, which files were read and are as they were listed.
        began: (n,) int64, when reading began, in nanoseconds since 1970; 0 for files not read.
        records: the other files that were read, as they were while reading, by index.
        failed: why a file can't be read, by index.

    A file in neither of the last three was changing: the caller reads it alone.
    """

    room: Room
    bounds: npt.NDArray[np.int64]
    as_listed: npt.NDArray[np.bool_]
    began: npt.NDArray[np.int64]
    records: dict[int, FileRecord] = field(default_factory=dict)
    failed: dict[int, ReadError] = field(default_factory=dict)

    def read(self) -> npt.NDArray[np.intp]:
        """Return the indexes of all files that were read, ascending."""
        found = np.flatnonzero(self.as_listed)
        return np.sort(np.append(found, list(self.records))) if self.records else found


class BatchReader:
    """Read the batches of one scan, from any number of threads.

    Args:
        follow: whether paths may be symbolic links.
    """

    def __init__(self, *, follow: bool) -> None:
        self._follow = follow
        self._own = threading.local()
        self._reading = threading.Lock()

    def read(self, files: FileColumns, tally: ProgressBatch) -> ReadBatch:
        """Read whole files.

        Args:
            files: small files, as they were listed.
            tally: asked for a cancel now and then.

        Raises:
            Cancelled: on request.
        """
        ends = np.cumsum(files.sizes + 1)  # a byte to spare for each
        bounds = np.stack((ends - files.sizes - 1, ends - 1), axis=1)
        room = self._room(int(ends[-1]) if len(ends) else 0)
        if read_small_files.possible():
            return self._in_runs(files, bounds, room, tally)
        return self._one_by_one(files, bounds, room, tally)

    def marks(
        self, files: FileColumns, tally: ProgressBatch
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
        """Return a number for each file, equal for files of equal size and ends, and which files have one.

        Files that changed since they were listed have none. Only where ``read_small_files.possible``.

        Raises:
            Cancelled: on request.
        """
        with tally.heartbeat.calling(partial(_asked, files)):
            return read_small_files.mark_runs(
                files, ENDS, flags_of(follow=self._follow), tally.heartbeat.at, between=tally.check
            )

    def _in_runs(
        self, files: FileColumns, bounds: npt.NDArray[np.int64], room: Room, tally: ProgressBatch
    ) -> ReadBatch:
        """Read runs of files without the GIL, and what they leave by Python's own calls."""
        with tally.heartbeat.calling(partial(_asked, files)):
            done, began = read_small_files.read_runs(
                files,
                room,
                np.ascontiguousarray(bounds[:, 0]),
                flags_of(follow=self._follow),
                tally.heartbeat.at,
                between=tally.check,
            )
        found = ReadBatch(room, bounds, done, began)
        for place in np.flatnonzero(~done).tolist():
            self._alone(place, files[place], found, tally)
        return found

    def _one_by_one(
        self, files: FileColumns, bounds: npt.NDArray[np.int64], room: Room, tally: ProgressBatch
    ) -> ReadBatch:
        """Read files by Python's own calls."""
        nothing = np.zeros(len(files), dtype=np.bool_), np.zeros(len(files), dtype=np.int64)
        found = ReadBatch(room, bounds, *nothing)
        with self._turn():
            for place, record in enumerate(files):
                tally.check()
                self._alone(place, record, found, tally)
        return found

    def _alone(self, place: int, record: FileRecord, found: ReadBatch, tally: ProgressBatch) -> None:
        """Read one file, if it is unchanged."""
        tally.heartbeat.on(record.path, record.device)
        begin, end = found.bounds[place].tolist()
        try:
            outcome = read_small(record, found.room.data[begin : end + 1], follow=self._follow)
        except ReadError as error:
            found.failed[place] = _without_frames(error)
        else:
            if outcome is not None:
                found.records[place], found.began[place] = outcome[0] or record, outcome[1]

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Let one thread read at a time, unless it takes longer than ``_TURN``.

        Every system call releases the GIL, and two threads that read at once wait for each other at each call (two
        threads that only read took longer than one). When the disk is slow, nobody waits long for a turn.
        """
        mine = self._reading.acquire(timeout=_TURN)
        try:
            yield
        finally:
            if mine:
                self._reading.release()

    def _room(self, size: int) -> Room:
        """Return this thread's own buffer. It is reused: the system would clear a new one page by page."""
        room: Room | None = getattr(self._own, "room", None)
        if room is None or len(room) < size:
            self._own.room = room = np.empty(max(size, _ROOM), dtype=np.uint8)
        return room


def _asked(files: FileColumns, at: int) -> tuple[str, int | None]:
    """Return path and device of a file."""
    file = files[min(at, len(files) - 1)]
    return file.path, file.device


def _without_frames(error: ReadError) -> ReadError:
    """Return the error without the frames it came through.

    They hold this batch, which holds the error. Garbage collection is paused during a scan, so this cycle would keep
    the buffer and the listing in memory until its end: 37 MB for 200,000 files.
    """
    error.__cause__ = error.__context__ = error.__traceback__ = None
    return error
