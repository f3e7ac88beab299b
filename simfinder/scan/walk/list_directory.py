"""List folders: their entries with kind and stat numbers, as columns.

On Linux a compiled loop makes the system calls (open, getdents64, statx), for several folders at a time: 3 microseconds
an entry, and the GIL is free meanwhile; elsewhere ``os.scandir``. ``walker`` decides what is taken.

Compiled for the same reason as ``reading.read_small_files``.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays import jit_python
from simfinder.arrays.file_columns import NUMBERS, SIZE
from simfinder.arrays.jit import njit, types
from simfinder.model.system import WINDOWS, has_calls
from simfinder.scan.stat_record import (
    BASIC,
    WORDS,
    format_of,
    is_elsewhere,
    numbers_of,
    put,
    size_of,
    statx,
)
from simfinder.workers.mounts import is_junction


class Kind(IntEnum):
    """What an entry is, as far as one stat tells."""

    FILE = 0
    FOLDER = 1
    LINK = 2
    SPECIAL = 3  # FIFO, socket, device
    EMPTY = 4  # a file of size 0, when those are not wanted
    HIDDEN = 5  # a file whose name begins with a dot, when those are not wanted
    FAILED = 6  # stat failed; the size column holds the errno
    ELSEWHERE = 7  # a file whose content is not on this disk


class Entries(NamedTuple):
    """Entries of a folder, sorted by name as bytes (a subfolder's name with its slash).

    Attributes:
        names: the system's bytes; those of subfolders end in a slash.
        text: the same, each with a zero byte behind.
        kinds: (n,) uint8, of ``Kind``.
        numbers: (n, 6) int64 as ``FileColumns.numbers``; zeros for links and special files.
        error: errno of the error that cut the listing short, 0 for none.
    """

    names: list[bytes]
    text: bytes
    kinds: npt.NDArray[np.uint8]
    numbers: npt.NDArray[np.int64]
    error: int


_ROOM = 1 << 15
_MOST = _ROOM // 24  # an entry takes 24 bytes at least
_PORTIONS = 4
_LEAST_PORTIONS = 2  # the system tells the end of a folder, however small, in a call of its own
_LONGEST = 20_000_000
"""Nanoseconds after which no further folder is begun: a cancel is seen after each call."""

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_MONOTONIC = 1
_NAME_BITS = 32

_STAT_LACKS_IDENTITY = WINDOWS  # DirEntry.stat has neither device nor inode on Windows

_NO_FOLLOW, _NO_AUTOMOUNT = 0x100, 0x800
_NAME, _TYPE, _LENGTH = 19, 18, 16  # in a struct linux_dirent64
_DT_UNKNOWN, _DT_DIR, _DT_REG, _DT_LNK = 0, 4, 8, 10
_SLASH, _DOT = 47, 46

_c: Any = types
_getdents = _c.ExternalFunction("getdents64", _c.intp(_c.int32, _c.intp, _c.intp))
_errno = _c.ExternalFunction("__errno_location", _c.intp())
_open = _c.ExternalFunction("open", _c.int32(_c.intp, _c.int32))
_close = _c.ExternalFunction("close", _c.int32(_c.int32))
_clock = _c.ExternalFunction("clock_gettime", _c.int32(_c.int32, _c.intp))
_memcpy = _c.ExternalFunction("memcpy", _c.intp(_c.intp, _c.intp, _c.intp))


def compiled() -> bool:
    """Return whether the compiled loop is to be used: where it works, but not if a first scan would wait for it."""
    if not has_calls("getdents64", "statx", "clock_gettime", "__errno_location"):
        return False
    return not jit_python.is_allowed() or _read_folders.kept


class Lister:
    """The compiled loop with its buffers; for one thread.

    Args:
        hidden: whether files whose name begins with a dot are wanted.
        empty: whether files of size 0 are wanted.
        at: (1,) int64, set to what the system is being asked about, see ``asked``.
    """

    def __init__(self, *, hidden: bool, empty: bool, at: npt.NDArray[np.int64]) -> None:
        self._room = np.zeros(_ROOM, dtype=np.uint8)
        self._names = np.empty(_PORTIONS * _ROOM, dtype=np.uint8)
        self._kinds = np.empty(_PORTIONS * _MOST, dtype=np.uint8)
        self._numbers = np.empty((_PORTIONS * _MOST, len(NUMBERS)), dtype=np.int64)
        self._hidden, self._empty = hidden, empty
        self._at = at

    def read_folders(self, paths: Sequence[bytes]) -> list[Entries]:
        """Open and read folders, those of them that a call gets through; none if the first has too many entries.

        Args:
            paths: of folders, each within what the system takes in one call.

        Returns:
            The entries of the first folders. One that can't be opened has none, and an error.
        """
        found = np.zeros((len(paths), 3), dtype=np.int64)
        done = self._call(-1, text_of(paths), found)
        told: list[Entries] = []
        count = used = 0
        if done:
            all_used, all_count = found[done - 1, :2].tolist()
            names, kinds, numbers = (
                self._names[:all_used].tobytes(),
                self._kinds[:all_count].copy(),
                self._numbers[:all_count].copy(),
            )
        for until, end, error in found[:done].tolist():
            if error == errno.EINTR:  # a signal came: Python's own call tries again
                break
            told.append(_entries(names[used:until], kinds[count:end], numbers[count:end], error))
            used, count = until, end
        return told

    def asked(self, folders: Sequence[tuple[str, int]], at: int) -> tuple[str, int]:
        """Return path and device of what the system is being asked about: a folder, or an entry of it.

        Args:
            folders: path and device of the folders of a call.
            at: what the call wrote there.
        """
        place, name = at >> _NAME_BITS, at & (1 << _NAME_BITS) - 1
        path, device = folders[min(place, len(folders) - 1)]
        if name:
            path = os.path.join(path, os.fsdecode(self._room[name:].tobytes().split(b"\0", 1)[0]))
        return path, device

    def read(self, handle: int, check: Callable[[], None]) -> Entries:
        """Read the entries of an open folder.

        Args:
            handle: descriptor of the folder, read from its current position.
            check: called every few thousand entries; may raise to stop.
        """
        names: list[bytes] = []
        kinds, numbers = [self._kinds[:0]], [self._numbers[:0]]
        found = np.zeros((1, 3), dtype=np.int64)
        while True:
            over = bool(self._call(handle, b"\0", found))
            used, count, error = found[0].tolist()
            text = self._names[:used].tobytes()
            if over and not names:  # nearly always: one portion, in order, nothing to join
                return _entries(text, self._kinds[:count].copy(), self._numbers[:count].copy(), error)
            names += text.split(b"\0")[:-1]
            kinds.append(self._kinds[:count].copy())
            numbers.append(self._numbers[:count].copy())
            if over:
                return _sorted(names, np.concatenate(kinds), np.concatenate(numbers), error)
            check()

    def _call(self, handle: int, paths: bytes, found: npt.NDArray[np.int64]) -> int:
        """Call the compiled loop with the buffers."""
        done: int = _read_folders(
            np.frombuffer(bytearray(paths), dtype=np.uint8),
            np.int32(_FOLDER),
            handle,
            self._room,
            self._names,
            self._kinds,
            self._numbers,
            self._hidden,
            self._empty,
            self._at,
            found,
        )
        return done


def scan(
    folder: str | int,
    look: Callable[[str], bool],
    *,
    hidden: bool,
    empty: bool,
) -> Entries:
    """Do the same with ``os.scandir``: on systems without the calls, and for folders in which an entry stalls.

    Args:
        folder: its path, or a descriptor.
        look: called with each name before the system is asked about it; returns False to leave it out.
        hidden: whether files whose name begins with a dot are wanted.
        empty: whether files of size 0 are wanted.

    Raises:
        OSError: the folder can't be opened.
    """
    names: list[bytes] = []
    kinds: list[int] = []
    numbers: list[tuple[int, ...]] = []
    failed = 0
    with os.scandir(folder) as entries:
        while True:
            try:
                entry = next(entries, None)
            except OSError as error:
                failed = error.errno or errno.EIO
                break
            if entry is None:
                break
            if not look(entry.name):
                continue
            kind, row = _look(entry, hidden=hidden, empty=empty)
            names.append(os.fsencode(entry.name) + (b"/" if kind == Kind.FOLDER else b""))
            kinds.append(kind)
            numbers.append(row)
    rows = np.array(numbers, dtype=np.int64).reshape(-1, len(NUMBERS))
    return _sorted(names, np.array(kinds, dtype=np.uint8), rows, failed)


def warm_up() -> None:
    """Compile everything now."""
    if compiled():
        lister = Lister(hidden=True, empty=True, at=np.zeros(1, dtype=np.int64))
        lister.read(-1, lambda: None)
        lister.read_folders([])


def _look(entry: os.DirEntry[str], *, hidden: bool, empty: bool) -> tuple[Kind, tuple[int, ...]]:
    nothing = (0,) * len(NUMBERS)
    try:
        if entry.is_symlink():
            return Kind.LINK, nothing
        if not entry.is_dir(follow_symlinks=False) and not entry.is_file(follow_symlinks=False):
            return Kind.SPECIAL, nothing
        if _STAT_LACKS_IDENTITY:
            found = os.stat(entry.path, follow_symlinks=False)
        else:
            found = entry.stat(follow_symlinks=False)
    except OSError as error:
        return Kind.FAILED, tuple((error.errno or errno.EIO) if i == SIZE else 0 for i in range(len(NUMBERS)))
    if is_junction(found):
        return Kind.LINK, nothing
    if stat.S_ISDIR(found.st_mode):
        return Kind.FOLDER, numbers_of(found)
    if not stat.S_ISREG(found.st_mode):
        return Kind.SPECIAL, nothing
    if is_elsewhere(found):
        return Kind.ELSEWHERE, nothing
    if not hidden and entry.name.startswith("."):
        return Kind.HIDDEN, numbers_of(found)
    return Kind.FILE if found.st_size or empty else Kind.EMPTY, numbers_of(found)


def _sorted(
    names: list[bytes], kinds: npt.NDArray[np.uint8], numbers: npt.NDArray[np.int64], error: int
) -> Entries:
    order = sorted(range(len(names)), key=names.__getitem__)
    rows = np.array(order, dtype=np.intp)
    names = [names[i] for i in order]
    return Entries(names, text_of(names), kinds[rows], numbers[rows], error)


def _entries(
    text: bytes, kinds: npt.NDArray[np.uint8], numbers: npt.NDArray[np.int64], error: int
) -> Entries:
    """Return entries that are in order."""
    names = text.split(b"\0")
    names.pop()
    return Entries(names, text, kinds, numbers, error)


def text_of(names: Sequence[bytes]) -> bytes:
    """Return names in one piece, each with a zero byte behind."""
    return b"\0".join((*names, b""))


@njit(nogil=True, cache=True)
def _error() -> Any:  # pragma: no cover - compiled
    """Return the errno of this thread's last call."""
    number = np.zeros(1, dtype=np.int32)
    _memcpy(number.ctypes.data, _errno(), np.intp(4))
    return np.int64(number[0])


@njit(nogil=True, cache=True)
def _kind(form: Any, size: Any, dots: Any, hidden: Any, empty: Any) -> Any:  # pragma: no cover - compiled
    if form == 4:
        return Kind.FOLDER.value
    if form != 8:
        return Kind.LINK.value if form == 10 else Kind.SPECIAL.value
    if dots and not hidden:
        return Kind.HIDDEN.value
    return Kind.EMPTY.value if size == 0 and not empty else Kind.FILE.value


@njit(nogil=True, cache=True)
def _copy(room: np.ndarray, name: Any, names: np.ndarray, used: Any) -> Any:  # pragma: no cover - compiled
    """Append a name without its terminating zero."""
    while room[name]:
        names[used] = room[name]
        used += 1
        name += 1
    return used


@njit(nogil=True, cache=True)
def _is_before(names: np.ndarray, a: Any, b: Any) -> Any:  # pragma: no cover - compiled
    """Return whether one zero-ended name comes before another, given where they begin."""
    while names[a] and names[a] == names[b]:
        a += 1
        b += 1
    return names[a] < names[b]


@njit(nogil=True, cache=True)
def _order(names: np.ndarray, begins: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Return the order of names, given where they begin: longer and longer runs are merged."""
    order = np.arange(begins.size)
    merged = np.empty_like(order)
    width = 1
    while width < order.size:
        for begin in range(0, order.size, 2 * width):
            middle, end = min(begin + width, order.size), min(begin + 2 * width, order.size)
            left, right = begin, middle
            for at in range(begin, end):
                is_right = left == middle or (
                    right < end and _is_before(names, begins[order[right]], begins[order[left]])
                )
                merged[at] = order[right if is_right else left]
                right += is_right
                left += not is_right
        order, merged = merged, order
        width *= 2
    return order


@njit(nogil=True, cache=True)
def _sort(
    names: np.ndarray, begins: np.ndarray, start: Any, kinds: np.ndarray, numbers: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Put entries in the order of their names.

    Args:
        names: zero-ended names one after the other.
        begins: where each begins, counted from ``start`` before the first one.
        start: see ``begins``.
        kinds: of the entries.
        numbers: of the entries.
    """
    text, kinds_before, numbers_before = names.copy(), kinds.copy(), numbers.copy()
    begins -= np.int32(start)
    order = _order(text, begins)
    at = np.int64(0)
    for place in range(order.size):
        entry = order[place]
        kinds[place] = kinds_before[entry]
        for column in range(numbers.shape[1]):
            numbers[place, column] = numbers_before[entry, column]
        at = _copy(text, np.int64(begins[entry]), names, at)
        names[at] = 0
        at += 1


@njit(nogil=True, cache=True)
def _ask(
    handle: int, name: Any, words: np.ndarray, numbers: np.ndarray, dots: Any, hidden: bool, empty: bool
) -> Any:  # pragma: no cover - compiled
    """Stat an entry: put its numbers into ``numbers`` and return its kind."""
    flags = np.int32(_NO_FOLLOW | _NO_AUTOMOUNT)
    if statx(np.int32(handle), name, flags, np.uint32(BASIC), words.ctypes.data):
        numbers[SIZE] = _error()
        return Kind.FAILED.value
    kind = _kind(format_of(words), size_of(words), dots, hidden, empty)
    if kind != Kind.LINK.value and kind != Kind.SPECIAL.value:
        put(words, numbers)
    return kind


@njit(nogil=True, cache=True)
def _now() -> Any:  # pragma: no cover - compiled
    """Return the time in nanoseconds."""
    parts = np.zeros(2, dtype=np.int64)
    _clock(np.int32(_MONOTONIC), parts.ctypes.data)
    return parts[0] * 1_000_000_000 + parts[1]


@njit(nogil=True, cache=True)
def _take(
    handle: Any,
    room: np.ndarray,
    got: Any,
    words: np.ndarray,
    names: np.ndarray,
    begins: np.ndarray,
    kinds: np.ndarray,
    numbers: np.ndarray,
    count: Any,
    used: Any,
    hidden: bool,
    empty: bool,
    asked: np.ndarray,
    number: Any,
) -> Any:  # pragma: no cover - compiled
    """Add the entries that the system has told; return the number of all, and of the bytes of their names.

    Args:
        handle: descriptor of the folder.
        room: what the system has told, ``got`` bytes of it.
        got: see ``room``.
        words: scratch.
        names: see ``_read_folders``.
        begins: filled with where each name begins.
        kinds: see ``_read_folders``.
        numbers: see ``_read_folders``.
        count: entries before.
        used: bytes of their names.
        hidden: see ``_read_folders``.
        empty: see ``_read_folders``.
        asked: see ``_read_folders``.
        number: added to what is written to ``asked``.
    """
    at = np.int64(0)
    while at < got:
        name, entry_type = at + _NAME, room[at + _TYPE]
        at += np.int64(room[at + _LENGTH]) | np.int64(room[at + _LENGTH + 1]) << 8
        dots = 0
        while room[name + dots] == _DOT and dots < 2:
            dots += 1
        if dots and room[name + dots] == 0:
            continue  # "." and ".."
        begins[count] = used
        used = _copy(room, name, names, used)
        numbers[count] = 0
        if entry_type == _DT_LNK:
            kind = Kind.LINK.value
        elif entry_type != _DT_UNKNOWN and entry_type != _DT_DIR and entry_type != _DT_REG:
            kind = Kind.SPECIAL.value
        else:
            asked[0] = number | name
            where = room.ctypes.data + name
            kind = _ask(handle, where, words, numbers[count], dots, hidden, empty)
            if kind == Kind.FOLDER.value:
                names[used] = _SLASH
                used += 1
        kinds[count] = kind
        names[used] = 0
        used += 1
        count += 1
    return count, used


@njit(nogil=True, cache=True)
def _read_folders(
    paths: np.ndarray,
    flags: Any,
    opened: int,
    room: np.ndarray,
    names: np.ndarray,
    kinds: np.ndarray,
    numbers: np.ndarray,
    hidden: bool,
    empty: bool,
    asked: np.ndarray,
    found: np.ndarray,
) -> Any:  # pragma: no cover - compiled
    """Read folders, as long as there is room and time, or as much of an open folder as there is room for.

    The entries of each are in the order of their names, those of a part of it too.

    Args:
        paths: zero-ended paths one after the other; one of any length for an open folder.
        flags: of ``open``.
        opened: descriptor of the open folder, read from its current position; -1 for none.
        room: scratch.
        names: filled with zero-ended names.
        kinds: filled, as ``Entries.kinds``.
        numbers: filled, as ``Entries.numbers``.
        hidden: whether files whose name begins with a dot are wanted.
        empty: whether files of size 0 are wanted.
        asked: (1,) int64, see ``Lister.asked``.
        found: (n, 3) int64, filled with the bytes of all names up to the end of each folder, the number of entries up
            to there, and an errno; an error after the first entries is returned by the next call.

    Returns:
        How many folders were read to their end.
    """
    begins = np.empty(kinds.size, dtype=np.int32)
    words = np.zeros(WORDS, dtype=np.int64)
    until = _now() + _LONGEST
    count, used, begin = np.int64(0), np.int64(0), np.int64(0)
    for folder in range(found.shape[0]):
        least, most = _LEAST_PORTIONS * _MOST, _LEAST_PORTIONS * _ROOM
        if folder and (count + least > kinds.size or used + most > names.size or _now() > until):
            return folder
        number = np.int64(folder) << _NAME_BITS
        asked[0] = number
        handle, failed, over = np.int32(opened), np.int64(0), False
        if opened < 0:
            handle = _open(paths.ctypes.data + begin, flags)
            while paths[begin]:
                begin += 1
            begin += 1
            if handle < 0:
                failed, over = _error(), True
        first, start = count, used
        while not over and count + _MOST <= kinds.size and used + _ROOM <= names.size:
            asked[0] = number
            got = _getdents(handle, room.ctypes.data, np.intp(room.size))
            if got < 0 and count > first:
                break  # the next call returns the error
            if got <= 0:
                failed, over = _error() if got < 0 else np.int64(0), True
                break
            count, used = _take(
                handle,
                room,
                got,
                words,
                names,
                begins,
                kinds,
                numbers,
                count,
                used,
                hidden,
                empty,
                asked,
                number,
            )
        if opened < 0 and handle >= 0:
            _close(handle)
        if over or opened >= 0:
            _sort(names[start:used], begins[first:count], start, kinds[first:count], numbers[first:count])
            found[folder, 0], found[folder, 1], found[folder, 2] = used, count, failed
        if not over:
            return folder
    return found.shape[0]
