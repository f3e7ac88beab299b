"""The folders an act was begun in, told again later: what stands at their path now may be another drive, or nothing.

An act that was cut off is judged by what is missing as much as by what is there. Missing from the folder it was begun
in says something; missing from an empty mount point, or from the drive that is plugged in instead, says nothing. So the
journal has a mark of each folder (``foldermarks.mark_of``), and whoever judges asks here first. Knows neither acts nor
the journal.
"""

from __future__ import annotations

import contextlib
import os
from enum import Enum

from simfinder.actions.filesystem import directory_handles, folder_identity
from simfinder.actions.filesystem.operations import is_part_name, look, old_for

REPLACED = "its folder was replaced by something else meanwhile"
OUT_OF_SIGHT = "its folder can't be seen now"


class Ground(Enum):
    """What stands at the path of a folder.

    Itself, or one of which nothing is known; another one on its disk, or nothing while its disk is there; another disk.
    """

    SAME = "same"
    GONE = "gone"
    AWAY = "away"


def hold_ground(
    stack: contextlib.ExitStack, folder: str, mark: str | None, part: str | None = None
) -> tuple[Ground, str]:
    """Look at a folder, and hold it as long as the stack lives where it is the one that is meant.

    Args:
        stack: lets go of it.
        folder: its path.
        mark: as ``foldermarks.mark_of`` gave it; None where it was never taken.
        part: a name of ours that may lie in it. Where marks are weak, and may change with each mount, it proves the
            folder: nobody else gives a name of 128 random bits.

    Returns:
        What stands there and, where it is not the folder, what to say of a file in it.

    Raises:
        OSError: it is there and can't be looked at.
    """
    if mark is None:
        return Ground.SAME, ""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(directory_handles.holding(folder))
            same = folder_identity.is_same(folder_identity.mark_of(folder), mark)
            if same or (folder_identity.is_weak(mark) and _holds(folder, part)):
                stack.push(held.pop_all())
                return Ground.SAME, ""
            reason = REPLACED
        except (FileNotFoundError, NotADirectoryError):
            reason = OUT_OF_SIGHT
    return (Ground.GONE if _same_disk(folder, mark) else Ground.AWAY), reason


def _holds(folder: str, part: str | None) -> bool:
    if part is None or os.path.dirname(part) != folder or not is_part_name(part):
        return False
    return any(look(name) is not None for name in (part, old_for(part)))


def _same_disk(folder: str, mark: str) -> bool:
    """Whether the nearest folder that exists lies on the disk of a mark."""
    while True:
        try:
            return folder_identity.is_same_disk(folder_identity.mark_of(folder), mark)
        except (FileNotFoundError, NotADirectoryError):
            if os.path.dirname(folder) == folder:
                return False
            folder = os.path.dirname(folder)
