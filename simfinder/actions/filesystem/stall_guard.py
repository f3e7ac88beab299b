"""Who looks on while files are acted upon: told what each thread asks of a disk, so that one that hangs can be left.

Owns the note of each thread of who attends it, and what a thread does that was left: nothing more, neither to the disk
nor to the journal. Looking on itself is the caller's (``app.removal``); by default nobody does.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

T = TypeVar("T")


class SilentError(Exception):
    """A disk does not answer; the thread that asked it was left where it is.

    Attributes:
        reason: what to say of the file at hand.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class LeftError(Exception):
    """Nobody waits for this thread any more: it must end without a further step."""


class Attendant:
    """Looks on at one thread; this one does not."""

    def on(self, path: str) -> None:
        """The disk is asked about a path; "" for not. Raises ``LeftError`` where the thread was left."""

    def beat(self) -> None:
        """It has answered once more. Raises likewise."""


class Guard:
    """Has work done; this one waits for its end, however long it takes."""

    def run(self, work: Callable[[], T]) -> T:
        """Do it.

        Raises:
            SilentError: it hangs. What it was about to do will not be done.
            Cancelled: likewise, after a cancel.
        """
        return work()

    def gave_up(self, path: str) -> str:  # noqa: ARG002 - of those who look on
        """Why the disk of a path is not asked any more; "" where it is."""
        return ""


class _Own(threading.local):
    def __init__(self) -> None:
        self.attendant = Attendant()
        self.path = ""


_own = _Own()


def attended(attendant: Attendant, work: Callable[[], T]) -> T:
    """Do some work in this thread while somebody looks on."""
    _own.attendant = attendant
    try:
        return work()
    finally:
        _own.attendant = Attendant()


@contextmanager
def asking(path: str) -> Iterator[None]:
    """The disk is asked about a path as long as the block runs."""
    before, _own.path = _own.path, path
    _own.attendant.on(path)
    try:
        yield
    finally:
        _own.path = before
        _own.attendant.on(before)


def on_our_own() -> AbstractContextManager[None]:
    """What may take as long as it takes: a slow disk that is written to the end, our own journal."""
    return asking("")


def beat() -> None:
    """A piece was read."""
    _own.attendant.beat()
