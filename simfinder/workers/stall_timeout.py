"""How long we wait for a drive that does not answer, and what we give up then.

A call to a dead network drive or a dying disk can last for ever, and nothing ends it from outside. So the threads that
make such calls note their steps (``heartbeat``) and are watched (``Watch``): one that makes no step for too long is
abandoned, and its work continues in another thread without the file it stalled on. ``StallTimeout`` keeps the limit and
the drives that were given up.

A scan's threads are watched by ``thread_pool``; any other work by ``run_with_timeout``, as the walk through folders
and a removal. A single file outside of them (named on a command line, or shown in the window) is read by ``ask`` or
``patiently``: there a stall is a ``ReadError``.
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

from simfinder.errors import Cancelled, ReadError
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.progress import Control
from simfinder.text.message import both, say
from simfinder.workers import heartbeat, mounts
from simfinder.workers.heartbeat import Heartbeat, ProgressBatch

SECONDS = 30.0
"""Time after which a call is given up. Slow drives that spin up need 10, tape robots minutes: see ``limit``."""

SILENT = say("its drive does not answer; skipped")
"""Reason for a file that was left out because too many before it stalled on its drive."""

GRACE = 0.7
"""Seconds that work may take to end after a cancel; a thread that still runs then is abandoned."""

_STRIKES = 3
_POLL = 0.1
_TOLD = 5.0  # s of silence from which on the progress hears of it
_LONGEST_STEP = 1.0  # s; when more time passes between two looks, we slept ourselves (a stop, a busy machine)
T = TypeVar("T")


def limit() -> float:
    """Return the seconds that SIMFINDER_PATIENCE in the environment says (0: for ever), else ``SECONDS``."""
    try:
        wanted = float(os.environ.get("SIMFINDER_PATIENCE", ""))
    except ValueError:
        return SECONDS
    return wanted if wanted > 0 else float("inf")


class StallTimeout:
    """The paths and devices that stalled during one scan or removal. Any thread may ask and add.

    Args:
        most: seconds a call may take at most, if less than ``limit``.

    Attributes:
        seconds: how long a call may take.
        dead: devices that are not asked any more.
    """

    def __init__(self, most: float = float("inf")) -> None:
        self.seconds = min(most, limit())
        self.dead: set[int] = set()
        self._strikes: Counter[int | str] = Counter()
        self._points: dict[int, str] = {}
        self._dead_points: set[str] = set()
        self._files: Counter[int] = Counter()
        self._folders: Counter[int] = Counter()
        self._lock = threading.Lock()

    @property
    def reason(self) -> str:
        """Reason to list for a path that stalled."""
        return say("did not answer within {:.0f} s; skipped", self.seconds)

    def struck(self, path: str, device: int | None) -> None:
        """Record a stall. After the third on one device the device is dead; a stalled mount point counts for itself."""
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

    def abandon(self, thread: Heartbeat, control: Control) -> str:
        """Abandon a thread that stalled and take its progress back; return the path it waits for."""
        abandon(thread)
        control.advance(files=-thread.files, bytes=-thread.bytes, problems=-thread.problems)
        path, device = thread.where()
        self.struck(path, device)
        return path

    def gave_up(self, path: str) -> bool:
        """Return whether the drive of a path was given up, for paths of unknown device; asks no drive."""
        return bool(self._dead_points) and mounts.mount_of(os.path.abspath(path)) in self._dead_points

    def leave_out(self, device: int, *, files: int = 0, folders: int = 0) -> None:
        """Count files and folders that were left out because their device is dead."""
        with self._lock:
            self._files[device] += files
            self._folders[device] += folders

    def alive(self, files: Sequence[FileRecord], batch: list[int]) -> tuple[list[int], list[int]]:
        """Split a batch into files to read and files on dead devices; the latter are counted as left out."""
        if not self.dead:
            return batch, []
        dead = [i for i in batch if files[i].device in self.dead]
        for i in dead:
            self.leave_out(files[i].device, files=1)
        return [i for i in batch if files[i].device not in self.dead], dead

    @staticmethod
    def without(
        files: Sequence[FileRecord], batch: list[int], path: str, control: Control
    ) -> tuple[list[int], list[list[int]]]:
        """Split a batch at the file that stalled: that file, and the parts before and after it.

        Where the path is not in the batch, the whole batch counts as stalled. What stalled is counted as a problem.
        """
        places = [place for place, i in enumerate(batch) if files[i].path == path][:1]
        stalled = [batch[place] for place in places] or batch
        control.advance(files=len(stalled), problems=len(stalled))
        return stalled, [part for at in places for part in (batch[:at], batch[at + 1 :]) if part]

    def problems(self) -> list[Problem]:
        """Return one problem for each dead device: how many files and folders were left out there."""
        problems = []
        for device in sorted(self.dead):
            files, folders = self._files[device], self._folders[device]
            counts = [
                said
                for count, said in (
                    (files, say("{:,} file", files) if files == 1 else say("{:,} files", files)),
                    (folders, say("{:,} folder", folders) if folders == 1 else say("{:,} folders", folders)),
                )
                if count
            ]
            if counts:
                reason = say("does not answer; {} on this drive skipped", both(counts))
                problems.append(Problem(self._points[device], reason))
        return problems


class Watch:
    """Measure for how long threads wait for the system, counting only time during which this program was awake."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._looked = time.monotonic()
        self._seen: dict[Heartbeat, tuple[tuple[int, int, str], float]] = {}

    def step(self) -> float:
        """Return the seconds since the last look that count; a pause does not."""
        now = time.monotonic()
        passed, self._looked = now - self._looked, now
        return 0.0 if self._control.paused else min(passed, _LONGEST_STEP)

    def silent(self, thread: Heartbeat, step: float) -> float:
        """Return for how many seconds a thread has waited for the system without a step."""
        state = thread.state()
        before, seconds = self._seen.get(thread, (None, 0.0))
        seconds = seconds + step if state == before and thread.where()[0] else 0.0
        self._seen[thread] = state, seconds
        self._tell()
        return seconds

    def forget(self, thread: Heartbeat) -> None:
        """Forget a thread that is idle or gone."""
        self._seen.pop(thread, None)
        self._tell()

    def _tell(self) -> None:
        """Let the progress say that a drive does not answer, once that has lasted."""
        longest = max((seconds for _, seconds in self._seen.values()), default=0.0)
        self._control.note_silence(longest if longest >= _TOLD else 0.0)


class StalledError(Exception):
    """A thread stalled and was abandoned.

    Attributes:
        path: the path it asks about.
        reason: for people.
    """

    def __init__(self, path: str, seconds: float) -> None:
        self.reason = say("its drive did not answer within {:.0f} s", seconds)
        super().__init__(self.reason)
        self.path = path


@dataclass(slots=True)
class _Outcome(Generic[T]):
    value: T | None = None
    error: BaseException | None = None


def run_with_timeout(
    work: Callable[[], T],
    control: Control,
    timeout: StallTimeout,
    path: str = "",
    *,
    leave_busy: bool = True,
    left: Callable[[str, threading.Event], None] | None = None,
) -> T:
    """Run a call in a thread of its own, which is abandoned if it stalls.

    Args:
        work: the call; it steps by its thread's ``heartbeat.mine()``.
        control: a cancel is answered whether the thread sees it or not; a pause does not count as waiting.
        timeout: how long a step may take; records the stall.
        path: what the call asks about, until it notes something else.
        leave_busy: after a cancel, also abandon a thread that still makes steps.
        left: called with what an abandoned thread asks about and an event that is set if it ends after all.

    Raises:
        StalledError: the call stalled.
        Cancelled: on request, whether the thread sees it or not.
    """
    outcome: _Outcome[T] = _Outcome()
    own = Heartbeat()
    own.on(path)
    ended = threading.Event()

    def run() -> None:
        heartbeat.adopt(own)
        try:
            outcome.value = work()
        except BaseException as error:  # carried to whoever waits, below
            outcome.error = error
        ended.set()

    # a daemon: a program that ends does not wait for a stalled call
    threading.Thread(target=run, name="simfinder-errand", daemon=True).start()
    watch = Watch(control)
    try:
        while not ended.wait(_POLL):
            silent = watch.silent(own, watch.step())
            if control.cancelled and not ended.wait(GRACE) and (leave_busy or silent >= GRACE):
                raise Cancelled
            if silent >= timeout.seconds and not ended.is_set():
                raise StalledError(timeout.abandon(own, control), timeout.seconds)
    finally:
        watch.forget(own)
        if not ended.is_set():
            abandon(own)
            if left is not None:
                left(own.where()[0], ended)
    error, outcome.error = outcome.error, None
    if error is not None:
        try:
            raise error
        finally:
            del (
                error
            )  # it holds this frame, which would hold it: the collector skips what is frozen (``gc_pause``)
    return outcome.value  # type: ignore[return-value]


def abandon(thread: Heartbeat) -> None:
    """Abandon a stalled thread.

    Where the system can't interrupt its wait (a FUSE drive whose server is stuck), the program stays in the process
    list after its end until that server ends. Its outputs are closed at exit, so that whoever reads them sees their
    end.
    """
    thread.abandoned = True
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


_left: list[tuple[str, threading.Event]] = []
"""Threads abandoned by ``ask``: mount point of their drive, and an event that is set if they end after all."""
_left_lock = threading.Lock()


def ask(path: str, work: Callable[[], T], control: Control) -> T:
    """Run work on a file in a thread of its own, which is abandoned if it stalls.

    A stalled thread can't be ended; it stays until its drive answers or the program ends. So when three stall on one
    drive, whatever part of the program asked, that drive is not asked any more until one of them comes back.

    Args:
        path: path of the file.
        work: notes in its ``heartbeat`` when it asks the system.
        control: asked for a cancel.

    Raises:
        ReadError: its drive does not answer, or whatever the work raises.
        Cancelled: on request, within a second.
    """
    timeout = StallTimeout()
    with _left_lock:
        _left[:] = [one for one in _left if not one[1].is_set()]
        point = mounts.mount_of(os.path.abspath(path)) if _left else ""
        if sum(place == point for place, _ in _left) >= _STRIKES:
            raise ReadError(SILENT, path)

    def left(where: str, ended: threading.Event) -> None:
        place = mounts.mount_of(os.path.abspath(where or path))
        with _left_lock:
            _left.append((place, ended))

    try:
        return run_with_timeout(work, control, timeout, left=left)
    except StalledError as stalled:
        raise ReadError(timeout.reason, stalled.path) from stalled


def patiently(path: str, work: Callable[[ProgressBatch], T], control: Control) -> T:
    """Read one file, as ``ask`` does.

    Args:
        path: path of the file.
        work: reads the file; every ``check`` of the batch it gets is a step. Do slow work that is not the disk's fault,
            such as compiling a kernel, before.
        control: receives progress, asked for a cancel.

    Raises:
        ReadError: its drive does not answer, or whatever the work raises.
        Cancelled: on request, within a second.
    """

    def read() -> T:
        with ProgressBatch(control) as progress, heartbeat.asking(path):
            return work(progress)

    return ask(path, read, control)
