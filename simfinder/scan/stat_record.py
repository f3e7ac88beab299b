"""What the system says of one file: as a ``FileRecord``, or as a row of ``FileColumns.numbers`` (Python and compiled).

``record_of`` and ``numbers_of`` convert the result of ``os.stat``. ``statx`` is Linux's call for compiled loops; the
loop calls it with a buffer of ``WORDS`` words and reads that with ``format_of``, ``size_of`` and ``put``.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from simfinder.arrays.file_columns import CTIME, DEVICE, INODE, LAST_SECOND, MODE, MTIME, SIZE, time_told
from simfinder.arrays.jit import njit, types
from simfinder.model.file_record import FileRecord

WORDS = 32
"""64-bit words of the structure that statx fills."""
BASIC = 0x7FF
"""Mask for the fields that every file system has."""

_NANO = 1_000_000_000
_OFFLINE, _RECALLED = 0x1000, 0x400000  # FILE_ATTRIBUTE_OFFLINE, FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
_DATALESS = 0x40000000  # SF_DATALESS of macOS

# offsets of fields, the same on every architecture, counted in 64-bit, 32-bit and 16-bit words
_INODE, _SIZE, _CTIME, _MTIME = 4, 5, 12, 14
_CTIME_NS, _MTIME_NS, _MAJOR, _MINOR = 26, 30, 34, 35
_MODE = 14

_c: Any = types
statx = _c.ExternalFunction("statx", _c.int32(_c.int32, _c.intp, _c.int32, _c.uint32, _c.intp))


def is_elsewhere(found: os.stat_result) -> bool:
    """Return whether the content of a file is not on this disk, and reading it would fetch it.

    Windows and macOS tell so of what OneDrive, iCloud and the like keep; scanning such a folder would fill the disk.
    """
    attributes, flags = getattr(found, "st_file_attributes", 0), getattr(found, "st_flags", 0)
    return bool(attributes & (_OFFLINE | _RECALLED) or flags & _DATALESS)


def record_of(path: str, found: os.stat_result, protected: bool) -> FileRecord:
    """Return the record of a file from its stat result."""
    return FileRecord(
        path,
        found.st_dev,
        found.st_ino,
        found.st_size,
        time_told(found.st_mtime_ns),
        time_told(found.st_ctime_ns),
        found.st_mode,
        protected,
    )


def numbers_of(found: os.stat_result) -> tuple[int, ...]:
    """Return a stat result as a row of ``FileColumns.numbers``."""
    times = time_told(found.st_mtime_ns), time_told(found.st_ctime_ns)
    numbers = (found.st_dev, found.st_ino, found.st_size, *times, found.st_mode)
    return tuple((number + 2**63) % 2**64 - 2**63 for number in numbers)


@njit(nogil=True, cache=True)
def format_of(words: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Return the four bits that give the type of the file."""
    return np.int64(words.view(np.uint16)[_MODE]) >> 12


@njit(nogil=True, cache=True)
def size_of(words: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Return the size in bytes."""
    return words[_SIZE]


@njit(nogil=True, cache=True)
def _within(seconds: Any) -> Any:  # pragma: no cover - compiled
    return min(max(seconds, np.int64(-LAST_SECOND)), np.int64(LAST_SECOND))


@njit(nogil=True, cache=True)
def put(words: np.ndarray, row: np.ndarray) -> None:  # pragma: no cover - compiled
    """Fill a row of ``FileColumns.numbers``.

    Args:
        words: (WORDS,) int64, the structure that statx has filled.
        row: (6,) int64, the row to fill.
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
