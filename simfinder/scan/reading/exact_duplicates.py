"""Find files that can be identical and hash only those: same size, same ends, then the whole content.

Reads as little as possible: a file of a unique size is never opened, one whose first and last 4 KiB are unique is
never read whole.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.errors import Cancelled, ReadError
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.reading import read_small_files
from simfinder.scan.reading.read_batch import BatchReader
from simfinder.scan.reading.read_file import ENDS, hash_ends, hash_file
from simfinder.signatures.content_hash import content_hash
from simfinder.store.cache.cache import Cache, Entry
from simfinder.workers import thread_pool
from simfinder.workers.heartbeat import ProgressBatch
from simfinder.workers.stall_timeout import StallTimeout, run_with_timeout

TOGETHER = 256 * 1024
"""Files up to this many bytes are read together with others."""

_MARKED_AT_ONCE = 512

Rows = npt.NDArray[np.intp]


@dataclass(slots=True)
class Contents:
    """Result of ``find_contents``, by index of the file.

    Attributes:
        contents: XXH3-128 of files that may have a twin.
        changed: new records of files that changed since they were listed.
        failed: why a file could not be read.
        from_cache: number of contents that came from the cache.
    """

    contents: dict[int, bytes] = field(default_factory=dict)
    changed: dict[int, FileRecord] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    from_cache: int = 0


def find_contents(
    files: Sequence[FileRecord],
    options: ScanOptions,
    cache: Cache,
    control: Control,
    timeout: StallTimeout | None = None,
) -> Contents:
    """Hash the files that can be identical to another.

    Args:
        files: the files to tell apart.
        options: how to read them.
        cache: cache to look hashes up in and store them in.
        control: receives progress, asked for pause and cancel.
        timeout: records stalls, knows which devices are dead.

    Raises:
        Cancelled: on request; hashes found until then are in the cache.
    """
    listing = FileColumns.of(files)
    outcome = Contents()
    candidates = _shared(np.arange(len(listing)), listing.sizes)
    outcome.contents = _recalled(listing, candidates, cache, control)
    outcome.from_cache = len(outcome.contents)
    at_once, to_mark = _tasks(listing.sizes, candidates, outcome.contents)
    looked_at = np.minimum(listing.sizes, 2 * ENDS)
    control.begin(
        Phase.READING,
        files_total=len(listing) + len(to_mark),
        bytes_total=int(looked_at[to_mark].sum() + listing.sizes[at_once].sum()),
    )
    control.advance(files=len(listing) - len(candidates) + outcome.from_cache, from_cache=outcome.from_cache)
    timeout = timeout or StallTimeout()
    with thread_pool.Pool(options.jobs, control, timeout) as workers:
        run_with_timeout(read_small_files.warm_up, control, timeout)
        task = _Hashing(listing, options, control, timeout)
        marks = np.zeros(len(listing), dtype=np.uint64)
        marked = np.zeros(len(listing), dtype=np.bool_)
        batches = thread_pool.batches(looked_at, to_mark.tolist(), most=_MARKED_AT_ONCE)
        for done in workers.map(task.marks, batches, task.lost_marks):
            marks[done.rows], marked[done.rows] = done.marks, True
            outcome.failed.update(done.failed)
        twins = _twins(listing.sizes, marks, marked, to_mark, outcome.failed)
        wanted = sorted({*twins, *at_once.tolist()} - outcome.contents.keys())
        total = int(listing.sizes[wanted].sum())
        control.begin(Phase.READING, files_total=len(listing), bytes_total=total)
        control.advance(files=len(listing) - len(wanted))
        for hashed in workers.map(task.whole, thread_pool.batches(listing.sizes, wanted), task.lost):
            entries = []
            for i, entry in hashed:
                if isinstance(entry, str):
                    outcome.failed[i] = entry
                    continue
                outcome.contents[i] = entry.content
                if entry.file != listing[i]:
                    outcome.changed[i] = entry.file
                entries.append(entry)
            cache.write(entries, "")
        if workers.cancelled:
            raise Cancelled
    return outcome


def _shared(rows: Rows, *keys: npt.NDArray[Any]) -> Rows:
    """Return the rows that share all keys with another row, ascending."""
    order = rows[np.lexsort([key[rows] for key in keys])]
    same = np.ones(max(len(order) - 1, 0), dtype=np.bool_)
    for key in keys:
        same &= key[order][1:] == key[order][:-1]
    shared = np.zeros(len(order), dtype=np.bool_)
    shared[1:] |= same
    shared[:-1] |= same
    return np.sort(order[shared])


def _tasks(sizes: npt.NDArray[np.int64], candidates: Rows, contents: Container[int]) -> tuple[Rows, Rows]:
    """Return which files to hash at once, and which to mark first.

    A small file whose twin may be among known contents is hashed at once: its mark would need another read.
    """
    known = np.array([i in contents for i in candidates.tolist()], dtype=np.bool_)
    _, group = np.unique(sizes[candidates], return_inverse=True)
    some_known = np.bincount(group, weights=known)[group] > 0
    some_unknown = np.bincount(group, weights=~known)[group] > 0
    small = (sizes[candidates] <= 2 * ENDS) & some_known
    return candidates[small & ~known], candidates[~small & some_unknown]


def _twins(
    sizes: npt.NDArray[np.int64],
    marks: npt.NDArray[np.uint64],
    marked: npt.NDArray[np.bool_],
    rows: Rows,
    failed: Container[int],
) -> list[int]:
    """Return files that may have a twin: those of equal size and mark, and all of a size where a mark is missing."""
    unsure = np.array([i for i in rows[~marked[rows]].tolist() if i not in failed], dtype=np.intp)
    beside = rows[is_among(sizes[rows], sizes[unsure])]
    alike = _shared(rows[marked[rows]], sizes, marks)
    return [i for i in sorted_set(np.concatenate((alike, beside))).tolist() if i not in failed]


def _recalled(files: FileColumns, candidates: Rows, cache: Cache, control: Control) -> dict[int, bytes]:
    found = cache.find(files.take(candidates), control)
    numbers = sorted_set(found.numbers[found.numbers > 0]).tolist()
    known: dict[tuple[int, int], bytes] = {}
    for stored in cache.load(numbers, found.generation, None, control):
        known.update(zip(zip(stored.ids, stored.sizes, strict=True), stored.contents, strict=True))
    keys = zip(found.numbers.tolist(), files.sizes[candidates].tolist(), strict=True)
    return {i: known[key] for i, key in zip(candidates.tolist(), keys, strict=True) if key in known}


@dataclass(frozen=True, slots=True, eq=False)
class _Marks:
    """Marks (uint64) of a batch's files by index, and why others could not be read."""

    rows: Rows
    marks: npt.NDArray[np.uint64]
    failed: list[tuple[int, str]]


class _Hashing:
    """Mark or hash a batch in a worker thread; on a cancel return what is done."""

    def __init__(
        self, files: FileColumns, options: ScanOptions, control: Control, timeout: StallTimeout
    ) -> None:
        self._files = files
        self._timeout = timeout
        self._follow = options.follow
        self._control = control
        self._together = BatchReader(follow=options.follow)

    def marks(self, batch: list[int]) -> _Marks:
        """Return for each file a number that tells it from most others of its size, or why it can't be read.

        Where the compiled loop is used, files that changed since they were listed are left out.
        """
        batch, dead = self._timeout.alive(self._files, batch)
        failed = [(i, "") for i in dead]
        rows = np.array(batch, dtype=np.intp)
        marks, good = np.zeros(len(rows), dtype=np.uint64), np.zeros(len(rows), dtype=np.bool_)
        with ProgressBatch(self._control) as tally:
            tally.advance(files=len(dead))
            try:
                if read_small_files.possible():
                    marks, good = self._together.marks(self._files.take(rows), tally)
                else:
                    for place, i in enumerate(batch):
                        tally.check()
                        tally.heartbeat.on(self._files[i].path, self._files[i].device)
                        try:
                            ends = hash_ends(self._files[i], follow=self._follow)
                            marks[place], good[place] = int.from_bytes(ends[:8], "little"), True
                        except ReadError as error:
                            failed.append((i, self._failed(i, error, tally)))
                read = int(np.minimum(self._files.sizes[rows], 2 * ENDS).sum())
                tally.advance(files=len(rows) - len(failed) + len(dead), bytes=read)
            except Cancelled:
                pass
        return _Marks(rows[good], marks[good], failed)

    def whole(self, batch: list[int]) -> list[tuple[int, Entry | str]]:
        """Return each file's content hash, or why it can't be read."""
        batch, dead = self._timeout.alive(self._files, batch)
        done: list[tuple[int, Entry | str]] = [(i, "") for i in dead]
        small = [i for i in batch if self._files.sizes[i] <= TOGETHER]
        with ProgressBatch(self._control) as tally:
            tally.advance(files=len(dead))
            try:
                left = dict.fromkeys(batch)
                if len(small) > 1:
                    found = self._together.read(self._files.take(np.array(small)), tally)
                    for place, error in found.failed.items():
                        del left[small[place]]
                        done.append((small[place], self._failed(small[place], error, tally)))
                    for place in found.read():
                        i = small[place]
                        del left[i]
                        begin, end = found.bounds[place].tolist()
                        record = found.records.get(place) or self._files[i]
                        content = content_hash(found.room.data[begin:end])
                        done.append((i, Entry(record, content, b"", int(found.began[place]))))
                        tally.advance(files=1, bytes=record.size, current=record.path)
                for i in left:
                    tally.check()
                    tally.heartbeat.on(self._files[i].path, self._files[i].device)
                    try:
                        record, content, read_ns = hash_file(self._files[i], tally, follow=self._follow)
                        done.append((i, Entry(record, content, b"", read_ns)))
                        tally.advance(files=1, current=record.path)
                    except ReadError as error:
                        done.append((i, self._failed(i, error, tally)))
            except Cancelled:
                pass
        return done

    def lost(self, batch: list[int], path: str) -> tuple[list[tuple[int, Any]], list[list[int]]]:
        """Handle a batch in which a file stalled: give a reason for that file, and do the others again."""
        hung, rest = self._timeout.without(self._files, batch, path, self._control)
        return [(i, self._timeout.reason) for i in hung], rest

    def lost_marks(self, batch: list[int], path: str) -> tuple[_Marks, list[list[int]]]:
        """Do the same for a batch of marks."""
        hung, rest = self.lost(batch, path)
        return _Marks(np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.uint64), hung), rest

    def _failed(self, i: int, error: ReadError, tally: ProgressBatch) -> str:
        tally.advance(files=1, problems=1, current=self._files[i].path)
        return error.message
