"""What tells a folder again, even after its drive was away: a mark of its file system and of itself in that."""

from __future__ import annotations

import ctypes
import os
import sys

from simfinder.actions.filesystem import directory_handles, stall_guard

_UNNUMBERED = {0x4D44, 0x2011BAB0, 0x65735546, 0xFF534D42, 0xFE534D42}  # FAT, exFAT, FUSE, SMB (twice)
_C = ctypes.CDLL(None, use_errno=True) if os.name != "nt" else None


def mark_of(folder: str) -> str:
    """The mark of a folder, held or not.

    A file system is told by its own lasting number, as two drives of one kind number their folders alike, and the
    system numbers its devices anew. Where it has none (it is made of the device's then: XFS, FAT) its kind has to do,
    and where folders have no lasting numbers either (FAT, FUSE), that alone. Such a mark has the device besides: it
    proves nothing, but a folder on another device is hardly on the same disk.
    """
    handle = directory_handles.handle_of(folder)
    if handle is not None:
        return _made_of(handle, os.fstat(handle))
    if not directory_handles.HANDLES:
        status = os.stat(folder)
        return f"0:{status.st_ino}:{status.st_dev}"
    opened = directory_handles.open_folder(folder)
    try:
        with stall_guard.asking(folder):
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
    """The number that a kind of file system has, where the system tells; else 0."""
    if _C is None or sys.platform != "linux" or sys.maxsize < 1 << 32:
        return 0
    room = ctypes.create_string_buffer(1024)  # a struct statfs begins with it
    if _C.fstatfs(folder, room):
        return 0
    return ctypes.c_uint32.from_buffer(room).value


def _encoded(device: int) -> int:
    """A device's number as file systems make their own of it."""
    major, minor = os.major(device), os.minor(device)
    return (minor & 0xFF | major << 8 | (minor & ~0xFF) << 12) & 0xFFFFFFFF


def is_same(mark: str, other: str) -> bool:
    """Whether two marks are of one folder, for all that can be told."""
    return _parts(mark)[:2] == _parts(other)[:2]


def is_same_disk(mark: str, other: str) -> bool:
    """Whether the folders of two marks lie on one disk, for all that can be told."""
    (disk, _, device), (its_disk, _, its_device) = _parts(mark), _parts(other)
    return disk == its_disk and (device == its_device or "" in (device, its_device))


def is_weak(mark: str) -> bool:
    """Whether a mark has nothing that tells its file system from others of its kind."""
    return _parts(mark)[0].partition(".")[2] in ("", "0")


def _parts(mark: str) -> list[str]:
    """File system, folder and device; "" for what a mark does not tell."""
    return [*mark.split(":"), "", ""][:3]
