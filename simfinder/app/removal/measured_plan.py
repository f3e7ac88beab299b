"""Measure a plan that rests on somebody's word, or that was changed since it was made, before it is carried out.

A plan says which files are older versions of which others, and how much they share. From this person's own program
that is what a scan has found; from anywhere else it is a claim. Here every claim is made anew from the two files as
they are on the disk now, by the same code as in a scan. An act whose claim does not hold gets a ``doubt``: it is listed
with the reason, and skipped. Identical files need no measuring: their bytes are compared right before each act.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from simfinder.actions.filesystem.operations import CHANGED
from simfinder.actions.plan.json_file import StoredPlan
from simfinder.actions.rules.mark_rules import percent, stands
from simfinder.app.clusters.cluster_table import RELATIONS, ClusterTable, Grouping
from simfinder.app.linking.pipeline import linked
from simfinder.app.removal.removal import without
from simfinder.app.session.session import Session
from simfinder.app.settings import settings
from simfinder.app.settings.type_limits import limits
from simfinder.app.verify.survey import Findings
from simfinder.app.verify.verifier import Verifier
from simfinder.errors import StoreError, UsageError
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ListedActs, Plan, PlannedAct
from simfinder.model.scan_options import Methods, ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from simfinder.scan.pipeline import sign_walk
from simfinder.scan.walk.listed_files import listed_files, projects_of
from simfinder.store.cache.cache import Cache
from simfinder.store.private_folder import stranger
from simfinder.text.message import say

_SLACK = 0.005
"""A file may share this much less than the plan says: the figure of an earlier version, or one that was rounded."""

_AS_OLDER = frozenset({Relation.OLDER, Relation.IDENTICAL})


def measured(stored: StoredPlan, cache: Cache | None, control: Control) -> StoredPlan:
    """Return a plan with what is true of its files now.

    Args:
        stored: as it was read.
        cache: where signatures and figures are looked up and remembered; None for nowhere.
        control: progress and cancelling.

    Returns:
        The plan, with the person's own protected folders besides its own.

    Raises:
        UsageError: files would go to a folder that belongs to another user.
        Cancelled: on request.
    """
    plan, protected = _measured_plan(stored.plan, stored.protected, cache, control)
    return replace(stored, plan=plan, protected=protected)


def planned(
    session: Session, kind: ActKind, control: Control, target: str | None = None
) -> tuple[Plan, tuple[Problem, ...]]:
    """Plan what carrying out the marks of a session would do.

    Where the session is somebody's word, all that the plan rests on is measured on the files themselves; what does not
    hold is left out.

    Args:
        session: with its marks.
        kind: what is done to the files.
        control: progress and cancelling.
        target: the folder that they move to.

    Returns:
        The plan, and the files that are left out, with the reasons.

    Raises:
        UsageError: a move without a target, nothing may be done to these files, or they would go to a folder that
            belongs to another user.
        Cancelled: on request.
    """
    plan = session.plan(kind, target)
    if session.proven or not plan.acts:
        return plan, ()
    try:
        cache = Cache.open()
    except StoreError:
        cache = Cache.none()
    with cache:
        plan, _ = _measured_plan(plan, session.options.protected, cache, control)
    left = tuple(Problem(act.file.path, act.doubt) for act in plan.acts if act.doubt)
    return without(plan, [problem.path for problem in left], session.options.roots), left


def _measured_plan(
    plan: Plan, protected: Sequence[str], cache: Cache | None, control: Control
) -> tuple[Plan, tuple[str, ...]]:
    """Return a plan with what is true of its files now, and with the person's own protected folders."""
    _check_target(plan)
    own = (folder for folder in settings.load()[0].protected if os.path.lexists(folder))
    protected = tuple(dict.fromkeys((*protected, *own)))
    claims = [act for act in plan.acts if not act.identical]
    found = _measured(claims, protected, cache, control) if claims else {}
    known = (found.get(act.file.path) or _unverified(act) for act in plan.acts)
    acts = ListedActs(_outside_projects(_not_in_other_hands(known), plan))
    # how many files its folders hold is a claim, too
    return replace(plan, acts=acts, folder_files={}), protected


def _unverified(act: PlannedAct) -> PlannedAct:
    """Return an act on a file that is said to be identical to another one, and say that it is only said."""
    why = say(
        "identical to {}, as the plan says; compared byte by byte before anything is done", act.survivor.path
    )
    return replace(act, similarity=1.0, relation=Relation.IDENTICAL, why=why)


def _check_target(plan: Plan) -> None:
    """Refuse a target that a stranger chose: another user would get the files.

    Raises:
        UsageError: the folder, or the one it would be made in, belongs to another user.
    """
    folder = plan.target
    while folder is not None and not os.path.lexists(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    if folder is None or not hasattr(os, "geteuid"):
        return
    if os.stat(folder).st_uid not in (os.geteuid(), 0):
        raise UsageError(say("belongs to another user, who would get the files"), folder)


def _not_in_other_hands(acts: Iterable[PlannedAct]) -> Iterator[PlannedAct]:
    """Doubt acts whose file would stay only where others could remove or change it, though they can't now."""
    known: dict[str, bool] = {}

    def open_to_others(path: str) -> bool:
        folder = os.path.dirname(path)
        try:
            if folder not in known:
                known[folder] = bool(stranger(folder))
            return known[folder] or bool(stranger(path))
        except OSError:
            return False  # the checks before the act report it

    for act in acts:
        survivor = act.survivor.path
        if not act.doubt and open_to_others(survivor) and not open_to_others(act.file.path):
            doubt = say(
                "other users could remove or change the file that stays ({}), but not this one", survivor
            )
            act = replace(act, doubt=doubt)
        yield act


def _outside_projects(acts: Iterable[PlannedAct], plan: Plan) -> Iterator[PlannedAct]:
    """Doubt acts on files of projects, which need all of them: only a person asks for that, by a rule or by hand."""
    folders = {os.path.dirname(path) for path in plan.acts.paths()}
    projects = set(projects_of(folders))
    within = {folder: not projects.isdisjoint(_lineage(folder)) for folder in folders} if projects else {}
    for act in acts:
        if not act.doubt and within.get(os.path.dirname(act.file.path)):
            act = replace(act, doubt=say("is part of a project, where a plan from elsewhere removes nothing"))
        yield act


def _lineage(folder: str) -> Iterator[str]:
    """Yield a folder and those above it."""
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _measured(
    claims: Sequence[PlannedAct], protected: Sequence[str], cache: Cache | None, control: Control
) -> Mapping[str, PlannedAct]:
    """Return acts as they are true now, by the paths of their files."""
    options = ScanOptions((), tuple(protected), hidden=True, empty=True)
    paths = {path for act in claims for path in (act.file.path, act.survivor.path)}
    result = sign_walk(listed_files(paths, options, control), options, cache, control)
    choices = Choices(tolerances=Tolerances(limits=limits()))
    links = linked(result, Methods(), choices.tolerances.floor, control, jobs=0, cache=cache)
    session = Session(options, result, links, choices)
    reasons = {problem.path: problem.reason for problem in result.problems}
    there = [act for act in claims if _row(session, act.file.path) >= 0 <= _row(session, act.survivor.path)]
    table = _compared(session, there, Verifier(result, cache, control))
    known = {act.file.path: _judged(act, session, table) for act in there}
    for act in claims:
        if act.file.path not in known:
            path = next(path for path in (act.file.path, act.survivor.path) if _row(session, path) < 0)
            reason = reasons.get(path, say("can't be read"))
            doubt = reason if path == act.file.path else say("the file that stays ({}) {}", path, reason)
            known[act.file.path] = replace(act, doubt=doubt)
    return known


def _row(session: Session, path: str) -> int:
    """Return the row of a file whose content was read, -1 for none."""
    file = session.file_of(path)
    return file if file >= 0 and session.scan.files.contents[file] >= 0 else -1


def _compared(session: Session, acts: Sequence[PlannedAct], verifier: Verifier) -> ClusterTable:
    """Compare the file of each act with the one that stays for it, on the bytes."""
    groups: dict[int, list[int]] = {}
    for act in acts:
        groups.setdefault(session.file_of(act.survivor.path), []).append(session.file_of(act.file.path))
    members = [file for kept, files in groups.items() for file in (kept, *files)]
    offsets = np.cumsum([0, *(1 + len(files) for files in groups.values())])
    contents = session.scan.files.contents
    kept = np.repeat(np.array(list(groups), np.int32), np.diff(offsets))
    a, b = contents[np.array(members, np.int32)], contents[kept]
    pairs = np.unique(np.stack([np.minimum(a, b), np.maximum(a, b)], axis=1)[a != b], axis=0).astype(np.int32)
    session.verify(verifier)  # of several files, which are steps on the way to the one that stays
    if len(pairs):
        a, b = pairs[:, 0], pairs[:, 1]
        found = verifier.measure(a, b)
        session.learn([Findings(a, b, found.similarity, np.full(len(a), -1, np.intp), found.problems)])
    return session.clustering.compared(Grouping(offsets, np.array(members, np.int32)))


def _judged(act: PlannedAct, session: Session, table: ClusterTable) -> PlannedAct:
    """Return an act as it is true now, with a doubt where that is less than was claimed."""
    file, survivor = session.file_of(act.file.path), session.file_of(act.survivor.path)
    records = session.record(file), session.record(survivor)
    if not all(_is(claim, now) for claim, now in zip((act.file, act.survivor), records, strict=True)):
        return replace(act, doubt=CHANGED)
    position = table.position_of(file)
    relation, share = RELATIONS[table.relation[position]], float(table.similarity[position])
    why = stands(relation, share, act.survivor.path)
    doubt = ""
    if table.estimated[position]:
        doubt = say("could not be compared with {}", act.survivor.path)
    elif act.relation in _AS_OLDER and relation not in _AS_OLDER:
        doubt = say("is not an older version, as the plan says: it is {}", why)
    elif share < act.similarity - _SLACK:
        doubt = say("shares {:g} % with {}, not {:g} % as the plan says", percent(share), act.survivor.path,
                    percent(act.similarity))  # fmt: skip
    elif not table.within[position]:
        doubt = say(
            "shares only {:g} % with {}, less than files of its type have to",
            percent(share),
            act.survivor.path,
        )
    protected = act.file.protected or records[0].protected
    return replace(
        act,
        file=replace(records[0], protected=protected),
        content=table.content_of(file),
        survivor=records[1],
        survivor_content=table.content_of(survivor),
        similarity=share,
        relation=relation,
        why=why,
        doubt=doubt,
    )


def _is(claim: FileRecord, now: FileRecord) -> bool:
    return (claim.inode, claim.size, claim.mtime_ns) == (now.inode, now.size, now.mtime_ns)
