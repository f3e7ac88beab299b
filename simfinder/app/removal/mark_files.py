"""Mark many files at once: by a rule, by a folder, or inverted; in one cluster or in all.

First comes a proposal, which can be counted before anything is marked, then the marks, which the session holds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.mark_rules import INVERTED, RULES, Mark, Preview, by_rule
from simfinder.app.clusters.cluster_table import KEPT, LeftAlone
from simfinder.app.session.session import NOT_BY_RULES, Session
from simfinder.arrays.set_operations import sorted_set
from simfinder.errors import UsageError
from simfinder.model.path_rules import OWN
from simfinder.model.removal_plan import MarkCause
from simfinder.text.message import say

Masks = npt.NDArray[np.bool_]


class Wish(StrEnum):
    """What to mark. The first four are the words of ``--remove``."""

    OLDER = "older"
    IDENTICAL = "identical"
    SIMILAR = "similar"
    ALL = "all"
    IN_FOLDER = "in"
    NOT_IN_FOLDER = "not-in"
    INVERT = "invert"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a wish would do.

    Attributes:
        wish: the wish.
        paths: of the files to mark.
        mark: why.
        preview: those that are new.
        heirs: files to keep in place of kept files that are to go, by the paths of these.
        cleared: marks to remove, by path.
        left_alone: files in project folders that a rule names but does not mark.
    """

    wish: Wish
    paths: Sequence[str]
    mark: Mark
    preview: Preview
    heirs: Mapping[str, str]
    cleared: tuple[str, ...] = ()
    left_alone: LeftAlone = field(default_factory=LeftAlone)


def propose(
    session: Session,
    wish: Wish,
    *,
    folder: str = "",
    clusters: Iterable[int] | None = None,
    files: Masks | None = None,
    inside_projects: bool = False,
) -> Proposal:
    """Propose what to mark.

    Args:
        session: with the marks that are set already.
        wish: what to mark.
        folder: of ``IN_FOLDER`` and ``NOT_IN_FOLDER``.
        clusters: only in these; None for all.
        files: (n,) bool, only these files are marked or unmarked; None for all.
        inside_projects: rules mark in project folders too; everything else does so anyway.

    Raises:
        UsageError: a folder is needed.
    """
    if session.incomplete and wish in RULES:
        raise UsageError(NOT_BY_RULES)
    table, marked = session.clusters, session.marks
    only = None if clusters is None else list(clusters)
    here, protected = table.positions(only, files), table.files.protected[table.members]
    is_marked = np.zeros(len(table.cluster_index), dtype=np.bool_)
    is_marked[list(marked)] = True
    was_marked = is_marked[table.members]
    mark = by_rule(wish.value, inside_projects=inside_projects) if wish in RULES else INVERTED
    heirs, cleared, left_alone = dict[str, str](), tuple[str, ...](), LeftAlone()
    if wish in (Wish.IN_FOLDER, Wish.NOT_IN_FOLDER):
        if not folder:
            raise UsageError(say("name the folder whose files are meant"))
        inside = wish is Wish.IN_FOLDER
        cause = MarkCause.INSIDE if inside else MarkCause.OUTSIDE
        mark = Mark(cause, os.path.join(os.path.abspath(folder), ""))
        there = files_inside(session, folder)[table.members]
        going = here & mark_by_place(table.offsets, there, protected, inside=inside)
        found: list[int] = table.members[going].tolist()
        with_file = sorted_set(table.cluster_index[table.members[there & table.positions(only)]])
        gone = (going | was_marked) & table.positions(with_file.tolist())
        paths_of = table.files.records.paths_of
        changes = heirs_of(table.offsets, gone)
        kept, heir = (table.members[list(places)] for places in (changes.keys(), changes.values()))
        heirs = dict(zip(paths_of(kept), paths_of(heir), strict=True))
    elif wish is Wish.INVERT:
        found = table.members[here & (table.relation != KEPT) & ~protected & ~was_marked].tolist()
        undone = table.members[here & was_marked]
        cleared = tuple(sorted(session.record(file).path for file in undone.tolist()))
    else:
        found = table.named_by(wish, only, files=files, inside_projects=inside_projects, marked=marked)
        if not inside_projects:
            left_alone = table.left_in_projects(wish, only, files)
    new = np.array([file for file in found if file not in marked], dtype=np.int64)
    preview = Preview(len(new), int(table.files.sizes[new].sum()), len(sorted_set(table.cluster_index[new])))
    paths = [session.record(file).path for file in found]
    return Proposal(wish, paths, mark, preview, heirs, cleared, left_alone)


def mark_by_place(offsets: npt.NDArray[np.integer], there: Masks, protected: Masks, *, inside: bool) -> Masks:
    """Choose the files in a folder, or all others of the clusters with a file in it, whatever they share with the kept.

    A kept file is among them if another file of its cluster stays (``heirs_of`` says which one is kept then); if none
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


def heirs_of(offsets: npt.NDArray[np.integer], going: Masks) -> dict[int, int]:
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


def files_inside(session: Session, folder: str) -> Masks:
    """Return (n,) bool, the files of clusters in a folder or below it."""
    table, inside = session.clusters, OWN.inside(os.path.abspath(folder))
    mask = np.zeros(len(table.cluster_index), dtype=np.bool_)
    records = table.files.records
    mask[[file for file in table.members.tolist() if inside(records.path(file))]] = True
    return mask


def carry_out(session: Session, proposal: Proposal) -> int:
    """Set the marks of a proposal; return how many files are newly marked."""
    keep_heirs(session, proposal)
    return set_marks(session, proposal)


def keep_heirs(session: Session, proposal: Proposal) -> list[str]:
    """Keep other files in place of kept ones that are to go; return the paths whose marks were dropped."""
    return (
        session.keep_files([session.file_of(heir) for heir in proposal.heirs.values()])
        if proposal.heirs
        else []
    )


def set_marks(session: Session, proposal: Proposal) -> int:
    """Do the rest of ``carry_out``; return how many files are newly marked."""
    session.unmark([session.file_of(path) for path in proposal.cleared])
    return session.mark(map(session.file_of, proposal.paths), proposal.mark)
