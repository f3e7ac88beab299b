"""A hook that runs before a kernel without compiled code on this machine is compiled.

The compiler leaves 650 MB in the process, and every other thread waits for it; a subprocess gives the memory back. A
caller that can start one registers it with ``when_missing``, and ``jit`` runs it. Without numba: standard library only.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

_remedies: list[Callable[[], None]] = []


@contextlib.contextmanager
def when_missing(remedy: Callable[[], None]) -> Iterator[None]:
    """Register a remedy for the block: run once before the first kernel is compiled, which is then looked up again.

    Args:
        remedy: called by the thread that misses a kernel; must not raise.
    """
    _remedies.append(remedy)
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):
            _remedies.remove(remedy)


def remedied() -> bool:
    """Run the latest registered remedy, once; return whether there was one. One thread may call this at a time."""
    if not _remedies:
        return False
    _remedies.pop()()
    return True
