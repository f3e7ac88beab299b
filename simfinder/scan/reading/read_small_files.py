"""Read many small files in one compiled loop, without Python in between (Linux).

Five system calls for each file, made from Python, cost more than reading the bytes, and each releases the GIL and waits
for it again: two threads that sign small files spent a tenth of their time in that queue. Here a compiled loop makes
the calls, for a run of files at a time. It handles only the smooth case: a file that differs in any detail from what
the walk saw, or that can't be opened, is left to ``read_file``, which knows what to say. On other systems all are.

It uses numba although it computes no signature: the point is the system calls.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays import jit_python
from simfinder.arrays.file_columns import SIZE, FileColumns
from simfinder.arrays.jit import njit, types
from simfinder.model.system import has_calls
from simfinder.scan.stat_record import BASIC, WORDS, put, statx

RUN = 16
"""Files of a run. A cancel is seen between two runs: every 0.2 s on a disk that seeks for each file."""

_MOST = 64  # files of a run after a quick one: fewer calls from Python
_QUICK = 5_000_000  # ns

_EMPTY_PATH = 0x1000
_MIX = np.uint64(0x9E3779B97F4A7C15)  # odd, its bits well spread: 2^64 over the golden ratio

_c: Any = types
_open = _c.ExternalFunction("open", _c.int32(_c.intp, _c.int32))
_read = _c.ExternalFunction("read", _c.intp(_c.int32, _c.intp, _c.intp))
_pread = _c.ExternalFunction("pread", _c.intp(_c.int32, _c.intp, _c.intp, _c.int64))
_close = _c.ExternalFunction("close", _c.int32(_c.int32))


def possible() -> bool:
    """Return whether this system has the calls, and a small collection would not wait for a compiler."""
    return has_calls("statx") and not jit_python.wanted()


def read_runs(
    files: FileColumns,
    room: npt.NDArray[np.uint8],
    begins: npt.NDArray[np.int64],
    flags: int,
    at: npt.NDArray[np.int64] | None = None,
    between: Callable[[], None] = lambda: None,
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """Read the files that have not changed since they were listed.

    Args:
        files: the files as the walk saw them.
        room: buffer for the bytes; undefined for files that are not read.
        begins: (n,) offset of each file's bytes, with room for one byte more than its size.
        flags: flags of the system's ``open``.
        at: (1,) set to the index of the file being read, for other threads.
        between: called before each run; may raise to stop.

    Returns:
        (n,) bool, which files were read and did not change meanwhile; (n,) int64, when reading began, in nanoseconds
            since 1970: the time of a run.
    """
    done = np.zeros(len(files), dtype=np.bool_)
    began = np.zeros(len(files), dtype=np.int64)
    current = np.zeros(1, dtype=np.int64) if at is None else at
    paths, stops = _paths(files)
    begin, run = 0, RUN
    while begin < max(len(files), 1):
        between()
        now = time.time_ns()
        began[begin : begin + run] = now
        _read_files(paths, stops, files.numbers, begin, run, room, begins, np.int32(flags), done, current)
        begin += run
        run = min(4 * run, _MOST) if time.time_ns() - now < _QUICK else RUN
    return done, began


def mark_runs(
    files: FileColumns,
    ends: int,
    flags: int,
    at: npt.NDArray[np.int64] | None = None,
    between: Callable[[], None] = lambda: None,
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
    """Hash both ends of each file: equal files get equal numbers, different files mostly different ones.

    Args:
        files: the files as the walk saw them.
        ends: number of bytes read at each end; a file of up to twice that is read whole.
        flags: flags of the system's ``open``.
        at: (1,) set to the index of the file being read, for other threads.
        between: called before each run; may raise to stop.

    Returns:
        (n,) uint64 numbers; (n,) bool, which files were read and did not change meanwhile. Other numbers mean nothing.
    """
    done = np.zeros(len(files), dtype=np.bool_)
    marks = np.zeros(len(files), dtype=np.uint64)
    current = np.zeros(1, dtype=np.int64) if at is None else at
    paths, stops = _paths(files)
    for begin in range(0, max(len(files), 1), RUN):
        between()
        _mark_files(paths, stops, files.numbers, begin, np.int64(ends), np.int32(flags), marks, done, current)
    return marks, done


def warm_up() -> None:
    """Compile everything now."""
    if possible():
        nothing = FileColumns.of(())
        read_runs(nothing, np.zeros(1, dtype=np.uint8), np.zeros(0, dtype=np.int64), 0)
        mark_runs(nothing, 1, 0)


def _paths(files: FileColumns) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return the paths as zero-terminated bytes, and where each ends."""
    paths = files.byte_paths()
    stops = np.cumsum(np.fromiter(map(len, paths), dtype=np.int64, count=len(paths)) + 1)
    return np.frombuffer(bytearray(b"\0".join([*paths, b""])), dtype=np.uint8), stops


@njit(nogil=True, cache=True)
def _opened(
    path: Any, flags: Any, words: np.ndarray, row: np.ndarray, wanted: np.ndarray, which: Any
) -> Any:  # pragma: no cover - compiled
    """Open a file that has not changed; return its descriptor, or a negative number."""
    handle = _open(path, flags)
    if handle >= 0 and not _is(handle, words, row, wanted, which):
        _close(handle)
        return np.int32(-1)
    return handle


@njit(nogil=True, cache=True)
def _is(
    handle: Any, words: np.ndarray, row: np.ndarray, wanted: np.ndarray, which: Any
) -> Any:  # pragma: no cover - compiled
    """Return whether an open file has the same stat numbers as when it was listed, to the last one.

    words, row: scratch; the last of the words is the empty path.
    """
    at = words.ctypes.data
    words[WORDS] = 0
    if statx(handle, at + 8 * WORDS, np.int32(_EMPTY_PATH), np.uint32(BASIC), at):
        return False
    put(words, row)
    same = True
    for column in range(row.size):
        same &= row[column] == wanted[which, column]
    return same


@njit(nogil=True, cache=True)
def _read_files(
    paths: np.ndarray,
    stops: np.ndarray,
    wanted: np.ndarray,
    first: Any,
    run: Any,
    room: np.ndarray,
    begins: np.ndarray,
    flags: Any,
    done: np.ndarray,
    current: np.ndarray,
) -> None:  # pragma: no cover - compiled
    words, row = np.zeros(WORDS + 1, dtype=np.int64), np.zeros(wanted.shape[1], dtype=np.int64)
    begin: Any = np.int64(0) if first == 0 else stops[first - 1]
    for i in range(first, min(first + run, stops.size)):
        current[0] = i
        handle = _opened(paths.ctypes.data + begin, flags, words, row, wanted, i)
        begin = stops[i]
        if handle < 0:
            continue
        got = _read(handle, room.ctypes.data + begins[i], wanted[i, SIZE] + 1)
        done[i] = got == wanted[i, SIZE] and _is(handle, words, row, wanted, i)
        _close(handle)


@njit(nogil=True, cache=True)
def _mark_files(
    paths: np.ndarray,
    stops: np.ndarray,
    wanted: np.ndarray,
    first: Any,
    ends: Any,
    flags: Any,
    marks: np.ndarray,
    done: np.ndarray,
    current: np.ndarray,
) -> None:  # pragma: no cover - compiled
    words, row = np.zeros(WORDS + 1, dtype=np.int64), np.zeros(wanted.shape[1], dtype=np.int64)
    room = np.zeros(2 * ends // 8 + 2, dtype=np.uint64)
    into = room.ctypes.data
    begin: Any = np.int64(0) if first == 0 else stops[first - 1]
    for i in range(first, min(first + RUN, stops.size)):
        current[0] = i
        handle = _opened(paths.ctypes.data + begin, flags, words, row, wanted, i)
        begin = stops[i]
        if handle < 0:
            continue
        length = wanted[i, SIZE]
        if length <= 2 * ends:
            got = _read(handle, into, length + 1)
            good = got == length
        else:
            got = _pread(handle, into, ends, np.int64(0))
            good = got == ends and _pread(handle, into + ends, ends, length - ends) == ends
            got = 2 * ends
        done[i] = good and _is(handle, words, row, wanted, i)
        _close(handle)
        if good:
            marks[i] = _mark(room, got)


@njit(nogil=True, cache=True)
def _mark(room: np.ndarray, length: Any) -> Any:  # pragma: no cover - compiled
    """Hash the first bytes of a buffer of 64-bit words: 0.1 ns a byte. XXH3 would need a call into Python.

    Four lanes, because each step waits for the one before it.
    """
    whole, rest = length >> 3, length & 7
    mark = np.uint64(length) * _MIX
    a, b, c, d = mark, mark + np.uint64(1), mark + np.uint64(2), mark + np.uint64(3)
    fourfold = whole & ~np.int64(3)
    for i in range(0, fourfold, 4):
        a = (a ^ room[i]) * _MIX
        b = (b ^ room[i + 1]) * _MIX
        c = (c ^ room[i + 2]) * _MIX
        d = (d ^ room[i + 3]) * _MIX
        a ^= a >> np.uint64(29)
        b ^= b >> np.uint64(29)
        c ^= c >> np.uint64(29)
        d ^= d >> np.uint64(29)
    for lane in (a, b, c, d):
        mark = (mark ^ lane) * _MIX
        mark ^= mark >> np.uint64(29)
    for i in range(fourfold, whole):
        mark = (mark ^ room[i]) * _MIX
        mark ^= mark >> np.uint64(29)
    if rest:
        last = room[whole] & ((np.uint64(1) << np.uint64(8 * rest)) - np.uint64(1))
        mark = (mark ^ last) * _MIX
        mark ^= mark >> np.uint64(29)
    return mark
