"""The bytes of a file for looking at: its head, or a window onto any part of a file of any size.

A symbolic link is never followed, a FIFO never waited for, and a file that changed meanwhile is refused instead of
mixed with its older bytes. No file stays open and no bytes are kept.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from simfinder.errors import ReadError, SimFinderError, reason_of
from simfinder.model.progress import Control
from simfinder.text.message import say
from simfinder.workers.heartbeat import asking
from simfinder.workers.long_paths import open_path
from simfinder.workers.stall_timeout import ask

LIMIT = 256 * 1024
"""Bytes of a head: enough to recognise a file, read within a few milliseconds."""

T = TypeVar("T")
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


class UnreadableError(SimFinderError):
    """The file can't be looked at now."""


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a file.

    Attributes:
        data: at most the limit's bytes.
        size: of the whole file, bytes.
    """

    data: bytes
    size: int

    @property
    def truncated(self) -> bool:
        return len(self.data) < self.size


def read_head(path: str, limit: int = LIMIT) -> Head:
    """Read the first ``limit`` bytes of a regular file.

    Raises:
        UnreadableError: gone, forbidden, or no regular file any more.
    """
    try:
        with asking(path), os.fdopen(open_path(path, _FLAGS), "rb", buffering=0) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UnreadableError(say("is not a regular file"), path)
            parts, wanted = [], limit
            while wanted:
                part = file.read(wanted)
                if not part:
                    break
                parts.append(part)
                wanted -= len(part)
    except OSError as error:
        raise UnreadableError(reason_of(error), path) from error
    data = b"".join(parts)
    return Head(data, max(status.st_size, len(data)))


@dataclass(frozen=True, slots=True)
class Window:
    """Something to read bytes from: a file, or bytes already held.

    Attributes:
        path: of the file.
        size: bytes there are.
        held: the bytes themselves, where the window is onto what the file holds.
        identity: of the file when it was first looked at; empty where ``held`` is not None.
    """

    path: str
    size: int
    held: bytes | None = None
    identity: tuple[int, int, int, int] | tuple[()] = ()

    def read(self, at: int, length: int) -> bytes:
        """Read bytes from an offset on; fewer at the end.

        Raises:
            UnreadableError: the file is gone or has changed.
        """
        if self.held is not None:
            return self.held[at : at + length]
        try:
            with asking(self.path) as own, _opened(self.path) as handle:
                if _identity(os.fstat(handle)) != self.identity:
                    raise UnreadableError(say("changed while it was looked at"), self.path)
                length = max(0, min(length, self.size - at))
                parts = []
                while length:
                    part = _read_at(handle, length, at)
                    if not part:
                        raise UnreadableError(say("changed while it was looked at"), self.path)
                    parts.append(part)
                    at, length = at + len(part), length - len(part)
                    own.beat()
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
    """Open a window onto a file as it is now.

    Raises:
        UnreadableError: gone, forbidden, no regular file, or on a drive that does not answer.
        Cancelled: on request.
    """
    status = _patiently(path, lambda: _status_of(path), control)
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableError(say("is not a regular file"), path)
    return Window(path, status.st_size, identity=_identity(status))


def waited(work: Callable[[], T], control: Control | None, *windows: Window) -> T:
    """Run work that reads from windows, as long as their drives answer.

    Args:
        work: abandoned if it hangs.
        control: cancelling.
        windows: that it reads from; it can't hang if all of them hold their bytes.

    Raises:
        UnreadableError: a drive does not answer, or whatever the work raises.
        Cancelled: on request.
    """
    path = next((window.path for window in windows if window.held is None), None)
    return work() if path is None else _patiently(path, work, control)


def _patiently(path: str, work: Callable[[], T], control: Control | None) -> T:
    try:
        return ask(path, work, control or Control())
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
    os.lseek(handle, at, os.SEEK_SET)  # no other thread has this handle
    return os.read(handle, length)
