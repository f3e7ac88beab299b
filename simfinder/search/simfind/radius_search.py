"""SimFind, the search of Sadowski & Levin: which files have similar keys, sizes and sum tables. Exact.

One row per file, one tolerance T in percent of file size, and a count of what each filter let pass. Works on stored
data; only their bytes, which are not read here, can say that two files are identical. Source: section 4.2 of the paper,
and the progressive filter by several keys of its future work.

Growth. One target: O(log n + key hits). All pairs: O(n log n + key hits). If rows have hundreds of key hits each, as in
sets of similar files, and there is one key, a tree of boxes is used: |sum of ±differences| never exceeds the L1
distance, whatever the signs, so a sum hit is near in every one of sixteen such sums. From 64,000 to 200,000 files of a
chain its work grew by n^1.1 at T = 0.1 % (1 to 4 % of the key hits) and n^1.9 at 1 % (15 to 19 %): hardly less than
quadratic there, only several times less of it. With several keys all key hits of the first are looked at.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from simfinder.model.progress import Control
from simfinder.search.simfind import filters, sum_tree
from simfinder.search.simfind.filters import Blocks, Files
from simfinder.search.simfind.key_range import key_reach, range_ends, saturated_sum

I64 = npt.NDArray[np.int64]
U64 = npt.NDArray[np.uint64]

HIGHEST_TOLERANCE = 1e9
"""Percent; far beyond any use, but keeps all arithmetic finite."""

MANY = 500
"""Key hits per row from which a tree is faster than looking at all of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Stored data of n files, in the order of their paths.

    Attributes:
        size: (n,) int64, bytes.
        counts: (n, t) uint64, the sum tables.
        keys: (k, n) uint64, k keys of each file, at least one; a pair must pass each in turn.
    """

    size: I64
    counts: U64
    keys: U64

    def __len__(self) -> int:
        return len(self.size)


@dataclass(frozen=True, slots=True)
class Counters:
    """How much each filter let pass.

    Attributes:
        rows: files searched.
        bytes: of all of them.
        after_key: pairs left after each key.
        key_hits: pairs left after all keys.
        collisions: key hits with equal keys.
        size_discards: key hits of too different a size.
        sum_hits: pairs that passed everything.
        looked_at: key hits, or with a tree boxes and pairs, looked at; the work, not a result.
    """

    rows: int
    bytes: int
    after_key: tuple[int, ...]
    key_hits: int
    collisions: int
    size_discards: int
    sum_hits: int
    looked_at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """The sum hits.

    Attributes:
        a, b: (m,) int32 rows, sorted, each pair once; a < b, or a = 0 and b the rows found for one target.
        distance: (m,) uint64, L1 distance of the sum tables.
        counters: of the search.
    """

    a: npt.NDArray[np.int32]
    b: npt.NDArray[np.int32]
    distance: U64
    counters: Counters


class SimFind:
    """A searchable set of files.

    Args:
        rows: of the files.
    """

    def __init__(self, rows: Rows) -> None:
        self._order = np.argsort(rows.keys[0], kind="stable")
        self._size = np.ascontiguousarray(rows.size[self._order], np.int64)
        self._counts = np.ascontiguousarray(rows.counts[self._order], np.uint64)
        self._keys = np.ascontiguousarray(rows.keys[:, self._order], np.uint64)

    def __len__(self) -> int:
        return len(self._order)

    def all_pairs(self, tolerance: float, control: Control | None = None) -> Hits:
        """Return every pair of files that passes the filters; the file with the smaller key is the target.

        Raises:
            ValueError: the tolerance is no percentage.
            Cancelled: on request.
        """
        control = control or Control()
        reach = key_reach(self._size, _checked(tolerance))
        begins = np.arange(1, len(self) + 1, dtype=np.int64)
        ends = range_ends(self._keys[0], reach)
        key_hits = int((ends - begins).sum())
        if len(self._keys) == 1 and key_hits > MANY * len(self) and self._tree_can_be_made():
            return self._by_tree(tolerance, ends, key_hits, control)
        files = Files(self._size, self._keys, self._counts, reach)
        a, b, distance, tally = self._walk((begins, ends), files, files, tolerance, control)
        return self._hits(a, b, distance, tally, int(tally[0]))

    def similar_to(
        self, target: Rows, tolerance: float, control: Control | None = None, *, itself: int = -1
    ) -> Hits:
        """Return the files that pass the filters with one target.

        Args:
            target: one row.
            tolerance: T, percent of file size.
            control: asked whether to stop.
            itself: the row that is the target, if it is in the set: no file is similar to itself.

        Raises:
            ValueError: the tolerance is no percentage.
            Cancelled: on request.
        """
        reach = key_reach(target.size, _checked(tolerance))
        key = target.keys[0]
        lowest = key - np.minimum(key, reach)
        begins = np.searchsorted(self._keys[0], lowest, side="left").astype(np.int64)
        ends = np.searchsorted(self._keys[0], saturated_sum(key, reach), side="right").astype(np.int64)
        skip = int(np.flatnonzero(self._order == itself)[0]) if itself >= 0 else -1
        none = np.zeros(len(self), np.uint64)
        files = Files(self._size, self._keys, self._counts, none)
        targets = Files(target.size, target.keys, target.counts, reach)
        a, b, distance, tally = self._walk(
            (begins, ends), targets, files, tolerance, control or Control(), skip=skip, mutual=False
        )
        rows = self._order[b]
        by_row = np.argsort(rows)
        return Hits(
            a[by_row],
            rows[by_row].astype(np.int32),
            distance[by_row],
            self._counters(tally, int(tally[0])),
        )

    def _walk(
        self,
        ranges: tuple[I64, I64],
        targets: Files,
        files: Files,
        tolerance: float,
        control: Control,
        *,
        skip: int = -1,
        mutual: bool = True,
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], U64, I64]:
        """Look at all key hits of some targets; return the sum hits and the tally. See ``filters.walk``."""
        blocks, tally, place = Blocks(len(self)), np.zeros(len(files.keys) + 3, np.int64), 0
        while place < len(targets.size):
            control.check()
            place, found = filters.walk(
                place, ranges, targets, files, skip, mutual, float(tolerance), tally, blocks.room
            )
            blocks.keep(found)
        return *blocks.columns(), tally

    def _by_tree(self, tolerance: float, ends: I64, key_hits: int, control: Control) -> Hits:
        """Return all pairs without looking at every key hit."""
        control.check()
        tally = np.zeros(4, np.int64)
        tally[0] = key_hits
        equal = np.unique(self._keys[0], return_counts=True)[1].astype(np.int64)
        tally[1] = (equal * (equal - 1) // 2).sum()
        tally[2] = key_hits - self._alike_in_size(ends, key_hits)
        control.check()
        tree = sum_tree.SumTree(self._size, self._keys[0], self._counts, tolerance)
        found = tree.pairs(ends, control)
        tally[3] = len(found[0])
        return self._hits(*found, tally, tree.looked_at)

    def _tree_can_be_made(self) -> bool:
        largest_sum = int(self._counts.max(initial=0)) * self._counts.shape[1]
        largest = max(largest_sum, int(self._keys[0].max(initial=0)), int(self._size.max(initial=0)))
        return largest < sum_tree.LARGEST

    def _alike_in_size(self, ends: I64, key_hits: int) -> int:
        size = self._size
        smallest, largest = int(size.min()), int(size.max())
        if largest <= smallest + smallest // 2:
            return key_hits
        ascending = np.sort(size)
        rank = np.empty(len(size), np.int64)
        rank[np.argsort(size, kind="stable")] = np.arange(len(size))
        low = np.searchsorted(ascending, size - size // 3, side="left").astype(np.int64)  # ceil(2·size/3)
        high = np.searchsorted(ascending, size + size // 2, side="right").astype(np.int64)
        by_end = np.argsort(ends, kind="stable").astype(np.int64)
        return int(filters.alike_in_size(ends, by_end, rank, low, high))

    def _hits(
        self, a: npt.NDArray[np.int32], b: npt.NDArray[np.int32], distance: U64, tally: I64, looked_at: int
    ) -> Hits:
        first, second = self._order[a], self._order[b]
        low, high = np.minimum(first, second), np.maximum(first, second)
        order = np.argsort(low * len(self) + high)
        return Hits(
            low[order].astype(np.int32),
            high[order].astype(np.int32),
            distance[order],
            self._counters(tally, looked_at),
        )

    def _counters(self, tally: I64, looked_at: int) -> Counters:
        *after_key, collisions, discards, sum_hits = tally.tolist()
        return Counters(
            rows=len(self),
            bytes=sum(self._size.tolist()),
            after_key=tuple(after_key),
            key_hits=after_key[-1],
            collisions=collisions,
            size_discards=discards,
            sum_hits=sum_hits,
            looked_at=looked_at,
        )


def _checked(tolerance: float) -> float:
    if not 0.0 <= tolerance <= HIGHEST_TOLERANCE or math.isnan(tolerance):
        raise ValueError(
            f"the tolerance must be a percentage from 0 to {HIGHEST_TOLERANCE:.0f}, not {tolerance}"
        )
    return float(tolerance)


def warm_up() -> None:
    """Load or compile the kernels of both ways."""
    found = SimFind(Rows(np.array([1, 9]), np.ones((2, 16), np.uint64), np.ones((1, 2), np.uint64)))
    found.all_pairs(0.5)
    found._by_tree(0.5, np.full(2, 2, np.int64), 1, Control())
