"""What other programs call: scan, pairs, plan, apply and undo, as values; ``from simfinder import api``.

The same steps as those of the command line, with its defaults and its checks; nothing is printed and nothing asked.
Errors are those of ``simfinder.errors``; paths that hold bytes which are no UTF-8 come as Python gives them
(surrogateescape).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from simfinder.actions.plan.json_file import StoredPlan
from simfinder.app.find import pair_list
from simfinder.app.find.find_pairs import WantedPairs, find_pairs
from simfinder.app.linking import ignore_list
from simfinder.app.removal import removal
from simfinder.app.runtime import warmup
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.model.clusters import Cluster
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, BatchReport
from simfinder.model.scan_options import Methods, ScanOptions
from simfinder.model.tolerances import BUILT_IN, DEFAULT_KEEP, Choices, Tolerances
from simfinder.signatures.table.parameters import PLAIN
from simfinder.store import app_dirs, umask
from simfinder.store.cache.cache import Cache

__all__ = ["Found", "Pair", "apply", "pairs", "plan", "scan", "undo"]

Paths = Sequence[str | os.PathLike[str]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files and what they share.

    Attributes:
        a, b: their paths, in order.
        similarity: share of content they have in common, 0..1; 1 for identical files.
    """

    a: str
    b: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a scan has found.

    Attributes:
        clusters: files that are alike; the largest saving first, in each the file that is kept first.
        problems: files that could not be read, and why.
        files: number of files that were looked at.
    """

    clusters: tuple[Cluster, ...]
    problems: tuple[Problem, ...]
    files: int
    _session: Session = field(repr=False, compare=False)


def scan(
    folders: Paths,
    *,
    tolerance: float = BUILT_IN,
    keep: str = DEFAULT_KEEP,
    protect: Paths = (),
    cached: bool = True,
    control: Control | None = None,
) -> Found:
    """Find clusters of similar files; every figure that decides is measured on the bytes.

    Args:
        folders: to look through.
        tolerance: largest difference between similar files, 0..1.
        keep: rules that choose the file of a cluster that is kept, as for ``--keep``.
        protect: folders whose files are compared and never touched.
        cached: use and fill the cache of signatures.
        control: to follow, pause or cancel the work from another thread.

    Raises:
        UsageError: no folder can be scanned, or a rule is malformed.
        Cancelled: on request.
    """
    control = control or Control()
    options = ScanOptions(_absolute(folders), protected=_absolute(protect))
    choices = Choices(tolerances=Tolerances(tolerance), keep_rules=keep)
    with umask.private(), _cache(wanted=cached) as cache, warmup.apart(control):
        session = Session.run(options, choices, cache=cache, control=control)
        session.set_ignored(ignore_list.entries())
        failed = session.verify(Verifier(session.result, cache, control))
    clusters = tuple(session.clusters.cluster(index) for index in range(len(session.clusters)))
    return Found(clusters, (*session.result.problems, *failed), len(session.result.files), session)


def pairs(
    folders: Paths, *, least: float = 0.3, cached: bool = True, control: Control | None = None
) -> list[Pair]:
    """List all pairs of similar files, the most similar first.

    Args:
        folders: to look through.
        least: similarity from which a pair is listed, 0..1.
        cached: as for ``scan``.
        control: as for ``scan``.
    """
    control = control or Control()
    wanted = WantedPairs(Methods(), PLAIN, least)
    with umask.private(), _cache(wanted=cached) as cache, warmup.apart(control):
        found = find_pairs(ScanOptions(_absolute(folders)), wanted, ignore_list.entries(), cache, control)
    listed = pair_list.listed(found, expand=True)
    return [Pair(a, b, similarity) for similarity, a, b in pair_list.lines(found.result, listed)]


def plan(
    found: Found, *, remove: str = "older", to: str | None = None, inside_projects: bool = False
) -> StoredPlan:
    """Return what would be done to remove files; nothing is done yet. ``plan.plan.acts`` are the single acts.

    Args:
        found: by ``scan``.
        remove: "older" (with identical ones), "identical", "similar" or "all", as for ``--remove``.
        to: folder to move them to; None for the Trash.
        inside_projects: also mark files inside software projects and the like.
    """
    session = found._session
    session.clear_marks()
    session.mark_rule(remove, inside_projects=inside_projects)
    kind, target = (ActKind.TRASH, None) if to is None else (ActKind.MOVE, os.path.abspath(to))
    options, keep = session.options, session.choices.keep_rules
    made = session.plan(kind, target)
    return StoredPlan(made, options.roots, options.protected, keep, remove, inside_projects=inside_projects)


def apply(plan: StoredPlan, *, control: Control | None = None) -> BatchReport:
    """Carry out a plan. Every file is checked again first; the report says what became of each."""
    with umask.private():
        _settle()
        return removal.carry_out(plan.plan, control or Control(), plan.protected)


def undo(batch: int | None = None, *, control: Control | None = None) -> BatchReport:
    """Take back a batch, or the last one that is not taken back yet.

    Raises:
        UsageError: there is no such batch, or nothing to take back.
    """
    with umask.private():
        _settle()
        return removal.take_back(batch, control or Control())


def _settle() -> None:
    """Settle what a program that died has left unfinished."""
    if app_dirs.has_library():
        removal.reconcile_at_start()


def _absolute(paths: Paths) -> tuple[str, ...]:
    return tuple(os.path.abspath(os.path.expanduser(os.fspath(path))) for path in paths)


@contextlib.contextmanager
def _cache(*, wanted: bool) -> Iterator[Cache | None]:
    if not wanted:
        yield None
        return
    with contextlib.closing(Cache.open()) as cache:
        yield cache
