"""How long a scan waits for a disk that does not answer, and what it gives up then.

A call to a dead network drive or a dying disk can last for ever, and nothing ends it from outside. So the threads that
make such calls are looked at from time to time, and where one makes no step for long it is left where it is and its
work goes on without what it hangs on. Owns the limits and the list of drives that were given up; the threads are those
of ``pool`` and of ``errand``.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from simfinder.errors import Cancelled
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.progress import Control
from simfinder.scan.filesystem import mounts
from simfinder.scan.workers import heartbeat
from simfinder.scan.workers.heartbeat import Pulse

SECONDS = 30.0
"""A call that takes longer is given up. Slow drives that spin up need 10, tape robots minutes: see ``limit``."""

GRACE = 0.7
"""Seconds that work may take to end after a cancel; what has not ended then is left where it is."""

_STRIKES = 3
_POLL = 0.1
_LONGEST_STEP = (
    1.0  # s; what passes between two looks beyond that, we have slept ourselves (a stop, a busy machine)
)
T = TypeVar("T")


def limit() -> float:
    """Seconds, as the environment's SIMFINDER_PATIENCE says (0: for ever), else ``SECONDS``."""
    try:
        wanted = float(os.environ.get("SIMFINDER_PATIENCE", ""))
    except ValueError:
        return SECONDS
    return wanted if wanted > 0 else float("inf")


class Patience:
    """What did not answer during one scan. Any thread may ask and add.

    Attributes:
        seconds: a call may take.
        dead: devices that are not asked any more.
    """

    def __init__(self) -> None:
        self.seconds = limit()
        self.dead: set[int] = set()
        self._strikes: Counter[int | str] = Counter()
        self._points: dict[int, str] = {}
        self._dead_points: set[str] = set()
        self._files: Counter[int] = Counter()
        self._folders: Counter[int] = Counter()
        self._lock = threading.Lock()

    @property
    def reason(self) -> str:
        """Why what hangs is a problem."""
        return f"did not answer within {self.seconds:.0f} s; passed over"

    def struck(self, path: str, device: int | None) -> None:
        """Something has hung. The third time on one device is the last; a mount that hangs is only its own."""
        if not path or mounts.is_mount(path):
            return
        point = mounts.mount_of(os.path.abspath(path))
        with self._lock:
            self._strikes[point] += 1
            if self._strikes[point] >= _STRIKES:
                self._dead_points.add(point)
            if device is None:
                return
            self._strikes[device] += 1
            if self._strikes[device] >= _STRIKES:
                self._points.setdefault(device, mounts.mount_of(path))
                self.dead.add(device)

    def gave_up(self, path: str) -> bool:
        """Whether the drive of a path is not asked any more, for paths whose device is not known; asks no drive."""
        return bool(self._dead_points) and mounts.mount_of(os.path.abspath(path)) in self._dead_points

    def leave_out(self, device: int, *, files: int = 0, folders: int = 0) -> None:
        """Note that something was not asked for, because its device is dead."""
        with self._lock:
            self._files[device] += files
            self._folders[device] += folders

    def alive(self, files: Sequence[FileRecord], batch: list[int]) -> tuple[list[int], list[int]]:
        """The files of a batch that can be asked for, and those on dead devices, which are noted as left out."""
        if not self.dead:
            return batch, []
        dead = [i for i in batch if files[i].device in self.dead]
        for i in dead:
            self.leave_out(files[i].device, files=1)
        return [i for i in batch if files[i].device not in self.dead], dead

    @staticmethod
    def without(
        files: Sequence[FileRecord], batch: list[int], path: str
    ) -> tuple[list[int], list[list[int]]]:
        """A batch parted into what hangs, and what came before and behind it; all hangs where the path is not in it."""
        at = next((place for place, i in enumerate(batch) if files[i].path == path), None)
        if at is None:
            return batch, []
        return [batch[at]], [part for part in (batch[:at], batch[at + 1 :]) if part]

    def problems(self) -> list[Problem]:
        """One for each device that was given up: what was not asked for there."""
        told = []
        for device in sorted(self.dead):
            counts = [
                f"{count:,} {one if count == 1 else many}"
                for count, one, many in (
                    (self._files[device], "file", "files"),
                    (self._folders[device], "folder", "folders"),
                )
                if count
            ]
            if counts:
                reason = f"does not answer; {' and '.join(counts)} on this drive passed over"
                told.append(Problem(self._points[device], reason))
        return told


class Watch:
    """For how long each of some threads waits for the system, as far as this program was awake to see it."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._looked = time.monotonic()
        self._seen: dict[Pulse, tuple[tuple[int, int, str], float]] = {}

    def step(self) -> float:
        """Seconds since the last look that count: none of a pause."""
        now = time.monotonic()
        passed, self._looked = now - self._looked, now
        return 0.0 if self._control.paused else min(passed, _LONGEST_STEP)

    def silent(self, thread: Pulse, step: float) -> float:
        """Seconds for which this one has made no step, though it waits for the system."""
        state = thread.state()
        before, seconds = self._seen.get(thread, (None, 0.0))
        seconds = seconds + step if state == before and thread.where()[0] else 0.0
        self._seen[thread] = state, seconds
        return seconds

    def forget(self, thread: Pulse) -> None:
        """It rests, or is gone."""
        self._seen.pop(thread, None)


class HungError(Exception):
    """A thread makes no step any more, and was left where it is.

    Attributes:
        path: what it asks about.
        device: where that lies, if it is known.
    """

    def __init__(self, path: str, device: int | None) -> None:
        super().__init__(path)
        self.path = path
        self.device = device


@dataclass(slots=True)
class _Outcome(Generic[T]):
    value: T | None = None
    error: BaseException | None = None


def errand(
    work: Callable[[], T],
    control: Control,
    patience: Patience,
    *,
    leave_busy: bool = True,
    left: Callable[[Pulse, threading.Event], None] | None = None,
) -> T:
    """Do some work in a thread of its own, which is left alone when it hangs.

    Args:
        work: steps on in its thread's ``pulse``.
        control: a cancel is answered whether the thread hears of it or not; a pause does not count.
        patience: how long a step may take.
        leave_busy: after a cancel, leave a thread that still makes steps, too.
        left: told of a thread that was left, by its pulse and what is set when it ends after all.

    Raises:
        HungError: it makes no step any more.
        Cancelled: on request, whether the thread hears of it or not.
    """
    outcome: _Outcome[T] = _Outcome()
    own = Pulse()
    ended = threading.Event()

    def run() -> None:
        heartbeat.take(own)
        try:
            outcome.value = work()
        except BaseException as error:  # carried to whoever waits, below
            outcome.error = error
        ended.set()

    # a daemon: a program that ends does not wait for what hangs
    threading.Thread(target=run, name="simfinder-errand", daemon=True).start()
    watch = Watch(control)
    try:
        while not ended.wait(_POLL):
            silent = watch.silent(own, watch.step())
            if control.cancelled and not ended.wait(GRACE) and (leave_busy or silent >= GRACE):
                raise Cancelled
            if silent >= patience.seconds and not ended.is_set():
                control.advance(files=-own.files, bytes=-own.bytes, problems=-own.problems)
                raise HungError(*own.where())
    finally:
        if not ended.is_set():
            abandon(own)
            if left is not None:
                left(own, ended)
    if outcome.error is not None:
        raise outcome.error
    return outcome.value  # type: ignore[return-value]


def abandon(thread: Pulse) -> None:
    """Leave a thread where it hangs.

    Where the system can't break off its wait (a FUSE drive whose server is stuck), a program that has ended stays in
    the system's list until that server has. Its outputs are let go of then, so that who reads them sees their end.
    """
    thread.over = True
    atexit.unregister(_let_go_of_outputs)
    atexit.register(_let_go_of_outputs)


def _let_go_of_outputs() -> None:
    with contextlib.suppress(
        OSError, ValueError, AttributeError
    ):  # closed, full, or none at all: nobody to tell
        sys.stdout.flush()
        sys.stderr.flush()
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
