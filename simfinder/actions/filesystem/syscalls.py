"""Every call that looks at or changes a person's disk while acting, one small function each.

Paths are absolute and may be of any length; a folder that is held (``directory_handles``) is reached whatever is at
its path now. No call follows a symbolic link at the end of its path, none overwrites; as root, those that change
something follow none on the way that another user could have made. ``OSError`` passes through.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from simfinder.actions.filesystem import extended_attributes
from simfinder.actions.filesystem.directory_handles import at, changing, handle_of
from simfinder.actions.filesystem.safe_walk import NOFOLLOW
from simfinder.model.system import LINUX, LINUX_64, MACOS, WINDOWS
from simfinder.store import umask
from simfinder.workers import heartbeat

_BINARY = getattr(os, "O_BINARY", 0)
CANNOT = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOTTY}
"""Errors of systems that know a call but can't do it on this file system."""
LINK_TIMES = os.utime in os.supports_follow_symlinks
"""Whether a symbolic link can be given times of its own."""
_PINS = "/proc/self/fd/"
_MAC = MACOS
_HERE = -2 if _MAC else -100  # AT_FDCWD
_EXCLUSIVE = 4 if _MAC else 1  # RENAME_EXCL, RENAME_NOREPLACE
_EXCHANGE = 2  # RENAME_SWAP, RENAME_EXCHANGE
_FICLONE = 0x40049409
_DEFAULT_ACL = "system.posix_acl_default"
_FORCE_SYNC, _NOFOLLOW = 0x2000, 0x100  # AT_STATX_FORCE_SYNC, AT_SYMLINK_NOFOLLOW
_BASIC = 0x7FF  # STATX_BASIC_STATS
# mask, block size, attributes, links, owners, mode, inode, size, blocks
_STATX = struct.Struct("=2IQ3IHxx3Q")
_TIME = struct.Struct("=qI")
_C = ctypes.CDLL(None, use_errno=True) if not WINDOWS else None
_SYNCED_WHOLE = {
    0xEF53, 0x58465342, 0x9123683E, 0xF2F52010, 0xCA451A4E, 0x2FC12FC1,  # ext, XFS, Btrfs, F2FS, bcachefs, ZFS
    0x01021994, 0x794C7630,  # tmpfs, overlay
}  # fmt: skip
"""File systems whose ``syncfs`` reaches the disk: FAT's leaves data in the drive's cache, those of FUSE and network
drives leave it with the server."""


# file systems
def kind_of(file: int) -> int:
    """Return the number of the kind of file system of an open file or folder (``f_type``); 0 if there is none."""
    if _C is None or not LINUX_64:
        return 0
    room = ctypes.create_string_buffer(1024)  # a struct statfs begins with it
    if _C.fstatfs(file, room):
        return 0
    return ctypes.c_uint32.from_buffer(room).value


def sync_file_system(file: int) -> bool:
    """Sync the whole file system of an open file to its disk.

    Returns:
        False if the system can't do that, or not to the disk; nothing was done then.

    Raises:
        OSError: something could not be written, of any file.
    """
    call = getattr(_C, "syncfs", None)
    if call is None or kind_of(file) not in _SYNCED_WHOLE:
        return False
    ctypes.set_errno(0)
    with heartbeat.on_our_own():
        failed = call(file)
    if failed:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return True


class FreshStatus(NamedTuple):
    """What ``fresh_status`` gives: inode, size in bytes, times in nanoseconds since 1970, number of names."""

    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int
    names: int


# folders
def sync_folder(folder: str) -> None:
    """Sync a folder's entries to the disk, where the system can do that for folders."""
    if WINDOWS:
        return
    with at(os.path.join(folder, os.curdir)) as (name, handle):
        opened = os.open(name, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0), dir_fd=handle)
    try:
        sync_file(opened)
    finally:
        os.close(opened)


def room(folder: str) -> int | None:
    """Return the bytes that are free for us on the disk of a folder; None where the system can't say."""
    if not hasattr(os, "statvfs"):
        return None
    handle = handle_of(folder)
    found = os.statvfs(folder if handle is None else handle)
    return found.f_bavail * found.f_frsize if found.f_blocks else None


def make_folder(path: str) -> None:
    """Make a folder that the person asked for: with the person's umask, not with our own; its parent must exist."""
    with changing(path) as (name, handle):
        os.mkdir(name, dir_fd=handle)
        if umask.folder_mode() == umask.PRIVATE_FOLDER or not hasattr(os, "fchmod"):
            return
        try:
            opened = os.open(name, os.O_RDONLY | os.O_DIRECTORY | NOFOLLOW, dir_fd=handle)
        except OSError:  # it is made, and stays private: an error here would leave it behind
            return
    try:
        with contextlib.suppress(OSError):  # FAT has no modes
            found = os.fstat(opened)
            ours = found.st_uid == os.geteuid() and not os.listdir(
                opened
            )  # somebody may have put another there
            if ours and _DEFAULT_ACL not in attributes(opened):  # it overrides any umask
                os.fchmod(opened, stat.S_IMODE(found.st_mode) | umask.folder_mode())
    finally:
        os.close(opened)


def remove_folder(path: str) -> None:
    """Remove an empty folder."""
    with changing(path) as (name, handle):
        os.rmdir(name, dir_fd=handle)


# files
def status(path: str) -> os.stat_result:
    """Return ``lstat`` of a path."""
    with at(path) as (name, handle):
        return os.stat(name, dir_fd=handle, follow_symlinks=False)


def fresh_status(path: str) -> FreshStatus:
    """Return what the file system itself says of a file now, past what the system remembers of it.

    A network or FUSE drive is asked again, where the system has a call for that (``statx``).
    """
    call = getattr(_C, "statx", None) if LINUX else None
    room = ctypes.create_string_buffer(256)
    with at(path) as (name, handle):
        ctypes.set_errno(0)
        folder, how = _HERE if handle is None else handle, _FORCE_SYNC | _NOFOLLOW
        failed = call is None or call(folder, os.fsencode(name), how, _BASIC, room)
        number = errno.ENOSYS if call is None else ctypes.get_errno()
    if failed and number == errno.ENOSYS:
        found = status(path)
        return FreshStatus(found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_nlink)
    if failed:
        raise OSError(number, os.strerror(number), path)
    _, _, _, names, _, _, _, inode, size, _ = _STATX.unpack_from(room, 0)
    changed, modified = (s * 10**9 + ns for s, ns in (_TIME.unpack_from(room, at) for at in (96, 112)))
    return FreshStatus(inode, size, modified, changed, names)


def target_status(path: str) -> os.stat_result:
    """Return ``stat`` of the target of a symbolic link: the one call that follows one, for a link we have made."""
    with at(path) as (name, handle):
        return os.stat(name, dir_fd=handle)


def open_file(path: str, flags: int, mode: int = 0o600) -> int:
    """Open a file, never through a link."""
    reach = changing if flags & (os.O_CREAT | os.O_WRONLY | os.O_RDWR) else at
    with reach(path) as (name, handle):
        return os.open(name, flags | NOFOLLOW | _BINARY | getattr(os, "O_CLOEXEC", 0), mode, dir_fd=handle)


def sync_file(file: int) -> None:
    """Sync an open file or folder to the disk, where the system can do that for what is open for reading only."""
    if WINDOWS:
        return
    try:
        with heartbeat.on_our_own():
            os.fsync(file)
    except OSError as error:
        if error.errno not in CANNOT:
            raise


def remove(path: str) -> None:
    """Remove a name of a file, or a link."""
    with changing(path) as (name, handle):
        os.unlink(name, dir_fd=handle)


def make_link(source: str, target: str) -> None:
    """Give a file a second name (a hard link)."""
    with changing(source) as (old, from_folder), changing(target) as (new, to_folder):
        os.link(old, new, src_dir_fd=from_folder, dst_dir_fd=to_folder, follow_symlinks=False)


def make_symlink(leads_to: str, path: str) -> None:
    """Make a symbolic link; fails if something is at the path."""
    with changing(path) as (name, handle):
        os.symlink(leads_to, name, dir_fd=handle)


def read_symlink(path: str) -> str:
    """Return the target written in a symbolic link."""
    with at(path) as (name, handle):
        return os.readlink(name, dir_fd=handle)


def exclusive_rename(source: str, target: str) -> None:
    """Rename by the system's own call that never overwrites.

    Raises:
        FileExistsError: the target is taken.
        OSError: one of ``CANNOT`` where the system or the file system does not know it; others as they come.
    """
    _rename(source, target, _EXCLUSIVE)


def exchange(a: str, b: str) -> None:
    """Exchange two names in one step.

    Raises:
        OSError: one of ``CANNOT`` where the system or the file system does not know it; others as they come.
    """
    _rename(a, b, _EXCHANGE)


def share_blocks(source: int, target: int) -> None:
    """Let an open empty file share all blocks of another one (a reflink).

    Raises:
        OSError: one of ``CANNOT`` where the file system can't do that, EXDEV between file systems.
    """
    if not LINUX:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
    import fcntl

    fcntl.ioctl(target, _FICLONE, source)


@contextmanager
def pinned(path: str) -> Iterator[tuple[str, os.stat_result]]:
    """Open what is at a path itself, be it a link, and give a name for it and its status.

    The name reaches it, and nothing else, until the block ends, whatever is at the path then; ``set_mode``,
    ``set_owner``, ``set_times`` and ``set_attribute`` take it. Where the system has no such names it is the path.
    """
    if not (hasattr(os, "O_PATH") and os.path.isdir(_PINS)):
        yield path, status(path)
        return
    with changing(path) as (name, handle):
        opened = os.open(name, os.O_PATH | NOFOLLOW | os.O_CLOEXEC, dir_fd=handle)
    try:
        yield f"{_PINS}{opened}", os.fstat(opened)
    finally:
        os.close(opened)


def set_mode(path: str, mode: int) -> None:
    """Set the permission bits."""
    if path.startswith(_PINS):
        os.chmod(path, mode)
        return
    with changing(path) as (name, handle):
        os.chmod(name, mode, dir_fd=handle)


def set_owner(path: str, uid: int, gid: int) -> None:
    """Set user and group, where the system has them."""
    if not hasattr(os, "chown"):
        return
    if path.startswith(_PINS):
        os.chown(path, uid, gid)
        return
    with changing(path) as (name, handle):
        os.chown(name, uid, gid, dir_fd=handle, follow_symlinks=False)


def set_times(path: str, atime_ns: int, mtime_ns: int) -> None:
    """Set access and modification time, in nanoseconds since 1970."""
    if path.startswith(_PINS):
        os.utime(path, ns=(atime_ns, mtime_ns))
        return
    with changing(path) as (name, handle):
        os.utime(
            name,
            ns=(atime_ns, mtime_ns),
            dir_fd=handle,
            follow_symlinks=not LINK_TIMES,
        )


def attributes(file: int) -> dict[str, bytes]:
    """Return the extended attributes of an open file; on macOS its resource fork is one.

    Raises:
        OSError: one can't be read, or taken along (streams of Windows); going on without it would lose it.
    """
    if WINDOWS:
        import msvcrt

        extended_attributes.refuse_streams(ctypes.windll.kernel32, msvcrt.get_osfhandle(file))
        return {}
    try:
        if _MAC:
            return extended_attributes.read(_C, file)
        names = os.listxattr(file)
    except OSError as error:
        if error.errno not in CANNOT:
            raise
        return {}  # the file system has none
    found: dict[str, bytes] = {}
    for name in names:
        try:
            found[name] = os.getxattr(file, name)
        except OSError as error:
            if error.errno not in {errno.ENODATA, *CANNOT}:  # gone meanwhile, or nobody can read it
                raise
    return found


def set_attribute(file: int | str, name: str, value: bytes) -> None:
    """Set an extended attribute of an open or a pinned file, where it can be held."""
    with contextlib.suppress(OSError):  # the target can't hold it; the journal still has it
        if _MAC:
            extended_attributes.write(_C, file, name, value)
        elif LINUX:
            os.setxattr(file, name, value)


def _rename(source: str, target: str, how: int) -> None:
    call = getattr(_C, "renameatx_np" if _MAC else "renameat2", None)
    if call is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    with changing(source) as (old, from_folder), changing(target) as (new, to_folder):
        ctypes.set_errno(0)
        failed = call(
            _HERE if from_folder is None else from_folder,
            os.fsencode(old),
            _HERE if to_folder is None else to_folder,
            os.fsencode(new),
            how,
        )
        if failed:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), source, None, target)
