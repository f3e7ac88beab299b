"""Poll the folders below the roots of a session for new files.

A file that comes or goes changes the time of its folder and of no other, so every folder a scan would enter is
remembered with its time, empty ones too. What is found is only a hint for ``disk_changes``.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Iterable, Iterator

from simfinder.scan.walk.special_folders import SpecialFolders, identity

_UNSETTLED = 2_000_000_000
"""Nanoseconds in which a folder may change again without a new time: two seconds on FAT."""

_State = tuple[int, int, int, int]
"""Device, inode, times of content and status: the time of the content can be set freely, and copies keep it."""

_NEVER = (-1, -1, -1, -1)


class WatchedFolders:
    """Folders and when each changed last.

    Args:
        roots: absolute paths.
        hidden: folders whose name begins with a dot count.
    """

    def __init__(self, roots: Iterable[str], *, hidden: bool) -> None:
        self._roots, self._hidden = tuple(roots), hidden
        self._places = SpecialFolders(())
        self._known: dict[str, _State] = {}

    def __len__(self) -> int:
        return len(self._known)

    def take_up(self) -> None:
        """Take the folders as they are now: some seconds for 100,000 of them."""
        for _ in self.news():
            pass

    def news(self) -> Iterator[str]:
        """Return the paths of all files in folders that are new or have changed since the last call."""
        for folder in dict.fromkeys((*self._roots, *self._known)):
            yield from self._in(folder)

    def _in(self, folder: str) -> Iterator[str]:
        stack = [folder]
        while stack:
            at = stack.pop()
            now = self._state(at)
            if now is None:
                self._known.pop(at, None)
                continue
            if self._known.get(at) == now:
                continue
            # a change from here on gives it another time; if the clock is too coarse for that, it is listed again
            self._known[at] = now if time.time_ns() - now[2] > _UNSETTLED else _NEVER
            with contextlib.suppress(OSError), os.scandir(at) as entries:
                for entry in entries:
                    if not entry.is_dir(follow_symlinks=False):
                        yield entry.path
                    elif entry.path not in self._known and (self._hidden or entry.name[0] != "."):
                        stack.append(entry.path)

    def _state(self, folder: str) -> _State | None:
        """Return the state of a folder; None if it is not there or a scan would not enter it."""
        is_root = folder in self._roots
        try:
            status = os.stat(folder) if is_root else os.lstat(folder)
        except (OSError, ValueError):
            return None
        if not stat.S_ISDIR(status.st_mode):
            return None
        if not is_root and self._places.never_entered(folder, os.path.basename(folder), identity(status)):
            return None
        return *identity(status), status.st_mtime_ns, status.st_ctime_ns
