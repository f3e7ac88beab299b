"""Sets of rows that have a value in common, and what the join does with them: cut down, turned round, told roughly.

Plain compressed columns; how they come about is ``postings``' business, what they decide ``joining``'s.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.search.set_join import gap_coding
from simfinder.search.set_join.gap_coding import MARK, gap_at, long_from, put_gap
from simfinder.search.set_join.packed_rows import has_bit, place_at

_FALL_BITS = 12
_SPREAD = np.uint64(0x9E3779B97F4A7C15)

FALLS = 1 << _FALL_BITS
"""Numbers that groups are told apart by: of a hundred of a stranger's two fall on one's own."""

SKIP = 255
"""A step that leads to no number, only nearer to it."""


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows that share a value, one group a value, only values of at least two rows.

    Attributes:
        n: how many places there are.
        sizes: (g,) int32, how many rows each has.
        offsets: (g+1,) int64, where each begins among the words of ``gaps``.
        gaps: uint16, its places in the order, see ``gaps``.
    """

    n: int
    sizes: np.ndarray
    offsets: np.ndarray
    gaps: np.ndarray

    def __len__(self) -> int:
        return len(self.sizes)

    def places(self) -> np.ndarray:
        """All their places, (m,) int32, group by group."""
        out = np.empty(int(self.sizes.sum()), np.int32)
        gap_coding.places_of(self.offsets, self.gaps, self.n, out)
        return out


def behind(rows: np.ndarray, begin: int, end: int) -> tuple[np.ndarray, np.ndarray]:
    """Where the next member stands behind each of some places in each of its groups but those where it is the last.

    Args:
        rows: groups one behind the other, the bit set on the last row of each.
        begin: the first of the places.
        end: behind the last of them.

    Returns:
        (end - begin + 1,) int64 offsets, and indexes into ``rows``.
    """
    offsets = _count_behind(rows, begin, end)
    at = np.empty(int(offsets[-1]), _index_type(rows))
    _put_behind(rows, begin, offsets[:-1].copy(), end, at)
    return offsets, at


class Behind:
    """Where the next member stands behind each of a stretch of places in each of some groups it is in, in their order.

    Asked for one stretch after the other, from the first place on: so no group is gone through twice.

    Args:
        groups: with the mark on the last place of each.
        numbers: of those groups.
    """

    def __init__(self, groups: Groups, numbers: np.ndarray) -> None:
        self._groups = groups
        self._first = groups.offsets[numbers]
        self._word, self._place = self._first.copy(), np.zeros(len(numbers), np.int32)  # where each was left

    def up_to(self, begin: int, end: int) -> tuple[np.ndarray, np.ndarray]:
        """Of the places from ``begin`` on, which is where the last stretch ended, below ``end``.

        Returns:
            (end - begin + 1,) int64 offsets, and words of the gaps; -1 less those where the place is the first of all.
            Where it is the last one too, by which the mark is on the word before.
        """
        columns = self._groups.n, self._first, self._groups.gaps, self._word, self._place
        offsets = _count_behind_in(*columns, begin, end)
        at = np.empty(int(offsets[-1]), _index_type(self._groups.gaps))
        _put_behind_in(*columns, begin, offsets[:-1].copy(), end, at)
        return offsets, at


def without_most_common(groups: Groups, spare: np.ndarray) -> Groups:
    """The groups, each place but in its ``spare`` (n,) int32 largest ones left out; groups below two go.

    The gaps of those given are no more: the others are put in their place.
    """
    largest = np.argsort(-groups.sizes, kind="stable")
    _mark_most_common(groups.offsets, groups.gaps, largest, spare.astype(np.int32))
    sizes, offsets = _keep(groups.offsets, groups.gaps, groups.n)
    return Groups(groups.n, sizes, offsets, gap_coding.cut(groups.gaps, int(offsets[-1])))


def mark_last(groups: Groups) -> None:
    """Set the mark on the last place of each."""
    groups.gaps[groups.offsets[1:] - 1] |= MARK


def falls(groups: Groups) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where the groups of each place fall among ``FALLS``: what two have in common can't be more than falls together.

    Returns:
        (n,) int32, how many groups a place is in; (n+1,) int64 offsets; uint8 steps from each number to the next one,
        ascending from 0. The number is where ``SKIP`` and what follows lead together.
    """
    numbers = np.arange(len(groups), dtype=np.uint64) * _SPREAD >> np.uint64(64 - _FALL_BITS)
    in_order = np.argsort(numbers, kind="stable")
    numbers = numbers.astype(np.int64)
    columns = groups.n, groups.offsets, groups.gaps, in_order, numbers
    count, offsets = _count_steps(*columns)
    steps = np.empty(int(offsets[-1]), np.uint8)
    _put_steps(*columns, offsets[:-1].copy(), steps)
    return count, offsets, steps


def _index_type(rows: np.ndarray) -> type[np.signedinteger]:
    return np.int32 if len(rows) < 1 << 31 else np.int64


@njit(nogil=True, cache=True)
def by_row(offsets: np.ndarray, rows: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The groups each row is in: (n+1,) int64 offsets and int32 group numbers, ascending.

    Args:
        offsets: (g+1,) int64, group i holds ``rows[offsets[i]:offsets[i+1]]``.
        rows: ascending in each.
        n: more than any of them.
    """
    bounds = np.zeros(n + 1, np.int64)
    for i in range(len(rows)):
        bounds[rows[i] + 1] += 1
    for r in range(n):
        bounds[r + 1] += bounds[r]
    slot = bounds[:-1].copy()
    out = np.empty(len(rows), np.int32)
    for g in range(len(offsets) - 1):
        for i in range(offsets[g], offsets[g + 1]):
            r = rows[i]
            out[slot[r]] = g
            slot[r] += 1
    return bounds, out


@njit(nogil=True, cache=True)
def _count_behind(rows: np.ndarray, begin: int, end: int) -> np.ndarray:
    offsets = np.zeros(end - begin + 1, np.int64)
    for i in range(len(rows)):
        place = place_at(rows, i)
        if begin <= place < end and not has_bit(rows, i):
            offsets[place - begin + 1] += 1
    for here in range(end - begin):
        offsets[here + 1] += offsets[here]
    return offsets


@njit(nogil=True, cache=True)
def _put_behind(rows: np.ndarray, begin: int, slot: np.ndarray, end: int, at: np.ndarray) -> None:
    for i in range(len(rows)):
        place = place_at(rows, i)
        if begin <= place < end and not has_bit(rows, i):
            at[slot[place - begin]] = i + 1
            slot[place - begin] += 1


@njit(nogil=True, cache=True)
def _count_behind_in(
    n: int, first: np.ndarray, gaps: np.ndarray, word: np.ndarray, before: np.ndarray, begin: int, end: int
) -> np.ndarray:
    out, long = np.zeros(end - begin + 1, np.int64), long_from(n)
    for g in range(len(word)):
        i, place = word[g], np.int64(before[g])
        while i == first[g] or not gaps[i - 1] & MARK:
            gap, i = gap_at(gaps, i, long)
            place += gap
            if place >= end:
                break
            out[place - begin + 1] += 1
    for here in range(end - begin):
        out[here + 1] += out[here]
    return out


@njit(nogil=True, cache=True)
def _put_behind_in(
    n: int,
    first: np.ndarray,
    gaps: np.ndarray,
    word: np.ndarray,
    before: np.ndarray,
    begin: int,
    slot: np.ndarray,
    end: int,
    at: np.ndarray,
) -> None:
    """Go on from where each group was left, and leave it there."""
    long = long_from(n)
    for g in range(len(word)):
        i, place = word[g], np.int64(before[g])
        while i == first[g] or not gaps[i - 1] & MARK:
            gap, following = gap_at(gaps, i, long)
            if place + gap >= end:
                break
            place += gap
            at[slot[place - begin]] = following if i > first[g] else -1 - following
            slot[place - begin] += 1
            i = following
        word[g], before[g] = i, place


@njit(nogil=True, cache=True)
def _mark_most_common(offsets: np.ndarray, gaps: np.ndarray, largest: np.ndarray, left: np.ndarray) -> None:
    long = long_from(len(left))
    for g in largest:
        place, i = np.int64(0), offsets[g]
        while i < offsets[g + 1]:
            gap, i = gap_at(gaps, i, long)
            place += gap
            if left[place] > 0:
                left[place] -= 1
                gaps[i - 1] |= MARK


@njit(nogil=True, cache=True)
def _keep(offsets: np.ndarray, gaps: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Put what is not marked together: two gaps become one, which takes no more words than they did."""
    long = long_from(n)
    out_offsets, sizes = np.zeros(len(offsets), np.int64), np.zeros(len(offsets), np.int32)
    groups = 0
    for g in range(len(offsets) - 1):
        used, i, held = out_offsets[groups], offsets[g], 0
        place, before = np.int64(0), np.int64(0)
        while i < offsets[g + 1]:
            gap, i = gap_at(gaps, i, long)
            place += gap
            if not gaps[i - 1] & MARK:
                used = put_gap(gaps, used, place - before, long)
                before = place
                held += 1
        if held >= 2:
            sizes[groups] = held
            groups += 1
            out_offsets[groups] = used
    return sizes[:groups].copy(), out_offsets[: groups + 1].copy()


@njit(nogil=True, cache=True)
def _count_steps(
    n: int, offsets: np.ndarray, gaps: np.ndarray, in_order: np.ndarray, numbers: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    count, last, bounds = np.zeros(n, np.int32), np.zeros(n, np.int32), np.zeros(n + 1, np.int64)
    long = long_from(n)
    for g in in_order:
        place, i = np.int64(0), offsets[g]
        while i < offsets[g + 1]:
            gap, i = gap_at(gaps, i, long)
            place += gap
            count[place] += 1
            bounds[place + 1] += 1 + (numbers[g] - last[place]) // SKIP
            last[place] = numbers[g]
    for here in range(n):
        bounds[here + 1] += bounds[here]
    return count, bounds


@njit(nogil=True, cache=True)
def _put_steps(
    n: int,
    offsets: np.ndarray,
    gaps: np.ndarray,
    in_order: np.ndarray,
    numbers: np.ndarray,
    slot: np.ndarray,
    steps: np.ndarray,
) -> None:
    last = np.zeros(len(slot), np.int32)
    long = long_from(n)
    for g in in_order:
        place, i = np.int64(0), offsets[g]
        while i < offsets[g + 1]:
            gap, i = gap_at(gaps, i, long)
            place += gap
            left = numbers[g] - last[place]
            last[place] = numbers[g]
            while left >= SKIP:
                steps[slot[place]] = SKIP
                slot[place] += 1
                left -= SKIP
            steps[slot[place]] = left
            slot[place] += 1
