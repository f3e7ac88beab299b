"""What a worker and the one who asks say to each other: requests one way, frames of data and an end the other.

Plain bytes and JSON only. Whoever reads answers trusts nothing in them: the other side works on hostile files.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from typing import BinaryIO

DATA, END, FAILED = 1, 2, 3
"""Kinds of frames: a piece of the view; it is complete; it could not be made."""

MOST = 1 << 28
"""Bytes of a frame at most; the list of the members of a large archive is the longest one."""

BYTES_PER_SECOND = 10_000_000
"""A view may take a second longer for every so many bytes that it makes."""

HEADER = struct.Struct("<BI")
_REQUEST = struct.Struct("<IBBQI")


@dataclass(frozen=True, slots=True)
class Request:
    """One file to be looked into.

    Attributes:
        path: absolute, the file system's bytes.
        code: of its format.
        follow: it may be a symbolic link.
        limit: bytes of the view that are wanted; 0 means all. Members behind them are listed all the same.
        patience: milliseconds after which what was found until then will do; 0 means no end.
    """

    path: bytes
    code: int
    follow: bool = False
    limit: int = 0
    patience: int = 0


def pack_request(request: Request) -> bytes:
    """A request as bytes."""
    numbers = (len(request.path), request.code, request.follow, request.limit, request.patience)
    return _REQUEST.pack(*numbers) + request.path


def read_request(source: BinaryIO) -> Request | None:
    """The next request; None where there are no more."""
    head = source.read(_REQUEST.size)
    if len(head) < _REQUEST.size:
        return None
    length, code, follow, limit, patience = _REQUEST.unpack(head)
    return Request(source.read(length), code, bool(follow), limit, patience)


def write(handle: int, kind: int, payload: bytes) -> None:
    """One frame, whole."""
    data = memoryview(HEADER.pack(kind, len(payload)) + payload)
    while data:
        data = data[os.write(handle, data) :]


def pack_end(told: str, members: bytes) -> bytes:
    """Payload of the last frame."""
    text = told.encode("ascii")
    return struct.pack("<I", len(text)) + text + members


def unpack_end(payload: bytes) -> tuple[bytes, bytes]:
    """What is told (JSON) and the members."""
    (length,) = struct.unpack_from("<I", payload)
    return payload[4 : 4 + length], payload[4 + length :]
