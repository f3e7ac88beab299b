"""Acts on files watched as the reads of a scan are: one that hangs is left, and the others go on.

Owns how the two ways of telling meet, that of ``actions.attending`` and that of ``scan.patience``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from simfinder.actions.filesystem.stall_guard import Attendant, Guard, LeftError, SilentError, attended
from simfinder.model.progress import Control
from simfinder.scan.reading.read_with_deadline import SILENT
from simfinder.scan.workers import heartbeat
from simfinder.scan.workers.stall_timeout import HungError, Patience, errand

T = TypeVar("T")


class Patient(Guard):
    """Waits as long as a scan does for one call.

    Args:
        control: of the acts; a cancel leaves a call that hangs.
        seconds: at most; None for what the person's settings say.
    """

    def __init__(self, control: Control, seconds: float | None = None) -> None:
        self._control = control
        self._patience = Patience()
        if seconds is not None:
            self._patience.seconds = min(seconds, self._patience.seconds)

    def run(self, work: Callable[[], T]) -> T:
        try:
            return errand(lambda: attended(_Pulsed(), work), self._control, self._patience, leave_busy=False)
        except HungError as hung:
            self._patience.struck(hung.path, hung.device)
            raise SilentError(f"its drive did not answer within {self._patience.seconds:.0f} s") from hung

    def gave_up(self, path: str) -> str:
        return SILENT if self._patience.gave_up(path) else ""


class _Pulsed(Attendant):
    """Writes the pulse of the thread that made it."""

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
            raise LeftError
        self._own.beats += 1
