"""Plan → disk → journal → back, as both front ends call it. Opens the library for as long as one request lasts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from simfinder.actions.execute import executor as executing
from simfinder.actions.filesystem.stall_guard import SilentError
from simfinder.actions.journal import batches as journal
from simfinder.actions.plan.assessment import assessed
from simfinder.actions.undo import undo as undoing
from simfinder.app.removal.stall_guard import Patient
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import BatchReport, Plan
from simfinder.store import app_dirs
from simfinder.store.library.library import Library

_AT_START = 5.0
"""Seconds a start waits for the disk of what was left half done; the next start looks again."""


def reconcile_at_start() -> list[BatchReport]:
    """Look at what a program that died has left, settle it, and say what happened; usually nothing."""
    if not app_dirs.has_library():
        return []
    with Library.open() as library:
        return journal.reconcile(library, guard=Patient(Control(), _AT_START))


def without(plan: Plan, paths: Collection[str], roots: Sequence[str] = ()) -> Plan:
    """A plan that leaves some of its files alone; what it frees and warns of is looked at anew."""
    left_out = set(paths)
    wanted = [path not in left_out for path in plan.acts.paths()]
    return assessed(replace(plan, acts=plan.acts.only(wanted)), roots)


def carry_out(plan: Plan, control: Control, protected: Sequence[str] = ()) -> BatchReport:
    """Do what a plan says, each file looked at again first."""
    with Library.open() as library:
        return executing.execute(plan, library, control, protected, Patient(control))


def take_back(
    batch: int | None,
    control: Control,
    only: Collection[str] | None = None,
    *,
    other_disk: bool = False,
) -> BatchReport:
    """Undo a batch, or the last one that is not undone; all of it, or only the files that were at these paths.

    What came from a disk that is not there now is only put back, into what stands at its place, with ``other_disk``.

    Raises:
        UsageError: there is no such batch, nothing to undo, or a program is acting or undoing now.
    """
    with Library.open() as library:
        guard = Patient(control)
        journal.reconcile(library, control, guard)
        try:
            return undoing.undo(library, batch, control, only, guard, other_disk=other_disk)
        except SilentError as silent:
            raise UsageError(f"a disk can't be looked at: {silent.reason}") from silent


def give_up(batch: int) -> BatchReport:
    """Wait no more for disks that are away: what became of the files there is looked at once more, and then given up.

    Raises:
        UsageError: there is no such batch, it waits for nothing (any more), or a program works on it now.
    """
    with Library.open() as library:
        journal.reconcile(library, guard=Patient(Control(), _AT_START))
        return journal.give_up(library, batch)


def batches() -> list[BatchReport]:
    """All batches, newest first."""
    with Library.open() as library:
        return journal.history(library)


def one_batch(batch: int) -> BatchReport:
    """One batch, file by file.

    Raises:
        UsageError: there is no such batch.
    """
    with Library.open() as library:
        return journal.batch(library, batch)
