"""Bottom-128 sketch: the 128 smallest 64-bit hashes of a content's distinct 8-byte shingles.

Two sketches estimate the resemblance |A∩B|/|A∪B| of the shingle sets (Broder's estimator). A sketch of fewer
than 128 values is the whole set, so small files are compared exactly.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from simfinder.errors import SignatureError
from simfinder.signatures.content import Data, view

NAME = "sketch"
VERSION = 1
SIZE = 128
SHINGLE = 8
EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)

Hashes = npt.NDArray[np.uint64]


@njit(nogil=True, cache=True)
def _feed(data: np.ndarray, best: np.ndarray, state: np.ndarray) -> None:  # pragma: no cover - compiled
    """Take the shingles that end in ``data``.

    best: (128,) ascending, unused entries at the maximum. state: [bytes seen, last 8 bytes, values held].
    """
    held = np.int64(state[2])
    window = state[1]
    seen = state[0]
    limit = best[127]
    for i in range(data.size):
        window = (window << np.uint64(8)) | np.uint64(data[i])
        seen += np.uint64(1)
        if seen < np.uint64(8):
            continue
        h = window * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
        h *= np.uint64(0xD6E8FEB86659FD93)
        h ^= h >> np.uint64(29)
        if h >= limit:
            continue
        low: Any = 0
        high = held
        while low < high:
            middle = (low + high) >> 1
            if best[middle] < h:
                low = middle + 1
            else:
                high = middle
        if low < held and best[low] == h:
            continue
        if held < 128:
            held += 1
        for j in range(held - 1, low, -1):
            best[j] = best[j - 1]
        best[low] = h
        limit = best[127]
    state[0] = seen
    state[1] = window
    state[2] = np.uint64(held)


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

    def __init__(self) -> None:
        self._best = np.full(SIZE, EMPTY, dtype=np.uint64)
        self._state = np.zeros(3, dtype=np.uint64)

    def update(self, data: Data) -> None:
        _feed(view(data), self._best, self._state)

    def digest(self) -> Hashes:
        """Up to 128 values, ascending, uint64; none for fewer than 8 bytes."""
        return self._best[: int(self._state[2])].copy()

    def copy(self) -> Sketch:
        other = Sketch()
        other._best, other._state = self._best.copy(), self._state.copy()
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
    """Stored form: the values as little-endian 64-bit numbers."""
    return np.asarray(values, dtype="<u8").tobytes()


def from_bytes(blob: bytes) -> Hashes:
    """Read the stored form.

    Raises:
        SignatureError: a wrong length, or values that do not ascend.
    """
    if len(blob) % 8 or len(blob) > 8 * SIZE:
        raise SignatureError(f"a sketch takes up to {8 * SIZE} bytes in steps of 8, not {len(blob)}")
    values = np.frombuffer(blob, dtype="<u8").astype(np.uint64)
    if len(values) > 1 and not (values[1:] > values[:-1]).all():
        raise SignatureError("the values of a sketch do not ascend")
    return values
