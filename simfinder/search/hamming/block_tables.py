"""A stored set of 64-bit values that is asked for what lies within a Hamming distance of one value.

As in seed 002: one sorted table for each choice of blocks that may agree; a query is permuted the same way, the
range of its prefix is searched, what is there is verified and permuted back. Values inserted since the last merge
stand in a buffer that is looked through as a whole; values removed since then are struck out. Both are merged into the
tables when they have grown in proportion to them, so an insert costs a share of a sort and no more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from simfinder.arrays.set_operations import sorted_set
from simfinder.search.hamming.bit_blocks import (
    BITS,
    Permutation,
    Values,
    arrange,
    as_values,
    bounds,
    check_blocks,
    choices,
)
from simfinder.search.hamming.find_all import distinct

_MOST_TABLES = 64
_BUFFER, _SHARE = 1024, 64  # values changed before a merge: so many, or one in so many of all


@dataclass(frozen=True, slots=True)
class Order:
    """How one table has the bits of its values.

    Attributes:
        permutation: the blocks it keeps at the top and the others below them, each in the order of block number.
        mask: the bits of the blocks kept, behind the permutation; a search looks at these first.
    """

    permutation: Permutation
    mask: int


def orders(blocks: int, distance: int) -> Iterator[Order]:
    """The orders of all tables, as seed 002 numbers them: choices of blocks in lexicographic order.

    Raises:
        UsageError: not 0 <= distance < blocks <= 64.
    """
    check_blocks(blocks, distance)
    ends = bounds(blocks)
    for kept in choices(blocks, distance):
        rest = [block for block in range(blocks) if block not in kept]
        size = sum(ends[block + 1] - ends[block] for block in kept)
        yield Order(arrange(ends, [*kept, *rest]), ((1 << size) - 1) << (BITS - size))


class Tables:
    """A set of values, searchable by distance.

    Args:
        blocks: into how many blocks values are cut. Where that makes more than 64 tables the largest number below it
            is taken that does not; answers do not depend on it.
        distance: the most bits an answer differs in from a query.
        hashes: values to begin with; repeats count once.

    Raises:
        UsageError: not 0 <= distance < blocks <= 64.
        SignatureError: a hash is no number of 64 bits.
    """

    def __init__(self, blocks: int, distance: int, hashes: Iterable[int] | Values = ()) -> None:
        check_blocks(blocks, distance)
        while math.comb(blocks, distance) > _MOST_TABLES:
            blocks -= 1
        self._distance = distance
        self._orders = tuple(orders(blocks, distance))
        self._values = distinct(as_values(hashes)).copy()
        self._added: set[int] = set()
        self._removed: set[int] = set()
        self._buffer: Values | None = None
        self._tables: list[Values] = []
        self._sort()

    def __len__(self) -> int:
        return len(self._values) + len(self._added) - len(self._removed)

    def __contains__(self, value: int) -> bool:
        return value in self._added or (self._is_merged(value) and value not in self._removed)

    def insert(self, value: int) -> bool:
        """Take a value in; returns whether it is new.

        Raises:
            SignatureError: it is no number of 64 bits.
        """
        value = int(as_values((value,))[0])
        if value in self:
            return False
        self._added.add(
            value
        )  # also where it was removed from the tables: what they have of it stays struck out
        self._buffer = None
        self._merge_when_due()
        return True

    def remove(self, value: int) -> bool:
        """Leave a value out; returns whether it was there.

        Raises:
            SignatureError: it is no number of 64 bits.
        """
        value = int(as_values((value,))[0])
        if value not in self:
            return False
        if value in self._added:
            self._added.discard(value)
            self._buffer = None
        else:
            self._removed.add(value)
            self._merge_when_due()
        return True

    def find_all(self, query: int) -> Values:
        """All stored values within the distance of a query, itself too if it is stored.

        Returns:
            (m,) uint64, ascending.

        Raises:
            SignatureError: the query is no number of 64 bits.
        """
        value = int(as_values((query,))[0])
        return sorted_set(np.concatenate([*self._near(value), np.zeros(0, np.uint64)]))

    def find_first(self, query: int) -> int | None:
        """One stored value within the distance of a query, whichever is met first; None if there is none.

        Raises:
            SignatureError: the query is no number of 64 bits.
        """
        value = int(as_values((query,))[0])
        return next((int(found[0]) for found in self._near(value) if len(found)), None)

    def _near(self, query: int) -> Iterator[Values]:
        """What each table has near a query, then what the buffer has."""
        for order, table in zip(self._orders, self._tables, strict=True):
            moved = order.permutation.of(query)
            first, last = moved & order.mask, moved | (1 << BITS) - 1 & ~order.mask
            begin, end = np.searchsorted(table, np.array((first, last), np.uint64))
            end += int(end < len(table) and int(table[end]) == last)
            bucket = table[begin:end]
            near = bucket[np.bitwise_count(bucket ^ np.uint64(moved)) <= self._distance]
            if len(near):
                yield self._still_there(order.permutation.inverse.apply(near))
        if self._buffer is None:
            self._buffer = np.fromiter(self._added, np.uint64, len(self._added))
        yield self._buffer[np.bitwise_count(self._buffer ^ np.uint64(query)) <= self._distance]

    def _still_there(self, found: Values) -> Values:
        if not self._removed:
            return found
        return found[[value not in self._removed for value in found.tolist()]]

    def _is_merged(self, value: int) -> bool:
        place = int(np.searchsorted(self._values, np.uint64(value)))
        return place < len(self._values) and int(self._values[place]) == value

    def _merge_when_due(self) -> None:
        if len(self._added) + len(self._removed) <= max(_BUFFER, len(self._values) // _SHARE):
            return
        added = np.fromiter(self._added, np.uint64, len(self._added))
        removed = np.fromiter(self._removed, np.uint64, len(self._removed))
        stay = np.ones(len(self._values), np.bool_)
        stay[np.searchsorted(self._values, removed)] = False
        self._values = np.sort(np.concatenate((self._values[stay], added)))
        self._added.clear()
        self._removed.clear()
        self._buffer = None
        self._sort()

    def _sort(self) -> None:
        self._tables = [order.permutation.apply(self._values) for order in self._orders]
        for table in self._tables:
            table.sort()
