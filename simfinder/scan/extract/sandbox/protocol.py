"""What a worker and the one who asks say to each other: requests one way, frames of data and an end the other.

Plain bytes and words only, which are quick to pack and light to import. Whoever reads answers trusts nothing in them:
the other side works on hostile files.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

DATA, END, FAILED, READY = 1, 2, 3, 4
"""Kinds of frames: a piece of the view; it is complete; it could not be made; the worker has started."""

PIECE = 1 << 18
"""Bytes of a frame of data at most."""

BYTES_PER_SECOND = 10_000_000
"""A view may take a second longer for every so many bytes that it makes."""

HEADER = struct.Struct("<BI")
_LENGTH = struct.Struct("<I")
_REQUEST = struct.Struct("<IB?QII")
_LONGEST = 4000  # characters of a word
_WORDS = 1 << 18  # bytes of all words at most


class Request(NamedTuple):
    """One file to be looked into.

    Attributes:
        path: absolute, the file system's bytes.
        code: of its format.
        follow: it may be a symbolic link.
        limit: bytes of the view that are wanted; 0 means all. Members behind them are listed all the same.
        patience: milliseconds after which what was found until then will do; 0 means no end.
        serial: stands in the answer as well.
    """

    path: bytes
    code: int
    follow: bool = False
    limit: int = 0
    patience: int = 0
    serial: int = 0


def pack_request(request: Request) -> bytes:
    """A request as bytes."""
    path, *numbers = request
    return _REQUEST.pack(len(path), *numbers) + path


def read_request(source: BinaryIO) -> Request | None:
    """The next request; None where there are no more."""
    head = source.read(_REQUEST.size)
    if len(head) < _REQUEST.size:
        return None
    length, *numbers = _REQUEST.unpack(head)
    path = source.read(length)
    return Request(path, *numbers) if len(path) == length else None


def frame(kind: int, payload: bytes | memoryview = b"") -> bytes:
    """One frame."""
    return b"".join((HEADER.pack(kind, len(payload)), payload))


def write(handle: int, data: bytes) -> None:
    """All of these bytes."""
    done = os.write(handle, data)
    if done < len(data):
        rest = memoryview(data)[done:]
        while rest:
            rest = rest[os.write(handle, rest) :]


def pack_end(words: Sequence[str], members: bytes = b"") -> bytes:
    """Payload of the last frame: what is told, and the members."""
    text = "\0".join(word[:_LONGEST].replace("\0", "?") for word in words).encode("utf-8", "replace")
    return b"".join((_LENGTH.pack(len(text)), text, members))


def unpack_end(payload: bytes | bytearray) -> tuple[list[str], bytes]:
    """What is told, and the members.

    Raises:
        ValueError: it is malformed.
    """
    if len(payload) < _LENGTH.size:
        raise ValueError("an end is cut short")
    (length,) = _LENGTH.unpack_from(payload)
    at = _LENGTH.size + length
    if at > len(payload):
        raise ValueError("an end is cut short")
    return bytes(payload[_LENGTH.size : at]).decode("utf-8").split("\0"), bytes(payload[at:])


def most(members: int, names: int) -> int:
    """Bytes of a last frame at most, where no more than so many members with so many bytes of names are allowed."""
    return _LENGTH.size + _WORDS + 4 + 25 * members + names
