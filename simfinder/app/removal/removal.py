"""Carry out plans, undo batches and read the journal. Each request opens the library and closes it again.

What acts and undoes is imported by the functions that do: every start looks whether something is left to settle, and
the list of batches needs no more than the library.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simfinder.actions.journal import batches as journal
from simfinder.errors import UsageError
from simfinder.model.removal_plan import ActKind, BatchReport, Plan
from simfinder.store import app_dirs
from simfinder.store.library.library import Library
from simfinder.text.message import say

if TYPE_CHECKING:
    from simfinder.model.progress import Control
    from simfinder.store.library.journal import JournalAct, LinkRow

_AT_START = 5.0
"""Seconds a start waits for the disk of unfinished acts; the next start looks again."""


def reconcile_at_start() -> list[BatchReport]:
    """Settle the acts a program that died left unfinished and report what happened; usually there are none."""
    if not app_dirs.has_library():
        return []
    with Library.open() as library:
        if not (library.unfinished() or library.waiting()):
            return []
        from simfinder.workers.stall_timeout import StallTimeout

        return journal.reconcile(library, timeout=StallTimeout(_AT_START))


def without(plan: Plan, paths: Collection[str], roots: Sequence[str] = ()) -> Plan:
    """Return a plan without some of its files, with freed bytes and warnings computed again."""
    from simfinder.actions.plan.assessment import assessed

    left_out = set(paths)
    holding = set[str]()  # folders that something is left in
    for path in left_out if plan.removals else ():
        while (path := os.path.dirname(path)) not in holding and path != os.path.dirname(path):
            holding.add(path)
    folder = ActKind.RMDIR
    wanted = [
        path not in left_out and not (step is folder and path in holding)
        for path, step in zip(plan.acts.paths(), plan.acts.steps(), strict=True)
    ]
    removals = tuple(
        replace(removal, whole=removal.whole and removal.path not in holding | left_out)
        for removal in plan.removals
    )
    return assessed(replace(plan, acts=plan.acts.only(wanted), removals=removals), roots)


def carry_out(plan: Plan, control: Control, protected: Sequence[str] = ()) -> BatchReport:
    """Carry out a plan, checking each file again first."""
    from simfinder.actions.execute import executor

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
    from simfinder.actions.execute import executor
    from simfinder.workers.stall_timeout import StalledError, StallTimeout

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
    from simfinder.workers.stall_timeout import StallTimeout

    with Library.open() as library:
        journal.reconcile(library, timeout=StallTimeout(_AT_START))
        return journal.give_up(library, batch)


def dangling_links() -> tuple[int, list[str]]:
    """Look at the symbolic links that acts have made.

    Returns:
        How many lead to their files, and for each that leads nowhere a sentence that says what can be done.

    Raises:
        StalledError: a drive does not answer.
    """
    from simfinder.actions.rules.made_links import MadeLinks
    from simfinder.model.progress import Control
    from simfinder.workers.stall_timeout import StallTimeout, run_with_timeout

    with Library.open() as library:
        links = MadeLinks(library.links)
        found = run_with_timeout(
            lambda: list(links.standing()), Control(), StallTimeout(_AT_START), leave_busy=False
        )
        nowhere = sorted(row for row, leads in found if not leads)
        return len(found) - len(nowhere), [_nowhere(row, library.last_of(row.target)) for row in nowhere]


def _nowhere(link: LinkRow, last: JournalAct | None) -> str:
    """Say that a link leads nowhere, and what became of its file; ``last`` is the act that took that away."""
    if last is None:
        return say(
            "{} leads nowhere: nothing is at {} now; look for that file in the Trash or in a backup",
            link.path,
            link.target,
        )
    if last.kind is ActKind.DELETE:
        return say(
            "{} leads nowhere: {} was deleted for good with batch {}; {} stayed for it",
            link.path,
            link.target,
            last.batch,
            last.survivor,
        )
    return say(
        "{} leads nowhere: {} went to {} with batch {}; 'simfinder undo {}' brings it back",
        link.path,
        link.target,
        last.target or say("the Trash"),
        last.batch,
        last.batch,
    )


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
