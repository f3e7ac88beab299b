"""A file written whole or not at all: beside its place, on the disk, then in its place.

Owns the order of those steps and what is left behind when one fails: the file as it was, and nothing else. Knows
nothing of what is written.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from typing import BinaryIO

from simfinder.errors import StoreUnavailableError, reason_of

PREFIX = ".simfinder-"
"""Names of files that are being written begin like this."""


@contextlib.contextmanager
def written_whole(path: str | os.PathLike[str], *, private: bool = False) -> Iterator[BinaryIO]:
    """A file to write into that takes its place when the block ends well.

    Where the place is a symbolic link, the file it leads to is replaced. What the folder's file system can't sync is
    taken as it is.

    Args:
        path: its place; the folder must be there.
        private: readable by its owner only; else as the system's mask says, or as the file there is.

    Raises:
        StoreUnavailableError: it can't be written, or there is something at its place that is no file.
    """
    if "\0" in os.fspath(path):
        raise StoreUnavailableError("can't be written: a name can't hold a zero byte", os.fspath(path))
    place = os.path.realpath(path)
    temporary = ""
    try:
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
        raise StoreUnavailableError(f"can't be written: {reason_of(error)}", os.fspath(path)) from error
    finally:
        if temporary:
            with contextlib.suppress(OSError):  # the error that brought us here says more
                os.unlink(temporary)


def _mode_of(place: str, *, private: bool) -> int | None:
    """The mode a file at this place is to have; None where ``mkstemp``'s (the owner's only) is right.

    Raises:
        OSError: something that is no file lies there.
    """
    try:
        found = os.stat(place).st_mode
    except FileNotFoundError:
        found = None
    if found is not None and not stat.S_ISREG(found):
        raise OSError("there is something else than a file")
    if private or os.name == "nt":
        return None
    if found is not None:
        return stat.S_IMODE(found) & 0o777
    mask = os.umask(0o077)  # there is no way to look at it without setting it
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: str) -> None:
    if os.name == "nt":
        return  # folders can't be opened there
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        pass  # not every file system can; the file itself is on the disk
    finally:
        os.close(handle)
