"""Reasons in the journal that front ends recognise, because they can offer a remedy."""

from __future__ import annotations

from simfinder.model.removal_plan import ActState
from simfinder.text.message import say

DISK_AWAY = say("the disk that it came from is not there now")
"""Why a file was not put back."""
GIVEN_UP = say("what became of it was not seen again")
"""Beginning of the reason of an act that was given up."""


def is_given_up(state: ActState, reason: str) -> bool:
    """Tell whether a person gave up waiting for the outcome of an act."""
    return state is ActState.FAILED and reason.startswith(GIVEN_UP)
