"""The scan that ``scan``, ``plan`` and ``clean`` begin with: run, and say what was looked at."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial as partial_of
from typing import TYPE_CHECKING, TypeVar

from simfinder.app.linking import ignore_list
from simfinder.app.runtime import warmup
from simfinder.app.session.session import Session, phases_of
from simfinder.app.verify.verifier import Verifier
from simfinder.cli import options
from simfinder.cli.command import (
    opened_cache,
    say_left_behind,
    say_problems,
    say_scanned,
    say_warnings,
)
from simfinder.cli.terminal import say, watch
from simfinder.errors import Cancelled, StoreError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase, SimilarFiles
from simfinder.model.tolerances import DEFAULT_KEEP, Choices
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.text.number_formats import counted
from simfinder.text.printable_names import visible
from simfinder.text.written_times import date_of

if TYPE_CHECKING:
    from simfinder.app.session.clustering import Clustering
    from simfinder.app.session.saved.cluster_result import OpenedResult

_FIRST = 20  # clusters shown while what verifies them is compiled
_T = TypeVar("_T")


def known_apart() -> list[Ignored]:
    """Return what a person said is not the same; where it can't be read, say so and keep nothing apart."""
    try:
        return ignore_list.entries()
    except StoreError as error:
        say(f"simfinder: the list of what is not the same can't be read: {error}")
        return []


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a scan has found.

    Attributes:
        session: clusters and all.
        problems: of the scan and of verification.
        parts: what lies in what, where that was wanted.
        early: the person wanted to see what was found before all was done.
    """

    session: Session
    problems: list[Problem]
    parts: list[tuple[str, str, float]]
    early: bool


def run_session(arguments: argparse.Namespace, keep_rules: str = "") -> tuple[Session, list[Problem]]:
    """Scan and cluster as a command line asks, and say what was looked at.

    Args:
        arguments: of a scanning command.
        keep_rules: which file of a cluster is kept; "" for the newest, or by the rules of the result that is opened.

    Returns:
        The session, and the problems there were.
    """
    with running(arguments, keep_rules) as found:
        return found.session, found.problems


@contextlib.contextmanager
def running(
    arguments: argparse.Namespace,
    keep_rules: str = "",
    *,
    parts: bool = False,
    partial: bool = False,
) -> Iterator[Scanned]:
    """Do the same as a context: inside it the cache is still being written, at its end it is complete.

    Args:
        arguments: as above.
        keep_rules: as above.
        parts: find out what lies in what.
        partial: after Ctrl-C go on with what was read until then.
    """
    say_left_behind(quiet=arguments.quiet)
    if getattr(arguments, "result", None) is not None:
        yield _opened(arguments, keep_rules)
        return
    scan_options = options.scan_options(arguments)
    choices = Choices(
        methods=options.methods(arguments),
        tolerances=options.tolerances(arguments),
        same_type=arguments.same_type,
        with_forms=arguments.forms,
        keep_rules=keep_rules or DEFAULT_KEEP,
    )
    parameters = options.parameters(arguments)
    phases = phases_of(scan_options)
    if not arguments.estimates:
        phases += (Phase.VERIFYING, Phase.CONTAINING, Phase.MEASURING) if parts else (Phase.VERIFYING,)
    known = known_apart()
    with opened_cache(wanted=not arguments.no_cache) as cache:

        def verify(found: Scanned, control: Control) -> None:
            session = found.session
            control.begin(Phase.VERIFYING, may_grow=True)
            control.check()
            control.do_meanwhile(partial_of(control.show_similar, _first_clusters(session)))
            verifier = Verifier(
                session.result, cache, control, follow=scan_options.follow, jobs=scan_options.jobs
            )
            found.problems.extend(session.verify(verifier))
            control.take_meanwhile()
            some = len(session.result.representations.table.size) > 1  # else nothing is inside anything
            if parts and some and session.scan.judge.measures:
                from simfinder.app.verify.containment.contained_files import measured_parts

                inside = measured_parts(
                    session.result,
                    verifier,
                    control,
                    same_type=session.choices.same_type,
                    jobs=scan_options.jobs,
                )
                found.parts.extend(inside)

        def work(control: Control) -> Scanned:
            control.intend(*phases)
            warmup.ahead(cache, scan_options, parameters)
            session = Session.run(scan_options, choices, parameters=parameters, cache=cache, control=control)
            session.set_ignored(known)
            found = Scanned(session, list(session.result.problems), [], session.incomplete)
            if arguments.estimates:
                return found
            try:
                verify(found, control)
            except Cancelled:
                if not control.stopped_early:
                    raise
                return replace(found, early=True)
            return found

        found = watch(while_compiling(work), quiet=arguments.quiet, learn=cache is not None, partial=partial)
        say_problems(found.problems)
        say_warnings(found.session.result.warnings, quiet=arguments.quiet)
        if found.early:
            say(f"simfinder: stopped early: {_missing(found.session)}")
        if not arguments.quiet:
            _say_more(found, arguments)
        yield found


def _opened(arguments: argparse.Namespace, keep_rules: str) -> Scanned:
    """Open what ``cluster`` has found, and say what of it is on this machine."""
    from simfinder.app.session.saved.cluster_result import open_result

    protected, known = options.folders_to_protect(arguments), known_apart()

    def work(control: Control) -> OpenedResult:
        opened = open_result(arguments.result, control, also_protected=protected, ignored=known)
        before = opened.session.choices
        wanted = replace(
            before,
            tolerances=options.other_tolerances(arguments, before.tolerances),
            same_type=before.same_type or arguments.same_type,
            with_forms=before.with_forms or arguments.forms,
            keep_rules=keep_rules or before.keep_rules,
        )
        if wanted != before:
            opened.session.choose(wanted)
        return opened

    opened = watch(while_compiling(work), quiet=arguments.quiet)
    say_problems(opened.problems)
    if not arguments.quiet:
        _say_opened(opened, verbose=arguments.verbose)
    return Scanned(opened.session, list(opened.problems), list(opened.parts), False)


def _say_opened(opened: OpenedResult, *, verbose: bool) -> None:
    """Say where a result is from, and what of it is on this machine."""
    session = opened.session
    files = counted(len(session.result.files), "file", "files")
    say(f"Opened what was found on {visible(opened.host)} in {files}, {date_of(opened.made_ns)}")
    if session.choices.tolerances.widest > 1 - opened.floor + 1e-9:
        say(f"its links reach down to {opened.floor:.0%} shared: a wider tolerance finds no more")
    if session.read_only:
        say("none of the files is here as it was: they are shown, and nothing can be done to them")
        return
    if opened.away:
        files = counted(opened.away, "file is in a folder", "files are in folders")
        say(f"{files} that this computer can't reach: shown, and never marked")
    for count, words in (
        (len(opened.gone), ("file is gone", "files are gone")),
        (len(opened.changed), ("file has changed", "files have changed")),
    ):
        if count:
            say(f"{counted(count, *words)} since: left out")
    if verbose:
        for path in (*opened.gone, *(problem.path for problem in opened.changed)):
            say(f"left out: {visible(path)}")


def _first_clusters(session: Session) -> tuple[SimilarFiles, ...]:
    """Return some clusters, for a first scan that has to wait until it can verify them."""
    clusters = map(session.clusters.cluster, range(min(len(session.clusters), _FIRST)))
    return tuple(SimilarFiles(each.weakest, tuple(m.file.path for m in each.members)) for each in clusters)


def _missing(session: Session) -> str:
    """Say what a scan lacks that was stopped early."""
    if not session.incomplete:
        return "not all figures are verified"
    unread = counted(session.result.unread, "file was", "files were")
    return f"{unread} not fully read, the figures are estimates, and what is shown is not all there is"


def _say_more(found: Scanned, arguments: argparse.Namespace) -> None:
    session = found.session
    there = {count.type for count in session.clustering.types()}
    options.say_unknown_types(arguments, there)
    say_scanned(session.result, verbose=arguments.verbose)
    wanted = session.scan.judge.measures and not arguments.estimates and not found.early
    if wanted and not session.clustering.verified:
        say(_why_estimates(session.clustering))
    if session.links.capped and arguments.verbose:
        say(f"{session.links.capped} very common pieces of content were only compared with their neighbours")


def _why_estimates(clustering: Clustering) -> str:
    """Say why some figures are not measured."""
    if not clustering.complete:
        return "some figures are estimates: too many files are somewhat similar to compare all byte by byte"
    ends = "figure is an estimate: its files", "figures are estimates: their files"
    return f"{counted(int(clustering.table.estimated.sum()), *ends)} could not be compared"


def while_compiling(work: Callable[[Control], _T]) -> Callable[[Control], _T]:
    """Return the same work, with kernels never compiled before being compiled in helper processes meanwhile."""

    def compiled(control: Control) -> _T:
        with warmup.apart(control):
            return work(control)

    return compiled
