"""Where drives are mounted, told by the system's own table: nothing here asks a drive, which may not answer."""

from __future__ import annotations

import os
import re

_TABLE = "/proc/self/mountinfo"
_ESCAPE = re.compile(rb"\\([0-7]{3})")


def points() -> list[str]:
    """All mount points; none on systems that have no such table."""
    try:
        with open(_TABLE, "rb") as table:
            lines = table.read().splitlines()
    except OSError:
        return []
    return [os.fsdecode(_plain(words[4])) for line in lines if len(words := line.split(b" ")) > 4]


def is_mount(path: str) -> bool:
    """Whether something is mounted at this very path."""
    return path in points()


def mount_of(path: str) -> str:
    """The mount a path lies in; its folder where that is not known."""
    found = [point for point in points() if path == point or path.startswith(point.rstrip("/") + "/")]
    return max(found, key=len, default=os.path.dirname(path))


def _plain(word: bytes) -> bytes:
    r"""Blanks and the like are written as ``\040`` there."""
    return _ESCAPE.sub(lambda match: bytes([int(match[1], 8)]), word)
