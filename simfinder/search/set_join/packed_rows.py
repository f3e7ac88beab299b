"""Rows in three bytes each while there are at most eight million, with one bit beside each.

A million rows that share values with others take a hundred million entries. The bit is set on the last row of a group,
whose end nothing else says; users may give it another meaning meanwhile.
"""

from __future__ import annotations

import numpy as np

from simfinder.arrays.jit import njit

NARROW = 1 << 23
"""Beyond so many rows an entry takes four bytes."""

BIT = np.int32(-(2**31))
"""The bit in plain int32 entries."""


def room(count: int, rows: int) -> np.ndarray:
    """Allocate room for ``count`` of so many rows; it takes no memory before it is written."""
    return np.empty((count, 3), np.uint8) if rows <= NARROW else np.empty(count, np.int32)


def cut(places: np.ndarray, count: int) -> np.ndarray:
    """Return the first entries of rows, or words of gaps; free the memory of the others if the array owns it."""
    if not places.flags.owndata:
        return places[:count]
    places.resize((count, *places.shape[1:]), refcheck=False)
    return places


@njit(nogil=True, cache=True)
def place_at(places: np.ndarray, i: int) -> np.int64:
    """Return the row of an entry."""
    if places.ndim == 2:
        return np.int64(places[i, 0]) | np.int64(places[i, 1]) << 8 | np.int64(places[i, 2] & 127) << 16
    return np.int64(places[i]) & 0x7FFFFFFF


@njit(nogil=True, cache=True)
def has_bit(places: np.ndarray, i: int) -> bool:
    """Tell whether the bit of an entry is set."""
    if places.ndim == 2:
        return places[i, 2] >= 128
    return places[i] < 0


@njit(nogil=True, cache=True)
def set_bit(places: np.ndarray, i: int) -> None:
    """Set the bit of an entry."""
    if places.ndim == 2:
        places[i, 2] |= 128
    else:
        places[i] |= BIT


@njit(nogil=True, cache=True)
def put(places: np.ndarray, i: int, place: int) -> None:
    """Write a row, without the bit."""
    if places.ndim == 2:
        places[i, 0], places[i, 1], places[i, 2] = place & 255, place >> 8 & 255, place >> 16
    else:
        places[i] = place


@njit(nogil=True, cache=True, python=True)
def append(places: np.ndarray, used: int, more: np.ndarray) -> None:
    """Append int32 entries with their bits behind those in use."""
    for i in range(len(more)):
        put(places, used + i, more[i] & 0x7FFFFFFF)
        if more[i] < 0:
            set_bit(places, used + i)
