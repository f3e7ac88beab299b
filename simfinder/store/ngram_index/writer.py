"""Write an n-gram index: make a new one and put it in place, or add files to an existing one.

All or nothing, and one writer at a time. The postings written at once become one segment; older segments that are not
much longer are merged into it, so that a file's postings are rewritten some twenty times at most in the life of an
index. The postings of a forgotten file stay until their segment is merged.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple, Protocol

import numpy as np
import xxhash

from simfinder.errors import NewerVersionError, StoreCorruptError, StoreError
from simfinder.store.ngram_index import files as index_files
from simfinder.store.ngram_index import postings as packed
from simfinder.store.ngram_index.external_sort import PostingRuns
from simfinder.store.ngram_index.index_schema import (
    KEYS_PER_QUERY,
    ROW_BITS,
    IndexFile,
    IndexParameters,
    Segment,
    expect_rows,
    marks,
    name_out,
    read_parameters,
    read_segments,
)
from simfinder.store.ngram_index.postings import PARTS, Ids, Keys, Layout
from simfinder.store.ngram_index.reader import NgramIndex

_ID_BITS = 32
_ROWS_PER_CALL = 2000
_CACHE_KB = 65536  # names come in the order of their hashes
_GROWTH = (
    2  # a segment is merged with newer ones once it is less than this times as long as they are together
)


class FileRow(NamedTuple):
    """A file of an index: its number, the bytes of its name, its number of distinct n-grams."""

    id: int
    name: bytes
    grams: int


class _Source(Protocol):
    """Postings by part of the key space; ``postings.PARTS`` parts."""

    def part(self, number: int) -> tuple[Keys, Ids]: ...


class Draft:
    """Files to be written to an index, new or existing. Nothing changes before ``finish``.

    Attributes:
        parameters: parameters of the index.
        first: lowest number a new file may have.
    """

    def __init__(self, database: IndexFile, folder: str) -> None:
        self._database = database
        self.parameters, _, self.first = read_parameters(database)
        self._runs = PostingRuns(folder, self.parameters.width)
        self._finished = False

    def add_grams(self, grams: Keys, ids: Ids) -> None:
        """Add postings: (n,) uint64 n-grams and the numbers of their files, each pair once.

        Raises:
            StoreUnavailableError: the disk is full.
            StoreError: no more numbers for files.
        """
        if len(ids) and int(ids.max()) >> _ID_BITS:
            raise StoreError("there are no more numbers for files: build the index anew", self._database.path)
        self._runs.add(packed.scatter(grams, self.parameters.width), ids)

    def finish(self, files: Iterable[FileRow], forget: Iterable[bytes], check: Callable[[], None]) -> int:
        """Write everything that was added, all or nothing.

        Args:
            files: the new files, by number; one with a known name replaces the old one.
            forget: names of files to forget besides.
            check: called now and then; may raise to stop.

        Returns:
            The number of files replaced or forgotten.
        """
        database = self._database
        with database.transaction():
            gone = _forget(database, forget, check)
            last, added = self.first - 1, iter(files)
            while some := list(islice(added, _ROWS_PER_CALL)):
                check()
                if self.first > 1:
                    gone += _forget(database, [file.name for file in some], check)
                database.put_rows("INSERT INTO files (id, name, grams) VALUES", some)
                last = some[-1].id
            _add_names(database, self.first, check)
            database.execute("UPDATE parameters SET next_id = ?", (last + 1,))
            self._write_segment(last, check)
        self._finished = True
        return gone

    def _write_segment(self, last: int, check: Callable[[], None]) -> None:
        """Write the new postings, and those of older segments that are not much longer, as one segment."""
        database, width = self._database, self.parameters.width
        older = sorted(read_segments(database, width), key=lambda s: s.id, reverse=True)
        number = older[0].id + 1 if older else 1
        total, first = self._runs.total, self.first
        sources: list[_Source] = [self._runs]
        merged: list[Segment] = []
        for segment in older:
            if segment.postings > _GROWTH * total:
                break
            merged.append(segment)
            sources.append(_StoredSegment(database, segment))
            total += segment.postings
            first = segment.layout.first
        if not total:
            return
        gone = _forgotten(database, first, last)
        layout = Layout.fitting(width, total, first, last)
        postings = 0

        def chunks() -> Iterator[tuple[Keys, Ids]]:
            nonlocal postings
            for part in range(PARTS):
                check()
                keys, ids = _joined([source.part(part) for source in sources], gone)
                postings += len(keys)
                yield packed.in_order(keys, ids, width)

        base = number << ROW_BITS
        for rows in _whole_rows(chunks(), layout):
            database.execute_many(
                "INSERT INTO postings (key, data) VALUES (?, ?)", ((base + n, data) for n, data in rows)
            )
        for segment in merged:
            database.execute(
                "DELETE FROM postings WHERE key >= ? AND key < ?",
                (segment.id << ROW_BITS, (segment.id + 1) << ROW_BITS),
            )
            database.execute("DELETE FROM segments WHERE id = ?", (segment.id,))
        database.execute("DELETE FROM forgotten WHERE id BETWEEN ? AND ?", (first, last))
        database.execute(
            "INSERT INTO segments (id, first, last, bits, id_bytes, postings) VALUES (?, ?, ?, ?, ?, ?)",
            (number, first, last, layout.bits, layout.id_bytes, postings),
        )

    def close(self) -> None:
        """Close the file; what was not finished is lost."""
        self._runs.close()
        self._database.close()


class _StoredSegment:
    """A segment's postings by part, for merging."""

    def __init__(self, database: IndexFile, segment: Segment) -> None:
        self._database = database
        self._segment = segment
        self._few: tuple[Keys, Ids] | None = None

    def part(self, number: int) -> tuple[Keys, Ids]:
        layout = self._segment.layout
        if 1 << layout.bits < PARTS:  # a row holds several parts, and there are few rows
            if self._few is None:
                self._few = self._between(0, 1 << layout.bits)
            keys, ids = self._few
            chosen = packed.part_of(keys, layout.width) == number
            return keys[chosen], ids[chosen]
        rows = (1 << layout.bits) // PARTS
        return self._between(number * rows, (number + 1) * rows)

    def _between(self, begin: int, end: int) -> tuple[Keys, Ids]:
        layout, base = self._segment.layout, self._segment.id << ROW_BITS
        keys, ids = [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)]
        rows = self._database.query(
            "SELECT key, data FROM postings WHERE key >= ? AND key < ?", (base + begin, base + end)
        )
        expect_rows(len(rows), end - begin)
        for key, data in rows:
            rest, files = packed.unpack(key - base, data, layout, self._segment.last)
            keys.append(rest | np.uint64((key - base) << layout.shift))
            ids.append(files)
        return np.concatenate(keys), np.concatenate(ids)


@contextlib.contextmanager
def building(path: str, parameters: IndexParameters, *, force: bool) -> Iterator[Draft]:
    """Make a new index beside its place, and put it in place at the end of the block if it was finished.

    Args:
        path: path of the index.
        parameters: parameters to make it with.
        force: replace an existing index.

    Raises:
        StoreError: something else is in its place, or an index that may not be replaced.
        NewerVersionError: the existing index was made by a newer SimFinder.
        StoreUnavailableError: it can't be written now: disk full, no permission, another program at work.
    """
    index_files.expect_room(path, force=force)
    with index_files.writing(path):
        index_files.expect_room(path, force=force)
        _roll_back(path)
        name = index_files.clear_draft(path)
        try:
            database = IndexFile(name, draft=True)
            with contextlib.closing(database):
                database.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
                database.execute(
                    "INSERT INTO parameters (block_size, ngram, created_ns, next_id) VALUES (?, ?, ?, 1)",
                    (parameters.block_size, parameters.ngram, time.time_ns()),
                )
                with contextlib.closing(Draft(database, os.path.dirname(path))) as draft:
                    yield draft
            if draft._finished:
                index_files.put_in_place(path)
        finally:
            index_files.remove_draft(path)


@contextlib.contextmanager
def changing(path: str, *, block_size: int | None = None, ngram: int | None = None) -> Iterator[Draft]:
    """Add files to an existing index.

    Args:
        path: path of the index.
        block_size: block size that the caller expects; None for any.
        ngram: n-gram length that the caller expects; None for any.

    Raises:
        SignatureError: the index was made with other parameters.
        StoreError: as ``NgramIndex.open`` and ``building`` do.
    """
    NgramIndex.open(path, block_size=block_size, ngram=ngram).close()
    with index_files.writing(path):
        index_files.expect_index(path)
        database = IndexFile(path)
        with contextlib.closing(database):
            database.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
            with contextlib.closing(Draft(database, os.path.dirname(path))) as draft:
                yield draft


def _roll_back(path: str) -> None:
    """Let SQLite roll back what an interrupted program left in the index to be replaced."""
    if not os.path.exists(path):
        return
    try:
        IndexFile(path).close()
    except NewerVersionError:
        raise
    except StoreCorruptError:
        return  # it will be replaced anyway


def _forget(database: IndexFile, names: Iterable[bytes], check: Callable[[], None]) -> int:
    """Forget the files of these names, as far as they exist; return how many. Their postings are dead from then on."""
    count, rest = 0, iter(names)
    while some := list(islice(rest, KEYS_PER_QUERY)):
        check()
        asked = set(some)
        rows = database.query(
            "SELECT files.id, files.name, names.hash FROM names JOIN files ON files.id = names.id"
            f" WHERE names.hash IN ({marks(len(some))})",
            [_hash(name) for name in some],
        )
        gone = [(number, hashed) for number, name, hashed in rows if name in asked]
        for number, hashed in gone:
            database.execute("DELETE FROM files WHERE id = ?", (number,))
            database.execute("DELETE FROM names WHERE hash = ? AND id = ?", (hashed, number))
            database.execute("INSERT INTO forgotten (id) VALUES (?)", (number,))
        count += len(gone)
    return count


def _add_names(database: IndexFile, first: int, check: Callable[[], None]) -> None:
    """Add the files from number ``first`` on to the table of names, in the order of hashes: pages fill one by one."""
    check()
    rows = database.query("SELECT id, name FROM files WHERE id >= ?", (first,))
    hashes = np.fromiter((_hash(name_out(name)) for _, name in rows), np.int64, len(rows))
    ids = np.fromiter((number for number, _ in rows), np.int64, len(rows))
    order = np.argsort(hashes, kind="stable")
    pairs = np.stack((hashes[order], ids[order]), axis=1)
    for start in range(0, len(pairs), _ROWS_PER_CALL):
        check()
        database.put_rows(
            "INSERT INTO names (hash, id) VALUES", pairs[start : start + _ROWS_PER_CALL].tolist()
        )


def _hash(name: bytes) -> int:
    """Return a 64-bit hash of a name as SQLite's signed number; collisions are told apart by the names."""
    value = xxhash.xxh3_64_intdigest(name)
    return value - 2**64 if value >= 2**63 else value


def _forgotten(database: IndexFile, first: int, last: int) -> Ids:
    rows = database.query("SELECT id FROM forgotten WHERE id BETWEEN ? AND ? ORDER BY id", (first, last))
    return np.array([number for (number,) in rows], np.int64)


def _joined(found: list[tuple[Keys, Ids]], gone: Ids) -> tuple[Keys, Ids]:
    keys = np.concatenate([part for part, _ in found])
    ids = np.concatenate([part for _, part in found])
    if not len(gone):
        return keys, ids
    stays = gone[np.minimum(np.searchsorted(gone, ids), len(gone) - 1)] != ids
    return keys[stays], ids[stays]


def _whole_rows(chunks: Iterable[tuple[Keys, Ids]], layout: Layout) -> Iterator[Iterable[tuple[int, bytes]]]:
    """Pack sorted chunks into whole rows; postings of a row that may continue wait for the next chunk."""
    shift = np.uint64(layout.shift)
    due = 0
    keys, ids = np.zeros(0, np.uint64), np.zeros(0, np.int64)
    for more_keys, more_ids in chunks:
        if not len(more_keys):
            continue
        keys, ids = np.concatenate((keys, more_keys)), np.concatenate((ids, more_ids))
        last = int(keys[-1] >> shift)
        whole = int(np.searchsorted(keys >> shift, last))
        yield packed.rows(keys[:whole], ids[:whole], layout, range(due, last))
        keys, ids, due = keys[whole:], ids[whole:], last
    yield packed.rows(keys, ids, layout, range(due, 1 << layout.bits))
