"""What the process that looks at pictures answers: what the head of a picture says, the file it was, its points."""

from __future__ import annotations

import struct
from typing import NamedTuple

from simfinder.signatures.picture.notes import ALL

POINTS = 64
"""Points on each side of what is sent; they are stretched over the picture whatever its shape."""

SMALLEST = 32
"""Pixels of the shorter side from which points are sent: smaller pictures are icons, drawn for one place."""

MOST_PIXELS = 120_000_000
"""Of what is decoded: 480 MB, within what the process may take."""

NOTES = b"notes"
"""A request for nothing but what the head of a picture says; the answer is JSON."""

LONGEST_NOTE = 300
"""Most characters of each note."""

_HEAD = struct.Struct("<IIBBBf4Q")
_BYTES = 4 * 3 * POINTS * POINTS

MOST = _HEAD.size + 2 * _BYTES
"""Bytes of an answer with the points of a picture and of what is in its frame."""


class Facts(NamedTuple):
    """What the head of a picture says.

    Attributes:
        width, height: pixels, as the picture is shown.
        saved: the quality a JPEG was saved at, 1 to 100; 0 for any other picture.
        camera: it names the camera the picture is from.
        notes: what else it notes, as bits, see ``signatures.picture.notes``.
        share: of the picture that is inside an even frame; 1.0 where it has none.
    """

    width: int = 0
    height: int = 0
    saved: int = 0
    camera: bool = False
    notes: int = 0
    share: float = 1.0


class Answer(NamedTuple):
    """An answer.

    Attributes:
        facts: of the picture.
        identity: device, inode, size and time of change in nanoseconds of the file that was read; zeros for none.
        points: float32, 64 x 64 levels of red, then of green and of blue; then the same of what is in its frame, if it
            has one. Empty for a picture that can't be decoded or is too small.
    """

    facts: Facts
    identity: tuple[int, ...]
    points: bytes


def pack_answer(facts: Facts, identity: tuple[int, int, int, int], points: bytes) -> bytes:
    """Return an answer as bytes."""
    return _HEAD.pack(*facts, *identity) + points


def unpack_answer(data: bytes) -> Answer:
    """Return the answer that ``pack_answer`` has packed.

    Raises:
        ValueError: it is malformed.
    """
    if len(data) not in (_HEAD.size, _HEAD.size + _BYTES, MOST):
        raise ValueError("an answer is cut short")
    width, height, saved, camera, notes, share, *identity = _HEAD.unpack_from(data)
    if saved > 100 or notes > ALL:
        raise ValueError("no picture has this quality, or these notes")
    if not (0 < share <= 1) or (share < 1) != (len(data) == MOST):
        raise ValueError("an answer has no such frame")
    facts = Facts(width, height, saved, bool(camera), notes, share)
    return Answer(facts, tuple(identity), bytes(data[_HEAD.size :]))
