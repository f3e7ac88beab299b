"""Entries that a scan leaves out, hidden files and folders and links, compared on the disk.

Two folders that are equal in all files of a scan are identical only if they are so in these, too. Most copies of
projects have some: ``.gitignore``, ``.github``. Only little is read, in all pairs together; what is beyond that counts
as different.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from simfinder.app.folders.scan_entries import ScanEntries, Unknown, unknown_below
from simfinder.app.session.session import Session
from simfinder.model.file_record import SkipReason
from simfinder.model.progress import Control

_MOST_ENTRIES, _MOST_BYTES = 50_000, 256 << 20  # looked at, and read, in all pairs together
_CHUNK = 1 << 20
_COMPARED = frozenset({SkipReason.HIDDEN, SkipReason.SYMLINK})


class BesideFiles:
    """Entries beside the files of a scan.

    Args:
        entries: of the scan.
        session: whose scan it is; of a read-only one nothing is on this machine.
        control: cancelling.
    """

    def __init__(self, entries: ScanEntries, session: Session, control: Control) -> None:
        self._entries, self._control = entries, control
        self._left, self._bytes = (0 if session.read_only else _MOST_ENTRIES), _MOST_BYTES

    def holds(self, folder: int, other: int) -> bool:
        """Return whether everything not known below a folder is in the other one, at the same place and equal."""
        entries, tree = self._entries, self._entries.tree
        if tree.is_archive(folder) or tree.is_archive(other) or self._left <= 0:
            return False
        known = list(unknown_below(tree, entries.unknown, folder))
        if len(known) < int(entries.unknown_below[folder]):
            return False  # nobody knows what or where
        if len(known) > self._left:
            return False
        root, its_root = (entries.paths.path(int(entries.evidence.root[side])) for side in (folder, other))
        return all(self._is_in(entry, root, its_root) for entry in known)

    def _is_in(self, entry: Unknown, root: str, other: str) -> bool:
        if entry.reason not in _COMPARED or not entry.path.startswith(os.path.join(root, "")):
            return False
        try:
            return self._equal(entry.path, other + entry.path[len(root) :])
        except OSError:
            return False

    def _equal(self, path: str, other: str) -> bool:
        """Compare two entries and all below; links by where they lead.

        Raises:
            OSError: one can't be read, or is not there.
        """
        self._control.check()
        self._left -= 1
        mine, its = os.lstat(path), os.lstat(other)
        if self._left < 0 or stat.S_IFMT(mine.st_mode) != stat.S_IFMT(its.st_mode):
            return False
        if stat.S_ISLNK(mine.st_mode):
            return os.readlink(path) == os.readlink(other)
        if stat.S_ISDIR(mine.st_mode):
            names = sorted(os.listdir(path))
            return names == sorted(os.listdir(other)) and all(
                self._equal(os.path.join(path, name), os.path.join(other, name)) for name in names
            )
        if not stat.S_ISREG(mine.st_mode) or mine.st_size != its.st_size:
            return False
        self._bytes -= mine.st_size
        return self._bytes >= 0 and all(one == two for one, two in _chunks(path, other))


def _chunks(path: str, other: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the bytes of two files of one size, piece by piece.

    Raises:
        OSError: one can't be read.
    """
    flags = (
        os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    with os.fdopen(os.open(path, flags), "rb") as mine, os.fdopen(os.open(other, flags), "rb") as its:
        while True:
            one, two = mine.read(_CHUNK), its.read(_CHUNK)
            if not one and not two:
                return
            yield one, two
