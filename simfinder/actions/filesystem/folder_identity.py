"""Marks by which a folder is recognised, even after its drive was away: its file system and its number in that."""

from __future__ import annotations

import ctypes
import os
import sys

from simfinder.actions.filesystem import directory_handles
from simfinder.workers import heartbeat

_UNNUMBERED = {0x4D44, 0x2011BAB0, 0x65735546, 0xFF534D42, 0xFE534D42}  # FAT, exFAT, FUSE, SMB (twice)
_C = ctypes.CDLL(None, use_errno=True) if os.name != "nt" else None


def mark_of(folder: str) -> str:
    """Return the mark of a folder, held or not.

    It holds the lasting number of the file system, because two drives of one kind number their folders alike and device
    numbers change with each mount. Some file systems have none (XFS, FAT make it from the device number): then the mark
    holds only the kind of file system and, except on FAT and FUSE, whose folders have no lasting numbers, the number of
    the folder. Such a weak mark also has the device number: it proves nothing, but a folder on another device is hardly
    on the same disk.
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


def _made_of(folder: int, status: os.stat_result) -> str:
    number, kind = os.statvfs(folder).f_fsid, _kind_of(folder)
    if number & 0xFFFFFFFF in (_encoded(status.st_dev), status.st_dev & 0xFFFFFFFF):
        number = 0
    mark = f"{kind:x}.{number:x}:{0 if kind in _UNNUMBERED else status.st_ino}"
    return mark if number else f"{mark}:{status.st_dev}"


def _kind_of(folder: int) -> int:
    """Return the number of the kind of file system (``f_type``), or 0 where the system has none."""
    if _C is None or sys.platform != "linux" or sys.maxsize < 1 << 32:
        return 0
    room = ctypes.create_string_buffer(1024)  # a struct statfs begins with it
    if _C.fstatfs(folder, room):
        return 0
    return ctypes.c_uint32.from_buffer(room).value


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
