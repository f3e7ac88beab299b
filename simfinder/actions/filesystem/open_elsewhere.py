"""Programs that have a file open for writing while it is removed, replaced or carried to another disk.

What a program saves into a file that has lost its last name is gone as soon as the program closes it. So a file with a
writer is not touched (``refuse_writers``), and one that is about to lose its last name is *held* (``HeldFile``) from
before it leaves its place until the name is gone::

    open it, take a read lease     # refused by the system if anyone has it open, or mapped, for writing
    is it still what was checked?  # by its change time; its content was compared before
    rename it, check it, unlink it # meanwhile the system lets nobody open it for writing without telling us
    was it written to all the same, or is somebody about to?  then what was saved is kept beside its old place

The lease is Linux's, for the owner of a file or root, and not on every file system. Where there is none, only size and
times are compared, before and after: what is saved later by a program that had the file open is not noticed. Windows
does not let go of a file that is open elsewhere, so nothing is needed there. A program that wants to write to a leased
file waits until the lease is given back, which is within a moment; nobody who only reads is kept waiting, or counts.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import stat
import time

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.operations import CHUNK, numbered_names, open_to_read, shortened, write_full
from simfinder.errors import ActionError, reason_of
from simfinder.model.system import LINUX, WINDOWS
from simfinder.text.message import say
from simfinder.workers import heartbeat

if LINUX:
    import fcntl

    # sent to us when somebody wants to write; ignored by default, while SIGIO, the usual one, would end us
    _SIGNAL = int(signal.SIGURG)

WRITTEN = say("a program has it open for writing")
_SAVED = " (saved meanwhile)"
_LONGEST_WAIT = 10.0  # seconds for a program to finish what it is saving
_STEP = 0.02


def refuse_writers(path: str) -> None:
    """Check that no program has a file open, or mapped, for writing; does nothing where the system can't say.

    A write that comes later changes the file's times, so whoever reads the file from here on and then finds the times
    as before knows what is in it. A program that mapped the file before could write without changing them.

    Raises:
        ActionError: one has.
        OSError: the file can't be opened.
    """
    file = _open(path)
    if file is not None:
        try:
            if _take_lease(file, path):
                _give_back(file)
        finally:
            os.close(file)


class HeldFile:
    """A file that is held against writers while the block runs.

    Args:
        path: of the file. One that is missing, is no regular file or may not be read is not held; it is then the
            caller's business what is there.

    Raises:
        ActionError: a program has it open for writing.
        OSError: it can't be opened.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._leased = False
        self._file = _open(path)
        self._seen: os.stat_result | None = None

    def __enter__(self) -> HeldFile:
        try:
            if self._file is not None:
                self._leased = _take_lease(self._file, self._path)
                self._seen = os.fstat(self._file)
        except (ActionError, OSError):
            self.__exit__()
            raise
        return self

    def __exit__(self, *_exc: object) -> None:
        self.release()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def is_as(self, ctime_ns: int | None) -> bool:
        """Tell whether its status, when it was held, had last changed at a time; True if either is not known."""
        return self._seen is None or ctime_ns in (None, self._seen.st_ctime_ns)

    def remove(self, name: str) -> str:
        """Remove a name of the file, unless a program has written to it or is about to.

        Returns:
            "", or a sentence that says where the bytes are that a program saved into it in the last moment.

        Raises:
            ActionError: the name is still there.
            OSError: likewise.
        """
        self._check()
        syscalls.remove(name)
        try:
            return self._keep() if self._was_saved() else ""
        except OSError as error:  # the name is gone: this must not look as if it were not
            return say(
                "a program may have saved into it in the last moment, and that could not be kept: {}",
                reason_of(error),
            )

    def release(self) -> None:
        """Give the lease back: programs may write to the file again."""
        if self._leased and self._file is not None:
            self._leased = False
            _give_back(self._file)

    def _was_saved(self) -> bool:
        """Tell whether a program wrote to the file though it has lost its last name; waits for one that is about to."""
        if self._file is None or os.fstat(self._file).st_nlink:
            return False
        if self._leased:
            wanted = not _has_lease(self._file)
            self.release()
            if wanted:
                _wait_for_writers(self._file, self._path)
        return self._is_written()

    def _check(self) -> None:
        if self._leased and self._file is not None and not _has_lease(self._file):
            raise ActionError(WRITTEN, self._path)
        if self._is_written():
            raise ActionError(say("was written to meanwhile"), self._path)

    def _is_written(self) -> bool:
        if self._file is None or self._seen is None:
            return False
        now = os.fstat(self._file)
        return (now.st_size, now.st_mtime_ns) != (self._seen.st_size, self._seen.st_mtime_ns)

    def _keep(self) -> str:
        """Write what the file holds now beside its old place, never over anything; returns what to say of it."""
        for place in numbered_names(_beside(self._path)):
            with contextlib.suppress(FileExistsError):
                new = syscalls.open_file(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
                break
        try:
            if self._file is not None:
                _pour(self._file, new)
        finally:
            os.close(new)
        syscalls.sync_folder(os.path.dirname(place))
        return say("a program saved into it in the last moment; what it saved is at {}", place)


def _open(path: str) -> int | None:
    """Open a file for reading; None if it is missing, is no regular file or may not be read."""
    if WINDOWS:  # there our own descriptor would be in the way
        return None
    try:
        file = open_to_read(path)
    except BlockingIOError as error:  # it has a lease of its own, as file servers take
        raise ActionError(WRITTEN, path) from error
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            return None
        raise
    try:
        if stat.S_ISREG(os.fstat(file).st_mode):
            return file
    except OSError:
        os.close(file)
        raise
    os.close(file)
    return None


def _beside(path: str) -> str:
    folder, name = os.path.split(path)
    stem, ending = os.path.splitext(name)
    if len(os.fsencode(ending)) > 100:  # an "ending" that long is no ending
        stem, ending = name, ""
    room = 255 - len(os.fsencode(_SAVED + ending))
    return os.path.join(folder, shortened(stem, room) + _SAVED + ending)


def _pour(old: int, new: int) -> None:
    """Copy bytes, times, owner and mode of one open file to another, onto the disk."""
    os.lseek(old, 0, os.SEEK_SET)
    while chunk := os.read(old, CHUNK):
        heartbeat.mine().beat()
        write_full(new, chunk)
    status = os.fstat(old)
    if hasattr(os, "fchown"):
        with contextlib.suppress(OSError):  # FAT has neither; the bytes matter more
            os.fchown(new, status.st_uid, status.st_gid)
            os.fchmod(new, stat.S_IMODE(status.st_mode))
    os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))
    with heartbeat.on_our_own():
        os.fsync(new)


def _take_lease(file: int, path: str) -> bool:
    """Take a read lease; False where the system gives none.

    Raises:
        ActionError: a program has the file open for writing.
    """
    if not LINUX:
        return False
    try:
        fcntl.fcntl(file, fcntl.F_SETSIG, _SIGNAL)
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except BlockingIOError as error:
        raise ActionError(WRITTEN, path) from error
    except OSError:  # not our file, or a file system without leases
        return False
    return True


def _has_lease(file: int) -> bool:
    """Tell whether nobody has asked for the lease since it was taken."""
    return LINUX and fcntl.fcntl(file, fcntl.F_GETLEASE) == fcntl.F_RDLCK


def _give_back(file: int) -> None:
    if LINUX:
        with contextlib.suppress(OSError):  # the system has taken it
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)


def _wait_for_writers(file: int, path: str) -> None:
    """Wait until nobody has an open file open for writing any more, but not for ever."""
    end = time.monotonic() + _LONGEST_WAIT
    with heartbeat.on_our_own():
        while time.monotonic() < end:
            time.sleep(_STEP)
            with contextlib.suppress(ActionError):
                if not _take_lease(file, path):
                    return
                _give_back(file)
                return
