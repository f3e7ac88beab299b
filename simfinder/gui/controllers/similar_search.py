"""Find files like one file, in a background job; only the last question is answered."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from simfinder.app.runtime.jobs import Job
from simfinder.errors import SimFinderError
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.wording.formatting import shown
from simfinder.gui.wording.translate_messages import told_error, translated
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.find.find_similar import Answer
    from simfinder.app.session.session import Session


def finding(session: Session, path: str) -> Callable[[Control], Answer]:
    """Return the function that runs in the thread."""

    def run(control: Control) -> Answer:
        from simfinder.app.find.find_similar import find_in

        return find_in(session, path, control)

    return run


class Finder(QObject):
    """Starts the question and says what came of it."""

    progressed = Signal(object)  # Progress
    answered = Signal(object)  # Answer
    failed = Signal(str)

    def __init__(self, bridge: JobBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._job: Job[Any] | None = None

    def ask(self, session: Session, path: str) -> None:
        """Find what is like a file in a session. Whatever was asked before is forgotten."""
        self.stop()

        def mine(say: Callable[[Any], None]) -> Callable[[Any], None]:
            """Return a handler that is silent once another question, or none, took the place of this one."""
            return lambda value: say(value) if self._job is job else None

        job = self._job = self._bridge.start(
            finding(session, path),
            name="finding",
            done=mine(self.answered.emit),
            failed=mine(lambda error: self.failed.emit(self._reason(error))),
            progress=mine(self.progressed.emit),
        )

    def stop(self) -> None:
        """Stop waiting for the answer."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _reason(self, error: BaseException) -> str:
        """Return the reason as one plain sentence."""
        if not isinstance(error, SimFinderError):
            return told_error(error)
        if not error.path:
            return translated(error.message)
        text = self.tr("Can’t search for %1: %2.")
        return text.replace("%2", translated(error.message)).replace(
            "%1", shown(os.path.basename(error.path))
        )
