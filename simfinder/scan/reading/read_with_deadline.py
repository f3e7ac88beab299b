"""Single files asked for outside a scan: by name on a command line, or by a window. Nothing here waits for ever.

Owns how such work is given up (by ``patience``, as in a scan) and in which words that is told. What is asked of a file
is the caller's; it steps on in the ``pulse`` of its thread.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from simfinder.errors import SimFinderError
from simfinder.model.progress import Control
from simfinder.scan.filesystem import mounts
from simfinder.scan.reading.read_file import ReadError
from simfinder.scan.workers.heartbeat import Pulse, asking, mine
from simfinder.scan.workers.progress_batch import Tally
from simfinder.scan.workers.stall_timeout import HungError, Patience, errand
from simfinder.scan.workers.thread_pool import Pool

SILENT = "its drive does not answer; passed over"
"""Said of a file that is not asked for, because too many before it hang."""

_MOST = 3
T = TypeVar("T")


def each(
    paths: Iterable[str], work: Callable[[str], T], control: Control | None = None
) -> Iterator[tuple[str, T | SimFinderError]]:
    """Work on named files, one at a time and in their order.

    Args:
        paths: of any files; ``-`` and pipes may take as long as they like.
        work: done for each, in another thread.
        control: cancelling.

    Returns:
        Each path with what came of it, or with why nothing did.
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
    """One call of the system about a path.

    Raises:
        HungError: it does not answer; ``patience`` is told.
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
    """Files asked for one at a time, from any thread, for as long as the program runs.

    A thread that hangs can't be ended; it stays until its drive answers, or the program ends. So where some hang on one
    drive, that drive is not asked any more, until one of them comes back.
    """

    def __init__(self) -> None:
        self._left: Counter[str] = Counter()
        self._lock = threading.Lock()

    def ask(self, path: str, work: Callable[[], T], control: Control) -> T:
        """Have something done about a file.

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
                self._left += Counter()  # without what is nought

        try:
            return errand(work, control, patience, left=left)
        except HungError as hung:
            raise ReadError(patience.reason, hung.path) from hung


FILES = Waiting()
"""Of this program: a drive that hangs for one of its parts hangs for all."""


def patiently(path: str, work: Callable[[Tally], T], control: Control) -> T:
    """Read one file, in a thread of its own that is left where it hangs.

    Args:
        path: of the file.
        work: reads it; every look at the switch it is given is a step. What takes its time without the disk's fault,
            such as a kernel that has to be compiled, is done before.
        control: progress and cancelling.

    Raises:
        ReadError: its drive does not answer, or whatever the work raises.
        Cancelled: on request, within a second.
    """

    def read() -> T:
        with Tally(control) as tally, asking(path):
            return work(tally)

    return FILES.ask(path, read, control)
