"""Contradictions within a plan that was read from a file; plans made by ``make_plan`` never have any.

Compares texts and numbers of the plan itself, by the path rules of the system. Does not look at the disk; execution
does that for every act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from simfinder.model.path_rules import OWN, PathRules
from simfinder.model.removal_plan import ActKind, Plan, PlannedAct
from simfinder.store.app_dirs import own_folders

_Within = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Places:
    """The paths of a plan that each act is compared with. In doubt two spellings are one path.

    Files that move into a folder that stays are not among those that go: others may go for them.
    """

    rules: PathRules
    inside: _Within
    forbidden: _Within
    ours: _Within
    target: _Within
    going: set[str]
    identities: set[tuple[int, int]]
    merged: Sequence[tuple[_Within, _Within]]


def contradictions(
    plan: Plan, folders: Sequence[str], protected: Sequence[str], rules: PathRules = OWN
) -> Iterator[str]:
    """Yield what is wrong with a plan, and where; nothing if it makes sense.

    Args:
        plan: with normal absolute paths.
        folders: all its files must be in these.
        protected: no file that goes may be in these.
        rules: how paths are compared.
    """
    known = _Places(
        rules,
        _within(folders, rules),
        _within(protected, rules),
        _within(own_folders(), rules),
        _within([plan.target] if plan.target else [], rules),
        {rules.key(act.file.path) for act in plan.acts if act.step is not ActKind.MERGE},
        {(act.file.device, act.file.inode) for act in plan.acts if act.step is not ActKind.MERGE},
        [(_below(removal.path, rules), _within([removal.kept], rules)) for removal in plan.removals],
    )
    files = {rules.key(act.file.path) for act in plan.acts}
    if min(len(files), len({(act.file.device, act.file.inode) for act in plan.acts})) < len(plan.acts):
        yield "a file stands twice among the acts"
    if any(rules.key(file.path) in files for file, _ in plan.refused):
        yield "a file is to go and is skipped"
    places: set[str] = set()
    for number, act in enumerate(plan.acts):
        for text in (
            *_of_places(act, known),
            *_of_survivor(plan.kind, act, known),
            *(_of_step(act, known, places) if act.step else _of_target(act, known, places)),
        ):
            yield f"acts[{number}]: {text}"
        if act.to is not None:
            places.add(rules.key(act.to))


def _of_places(act: PlannedAct, known: _Places) -> Iterator[str]:
    for path in (act.file.path, act.survivor.path):
        if not known.inside(path):
            yield f"{path} lies in none of the folders of the plan"
    for path in (act.file.path, act.survivor.path, act.to or ""):
        if known.ours(path):
            yield f"{path} lies in SimFinder's own folder"
    if act.file.protected or known.forbidden(act.file.path):
        yield f"{act.file.path} lies in a protected folder"


def _of_survivor(kind: ActKind, act: PlannedAct, known: _Places) -> Iterator[str]:
    survivor = act.survivor
    if known.rules.key(survivor.path) in known.going or (survivor.device, survivor.inode) in known.identities:
        yield f"{survivor.path} is to stay for it, and to go itself"
    if act.identical and act.file.size != survivor.size:
        yield "identical files have one size"
    if kind.is_link and not act.identical:
        yield "only identical files can be linked"
    if kind is ActKind.HARDLINK:
        if act.file.device != survivor.device:
            yield "a hard link can't cross from one file system to another"
        if survivor.protected or known.forbidden(survivor.path):
            yield "a hard link would make it one file with a protected one"


def _of_step(act: PlannedAct, known: _Places, places: set[str]) -> Iterator[str]:
    if not any(gone(act.file.path) and (act.to is None or kept(act.to)) for gone, kept in known.merged):
        yield f"{act.file.path} is in no folder that goes"
    if act.to is not None and known.rules.key(act.to) in places:
        yield f"{act.to} is the place of another file"


def _of_target(act: PlannedAct, known: _Places, places: set[str]) -> Iterator[str]:
    if act.to is None:
        return
    if not known.target(act.to):
        yield f"{act.to} does not lie in the target folder"
    key = known.rules.key(act.to)
    if key in places or key in known.going or key == known.rules.key(act.survivor.path):
        yield f"{act.to} is the place of another file"


def _below(folder: str, rules: PathRules) -> _Within:
    """Return whether a path is a folder or in it."""
    inside, key = rules.inside(folder), rules.key(folder)
    return lambda path: rules.key(path) == key or inside(path)


def _within(folders: Sequence[str], rules: PathRules) -> _Within:
    questions = [rules.inside(folder) for folder in folders]
    return lambda path: any(inside(path) for inside in questions)
