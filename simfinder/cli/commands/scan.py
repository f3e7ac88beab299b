"""``scan`` and ``pairs``: what is alike in some folders."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

import numpy as np

from simfinder.app.linking import ignore_list
from simfinder.app.linking.grouping import file_table
from simfinder.app.linking.method_policy import Judge
from simfinder.app.reports import pair_list, write_report
from simfinder.app.runtime import warmup
from simfinder.app.session.session import DEFAULT_KEEP, Session
from simfinder.app.verify.containment.contained_files import measured_parts
from simfinder.app.verify.similar_pairs import MARGIN, MOST_PAIRS, Pairs, measured_pairs
from simfinder.app.verify.verifier import Verifier
from simfinder.cli import options
from simfinder.cli.commands.runner import (
    Command,
    opened_cache,
    say_left_behind,
    say_problems,
    say_scanned,
    say_warnings,
)
from simfinder.cli.render import cluster_lines
from simfinder.cli.terminal import out, say, watch
from simfinder.errors import StoreError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods
from simfinder.scan.pipeline import scan
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.text.number_formats import counted

_T = TypeVar("_T")

_LOWEST_PAIR = 0.05  # below, the candidates would be everything


def known_apart() -> list[Ignored]:
    """What is not the same. Where that can't be read, it is said, and nothing is kept apart."""
    try:
        return ignore_list.entries()
    except StoreError as error:
        say(f"simfinder: the list of what is not the same can't be read: {error}")
        return []


def run_session(
    arguments: argparse.Namespace, keep_rules: str = DEFAULT_KEEP
) -> tuple[Session, list[Problem]]:
    """Scan and cluster as a command line asks; says what was looked at.

    Args:
        arguments: of a scanning command.
        keep_rules: which file of a cluster is kept.

    Returns:
        The session, and the problems there were.
    """
    with _running(arguments, keep_rules) as found:
        return found


@contextlib.contextmanager
def _running(
    arguments: argparse.Namespace,
    keep_rules: str = DEFAULT_KEEP,
    parts: list[tuple[str, str, float]] | None = None,
) -> Iterator[tuple[Session, list[Problem]]]:
    """The same; what is remembered is still being written inside, and all of it is at the end.

    Args:
        arguments: as above.
        keep_rules: as above.
        parts: filled with what lies in what, where that is wanted.
    """
    say_left_behind(quiet=arguments.quiet)
    scan_options = options.scan_options(arguments)
    tolerances = options.tolerances(arguments)
    parameters = options.parameters(arguments)
    problems: list[Problem] = []
    known = known_apart()
    with opened_cache(wanted=not arguments.no_cache) as cache:

        def work(control: Control) -> Session:
            warmup.ahead(cache, scan_options, parameters)
            session = Session.run(
                scan_options,
                method=options.methods(arguments),
                tolerances=tolerances,
                same_type=arguments.same_type,
                with_forms=arguments.forms,
                keep_rules=keep_rules,
                parameters=parameters,
                cache=cache,
                control=control,
            )
            session.set_ignored(known)
            if not arguments.estimates:
                verifier = Verifier(
                    session.result, cache, control, follow=scan_options.follow, jobs=scan_options.jobs
                )
                problems.extend(session.verify(verifier))
                if parts is not None and session.measures:
                    found = measured_parts(
                        session.result, verifier, control, same_type=session.same_type, jobs=scan_options.jobs
                    )
                    parts.extend(found)
            return session

        session = watch(_compiled_apart(work, arguments), quiet=arguments.quiet)
        problems = [*session.result.problems, *problems]
        say_problems(problems)
        say_warnings(session.result.warnings, quiet=arguments.quiet)
        if not arguments.quiet:
            say_scanned(session.result, verbose=arguments.verbose)
            if session.measures and not arguments.estimates and not session.verified:
                say(
                    "some figures are estimates: too many files are somewhat alike to be compared byte by byte"
                )
            if session.links.capped and arguments.verbose:
                say(
                    f"{session.links.capped} very common pieces of content were only compared with their neighbours"
                )
        yield session, problems


def _compiled_apart(work: Callable[[Control], _T], arguments: argparse.Namespace) -> Callable[[Control], _T]:
    """The same work, whose kernels are compiled beside it where they never were."""

    def tell() -> None:
        if not arguments.quiet:
            say("getting ready to compare files for the first time, which takes a minute")

    def compiled_apart(control: Control) -> _T:
        with warmup.apart(control, tell):
            return work(control)

    return compiled_apart


def _add_scan(parser: argparse.ArgumentParser) -> None:
    options.add_scan_options(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the result as JSON")
    form.add_argument("--csv", action="store_true", help="the clusters as CSV, a line per file")
    form.add_argument("--html", action="store_true", help="the result as one HTML page that needs no network")


def _scan(arguments: argparse.Namespace) -> int:
    parts: list[tuple[str, str, float]] = []
    form = next((form for form in write_report.Form if getattr(arguments, form)), None)
    wanted = form in (write_report.Form.JSON, write_report.Form.HTML)
    with _running(arguments, parts=parts if wanted else None) as (session, problems):
        if form is not None:
            for piece in write_report.text(session, form, problems, parts):
                out(piece)
        else:
            for index in range(len(session.clusters)):
                out(cluster_lines(session.clusters.cluster(index)))
        if not arguments.quiet:
            clusters = counted(len(session.clusters), "cluster", "clusters")
            say(f"{clusters} with {counted(session.clustered_files, 'file', 'files')}")
    return int(bool(problems))


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number between 0 and 1") from None
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not between 0 and 1")
    return value


def _add_pairs(parser: argparse.ArgumentParser) -> None:
    options.add_scan_options(parser)
    parser.add_argument(
        "--min",
        type=_share,
        default=0.3,
        metavar="0..1",
        help="least similarity (default %(default)s; below 0.05 nothing is listed)",
    )
    parser.add_argument(
        "--min-containment",
        type=_share,
        default=0.78,
        metavar="0..1",
        help="least share of a file that lies in another (default and least %(default)s)",
    )
    parser.add_argument("--expand", action="store_true", help="list identical files pair by pair")
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def _pairs(arguments: argparse.Namespace) -> int:
    say_left_behind(quiet=arguments.quiet)
    scan_options = options.scan_options(arguments)
    methods = Methods(Method.CONTENT) if arguments.identical else options.methods(arguments)
    parameters = options.parameters(arguments)
    known = known_apart()
    with opened_cache(wanted=not arguments.no_cache) as cache:

        def work(control: Control) -> tuple[Judge, Pairs]:
            warmup.ahead(cache, scan_options, parameters)
            result = scan(scan_options, cache, control, parameters)
            jobs = scan_options.jobs
            judge = Judge(result.faces, file_table(result), methods)
            measured = judge.measures and not arguments.estimates
            floor = max(arguments.min - (MARGIN if measured else 0.0), _LOWEST_PAIR)
            links = judge.links(floor, control, jobs=jobs, every=True)
            links = ignore_list.without(links, ignore_list.rows_apart(known, result.table.content))
            if not measured:
                return judge, Pairs(result, links, verified=False)
            verifier = Verifier(result, cache, control, follow=scan_options.follow, jobs=jobs)
            on_bytes = judge.on_bytes(links.a, links.b)
            pairs = measured_pairs(verifier, result, links.only(on_bytes), arguments.min)
            verified = pairs.verified and bool(on_bytes.all())
            own = links.only(~on_bytes & (links.similarity >= np.float32(arguments.min)))
            parts = measured_parts(result, verifier, control, same_type=arguments.same_type, jobs=jobs)
            return judge, replace(
                pairs, links=pairs.links.with_others(own), verified=verified, parts=tuple(parts)
            )

        judge, found = watch(_compiled_apart(work, arguments), quiet=arguments.quiet)
    result, links = found.result, found.links
    problems = [*result.problems, *found.problems]
    say_problems(problems)
    say_warnings(result.warnings, quiet=arguments.quiet)
    if judge.measures and not arguments.estimates and not found.verified and not arguments.quiet:
        say(
            f"some figures are estimates: the {MOST_PAIRS:,} most similar pairs are compared byte by byte at most"
        )
    if links.capped and not arguments.quiet:
        say(
            f"{counted(links.capped, 'piece', 'pieces')} of content that very many files have were only compared with "
            "their neighbours; some pairs may be missing"
        )
    files, limits = file_table(result), options.tolerances(arguments)
    limit = (
        np.array([limits.of(name) for name in files.type_names])[files.types] if arguments.tolerance else None
    )
    shown = pair_list.listed(
        found, expand=arguments.expand, types=files.types if arguments.same_type else None, limit=limit
    )
    if not arguments.quiet:
        say_scanned(result, verbose=arguments.verbose)
        copies = (
            int(np.sum(np.bincount(result.content_row[result.content_row >= 0]) > 1))
            if len(result.files)
            else 0
        )
        groups = counted(copies, "group", "groups")
        say(f"{counted(len(shown), 'pair', 'pairs')}, {groups} of identical files")
    if arguments.json:
        for piece in pair_list.text(found, shown, judge, least_contained=arguments.min_containment):
            out(piece)
    else:
        for first, *others in pair_list.identical(result, shown):
            out("".join(f"1.0000\t{first}\t{other}\n" for other in others))
        for similarity, a, b in pair_list.lines(result, shown):
            out(f"{similarity:.4f}\t{a}\t{b}\n")
    return int(bool(problems))


SCAN = Command("scan", "Find clusters of similar files in folders.", _add_scan, _scan)
PAIRS = Command("pairs", "List all pairs of similar files in folders.", _add_pairs, _pairs)
