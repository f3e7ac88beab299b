"""Marks: which files are to go, and why, as plain functions over clusters.

Has the rules of ``--remove`` and the marks by folder. A ``Mark`` says why a file is marked; its sentence is made when
it is shown, with the relation to the kept file of that time. No function marks a protected file or a whole cluster.
Looks at values only, never at the disk, and only at the clusters that are passed in.
"""

from __future__ import annotations

import math
import os
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from simfinder.model.clusters import Cluster, Relation
from simfinder.model.path_rules import OWN
from simfinder.model.removal_plan import MarkCause
from simfinder.text.message import Message, say

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


def mark_in(clusters: Iterable[Cluster], folder: str) -> list[str]:
    """Return the paths of all files in a folder and below it, whatever they share with the kept file.

    A kept file in it is among them if another file of its cluster stays (``heirs`` says which one is kept then); if
    none would stay, the kept file does and is not among them.
    """
    return _by_place(clusters, folder, inside=True)


def mark_all_but(clusters: Iterable[Cluster], folder: str) -> list[str]:
    """Return the paths of all files outside a folder, in the clusters that have a file in it; else as ``mark_in``."""
    return _by_place(clusters, folder, inside=False)


def heirs(clusters: Iterable[Cluster], marked: Container[str]) -> dict[str, str]:
    """Return the best file that stays for each marked kept file, by the path of the kept one."""
    found: dict[str, str] = {}
    for cluster in clusters:
        kept = cluster.kept.file.path
        if kept in marked:
            staying = (m.file.path for m in cluster.members if m.file.path not in marked)
            heir = next(staying, None)
            if heir is not None:
                found[kept] = heir
    return found


def preview(clusters: Iterable[Cluster], marks: Container[str], already: Iterable[str] = ()) -> Preview:
    """Count what marks would add to those that are set already."""
    known = set(already)
    files = size = concerned = 0
    for cluster in clusters:
        new = [m for m in cluster.members if m.file.path in marks and m.file.path not in known]
        files += len(new)
        size += sum(member.file.size for member in new)
        concerned += bool(new)
    return Preview(files, size, concerned)


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


def _by_place(clusters: Iterable[Cluster], folder: str, *, inside: bool) -> list[str]:
    lies_in = OWN.inside(os.path.abspath(folder))
    marks: list[str] = []
    for cluster in clusters:
        there = [lies_in(member.file.path) for member in cluster.members]
        if not any(there):
            continue
        chosen = [
            member.file.path
            for member, within in zip(cluster.members, there, strict=True)
            if within is inside and not member.file.protected
        ]
        marks += chosen[len(chosen) == len(cluster.members) :]  # the kept file is the first
    return marks
