"""Shingleprints of files, and ``.sim`` files on disk.

``signatures.shingleprint`` computes a print and owns its bytes. Nothing is written but the ``.sim`` file asked for,
whole or not at all.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import stat

from simfinder.errors import ReadError, SimFileError, SimFinderError, reason_of
from simfinder.scan.reading.read_file import named
from simfinder.signatures.shingleprint import fingerprint as shingleprint
from simfinder.signatures.shingleprint.fingerprint import Shingleprint, Values
from simfinder.store import umask
from simfinder.workers.heartbeat import mine, on_our_own

SUFFIX = ".sim"
_CHUNK = 1 << 20
_HEAD = 4


class WriteError(SimFinderError):
    """A .sim file could not be written; an existing one is unchanged."""


def print_of_file(path: str, shingle: int, features: int) -> Values:
    """Compute the print of a file in one pass; empty for a folder, as in simhash(1).

    Args:
        path: the file; a link or a pipe is read through.
        shingle: bytes of a window.
        features: values kept at most.

    Raises:
        ReadError: the file can't be opened or read.
        ShingleError: a parameter out of range.
    """
    maker = Shingleprint(shingle, features)
    try:
        with named(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)) as (
            handle,
            found,
        ):
            if not stat.S_ISDIR(found.st_mode):
                _feed(handle, maker)
    except OSError as error:
        raise ReadError(reason_of(error), path) from error
    return maker.digest()


def print_of_handle(handle: int, shingle: int, features: int) -> Values:
    """Compute the print of the rest of an open handle, which stays open.

    Raises:
        ReadError: it can't be read.
        ShingleError: a parameter out of range.
    """
    maker = Shingleprint(shingle, features)
    try:
        _feed(handle, maker)
    except OSError as error:
        raise ReadError(reason_of(error)) from error
    return maker.digest()


def _feed(handle: int, maker: Shingleprint) -> None:
    size = os.fstat(handle).st_size
    buffer = memoryview(bytearray(min(_CHUNK, size + 1) if size else _CHUNK))
    with io.FileIO(handle, closefd=False) as file:
        while got := file.readinto(buffer):
            with on_our_own():
                maker.update(buffer[:got])


def read_sim(path: str) -> tuple[int, Values]:
    """Read a ``.sim`` file: its shingle size and its values, ascending; there may be none.

    Raises:
        ReadError: it can't be opened or read.
        SimFileError: it is malformed.
    """
    try:
        with (
            named(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)) as (
                handle,
                _,
            ),
            open(handle, "rb", closefd=False) as file,
        ):
            blob = file.read(_HEAD)
            shingleprint.from_sim(blob)  # before a file of any other kind and size is read
            return shingleprint.from_sim(blob + file.read())
    except OSError as error:
        raise ReadError(reason_of(error), path) from error
    except SimFileError as error:
        raise SimFileError(error.message, path) from error


def write_sim(path: str, values: Values, shingle: int) -> None:
    """Write a ``.sim`` file; an existing one is replaced in one step and keeps its permissions.

    It is not synced to the disk: a print can be made again.

    Args:
        path: the ``.sim`` file itself.
        values: ascending.
        shingle: bytes of a window.

    Raises:
        WriteError: it can't be written, or something that is no regular file has this name.
    """
    blob = shingleprint.to_sim(values, shingle)
    temporary = os.path.join(os.path.dirname(path), f".simfinder-{secrets.token_hex(8)}")
    made = False
    own = mine()
    try:
        own.on(path, None)
        mode = _mode(path)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        made = True
        with os.fdopen(handle, "wb") as file:
            file.write(blob)
        os.chmod(temporary, umask.file_mode() if mode is None else mode)
        os.replace(temporary, path)
        made = False
    except OSError as error:
        raise WriteError(reason_of(error), path) from error
    finally:
        own.off()
        if made:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _mode(path: str) -> int | None:
    """Return the permissions of the existing file, if there is one.

    Raises:
        OSError: it is no regular file.
    """
    try:
        found = os.lstat(path).st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found):
        raise OSError(errno.EEXIST, "not a regular file, left as it is")
    return stat.S_IMODE(found)
