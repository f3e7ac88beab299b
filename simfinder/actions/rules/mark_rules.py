"""Marks: which files are to go, and why, as plain functions over clusters.

Has the rules of ``--remove`` and the marks set in one go: a folder, all but a folder, the opposite of what is marked.
Every mark has its sentence; no function ever marks a protected file or all of a cluster. Looks at values only, never at
the disk, and only at the clusters that are passed in.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from simfinder.errors import UsageError
from simfinder.model.clusters import Cluster, Member, Relation
from simfinder.model.path_rules import OWN

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

_STANDING = re.compile(
    r"(marks were inverted; |(?:lies|does not lie) in .*?[/\\]; )?"
    r"(?:the kept file of its cluster|(?:identical to|older than|newer than|similar to|another format of"
    r"|another filling of the form of) .+)",
    re.DOTALL,
)


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


def mark_older(clusters: Iterable[Cluster], rule: str = "older") -> dict[str, str]:
    """Mark the files that a rule of ``--remove`` selects.

    Args:
        clusters: as shown, kept file first.
        rule: "older" (an older version of the kept file, or identical to it), "identical", "similar" (these, and
            files similar to the kept one within the tolerance) or "all" (newer versions too). Other formats of the
            same words and other fillings of one form are never marked by a rule.

    Returns:
        The sentence that explains the mark, by path. Never a kept or a protected file.

    Raises:
        UsageError: for another rule.
    """
    if rule not in RULES:
        raise UsageError(f"unknown rule {rule} (known: {' '.join(RULES)})")
    marks: dict[str, str] = {}
    for cluster in clusters:
        for member in cluster.members[1:]:
            if not member.file.protected and _falls_under(member, rule):
                marks[member.file.path] = standing(member, cluster.kept)
    return marks


def mark_in(clusters: Iterable[Cluster], folder: str) -> dict[str, str]:
    """Mark all files in a folder and below it, whatever they share with the kept file.

    A kept file in it is marked too if another file of its cluster stays (``heirs`` says which one is kept then); if
    none would stay, the kept file does and is not marked.
    """
    return _by_place(clusters, folder, inside=True)


def mark_all_but(clusters: Iterable[Cluster], folder: str) -> dict[str, str]:
    """Mark all files outside a folder, in the clusters that have a file in it; otherwise as ``mark_in``."""
    return _by_place(clusters, folder, inside=False)


def invert(clusters: Iterable[Cluster], marked: Mapping[str, str]) -> dict[str, str]:
    """Mark what is not marked and the other way round; kept and protected files stay unmarked.

    Returns:
        All marks of these clusters; marks that are missing in it are removed.
    """
    marks: dict[str, str] = {}
    for cluster in clusters:
        for member in cluster.members[1:]:
            if not member.file.protected and member.file.path not in marked:
                marks[member.file.path] = f"marks were inverted; {standing(member, cluster.kept)}"
    return marks


def heirs(clusters: Iterable[Cluster], marked: Mapping[str, str]) -> dict[str, str]:
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


def preview(clusters: Iterable[Cluster], marks: Mapping[str, str], already: Iterable[str] = ()) -> Preview:
    """Count what marks would add to those that are set already."""
    known = set(already)
    files = size = concerned = 0
    for cluster in clusters:
        new = [m for m in cluster.members if m.file.path in marks and m.file.path not in known]
        files += len(new)
        size += sum(member.file.size for member in new)
        concerned += bool(new)
    return Preview(files, size, concerned)


def standing(member: Member, kept: Member) -> str:
    """Say how a file is related to the kept one of its cluster."""
    return stands(member.relation, member.similarity, kept.file.path)


def stands(relation: Relation, similarity: float, kept: str) -> str:
    """Say how a file is related to the kept one; ``kept`` is the path of that."""
    if relation is Relation.KEPT:
        return "the kept file of its cluster"
    if relation is Relation.IDENTICAL:
        return f"identical to {kept}"
    share = percent(similarity)
    if relation is Relation.OLDER:
        return f"older than {kept}, with which it shares {share:g} %"
    if relation is Relation.NEWER:
        return f"newer than {kept}, with which it shares {share:g} %"
    if relation is Relation.OTHER_FORMAT:
        return f"another format of {kept}, with which it shares {share:g} % of its words"
    if relation is Relation.SIBLING:
        return f"another filling of the form of {kept}, with which it shares {share:g} %"
    return f"similar to {kept}, with which it shares {share:g} %"


def percent(similarity: float) -> float:
    """Return a share in percent with one digit, below 100: cut, never rounded up."""
    return min(999, math.floor(similarity * 1000 + 1e-4)) / 10


def restated(why: str, now: str) -> str:
    """Replace the relation in the sentence of a mark by the relation the file has now.

    Figures are measured after files were marked, and another file may be the kept one since.

    Args:
        why: the sentence.
        now: what ``stands`` says of the file; "" if it is in no cluster.
    """
    match = _STANDING.fullmatch(why)
    return f"{match[1] or ''}{now}" if match and now else why


def _falls_under(member: Member, rule: str) -> bool:
    return member.relation in REMOVED[rule] and (member.within or member.relation is Relation.IDENTICAL)


def _by_place(clusters: Iterable[Cluster], folder: str, *, inside: bool) -> dict[str, str]:
    prefix = os.path.join(os.path.abspath(folder), "")
    lies_in = OWN.inside(prefix)
    marks: dict[str, str] = {}
    for cluster in clusters:
        there = [lies_in(member.file.path) for member in cluster.members]
        if not any(there):
            continue
        chosen = [
            member
            for member, within in zip(cluster.members, there, strict=True)
            if within is inside and not member.file.protected
        ]
        if len(chosen) == len(cluster.members):
            chosen = chosen[1:]  # the kept file is the first
        for member in chosen:
            why = standing(member, cluster.kept)
            marks[member.file.path] = (
                f"lies in {prefix}; {why}" if inside else f"does not lie in {prefix}; {why}"
            )
    return marks
