"""Pairs of rows that share enough values: one join for sketches and for shingleprints.

A value that few rows hold ("light") proposes all their pairs and is counted exactly. The others ("common") are counted
by bitmaps, never too few: a pair is kept if what both share may be as much as the caller needs. Some turn out to share
less when the caller computes their figure, which costs less than counting their values here did. Pairs without a common
light value must have that many of the others; so each row may do without its most common ones except for the last one
needed, and the others still propose every such pair. This saves most of what a licence header would cost, and loses
nothing.

Values that too many rows still hold ("heavy": a zero page, ten thousand copies) for a budget that grows with the number
of rows, not with its square, link each row with its nearest followers in the caller's order and with the first row of
all: the members stay together, and the number of pairs stays near the number of rows.

A row's *place* is its index in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeAlias

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.search.set_join import inverted_index, posting_lists
from simfinder.search.set_join.gap_coding import MARK, gap_at, long_from
from simfinder.search.set_join.inverted_index import Values
from simfinder.search.set_join.packed_rows import has_bit, place_at
from simfinder.search.set_join.posting_lists import NextMembers
from simfinder.store import mapped_columns
from simfinder.workers.in_order import in_order

ALWAYS_LIGHT = 32  # up to so many rows of a value, all pairs are looked at
PAIRS_BUDGET, PAIRS_PER_ROW = 8_000_000, 60  # most pairs to look at for more common values, 100 ns each
EXACT = 16_000_000  # up to so many possible pairs, no budget applies
NEAR = 1  # followers a row is linked with in each heavy group,
NEAR_RARE, RARE = 16, 16  # and how many in each of its smallest ones, which say most about a family
_BLOCK = 1 << 17  # pairs at which a block is yielded; the last row may add as many as there are rows
_TURNED = 1 << 21  # postings located at a time: 8 MB
_PLACES = 256  # rows joined by a thread at a time: at most some 50 ms
_Columns: TypeAlias = tuple[np.ndarray, np.ndarray]
_Block: TypeAlias = _Columns


@dataclass(frozen=True, slots=True)
class Rule:
    """What a pair must have in common.

    Attributes:
        by_row: (n,) int32, the least number of common values that any pair with this row needs.
        least: (v, 1 + t) int32, the least number for a pair by how many values its rows hold together, below v, and by
            their share of sizes, t·2·smaller/(sum of sizes) rounded down; never 0, more than they hold for no pair.
        size: (n,) int64, sizes of the rows.
    """

    by_row: np.ndarray
    least: np.ndarray
    size: np.ndarray


class SetJoin:
    """The join of the values of some rows. Its pairs do not depend on the number of threads.

    Rows are *places* in the given order here.

    Args:
        values: of each row.
        order: (n,) int32, the row at each place: similar rows should be neighbours.
        rule: what a pair must have in common.
        check: called between steps; may raise to stop.
        jobs: threads.

    Attributes:
        light: all places that hold a light value, group after group, the bit set on the last of each.
        common: groups of the other values, with the mark likewise, each place left out of its largest ones.
        smallest: numbers of the common groups, the smallest groups first.
        affordable: how many of these, from the first on, are treated as light.
        commons: (n,) int32, how many common values each place has.
        capped: number of values whose rows are compared with their neighbours only, 0 if the join is exact.
    """

    def __init__(
        self, values: Values, order: np.ndarray, rule: Rule, check: Callable[[], None], jobs: int = 1
    ) -> None:
        n = len(order)
        self._check, self._jobs = check, jobs
        self.light, common = inverted_index.group(values, order, ALWAYS_LIGHT, check, jobs)
        check()
        left = PAIRS_BUDGET + PAIRS_PER_ROW * n
        if n * (n - 1) // 2 <= EXACT:
            left = 1 << 60  # few rows: join them exactly, whatever they hold
        self.commons, excess, bits = posting_lists.bitmaps(common)
        check()
        # a row's pairs by common values alone share one that is not among its most common ones
        self.common = posting_lists.without_most_common(common, rule.by_row[order] - 1)
        check()
        sizes = self.common.sizes
        self.affordable = int(affordable_values(sizes, left).sum())
        self.smallest = np.argsort(sizes, kind="stable")
        self.capped = len(sizes) - self.affordable
        posting_lists.mark_last(self.common)
        self._rows = _Rows(
            order,
            self.commons,
            excess,
            bits,
            values.length[order].astype(np.int32),
            rule.size[order],
            np.ascontiguousarray(rule.least, np.int32),
            np.array((NEAR, NEAR_RARE, RARE)),
        )
        self._scratch: SimpleQueue[_Scratch] = SimpleQueue()
        self._stretch: _Stretch | None = None

    def pairs(self, done: Callable[[int], None]) -> Iterator[_Block]:
        """Yield blocks of candidate pairs, each pair once over all blocks.

        Args:
            done: called with the number of rows that a block has finished.

        Yields:
            (a, b): int32 rows, a < b.
        """
        found = (
            blocks
            for stretch in self._stretches()
            for blocks in in_order(self._blocks, stretch, self._jobs, most=3 * self._jobs, name="join")
        )
        for number, blocks in enumerate(found):
            self._check()
            yield from blocks
            done(min(_PLACES, len(self._rows.order) - number * _PLACES))
        mapped_columns.let_go(self.light)

    def _stretches(self) -> Iterator[range]:
        """Yield where blocks begin, in order. Each stretch must be finished before the next one is requested.

        The position of each place in all its groups would take as much memory as all groups.
        """
        n = len(self._rows.order)
        parts = 1 + (len(self.light) + int(self.common.sizes.sum())) // _TURNED
        step = -(-n // (parts * _PLACES)) * _PLACES
        cheap, dear = (
            NextMembers(self.common, numbers) for numbers in np.split(self.smallest, [self.affordable])
        )
        for begin in range(0, n, max(1, step)):
            end = min(n, begin + step)
            self._stretch = None  # frees its columns before the next ones are made
            self._stretch = _Stretch(
                begin,
                posting_lists.behind(self.light, begin, end),
                self.light,
                cheap.up_to(begin, end),
                dear.up_to(begin, end),
                self.common.gaps,
            )
            yield range(begin, end, _PLACES)
        self._stretch = None

    def _blocks(self, begin: int) -> list[_Block]:
        """Return the pairs of ``_PLACES`` places with those behind them."""
        n, stretch = len(self._rows.order), self._stretch
        try:
            scratch = self._scratch.get_nowait()
        except Empty:
            scratch = _Scratch.room(n)
        end = min(n, begin + _PLACES)
        blocks: list[_Block] = []
        while begin < end:
            begin, found = _join(begin, end, stretch, self._rows, scratch)
            if found:
                blocks.append((scratch.a[:found].copy(), scratch.b[:found].copy()))
        self._scratch.put(scratch)
        return blocks


class _Rows(NamedTuple):
    """What the kernel knows of all rows; by place unless said otherwise.

    Attributes:
        order, commons: of the ``SetJoin``.
        excess, bits: of the common values, see ``posting_lists.bitmaps``.
        length: (n,) int32, values of each place.
        size: (n,) int64, size of each place.
        least: of the ``Rule``.
        near: (3,) ``NEAR``, ``NEAR_RARE``, ``RARE``.
    """

    order: np.ndarray
    commons: np.ndarray
    excess: np.ndarray
    bits: np.ndarray
    length: np.ndarray
    size: np.ndarray
    least: np.ndarray
    near: np.ndarray


class _Stretch(NamedTuple):
    """A stretch of places and where each is in its groups.

    Attributes:
        first: the first place.
        light: of ``posting_lists.behind``, into ``light_rows``.
        light_rows: of the ``SetJoin``.
        cheap: of ``NextMembers``, the affordable common groups, into ``gaps``.
        heavy: the others.
        gaps: of the common groups.
    """

    first: int
    light: _Columns
    light_rows: np.ndarray
    cheap: _Columns
    heavy: _Columns
    gaps: np.ndarray


class _Scratch(NamedTuple):
    """Scratch memory of one thread; counts are zero between calls."""

    counts: np.ndarray
    touched: np.ndarray
    missing: np.ndarray
    a: np.ndarray
    b: np.ndarray

    @classmethod
    def room(cls, n: int) -> _Scratch:
        """Allocate it to join n places."""
        return cls(
            np.zeros(n, np.int32),
            np.empty(n + 1, np.int32),
            np.empty(n + 1, np.int32),
            np.empty(_BLOCK + n + 1, np.int32),
            np.empty(_BLOCK + n + 1, np.int32),
        )


def affordable_values(sizes: np.ndarray, budget: int) -> np.ndarray:
    """Return which groups, from the smallest on, can be joined pair by pair within the budget, (g,) bool."""
    if not len(sizes):
        return np.zeros(0, np.bool_)
    groups_of = np.bincount(sizes)
    size = np.arange(len(groups_of), dtype=np.int64)
    spent = np.cumsum(groups_of * (size * (size - 1) // 2))
    limit = int(np.searchsorted(spent, budget, side="right")) - 1
    return sizes <= max(limit, ALWAYS_LIGHT)


@njit(nogil=True, cache=True)
def _count_one(other: int, step: int, count: np.ndarray, touched: np.ndarray, used: int) -> int:
    """Touch a place, and raise its count by ``step``; 0 for heavy values.

    Args:
        other: the place.
        step: twice the number of values met here.
        count: of each place, twice how often it was met, plus one if it was touched.
        touched: the places touched.
        used: how many these are.
    """
    before = count[other]
    touched[used] = other  # without a branch, which would be mispredicted half of the time
    count[other] = (before + step) | 1
    return int(used + np.int64(before == 0))


@njit(nogil=True, cache=True)
def _touch(rows: np.ndarray, at: int, count: np.ndarray, touched: np.ndarray, used: int) -> int:
    """Touch and count all members of a light group from index ``at`` on."""
    while True:
        used = _count_one(place_at(rows, at), 2, count, touched, used)
        if has_bit(rows, at):
            return used
        at += 1


@njit(nogil=True, cache=True)
def _touch_common(
    place: int,
    gaps: np.ndarray,
    at: int,
    long: int,
    most: int,
    count: np.ndarray,
    touched: np.ndarray,
    used: int,
) -> int:
    """Touch up to ``most`` members of a common group behind a place, not the last; their gaps begin at ``at``."""
    for _ in range(most):
        gap, at = gap_at(gaps, at, long)
        place += gap
        used = _count_one(place, 0, count, touched, used)
        if gaps[at - 1] & MARK:
            break
    return used


@njit(nogil=True, cache=True)
def _meet(
    place: int, here: int, n: int, stretch: _Stretch, near: np.ndarray, count: np.ndarray, touched: np.ndarray
) -> int:
    """Touch every place that a place, the ``here``-th of its stretch, is to be compared with; return how many."""
    (light_of, light_at), (cheap_of, cheap_at), (heavy_of, heavy_at) = (
        stretch.light,
        stretch.cheap,
        stretch.heavy,
    )
    light_rows, gaps = stretch.light_rows, stretch.gaps
    used, long = 0, long_from(n)
    for i in range(light_of[here], light_of[here + 1]):
        used = _touch(light_rows, light_at[i], count, touched, used)
    for i in range(cheap_of[here], cheap_of[here + 1]):
        at = max(cheap_at[i], -1 - cheap_at[i])
        if not gaps[at - 1] & MARK:
            used = _touch_common(place, gaps, at, long, n, count, touched, used)
    for i in range(heavy_of[here], heavy_of[here + 1]):
        most, at = n, -1 - heavy_at[i]  # only the first place of all is compared with every other
        if at < 0:
            most, at = near[1] if i - heavy_of[here] < near[2] else near[0], heavy_at[i]
        if not gaps[at - 1] & MARK:
            used = _touch_common(place, gaps, at, long, most, count, touched, used)
    return used


@njit(nogil=True, cache=True)
def needed(least: np.ndarray, held: int, size: int, other: int) -> np.int32:
    """Return how many values a pair needs in common, by ``Rule.least``.

    Args:
        least: of the rule.
        held: values of both rows.
        size: of the one.
        other: of the other.
    """
    both = np.float64(size) + np.float64(other)
    share = 2.0 * np.float64(min(size, other)) / max(both, 1.0)
    return least[held, np.int64(share * (least.shape[1] - 1))]


@njit(nogil=True, cache=True)
def _ones(x: np.uint64) -> np.uint64:
    """Count the set bits; compilers turn this form into the machine's own instruction."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@njit(nogil=True, cache=True, python=True)
def _join(place: int, last: int, stretch: _Stretch, rows: _Rows, room: _Scratch) -> tuple[int, int]:
    """Join places from ``place`` on until ``last`` or the block is full; return (next place, pairs found)."""
    order, commons, excess, bits, length, size, least = (
        rows.order,
        rows.commons,
        rows.excess,
        rows.bits,
        rows.length,
        rows.size,
        rows.least,
    )
    count, touched, missing, out_a, out_b = room.counts, room.touched, room.missing, room.a, room.b
    found, n = 0, len(order)
    while place < last and found < _BLOCK:
        used = _meet(place, place - stretch.first, n, stretch, rows.near, count, touched)
        # a short loop without branches, so that the processor can overlap fetches for several places
        left = 0
        for i in range(used):
            other = touched[i]
            both = count[other] >> 1
            count[other] = 0
            lacks = needed(least, length[place] + length[other], size[place], size[other]) - both
            touched[left], missing[left] = other, lacks
            left += min(commons[place], commons[other]) >= lacks
        own = bits[place]
        for i in range(left):
            other = touched[i]
            at_most = np.int64(min(excess[place], excess[other]))
            for word in range(len(own)):
                at_most += np.int64(_ones(own[word] & bits[other, word]))
            out_a[found], out_b[found] = min(order[place], order[other]), max(order[place], order[other])
            found += at_most >= missing[i]
        place += 1
    return place, found
