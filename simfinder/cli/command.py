"""What a command is, and the steps that several commands share."""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simfinder.app.runtime import logs
from simfinder.cli.skipped import say_skipped
from simfinder.cli.terminal import out, say
from simfinder.errors import SimFinderError
from simfinder.model.file_record import Problem
from simfinder.model.removal_plan import ActKind, ActState, BatchReport
from simfinder.store import app_dirs
from simfinder.text.number_formats import count_text, counted, size_text

if TYPE_CHECKING:
    from simfinder.scan.pipeline import ScanResult
    from simfinder.store.cache.cache import Cache


_OPTIONS_IN_USAGE = 5  # as many fit on a line


@dataclass(frozen=True, slots=True)
class Command:
    """What a verb of the command line does; ``verbs`` has its name and a sentence about it.

    Attributes:
        add_arguments: fills the verb's parser.
        run: carries it out and returns the exit code.
    """

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


class ShortUsage(argparse.HelpFormatter):
    """Help whose first line names what must be given: all options of a scan would fill a screen below each error."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Add a usage with the arguments alone where there are many options."""
        actions = list(actions)
        needed = [action for action in actions if action.required or not action.option_strings]
        if usage is None and len(actions) - len(needed) > _OPTIONS_IN_USAGE:
            own = " ".join(_as_used(action) for action in needed)
            usage = f"{self._prog} [OPTION ...] {own}".rstrip()
        super().add_usage(usage, actions, groups, prefix)


def _as_used(action: argparse.Action) -> str:
    name = str(action.metavar or action.dest.upper())
    word = {"+": f"{name} [{name} ...]", "*": f"[{name} ...]", "?": f"[{name}]"}.get(str(action.nargs), name)
    return f"{action.option_strings[0]} {word}" if action.option_strings else word


def print_json(value: Any) -> None:
    r"""Print one JSON document; every name comes back exactly (``\udcXX`` for odd bytes)."""
    out(json.dumps(value, ensure_ascii=True) + "\n")


@contextlib.contextmanager
def opened_cache(*, wanted: bool) -> Iterator[Cache | None]:
    """Open the signature cache; None if not wanted. A cache that can't be used adds to the scan's warnings.

    Raises:
        NewerVersionError: a newer SimFinder made it.
    """
    if not wanted:
        yield None
        return
    from simfinder.store.cache.cache import Cache

    with contextlib.closing(Cache.open()) as cache:
        yield cache


def say_problems(problems: Iterable[Problem]) -> None:
    """Print a line per problem, and log them."""
    problems = list(problems)
    logs.problems(problems)
    for problem in problems:
        say(f"simfinder: {problem.path}: {problem.reason}")


def say_warnings(warnings: Iterable[Problem], *, quiet: bool) -> None:
    """Print what a person should know, though the result is right."""
    if not quiet:
        say_problems(warnings)


def say_scanned(result: ScanResult, *, verbose: bool) -> None:
    """Print what was scanned and what was skipped, and why."""
    parts = [f"{counted(len(result.files), 'file', 'files')}, {size_text(result.bytes)}"]
    if result.from_cache:
        parts.append(f"{count_text(result.from_cache)} from cache")
    parts.append(f"{result.seconds:.1f} s")
    say("Looked at " + ", ".join(parts))
    say_skipped(result.passed_over)
    if verbose:
        say(
            f"{counted(len(result.table), 'content', 'different contents')}, "
            f"{counted(len(result.problems), 'problem', 'problems')}"
        )


def say_left_behind(*, quiet: bool) -> None:
    """Settle acts that a program which died left unfinished, and report them."""
    if not app_dirs.has_library():
        return
    from simfinder.app.removal import removal

    try:
        reports = removal.reconcile_at_start()
    except SimFinderError as error:
        say(f"simfinder: {error}")
        return
    for report in reports if not quiet else ():
        say(f"simfinder: batch {report.batch} was interrupted: {_left_behind(report)}")


def _left_behind(report: BatchReport) -> str:
    done, all_acts = report.count(ActState.DONE), len(report.acts)
    unknown = [act for act in report.acts if act.state is ActState.STARTED]
    said = f"{done} of {all_acts} files were removed"
    if done + len(unknown) < all_acts:
        said += ", the others are where they were"
    if unknown:
        first = unknown[0]
        more = f" and {count_text(len(unknown) - 1)} more" if len(unknown) > 1 else ""
        said += f"; what became of {first.path}{more} can't be told: {first.reason}; each start looks again"
        said += f" ('simfinder history {report.batch} --give-up' ends that)"
    if any(act.state is ActState.DONE and act.act is not ActKind.DELETE for act in report.acts):
        said += f"; 'simfinder undo {report.batch}' brings them back"
    return said


def say_report(report: BatchReport, *, done: ActState, word: str) -> None:
    """Print the counts of what really happened."""
    parts = [f"{count_text(report.count_files(done))} {word}"]
    if others := report.count(done) - report.count_files(done):
        parts[0] += f" with {counted(others, 'link or folder', 'links and folders')}"
    for state, text in ((ActState.SKIPPED, "skipped"), (ActState.FAILED, "failed")):
        if report.count(state):
            parts.append(f"{count_text(report.count(state))} {text}")
    if report.cancelled:
        parts.append("cancelled")
    say(f"Batch {report.batch}: " + ", ".join(parts))
