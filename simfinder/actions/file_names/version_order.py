"""Which of two names is the later one, and why.

Answers only if both names have one stem and are clear. It never overrules a time: ``rules.explain_relation`` asks it
to warn where times contradict it, ``rules.keep_rules`` where times are equal.

- Versions and dates decide if both names have them. If only one has a version or date, or version and date disagree,
  nothing is known.
- With equal versions and dates: draft before plain before final, draft before draft 2. New is later than plain,
  but neither before nor after final.
- A file set aside (backup, old, ~) is earlier than one that was not, unless version or date say the contrary.
- A copy is neither earlier nor later than what it was copied from.
"""

from __future__ import annotations

from typing import NamedTuple

from simfinder.actions.file_names.copy_marks import DRAFT, FINAL, NEW, PLAIN, SPARE
from simfinder.actions.file_names.hints import NameHints
from simfinder.text.message import Figures, Message, say


class NameOrder(NamedTuple):
    """The order of a name relative to another.

    Attributes:
        sign: -1 earlier, 1 later, 0 not known.
        why: "version 3 after version 2"; "" where nothing is known.
    """

    sign: int
    why: str


UNKNOWN = NameOrder(0, "")


def order_of(mine: NameHints, its: NameHints) -> NameOrder:
    """Order two names of one stem; of different stems nothing is known."""
    if mine.stem != its.stem:
        return UNKNOWN
    lead = _by_content(mine, its)
    if mine.spare == its.spare:
        return lead
    aside = -1 if mine.spare > its.spare else 1
    if lead.sign:  # a backup of a later version: unclear
        return lead if lead.sign == aside else UNKNOWN
    if {mine.spare, its.spare} != {0, SPARE}:
        return UNKNOWN
    return NameOrder(
        aside, say("it is named a backup or old") if aside < 0 else say("the other is named a backup or old")
    )


def _by_content(mine: NameHints, its: NameHints) -> NameOrder:
    if (
        bool(mine.version) != bool(its.version)
        or mine.revision != its.revision
        or (mine.date is None) != (its.date is None)
    ):
        return UNKNOWN
    versions, dates = _sign(mine.version, its.version), _dates(mine, its)
    if dates is None:  # a month and a day of it
        return _version_order(versions, mine, its)
    if versions * dates < 0:
        return UNKNOWN
    if versions:
        return _version_order(versions, mine, its)
    if dates:
        return NameOrder(dates, _compared(Figures(str(mine.date)), dates, Figures(str(its.date))))
    return _stages(mine, its)


def _version_order(sign: int, mine: NameHints, its: NameHints) -> NameOrder:
    if not sign:
        return UNKNOWN
    return NameOrder(sign, _compared(_version(mine), sign, _version(its)))


def _dates(mine: NameHints, its: NameHints) -> int | None:
    """Return the sign of the dates, None if one is within the other."""
    if mine.date is None or its.date is None or mine.date == its.date:
        return 0
    if mine.date.last < its.date.first:
        return -1
    return 1 if mine.date.first > its.date.last else None


def _stages(mine: NameHints, its: NameHints) -> NameOrder:
    if {mine.stage, its.stage} == {NEW, FINAL}:
        return UNKNOWN
    sign = _sign((mine.stage, mine.round), (its.stage, its.round))
    if not sign:
        return UNKNOWN
    if its.stage == PLAIN:
        return NameOrder(sign, say("it is named {}", _stage(mine)))
    if mine.stage == PLAIN:
        return NameOrder(sign, say("the other is named {}", _stage(its)))
    return NameOrder(sign, _compared(_stage(mine), sign, _stage(its)))


_PRE_RELEASES = (say("alpha"), say("beta"), say("pre-release"), say("release candidate"))
_STAGES = {DRAFT: say("draft"), NEW: say("new"), FINAL: say("final")}


def _stage(hints: NameHints) -> Message:
    if hints.stage == DRAFT and hints.round >= 100:
        kind = _PRE_RELEASES[hints.round // 100 - 1]
        return say("{} {}", kind, hints.round % 100) if hints.round % 100 else kind
    word = _STAGES[hints.stage]
    return say("{} {}", word, hints.round) if hints.round > 1 else word


def _sign(mine: tuple[int, ...], its: tuple[int, ...]) -> int:
    return (mine > its) - (mine < its)


def _compared(mine: str, sign: int, its: str) -> str:
    return say("{} after {}", mine, its) if sign > 0 else say("{} before {}", mine, its)


def _version(hints: NameHints) -> str:
    number = ".".join(map(str, hints.version))
    return say("revision {}", number) if hints.revision else say("version {}", number)
