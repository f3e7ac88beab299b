"""Read single files outside a scan, named on a command line or shown in a window, without ever waiting for ever.

A stalled read is given up as in a scan (``workers.stall_timeout``) and reported as a ``ReadError``. What is done with a
file is up to the caller's ``work``, which steps by its thread's ``heartbeat.mine()``.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from simfinder.errors import ReadError, SimFinderError
from simfinder.model.progress import Control
from simfinder.scan.filesystem import mounts
from simfinder.scan.workers.heartbeat import Pulse, Tally, asking, mine
from simfinder.scan.workers.stall_timeout import HungError, Patience, errand
from simfinder.scan.workers.thread_pool import Pool

SILENT = "its drive does not answer; passed over"
"""Reason for a file that was left out because too many before it stalled on its drive."""

_MOST = 3
T = TypeVar("T")


def each(
    paths: Iterable[str], work: Callable[[str], T], control: Control | None = None
) -> Iterator[tuple[str, T | SimFinderError]]:
    """Work on named files, one at a time and in their order.

    Args:
        paths: paths of any files; ``-`` and pipes may take as long as they like.
        work: called for each path, in another thread.
        control: asked for a cancel.

    Yields:
        Each path with its result, or with the error.
    """
    patience = Patience()

    def one(path: str) -> tuple[str, T | SimFinderError]:
        if patience.gave_up(path):
            return path, ReadError(SILENT, path)
        try:
            return path, work(path)
        except SimFinderError as error:
            return path, error

    def lost(path: str, _where: str, _device: int | None) -> tuple[tuple[str, T | SimFinderError], list[str]]:
        return (path, ReadError(patience.reason, path)), []

    with Pool(1, control or Control(), patience) as pool:
        yield from pool.map(one, paths, lost)


def waited(path: str, look: Callable[[str], T], control: Control, patience: Patience) -> T:
    """Make one system call about a path, with a timeout.

    Raises:
        HungError: it stalled; ``patience`` has recorded it.
        Cancelled: on request.
    """

    def asked() -> T:
        mine().on(path, None)
        return look(path)

    try:
        return errand(asked, control, patience)
    except HungError as hung:
        patience.struck(hung.path, hung.device)
        raise


class Waiting:
    """Single reads from any thread, for as long as the program runs.

    A stalled thread can't be ended; it stays until its drive answers or the program ends. So when three stall on one
    drive, that drive is not asked any more until one of them comes back.
    """

    def __init__(self) -> None:
        self._left: Counter[str] = Counter()
        self._lock = threading.Lock()

    def ask(self, path: str, work: Callable[[], T], control: Control) -> T:
        """Run ``work`` on a file, in another thread.

        Raises:
            ReadError: its drive does not answer.
            Cancelled: on request, within a second.
        """
        patience = Patience()
        with self._lock:
            point = mounts.mount_of(os.path.abspath(path)) if self._left else ""
            if self._left[point] >= _MOST:
                raise ReadError(SILENT, path)

        def left(own: Pulse, ended: threading.Event) -> None:
            place = mounts.mount_of(os.path.abspath(own.where()[0] or path))
            with self._lock:
                self._left[place] += 1
            threading.Thread(target=back, args=(place, ended), name="simfinder-left", daemon=True).start()

        def back(place: str, ended: threading.Event) -> None:
            ended.wait()
            with self._lock:
                self._left[place] -= 1
                self._left += Counter()  # drops zero counts

        try:
            return errand(work, control, patience, left=left)
        except HungError as hung:
            raise ReadError(patience.reason, hung.path) from hung


FILES = Waiting()
"""One for the whole program: a drive that stalls for one part of it stalls for all."""


def patiently(path: str, work: Callable[[Tally], T], control: Control) -> T:
    """Read one file in a thread of its own, which is abandoned if it stalls.

    Args:
        path: path of the file.
        work: reads the file; every ``check`` of the tally it gets is a step. Do slow work that is not the disk's fault,
            such as compiling a kernel, before.
        control: receives progress, asked for a cancel.

    Raises:
        ReadError: its drive does not answer, or whatever the work raises.
        Cancelled: on request, within a second.
    """

    def read() -> T:
        with Tally(control) as tally, asking(path):
            return work(tally)

    return FILES.ask(path, read, control)
