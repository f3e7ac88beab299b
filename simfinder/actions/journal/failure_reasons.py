"""Reasons of acts that front ends know again in the journal, because they can offer something for them."""

from __future__ import annotations

from simfinder.model.removal_plan import ActState

DISK_AWAY = "the disk that it came from is not there now"
"""Of what was not taken back."""
GIVEN_UP = "what became of it was not seen again"
"""Begins that of what was given up."""


def is_given_up(state: ActState, reason: str) -> bool:
    """Whether a person has said of an act that what became of it will not be seen any more."""
    return state is ActState.FAILED and reason.startswith(GIVEN_UP)
