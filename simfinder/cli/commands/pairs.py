"""``pairs``: list all pairs of similar files in folders."""

from __future__ import annotations

import argparse
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
from simfinder.cli.terminal import out, path_text, say, watch
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, Methods
from simfinder.text.number_formats import counted

if TYPE_CHECKING:
    from simfinder.app.find.find_pairs import Pairs


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_scan_options(parser)
    parser.add_argument(
        "--min",
        type=options.share,
        default=0.3,
        metavar="0..1",
        help="least similarity (default %(default)s; below 0.05 nothing is listed)",
    )
    parser.add_argument(
        "--min-containment",
        type=options.share,
        default=0.78,
        metavar="0..1",
        help="least share of a file that lies in another (default and least %(default)s)",
    )
    parser.add_argument("--expand", action="store_true", help="list identical files pair by pair")
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def _pairs(arguments: argparse.Namespace) -> int:
    import numpy as np

    from simfinder.app.clusters.cluster_table import SessionFiles
    from simfinder.app.find import pair_list
    from simfinder.app.find.find_pairs import MOST_PAIRS, WantedPairs, find_pairs
    from simfinder.cli.commands.run_session import known_apart, while_compiling

    say_left_behind(quiet=arguments.quiet)
    scan_options = options.scan_options(arguments)
    methods = Methods(Method.CONTENT) if arguments.identical else options.methods(arguments)
    wanted = WantedPairs(
        methods, options.parameters(arguments), arguments.min, arguments.estimates, arguments.same_type
    )
    ignored = known_apart()
    with opened_cache(wanted=not arguments.no_cache) as cache:

        def work(control: Control) -> Pairs:
            return find_pairs(scan_options, wanted, ignored, cache, control)

        found = watch(while_compiling(work), quiet=arguments.quiet)
    result, links = found.result, found.links
    problems = [*result.problems, *found.problems]
    say_problems(problems)
    say_warnings(result.warnings, quiet=arguments.quiet)
    if found.measured and not found.verified and not arguments.quiet:
        say(
            f"some figures are estimates: the {MOST_PAIRS:,} most similar pairs are compared byte by byte at most"
        )
    if links.capped and not arguments.quiet:
        say(
            f"{counted(links.capped, 'piece', 'pieces')} of content that very many files have were only compared with "
            "their neighbours; some pairs may be missing"
        )
    files, limits = found.files or SessionFiles.of(result), options.tolerances(arguments)
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
        for piece in pair_list.text(found, shown, least_contained=arguments.min_containment):
            out(piece)
    else:
        for first, *others in pair_list.identical(result, shown):
            out("".join(f"1.0000\t{path_text(first)}\t{path_text(other)}\n" for other in others))
        for similarity, a, b in pair_list.lines(result, shown):
            out(f"{similarity:.4f}\t{path_text(a)}\t{path_text(b)}\n")
    return int(bool(problems))


PAIRS = Command(_add, _pairs)
