"""Windows onto a file of any size: some bytes at some place, read when they are asked for.

Owns that a file is never followed, never waited for where it is no plain file, and never mixed with what has taken its
place meanwhile. Keeps no file open and no bytes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from simfinder.app.compare.contents.file_head import UnreadableError
from simfinder.errors import reason_of
from simfinder.model.progress import Control
from simfinder.scan.filesystem.long_paths import open_path
from simfinder.scan.reading.read_file import ReadError
from simfinder.scan.reading.read_with_deadline import patiently
from simfinder.scan.workers.heartbeat import asking

T = TypeVar("T")
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


@dataclass(frozen=True, slots=True)
class Window:
    """Something that bytes can be had of.

    Attributes:
        path: of the file.
        size: bytes there are.
        held: the bytes themselves, where what is looked at is not the file but what it holds.
        identity: of the file when it was first looked at; empty where ``held`` is not None.
    """

    path: str
    size: int
    held: bytes | None = None
    identity: tuple[int, int, int, int] | tuple[()] = ()

    def read(self, at: int, length: int) -> bytes:
        """The bytes from a place on, fewer at the end.

        Raises:
            UnreadableError: the file is gone, or no more what it was.
        """
        if self.held is not None:
            return self.held[at : at + length]
        try:
            with asking(self.path) as own, _opened(self.path) as handle:
                if _identity(os.fstat(handle)) != self.identity:
                    raise UnreadableError("changed while it was looked at", self.path)
                length = max(0, min(length, self.size - at))
                parts = []
                while length:
                    part = _read_at(handle, length, at)
                    if not part:
                        raise UnreadableError("changed while it was looked at", self.path)
                    parts.append(part)
                    at, length = at + len(part), length - len(part)
                    own.beats += 1
                return b"".join(parts)
        except OSError as error:
            raise UnreadableError(reason_of(error), self.path) from error


@contextmanager
def _opened(path: str) -> Iterator[int]:
    handle = open_path(path, _FLAGS)
    try:
        yield handle
    finally:
        os.close(handle)


def window_of(path: str, control: Control | None = None) -> Window:
    """A window onto a file as it is now.

    Raises:
        UnreadableError: gone, forbidden, no regular file, or on a drive that does not answer.
        Cancelled: on request.
    """
    status = _patiently(path, lambda: _status_of(path), control)
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableError("is not a regular file", path)
    return Window(path, status.st_size, identity=_identity(status))


def waited(work: Callable[[], T], control: Control | None, *windows: Window) -> T:
    """Have something done that reads from windows, as long as their drives answer.

    Args:
        work: is left where it hangs.
        control: cancelling.
        windows: that it reads from; nothing hangs where all of them hold their bytes.

    Raises:
        UnreadableError: a drive does not answer, or whatever the work raises.
        Cancelled: on request.
    """
    path = next((window.path for window in windows if window.held is None), None)
    return work() if path is None else _patiently(path, work, control)


def _patiently(path: str, work: Callable[[], T], control: Control | None) -> T:
    try:
        return patiently(path, lambda _tally: work(), control or Control())
    except ReadError as error:
        raise UnreadableError(error.message, error.path or path) from error


def _status_of(path: str) -> os.stat_result:
    try:
        with asking(path), _opened(path) as handle:
            return os.fstat(handle)
    except OSError as error:
        raise UnreadableError(reason_of(error), path) from error


def _identity(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _read_at(handle: int, length: int, at: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, length, at)
    os.lseek(handle, at, os.SEEK_SET)  # the handle is nobody else's
    return os.read(handle, length)
