"""``shingleprint``: a drop-in for Massey's simhash(1), with its options, bytes and messages."""

from __future__ import annotations

import argparse
import getopt
from typing import Any

from simfinder.cli.command import Command
from simfinder.cli.terminal import say
from simfinder.errors import UsageError

_USAGE = """\
simfinder shingleprint [-s SIZE] [-f COUNT] [FILE]
       simfinder shingleprint [-s SIZE] [-f COUNT] [-w|-m] FILE ...
       simfinder shingleprint -c SIMFILE SIMFILE"""


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def _add(parser: argparse.ArgumentParser) -> None:
    parser.usage = _USAGE
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="file to read; standard input where one FILE is enough and none is given",
    )
    parser.add_argument(
        "-s", dest="shingle", type=_number, metavar="SIZE", help="bytes of a window, 4 to 65535 (8)"
    )
    parser.add_argument(
        "-f", dest="features", type=_number, metavar="COUNT", help="features kept at most (128)"
    )
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument(
        "-w",
        dest="mode",
        action="store_const",
        const="write",
        help="write the print of each FILE to FILE.sim",
    )
    modes.add_argument(
        "-m",
        dest="mode",
        action="store_const",
        const="matrix",
        help="print how similar the files are to each other",
    )
    modes.add_argument(
        "-c", dest="mode", action="store_const", const="compare", help="print how similar two .sim files are"
    )
    parser.add_argument(
        "--quiet-short",
        action="store_true",
        help="with -w, do not report files too short for a print as problems",
    )
    _take_files_anywhere(parser)


def _take_files_anywhere(parser: argparse.ArgumentParser) -> None:
    """Let options follow files, as in ``-m a -s 5 b``: argparse wants all files of a command together."""
    parse = parser.parse_known_args

    def parse_sorted(args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        try:
            options, files = getopt.gnu_getopt(list(args or ()), "hs:f:wmc", ["help", "quiet-short"])
        except getopt.GetoptError:
            return parse(args, namespace)  # it says what is wrong
        words = [word for option in options for word in option if word]
        return parse([*words, "--", *files], namespace)

    parser.parse_known_args = parse_sorted  # type: ignore[method-assign]


def _run(arguments: argparse.Namespace) -> int:
    from simfinder.cli.paper_tools import shingleprint_files as prints
    from simfinder.signatures.shingleprint.fingerprint import FEATURES, SHINGLE, check

    files: list[str] = arguments.files
    if arguments.mode == "compare":
        if arguments.shingle is not None or arguments.features is not None:
            raise UsageError("-c takes neither -s nor -f: .sim files hold both")
        if len(files) != 2:
            raise UsageError(f"-c compares two .sim files, not {len(files)}")
        return prints.compare(*files)
    shingle = SHINGLE if arguments.shingle is None else arguments.shingle
    features = FEATURES if arguments.features is None else arguments.features
    check(shingle, features)
    if arguments.mode == "write":
        return prints.write(files, shingle, features, quiet=arguments.quiet_short)
    if arguments.mode == "matrix":
        return prints.matrix(files, shingle, features)
    if len(files) > 1:
        say("simfinder: several files need -w or -m; usage:")
        for line in _USAGE.splitlines():
            say(line)
        return prints.PROBLEMS
    return prints.show(files[0] if files else None, shingle, features)


SHINGLEPRINT = Command(_add, _run)
