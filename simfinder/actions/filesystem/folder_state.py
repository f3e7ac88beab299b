"""Recognise a folder by its mark: is a path still the folder an act was begun in, or is something else there now?

An act that was cut off is judged by what is missing as much as by what is there. A file missing from the folder it was
in says something; missing from an empty mount point, or from another drive mounted there, it says nothing. So the
journal has a mark of each folder (``mark_of``: its file system and its number in that), and whoever judges an act asks
here first. Knows neither acts nor the journal.
"""

from __future__ import annotations

import contextlib
import os
from enum import Enum

from simfinder.actions.filesystem import directory_handles, safe_walk, syscalls
from simfinder.actions.filesystem.operations import is_part_name, look, old_for
from simfinder.errors import ActionError
from simfinder.model.system import LINUX
from simfinder.text.message import say
from simfinder.workers import heartbeat

OTHER_OWNER = say("its folder belongs to another user now")
REPLACED = say("its folder was replaced by something else meanwhile")
OUT_OF_SIGHT = say("its folder can't be seen now")
_UNNUMBERED = {0x4D44, 0x2011BAB0, 0x65735546, 0xFF534D42, 0xFE534D42}  # FAT, exFAT, FUSE, SMB (twice)


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
        mark: as ``mark_of`` gave it; None if it was never taken.
        part: a name of ours that may be in it. If the mark is weak, and may change with each mount, that name proves
            the folder: nobody else makes a name of 128 random bits.

    Returns:
        What is there and, if it is not the folder, the reason to give for a file in it.

    Raises:
        OSError: it is there and can't be read.
    """
    if mark is None:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):  # whoever looks for the file sees it
            stack.enter_context(directory_handles.holding(folder))
        return FolderState.SAME, ""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(directory_handles.holding(folder))
            same = is_same(mark_of(folder), mark)
            reason = REPLACED
            if same or (is_weak(mark) and _holds(folder, part)):
                if not _has_other_owner(folder, mark):
                    stack.push(held.pop_all())
                    return FolderState.SAME, ""
                reason = OTHER_OWNER
        except (FileNotFoundError, NotADirectoryError):
            reason = OUT_OF_SIGHT
    return (FolderState.MISSING if _same_disk(folder, mark) else FolderState.OTHER_DEVICE), reason


def hold_new_ground(stack: contextlib.ExitStack, folder: str, file_owner: int) -> None:
    """Hold a folder that is not known to be the one a file left, or the nearest one above it, if the file may go there.

    Whoever owns it, or may rename one of the folders above it, has chosen the place. Root lets only the owner of the
    file choose, anybody else also root and themselves.

    Args:
        stack: releases it.
        folder: its path.
        file_owner: number of the user whose file it is.

    Raises:
        ActionError: another user could have chosen it.
        OSError: it can't be opened; ELOOP where another user could have made a link on the way.
    """
    if not directory_handles.HANDLES or not hasattr(os, "geteuid"):
        return
    known = safe_walk.root_and_us() | {file_owner}
    folder = _nearest(folder)
    safe = directory_handles.hold_walked(stack, folder, known)
    owner = directory_handles.folder_status(folder).st_uid
    if not safe_walk.is_root():
        if owner not in known:
            raise ActionError(say("{} belongs to another user", folder))
    elif owner != file_owner:
        raise ActionError(say("{} does not belong to the user whose file it is", folder))
    elif not safe:
        raise ActionError(say("another user could have put {} there", folder))


def _has_other_owner(folder: str, mark: str) -> bool:
    """Tell whether a folder belongs to somebody else than when its mark was taken: inodes are used again."""
    owner = (*mark.split(":"), "", "", "")[3]
    if not owner.isdigit() or not hasattr(os, "geteuid"):
        return False
    return directory_handles.folder_status(folder).st_uid not in {*safe_walk.root_and_us(), int(owner)}


def _nearest(folder: str) -> str:
    """Return the folder, or the nearest one above it that is there."""
    while look(folder) is None and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def _holds(folder: str, part: str | None) -> bool:
    if part is None or os.path.dirname(part) != folder or not is_part_name(part):
        return False
    return any(look(name) is not None for name in (part, old_for(part)))


def _same_disk(folder: str, mark: str) -> bool:
    """Tell whether the nearest folder that exists is on the disk of a mark."""
    while True:
        try:
            return is_same_disk(mark_of(folder), mark)
        except (FileNotFoundError, NotADirectoryError):
            if os.path.dirname(folder) == folder:
                return False
            folder = os.path.dirname(folder)


def mark_of(folder: str) -> str:
    """Return the mark of a folder, held or not.

    It holds the lasting number of the file system, because two drives of one kind number their folders alike and device
    numbers change with each mount. Some file systems have none (XFS, FAT make it from the device number): then the mark
    holds only the kind of file system and, except on FAT and FUSE, whose folders have no lasting numbers, the number of
    the folder. Such a weak mark also has the device number: it proves nothing, but a folder on another device is hardly
    on the same disk. The last part is the owner of the folder.
    """
    handle = directory_handles.handle_of(folder)
    if handle is not None:
        return _made_of(handle, os.fstat(handle))
    if not directory_handles.HANDLES:
        status = os.stat(folder)
        return f"0:{status.st_ino}:{status.st_dev}"
    opened = directory_handles.open_folder(folder)
    try:
        with heartbeat.asking(folder):
            return _made_of(opened, os.fstat(opened))
    finally:
        os.close(opened)


def mount_of(folder: str) -> int:
    """Return the number of the mount a folder is on, as of now; of its device where the system numbers no mounts.

    Raises:
        OSError: it can't be looked at.
    """
    if LINUX:
        opened = directory_handles.open_folder(folder)
        try:
            with contextlib.suppress(OSError), open(f"/proc/self/fdinfo/{opened}", encoding="utf-8") as lines:
                for line in lines:
                    if line.startswith("mnt_id:"):
                        return int(line.removeprefix("mnt_id:"))
        finally:
            os.close(opened)
    return os.stat(folder).st_dev


def _made_of(folder: int, status: os.stat_result) -> str:
    number, kind = os.statvfs(folder).f_fsid, syscalls.kind_of(folder)
    if number & 0xFFFFFFFF in (_encoded(status.st_dev), status.st_dev & 0xFFFFFFFF):
        number = 0
    mark = f"{kind:x}.{number:x}:{0 if kind in _UNNUMBERED else status.st_ino}"
    return f"{mark}:{'' if number else status.st_dev}:{status.st_uid}"


def _encoded(device: int) -> int:
    """Encode a device number as file systems do that derive their own number from it."""
    major, minor = os.major(device), os.minor(device)
    return (minor & 0xFF | major << 8 | (minor & ~0xFF) << 12) & 0xFFFFFFFF


def is_same(mark: str, other: str) -> bool:
    """Tell whether two marks are of one folder, as far as marks go."""
    return _parts(mark)[:2] == _parts(other)[:2]


def is_same_disk(mark: str, other: str) -> bool:
    """Tell whether the folders of two marks are on one disk, as far as marks go."""
    (disk, _, device), (its_disk, _, its_device) = _parts(mark), _parts(other)
    return disk == its_disk and (device == its_device or "" in (device, its_device))


def is_weak(mark: str) -> bool:
    """Tell whether a mark can't distinguish its file system from others of its kind."""
    return _parts(mark)[0].partition(".")[2] in ("", "0")


def _parts(mark: str) -> list[str]:
    """Split a mark into file system, folder and device; "" for missing parts."""
    return [*mark.split(":"), "", ""][:3]
