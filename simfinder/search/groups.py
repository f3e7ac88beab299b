"""Sets of rows that have a value in common, and what the join does with them: cut down, turned round, told roughly.

Plain compressed columns; how they come about is ``postings``' business, what they decide ``joining``'s.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simfinder.kernels import njit
from simfinder.search import places
from simfinder.search.places import has_bit, place_at, put, set_bit

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
        offsets: (g+1,) int64, group i holds ``rows[offsets[i]:offsets[i+1]]``.
        rows: places in the order, see ``places``, ascending inside a group.
    """

    offsets: np.ndarray
    rows: np.ndarray

    @classmethod
    def of_sizes(cls, sizes: np.ndarray, rows: np.ndarray) -> Groups:
        """Groups one behind the other."""
        offsets = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(sizes, out=offsets[1:])
        return cls(offsets, rows)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def sizes(self) -> np.ndarray:
        return np.diff(self.offsets)


def by_row(groups: Groups, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The groups each place is in: (n+1,) int64 offsets and int32 group numbers, ascending."""
    return _by_row(groups.offsets, groups.rows, n)


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


def behind_in(groups: Groups, numbers: np.ndarray, begin: int, end: int) -> tuple[np.ndarray, np.ndarray]:
    """The same in some of the groups, whose rows are marked as well, and in their order; where it is the last one too.

    Args:
        groups: with the bit set on the last row of each.
        numbers: of the groups.
        begin: the first of the places.
        end: behind the last of them.
    """
    offsets = _count_behind_in(groups.offsets, groups.rows, numbers, begin, end)
    at = np.empty(int(offsets[-1]), _index_type(groups.rows))
    _put_behind_in(groups.offsets, groups.rows, numbers, begin, offsets[:-1].copy(), end, at)
    return offsets, at


def without_most_common(groups: Groups, spare: np.ndarray) -> Groups:
    """The groups, each place but in its ``spare`` (n,) int32 largest ones left out; groups below two go.

    The rows of those given are no more: the others are put in their place.
    """
    largest = np.argsort(-groups.sizes, kind="stable")
    _mark_most_common(groups.offsets, groups.rows, largest, spare.astype(np.int32))
    offsets, used = _keep(groups.offsets, groups.rows)
    return Groups(offsets, places.cut(groups.rows, used))


def mark_last(groups: Groups) -> None:
    """Set the bit on the last row of each."""
    _mark_last(groups.offsets, groups.rows)


def falls(groups: Groups, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where the groups of each place fall among ``FALLS``: what two have in common can't be more than falls together.

    Returns:
        (n,) int32, how many groups a place is in; (n+1,) int64 offsets; uint8 steps from each number to the next one,
        ascending from 0. The number is where ``SKIP`` and what follows lead together.
    """
    numbers = np.arange(len(groups), dtype=np.uint64) * _SPREAD >> np.uint64(64 - _FALL_BITS)
    in_order = np.argsort(numbers, kind="stable")
    numbers = numbers.astype(np.int64)
    count, offsets = _count_steps(groups.offsets, groups.rows, in_order, numbers, n)
    steps = np.empty(int(offsets[-1]), np.uint8)
    _put_steps(groups.offsets, groups.rows, in_order, numbers, offsets[:-1].copy(), steps)
    return count, offsets, steps


def _index_type(rows: np.ndarray) -> type[np.signedinteger]:
    return np.int32 if len(rows) < 1 << 31 else np.int64


@njit(nogil=True, cache=True)
def _by_row(offsets: np.ndarray, rows: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
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
    offsets: np.ndarray, rows: np.ndarray, numbers: np.ndarray, begin: int, end: int
) -> np.ndarray:
    out = np.zeros(end - begin + 1, np.int64)
    for g in numbers:
        for i in range(offsets[g], offsets[g + 1]):
            place = place_at(rows, i)
            if begin <= place < end:
                out[place - begin + 1] += 1
    for here in range(end - begin):
        out[here + 1] += out[here]
    return out


@njit(nogil=True, cache=True)
def _put_behind_in(
    offsets: np.ndarray,
    rows: np.ndarray,
    numbers: np.ndarray,
    begin: int,
    slot: np.ndarray,
    end: int,
    at: np.ndarray,
) -> None:
    for g in numbers:
        for i in range(offsets[g], offsets[g + 1]):
            place = place_at(rows, i)
            if begin <= place < end:
                at[slot[place - begin]] = i + 1
                slot[place - begin] += 1


@njit(nogil=True, cache=True)
def _mark_most_common(offsets: np.ndarray, rows: np.ndarray, largest: np.ndarray, left: np.ndarray) -> None:
    for g in largest:
        for i in range(offsets[g], offsets[g + 1]):
            place = place_at(rows, i)
            if left[place] > 0:
                left[place] -= 1
                set_bit(rows, i)


@njit(nogil=True, cache=True)
def _mark_last(offsets: np.ndarray, rows: np.ndarray) -> None:
    for g in range(len(offsets) - 1):
        set_bit(rows, offsets[g + 1] - 1)


@njit(nogil=True, cache=True)
def _keep(offsets: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, int]:
    """Put what is not marked together."""
    out_offsets = np.zeros(len(offsets), np.int64)
    groups, used = 0, 0
    for g in range(len(offsets) - 1):
        begin = used
        for i in range(offsets[g], offsets[g + 1]):
            if not has_bit(rows, i):
                put(rows, used, place_at(rows, i))
                used += 1
        if used - begin < 2:
            used = begin
        else:
            groups += 1
            out_offsets[groups] = used
    return out_offsets[: groups + 1].copy(), used


@njit(nogil=True, cache=True)
def _count_steps(
    offsets: np.ndarray, rows: np.ndarray, in_order: np.ndarray, numbers: np.ndarray, n: int
) -> tuple[np.ndarray, np.ndarray]:
    count, last, bounds = np.zeros(n, np.int32), np.zeros(n, np.int32), np.zeros(n + 1, np.int64)
    for g in in_order:
        for i in range(offsets[g], offsets[g + 1]):
            place = place_at(rows, i)
            count[place] += 1
            bounds[place + 1] += 1 + (numbers[g] - last[place]) // SKIP
            last[place] = numbers[g]
    for here in range(n):
        bounds[here + 1] += bounds[here]
    return count, bounds


@njit(nogil=True, cache=True)
def _put_steps(
    offsets: np.ndarray,
    rows: np.ndarray,
    in_order: np.ndarray,
    numbers: np.ndarray,
    slot: np.ndarray,
    steps: np.ndarray,
) -> None:
    last = np.zeros(len(slot), np.int32)
    for g in in_order:
        for i in range(offsets[g], offsets[g + 1]):
            place = place_at(rows, i)
            left = numbers[g] - last[place]
            last[place] = numbers[g]
            while left >= SKIP:
                steps[slot[place]] = SKIP
                slot[place] += 1
                left -= SKIP
            steps[slot[place]] = left
            slot[place] += 1
