"""The compiled loop of the Hamming join: all pairs inside buckets of values that agree in some bits.

Loaded only if there are enough pairs to compare that loading numba pays; ``block_join`` does the same with numpy.
"""

from __future__ import annotations

import numpy as np

from simfinder.arrays.jit import njit

BLOCK = 1 << 17
"""Number of pairs after which a call returns."""

ROOM = BLOCK + (1 << 12)
"""Pairs the output must have room for."""

_STEPS = 1 << 26  # pairs compared between two calls of ``check``: 10 to 30 ms
_CHUNK = 512  # values that four rows are compared with before testing whether any was near
_SMALL = 24  # a bucket below this is compared pair by pair


@njit(nogil=True, cache=True)
def _ones(x: np.uint64) -> np.uint64:
    """Count the set bits; compilers turn this form into the machine's own instruction."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@njit(nogil=True, cache=True)
def _try(
    x: np.uint64,
    z: np.uint64,
    distance: np.uint64,
    earlier: np.ndarray,
    out_a: np.ndarray,
    out_b: np.ndarray,
    found: int,
) -> int:
    """Store the pair if it is near and differs in all masks; return the number of pairs now."""
    difference = x ^ z
    if _ones(difference) > distance:
        return found
    for mask in earlier:
        if difference & mask == np.uint64(0):
            return found
    out_a[found] = x
    out_b[found] = z
    return found + 1


@njit(nogil=True, cache=True)
def _four(
    y: np.ndarray,
    place: int,
    other: int,
    stop: int,
    distance: np.uint64,
    earlier: np.ndarray,
    out_a: np.ndarray,
    out_b: np.ndarray,
    found: int,
) -> tuple[int, int]:
    """Compare four values with those from ``other`` on; return the next one to compare with and the number of pairs."""
    a, b, c, d = y[place], y[place + 1], y[place + 2], y[place + 3]
    end = min(stop, other + _STEPS // 4)
    while other < end and found < BLOCK:
        last = min(other + _CHUNK, end)
        least = np.uint64(64)
        for k in range(other, last):
            x = y[k]
            least = min(least, _ones(x ^ a), _ones(x ^ b), _ones(x ^ c), _ones(x ^ d))
        if least <= distance:
            for k in range(other, last):
                for i in range(place, place + 4):
                    found = _try(y[i], y[k], distance, earlier, out_a, out_b, found)
        other = last
    return other, found


@njit(nogil=True, cache=True)
def scan(
    y: np.ndarray,
    place: int,
    other: int,
    end: int,
    keep: np.uint64,
    distance: np.uint64,
    earlier: np.ndarray,
    out_a: np.ndarray,
    out_b: np.ndarray,
) -> tuple[int, int, int]:
    """Compare values with those behind them in their bucket, from a position on until the output is full.

    Args:
        y: uint64 values; those that agree in ``keep`` are adjacent.
        place: index of the first value to compare.
        other: index of the value to compare it with next; 0 for all behind it.
        end: one past the last value.
        keep: the bits in which a bucket agrees.
        distance: the most bits a pair differs in.
        earlier: uint64 masks; a pair must differ in each of them.
        out_a: uint64, receives one value of each pair; has room for ``ROOM``.
        out_b: the same for the other value.

    Returns:
        (place, other, pairs found); done when place is ``end``.
    """
    zero = np.uint64(0)
    found, steps, stop = 0, 0, 0
    while place < end and found < BLOCK and steps < _STEPS:
        if place >= stop:
            stop = place + 1
            while stop < end and (y[stop] ^ y[place]) & keep == zero:
                stop += 1
        if stop - place < _SMALL and other == 0:
            for k in range(place + 1, stop):
                found = _try(y[place], y[k], distance, earlier, out_a, out_b, found)
            steps += stop - place
            place += 1
            continue
        if other == 0:
            for i in range(place, place + 3):
                for k in range(i + 1, place + 4):
                    found = _try(y[i], y[k], distance, earlier, out_a, out_b, found)
            other = place + 4
        before = other
        other, found = _four(y, place, other, stop, distance, earlier, out_a, out_b, found)
        steps += 4 * (other - before)
        if other >= stop:
            place += 4
            other = 0
    return place, other, found
