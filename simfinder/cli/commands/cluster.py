"""``cluster``: the scan of ``scan`` on Apache Spark, with the result in a folder of tables."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

from simfinder.cli import options
from simfinder.cli.command import Command
from simfinder.cli.terminal import say
from simfinder.text.number_formats import count_text, counted, size_text


def _add_cluster(parser: argparse.ArgumentParser) -> None:
    options.add_scan_options(parser)
    engine = parser.add_argument_group("where the work is done")
    engine.add_argument(
        "--engine", choices=("spark",), default="spark", help="what does the work (default %(default)s)"
    )
    engine.add_argument(
        "--master",
        metavar="URL",
        help="Spark master, as in spark://HOST:7077, yarn or local[4] (default: that of Spark's own settings, else "
        "this machine)",
    )
    engine.add_argument(
        "--out",
        metavar="DIR",
        required=True,
        help="folder of the result, empty or made anew, or its URI; 'simfinder scan --from DIR' shows it",
    )
    again = engine.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="go on with a run that was stopped in DIR")
    again.add_argument(
        "--reuse",
        metavar="EARLIER",
        help="folder of an earlier result, which may be DIR: what has not changed since is not read and compared again",
    )


def _cluster(arguments: argparse.Namespace) -> int:
    from simfinder.app.session.spark.cluster_files import Wanted, cluster_files
    from simfinder.cli.commands.run_session import known_apart
    from simfinder.model.tolerances import Choices

    def place(text: str) -> str:
        return text if "://" in text else os.path.abspath(text)

    folders, arguments.folders = arguments.folders, []
    scan_options = options.scan_options(arguments)
    wanted = Wanted(
        options=replace(
            scan_options, roots=tuple(map(place, folders))
        ),  # of these, only folders are made absolute
        choices=Choices(
            methods=options.methods(arguments),
            tolerances=options.tolerances(arguments),
            same_type=arguments.same_type,
            with_forms=arguments.forms,
        ),
        parameters=options.parameters(arguments),
        out=place(arguments.out),
        master=arguments.master or (f"local[{arguments.jobs}]" if arguments.jobs else None),
        estimates=arguments.estimates,
        resume=arguments.resume,
        reuse=place(arguments.reuse) if arguments.reuse else None,
        ignored=tuple(known_apart()),
        tell=(lambda _: None) if arguments.quiet else say,
    )
    told = cluster_files(wanted)
    counts = told["counts"]
    if not arguments.quiet:
        say(f"Looked at {counted(counts['files'], 'file', 'files')}, {size_text(counts['bytes'])}")
        reused = told["reused"]
        if wanted.reuse is not None:
            say(
                f"Reused {counted(reused['files'], 'file', 'files')}, {counted(reused['links'], 'link', 'links')} and "
                f"{counted(reused['figures'], 'figure', 'figures')} of {wanted.reuse}"
            )
        if told["capped"]:
            say(
                f"{count_text(told['capped'])} very common pieces of content were only compared with their neighbours"
            )
        clusters = counted(counts["clusters"], "cluster", "clusters")
        say(
            f"{clusters} with {counted(counts['members'], 'file', 'files')}: simfinder scan --from {wanted.out}"
        )
    if counts["problems"]:
        say(
            f"{counted(counts['problems'], 'file', 'files')} could not be read or looked into; 'problems' lists them"
        )
    return int(bool(counts["problems"]))


CLUSTER = Command(_add_cluster, _cluster)
