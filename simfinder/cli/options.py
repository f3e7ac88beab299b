"""The options every scanning command takes, and how their texts become values."""

from __future__ import annotations

import argparse
import os
import re
from types import MappingProxyType

from simfinder.errors import UsageError
from simfinder.model.options import Method, ScanOptions
from simfinder.model.tolerances import BUILT_IN, Tolerances

_SIZE = re.compile(r"^(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?$", re.IGNORECASE)
_POWER = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
_HIGHEST_TOLERANCE = 95.0  # beyond, everything would be like everything


def add_scan_options(parser: argparse.ArgumentParser) -> None:
    """The folders and the options of every scanning command."""
    parser.add_argument("folders", metavar="FOLDER", nargs="+", help="folder to look through")
    what = parser.add_argument_group("which files")
    what.add_argument(
        "--protect",
        metavar="FOLDER",
        action="append",
        default=[],
        help="files in there take part and are never touched (repeatable)",
    )
    what.add_argument(
        "--exclude",
        metavar="PATTERN",
        action="append",
        default=[],
        help="leave out what matches, as in .gitignore (repeatable)",
    )
    what.add_argument(
        "--include",
        metavar="PATTERN",
        action="append",
        default=[],
        help="take only what matches, as in .gitignore (repeatable)",
    )
    what.add_argument(
        "--hidden", action="store_true", help="take files and folders whose name begins with a dot"
    )
    what.add_argument("--follow", action="store_true", help="follow symbolic links")
    what.add_argument(
        "--min-size", type=size, metavar="SIZE", help="smallest file, as in 4096, 10k, 1.5M, 2GiB"
    )
    what.add_argument("--max-size", type=size, metavar="SIZE", help="largest file")
    what.add_argument("--empty", action="store_true", help="let empty files take part")
    like = parser.add_argument_group("what counts as alike")
    like.add_argument(
        "--tolerance",
        metavar="[EXT=]PERCENT",
        action="append",
        default=[],
        type=tolerance,
        help=f"largest difference of two linked files, for all or for one type (default {BUILT_IN:.0%}%)",
    )
    like.add_argument(
        "--method",
        choices=[m.value for m in Method],
        default=Method.AUTO.value,
        help="let one method alone decide (default: %(default)s)",
    )
    like.add_argument("--same-type", action="store_true", help="no links across file types")
    like.add_argument(
        "--identical", action="store_true", help="only identical files; reads only what can be identical"
    )
    like.add_argument(
        "--estimates",
        action="store_true",
        help="figures estimated from the signatures, not measured on the bytes",
    )
    work = parser.add_argument_group("how it works")
    work.add_argument("--no-cache", action="store_true", help="read every file anew and remember nothing")
    work.add_argument(
        "--jobs", metavar="N", type=jobs, default=0, help="signing threads (default: one per core)"
    )
    add_talk_options(parser)


def add_talk_options(parser: argparse.ArgumentParser) -> None:
    """How much is said on standard error."""
    talk = parser.add_mutually_exclusive_group()
    talk.add_argument("--quiet", action="store_true", help="say nothing but problems")
    talk.add_argument("--verbose", action="store_true", help="say more")


def scan_options(arguments: argparse.Namespace) -> ScanOptions:
    """The scan a command line asks for.

    Raises:
        UsageError: the bounds contradict each other, or a protected folder is not there.
    """
    if None not in (arguments.min_size, arguments.max_size) and arguments.min_size > arguments.max_size:
        raise UsageError("--min-size is larger than --max-size")
    for folder in arguments.protect:
        if not os.path.isdir(folder):
            raise UsageError("there is no such folder to protect", folder)
    return ScanOptions(
        roots=tuple(os.path.abspath(folder) for folder in arguments.folders),
        protected=tuple(os.path.abspath(folder) for folder in arguments.protect),
        include=tuple(arguments.include),
        exclude=tuple(arguments.exclude),
        hidden=arguments.hidden,
        follow=arguments.follow,
        min_size=arguments.min_size,
        max_size=arguments.max_size,
        empty=arguments.empty,
        identical=arguments.identical,
        jobs=arguments.jobs,
    )


def tolerances(arguments: argparse.Namespace) -> Tolerances:
    """All ``--tolerance`` of a command line; of several for one type the last counts."""
    default = BUILT_IN
    by_type: dict[str, float] = {}
    for file_type, value in arguments.tolerance:
        if file_type is None:
            default = value
        else:
            by_type[file_type] = value
    return Tolerances(default, MappingProxyType(by_type))


def tolerance(text: str) -> tuple[str | None, float]:
    """``20``, ``20%``, ``py=10`` → type (None for all) and share."""
    file_type, equals, number = text.rpartition("=")
    try:
        percent = float(number.strip().removesuffix("%"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no percentage, as in 20 or py=10") from None
    if not 0.0 <= percent <= _HIGHEST_TOLERANCE:
        raise argparse.ArgumentTypeError(f"{text!r} is not between 0 and {_HIGHEST_TOLERANCE:.0f} percent")
    return (file_type.strip().lstrip(".").lower() if equals else None), percent / 100.0


def size(text: str) -> int:
    """``4096``, ``10k``, ``1.5M``, ``2GiB`` → bytes (k = 1000, Ki = 1024)."""
    match = _SIZE.match(text.strip())
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no size, as in 4096, 10k, 1.5M or 2GiB")
    number, unit, binary = match.groups()
    return int(float(number) * (1024 if binary else 1000) ** _POWER[unit.lower()])


def jobs(text: str) -> int:
    """A whole number from 1 up."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of threads")
    return int(text)
