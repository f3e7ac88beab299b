"""The first bytes of a file, for looking at only. Never blocks on a FIFO, never follows a link, never reads it all."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass

from simfinder.errors import SimFinderError, reason_of
from simfinder.scan.filesystem.long_paths import open_path
from simfinder.scan.workers.heartbeat import asking

LIMIT = 256 * 1024
"""Bytes that are looked at: enough to recognise a file, read within a few milliseconds."""


class UnreadableError(SimFinderError):
    """The file can't be looked at now."""


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a file.

    Attributes:
        data: at most the limit's bytes.
        size: of the whole file, bytes.
    """

    data: bytes
    size: int

    @property
    def truncated(self) -> bool:
        return len(self.data) < self.size


def read_head(path: str, limit: int = LIMIT) -> Head:
    """Read the first ``limit`` bytes of a regular file.

    Raises:
        UnreadableError: gone, forbidden, or no regular file any more.
    """
    flags = (
        os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        with asking(path), os.fdopen(open_path(path, flags), "rb", buffering=0) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UnreadableError("is not a regular file", path)
            parts, wanted = [], limit
            while wanted:
                part = file.read(wanted)
                if not part:
                    break
                parts.append(part)
                wanted -= len(part)
    except OSError as error:
        raise UnreadableError(reason_of(error), path) from error
    data = b"".join(parts)
    return Head(data, max(status.st_size, len(data)))
