"""Functions that run in threads: they take a ``Control`` and return plain values. They touch no widget.

They import whatever needs numpy or numba themselves, in the job's thread, so that the window is on the screen before
either is loaded.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simfinder.errors import StoreError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActState, BatchReport, Plan
from simfinder.model.scan_options import Methods, ScanOptions
from simfinder.model.tolerances import Choices

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from simfinder.app.folders.found_folders import FoundFolders
    from simfinder.app.removal.mark_files import Proposal
    from simfinder.app.removal.saved_keep_rules import SavedRules
    from simfinder.app.session.carry_over import Decided
    from simfinder.app.session.session import Session
    from simfinder.app.verify.survey import MeasuredLinks
    from simfinder.store.library.ignored_pairs import Ignored


_WANTED_SOON = (
    "simfinder.app.clusters.cluster_filter",
    "simfinder.app.clusters.cluster_order",
    "simfinder.app.views.containment_view",
    "simfinder.app.removal.mark_files",
    "simfinder.app.session.saved.save_and_load",
    "simfinder.app.compare.contents.preview",
    "simfinder.app.compare.compare_files",
    "simfinder.app.views.explain_similarity",
    "simfinder.gui.overview.analysis",
    "simfinder.gui.overview.folders.folders_panel",
    "simfinder.gui.overview.space_map.space_map_panel",
    "simfinder.app.views.space_map",
    "simfinder.app.views.key_space",
)


@dataclass(frozen=True, slots=True)
class Scanned:
    """The result of a scan.

    Attributes:
        session: clusters and all.
        warning: why the cache was not used, "" where it was.
        renewed: what was taken over of the session that was shown; None where that is still to be done.
    """

    session: Session
    warning: str
    renewed: Decided | None = None


@dataclass(frozen=True, slots=True)
class JournalState:
    """What the journal says.

    Attributes:
        interrupted: batches of a program that died, settled now.
        batches: all batches, newest first.
    """

    interrupted: list[BatchReport]
    batches: list[BatchReport]


def warm_up(control: Control) -> None:
    """Compile or load the kernels."""
    from simfinder.app.runtime import warmup

    warmup.warm(control)
    # What the window asks for as soon as there are results: whoever imports it first stands still for 0.1 s.
    for name in _WANTED_SOON:
        importlib.import_module(name)


def scanning(
    options: ScanOptions,
    choices: Choices,
    ready: Future[Any],
    shown: Callable[[], Session | None] = lambda: None,
) -> Callable[[Control], Scanned]:
    """Scan as the kernels come, and carry over what was decided about the session ``shown`` then."""

    def run(control: Control) -> Scanned:
        from simfinder.app.runtime import warmup

        with warmup.apart(control):
            if warmup.kernels_ready():
                _wait_for(ready, control)  # they are loaded only
            return scan(control)

    def scan(control: Control) -> Scanned:
        from simfinder.app.session.session import Session, phases_of
        from simfinder.store.cache.cache import Cache

        control.intend(*phases_of(options))
        warning = ""
        cache: Cache | None = None
        try:
            cache = Cache.open()
        except StoreError as error:
            warning = error.sentence
        try:
            session = Session.run(options, choices, cache=cache, control=control)
        finally:
            if cache is not None:
                cache.close()
        try:
            session.set_ignored(ignored(control))
        except StoreError as error:
            warning = warning or error.sentence
        before = shown()
        renewed = None
        if before is not None and not before.read_only:
            from simfinder.app.session.carry_over import decided

            renewed = decided(before, session)
        session.clustering.types()  # counted here rather than when they are shown
        session.clustering.pairs_by_type()
        # What a scan knows stays: at 80,000 files each look for garbage among it would stop the window for 0.15 s.
        gc.freeze()
        return Scanned(session, warning, renewed)

    return run


def judging(session: Session, methods: Methods) -> Callable[[Control], Session]:
    """Return the function that links the same scan by other methods; it reads no file."""
    return lambda control: session.with_methods(methods, control)


def _wait_for(ready: Future[Any], control: Control) -> None:
    while True:
        control.check()
        try:
            ready.result(timeout=0.05)
        except NotYet:
            continue
        return


def ignored(_: Control) -> list[Ignored]:
    """Return all exceptions, oldest first."""
    from simfinder.app.linking import ignore_list

    return ignore_list.entries()


def setting_apart(files: Sequence[tuple[bytes, str]]) -> Callable[[Control], tuple[int, list[Ignored]]]:
    """Remember that no two of these contents are the same. Return the number of the entry, and all entries."""

    def run(control: Control) -> tuple[int, list[Ignored]]:
        from simfinder.app.linking import ignore_list

        return ignore_list.add(files), ignored(control)

    return run


def cutting_off(
    rest: Sequence[tuple[bytes, str]], files: Sequence[tuple[bytes, str]]
) -> Callable[[Control], tuple[list[int], list[Ignored]]]:
    """Remember that none of these contents is the same as one of the rest. Return the entries that are new, and all."""

    def run(control: Control) -> tuple[list[int], list[Ignored]]:
        from simfinder.app.linking import ignore_list

        before = {entry.id for entry in ignored(control)}
        upper, lower = dict(reversed(rest)), dict(reversed(files))
        for one in upper.items():
            for other in lower.items():
                control.check()
                if one[0] != other[0]:
                    ignore_list.add([one, other])
        known = ignored(control)
        return [entry.id for entry in known if entry.id not in before], known

    return run


def leaving(
    parts: Sequence[tuple[tuple[bytes, str], Sequence[tuple[bytes, str]]]],
) -> Callable[[Control], tuple[list[int], list[Ignored]]]:
    """Remember of each file that it is not the same as those beside it. Return the entries, and all entries.

    Args:
        parts: content and path of a file, and those of the files that it leaves; none where copies of it stay, which
            no content tells apart: then it alone stays out.
    """

    def run(control: Control) -> tuple[list[int], list[Ignored]]:
        from simfinder.app.linking import ignore_list

        before = {entry.id for entry in ignored(control)}
        numbers = [
            ignore_list.add_one(one, others) if others else ignore_list.add_file(*one)
            for one, others in parts
        ]
        return [number for number in numbers if number not in before], ignored(control)

    return run


def putting_together(numbers: Sequence[int]) -> Callable[[Control], list[Ignored]]:
    """Forget entries. Gives those that are left."""

    def run(control: Control) -> list[Ignored]:
        from simfinder.app.linking import ignore_list

        ignore_list.remove(numbers)
        return ignored(control)

    return run


def proposing(
    session: Session,
    wish: str,
    folder: str,
    clusters: Sequence[int] | None,
    files: NDArray[bool_] | None = None,
    *,
    inside_projects: bool = False,
) -> Callable[[Control], Proposal]:
    """Return the function that counts what a rule would mark."""

    def run(_: Control) -> Proposal:
        from simfinder.app.removal import mark_files

        return mark_files.propose(
            session,
            mark_files.Wish(wish),
            folder=folder,
            clusters=clusters,
            files=files,
            inside_projects=inside_projects,
        )

    return run


def saved_rules(_: Control) -> list[SavedRules]:
    """Return all saved keep rules, by name."""
    from simfinder.app.removal import saved_keep_rules

    return saved_keep_rules.saved()


def saving_rules(name: str, text: str) -> Callable[[Control], list[SavedRules]]:
    """Save keep rules under a name. Gives all that are saved then."""

    def run(control: Control) -> list[SavedRules]:
        from simfinder.app.removal import saved_keep_rules

        saved_keep_rules.save(name, text)
        return saved_rules(control)

    return run


def removing_rules(name: str) -> Callable[[Control], list[SavedRules]]:
    """Forget saved keep rules. Gives those that are left."""

    def run(control: Control) -> list[SavedRules]:
        from simfinder.app.removal import saved_keep_rules

        saved_keep_rules.remove(name)
        return saved_rules(control)

    return run


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan that was made.

    Attributes:
        plan: to be reviewed.
        left_out: files that would have gone by what somebody said, and don't, with the reasons.
    """

    plan: Plan
    left_out: tuple[Problem, ...] = ()


def planning(session: Session, kind: ActKind, target: str | None) -> Callable[[Control], Planned]:
    """Return the function that plans a session's marks, measured anew where the session is somebody's word."""

    def run(control: Control) -> Planned:
        from simfinder.app.removal.measured_plan import planned

        return Planned(*planned(session, kind, control, target))

    return run


def estimated_versions(session: Session, folders: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the files (of some folders) that seem to be older versions, by figures that were not measured."""
    from simfinder.app.removal.remove_folders import estimated_versions as versions_in

    return versions_in(session, folders)


def planning_folders(
    session: Session, paths: Sequence[str], kept: str, kind: ActKind, target: str | None, *, merge: bool
) -> Callable[[Control], Planned]:
    """Return the plan that removes folders, for another one that stays."""

    def run(control: Control) -> Planned:
        from simfinder.app.removal.remove_folders import keep_side, plan_folders

        copies = [
            keep_side(session, path, kept, merge=merge, others=[other for other in paths if other != path])
            for path in paths
        ]
        return Planned(plan_folders(session, copies, kind, control, target))

    return run


def planning_copies(
    session: Session, found: FoundFolders, kind: ActKind, target: str | None, *, least: float
) -> Callable[[Control], Planned]:
    """Return the plan that removes all folders that are in another one as a whole, from a share on."""

    def run(control: Control) -> Planned:
        from simfinder.app.removal.remove_folders import plan_whole_copies

        plan, _ = plan_whole_copies(
            session, found, kind, control, target, versions=True, inside_projects=False, least=least
        )
        return Planned(plan)

    return run


def leaving_out(plan: Plan, paths: Sequence[str], roots: Sequence[str]) -> Callable[[Control], Plan]:
    """Return the plan without some of its files, looked at anew."""

    def run(_: Control) -> Plan:
        from simfinder.app.removal import removal

        return removal.without(plan, paths, roots)

    return run


@dataclass(frozen=True, slots=True)
class Acted:
    """The result of acts or of an undo.

    Attributes:
        report: file by file.
        moved: files that are gone from their places, or back in them.
        linked: how the other files hang together, made in the job since it may take seconds; None without a session.
    """

    report: BatchReport
    moved: tuple[str, ...]
    linked: MeasuredLinks | None


def _acted(session: Session | None, report: BatchReport, *, done: ActState) -> Acted:
    moved = tuple(act.path for act in report.acts if act.state is done and act.act is not ActKind.COPY)
    alive = done is ActState.UNDONE
    linked = session.linked_with(moved, alive=alive) if session is not None and moved else None
    return Acted(report, moved, linked)


def acting(plan: Plan, protected: Sequence[str], session: Session | None) -> Callable[[Control], Acted]:
    """Carry out a plan of a session."""

    def run(control: Control) -> Acted:
        from simfinder.app.removal import removal

        return _acted(session, removal.carry_out(plan, control, protected), done=ActState.DONE)

    return run


def undoing(
    batch: int | None, only: Sequence[str] | None, session: Session | None, *, other_disk: bool = False
) -> Callable[[Control], Acted]:
    """Undo a batch, or the last one; all of it, or only the files that were at these paths."""

    def run(control: Control) -> Acted:
        from simfinder.app.removal import removal

        report = removal.take_back(batch, control, only, other_disk=other_disk)
        return _acted(session, report, done=ActState.UNDONE)

    return run


def giving_up(batch: int) -> Callable[[Control], BatchReport]:
    """Wait no more for what became of files whose disk won't come back."""

    def run(_: Control) -> BatchReport:
        from simfinder.app.removal import removal

        return removal.give_up(batch)

    return run


def look_at_journal(_: Control) -> JournalState:
    """Settle what a program that died has left, and read the history."""
    from simfinder.app.removal import removal

    interrupted = removal.reconcile_at_start()
    return JournalState(interrupted, removal.batches())
