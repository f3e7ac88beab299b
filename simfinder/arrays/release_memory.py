"""Memory that is free in the program, but not for others: the C library keeps it for the next to ask.

After a million files were listed and their signatures loaded that is 150 MB in pieces of some kilobytes, which what
comes next, a few large arrays, has no use for.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

_LARGE = 8 << 20  # bytes; columns of a million numbers are below it, so a move of a slider takes no longer
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # names of <malloc.h>


def give_large_back() -> None:
    """From here on give pieces of 8 MB back as soon as they are free, where the library can; may be called often.

    By itself it keeps pieces of up to 32 MB once there were such, in holes that smaller ones fill: a tenth to a fifth
    of all that a scan of a kernel tree takes.
    """
    set_option = _of_library("mallopt")
    if set_option is not None:
        set_option(_MMAP_THRESHOLD, _LARGE)
        set_option(_TRIM_THRESHOLD, _LARGE)


def give_back() -> None:
    """Give it back where the library can, in some milliseconds; elsewhere nothing is done.

    Pieces of some megabytes are kept too; without them arrays of a move of a slider take a fifth longer.
    """
    trim = _of_library("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def _of_library(name: str) -> Any:
    """The GNU library's own; others have none, or one that does nothing of the kind."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
