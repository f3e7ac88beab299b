"""Mount points, read from the system's own table: nothing here asks a drive, which may not answer."""

from __future__ import annotations

import os
import re

_TABLE = "/proc/self/mountinfo"
_ESCAPE = re.compile(rb"\\([0-7]{3})")


def points() -> list[str]:
    """Return all mount points; none on systems without such a table."""
    try:
        with open(_TABLE, "rb") as table:
            lines = table.read().splitlines()
    except OSError:
        return []
    return [os.fsdecode(_plain(words[4])) for line in lines if len(words := line.split(b" ")) > 4]


def is_mount(path: str) -> bool:
    """Return whether something is mounted at this very path."""
    return path in points()


def mount_of(path: str) -> str:
    """Return the mount point above a path; its folder where that is not known."""
    found = [point for point in points() if path == point or path.startswith(point.rstrip("/") + "/")]
    return max(found, key=len, default=os.path.dirname(path))


def _plain(word: bytes) -> bytes:
    r"""Undo the table's escapes: a blank is written as ``\040`` there."""
    return _ESCAPE.sub(lambda match: bytes([int(match[1], 8)]), word)
