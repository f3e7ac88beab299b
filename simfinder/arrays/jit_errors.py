"""What to do before a kernel is compiled that was never compiled on this machine.

A compiler leaves 650 MB behind in the process, and all others wait for it; another process gives them back. Whoever
knows of other processes says what to do, and ``kernels`` does it. Of no layer, without numba: standard library only.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

_remedies: list[Callable[[], None]] = []


@contextlib.contextmanager
def when_missing(remedy: Callable[[], None]) -> Iterator[None]:
    """Have something done once, before the first kernel is compiled inside the block: it is looked for again then.

    Args:
        remedy: called by whichever thread misses a kernel; must not raise.
    """
    _remedies.append(remedy)
    try:
        yield
    finally:
        with contextlib.suppress(ValueError):
            _remedies.remove(remedy)


def remedied() -> bool:
    """Do what there is to do, if anything is; each only once. One thread may ask at a time."""
    if not _remedies:
        return False
    _remedies.pop()()
    return True
