"""Carry out a plan, and take a batch back: every act in the journal before and after.

For each act forwards: hold the folders of the file and of the one that stays (``directory_handles``) and lock them
against other people's SimFinders (``folder_locks``) → check (``preconditions``) → write *started* into the journal,
with all names the file may have → act → write the outcome into the journal. ``act_execution`` does one act,
``undo_act`` takes one back, from the last to the first. Here is what both have around them.

The acts run in one thread, one after the other. When a disk does not answer, that thread is abandoned and another one
goes on with the next act; the act that was begun is looked at again at the next start. The outcome is written in the
same transaction as the next *started*, so a program that dies leaves at most a few acts whose outcome the journal does
not know; ``journal.settle`` reads it off the disk. What a death between two steps leaves:

- before *started* is on the disk: nothing was touched; the act is *planned*, and becomes *skipped*
- after it, before the file is touched: folders of the target, a ``.trashinfo`` without its file; both are taken away
- in between: see the tables in ``methods.movement``, ``methods.deletion`` and ``methods.swap``
- after it: the disk shows that it was done, and the act becomes *done*

An undo is judged like an act: as long as the file is at its new place, it was not taken back.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from simfinder.actions.execute.act_execution import Carrier
from simfinder.actions.execute.preconditions import Checks
from simfinder.actions.execute.undo_act import Returner
from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.operations import UncertainOutcome, remove_empty
from simfinder.actions.journal.batches import batch as report_of
from simfinder.actions.journal.settle import settle_batch
from simfinder.actions.rules.made_links import MadeLinks
from simfinder.errors import ActionError, Cancelled, UsageError
from simfinder.model.progress import Control, Phase
from simfinder.model.removal_plan import ActKind, ActState, BatchReport, Plan, PlannedAct
from simfinder.store.library.journal import Change, JournalAct
from simfinder.store.library.library import Library
from simfinder.text.message import say
from simfinder.workers import heartbeat
from simfinder.workers.stall_timeout import SILENT, StalledError, StallTimeout, run_with_timeout

Act = TypeVar("Act", PlannedAct, JournalAct)


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
        links = MadeLinks(library.links)
        checks = run_with_timeout(partial(Checks, plan, protected, links), control, timeout, leave_busy=False)
    except StalledError as stalled:
        raise ActionError(say("a protected folder can't be looked at: {}", stalled.reason)) from stalled
    with library.new_batch(plan) as number:
        run = _Run(library, number, control, timeout, _FORWARDS)
        carrier = Carrier(plan, checks, control, run.record)
        cancelled = run.through(plan.acts, carrier.carry)
        if cancelled:
            rest = range(run.place, len(plan.acts))
            run.results += [(at, {"state": ActState.SKIPPED, "reason": say("cancelled")}) for at in rest]
        for folder in tuple(carrier.touched):
            if not timeout.gave_up(folder):
                sync = partial(syscalls.sync_folder, folder)
                with contextlib.suppress(OSError, StalledError, Cancelled):  # the renames themselves are done
                    run_with_timeout(sync, control, timeout, leave_busy=False)
        run.write()
        library.set_finished(number, not run.unsettled, cancelled)
    return report_of(library, number)


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
        wanted = None if only is None else _with_their_folders(only, batch_acts)
        acts = [
            act for act in batch_acts if act.state is ActState.DONE and (wanted is None or act.path in wanted)
        ]
        if acts:
            library.set_finished(number, False)
            control.begin(Phase.UNDOING, files_total=len(acts), bytes_total=sum(act.size for act in acts))
            run = _Run(library, number, control, timeout, _BACK)
            links = MadeLinks(library.links)
            returner = Returner(control, run.record, links, other_disk=other_disk)
            cancelled, unsettled = run.through(acts[::-1], returner.take_back), run.unsettled
            run.write()
            made = tuple(sorted({folder for act in batch_acts for folder in act.made}, key=len))
            with contextlib.suppress(StalledError, Cancelled):  # empty folders may stay
                run_with_timeout(partial(remove_empty, made), control, timeout, leave_busy=False)
        elif not settled.changed:
            raise UsageError(_nothing_left(number, batch_acts))
        library.set_finished(number, not unsettled, waiting=settled.waiting)
        report = report_of(library, number)
    return replace(report, cancelled=cancelled)  # the undo was cancelled, not the acts


def _with_their_folders(paths: Collection[str], acts: Sequence[JournalAct]) -> set[str]:
    """Return paths and the removed folders above them, which have to be there first."""
    folders = {act.path for act in acts if act.kind is ActKind.RMDIR}
    wanted = set(paths)
    for path in paths if folders else ():
        while (above := os.path.dirname(path)) != path:
            wanted.update({above} & folders)
            path = above
    return wanted


def _nothing_left(number: int, acts: list[JournalAct]) -> str:
    said = say("nothing of batch {} is left to undo", number)
    for act in acts:
        if act.state is ActState.STARTED:
            return say("{}, as far as is known: {}: {}", said, act.path, act.reason)
    return said


class _Way(NamedTuple):
    """Values for the journal of acts that were not done.

    Attributes:
        untouched: of an act that was not begun.
        uncertain: of one that was begun and whose outcome is not known.
        failed: of one that could not be done, by the act.
    """

    untouched: Mapping[str, Any]
    uncertain: Mapping[str, Any]
    failed: Callable[[Any], Mapping[str, Any]]


def _marks_again(act: JournalAct) -> Mapping[str, Any]:
    """Return what the journal said of an act before its undo was begun."""
    return {"undoing": False, "folder_mark": act.folder_mark, "target_mark": act.target_mark}


_FORWARDS = _Way(
    {"state": ActState.SKIPPED}, {"state": ActState.FAILED}, lambda _: {"state": ActState.FAILED}
)
_BACK = _Way({"undoing": False}, {}, _marks_again)


class _Run:
    """One batch under way.

    Args:
        library: the journal.
        batch: number of the batch, which the caller owns.
        control: progress, cancelling.
        timeout: how long a disk may take to answer, and the disks that were given up.
        way: forwards or back.

    Attributes:
        place: of the current act in the order of this run.
        results: outcomes that are not in the journal yet.
        unsettled: something is left that the next start must look at.
    """

    def __init__(
        self, library: Library, batch: int, control: Control, timeout: StallTimeout, way: _Way
    ) -> None:
        self.place = 0
        self.results: list[Change] = []
        self.unsettled = False
        self._position = 0  # of the current act in its batch
        self._begun = False  # the current act is in the journal
        self._library = library
        self._batch = batch
        self._control = control
        self._timeout = timeout
        self._way = way

    def through(self, acts: Sequence[Act], do: Callable[[Act], Mapping[str, Any]]) -> bool:
        """Do all acts in order and return whether the person cancelled; then the rest is as it was.

        Args:
            acts: planned ones, or those of the journal.
            do: does one act and returns its outcome; calls ``record`` before it touches the disk. Raises
                ``ActionError`` or ``Cancelled`` where all is as it was, ``UncertainOutcome`` where something is left.
        """
        while self.place < len(acts):
            try:
                run_with_timeout(
                    lambda: self._go_on(acts, do), self._control, self._timeout, leave_busy=False
                )
            except StalledError as stalled:
                self._leave(acts[self.place], stalled.reason)
            except Cancelled:
                act = acts[self.place]
                if self._begun:  # its disk does not answer
                    self._leave(act, say("its disk did not answer before the cancel"))
                else:
                    self.results.append((self._about(act)[0], self._way.untouched))
                return True
        return False

    def record(self, values: Mapping[str, Any]) -> None:
        """Write values of the current act and the outcomes of earlier ones; they are on the disk when it returns."""
        with heartbeat.on_our_own():
            self._begun = True
            self.write((self._position, values))

    def write(self, *changes: Change) -> None:
        """Write the outcomes of earlier acts together with these changes, in one transaction."""
        if self.results or changes:
            self._library.update(self._batch, [*self.results, *changes])
            self.results.clear()

    def _about(self, act: Act) -> tuple[int, str, int]:
        """Return the position of the current act in its batch, the path of its file, and the file's size."""
        if isinstance(act, JournalAct):
            return act.position, act.path, act.size
        return self.place, act.file.path, act.file.size

    def _go_on(self, acts: Sequence[Act], do: Callable[[Act], Mapping[str, Any]]) -> None:
        """Do the acts from the current one on."""
        while self.place < len(acts):
            self._control.check()
            act, before = acts[self.place], self._control.snapshot().bytes
            self._position, path, size = self._about(act)
            if self._timeout.gave_up(path):
                self._control.advance(problems=1)
                outcome: Mapping[str, Any] = {**self._way.untouched, "reason": SILENT}
            else:
                with heartbeat.asking(path):
                    try:
                        outcome = do(act)
                    except ActionError as error:
                        self._control.advance(problems=1)
                        uncertain = isinstance(error, UncertainOutcome)
                        self.unsettled = self.unsettled or uncertain
                        change = self._way.uncertain if uncertain else self._way.failed(act)
                        outcome = {**change, "reason": error.message}
                    except Cancelled:
                        heartbeat.mine().beat()  # stops here if this thread was abandoned
                        self._begun = False  # it was taken back
                        raise
            handled = self._control.snapshot().bytes - before
            self._end(act, outcome, max(0, size - handled))

    def _leave(self, act: Act, reason: str) -> None:
        """Leave the current act, whose disk does not answer; the next start finds out what became of it."""
        change = self._way.untouched
        if self._begun:
            change, self.unsettled = self._way.uncertain, True
            reason = say("{}; SimFinder finds out what became of it when it starts again", reason)
        self._control.advance(problems=1)
        self._end(act, {**change, "reason": reason}, self._about(act)[2])

    def _end(self, act: Act, outcome: Mapping[str, Any], rest: int) -> None:
        """Note the outcome of the current act and go to the next one; ``rest`` bytes of it were not counted yet."""
        position, path, _ = self._about(act)
        self._control.advance(files=1, bytes=rest, current=path)
        self.results.append((position, outcome))
        self._begun = False
        self.place += 1
