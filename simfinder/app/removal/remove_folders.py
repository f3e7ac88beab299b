"""From pairs of folders to a plan: which of them go, and what becomes of everything in them.

``plan_whole_copies`` is for ``clean --folders``, ``keep_side`` for one pair a person has looked at. Both end in
``plan_folders``, and ``actions.plan.folder_plan`` decides about every entry of these folders. Where a changed file
goes, the clusters of the session say that it is older than the one that stays: what the files of a cluster are to one
another is not decided here.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

import numpy as np

from simfinder.actions.plan.assessment import assessed
from simfinder.actions.plan.folder_plan import FolderCopy, ScannedFiles, folder_plan, placed
from simfinder.actions.rules.protected_folders import Protection
from simfinder.app.clusters.cluster_table import OLDER, IntArray
from simfinder.app.clusters.cluster_table import SIMILAR as SIMILAR_FILE
from simfinder.app.folders.folder_order import order_by_names
from simfinder.app.folders.found_folders import LEAST, FoundFolders
from simfinder.app.removal.unpacked_archives import packed_files, unpacked_archive
from simfinder.app.session.session import NOT_BY_RULES, Session
from simfinder.arrays.set_operations import is_among
from simfinder.errors import ActionError, UsageError, ViewError, reason_of
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, Acts, FolderRemoval, JoinedActs, ListedActs, Plan
from simfinder.search.folders.folder_pairs import SIMILAR, VERSION, FolderPairs
from simfinder.text.message import say

FOR_GOOD = say("files that stay in an archive only go to the Trash or to a folder, not for good")
READ_ONLY = say("this session is read-only: its files are not those of this machine")


@dataclass(frozen=True, slots=True)
class ChosenCopies:
    """The folders that a rule removes.

    Attributes:
        copies: each with the folder that stays for it; none is in another one, or in one that stays.
        in_projects: folders inside projects that it left alone.
    """

    copies: tuple[FolderCopy, ...]
    in_projects: int = 0


_MOMENT = 1_000_000_000  # nanoseconds within which two times don't tell which came first

_ROUNDS = 4
"""How often folders are chosen again after some turned out to hold more than the scan has seen."""


def plan_whole_copies(
    session: Session,
    found: FoundFolders,
    kind: ActKind,
    control: Control,
    target: str | None = None,
    *,
    versions: bool,
    inside_projects: bool,
    least: float = LEAST,
    keep_archives: bool = False,
) -> tuple[Plan, int]:
    """Plan to remove the folders that are in another one as a whole.

    Args:
        session: with its clusters.
        found: its folders.
        kind: to the Trash, to a folder, or for good.
        control: cancelling.
        target: folder of a move.
        versions: older versions of folders, too, where all that differs in them is older.
        inside_projects: parts of project folders too; whole copies of projects go anyway.
        least: share of a folder in the other from which it is looked at.
        keep_archives: of an archive and the folder in which all it holds lies loose, the folder goes.

    Returns:
        The plan, and how many folders inside projects it leaves alone.

    Raises:
        UsageError: the scan was stopped early; or as of ``plan_folders``.
        Cancelled: on request.
    """
    failed: dict[tuple[str, str], FolderRemoval] = {}
    for _ in range(_ROUNDS):
        chosen = whole_copies(
            session,
            found,
            versions=versions,
            inside_projects=inside_projects,
            without=failed,
            least=least,
            archives=kind is not ActKind.DELETE,  # what proves them equal is read once, by the plan
            keep_archives=keep_archives,
        )
        plan = plan_folders(session, chosen.copies, kind, control, target, whole_only=True)
        not_whole = {(one.path, one.kept): one for one in plan.removals if not one.whole}
        if not not_whole:
            break
        failed |= not_whole
    going = {one.path for one in plan.removals if one.whole}
    whole = tuple(one for one in plan.removals if one.whole)
    left = {
        one.path: one for one in failed.values() if one.path not in going
    }  # each once, with the last reason
    plan = replace(plan, removals=(*whole, *left.values()))
    return assessed(plan, session.options.roots), chosen.in_projects


def whole_copies(
    session: Session,
    found: FoundFolders,
    *,
    versions: bool,
    inside_projects: bool,
    without: Collection[tuple[str, str]] = (),
    least: float = LEAST,
    archives: bool = True,
    keep_archives: bool = False,
) -> ChosenCopies:
    """Choose the folders that are in another one as a whole.

    First those whose other one is no copy of a third, so that of several versions the newest stays; then those with the
    largest saving.

    Args:
        session: with its clusters.
        found: its folders.
        versions: as of ``plan_whole_copies``.
        inside_projects: likewise.
        without: pairs of a folder that goes and one that stays which are not to be chosen.
        least: likewise.
        archives: archives, too, of which all lies loose in a folder.
        keep_archives: likewise; these folders go, too, then, and no archive does.

    Raises:
        UsageError: the scan was stopped early.
    """
    if session.incomplete:
        raise UsageError(NOT_BY_RULES)
    pairs = found.pairs(least)
    if keep_archives:
        pairs = _archives_stay(found, pairs)
    packed = (pairs.leaving >= found.tree.folders) | (pairs.staying >= found.tree.folders)
    only_there = np.where(pairs.kept_a, pairs.only_b, pairs.only_a)
    missing = np.where(pairs.kept_a, pairs.unknown_a, pairs.unknown_b)
    # hidden files of a project are in its archive, and not in the scan: the plan compares them on the disk
    whole = packed & (pairs.relation != SIMILAR) & (pairs.changed == 0) & (only_there <= missing)
    wanted = pairs.take(
        (pairs.sure & ~packed | whole)
        & (pairs.relation != SIMILAR)
        & (versions | whole | (pairs.relation != VERSION))
    )
    projects = set(session.scan.files.projects.roots)
    chosen: list[FolderCopy] = []
    left = 0
    going, staying = _Nested(), _Nested()
    wanted = wanted.take(np.argsort(is_among(wanted.staying, wanted.leaving), kind="stable"))
    columns = (wanted.leaving.tolist(), wanted.staying.tolist(), wanted.relation.tolist())
    for leaving, stays, relation in chain(zip(*columns, strict=True), _to_first(found, pairs, wanted)):
        archive, loose = found.tree.is_archive(leaving), found.tree.is_archive(stays)
        if (archive or loose) and (not archives or loose is not keep_archives or archive is loose):
            continue
        path, kept = (found.path(folder).rstrip(os.sep) for folder in (leaving, stays))
        if (
            (path, kept) in without
            or going.touches(path)
            or (staying.touches(path) and not archive)
            or going.holds(kept)
            # an archive may lie beside the files it holds, and stays in a folder that goes
            or (not archive and not loose and _are_nested(path, kept))
        ):
            continue
        if not inside_projects and not projects.isdisjoint(_above(path)):
            left += 1
            continue
        older = _older_in(session, path, kept) if relation == VERSION and not (archive or loose) else {}
        going.add(path)
        staying.add(kept)
        chosen.append(FolderCopy(path, kept, older))
    return ChosenCopies(tuple(chosen), left)


def _archives_stay(found: FoundFolders, pairs: FolderPairs) -> FolderPairs:
    """Turn the pairs of an archive and a folder that is all in it, so that the archive stays."""
    first = found.tree.folders
    one, other = pairs.a >= first, pairs.b >= first
    inside = np.where(one, pairs.only_b, pairs.only_a) <= np.where(one, pairs.unknown_a, pairs.unknown_b)
    turns = (one != other) & inside & (pairs.relation != SIMILAR)
    return pairs._replace(kept_a=np.where(turns, one, pairs.kept_a))


def _to_first(found: FoundFolders, pairs: FolderPairs, wanted: FolderPairs) -> Iterator[tuple[int, int, int]]:
    """Yield the folders of each group that go by some pair, with the one of the group that stays, and the relation.

    Of many copies not all are paired with that one; the one that theirs is paired with may go itself.
    """
    leaving = set(wanted.leaving.tolist())
    groups = found.groups(pairs)
    for begin, behind in pairwise(groups.offsets.tolist()):
        first, *others = groups.folders[begin:behind].tolist()
        for folder, relation in zip(others, groups.relation[begin + 1 : behind].tolist(), strict=True):
            if folder in leaving:
                yield folder, first, relation


def keep_side(
    session: Session,
    path: str,
    kept: str,
    *,
    merge: bool = False,
    versions: bool = True,
    others: Sequence[str] = (),
) -> FolderCopy:
    """Return what is to be done so that of two folders one stays.

    Args:
        session: with its clusters.
        path: of the folder that goes.
        kept: of the one that stays.
        merge: what only the other one has moves into it, and what is newer there takes the place of the older file.
        versions: files go, too, that the folder that stays has a newer version of; or another one with the same time,
            where all else says that the folder is older.
        others: with ``merge``, folders that move what only they have into the one that stays, too.
    """
    newer = {there: (here, share) for here, (there, share) in _older_in(session, kept, path).items()}
    older = _older_in(session, path, kept, *(others if merge else ())) if versions else {}
    if versions and not newer and (older or order_by_names(path, kept).order < 0):
        older = {**_as_old_in(session, path, kept), **older}
    return FolderCopy(path, kept, older, merge, newer if merge else {})


def plan_folders(
    session: Session,
    copies: Sequence[FolderCopy],
    kind: ActKind,
    control: Control,
    target: str | None = None,
    *,
    whole_only: bool = False,
) -> Plan:
    """Plan to remove folders.

    Args:
        session: whose files they hold.
        copies: the folders.
        kind: to the Trash, to a folder, or for good.
        control: cancelling; what the scan skipped in these folders is read.
        target: folder of a move.
        whole_only: leave those alone of which something would stay.

    Raises:
        UsageError: nothing may be done to these files, files would move into a protected folder, another kind, or no
            target for a move.
        Cancelled: on request.
    """
    if session.read_only:
        raise UsageError(READ_ONLY)
    if not session.proven:
        raise UsageError(say("whole folders are removed only after a scan of them on this machine"))
    if any(copy.merge for copy in copies) and session.options.protected:
        protection = Protection(session.options.protected)
        for copy in copies:
            if copy.merge and protection.covers_folder(copy.kept):
                raise UsageError(say("{} is protected: nothing moves into it", copy.kept))
    files = session.scan.files
    alive = session.clustering.links.alive
    scanned = ScannedFiles(files.records, files.contents, session.clusters.contents_of, alive)
    roots = session.options.roots
    folders = [copy for copy in copies if session.file_of(copy.path) < 0]
    if kind is ActKind.DELETE and any(session.file_of(copy.kept) >= 0 for copy in folders):
        raise UsageError(FOR_GOOD)
    known, unread = _with_packed(session, folders, control)
    plan = folder_plan(known, scanned, kind, control, target, roots, whole_only=whole_only)
    plan = replace(plan, removals=(*plan.removals, *unread))
    archives = [
        unpacked_archive(session, copy.path, copy.kept, control) for copy in copies if copy not in folders
    ]
    if not archives:
        return plan
    acts: Acts = ListedActs(act for act, _ in archives if act is not None)
    if target is not None:
        acts = placed([acts], target, roots)
    removals = (*plan.removals, *(removal for _, removal in archives))
    return assessed(replace(plan, acts=JoinedActs((plan.acts, acts)), removals=removals), roots)


def with_folders(
    session: Session, folders: Plan, rule: str, target: str | None, *, inside_projects: bool
) -> Plan:
    """Plan what a rule removes once these folders are gone, and put both into one plan.

    The files that stay for those of the folders stay, whatever the rule says.

    Args:
        session: changed by it: files that go with their folders leave its clusters.
        folders: the plan that removes them.
        rule: of ``--remove``.
        target: folder of a move.
        inside_projects: the rule marks in project folders too.
    """
    survivors = set(folders.acts.survivors())
    for removal in folders.removals:
        if removal.whole and session.file_of(removal.path) >= 0:  # an archive: all that is loose stays for it
            inside = _rows_inside(session, removal.kept).tolist()
            survivors.update(session.result.files.path(row) for row in inside)
    session.forget([path for path in folders.acts.paths() if session.file_of(path) >= 0])
    session.mark_rule(rule, inside_projects=inside_projects)
    session.unmark([file for path in survivors if (file := session.file_of(path)) in session.marks])
    files = session.plan(folders.kind, target)
    acts = JoinedActs((folders.acts, files.acts))
    return assessed(replace(files, acts=acts, removals=folders.removals), session.options.roots)


def estimated_versions(session: Session, folders: Collection[str] = ()) -> tuple[int, ...]:
    """Return the files that seem to be older versions, by figures that were not measured.

    Args:
        session: with its clusters.
        folders: only files in these; empty for all.
    """
    table = session.clusters
    files = table.members[table.estimated & (table.relation == OLDER)].tolist()
    starts = tuple(os.path.join(folder, "") for folder in folders)
    records = session.scan.files.records
    return tuple(file for file in files if not starts or records.path(file).startswith(starts))


def _with_packed(
    session: Session, copies: Iterable[FolderCopy], control: Control
) -> tuple[list[FolderCopy], list[FolderRemoval]]:
    """Read the archives that stay for folders; return the copies, and what is said where one can't be read."""
    known, unread = [], []
    for copy in copies:
        if session.file_of(copy.kept) < 0:
            known.append(copy)
            continue
        try:
            known.append(replace(copy, packed=packed_files(session, copy.kept, control)))
        except (ViewError, ActionError, OSError) as error:
            if isinstance(error, OSError):
                reason = reason_of(error)
            else:
                reason = error.message if isinstance(error, ViewError) else error.sentence
            said = say("{} stays: {}: {}", copy.path, copy.kept, reason)
            unread.append(FolderRemoval(copy.path, copy.kept, b"", whole=False, stays=(said,)))
    return known, unread


class _Nested:
    """Some folders, and those above and below them."""

    def __init__(self) -> None:
        self._folders: set[str] = set()
        self._above: set[str] = set()

    def add(self, path: str) -> None:
        self._folders.add(path)
        self._above.update(_above(path))

    def holds(self, path: str) -> bool:
        """Tell whether a path is one of the folders, or in one."""
        return path in self._folders or not self._folders.isdisjoint(_above(path))

    def touches(self, path: str) -> bool:
        """Tell whether a path is one of the folders, in one, or above one."""
        return path in self._above or self.holds(path)


def _are_nested(a: str, b: str) -> bool:
    return a == b or a in _above(b) or b in _above(a)


def _above(path: str) -> Iterator[str]:
    while (above := os.path.dirname(path)) != path:
        yield above
        path = above


def _older_in(session: Session, path: str, *kept: str) -> dict[int, tuple[int, float]]:
    """Return the files of a folder that are older than one in the others, with that one and how much they share.

    That one must be the kept file of its cluster: only to that a file's relation is known. Not where equal bytes are in
    the other folder.
    """
    return _related_in(session, OLDER, path, kept)


def _as_old_in(session: Session, path: str, kept: str) -> dict[int, tuple[int, float]]:
    """Return the files of a folder with another content and the same time as the file at their place in the other one.

    Times of files are equal where somebody unpacked both folders, or a program copied without them. None where a file
    of the folder is later than the one at its place.
    """
    files, contents = session.result.files, session.scan.files.contents
    place = {os.path.relpath(files.path(row), kept): row for row in _rows_inside(session, kept).tolist()}
    as_old: dict[int, int] = {}
    for here in _rows_inside(session, path).tolist():
        there = place.get(os.path.relpath(files.path(here), path), -1)
        if there < 0 or contents[here] == contents[there]:
            continue
        later = int(files.mtimes[here]) - int(files.mtimes[there])
        if later > _MOMENT:
            return {}
        if later >= -_MOMENT:
            as_old[here] = there
    related = _related_in(session, SIMILAR_FILE, path, (kept,))
    return {here: found for here, found in related.items() if as_old.get(here) == found[0]}


def _related_in(
    session: Session, relation: int, path: str, others: Sequence[str]
) -> dict[int, tuple[int, float]]:
    """Return the files of a folder that have a relation to one in the others, with that one and how much they share."""
    table, contents = session.clusters, session.scan.files.contents
    of_there = np.zeros(len(table.cluster_index), dtype=np.bool_)
    there: dict[int, int] = {}  # by content, in the first of the others that has it
    for folder in others:
        rows = _rows_inside(session, folder)
        of_there[rows] = True
        for row, content in zip(rows.tolist(), contents[rows].tolist(), strict=True):
            there.setdefault(content, row)
    here = _rows_inside(session, path)
    clustered = here[table.cluster_index[here] >= 0]
    place = table.places()[clustered]
    keeper = table.kept[table.cluster_index[clustered]]
    found = (table.relation[place] == relation) & table.within[place] & ~table.estimated[place]
    related: dict[int, tuple[int, float]] = {}
    columns = clustered[found].tolist(), keeper[found].tolist(), table.similarity[place[found]].tolist()
    for row, its, share in zip(*columns, strict=True):
        # of several copies of the kept file any may be the one in there
        twin = its if of_there[its] else there.get(int(contents[its]), -1) if contents[its] >= 0 else -1
        if twin >= 0:
            related[row] = twin, share
    return related


def _rows_inside(session: Session, folder: str) -> IntArray:
    files = session.scan.files
    scanned = ScannedFiles(
        files.records, files.contents, session.clusters.contents_of, session.clustering.links.alive
    )
    return scanned.inside(folder).astype(np.int32)
