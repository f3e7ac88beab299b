"""``find``: files similar to one file, in some folders."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from simfinder.cli import options
from simfinder.cli.command import (
    Command,
    opened_cache,
    print_json,
    say_left_behind,
    say_problems,
    say_scanned,
    say_warnings,
)
from simfinder.cli.look import Look, chosen_look
from simfinder.cli.terminal import out, say, watch
from simfinder.model.file_type import type_of
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method
from simfinder.model.similar_match import Match
from simfinder.text.number_formats import counted, percent_text

if TYPE_CHECKING:
    from simfinder.app.find.find_similar import Answer
    from simfinder.scan.pipeline import ScanResult


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="the file to compare with; it need not be in the folders"
    )
    options.add_scan_options(parser)
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def _find(arguments: argparse.Namespace) -> int:
    from simfinder.app.find import find_similar, query_file
    from simfinder.scan.pipeline import scan

    asked = query_file.look_at(arguments.file)
    say_left_behind(quiet=arguments.quiet)
    scan_options = options.scan_options(arguments)
    tolerances = options.tolerances(arguments)
    parameters = options.parameters(arguments)
    asked_type = type_of(asked.record.path)
    method = Method.CONTENT if arguments.identical else options.methods(arguments).of(asked_type)
    with opened_cache(wanted=not arguments.no_cache) as cache:

        def work(control: Control) -> tuple[ScanResult, Answer]:
            result = scan(scan_options, cache, control, parameters)
            answer = find_similar.find(
                asked,
                result,
                control,
                find_similar.Wanted(method, tolerances, arguments.same_type, arguments.estimates),
                options=scan_options,
                cache=cache,
            )
            names = query_file.other_names(asked, scan_options, result, control)
            return result, find_similar.with_names(answer, names, same_type=arguments.same_type)

        result, answer = watch(work, quiet=arguments.quiet)
    say_problems([*result.problems, *answer.problems])
    say_warnings(result.warnings, quiet=arguments.quiet)
    if arguments.json:
        print_json(find_similar.find_json(answer, result))
    else:
        look = chosen_look(arguments)
        out("".join(_line(match, look) for match in answer.matches), painted=look.colors)
    if not arguments.quiet:
        say_scanned(result, verbose=arguments.verbose)
        if not answer.file.size:
            say(f"{answer.file.path} is empty: only other empty files are like it (--empty)")
        say(counted(len(answer.matches), "file", "files") + " like it")
    return int(bool(result.problems or answer.problems))


def _line(match: Match, look: Look) -> str:
    """Format a match as a line: its main figure, the relation, the path."""
    return f"{percent_text(match.figure):>6}  {match.relation:<9}  {look.path(match.file.path)}\n"


FIND = Command(_add, _find)
