"""``scan``: find clusters of similar files in folders."""

from __future__ import annotations

import argparse

from simfinder.cli import options
from simfinder.cli.command import Command
from simfinder.cli.look import chosen_look
from simfinder.cli.terminal import out, say
from simfinder.text.number_formats import counted

_CANCELLED = 130  # exit code


def _add_scan(parser: argparse.ArgumentParser) -> None:
    options.add_scan_options(parser)
    parser.add_argument(
        "--partial",
        action="store_true",
        help="after Ctrl-C show the clusters of the files read until then",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the result as JSON")
    form.add_argument("--csv", action="store_true", help="the clusters as CSV, a line per file")
    form.add_argument("--html", action="store_true", help="the result as one HTML page that needs no network")


def _scan(arguments: argparse.Namespace) -> int:
    from simfinder.cli.commands.run_session import running
    from simfinder.cli.render import cluster_lines

    form = next((form for form in ("json", "csv", "html") if getattr(arguments, form)), None)
    parts = form in ("json", "html")
    with running(arguments, parts=parts, partial=arguments.partial) as found:
        session = found.session
        if form is not None:
            from simfinder.app.reports import write_report

            for piece in write_report.text(session, write_report.Form(form), found.problems, found.parts):
                out(piece)
        else:
            look = chosen_look(arguments)
            for index in range(len(session.clusters)):
                out(cluster_lines(session.clusters.cluster(index), look), painted=look.colors)
        if not arguments.quiet:
            clusters = counted(len(session.clusters), "cluster", "clusters")
            say(f"{clusters} with {counted(len(session.clusters.members), 'file', 'files')}")
    return _CANCELLED if found.early else int(bool(found.problems))


SCAN = Command(_add_scan, _scan)
