"""Pairs of rows that share enough values: one join for sketches and for n-grams.

Values in few rows ("light") are joined exactly: row by row the common ones are counted, and a pair is
kept when the count, with the most that uncounted values could add, reaches what the caller needs. Which
values are light depends on a budget of steps that grows with the number of rows, not with its square.

The rest ("heavy": a zero page, a licence header, ten thousand copies) can't be joined pair by pair. A row
with fewer heavy values than it needs in common with any other loses nothing by their being left
out, so heavy values are first cut down to the rows where they could decide, and many become light. What is
still heavy links each row with its nearest followers in the caller's order and with the first row of all:
the members stay together, and the number of pairs stays near the number of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numba import njit

from simfinder.search import groups, postings
from simfinder.search.groups import Groups
from simfinder.search.postings import Values

_ALWAYS_LIGHT = 32  # rows; a value in no more rows than this is not made heavy to save counting
_STEPS_BUDGET, _STEPS_PER_ROW = 12_000_000, 120  # counting steps (1.5 ns) for each value a pair needs
_PAIRS_BUDGET, _PAIRS_PER_ROW = 4_000_000, 30  # pairs of crowded rows, each of which is judged (200 ns)
_ROUNDS = 3
_NEAR = 1  # followers a row is linked with in each heavy group,
_NEAR_RARE, _RARE = 16, 16  # and how many in each of its smallest ones, which say most about a family
_BLOCK = 1 << 17  # pairs at which a block is handed out; the last row may add as many as there are rows
_STEPS = 1 << 25  # counting steps between two looks at the switch: about 50 ms


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
        uncounted: (n,) int32, values of each place that may be in common without being counted.
        capped: number of heavy groups, 0 when the join is exact.
    """

    order: np.ndarray
    light: Groups
    heavy: Groups
    uncounted: np.ndarray

    @property
    def capped(self) -> int:
        return len(self.heavy)


def build(values: Values, order: np.ndarray, rule: Rule, check: Callable[[], None]) -> Index:
    """Index the values of all rows and settle which are light."""
    n = len(order)
    found = postings.group(values, order, check)
    check()
    needed = rule.by_row[order]
    least = int(np.median(needed)) if n else 0
    budget = _PAIRS_BUDGET + _PAIRS_PER_ROW * n
    steps = least * (_STEPS_BUDGET + _STEPS_PER_ROW * n)
    if n * (n - 1) // 2 <= budget:
        steps = 1 << 60  # so few rows are joined exactly, whatever they hold
    is_light, _ = _affordable(found.sizes, steps)
    left = budget
    for _ in range(_ROUNDS):
        # where heavy values alone could decide, one light value in common makes a pair: these cost most
        crowded = groups.per_row(groups.select(found, ~is_light), n) >= needed
        fits, left = _affordable(groups.sizes_among(found, crowded), budget)
        if not (is_light & ~fits).any():
            break
        is_light &= fits
    check()
    light, heavy = groups.select(found, is_light), groups.select(found, ~is_light)
    # also where a group turns light below: it then counts for the rows left in it, not for the others
    uncounted = groups.per_row(heavy, n)
    while len(heavy):
        check()
        before = len(heavy.rows)
        heavy = groups.restrict(heavy, groups.per_row(heavy, n) >= needed)
        is_light, left = _affordable(heavy.sizes, left)
        light = groups.join(light, groups.select(heavy, is_light))
        heavy = groups.select(heavy, ~is_light)
        if len(heavy.rows) == before:
            break
    return Index(order, light, groups.rarest_first(heavy), uncounted)


def pairs(
    index: Index, values: Values, rule: Rule, check: Callable[[], None], done: Callable[[int], None]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Blocks of candidate pairs, each pair once over all blocks.

    Args:
        index: of ``values``.
        values: of each row.
        rule: the one the index was built with.
        check: called between blocks; may raise to stop.
        done: told how many rows a block has finished.

    Yields:
        (a, b): int32 rows, a < b.
    """
    order = index.order
    n = len(order)
    light_of, light_groups = groups.by_row(index.light, n)
    heavy_of, heavy_groups = groups.by_row(index.heavy, n)
    length = values.length[order]
    size = rule.size[order]
    cursor = index.light.offsets[:-1].copy()
    heavy_cursor = index.heavy.offsets[:-1].copy()
    count, touched = np.zeros(n, np.int32), np.empty(n, np.int32)
    out_a, out_b = np.empty(_BLOCK + n, np.int32), np.empty(_BLOCK + n, np.int32)
    place = 0
    while place < n:
        check()
        reached, found = _join(
            place, light_of, light_groups, index.light.offsets, index.light.rows, cursor,
            heavy_of, heavy_groups, index.heavy.offsets, index.heavy.rows, heavy_cursor,
            index.uncounted, length, size, rule.by_sum, float(rule.share), np.array((_NEAR, _NEAR_RARE, _RARE)),
            count, touched, out_a, out_b,
        )  # fmt: skip
        if found:
            first, second = order[out_a[:found]], order[out_b[:found]]
            yield np.minimum(first, second), np.maximum(first, second)
        done(reached - place)
        place = reached


def gather(blocks: Iterable[tuple[np.ndarray, np.ndarray]], n: int) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of the blocks as two sorted int32 columns, each pair once."""
    parts = [a.astype(np.int64) * n + b for a, b in blocks]
    key = np.unique(np.concatenate(parts)) if parts else np.zeros(0, np.int64)
    return (key // max(n, 1)).astype(np.int32), (key % max(n, 1)).astype(np.int32)


def _affordable(sizes: np.ndarray, budget: int) -> tuple[np.ndarray, int]:
    """Which groups can be joined pair by pair within the budget of steps, and what is left of it."""
    if not len(sizes):
        return np.zeros(0, np.bool_), budget
    groups_of = np.bincount(sizes)
    size = np.arange(len(groups_of), dtype=np.int64)
    spent = np.cumsum(groups_of * (size * (size - 1) // 2))
    limit = int(np.searchsorted(spent, budget, side="right")) - 1
    limit = min(max(limit, _ALWAYS_LIGHT), len(spent) - 1)
    return sizes <= limit, max(0, budget - int(spent[limit]))


@njit(nogil=True, cache=True)
def _touch(rows: np.ndarray, begin: int, end: int, count: np.ndarray, touched: np.ndarray, used: int) -> int:
    for i in range(begin, end):
        other = rows[i]
        if count[other] == 0:
            touched[used] = other
            used += 1
        count[other] += 1
    return used


@njit(nogil=True, cache=True)
def _join(
    place: int,
    light_of: np.ndarray,
    light_groups: np.ndarray,
    light_offsets: np.ndarray,
    light_rows: np.ndarray,
    cursor: np.ndarray,
    heavy_of: np.ndarray,
    heavy_groups: np.ndarray,
    heavy_offsets: np.ndarray,
    heavy_rows: np.ndarray,
    heavy_cursor: np.ndarray,
    uncounted: np.ndarray,
    length: np.ndarray,
    size: np.ndarray,
    by_sum: np.ndarray,
    share: float,
    near: np.ndarray,
    count: np.ndarray,
    touched: np.ndarray,
    out_a: np.ndarray,
    out_b: np.ndarray,
) -> tuple[int, int]:
    """Join places from ``place`` on until the block is full; returns (next place, pairs found)."""
    n = len(light_of) - 1
    found, steps = 0, 0
    while place < n and steps < _STEPS and found < _BLOCK:
        used = 0
        # the cursor of a group stands on this place, because places come in ascending order
        for i in range(light_of[place], light_of[place + 1]):
            g = light_groups[i]
            cursor[g] += 1
            steps += light_offsets[g + 1] - cursor[g]
            used = _touch(light_rows, cursor[g], light_offsets[g + 1], count, touched, used)
        for i in range(heavy_of[place], heavy_of[place + 1]):
            g = heavy_groups[i]
            heavy_cursor[g] += 1
            begin, end = heavy_cursor[g], heavy_offsets[g + 1]
            if begin > heavy_offsets[g] + 1:  # only the first of all is compared with everyone
                rare = i - heavy_of[place] < near[2]
                end = min(end, begin + (near[1] if rare else near[0]))
            steps += end - begin
            used = _touch(heavy_rows, begin, end, count, touched, used)
        for i in range(used):
            other = touched[i]
            common = count[other] + min(uncounted[place], uncounted[other])
            count[other] = 0
            if common < by_sum[length[place] + length[other]]:
                continue
            small, large = min(size[place], size[other]), max(size[place], size[other])
            if 2.0 * small < share * (np.float64(small) + np.float64(large)):
                continue
            out_a[found] = place
            out_b[found] = other
            found += 1
        place += 1
    return place, found
