"""Ascending rows of many groups, coded as gaps to the one before: mostly two bytes each.

A million rows that share values with others take a hundred million entries. A gap too large for two bytes takes four.
The first of a group is a gap from 0. Each entry has a mark: on the last of a group, whose end nothing else says; users
may give it another meaning meanwhile.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.arrays.jit import njit

MARK = np.uint16(1 << 15)
"""Set in the last word of a gap; the other bits of that word hold the gap, or its lowest 15 bits."""

_LOW = (1 << 15) - 1


def room(count: int) -> np.ndarray:
    """Allocate room for gaps, uint16; it takes no memory before it is written."""
    return np.empty(2 * count, np.uint16)


@njit(nogil=True, cache=True)
def long_from(n: int) -> Any:
    """Return the first word that means, among n places below 2**30, the beginning of a long gap."""
    return np.int64(_LOW - (n >> 15))


@njit(nogil=True, cache=True)
def gap_at(gaps: np.ndarray, i: int, long: int) -> tuple[Any, int]:
    """Return the gap that begins at a word, and where the next one does. long: see ``long_from``."""
    word = np.int64(gaps[i] & _LOW)
    if word < long:
        return word, i + 1
    return (word - long) << 15 | np.int64(gaps[i + 1] & _LOW), i + 2


@njit(nogil=True, cache=True)
def put_gap(gaps: np.ndarray, i: int, gap: int, long: int) -> int:
    """Write a gap, without the mark; return where the next one begins."""
    if gap < long:
        gaps[i] = gap
        return i + 1
    gaps[i], gaps[i + 1] = long + (gap >> 15), gap & _LOW
    return i + 2


@njit(nogil=True, cache=True, python=True)
def append(gaps: np.ndarray, used: int, sizes: np.ndarray, rows: np.ndarray, n: int) -> np.ndarray:
    """Append groups behind the words in use.

    Args:
        gaps: with room for them.
        used: words in use.
        sizes: how many places each group has, at least one.
        rows: the places, ascending in each group.
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
    """Write all places of groups, one group after the other. Arguments as of ``Groups``."""
    long, at = long_from(n), 0
    for g in range(len(offsets) - 1):
        place, i = np.int64(0), offsets[g]
        while i < offsets[g + 1]:
            gap, i = gap_at(gaps, i, long)
            place += gap
            out[at] = place
            at += 1
