"""Compile the kernels of a plain scan in helper processes, in the order in which a scan needs them.

A step is some kernels that are called one after the other on tiny input. Each helper takes the next step that none has
begun; the files of a temporary folder say which are begun and done. Whoever waits for a kernel looks for it again after
each step. Where processes can be forked, the first one gets the compiler ready (0.8 s of CPU) and forks the helpers.
"""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from simfinder.arrays import jit_python
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.system import LINUX
from simfinder.text.message import say

_LONGEST = 900.0  # s that compiling may take on a busy machine
_TICK = 0.05
_MOST = 8  # helpers: one for each step that takes long
_DONE = ".done"
_FORKS = LINUX  # elsewhere a forked process may not use all of the system's libraries


def _listing() -> None:
    from simfinder.scan.reading import read_small_files, recognise_batch
    from simfinder.scan.walk import list_directory

    list_directory.warm_up()
    read_small_files.warm_up()
    recognise_batch.warm_up()


def _small_files() -> None:
    from simfinder.signatures.sign import warmup

    warmup.small_files()


def _streams() -> None:
    from simfinder.signatures.sign import warmup

    warmup.streams()


def _searching(name: str) -> Callable[[], None]:
    def run() -> None:
        from simfinder.search.linking import warmup

        warmup.SCAN[name]()

    return run


STEPS: dict[str, tuple[float, Callable[[], None]]] = {
    "listing": (1.9, _listing),
    "small files": (5.0, _small_files),
    "unpack": (1.0, _searching("unpack")),
    "compare": (3.0, _searching("compare")),
    "weigh": (1.8, _searching("weigh")),
    "group": (1.5, _searching("group")),
    "texts": (4.5, _searching("texts")),
    "contain": (1.5, _searching("contain")),
    "bytes": (1.0, _searching("bytes")),
    "streams": (2.0, _streams),
}
"""What a plain scan needs, in its order, and how many seconds each step was seen to take."""
_VERIFYING = "texts"
"""The first step that a small collection waits for: until then it runs as Python."""


def _in_order(first: str) -> list[str]:
    """Return the names of all steps, beginning with one of them."""
    names = list(STEPS)
    at = names.index(first)
    return names[at:] + names[:at]


class Helpers:
    """Processes that compile the steps; started at once, as many as there are cores.

    Raises:
        OSError: there is no place for the temporary folder.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="simfinder-steps-"))
        self._began = time.monotonic()
        self._took: dict[str, float] = {}
        self._first = _VERIFYING if jit_python.wanted() and _VERIFYING in STEPS else next(iter(STEPS))
        self._share = 0.0
        self._processes: list[subprocess.Popen[bytes]] = []
        self._helpers = min(os.cpu_count() or 1, _MOST)
        with contextlib.suppress(OSError):  # no process can be started: whoever waits compiles
            for forked in [self._helpers] if _FORKS else [0] * self._helpers:
                self._processes.append(start(str(forked), self._first, os.fspath(self._folder)))

    def done(self) -> list[str]:
        """Return the steps that are done."""
        return [name for name in STEPS if (self._folder / (name + _DONE)).exists()]

    def running(self) -> bool:
        """Return whether any helper still works; one that takes far too long is ended."""
        if time.monotonic() > self._began + _LONGEST:
            self.end()
        return any(process.poll() is None for process in self._processes)

    def told(self) -> tuple[str, float | None]:
        """Say how far they are, and for how long it will still take if they go on like this; and the share done."""
        from simfinder.app.runtime.time_left import left_text  # no other scan needs it here

        done, took = self.done(), time.monotonic() - self._began
        for name in done:
            self._took.setdefault(name, took)
        if not done:
            return say("preparing for the first scan on this computer"), None
        whole = self._whole()
        self._share = max(self._share, min(0.99, took / whole))  # a bar never goes back
        if len(done) == len(STEPS):  # nothing more to count; what is left is to load them
            words = say("preparing for the first scan on this computer")
        elif whole - took < 5.0:
            words = say("preparing for the first scan on this computer: {} of {} done", len(done), len(STEPS))
        else:
            words = say(
                "preparing for the first scan on this computer: {} of {} done, {}",
                len(done), len(STEPS), left_text(whole - took),
            )  # fmt: skip
        return words, self._share

    def _whole(self) -> float:
        """Return how long all steps will take: as many times what was once seen as the latest one done."""
        free = [0.0] * self._helpers
        ends = {}
        for name in _in_order(self._first):
            free.sort()
            free[0] += STEPS[name][0]
            ends[name] = free[0]
        took, end = max((took, ends[name]) for name, took in self._took.items())
        return max(free) * took / end

    def end(self) -> None:
        """End them and remove the folder; what they have compiled stays."""
        for process in self._processes:
            process.terminate()
            process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


class Waiting:
    """What a piece of work does while a kernel is missing: it waits for helpers, which it shares with other work.

    Args:
        control: of the work; says what is waited for. A cancel ends the waiting, and the work compiles for itself.
    """

    _sharing = threading.Lock()
    _helpers: Helpers | None = None
    _users = 0

    def __init__(self, control: Control) -> None:
        self._control = control
        self._joined = False
        self._seen = 0

    def more(self) -> bool:
        """Return whether a step was done since the last call, waiting for it; False where none will be."""
        try:
            return self._wait(self._join())
        except (Cancelled, OSError):
            return False
        finally:
            self._control.wait_for("")

    def _join(self) -> Helpers:
        with Waiting._sharing:
            helpers = Waiting._helpers = Waiting._helpers or Helpers()
            Waiting._users += not self._joined
            self._joined = True
            return helpers

    @property
    def complete(self) -> bool:
        """Return whether every step was seen done."""
        return self._seen == len(STEPS)

    def _wait(self, helpers: Helpers) -> bool:
        while True:
            running = helpers.running()  # asked first: the last step may end in between
            done = len(helpers.done())
            if done > self._seen or not running or done == len(STEPS):
                break  # with all steps done, what is still missing is none of theirs
            self._control.wait_for(*helpers.told())
            if (work := self._control.take_meanwhile()) is not None:
                threading.Thread(target=work, name="meanwhile", daemon=True).start()
            time.sleep(_TICK)
            self._control.check()
        more, self._seen = done > self._seen, done
        return more

    def end(self) -> None:
        """Leave the helpers; the last one that leaves ends them."""
        with Waiting._sharing:
            Waiting._users -= self._joined
            self._joined = False
            if Waiting._helpers is not None and not Waiting._users:
                Waiting._helpers.end()
                Waiting._helpers = None


def start(*arguments: str) -> subprocess.Popen[bytes]:
    """Start a process that compiles the steps of a folder, or all kernels if none is named.

    Raises:
        OSError: it can't be started.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "simfinder.app.runtime.warmup", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONWARNINGS": "ignore", "OPENBLAS_NUM_THREADS": "1"},
    )


def share(folder: str, helpers: int, first: str) -> None:
    """Get the compiler ready, fork helpers that take steps, and wait for them; a signal to end is handed on.

    Args:
        folder: of the steps that are begun and done.
        helpers: number of processes to fork; 0 to take the steps in this one.
        first: the step they begin with.
    """
    if not helpers:
        work(folder, _in_order(first))
        return
    gc.disable()  # here as in the helpers
    _get_ready()
    forked: list[int] = []

    def end(*_: object) -> None:
        for process in forked:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)

    signal.signal(signal.SIGTERM, end)
    for _ in range(helpers):
        process = os.fork()
        if not process:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            try:
                work(folder, _in_order(first))
            finally:
                os._exit(0)
        forked.append(process)
    end_with_parent()
    while forked:
        process, _ = os.wait()
        forked.remove(process)


def _get_ready() -> None:
    """Import what all steps need, and have numba make its tables of types, which the first kernel waits for."""
    import simfinder.search.linking.warmup
    import simfinder.signatures.sign.warmup

    simfinder.signatures.sign.warmup.compiler()


def work(folder: str, steps: Sequence[str]) -> None:
    """Take steps that no other process has begun, until there are none; what fails is compiled by who needs it.

    Args:
        folder: of the steps that are begun and done.
        steps: their names, in order.
    """
    gc.disable()  # a seventh of the time; the process ends soon
    end_with_parent()
    for name in steps:
        try:
            os.close(os.open(os.path.join(folder, name), os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except FileExistsError:
            continue
        except OSError:
            return  # the folder is gone: nobody waits any more
        with contextlib.suppress(Exception):
            STEPS[name][1]()
        with contextlib.suppress(OSError):
            os.rename(os.path.join(folder, name), os.path.join(folder, name + _DONE))


def end_with_parent() -> None:
    """Have this process end when the one that started it is gone."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()
