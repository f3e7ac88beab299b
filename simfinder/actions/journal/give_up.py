"""Giving up acts whose outcome can't be seen, by a person's word that a disk won't come back.

Touches nothing on a disk. Each start goes on looking: if the right folder is there again after all, its acts are
settled as if they had never been given up.
"""

from __future__ import annotations

from simfinder.actions.journal.failure_reasons import GIVEN_UP
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.journal import JournalAct
from simfinder.store.library.library import Library


def give_up(library: Library, batch: int) -> bool:
    """Mark the acts of a batch whose outcome is unknown as failed, with the reason.

    The caller owns the batch (``Library.owned``).

    Returns:
        Whether there were any.
    """
    changes = [
        (act.position, {"state": ActState.FAILED, "reason": _reason(act)})
        for act in library.acts(batch)
        if act.state is ActState.STARTED
    ]
    library.update(batch, changes)
    return bool(changes)


def _reason(act: JournalAct) -> str:
    aside = act.kind is ActKind.DELETE or act.kind.is_link
    place = act.part if aside else act.target
    return GIVEN_UP if place is None else f"what became of it was not seen again; it may lie at {place}"
