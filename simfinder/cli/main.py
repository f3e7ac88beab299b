"""Parse a command line and run its verb: arguments in, an exit code out, every expected error one line."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from simfinder import __version__, remove_damaged_bytecode
from simfinder.app.runtime import logs
from simfinder.cli.command import ShortUsage
from simfinder.cli.terminal import OutputError, flush, plain, profiled, say, silence, visible
from simfinder.cli.verbs import VERBS, named
from simfinder.errors import Cancelled, SimFinderError, UsageError

DONE, PROBLEMS, WRONG, CANCELLED = 0, 1, 2, 130


_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")

_NEAR = 0.75  # "--keep" does not mean "--help"

_EPILOG = """\
'simfinder FOLDER ...' opens the window on these folders; a folder named like a command is given as ./scan. A window
that is open shows them itself, unless --new-window is given.
exit codes: 0 done; 1 done, with problems listed; 2 wrong usage or nothing could be done; 130 cancelled.
"""


def make_parser(verb: str | None = None) -> argparse.ArgumentParser:
    """Build the parser of the command line with the arguments of one command; without, if none is named."""
    parser = argparse.ArgumentParser(
        prog="simfinder",
        usage="simfinder [FOLDER ...]\n       simfinder COMMAND ...",
        description="Finds files that are the same, nearly the same, or older versions of one another.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"simfinder {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True, prog="simfinder")
    for name, sentence in VERBS.items():
        sub = verbs.add_parser(
            name, help=sentence, description=sentence, allow_abbrev=False, formatter_class=ShortUsage
        )
        if name == verb:
            command = named(name)
            command.add_arguments(sub)
            sub.set_defaults(run=command.run, parser=sub)
    return parser


def run(argv: Sequence[str]) -> int:
    """Carry out one command line and return its exit code."""
    try:
        arguments, unknown = _loaded(next((word for word in argv if word in VERBS), None)).parse_known_args(
            argv
        )
        if unknown:
            _refuse(arguments.parser, unknown[0])
    except SystemExit as stop:  # argparse has printed why
        code = int(stop.code or 0)
        return _outcome(lambda: _told(code))
    except (ImportError, OSError, MemoryError) as error:  # a library is damaged, or there is no memory for it
        say(f"simfinder: the program can't be loaded: {error or 'there is too little memory'}")
        return WRONG
    function: Callable[[argparse.Namespace], int] = arguments.run
    logs.start(verbose=getattr(arguments, "verbose", False))
    logs.LOG.debug("%s begins", arguments.verb)
    try:
        with logs.caught(lambda error: say(f"simfinder: {logs.unexpected(error)}")):
            return _outcome(lambda: _profiled(function, arguments))
    finally:
        logs.LOG.debug("%s ends", arguments.verb)
        logs.stop()


def _refuse(parser: argparse.ArgumentParser, word: str) -> NoReturn:
    """Say that a command does not know an argument, and which option may have been meant."""
    if not word.startswith("-"):
        parser.error(f"one argument too many: {visible(word)}")
    option = word.partition("=")[0]
    known = set(_OPTION.findall(parser.format_help()))
    if option in known:
        parser.error(f"{option} goes behind the command")
    meant = difflib.get_close_matches(option, known, 1, _NEAR)
    parser.error(f"there is no option {visible(option)}" + "".join(f"; did you mean {one}?" for one in meant))


def _loaded(verb: str | None) -> argparse.ArgumentParser:
    """Import a command and build its parser, without compiled sources that a full disk has cut short."""
    while True:
        try:
            return make_parser(verb)
        except (EOFError, ValueError) as error:
            if not remove_damaged_bytecode(error):
                raise


def _told(code: int) -> int:
    """Flush what argparse has written, and return the exit code."""
    flush()
    return code


def _profiled(function: Callable[[argparse.Namespace], int], arguments: argparse.Namespace) -> int:
    colorless = getattr(arguments, "color", "") == "never"
    with profiled(getattr(arguments, "profile", None), arguments.verb), plain(colorless):
        return function(arguments)


def _outcome(function: Callable[[], int]) -> int:
    """Run a function and return its exit code, or that of the error it ended with."""
    try:
        return function()
    except Cancelled:
        say("simfinder: cancelled; what was computed is kept")
        return CANCELLED
    except KeyboardInterrupt:
        return CANCELLED
    except OutputError as error:
        silence(sys.stdout)
        say(f"simfinder: {error}")
        return WRONG
    except UsageError as error:
        say(f"simfinder: {error}")
        return WRONG
    except SimFinderError as error:
        logs.LOG.warning("%s", error.message)
        say(f"simfinder: {error}")
        return WRONG
    except BrokenPipeError:
        silence(sys.stdout)
        return DONE
    except Exception as error:  # a bug: the person gets one line, the log the traceback
        logs.LOG.exception("not expected")
        if remove_damaged_bytecode(error):
            say("simfinder: a part of the program was damaged and has been repaired; start it again")
        elif isinstance(error, FileNotFoundError) and error.filename is None:  # os.getcwd
            say("simfinder: the folder you are in is gone; go to another one, or name whole paths")
        else:
            say(f"simfinder: {logs.unexpected(error)}")
        return WRONG


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
