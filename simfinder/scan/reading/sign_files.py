"""Read and sign a batch of files in a worker thread: small files together in one call, others one by one.

On a cancel it returns what is done. ``read_file`` and ``read_batch`` read, ``simfinder.signatures`` signs.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import compress

import numpy as np
import numpy.typing as npt

from simfinder.arrays import jit_python
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import is_among
from simfinder.errors import Cancelled, ReadError
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.extract.formats import (
    BY_TYPE_ENDS,
    PICTURE,
    SOUND,
    TEXT,
    recognise,
    refined,
)
from simfinder.scan.extract.formats import PLAIN as NO_FORMAT
from simfinder.scan.reading.read_batch import BatchReader
from simfinder.scan.reading.read_file import sign_file
from simfinder.scan.reading.recognise_batch import BatchRecogniser
from simfinder.signatures.content_hash import content_hashes, view
from simfinder.signatures.sign.sign_batch import sign_batch
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.store.cache.cache import Columns, Entry
from simfinder.store.cache.records import as_rows
from simfinder.workers.heartbeat import ProgressBatch
from simfinder.workers.stall_timeout import StallTimeout

TOGETHER = 256 * 1024
"""Files up to this many bytes are signed together with others."""

Done = list[tuple[int, Entry | str]]


def most_together() -> int:
    """Return up to how many bytes a file is signed together with others: any of a small collection, as Python."""
    return jit_python.BYTES if jit_python.wanted() else TOGETHER


@dataclass(slots=True, eq=False)
class SignedBatch:
    """Result of signing a batch.

    Attributes:
        as_listed: (n,) indexes of files unchanged since they were listed.
        files: those files.
        entries: their signatures, in the same order.
        others: entries of changed files, or why a file could not be read, by index.
    """

    as_listed: npt.NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    files: FileColumns = field(default_factory=lambda: FileColumns.of(()))
    entries: Columns = field(default_factory=lambda: Columns.of(()))
    others: Done = field(default_factory=list)

    def part(self, begin: int, most: int) -> SignedBatch:
        """Return at most ``most`` unchanged files, from one on; the whole batch if it has no more."""
        if begin == 0 and len(self.as_listed) <= most:
            return self
        rows = np.arange(begin, min(begin + most, len(self.as_listed)))
        return SignedBatch(self.as_listed[rows], self.files.take(rows), self.entries.take(rows))


class FileSigner:
    """Sign the batches of one scan, from any number of threads.

    Args:
        files: all files of the scan; batches are lists of indexes into them.
        control: receives progress, asked for pause and cancel.
        parameters: parameters of the methods.
        follow: whether paths may be symbolic links.
        timeout: records stalls, knows which devices are dead.
    """

    def __init__(
        self,
        files: FileColumns,
        control: Control,
        parameters: Parameters,
        *,
        follow: bool,
        timeout: StallTimeout | None = None,
    ) -> None:
        self._files = files
        self._control = control
        self._parameters = parameters
        self._follow = follow
        self._timeout = timeout or StallTimeout()
        self._together = BatchReader(follow=follow)
        self._recogniser = BatchRecogniser()

    def sign(self, batch: list[int]) -> SignedBatch:
        """Sign all files of a batch, or those before a cancel.

        A file on a dead device gets an empty reason: there is one problem for the whole device.
        """
        batch, dead = self._timeout.alive(self._files, batch)
        together, alone = self._divided(batch) if self._parameters == PLAIN else ([], batch)
        done = SignedBatch(others=[(i, "") for i in dead])
        with ProgressBatch(self._control) as tally:
            tally.advance(files=len(dead))
            try:
                if together:
                    alone += self._sign_together(together, tally, done)
                for i in alone:
                    tally.check()
                    self._sign_one(i, tally, done)
            except Cancelled:
                return done
        return done

    def _divided(self, batch: list[int]) -> tuple[list[int], list[int]]:
        """Return the files of a batch that are signed together, and those that are signed one by one."""
        small = self._files.sizes[batch] <= most_together()
        if small.all():
            return batch, []
        return list(compress(batch, small.tolist())), list(compress(batch, (~small).tolist()))

    def lost(self, batch: list[int], path: str) -> tuple[SignedBatch, list[list[int]]]:
        """Handle a batch in which a file stalled: give a reason for that file, and do the others again."""
        hung, rest = self._timeout.without(self._files, batch, path, self._control)
        return SignedBatch(others=[(i, self._timeout.reason) for i in hung]), rest

    def _sign_together(self, batch: list[int], tally: ProgressBatch, done: SignedBatch) -> list[int]:
        """Sign the unchanged files together; return which are left. A cancel is seen before the signing only."""
        files = self._files.take(np.array(batch))
        found = self._together.read(files, tally)
        read = found.read()
        for place, error in found.failed.items():
            self._failed(batch[place], error, tally, done)
        bounds = found.bounds[read]
        pieces = sign_batch(view(found.room), bounds)
        buffer, each = found.room.data, bounds.tolist()
        contents = as_rows(content_hashes(buffer, each))
        codes, runs = self._recogniser.codes(found.room, bounds)
        stops = [0, *files.ends.tolist()]
        named = _may_be_by_type(files)[read] & ((codes == TEXT) | (codes == NO_FORMAT))
        asks = named | (codes == TEXT) & runs | (codes == PICTURE) | (codes == SOUND)
        for i in np.flatnonzero(asks).tolist():
            name = os.fsdecode(files.names[stops[read[i]] : stops[read[i] + 1]])
            content = buffer[slice(*each[i])]
            codes[i] = refined(int(codes[i]), name, content, len(content), runs=bool(runs[i]))
        made = Columns(contents, pieces, found.began[read], codes)
        if found.records:
            made = self._set_apart(made, read, batch, found.records, done)
        same = np.flatnonzero(found.as_listed)
        done.as_listed = np.array(batch, dtype=np.intp)[same]
        done.files = files if len(same) == len(batch) else files.take(same)
        done.entries = made
        size = int((bounds[:, 1] - bounds[:, 0]).sum())
        tally.advance(files=len(read), bytes=size, current=files.path(len(files) - 1))
        handled = {*read.tolist(), *found.failed} if len(read) < len(batch) else range(len(batch))
        return [batch[place] for place in range(len(batch)) if place not in handled]

    @staticmethod
    def _set_apart(
        made: Columns,
        read: npt.NDArray[np.intp],
        batch: list[int],
        records: dict[int, FileRecord],
        done: SignedBatch,
    ) -> Columns:
        """Move the entries of files that are not as they were listed to ``done.others``; return the rest."""
        changed = is_among(read, list(records))
        for row in np.flatnonzero(changed).tolist():
            place = int(read[row])
            done.others.append((batch[place], made.entry(row, records[place])))
        return made.take(np.flatnonzero(~changed))

    def _sign_one(self, i: int, tally: ProgressBatch, done: SignedBatch) -> None:
        file = self._files[i]
        tally.heartbeat.on(file.path, file.device)
        try:
            record, signature, began, head = sign_file(file, tally, self._parameters, follow=self._follow)
        except ReadError as error:
            self._failed(i, error, tally, done)
        else:
            piece = serialize.pack(signature)
            code = refined(recognise(head), file.path, head, record.size)
            done.others.append((i, Entry(record, signature.content, piece, began, code)))
            tally.advance(files=1, current=file.path)

    def _failed(self, i: int, error: ReadError, tally: ProgressBatch, done: SignedBatch) -> None:
        done.others.append((i, error.message))
        tally.advance(files=1, problems=1, current=self._files[i].path)


_LOWER = 0x202020
_ENDS = np.array([int.from_bytes(end, "big") | _LOWER for end in BY_TYPE_ENDS], dtype=np.int64)


def _may_be_by_type(files: FileColumns) -> npt.NDArray[np.bool_]:
    """Return which files may have a type that ``refined`` looks at, by the last bytes of their names; (n,) bool."""
    names = np.frombuffer(
        b"\0\0" + files.names, dtype=np.uint8
    )  # the first name may be shorter than three bytes
    last = names[files.ends + 1]
    ends = names[files.ends - 1].astype(np.int64) << 16 | names[files.ends].astype(np.int64) << 8 | last
    named: npt.NDArray[np.bool_] = is_among(ends | _LOWER, _ENDS) | (last == ord("~")) | (last == ord("#"))
    return named
