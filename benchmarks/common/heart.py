"""A heartbeat in the window's own thread: how late it came, and whose fault that was."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import IO

from PySide6.QtCore import Qt, QTimer

BEAT = 0.005
TOO_LONG = 0.1


@dataclass(slots=True)
class Phase:
    """What happened between the beats of a phase; seconds.

    Attributes:
        seconds: all of it.
        gaps: from one beat to the next.
        mine: of each gap, what the window's thread itself computed: no load of the machine is in it.
        queued: of each gap, what it waited for a processor that other programs (or our own threads) had.
    """

    seconds: float = 0.0
    gaps: list[float] = field(default_factory=list)
    mine: list[float] = field(default_factory=list)
    queued: list[float] = field(default_factory=list)

    @property
    def waited(self) -> list[float]:
        """Of each gap, what was neither: waiting for Python's lock or for the disk. The beat itself is no waiting."""
        return [
            max(0.0, gap - cpu - queue - BEAT)
            for gap, cpu, queue in zip(self.gaps, self.mine, self.queued, strict=True)
        ]

    def figures(self) -> dict[str, float]:
        """The longest of each, and how many gaps were too long, all in and without what others computed."""
        own = [gap - queue for gap, queue in zip(self.gaps, self.queued, strict=True)]
        return {
            "seconds": self.seconds,
            "worst": max(self.gaps),
            "late": sum(gap > TOO_LONG for gap in self.gaps),
            "p99": sorted(self.gaps)[int(0.99 * (len(self.gaps) - 1))],
            "mine": max(self.mine),
            "waited": max(self.waited),
            "own": max(own),
            "own_late": sum(gap > TOO_LONG for gap in own),
        }


class Heart:
    """Beats and remembers.

    Args:
        stacks: where the stacks of all threads are written each time a beat is late; None for nowhere.
    """

    def __init__(self, stacks: IO[str] | None = None) -> None:
        self.phases: dict[str, Phase] = {}
        self._phase: Phase | None = None
        self._stacks = stacks
        self._queue = open(f"/proc/self/task/{threading.get_native_id()}/schedstat", "rb", buffering=0)  # noqa: SIM115
        self._last = self._now()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(int(BEAT * 1000))
        self._timer.timeout.connect(self._beat)
        self._timer.start()
        if stacks is not None:
            watch = threading.Thread(target=self._watch, args=(threading.get_ident(), stacks), daemon=True)
            watch.start()

    def _watch(self, thread: int, stacks: IO[str]) -> None:
        """In a thread of its own: it needs Python's lock, so a late beat is seen when that is free."""
        seen = 0.0
        while True:
            time.sleep(BEAT)
            beat = self._last[0]
            if self._phase is not None and beat != seen and time.perf_counter() - beat > 0.7 * TOO_LONG:
                seen = beat
                told = {number: _places(frame) for number, frame in sys._current_frames().items()}
                for number, places in told.items():
                    if number != threading.get_ident():
                        stacks.write("\nLATE window\n" if number == thread else "\nother\n")
                        stacks.writelines(
                            f'  File "{file}", line {line}, in {name}\n' for file, line, name in places
                        )
                stacks.flush()

    def _now(self) -> tuple[float, float, float]:
        self._queue.seek(0)
        return time.perf_counter(), time.thread_time(), int(self._queue.read().split()[1]) / 1e9

    def _beat(self) -> None:
        now = self._now()
        if self._phase is not None:
            for column, at, before in zip(
                (self._phase.gaps, self._phase.mine, self._phase.queued), now, self._last, strict=True
            ):
                column.append(at - before)
        self._last = now

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Note the beats of what happens within."""
        phase = self._phase = self.phases.setdefault(name, Phase())
        if self._stacks is not None:
            self._stacks.write(f"\n######## {name}\n")
        self._last, began = self._now(), time.perf_counter()
        yield
        self._beat()
        self._phase = None
        phase.seconds += time.perf_counter() - began


def _places(frame: FrameType | None) -> list[tuple[str, int, str]]:
    """Where a thread is. Frames are let go at once: a painter must end with the function that made it."""
    found = []
    while frame is not None:
        found.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    return found[::-1]
