"""Whether kernels without compiled code on this machine run as the Python they are written in.

Compiling what a scan needs takes 20 s of CPU; a collection of a hundred files is through long before, uncompiled. Only
for kernels that say so (``jit.njit``), and only while somebody who can wait for no compiler allows it and the last
scan was small. Without numba: standard library only.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

FILES = 500
"""Most files of a small collection: finding their pairs takes 2 s as Python, and grows with the files."""
BYTES = 8 << 20
"""Most bytes of all of them: signing takes 0.5 s a megabyte."""

_changing = threading.Lock()
_allowed = 0
_left = 0  # bytes that may still be signed as Python; 0 for no kernel at all


@contextlib.contextmanager
def allowed() -> Iterator[None]:
    """Allow it for the block, in all threads, as soon as ``decide`` has seen a small collection."""
    global _allowed, _left
    with _changing:
        _allowed += 1
    try:
        yield
    finally:
        with _changing:
            _allowed -= 1
            _left = _left if _allowed else 0


def decide(files: int, size: int, compiled: Callable[[], bool]) -> None:
    """Decide how kernels run from now on.

    Decided once, and not at each kernel: a thread that loads one waits for another that waits for the compiler.

    Args:
        files: number of files to sign and compare.
        size: bytes of all files to read.
        compiled: asked, of a small collection, whether what signs its files was compiled before.
    """
    global _left
    small = _allowed > 0 and files <= FILES and size <= BYTES and not compiled()
    with _changing:
        _left = BYTES if small else 0


def spend(size: int) -> None:
    """Note that so many bytes are to be signed that were in no file's size; not while a file's time is counted."""
    global _left
    if _left:
        with _changing:
            _left = max(0, _left - size)


def is_allowed() -> bool:
    """Return whether somebody allows it, however much there may be to do."""
    return _allowed > 0


def wanted() -> bool:
    """Return whether kernels that may are to run as Python now, unless they are loaded."""
    return _left > 0
