"""``spamsum``: a drop-in for ssdeep 2.14.1, with its options, bytes and exit codes.

The arguments go to ``getopt`` as they are, because ssdeep's users mix options and files; messages are worded by us.
"""

from __future__ import annotations

import argparse
import getopt
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from simfinder import __version__
from simfinder.app.paper_tools import ssdeep_lists, ssdeep_matching
from simfinder.app.paper_tools.ssdeep_lists import Entry
from simfinder.app.paper_tools.ssdeep_matching import EVERYTHING, Match
from simfinder.app.paper_tools.ssdeep_signing import SignedFile, sign_files, sign_handle
from simfinder.cli.command import Command
from simfinder.cli.terminal import out, say, watch
from simfinder.errors import ReadError, UsageError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.workers.stall_timeout import ask

_DONE, _WRONG = 0, 1  # ssdeep's own
_MEANINGFUL = 4096
"""Bytes a file must exceed for its signature to be meaningful."""

_PORTION = 64 * 1024  # characters written at once
_SECONDS = 0.2  # after which what there is is written
_STDIN = "stdin"
_DIGITS = 18  # of a number; int() itself refuses thousands

_OPTIONS = (
    ("-r", None, "take the files below folders too"),
    ("-b", None, "bare names, without their folders"),
    ("-l", None, "names as given, not absolute"),
    ("-s", None, "no messages"),
    ("-v", None, "name each file on standard error"),
    ("-m", "LIST", "compare the files with this list's (repeatable)"),
    ("-k", "LIST", "the files are lists: compare their signatures with this list's (repeatable)"),
    ("-x", None, "the files are lists: compare all their signatures with each other"),
    ("-d", None, "compare each file with those before it"),
    ("-p", None, "compare all files with each other, and show each one's matches together"),
    ("-g", None, "with one of these five: show clusters"),
    ("-t", "SCORE", "show matches above this score only, 0 to 100 (0)"),
    ("-a", None, "show scores of 0 too"),
    ("-c", None, "matches as comma-separated values"),
    ("-V", None, "the version"),
)
_EXCLUSIVE = (
    ("-b", "-l"),
    ("-d", "-p"),
    ("-g", "-c"),
    ("-x", "-m"),
    ("-x", "-k"),
    ("-x", "-d"),
    ("-x", "-p"),
    ("-k", "-m"),
    ("-k", "-d"),
    ("-k", "-p"),
)


@dataclass(slots=True)
class _Request:
    """What the arguments ask for."""

    flags: set[str] = field(default_factory=set)
    known: list[str] = field(default_factory=list)
    threshold: int = 0
    files: list[str] = field(default_factory=list)

    def has(self, flag: str) -> bool:
        return flag in self.flags

    def has_any(self, *flags: str) -> bool:
        return not self.flags.isdisjoint(flags)


def _add(parser: argparse.ArgumentParser) -> None:
    parser.usage = """\
simfinder spamsum [-rblsv] [FILE ...]
       simfinder spamsum -d|-p|-m LIST [-rblsvgca] [-t SCORE] [FILE ...]
       simfinder spamsum -x|-k LIST [-sgca] [-t SCORE] LIST ..."""
    parser.epilog = (
        "Without a FILE standard input is signed. Exit codes: 0 done; 1 wrong usage; 130 cancelled."
    )
    for flag, value, text in _OPTIONS:
        if value:
            parser.add_argument(flag, metavar=value, help=text)
        else:
            parser.add_argument(flag, action="store_true", help=text)
    parser.add_argument("files", nargs="*", metavar="FILE")
    parse = parser.parse_known_args

    def keep_words(
        args: list[str] | None = None, _namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        namespace, rest = parse([])
        namespace.words, namespace.page = list(args or ()), parser.format_help
        return namespace, rest

    parser.parse_known_args = keep_words  # type: ignore[method-assign, assignment]


def _run(arguments: argparse.Namespace) -> int:
    words: list[str] = arguments.words
    try:
        options, files = getopt.gnu_getopt(words, "m:k:vdprgsblcxat:hV", ["help"])
    except getopt.GetoptError as error:
        say(f"simfinder spamsum: {error.msg}; see 'simfinder spamsum -h'")
        return _WRONG
    flags = {option for option, _ in options}
    if flags & {"-h", "--help"}:
        page: Callable[[], str] = arguments.page
        out(page())
        return _DONE
    if "-V" in flags:
        out(f"simfinder {__version__}, for ssdeep 2.14.1\n")
        return _DONE
    talk = _Talk(silent="-s" in flags, verbose="-v" in flags)
    try:
        request = _request(options, files)
        quiet = talk.silent or talk.verbose or sys.stdout.isatty()
        watch(lambda control: _work(request, talk, control), quiet=quiet)
    except UsageError as error:
        talk.say(f"simfinder spamsum: {error}; see 'simfinder spamsum -h'")
        return _WRONG
    return _DONE


def _request(options: list[tuple[str, str]], files: list[str]) -> _Request:
    request = _Request(files=files)
    for option, value in options:
        request.flags.add(option)
        if option in ("-m", "-k"):
            request.known.append(value)
        elif option == "-t":
            request.threshold = _threshold(value)
    if request.has("-a"):
        request.threshold = EVERYTHING
    for first, second in _EXCLUSIVE:
        if request.has(first) and request.has(second):
            raise UsageError(f"{first} and {second} exclude each other")
    return request


def _threshold(text: str) -> int:
    digits = text.strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > _DIGITS or int(digits) > 100:
        raise UsageError(f"{text!r} is no score from 0 to 100")
    return int(digits)


def _work(request: _Request, talk: _Talk, control: Control) -> None:
    lists = [listing for path in request.known if (listing := _entries(path, talk, control)) is not None]
    if request.known and not lists:
        raise UsageError("none of the lists to compare with can be used")
    known = [entry for listing in lists for entry in listing]
    with _Writer() as write:
        if not request.has_any("-m", "-k", "-x", "-d", "-p") or (
            request.has_any("-k", "-x") and not request.files
        ):
            _write_list(_signed(request, talk, control), write)
            return
        if request.has_any("-k", "-x"):
            new = [entry for path in request.files for entry in _entries(path, talk, control) or ()]
        else:
            new = list(_signed(request, talk, control))
        control.begin(Phase.COMPARING)
        if request.has("-g"):
            _write_clusters(_clusters(request, known, new, control), write)
        elif request.has_any("-p", "-x"):
            for matches in ssdeep_matching.each_with_all([*known, *new], request.threshold, control):
                _write_matches(matches, write, csv=request.has("-c"))
                write("\n")
        else:
            compare = ssdeep_matching.growing if request.has("-d") else ssdeep_matching.against
            _write_matches(compare(known, new, request.threshold, control), write, csv=request.has("-c"))


def _entries(path: str, talk: _Talk, control: Control) -> list[Entry] | None:
    """Read the entries of a list and report its problems; None if it can't be used."""
    try:
        listing = ask(path, lambda: ssdeep_lists.read(path), control)
    except (ssdeep_lists.ListError, ReadError) as error:
        talk.say(str(error))
        return None
    for problem in listing.problems:
        talk.say(f"{problem.path}: {problem.reason}")
    return listing.entries


def _signed(request: _Request, talk: _Talk, control: Control) -> Iterator[Entry]:
    """Sign the files named, or standard input, under the names to show; report problems."""
    done: Iterable[SignedFile | Problem]
    if request.files:
        absolute = not request.has("-l")
        done = sign_files(request.files, control, recursive=request.has("-r"), absolute=absolute)
    else:
        done = (sign_handle(0, _STDIN, control),)
    largest = None
    for item in done:
        if isinstance(item, Problem):
            talk.say(f"{item.path}: {item.reason}")
            continue
        if talk.verbose:
            talk.say(f"Hashing: {item.name}")
        largest = max(largest or 0, item.size)
        yield Entry(item.signature, os.path.basename(item.name) if request.has("-b") else item.name)
    if request.files and largest is not None and largest <= _MEANINGFUL:
        talk.say(f"simfinder spamsum: no file was above {_MEANINGFUL} bytes, so the signatures tell little")


def _clusters(request: _Request, known: list[Entry], new: list[Entry], control: Control) -> list[list[Entry]]:
    if request.has_any("-p", "-x"):
        return ssdeep_matching.clusters_of_all([*known, *new], request.threshold, control)
    gather = ssdeep_matching.clusters_of_growing if request.has("-d") else ssdeep_matching.clusters_of_against
    return gather(known, new, request.threshold, control)


def _write_list(entries: Iterable[Entry], write: _Writer) -> None:
    for number, entry in enumerate(entries):
        if number == 0:
            write(f"{ssdeep_lists.HEADER}\n")
        write(ssdeep_lists.line(entry.signature, entry.name))


def _write_matches(matches: Iterable[Match], write: _Writer, *, csv: bool) -> None:
    for entry, other, score in matches:
        if csv:
            write(f"{ssdeep_lists.quoted(entry.name)},{ssdeep_lists.quoted(other.name)},{score}\n")
        else:
            write(f"{_label(entry)} matches {_label(other)} ({score})\n")


def _write_clusters(clusters: Iterable[list[Entry]], write: _Writer) -> None:
    for cluster in clusters:
        write(f"** Cluster size {len(cluster)}\n")
        for entry in cluster:
            write(f"{entry.name}\n")
        write("\n")


def _label(entry: Entry) -> str:
    return f"{entry.source}:{entry.name}" if entry.source else entry.name


@dataclass(frozen=True, slots=True)
class _Talk:
    """Messages on standard error, as far as the options allow them."""

    silent: bool
    verbose: bool

    def say(self, text: str) -> None:
        if not self.silent:
            say(text)


class _Writer:
    """Writes standard output in portions: a system call per line would cost more than the line."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._length = 0
        self._due = 0.0

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._flush()

    def __call__(self, line: str) -> None:
        self._lines.append(line)
        self._length += len(line)
        if self._length > _PORTION or time.monotonic() >= self._due:
            self._flush()

    def _flush(self) -> None:
        if self._lines:
            out("".join(self._lines))
        self._lines.clear()
        self._length = 0
        self._due = time.monotonic() + _SECONDS


SPAMSUM = Command("spamsum", "Make, list and compare signatures as ssdeep does.", _add, _run)
