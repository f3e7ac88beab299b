"""Entries that a scan leaves out, hidden files and folders and links, compared on the disk.

Two folders that are equal in all files of a scan are identical only if they are so in these, too. Most copies of
projects have some: ``.gitignore``, ``.github``. An archive of a project holds them as any other file, and what a rescue
program brought back has them under other names; there the content counts. Only little is read, in all pairs together;
what is beyond that counts as different.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from simfinder.actions.filesystem.operations import content_of
from simfinder.app.folders.scan_entries import ScanEntries, Unknown, unknown_below
from simfinder.app.session.session import Session
from simfinder.arrays.set_operations import content_keys
from simfinder.model.file_record import SkipReason
from simfinder.model.progress import Control

_MOST_ENTRIES, _MOST_BYTES = 50_000, 256 << 20  # looked at, and read, in all pairs together
_CHUNK = 1 << 20
_COMPARED = frozenset({SkipReason.HIDDEN, SkipReason.SYMLINK})


class Twins(NamedTuple):
    """Hidden files of a folder that are equal to files of another one which have no counterpart otherwise.

    Attributes:
        files: how many.
        size: of all of them, in bytes.
        whole: everything not known below the folder is one of them, or at the same place in the other one.
    """

    files: int
    size: int
    whole: bool


class BesideFiles:
    """Entries beside the files of a scan.

    Args:
        entries: of the scan.
        session: whose scan it is; of a read-only one nothing is on this machine.
        control: cancelling.
    """

    def __init__(self, entries: ScanEntries, session: Session, control: Control) -> None:
        self._entries, self._session, self._control = entries, session, control
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

    def twins(self, folder: int, other: int) -> Twins:
        """Compare the hidden files of a folder with the files of another one, or the members of an archive.

        Args:
            folder: of which all files that are known have their counterpart in the other one.
            other: the other one.
        """
        entries, tree = self._entries, self._entries.tree
        known = list(unknown_below(tree, entries.unknown, folder))
        if self._left <= 0 or len(known) < int(entries.unknown_below[folder]) or len(known) > self._left:
            return Twins(0, 0, False)
        left = self._without_counterpart(other, folder)
        sizes = {size for size, _ in left}
        root, its_root = (entries.paths.path(int(entries.evidence.root[folder])), None)
        if not tree.is_archive(other):
            its_root = entries.paths.path(int(entries.evidence.root[other]))
        files = size = 0
        whole = True
        for entry in known:
            try:
                for path, status in self._hidden(entry):
                    key = (status.st_size, b"")
                    if status.st_size in sizes and self._affords(status.st_size):
                        key = status.st_size, content_of(path, self._control)
                    if left[key] > 0:
                        left[key] -= 1
                        files, size = files + 1, size + status.st_size
                    elif its_root is None or not self._is_in(Unknown(path, entry.reason), root, its_root):
                        whole = False
            except OSError:
                whole = False
        return Twins(files, size, whole)

    def _without_counterpart(self, folder: int, other: int) -> Counter[tuple[int, bytes]]:
        """Return size and hash of the files of a folder that are in the other one less often, with how often."""
        evidence, compared = self._entries.evidence, self._entries.evidence.compared
        mine, its = (Counter(self._entries.contents_below(side).tolist()) for side in (folder, other))
        keys, members = content_keys(self._session.result.table.content), self._entries.members
        found: Counter[tuple[int, bytes]] = Counter()
        for content, count in (mine - its).items():
            size = int(evidence.size[evidence.places[evidence.held[content]]])
            if content < len(keys):
                found[size, bytes(keys[content]).ljust(16, b"\0")] += count
            elif content >= compared:
                found[size, bytes(members[content - compared]).ljust(16, b"\0")] += count
        return found

    def _hidden(self, entry: Unknown) -> Iterator[tuple[str, os.stat_result]]:
        """Yield the files of an entry: itself, or all in a hidden folder.

        Raises:
            OSError: something can't be listed, or is neither a file nor a folder.
        """
        if entry.reason is not SkipReason.HIDDEN:
            raise OSError
        paths = [entry.path]
        while paths:
            self._control.check()
            self._left -= 1
            path = paths.pop()
            status = os.lstat(path)
            if stat.S_ISDIR(status.st_mode):
                paths += sorted((os.path.join(path, name) for name in os.listdir(path)), reverse=True)
            elif not stat.S_ISREG(status.st_mode) or self._left < 0:
                raise OSError
            else:
                yield path, status

    def _affords(self, size: int) -> bool:
        self._bytes -= size
        return self._bytes >= 0

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
