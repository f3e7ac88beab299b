"""A batch of files read and signed in a worker: small ones together in one call, others one by one.

Owns the order and what becomes of a cancel; reading one file is ``reading``'s, signing the methods'.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from simfinder.errors import Cancelled
from simfinder.model.files import FileRecord
from simfinder.model.progress import Control
from simfinder.scan import bulk
from simfinder.scan.reading import ReadError, flags_of, read_small, sign_file
from simfinder.scan.tally import Tally
from simfinder.scan.views.formats import recognise
from simfinder.signatures import stored
from simfinder.signatures.batch import sign_batch
from simfinder.signatures.content import content_hash, view
from simfinder.signatures.parameters import PLAIN, Parameters
from simfinder.store.cache import Entry

TOGETHER = 256 * 1024
"""Bytes up to which a file is signed together with others."""

_ROOM = 1 << 21
_TURN = 0.01  # s; reading a batch that lies in memory takes 1 ms

Done = list[tuple[int, Entry | str]]
Room = npt.NDArray[np.uint8]
_Read = tuple[int, tuple[FileRecord, int] | ReadError]


class Signing:
    """What the workers of one scan do with a batch.

    Args:
        files: all files of the scan; batches are lists of indexes into them.
        follow: paths may be symbolic links.
        parameters: of the methods.
        control: told of progress, and asked.
    """

    def __init__(
        self, files: Sequence[FileRecord], control: Control, parameters: Parameters, *, follow: bool
    ) -> None:
        self._files = files
        self._control = control
        self._parameters = parameters
        self._follow = follow
        self._own = threading.local()
        self._reading = threading.Lock()

    def sign(self, batch: list[int]) -> Done:
        """Entries, or why a file could not be read, by index: of all files, or of those before a cancel."""
        together = [i for i in batch if self._files[i].size <= TOGETHER] if self._parameters == PLAIN else []
        done: Done = []
        with Tally(self._control) as tally:
            try:
                left = set(batch)
                if len(together) > 1:
                    left -= self._sign_together(together, tally, done)
                for i in batch:
                    if i in left:
                        tally.check()
                        self._sign_one(i, tally, done)
            except Cancelled:
                return done
        return done

    def _sign_together(self, batch: list[int], tally: Tally, done: Done) -> set[int]:
        """Sign what is as it was listed; which files are dealt with. A cancel strikes before the signing only."""
        begins = [0, *accumulate(self._files[i].size + 1 for i in batch)]
        room = self._room(begins[-1])
        read: list[tuple[int, FileRecord, int]] = []
        bounds: list[tuple[int, int]] = []
        dealt: set[int] = set()
        reader = self._in_runs if bulk.possible() else self._one_by_one
        for place, found in reader(batch, begins, room, tally):
            i = batch[place]
            if isinstance(found, ReadError):
                self._failed(i, found, tally, done)
                dealt.add(i)
            else:
                read.append((i, *found))
                bounds.append((begins[place], begins[place + 1] - 1))
        buffer = room.data
        pieces = sign_batch(view(room), np.array(bounds, dtype=np.int64).reshape(-1, 2))
        for (i, record, began), (begin, end), piece in zip(read, bounds, pieces, strict=True):
            data = buffer[begin:end]
            done.append((i, Entry(record, content_hash(data), piece, began, recognise(data))))
            tally.advance(files=1, bytes=record.size, current=record.path)
            dealt.add(i)
        return dealt

    def _in_runs(self, batch: list[int], begins: list[int], room: Room, tally: Tally) -> Iterator[_Read]:
        """What a batch of files holds, by place; a run of files is read without Python's lock."""
        records = [self._files[i] for i in batch]
        where = np.array(begins[:-1], dtype=np.int64)
        for start in range(0, len(batch), bulk.RUN):
            tally.check()
            run = slice(start, start + bulk.RUN)
            began = time.time_ns()
            whole = bulk.read_run(records[run], room, where[run], flags_of(follow=self._follow))
            for place, good in enumerate(whole.tolist(), start):
                if good:
                    yield place, (records[place], began)
                else:
                    yield from self._alone(place, records[place], begins, room)

    def _one_by_one(self, batch: list[int], begins: list[int], room: Room, tally: Tally) -> Iterator[_Read]:
        """The same, by Python's own calls."""
        with self._turn():
            for place, i in enumerate(batch):
                tally.check()
                yield from self._alone(place, self._files[i], begins, room)

    def _alone(self, place: int, record: FileRecord, begins: list[int], room: Room) -> Iterator[_Read]:
        """One file, if it is what it was; what it is else, ``_sign_one`` finds out."""
        try:
            found = read_small(record, room.data[begins[place] : begins[place + 1]], follow=self._follow)
        except ReadError as error:
            yield place, error
        else:
            if found is not None:
                yield place, found

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

    def _sign_one(self, i: int, tally: Tally, done: Done) -> None:
        file = self._files[i]
        try:
            record, signature, began, head = sign_file(file, tally, self._parameters, follow=self._follow)
        except ReadError as error:
            self._failed(i, error, tally, done)
        else:
            piece = stored.pack(signature)
            done.append((i, Entry(record, signature.content, piece, began, recognise(head))))
            tally.advance(files=1, current=file.path)

    def _failed(self, i: int, error: ReadError, tally: Tally, done: Done) -> None:
        done.append((i, error.message))
        tally.advance(files=1, problems=1, current=self._files[i].path)
