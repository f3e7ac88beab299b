"""Tables of the signature cache, what goes into them and what comes out.

Owns the schema and the SQL, and the rule by which a location is trusted. No threads, no file handling: that is
``cache``'s.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple, TypeAlias

from simfinder.model.files import FileRecord
from simfinder.store.database import Database

APPLICATION_ID = 0x53464331  # "SFC1"
NAME = "the signature cache"

# a content's number is never given twice (AUTOINCREMENT): another program may clear the cache between find and load
# a signature's key is made of its content's number and its method's: they come in ascending order then, and only a
# table whose rows are appended has full pages
MIGRATIONS = (
    """
    CREATE TABLE methods (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, view TEXT NOT NULL,
        parameters TEXT NOT NULL, UNIQUE (name, version, view, parameters)
    );
    CREATE TABLE contents (
        id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, size INTEGER NOT NULL
    );
    CREATE TABLE locations (
        device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
        ctime_ns INTEGER NOT NULL, content INTEGER NOT NULL, path BLOB NOT NULL,
        PRIMARY KEY (device, inode)
    ) WITHOUT ROWID;
    CREATE TABLE signatures (
        method INTEGER NOT NULL, content INTEGER NOT NULL, blob BLOB NOT NULL,
        PRIMARY KEY (method, content)
    ) WITHOUT ROWID;
    """,
    """
    DROP TABLE signatures;
    DELETE FROM methods;
    CREATE TABLE signatures (key INTEGER PRIMARY KEY, blob BLOB NOT NULL);
    """,
)
_METHODS = 1 << 16  # a signature's key is content · this + method
_METHOD = "SELECT id FROM methods WHERE name = ? AND version = ? AND view = ? AND parameters = ?"
PAGE = 16384  # a sketch of 1 kB fits 15 times; at 4096 each would take a page of its own
_VARIABLES = 500  # of one statement; SQLite allows 999 everywhere
_RACY_NS = 20_000_000  # clocks of file systems tick every 4 to 10 ms

Location: TypeAlias = tuple[int, int, int, int, int, bytes]


class MethodKey(NamedTuple):
    """What makes blobs comparable: the method, its version, the view of the content, its parameters."""

    name: str
    version: int
    view: str = "raw"
    parameters: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file that was read.

    Attributes:
        file: as it was when it was opened and still was after the last byte.
        content: XXH3-128, 16 bytes.
        blobs: stored form by method, in the order of the methods given to ``write``; may be empty.
        read_ns: when reading began, nanoseconds since 1970.
    """

    file: FileRecord
    content: bytes
    blobs: tuple[bytes, ...]
    read_ns: int


@dataclass(frozen=True, slots=True)
class Stored:
    """Contents found in the cache with all blobs asked for, as columns of equal length."""

    ids: list[int] = field(default_factory=list)
    contents: list[bytes] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    blobs: tuple[list[bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """What ``cache info`` tells. ``bytes`` is the space on disk; ``path`` is None where there is no file."""

    path: str | None
    version: int
    files: int
    contents: int
    signatures: int
    bytes: int


_COUNTED = ("locations", "contents", "signatures")


@dataclass(frozen=True, slots=True)
class Batch:
    """Entries that belong together, and the methods of their blobs."""

    entries: tuple[Entry, ...]
    methods: tuple[MethodKey, ...]


def write(db: Database, batches: Sequence[Batch]) -> None:
    """Store batches in one transaction."""
    with db.transaction():
        for names, together in groupby(batches, key=lambda batch: batch.methods):
            entries = [entry for batch in together for entry in batch.entries]
            db.put_rows(
                "INSERT OR IGNORE INTO contents (hash, size) VALUES",
                [(entry.content, entry.file.size) for entry in entries],
            )
            content = _numbers(db, [entry.content for entry in entries])
            methods = [_method_id(db, method) for method in names]
            blobs = {
                content[entry.content] * _METHODS + method: blob
                for entry in entries
                for method, blob in zip(methods, entry.blobs, strict=bool(entry.blobs))
            }
            db.put_rows("INSERT OR REPLACE INTO signatures (key, blob) VALUES", sorted(blobs.items()))
            db.put_rows(
                "INSERT OR REPLACE INTO locations (device, inode, size, mtime_ns, ctime_ns, path, content) VALUES",
                [_location(entry, content[entry.content]) for entry in entries if not _racy(entry)],
            )


def _numbers(db: Database, hashes: Sequence[bytes]) -> dict[bytes, int]:
    """Number of each content that is there, by hash."""
    found: dict[bytes, int] = {}
    for start in range(0, len(hashes), _VARIABLES):
        part = hashes[start : start + _VARIABLES]
        found.update(db.query(f"SELECT hash, id FROM contents WHERE hash IN ({_marks(len(part))})", part))
    return found


def _racy(entry: Entry) -> bool:
    """Changed so shortly before it was read that a later change could bear the same times."""
    return max(entry.file.mtime_ns, entry.file.ctime_ns) >= entry.read_ns - _RACY_NS


def _location(entry: Entry, content: int) -> tuple[object, ...]:
    f = entry.file
    return (
        signed(f.device),
        signed(f.inode),
        f.size,
        f.mtime_ns,
        f.ctime_ns,
        os.fsencode(f.path),
        content,
    )


def is_still(file: FileRecord, row: Location) -> bool:
    """Whether a file is what it was when the row was written (the rule is told in ``Cache.find``)."""
    _, size, mtime_ns, ctime_ns, _, path = row
    if size != file.size or mtime_ns != file.mtime_ns:
        return False
    return ctime_ns == file.ctime_ns or (mtime_ns % 1_000_000_000 != 0 and path != os.fsencode(file.path))


def locations(db: Database, device: int, inodes: Sequence[int]) -> dict[int, Location]:
    """What is known of some inodes of a device, by inode."""
    rows = db.query(
        "SELECT inode, size, mtime_ns, ctime_ns, content, path FROM locations"
        f" WHERE device = ? AND inode IN ({_marks(len(inodes))})",
        (device, *inodes),
    )
    return {row[0]: row for row in rows}


def measure(db: Database) -> CacheInfo:
    """Counts, and the space on disk."""
    counts = [db.query(f"SELECT count(*) FROM {table}")[0][0] for table in _COUNTED]
    size = 0
    for companion in ("", "-wal"):
        try:
            size += os.stat(db.path + companion).st_size
        except OSError:
            continue  # no file: in memory, or the log is folded in
    return CacheInfo(db.path, db.version, counts[0], counts[1], counts[2], size)


def forget_all(db: Database) -> None:
    """Empty all tables and give the space back."""
    with db.transaction():
        for table in ("locations", "signatures", "contents", "methods"):
            db.execute(f"DELETE FROM {table}")
    db.execute("VACUUM")
    db.query("PRAGMA wal_checkpoint(TRUNCATE)")


def load(db: Database, ids: Sequence[int], methods: Sequence[MethodKey]) -> Stored | None:
    """Contents with all blobs asked for; None where one of the methods never stored anything."""
    numbers = [db.query(_METHOD, method) for method in methods]
    if not all(numbers):
        return None
    marks = _marks(len(ids))
    rows = db.query(f"SELECT id, hash, size FROM contents WHERE id IN ({marks})", ids)
    by_method = [
        {
            key // _METHODS: blob
            for key, blob in db.query(
                f"SELECT key, blob FROM signatures WHERE key IN ({marks})", [i * _METHODS + m for i in ids]
            )
        }
        for ((m,),) in numbers
    ]
    whole = [row for row in rows if all(row[0] in blobs for blobs in by_method)]
    return Stored(
        [row[0] for row in whole],
        [row[1] for row in whole],
        [row[2] for row in whole],
        tuple([blobs[row[0]] for row in whole] for blobs in by_method),
    )


def _method_id(db: Database, method: MethodKey) -> int:
    db.execute("INSERT OR IGNORE INTO methods (name, version, view, parameters) VALUES (?, ?, ?, ?)", method)
    return int(db.query(_METHOD, method)[0][0])


def signed(number: int) -> int:
    """64 bits as SQLite holds them."""
    number &= 2**64 - 1
    return number - 2**64 if number >= 2**63 else number


def _marks(count: int) -> str:
    return ",".join("?" * count)
