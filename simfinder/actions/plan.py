"""Marks become a plan: a value that can be printed, exported and reviewed before anything happens.

Decides who goes, who stays for it and where a moved file will lie. Reads the disk only to see which names
are taken in the target folder, and for what ``assessing`` has to say; changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from simfinder.actions.assessing import assessed
from simfinder.actions.fileops import numbered_names
from simfinder.actions.marks import mark_older
from simfinder.errors import UsageError
from simfinder.model.clusters import Cluster, Member
from simfinder.model.files import FileRecord
from simfinder.model.pathrules import OWN
from simfinder.model.plan import ActKind, Plan, PlannedAct

PROTECTED = "lies in a protected folder"
LAST = "is the file that stays of its cluster, in which all others are marked"
IN_PLACE = "lies where it would go to"
NOT_IDENTICAL = "is not identical to a file that stays, so no link can stand for it"
OTHER_SYSTEM = "lies on another file system than the file that stays; a hard link can't cross that border"
SHARED_WITH_PROTECTED = "would become one file with a protected one: a change to it would change that one"

__all__ = ["make_plan", "mark_older"]


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
    files are refused. For a link a file must be identical to one that stays; of identical ones that are all
    marked the first stays, so that the others can be linked to it.

    Args:
        clusters: as shown, kept file first.
        marked: why a file is to go, by path; paths in no cluster are left out.
        kind: what is done to each.
        target: folder of a move or a copy, absolute; it need not exist.
        roots: the folders that were scanned; below ``target`` a file keeps its path from the deepest folder
            common to them.

    Returns:
        The plan with its warnings and what it frees, by a look at the disk.

    Raises:
        UsageError: a move or a copy without a target, or a target that is no folder.
    """
    target = _checked_target(target, kind) if kind.needs_target else None
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
        acts.extend(
            _links(cluster, chosen, marked, kind, refused) if kind.is_link else _acts(cluster, chosen, marked)
        )
    acts.sort(key=lambda act: (act.similarity, os.fsencode(act.file.path)))
    if target is not None:
        acts = list(_placed(acts, target, roots, refused))
    return assessed(Plan(kind, tuple(acts), target, tuple(refused)), roots)


def _acts(cluster: Cluster, chosen: list[Member], marked: Mapping[str, str]) -> Iterator[PlannedAct]:
    going = {member.file.path for member in chosen}
    survivor = next(member for member in cluster.members if member.file.path not in going)
    for member in chosen:
        yield _act(cluster, member, survivor, marked)


def _links(
    cluster: Cluster,
    chosen: list[Member],
    marked: Mapping[str, str],
    kind: ActKind,
    refused: list[tuple[FileRecord, str]],
) -> Iterator[PlannedAct]:
    """Acts that put a link to an identical file in a file's place; what has none that stays is refused."""
    going = {member.file.path for member in chosen}
    staying: dict[bytes, list[Member]] = {}
    for member in cluster.members:
        if member.file.path not in going:
            staying.setdefault(member.content, []).append(member)
    for member in chosen:
        alike = staying.setdefault(member.content, [])
        reason = NOT_IDENTICAL
        if kind is ActKind.HARDLINK and alike:
            near = [other for other in alike if other.file.device == member.file.device]
            reason = SHARED_WITH_PROTECTED if near else OTHER_SYSTEM
            fit = next((other for other in near if not other.file.protected), None)
        else:
            fit = alike[0] if alike else None
        if fit is None:
            refused.append((member.file, reason))
            alike.append(member)  # it stays, then: another one that is identical to it can be linked to it
        else:
            yield _act(cluster, member, fit, marked)


def _act(cluster: Cluster, member: Member, survivor: Member, marked: Mapping[str, str]) -> PlannedAct:
    return PlannedAct(
        file=member.file,
        content=member.content,
        survivor=survivor.file,
        survivor_content=survivor.content,
        cluster=cluster.id,
        similarity=member.similarity,
        relation=member.relation,
        why=marked[member.file.path],
    )


def _checked_target(target: str | None, kind: ActKind) -> str:
    if not target:
        raise UsageError(f"a {kind} needs a folder to {kind} to")
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
        wanted = os.path.join(target, OWN.below(act.file.path, base))
        if OWN.key(wanted) == OWN.key(act.file.path):
            refused.append((act.file, IN_PLACE))
            continue
        place = next(
            name
            for name in numbered_names(wanted)
            if OWN.key(name) not in taken and not os.path.lexists(name)
        )
        taken.add(OWN.key(place))
        yield replace(act, to=place)


def _common_folder(folders: Sequence[str]) -> str | None:
    """Deepest folder common to all; None where there is none (no folder, several drives)."""
    try:
        return os.path.commonpath([os.path.abspath(folder) for folder in folders])
    except ValueError:
        return None
