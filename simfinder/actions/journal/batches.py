"""Batches read from the journal, and settled where a program died over one.

What settling needs is imported when there is something to settle: most starts only read.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from simfinder.actions.journal.failure_reasons import GIVEN_UP
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActRecord, ActState, BatchReport
from simfinder.store.library.journal import BatchRow, JournalAct
from simfinder.store.library.library import Library
from simfinder.text.message import in_turn, say

if TYPE_CHECKING:
    from simfinder.workers.stall_timeout import StallTimeout


def reconcile(
    library: Library, control: Control | None = None, timeout: StallTimeout | None = None
) -> list[BatchReport]:
    """Settle every batch whose program is gone. Call it at each start.

    Skips batches that another program works on now, and those on a disk that does not answer. If the fate of a file
    can't be seen (its drive is away), the journal says so, and each start looks again.

    Args:
        library: the journal.
        control: cancelling.
        timeout: how long a disk may take to answer; that of the person's settings by default.

    Returns:
        Their reports, oldest first; [] if no batch was unfinished and none can be judged better than before.
    """
    unsettled = sorted({*library.unfinished(), *library.waiting()})
    if not unsettled:
        return []
    from simfinder.actions.journal.settle import settle_batch
    from simfinder.workers.stall_timeout import StalledError

    control = control or Control()
    reports: list[BatchReport] = []
    for number in unsettled:
        with library.owned(number) as mine:
            row = library.batch(number)
            if not mine or row is None or (row.finished and not row.waiting):
                continue
            try:
                settled = settle_batch(library, number, control, timeout)
            except StalledError:
                continue  # the next start looks again
            if row.finished and not settled.changed and settled.waiting:
                continue
            library.set_finished(number, True, waiting=settled.waiting)
            if settled.changed or not row.finished:
                reports.append(batch(library, number))
    return reports


def give_up(library: Library, number: int) -> BatchReport:
    """Take a person's word that the disks a batch waits for won't come back.

    Its acts of unknown outcome count as failed then, with the reason; nothing on a disk is touched. Each start goes on
    looking: if the right folder is there again after all, its acts are settled as if they had never been given up.

    Raises:
        UsageError: there is no such batch, it waits for nothing, or a program works on it now.
    """
    if library.batch(number) is None:
        raise UsageError(say("no batch {}", number))
    with library.owned(number) as mine:
        if not mine:
            raise UsageError(say("batch {} is still being worked on", number))
        unseen = [act for act in library.acts(number) if act.state is ActState.STARTED]
        if not unseen:
            raise UsageError(say("batch {} waits for nothing: what became of its files is known", number))
        failed = [(act.position, {"state": ActState.FAILED, "reason": _given_up(act)}) for act in unseen]
        library.update(number, failed)
        return batch(library, number)


def history(library: Library) -> list[BatchReport]:
    """Return all batches, newest first."""
    return [_report(library, row) for row in library.batches()]


def batch(library: Library, number: int) -> BatchReport:
    """Return one batch, file by file; of links that lead nowhere now it says so.

    Raises:
        UsageError: there is none of that number.
    """
    row = library.batch(number)
    if row is None:
        raise UsageError(say("no batch {}", number))
    return _with_dangling(_report(library, row))


def _with_dangling(report: BatchReport) -> BatchReport:
    """Say of links that lead nowhere now that they do; of a drive that does not answer nothing is said."""
    if not any(act.act is ActKind.SYMLINK and act.state is ActState.DONE for act in report.acts):
        return report
    from simfinder.actions.rules.made_links import leads_to_file
    from simfinder.workers.stall_timeout import StalledError, StallTimeout, run_with_timeout

    def look_at_links() -> tuple[ActRecord, ...]:
        return tuple(map(dangling, report.acts))

    def dangling(act: ActRecord) -> ActRecord:
        if (
            act.act is ActKind.SYMLINK
            and act.state is ActState.DONE
            and act.to
            and leads_to_file(act.path, act.to) is False
        ):
            nowhere = say("the link leads nowhere now: nothing is at {}", act.to)
            return replace(act, reason=in_turn((act.reason, nowhere)))
        return act

    with contextlib.suppress(StalledError):
        acts = run_with_timeout(look_at_links, Control(), StallTimeout(), leave_busy=False)
        return replace(report, acts=acts)
    return report


def _report(library: Library, row: BatchRow) -> BatchReport:
    records = tuple(act.record for act in library.acts(row.id))
    return BatchReport(row.id, row.created_ns, records, row.cancelled)


def _given_up(act: JournalAct) -> str:
    aside = act.kind is ActKind.DELETE or act.kind.is_link
    place = act.part if aside else act.target
    return GIVEN_UP if place is None else say("what became of it was not seen again; it may lie at {}", place)
