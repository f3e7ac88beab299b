"""Return freed memory to the system: the C library keeps it for the program's next allocation.

After a million files are listed and their signatures loaded, that is 150 MB in pieces of some kilobytes, useless for
the few large arrays that come next.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

_LARGE, _TRIMMED = 1 << 20, 8 << 20  # bytes
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # names of <malloc.h>


def give_large_back() -> None:
    """Make the library return freed blocks of a megabyte and more at once, where it can; may be called often.

    By default it keeps blocks of up to 32 MB once there were some, in holes that smaller ones fill: a tenth to a fifth
    of all memory of a scan of a kernel tree, and 120 MB of /usr still if only those of 8 MB are returned. Threads share
    one heap: with one for each, what they leave behind lies in as many places.
    """
    set_option = _of_library("mallopt")
    if set_option is not None:
        set_option(_MMAP_THRESHOLD, _LARGE)
        set_option(_TRIM_THRESHOLD, _TRIMMED)
        set_option(_ARENA_MAX, 1)


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
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
