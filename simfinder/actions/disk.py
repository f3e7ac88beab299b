"""Every call that looks at or changes a person's disk while acting, one small function each.

Paths are absolute and may be of any length. A path in a folder that is *held* goes through that folder's handle:
whatever is put in the place of the folder (or of one above it) meanwhile, the call reaches the folder that was
held. No call follows a symbolic link at the end of its path, none overwrites. ``OSError`` passes through.
Where the system has no directory handles (Windows) plain paths are used.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from simfinder.actions import attending

HANDLES = os.open in os.supports_dir_fd and os.name != "nt"
NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
BINARY = getattr(os, "O_BINARY", 0)
CANNOT = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOTTY}
"""What systems answer that know a call but not for this file system."""
LINK_TIMES = os.utime in os.supports_follow_symlinks
"""Whether a symbolic link can be given times of its own."""
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_LONGEST = 3700 if sys.platform == "linux" else 900  # bytes of a path in one call: PATH_MAX less a file name
_MAC = sys.platform == "darwin"
_HERE = -2 if _MAC else -100  # AT_FDCWD
_EXCLUSIVE = 4 if _MAC else 1  # RENAME_EXCL, RENAME_NOREPLACE
_EXCHANGE = 2  # RENAME_SWAP, RENAME_EXCHANGE
_FICLONE = 0x40049409
_UNNUMBERED = {0x4D44, 0x2011BAB0, 0x65735546, 0xFF534D42, 0xFE534D42}  # FAT, exFAT, FUSE, SMB (twice)
_C = ctypes.CDLL(None, use_errno=True) if os.name != "nt" else None


class _Held(threading.local):
    """Handles of the folders that this thread holds, by path."""

    def __init__(self) -> None:
        self.handles: dict[str, int] = {}


_held = _Held()


# folders and their handles
@contextmanager
def holding(*folders: str) -> Iterator[None]:
    """Hold folders while the block runs; links on the way to them are followed now, and never again.

    Raises:
        OSError: one can't be opened.
    """
    with contextlib.ExitStack() as stack:
        for folder in folders:
            if HANDLES and folder not in _held.handles:
                _keep(stack, folder, _open_folder(folder))
        yield


@contextmanager
def holding_below(base: str, folder: str) -> Iterator[None]:
    """Hold a folder at or below ``base``, by way of ``base``: no link below ``base`` is followed.

    Raises:
        NotADirectoryError: a link or a file lies in the way.
        OSError: one can't be opened.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(holding(base))
        path = base
        below = os.path.relpath(folder, base)
        for name in () if below == os.curdir or not HANDLES else below.split(os.sep):
            above, path = path, os.path.join(path, name)
            if path not in _held.handles:
                _keep(stack, path, os.open(name, _FOLDER | NOFOLLOW, dir_fd=_held.handles[above]))
        yield


def is_in_place(folder: str) -> bool:
    """Whether the path of a held folder still leads to it; False where that can't be told."""
    handle = _held.handles.get(folder)
    if handle is None:
        return True
    try:
        now = _open_folder(folder)
        try:
            return os.path.samestat(os.fstat(now), os.fstat(handle))
        finally:
            os.close(now)
    except OSError:
        return False


def folder_status(folder: str) -> os.stat_result:
    """``stat`` of a folder, held or not."""
    handle = _held.handles.get(folder)
    if handle is not None:
        return os.fstat(handle)
    if not _is_long(folder):
        return os.stat(folder)
    opened = _open_folder(folder)
    try:
        return os.fstat(opened)
    finally:
        os.close(opened)


def folder_mark(folder: str) -> str:
    """What tells a folder again, even after its drive was away: its file system, and its own number in that.

    A file system is told by its own lasting number, as two drives of one kind number their folders alike, and the
    system numbers its devices anew. Where it has none (it is made of the device's then: XFS, FAT) its kind has to do,
    and where folders have no lasting numbers either (FAT, FUSE), that alone.
    """
    handle = _held.handles.get(folder)
    if handle is not None:
        return _mark_of(handle, os.fstat(handle))
    if not HANDLES:
        return f"0:{os.stat(folder).st_ino}"
    opened = _open_folder(folder)
    try:
        with attending.asking(folder):
            return _mark_of(opened, os.fstat(opened))
    finally:
        os.close(opened)


def _mark_of(folder: int, status: os.stat_result) -> str:
    number, kind = os.statvfs(folder).f_fsid, _kind_of(folder)
    if number & 0xFFFFFFFF in (_encoded(status.st_dev), status.st_dev & 0xFFFFFFFF):
        number = 0
    return f"{kind:x}.{number:x}:{0 if kind in _UNNUMBERED else status.st_ino}"


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


def disk_of(mark: str) -> str:
    """The part of a folder's mark that is its file system's."""
    return mark.partition(":")[0]


def is_weak(mark: str) -> bool:
    """Whether the mark of a folder has nothing that tells its file system from others of its kind."""
    return disk_of(mark).partition(".")[2] in ("", "0")


def folders_up(folder: str) -> Iterator[os.stat_result]:
    """``stat`` of a folder and of each above it, as the system goes up, whatever the path says.

    Raises:
        OSError: one can't be looked at.
    """
    if not HANDLES:
        path = os.path.realpath(folder)
        while True:
            yield os.stat(path)
            if os.path.dirname(path) == path:
                return
            path = os.path.dirname(path)
    held = _held.handles.get(folder)
    opened = _open_folder(folder) if held is None else os.open(os.curdir, _FOLDER, dir_fd=held)
    try:
        last = os.fstat(opened)
        yield last
        while True:
            up = os.open(os.pardir, _FOLDER, dir_fd=opened)
            os.close(opened)
            opened = up
            status = os.fstat(opened)
            if os.path.samestat(status, last):
                return
            yield status
            last = status
    finally:
        os.close(opened)


def sync_folder(folder: str) -> None:
    """Bring a folder's entries to the disk, where the system can do that for folders."""
    if os.name == "nt":
        return
    with _at(os.path.join(folder, os.curdir)) as (name, handle):
        opened = os.open(name, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0), dir_fd=handle)
    try:
        with attending.on_our_own():
            os.fsync(opened)
    except OSError as error:
        if error.errno not in CANNOT:
            raise
    finally:
        os.close(opened)


def room(folder: str) -> int | None:
    """Bytes that are free for us on the disk of a folder; None where nobody can tell."""
    if not hasattr(os, "statvfs"):
        return None
    handle = _held.handles.get(folder)
    found = os.statvfs(folder if handle is None else handle)
    return found.f_bavail * found.f_frsize if found.f_blocks else None


def make_folder(path: str) -> None:
    """``mkdir``; its parent must be there."""
    with _at(path) as (name, handle):
        os.mkdir(name, dir_fd=handle)


def remove_folder(path: str) -> None:
    """Remove an empty folder."""
    with _at(path) as (name, handle):
        os.rmdir(name, dir_fd=handle)


# files
def status(path: str) -> os.stat_result:
    """``lstat``."""
    with _at(path) as (name, handle):
        return os.stat(name, dir_fd=handle, follow_symlinks=False)


def target_status(path: str) -> os.stat_result:
    """``stat`` of what a symbolic link leads to: the one call that follows one, for a link that we have made."""
    with _at(path) as (name, handle):
        return os.stat(name, dir_fd=handle)


def open_file(path: str, flags: int, mode: int = 0o600) -> int:
    """``open``, never through a link."""
    with _at(path) as (name, handle):
        return os.open(name, flags | NOFOLLOW | BINARY | getattr(os, "O_CLOEXEC", 0), mode, dir_fd=handle)


def remove(path: str) -> None:
    """Remove a name of a file, or a link."""
    with _at(path) as (name, handle):
        os.unlink(name, dir_fd=handle)


def make_link(source: str, target: str) -> None:
    """Give a file a second name (a hard link)."""
    with _at(source) as (old, from_folder), _at(target) as (new, to_folder):
        os.link(old, new, src_dir_fd=from_folder, dst_dir_fd=to_folder, follow_symlinks=False)


def make_symlink(leads_to: str, path: str) -> None:
    """``symlink``; fails where something is at the path."""
    with _at(path) as (name, handle):
        os.symlink(leads_to, name, dir_fd=handle)


def read_symlink(path: str) -> str:
    """What a symbolic link says."""
    with _at(path) as (name, handle):
        return os.readlink(name, dir_fd=handle)


def exclusive_rename(source: str, target: str) -> None:
    """The system's own rename that never overwrites.

    Raises:
        FileExistsError: the target is taken.
        OSError: one of ``CANNOT`` where the system or the file system does not know it; others as they come.
    """
    _rename(source, target, _EXCLUSIVE)


def exchange(a: str, b: str) -> None:
    """Let two names change places in one step.

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


def set_mode(path: str, mode: int) -> None:
    """``chmod``, by the permission bits."""
    with _at(path) as (name, handle):
        os.chmod(name, mode, dir_fd=handle)


def set_owner(path: str, uid: int, gid: int) -> None:
    """``chown``, where the system has it."""
    if hasattr(os, "chown"):
        with _at(path) as (name, handle):
            os.chown(name, uid, gid, dir_fd=handle, follow_symlinks=False)


def set_times(path: str, atime_ns: int, mtime_ns: int) -> None:
    """``utimensat``."""
    with _at(path) as (name, handle):
        os.utime(
            name,
            ns=(atime_ns, mtime_ns),
            dir_fd=handle,
            follow_symlinks=not LINK_TIMES,
        )


def attributes(file: int) -> dict[str, bytes]:
    """Extended attributes of an open file.

    Raises:
        OSError: one can't be read: a file that is taken for one without it would lose it.
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


def set_attribute(file: int, name: str, value: bytes) -> None:
    """Set an extended attribute of an open file, where it can be held."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # a target that can't hold it; the journal still has it
            os.setxattr(file, name, value)


@contextmanager
def _at(path: str) -> Iterator[tuple[str, int | None]]:
    """What to hand to the system for a path: a name and the folder's handle, or the whole path and None."""
    folder, name = os.path.split(path)
    handle = _held.handles.get(folder)
    with attending.asking(path):
        if handle is not None and name:
            yield name, handle
        elif not _is_long(path):
            yield path, None
        else:
            opened = _open_folder(folder)
            try:
                yield name, opened
            finally:
                os.close(opened)


def _is_long(path: str) -> bool:
    return HANDLES and len(path) * 4 > _LONGEST and len(os.fsencode(path)) > _LONGEST


def _open_folder(folder: str) -> int:
    """Handle of a folder however long its path; links are followed."""
    with attending.asking(folder):
        return _opened(folder)


def _opened(folder: str) -> int:
    rest, opened = os.fsencode(folder), None
    try:
        while len(rest) > _LONGEST:
            cut = rest.rindex(b"/", 1, _LONGEST)
            step = os.open(rest[:cut], _FOLDER, dir_fd=opened)
            if opened is not None:
                os.close(opened)
            opened, rest = step, rest[cut + 1 :].lstrip(b"/")
        return os.open(rest or b".", _FOLDER, dir_fd=opened)
    finally:
        if opened is not None:
            os.close(opened)


def _keep(stack: contextlib.ExitStack, folder: str, handle: int) -> None:
    _held.handles[folder] = handle
    stack.callback(lambda: os.close(_held.handles.pop(folder)))


def _rename(source: str, target: str, how: int) -> None:
    call = getattr(_C, "renameatx_np" if _MAC else "renameat2", None)
    if call is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    with _at(source) as (old, from_folder), _at(target) as (new, to_folder):
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
