"""What the window asks of the process that decodes pictures, and what that says of one beside its pixels.

Writes, reads and checks an answer: the window never takes more than it asked for. Imports no Qt.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import NamedTuple

LARGEST_SIDE = 3072
"""Pixels of the longer side that the window ever asks for: 36 MB."""

SIDE = struct.Struct("<I")
"""A request: the most pixels of the longer side."""

_HEAD = struct.Struct("<BHIIIIII8s")
HEAD_SIZE = _HEAD.size


class Trouble(IntEnum):
    """Reasons why there is no picture."""

    NONE = 0
    UNKNOWN = 1  # no kind of picture that can be drawn
    DAMAGED = 2
    TOO_LARGE = 3
    UNREADABLE = 4
    TOO_SLOW = 5
    DIED = 6  # the process ended while it drew


class Mark(IntEnum):
    """Remarks on a picture, as bits."""

    MOVING = 1  # it has more than one frame, or pages
    DEEP = 2  # more than eight bits a channel
    CMYK = 4
    TURNED = 8  # as its EXIF data say
    PARTIAL = 16  # something in it is damaged: what could be read is there
    EXACT = 32  # every pixel is there, none was made of several
    BARRED = 64  # it refers to something outside of itself, which was left out
    PAGES = 128  # its frames are pages
    PREVIEW = 256  # the one that a camera put into its raw picture


class Head(NamedTuple):
    """What is known of a picture beside its pixels.

    Attributes:
        trouble: why there is nothing.
        marks: bits of ``Mark``.
        width, height: of the pixels, four bytes each (ARGB, premultiplied, as Qt has them in memory).
        full_width, full_height: of the picture itself.
        frames: pictures in the file.
        number: the system's number of an error.
        form: kind of picture, such as ``png``.
    """

    trouble: Trouble = Trouble.NONE
    marks: int = 0
    width: int = 0
    height: int = 0
    full_width: int = 0
    full_height: int = 0
    frames: int = 1
    number: int = 0
    form: str = ""

    @property
    def size(self) -> int:
        """Bytes of the pixels."""
        return 4 * self.width * self.height


def pack_head(head: Head) -> bytes:
    """Return a head as bytes."""
    return _HEAD.pack(*head[:-1], head.form.encode("ascii", "replace")[:8])


def unpack_head(data: bytes, side: int) -> Head:
    """Return a head that makes sense for a picture of this side.

    Raises:
        ValueError: it does not.
    """
    if len(data) != _HEAD.size:
        raise ValueError("of another length")
    head = Head(*_HEAD.unpack(data))
    head = head._replace(trouble=Trouble(head.trouble), form=data[-8:].rstrip(b"\0").decode("ascii"))
    if max(head.width, head.height) > side or (head.form and not head.form.isalnum()):
        raise ValueError("more than was asked for")
    if (head.trouble is Trouble.NONE) is not bool(head.size):
        raise ValueError("pixels and trouble exclude one another")
    return head
