"""Take a batch back: content, name, folder, times and mode of every file, never over anything else.

``undo_act`` takes one act back. If the program dies in between, ``journal.settle`` judges the undo like an act: as long
as the file is at its new place, it was not taken back.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from simfinder.actions.filesystem.operations import UncertainOutcome, remove_empty
from simfinder.actions.journal.batches import batch as report_of
from simfinder.actions.journal.settle import settle_batch
from simfinder.actions.methods.movement import TargetTaken
from simfinder.actions.undo.undo_act import OCCUPIED, Returner
from simfinder.errors import ActionError, Cancelled, UsageError, reason_of
from simfinder.model.progress import Control, Phase
from simfinder.model.removal_plan import ActState, BatchReport
from simfinder.store.library.journal import Change, JournalAct
from simfinder.store.library.library import Library
from simfinder.workers import heartbeat
from simfinder.workers.stall_timeout import SILENT, StalledError, StallTimeout, run_with_timeout


def undo(
    library: Library,
    batch: int | None = None,
    control: Control | None = None,
    only: Collection[str] | None = None,
    timeout: StallTimeout | None = None,
    *,
    other_disk: bool = False,
) -> BatchReport:
    """Put all files of a batch back that left their place.

    A file that can't be put back (its place is taken, its disk is away, it was changed, is gone or was deleted for
    good) stays *done*, with the reason; the others are put back all the same. Undoing again tries the rest again.

    Args:
        library: the journal.
        batch: number; None for the last one that is not undone, finished or not.
        control: progress in files and bytes.
        only: paths (where the files were) that are put back; None for all.
        timeout: how long a disk may take to answer, before the next start looks at its files again; that of the
            person's settings by default.
        other_disk: also put back files whose disk is not there now, onto the disk that is at their path now.

    Returns:
        The batch as the journal has it now.

    Raises:
        UsageError: there is no such batch, nothing of it to undo, or a program is acting or undoing now.
        StoreError: the journal can't be written.
    """
    control, timeout = control or Control(), timeout or StallTimeout()
    number = batch if batch is not None else library.last_with((ActState.DONE, ActState.STARTED))
    if number is None:
        raise UsageError("there is nothing to undo")
    if library.batch(number) is None:
        raise UsageError(f"no batch {number}")
    with library.owned(number) as mine, library.acting() as alone:
        if not mine:
            raise UsageError(f"batch {number} is still being worked on")
        if not alone:
            raise UsageError(
                "another SimFinder is removing or putting back files now; try again when it is done"
            )
        cancelled = unsettled = False
        settled = settle_batch(library, number, control, timeout)
        batch_acts = library.acts(number)
        if only is not None and not {act.path for act in batch_acts} & set(only):
            raise UsageError(f"batch {number} has no such file")
        acts = [
            act for act in batch_acts if act.state is ActState.DONE and (only is None or act.path in only)
        ]
        if acts:
            library.set_finished(number, False)
            under_way = _Undo(library, number, control, timeout, other_disk=other_disk)
            cancelled = under_way.run(acts[::-1])
            unsettled = under_way.unsettled
            made = tuple(sorted({folder for act in batch_acts for folder in act.made}, key=len))
            with contextlib.suppress(StalledError, Cancelled):  # empty folders may stay
                run_with_timeout(lambda: remove_empty(made), control, timeout, leave_busy=False)
        elif not settled.changed:
            raise UsageError(_nothing_left(number, batch_acts))
        library.set_finished(number, not unsettled, waiting=settled.waiting)
        report = report_of(library, number)
    return replace(report, cancelled=cancelled)  # the undo was cancelled, not the acts


def _nothing_left(number: int, acts: list[JournalAct]) -> str:
    said = f"nothing of batch {number} is left to undo"
    for act in acts:
        if act.state is ActState.STARTED:
            return f"{said}, as far as can be told: {act.path}: {act.reason}"
    return said


class _Undo:
    """One undo under way."""

    def __init__(
        self, library: Library, batch: int, control: Control, timeout: StallTimeout, *, other_disk: bool
    ) -> None:
        self._timeout = timeout
        self._place = 0  # of the current act
        self._begun = False  # it is in the journal
        self.unsettled = False  # something is left that the next start must look at
        self._library = library
        self._batch = batch
        self._control = control
        self._results: list[Change] = []
        self._returner = Returner(control, self._record, other_disk=other_disk)

    def run(self, acts: list[JournalAct]) -> bool:
        """Take back all acts in the order given, and return whether the undo was cancelled."""
        self._control.begin(Phase.UNDOING, files_total=len(acts), bytes_total=sum(act.size for act in acts))
        cancelled = False
        while self._place < len(acts):
            try:
                run_with_timeout(lambda: self._go_on(acts), self._control, self._timeout, leave_busy=False)
            except StalledError as stalled:
                self._leave(acts[self._place], str(stalled))
            except Cancelled:
                cancelled = True
                if self._begun:  # its disk does not answer
                    self._leave(acts[self._place], "its disk did not answer before the cancel")
                else:
                    self._results.append((acts[self._place].position, {"undoing": False}))
                break
        self._library.update(self._batch, self._results)
        return cancelled

    def _go_on(self, acts: list[JournalAct]) -> None:
        """Take back the acts from the current one on."""
        while self._place < len(acts):
            act, before = acts[self._place], self._control.snapshot().bytes
            self._control.check()
            if self._timeout.gave_up(act.path):
                self._control.advance(problems=1)
                result: Mapping[str, Any] = {"undoing": False, "reason": SILENT}
            else:
                with heartbeat.asking(act.path):
                    try:
                        result = self._one(act)
                    except Cancelled:
                        heartbeat.mine().beat()  # stops here if this thread was abandoned
                        self._begun = False
                        raise
            copied = self._control.snapshot().bytes - before
            self._control.advance(files=1, bytes=max(0, act.size - copied), current=act.path)
            self._results.append((act.position, result))
            self._begun = False
            self._place += 1

    def _leave(self, act: JournalAct, reason: str) -> None:
        """Abandon the current act, whose disk does not answer; the next start finds out whether the file is back."""
        change: dict[str, Any] = {"undoing": False, "reason": reason}
        if self._begun:
            self.unsettled = True
            change = {"reason": f"{reason}; what became of it is looked at when SimFinder starts again"}
        self._control.advance(files=1, bytes=act.size, problems=1, current=act.path)
        self._results.append((act.position, change))
        self._begun = False
        self._place += 1

    def _one(self, act: JournalAct) -> Mapping[str, Any]:
        try:
            return self._returner.take_back(act)
        except UncertainOutcome as error:
            self._control.advance(problems=1)
            self.unsettled = True
            return {"reason": error.message}
        except ActionError as error:
            reason = error.message
        except TargetTaken:
            reason = OCCUPIED
        except OSError as error:
            reason = reason_of(error)
        self._control.advance(problems=1)
        # the folders' marks are again what they were before the undo of this act began
        marks = {"folder_mark": act.folder_mark, "target_mark": act.target_mark}
        return {"undoing": False, "reason": reason, **marks}

    def _record(self, act: JournalAct, change: Mapping[str, Any]) -> None:
        """Write the results of earlier acts together with this change, in one transaction."""
        with heartbeat.on_our_own():
            self._begun = True
            self._library.update(self._batch, [*self._results, (act.position, change)])
            self._results.clear()
