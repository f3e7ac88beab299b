"""No longer waiting for what can't be seen: a person's word that a disk won't come back.

Nothing on a disk is touched by it, and each start goes on looking: if the right folder is there again after all, its
acts are settled as if nothing had been.
"""

from __future__ import annotations

from simfinder.actions.journal.failure_reasons import GIVEN_UP
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.journal import JournalAct
from simfinder.store.library.library import Library


def give_up(library: Library, batch: int) -> bool:
    """Acts of a batch of which it could not be told what became of them have failed, with the reason.

    Whoever calls owns the batch.

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
