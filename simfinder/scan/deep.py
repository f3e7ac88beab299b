"""Opening what lies deeper than the system's longest path, by way of directory handles.

Owns no policy: the same ``OSError`` as ``os.open`` and ``os.scandir`` comes out. Where the system has no
directory handles (Windows) plain calls are made.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 3700 if os.name == "posix" and os.uname().sysname == "Linux" else 900
"""Bytes of a path handed to the system in one call; PATH_MAX less a file name (4096 on Linux, 1024 on macOS)."""

_HANDLES = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)


def is_deep(path: str) -> bool:
    """Whether a path (or a name below it) may be too long for a single call."""
    return _HANDLES and len(path) * 4 > LONGEST and len(os.fsencode(path)) > LONGEST


def open_path(path: str, flags: int, near: tuple[str, int] | None = None) -> int:
    """``os.open`` for absolute paths of any length.

    Args:
        path: absolute.
        flags: for the last component.
        near: path and handle of a folder above it, where one is open; saves steps, never needed.
    """
    if not is_deep(path):
        return os.open(path, flags)
    start, handle = near if near and path.startswith(near[0] + "/") else ("", None)
    rest = os.fsencode(path)[len(os.fsencode(start)) + (1 if start else 0) :]
    opened: int | None = None
    try:
        while len(rest) > LONGEST:
            cut = rest.rindex(b"/", 0, LONGEST)
            step = os.open(rest[:cut], _FOLDER, dir_fd=opened if opened is not None else handle)
            if opened is not None:
                os.close(opened)
            opened, rest = step, rest[cut + 1 :].lstrip(b"/")
        return os.open(rest, flags, dir_fd=opened if opened is not None else handle)
    finally:
        if opened is not None:
            os.close(opened)


class FolderReader:
    """Lists folders of any depth; remembers a handle on the way down, so a deep chain costs linear time."""

    def __init__(self) -> None:
        self._near: tuple[str, int] | None = None

    @contextmanager
    def opened(self, path: str) -> Iterator[int | str]:
        """A folder to be listed, by a handle that is good inside the ``with`` block only; where the system has no
        handles of folders, its path.
        """
        if not _HANDLES:
            yield path
            return
        if not is_deep(path):
            handle = os.open(path, _FOLDER)
            try:
                yield handle
            finally:
                os.close(handle)
            return
        handle = open_path(path, _FOLDER, self._near)
        keep = self._near is None or not path.startswith(self._near[0] + "/")
        keep = keep or len(path) - len(self._near[0] if self._near else "") > LONGEST // 4
        try:
            yield handle
        finally:
            if keep:
                self.close()
                self._near = (path, handle)
            else:
                os.close(handle)

    def close(self) -> None:
        if self._near is not None:
            os.close(self._near[1])
            self._near = None
