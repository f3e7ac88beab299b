"""Large columns in a file without a name, mapped into memory, so that the program holds only what it is using.

The signatures of a million files take 830 MB, of which comparing reads some and showing clusters none. What was let go
is read again from the file when somebody asks for it; the system may take back the rest when other programs need
memory. The file is gone when the program ends, however it ends.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.store import app_dirs

LEAST = 1 << 25
"""Bytes from which columns are worth a file: the signatures of 40,000 files."""

_SPARE = 4  # a file is made only where this many times its size is free
_MOST_AT_ONCE = 1 << 24  # bytes written in one call

Column = npt.NDArray[Any]


def mapped(columns: Sequence[Column], folder: Path | None = None) -> list[Column]:
    """Move columns into a file; the caller drops the ones it gave.

    Args:
        columns: C-contiguous, of plain values.
        folder: where the file is made; the cache folder by default.

    Returns:
        Equal columns, mapped; what somebody writes to them is lost when they are let go. The same ones where all of
            them are small, where there is no room, or where the system can't do it.
    """
    size = sum(_rounded(column.nbytes) for column in columns)
    if size < LEAST or not hasattr(mmap.mmap, "madvise"):
        return list(columns)
    place = folder or app_dirs.cache_folder()
    try:
        os.makedirs(place, mode=0o700, exist_ok=True)
        if shutil.disk_usage(place).free < _SPARE * size:
            return list(columns)
        with tempfile.TemporaryFile(dir=place, buffering=0) as file:
            for column in columns:
                _write(file.fileno(), column)
            whole = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_COPY)
    except OSError:
        return list(columns)
    found, begin = [], 0
    for column in columns:
        flat = np.frombuffer(whole, dtype=column.dtype, count=column.size, offset=begin)
        found.append(flat.reshape(column.shape))
        begin += _rounded(column.nbytes)
    return found


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


def _write(handle: int, column: Column) -> None:
    """Write a column, and zeros up to the next page.

    Raises:
        OSError: there is no room.
    """
    data = column.reshape(-1).view(np.uint8).data
    begin = 0
    while begin < len(data):
        begin += os.write(handle, data[begin : begin + _MOST_AT_ONCE])
    os.write(handle, bytes(_rounded(column.nbytes) - column.nbytes))


def _rounded(size: int) -> int:
    return -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
