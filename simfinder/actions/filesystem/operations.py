"""The operations that methods are built of: look, compare, rename, make and remove folders, find free names.

None of them overwrites, or follows a symbolic link at the end of a path. The calls themselves are in ``syscalls``;
``OSError`` passes through to the caller, who knows what the call was for. Nothing here knows a plan or the journal.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from simfinder.actions.filesystem import directory_handles, syscalls
from simfinder.actions.filesystem.safe_walk import is_root
from simfinder.errors import ActionError, reason_of
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.model.system import WINDOWS
from simfinder.signatures.content_hash import Content
from simfinder.text.message import say
from simfinder.workers import heartbeat

CHUNK = 1 << 20
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)
_NOATIME = getattr(os, "O_NOATIME", 0)
TEMPORARY = ".simfinder-"
"""Our unfinished copies are named ``.simfinder-<32 hex digits>.part``."""
OLD = ".old"

CHANGED = say("changed since the scan")
GONE = say("is gone")


class UncertainOutcome(ActionError):  # noqa: N818 - what is left matters, not that it failed
    """An act failed and could not take back what it had begun: something is left to settle."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Identity of a file: it must still match before the file is touched.

    Attributes:
        device, inode, size, mtime_ns: as ``os.stat`` gives them; ``device`` None where it may have
            changed with a reboot.
        ctime_ns: when its status last changed, to know whether it was written to since; None where nobody looked. It is
            no part of what the file is.
    """

    device: int | None
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int | None = field(default=None, compare=False)

    @classmethod
    def of(cls, status: os.stat_result) -> Identity:
        """Return the identity of a file as it is now."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)

    @classmethod
    def recorded(cls, file: FileRecord) -> Identity:
        """Return the identity of a file as a scan saw it."""
        return cls(file.device, file.inode, file.size, file.mtime_ns)

    def anywhere(self) -> Identity:
        """Return this identity on whatever device."""
        return replace(self, device=None)

    def matches(self, status: os.stat_result) -> bool:
        return (
            stat.S_ISREG(status.st_mode)
            and self.device in (None, status.st_dev)
            and (self.inode, self.size, self.mtime_ns) == (status.st_ino, status.st_size, status.st_mtime_ns)
        )


def look(path: str) -> os.stat_result | None:
    """Return ``lstat`` of a path, or None if nothing is there."""
    try:
        return syscalls.status(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def is_gone(path: str) -> bool:
    """Tell whether nothing is at a path; False where that can't be determined."""
    try:
        return look(path) is None
    except OSError:
        return False


def content_of(path: str, control: Control) -> bytes:
    """Return the XXH3-128 of a file's bytes; keeps its access time where the system allows that."""
    digest = Content()
    with reading(path) as file:
        while chunk := os.read(file, CHUNK):
            heartbeat.mine().beat()
            digest.update(chunk)
            control.check()
    return digest.digest()


def same_bytes(a: str, b: str, control: Control) -> bool:
    """Tell whether two files hold the same bytes, by reading both."""
    with reading(a) as first, reading(b) as second:
        while True:
            chunk = read_full(first)
            if chunk != read_full(second):
                return False
            if not chunk:
                return True
            control.check()


@contextmanager
def reading(path: str) -> Iterator[int]:
    """Open a regular file for reading and give its descriptor.

    Raises:
        ActionError: it is no regular file.
        OSError: it can't be opened.
    """
    file = open_to_read(path)
    try:
        with heartbeat.asking(path):
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise ActionError(say("is no regular file any more"), path)
            yield file
    finally:
        os.close(file)


def open_to_read(path: str) -> int:
    """Open a file for reading, without moving its access time where the system allows that."""
    try:
        return syscalls.open_file(path, _READ | _NOATIME)
    except PermissionError:  # O_NOATIME is for the owner only
        return syscalls.open_file(path, _READ)


def rename_new(source: str, target: str) -> None:
    """Rename, but never over something that is there.

    Uses the system's exclusive rename; on file systems without it, makes a hard link and removes the old name.

    Raises:
        FileExistsError: the target is taken.
        OSError: ENOTSUP where the file system knows neither way; EXDEV between devices; others as they come.
        UncertainOutcome: the file has both names, and the new one can't be removed.
    """
    if WINDOWS:
        os.rename(source, target)  # never overwrites there
        return
    try:
        syscalls.exclusive_rename(source, target)
    except OSError as error:
        if error.errno not in syscalls.CANNOT:
            raise
        _link_and_unlink(source, target)


def write_full(file: int, data: bytes) -> None:
    """Write all of the data, however little the system accepts at a time."""
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def missing_folders(path: str) -> tuple[str, ...]:
    """Return which of a folder and its parents do not exist, outermost first."""
    missing: list[str] = []
    while path and look(path) is None:
        missing.append(path)
        path = os.path.dirname(path)
    return tuple(reversed(missing))


def make_folders(paths: tuple[str, ...], base: str | None = None) -> tuple[str, ...]:
    """Make folders, outermost first, each in the one made before it; returns those that nobody else made meanwhile.

    Args:
        paths: as ``missing_folders`` gives them.
        base: a folder above the first one, below which no link is followed; the one right above it by default.

    Raises:
        NotADirectoryError: somebody else has put a link or a file there meanwhile.
        OSError: one can't be made.
    """
    made: list[str] = []
    if not paths:
        return ()
    with contextlib.ExitStack() as stack:
        try:
            above = os.path.dirname(paths[0])
            stack.enter_context(directory_handles.holding_below(above if base is None else base, above))
            for path in paths:
                with contextlib.suppress(FileExistsError):
                    syscalls.make_folder(path)
                    made.append(path)
                stack.enter_context(directory_handles.holding_below(os.path.dirname(path), path))
        except OSError:
            remove_empty(tuple(made))
            raise
    return tuple(made)


def remove_empty(paths: tuple[str, ...]) -> None:
    """Remove those of these folders that are empty, innermost first; as root only root's."""
    for path in reversed(paths):
        with contextlib.suppress(OSError):
            if not is_root() or syscalls.status(path).st_uid == 0:
                syscalls.remove_folder(path)


def numbered_names(path: str) -> Iterator[str]:
    """Yield the path itself, then ``name (2).ext``, ``name (3).ext`` … without end, none too long for a name."""
    yield path
    folder, name = os.path.split(path)
    stem, ending = os.path.splitext(name)
    number = 2
    while True:
        tail = f" ({number}){ending}"
        room = 255 - len(os.fsencode(tail))
        yield os.path.join(folder, shortened(stem, room) + tail)
        number += 1


def part_for(path: str) -> str:
    """Make up a name in the same folder that nobody else has: for a file that is not finished yet."""
    return os.path.join(os.path.dirname(path), f"{TEMPORARY}{secrets.token_hex(16)}.part")


def is_part_name(path: str) -> bool:
    """Tell whether a name can only be one of ours."""
    name = os.path.basename(path)
    return name.startswith(TEMPORARY) and name.endswith((".part", OLD))


def old_for(part: str) -> str:
    """Return the name that goes with a ``part_for`` one: for the old file, where two names can't be exchanged."""
    return part.removesuffix(".part") + OLD


def shortened(name: str, room: int) -> str:
    """Cut a name to ``room`` bytes, not inside a UTF-8 character."""
    raw = os.fsencode(name)
    if len(raw) <= room:
        return name
    raw = raw[: max(1, room)]
    for cut in range(4):
        try:
            return raw[: len(raw) - cut].decode("utf-8")
        except UnicodeDecodeError:
            continue
    return os.fsdecode(raw)


def _link_and_unlink(source: str, target: str) -> None:
    try:
        syscalls.make_link(source, target)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno in (errno.EPERM, errno.EMLINK, *syscalls.CANNOT):
            message = say("the file system can't rename without the danger of overwriting")
            raise OSError(errno.ENOTSUP, message) from error
        raise
    try:
        syscalls.remove(source)
    except OSError:
        try:
            syscalls.remove(target)
        except OSError as error:
            raise UncertainOutcome(
                say("has a second name now, {}: {}", target, reason_of(error)), source
            ) from error
        raise


def read_full(file: int) -> bytes:
    """Read the next chunk, whole unless the file ends."""
    heartbeat.mine().beat()
    chunk = os.read(file, CHUNK)
    while 0 < len(chunk) < CHUNK and (more := os.read(file, CHUNK - len(chunk))):
        chunk += more
    return chunk
