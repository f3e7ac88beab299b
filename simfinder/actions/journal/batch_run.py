"""Run through the acts of a batch, forwards or back: outcomes into the journal, disks that stall left behind.

``execute`` and ``undo`` say how one act is done; here is what both do around it. The acts run in one thread, one after
the other. When a disk does not answer, that thread is abandoned and another one goes on with the next act; the act that
was begun is looked at again at the next start. The outcome of an act is written in the same transaction as the
beginning of the next one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from simfinder.actions.filesystem.operations import UncertainOutcome
from simfinder.errors import ActionError, Cancelled
from simfinder.model.progress import Control
from simfinder.store.library.journal import Change
from simfinder.store.library.library import Library
from simfinder.text.message import say
from simfinder.workers import heartbeat
from simfinder.workers.stall_timeout import SILENT, StalledError, StallTimeout, run_with_timeout

Act = TypeVar("Act")


class BatchRun(ABC, Generic[Act]):
    """One batch under way.

    Args:
        library: the journal.
        batch: number of the batch; the caller owns it.
        control: progress, cancelling.
        timeout: how long a disk may take to answer, and the disks that were given up.

    Attributes:
        untouched: values for the journal of an act that was not begun.
        uncertain: of an act that was begun and whose outcome is not known.
        unsettled: something is left that the next start must look at.
    """

    untouched: ClassVar[Mapping[str, Any]]
    uncertain: ClassVar[Mapping[str, Any]]

    def __init__(self, library: Library, batch: int, control: Control, timeout: StallTimeout) -> None:
        self.unsettled = False
        self._library = library
        self._batch = batch
        self._control = control
        self._timeout = timeout
        self._place = 0  # of the current act in the order of this run
        self._begun = False  # the current act is in the journal
        self._results: list[Change] = []  # outcomes that are not in the journal yet

    @abstractmethod
    def about(self, act: Act) -> tuple[int, str, int]:
        """Return the position of the current act in its batch, the path of its file, and the file's size."""

    @abstractmethod
    def do(self, act: Act) -> Mapping[str, Any]:
        """Do one act and return its outcome for the journal; calls ``record`` before it touches the disk.

        Raises:
            ActionError: it was not done; all is as it was, or, by an ``UncertainOutcome``, something is left to settle.
            Cancelled: all is as it was.
        """

    @abstractmethod
    def failed(self, act: Act) -> Mapping[str, Any]:
        """Return the values for the journal of an act that was not done."""

    def run(self, acts: Sequence[Act]) -> bool:
        """Do all acts in order and return whether the person cancelled; then the rest is as it was."""
        while self._place < len(acts):
            try:
                run_with_timeout(lambda: self._go_on(acts), self._control, self._timeout, leave_busy=False)
            except StalledError as stalled:
                self._leave(acts[self._place], stalled.reason)
            except Cancelled:
                act = acts[self._place]
                if self._begun:  # its disk does not answer
                    self._leave(act, say("its disk did not answer before the cancel"))
                else:
                    self._results.append((self.about(act)[0], self.untouched))
                return True
        return False

    def record(self, position: int, values: Mapping[str, Any]) -> None:
        """Write values of the current act and the outcomes of earlier ones; they are on the disk when it returns."""
        with heartbeat.on_our_own():
            self._begun = True
            self.write((position, values))

    def write(self, *changes: Change) -> None:
        """Write the outcomes of earlier acts together with these changes, in one transaction."""
        if self._results or changes:
            self._library.update(self._batch, [*self._results, *changes])
            self._results.clear()

    def _go_on(self, acts: Sequence[Act]) -> None:
        """Do the acts from the current one on."""
        while self._place < len(acts):
            self._control.check()
            act, before = acts[self._place], self._control.snapshot().bytes
            _, path, size = self.about(act)
            if self._timeout.gave_up(path):
                self._control.advance(problems=1)
                outcome: Mapping[str, Any] = {**self.untouched, "reason": SILENT}
            else:
                with heartbeat.asking(path):
                    try:
                        outcome = self.do(act)
                    except ActionError as error:
                        self._control.advance(problems=1)
                        uncertain = isinstance(error, UncertainOutcome)
                        self.unsettled = self.unsettled or uncertain
                        change = self.uncertain if uncertain else self.failed(act)
                        outcome = {**change, "reason": error.message}
                    except Cancelled:
                        heartbeat.mine().beat()  # stops here if this thread was abandoned
                        self._begun = False  # it was taken back
                        raise
            handled = self._control.snapshot().bytes - before
            self._end(act, outcome, max(0, size - handled))

    def _leave(self, act: Act, reason: str) -> None:
        """Leave the current act, whose disk does not answer; the next start finds out what became of it."""
        change = self.untouched
        if self._begun:
            change, self.unsettled = self.uncertain, True
            reason = say("{}; SimFinder finds out what became of it when it starts again", reason)
        self._control.advance(problems=1)
        self._end(act, {**change, "reason": reason}, self.about(act)[2])

    def _end(self, act: Act, outcome: Mapping[str, Any], rest: int) -> None:
        """Note the outcome of the current act and go to the next one; ``rest`` bytes of it were not counted yet."""
        position, path, _ = self.about(act)
        self._control.advance(files=1, bytes=rest, current=path)
        self._results.append((position, outcome))
        self._begun = False
        self._place += 1
