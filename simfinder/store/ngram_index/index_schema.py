"""The database of an n-gram index: its tables, its parameters, its segments.

The file is opened with a rollback journal and no log, so that an index is one file that can be copied, and read where
nothing can be written. ``reader`` reads it, ``writer`` writes it.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from simfinder.errors import StoreCorruptError
from simfinder.store.database import Database, one_line
from simfinder.store.ngram_index.files import APPLICATION_ID
from simfinder.store.ngram_index.postings import BITS_PER_CHARACTER, Layout

NAME = "the index"
PAGE = 16384
ROW_BITS = 32
"""Bits of a row's number in a key; the bits above are the segment's number."""

KEYS_PER_QUERY = 800

_LONGEST_NGRAM = 10
_MOST_SEGMENTS = 1 << 30  # keys have 63 bits

# a file's number is never reused: postings of a forgotten file stay until their segment is merged
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


@dataclass(frozen=True, slots=True)
class IndexParameters:
    """Parameters of an index, the same for all its signatures and all queries.

    Attributes:
        block_size: average number of bytes between two block borders.
        ngram: number of characters of an n-gram.
    """

    block_size: int
    ngram: int

    @property
    def width(self) -> int:
        """Bits of an n-gram."""
        return BITS_PER_CHARACTER * self.ngram


class Segment(NamedTuple):
    """Postings written at once: number of the segment, layout of its rows, highest file number, count of postings."""

    id: int
    layout: Layout
    last: int
    postings: int


class IndexFile(Database):
    """The database of an index: one file without a log, so that it can be copied and read anywhere."""

    def __init__(self, path: str, *, draft: bool = False) -> None:
        self._draft = draft
        super().__init__(path, _MIGRATIONS, APPLICATION_ID, NAME, page_size=PAGE, timeout=10.0)

    def _set_pragmas(self, synchronous: str) -> None:
        # a draft is worthless until it is finished: no journal, no waiting for the disk
        self.execute(f"PRAGMA synchronous = {'OFF' if self._draft else synchronous}")
        if self._draft:
            self.query("PRAGMA journal_mode = OFF")

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Report any other SQLite error as damage: no statement here depends on the content of the file."""
        try:
            with super()._translated():
                yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreCorruptError(f"{NAME} is damaged ({one_line(error)})", self.path) from error

    @contextlib.contextmanager
    def moment(self) -> Iterator[None]:
        """Let all reads of the block see one state of the file."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            self.execute("ROLLBACK")


def read_parameters(database: IndexFile) -> tuple[IndexParameters, int, int]:
    """Return the parameters of the index, when it was made, and the next free file number."""
    rows = database.query("SELECT block_size, ngram, created_ns, next_id FROM parameters")
    if (
        len(rows) != 1
        or not all(isinstance(value, int) and value > 0 for value in rows[0])
        or rows[0][1] > _LONGEST_NGRAM
    ):
        raise StoreCorruptError(f"{NAME} is damaged (its parameters)", database.path)
    block_size, ngram, created_ns, next_id = rows[0]
    return IndexParameters(block_size, ngram), created_ns, next_id


def read_segments(database: IndexFile, width: int) -> list[Segment]:
    """Return all segments, oldest first.

    Raises:
        StoreCorruptError: they are malformed.
    """
    rows = database.query("SELECT id, first, last, bits, id_bytes, postings FROM segments ORDER BY id")
    if not all(isinstance(value, int) for row in rows for value in row):
        raise StoreCorruptError(f"{NAME} is damaged (its segments)", database.path)
    found = [
        Segment(number, Layout(width, bits, id_bytes, first), last, postings)
        for number, first, last, bits, id_bytes, postings in rows
    ]
    before = -1  # files of one segment are in no other
    for segment in found:
        possible = 0 < segment.id < _MOST_SEGMENTS and segment.layout.is_possible()
        if not possible or not before < segment.layout.first <= segment.last:
            raise StoreCorruptError(f"{NAME} is damaged (its segments)", database.path)
        before = segment.last
    return found


def expect_rows(found: int, wanted: int) -> None:
    """Raise unless every row of a segment was found; empty rows are stored too."""
    if found != wanted:
        raise StoreCorruptError(f"{NAME} is damaged (rows of n-grams are missing)")


def name_out(value: object) -> bytes:
    """Check the name of a file from the table and return it."""
    if not isinstance(value, bytes) or not value or b"\0" in value:
        raise StoreCorruptError(f"{NAME} is damaged (a name of a file)")
    return value


def marks(count: int) -> str:
    """Return this many place holders for a statement."""
    return ",".join("?" * count)
