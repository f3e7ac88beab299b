"""Marks become a plan: a value that can be printed, exported and reviewed before anything happens.

Orders the acts and chooses the target path of each moved file; ``rules.choose_files`` decides which files go and which
stay for them. Reads the disk only to see which names are taken in the target folder, and for the warnings of
``assessment``; changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import compress
from operator import not_

import numpy as np

from simfinder.actions.filesystem.operations import numbered_names
from simfinder.actions.plan.act_columns import ActColumns, Refusals
from simfinder.actions.plan.assessment import assessed
from simfinder.actions.plan.folder_counts import files_below, files_by_folder
from simfinder.actions.rules.choose_files import Candidates, Choice, choose
from simfinder.arrays.packed_strings import Texts
from simfinder.errors import UsageError
from simfinder.model.folder_losses import folder_losses
from simfinder.model.path_rules import OWN
from simfinder.model.removal_plan import ActKind, Plan
from simfinder.text.message import say

IN_PLACE = say("is already where it would go")


def make_plan(
    candidates: Candidates,
    marked: Container[int],
    kind: ActKind,
    target: str | None = None,
    roots: Sequence[str] = (),
    projects: Sequence[str] = (),
) -> Plan:
    """Turn marks into acts: least similar first, then by path.

    Args:
        candidates: clusters as shown.
        marked: rows of the files that are to go; those in no cluster are left out.
        kind: the act for each.
        target: folder of a move or a copy, absolute; it need not exist.
        roots: the folders that were scanned; below ``target`` a file keeps its path from the deepest folder
            common to them.
        projects: the project folders of the scan.

    Returns:
        The plan with its warnings and freed bytes, by a look at the disk.

    Raises:
        UsageError: a move or a copy without a target, or a target that is no folder.
    """
    target = checked_target(target, kind) if kind.needs_target else None
    choice = choose(candidates, marked, kind)
    acts = _columns(candidates, choice)
    if target is not None:
        acts = _placed(acts, target, roots, choice)
    refused = Refusals(candidates.files, choice.refused, choice.reasons)
    counts = files_by_folder(candidates.files, acts.file, roots, projects, candidates.there)
    below = files_below(candidates.files, acts.folders(), candidates.there)
    plan = Plan(kind, acts, target, refused, folder_files=counts, files_below=below)
    named = {loss.folder: loss.files for loss in folder_losses(plan)}  # a plan file knows no others
    return assessed(replace(plan, folder_files={**counts, **named}), roots)


def _columns(candidates: Candidates, choice: Choice) -> ActColumns:
    file, survivor = np.array(choice.file, dtype=np.int32), np.array(choice.survivor, dtype=np.int32)
    kept, similarity = np.array(choice.kept, dtype=np.int32), np.array(choice.similarity, dtype=np.float64)
    order = np.lexsort((file, similarity))  # files are in the order of their paths
    file, survivor, places = file[order], survivor[order], order.tolist()
    return ActColumns(
        candidates.files,
        file,
        survivor,
        candidates.contents_of(file),
        candidates.contents_of(survivor),
        [choice.cluster[at] for at in places],
        similarity[order],
        [choice.relation[at] for at in places],
        kept[order],
        list(map(candidates.mark_of, file.tolist())),
    )


def checked_target(target: str | None, kind: ActKind) -> str:
    """Return the absolute path of a target folder.

    Raises:
        UsageError: there is none, or something else is at its path.
    """
    if not target:
        raise UsageError(say("a {} needs a folder to {} to", kind, kind))
    target = os.path.abspath(target)
    if os.path.lexists(target) and not os.path.isdir(target):
        raise UsageError(say("is not a folder"), target)
    return target


def _placed(acts: ActColumns, target: str, roots: Sequence[str], choice: Choice) -> ActColumns:
    """Give every act its target path; refuse files that are at theirs already."""
    base = common_folder(list(roots) or [os.path.dirname(path) for path in acts.paths()])
    to = Texts(free_places(acts.paths(), target, base))
    goes = [bool(place) for place in to]
    for file in compress(acts.file.tolist(), map(not_, goes)):
        choice.refuse(file, IN_PLACE)
    return replace(acts, to=to).only(goes)


def free_places(paths: Iterable[str], target: str, base: str | None) -> Iterator[str]:
    """Yield a free path below the target for each path, no two the same; "" for a file that is there already."""
    taken: set[str] = set()
    for path in paths:
        wanted = os.path.join(target, OWN.below(path, base))
        if OWN.key(wanted) == OWN.key(path):
            yield ""
            continue
        place = next(
            name
            for name in numbered_names(wanted)
            if OWN.key(name) not in taken and not os.path.lexists(name)
        )
        taken.add(OWN.key(place))
        yield place


def common_folder(folders: Sequence[str]) -> str | None:
    """Return the deepest folder common to all; None if there is none (no folder, several drives)."""
    try:
        return os.path.commonpath([os.path.abspath(folder) for folder in folders])
    except ValueError:
        return None
