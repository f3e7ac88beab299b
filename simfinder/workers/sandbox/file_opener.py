"""Open files for a service in a thread of its own, which is left behind when a drive does not answer.

An open on a dead network drive can last for ever, and a thread can't be killed for it, as a process can.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import NamedTuple

from simfinder.workers.sandbox.opened_files import open_regular


class Opened(NamedTuple):
    """The files of a request.

    Attributes:
        handles: of those that could be opened.
        errors: of each file: the system's number why it could not be opened, 0 where it was.
    """

    handles: tuple[int, ...]
    errors: tuple[int, ...]

    def close(self) -> None:
        """Close all."""
        for handle in self.handles:
            with contextlib.suppress(OSError):
                os.close(handle)


class FileOpener:
    """Opens files. To be used by one thread at a time.

    Attributes:
        at: position, among the files of the last request, of the one whose opening was given up.
    """

    def __init__(self) -> None:
        self.at = 0
        self._jobs: SimpleQueue[_Job | None] | None = None

    def open(
        self, paths: Sequence[bytes], *, follow: bool, tick: float, attend: Callable[[], None]
    ) -> Opened:
        """Open files; whoever asks closes them.

        Args:
            paths: absolute paths.
            follow: whether they may be symbolic links.
            tick: seconds between two calls of ``attend``.
            attend: called while a file is being opened; what it raises gives the file up.
        """
        if self._jobs is None:
            self._jobs = SimpleQueue()
            threading.Thread(target=_work, args=(self._jobs,), name="simfinder-opener", daemon=True).start()
        job = _Job(paths, follow=follow)
        self._jobs.put(job)
        try:
            while True:
                with contextlib.suppress(Empty):
                    return job.done.get(timeout=tick)
                attend()
        except BaseException:
            self.at = job.at
            job.abandon()
            self.close()
            raise

    def close(self) -> None:
        """End the thread when it has nothing more to do."""
        if self._jobs is not None:
            self._jobs.put(None)
            self._jobs = None


class _Job:
    """Files to open.

    Attributes:
        done: takes the opened files.
        at: position of the file that is being opened.
    """

    def __init__(self, paths: Sequence[bytes], *, follow: bool) -> None:
        self.done: SimpleQueue[Opened] = SimpleQueue()
        self.at = 0
        self._paths = paths
        self._follow = follow
        self._abandoned = False
        self._lock = threading.Lock()

    def run(self) -> None:
        """Open them; close them where nobody waits for them any more."""
        opened = self._opened()
        with self._lock:
            if self._abandoned:
                opened.close()
            else:
                self.done.put(opened)

    def abandon(self) -> None:
        """Say that nobody waits any more."""
        with self._lock:
            self._abandoned = True
            with contextlib.suppress(Empty):
                self.done.get_nowait().close()

    def _opened(self) -> Opened:
        handles: list[int] = []
        errors: list[int] = []
        for at, path in enumerate(self._paths):
            self.at = at
            try:
                handles.append(open_regular(os.fsdecode(path), follow=self._follow))
                errors.append(0)
            except OSError as error:
                errors.append(error.errno or errno.EIO)
            except ValueError:  # a path with a zero byte
                errors.append(errno.ENOENT)
        return Opened(tuple(handles), tuple(errors))


def _work(jobs: SimpleQueue[_Job | None]) -> None:
    while (job := jobs.get()) is not None:
        job.run()
