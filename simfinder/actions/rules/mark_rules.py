"""Marks: which files are to go, and why, as plain values.

Has the rules of ``--remove``; ``app.removal.mark_files`` applies them, and marks by folder. A ``Mark`` says why a file
is marked; its sentence is made when it is shown, with the relation to the kept file of that time.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import MarkCause
from simfinder.text.message import Message, say

RULES = ("older", "identical", "similar", "all")
"""The words of ``--remove``."""

_COPIES = frozenset({Relation.IDENTICAL})
_VERSIONS = _COPIES | {Relation.OLDER}
_SIMILAR = _VERSIONS | {Relation.SIMILAR, Relation.SMALLER_COPY, Relation.RECOMPRESSED}

REMOVED: Mapping[str, frozenset[Relation]] = MappingProxyType(
    {
        "older": _VERSIONS,
        "identical": _COPIES,
        "similar": _SIMILAR,
        "all": _SIMILAR | {Relation.NEWER},
    }
)
"""The relations that each rule marks, within the tolerance of the kept file."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Why a file is marked.

    Attributes:
        cause: what marked it.
        folder: of ``INSIDE`` and ``OUTSIDE``, with a separator at its end; of ``FOLDER`` the folder that goes.
        rule: of ``RULE``, one of ``RULES``: the mark goes as soon as this rule would not set it.
        inside_projects: the rule marks in project folders too.
    """

    cause: MarkCause
    folder: str = ""
    rule: str = ""
    inside_projects: bool = False

    def replaces(self, other: Mark) -> bool:
        """Return whether this mark takes the place of one that the file has: a rule never that of a person's wish.

        Of two rules the wider one counts, which sets the mark for longer.
        """
        if self.cause is not MarkCause.RULE:
            return True
        return other.cause is MarkCause.RULE and len(REMOVED[self.rule]) >= len(REMOVED[other.rule])

    def sentence(self, relation: Relation, similarity: float, kept: str) -> Message:
        """Say why the file is marked, and how it is related to the kept file now; ``kept`` is the path of that."""
        if self.cause is MarkCause.BY_HAND:
            return say("marked by hand")
        return self._with(stands(relation, similarity, kept))

    def _with(self, relation: Message) -> Message:
        match self.cause:
            case MarkCause.INSIDE:
                return say("lies in {}; {}", self.folder, relation)
            case MarkCause.OUTSIDE:
                return say("does not lie in {}; {}", self.folder, relation)
            case MarkCause.FOLDER:
                return say("goes with all of {}; {}", self.folder, relation)
            case MarkCause.INVERTED:
                return say("marks were inverted; {}", relation)
        return relation


BY_HAND, INVERTED = Mark(MarkCause.BY_HAND), Mark(MarkCause.INVERTED)


def by_rule(rule: str, *, inside_projects: bool = False) -> Mark:
    """Return the mark that a rule sets; the rule is one of ``RULES``."""
    return Mark(MarkCause.RULE, rule=rule, inside_projects=inside_projects)


@dataclass(frozen=True, slots=True)
class Preview:
    """What applying marks would add.

    Attributes:
        files: files that are not marked yet and would be.
        bytes: their sizes together.
        clusters: number of clusters they are in.
    """

    files: int
    bytes: int
    clusters: int


def stands(relation: Relation, similarity: float, kept: str) -> Message:
    """Say how a file is related to the kept one; ``kept`` is the path of that."""
    if relation is Relation.KEPT:
        return say("the kept file of its cluster")
    if relation is Relation.IDENTICAL:
        return say("identical to {}", kept)
    share = percent(similarity)
    if relation is Relation.OLDER:
        return say("older than {}, with which it shares {:g} %", kept, share)
    if relation is Relation.NEWER:
        return say("newer than {}, with which it shares {:g} %", kept, share)
    if relation is Relation.OTHER_FORMAT:
        return say("another format of {}, with which it shares {:g} % of its words", kept, share)
    if relation is Relation.SIBLING:
        return say("another filling of the form of {}, with which it shares {:g} %", kept, share)
    if relation is Relation.SMALLER_COPY:
        return say("a smaller copy of the picture {}", kept)
    if relation is Relation.RECOMPRESSED:
        return say("the picture {}, saved once more", kept)
    return say("similar to {}, with which it shares {:g} %", kept, share)


def percent(similarity: float) -> float:
    """Return a share in percent with one digit, below 100: cut, never rounded up."""
    return min(999, math.floor(similarity * 1000 + 1e-4)) / 10
