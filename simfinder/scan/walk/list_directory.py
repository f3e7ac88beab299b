"""The entries of one folder with what the system says of each, as columns.

Owns the calls: a compiled loop on Linux (getdents64, statx), which takes 3 microseconds an entry and leaves Python's
lock alone meanwhile, ``os.scandir`` elsewhere. What is taken is ``walk``'s to say.

Compiled for the same reason as ``bulk``.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import sys
from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simfinder.arrays.file_columns import NUMBERS, SIZE, time_told
from simfinder.arrays.jit import njit
from simfinder.scan.filesystem.statx import BASIC, WORDS, format_of, put, size_of, statx


class Kind(IntEnum):
    """What an entry is, as far as one look tells."""

    FILE = 0
    FOLDER = 1
    LINK = 2
    SPECIAL = 3  # FIFO, socket, device
    EMPTY = 4  # a file of size 0, where those are not wanted
    HIDDEN = 5  # a file whose name begins with a dot, where those are not wanted
    FAILED = 6  # the system won't say; the error's number stands in the column of the size


class Entries(NamedTuple):
    """Entries of a folder, sorted by name as bytes, a folder's with a slash behind it.

    Attributes:
        names: as the system's bytes; those of folders end in a slash.
        kinds: (n,) uint8.
        numbers: (n, 6) int64 as ``Listing.numbers``; zeros for links and what is special.
        error: number of the system's error that ended the listing before its time, 0 for none.
    """

    names: list[bytes]
    kinds: npt.NDArray[np.uint8]
    numbers: npt.NDArray[np.int64]
    error: int


_ROOM = 1 << 16
_MOST = _ROOM // 24  # an entry takes 24 bytes at least
_PORTIONS = 2  # a folder whose entries come at one go is read, and known to be read, by one call

_STAT_LACKS_IDENTITY = os.name == "nt"  # there DirEntry.stat has neither device nor inode

_NO_FOLLOW, _NO_AUTOMOUNT = 0x100, 0x800
_NAME, _TYPE, _LENGTH = 19, 18, 16  # in a struct linux_dirent64
_DT_UNKNOWN, _DT_DIR, _DT_REG, _DT_LNK = 0, 4, 8, 10
_SLASH, _DOT = 47, 46

_c: Any = types
_getdents = _c.ExternalFunction("getdents64", _c.intp(_c.int32, _c.intp, _c.intp))
_errno = _c.ExternalFunction("__errno_location", _c.intp())
_memcpy = _c.ExternalFunction("memcpy", _c.intp(_c.intp, _c.intp, _c.intp))


@cache
def compiled() -> bool:
    """Whether this system has the calls."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return False
    library = ctypes.CDLL(None)
    return all(hasattr(library, name) for name in ("getdents64", "statx", "__errno_location"))


class Lister:
    """The compiled loop with its room; for one thread.

    Args:
        hidden: files whose name begins with a dot are wanted.
        empty: files of size 0 are wanted.
        at: (1,) int64, told where in ``room`` the name of the entry begins that the system is being asked about; 0
            while it is asked for more entries.

    Attributes:
        room: where entries are put.
    """

    def __init__(self, *, hidden: bool, empty: bool, at: npt.NDArray[np.int64]) -> None:
        self.room = np.zeros(_ROOM, dtype=np.uint8)
        self._names = np.empty(_PORTIONS * _ROOM, dtype=np.uint8)
        self._kinds = np.empty(_PORTIONS * _MOST, dtype=np.uint8)
        self._numbers = np.empty((_PORTIONS * _MOST, len(NUMBERS)), dtype=np.int64)
        self._hidden, self._empty = hidden, empty
        self._at = at

    def read(self, handle: int, check: Callable[[], None]) -> Entries:
        """The entries of an open folder.

        Args:
            handle: of the folder; it is read from where it stands.
            check: called between some thousand entries; what it raises comes out.
        """
        names: list[bytes] = []
        kinds, numbers = [], []
        error = 0
        while True:
            count, used, over = _read(
                handle,
                self.room,
                self._names,
                self._kinds,
                self._numbers,
                self._hidden,
                self._empty,
                self._at,
            )
            if count < 0:
                error = used
                break
            if over and not names:  # nearly always: nothing has to be kept
                if not count:
                    return Entries([], self._kinds[:0], self._numbers[:0], 0)
                found = self._names[: used - 1].tobytes().split(b"\0")
                return _sorted(found, self._kinds[:count], self._numbers[:count], 0)
            names.append(self._names[:used].tobytes())
            kinds.append(self._kinds[:count].copy())
            numbers.append(self._numbers[:count].copy())
            if over:
                break
            check()
        found = b"".join(names).split(b"\0")[:-1]
        kinds, numbers = [self._kinds[:0], *kinds], [self._numbers[:0], *numbers]
        return _sorted(found, np.concatenate(kinds), np.concatenate(numbers), error)


def scan(
    folder: str | int,
    look: Callable[[str], bool],
    *,
    hidden: bool,
    empty: bool,
) -> Entries:
    """The same by ``os.scandir``: for systems without the calls, and for folders in which some entry hangs.

    Args:
        folder: its path, or a handle.
        look: called with each name before the system is asked about it; False to leave it out.
        hidden: files whose name begins with a dot are wanted.
        empty: files of size 0 are wanted.

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
            kind, told = _look(entry, hidden=hidden, empty=empty)
            names.append(os.fsencode(entry.name) + (b"/" if kind == Kind.FOLDER else b""))
            kinds.append(kind)
            numbers.append(told)
    told_of_all = np.array(numbers, dtype=np.int64).reshape(-1, len(NUMBERS))
    return _sorted(names, np.array(kinds, dtype=np.uint8), told_of_all, failed)


def numbers_of(found: os.stat_result) -> tuple[int, ...]:
    """What the system says of a file as a row of ``Listing.numbers``."""
    times = time_told(found.st_mtime_ns), time_told(found.st_ctime_ns)
    told = (found.st_dev, found.st_ino, found.st_size, *times, found.st_mode)
    return tuple((number + 2**63) % 2**64 - 2**63 for number in told)


def warm_up() -> None:
    """After this nothing is compiled."""
    if compiled():
        Lister(hidden=True, empty=True, at=np.zeros(1, dtype=np.int64)).read(-1, lambda: None)


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
    if stat.S_ISDIR(found.st_mode):
        return Kind.FOLDER, numbers_of(found)
    if not stat.S_ISREG(found.st_mode):
        return Kind.SPECIAL, nothing
    if not hidden and entry.name.startswith("."):
        return Kind.HIDDEN, numbers_of(found)
    return Kind.FILE if found.st_size or empty else Kind.EMPTY, numbers_of(found)


def _sorted(
    names: list[bytes], kinds: npt.NDArray[np.uint8], numbers: npt.NDArray[np.int64], error: int
) -> Entries:
    order = sorted(range(len(names)), key=names.__getitem__)
    rows = np.array(order, dtype=np.intp)
    return Entries([names[i] for i in order], kinds[rows], numbers[rows], error)


@njit(nogil=True, cache=True)
def _error() -> Any:  # pragma: no cover - compiled
    """The number the last call of this thread left."""
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
    """Put a name behind the others, without its zero."""
    while room[name]:
        names[used] = room[name]
        used += 1
        name += 1
    return used


@njit(nogil=True, cache=True)
def _ask(
    handle: int, name: Any, words: np.ndarray, numbers: np.ndarray, dots: Any, hidden: bool, empty: bool
) -> Any:  # pragma: no cover - compiled
    """What an entry is; what the system says of it is put into ``numbers``."""
    flags = np.int32(_NO_FOLLOW | _NO_AUTOMOUNT)
    if statx(np.int32(handle), name, flags, np.uint32(BASIC), words.ctypes.data):
        numbers[SIZE] = _error()
        return Kind.FAILED.value
    kind = _kind(format_of(words), size_of(words), dots, hidden, empty)
    if kind != Kind.LINK.value and kind != Kind.SPECIAL.value:
        put(words, numbers)
    return kind


@njit(nogil=True, cache=True)
def _read(
    handle: int,
    room: np.ndarray,
    names: np.ndarray,
    kinds: np.ndarray,
    numbers: np.ndarray,
    hidden: bool,
    empty: bool,
    asked: np.ndarray,
) -> Any:  # pragma: no cover - compiled
    """Entries that there is room for, the bytes of their names, each with a zero behind it, and whether these are all.

    (-1, number of the error, True) where the folder can't be read; what came before an error is handed on first.
    """
    words = np.zeros(WORDS, dtype=np.int64)
    count, used = np.int64(0), np.int64(0)
    while count + _MOST <= kinds.size and used + _ROOM <= names.size:
        asked[0] = 0
        got = _getdents(np.int32(handle), room.ctypes.data, np.intp(room.size))
        if got < 0:
            if count:
                return count, used, False
            return np.int64(-1), _error(), True
        if got == 0:
            return count, used, True
        at = np.int64(0)
        while at < got:
            name, told = at + _NAME, room[at + _TYPE]
            at += np.int64(room[at + _LENGTH]) | np.int64(room[at + _LENGTH + 1]) << 8
            dots = 0
            while room[name + dots] == _DOT and dots < 2:
                dots += 1
            if dots and room[name + dots] == 0:
                continue  # "." and ".."
            used = _copy(room, name, names, used)
            numbers[count] = 0
            if told == _DT_LNK:
                kind = Kind.LINK.value
            elif told != _DT_UNKNOWN and told != _DT_DIR and told != _DT_REG:
                kind = Kind.SPECIAL.value
            else:
                asked[0] = name
                where = room.ctypes.data + name
                kind = _ask(handle, where, words, numbers[count], dots, hidden, empty)
                if kind == Kind.FOLDER.value:
                    names[used] = _SLASH
                    used += 1
            kinds[count] = kind
            names[used] = 0
            used += 1
            count += 1
    return count, used, False
