"""Maintain the signature cache: forget what was not seen for long, keep it small, and list what it knows.

Only the SQL: whether a row is wrong or its file is gone is checked by callers who may look at files.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from simfinder.store.cache.defaults import DAYS
from simfinder.store.cache.queries import today
from simfinder.store.cache.schema import KINDS
from simfinder.store.cache.two_tier_tables import HASHES, OVERLAPS, count, pour
from simfinder.store.database import Database

MOST_BYTES = 8 << 30
"""Size that the cache stays below by itself: some six million files."""

_LEFT = 0.9  # shrink to this part of the wanted size, so that the next file does not exceed it
_EVERY = 7  # days between two automatic clean-ups
_AT_ONCE = 50_000  # most rows forgotten in one: half a second; the rest waits for the next scan


class CachedFile(NamedTuple):
    """A file that the cache knows.

    Attributes:
        device, inode: signed, as in the table.
        size, mtime_ns, ctime_ns: of the file when it was read.
        path: path of the file then.
        content: XXH3-128, 16 bytes.
        number: number of the content.
    """

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int
    path: bytes
    content: bytes
    number: int


@dataclass(frozen=True, slots=True)
class Pruned:
    """Numbers of rows forgotten: files, contents with all that was known of them, measured pairs."""

    files: int
    contents: int
    overlaps: int


_KNOWN = (  # the typeof conditions leave out damaged rows
    "SELECT device, inode, l.size, mtime_ns, ctime_ns, path, hash, c.id"
    " FROM locations l JOIN contents c ON c.id = l.content WHERE instr(path, x'00') = 0"
    " AND typeof(path) = 'blob' AND typeof(hash) = 'blob' AND typeof(l.size) = 'integer'"
    " AND typeof(device) = 'integer' AND typeof(inode) = 'integer'"
)


def all_known(db: Database, after: tuple[int, int] | None, limit: int) -> list[CachedFile]:
    """Return known files in the order of their keys (device, inode), from after a given key on."""
    where, values = (" AND (device, inode) > (?, ?)", after) if after else ("", ())
    rows = db.query(f"{_KNOWN}{where} ORDER BY device, inode LIMIT ?", (*values, limit))
    return [CachedFile(*row) for row in rows]


def sample(db: Database, count: int, seed: int) -> list[CachedFile]:
    """Return a random sample of the known files, in the order of their keys; all if there are no more."""
    keys = db.query("SELECT device, inode FROM locations ORDER BY device, inode")
    if len(keys) > count:
        keys = sorted(random.Random(seed).sample(keys, count))
    found: list[CachedFile] = []
    for key in keys:
        found += (CachedFile(*row) for row in db.query(f"{_KNOWN} AND device = ? AND inode = ?", key))
    return found


def forget(db: Database, keys: Iterable[tuple[int, int]]) -> int:
    """Forget locations; return how many rows were deleted."""
    keys = list(keys)
    with db.transaction():
        return db.execute_many("DELETE FROM locations WHERE device = ? AND inode = ?", keys) if keys else 0


def forget_contents(db: Database, numbers: Iterable[int]) -> None:
    """Forget contents with all that was known of them."""
    with db.transaction():
        for number in numbers:
            db.execute("DELETE FROM locations WHERE content = ?", (number,))
    _sweep(db)


def prune(db: Database, days: int, most_bytes: int | None = None) -> Pruned:
    """Forget what was not seen for some days and then, while the file is too large, what was not seen longest.

    Args:
        db: database of the cache.
        days: rows not seen for longer are forgotten.
        most_bytes: wanted size of the file; None for any.
    """
    with db.transaction():
        pour(db, OVERLAPS)
    before = _counts(db)
    oldest = today() - days
    with db.transaction():
        db.execute("DELETE FROM locations WHERE seen < ?", (oldest,))
        db.execute("DELETE FROM overlaps WHERE seen < ?", (oldest,))
        db.execute("DELETE FROM joins WHERE seen < ?", (oldest,))
    _sweep(db)
    _give_back(db)
    if most_bytes is not None:
        _shrink(db, most_bytes)
    after = _counts(db)
    return Pruned(*(x - y for x, y in zip(before, after, strict=True)))


def tidy(db: Database, days: int = DAYS, most_bytes: int = MOST_BYTES) -> int:
    """Forget some rows not seen for long, or the oldest where the cache is too large; at most once a week.

    The work is bounded: the file does not shrink, its free pages are reused. Contents without a file are looked for
    from the second time on, or once files were forgotten.

    Returns:
        Number of files forgotten.
    """
    last = last_tidied(db)
    if last is not None and 0 <= today() - last < _EVERY:
        return 0
    old = (today() - days, _AT_ONCE)
    with db.transaction():
        pour(db, OVERLAPS)
        forgotten = [
            db.execute(
                "DELETE FROM locations WHERE (device, inode) IN"
                " (SELECT device, inode FROM locations WHERE seen < ? LIMIT ?)",
                old,
            )
        ]
        if forgotten[0] < _AT_ONCE and _used(db) - _free(db) > most_bytes:
            forgotten.append(
                db.execute(
                    "DELETE FROM locations WHERE (device, inode) IN"
                    " (SELECT device, inode FROM locations ORDER BY seen LIMIT ?)",
                    (_AT_ONCE,),
                )
            )
        pairs = db.execute(
            "DELETE FROM overlaps WHERE (a, b, kind) IN (SELECT a, b, kind FROM overlaps WHERE seen < ? LIMIT ?)",
            old,
        )
        db.execute("DELETE FROM joins WHERE seen < ?", old[:1])
        # at the end of a first scan, which leaves none, looking took .05 of 5 s
        files = sum(forgotten)
        orphans = _forget_orphans(db) if last is not None or files > 0 else 0
        if max(*forgotten, pairs, orphans) < _AT_ONCE:
            db.execute("INSERT OR REPLACE INTO notes (name, value) VALUES ('tidied', ?)", (today(),))
    return files


def last_tidied(db: Database) -> int | None:
    """Return the day (since 1970) of the last complete clean-up; None for never."""
    rows = db.query("SELECT value FROM notes WHERE name = 'tidied'")
    return int(rows[0][0]) if rows else None


def _forget_orphans(db: Database) -> int:
    """Forget some of the contents that no file has any more, with what was known of them; return how many."""
    db.execute("CREATE TEMP TABLE IF NOT EXISTS gone (id INTEGER PRIMARY KEY)")
    db.execute("DELETE FROM gone")
    count = db.execute(
        "INSERT INTO gone SELECT id FROM contents WHERE id NOT IN (SELECT content FROM locations) LIMIT ?",
        (_AT_ONCE,),
    )
    if count:
        db.execute("DELETE FROM contents WHERE id IN (SELECT id FROM gone)")
        for index in HASHES:
            db.execute(f"DELETE FROM {index} WHERE content IN (SELECT id FROM gone)")
        for table in ("signatures", "views"):
            db.execute(
                f"DELETE FROM {table} WHERE key IN (SELECT t.key FROM gone g"
                f" JOIN {table} t ON t.key >= g.id * {KINDS} AND t.key < (g.id + 1) * {KINDS})"
            )
        db.execute("DELETE FROM gone")
    return count


def _shrink(db: Database, most_bytes: int) -> None:
    if _used(db) > most_bytes:  # joins go first: they are made again fastest
        db.execute("DELETE FROM joins")
        _give_back(db)
    while (used := _used(db)) > most_bytes:
        files, _, overlaps = _counts(db)
        if not files + overlaps:
            return
        share = 1.0 - _LEFT * most_bytes / used
        with db.transaction():
            db.execute(
                "DELETE FROM overlaps WHERE (a, b, kind) IN"
                " (SELECT a, b, kind FROM overlaps ORDER BY seen, a, b LIMIT ?)",
                (_some(overlaps, share),),
            )
            db.execute(
                "DELETE FROM locations WHERE (device, inode) IN"
                " (SELECT device, inode FROM locations ORDER BY seen, device, inode LIMIT ?)",
                (_some(files, share),),
            )
        _sweep(db)
        _give_back(db)


def _give_back(db: Database) -> None:
    """Give free space back to the system: only then the size tells what the rest takes."""
    db.execute("VACUUM")
    db.query("PRAGMA wal_checkpoint(TRUNCATE)")


def _some(count: int, share: float) -> int:
    return min(count, int(count * share) + 1)


def _used(db: Database) -> int:
    pages, size = (int(db.query(f"PRAGMA {name}")[0][0]) for name in ("page_count", "page_size"))
    return pages * size


def _free(db: Database) -> int:
    pages, size = (int(db.query(f"PRAGMA {name}")[0][0]) for name in ("freelist_count", "page_size"))
    return pages * size


def _sweep(db: Database) -> None:
    """Forget contents that no file has any more, with what was known of them."""
    with db.transaction():
        db.execute("DELETE FROM contents WHERE id NOT IN (SELECT content FROM locations)")
        for index in HASHES:
            db.execute(f"DELETE FROM {index} WHERE content NOT IN (SELECT id FROM contents)")
        for table in ("signatures", "views"):
            db.execute(f"DELETE FROM {table} WHERE key / {KINDS} NOT IN (SELECT id FROM contents)")


def _counts(db: Database) -> tuple[int, int, int]:
    files, contents, overlaps = (count(db, table) for table in ("locations", "contents", "overlaps"))
    return files, contents, overlaps
