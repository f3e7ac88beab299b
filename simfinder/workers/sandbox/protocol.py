"""The messages between the program and a sandboxed process: requests one way, frames of data and an end the other way.

Plain bytes, which are quick to pack and light to import. The program trusts nothing in an answer, because the process
opens hostile files.
"""

from __future__ import annotations

import os
import struct
from typing import NamedTuple, Protocol

DATA, END, READY = 1, 2, 3
"""Kinds of frames: a piece of data; the answer, which is last; the process has started."""

PIECE = 1 << 18
"""Most bytes of a frame of data."""

HEADER = struct.Struct("<BI")
_END = struct.Struct("<I?")
END_SIZE = _END.size
_REQUEST = struct.Struct("<I?BI")
_FILE = struct.Struct("<HI")


class Request(NamedTuple):
    """A request to a service.

    Attributes:
        payload: what the service is asked.
        paths: absolute paths of the files it may open, the file system's bytes; empty for those that are handed over.
        follow: whether they may be symbolic links.
        serial: number of the request, repeated in the answer.
        errors: of each file: the system's number why it could not be opened; 0, or nothing at all, for none.
    """

    payload: bytes
    paths: tuple[bytes, ...] = ()
    follow: bool = False
    serial: int = 0
    errors: tuple[int, ...] = ()


def pack_request(request: Request) -> bytes:
    """Return a request as bytes."""
    payload, paths, follow, serial, errors = request
    head = _REQUEST.pack(serial, follow, len(paths), len(payload))
    files = (
        _FILE.pack(error, len(path)) + path
        for path, error in zip(paths, errors or (0,) * len(paths), strict=True)
    )
    return b"".join((head, *files, payload))


class Source(Protocol):
    """Where requests are read from."""

    def read(self, size: int, /) -> bytes:
        """Return so many bytes; fewer at the end."""


def read_request(source: Source) -> Request | None:
    """Read the next request; None when there are no more."""
    try:
        serial, follow, count, length = _REQUEST.unpack(source.read(_REQUEST.size))
        errors, paths = [], []
        for _ in range(count):
            error, size = _FILE.unpack(source.read(_FILE.size))
            errors.append(error)
            paths.append(_exactly(source, size))
        return Request(_exactly(source, length), tuple(paths), follow, serial, tuple(errors))
    except (struct.error, EOFError):
        return None


def _exactly(source: Source, length: int) -> bytes:
    data = source.read(length)
    if len(data) < length:
        raise EOFError
    return data


def frame(kind: int, payload: bytes | memoryview = b"") -> bytes:
    """Return one frame as bytes."""
    return b"".join((HEADER.pack(kind, len(payload)), payload))


def end(serial: int, answer: bytes, *, spent: bool = False) -> bytes:
    """Return the last frame as bytes.

    Args:
        serial: of the request.
        answer: of the service.
        spent: the process ends now, because it holds too much memory for another request.
    """
    return frame(END, _END.pack(serial, spent) + answer)


def unpack_end(payload: bytes | bytearray, serial: int) -> tuple[bytes, bool]:
    """Return the service's answer, and whether the process ends, from the payload of a last frame.

    Raises:
        ValueError: the payload is malformed, or answers another request.
    """
    if len(payload) < _END.size:
        raise ValueError("an end is cut short")
    asked, spent = _END.unpack_from(payload)
    if asked != serial:
        raise ValueError("this answers another request")
    return bytes(payload[_END.size :]), spent


def write(handle: int, data: bytes) -> None:
    """Write all of these bytes."""
    done = os.write(handle, data)
    if done < len(data):
        rest = memoryview(data)[done:]
        while rest:
            rest = rest[os.write(handle, rest) :]
