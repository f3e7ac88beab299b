"""Candidates by tag counts: the filters of SimFind (Sadowski & Levin), in their order.

Key range, then size, then the distance of the sum tables, with one tolerance T in percent of file size. Works on stored
counts only; step 4 of SimFind (comparing bytes) is left out: contents here are distinct, equal ones having met by their
hash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.model.progress import Control
from simfinder.signatures.tagcount.sum_keys import key_values
from simfinder.signatures.tagcount.tag_sets import TagSet
from simfinder.workers.in_order import in_order

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

TOLERANCE = 1.0
"""Percent of file size; the working point of the paper."""

KEY = "uniform"
"""The key that loses least: it never differs by more than the distance of the sum tables."""

BUDGET = 50_000_000  # most key hits to look at, at about 5 ns
BUDGET_PER_ROW = 1_000
_MOST_REACH = float(1 << 62)
_FEWEST = 64  # followers that every row is compared with, whatever the budget
MOST_PAIRS = 128  # most pairs a row may open, if there are more rows than SMALL
SMALL = 2_048
BLOCK = 1 << 17
_STEPS = 1 << 23  # key hits between two calls of ``check``
_ROWS = 1 << 16
_PLACES = 1 << 11  # rows a thread compares at a time


class KeyJoin:
    """The all-pairs mode of SimFind on one table.

    Args:
        table: the signatures.
        control: asked whether to stop.
        tolerance: T, percent of file size.
        key: uniform, scatter or skew, or a key of the table's own tags.
        jobs: threads; the pairs do not depend on it.
    """

    def __init__(
        self,
        table: SignatureTable,
        control: Control,
        *,
        tolerance: float = TOLERANCE,
        key: str = KEY,
        jobs: int = 1,
    ) -> None:
        _valid(tolerance)
        n = len(table)
        self._check, self._jobs = control.check, jobs
        self._tolerance = float(tolerance)
        values = key_of(table, key)
        # rows of equal keys and equal counts are adjacent, so that a capped row still meets its likes
        columns = [table.tags[:, i] for i in range(table.tags.shape[1] - 1, -1, -1)]
        self._order = np.lexsort((table.size, *columns, values)).astype(np.int32)
        self._keys, self._size = values[self._order], _sizes(table)[self._order]
        self._tags = table.tags[self._order]
        self._ends = range_ends(self._keys, key_reach(self._size, self._tolerance))
        self._window = window_of(self._ends - np.arange(1, n + 1), BUDGET + BUDGET_PER_ROW * n)
        self._most = n if n <= SMALL else MOST_PAIRS
        self._capped = 0

    @property
    def capped(self) -> int:
        """Number of rows not compared with all their key hits (known once all pairs were taken)."""
        return self._capped

    def pairs(self, done: Callable[[int], None]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield blocks of (a, b); call ``done`` with the number of rows finished."""
        self._capped = 0
        begins = range(0, len(self._order), _PLACES)
        found = in_order(self._scanned, begins, self._jobs, most=2 * self._jobs, name="keys")
        for begin, (blocks, capped) in zip(begins, found, strict=True):
            self._capped += capped
            yield from blocks
            done(min(_PLACES, len(self._order) - begin))

    def _scanned(self, place: int) -> tuple[list[tuple[np.ndarray, np.ndarray]], int]:
        """Return the pairs of ``_PLACES`` rows, and how many of these were capped."""
        last, all_capped = min(len(self._order), place + _PLACES), 0
        out_a, out_b = np.empty(BLOCK + self._most, np.int32), np.empty(BLOCK + self._most, np.int32)
        blocks = []
        while place < last:
            self._check()
            place, found, capped = scan_keys(
                place, last, self._ends, self._window, self._most, self._tags, self._size, self._tolerance,
                out_a, out_b,
            )  # fmt: skip
            all_capped += capped
            if found:
                first, second = self._order[out_a[:found]], self._order[out_b[:found]]
                blocks.append((np.minimum(first, second), np.maximum(first, second)))
        return blocks, all_capped


def closeness(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return 1 - L1/(sum of both rows' counts), (m,) float32 0..1; 1.0 if neither counts anything."""
    return _of_pairs(table, a, b, -1.0, KEY)


def similarity(
    table: SignatureTable, a: np.ndarray, b: np.ndarray, *, tolerance: float = TOLERANCE, key: str = KEY
) -> np.ndarray:
    """Return the ``closeness`` of the pairs that pass the filters, 0 for the others, (m,) float32."""
    _valid(tolerance)
    return _of_pairs(table, a, b, float(tolerance), key)


def _valid(tolerance: float) -> None:
    if not tolerance >= 0.0:
        raise ValueError(f"the tolerance of tag counts must be a percentage of 0 or more, not {tolerance}")


def key_of(table: SignatureTable, key: str) -> np.ndarray:
    """Return a key of all rows, (n,) uint64, some rows at a time: all counts in 64 bits would take a fifth of the
    table.
    """
    keys = np.empty(len(table), np.uint64)
    for begin in range(0, len(table), _ROWS):
        rows = slice(begin, begin + _ROWS)
        keys[rows] = _key_of(table.counts(rows), table.parameters.tags, key)
    return keys


def _key_of(counts: np.ndarray, tags: TagSet, key: str) -> np.ndarray:
    weights = dict(tags.weights)
    if key not in weights:
        raise ValueError(f"there is no key {key!r}, only {', '.join(weights)}")
    return np.ascontiguousarray(key_values(counts, weights[key]), np.uint64)


def _sizes(table: SignatureTable) -> np.ndarray:
    return np.ascontiguousarray(table.size, np.int64)


def _of_pairs(table: SignatureTable, a: np.ndarray, b: np.ndarray, tolerance: float, key: str) -> np.ndarray:
    tags_a, tags_b = table.counts(a), table.counts(b)
    key_a, key_b = (_key_of(counts, table.parameters.tags, key) for counts in (tags_a, tags_b))
    result: np.ndarray = _closeness(key_a, key_b, table.size[a], table.size[b], tags_a, tags_b, tolerance)
    return result


def key_reach(size: np.ndarray, tolerance: float) -> np.ndarray:
    """Return how far apart keys of such sizes may be, (n,) uint64: max(1, floor(size·T/100)), at most 2^62."""
    return np.minimum(_MOST_REACH, np.maximum(1.0, np.floor(size * tolerance / 100.0))).astype(np.uint64)


def saturated_sum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Add uint64 numbers; 2^64 - 1 where the sum overflows."""
    return a + np.minimum(np.uint64(2**64 - 1) - a, b)


def range_ends(key: np.ndarray, reach: np.ndarray) -> np.ndarray:
    """Return for rows in ascending order of key, (n,) int64, one past the last row within the reach of each."""
    return np.searchsorted(key, saturated_sum(key, reach), side="right").astype(np.int64)


def window_of(hits: np.ndarray, budget: int) -> int:
    """Return the most key hits to look at per row, so that all rows together stay within the budget."""
    if not len(hits):
        return _FEWEST
    ascending = np.sort(hits)
    below = np.concatenate(([0], np.cumsum(ascending)))[:-1]
    total = below + ascending * np.arange(len(hits), 0, -1)  # key hits looked at, if cut at each value
    fits = int(np.searchsorted(total, budget, side="right"))
    if fits == len(hits):
        return int(ascending[-1])
    return max(_FEWEST, int((budget - below[fits]) // (len(hits) - fits)))


@njit(nogil=True, cache=True)
def _passes(size_a: int, size_b: int, tags_a: np.ndarray, tags_b: np.ndarray, tolerance: float) -> bool:
    small, large = min(size_a, size_b), max(size_a, size_b)
    if large > small + small // 2:  # floor(3·small/2), without overflow
        return False
    allowed = np.uint64(max(1.0, np.floor((np.float64(size_a) + np.float64(size_b)) * tolerance / 200.0)))
    distance = np.uint64(0)
    for i in range(len(tags_a)):
        x, y = np.uint64(tags_a[i]), np.uint64(tags_b[i])
        distance += max(x, y) - min(x, y)  # without a branch, which costs three times as much
        if distance > allowed:
            return False
    return True


@njit(nogil=True, cache=True)
def scan_keys(
    place: int,
    last: int,
    ends: np.ndarray,
    window: int,
    most: int,
    tags: np.ndarray,
    size: np.ndarray,
    tolerance: float,
    out_a: np.ndarray,
    out_b: np.ndarray,
) -> tuple[int, int, int]:
    """Write pairs of rows that pass the filters, from ``place`` on until a block is full or many rows were met.

    Args:
        place: the first row, in ascending order of keys.
        last: behind the last row to begin a pair with.
        ends: (n,) int64, behind the last row within the reach of each.
        window: key hits looked at for each row.
        most: pairs that a row may open.
        tags: (n, t) counts.
        size: (n,) int64, bytes.
        tolerance: percentage.
        out_a: (``BLOCK`` + most,) int32, the first rows of pairs go here.
        out_b: likewise the second ones.

    Returns:
        The next row, the number of pairs written, and rows not compared with all their key hits.
    """
    found, capped, steps = 0, 0, 0
    while place < last and found < BLOCK and steps < _STEPS:
        end, own = min(ends[place], place + 1 + window), 0
        other = place + 1
        while other < end and own < most:
            if _passes(size[place], size[other], tags[place], tags[other], tolerance):
                out_a[found] = place
                out_b[found] = other
                found += 1
                own += 1
            other += 1
        steps += other - place
        capped += other < ends[place]
        place += 1
    return place, found, capped


@njit(nogil=True, cache=True)
def _closeness(
    key_a: np.ndarray,
    key_b: np.ndarray,
    size_a: np.ndarray,
    size_b: np.ndarray,
    tags_a: np.ndarray,
    tags_b: np.ndarray,
    tolerance: float,
) -> np.ndarray:
    """Return 1 - L1/(sum of counts); with a tolerance of 0 or more, 0 for pairs that fail the filters."""
    out = np.zeros(len(key_a), np.float32)
    for i in range(len(out)):
        if tolerance >= 0.0:
            target = size_a[i] if key_a[i] < key_b[i] else size_b[i]  # with equal keys any range will do
            apart = max(key_a[i], key_b[i]) - min(key_a[i], key_b[i])
            if apart > np.uint64(max(1.0, np.floor(np.float64(target) * tolerance / 100.0))):
                continue
            if not _passes(size_a[i], size_b[i], tags_a[i], tags_b[i], tolerance):
                continue
        distance, total = 0.0, 0.0
        for j in range(tags_a.shape[1]):
            x, y = np.float64(tags_a[i, j]), np.float64(tags_b[i, j])
            distance += abs(x - y)
            total += x + y
        out[i] = 1.0 - distance / total if total > 0.0 else 1.0
    return out
