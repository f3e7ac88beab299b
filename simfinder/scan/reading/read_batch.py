"""Small files of a batch read one behind the other into one room.

Owns the room and the way in which they are read: in compiled runs where the system has them (``bulk``), by Python's own
calls elsewhere. What is not as it was listed is left to those who look closer.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import Listing
from simfinder.model.file_record import FileRecord
from simfinder.scan.reading import read_small_files
from simfinder.scan.reading.read_file import ENDS, ReadError, flags_of, read_small
from simfinder.scan.workers.progress_batch import Tally

_ROOM = 1 << 21
_TURN = 0.01  # s; reading a batch that lies in memory takes 1 ms

Room = npt.NDArray[np.uint8]
Found = tuple[int, memoryview, tuple[FileRecord | None, int]] | tuple[int, None, ReadError]
"""Place in the batch, its bytes, the record as it was while reading (None: as it was listed) and the time reading
began; or why not."""


class Together:
    """Reads the batches of one scan; any number of threads.

    Args:
        follow: paths may be symbolic links.
    """

    def __init__(self, *, follow: bool) -> None:
        self._follow = follow
        self._own = threading.local()
        self._reading = threading.Lock()

    def read(self, files: Listing, tally: Tally) -> tuple[Room, list[int], Iterator[Found]]:
        """Whole files.

        Args:
            files: small ones, as they were listed.
            tally: asked between some.

        Returns:
            The room; where the bytes of each file begin in it, and one end more (each has one byte to spare); and the
            files that are what they were, or can't be read, as they come. What the room holds is good until this
            thread reads again.

        Raises:
            Cancelled: by the iterator, on request.
        """
        begins = [0, *accumulate((files.sizes + 1).tolist())]
        room = self._room(begins[-1])
        reader = self._in_runs if read_small_files.possible() else self._one_by_one
        return room, begins, reader(files, begins, room, tally)

    def marks(self, files: Listing, tally: Tally) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
        """A number for each file, the same for files of the same size and ends, and which of them have one: those that
        are what they were. Only where the system has compiled runs.

        Raises:
            Cancelled: on request.
        """
        tally.pulse.on_run(files)
        try:
            return read_small_files.mark_runs(
                files, ENDS, flags_of(follow=self._follow), tally.pulse.at, between=tally.check
            )
        finally:
            tally.pulse.on_run(())

    def _in_runs(self, files: Listing, begins: list[int], room: Room, tally: Tally) -> Iterator[Found]:
        """A run of files is read without Python's lock."""
        where = np.array(begins[:-1], dtype=np.int64)
        for start in range(0, len(files), read_small_files.RUN):
            tally.check()
            run = files[start : start + read_small_files.RUN]
            began = time.time_ns()
            tally.pulse.on_run(run)
            flags = flags_of(follow=self._follow)
            whole = read_small_files.read_run(
                run, room, where[start : start + read_small_files.RUN], flags, tally.pulse.at
            )
            tally.pulse.on_run(())
            for place, good in enumerate(whole.tolist(), start):
                if good:
                    yield place, room.data[begins[place] : begins[place + 1] - 1], (None, began)
                else:
                    yield from self._alone(place, files[place], begins, room, tally)

    def _one_by_one(self, files: Listing, begins: list[int], room: Room, tally: Tally) -> Iterator[Found]:
        """The same, by Python's own calls."""
        with self._turn():
            for place, record in enumerate(files):
                tally.check()
                yield from self._alone(place, record, begins, room, tally)

    def _alone(
        self, place: int, record: FileRecord, begins: list[int], room: Room, tally: Tally
    ) -> Iterator[Found]:
        """One file, if it is what it was."""
        tally.pulse.on(record.path, record.device)
        try:
            found = read_small(record, room.data[begins[place] : begins[place + 1]], follow=self._follow)
        except ReadError as error:
            yield place, None, error
        else:
            if found is not None:
                yield place, room.data[begins[place] : begins[place + 1] - 1], found

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Whose turn it is to read: every call of the system gives Python's lock away, and two that read at once wait
        for one another at each (two threads that only read took longer than one). Where the disk is what is waited
        for, nobody waits for his turn for long.
        """
        mine = self._reading.acquire(timeout=_TURN)
        try:
            yield
        finally:
            if mine:
                self._reading.release()

    def _room(self, size: int) -> Room:
        """A buffer of this thread's own, used again: the system would clear a new one page by page."""
        room: Room | None = getattr(self._own, "room", None)
        if room is None or len(room) < size:
            self._own.room = room = np.empty(max(size, _ROOM), dtype=np.uint8)
        return room
