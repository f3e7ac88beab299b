"""Take a batch back: content, name, folder, times and mode of every file, never over anything else.

``undo_act`` takes one act back. If the program dies in between, ``journal.settle`` judges the undo like an act: as long
as the file is at its new place, it was not taken back.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from simfinder.actions.filesystem.operations import remove_empty
from simfinder.actions.journal.batch_run import BatchRun
from simfinder.actions.journal.batches import batch as report_of
from simfinder.actions.journal.settle import settle_batch
from simfinder.actions.methods.movement import TargetTaken
from simfinder.actions.undo.undo_act import OCCUPIED, Returner
from simfinder.errors import ActionError, Cancelled, UsageError, reason_of
from simfinder.model.progress import Control, Phase
from simfinder.model.removal_plan import ActState, BatchReport
from simfinder.store.library.journal import JournalAct
from simfinder.store.library.library import Library
from simfinder.text.message import say
from simfinder.workers.stall_timeout import StalledError, StallTimeout, run_with_timeout


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
        raise UsageError(say("there is nothing to undo"))
    if library.batch(number) is None:
        raise UsageError(say("no batch {}", number))
    with library.owned(number) as mine, library.acting() as alone:
        if not mine:
            raise UsageError(say("batch {} is still being worked on", number))
        if not alone:
            raise UsageError(
                say("another SimFinder is removing or putting back files now; try again when it is done")
            )
        cancelled = unsettled = False
        settled = settle_batch(library, number, control, timeout)
        batch_acts = library.acts(number)
        if only is not None and not {act.path for act in batch_acts} & set(only):
            raise UsageError(say("batch {} has no such file", number))
        acts = [
            act for act in batch_acts if act.state is ActState.DONE and (only is None or act.path in only)
        ]
        if acts:
            library.set_finished(number, False)
            control.begin(Phase.UNDOING, files_total=len(acts), bytes_total=sum(act.size for act in acts))
            under_way = _Undo(library, number, control, timeout, other_disk=other_disk)
            cancelled = under_way.run(acts[::-1])
            under_way.write()
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
    said = say("nothing of batch {} is left to undo", number)
    for act in acts:
        if act.state is ActState.STARTED:
            return say("{}, as far as is known: {}: {}", said, act.path, act.reason)
    return said


class _Undo(BatchRun[JournalAct]):
    """One undo under way."""

    untouched: ClassVar[Mapping[str, Any]] = {"undoing": False}
    uncertain: ClassVar[Mapping[str, Any]] = {}

    def __init__(
        self, library: Library, batch: int, control: Control, timeout: StallTimeout, *, other_disk: bool
    ) -> None:
        super().__init__(library, batch, control, timeout)
        self._returner = Returner(control, self.record, other_disk=other_disk)

    def about(self, act: JournalAct) -> tuple[int, str, int]:
        return act.position, act.path, act.size

    def failed(self, act: JournalAct) -> Mapping[str, Any]:
        # the folders' marks are again what they were before the undo of this act began
        return {"undoing": False, "folder_mark": act.folder_mark, "target_mark": act.target_mark}

    def do(self, act: JournalAct) -> Mapping[str, Any]:
        try:
            return self._returner.take_back(act)
        except TargetTaken as error:
            raise ActionError(OCCUPIED) from error
        except OSError as error:
            raise ActionError(reason_of(error)) from error
