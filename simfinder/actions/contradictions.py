"""What no plan of ours ever is: contradictions within a plan that came from outside.

Compares texts and numbers of the plan itself. Does not look at the disk, which execution does for every act.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from simfinder.model.plan import ActKind, Plan, PlannedAct
from simfinder.store.folders import own_folders


def contradictions(plan: Plan, folders: Sequence[str], protected: Sequence[str]) -> Iterator[str]:
    """Say what is wrong with a plan, and where; nothing where it makes sense.

    Args:
        plan: with normal absolute paths.
        folders: all its files must lie in these.
        protected: no file that goes may lie in these.
    """
    inside, forbidden = _prefixes(folders), _prefixes(protected)
    ours, target = _prefixes(own_folders()), _prefixes([plan.target] if plan.target else [])
    going = {act.file.path for act in plan.acts}
    identities = {(act.file.device, act.file.inode) for act in plan.acts}
    if min(len(going), len(identities)) < len(plan.acts):
        yield "a file stands twice among the acts"
    if any(file.path in going for file, _ in plan.refused):
        yield "a file is to go and is skipped"
    places: set[str] = set()
    for number, act in enumerate(plan.acts):
        for text in (
            *_of_places(act, inside, forbidden, ours),
            *_of_survivor(plan.kind, act, going, identities, forbidden),
            *_of_target(act, target, going, places),
        ):
            yield f"acts[{number}]: {text}"
        if act.to is not None:
            places.add(act.to)


def _of_places(
    act: PlannedAct, inside: Sequence[str], forbidden: Sequence[str], ours: Sequence[str]
) -> Iterator[str]:
    for path in (act.file.path, act.survivor.path):
        if not _below(path, inside):
            yield f"{path} lies in none of the folders of the plan"
    for path in (act.file.path, act.survivor.path, act.to or ""):
        if _below(path, ours):
            yield f"{path} lies in SimFinder's own folder"
    if act.file.protected or _below(act.file.path, forbidden):
        yield f"{act.file.path} lies in a protected folder"


def _of_survivor(
    kind: ActKind,
    act: PlannedAct,
    going: set[str],
    identities: set[tuple[int, int]],
    forbidden: Sequence[str],
) -> Iterator[str]:
    survivor = act.survivor
    if survivor.path in going or (survivor.device, survivor.inode) in identities:
        yield f"{survivor.path} is to stay for it, and to go itself"
    if act.identical and act.file.size != survivor.size:
        yield "identical files have one size"
    if kind.is_link and not act.identical:
        yield "only identical files can be linked"
    if kind is ActKind.HARDLINK:
        if act.file.device != survivor.device:
            yield "a hard link can't cross from one file system to another"
        if survivor.protected or _below(survivor.path, forbidden):
            yield "a hard link would make it one file with a protected one"


def _of_target(act: PlannedAct, target: Sequence[str], going: set[str], places: set[str]) -> Iterator[str]:
    if act.to is None:
        return
    if not _below(act.to, target):
        yield f"{act.to} does not lie in the target folder"
    if act.to in places or act.to in going or act.to == act.survivor.path:
        yield f"{act.to} is the place of another file"


def _prefixes(folders: Sequence[str]) -> list[str]:
    return [folder.rstrip(os.sep) + os.sep for folder in folders]


def _below(path: str, prefixes: Sequence[str]) -> bool:
    return any(path.startswith(prefix) for prefix in prefixes)
