"""The signature cache: where a content was last seen, and the signatures stored for it.

Holds the rule by which a file is recognised as unchanged; ``open_or_rebuild`` handles the file and its damage,
``writer`` the writing. Signatures are blobs with a version here, nothing more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import CTIME, DEVICE, INODE, MTIME, SIZE, FileColumns
from simfinder.arrays.set_operations import sorted_set
from simfinder.errors import StoreError
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.progress import Control
from simfinder.store import app_dirs, array_file
from simfinder.store.cache import queries as rows
from simfinder.store.cache.open_or_rebuild import CacheFile
from simfinder.store.cache.records import (
    AnyBatch,
    Batch,
    CacheInfo,
    Columns,
    Entry,
    JoinBatch,
    Measured,
    MovedBatch,
    OverlapBatch,
    SeenBatch,
    Stored,
    ViewBatch,
)
from simfinder.store.cache.writer import FILES_PER_COMMIT, Writer
from simfinder.store.database import Database

__all__ = ["Cache", "CacheAnswer", "CacheInfo", "Columns", "Entry", "Measured", "Stored"]

_KEYS_PER_QUERY = 2000  # of 78,000 files, 500 took 7 % more CPU of a second scan
_VIEWS_PER_QUERY = 500  # a view may have a megabyte
_PAIRS_PER_QUERY = 200  # two values each; 500 rows of values are SQLite's limit

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class CacheAnswer:
    """Answer of ``Cache.find``.

    Attributes:
        numbers: (n,) int64, number of each file's content, for ``load``; 0 where the file must be read.
        generation: generation of the cache that the numbers belong to.
    """

    numbers: npt.NDArray[np.int64]
    generation: int


class Cache:
    """A signature cache. Any thread may use it; several programs may use one file.

    Use ``Cache.open`` or ``Cache.none``.
    """

    def __init__(self, file: CacheFile) -> None:
        self._file = file
        self._writer = Writer(lambda work: file.work(work, None))

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Cache:
        """Open the cache at a path (the platform's own place by default).

        Damage and bad luck become warnings (see ``take_warnings``), not errors.

        Raises:
            NewerVersionError: a newer SimFinder made it.
        """
        return cls(CacheFile.opened(os.fspath(path if path is not None else app_dirs.cache_file())))

    @classmethod
    def none(cls) -> Cache:
        """Return a cache that knows nothing and stores nothing (``--no-cache``)."""
        return cls(CacheFile(None))

    @property
    def remembers(self) -> bool:
        """Whether it stores anything: not with ``none``, nor after it was turned off."""
        return self._file.database is not None

    @property
    def empty(self) -> bool:
        """Whether it knows no file at all."""
        return self._file.work(lambda db: not db.query("SELECT 1 FROM locations LIMIT 1"), True)

    @property
    def generation(self) -> int:
        """Changes when the cache is started anew: numbers of contents belong to one generation."""
        return self._file.generation

    def find(self, files: Sequence[FileRecord], control: Control) -> CacheAnswer:
        """Look up the contents of files by their locations.

        A file is known when device, inode, size and modification time are the same and either its ctime is too, or it
        has another path than before: a rename. A rename is only believed where the modification time is finer than a
        second: unpacked archives give many files of one size and second, and inodes are reused. From then on the cache
        has the new path: a later change at that path is no rename.
        """
        listing = FileColumns.of(files)
        found = np.zeros(len(listing), dtype=np.int64)
        generation = self._file.generation
        devices, inodes = listing.numbers[:, DEVICE], listing.numbers[:, INODE]
        order = np.lexsort((inodes, devices))
        again: list[tuple[int, int]] = []
        old = rows.today() - rows.SEEN_AGAIN
        for device in sorted_set(devices).tolist():
            here = order[devices[order] == device]
            for start in range(0, len(here), _KEYS_PER_QUERY):
                if self._file.database is None:
                    break
                control.check()
                part = here[start : start + _KEYS_PER_QUERY]
                found[part], useful = self._find_on(device, listing, part, old)
                again += [(device, inode) for inode in inodes[part[useful]].tolist()]
        for begin in range(0, len(again), FILES_PER_COMMIT):
            self._hand_over(SeenBatch(tuple(again[begin : begin + FILES_PER_COMMIT])))
        return CacheAnswer(found, generation)

    def _find_on(
        self, device: int, files: FileColumns, part: npt.NDArray[np.intp], old: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Return the contents of files of one device, and which of them are known by rows last seen before ``old``.

        Args:
            device: of all these files.
            files: of a scan.
            part: (n,) which of them to look up.
            old: day.
        """
        numbers = files.numbers[part]
        inodes = numbers[:, INODE]
        none = np.zeros(len(part), dtype=np.int64), np.zeros(len(part), dtype=np.bool_)
        nothing: list[tuple[int, ...]] = []
        known = self._file.work(partial(rows.locations, device=device, inodes=inodes.tolist()), nothing)
        if not known:
            return none
        known.sort()
        columns = len(known[0])
        table = np.fromiter(chain.from_iterable(known), dtype=np.int64, count=columns * len(known))
        table = table.reshape(-1, columns)
        place = np.minimum(np.searchsorted(table[:, 0], inodes), len(table) - 1)
        row = table[place]
        same = (row[:, :3] == numbers[:, [INODE, SIZE, MTIME]]).all(axis=1)
        still = row[:, 3] == numbers[:, CTIME]
        renamed = np.flatnonzero(same & ~still & (row[:, 2] % rows.SECOND != 0))
        if len(renamed):
            paths = self._file.work(
                partial(rows.paths, device=device, inodes=inodes[renamed].tolist()), dict[int, bytes]()
            )
            moves = []
            for i in renamed.tolist():
                before, now = paths.get(int(inodes[i])), os.fsencode(files.path(int(part[i])))
                if before is not None and _was_moved(before, now):
                    still[i] = True
                    moves.append((device, int(inodes[i]), int(numbers[i, CTIME]), now))
            self._hand_over(MovedBatch(tuple(moves)))
        same &= still
        return np.where(same, row[:, 4], 0), same & (row[:, 5] < old)

    def load(
        self,
        ids: Sequence[int] | npt.NDArray[np.int64],
        generation: int,
        made_of: str | None,
        control: Control,
    ) -> Iterator[Stored]:
        """Yield contents by number, some hundred at a time; those without signatures of that kind are left out.

        Args:
            ids: distinct numbers from ``find``.
            generation: from the same answer; nothing is found if the cache was started anew since.
            made_of: kind of the signatures; None for contents alone.
            control: asked for a cancel between the parts.
        """
        for start in range(0, len(ids), _KEYS_PER_QUERY):
            control.check()
            part = np.asarray(ids[start : start + _KEYS_PER_QUERY]).tolist()
            stored = self._file.work(partial(rows.load, ids=part, made_of=made_of), None)
            if stored is None or self._file.generation != generation:
                return
            yield stored

    def write(self, entries: Sequence[Entry], made_of: str) -> None:
        """Store what was read, and the kind of its signatures.

        Returns at once; the writer thread writes it within some two seconds.
        """
        self.write_files(FileColumns.of(entry.file for entry in entries), Columns.of(entries), made_of)

    def write_files(self, files: FileColumns, columns: Columns, made_of: str) -> None:
        """Do the same for many files; the arrays must not change any more."""
        self._hand_over(Batch(files, columns, made_of))

    def load_views(
        self, contents: Sequence[bytes], made_of: str, control: Control
    ) -> Iterator[dict[bytes, bytes]]:
        """Yield views by content hash, some hundred at a time; contents without a view are left out.

        Args:
            contents: hashes, 16 bytes each.
            made_of: kind of the views.
            control: asked for a cancel between the parts.
        """
        nothing: dict[bytes, bytes] = {}
        for start in range(0, len(contents), _VIEWS_PER_QUERY):
            control.check()
            part = contents[start : start + _VIEWS_PER_QUERY]
            yield self._file.work(partial(rows.load_views, contents=part, made_of=made_of), nothing)

    def write_views(self, views: Sequence[tuple[bytes, bytes]], made_of: str) -> None:
        """Store views, by the hash of a content that was written or found before; like ``write``."""
        self._hand_over(ViewBatch(tuple(views), made_of))

    def rest(self) -> None:
        """Have all that was stored written to disk while the caller does something else: nothing more comes for now."""
        self._writer.rest()

    def flush(self) -> None:
        """Wait until all that was stored is on disk (or the cache is off)."""
        self._writer.flush()

    def take_warnings(self) -> list[Problem]:
        """Return the warnings since the last call."""
        return self._file.take_warnings()

    def info(self) -> CacheInfo:
        """Return counts and size.

        Raises:
            StoreUnavailableError: the cache is off, with the reason.
        """
        self.flush()
        return self._file.insist(rows.measure, CacheInfo(self._file.path, 0, 0, 0, 0, 0, 0, 0))

    def clear(self) -> None:
        """Forget everything and free the space; remove files that were set aside too.

        Raises:
            StoreUnavailableError: the cache is off, with the reason, or a file can't be removed.
        """
        self.flush()
        self._file.insist(rows.forget_all, None)
        self._file.remove_set_aside()

    def work(self, job: Callable[[Database], T], otherwise: T) -> T:
        """Run a function on the database, after all that was stored before.

        Raises:
            StoreUnavailableError: the cache is off, with the reason.
        """
        self.flush()
        return self._file.insist(job, otherwise)

    def close(self) -> None:
        """Write what is waiting and close; closing twice does nothing."""
        self._writer.end()
        self._file.close()
        self._writer.raise_failure()

    def __enter__(self) -> Cache:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def load_overlaps(
        self, pairs: Sequence[tuple[bytes, bytes]], made_of: str, control: Control
    ) -> Iterator[list[Measured]]:
        """Yield the stored overlaps of some pairs, in parts; pairs never measured by these rules are left out.

        Args:
            pairs: hashes, 16 bytes each, the smaller one first.
            made_of: the rules.
            control: asked for a cancel between the parts.
        """
        nothing: list[Measured] = []
        for start in range(0, len(pairs), _PAIRS_PER_QUERY):
            control.check()
            part = pairs[start : start + _PAIRS_PER_QUERY]
            yield self._file.work(partial(rows.load_overlaps, pairs=part, made_of=made_of), nothing)

    def write_overlaps(self, pairs: Sequence[Measured], made_of: str) -> None:
        """Store measured overlaps, like ``write``."""
        self._hand_over(OverlapBatch(tuple(pairs), made_of))

    def load_join(self, key: bytes) -> bytes | None:
        """Return the stored result of a search among contents; None where there is none.

        Args:
            key: key of all that the search depends on.
        """
        return self._file.work(partial(rows.load_join, key=key), None)

    def write_join(self, key: bytes, found: bytes) -> None:
        """Store the result of a search, like ``write``. Only the newest results are kept."""
        self._hand_over(JoinBatch(key, found))

    def load_columns(
        self, key: bytes, kinds: Mapping[str, str]
    ) -> tuple[Mapping[str, Any], dict[str, npt.NDArray[Any]]] | None:
        """Return the facts and columns of a stored result; None where there is none, or it is damaged.

        Args:
            key: key of all that the search depends on.
            kinds: names and types (``i4``) of its columns, each (n,).
        """
        stored = self.load_join(key)
        if stored is None:
            return None
        try:
            head, columns = array_file.from_bytes(stored)
        except StoreError:
            return None
        if {name: column.dtype.str[1:] for name, column in columns.items()} != kinds:
            return None
        return (head.facts, columns) if all(column.ndim == 1 for column in columns.values()) else None

    def write_columns(
        self,
        key: bytes,
        facts: Mapping[str, Any],
        columns: Mapping[str, npt.NDArray[Any]],
        *,
        deltas: frozenset[str],
    ) -> None:
        """Store the facts and columns of a result, like ``write_join``; ``deltas`` names columns that ascend."""
        if self.remembers:
            self.write_join(key, array_file.to_bytes(facts, columns, deltas=deltas))

    def _hand_over(self, batch: AnyBatch) -> None:
        if len(batch) and self._file.database is not None:
            self._writer.hand_over(batch)


def _was_moved(before: bytes, now: bytes) -> bool:
    """Return whether a changed path and ctime can come from a rename of the file itself.

    The rename of a folder above does not change the file's ctime; if that changed too, the file was written to.
    """
    if before == now:
        return False
    if os.path.basename(before) != os.path.basename(now):
        return True
    return os.path.isdir(os.path.dirname(before)) and not os.path.lexists(before)
