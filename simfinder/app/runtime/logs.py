"""The log file: what went wrong, for a bug report. At most three files of a megabyte.

It collects what ``logging`` gets from every thread, and exceptions that nobody caught. It never holds the content of a
file, and a path only where a problem with it is reported. Where the log can't be written the program runs without:
nothing here may make a run fail.
"""

from __future__ import annotations

import logging
import os
import platform
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from types import TracebackType

from simfinder import __version__
from simfinder.model.file_record import Problem
from simfinder.store import app_dirs
from simfinder.text.message import say
from simfinder.text.printable_names import visible

LOG = logging.getLogger("simfinder")
LEVEL = "SIMFINDER_LOG"
"""In the environment: debug, info, warning or error."""

_SIZE, _BEFORE = 1_000_000, 2
_NO_THREAD = "can't start new thread"  # Python's own words; the error has no class
_MOST_PROBLEMS = 200  # logged of one run; the person sees them all elsewhere
_FORMAT = "%(asctime)s %(process)d %(threadName)s %(levelname)s %(name)s: %(message)s"

Tell = Callable[[BaseException], None]


class _File(RotatingFileHandler):
    """A log file created with its first line, readable by its owner only; silent where it can't be written."""

    def _open(self) -> TextIOWrapper:
        os.makedirs(os.path.dirname(self.baseFilename), mode=0o700, exist_ok=True)
        app_dirs.refuse_strangers(os.path.dirname(self.baseFilename))  # a link there could lead anywhere
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return TextIOWrapper(open(handle, "ab"), encoding=self.encoding, errors=self.errors)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Ignore a full disk or a folder that can't be written: there is nowhere to report it, and no need to."""

    def close(self) -> None:
        with suppress(OSError):  # what did not fit on the disk is still buffered, and still does not fit
            super().close()


class _Lines(logging.Formatter):
    """One line for each message, even if a path in it holds a newline."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        return visible(super().formatMessage(record))


def start(*, verbose: bool = False) -> None:
    """Start logging to the file; later calls only change how much is logged."""
    level = logging.getLevelName(os.environ.get(LEVEL, "").strip().upper())
    LOG.setLevel(level if isinstance(level, int) else logging.DEBUG if verbose else logging.INFO)
    if any(isinstance(handler, _File) for handler in LOG.handlers):
        return
    file = _File(
        app_dirs.log_file(),
        maxBytes=_SIZE,
        backupCount=_BEFORE,
        encoding="utf-8",
        errors="backslashreplace",
        delay=True,
    )
    file.setFormatter(_Lines(_FORMAT))
    LOG.addHandler(file)
    LOG.propagate = False
    LOG.debug("SimFinder %s, Python %s, %s", __version__, platform.python_version(), sys.platform)


def stop() -> None:
    """Close the file."""
    for handler in [handler for handler in LOG.handlers if isinstance(handler, _File)]:
        LOG.removeHandler(handler)
        handler.close()


@contextmanager
def caught(tell: Tell) -> Iterator[None]:
    """Log exceptions that nobody catches, in any thread, and report them in plain words.

    Args:
        tell: called with the exception, in the thread it was raised in.
    """

    def noted(error: BaseException | None, trace: TracebackType | None, thread: str) -> None:
        if error is None or isinstance(error, (SystemExit, KeyboardInterrupt)):
            return
        LOG.error("not caught, in %s", thread, exc_info=(type(error), error, trace))
        tell(error)

    before = sys.excepthook, threading.excepthook
    sys.excepthook = lambda _kind, error, trace: noted(error, trace, "the main thread")
    threading.excepthook = lambda reported: noted(
        reported.exc_value, reported.exc_traceback, reported.thread.name if reported.thread else "a thread"
    )
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = before


def unexpected(error: BaseException) -> str:
    """Return one line about an error inside the program, or about what it lacks, and where the log has more."""
    if isinstance(error, MemoryError) or (isinstance(error, RuntimeError) and _NO_THREAD in str(error)):
        return say(
            "there is too little memory, or the system allows too few threads; more about it in {}",
            app_dirs.log_file(),
        )
    return say(
        "an error inside SimFinder ({}: {}); more about it in {}",
        type(error).__name__,
        error,
        app_dirs.log_file(),
    )


def problems(reported: Iterable[Problem]) -> None:
    """Log files and folders that could not be read, with the reasons."""
    for number, problem in enumerate(reported):
        if number == _MOST_PROBLEMS:
            LOG.warning("more problems, which are not noted here")
            break
        LOG.warning("%r: %s", problem.path, problem.reason)
