"""The file behind ``logs``, made when the first line is written: ``logging.handlers`` takes 10 ms to import."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler

from simfinder.store import app_dirs, regular_file
from simfinder.text.printable_names import visible

_SIZE, _BEFORE = 1_000_000, 2
_FORMAT = "%(asctime)s %(process)d %(threadName)s %(levelname)s %(name)s: %(message)s"


class LogFile(RotatingFileHandler):
    """A log file created with its first line, readable by its owner only; silent where it can't be written."""

    def __init__(self) -> None:
        super().__init__(
            app_dirs.log_file(),
            maxBytes=_SIZE,
            backupCount=_BEFORE,
            encoding="utf-8",
            errors="backslashreplace",
            delay=True,
        )
        self.setFormatter(_Lines(_FORMAT))

    def _open(self) -> TextIOWrapper:
        os.makedirs(os.path.dirname(self.baseFilename), mode=0o700, exist_ok=True)
        app_dirs.refuse_strangers(os.path.dirname(self.baseFilename))  # a link there could lead anywhere
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        handle = regular_file.opened(self.baseFilename, flags)
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
