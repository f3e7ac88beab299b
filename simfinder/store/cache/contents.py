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
    shorts = [
        bytearray(short) for short in sorted(of[:SHORT] for of in wanted)
    ]  # so that each page is read once
    found: dict[bytes, int] = {}
    for start in range(0, len(shorts), _VARIABLES):
        part = shorts[start : start + _VARIABLES]
        marks = ",".join("?" * len(part))
        for index in HASHES:
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
    new = [of for of in sizes if of not in known]
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
    db.put_rows(
        "INSERT INTO contents (id, hash, size) VALUES", [(given[of], bytearray(of), sizes[of]) for of in new]
    )
    db.put_rows(
        "INSERT OR IGNORE INTO recent_hashes (short, content) VALUES",
        [(bytearray(of[:SHORT]), given[of]) for of in sorted(new)],
    )
    pour_if_grown(db, HASHES, lambda: first)
    return known | given


def _sound(db: Database, found: dict[bytes, int]) -> dict[bytes, int]:
    if not all(0 < number < _MOST_CONTENTS for number in found.values()):
        raise StoreCorruptError(say("{} is damaged (its numbers)", NAME), db.path)
    return found
