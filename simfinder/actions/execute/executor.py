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
from typing import Any, ClassVar

from simfinder.actions.execute.act_execution import Carrier
from simfinder.actions.execute.preconditions import Checks
from simfinder.actions.filesystem import directory_handles, syscalls
from simfinder.actions.journal.batch_run import BatchRun
from simfinder.actions.journal.batches import batch as report_of
from simfinder.errors import ActionError, Cancelled, reason_of
from simfinder.model.progress import Control, Phase
from simfinder.model.removal_plan import ActState, BatchReport, Plan, PlannedAct
from simfinder.store.library.library import Library
from simfinder.text.message import say
from simfinder.workers.stall_timeout import StalledError, StallTimeout, run_with_timeout


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
        raise ActionError(say("a protected folder can't be looked at: {}", stalled.reason)) from stalled
    with library.new_batch(plan) as number:
        executor = _Executor(library, number, plan, checks, control, timeout)
        cancelled = executor.run(plan.acts)
        library.set_finished(number, not executor.unsettled, cancelled)
    return report_of(library, number)


class _Executor(BatchRun[PlannedAct]):
    """One batch under way, forwards."""

    untouched: ClassVar[Mapping[str, Any]] = {"state": ActState.SKIPPED}
    uncertain: ClassVar[Mapping[str, Any]] = {"state": ActState.FAILED}

    def __init__(
        self,
        library: Library,
        batch: int,
        plan: Plan,
        checks: Checks,
        control: Control,
        timeout: StallTimeout,
    ) -> None:
        super().__init__(library, batch, control, timeout)
        self._checks = checks
        self._carrier = Carrier(plan, checks, control, self.record)

    def run(self, acts: Sequence[PlannedAct]) -> bool:
        cancelled = super().run(acts)
        if cancelled:
            self._results += [
                (rest, {"state": ActState.SKIPPED, "reason": say("cancelled")})
                for rest in range(self._place, len(acts))
            ]
        for folder in self._carrier.touched.copy():
            if not self._timeout.gave_up(folder):
                with contextlib.suppress(OSError, StalledError, Cancelled):  # the renames themselves are done
                    run_with_timeout(
                        partial(syscalls.sync_folder, folder), self._control, self._timeout, leave_busy=False
                    )
        self.write()
        return cancelled

    def about(self, act: PlannedAct) -> tuple[int, str, int]:
        return self._place, act.file.path, act.file.size

    def failed(self, act: PlannedAct) -> Mapping[str, Any]:  # noqa: ARG002 - nothing of it is needed
        return self.uncertain

    def do(self, act: PlannedAct) -> Mapping[str, Any]:
        """Check and carry out one act, and return its outcome."""
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
                    else say("can't be looked at: {}", reason_of(error))
                )
                self._control.advance(problems=1)
                return {**self.untouched, "reason": reason}
            return self._carrier.carry(self._place, act, status)
