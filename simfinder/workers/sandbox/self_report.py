"""The service that says what confines it: not what a system should have, but what a parser's process really got."""

from __future__ import annotations

import struct

from simfinder.workers.sandbox.limits import Confinement
from simfinder.workers.sandbox.server import Call

_ANSWER = struct.Struct("<?I?")


def prepare() -> None:
    """Nothing is needed."""


def answer(call: Call) -> bytes:
    """Return what confines this process."""
    return _ANSWER.pack(*call.confinement)


def unpack(data: bytes) -> Confinement:
    """Return what an answer says.

    Raises:
        ValueError: it is malformed.
    """
    if len(data) != _ANSWER.size:
        raise ValueError("of another length")
    return Confinement(*_ANSWER.unpack(data))
