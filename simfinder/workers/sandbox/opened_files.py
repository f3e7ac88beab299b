"""How a service gets a person's file: opened by the program and handed over as a descriptor.

The sandboxed process itself can open no file of a person by name (``landlock``). Descriptors go with a request through
a socket (SCM_RIGHTS). Where Landlock is unknown (Windows, macOS) the process opens by path.
"""

from __future__ import annotations

import errno
import os
import stat
import struct

from simfinder.model.system import LINUX
from simfinder.workers.long_paths import open_path

HANDED = LINUX
"""Whether files are handed over."""

MOST = 8
"""Most files of one request."""

_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_RECEIVED = 1 << 16  # bytes
_HANDLE = struct.Struct("@i")


def open_regular(path: str, *, follow: bool) -> int:
    """Open a regular file for reading.

    Args:
        path: absolute path of any length.
        follow: whether it may be a symbolic link.

    Raises:
        OSError: it can't be opened; ``ENXIO`` if it is no regular file.
    """
    handle = open_path(path, _FLAGS if follow else _FLAGS | _NOFOLLOW)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.ENXIO, os.strerror(errno.ENXIO))
    except BaseException:
        os.close(handle)
        raise
    return handle


class RequestSocket:
    """The process's end of the socket: bytes of requests, and the descriptors that come with them.

    Args:
        handle: descriptor of the socket, ours from now on.
    """

    def __init__(self, handle: int) -> None:
        import _socket  # all of ``socket`` takes 4 ms more of every start

        self._socket = _socket.socket(fileno=handle)
        self._rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS)
        self._room = _socket.CMSG_SPACE(MOST * _HANDLE.size)
        self._held = b""
        self._handles: list[int] = []

    def read(self, size: int, /) -> bytes:
        """Return so many bytes; fewer at the end."""
        while len(self._held) < size:
            data, extra, *_ = self._socket.recvmsg(_RECEIVED, self._room)
            for level, kind, packed in extra:
                if (level, kind) == self._rights:
                    self._handles += (handle for (handle,) in _HANDLE.iter_unpack(packed))
            if not data:
                break
            self._held += data
        data, self._held = self._held[:size], self._held[size:]
        return data

    def take(self) -> list[int]:
        """Return the descriptors that came since the last call; whoever takes them closes them."""
        handles, self._handles = self._handles, []
        return handles
