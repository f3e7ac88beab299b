"""Tables of the signature cache, what goes into them and what comes out.

Owns the schema and the SQL, and the rule by which a location is trusted. No threads, no file handling: that is
``cache``'s.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple, TypeAlias

import numpy as np
import xxhash

from simfinder.errors import StoreCorruptError
from simfinder.model.files import FileRecord
from simfinder.store.database import Database
from simfinder.store.listing import CTIME, DEVICE, INODE, MTIME, SIZE, Listing

APPLICATION_ID = 0x53464331  # "SFC1"
NAME = "the signature cache"

# a content's number is never given twice (AUTOINCREMENT): another program may clear the cache between find and load
# a signature's key is made of its content's number and its kind's: they come in ascending order then, and only a
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
    """
    DROP TABLE signatures;
    DROP TABLE methods;
    CREATE TABLE kinds (id INTEGER PRIMARY KEY, made_of TEXT NOT NULL UNIQUE);
    CREATE TABLE signatures (key INTEGER PRIMARY KEY, piece BLOB NOT NULL);
    """,
    """
    ALTER TABLE contents ADD COLUMN format INTEGER;
    CREATE TABLE views (key INTEGER PRIMARY KEY, view BLOB NOT NULL);
    """,
    """
    CREATE TABLE overlaps (
        a BLOB NOT NULL, b BLOB NOT NULL, kind INTEGER NOT NULL, of_a INTEGER NOT NULL, of_b INTEGER NOT NULL,
        same_place INTEGER NOT NULL, PRIMARY KEY (a, b, kind)
    ) WITHOUT ROWID;
    """,
    """
    DROP TABLE overlaps;
    CREATE TABLE overlaps (
        a BLOB NOT NULL, b BLOB NOT NULL, kind INTEGER NOT NULL, of_a INTEGER NOT NULL, of_b INTEGER NOT NULL,
        size_a INTEGER NOT NULL, size_b INTEGER NOT NULL, PRIMARY KEY (a, b, kind)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE locations ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE overlaps ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    UPDATE locations SET seen = CAST(strftime('%s', 'now') AS INTEGER) / 86400;
    UPDATE overlaps SET seen = CAST(strftime('%s', 'now') AS INTEGER) / 86400;
    """,
    "CREATE TABLE notes (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;",
    """
    DELETE FROM signatures;
    DELETE FROM views;
    DELETE FROM locations;
    DROP TABLE contents;
    CREATE TABLE contents (
        id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, size INTEGER NOT NULL
    );
    """,  # from here on signatures end in the format and a seal, views in a seal
    """
    CREATE TABLE joins (
        id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL UNIQUE, seen INTEGER NOT NULL, found BLOB NOT NULL
    );
    """,
)
KINDS = 1 << 16  # a signature's (or a view's) key is content · this + kind
PAGE = 16384  # a sketch of 1 kB fits 15 times; at 4096 each would take a page of its own
_MOST_CONTENTS = 1 << 46  # numbers of contents times KINDS fit into 63 bits
_SEAL = 4  # bytes
LARGEST_JOIN = 1 << 28
"""Bytes of all joins together: those of some forty million links."""

_MOST_JOINS = 8
_VARIABLES = 500  # of one statement; SQLite allows 999 everywhere
SECOND = 1_000_000_000
_RACY_NS = 20_000_000  # clocks of file systems tick every 4 to 10 ms
SEEN_AGAIN = 7
"""Days after which a row that is still of use is marked as seen anew: a daily scan writes nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file that was read.

    Attributes:
        file: as it was when it was opened and still was after the last byte.
        content: XXH3-128, 16 bytes.
        piece: its signatures in stored form; empty where there are none to be stored.
        read_ns: when reading began, nanoseconds since 1970.
        format: what its beginning says it is, a number of the caller's below 256; stored with the piece.
    """

    file: FileRecord
    content: bytes
    piece: bytes
    read_ns: int
    format: int = 0


@dataclass(frozen=True, slots=True)
class Columns:
    """The same of many files, which are told beside it, without an object for each.

    Attributes:
        contents, pieces, read_ns, formats: as of ``Entry``, one for each file.
    """

    contents: list[bytes] = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)
    read_ns: list[int] = field(default_factory=list)
    formats: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.contents)

    def add(self, content: bytes, piece: bytes, read_ns: int, form: int) -> None:
        """One file more."""
        self.contents.append(content)
        self.pieces.append(piece)
        self.read_ns.append(read_ns)
        self.formats.append(form)


@dataclass(frozen=True, slots=True)
class Stored:
    """Contents found in the cache with signatures of the kind asked for, as columns of equal length."""

    ids: list[int] = field(default_factory=list)
    contents: list[bytes] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)
    formats: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """What ``cache info`` tells. ``bytes`` is the space on disk; ``path`` is None where there is no file."""

    path: str | None
    version: int
    files: int
    contents: int
    signatures: int
    views: int
    overlaps: int
    bytes: int


_COUNTED = ("locations", "contents", "signatures", "views", "overlaps")


@dataclass(frozen=True, slots=True)
class Batch:
    """Files that belong together, what was read of each, and what their signatures are made of."""

    files: Listing
    columns: Columns
    made_of: str

    def __len__(self) -> int:
        return len(self.columns)


class Measured(NamedTuple):
    """What two streams of bytes, the bytes or the view of a content, have in common; see ``search.overlap``.

    Attributes:
        a, b: their hashes, 16 bytes each, the smaller one first.
        of_a: bytes of the first that the second has; -1 where nobody has looked.
        of_b: bytes of the second that the first has; -1 where nobody has looked.
        size_a, size_b: bytes there are that count.
    """

    a: bytes
    b: bytes
    of_a: int
    of_b: int
    size_a: int
    size_b: int


@dataclass(frozen=True, slots=True)
class OverlapBatch:
    """Measured pairs, and by which rules."""

    pairs: tuple[Measured, ...]
    made_of: str

    def __len__(self) -> int:
        return len(self.pairs)


@dataclass(frozen=True, slots=True)
class SeenBatch:
    """Locations (device, inode) that are still of use."""

    keys: tuple[tuple[int, int], ...]
    made_of: str = ""

    def __len__(self) -> int:
        return len(self.keys)


@dataclass(frozen=True, slots=True)
class MovedBatch:
    """Locations (device, inode) that have another path and ctime now, and are what they were all the same."""

    moves: tuple[tuple[int, int, int, bytes], ...]
    made_of: str = ""

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class JoinBatch:
    """What a search among many contents has found, in a form of the caller's, by a key that says all it depends on."""

    key: bytes
    found: bytes
    made_of: str = ""

    def __len__(self) -> int:
        return 1


AnyBatch: TypeAlias = "Batch | ViewBatch | OverlapBatch | SeenBatch | MovedBatch | JoinBatch"


@dataclass(frozen=True, slots=True)
class ViewBatch:
    """Views of contents that are there, by content hash, and what they are made of."""

    views: tuple[tuple[bytes, bytes], ...]
    made_of: str

    def __len__(self) -> int:
        return len(self.views)


def write(db: Database, batches: Sequence[AnyBatch]) -> None:
    """Store batches in one transaction."""
    with db.transaction():
        for (_, made_of), group in groupby(batches, key=lambda batch: (type(batch), batch.made_of)):
            together = list(group)
            for part in together:
                if isinstance(part, Batch):
                    _put_files(db, part)
            _put_views(
                db, [v for part in together if isinstance(part, ViewBatch) for v in part.views], made_of
            )
            _put_overlaps(
                db, [p for part in together if isinstance(part, OverlapBatch) for p in part.pairs], made_of
            )
            seen = [key for part in together if isinstance(part, SeenBatch) for key in part.keys]
            db.execute_many(
                "UPDATE locations SET seen = ? WHERE device = ? AND inode = ?",
                [(today(), *key) for key in seen],
            )
            moves = [move for part in together if isinstance(part, MovedBatch) for move in part.moves]
            db.execute_many(
                "UPDATE locations SET ctime_ns = ?, path = ?, seen = ? WHERE device = ? AND inode = ?",
                [(ctime, path, today(), device, inode) for device, inode, ctime, path in moves],
            )
            for part in together:
                if isinstance(part, JoinBatch):
                    _put_join(db, part)


def _put_files(db: Database, batch: Batch) -> None:
    files, columns = batch.files, batch.columns
    contents = columns.contents
    db.put_rows(
        "INSERT INTO contents (hash, size) VALUES",
        list(zip(contents, files.sizes.tolist(), strict=True)),
        "ON CONFLICT (hash) DO NOTHING",
    )
    numbers = _numbers(db, contents)
    content = [numbers[one] for one in contents]
    pieces = {
        number: _sealed(one, piece + bytes((form,)))
        for number, one, piece, form in zip(content, contents, columns.pieces, columns.formats, strict=True)
        if piece
    }
    if pieces:
        kind = _kind(db, batch.made_of)
        db.put_rows(
            "INSERT OR REPLACE INTO signatures (key, piece) VALUES",
            [(number * KINDS + kind, pieces[number]) for number in sorted(pieces)],
        )
    known = files.numbers
    latest = np.maximum(known[:, MTIME], known[:, CTIME])
    racy = latest >= np.array(columns.read_ns, dtype=np.int64) - _RACY_NS
    paths = map(os.fsencode, files.paths())
    columns_of = known[:, [DEVICE, INODE, SIZE, MTIME, CTIME]].tolist()
    day = today()
    db.put_rows(
        "INSERT OR REPLACE INTO locations (device, inode, size, mtime_ns, ctime_ns, path, content, seen) VALUES",
        [
            (*row, path, number, day)
            for row, path, number, is_racy in zip(columns_of, paths, content, racy.tolist(), strict=True)
            if not is_racy  # changed so shortly before it was read that a later change could bear the same times
        ],
    )


def _put_views(db: Database, views: Sequence[tuple[bytes, bytes]], made_of: str) -> None:
    if not views:
        return
    content = _numbers(db, [of for of, _ in views])  # another program may have cleared the cache meanwhile
    kind = _kind(db, made_of)
    db.put_rows(
        "INSERT OR REPLACE INTO views (key, view) VALUES",
        [(content[of] * KINDS + kind, _sealed(of, view)) for of, view in views if of in content],
    )


def _put_overlaps(db: Database, pairs: Sequence[Measured], made_of: str) -> None:
    if not pairs:
        return
    kind = _kind(db, made_of)
    db.put_rows(
        "INSERT OR REPLACE INTO overlaps (a, b, kind, of_a, of_b, size_a, size_b, seen) VALUES",
        [(pair.a, pair.b, kind, *pair[2:], today()) for pair in pairs],
    )


def load_overlaps(db: Database, pairs: Sequence[tuple[bytes, bytes]], made_of: str) -> list[Measured]:
    """Those of some pairs that were measured by the same rules."""
    kind = db.query("SELECT id FROM kinds WHERE made_of = ?", (made_of,))
    if not kind:
        return []
    values = ",".join(["(?,?)"] * len(pairs))
    rows = db.query(
        f"WITH wanted(x, y) AS (VALUES {values}) SELECT a, b, of_a, of_b, size_a, size_b"
        " FROM wanted JOIN overlaps ON a = x AND b = y WHERE kind = ?"
        + _typed("integer", "of_a", "of_b", "size_a", "size_b"),
        (*(side for pair in pairs for side in pair), kind[0][0]),
    )
    return [Measured(*row) for row in rows]


def _put_join(db: Database, join: JoinBatch) -> None:
    """Keep it, and of the others the newest ones, as far as there is room."""
    if len(join.found) > LARGEST_JOIN:
        return
    db.execute(
        "INSERT OR REPLACE INTO joins (key, seen, found) VALUES (?, ?, ?)", (join.key, today(), join.found)
    )
    room = LARGEST_JOIN
    for place, (number, size) in enumerate(db.query("SELECT id, length(found) FROM joins ORDER BY id DESC")):
        room -= size
        if place >= _MOST_JOINS or room < 0:
            db.execute("DELETE FROM joins WHERE id = ?", (number,))


def load_join(db: Database, key: bytes) -> bytes | None:
    """What was found by a search, if it is remembered."""
    rows = db.query("SELECT found FROM joins WHERE key = ?" + _typed("blob", "found"), (key,))
    return rows[0][0] if rows else None


def load_views(db: Database, contents: Sequence[bytes], made_of: str) -> dict[bytes, bytes]:
    """Views of a kind, by the hash of the content they are of."""
    kind = db.query("SELECT id FROM kinds WHERE made_of = ?", (made_of,))
    if not kind:
        return {}
    rows = db.query(
        "SELECT c.hash, v.view FROM contents c JOIN views v ON v.key = c.id * ? + ?"
        f" WHERE c.hash IN ({_marks(len(contents))})" + _typed("blob", "v.view"),
        (KINDS, kind[0][0], *contents),
    )
    return {of: view[:-_SEAL] for of, view in rows if _is_whole(of, view)}


def _numbers(db: Database, hashes: Sequence[bytes]) -> dict[bytes, int]:
    """Number of each content that is there, by hash."""
    found: dict[bytes, int] = {}
    for start in range(0, len(hashes), _VARIABLES):
        part = hashes[start : start + _VARIABLES]
        found.update(db.query(f"SELECT hash, id FROM contents WHERE hash IN ({_marks(len(part))})", part))
    if not all(0 < number < _MOST_CONTENTS for number in found.values()):
        raise StoreCorruptError(f"{NAME} is damaged (its numbers)", db.path)
    return found


def today() -> int:
    """Days since 1970."""
    return int(time.time() // 86_400)


def locations(db: Database, device: int, inodes: Sequence[int]) -> list[tuple[int, ...]]:
    """What is known of some inodes of a device: inode, size, mtime_ns, ctime_ns, content, day when it was seen."""
    return db.query(
        "SELECT inode, size, mtime_ns, ctime_ns, content, seen FROM locations"
        f" WHERE device = ? AND inode IN ({_marks(len(inodes))})"
        + _typed("integer", "size", "mtime_ns", "ctime_ns", "content", "seen"),
        (device, *inodes),
    )


def paths(db: Database, device: int, inodes: Sequence[int]) -> dict[int, bytes]:
    """Where some inodes of a device were last seen."""
    return dict(
        db.query(
            f"SELECT inode, path FROM locations WHERE device = ? AND inode IN ({_marks(len(inodes))})"
            + _typed("blob", "path"),
            (device, *inodes),
        )
    )


def measure(db: Database) -> CacheInfo:
    """Counts, and the space on disk."""
    files, contents, signatures, views, overlaps = (
        int(db.query(f"SELECT count(*) FROM {table}")[0][0]) for table in _COUNTED
    )
    size = 0
    for companion in ("", "-wal"):
        try:
            size += os.stat(db.path + companion).st_size
        except OSError:
            continue  # no file: in memory, or the log is folded in
    return CacheInfo(db.path, db.version, files, contents, signatures, views, overlaps, size)


def forget_all(db: Database) -> None:
    """Empty all tables and give the space back."""
    with db.transaction():
        for table in ("locations", "signatures", "views", "overlaps", "joins", "contents", "kinds"):
            db.execute(f"DELETE FROM {table}")
    db.execute("VACUUM")
    db.query("PRAGMA wal_checkpoint(TRUNCATE)")


def load(db: Database, ids: Sequence[int], made_of: str | None) -> Stored | None:
    """Contents with signatures of a kind; None where there are none of it. Contents alone where no kind is named."""
    marks = _marks(len(ids))
    if made_of is None:
        good = _typed("blob", "hash") + _typed("integer", "size")
        plain = db.query(f"SELECT id, hash, size FROM contents WHERE id IN ({marks}){good}", ids)
        return Stored(*map(list, zip(*plain, strict=True))) if plain else Stored()
    kind = db.query("SELECT id FROM kinds WHERE made_of = ?", (made_of,))
    if not kind:
        return None
    rows = db.query(
        "SELECT c.id, c.hash, c.size, s.piece FROM contents c JOIN signatures s ON s.key = c.id * ? + ?"
        f" WHERE c.id IN ({marks})" + _typed("blob", "c.hash", "s.piece") + _typed("integer", "c.size"),
        (KINDS, kind[0][0], *ids),
    )
    sound = [
        (*row[:3], row[3][: -_SEAL - 1], row[3][-_SEAL - 1])
        for row in rows
        if len(row[3]) > _SEAL and _is_whole(row[1], row[3])
    ]
    return Stored(*map(list, zip(*sound, strict=True))) if sound else Stored()


def _kind(db: Database, made_of: str) -> int:
    db.execute("INSERT OR IGNORE INTO kinds (made_of) VALUES (?)", (made_of,))
    number = int(db.query("SELECT id FROM kinds WHERE made_of = ?", (made_of,))[0][0])
    if not 0 <= number < KINDS:
        raise StoreCorruptError(f"{NAME} is damaged (its numbers)", db.path)
    return number


def signed(number: int) -> int:
    """64 bits as SQLite holds them."""
    number &= 2**64 - 1
    return number - 2**64 if number >= 2**63 else number


def _sealed(content: bytes, piece: bytes) -> bytes:
    """A piece with a sum over it and over the content it belongs to: SQLite does not notice a bit that has changed."""
    return piece + _seal(content, piece)


def _is_whole(content: bytes, sealed: bytes) -> bool:
    return len(sealed) > _SEAL and sealed[-_SEAL:] == _seal(content, sealed[:-_SEAL])


def _seal(content: bytes, piece: bytes) -> bytes:
    return xxhash.xxh32_digest(piece, int.from_bytes(content[:4], "little"))


def _typed(kind: str, *columns: str) -> str:
    """A condition that leaves out rows in which damage has put something else; costs a tenth of a second a million."""
    return "".join(f" AND typeof({column}) = '{kind}'" for column in columns)


def _marks(count: int) -> str:
    return ",".join("?" * count)
