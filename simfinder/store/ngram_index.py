"""Seed 001's n-gram index in one SQLite file: which indexed files hold which n-grams.

Disposable, and the person's own: it lies where they say, and is one file that can be read where nothing can be
written (a rollback journal, no log). Numbers in, numbers out: an n-gram is a number, a file is a number with a name.
What is written at once is one *segment* of packed rows (``packed_postings``); small segments are merged as they
come, each file lying in one of them, so that a look-up reads a row per n-gram and segment and there are few segments.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, Protocol

import numpy as np
import xxhash

from simfinder.errors import NewerVersionError, SignatureError, StoreCorruptError, StoreError
from simfinder.store import index_files
from simfinder.store import packed_postings as packed
from simfinder.store.database import Database
from simfinder.store.index_files import APPLICATION_ID
from simfinder.store.packed_postings import BITS_PER_CHARACTER, PARTS, Ids, Keys, Layout
from simfinder.store.posting_runs import PostingRuns

NAME = "the index"
PAGE = 16384

# a file's number is never given twice: postings of a forgotten file stay until their segment is merged
# key: number of the segment · 2^32 + number of the row
_MIGRATIONS = (
    """
    CREATE TABLE parameters (
        block_size INTEGER NOT NULL, ngram INTEGER NOT NULL, created_ns INTEGER NOT NULL, next_id INTEGER NOT NULL
    );
    CREATE TABLE files (id INTEGER PRIMARY KEY, name BLOB NOT NULL, grams INTEGER NOT NULL);
    CREATE TABLE names (hash INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (hash, id)) WITHOUT ROWID;
    CREATE TABLE forgotten (id INTEGER PRIMARY KEY);
    CREATE TABLE segments (
        id INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, bits INTEGER NOT NULL,
        id_bytes INTEGER NOT NULL, postings INTEGER NOT NULL
    );
    CREATE TABLE postings (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
    """,
)
_ROW_BITS = 32
_ID_BITS = 32
_MOST_SEGMENTS = 1 << 30  # numbers of segments; keys of rows have 63 bits
_KEYS_PER_QUERY = 800
_ALL_AT_ONCE = 50_000  # from here on reading all names is faster than asking for each
_ROWS_PER_CALL = 2000
_CACHE_KB = 65536  # names come in the order of their hashes
_GROWTH = (
    2  # a segment is merged with newer ones once it is less than this times as long as they are together
)


@dataclass(frozen=True, slots=True)
class IndexParameters:
    """What an index is made with; all its signatures and all queries have the same.

    Attributes:
        block_size: bytes between two borders on average.
        ngram: characters of an n-gram.
    """

    block_size: int
    ngram: int

    @property
    def width(self) -> int:
        """Bits of an n-gram."""
        return BITS_PER_CHARACTER * self.ngram


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What ``index info`` tells.

    Attributes:
        path: of the file.
        format: version of its layout.
        parameters: what it was made with.
        files: names it knows.
        too_short: those of them that have no n-gram and so are never found.
        grams: postings: distinct n-grams of each file, added up.
        bytes: of the file.
        created_ns: when it was built, ns since 1970.
    """

    path: str
    format: int
    parameters: IndexParameters
    files: int
    too_short: int
    grams: int
    bytes: int
    created_ns: int


class FileRow(NamedTuple):
    """A file of an index: its number, the bytes of its name, how many distinct n-grams it has."""

    id: int
    name: bytes
    grams: int


class _Source(Protocol):
    """Postings by part of the key space; ``packed_postings.PARTS`` of them."""

    def part(self, number: int) -> tuple[Keys, Ids]: ...


class _Segment(NamedTuple):
    id: int
    layout: Layout
    last: int
    postings: int


class _File(Database):
    """The database file: one file and no log, so that it can be copied and read anywhere."""

    def __init__(self, path: str, *, draft: bool = False) -> None:
        self._draft = draft
        super().__init__(path, _MIGRATIONS, APPLICATION_ID, NAME, page_size=PAGE, timeout=10.0)

    def _set_pragmas(self, synchronous: str) -> None:
        # a draft is worth nothing until it is finished: no journal, no waiting for the disk
        self.execute(f"PRAGMA synchronous = {'OFF' if self._draft else synchronous}")
        if self._draft:
            self.query("PRAGMA journal_mode = OFF")

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """No statement here depends on what is in the file: what SQLite has against one is the file's fault."""
        try:
            with super()._translated():
                yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreCorruptError(f"{NAME} is damaged ({error})", self.path) from error

    @contextlib.contextmanager
    def moment(self) -> Iterator[None]:
        """All reads of the block see one state of the file."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.execute("ROLLBACK")


class NgramIndex:
    """An index opened for reading. Use ``NgramIndex.open``.

    Attributes:
        parameters: what it was made with.
    """

    def __init__(self, database: _File) -> None:
        self._database = database
        self.parameters, self._created_ns, self._next_id = _read_parameters(database)

    @classmethod
    def open(cls, path: str, *, block_size: int | None = None, ngram: int | None = None) -> NgramIndex:
        """An index at a path.

        Args:
            path: of the file.
            block_size: what the caller takes the index to be made with; None: whatever it is.
            ngram: the same.

        Raises:
            SignatureError: the index was made with other parameters.
            NewerVersionError: a newer SimFinder made it.
            StoreCorruptError: it is damaged.
            StoreUnavailableError: it can't be read now.
            StoreError: there is no index.
        """
        index_files.expect_index(path)
        database = _File(path)
        try:
            index = cls(database)
            index.expect(block_size, ngram)
        except BaseException:
            database.close()
            raise
        return index

    def expect(self, block_size: int | None, ngram: int | None) -> None:
        """Refuse other parameters than those given.

        Raises:
            SignatureError: naming both.
        """
        made = self.parameters
        for what, asked, has in (
            ("block size", block_size, made.block_size),
            ("n-gram length", ngram, made.ngram),
        ):
            if asked is not None and asked != has:
                raise SignatureError(
                    f"the index was made with {what} {has}, not {asked}", self._database.path
                )

    @contextlib.contextmanager
    def moment(self) -> Iterator[None]:
        """All that is asked in the block is answered as of one moment; until its end nobody can write."""
        with self._database.moment():
            yield

    def holders(self, grams: Keys, check: Callable[[], None]) -> Iterator[tuple[int, Ids]]:
        """Who holds which n-gram.

        Args:
            grams: (n,) uint64, distinct n-grams.
            check: called between reads; may raise to stop.

        Yields:
            (place in ``grams``, numbers of files that hold it), several times for the same place where there are
            several segments. Numbers of forgotten files may be among them: ``names``, asked in the same moment,
            leaves them out.
        """
        if not len(grams):
            return
        keys = packed.scatter(grams, self.parameters.width)
        order = np.argsort(keys)
        keys = keys[order]
        with self._located():
            for segment in _segments(self._database, self.parameters.width):
                check()
                shift = np.uint64(segment.layout.shift)
                numbers, begins = np.unique(keys >> shift, return_index=True)
                ends = np.append(begins[1:], len(keys))
                span = dict(
                    zip(numbers.tolist(), zip(begins.tolist(), ends.tolist(), strict=True), strict=True)
                )
                rest = keys & ((np.uint64(1) << shift) - np.uint64(1))
                wanted = iter(span)
                while some := list(islice(wanted, _KEYS_PER_QUERY)):
                    check()
                    for number, data in self._rows(segment, some):
                        begin, end = span[number]
                        held, files = packed.unpack(number, data, segment.layout)
                        low = np.searchsorted(held, rest[begin:end], "left")
                        high = np.searchsorted(held, rest[begin:end], "right")
                        for i in np.flatnonzero(high > low).tolist():
                            yield int(order[begin + i]), files[low[i] : high[i]]

    def names(self, ids: Ids) -> dict[int, bytes]:
        """Names of these files (and maybe of others) by number; those forgotten are left out.

        Raises:
            StoreCorruptError: there never was such a file.
        """
        with self._located():
            found = self._by_number("SELECT id, name FROM files", ids)
            lost = np.array([number for number in ids.tolist() if number not in found], np.int64)
            if len(self._by_number("SELECT id, NULL FROM forgotten", lost)) < len(lost):
                raise StoreCorruptError(f"{NAME} is damaged (names of files are missing)")
        return found

    def all_names(self) -> list[bytes]:
        """Names of all files, in no order."""
        with self._located():
            return [name for (name,) in self._database.query("SELECT name FROM files")]

    def info(self) -> IndexInfo:
        """Counts and size."""
        with self._located(), self._database.moment():
            ((files, grams, found),) = self._database.query(
                "SELECT count(*), coalesce(sum(grams), 0), coalesce(sum(grams > 0), 0) FROM files"
            )
        path = self._database.path
        return IndexInfo(
            path,
            self._database.version,
            self.parameters,
            files,
            files - found,
            grams,
            os.path.getsize(path),
            self._created_ns,
        )

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> NgramIndex:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def _by_number(self, select: str, ids: Ids) -> dict[int, Any]:
        """Rows of two columns as a dictionary: those whose number is asked for, or all where these are many."""
        if len(ids) > _ALL_AT_ONCE:
            return dict(self._database.query(select))
        found: dict[int, Any] = {}
        for start in range(0, len(ids), _KEYS_PER_QUERY):
            part = ids[start : start + _KEYS_PER_QUERY].tolist()
            found.update(self._database.query(f"{select} WHERE id IN ({_marks(len(part))})", part))
        return found

    def _rows(self, segment: _Segment, numbers: Sequence[int]) -> list[tuple[int, bytes]]:
        base = segment.id << _ROW_BITS
        rows = self._database.query(
            f"SELECT key, data FROM postings WHERE key IN ({_marks(len(numbers))})",
            [base + n for n in numbers],
        )
        _expect_rows(len(rows), len(numbers))
        return [(key - base, data) for key, data in rows]

    @contextlib.contextmanager
    def _located(self) -> Iterator[None]:
        """Damage found in a row is told with the path of the file."""
        try:
            yield
        except StoreCorruptError as error:
            raise StoreCorruptError(error.message, self._database.path) from error


class Draft:
    """Files on their way into an index, new or not. Nothing is changed before ``finish``.

    Attributes:
        parameters: of the index.
        first: the lowest number a new file may have.
    """

    def __init__(self, database: _File, folder: str) -> None:
        self._database = database
        self.parameters, _, self.first = _read_parameters(database)
        self._runs = PostingRuns(folder, self.parameters.width)
        self._finished = False

    def take(self, grams: Keys, ids: Ids) -> None:
        """Take postings: (n,) uint64 n-grams and the numbers of their files, each pair once.

        Raises:
            StoreUnavailableError: the disk is full.
            StoreError: no more numbers for files.
        """
        if len(ids) and int(ids.max()) >> _ID_BITS:
            raise StoreError("there are no more numbers for files: build the index anew", self._database.path)
        self._runs.add(packed.scatter(grams, self.parameters.width), ids)

    def finish(self, files: Iterable[FileRow], forget: Iterable[bytes], check: Callable[[], None]) -> int:
        """Write all that was taken; all or nothing.

        Args:
            files: the new files, by number; one with a known name takes its place.
            forget: names to be forgotten beside those.
            check: called now and then; may raise to stop.

        Returns:
            How many files were replaced or forgotten.
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
        """The new postings and those of older segments that are not much longer become one segment."""
        database, width = self._database, self.parameters.width
        older = sorted(_segments(database, width), key=lambda s: s.id, reverse=True)
        number = older[0].id + 1 if older else 1
        total, first = self._runs.total, self.first
        sources: list[_Source] = [self._runs]
        merged: list[_Segment] = []
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

        base = number << _ROW_BITS
        for rows in _whole_rows(chunks(), layout):
            database.execute_many(
                "INSERT INTO postings (key, data) VALUES (?, ?)", ((base + n, data) for n, data in rows)
            )
        for segment in merged:
            database.execute(
                "DELETE FROM postings WHERE key >= ? AND key < ?",
                (segment.id << _ROW_BITS, (segment.id + 1) << _ROW_BITS),
            )
            database.execute("DELETE FROM segments WHERE id = ?", (segment.id,))
        database.execute("DELETE FROM forgotten WHERE id BETWEEN ? AND ?", (first, last))
        database.execute(
            "INSERT INTO segments (id, first, last, bits, id_bytes, postings) VALUES (?, ?, ?, ?, ?, ?)",
            (number, first, last, layout.bits, layout.id_bytes, postings),
        )

    def close(self) -> None:
        """Let go of the file; what was not finished is lost."""
        self._runs.close()
        self._database.close()


class _StoredSegment:
    """A segment's postings by part, for merging."""

    def __init__(self, database: _File, segment: _Segment) -> None:
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
        layout, base = self._segment.layout, self._segment.id << _ROW_BITS
        keys, ids = [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)]
        rows = self._database.query(
            "SELECT key, data FROM postings WHERE key >= ? AND key < ?", (base + begin, base + end)
        )
        _expect_rows(len(rows), end - begin)
        for key, data in rows:
            rest, files = packed.unpack(key - base, data, layout)
            keys.append(rest | np.uint64((key - base) << layout.shift))
            ids.append(files)
        return np.concatenate(keys), np.concatenate(ids)


@contextlib.contextmanager
def building(path: str, parameters: IndexParameters, *, force: bool) -> Iterator[Draft]:
    """A new index: made beside, put in place at the end of the block if it was finished.

    Args:
        path: of the file.
        parameters: what it is made with.
        force: replace an index that is there.

    Raises:
        StoreError: something else lies there, or an index that is not to be replaced.
        NewerVersionError: the index that is there was made by a newer SimFinder.
        StoreUnavailableError: it can't be written now: disk full, no permission, another program at work.
    """
    index_files.expect_room(path, force=force)
    with index_files.writing(path):
        index_files.expect_room(path, force=force)
        _settle(path)
        name = index_files.clear_draft(path)
        try:
            database = _File(name, draft=True)
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
    """Files on their way into an index that is there.

    Args:
        path: of the file.
        block_size: what the caller takes the index to be made with; None: whatever it is.
        ngram: the same.

    Raises:
        SignatureError: the index was made with other parameters.
        StoreError: as ``NgramIndex.open`` and ``building`` do.
    """
    NgramIndex.open(path, block_size=block_size, ngram=ngram).close()
    with index_files.writing(path):
        index_files.expect_index(path)
        database = _File(path)
        with contextlib.closing(database):
            database.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
            with contextlib.closing(Draft(database, os.path.dirname(path))) as draft:
                yield draft


def _settle(path: str) -> None:
    """Let SQLite take back what an interrupted program has left of the index that will be replaced."""
    if not os.path.exists(path):
        return
    try:
        _File(path).close()
    except NewerVersionError:
        raise
    except StoreCorruptError:
        return  # to be replaced anyway


def _read_parameters(database: _File) -> tuple[IndexParameters, int, int]:
    """What the index was made with, when, and the next free number of a file."""
    rows = database.query("SELECT block_size, ngram, created_ns, next_id FROM parameters")
    if (
        len(rows) != 1
        or not all(isinstance(value, int) and value > 0 for value in rows[0])
        or rows[0][1] > 10
    ):
        raise StoreCorruptError(f"{NAME} is damaged (its parameters)", database.path)
    block_size, ngram, created_ns, next_id = rows[0]
    return IndexParameters(block_size, ngram), created_ns, next_id


def _segments(database: _File, width: int) -> list[_Segment]:
    rows = database.query("SELECT id, first, last, bits, id_bytes, postings FROM segments ORDER BY id")
    if not all(isinstance(value, int) for row in rows for value in row):
        raise StoreCorruptError(f"{NAME} is damaged (its segments)", database.path)
    found = [
        _Segment(number, Layout(width, bits, id_bytes, first), last, postings)
        for number, first, last, bits, id_bytes, postings in rows
    ]
    if not all(0 < segment.id < _MOST_SEGMENTS and segment.layout.is_possible() for segment in found):
        raise StoreCorruptError(f"{NAME} is damaged (its segments)", database.path)
    return found


def _forget(database: _File, names: Iterable[bytes], check: Callable[[], None]) -> int:
    """Take names out, those that are there; their postings are known to be dead."""
    count, rest = 0, iter(names)
    while some := list(islice(rest, _KEYS_PER_QUERY)):
        check()
        asked = set(some)
        rows = database.query(
            "SELECT files.id, files.name, names.hash FROM names JOIN files ON files.id = names.id"
            f" WHERE names.hash IN ({_marks(len(some))})",
            [_hash(name) for name in some],
        )
        gone = [(number, hashed) for number, name, hashed in rows if name in asked]
        for number, hashed in gone:
            database.execute("DELETE FROM files WHERE id = ?", (number,))
            database.execute("DELETE FROM names WHERE hash = ? AND id = ?", (hashed, number))
            database.execute("INSERT INTO forgotten (id) VALUES (?)", (number,))
        count += len(gone)
    return count


def _add_names(database: _File, first: int, check: Callable[[], None]) -> None:
    """Make the files from a number on known by name, in the order of the hashes: pages are filled one by one."""
    check()
    rows = database.query("SELECT id, name FROM files WHERE id >= ?", (first,))
    hashes = np.fromiter((_hash(name) for _, name in rows), np.int64, len(rows))
    ids = np.fromiter((number for number, _ in rows), np.int64, len(rows))
    order = np.argsort(hashes, kind="stable")
    pairs = np.stack((hashes[order], ids[order]), axis=1)
    for start in range(0, len(pairs), _ROWS_PER_CALL):
        check()
        database.put_rows(
            "INSERT INTO names (hash, id) VALUES", pairs[start : start + _ROWS_PER_CALL].tolist()
        )


def _hash(name: bytes) -> int:
    """64 bits of a name, as SQLite holds them; equal ones are told apart by the names."""
    value = xxhash.xxh3_64_intdigest(name)
    return value - 2**64 if value >= 2**63 else value


def _forgotten(database: _File, first: int, last: int) -> Ids:
    rows = database.query("SELECT id FROM forgotten WHERE id BETWEEN ? AND ? ORDER BY id", (first, last))
    return np.array([number for (number,) in rows], np.int64)


def _expect_rows(found: int, wanted: int) -> None:
    """Every row of a segment is there, an empty one too."""
    if found != wanted:
        raise StoreCorruptError(f"{NAME} is damaged (rows of n-grams are missing)")


def _joined(found: list[tuple[Keys, Ids]], gone: Ids) -> tuple[Keys, Ids]:
    keys = np.concatenate([part for part, _ in found])
    ids = np.concatenate([part for _, part in found])
    if not len(gone):
        return keys, ids
    stays = gone[np.minimum(np.searchsorted(gone, ids), len(gone) - 1)] != ids
    return keys[stays], ids[stays]


def _whole_rows(chunks: Iterable[tuple[Keys, Ids]], layout: Layout) -> Iterator[Iterable[tuple[int, bytes]]]:
    """Rows of sorted chunks; what may go on in the next chunk waits for it."""
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


def _marks(count: int) -> str:
    return ",".join("?" * count)
