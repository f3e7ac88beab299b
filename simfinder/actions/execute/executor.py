"""Carry out a plan: every file looked at again, every act in the journal before and after.

For each act: hold the folders of the file and of the one that stays (``directory_handles``) → check
(``preconditions``) → write *started* into the journal, with all names the file may have → act (``act_execution``) →
write the outcome into the journal. The outcome is written in the same transaction as the next *started*, so a program
that dies leaves at most a few acts whose outcome the journal does not know; ``journal.settle`` reads it off the disk.
What a death between two steps leaves:

- before *started* is on the disk: nothing was touched; the act is *planned*, and becomes *skipped*
- after it, before the file is touched: folders of the target, a ``.trashinfo`` without its file; both are taken away
- in between: see the tables in ``methods.movement``, ``methods.deletion`` and ``methods.swap``
- after it: the disk shows that it was done, and the act becomes *done*
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from simfinder.actions.execute.act_execution import Carrier
from simfinder.actions.execute.preconditions import Checks
from simfinder.actions.filesystem import directory_handles, syscalls
from simfinder.actions.filesystem.operations import UncertainOutcome
from simfinder.actions.journal.batches import batch as report_of
from simfinder.errors import ActionError, Cancelled, reason_of
from simfinder.model.progress import Control, Phase
from simfinder.model.removal_plan import ActState, BatchReport, Plan, PlannedAct
from simfinder.store.library.journal import Change
from simfinder.store.library.library import Library
from simfinder.workers import heartbeat
from simfinder.workers.stall_timeout import SILENT, StalledError, StallTimeout, run_with_timeout


def execute(
    plan: Plan,
    library: Library,
    control: Control | None = None,
    protected: Sequence[str] = (),
    timeout: StallTimeout | None = None,
) -> BatchReport:
    """Carry out a plan, as far as it still fits the disk.

    Cancelling stops between two acts (a copy under way is taken back); the rest is skipped. An act whose disk does not
    answer is abandoned, reported as failed, and looked at again at the next start; the others are carried out.

    Args:
        plan: as reviewed.
        library: the journal.
        control: progress in files and bytes.
        protected: folders whose files are never touched.
        timeout: how long a disk may take to answer; that of the person's settings by default.

    Returns:
        What really happened, from the journal.

    Raises:
        StoreError: the journal can't be written, or another program is acting. The current act was not begun, or
            ``journal.batches.reconcile`` will judge it; nothing further was done.
    """
    control = control or Control()
    control.begin(Phase.ACTING, files_total=len(plan.acts), bytes_total=plan.bytes_handled)
    timeout = timeout or StallTimeout()
    try:
        checks = run_with_timeout(lambda: Checks(plan, protected), control, timeout, leave_busy=False)
    except StalledError as stalled:
        raise ActionError(f"a protected folder can't be looked at: {stalled}") from stalled
    with library.new_batch(plan) as number:
        executor = _Executor(library, number, plan, checks, control, timeout)
        cancelled = executor.run(plan.acts)
        library.set_finished(number, not executor.unsettled, cancelled)
    return report_of(library, number)


class _Executor:
    """One batch under way."""

    def __init__(
        self,
        library: Library,
        batch: int,
        plan: Plan,
        checks: Checks,
        control: Control,
        timeout: StallTimeout,
    ) -> None:
        self._timeout = timeout
        self._position = 0  # of the current act
        self._begun = False  # it is in the journal
        self.unsettled = False  # something is left that the next start must look at
        self._library = library
        self._batch = batch
        self._checks = checks
        self._control = control
        self._results: list[Change] = []
        self._carrier = Carrier(plan, checks, control, self._record)

    def run(self, acts: Sequence[PlannedAct]) -> bool:
        """Run all acts in order and return whether the batch was cancelled."""
        cancelled = False
        while self._position < len(acts):
            try:
                run_with_timeout(lambda: self._go_on(acts), self._control, self._timeout, leave_busy=False)
            except StalledError as stalled:
                self._leave(acts[self._position], str(stalled))
            except Cancelled:
                cancelled = True
                if self._begun:  # its disk does not answer
                    self._leave(acts[self._position], "its disk did not answer before the cancel")
                self._results += [
                    (rest, {"state": ActState.SKIPPED, "reason": "cancelled"})
                    for rest in range(self._position, len(acts))
                ]
                break
        for folder in self._carrier.touched.copy():
            if not self._timeout.gave_up(folder):
                with contextlib.suppress(OSError, StalledError, Cancelled):  # the renames themselves are done
                    run_with_timeout(
                        partial(syscalls.sync_folder, folder), self._control, self._timeout, leave_busy=False
                    )
        self._write()
        return cancelled

    def _go_on(self, acts: Sequence[PlannedAct]) -> None:
        """Run the acts from the current one on."""
        while self._position < len(acts):
            self._control.check()
            act = acts[self._position]
            if self._timeout.gave_up(act.file.path):
                self._control.advance(files=1, bytes=act.file.size, problems=1, current=act.file.path)
                result: Mapping[str, Any] = {"state": ActState.SKIPPED, "reason": SILENT}
            else:
                with heartbeat.asking(act.file.path):
                    try:
                        result = self._one(self._position, act)
                    except Cancelled:
                        heartbeat.mine().beat()  # stops here if this thread was abandoned
                        self._begun = False  # it was taken back
                        raise
            self._results.append((self._position, result))
            self._begun = False
            self._position += 1

    def _leave(self, act: PlannedAct, reason: str) -> None:
        """Abandon the current act, whose disk does not answer; the next start finds out whether it was done."""
        state = ActState.SKIPPED
        if self._begun:
            state, self.unsettled = ActState.FAILED, True
            reason = f"{reason}; what became of it is looked at when SimFinder starts again"
        self._control.advance(files=1, bytes=act.file.size, problems=1, current=act.file.path)
        self._results.append((self._position, {"state": state, "reason": reason}))
        self._begun = False
        self._position += 1

    def _one(self, position: int, act: PlannedAct) -> Mapping[str, Any]:
        """Check and carry out one act, and return its result."""
        size, before = act.file.size, self._control.snapshot().bytes
        with contextlib.ExitStack() as stack:
            try:
                for folder in dict.fromkeys(os.path.dirname(file.path) for file in (act.file, act.survivor)):
                    with contextlib.suppress(FileNotFoundError, NotADirectoryError):  # the checks report it
                        stack.enter_context(directory_handles.holding(folder))
                status = self._checks.pass_or_raise(act, self._control)
            except (ActionError, OSError) as error:
                reason = (
                    error.message
                    if isinstance(error, ActionError)
                    else f"can't be looked at: {reason_of(error)}"
                )
                self._control.advance(files=1, bytes=size, problems=1, current=act.file.path)
                return {"state": ActState.SKIPPED, "reason": reason}
            try:
                result = self._carrier.carry(position, act, status)
            except ActionError as error:
                self._control.advance(problems=1)
                self.unsettled = self.unsettled or isinstance(error, UncertainOutcome)
                result = {"state": ActState.FAILED, "reason": error.message}
        handled = self._control.snapshot().bytes - before
        self._control.advance(files=1, bytes=max(0, size - handled), current=act.file.path)
        return result

    def _record(self, position: int, values: Mapping[str, Any]) -> None:
        with heartbeat.on_our_own():
            self._begun = True
            self._write((position, values))

    def _write(self, *changes: Change) -> None:
        """Write the results of earlier acts together with these changes, in one transaction."""
        if self._results or changes:
            self._library.update(self._batch, [*self._results, *changes])
            self._results.clear()
