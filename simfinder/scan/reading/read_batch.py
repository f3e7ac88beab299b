"""Read the small files of a batch one after another into one buffer.

Uses the compiled loop of ``read_small_files`` on Linux, Python's own calls elsewhere. Files that changed since they
were listed are left to the caller, who reads them one by one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

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
Found = tuple[int, memoryview, tuple[FileRecord | None, int]] | tuple[int, None, ReadError]
"""Index in the batch, the bytes, the record as it was while reading (None: as it was listed) and the time reading
began; or the error."""


class BatchReader:
    """Read the batches of one scan, from any number of threads.

    Args:
        follow: whether paths may be symbolic links.
    """

    def __init__(self, *, follow: bool) -> None:
        self._follow = follow
        self._own = threading.local()
        self._reading = threading.Lock()

    def read(self, files: FileColumns, tally: ProgressBatch) -> tuple[Room, list[int], Iterator[Found]]:
        """Read whole files.

        Args:
            files: small files, as they were listed.
            tally: asked for a cancel now and then.

        Returns:
            The buffer; the offset of each file's bytes in it, and the end (each has one byte to spare); and an iterator
            over the files that are unchanged or can't be read. The buffer is good until this thread reads again.

        Raises:
            Cancelled: by the iterator, on request.
        """
        begins = [0, *accumulate((files.sizes + 1).tolist())]
        room = self._room(begins[-1])
        reader = self._in_runs if read_small_files.possible() else self._one_by_one
        return room, begins, reader(files, begins, room, tally)

    def marks(
        self, files: FileColumns, tally: ProgressBatch
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
        """Return a number for each file, equal for files of equal size and ends, and which files have one.

        Files that changed since they were listed have none. Only where ``read_small_files.possible``.

        Raises:
            Cancelled: on request.
        """
        tally.heartbeat.on_run(files)
        try:
            return read_small_files.mark_runs(
                files, ENDS, flags_of(follow=self._follow), tally.heartbeat.at, between=tally.check
            )
        finally:
            tally.heartbeat.on_run(())

    def _in_runs(
        self, files: FileColumns, begins: list[int], room: Room, tally: ProgressBatch
    ) -> Iterator[Found]:
        """Read runs of files without the GIL."""
        where = np.array(begins[:-1], dtype=np.int64)
        for start in range(0, len(files), read_small_files.RUN):
            tally.check()
            run = files[start : start + read_small_files.RUN]
            began = time.time_ns()
            tally.heartbeat.on_run(run)
            flags = flags_of(follow=self._follow)
            whole = read_small_files.read_run(
                run, room, where[start : start + read_small_files.RUN], flags, tally.heartbeat.at
            )
            tally.heartbeat.on_run(())
            for place, good in enumerate(whole.tolist(), start):
                if good:
                    yield place, room.data[begins[place] : begins[place + 1] - 1], (None, began)
                else:
                    yield from self._alone(place, files[place], begins, room, tally)

    def _one_by_one(
        self, files: FileColumns, begins: list[int], room: Room, tally: ProgressBatch
    ) -> Iterator[Found]:
        """Read files by Python's own calls."""
        with self._turn():
            for place, record in enumerate(files):
                tally.check()
                yield from self._alone(place, record, begins, room, tally)

    def _alone(
        self, place: int, record: FileRecord, begins: list[int], room: Room, tally: ProgressBatch
    ) -> Iterator[Found]:
        """Read one file, if it is unchanged."""
        tally.heartbeat.on(record.path, record.device)
        try:
            found = read_small(record, room.data[begins[place] : begins[place + 1]], follow=self._follow)
        except ReadError as error:
            yield place, None, error
        else:
            if found is not None:
                yield place, room.data[begins[place] : begins[place + 1] - 1], found

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
