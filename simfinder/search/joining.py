"""Pairs of rows that share enough values: one join for sketches and for shingleprints.

A value that few rows hold ("light") proposes all their pairs; what two rows hold in common is counted exactly, and a
pair is kept when that is what the caller needs. Pairs that have no light value in common must have as many of the
others as they need; so each row may do without its most common ones but for the last one needed, and the others still
propose every such pair. This takes most of what a licence header would cost, and loses nothing.

What is still held by too many rows ("heavy": a zero page, ten thousand copies) for a budget that grows with the number
of rows, not with its square, links each row with its nearest followers in the caller's order and with the first row of
all: the members stay together, and the number of pairs stays near the number of rows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TypeAlias

import numpy as np
from numba import njit

from simfinder.search import groups, postings
from simfinder.search.groups import Groups
from simfinder.search.postings import Values
from simfinder.signatures.distinct import sorted_set

_ALWAYS_LIGHT = 32  # rows; of a value that no more rows hold, all pairs are looked at
_PAIRS_BUDGET, _PAIRS_PER_ROW = 8_000_000, 60  # pairs looked at for more common values, 100 ns each
_EXACT = 16_000_000  # pairs there are, up to which no budget counts
_NEAR = 1  # followers a row is linked with in each heavy group,
_NEAR_RARE, _RARE = 16, 16  # and how many in each of its smallest ones, which say most about a family
_BLOCK = 1 << 17  # pairs at which a block is handed out; the last row may add as many as there are rows
_WORDS = 16  # 64 times as many of the most common values are bits: 8 ns for two rows where lists take 300
_PLACES = 256  # places joined by a thread at a time: at most some 50 ms
_Block: TypeAlias = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a pair must have in common.

    Attributes:
        by_row: (n,) int32, the least number of common values any pair with this row needs.
        by_sum: int32, the least number for a pair whose rows hold s values together; never 0.
        size: (n,) int64, sizes of the rows.
        share: pairs with 2·smaller/(sum of sizes) below this are dropped; 0 keeps all.
    """

    by_row: np.ndarray
    by_sum: np.ndarray
    size: np.ndarray
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Index:
    """Values cut into light and heavy ones, ready to be joined; rows are places in ``order``.

    Attributes:
        order: (n,) int32, the row at each place.
        light, heavy: groups of places.
        counted: how many of the light groups, from the first on, hold all places of their value.
        commons: (n,) int32, how many other values each place has.
        bits: (n, w) uint64, which of the most common of these each place has.
        rest_of, rest_groups: (n+1,) int64 offsets and int32 numbers of the others that each place has.
        rest: what these numbers are below.
        capped: number of heavy groups, 0 when the join is exact.
    """

    order: np.ndarray
    light: Groups
    heavy: Groups
    counted: int
    commons: np.ndarray
    bits: np.ndarray
    rest_of: np.ndarray
    rest_groups: np.ndarray
    rest: int

    @property
    def capped(self) -> int:
        return len(self.heavy)


def build(values: Values, order: np.ndarray, rule: Rule, check: Callable[[], None]) -> Index:
    """Index the values of all rows and settle which are light."""
    n = len(order)
    light, heavy = postings.group(values, order, _ALWAYS_LIGHT, check)
    check()
    needed = rule.by_row[order]
    left = _PAIRS_BUDGET + _PAIRS_PER_ROW * n
    if n * (n - 1) // 2 <= _EXACT:
        left = 1 << 60  # so few rows are joined exactly, whatever they hold
    counted, rest = len(light), len(heavy)
    commons, bits, rest_of, rest_groups = _turned(heavy, n)
    check()
    # a row has no pair by heavy values alone but among those that are not its most common ones
    heavy = groups.without_most_common(heavy, needed - 1)
    check()
    is_light = _affordable(heavy.sizes, left)
    if is_light.any():
        light, heavy = groups.join(light, groups.select(heavy, is_light)), groups.select(heavy, ~is_light)
    heavy = groups.rarest_first(heavy)
    return Index(order, light, heavy, counted, commons, bits, rest_of, rest_groups, rest)


def pairs(
    index: Index,
    values: Values,
    rule: Rule,
    check: Callable[[], None],
    done: Callable[[int], None],
    jobs: int = 1,
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Blocks of candidate pairs, each pair once over all blocks.

    Args:
        index: of ``values``.
        values: of each row.
        rule: the one the index was built with.
        check: called between blocks; may raise to stop.
        done: told how many rows a block has finished.
        jobs: threads; the blocks and their order do not depend on it.

    Yields:
        (a, b): int32 rows, a < b.
    """
    join = _Join(index, values, rule)
    n = len(index.order)
    begins = range(0, n, _PLACES)
    if jobs == 1:
        found = map(join.blocks, begins)
        yield from _handed_on(found, n, check, done)
        return
    with ThreadPoolExecutor(jobs, thread_name_prefix="join") as workers:
        waiting = iter(begins)
        under_way = deque(workers.submit(join.blocks, begin) for begin in islice(waiting, 3 * jobs))

        def results() -> Iterator[list[_Block]]:
            while under_way:
                yield under_way.popleft().result()
                under_way.extend(workers.submit(join.blocks, begin) for begin in islice(waiting, 1))

        try:
            yield from _handed_on(results(), n, check, done)
        finally:
            for future in under_way:
                future.cancel()


def _handed_on(
    found: Iterator[list[_Block]], n: int, check: Callable[[], None], done: Callable[[int], None]
) -> Iterator[_Block]:
    for number, blocks in enumerate(found):
        check()
        yield from blocks
        done(min(_PLACES, n - number * _PLACES))


class _Join:
    """The join of an index, some places at a time; any thread may ask."""

    def __init__(self, index: Index, values: Values, rule: Rule) -> None:
        n = len(index.order)
        self._index = index
        self._light_of, self._light_groups = groups.by_row(index.light, n)
        self._heavy_of, self._heavy_groups = groups.by_row(index.heavy, n)
        self._heavy_behind = groups.behind(index.heavy, n)
        self._length = values.length[index.order].astype(np.int32)
        self._size = rule.size[index.order]
        self._rule = rule
        self._scratch: SimpleQueue[_Scratch] = SimpleQueue()

    def blocks(self, begin: int) -> list[_Block]:
        """The pairs of ``_PLACES`` places with those behind them."""
        index, rule, n = self._index, self._rule, len(self._index.order)
        try:
            scratch = self._scratch.get_nowait()
        except Empty:
            scratch = _Scratch(n, index.rest)
        end = min(n, begin + _PLACES)
        blocks: list[_Block] = []
        while begin < end:
            begin, found = _join(
                begin, end, index.order,
                self._light_of, self._light_groups, index.light.offsets, index.light.rows, index.counted,
                self._heavy_of, self._heavy_groups, self._heavy_behind, index.heavy.offsets, index.heavy.rows,
                index.commons, index.bits, index.rest_of, index.rest_groups,
                self._length, self._size, rule.by_sum, float(rule.share),
                np.array((_NEAR, _NEAR_RARE, _RARE)),
                scratch.count, scratch.touched, scratch.missing, scratch.held, scratch.a, scratch.b,
            )  # fmt: skip
            if found:
                blocks.append((scratch.a[:found].copy(), scratch.b[:found].copy()))
        self._scratch.put(scratch)
        return blocks


class _Scratch:
    """What one thread needs to join n places; all zero between two calls."""

    def __init__(self, n: int, common: int) -> None:
        self.count = np.zeros(n, np.int32)
        self.touched, self.missing = np.empty(n + 1, np.int32), np.empty(n + 1, np.int32)
        self.held = np.zeros(common, np.bool_)
        self.a, self.b = np.empty(_BLOCK + n + 1, np.int32), np.empty(_BLOCK + n + 1, np.int32)


def gather(blocks: Iterable[tuple[np.ndarray, np.ndarray]], n: int) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of the blocks as two sorted int32 columns, each pair once."""
    parts = [a.astype(np.int64) * n + b for a, b in blocks]
    key = sorted_set(np.concatenate(parts)) if parts else np.zeros(0, np.int64)
    return (key // max(n, 1)).astype(np.int32), (key % max(n, 1)).astype(np.int32)


def _affordable(sizes: np.ndarray, budget: int) -> np.ndarray:
    """(g,) bool, which groups, from the smallest on, can be joined pair by pair within the budget of pairs."""
    if not len(sizes):
        return np.zeros(0, np.bool_)
    groups_of = np.bincount(sizes)
    size = np.arange(len(groups_of), dtype=np.int64)
    spent = np.cumsum(groups_of * (size * (size - 1) // 2))
    limit = int(np.searchsorted(spent, budget, side="right")) - 1
    return sizes <= max(limit, _ALWAYS_LIGHT)


def _turned(common: Groups, n: int) -> tuple[np.ndarray, ...]:
    """What each place has in common with many: how much of it, the most common of it as bits, the rest as numbers."""
    bit = np.full(len(common), -1, np.int32)
    largest = np.argsort(-common.sizes, kind="stable")[: 64 * _WORDS]
    bit[largest] = np.arange(len(largest))
    offsets, numbers = groups.by_row(common, n)
    bits, rest_of, rest = groups.as_bits(offsets, numbers, bit, _WORDS if len(largest) else 0)
    return np.diff(offsets).astype(np.int32), bits, rest_of, rest


@njit(nogil=True, cache=True)
def _in_common(a: np.ndarray, b: np.ndarray) -> int:
    """Bits set in both."""
    total = np.uint64(0)
    for i in range(len(a)):
        x = a[i] & b[i]
        x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
        x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        total += (x * np.uint64(0x0101010101010101)) >> np.uint64(56)
    return int(total)


@njit(nogil=True, cache=True)
def _touch(rows: np.ndarray, begin: int, end: int, count: np.ndarray, touched: np.ndarray, used: int) -> int:
    """Touch some members of a group without counting it: what is heavy is counted otherwise."""
    for i in range(begin, end):
        other = rows[i]
        if count[other] == 0:
            touched[used] = other
            used += 1
        count[other] |= 1
    return used


@njit(nogil=True, cache=True)
def _touch_behind(
    rows: np.ndarray,
    begin: int,
    end: int,
    place: int,
    step: int,
    count: np.ndarray,
    touched: np.ndarray,
    used: int,
) -> int:
    """Touch the members of a group that come after ``place``; they are its last ones."""
    i = end - 1
    while i >= begin and rows[i] > place:
        other = rows[i]
        if count[other] == 0:
            touched[used] = other
            used += 1
        count[other] = (count[other] + step) | 1
        i -= 1
    return used


@njit(nogil=True, cache=True)
def _join(
    place: int,
    last: int,
    order: np.ndarray,
    light_of: np.ndarray,
    light_groups: np.ndarray,
    light_offsets: np.ndarray,
    light_rows: np.ndarray,
    counted: int,
    heavy_of: np.ndarray,
    heavy_groups: np.ndarray,
    heavy_behind: np.ndarray,
    heavy_offsets: np.ndarray,
    heavy_rows: np.ndarray,
    commons: np.ndarray,
    bits: np.ndarray,
    rest_of: np.ndarray,
    rest_groups: np.ndarray,
    length: np.ndarray,
    size: np.ndarray,
    by_sum: np.ndarray,
    share: float,
    near: np.ndarray,
    count: np.ndarray,
    touched: np.ndarray,
    missing: np.ndarray,
    held: np.ndarray,
    out_a: np.ndarray,
    out_b: np.ndarray,
) -> tuple[int, int]:
    """Join places from ``place`` on until ``last`` or the block is full; returns (next place, pairs found)."""
    found = 0
    while place < last and found < _BLOCK:
        used = 0
        for i in range(light_of[place], light_of[place + 1]):
            g = light_groups[i]
            used = _touch_behind(
                light_rows,
                light_offsets[g],
                light_offsets[g + 1],
                place,
                2 * (g < counted),
                count,
                touched,
                used,
            )
        for i in range(heavy_of[place], heavy_of[place + 1]):
            g = heavy_groups[i]
            begin, end = heavy_behind[i], heavy_offsets[g + 1]
            if begin > heavy_offsets[g] + 1:  # only the first of all is compared with everyone
                rare = i - heavy_of[place] < near[2]
                end = min(end, begin + (near[1] if rare else near[0]))
            used = _touch(heavy_rows, begin, end, count, touched, used)
        own_begin, own_end = rest_of[place], rest_of[place + 1]
        for i in range(own_begin, own_end):
            held[rest_groups[i]] = True
        # three short loops without branches, so that a processor fetches what several others need at once
        left, own_size = 0, np.float64(size[place])
        for i in range(used):
            other = touched[i]
            both = count[other] >> 1
            count[other] = 0
            its_size = np.float64(size[other])
            fits = 2.0 * min(own_size, its_size) >= share * (own_size + its_size)
            needed = by_sum[length[place] + length[other]]
            touched[left], missing[left] = other, needed - both
            left += fits & (both + min(commons[place], commons[other]) >= needed)
        used, left = left, 0
        for i in range(used):
            other = touched[i]
            lacks = missing[i] - _in_common(bits[place], bits[other])
            touched[left], missing[left] = other, lacks
            left += min(rest_of[other + 1] - rest_of[other], own_end - own_begin) >= lacks
        for i in range(left):
            other, lacks = touched[i], missing[i]
            if lacks > 0:
                for j in range(rest_of[other], rest_of[other + 1]):
                    lacks -= held[rest_groups[j]]
            first, second = order[place], order[other]
            out_a[found], out_b[found] = min(first, second), max(first, second)
            found += lacks <= 0
        for i in range(own_begin, own_end):
            held[rest_groups[i]] = False
        place += 1
    return place, found
