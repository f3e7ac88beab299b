"""What the process that listens to recordings answers: the file it was, and its recording."""

from __future__ import annotations

import struct

from simfinder.signatures.sound.chromaprint import RATE, STEP
from simfinder.signatures.sound.recording import Recording, most_bytes

MOST_SECONDS = 7_200
"""Of what is decoded of one recording: two hours say enough of a book that is read for ten."""

MOST_NUMBERS = (MOST_SECONDS + 60) * RATE // STEP

_HEAD = struct.Struct("<4Q")

MOST = _HEAD.size + most_bytes(MOST_NUMBERS)
"""Bytes of an answer."""


def pack_answer(identity: tuple[int, int, int, int], heard: Recording) -> bytes:
    """Return an answer as bytes.

    Args:
        identity: device, inode, size and time of change in nanoseconds of the file that was read; zeros for none.
        heard: what is in it.
    """
    return _HEAD.pack(*identity) + heard.pack()


def unpack_answer(data: bytes) -> tuple[tuple[int, ...], Recording]:
    """Return the identity and the recording that ``pack_answer`` has packed.

    Raises:
        ValueError: the answer is malformed.
    """
    heard = Recording.parse(data[_HEAD.size :])
    if heard is None:
        raise ValueError("an answer is no recording")
    return _HEAD.unpack_from(data), heard
