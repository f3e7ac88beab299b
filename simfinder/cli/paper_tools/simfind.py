"""``simfind``: the search of Sadowski and Levin, with its filters and counters."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from simfinder.cli import options
from simfinder.cli.command import (
    Command,
    opened_cache,
    say_left_behind,
    say_problems,
    say_scanned,
    say_warnings,
)
from simfinder.cli.terminal import out, say, visible, watch
from simfinder.model.progress import Control
from simfinder.text.number_formats import counted

if TYPE_CHECKING:
    from simfinder.app.paper_tools.simfind import Report
    from simfinder.signatures.table.parameters import Parameters

_LINES = 4096  # written at once


def _add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List pairs of files alike by tag counts (Sadowski & Levin's SimFind): a line per pair with relation, "
        "distance and two paths, tabs between. Keys within the tolerance, then sizes, then sum tables; at distance 0 "
        "the bytes are compared."
    )
    parser.add_argument("folders", metavar="FOLDER", nargs="+", help="folder to look through")
    search = parser.add_argument_group("the search")
    search.add_argument("--target", metavar="FILE", help="compare this file with all others, not all pairs")
    search.add_argument(
        "--tolerance-key",
        metavar="T",
        type=_percentage,
        help="percent of file size that keys and sum tables may differ by (default 1)",
    )
    search.add_argument(
        "--key",
        metavar="NAME",
        action="append",
        default=[],
        help="skew, uniform, scatter or one of your tags' own; a pair must pass each one given (default skew)",
    )
    search.add_argument("--ext", action="store_true", help="keys that keep file types far apart")
    search.add_argument(
        "--tags", metavar="FILE", help="a line per tag: hex value, length in bits, weights of the keys"
    )
    search.add_argument(
        "--weights",
        metavar="[NAME=]W,W...",
        action="append",
        default=[],
        help="a key of your own, a weight per tag (repeatable)",
    )
    search.add_argument("--json", action="store_true", help="the result as JSON")
    which = parser.add_argument_group("which files")
    options.add_which_options(which)
    options.add_kind_options(which)
    which.add_argument("--empty", action="store_true", help="compare empty files too")
    options.add_work_options(parser)
    options.add_talk_options(parser)
    parser.set_defaults(protect=(), identical=False, raw=True, no_media=True)


def _percentage(text: str) -> float:
    try:
        value = float(text.strip().removesuffix("%"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no percentage, as in 1 or 0.5") from None
    if not 0.0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no percentage of 0 or more")
    return value


def _run(arguments: argparse.Namespace) -> int:
    from simfinder.app.paper_tools.simfind import TOLERANCE, Question, simfind

    tolerance = TOLERANCE if arguments.tolerance_key is None else arguments.tolerance_key
    question = Question(tolerance, tuple(arguments.key), arguments.ext, arguments.target)
    scan_options = options.scan_options(arguments)
    parameters = _parameters(arguments)
    say_left_behind(quiet=arguments.quiet)
    with opened_cache(wanted=not arguments.no_cache) as cache:

        def work(control: Control) -> Report:
            return simfind(question, scan_options, cache, control, parameters)

        report = watch(work, quiet=arguments.quiet)
    say_problems((*report.result.problems, *report.problems))
    say_warnings(report.result.warnings, quiet=arguments.quiet)
    if arguments.json:
        for piece in report.json_pieces():
            out(piece)
        out("\n")
    else:
        for text in _text(report):
            out(text)
    if not arguments.quiet:
        say_scanned(report.result, verbose=arguments.verbose)
        _say_counters(report, verbose=arguments.verbose)
    return int(bool(report.result.problems or report.problems))


def _parameters(arguments: argparse.Namespace) -> Parameters:
    from simfinder.signatures.table.parameters import PLAIN, Parameters

    tags = options.tag_set(arguments)
    return Parameters(tags=tags) if tags else PLAIN


def _text(report: Report) -> Iterator[str]:
    """Format a line per pair; a name with a control character stays one line."""
    lines: list[str] = []
    for a, b, distance, relation in report.pairs():
        lines.append(f"{relation}\t{distance}\t{visible(a)}\t{visible(b)}\n")
        if len(lines) == _LINES:
            yield "".join(lines)
            lines = []
    yield "".join(lines)


def _say_counters(report: Report, *, verbose: bool) -> None:
    counters = report.counters
    if verbose or len(report.keys) > 1:
        for name, left in zip(report.keys, report.after_key, strict=True):
            say(f"{counted(left, 'pair', 'pairs')} left after key {name}")
    say(
        f"rows {counters.rows}, bytes {counters.bytes}, key hits {counters.key_hits}, "
        f"collisions {counters.collisions}, size discards {counters.size_discards}, "
        f"sum hits {counters.sum_hits}, identical {counters.identical}, seconds {counters.seconds:.3f}"
    )


SIMFIND = Command(_add, _run)
