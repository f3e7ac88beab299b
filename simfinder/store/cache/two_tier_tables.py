"""Two-tier tables for rows keyed by a hash: a small table takes the writes, a large one holds the rest.

Rows keyed by a hash are written all over the table: a commit of 2,000 rows into a million wrote most of its pages,
20 MB. So new rows go to the small table, which is poured into the large one when it has grown to a share of it. Readers
ask both; a row in the small table overrides one in the large table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from simfinder.store.database import Database

_LEAST_POURED = 1 << 15
_SHARE = (
    8  # pour at one eighth of the large table: a row is rewritten about 8 times, a commit writes 8 times less
)


class Tiers(NamedTuple):
    """Two tables with the same columns and the same key."""

    small: str
    large: str


HASHES = Tiers("recent_hashes", "hashes")
OVERLAPS = Tiers("recent_overlaps", "overlaps")


def pour_if_grown(db: Database, tiers: Tiers, whole: Callable[[], int]) -> None:
    """Pour the small table into the large one if it has grown enough. Call inside a transaction.

    Args:
        db: database of the cache.
        tiers: the tables.
        whole: returns about how many rows the large one has; called only when needed.
    """
    recent = count(db, tiers.small)
    if recent > _LEAST_POURED and recent > whole() // _SHARE:
        pour(db, tiers)


def pour(db: Database, tiers: Tiers) -> None:
    """Pour the small table into the large one. Call inside a transaction."""
    # a table without rowid yields its rows in key order, so that each page of the other is written once
    db.execute(f"INSERT OR REPLACE INTO {tiers.large} SELECT * FROM {tiers.small}")
    db.execute(f"DELETE FROM {tiers.small}")


def count(db: Database, table: str) -> int:
    """Return the number of rows of a table."""
    return int(db.query(f"SELECT count(*) FROM {table}")[0][0])
