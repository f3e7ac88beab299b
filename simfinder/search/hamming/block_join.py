"""All pairs of 64-bit values within a Hamming distance: the exact join, block by block.

Values are cut into blocks of those bits in which they differ at all; for each choice of blocks to agree, they are
sorted with these on top, and only values that agree in them (a bucket) are compared. A sample of the values decides the
number of blocks. A bucket that stays crowded is joined the same way by its other bits. Each pair is found in one table
only, so no repeats need to be dropped.

Sorting costs 7 ns a value with numpy and needs no compiled code, so up to ``_FEW`` pairs are compared with numpy too;
beyond that ``kernels`` is loaded. Numba and a kernel cost a fresh process 0.3 s of CPU, more than a million random
values take in all.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from simfinder.arrays.set_operations import sorted_set
from simfinder.search.hamming.bit_blocks import BITS, EVERYTHING, Table, Values, choices, narrow, table

Pairs = tuple[Values, Values]

_PART = 1 << 16  # values processed between two calls of ``check``, within the core's cache
_ALL = (1 << BITS) - 1
_FEW = 1 << 24  # most pairs that numpy compares before the kernel is loaded
_FEW_LOADED = 1 << 14  # and if it is loaded already
_KERNEL_MODULE = "simfinder.search.hamming.kernels"
_CROWDED = 1 << 15  # a bucket of so many values is joined by its other bits
_DENSE = 48  # from so many values on numpy compares a bucket all with all
_ROWS = 1 << 18  # pairs that numpy compares at once
_PER_VALUE, _PER_PAIR = 12e-9, 6e-9  # seconds with numpy, to sort and to compare
_PER_CROWDED_PAIR, _PER_LONELY_PAIR = 0.15e-9, 0.7e-9  # seconds, kernel: large and small buckets
_PER_TABLE, _KERNEL = 2e-4, 0.15
_SAMPLE, _SAMPLED = 2048, 6  # values of a sample, and tables tried for each number of blocks
_MOST_TABLES = 4096
_WINDOW = 1 << 20  # values whose buckets are found at a time


def near_pairs(
    values: Values,
    distance: int,
    check: Callable[[], None],
    done: Callable[[float], None] = lambda _: None,
) -> Iterator[Pairs]:
    """Yield blocks of all pairs of values that differ in at most ``distance`` bits, each pair once, in any order.

    Args:
        values: (n,) uint64, all distinct.
        distance: 0 or more.
        check: called at least every 50 ms or so (except while sorting more than 5 million values); may raise.
        done: receives the share of the work done, 0..1.

    Yields:
        (a, b): uint64, in any order inside a pair.
    """
    return _Join(distance, check).pairs(values, done)


def warm_up() -> None:
    """Load the kernel, or compile it if numba's cache is cold."""
    for _ in _Join(1, lambda: None).compare_compiled(np.arange(100, dtype=np.uint64), [(0, 100)], EVERYTHING):
        pass


class _Join:
    """One join: the distance, the check, and how many pairs numpy has compared."""

    def __init__(self, distance: int, check: Callable[[], None]) -> None:
        self._distance = distance
        self._check = check
        self._compared = 0

    def pairs(self, values: Values, done: Callable[[float], None] = lambda _: None) -> Iterator[Pairs]:
        """Yield all pairs of some distinct values."""
        if len(values) < 2 or not self._distance:
            done(1.0)
            return
        narrowed = narrow(values)
        given, width = narrowed.values, narrowed.width
        blocks, _ = plan(given, width, self._distance)
        if not blocks:
            for a, b in self._scan(given, EVERYTHING):
                yield narrowed.back(a), narrowed.back(b)
            done(1.0)
            return
        y = np.empty_like(given)
        count = math.comb(blocks, self._distance)
        for number, kept in enumerate(choices(blocks, self._distance), 1):
            self._check()
            own = table(blocks, kept, width)
            own.permutation.apply(given, y)
            self._check()
            y.sort()
            inverse = own.permutation.inverse
            for begin, end in self._windows(y, np.uint64(_ALL & ~own.keep)):
                for a, b in self._scan(y[begin:end], own):
                    yield narrowed.back(inverse.apply(a)), narrowed.back(inverse.apply(b))
            done(number / count)

    def _windows(self, y: Values, low: np.uint64) -> Iterator[tuple[int, int]]:
        """Yield stretches of whole buckets, so that indexes into them take little memory."""
        begin = 0
        while begin < len(y):
            self._check()
            last = min(begin + _WINDOW, len(y)) - 1
            end = int(np.searchsorted(y, y[last] | low, side="right"))
            yield begin, end
            begin = end

    def _scan(self, y: Values, table: Table) -> Iterator[Pairs]:
        """Yield the pairs that belong to this table, of its values in order."""
        behind = self._beside(y, np.uint64(table.keep))
        if not len(behind):
            return
        breaks = np.flatnonzero(np.diff(behind) != 1) + 1
        begins = behind[np.concatenate(([0], breaks))]
        sizes = behind[np.concatenate((breaks - 1, [len(behind) - 1]))] + 2 - begins
        crowded = (sizes > _CROWDED) if table.keep else np.zeros(len(sizes), np.bool_)
        low = np.uint64(_ALL & ~table.keep)
        for begin, size in zip(begins[crowded].tolist(), sizes[crowded].tolist(), strict=True):
            top = y[begin] & ~low
            for a, b in self.pairs(y[begin : begin + size] & low):
                own = _own(a ^ b, table)
                yield a[own] | top, b[own] | top
        left = int((sizes * (sizes - 1) // 2)[~crowded].sum())
        self._compared += left
        if self._compared > (_FEW_LOADED if _loaded() else _FEW):
            ends = (begins + sizes)[crowded]
            stretches = zip([0, *ends.tolist()], [*begins[crowded].tolist(), len(y)], strict=True)
            yield from self.compare_compiled(y, stretches, table)
        elif left:
            yield from self._compare(y, begins[~crowded], sizes[~crowded], table)

    def _beside(self, y: Values, keep: np.uint64) -> np.ndarray:
        """Return the indexes of values that agree with the next one in the kept bits."""
        if not keep:
            return np.arange(len(y) - 1)
        found = []
        for begin in range(0, len(y) - 1, _PART):
            self._check()
            part = y[begin : begin + _PART + 1]
            found.append(np.flatnonzero((part[1:] ^ part[:-1]) & keep == np.uint64(0)) + begin)
        return np.concatenate(found) if found else np.zeros(0, np.int64)

    def _compare(self, y: Values, begins: np.ndarray, sizes: np.ndarray, table: Table) -> Iterator[Pairs]:
        """Yield the table's own pairs inside buckets, with numpy."""
        dense = sizes >= _DENSE
        for begin, size in zip(begins[dense].tolist(), sizes[dense].tolist(), strict=True):
            bucket = y[begin : begin + size]
            rows = max(1, _ROWS // size)
            for first in range(0, size, rows):
                self._check()
                difference = bucket[first : first + rows, None] ^ bucket[None, first:]
                near = np.flatnonzero(np.bitwise_count(difference) <= self._distance)
                row, column = np.divmod(near, difference.shape[1])
                after = column > row
                yield from _those(bucket[row[after] + first], bucket[column[after] + first], table)
        begins, sizes = begins[~dense], sizes[~dense]
        for first in range(0, len(begins), _PART):
            some, begin = sizes[first : first + _PART] - 1, begins[first : first + _PART]
            behind = np.cumsum(some)
            nth = np.arange(behind[-1]) - np.repeat(behind - some, some)
            at, left = (
                np.repeat(begin, some) + nth,
                np.repeat(some, some) - nth,
            )  # values, and how many follow each
            apart = 1
            while len(at):
                self._check()
                a, b = y[at], y[at + apart]
                near = np.bitwise_count(a ^ b) <= self._distance
                yield from _those(a[near], b[near], table)
                apart += 1
                at, left = at[left >= apart], left[left >= apart]

    def compare_compiled(
        self, y: Values, stretches: Iterable[tuple[int, int]], table: Table
    ) -> Iterator[Pairs]:
        """Yield the table's own pairs inside stretches, with the kernel."""
        from simfinder.search.hamming.kernels import ROOM, scan

        out_a, out_b = np.empty(ROOM, np.uint64), np.empty(ROOM, np.uint64)
        earlier = np.array(table.earlier, np.uint64)
        keep, limit = np.uint64(table.keep), np.uint64(self._distance)
        for place, end in stretches:
            other = 0
            while place < end:
                self._check()
                place, other, found = scan(y, place, other, end, keep, limit, earlier, out_a, out_b)
                if found:
                    yield out_a[:found].copy(), out_b[:found].copy()


def _those(a: Values, b: Values, table: Table) -> Iterator[Pairs]:
    """Yield the pairs that are near and belong to the table."""
    if len(a):
        own = _own(a ^ b, table)
        yield a[own], b[own]


def _own(difference: Values, table: Table) -> np.ndarray:
    """Return which pairs belong to the table."""
    own = np.ones(len(difference), np.bool_)
    for mask in table.earlier:
        own &= difference & np.uint64(mask) != np.uint64(0)
    return own


def cost_of(values: Values, distance: int) -> float:
    """Estimate the seconds of CPU that the join of distinct values takes, without handling what it finds."""
    narrowed = narrow(values)
    return plan(narrowed.values, narrowed.width, distance)[1]


def plan(values: Values, width: int, distance: int) -> tuple[int, float]:
    """Return the number of blocks that makes the join cheapest (0: compare all with all), and its seconds."""
    n = len(values)
    pairs = n * (n - 1) / 2
    best, cheapest = 0, _pairs_cost(pairs, n)
    if cheapest < 2 * _PER_TABLE * (distance + 1):
        return best, cheapest
    some = sample(values)
    for blocks in range(distance + 1, width + 1):
        count = math.comb(blocks, distance)
        sorting = count * (n * _PER_VALUE + _PER_TABLE)
        if sorting > cheapest or count > _MOST_TABLES:
            break
        chosen = [table(blocks, kept, width) for kept in _spread(count, choices(blocks, distance))]
        share = sum(_together(some, table) for table in chosen) / len(chosen)
        cost = sorting + _pairs_cost(count * pairs * share, n * share)
        if cost < cheapest:
            best, cheapest = blocks, cost
    return best, cheapest


def _pairs_cost(pairs: float, beside: float) -> float:
    """Return the seconds for pairs in buckets where a value meets ``beside`` others."""
    each = _PER_CROWDED_PAIR + _PER_LONELY_PAIR / (1 + beside / 16)
    return min(pairs * _PER_PAIR, pairs * each if _loaded() else _KERNEL + pairs * each)


def _loaded() -> bool:
    """Tell whether the kernel is loaded already."""
    return _KERNEL_MODULE in sys.modules


def _spread(count: int, every: Iterator[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield some of all choices, evenly spaced in their order."""
    step = max(1, count // _SAMPLED)
    return itertools.islice(every, step // 2, None, step)


def sample(values: Values) -> Values:
    """Return some values at scattered positions; the same at every call."""
    if len(values) <= _SAMPLE:
        return values
    mixed = (np.arange(_SAMPLE, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    return values[sorted_set(mixed % np.uint64(len(values)))]


def _together(sample: Values, table: Table) -> float:
    """Estimate from a sample the share of all pairs that meet in a bucket; at least that of random bits."""
    n = len(sample)
    prefix = np.sort(table.permutation.apply(sample) & np.uint64(table.keep))
    ends = np.flatnonzero(np.concatenate((prefix[1:] != prefix[:-1], [True])))
    sizes = np.diff(ends, prepend=-1)
    return max(float((sizes * (sizes - 1)).sum()) / max(1, n * (n - 1)), 0.5 ** table.keep.bit_count())
