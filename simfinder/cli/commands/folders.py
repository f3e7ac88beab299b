"""``folders``: find whole folders and archives that are identical, contained in one another, versions, or similar."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from simfinder.cli import options
from simfinder.cli.command import Command, print_json
from simfinder.cli.terminal import out, path_text, say
from simfinder.text.number_formats import counted, size_text

if TYPE_CHECKING:
    from simfinder.app.folders.found_folders import FoundFolders
    from simfinder.search.folders.folder_pairs import FolderPairs


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_scan_options(parser)
    parser.add_argument(
        "--min",
        type=options.share,
        default=0.5,
        metavar="0..1",
        help="least share of one folder that is in the other (default %(default)s; below 0.3 nothing is listed)",
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def _folders(arguments: argparse.Namespace) -> int:
    from simfinder.app.folders.find_folders import find_folders
    from simfinder.app.reports.folder_report import folders_json
    from simfinder.cli.commands.run_session import running

    with running(arguments) as scanned:
        found = find_folders(scanned.session)
        pairs = found.pairs(arguments.min)
        problems = scanned.problems
        if arguments.json:
            print_json(folders_json(found, pairs, problems))
        else:
            for row in range(pairs.size):
                out(_lines(found, pairs, row))
        if not arguments.quiet:
            say(f"{counted(pairs.size, 'pair', 'pairs')} of folders")
    return int(bool(problems))


def _lines(found: FoundFolders, pairs: FolderPairs, row: int) -> str:
    """Say what two folders are to each other, a line for what and one for each path."""
    from simfinder.app.reports.folder_report import counts_text
    from simfinder.search.folders.folder_pairs import RELATIONS

    relation = RELATIONS[int(pairs.relation[row])]
    freed = int(pairs.bytes_freed[row])
    head = f"{relation}  {_percent(float(pairs.similarity[row]))}  {counts_text(pairs, row)}"
    head += f"  frees {size_text(freed)}" if freed else ""
    marks = ("keep", "    ") if pairs.kept_a[row] else ("    ", "keep")
    sides = ((pairs.a, pairs.a_in_b, "second"), (pairs.b, pairs.b_in_a, "first"))
    lines = [
        f"  {mark}  {path_text(found.path(int(column[row])))}  ({_percent(float(share[row]))} in the {other})\n"
        for mark, (column, share, other) in zip(marks, sides, strict=True)
    ]
    return f"{head}\n{''.join(lines)}"


def _percent(share: float) -> str:
    """Return a share in percent, rounded, but 100 % only for all of it."""
    return "100 %" if share >= 1 else f"{min(99.9, share * 100):.1f} %"


FOLDERS = Command(_add, _folders)
