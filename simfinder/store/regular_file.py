"""Open what has the name of a file of ours, and refuse it if it is none.

A pipe would let the program wait for ever for somebody at its other end, a device could give bytes without end.
"""

from __future__ import annotations

import os
import stat

from simfinder.text.message import say


def opened(path: str | os.PathLike[str], flags: int = os.O_RDONLY, mode: int = 0o600) -> int:
    """Return the descriptor of a regular file.

    Args:
        path: path of it.
        flags: as for ``os.open``.
        mode: permissions of a file that is made.

    Raises:
        OSError: it can't be opened, or is no regular file.
    """
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0), mode)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(say("is no file"))
    except OSError:
        os.close(handle)
        raise
    return handle


def content(path: str | os.PathLike[str], most: int) -> bytes:
    """Return the bytes of a regular file.

    Args:
        path: path of it.
        most: bytes that such a file may have.

    Raises:
        OSError: it can't be read, is no regular file, or too large.
    """
    with os.fdopen(opened(path), "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(say("is too large"))
    return data
