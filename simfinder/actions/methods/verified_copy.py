"""Copy a file to another device, attributes included, and read the copy back.

Makes a copy under a new name and restores attributes; ``movement`` gives the copy its name, removes the original and
cleans up after a failure.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import json
import os
import stat
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.operations import CHANGED, CHUNK, Identity, read_full, reading, write_full
from simfinder.actions.filesystem.safe_walk import is_root
from simfinder.errors import ActionError
from simfinder.model.progress import Control
from simfinder.signatures.content_hash import Content
from simfinder.store.json_values import convert, loads
from simfinder.text.message import say
from simfinder.workers import heartbeat

_OF_THE_OWNER = stat.S_ISUID | stat.S_ISGID
"""Rights that a program has from its owner and group; a copy that belongs to somebody else gets none."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What a file has besides its content.

    Attributes:
        atime_ns, mtime_ns: times.
        mode: ``st_mode``; None if unknown.
        owner: user and group; None if unknown.
        attributes: its extended attributes.
    """

    atime_ns: int
    mtime_ns: int
    mode: int | None
    owner: tuple[int, int] | None
    attributes: Mapping[str, bytes]

    @classmethod
    def of(cls, status: os.stat_result, attributes: Mapping[str, bytes]) -> Looks:
        owner = (status.st_uid, status.st_gid)
        return cls(status.st_atime_ns, status.st_mtime_ns, status.st_mode, owner, attributes)

    def kept_by(self, status: os.stat_result) -> bool:
        """Tell whether a file has all of these but the access time, which anyone changes by reading."""
        return (
            status.st_mtime_ns == self.mtime_ns
            and self.mode in (None, status.st_mode)
            and self.owner in (None, (status.st_uid, status.st_gid))
        )


def copy_new(
    source: str,
    part: str,
    identity: Identity,
    content: bytes,
    control: Control,
    made: Callable[[int, int, bytes], None],
    looks: Looks | None = None,
) -> None:
    """Copy a file to a new name, attributes included, and read the copy back.

    Args:
        source: the file.
        part: name of the copy; nothing may be there.
        identity: what the source must be.
        content: XXH3-128 that the source must have.
        control: advanced by the bytes written.
        made: called with device, inode and the source's extended attributes (JSON) as soon as the copy exists,
            still empty.
        looks: what the copy gets besides the content; that of the source by default.

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
        attributes = syscalls.attributes(old)
        new = syscalls.open_file(part, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        try:
            fresh = os.fstat(new)
            made(fresh.st_dev, fresh.st_ino, pack(attributes))
            if _pour(old, new, control) != content:
                raise ActionError(say("its content {}", CHANGED), source)
            with heartbeat.on_our_own():
                os.fsync(new)
            _check_copy(new, content, control)
            dress(new, looks or Looks.of(status, attributes))  # last: reading back moves the access time
            with heartbeat.on_our_own():
                os.fsync(new)
        finally:
            os.close(new)


def restore_looks(path: str, looks: Looks, inodes: Collection[int]) -> None:
    """Give a file back its owner, extended attributes, mode and times, as far as the system allows.

    A file with several hard links is left alone: we moved only one of its names, and others may have changed the rest
    by another name. Root, who could give anything away, asks for more: that it is the file that came back, and still
    belongs to the one it did, or to root.

    Args:
        path: of the file.
        looks: what it had.
        inodes: those the file that came back may have.

    Raises:
        ActionError: it is another file, or another user's.
        OSError: times or mode can't be set.
    """
    with syscalls.pinned(path) as (file, status):
        if status.st_nlink > 1:
            return
        owner = (status.st_uid, status.st_gid)
        if is_root() and (
            not stat.S_ISREG(status.st_mode)
            or status.st_ino not in inodes
            or (looks.owner is not None and owner[0] not in (0, looks.owner[0]))
        ):
            raise ActionError(say("another user has changed it since"))
        if other_owner := looks.owner is not None and looks.owner != owner:
            with contextlib.suppress(PermissionError):  # giving files away is root's right
                syscalls.set_owner(file, *looks.owner)
        for name, value in looks.attributes.items():
            syscalls.set_attribute(file, name, value)
        mode = status.st_mode if looks.mode is None else looks.mode
        # a new owner has cleared some bits
        if other_owner or stat.S_IMODE(mode) != stat.S_IMODE(status.st_mode):
            syscalls.set_mode(file, stat.S_IMODE(mode))
        if (looks.atime_ns, looks.mtime_ns) != (status.st_atime_ns, status.st_mtime_ns):
            syscalls.set_times(file, looks.atime_ns, looks.mtime_ns)


def dress(new: int, looks: Looks) -> None:
    """Give an open new file owner, extended attributes, mode and times, as far as its disk can hold them."""
    mode = looks.mode
    if hasattr(os, "fchown") and looks.owner is not None:
        try:
            os.fchown(new, *looks.owner)
        except OSError:
            if mode is not None:
                mode &= ~_OF_THE_OWNER
    for name, value in looks.attributes.items():
        syscalls.set_attribute(new, name, value)
    if hasattr(os, "fchmod") and mode is not None:
        with contextlib.suppress(OSError):  # FAT has no modes; the journal has them
            os.fchmod(new, stat.S_IMODE(mode))
    os.utime(new, ns=(looks.atime_ns, looks.mtime_ns))


def pack(attributes: Mapping[str, bytes]) -> bytes:
    """Encode extended attributes for the journal."""
    if not attributes:
        return b""
    return json.dumps({name: base64.b64encode(value).decode() for name, value in attributes.items()}).encode()


def unpack(attributes: bytes | None) -> dict[str, bytes]:
    """Decode extended attributes from the journal.

    Raises:
        ValueError: ``pack`` never wrote this.
    """
    return convert(loads(attributes), dict[str, bytes]) if attributes else {}


def _need_room(folder: str, status: os.stat_result) -> None:
    """Raise ``ENOSPC`` at once if the copy can't fit, instead of filling the disk first."""
    room = syscalls.room(folder)
    if room is not None and room < getattr(status, "st_blocks", 0) * 512:
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
    """Read the copy back, from the disk itself where the system allows that."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.lseek(file, 0, os.SEEK_SET)
    digest = Content()
    while chunk := os.read(file, CHUNK):
        heartbeat.mine().beat()
        digest.update(chunk)
        control.check()
    if digest.digest() != content:
        raise ActionError(say("the copy does not read back as it was written"))
