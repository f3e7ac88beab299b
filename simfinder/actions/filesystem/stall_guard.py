"""Says which path each acting thread waits for, so that a thread whose disk hangs can be abandoned.

Keeps for each thread its watcher; an abandoned thread does nothing more, neither to the disk nor to the journal. The
watching itself is done by the caller (``app.removal``); by default nobody watches.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

T = TypeVar("T")


class StalledError(Exception):
    """A disk does not answer; the thread that waits for it was abandoned.

    Attributes:
        reason: what to say of the current file.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class AbandonedError(Exception):
    """This thread was abandoned: it must end without a further step."""


class ThreadWatcher:
    """Watches one thread; this one does nothing."""

    def on(self, path: str) -> None:
        """Note that the thread waits for the disk of a path; "" for none.

        Raises:
            AbandonedError: nobody waits for the thread any more.
        """

    def beat(self) -> None:
        """Note that the disk has answered once more. Raises likewise."""


class StallGuard:
    """Runs work; this one waits for its end, however long it takes."""

    def run(self, work: Callable[[], T]) -> T:
        """Run some work.

        Raises:
            SilentError: it hangs. The steps it had not begun will not be done.
            Cancelled: likewise, after a cancel.
        """
        return work()

    def gave_up(self, path: str) -> str:  # noqa: ARG002 - for those who watch
        """Return why the disk of a path was given up; "" if it was not."""
        return ""


class _Own(threading.local):
    def __init__(self) -> None:
        self.attendant = ThreadWatcher()
        self.path = ""


_own = _Own()


def attended(attendant: ThreadWatcher, work: Callable[[], T]) -> T:
    """Run some work in this thread while ``attendant`` watches it."""
    _own.attendant = attendant
    try:
        return work()
    finally:
        _own.attendant = ThreadWatcher()


@contextmanager
def asking(path: str) -> Iterator[None]:
    """Note that this thread waits for the disk of a path while the block runs."""
    before, _own.path = _own.path, path
    _own.attendant.on(path)
    try:
        yield
    finally:
        _own.path = before
        _own.attendant.on(before)


def on_our_own() -> AbstractContextManager[None]:
    """Allow the block any time: data on its way to a slow disk, our own journal."""
    return asking("")


def beat() -> None:
    """Note that a piece was read."""
    _own.attendant.beat()
