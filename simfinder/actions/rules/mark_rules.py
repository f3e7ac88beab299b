"""Marks: which files are to go, and why, as plain functions over columns of clusters.

Has the rules of ``--remove`` and the marks by folder. A ``Mark`` says why a file is marked; its sentence is made when
it is shown, with the relation to the kept file of that time. No function marks a protected file or a whole cluster.
Looks at values only, never at the disk.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import MarkCause
from simfinder.text.message import Message, say

Masks = npt.NDArray[np.bool_]

RULES = ("older", "identical", "similar", "all")
"""The words of ``--remove``."""

_COPIES = frozenset({Relation.IDENTICAL})
_VERSIONS = _COPIES | {Relation.OLDER}

REMOVED: Mapping[str, frozenset[Relation]] = MappingProxyType(
    {
        "older": _VERSIONS,
        "identical": _COPIES,
        "similar": _VERSIONS | {Relation.SIMILAR},
        "all": _VERSIONS | {Relation.SIMILAR, Relation.NEWER},
    }
)
"""The relations that each rule marks, within the tolerance of the kept file."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Why a file is marked.

    Attributes:
        cause: what marked it.
        folder: of ``INSIDE`` and ``OUTSIDE``, with a separator at its end.
    """

    cause: MarkCause
    folder: str = ""

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
            case MarkCause.INVERTED:
                return say("marks were inverted; {}", relation)
        return relation


BY_HAND, BY_RULE, INVERTED = Mark(MarkCause.BY_HAND), Mark(MarkCause.RULE), Mark(MarkCause.INVERTED)


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


def mark_by_place(offsets: npt.NDArray[np.integer], there: Masks, protected: Masks, *, inside: bool) -> Masks:
    """Choose the files in a folder, or all others of the clusters with a file in it, whatever they share with the kept.

    A kept file is among them if another file of its cluster stays (``heirs`` says which one is kept then); if none
    would stay, the kept file does and is not among them.

    Args:
        offsets: (c + 1,) where each cluster begins among the m members, its kept file first.
        there: (m,) bool, members in the folder or below it.
        protected: (m,) bool.
        inside: choose those in the folder, not those outside.

    Returns:
        (m,) bool, the members to mark.
    """
    sizes = np.diff(offsets)
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    concerned = np.bincount(cluster[there], minlength=len(sizes)) > 0
    going: Masks = concerned[cluster] & (there == inside) & ~protected
    going[offsets[:-1][np.bincount(cluster[going], minlength=len(sizes)) == sizes]] = False
    return going


def heirs(offsets: npt.NDArray[np.integer], going: Masks) -> dict[int, int]:
    """Find the best file that stays for each kept file that is to go.

    Args:
        offsets: as of ``mark_by_place``.
        going: (m,) bool, members that are to go.

    Returns:
        Positions among the members, by those of the kept files.
    """
    starts = np.flatnonzero(going[offsets[:-1]])
    bounds = zip(offsets[starts].tolist(), offsets[starts + 1].tolist(), strict=True)
    return {
        start: start + int(going[start:stop].argmin())
        for start, stop in bounds
        if not going[start:stop].all()
    }


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
    return say("similar to {}, with which it shares {:g} %", kept, share)


def percent(similarity: float) -> float:
    """Return a share in percent with one digit, below 100: cut, never rounded up."""
    return min(999, math.floor(similarity * 1000 + 1e-4)) / 10
