"""Very many places of rows, three bytes each while there are no more than eight million rows, and a bit beside each.

A million rows that share what they hold with others take a hundred million of them. The bit stands on the last place of
a group, where nothing else tells where it ends; what else it may mean, its user says. Owns the form.
"""

from __future__ import annotations

import numpy as np

from simfinder.arrays.jit import njit

NARROW = 1 << 23
"""From so many rows on a place takes four bytes."""

BIT = np.int32(-(2**31))
"""The bit where places are plain int32."""


def room(count: int, rows: int) -> np.ndarray:
    """Room for places of so many rows; takes no memory before there is something in it."""
    return np.empty((count, 3), np.uint8) if rows <= NARROW else np.empty(count, np.int32)


def cut(places: np.ndarray, count: int) -> np.ndarray:
    """The first ones; the memory of the others is given back where it is the array's own."""
    if not places.flags.owndata:
        return places[:count]
    places.resize((count, *places.shape[1:]), refcheck=False)
    return places


@njit(nogil=True, cache=True)
def place_at(places: np.ndarray, i: int) -> np.int64:
    """A place."""
    if places.ndim == 2:
        return np.int64(places[i, 0]) | np.int64(places[i, 1]) << 8 | np.int64(places[i, 2] & 127) << 16
    return np.int64(places[i]) & 0x7FFFFFFF


@njit(nogil=True, cache=True)
def has_bit(places: np.ndarray, i: int) -> bool:
    """Whether the bit is set."""
    if places.ndim == 2:
        return places[i, 2] >= 128
    return places[i] < 0


@njit(nogil=True, cache=True)
def set_bit(places: np.ndarray, i: int) -> None:
    """Set the bit."""
    if places.ndim == 2:
        places[i, 2] |= 128
    else:
        places[i] |= BIT


@njit(nogil=True, cache=True)
def put(places: np.ndarray, i: int, place: int) -> None:
    """Put a place, without the bit."""
    if places.ndim == 2:
        places[i, 0], places[i, 1], places[i, 2] = place & 255, place >> 8 & 255, place >> 16
    else:
        places[i] = place


@njit(nogil=True, cache=True)
def append(places: np.ndarray, used: int, more: np.ndarray) -> None:
    """Put int32 ones, with their bits, behind those in use."""
    for i in range(len(more)):
        put(places, used + i, more[i] & 0x7FFFFFFF)
        if more[i] < 0:
            set_bit(places, used + i)
