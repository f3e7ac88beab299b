"""Whether kernels without compiled code on this machine run as the Python they are written in.

Compiling what a scan needs takes 20 s of CPU; a collection of a hundred files is through long before, uncompiled. Only
for kernels that say so (``jit.njit``), and only while somebody who can wait for no compiler allows it and the last
scan was small. Without numba: standard library only.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

FILES = 500
"""Most files of a small collection: finding their pairs takes 2 s as Python, and grows with the files."""
BYTES = 8 << 20
"""Most bytes of all of them: signing takes 0.5 s a megabyte."""

_changing = threading.Lock()
_allowed = 0
_small = False


@contextlib.contextmanager
def allowed() -> Iterator[None]:
    """Allow it for the block, in all threads, as soon as ``decide`` has seen a small collection."""
    _count(1)
    try:
        yield
    finally:
        _count(-1)


def _count(more: int) -> None:
    global _allowed, _small
    with _changing:
        _allowed += more
        _small &= _allowed > 0


def decide(files: int, size: int) -> None:
    """Note how much there is to do from now on.

    Args:
        files: number of files to sign and compare.
        size: bytes of all files to read.
    """
    global _small
    with _changing:
        _small = _allowed > 0 and files <= FILES and size <= BYTES


def is_allowed() -> bool:
    """Return whether somebody allows it, however much there may be to do."""
    return _allowed > 0


def wanted() -> bool:
    """Return whether missing kernels are to run as Python now."""
    return _small
