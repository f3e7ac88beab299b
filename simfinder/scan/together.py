"""Small files of a batch read one behind the other into one room.

Owns the room and the way in which they are read: in compiled runs where the system has them (``bulk``), by Python's own
calls elsewhere. What is not as it was listed is left to those who look closer.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from simfinder.model.files import FileRecord
from simfinder.scan import bulk
from simfinder.scan.reading import ENDS, ReadError, flags_of, read_small
from simfinder.scan.tally import Tally

_ROOM = 1 << 21
_TURN = 0.01  # s; reading a batch that lies in memory takes 1 ms

Room = npt.NDArray[np.uint8]
Found = tuple[int, memoryview, tuple[FileRecord, int]] | tuple[int, None, ReadError]
"""Place in the batch, its bytes, the record as it was while reading and the time reading began; or why not."""


class Together:
    """Reads the batches of one scan; any number of threads.

    Args:
        follow: paths may be symbolic links.
    """

    def __init__(self, *, follow: bool) -> None:
        self._follow = follow
        self._own = threading.local()
        self._reading = threading.Lock()

    def read(self, records: Sequence[FileRecord], tally: Tally) -> tuple[Room, list[int], Iterator[Found]]:
        """Whole files.

        Args:
            records: small files as they were listed.
            tally: asked between some.

        Returns:
            The room; where the bytes of each file begin in it, and one end more (each has one byte to spare); and the
            files that are what they were, or can't be read, as they come. What the room holds is good until this
            thread reads again.

        Raises:
            Cancelled: by the iterator, on request.
        """
        begins = [0, *accumulate(record.size + 1 for record in records)]
        room = self._room(begins[-1])
        reader = self._in_runs if bulk.possible() else self._one_by_one
        return room, begins, reader(records, begins, room, tally)

    def ends(self, records: Sequence[FileRecord], tally: Tally) -> Iterator[tuple[int, memoryview]]:
        """First and last ``ENDS`` bytes of larger files, one behind the other, by place; only of those that are what
        they were, and only where the system has compiled runs.

        Raises:
            Cancelled: on request.
        """
        if not bulk.possible():
            return
        begins = np.arange(len(records), dtype=np.int64) * (2 * ENDS)
        room = self._room(2 * ENDS * len(records))
        for start in range(0, len(records), bulk.RUN):
            tally.check()
            run = slice(start, start + bulk.RUN)
            tally.pulse.on_run(records[run])
            good = bulk.read_run(
                records[run], room, begins[run], flags_of(follow=self._follow), ends=ENDS, at=tally.pulse.at
            )
            tally.pulse.on_run(())
            for place in (np.flatnonzero(good) + start).tolist():
                yield place, room.data[begins[place] : begins[place] + 2 * ENDS]

    def _in_runs(
        self, records: Sequence[FileRecord], begins: list[int], room: Room, tally: Tally
    ) -> Iterator[Found]:
        """A run of files is read without Python's lock."""
        where = np.array(begins[:-1], dtype=np.int64)
        for start in range(0, len(records), bulk.RUN):
            tally.check()
            run = slice(start, start + bulk.RUN)
            began = time.time_ns()
            tally.pulse.on_run(records[run])
            whole = bulk.read_run(
                records[run], room, where[run], flags_of(follow=self._follow), at=tally.pulse.at
            )
            tally.pulse.on_run(())
            for place, good in enumerate(whole.tolist(), start):
                if good:
                    yield place, room.data[begins[place] : begins[place + 1] - 1], (records[place], began)
                else:
                    yield from self._alone(place, records[place], begins, room, tally)

    def _one_by_one(
        self, records: Sequence[FileRecord], begins: list[int], room: Room, tally: Tally
    ) -> Iterator[Found]:
        """The same, by Python's own calls."""
        with self._turn():
            for place, record in enumerate(records):
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
