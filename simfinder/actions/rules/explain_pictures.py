"""Say how two pictures that look alike differ, and why one of them is kept: pixels, the way they lie, quality."""

from __future__ import annotations

import numpy as np

from simfinder.signatures.picture.looks import Looks
from simfinder.signatures.picture.notes import LEVELS, PLACE, STARS, WORDS
from simfinder.text.message import Message, in_turn, say

_QUARTER, _MIRRORED = say("turned by 90 degrees"), say("mirrored")
_BOTH = say("mirrored and turned by 90 degrees")
_TURNED = Message(""), _QUARTER, say("turned by 180 degrees"), _QUARTER, _MIRRORED, _MIRRORED, _BOTH, _BOTH

_NOTED = {
    PLACE: say("the place it was taken at"),
    WORDS: say("a title, caption or keywords"),
    STARS: say("a rating"),
    LEVELS: say("the raw levels of the camera"),
}


def why_alike(looks: Looks, one: int, its: int, *, proven: bool = False) -> Message:
    """Say how a picture differs from the kept one, which it looks like, in words that follow a colon.

    Args:
        looks: of a scan.
        one: row of the picture.
        its: row of the kept one.
        proven: the two agree in all their pixels.
    """
    words = _differences(looks, one, its)
    if proven:
        return say("the same picture by its pixels ({})", words or say("saved once more"))
    words = words or say("as many pixels")
    return say("it looks like it ({}), which is no proof that it is the same shot", words)


def how_alike(looks: Looks, one: int, its: int) -> Message:
    """Say in a sentence how a picture differs from another one of the same shot.

    Args:
        looks: of a scan.
        one: row of the picture.
        its: row of the other one.
    """
    words = _differences(looks, one, its)
    return say("The same picture: {}.", words) if words else say("The same picture, saved once more.")


def _differences(looks: Looks, one: int, its: int) -> Message:
    """Name what differs in how two pictures were saved, the way they lie and what they note; "" for nothing."""
    cut = looks.part(one, its) if looks.is_cut(one, its) else None
    if cut is not None:
        share = round(100 * cut.box.share)
        said: list[str] = [_TURNED[cut.way]]
        said.append(
            say("cut to {} % of it", share) if cut.part == one else say("cut to {} % in the kept one", share)
        )
    else:
        way, framed, kept_framed = looks.match(one, its)
        said = [_TURNED[way]]
        if framed != kept_framed:
            said.append(say("in a frame") if framed else say("without the frame"))
    mine, of_kept = _size(looks, one), _size(looks, its)
    if mine != of_kept:
        said.append(say("{:,} × {:,} pixels instead of {:,} × {:,}", *mine, *of_kept))
    if looks.saved[one] and looks.saved[one] != looks.saved[its]:
        said.append(say("saved at quality {}", int(looks.saved[one])))
    if looks.camera[its] and not looks.camera[one]:
        said.append(say("without the notes of the camera"))
    if only := only_noted(looks, one, its):
        said.append(say("with {}, which the kept one lacks", only))
    return in_turn(said)


def only_noted(looks: Looks, one: int, its: int) -> Message:
    """Name what one picture notes and the other one does not, and would be lost with it; "" for nothing.

    Args:
        looks: of a scan.
        one: row of the picture.
        its: row of the other one.
    """
    more = int(looks.notes[one]) & ~int(looks.notes[its])
    return in_turn([words for bit, words in _NOTED.items() if more & bit])


def why_best(looks: Looks, kept: int, other: int) -> Message:
    """Say what decided for the kept one of two pictures that look alike; "" where that was something else.

    Args:
        looks: of a scan.
        kept: row of the kept one.
        other: row of the other one.
    """
    both = np.array([kept, other])
    worth, of_other = looks.worth_beside(both, both[::-1])
    if worth <= of_other:
        return Message("")
    if looks.notes[kept] & ~looks.notes[other] & LEVELS:
        return say("it is the raw picture of the camera")
    mine, its = _size(looks, kept), _size(looks, other)
    if mine[0] * mine[1] < its[0] * its[1]:
        return say("more of the picture: the other one has a frame")
    if mine[0] * mine[1] > its[0] * its[1]:
        return say("more pixels: {:,} × {:,} against {:,} × {:,}", *mine, *its)
    if looks.coloured[kept] > looks.coloured[other]:
        return say("it has colours")
    if looks.camera[kept] and not looks.camera[other]:
        return say("it has the notes of the camera")
    return say("saved at a higher quality")


def why_before_raw(looks: Looks, kept: int, other: int, *, copied: bool) -> Message:
    """Say why a picture is kept rather than the raw picture of a camera; "" where it is none, or there are no copies.

    Args:
        looks: of a scan.
        kept: row of the kept one.
        other: row of the other one.
        copied: whether the kept one has copies in the cluster.
    """
    if copied and looks.notes[other] & ~looks.notes[kept] & LEVELS:
        return say("it has copies, which can go; beside the raw picture of the camera none could")
    return Message("")


def _size(looks: Looks, row: int) -> tuple[int, int]:
    return int(looks.width[row]), int(looks.height[row])
