"""Write a file whole or not at all: into a temporary file beside it, synced to the disk, then renamed.

When a step fails, the old file is as it was, and nothing else is left behind.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from typing import BinaryIO

from simfinder.errors import StoreUnavailableError, reason_of
from simfinder.model.system import WINDOWS
from simfinder.store import umask
from simfinder.text.message import say

PREFIX = ".simfinder-"
"""Names of temporary files begin with this."""
_MOST_LINKS = 40  # that lead from one to the next, as in Linux


@contextlib.contextmanager
def written_whole(path: str | os.PathLike[str], *, private: bool = False) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces ``path`` when the block ends without an error.

    Where ``path`` is a symbolic link of the person's or root's, the file it leads to is replaced. A folder that its
    file system can't sync is not synced.

    Args:
        path: the file to write; its folder must exist.
        private: make it readable by its owner only; else keep the old file's mode, or use the system's mask.

    Raises:
        StoreUnavailableError: it can't be written, or something that is no file is in its place.
    """
    if "\0" in os.fspath(path):
        raise StoreUnavailableError(say("can't be written: a name can't hold a zero byte"), os.fspath(path))
    temporary = ""
    try:
        place = _place(path)
        mode = _mode_of(place, private=private)
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(place), prefix=PREFIX)
        with os.fdopen(handle, "wb") as file:
            if mode is not None:
                os.chmod(temporary, mode)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, place)
        temporary = ""
        _sync_folder(os.path.dirname(place))
    except OSError as error:
        raise StoreUnavailableError(say("can't be written: {}", reason_of(error)), os.fspath(path)) from error
    finally:
        if temporary:
            with contextlib.suppress(OSError):  # the error that brought us here says more
                os.unlink(temporary)


def _place(path: str | os.PathLike[str]) -> str:
    """Return where a path leads to, by links that may be followed.

    The system refuses to follow what somebody else has put into a folder that all may write to, as /tmp, but not to
    read where it leads.

    Raises:
        OSError: it leads in a circle, or by somebody else's link.
    """
    place = os.path.join(os.getcwd(), path)
    for _ in range(_MOST_LINKS):
        try:
            status = os.lstat(place)
        except FileNotFoundError:
            return place
        if not stat.S_ISLNK(status.st_mode):
            return place
        if hasattr(os, "geteuid") and status.st_uid not in (os.geteuid(), 0):
            raise OSError(say("a link of another user has this name"))
        place = os.path.join(os.path.dirname(place), os.readlink(place))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _mode_of(place: str, *, private: bool) -> int | None:
    """Return the mode for a file at this place; None where ``mkstemp``'s (owner only) is right.

    Raises:
        OSError: something that is no file is there.
    """
    try:
        found = os.stat(place).st_mode
    except FileNotFoundError:
        found = None
    if found is not None and not stat.S_ISREG(found):
        raise OSError(say("there is something else than a file"))
    if private or WINDOWS:
        return None
    if found is not None:
        return stat.S_IMODE(found) & 0o777
    return umask.file_mode()


def _sync_folder(folder: str) -> None:
    if WINDOWS:
        return  # folders can't be opened there
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        pass  # not every file system can; the file itself is on the disk
    finally:
        os.close(handle)
