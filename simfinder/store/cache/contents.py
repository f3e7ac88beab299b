"""The numbers of contents in the signature cache: look them up by hash, and give new contents a number."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import content_keys
from simfinder.errors import StoreCorruptError
from simfinder.store.cache import row_blocks
from simfinder.store.cache.schema import KINDS, NAME, SHORT
from simfinder.store.cache.two_tier_tables import HASHES, pour_if_grown
from simfinder.store.database import Database
from simfinder.text.message import say

_MOST_CONTENTS = 1 << 46  # numbers of contents times KINDS fit into 63 bits

assert _MOST_CONTENTS * KINDS < 1 << 63


def numbers(db: Database, hashes: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Return the numbers of contents, (n,), 0 where one is not known.

    Args:
        db: database of the cache.
        hashes: (n, 16) uint8.

    Raises:
        StoreCorruptError: a number is out of range.
    """
    found = np.zeros(len(hashes), dtype=np.int64)
    if not len(hashes):
        return found
    order = np.argsort(content_keys(hashes))  # so that each page is read once
    wanted = hashes[order]
    for index in HASHES:
        if db.query(f"SELECT 1 FROM {index} LIMIT 1"):
            rows = row_blocks.find(
                db,
                "id",
                f"CROSS JOIN {index} ON short = {{}} CROSS JOIN contents ON id = content WHERE hash = {{}}",
                wanted[:, :SHORT],
                wanted,
            )
            places, known = np.array(rows, dtype=np.int64).reshape(-1, 2).T
            found[order[places]] = known
    return _sound(db, found)


def add(db: Database, hashes: npt.NDArray[np.uint8], sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Give numbers to contents that have none yet and return the numbers of all, (n,). Call inside a transaction.

    Args:
        db: database of the cache.
        hashes: (n, 16) uint8; one may occur several times.
        sizes: (n,) of the contents, in bytes.

    Raises:
        StoreCorruptError: a number is out of range.
    """
    _, first, which = np.unique(content_keys(hashes), return_index=True, return_inverse=True)
    distinct = hashes[first]
    found = numbers(db, distinct)
    new = np.flatnonzero(found == 0)
    if len(new):
        begin = (
            1
            + max(
                db.query(
                    "SELECT coalesce(max(id), 0) FROM contents UNION ALL"
                    " SELECT seq FROM sqlite_sequence WHERE name = 'contents' AND typeof(seq) = 'integer'"
                )
            )[0]
        )
        if begin + len(new) > _MOST_CONTENTS:
            raise StoreCorruptError(say("{} is damaged (its numbers)", NAME), db.path)
        as_they_came = new[np.argsort(first[new])]
        found[as_they_came] = np.arange(begin, begin + len(new))
        row_blocks.insert(
            db,
            "INSERT INTO contents (id, hash, size)",
            (found[as_they_came], distinct[as_they_came], sizes[first[as_they_came]]),
        )
        row_blocks.insert(
            db,
            "INSERT OR IGNORE INTO recent_hashes (short, content)",
            (distinct[new, :SHORT], found[new]),
        )
        pour_if_grown(db, HASHES, lambda: int(begin))
    return found[which]


def _sound(db: Database, found: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    if len(found) and not 0 <= found.min() <= found.max() < _MOST_CONTENTS:
        raise StoreCorruptError(say("{} is damaged (its numbers)", NAME), db.path)
    return found
