"""Tables of the signature cache in an order that is random: each a small one that is written to, and a large one.

What is kept by a hash is written all over: a commit of 2,000 rows into a million wrote most pages of their table,
20 MB. New rows go to the small table therefore, which is poured into the large one when it has grown to a share of
it. Whoever asks asks both; rows of the small one take the place of others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from simfinder.store.database import Database

_LEAST_POURED = 1 << 15
_SHARE = 8  # of the large one: a row is written anew so often, and a commit writes so much less


class Tiers(NamedTuple):
    """Two tables of the same columns and the same key."""

    small: str
    large: str


HASHES = Tiers("recent_hashes", "hashes")
OVERLAPS = Tiers("recent_overlaps", "overlaps")


def pour_if_grown(db: Database, tiers: Tiers, whole: Callable[[], int]) -> None:
    """Pour the small table into the large one if it is time to. Inside of a transaction.

    Args:
        db: of the cache.
        tiers: the tables.
        whole: tells how many rows the large one has, about; asked only where it matters.
    """
    recent = count(db, tiers.small)
    if recent > _LEAST_POURED and recent > whole() // _SHARE:
        pour(db, tiers)


def pour(db: Database, tiers: Tiers) -> None:
    """Pour the small table into the large one. Inside of a transaction."""
    # a table without rowid gives its rows in the order of its key, and each page of the other is written once
    db.execute(f"INSERT OR REPLACE INTO {tiers.large} SELECT * FROM {tiers.small}")
    db.execute(f"DELETE FROM {tiers.small}")


def count(db: Database, table: str) -> int:
    """Rows of a table."""
    return int(db.query(f"SELECT count(*) FROM {table}")[0][0])
