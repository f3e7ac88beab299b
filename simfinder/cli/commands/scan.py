"""``scan``: find clusters of similar files in folders."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from simfinder.cli import options
from simfinder.cli.command import Command
from simfinder.cli.look import Look, chosen_look
from simfinder.cli.terminal import out, say
from simfinder.text.number_formats import counted

if TYPE_CHECKING:
    from simfinder.cli.commands.run_session import Scanned

_CANCELLED = 130  # exit code


def _add_scan(parser: argparse.ArgumentParser) -> None:
    options.add_scan_options(parser, or_result=True)
    parser.add_argument(
        "--partial",
        action="store_true",
        help="after Ctrl-C show the clusters of the files read until then",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the result as JSON")
    form.add_argument("--csv", action="store_true", help="the clusters as CSV, a line per file")
    form.add_argument("--html", action="store_true", help="the result as one HTML page that needs no network")
    form.add_argument(
        "--report",
        metavar="FORM",
        help="the result as json, csv, html, or in a form that an extension brings",
    )


def _scan(arguments: argparse.Namespace) -> int:
    options.check_source(arguments)
    from simfinder.cli.commands.run_session import running

    form = next((form for form in ("json", "csv", "html") if getattr(arguments, form)), arguments.report)
    if form is not None:
        from simfinder.app.reports import write_report

        _ = write_report.FORMS[form]  # an unknown one is told before anything is read
    parts = form != "csv"
    with running(arguments, parts=parts, partial=arguments.partial) as found:
        session = found.session
        if form is not None:
            for piece in write_report.text(session, form, found.problems, found.parts):
                out(piece)
        else:
            _write_lines(found, chosen_look(arguments))
        if not arguments.quiet:
            clusters = counted(len(session.clusters), "cluster", "clusters")
            say(f"{clusters} with {counted(len(session.clusters.members), 'file', 'files')}")
    return _CANCELLED if found.early else int(bool(found.problems))


def _write_lines(found: Scanned, look: Look) -> None:
    """Write the clusters, then what is wholly inside other files."""
    from simfinder.cli.render import cluster_lines, contained_lines

    session = found.session
    for index in range(len(session.clusters)):
        out(cluster_lines(session.clusters.cluster(index), look), painted=look.colors)
    if not (found.parts or session.result.members or session.result.media):
        return
    from simfinder.app.reports.contained_groups import contained_groups
    from simfinder.app.reports.json_report import contained

    heading = "Inside other files:\n\n"
    for group in contained_groups(session, contained(session, found.parts)):
        if (
            not group.freed
        ):  # parts that are partly inside, as settings of one project are: ``--json`` has them
            continue
        out(heading + contained_lines(group, look), painted=look.colors)
        heading = ""


SCAN = Command(_add_scan, _scan)
