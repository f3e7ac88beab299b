"""A hook that runs before a kernel without compiled code on this machine is compiled.

The compiler leaves 650 MB in the process, and every other thread waits for it; subprocesses give the memory back. A
caller that can start some registers a remedy with ``when_missing``, and ``jit`` runs it. Without numba: standard
library only.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

_remedies: list[Callable[[], bool]] = []


@contextlib.contextmanager
def when_missing(remedy: Callable[[], bool]) -> Iterator[None]:
    """Register a remedy for the block: run when a kernel is missing, which is then looked up again.

    Args:
        remedy: called by the thread that misses a kernel; waits until others may be compiled and returns True, or
            returns False if none will be: then it is not called again. Must not raise.
    """
    _remedies.append(remedy)
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):
            _remedies.remove(remedy)


def remedied() -> bool:
    """Run the latest registered remedy; return whether to look again. One thread may call this at a time."""
    if not _remedies:
        return False
    remedy = _remedies[-1]
    if remedy():
        return True
    with contextlib.suppress(ValueError):
        _remedies.remove(remedy)
    return False
