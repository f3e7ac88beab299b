"""Looking after the signature cache: what nobody has seen for long goes, and what it says can be looked at.

Owns the SQL of that; which rows are wrong or gone is found out by those who may look at files.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from simfinder.store.cache_rows import KINDS, today
from simfinder.store.database import Database

_LEFT = 0.9  # of the wished size, so that the next file does not exceed it


class Known(NamedTuple):
    """A file the cache knows.

    Attributes:
        device, inode: as the table has them, signed.
        size, mtime_ns, ctime_ns: of the file when it was read.
        path: where it was.
        content: XXH3-128, 16 bytes.
        number: of the content.
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
    """What was forgotten: files, contents with all that was known of them, measured pairs."""

    files: int
    contents: int
    overlaps: int


_KNOWN = (
    "SELECT device, inode, l.size, mtime_ns, ctime_ns, path, hash, c.id"
    " FROM locations l JOIN contents c ON c.id = l.content"
)


def all_known(db: Database, after: tuple[int, int] | None, limit: int) -> list[Known]:
    """Known files in the order of their keys (device, inode), beginning behind one."""
    where, values = (" WHERE (device, inode) > (?, ?)", after) if after else ("", ())
    rows = db.query(f"{_KNOWN}{where} ORDER BY device, inode LIMIT ?", (*values, limit))
    return [Known(*row) for row in rows]


def sample(db: Database, count: int, seed: int) -> list[Known]:
    """Some of the known files, or all where there are no more; in the order of their keys."""
    keys = db.query("SELECT device, inode FROM locations ORDER BY device, inode")
    if len(keys) > count:
        keys = sorted(random.Random(seed).sample(keys, count))
    found: list[Known] = []
    for key in keys:
        found += (Known(*row) for row in db.query(f"{_KNOWN} WHERE device = ? AND inode = ?", key))
    return found


def forget(db: Database, keys: Iterable[tuple[int, int]]) -> int:
    """Forget where contents were seen; returns how many rows went."""
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
    """Forget what was not seen for some days, and, where the file is still too large, what was not seen longest.

    Args:
        db: of the cache.
        days: rows not seen for longer go.
        most_bytes: size of the file that is aimed at; None for any.
    """
    before = _counts(db)
    oldest = today() - days
    with db.transaction():
        db.execute("DELETE FROM locations WHERE seen < ?", (oldest,))
        db.execute("DELETE FROM overlaps WHERE seen < ?", (oldest,))
    _sweep(db)
    _give_back(db)
    if most_bytes is not None:
        _shrink(db, most_bytes)
    after = _counts(db)
    return Pruned(*(x - y for x, y in zip(before, after, strict=True)))


def _shrink(db: Database, most_bytes: int) -> None:
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
    """Give the space of what went back: only then the size tells what the rest takes."""
    db.execute("VACUUM")
    db.query("PRAGMA wal_checkpoint(TRUNCATE)")


def _some(count: int, share: float) -> int:
    return min(count, int(count * share) + 1)


def _used(db: Database) -> int:
    pages, size = (int(db.query(f"PRAGMA {name}")[0][0]) for name in ("page_count", "page_size"))
    return pages * size


def _sweep(db: Database) -> None:
    """Contents that no file has any more go, with what was known of them."""
    with db.transaction():
        db.execute("DELETE FROM contents WHERE id NOT IN (SELECT content FROM locations)")
        for table in ("signatures", "views"):
            db.execute(f"DELETE FROM {table} WHERE key / {KINDS} NOT IN (SELECT id FROM contents)")


def _counts(db: Database) -> tuple[int, int, int]:
    files, contents, overlaps = (
        int(db.query(f"SELECT count(*) FROM {table}")[0][0])
        for table in ("locations", "contents", "overlaps")
    )
    return files, contents, overlaps
