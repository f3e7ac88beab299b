"""A sample of distinct windows of any length and overlap, for the simhash a scan stores.

Keeps the 128 smallest hashes, as the sketch does; for windows of 8 bytes, one apart, the sketch itself is the sample.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.signatures.content_hash import Data, view
from simfinder.signatures.simhash.fingerprint import check_overlap
from simfinder.signatures.sketch.bottom_k import SHINGLE, Sketch

SIZE = 128

_EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)
_PENDING = 1 << 16


@njit(nogil=True, cache=True)
def _sample(
    data: np.ndarray, first: Any, size: int, step: int, values: np.ndarray
) -> Any:  # pragma: no cover - compiled
    """Take windows from ``first`` on, every ``step`` bytes.

    values: (128,) uint64, ascending; unused ones hold the maximum.

    Returns:
        Where the next window would begin.
    """
    while first + size <= data.size:
        h = np.uint64(0xCBF29CE484222325)
        for i in range(first, first + size):
            h = (h ^ np.uint64(data[i])) * np.uint64(0x100000001B3)
        h = (h ^ (h >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
        h ^= h >> np.uint64(29)
        first += step
        if h >= values[-1]:
            continue
        place = np.searchsorted(values, h)
        if values[place] == h:
            continue
        for i in range(values.size - 1, place, -1):
            values[i] = values[i - 1]
        values[place] = h
    return first


def sample_of(size: int, overlap: int) -> Sketch | WindowSample:
    """Return a sampler of windows of ``size`` bytes that share ``overlap``; ``of_sample`` takes its digest.

    Raises:
        ShingleError: not 0 <= overlap < size.
    """
    return Sketch() if (size, overlap) == (SHINGLE, SHINGLE - 1) else WindowSample(size, overlap)


class WindowSample:
    """The 128 smallest hashes of a content's distinct windows, read piece by piece in constant memory.

    Args:
        size: bytes of a window (N).
        overlap: bytes that neighbours share (M); windows begin N - M apart.

    Raises:
        ShingleError: not 0 <= M < N.
    """

    def __init__(self, size: int, overlap: int) -> None:
        check_overlap(size, overlap)
        self._size, self._step = size, size - overlap
        self._values = np.full(SIZE, _EMPTY, dtype=np.uint64)
        self._pending = bytearray()
        self._next = 0  # where the next window begins in the pending bytes; behind them if windows lie apart

    def update(self, data: Data) -> None:
        whole = view(data)
        for start in range(0, len(whole), _PENDING):
            self._pending += whole[start : start + _PENDING].data
            if len(self._pending) >= _PENDING + self._size:
                self._take()

    def update_zeros(self, count: int) -> None:
        """Do the same as ``update(bytes(count))``, in constant time."""
        lead = self._size + self._step  # enough for one window of zeros only; all others equal it
        self.update(bytes(min(count, lead)))
        if count <= lead:
            return
        self._take()
        reach = len(self._pending) + count - lead
        begin = self._next + max(0, (reach - self._size - self._next) // self._step + 1) * self._step
        keep = max(0, reach - begin)
        self._next = begin - (reach - keep)
        self._pending = bytearray(keep)

    def digest(self) -> npt.NDArray[np.uint64]:
        """Return up to 128 hashes, ascending, uint64; none for an input shorter than a window."""
        values = self._values.copy()
        _sample(view(bytes(self._pending)), self._next, self._size, self._step, values)
        return values[values != _EMPTY]

    def copy(self) -> WindowSample:
        other = WindowSample(self._size, self._size - self._step)
        other._values, other._pending, other._next = self._values.copy(), self._pending.copy(), self._next
        return other

    def _take(self) -> None:
        begin = _sample(view(bytes(self._pending)), self._next, self._size, self._step, self._values)
        gone = min(len(self._pending), begin)
        del self._pending[:gone]
        self._next = begin - gone
