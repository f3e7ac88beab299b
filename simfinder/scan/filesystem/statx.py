"""What Linux says of a file (statx), for compiled loops: as a row of ``Listing.numbers``.

Owns the layout of the structure and nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from simfinder.arrays.file_columns import CTIME, DEVICE, INODE, LAST_SECOND, MODE, MTIME, SIZE
from simfinder.arrays.jit import njit

__all__ = ["BASIC", "WORDS", "format_of", "put", "size_of", "statx"]

WORDS = 32
"""64-bit words of the structure."""
BASIC = 0x7FF
"""All that every file system tells."""

_NANO = 1_000_000_000

# the layout is the same on every architecture: 64-bit words, 32-bit ones, 16-bit ones
_INODE, _SIZE, _CTIME, _MTIME = 4, 5, 12, 14
_CTIME_NS, _MTIME_NS, _MAJOR, _MINOR = 26, 30, 34, 35
_MODE = 14

_c: Any = types
statx = _c.ExternalFunction("statx", _c.int32(_c.int32, _c.intp, _c.int32, _c.uint32, _c.intp))


@njit(nogil=True, cache=True)
def format_of(words: np.ndarray) -> Any:  # pragma: no cover - compiled
    """The four bits that say what kind of file it is."""
    return np.int64(words.view(np.uint16)[_MODE]) >> 12


@njit(nogil=True, cache=True)
def size_of(words: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Bytes."""
    return words[_SIZE]


@njit(nogil=True, cache=True)
def _within(seconds: Any) -> Any:  # pragma: no cover - compiled
    return min(max(seconds, np.int64(-LAST_SECOND)), np.int64(LAST_SECOND))


@njit(nogil=True, cache=True)
def put(words: np.ndarray, row: np.ndarray) -> None:  # pragma: no cover - compiled
    """Fill a row of numbers.

    Args:
        words: (WORDS,) int64, the structure.
        row: (6,) int64.
    """
    halves = words.view(np.uint32)
    major, minor = np.int64(halves[_MAJOR]), np.int64(halves[_MINOR])
    # as the C library puts the two together
    row[DEVICE] = (major & 0xFFF) << 8 | minor & 0xFF | (major & ~0xFFF) << 32 | (minor & ~0xFF) << 12
    row[INODE] = words[_INODE]
    row[SIZE] = words[_SIZE]
    row[MTIME] = _within(words[_MTIME]) * _NANO + np.int64(halves[_MTIME_NS])
    row[CTIME] = _within(words[_CTIME]) * _NANO + np.int64(halves[_CTIME_NS])
    row[MODE] = np.int64(words.view(np.uint16)[_MODE])
