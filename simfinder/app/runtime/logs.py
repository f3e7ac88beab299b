"""The log file: what went wrong, for a bug report. At most three files of a megabyte.

It collects what ``logging`` gets from every thread, and exceptions that nobody caught. It never holds the content of a
file, and a path only where a problem with it is reported. Where the log can't be written the program runs without:
nothing here may make a run fail.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType

from simfinder import __version__
from simfinder.model.file_record import Problem
from simfinder.model.system import NAME
from simfinder.store import app_dirs
from simfinder.text.message import say

LOG = logging.getLogger("simfinder")
LEVEL = "SIMFINDER_LOG"
"""In the environment: debug, info, warning or error."""

_NO_THREAD = "can't start new thread"  # Python's own words; the error has no class
_MOST_PROBLEMS = 200  # logged of one run; the person sees them all elsewhere

Tell = Callable[[BaseException], None]


class _File(logging.Handler):
    """Passes lines on to the log file, which the first one makes; silent where that fails."""

    _file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        with suppress(Exception):
            if self._file is None:
                from simfinder.app.runtime.log_file import LogFile

                self._file = LogFile()
            self._file.emit(record)

    def close(self) -> None:
        """Close the file, if there is one."""
        if self._file is not None:
            self._file.close()
        super().close()


def start(*, verbose: bool = False) -> None:
    """Start logging to the file; later calls only change how much is logged."""
    level = logging.getLevelName(os.environ.get(LEVEL, "").strip().upper())
    LOG.setLevel(level if isinstance(level, int) else logging.DEBUG if verbose else logging.INFO)
    if any(isinstance(handler, _File) for handler in LOG.handlers):
        return
    LOG.addHandler(_File())
    LOG.propagate = False
    LOG.debug("SimFinder %s, Python %s, %s", __version__, sys.version.split()[0], NAME)


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
    if isinstance(error, ImportError) or (
        isinstance(error, OSError) and error.errno is None
    ):  # as ctypes raises it
        return say("the program can't be loaded: {}; more about it in {}", error, app_dirs.log_file())
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
