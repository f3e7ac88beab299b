"""What the processes that listen to recordings and look at films answer: the file it was, and what is in it."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from simfinder.scan.media.ask_readers import Made
from simfinder.workers.sandbox.server import Call

_HEAD = struct.Struct("<4Q")

IDENTITY = _HEAD.size
"""Bytes of an answer before what is in the file."""


def answered(call: Call, make: Callable[[Any], Made], nothing: Made) -> bytes:
    """Answer a request of one file. A file that can't be opened has no identity.

    Args:
        call: of the service.
        make: decodes a file that is open for reading.
        nothing: what becomes of a file that can't be decoded.
    """
    made, identity = nothing, (0, 0, 0, 0)
    try:
        with open(call.open(), "rb") as file:
            before = os.fstat(file.fileno())
            with suppress(Exception):  # whatever a decoder makes of a damaged file
                made = make(file)
            after = os.fstat(file.fileno())
            if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
                identity = (before.st_dev, before.st_ino, before.st_size, max(0, before.st_mtime_ns))
    except OSError:
        pass
    return _HEAD.pack(*identity) + made.pack()


def unpack_answer(data: bytes, made: type[Made]) -> tuple[tuple[int, ...], Made]:
    """Return what ``answered`` has packed: device, inode, size and time of change in nanoseconds, and what is in it.

    Raises:
        ValueError: the answer is malformed.
    """
    found = made.parse(data[IDENTITY:])
    if found is None:
        raise ValueError("an answer is malformed")
    return _HEAD.unpack_from(data), found
