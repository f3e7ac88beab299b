"""The scan that ``scan``, ``plan`` and ``clean`` begin with: run, and say what was looked at."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator
from typing import TypeVar

from simfinder.app.linking import ignore_list
from simfinder.app.runtime import warmup
from simfinder.app.session.session import Session, phases_of
from simfinder.app.verify.containment.contained_files import measured_parts
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
from simfinder.errors import StoreError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.model.tolerances import DEFAULT_KEEP, Choices
from simfinder.store.library.ignored_pairs import Ignored

_T = TypeVar("_T")


def known_apart() -> list[Ignored]:
    """Return what a person said is not the same; where it can't be read, say so and keep nothing apart."""
    try:
        return ignore_list.entries()
    except StoreError as error:
        say(f"simfinder: the list of what is not the same can't be read: {error}")
        return []


def run_session(
    arguments: argparse.Namespace, keep_rules: str = DEFAULT_KEEP
) -> tuple[Session, list[Problem]]:
    """Scan and cluster as a command line asks, and say what was looked at.

    Args:
        arguments: of a scanning command.
        keep_rules: which file of a cluster is kept.

    Returns:
        The session, and the problems there were.
    """
    with running(arguments, keep_rules) as found:
        return found


@contextlib.contextmanager
def running(
    arguments: argparse.Namespace,
    keep_rules: str = DEFAULT_KEEP,
    parts: list[tuple[str, str, float]] | None = None,
) -> Iterator[tuple[Session, list[Problem]]]:
    """Do the same as a context: inside it the cache is still being written, at its end it is complete.

    Args:
        arguments: as above.
        keep_rules: as above.
        parts: filled with what lies in what; None where that is not wanted.
    """
    say_left_behind(quiet=arguments.quiet)
    scan_options = options.scan_options(arguments)
    choices = Choices(
        methods=options.methods(arguments),
        tolerances=options.tolerances(arguments),
        same_type=arguments.same_type,
        with_forms=arguments.forms,
        keep_rules=keep_rules,
    )
    parameters = options.parameters(arguments)
    problems: list[Problem] = []
    phases = phases_of(scan_options)
    if not arguments.estimates:
        phases += (Phase.VERIFYING, *((Phase.CONTAINING,) if parts is not None else ()))
    known = known_apart()
    with opened_cache(wanted=not arguments.no_cache) as cache:

        def work(control: Control) -> Session:
            control.intend(*phases)
            warmup.ahead(cache, scan_options, parameters)
            session = Session.run(
                scan_options,
                choices,
                parameters=parameters,
                cache=cache,
                control=control,
            )
            session.set_ignored(known)
            if not arguments.estimates:
                control.begin(Phase.VERIFYING, may_grow=True)
                verifier = Verifier(
                    session.result, cache, control, follow=scan_options.follow, jobs=scan_options.jobs
                )
                problems.extend(session.verify(verifier))
                if parts is not None and session.scan.judge.measures:
                    found = measured_parts(
                        session.result,
                        verifier,
                        control,
                        same_type=session.choices.same_type,
                        jobs=scan_options.jobs,
                    )
                    parts.extend(found)
            return session

        session = watch(while_compiling(work, arguments), quiet=arguments.quiet, learn=cache is not None)
        problems = [*session.result.problems, *problems]
        say_problems(problems)
        say_warnings(session.result.warnings, quiet=arguments.quiet)
        if not arguments.quiet:
            say_scanned(session.result, verbose=arguments.verbose)
            if session.scan.judge.measures and not arguments.estimates and not session.clustering.verified:
                say(
                    "some figures are estimates: too many files are somewhat similar to compare all byte by byte"
                )
            if session.links.capped and arguments.verbose:
                say(
                    f"{session.links.capped} very common pieces of content were only compared with their neighbours"
                )
        yield session, problems


def while_compiling(work: Callable[[Control], _T], arguments: argparse.Namespace) -> Callable[[Control], _T]:
    """Return the same work, with kernels never compiled before being compiled in helper processes meanwhile."""

    def tell() -> None:
        if not arguments.quiet:
            say("getting ready to compare files for the first time, which takes a minute")

    def compiled(control: Control) -> _T:
        with warmup.apart(control, tell):
            return work(control)

    return compiled
