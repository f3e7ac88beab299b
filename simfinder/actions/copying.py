"""Copies across a device border: complete, attributes included, and proven by reading them back.

Makes a copy under a new name and restores attributes; giving the copy its name, removing the original and
clearing up after a failure are the business of ``movement``.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import json
import os
import stat
import sys
from collections.abc import Callable

from simfinder.actions.fileops import CHANGED, CHUNK, NOFOLLOW, Identity, read_full, reading, write_full
from simfinder.errors import ActionError
from simfinder.model.progress import Control
from simfinder.signatures.content import Content


def copy_new(
    source: str,
    part: str,
    identity: Identity,
    content: bytes,
    control: Control,
    made: Callable[[int, int, bytes], None],
) -> None:
    """Copy a file to a new name, attributes included, and read the copy back to prove it.

    Args:
        source: the file.
        part: name of the copy; nothing may be there.
        identity: what the source must be.
        content: XXH3-128 that the source must have.
        control: advanced by the bytes written.
        made: called with device, inode and the source's extended attributes (JSON) as soon as the copy exists,
            still empty.

    Raises:
        ActionError: the source changed, or the copy does not read back. The copy is left to the caller.
        Cancelled: likewise.
        OSError: reading or writing failed; likewise.
    """
    with reading(source) as old:
        status = os.fstat(old)
        if not identity.matches(status):
            raise ActionError(CHANGED, source)
        _need_room(os.path.dirname(part), status)
        attributes = _attributes(old)
        new = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | NOFOLLOW | getattr(os, "O_BINARY", 0), 0o600)
        try:
            fresh = os.fstat(new)
            made(fresh.st_dev, fresh.st_ino, _pack(attributes))
            if _pour(old, new, control) != content:
                raise ActionError("its content " + CHANGED, source)
            os.fsync(new)
            _check_copy(new, content, control)
            _dress(new, status, attributes)  # last: reading back moves the access time
            os.fsync(new)
        finally:
            os.close(new)


def restore_attributes(
    path: str,
    atime_ns: int,
    mtime_ns: int,
    mode: int | None,
    owner: tuple[int, int] | None,
    attributes: bytes | None,
) -> None:
    """Give a file back its owner, extended attributes, mode and times, as far as the system allows.

    Raises:
        OSError: times or mode can't be set.
    """
    status = os.lstat(path)
    if owner is not None and owner != (status.st_uid, status.st_gid) and hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):  # giving files away is root's right
            os.chown(path, *owner, follow_symlinks=False)
    if attributes:
        for name, value in _unpack(attributes).items():
            _set_attribute(path, name, value)
    if mode is not None and stat.S_IMODE(mode) != stat.S_IMODE(os.lstat(path).st_mode):
        os.chmod(path, stat.S_IMODE(mode))
    if (atime_ns, mtime_ns) != (status.st_atime_ns, status.st_mtime_ns):
        os.utime(path, ns=(atime_ns, mtime_ns), follow_symlinks=os.utime not in os.supports_follow_symlinks)


def _need_room(folder: str, status: os.stat_result) -> None:
    """Not to fill a disk to the brim with a copy that can't fit."""
    if hasattr(os, "statvfs"):
        room = os.statvfs(folder)
        if room.f_blocks and room.f_bavail * room.f_frsize < status.st_blocks * 512:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), folder)


def _pour(old: int, new: int, control: Control) -> bytes:
    """Copy all bytes, leaving holes where whole chunks are zero; returns their XXH3-128."""
    digest = Content()
    zeros = bytes(CHUNK)
    length = 0
    while chunk := read_full(old):
        digest.update(chunk)
        if chunk == zeros:
            os.lseek(new, len(chunk), os.SEEK_CUR)
        else:
            write_full(new, chunk)
        length += len(chunk)
        control.advance(bytes=len(chunk))
        control.check()
    os.ftruncate(new, length)
    return digest.digest()


def _check_copy(file: int, content: bytes, control: Control) -> None:
    """Read the copy back, from the disk where the system can be made to."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.lseek(file, 0, os.SEEK_SET)
    digest = Content()
    while chunk := os.read(file, CHUNK):
        digest.update(chunk)
        control.check()
    if digest.digest() != content:
        raise ActionError("the copy does not read back as it was written")


def _dress(new: int, status: os.stat_result, attributes: dict[str, bytes]) -> None:
    """Owner, extended attributes, mode and times of the original, as far as the target can hold them."""
    if hasattr(os, "fchown"):
        with contextlib.suppress(OSError):
            os.fchown(new, status.st_uid, status.st_gid)
    for name, value in attributes.items():
        _set_attribute(new, name, value)
    if hasattr(os, "fchmod"):
        with contextlib.suppress(OSError):  # FAT has no modes; the journal has them
            os.fchmod(new, stat.S_IMODE(status.st_mode))
    os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))


def _attributes(file: int) -> dict[str, bytes]:
    if sys.platform != "linux":
        return {}
    try:
        names = os.listxattr(file)
    except OSError:  # the file system has none
        return {}
    found: dict[str, bytes] = {}
    for name in names:
        with contextlib.suppress(OSError):  # gone meanwhile, or not for us to read
            found[name] = os.getxattr(file, name)
    return found


def _set_attribute(file: int | str, name: str, value: bytes) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # a target that can't hold it; the journal still has it
            os.setxattr(file, name, value)


def _pack(attributes: dict[str, bytes]) -> bytes:
    if not attributes:
        return b""
    return json.dumps({name: base64.b64encode(value).decode() for name, value in attributes.items()}).encode()


def _unpack(attributes: bytes) -> dict[str, bytes]:
    return {name: base64.b64decode(value) for name, value in json.loads(attributes).items()}
