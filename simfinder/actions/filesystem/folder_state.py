"""Is a path still the folder an act was begun in, or is another drive mounted there now, or nothing?

An act that was cut off is judged by what is missing as much as by what is there. A file missing from the folder it was
in says something; missing from an empty mount point, or from another drive mounted there, it says nothing. So the
journal has a mark of each folder (``folder_identity.mark_of``), and whoever judges an act asks here first. Knows
neither acts nor the journal.
"""

from __future__ import annotations

import contextlib
import os
from enum import Enum

from simfinder.actions.filesystem import directory_handles, folder_identity
from simfinder.actions.filesystem.operations import is_part_name, look, old_for

REPLACED = "its folder was replaced by something else meanwhile"
OUT_OF_SIGHT = "its folder can't be seen now"


class FolderState(Enum):
    """State of the path of a folder: what is there now.

    SAME: the folder itself, or no mark of it is known. GONE: another folder on its disk, or nothing while its disk is
    there. AWAY: another disk.
    """

    SAME = "same"
    MISSING = "gone"
    OTHER_DEVICE = "away"


def hold_ground(
    stack: contextlib.ExitStack, folder: str, mark: str | None, part: str | None = None
) -> tuple[FolderState, str]:
    """Look at a folder and, if it is the one meant, hold it until the stack is closed.

    Args:
        stack: releases it.
        folder: its path.
        mark: as ``folder_identity.mark_of`` gave it; None if it was never taken.
        part: a name of ours that may be in it. If the mark is weak, and may change with each mount, that name proves
            the folder: nobody else makes a name of 128 random bits.

    Returns:
        What is there and, if it is not the folder, the reason to give for a file in it.

    Raises:
        OSError: it is there and can't be read.
    """
    if mark is None:
        return FolderState.SAME, ""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(directory_handles.holding(folder))
            same = folder_identity.is_same(folder_identity.mark_of(folder), mark)
            if same or (folder_identity.is_weak(mark) and _holds(folder, part)):
                stack.push(held.pop_all())
                return FolderState.SAME, ""
            reason = REPLACED
        except (FileNotFoundError, NotADirectoryError):
            reason = OUT_OF_SIGHT
    return (FolderState.MISSING if _same_disk(folder, mark) else FolderState.OTHER_DEVICE), reason


def _holds(folder: str, part: str | None) -> bool:
    if part is None or os.path.dirname(part) != folder or not is_part_name(part):
        return False
    return any(look(name) is not None for name in (part, old_for(part)))


def _same_disk(folder: str, mark: str) -> bool:
    """Tell whether the nearest folder that exists is on the disk of a mark."""
    while True:
        try:
            return folder_identity.is_same_disk(folder_identity.mark_of(folder), mark)
        except (FileNotFoundError, NotADirectoryError):
            if os.path.dirname(folder) == folder:
                return False
            folder = os.path.dirname(folder)
