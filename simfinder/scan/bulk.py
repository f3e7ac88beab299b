"""Many small files read in one go, without Python in between (Linux).

Five calls of the system for each file, made from Python, cost more than the files' own bytes, and each gives Python's
lock away and waits for it again: two threads that sign small files spent a tenth of their time in that queue. Here a
compiled loop makes them, for a run of files at a time. It owns only what goes smoothly: a file that is not to the last
detail what the walk saw, or that can't be opened, is left to ``reading``, which knows what to say. On other systems all
are.

The one module of this package that is compiled: it is about the system's calls, not about signatures.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit, types

from simfinder.model.files import FileRecord

RUN = 16
"""Files of a run at most: between two of them a cancel is looked for, every 0.2 s on a disk that seeks for each."""

_NANO = 1_000_000_000
_WHOLE = np.int64(0x7FFFFFFFFFFFFFFF)

# layout of struct statx, the same on every architecture: as 64-bit words, and as 32- and 16-bit ones
_SIZE, _INODE, _CTIME, _MTIME = 5, 4, 12, 14
_CTIME_NS, _MTIME_NS, _MAJOR, _MINOR = 26, 30, 34, 35
_MODE = 14
_EMPTY_PATH, _BASIC = 0x1000, 0x7FF
_COLUMNS = 7

_c: Any = types
_open = _c.ExternalFunction("open", _c.int32(_c.intp, _c.int32))
_read = _c.ExternalFunction("read", _c.intp(_c.int32, _c.intp, _c.intp))
_pread = _c.ExternalFunction("pread", _c.intp(_c.int32, _c.intp, _c.intp, _c.int64))
_close = _c.ExternalFunction("close", _c.int32(_c.int32))
_statx = _c.ExternalFunction("statx", _c.int32(_c.int32, _c.intp, _c.int32, _c.uint32, _c.intp))


@cache
def possible() -> bool:
    """Whether this system has the calls."""
    return sys.platform == "linux" and sys.maxsize > 1 << 32 and hasattr(ctypes.CDLL(None), "statx")


def read_run(
    records: Sequence[FileRecord],
    room: npt.NDArray[np.uint8],
    begins: npt.NDArray[np.int64],
    flags: int,
    *,
    ends: int = 0,
    at: npt.NDArray[np.int64] | None = None,
) -> npt.NDArray[np.bool_]:
    """Read files that are what they were when they were listed.

    Args:
        records: as the walk saw them.
        room: bytes are put here; what it holds for files that are not read is not told.
        begins: (n,) where each file's bytes begin; it gets one byte more than its size.
        flags: of the system's ``open``.
        ends: where not 0: only so many bytes from the beginning and from the end of each file, which is longer than
            both; they are put one behind the other.
        at: (1,) tells other threads meanwhile which of them is being read.

    Returns:
        (n,) which were read and did not change meanwhile. The others may be anything.
    """
    names = [os.fsencode(record.path) for record in records]
    stops = np.cumsum([len(name) + 1 for name in names], dtype=np.int64)
    paths = np.frombuffer(bytearray(b"\0".join(names) + b"\0"), dtype=np.uint8)
    wanted = np.array(
        [
            (
                record.size,
                record.mtime_ns,
                record.ctime_ns,
                record.inode & int(_WHOLE),
                record.mode,
                *_numbers(record.device),
            )
            for record in records
        ],
        dtype=np.int64,
    ).reshape(-1, _COLUMNS)
    done = np.zeros(len(records), dtype=np.bool_)
    told = np.zeros(1, dtype=np.int64) if at is None else at
    _read_files(paths, stops, wanted, room, begins, np.int32(flags), np.int64(ends), done, told)
    return done


def warm_up() -> None:
    """After this nothing is compiled."""
    if possible():
        read_run((), np.zeros(1, dtype=np.uint8), np.zeros(0, dtype=np.int64), 0)


@cache
def _numbers(device: int) -> tuple[int, int]:
    return os.major(device), os.minor(device)


@njit(nogil=True, cache=True)
def _is_as_listed(
    status: np.ndarray, words: np.ndarray, halves: np.ndarray, wanted: np.ndarray
) -> Any:  # pragma: no cover - compiled
    return (
        status[_SIZE] == wanted[0]
        and status[_MTIME] * _NANO + np.int64(words[_MTIME_NS]) == wanted[1]
        and status[_CTIME] * _NANO + np.int64(words[_CTIME_NS]) == wanted[2]
        and status[_INODE] & _WHOLE == wanted[3]
        and np.int64(halves[_MODE]) == wanted[4]
        and np.int64(words[_MAJOR]) == wanted[5]
        and np.int64(words[_MINOR]) == wanted[6]
    )


@njit(nogil=True, cache=True)
def _read_files(
    paths: np.ndarray,
    stops: np.ndarray,
    wanted: np.ndarray,
    room: np.ndarray,
    begins: np.ndarray,
    flags: Any,
    ends: Any,
    done: np.ndarray,
    told: np.ndarray,
) -> None:  # pragma: no cover - compiled
    status = np.zeros(32, dtype=np.int64)
    words, halves = status.view(np.uint32), status.view(np.uint16)
    nothing = np.zeros(1, dtype=np.uint8)
    begin: Any = np.int64(0)
    for i in range(stops.size):
        told[0] = i
        handle = _open(paths.ctypes.data + begin, flags)
        begin = stops[i]
        if handle < 0:
            continue
        at = status.ctypes.data
        seen = _statx(handle, nothing.ctypes.data, np.int32(_EMPTY_PATH), np.uint32(_BASIC), at)
        if seen == 0 and _is_as_listed(status, words, halves, wanted[i]):
            into, length = room.ctypes.data + begins[i], wanted[i, 0]
            if ends:
                got = _pread(handle, into, ends, np.int64(0))
                if got == ends:
                    got += _pread(handle, into + ends, ends, length - ends)
                if got == 2 * ends:
                    got = length
            else:
                got = _read(handle, into, length + 1)
            seen = _statx(handle, nothing.ctypes.data, np.int32(_EMPTY_PATH), np.uint32(_BASIC), at)
            done[i] = (
                got == length
                and seen == 0
                and status[_SIZE] == wanted[i, 0]
                and status[_MTIME] * _NANO + np.int64(words[_MTIME_NS]) == wanted[i, 1]
            )
        _close(handle)
