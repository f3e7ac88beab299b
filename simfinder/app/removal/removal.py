"""Carry out plans, undo batches and read the journal. Each request opens the library and closes it again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from simfinder.actions.execute import executor
from simfinder.actions.journal import batches as journal
from simfinder.actions.plan.assessment import assessed
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import BatchReport, Plan
from simfinder.store import app_dirs
from simfinder.store.library.library import Library
from simfinder.text.message import say
from simfinder.workers.stall_timeout import StalledError, StallTimeout

_AT_START = 5.0
"""Seconds a start waits for the disk of unfinished acts; the next start looks again."""


def reconcile_at_start() -> list[BatchReport]:
    """Settle the acts a program that died left unfinished and report what happened; usually there are none."""
    if not app_dirs.has_library():
        return []
    with Library.open() as library:
        return journal.reconcile(library, timeout=StallTimeout(_AT_START))


def without(plan: Plan, paths: Collection[str], roots: Sequence[str] = ()) -> Plan:
    """Return a plan without some of its files, with freed bytes and warnings computed again."""
    left_out = set(paths)
    wanted = [path not in left_out for path in plan.acts.paths()]
    return assessed(replace(plan, acts=plan.acts.only(wanted)), roots)


def carry_out(plan: Plan, control: Control, protected: Sequence[str] = ()) -> BatchReport:
    """Carry out a plan, checking each file again first."""
    with Library.open() as library:
        return executor.execute(plan, library, control, protected)


def take_back(
    batch: int | None,
    control: Control,
    only: Collection[str] | None = None,
    *,
    other_disk: bool = False,
) -> BatchReport:
    """Undo a batch, or the last one not undone yet; all of it, or only the files that were at these paths.

    A file from a disk that is not mounted is only put back, onto whatever is in its place, with ``other_disk``.

    Raises:
        UsageError: there is no such batch, nothing to undo, or a program is acting or undoing now.
    """
    with Library.open() as library:
        timeout = StallTimeout()
        journal.reconcile(library, control, timeout)
        try:
            return executor.undo(library, batch, control, only, timeout, other_disk=other_disk)
        except StalledError as stalled:
            raise UsageError(say("a disk can't be looked at: {}", stalled.reason)) from stalled


def give_up(batch: int) -> BatchReport:
    """Stop waiting for disks that are away: look once more at what became of the files there, then give up.

    Raises:
        UsageError: there is no such batch, it waits for nothing, or a program is working on it.
    """
    with Library.open() as library:
        journal.reconcile(library, timeout=StallTimeout(_AT_START))
        return journal.give_up(library, batch)


def batches() -> list[BatchReport]:
    """Return all batches, newest first."""
    with Library.open() as library:
        return journal.history(library)


def one_batch(batch: int) -> BatchReport:
    """Return one batch, file by file.

    Raises:
        UsageError: there is no such batch.
    """
    with Library.open() as library:
        return journal.batch(library, batch)
