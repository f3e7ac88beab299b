"""``shingleprint``: a drop-in for Massey's simhash(1), with its options, bytes and messages."""

from __future__ import annotations

import argparse
import getopt
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from simfinder.app.paper_tools import sim_files
from simfinder.cli.command import Command
from simfinder.cli.terminal import out, say
from simfinder.errors import NoFeaturesError, ReadError, SimFinderError, UsageError
from simfinder.signatures.shingleprint import fingerprint as shingleprint
from simfinder.signatures.shingleprint.fingerprint import FEATURES, SHINGLE, Values
from simfinder.workers.thread_pool import each

_DONE, _PROBLEMS, _NOT_HASHABLE = 0, 1, 255  # simhash(1)'s own
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
    files: list[str] = arguments.files
    if arguments.mode == "compare":
        if arguments.shingle is not None or arguments.features is not None:
            raise UsageError("-c takes neither -s nor -f: .sim files hold both")
        if len(files) != 2:
            raise UsageError(f"-c compares two .sim files, not {len(files)}")
        return _compare(*files)
    shingle = SHINGLE if arguments.shingle is None else arguments.shingle
    features = FEATURES if arguments.features is None else arguments.features
    shingleprint.check(shingle, features)
    if arguments.mode == "write":
        return _write(files, shingle, features, quiet=arguments.quiet_short)
    if arguments.mode == "matrix":
        return _matrix(files, shingle, features)
    if len(files) > 1:
        say("simfinder: several files need -w or -m; usage:")
        for line in _USAGE.splitlines():
            say(line)
        return _PROBLEMS
    return _print(files[0] if files else None, shingle, features)


def _print(path: str | None, shingle: int, features: int) -> int:
    """Write one print to standard output as the bytes of a ``.sim`` file."""
    try:
        if path is None:
            values = sim_files.print_of_handle(0, shingle, features)
        else:
            ((_, found),) = _prints([path], shingle, features)
            if isinstance(found, SimFinderError):
                raise found
            values = found
    except ReadError as error:
        say(f"{'stdin' if path is None else path}: {error.message}")
        return _PROBLEMS
    if not len(values):
        say("stdin not hashable" if path is None else f"{path}: not hashable")
        return _NOT_HASHABLE
    # the way back is the exact inverse for any bytes
    out(shingleprint.to_sim(values, shingle).decode("utf-8", "surrogateescape"))
    return _DONE


def _write(files: list[str], shingle: int, features: int, *, quiet: bool) -> int:
    """Write FILE.sim beside each FILE; report files too short, unreadable or not writable, and go on."""
    code = _DONE

    def write(path: str) -> bool:
        values = sim_files.print_of_file(path, shingle, features)
        if len(values):
            sim_files.write_sim(path + sim_files.SUFFIX, values, shingle)
        return bool(len(values))

    for path, done in each(files, write):
        if isinstance(done, SimFinderError):
            say(str(done))
            code = _PROBLEMS
        elif not done and not quiet:
            say(f"{path}: warning: not hashed")
            code = _PROBLEMS
    return code


def _compare(first: str, second: str) -> int:
    sides: list[tuple[int, Values]] = []
    try:
        for _, side in each((first, second), sim_files.read_sim):
            if isinstance(side, SimFinderError):
                raise side
            sides.append(side)
        for path, (_, values) in zip((first, second), sides, strict=True):
            if not len(values):
                raise NoFeaturesError("a print without features can't be compared", path)
    except SimFinderError as error:
        say(str(error))
        return _PROBLEMS
    (shingle, a), (other, b) = sides
    if shingle != other:
        say(f"shingle size mismatch: {first} has {shingle}, {second} has {other}")
        return _PROBLEMS
    out(shingleprint.printed(shingleprint.score(a, b)) + "\n")
    return _DONE


def _matrix(files: list[str], shingle: int, features: int) -> int:
    prints: list[Values] = []
    code = _DONE
    for _, values in _prints(files, shingle, features):
        if isinstance(values, SimFinderError):
            say(str(values))
            code = _PROBLEMS
        else:
            prints.append(values)
    if files and code == _DONE:
        _show_matrix(files, prints)
    return code


def _prints(files: list[str], shingle: int, features: int) -> Iterator[tuple[str, Values | SimFinderError]]:
    return each(files, lambda path: sim_files.print_of_file(path, shingle, features))


def _show_matrix(files: list[str], prints: list[Values]) -> None:
    """Print the lower triangle, laid out as simhash(1) does; widths count bytes."""
    lengths = np.array([len(values) for values in prints])
    table = np.zeros((len(prints), max(1, int(lengths.max()))), dtype=np.uint32)
    for row, values in zip(table, prints, strict=True):
        row[: len(values)] = values
    names = [os.fsencode(path) for path in files]
    width, field = max(map(len, names)) + 1, max(3, len(str(len(files))))
    numbers = range(1, len(files)) if len(files) > 1 else (0,)
    head = "".join(f" {number:>{field}}" for number in numbers)
    # where there is but one file the tool puts its 0 one further
    out(" " * (width - 1 + field + (len(files) == 1)) + head + "\n")
    for i, (path, name) in enumerate(zip(files, names, strict=True)):
        scores = shingleprint.exact_score_rows(table, lengths, np.full(i, i), np.arange(i))
        cells = [" ? " if np.isnan(score) else shingleprint.printed(score) for score in scores]
        line = "".join(f" {cell:>{field}}" for cell in cells)
        out(path + " " * (width - len(name)) + f"{i + 1:>{field}}{line}\n")


SHINGLEPRINT = Command("shingleprint", "Print, save and compare fingerprints as simhash(1) does.", _add, _run)
