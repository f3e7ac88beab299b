"""Mounts, read from the system's own table: nothing here asks a drive, which may not answer."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

_TABLE = "/proc/self/mountinfo"
_ESCAPE = re.compile(rb"\\([0-7]{3})")


class Mount(NamedTuple):
    """One mount.

    Attributes:
        device: number of the device, as text.
        root: path inside the file system of the folder that is mounted.
        point: where it is mounted.
    """

    device: str
    root: str
    point: str


def table() -> list[Mount]:
    """Return all mounts, earlier ones first; none on systems without such a table."""
    try:
        with open(_TABLE, "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return []
    return [Mount(*map(_plain, words[2:5])) for line in lines if len(words := line.split(b" ")) > 4]


def is_mount(path: str) -> bool:
    """Return whether something is mounted at this very path."""
    return any(mount.point == path for mount in table())


def mount_of(path: str) -> str:
    """Return the mount point above a path; its folder where that is not known."""
    points = (mount.point for mount in table())
    found = [point for point in points if path == point or path.startswith(point.rstrip("/") + "/")]
    return max(found, key=len, default=os.path.dirname(path))


def _plain(word: bytes) -> str:
    r"""Undo the table's escapes: a blank is written as ``\040`` there."""
    return os.fsdecode(_ESCAPE.sub(lambda match: bytes([int(match[1], 8)]), word))
