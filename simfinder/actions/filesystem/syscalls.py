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
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from simfinder.actions.filesystem.directory_handles import at, changing, handle_of
from simfinder.actions.filesystem.safe_walk import NOFOLLOW
from simfinder.workers import heartbeat

_BINARY = getattr(os, "O_BINARY", 0)
CANNOT = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOTTY}
"""Errors of systems that know a call but can't do it on this file system."""
LINK_TIMES = os.utime in os.supports_follow_symlinks
"""Whether a symbolic link can be given times of its own."""
_PINS = "/proc/self/fd/"
_MAC = sys.platform == "darwin"
_HERE = -2 if _MAC else -100  # AT_FDCWD
_EXCLUSIVE = 4 if _MAC else 1  # RENAME_EXCL, RENAME_NOREPLACE
_EXCHANGE = 2  # RENAME_SWAP, RENAME_EXCHANGE
_FICLONE = 0x40049409
_C = ctypes.CDLL(None, use_errno=True) if os.name != "nt" else None


# folders
def sync_folder(folder: str) -> None:
    """Sync a folder's entries to the disk, where the system can do that for folders."""
    if os.name == "nt":
        return
    with at(os.path.join(folder, os.curdir)) as (name, handle):
        opened = os.open(name, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0), dir_fd=handle)
    try:
        with heartbeat.on_our_own():
            os.fsync(opened)
    except OSError as error:
        if error.errno not in CANNOT:
            raise
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
    """Make a folder; its parent must exist."""
    with changing(path) as (name, handle):
        os.mkdir(name, dir_fd=handle)


def remove_folder(path: str) -> None:
    """Remove an empty folder."""
    with changing(path) as (name, handle):
        os.rmdir(name, dir_fd=handle)


# files
def status(path: str) -> os.stat_result:
    """Return ``lstat`` of a path."""
    with at(path) as (name, handle):
        return os.stat(name, dir_fd=handle, follow_symlinks=False)


def target_status(path: str) -> os.stat_result:
    """Return ``stat`` of the target of a symbolic link: the one call that follows one, for a link we have made."""
    with at(path) as (name, handle):
        return os.stat(name, dir_fd=handle)


def open_file(path: str, flags: int, mode: int = 0o600) -> int:
    """Open a file, never through a link."""
    reach = changing if flags & (os.O_CREAT | os.O_WRONLY | os.O_RDWR) else at
    with reach(path) as (name, handle):
        return os.open(name, flags | NOFOLLOW | _BINARY | getattr(os, "O_CLOEXEC", 0), mode, dir_fd=handle)


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
    if sys.platform != "linux":
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
    """Return the extended attributes of an open file.

    Raises:
        OSError: one can't be read; going on without it would lose it.
    """
    if sys.platform != "linux":
        return {}
    try:
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
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # the target can't hold it; the journal still has it
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
