"""Small pictures for a report, as data URIs: files that are small pictures already, embedded as they are.

Nothing is decoded: only the head of a PNG, JPEG or GIF is read to see how large it will be in memory, so that no
picture is a trap for whoever opens the report. The window, which can decode, passes thumbnails of its own instead.
Metadata of a picture, such as where it was taken, is embedded too.
"""

from __future__ import annotations

import base64
import os
import struct
from collections.abc import Callable

from simfinder.actions.filesystem.operations import reading
from simfinder.errors import ActionError
from simfinder.model.file_record import FileRecord

LARGEST = 32 * 1024
"""Bytes of a picture at most; a larger one is not shown."""

WIDEST = 2048
"""Pixels of a side at most."""

Picture = Callable[[FileRecord], bytes | None]
"""Returns the bytes of a small PNG, JPEG or GIF of a file, or None."""

_JPEG_SIZES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


def small_picture(file: FileRecord) -> bytes | None:
    """Return the bytes of a file if it is a small picture and unchanged since the scan; else None."""
    if not 0 < file.size <= LARGEST:
        return None
    try:
        with reading(file.path) as handle:
            data = os.read(handle, LARGEST + 1)
            status = os.fstat(handle)
    except (OSError, ActionError):
        return None  # a report can do without
    if (status.st_ino, status.st_size, status.st_mtime_ns) != (file.inode, file.size, file.mtime_ns):
        return None
    return data if len(data) == file.size and kind_of(data) else None


def data_uri(data: bytes) -> str:
    """Return a picture as a ``data:`` URI; "" where it is too large or no picture."""
    kind = kind_of(data) if len(data) <= LARGEST else ""
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}" if kind else ""


def kind_of(data: bytes) -> str:
    """Return ``png``, ``jpeg`` or ``gif``; "" for anything else, or a picture too wide or high."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
            return _if_small("png", *struct.unpack_from(">II", data, 16))
        if data.startswith((b"GIF87a", b"GIF89a")):
            return _if_small("gif", *struct.unpack_from("<HH", data, 6))
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
    except struct.error:
        return ""
    return ""


def _if_small(kind: str, width: int, height: int) -> str:
    return kind if 0 < width <= WIDEST and 0 < height <= WIDEST else ""


def _jpeg(data: bytes) -> str:
    """Go from segment to segment to the one that holds the size.

    Raises:
        struct.error: there is none.
    """
    at = 2
    while True:
        mark, code, length = struct.unpack_from(">BBH", data, at)
        if mark != 0xFF or length < 2:
            return ""
        if code in _JPEG_SIZES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return _if_small("jpeg", width, height)
        at += 2 + length
