"""The messages between the program and a worker: requests one way, frames of data and an end the other way.

Plain bytes and words, which are quick to pack and light to import. The program trusts nothing in an answer, because the
worker parses hostile files.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

DATA, END, FAILED, READY = 1, 2, 3, 4
"""Kinds of frames: a piece of the view; the view is complete; it could not be made; the worker has started."""

PIECE = 1 << 18
"""Most bytes of a frame of data."""

BYTES_PER_SECOND = 10_000_000
"""A view gets one second more for every so many bytes that it makes."""

HEADER = struct.Struct("<BI")
_LENGTH = struct.Struct("<I")
_REQUEST = struct.Struct("<IB?QII")
_LONGEST = 4000  # most characters of a word
_WORDS = 1 << 18  # most bytes of all words


class Request(NamedTuple):
    """A request for the view of one file.

    Attributes:
        path: absolute path, the file system's bytes.
        code: code of its format.
        follow: whether it may be a symbolic link.
        limit: most bytes of the view to send; 0 for all. Members after them are listed all the same.
        patience: milliseconds after which the view ends with what it has; 0 for no end.
        serial: number of the request, repeated in the answer.
    """

    path: bytes
    code: int
    follow: bool = False
    limit: int = 0
    patience: int = 0
    serial: int = 0


def pack_request(request: Request) -> bytes:
    """Return a request as bytes."""
    path, *numbers = request
    return _REQUEST.pack(len(path), *numbers) + path


def read_request(source: BinaryIO) -> Request | None:
    """Read the next request; None when there are no more."""
    head = source.read(_REQUEST.size)
    if len(head) < _REQUEST.size:
        return None
    length, *numbers = _REQUEST.unpack(head)
    path = source.read(length)
    return Request(path, *numbers) if len(path) == length else None


def frame(kind: int, payload: bytes | memoryview = b"") -> bytes:
    """Return one frame as bytes."""
    return b"".join((HEADER.pack(kind, len(payload)), payload))


def write(handle: int, data: bytes) -> None:
    """Write all of these bytes."""
    done = os.write(handle, data)
    if done < len(data):
        rest = memoryview(data)[done:]
        while rest:
            rest = rest[os.write(handle, rest) :]


def pack_end(words: Sequence[str], members: bytes = b"") -> bytes:
    """Return the payload of the last frame from its words and the packed members."""
    text = "\0".join(word[:_LONGEST].replace("\0", "?") for word in words).encode("utf-8", "replace")
    return b"".join((_LENGTH.pack(len(text)), text, members))


def unpack_end(payload: bytes | bytearray) -> tuple[list[str], bytes]:
    """Return the words and the packed members of a last frame.

    Raises:
        ValueError: the payload is malformed.
    """
    if len(payload) < _LENGTH.size:
        raise ValueError("an end is cut short")
    (length,) = _LENGTH.unpack_from(payload)
    at = _LENGTH.size + length
    if at > len(payload):
        raise ValueError("an end is cut short")
    return bytes(payload[_LENGTH.size : at]).decode("utf-8").split("\0"), bytes(payload[at:])


def most(members: int, names: int) -> int:
    """Return the most bytes that a last frame may have, given the most members and the most bytes of their names."""
    return _LENGTH.size + _WORDS + 4 + 25 * members + names
