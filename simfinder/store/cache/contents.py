"""The numbers of contents in the signature cache: look them up by hash, and give new contents a number."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from simfinder.errors import StoreCorruptError
from simfinder.store.cache.schema import KINDS, NAME, SHORT
from simfinder.store.cache.two_tier_tables import HASHES, pour_if_grown
from simfinder.store.database import Database
from simfinder.text.message import say

_MOST_CONTENTS = 1 << 46  # numbers of contents times KINDS fit into 63 bits
_VARIABLES = 500  # most variables in a statement; SQLite allows 999 everywhere

assert _MOST_CONTENTS * KINDS < 1 << 63


def numbers(db: Database, hashes: Collection[bytes]) -> dict[bytes, int]:
    """Return the numbers of known contents, by hash.

    Raises:
        StoreCorruptError: a number is out of range.
    """
    wanted = frozenset(hashes)
    found: dict[bytes, int] = {}
    indexes = [index for index in HASHES if db.query(f"SELECT 1 FROM {index} LIMIT 1")]
    if not indexes:
        return found
    shorts = [bytearray(of[:SHORT]) for of in sorted(wanted)]  # in order, so that each page is read once
    for start in range(0, len(shorts), _VARIABLES):
        part = shorts[start : start + _VARIABLES]
        marks = ",".join("?" * len(part))
        for index in indexes:
            rows = db.query(
                f"SELECT hash, id FROM {index} JOIN contents ON id = content WHERE short IN ({marks})", part
            )
            found.update(row for row in rows if row[0] in wanted)
    return _sound(db, found)


def add(db: Database, sizes: Mapping[bytes, int]) -> dict[bytes, int]:
    """Give numbers to contents that have none yet and return the numbers of all. Call inside a transaction.

    Args:
        db: database of the cache.
        sizes: size of each content in bytes, by hash.

    Raises:
        StoreCorruptError: a number is out of range.
    """
    known = numbers(db, sizes)
    new = [of for of in sizes if of not in known] if known else list(sizes)
    if not new:
        return known
    first = (
        1
        + max(
            db.query(
                "SELECT coalesce(max(id), 0) FROM contents UNION ALL"
                " SELECT seq FROM sqlite_sequence WHERE name = 'contents' AND typeof(seq) = 'integer'"
            )
        )[0]
    )
    given = _sound(db, dict(zip(new, range(first, first + len(new)), strict=True)))
    db.put_columns(
        "INSERT INTO contents (id, hash, size) VALUES",
        (list(given.values()), list(map(bytearray, new)), [sizes[of] for of in new]),
    )
    ordered = sorted(new)
    db.put_columns(
        "INSERT OR IGNORE INTO recent_hashes (short, content) VALUES",
        ([bytearray(of[:SHORT]) for of in ordered], [given[of] for of in ordered]),
    )
    pour_if_grown(db, HASHES, lambda: first)
    return known | given


def _sound(db: Database, found: dict[bytes, int]) -> dict[bytes, int]:
    if found and not 0 < min(found.values()) <= max(found.values()) < _MOST_CONTENTS:
        raise StoreCorruptError(say("{} is damaged (its numbers)", NAME), db.path)
    return found
