"""Marks become a plan: a value that can be printed, exported and reviewed before anything happens.

Decides who goes, who stays for it and where a moved file will lie. Reads the disk only to see which names
are taken in the target folder; changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from simfinder.actions.fileops import numbered_names
from simfinder.errors import UsageError
from simfinder.model.clusters import Cluster, Member, Relation
from simfinder.model.files import FileRecord
from simfinder.model.plan import ActKind, Plan, PlannedAct

PROTECTED = "lies in a protected folder"
LAST = "is the file that stays of its cluster, in which all others are marked"
IN_PLACE = "lies where it would be moved to"


def mark_older(clusters: Iterable[Cluster], rule: str = "older") -> dict[str, str]:
    """The marks that a rule of ``--remove`` sets.

    Args:
        clusters: as shown, kept file first.
        rule: "older" (older than the kept file and within the tolerance of it, or identical to it),
            "identical" (identical to it) or "all" (all that lie within the tolerance of it).

    Returns:
        The sentence that explains the mark, by path. Never a kept or a protected file.

    Raises:
        UsageError: for another rule.
    """
    if rule not in ("older", "identical", "all"):
        raise UsageError(f"unknown rule {rule} (known: older identical all)")
    marks: dict[str, str] = {}
    for cluster in clusters:
        for member in cluster.members[1:]:
            if not member.file.protected and _falls_under(member, rule):
                marks[member.file.path] = _why(member, cluster.kept)
    return marks


def make_plan(
    clusters: Iterable[Cluster],
    marked: Mapping[str, str],
    kind: ActKind,
    target: str | None = None,
    roots: Sequence[str] = (),
) -> Plan:
    """Turn marks into acts.

    In every cluster at least one file stays: the kept file, or where that is marked the best of the unmarked
    (the cluster's own order); where all are marked the kept file stays and its mark is refused. Protected
    files are refused.

    Args:
        clusters: as shown, kept file first.
        marked: why a file is to go, by path; paths in no cluster are left out.
        kind: what is done to each.
        target: folder of a move, absolute; it need not exist.
        roots: the folders that were scanned; below ``target`` a file keeps its path from the deepest folder
            common to them.

    Raises:
        UsageError: a move without a target, or a target that is no folder.
    """
    target = _checked_target(target) if kind is ActKind.MOVE else None
    acts: list[PlannedAct] = []
    refused: list[tuple[FileRecord, str]] = []
    for cluster in clusters:
        chosen = []
        for member in cluster.members:
            if member.file.path in marked:
                if member.file.protected:
                    refused.append((member.file, PROTECTED))
                else:
                    chosen.append(member)
        if not chosen:
            continue
        if len(chosen) == len(cluster.members):
            refused.append((cluster.kept.file, LAST))
            del chosen[0]
        acts.extend(_acts(cluster, chosen, marked))
    acts.sort(key=lambda act: (act.similarity, os.fsencode(act.file.path)))
    if target is not None:
        acts = list(_placed(acts, target, roots, refused))
    return Plan(kind, tuple(acts), target, tuple(refused))


def _falls_under(member: Member, rule: str) -> bool:
    if member.relation is Relation.IDENTICAL:
        return True
    if rule == "identical":
        return False
    return member.within and (rule == "all" or member.relation is Relation.OLDER)


def _why(member: Member, kept: Member) -> str:
    if member.relation is Relation.IDENTICAL:
        return f"identical to {kept.file.path}"
    share = min(999, round(member.similarity * 1000)) / 10
    order = {Relation.OLDER: "older than", Relation.NEWER: "newer than"}.get(member.relation, "similar to")
    return f"{order} {kept.file.path}, with which it shares {share:g} %"


def _acts(cluster: Cluster, chosen: list[Member], marked: Mapping[str, str]) -> Iterator[PlannedAct]:
    going = {member.file.path for member in chosen}
    survivor = next(member for member in cluster.members if member.file.path not in going)
    for member in chosen:
        yield PlannedAct(
            file=member.file,
            content=member.content,
            survivor=survivor.file,
            survivor_content=survivor.content,
            cluster=cluster.id,
            similarity=member.similarity,
            relation=member.relation,
            why=marked[member.file.path],
        )


def _checked_target(target: str | None) -> str:
    if not target:
        raise UsageError("a move needs a folder to move to")
    target = os.path.abspath(target)
    if os.path.lexists(target) and not os.path.isdir(target):
        raise UsageError("is not a folder", target)
    return target


def _placed(
    acts: list[PlannedAct], target: str, roots: Sequence[str], refused: list[tuple[FileRecord, str]]
) -> Iterator[PlannedAct]:
    """Give every act its place below the target; no two the same, none that is taken now."""
    base = _common_folder(list(roots) or [os.path.dirname(act.file.path) for act in acts])
    taken: set[str] = set()
    for act in acts:
        wanted = os.path.join(target, _below(act.file.path, base))
        if wanted == act.file.path:
            refused.append((act.file, IN_PLACE))
            continue
        place = next(
            name for name in numbered_names(wanted) if name not in taken and not os.path.lexists(name)
        )
        taken.add(place)
        yield replace(act, to=place)


def _common_folder(folders: Sequence[str]) -> str | None:
    """Deepest folder common to all; None where there is none (no folder, several drives)."""
    try:
        return os.path.commonpath([os.path.abspath(folder) for folder in folders])
    except ValueError:
        return None


def _below(path: str, base: str | None) -> str:
    """The path as seen from ``base``; from the file system's root where it lies elsewhere."""
    if base is not None and path.startswith(base.rstrip(os.sep) + os.sep):
        return path[len(base.rstrip(os.sep)) + 1 :]
    drive, rest = os.path.splitdrive(path)
    return os.path.join(drive.strip(":\\/"), rest.lstrip(os.sep))
