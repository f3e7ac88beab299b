"""What a file holds beside its content, where Python has no calls for it: attributes of macOS, streams of NTFS.

An act that makes a copy and removes the original must not lose it. On macOS the resource fork, tags and the like are
extended attributes, read and written by the C library. The streams of NTFS can't be taken along: a file with any is
refused. Which calls are made, and what is made of their answers, does not depend on the system this runs on: the calls
come as arguments. Sources: getxattr(2) of macOS; FILE_STREAM_INFO in the documentation of Windows.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterator
from typing import Any

MOST = 16 << 20
"""Most bytes of all attributes of a file: they go into the journal. A resource fork has at most as many."""

_GONE = (93, errno.ENODATA)  # ENOATTR of macOS, and what Linux says instead
_NOFOLLOW = 1  # XATTR_NOFOLLOW
_STREAM_INFO = 7  # FileStreamInfo
_NO_STREAMS = (1, 38, 50, 87)  # invalid function, end of file, not supported, invalid parameter
_MORE = (122, 234)  # insufficient buffer, more data
_STREAM = struct.Struct("<2I2q")  # offset of the next, bytes of the name, size, space on the disk
_CONTENT = "::$DATA"
_ORIGIN = ":Zone.Identifier:$DATA"  # browsers note there where a download is from
_LARGEST_LIST = 1 << 20


def read(library: Any, file: int) -> dict[str, bytes]:
    """Return the extended attributes of an open file by the calls of macOS.

    Args:
        library: the C library.
        file: descriptor.

    Raises:
        OSError: one can't be read, or they are more than ``MOST`` bytes.
    """
    names = _whole(lambda room, size: library.flistxattr(file, room, size, 0))
    found: dict[str, bytes] = {}
    left = MOST
    for name in filter(None, names.split(b"\0")):
        try:
            value = _whole(
                lambda room, size, name=name: library.fgetxattr(file, name, room, size, 0, 0), most=left
            )
        except OSError as error:
            if error.errno not in _GONE:
                raise
            continue
        left -= len(value)
        found[os.fsdecode(name)] = value
    return found


def write(library: Any, file: int | str, name: str, value: bytes) -> None:
    """Set an extended attribute of an open file, or of what is at a path itself, by the calls of macOS.

    Raises:
        OSError: it can't be set.
    """
    ctypes.set_errno(0)
    told = os.fsencode(name), value, ctypes.c_size_t(len(value)), 0
    if isinstance(file, int):
        failed = library.fsetxattr(file, *told, 0)
    else:
        failed = library.setxattr(os.fsencode(file), *told, _NOFOLLOW)
    if failed:
        _fail()


def _whole(call: Any, most: int = MOST) -> bytes:
    """Ask how long an answer is, then for the answer; anew where it has grown meanwhile."""
    while True:
        size = _asked(call, None, 0)
        if size > most:
            raise OSError(errno.E2BIG, os.strerror(errno.E2BIG))
        if not size:
            return b""
        room = ctypes.create_string_buffer(size)
        try:
            count = _asked(call, room, size)
            return room.raw[:count]
        except OSError as error:
            if error.errno != errno.ERANGE:
                raise


def _asked(call: Any, room: Any, size: int) -> int:
    ctypes.set_errno(0)
    found = ctypes.c_ssize_t(call(room, ctypes.c_size_t(size))).value
    if found < 0:
        _fail()
    return found


def _fail() -> None:
    number = ctypes.get_errno()
    raise OSError(number, os.strerror(number))


def refuse_streams(kernel: Any, handle: int) -> None:
    """Check that an open file of Windows has no streams that a copy would lose.

    Where a download is from (``Zone.Identifier``) does not count.

    Args:
        kernel: ``kernel32``, whose ``GetLastError`` tells of the last call.
        handle: of the system.

    Raises:
        OSError: it has some, or they can't be listed.
    """
    size = 1 << 12
    while True:
        room = ctypes.create_string_buffer(size)
        if kernel.GetFileInformationByHandleEx(ctypes.c_void_p(handle), _STREAM_INFO, room, size):
            break
        number = kernel.GetLastError()
        if number in _NO_STREAMS:
            return
        if number not in _MORE or size >= _LARGEST_LIST:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        size *= 4
    if any(name not in (_CONTENT, _ORIGIN) for name in stream_names(room.raw)):
        raise OSError(errno.ENOTSUP, "it has further streams, which a copy would lose")


def stream_names(listed: bytes) -> Iterator[str]:
    """Yield the names in a list of ``FILE_STREAM_INFO``, such as ``::$DATA``.

    Raises:
        OSError: the list is malformed.
    """
    at = 0
    while True:
        if at + _STREAM.size > len(listed):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        after, length, _, _ = _STREAM.unpack_from(listed, at)
        name = listed[at + _STREAM.size :][:length]
        if len(name) != length or length % 2:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        yield name.decode("utf-16-le", "surrogatepass")
        if not after:
            return
        at += after
