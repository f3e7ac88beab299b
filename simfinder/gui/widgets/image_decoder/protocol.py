"""What the window and the process that decodes pictures say to each other: a question one way, a head and pixels back.

Owns the bytes of both, and what is believed of an answer: nothing that could make the window take more than it
asked for. Imports no Qt.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import BinaryIO, NamedTuple

LARGEST_SIDE = 3072
"""Pixels of the longer side that the window ever asks for: 36 MB."""

_QUESTION = struct.Struct("<IIII")
_ANSWER = struct.Struct("<IBBHIIIIIII8s")
ANSWER_SIZE = _ANSWER.size
_LONGEST_PATH = 1 << 20


class Trouble(IntEnum):
    """Why there is no picture."""

    NONE = 0
    UNKNOWN = 1  # no kind of picture that can be drawn
    DAMAGED = 2
    TOO_LARGE = 3
    UNREADABLE = 4
    TOO_SLOW = 5
    DIED = 6  # the process ended while it drew


class Mark(IntEnum):
    """What is worth saying of a picture, as bits."""

    MOVING = 1  # it has more than one frame, or pages
    DEEP = 2  # more than eight bits a channel
    CMYK = 4
    TURNED = 8  # as its EXIF data say
    PARTIAL = 16  # something in it is damaged: what could be read is there
    EXACT = 32  # every pixel is there, none was made of several
    BARRED = 64  # it refers to something outside of itself, which was left out
    PAGES = 128  # its frames are pages


class Question(NamedTuple):
    """One file to be drawn.

    Attributes:
        path: absolute, the file system's bytes.
        side: pixels of the longer side at most.
        serial: stands in the answer as well.
    """

    path: bytes
    side: int
    serial: int


class Head(NamedTuple):
    """What is told before the pixels.

    Attributes:
        serial: of the question.
        trouble: why there is nothing.
        marks: bits of ``Mark``.
        width, height: of the pixels that follow, four bytes each (ARGB, premultiplied, as Qt has them in memory).
        full_width, full_height: of the picture itself.
        frames: pictures in the file.
        number: the system's number of an error.
        form: kind of picture, such as ``png``.
    """

    serial: int
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


def pack_question(question: Question) -> bytes:
    """A question as bytes."""
    return _QUESTION.pack(0x53504943, len(question.path), question.side, question.serial) + question.path


def read_question(source: BinaryIO) -> Question | None:
    """The next question; None where there are no more."""
    head = source.read(_QUESTION.size)
    if len(head) < _QUESTION.size:
        return None
    _, length, side, serial = _QUESTION.unpack(head)
    path = source.read(length) if length <= _LONGEST_PATH else b""
    return Question(path, side, serial) if len(path) == length else None


def pack_head(head: Head) -> bytes:
    """A head as bytes."""
    return _ANSWER.pack(
        head.serial, head.trouble, head.marks, 0, head.width, head.height, head.full_width, head.full_height,
        head.frames, head.number, head.size, head.form.encode("ascii", "replace")[:8],
    )  # fmt: skip


def unpack_head(data: bytes | bytearray, side: int) -> Head:
    """A head that makes sense for a question of this side.

    Raises:
        ValueError: it does not.
    """
    serial, trouble, marks, _, width, height, full_width, full_height, frames, number, size, form = (
        _ANSWER.unpack(data)
    )
    name = form.rstrip(b"\0").decode("ascii")
    head = Head(serial, Trouble(trouble), marks, width, height, full_width, full_height, frames, number, name)
    if max(width, height) > side or size != head.size or (name and not name.isalnum()):
        raise ValueError("more than was asked for")
    if (trouble == Trouble.NONE) is not bool(size):
        raise ValueError("pixels and trouble exclude one another")
    return head
