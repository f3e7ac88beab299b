"""``spamsum``: a drop-in for ssdeep 2.14.1, with its options, bytes and exit codes.

The arguments go to ``getopt`` as they are, because ssdeep's users mix options and files; messages are worded by us.
"""

from __future__ import annotations

import argparse
import getopt
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from simfinder import __version__
from simfinder.cli.command import Command
from simfinder.cli.terminal import out, say, watch
from simfinder.errors import UsageError

if TYPE_CHECKING:
    from simfinder.cli.paper_tools.spamsum_lists import Request

_DONE, _WRONG = 0, 1  # ssdeep's own
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
    from simfinder.cli.paper_tools.spamsum_lists import Talk, work

    talk = Talk(silent="-s" in flags, verbose="-v" in flags)
    try:
        request = _request(options, files)
        quiet = talk.silent or talk.verbose or sys.stdout.isatty()
        watch(lambda control: work(request, talk, control), quiet=quiet)
    except UsageError as error:
        talk.say(f"simfinder spamsum: {error}; see 'simfinder spamsum -h'")
        return _WRONG
    return _DONE


def _request(options: list[tuple[str, str]], files: list[str]) -> Request:
    from simfinder.app.paper_tools.ssdeep_matching import EVERYTHING
    from simfinder.cli.paper_tools.spamsum_lists import Request

    request = Request(files=files)
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


SPAMSUM = Command(_add, _run)
