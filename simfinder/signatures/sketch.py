"""Bottom-128 sketch: the 128 smallest 64-bit hashes of a content's distinct 8-byte shingles.

Two sketches estimate the resemblance |A∩B|/|A∪B| of the shingle sets (Broder's estimator). A sketch of fewer
than 128 values is the whole set, so small files are compared exactly.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from simfinder.signatures.compact import pack_ascending, unpack_ascending
from simfinder.signatures.content import Data, view

NAME = "sketch"
VERSION = 2  # the stored form of 1 was 8 bytes a value
SIZE = 128
SHINGLE = 8
EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)

Hashes = npt.NDArray[np.uint64]


# Values are collected in slots that keep them in order: a value's leading bits say where it goes, what is in the way
# moves on. Once full, the 128 smallest are kept and the limit for new ones falls.
_FULL = 384
_PLACES = 1024
_SLOTS = _PLACES + _FULL
# Columns of the scalar state: bytes seen, the last eight, values held, the limit, bits to shift a value by.
_SEEN, _WINDOW, _HELD, _LIMIT, _SHIFT = range(5)


@njit(nogil=True, cache=True)
def _insert(slots: np.ndarray, shift: Any, h: Any) -> int:  # pragma: no cover - compiled
    """Put a value in its place among the others; 0 if it was there already, else 1."""
    place = h >> shift
    while slots[place] < h:
        place += np.uint64(1)
    if slots[place] == h:
        return 0
    while h != EMPTY:
        h, slots[place] = slots[place], h
        place += np.uint64(1)
    return 1


@njit(nogil=True, cache=True)
def _thin(slots: np.ndarray, state: np.ndarray) -> None:  # pragma: no cover - compiled
    """Keep the 128 smallest values; the largest of them is the new limit."""
    best = np.empty(128, dtype=np.uint64)
    held = 0
    for place in range(slots.size):
        h = slots[place]
        slots[place] = EMPTY
        if h != EMPTY and held < 128:
            best[held] = h
            held += 1
    limit = best[127]
    shift = np.uint64(54)
    while shift > np.uint64(0) and limit >> (shift - np.uint64(1)) < np.uint64(1024):
        shift -= np.uint64(1)
    for h in best:
        _insert(slots, shift, h)
    state[_HELD], state[_LIMIT], state[_SHIFT] = np.uint64(128), limit, shift


@njit(nogil=True, cache=True)
def _feed(data: np.ndarray, slots: np.ndarray, state: np.ndarray) -> None:  # pragma: no cover - compiled
    """Take the shingles that end in ``data``.

    slots: (1408,) ascending but for unused ones, which hold the maximum. state: (5,) uint64.
    """
    window, held, limit, shift = state[_WINDOW], state[_HELD], state[_LIMIT], state[_SHIFT]
    missing: Any = np.int64(7) - min(np.int64(7), np.int64(state[_SEEN]))
    for i in range(data.size):
        window = (window << np.uint64(8)) | np.uint64(data[i])
        h = window * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
        h *= np.uint64(0xD6E8FEB86659FD93)
        h ^= h >> np.uint64(29)
        if h >= limit or i < missing:
            continue
        held += np.uint64(_insert(slots, shift, h))
        if held == np.uint64(_FULL):
            _thin(slots, state)
            held, limit, shift = state[_HELD], state[_LIMIT], state[_SHIFT]
    state[_SEEN] += np.uint64(data.size)
    state[_WINDOW], state[_HELD] = window, held


@njit(nogil=True, cache=True)
def _resemblance(
    sketches: np.ndarray, lengths: np.ndarray, a: np.ndarray, b: np.ndarray, out: np.ndarray
) -> None:  # pragma: no cover - compiled
    for p in range(a.size):
        i, j = a[p], b[p]
        m, n = np.int64(lengths[i]), np.int64(lengths[j])
        x = y = both = union = 0
        while union < 128 and (x < m or y < n):
            if y >= n or (x < m and sketches[i, x] < sketches[j, y]):
                x += 1
            elif x >= m or sketches[j, y] < sketches[i, x]:
                y += 1
            else:
                both += 1
                x += 1
                y += 1
            union += 1
        out[p] = both / union if union else 0.0


class Sketch:
    """Streaming sketch; constant memory, any length."""

    __slots__ = ("_slots", "_state")

    def __init__(self) -> None:
        self._slots = np.full(_SLOTS, EMPTY, dtype=np.uint64)
        self._state = np.array([0, 0, 0, EMPTY, 54], dtype=np.uint64)

    def update(self, data: Data) -> None:
        _feed(view(data), self._slots, self._state)

    def update_zeros(self, count: int) -> None:
        """The same as ``update`` with so many zero bytes, in a time that does not depend on them."""
        few = min(count, SHINGLE)  # behind them every shingle is one that was there already
        self.update(bytes(few))
        self._state[_SEEN] += np.uint64(count - few)

    def digest(self) -> Hashes:
        """Up to 128 values, ascending, uint64; none for fewer than 8 bytes."""
        return self._slots[self._slots != EMPTY][:SIZE]

    def copy(self) -> Sketch:
        other = Sketch()
        other._slots, other._state = self._slots.copy(), self._state.copy()
        return other


def sketch(data: Data) -> Hashes:
    """Sketch of some bytes: (k,) uint64, k <= 128, ascending."""
    state = Sketch()
    state.update(data)
    return state.digest()


def resemblance(a: Hashes, b: Hashes) -> float:
    """Estimated resemblance of two sketches, 0..1; 0.0 where both are empty."""
    table = np.full((2, SIZE), EMPTY, dtype=np.uint64)
    table[0, : len(a)] = a
    table[1, : len(b)] = b
    lengths = np.array([len(a), len(b)], dtype=np.uint16)
    return float(resemblance_rows(table, lengths, np.array([0]), np.array([1]))[0])


def resemblance_rows(
    sketches: Hashes, lengths: npt.NDArray[np.uint16], a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]
) -> npt.NDArray[np.float32]:
    """``resemblance`` of rows a[i] and b[i] of a sketch table.

    Args:
        sketches: (n, 128) uint64, rows ascending.
        lengths: (n,) uint16, values in use.
        a: (m,) row numbers.
        b: (m,) row numbers.
    """
    out = np.zeros(len(a), dtype=np.float32)
    _resemblance(sketches, lengths, np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64), out)
    return out


def to_bytes(values: Hashes) -> bytes:
    """Stored form: see ``compact``."""
    return pack_ascending(values)


def from_bytes(blob: bytes) -> Hashes:
    """Read the stored form.

    Raises:
        SignatureError: it is malformed.
    """
    return unpack_ascending(blob, SIZE)
