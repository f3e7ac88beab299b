"""``kernels``: compile the comparing code into a folder that other machines use."""

from __future__ import annotations

import argparse
from pathlib import Path

from simfinder.cli.command import Command
from simfinder.cli.options import add_talk_options
from simfinder.cli.terminal import say, visible, watch


def _add(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="what", metavar="build", required=True)
    build = verbs.add_parser(
        "build", help="compile all kernels into a folder, for a package", allow_abbrev=False
    )
    build.add_argument(
        "--target",
        choices=("generic", "native"),
        default="generic",
        help="'generic' runs on every processor of this kind; 'native' is faster, and runs on those that have all"
        " features of this one (default %(default)s)",
    )
    build.add_argument("folder", metavar="FOLDER", help="empty, or made if missing")
    add_talk_options(build)
    build.set_defaults(act=_build)


def _build(arguments: argparse.Namespace) -> int:
    from simfinder.app.maintenance.build_kernels import build

    if not arguments.quiet:
        say("compiling; this takes a minute or two")
    folder = Path(arguments.folder)
    count = watch(lambda control: build(arguments.target, folder, control), quiet=arguments.quiet)
    if not arguments.quiet:
        say(f"{count} kernels were written to {visible(str(folder))}")
    return 0


def _kernels(arguments: argparse.Namespace) -> int:
    code: int = arguments.act(arguments)
    return code


KERNELS = Command(_add, _kernels)
