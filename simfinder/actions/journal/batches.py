"""What was done: read from the journal, and set right where a program died over it."""

from __future__ import annotations

from simfinder.actions.filesystem.stall_guard import Guard, SilentError
from simfinder.actions.journal import give_up as giving_up
from simfinder.actions.journal.settle import settle_batch
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import BatchReport
from simfinder.store.library.journal import BatchRow
from simfinder.store.library.library import Library


def reconcile(
    library: Library, control: Control | None = None, guard: Guard | None = None
) -> list[BatchReport]:
    """Settle every batch whose program is gone; to be called at each start.

    Batches that another program works on now are left alone, and those on a disk that does not answer. Where it can't
    be told what became of a file (its drive is away), that is said once, and looked at again at each start.

    Args:
        library: the journal.
        control: cancelling.
        guard: looks on; None for nobody.

    Returns:
        What became of them, oldest first; [] when nothing was left over, and nothing more can be told than before.
    """
    control = control or Control()
    reports: list[BatchReport] = []
    for number in sorted({*library.unfinished(), *library.waiting()}):
        with library.owned(number) as mine:
            row = library.batch(number)
            if not mine or row is None or (row.finished and not row.waiting):
                continue
            try:
                settled = settle_batch(library, number, control, guard)
            except SilentError:
                continue  # the next start looks again
            if row.finished and not settled.changed and settled.waiting:
                continue
            library.set_finished(number, True, waiting=settled.waiting)
            if settled.changed or not row.finished:
                reports.append(batch(library, number))
    return reports


def give_up(library: Library, number: int) -> BatchReport:
    """Take a person's word that the disks won't come back that a batch waits for.

    Acts of which it can't be told what became of them have failed then, with the reason; nothing on a disk is touched.

    Raises:
        UsageError: there is no such batch, it waits for nothing, or a program works on it now.
    """
    if library.batch(number) is None:
        raise UsageError(f"no batch {number}")
    with library.owned(number) as mine:
        if not mine:
            raise UsageError(f"batch {number} is still being worked on")
        if not giving_up.give_up(library, number):
            raise UsageError(f"batch {number} waits for nothing: what became of its files is known")
        return batch(library, number)


def history(library: Library) -> list[BatchReport]:
    """All batches, newest first."""
    return [_report(library, row) for row in library.batches()]


def batch(library: Library, number: int) -> BatchReport:
    """One batch, file by file.

    Raises:
        UsageError: there is none of that number.
    """
    row = library.batch(number)
    if row is None:
        raise UsageError(f"no batch {number}")
    return _report(library, row)


def _report(library: Library, row: BatchRow) -> BatchReport:
    records = tuple(act.record for act in library.acts(row.id))
    return BatchReport(row.id, row.created_ns, records, row.cancelled)
