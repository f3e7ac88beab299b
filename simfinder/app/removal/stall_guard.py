"""Guard acts on files against stalls, as a scan guards its reads: one that hangs is abandoned, the others go on.

Joins the guard of ``actions.filesystem`` with the time-outs of ``simfinder.workers``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from simfinder.actions.filesystem.stall_guard import (
    AbandonedError,
    StalledError,
    StallGuard,
    ThreadWatcher,
    attended,
)
from simfinder.model.progress import Control
from simfinder.workers import heartbeat
from simfinder.workers.stall_timeout import SILENT, HungError, StallTimeout, run_with_timeout

T = TypeVar("T")


class TimeoutGuard(StallGuard):
    """Waits for one call as long as a scan does.

    Args:
        control: of the acts; a cancel abandons a call that hangs.
        seconds: at most; None for the time in the person's settings.
    """

    def __init__(self, control: Control, seconds: float | None = None) -> None:
        self._control = control
        self._patience = StallTimeout()
        if seconds is not None:
            self._patience.seconds = min(seconds, self._patience.seconds)

    def run(self, work: Callable[[], T]) -> T:
        try:
            return run_with_timeout(
                lambda: attended(_Pulsed(), work), self._control, self._patience, leave_busy=False
            )
        except HungError as hung:
            self._patience.struck(hung.path, hung.device)
            raise StalledError(f"its drive did not answer within {self._patience.seconds:.0f} s") from hung

    def gave_up(self, path: str) -> str:
        return SILENT if self._patience.gave_up(path) else ""


class _Pulsed(ThreadWatcher):
    """Writes the heartbeat of the thread that created it."""

    def __init__(self) -> None:
        self._own = heartbeat.mine()

    def on(self, path: str) -> None:
        self.beat()
        if path:
            self._own.on(path, None)
        else:
            self._own.off()

    def beat(self) -> None:
        if self._own.over:
            raise AbandonedError
        self._own.beats += 1
