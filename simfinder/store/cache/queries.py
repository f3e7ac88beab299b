"""The SQL of the signature cache, and the rule by which a location is trusted.

No threads and no file handling: those are in ``writer`` and ``open_or_rebuild``.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from itertools import chain, groupby
from operator import itemgetter

import numpy as np
import numpy.typing as npt
import xxhash

from simfinder.arrays.file_columns import CTIME, DEVICE, INODE, MTIME, SIZE
from simfinder.arrays.packed_strings import PackedBytes
from simfinder.errors import StoreCorruptError
from simfinder.store.cache import contents as cache_contents
from simfinder.store.cache import row_blocks
from simfinder.store.cache.records import (
    AnyBatch,
    Batch,
    CacheInfo,
    Columns,
    JoinBatch,
    Measured,
    MovedBatch,
    OverlapBatch,
    SeenBatch,
    Stored,
    ViewBatch,
    as_rows,
)
from simfinder.store.cache.schema import KINDS, NAME
from simfinder.store.cache.two_tier_tables import HASHES, OVERLAPS, count, pour_if_grown
from simfinder.store.database import Database
from simfinder.text.message import say

_SEAL = 4  # bytes
LARGEST_JOIN = 1 << 28
"""Most bytes of all joins together: those of some forty million links."""

_MOST_JOINS = 8
_LOOSE = 2  # most rows read for each one wanted
SECOND = 1_000_000_000
_RACY_NS = 20_000_000  # clocks of file systems tick every 4 to 10 ms
SEEN_AGAIN = 7
"""Days after which a row in use is marked as seen again, so that a daily scan writes nothing."""

_COUNTED = ("locations", "contents", "signatures", "views", "overlaps")
_ALL = (*_COUNTED, OVERLAPS.small, "joins", "kinds", *HASHES)


def write(db: Database, batches: Sequence[AnyBatch]) -> None:
    """Store batches in one transaction."""
    with db.transaction():
        for (_, made_of), group in groupby(batches, key=lambda batch: (type(batch), batch.made_of)):
            together = list(group)
            files = [part for part in together if isinstance(part, Batch)]
            if files:
                _put_files(db, files, made_of)
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


def _put_files(db: Database, batches: Sequence[Batch], made_of: str) -> None:
    """Write each table in the order of its keys, so that a commit writes each page once.

    Files that changed so shortly before reading that a later change could have the same times get no location.
    """
    columns = Columns.joined([batch.columns for batch in batches])
    known = np.concatenate([batch.files.numbers for batch in batches])
    numbers = cache_contents.add(db, columns.contents, known[:, SIZE])
    _put_signatures(db, columns, numbers, made_of)
    settled = np.maximum(known[:, MTIME], known[:, CTIME]) < columns.read_ns - _RACY_NS
    order = np.lexsort((known[:, INODE], known[:, DEVICE]))
    order = order[settled[order]]
    paths = list(chain.from_iterable(batch.files.byte_paths() for batch in batches))
    row_blocks.insert(
        db,
        "INSERT OR REPLACE INTO locations (device, inode, size, mtime_ns, ctime_ns, path, content, seen)",
        (
            *(known[order, column] for column in (DEVICE, INODE, SIZE, MTIME, CTIME)),
            PackedBytes.of([paths[i] for i in order.tolist()]),
            numbers[order],
            today(),
        ),
    )


def _put_signatures(db: Database, columns: Columns, numbers: npt.NDArray[np.int64], made_of: str) -> None:
    """Write the signatures of contents that have some, the last of each, in the order of their numbers."""
    some = np.flatnonzero(columns.pieces.lengths)
    if not len(some):
        return
    order = some[np.argsort(numbers[some], kind="stable")]
    last = order[np.append(np.diff(numbers[order]) != 0, True)]
    row_blocks.insert(
        db,
        "INSERT INTO signatures (key, piece)",
        (numbers[last] * KINDS + _kind(db, made_of), _all_sealed(columns.take(last))),
        "ON CONFLICT (key) DO UPDATE SET piece = excluded.piece WHERE piece IS NOT excluded.piece",
    )


def _all_sealed(columns: Columns) -> PackedBytes:
    """Return the signatures with format and checksum behind each, as ``_sealed`` gives them one by one."""
    pieces, spare = columns.pieces, 1 + _SEAL
    room = np.insert(pieces.data[: pieces.size], np.repeat(pieces.ends, spare), 0)
    ends = pieces.ends + spare * np.arange(1, len(pieces) + 1)
    room[ends - spare] = columns.formats
    seeds = columns.contents[:, :4].copy().view("<u4").reshape(-1)
    seal, whole = xxhash.xxh32_intdigest, room.data
    bounds = zip(
        (ends - spare - pieces.lengths).tolist(), (ends - _SEAL).tolist(), seeds.tolist(), strict=True
    )
    seals = np.array([seal(whole[begin:end], seed) for begin, end, seed in bounds], dtype=">u4")
    room[(ends - _SEAL)[:, None] + np.arange(_SEAL)] = seals.view(np.uint8).reshape(-1, _SEAL)
    return PackedBytes.copied(room, ends)


def _put_views(db: Database, views: Sequence[tuple[bytes, bytes]], made_of: str) -> None:
    if not views:
        return
    # another program may have cleared the cache meanwhile
    numbers = cache_contents.numbers(db, as_rows(of for of, _ in views)).tolist()
    kind = _kind(db, made_of)
    known = [
        (number * KINDS + kind, _sealed(*view)) for number, view in zip(numbers, views, strict=True) if number
    ]
    db.put_rows("INSERT OR REPLACE INTO views (key, view) VALUES", sorted(known, key=itemgetter(0)))


def _put_overlaps(db: Database, pairs: Sequence[Measured], made_of: str) -> None:
    if not pairs:
        return
    kind = _kind(db, made_of)
    db.put_rows(
        f"INSERT OR REPLACE INTO {OVERLAPS.small} (a, b, kind, of_a, of_b, size_a, size_b, seen) VALUES",
        [(pair.a, pair.b, kind, *pair[2:], today()) for pair in sorted(pairs, key=itemgetter(0, 1))],
    )
    pour_if_grown(db, OVERLAPS, lambda: count(db, OVERLAPS.large))


def load_overlaps(db: Database, pairs: Sequence[tuple[bytes, bytes]], made_of: str) -> list[Measured]:
    """Return those of some pairs that were measured by the same rules."""
    kind = db.query("SELECT id FROM kinds WHERE made_of = ?", (made_of,))
    if not kind:
        return []
    values = ",".join(["(?,?)"] * len(pairs))
    sides = (*(side for pair in pairs for side in pair), kind[0][0])
    found: dict[tuple[bytes, bytes], Measured] = {}
    for table in reversed(OVERLAPS):
        rows = db.query(
            f"WITH wanted(x, y) AS (VALUES {values}) SELECT a, b, of_a, of_b, size_a, size_b"
            f" FROM wanted JOIN {table} ON a = x AND b = y WHERE kind = ?"
            + _typed("integer", "of_a", "of_b", "size_a", "size_b"),
            sides,
        )
        found.update((row[:2], Measured(*row)) for row in rows)
    return list(found.values())


def _put_join(db: Database, join: JoinBatch) -> None:
    """Store a join, and keep the newest of the others as far as there is room."""
    if len(join.found) > LARGEST_JOIN:
        return
    row = db.insert(
        "INSERT OR REPLACE INTO joins (key, seen, found) VALUES (?, ?, zeroblob(?))",
        (join.key, today(), len(join.found)),
    )
    db.fill_blob("joins", "found", row, join.found)
    room = LARGEST_JOIN
    for place, (number, size) in enumerate(db.query("SELECT id, length(found) FROM joins ORDER BY id DESC")):
        room -= size
        if place >= _MOST_JOINS or room < 0:
            db.execute("DELETE FROM joins WHERE id = ?", (number,))


def load_join(db: Database, key: bytes) -> bytes | None:
    """Return the stored result of a search, or None."""
    rows = db.query("SELECT found FROM joins WHERE key = ?" + _typed("blob", "found"), (key,))
    return rows[0][0] if rows else None


def load_views(db: Database, contents: Sequence[bytes], made_of: str) -> dict[bytes, bytes]:
    """Return views of a kind, by the hash of their content."""
    kind = _known_kind(db, made_of)
    if kind is None:
        return {}
    numbers = cache_contents.numbers(db, as_rows(contents)).tolist()
    keys = {number * KINDS + kind: of for number, of in zip(numbers, contents, strict=True) if number}
    rows = db.query(
        f"SELECT key, view FROM views WHERE key IN ({_marks(len(keys))})" + _typed("blob", "view"),
        tuple(keys),
    )
    return {keys[key]: view[:-_SEAL] for key, view in rows if _is_whole(keys[key], view)}


def today() -> int:
    """Return today as days since 1970."""
    return int(time.time() // 86_400)


def locations(db: Database, device: int, inodes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the rows of some inodes of a device: inode, size, mtime_ns, ctime_ns, content, day last seen.

    May include rows of other inodes.
    """
    around = "SELECT 1 FROM locations WHERE device = ? AND inode BETWEEN ? AND ? LIMIT 1"
    if not inodes or not db.query(around, (device, min(inodes), max(inodes))):
        return []  # as in a first scan: a tenth of the time that it takes to ask for each
    among, values = _among("inode", inodes)
    return db.query(
        f"SELECT inode, size, mtime_ns, ctime_ns, content, seen FROM locations WHERE device = ? AND {among}"
        + _typed("integer", "inode", "size", "mtime_ns", "ctime_ns", "content", "seen"),
        (device, *values),
    )


def paths(db: Database, device: int, inodes: Sequence[int]) -> dict[int, bytes]:
    """Return the paths at which some inodes of a device were last seen."""
    return dict(
        db.query(
            f"SELECT inode, path FROM locations WHERE device = ? AND inode IN ({_marks(len(inodes))})"
            + _typed("blob", "path"),
            (device, *inodes),
        )
    )


def measure(db: Database) -> CacheInfo:
    """Count the rows, and the space on disk."""
    files, contents, signatures, views, overlaps = (count(db, table) for table in _COUNTED)
    ((recent,),) = db.query(
        f"SELECT count(*) FROM {OVERLAPS.small} AS s WHERE NOT EXISTS ("  # NOT IN reads the large table for each row
        f"SELECT 1 FROM {OVERLAPS.large} AS l WHERE (l.a, l.b, l.kind) = (s.a, s.b, s.kind))"
    )
    size = 0
    for companion in ("", "-wal"):
        try:
            size += os.stat(db.path + companion).st_size
        except OSError:
            continue  # no file: in memory, or the log is folded in
    return CacheInfo(db.path, db.version, files, contents, signatures, views, overlaps + recent, size)


def forget_all(db: Database) -> None:
    """Empty all tables and give the space back."""
    with db.transaction():
        for table in _ALL:
            db.execute(f"DELETE FROM {table}")
    db.execute("VACUUM")
    db.query("PRAGMA wal_checkpoint(TRUNCATE)")


def load(db: Database, ids: Sequence[int], made_of: str | None) -> Stored | None:
    """Return contents with signatures of a kind, contents alone for no kind; None where there is no such kind."""
    wanted = set(ids)
    if made_of is None:
        good = _typed("blob", "hash") + _typed("integer", "size")
        among, values = _among("id", ids)
        rows = db.query(f"SELECT id, hash, size FROM contents WHERE {among}{good}", values)
        plain = [row for row in rows if row[0] in wanted]
        return Stored(*map(list, zip(*plain, strict=True))) if plain else Stored()
    kind = _known_kind(db, made_of)
    if kind is None:
        return None
    among, values = _among("c.id", ids)
    rows = db.query(
        "SELECT c.id, c.hash, c.size, s.piece FROM contents c JOIN signatures s ON s.key = c.id * ? + ?"
        f" WHERE {among}" + _typed("blob", "c.hash", "s.piece") + _typed("integer", "c.size"),
        (KINDS, kind, *values),
    )
    sound = [  # ``_is_whole`` inlined: a call for each costs a tenth of a second for 80,000
        (number, of, size, body[:-1], body[-1])
        for number, of, size, piece in rows
        if number in wanted
        and (body := piece[:-_SEAL])
        and piece[-_SEAL:] == xxhash.xxh32_digest(body, int.from_bytes(of[:4], "little"))
    ]
    return Stored(*map(list, zip(*sound, strict=True))) if sound else Stored()


def _kind(db: Database, made_of: str) -> int:
    db.execute("INSERT OR IGNORE INTO kinds (made_of) VALUES (?)", (made_of,))
    number = _known_kind(db, made_of)
    assert number is not None
    return number


def _known_kind(db: Database, made_of: str) -> int | None:
    """Return the number of a kind of signatures or views; None where nothing of the kind was ever stored."""
    rows = db.query("SELECT id FROM kinds WHERE made_of = ?", (made_of,))
    if rows and not 0 <= rows[0][0] < KINDS:
        raise StoreCorruptError(say("{} is damaged (its numbers)", NAME), db.path)
    return rows[0][0] if rows else None


def signed(number: int) -> int:
    """Return 64 bits as the signed number SQLite stores."""
    number &= 2**64 - 1
    return number - 2**64 if number >= 2**63 else number


def _sealed(content: bytes, piece: bytes) -> bytes:
    """Append a checksum over a piece and the hash of its content: SQLite does not notice a flipped bit."""
    return piece + _seal(content, piece)


def _is_whole(content: bytes, sealed: bytes) -> bool:
    return len(sealed) > _SEAL and sealed[-_SEAL:] == _seal(content, sealed[:-_SEAL])


def _seal(content: bytes, piece: bytes) -> bytes:
    return xxhash.xxh32_digest(piece, int.from_bytes(content[:4], "little"))


def _typed(kind: str, *columns: str) -> str:
    """Return a condition that leaves out rows in which damage changed a type; costs 0.1 s a million rows."""
    return "".join(f" AND typeof({column}) = '{kind}'" for column in columns)


def _among(column: str, numbers: Sequence[int]) -> tuple[str, Sequence[int]]:
    """Return a condition that a column is one of some numbers, and its values.

    May let a few other rows pass: neighbouring rows are found in half of the time as a range.
    """
    least, most = min(numbers, default=0), max(numbers, default=0)
    if most - least < _LOOSE * len(numbers):
        return f"{column} BETWEEN ? AND ?", (least, most)
    return f"{column} IN ({_marks(len(numbers))})", numbers


def _marks(count: int) -> str:
    return ",".join("?" * count)
