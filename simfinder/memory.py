"""Memory that is free in the program, but not for others: the C library keeps it for the next to ask.

After a million files were listed and their signatures loaded that is 150 MB in pieces of some kilobytes, which what
comes next, a few large arrays, has no use for.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any


def give_back() -> None:
    """Give it back where the library can, in some milliseconds; elsewhere nothing is done.

    Large pieces are kept too, up to 32 MB in all; without them arrays of a move of a slider take a fifth longer.
    """
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    """The GNU library's own; no other one has it."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
