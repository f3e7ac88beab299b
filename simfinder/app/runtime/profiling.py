"""How long each phase of a command took, as a small table for a bug report.

The table holds counts and times, no path and nothing of any file. It is made from the snapshots of the progress line,
so it costs nothing; a phase shorter than the time between two snapshots may be missing.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from simfinder import __version__
from simfinder.errors import UsageError, reason_of
from simfinder.model.progress import Phase, Progress
from simfinder.model.system import MACOS, WINDOWS, described
from simfinder.store import umask


@dataclass(slots=True)
class _Row:
    name: str
    wall: float
    cpu: float
    files: int = 0
    bytes: int = 0
    from_cache: int = 0
    problems: int = 0
    peak: int = 0


class Profile:
    """The profile of one command.

    Args:
        path: the file to be written at the end; it is made at once.
        verb: the command.

    Raises:
        UsageError: the file can't be made.
    """

    def __init__(self, path: str, verb: str) -> None:
        self._path = path
        self._verb = verb
        self._rows: list[_Row] = []
        self._phase: Phase | None = None
        self._began = time.monotonic(), _cpu()
        self._open("starting")
        try:
            with umask.as_asked(), open(path, "w", encoding="utf-8"):
                pass
        except OSError as error:
            raise UsageError(f"the profile can't be written: {reason_of(error)}", path) from error

    def see(self, progress: Progress) -> None:
        """Take in a snapshot of the work; call it as often as there is one."""
        if progress.phase is not self._phase:
            self._phase = progress.phase
            self._open(str(progress.phase))
        row = self._rows[-1]
        row.files, row.bytes = progress.files, progress.bytes
        row.from_cache, row.problems = progress.from_cache, progress.problems

    def rest(self) -> None:
        """Note that the work is done and that only its result is being printed."""
        if self._phase is not None:
            self._phase = None
            self._open("telling")

    def write(self) -> None:
        """Write the table to its file.

        Raises:
            UsageError: it can't be written.
        """
        self._close()
        wall, cpu = time.monotonic() - self._began[0], _cpu() - self._began[1]
        import platform

        lines = [
            f"simfinder {self._verb}, SimFinder {__version__}, Python {platform.python_version()}, "
            f"{described()}, {os.cpu_count()} cores",
            f"{'phase':<12}{'wall s':>10}{'CPU s':>10}{'files':>12}{'bytes':>16}{'from cache':>12}{'problems':>10}"
            f"{'peak MB':>10}",
            *(
                f"{row.name:<12}{row.wall:>10.3f}{row.cpu:>10.3f}{row.files:>12}{row.bytes:>16}{row.from_cache:>12}"
                f"{row.problems:>10}{row.peak:>10}"
                for row in self._rows
            ),
            f"{'all':<12}{wall:>10.3f}{cpu:>10.3f}{'':>12}{'':>16}{'':>12}{'':>10}{_peak():>10}",
        ]
        try:
            with open(self._path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        except OSError as error:
            raise UsageError(f"the profile can't be written: {reason_of(error)}", self._path) from error

    def _open(self, name: str) -> None:
        self._close()
        self._rows.append(_Row(name, time.monotonic(), _cpu()))

    def _close(self) -> None:
        if self._rows:
            row = self._rows[-1]
            row.wall, row.cpu, row.peak = time.monotonic() - row.wall, _cpu() - row.cpu, _peak()


def _cpu() -> float:
    """Return the CPU seconds of this process and of its ended children."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _peak() -> int:
    """Return the peak memory so far in megabytes; 0 where the system does not tell."""
    if WINDOWS:
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1_000_000 if MACOS else 1000)
