"""Open paths longer than the system takes in one call, step by step through directory handles.

Raises the same ``OSError`` as ``os.open`` and ``os.scandir``. Makes plain calls where the system has no directory
handles (Windows).
"""

from __future__ import annotations

import os
from _thread import _local
from collections.abc import Iterator
from contextlib import contextmanager

from simfinder.model.system import longest_path, whole_path

LONGEST = longest_path()
"""Bytes of a path handed to the system in one call."""

_HANDLES = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_STEP = 256  # bytes of a path between two handles kept on the way
_KEPT = 24  # most handles kept


def is_deep(path: str) -> bool:
    """Return whether a path (or a name below it) may be too long for a single call."""
    return _HANDLES and len(path) * 4 > LONGEST and len(os.fsencode(path)) > LONGEST


def open_path(path: str, flags: int) -> int:
    """Open an absolute path of any length, like ``os.open``.

    Args:
        path: absolute path.
        flags: flags for the last component.
    """
    if not is_deep(path):
        return os.open(whole_path(path), flags)
    rest = os.fsencode(path)
    opened: int | None = None
    try:
        while len(rest) > LONGEST:
            cut = rest.rindex(b"/", 0, LONGEST)
            step = os.open(rest[:cut], _FOLDER, dir_fd=opened)
            if opened is not None:
                os.close(opened)
            opened, rest = step, rest[cut + 1 :].lstrip(b"/")
        return os.open(rest, flags, dir_fd=opened)
    finally:
        if opened is not None:
            os.close(opened)


def open_next(path: str, flags: int) -> int:
    """Do the same for a thread that opens one file after another: reach a file near the last one from there.

    From the root, a chain of 10,000 folders costs 25 s. The thread keeps some folder handles until it ends.
    """
    return _own.trail.open(path, flags) if is_deep(path) else os.open(whole_path(path), flags)


class Trail:
    """Folder handles on the way to the deep path opened last; for one thread."""

    def __init__(self) -> None:
        self._kept: list[tuple[bytes, int]] = []  # path with a slash at the end, each inside the one before

    def open(self, path: str, flags: int) -> int:
        """Open an absolute deep path, like ``os.open``."""
        whole = os.fsencode(path)
        while self._kept and not whole.startswith(self._kept[-1][0]):
            os.close(self._kept.pop()[1])
        if not self._kept:
            return self._open(whole, flags)
        try:
            return self._open(whole, flags)
        except OSError:  # the kept handles may belong to folders that were moved since
            self.close()
            return self._open(whole, flags)

    def close(self) -> None:
        """Close all handles."""
        while self._kept:
            os.close(self._kept.pop()[1])

    def _open(self, whole: bytes, flags: int) -> int:
        above, handle = self._kept[-1] if self._kept else (b"", None)
        at = len(above)
        while (cut := self._cut(whole, at)) > 0:
            handle = os.open(whole[at:cut], _FOLDER, dir_fd=handle)
            at = cut + 1
            while whole[at : at + 1] == b"/":
                at += 1
            self._kept.append((whole[:at], handle))
            if len(self._kept) > _KEPT:
                os.close(self._kept.pop(0)[1])
        return os.open(whole[at:], flags, dir_fd=handle)

    @staticmethod
    def _cut(whole: bytes, at: int) -> int:
        """Return where the next step ends; 0 where the rest fits into one call."""
        step = min(_STEP, LONGEST)
        if len(whole) - at <= step:
            return 0
        cut = whole.rfind(b"/", at + 1, at + step)
        return cut if cut > 0 else max(0, whole.find(b"/", at + step))

    def __del__(self) -> None:
        self.close()


class _Own(_local):  # like ``threading.local``, without importing that module in the sandbox
    def __init__(self) -> None:
        self.trail = Trail()


_own = _Own()


class FolderReader:
    """Open folders of any depth for listing; keep handles on the way down, so that a deep chain costs linear time."""

    def __init__(self) -> None:
        self._trail = Trail()

    @contextmanager
    def opened(self, path: str) -> Iterator[int | str]:
        """Yield a handle of a folder, good inside the ``with`` block; its path on systems without folder handles."""
        if not _HANDLES:
            yield whole_path(path)
            return
        handle = self._trail.open(path, _FOLDER) if is_deep(path) else os.open(path, _FOLDER)
        try:
            yield handle
        finally:
            os.close(handle)

    def close(self) -> None:
        """Close all handles."""
        self._trail.close()
