"""Return freed memory to the system: the C library keeps it for the program's next allocation.

After a million files are listed and their signatures loaded, that is 150 MB in pieces of some kilobytes, useless for
the few large arrays that come next.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from simfinder.model.system import LINUX

WORKING = 8 << 20
"""Bytes of a block while blocks of the same sizes come again and again: batches that are read, columns of a million
numbers at each move of a slider. Returning those of a megabyte, too, makes reading a tenth slower."""

_LARGE, _TRIMMED = 1 << 20, 8 << 20  # bytes
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # names of <malloc.h>


def give_large_back(least: int = _LARGE) -> None:
    """Make the library return freed blocks of ``least`` bytes and more at once, where it can; may be called often.

    By default it keeps blocks of up to 32 MB once there were some, in holes that smaller ones fill: a tenth to a fifth
    of all memory of a scan of a kernel tree, and 120 MB of /usr still if only those of 8 MB are returned. (A single
    heap for all threads would save some more, but two threads that read wait for it: 1.3 s for 1.1 on a kernel tree.)
    """
    set_option = _of_library("mallopt")
    if set_option is not None:
        set_option(_MMAP_THRESHOLD, least)
        set_option(_TRIM_THRESHOLD, _TRIMMED)


def give_back() -> None:
    """Return all freed memory, where the library can, in some milliseconds; do nothing elsewhere.

    This returns blocks of some megabytes too; without them, allocating arrays for a move of a slider takes a fifth
    longer.
    """
    trim = _of_library("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def _of_library(name: str) -> Any:
    """Return a function of the GNU C library; None elsewhere, where it is missing or does nothing of the kind."""
    return getattr(ctypes.CDLL(None), name, None) if LINUX else None
