"""What a test may have left open."""

from __future__ import annotations

import contextlib
import gc
import os


def open_files() -> set[tuple[str, str]]:
    """Open files of this process, each as its number and what it leads to.

    A test asks before and after and takes the difference: a count is wrong where an earlier test's garbage, or a
    thread it left, closes a file in between. What only the garbage collector holds is closed first.
    """
    gc.collect()
    found = set()
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):  # the listing's own handle
            found.add((number, os.readlink(f"/proc/self/fd/{number}")))
    return found
