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
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.store import app_dirs

LEAST = 1 << 25
"""Bytes from which columns are worth a file: the signatures of 40,000 files."""

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
    if size < LEAST or not hasattr(mmap.mmap, "madvise"):
        return []
    place = folder or app_dirs.cache_folder()
    try:
        os.makedirs(place, mode=0o700, exist_ok=True)
        if shutil.disk_usage(place).free < _SPARE * size:
            return []
        with tempfile.TemporaryFile(dir=place, buffering=0) as file:
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


def _write(handle: int, column: Column, rows: Rows | None) -> None:
    """Write a column, or some of its rows, and zeros up to the next page.

    Raises:
        OSError: there is no room.
    """
    written, count = 0, len(column) if rows is None else len(rows)
    step = max(1, _MOST_AT_ONCE * len(column) // max(1, column.nbytes))
    for first in range(0, count, step):
        some = column[first : first + step] if rows is None else column[rows[first : first + step]]
        data = some.reshape(-1).view(np.uint8).data
        begin = 0
        while begin < len(data):
            begin += os.write(handle, data[begin:])
        written += len(data)
    os.write(handle, bytes(_rounded(written) - written))


def _rounded(size: int) -> int:
    return -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
