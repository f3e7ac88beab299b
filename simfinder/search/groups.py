"""Sets of rows that have a value in common, and what the join does with them: choose, cut down, turn round.

Plain compressed columns; how they come about is ``postings``' business, what they decide ``joining``'s.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows that share a value, one group a value, only values of at least two rows.

    Attributes:
        offsets: (g+1,) int64, group i holds ``rows[offsets[i]:offsets[i+1]]``.
        rows: int32 places in the order, ascending inside a group.
    """

    offsets: np.ndarray
    rows: np.ndarray

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def sizes(self) -> np.ndarray:
        return np.diff(self.offsets)


def by_row(groups: Groups, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The groups each place is in: (n+1,) int64 offsets and int32 group numbers, ascending."""
    return _by_row(groups.offsets, groups.rows, n)


def behind(groups: Groups, n: int) -> np.ndarray:
    """Index into ``groups.rows`` of the member behind each place in each of its groups, in the order of ``by_row``."""
    out = np.empty(len(groups.rows), np.int32 if len(groups.rows) < 1 << 31 else np.int64)
    _behind(groups.rows, n, out)
    return out


def select(groups: Groups, keep: np.ndarray) -> Groups:
    """The groups with ``keep`` (g,) bool set."""
    sizes = groups.sizes
    offsets = np.zeros(int(keep.sum()) + 1, np.int64)
    np.cumsum(sizes[keep], out=offsets[1:])
    return Groups(offsets, groups.rows[np.repeat(keep, sizes)])


def without_most_common(groups: Groups, spare: np.ndarray) -> Groups:
    """The groups, each place but in its ``spare`` (n,) int32 largest ones left out; groups below two go.

    The rows of those given are no more: the others are put in their place.
    """
    largest = np.argsort(-groups.sizes, kind="stable")
    keep = _without_most_common(groups.offsets, groups.rows, largest, spare)
    offsets, used = _keep(groups.offsets, groups.rows, keep)
    return Groups(offsets, groups.rows[:used])


def as_bits(offsets: np.ndarray, numbers: np.ndarray, bit: np.ndarray, words: int) -> tuple[np.ndarray, ...]:
    """Some of the groups that each place is in as bits, and the others as they are.

    Args:
        offsets: as of ``by_row``.
        numbers: as of ``by_row``.
        bit: (g,) int32, the bit that stands for a group, -1 for none.
        words: uint64 of bits for each place.

    Returns:
        (n, words) uint64 bits, (n+1,) int64 offsets and int32 group numbers of the others.
    """
    bits, rest_of = np.zeros((len(offsets) - 1, words), np.uint64), np.zeros(len(offsets), np.int64)
    rest = np.empty(_set_bits(offsets, numbers, bit, bits, rest_of), np.int32)
    _put_rest(numbers, bit, rest)
    return bits, rest_of, rest


def rarest_first(groups: Groups) -> Groups:
    """The same groups by size, so that a row's smallest groups come first in ``by_row``."""
    sizes = groups.sizes
    order = np.argsort(sizes, kind="stable")
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes[order], out=offsets[1:])
    return Groups(offsets, _reordered(groups.offsets, groups.rows, order))


def join(first: Groups, second: Groups) -> Groups:
    """Both sets of groups, the first ones first."""
    offsets = np.concatenate((first.offsets, second.offsets[1:] + first.offsets[-1]))
    return Groups(offsets, np.concatenate((first.rows, second.rows)))


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
def _behind(rows: np.ndarray, n: int, out: np.ndarray) -> None:
    slot = np.zeros(n + 1, np.int64)
    for i in range(len(rows)):
        slot[rows[i] + 1] += 1
    for r in range(n):
        slot[r + 1] += slot[r]
    for i in range(len(rows)):
        out[slot[rows[i]]] = i + 1
        slot[rows[i]] += 1


@njit(nogil=True, cache=True)
def _reordered(offsets: np.ndarray, rows: np.ndarray, order: np.ndarray) -> np.ndarray:
    out, used = np.empty(len(rows), np.int32), 0
    for g in order:
        for i in range(offsets[g], offsets[g + 1]):
            out[used] = rows[i]
            used += 1
    return out


@njit(nogil=True, cache=True)
def _without_most_common(
    offsets: np.ndarray, rows: np.ndarray, largest: np.ndarray, spare: np.ndarray
) -> np.ndarray:
    left = spare.astype(np.int32)
    keep = np.empty(len(rows), np.bool_)
    for g in largest:
        for i in range(offsets[g], offsets[g + 1]):
            keep[i] = left[rows[i]] <= 0
            left[rows[i]] -= 1
    return keep


@njit(nogil=True, cache=True)
def _keep(offsets: np.ndarray, rows: np.ndarray, keep: np.ndarray) -> tuple[np.ndarray, int]:
    out_offsets = np.zeros(len(offsets), np.int64)
    groups, used = 0, 0
    for g in range(len(offsets) - 1):
        begin = used
        for i in range(offsets[g], offsets[g + 1]):
            if keep[i]:
                rows[used] = rows[i]
                used += 1
        if used - begin < 2:
            used = begin
        else:
            groups += 1
            out_offsets[groups] = used
    return out_offsets[: groups + 1].copy(), used


@njit(nogil=True, cache=True)
def _set_bits(
    offsets: np.ndarray, numbers: np.ndarray, bit: np.ndarray, bits: np.ndarray, rest_of: np.ndarray
) -> int:
    """Set the bits of each place and where its other groups will begin; returns how many others there are."""
    used = 0
    for place in range(len(offsets) - 1):
        for i in range(offsets[place], offsets[place + 1]):
            number = bit[numbers[i]]
            if number >= 0:
                bits[place, number >> 6] |= np.uint64(1) << np.uint64(number & 63)
            else:
                used += 1
        rest_of[place + 1] = used
    return used


@njit(nogil=True, cache=True)
def _put_rest(numbers: np.ndarray, bit: np.ndarray, rest: np.ndarray) -> None:
    used = 0
    for i in range(len(numbers)):
        if bit[numbers[i]] < 0:
            rest[used] = numbers[i]
            used += 1
