"""Large columns in a file without a name, mapped into memory, so that the program holds only what it is using.

The signatures of a million files take 830 MB, of which comparing reads some and showing clusters none. What was let go
is read again from the file when somebody asks for it; the system may take back the rest when other programs need
memory. The file is gone when the program ends, however it ends.
"""

from __future__ import annotations

import contextlib
import math
import mmap
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from simfinder.store import app_dirs

LEAST = 1 << 26
"""Bytes from which columns are worth a file: the signatures of 90,000 files. Those of 78,000 took .15 s to write."""

_SPARE = 4  # a file is made only where this many times its size is free
_MOST_AT_ONCE = 1 << 20  # bytes put in order and written in one call

Column = npt.NDArray[Any]
Rows = npt.NDArray[np.integer]


def mapped(columns: Sequence[Column], folder: Path | None = None, rows: Rows | None = None) -> list[Column]:
    """Move columns into a file; the caller drops the ones it gave.

    Args:
        columns: C-contiguous, of plain values.
        folder: where the file is made; the cache folder by default.
        rows: (n,) rows to move, in their new order; None for all as they are.

    Returns:
        Equal columns, mapped; what somebody writes to them is lost when they are let go. Empty where all of them are
            small, where there is no room, or where the system can't do it.
    """
    shapes = [column.shape if rows is None else (len(rows), *column.shape[1:]) for column in columns]
    sizes = [column.itemsize * math.prod(shape) for column, shape in zip(columns, shapes, strict=True)]
    size = sum(map(_rounded, sizes))
    file = _file_for(size, folder) if size >= LEAST else None
    if file is None:
        return []
    try:
        with file:
            for column in columns:
                _write(file.fileno(), column, rows)
            whole = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_COPY)
    except OSError:
        return []
    found, begin = [], 0
    for column, shape, taken in zip(columns, shapes, sizes, strict=True):
        flat = np.frombuffer(whole, dtype=column.dtype, count=math.prod(shape), offset=begin)
        found.append(flat.reshape(shape))
        begin += _rounded(taken)
    return found


class GrowingColumn:
    """A column that comes part by part, and goes to a file once it is large: in memory only while somebody reads it.

    Args:
        none: a column like it without rows.
        most: bytes it may have in the end.
        folder: where the file is made; the cache folder by default.
    """

    def __init__(self, none: Column, most: int, folder: Path | None = None) -> None:
        self._none, self._most, self._folder = none, most, folder
        self._parts: list[Column] = []  # not in the file
        self._file: BinaryIO | None = None
        self._in_file = 0  # bytes
        self._may_have_file = most >= LEAST

    def append(self, part: Column) -> None:
        """Add rows, which nobody may change afterwards."""
        self._parts.append(part)
        if not self._may_have_file or (self._file is None and sum(one.nbytes for one in self._parts) < LEAST):
            return
        try:
            self._file = self._file or _file_for(self._most, self._folder)
            if self._file is None:
                self._may_have_file = False
                return
            for one in self._parts:
                _write_all(self._file.fileno(), one)
        except OSError:
            self._to_memory()
        else:
            self._in_file += sum(one.nbytes for one in self._parts)
            self._parts.clear()

    def whole(self) -> Column:
        """Return all rows, mapped if they are in a file; call it last.

        Raises:
            OSError: the file can be neither mapped nor read.
        """
        if self._file is not None:
            try:
                whole = mmap.mmap(self._file.fileno(), self._in_file, access=mmap.ACCESS_COPY)
            except OSError:
                self._to_memory()
            else:
                self._file.close()
                return self._as_rows(np.frombuffer(whole, self._none.dtype))
        return np.concatenate((self._none, *self._parts))

    def _to_memory(self) -> None:
        """Read back what is in the file, and go on without it."""
        if self._file is None:
            return
        with self._file as file:
            file.seek(0)
            written = np.fromfile(file, self._none.dtype, self._in_file // self._none.itemsize)
        self._file, self._may_have_file = None, False
        self._parts.insert(0, self._as_rows(written))

    def _as_rows(self, flat: Column) -> Column:
        return flat.reshape(-1, *self._none.shape[1:])


def let_go(*columns: Column) -> None:
    """Free the memory of columns in a file until somebody reads them again; do nothing with others."""
    for whole in {id(found): found for column in columns if (found := _file_of(column)) is not None}.values():
        with contextlib.suppress(OSError, ValueError):
            whole.madvise(mmap.MADV_DONTNEED)


def is_mapped(column: Column) -> bool:
    """Return whether a column is in a file."""
    return _file_of(column) is not None


def _file_of(column: Column) -> mmap.mmap | None:
    """Return the mapped file that a column, or a part of one, is in."""
    base: Any = column
    while isinstance(base, np.ndarray):
        base = base.base
    base = base.obj if isinstance(base, memoryview) else base
    return base if isinstance(base, mmap.mmap) else None


def _file_for(size: int, folder: Path | None) -> BinaryIO | None:
    """Create an unnamed file for ``size`` bytes; return None where the disk or the system does not allow it."""
    if not hasattr(mmap.mmap, "madvise"):
        return None
    place = folder or app_dirs.cache_folder()
    try:
        os.makedirs(place, mode=0o700, exist_ok=True)
        if shutil.disk_usage(place).free < _SPARE * size:
            return None
        return tempfile.TemporaryFile(dir=place, buffering=0)
    except OSError:
        return None


def _write(handle: int, column: Column, rows: Rows | None) -> None:
    """Write a column, or some of its rows, and zeros up to the next page.

    Raises:
        OSError: there is no room.
    """
    written, count = 0, len(column) if rows is None else len(rows)
    step = max(1, _MOST_AT_ONCE * len(column) // max(1, column.nbytes))
    for first in range(0, count, step):
        some = column[first : first + step] if rows is None else column[rows[first : first + step]]
        written += _write_all(handle, some)
    os.write(handle, bytes(_rounded(written) - written))


def _write_all(handle: int, column: Column) -> int:
    """Write a column and return its bytes.

    Raises:
        OSError: there is no room.
    """
    data = column.reshape(-1).view(np.uint8).data
    begin = 0
    while begin < len(data):
        begin += os.write(handle, data[begin:])
    return len(data)


def _rounded(size: int) -> int:
    return -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
