"""Very many ascending places of rows, group by group, each told by its gap to the one before: mostly two bytes.

A million rows that share what they hold with others take a hundred million places. A gap that two bytes do not hold
takes four. The first of a group is told by its gap to place 0. Beside each place is a mark: on the last of a group,
where nothing else tells where that ends; what else it may mean, its user says. Owns the form.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.arrays.jit import njit

MARK = np.uint16(1 << 15)
"""Set in the last word of a gap; the other bits of that hold the gap, or the lowest 15 of it."""

_LOW = (1 << 15) - 1


def room(count: int) -> np.ndarray:
    """Room for so many gaps, uint16; takes no memory before there is something in it."""
    return np.empty(2 * count, np.uint16)


def cut(gaps: np.ndarray, used: int) -> np.ndarray:
    """The first words; the memory of the others is given back where it is the array's own."""
    if not gaps.flags.owndata:
        return gaps[:used]
    gaps.resize(used, refcheck=False)
    return gaps


@njit(nogil=True, cache=True)
def long_from(n: int) -> Any:
    """The first number that says, among n places below 2**30, that a word is the beginning of a long gap."""
    return np.int64(_LOW - (n >> 15))


@njit(nogil=True, cache=True)
def gap_at(gaps: np.ndarray, i: int, long: int) -> tuple[Any, int]:
    """The gap that begins at a word, and where the next one does. long: see ``long_from``."""
    word = np.int64(gaps[i] & _LOW)
    if word < long:
        return word, i + 1
    return (word - long) << 15 | np.int64(gaps[i + 1] & _LOW), i + 2


@njit(nogil=True, cache=True)
def put_gap(gaps: np.ndarray, i: int, gap: int, long: int) -> int:
    """Put a gap, without the mark; where the next one begins."""
    if gap < long:
        gaps[i] = gap
        return i + 1
    gaps[i], gaps[i + 1] = long + (gap >> 15), gap & _LOW
    return i + 2


@njit(nogil=True, cache=True)
def append(gaps: np.ndarray, used: int, sizes: np.ndarray, rows: np.ndarray, n: int) -> np.ndarray:
    """Put groups behind the words in use.

    Args:
        gaps: with room for them.
        used: words.
        sizes: how many places each group has, at least one.
        rows: these, ascending in each.
        n: more than any place.

    Returns:
        Where each group ends, int64.
    """
    ends, long, at = np.empty(len(sizes), np.int64), long_from(n), 0
    for g in range(len(sizes)):
        before = np.int64(0)
        for _ in range(sizes[g]):
            used = put_gap(gaps, used, rows[at] - before, long)
            before = np.int64(rows[at])
            at += 1
        ends[g] = used
    return ends


@njit(nogil=True, cache=True)
def places_of(offsets: np.ndarray, gaps: np.ndarray, n: int, out: np.ndarray) -> None:
    """All places of groups, one after the other. Arguments as of ``Groups``."""
    long, at = long_from(n), 0
    for g in range(len(offsets) - 1):
        place, i = np.int64(0), offsets[g]
        while i < offsets[g + 1]:
            gap, i = gap_at(gaps, i, long)
            place += gap
            out[at] = place
            at += 1
