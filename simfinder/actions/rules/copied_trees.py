"""Tell whether two folders are copies, or versions, of one another, by the relative paths and contents below them.

Looks at a scan's files and content rows only, never at the disk. Answers are remembered for each two folders.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from simfinder.model.files import FileRecord
from simfinder.store.listing import Listing


class Trees(IntEnum):
    """How two folders are related as trees."""

    UNKNOWN = 0
    """Too few relative paths in common."""
    SISTERS = 1
    """The same relative paths, mostly with other contents."""
    COPIES = 2
    """The same relative paths, at least half of them with the same contents."""


_LEAST_IN_COMMON = 3
_SHARE_OF_PATHS = 0.6
_SHARE_OF_CONTENTS = 0.5
_SMALL = 64  # bytes: an empty __init__.py is in every package
_REMEMBERED = 1 << 14  # folders whose names are kept at hand
_MOST_FILES = 4000  # of a folder are compared; of larger ones every second, third … path
_LEVELS = 8  # folders above two files that are looked at
_BOILERPLATE = frozenset((b"license", b"licence", b"copying", b"notice", b"authors", b"thumbs", b"desktop"))


class CopiedTrees:
    """Folders of one scan. Safe for several threads at once.

    Args:
        files: the files of the scan, in any order.
        contents: (n,) int32, the content row of each file; equal rows are equal bytes, -1 is a content of its own.
    """

    def __init__(self, files: Sequence[FileRecord], contents: npt.NDArray[np.integer]) -> None:
        self._files = Listing.of(files)
        self._contents = contents
        self._found: dict[tuple[str, str], Trees] = {}
        self._lock = Lock()
        self._tables: _Folders | None = None
        self._names = lru_cache(maxsize=_REMEMBERED)(self._read_names)

    def are_copies(self, folder: str, other: str) -> bool:
        """Whether two folders (by their absolute paths) are copies of one another."""
        return self._of_pair(folder.rstrip(os.sep), other.rstrip(os.sep)) == Trees.COPIES

    def compare(self, folder: str, other: str) -> Trees:
        """Compare two folders, or the folders above them that are joined to them by the same names.

        For ``a/x/src`` and ``b/y/src``: ``a/x`` and ``b/y`` are asked first, then ``a/x/src`` and ``b/y/src``. One that
        is a copy is enough; sisters are what nothing else is.
        """
        mine, its = folder.rstrip(os.sep), other.rstrip(os.sep)
        pairs = [(mine, its)]
        while len(pairs) < _LEVELS:
            above, _, name = mine.rpartition(os.sep)
            its_above, _, its_name = its.rpartition(os.sep)
            if name != its_name or above == its_above or not above or not its_above:
                break
            mine, its = above, its_above
            pairs.append((mine, its))
        best = Trees.UNKNOWN
        for pair in reversed(pairs):
            best = max(best, self._of_pair(*pair))
            if best == Trees.COPIES:
                break
        return best

    def _of_pair(self, folder: str, other: str) -> Trees:
        key = (folder, other) if folder < other else (other, folder)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._measure(*key)
        return found

    def _measure(self, folder: str, other: str) -> Trees:
        if f"{other}{os.sep}".startswith(f"{folder}{os.sep}"):
            return Trees.UNKNOWN  # a folder and one in it
        tables = self._folders()
        mine, its = tables.below(folder), tables.below(other)
        if min(tables.count(mine), tables.count(its)) < _LEAST_IN_COMMON:
            return Trees.UNKNOWN
        if tables.count(mine) > tables.count(its):
            folder, other, mine = other, folder, its
        files = common = same = 0
        for place in mine[:: 1 + tables.count(mine) // _MOST_FILES]:
            names = self._names(tables, place)
            files += len(names)
            counterpart = tables.place(other + tables.paths[place][len(folder) :])
            if counterpart is None or not names:
                continue
            there = self._names(tables, counterpart)
            both = names.keys() & there.keys()
            common += len(both)
            same += sum(self._is_same(names[name], there[name]) for name in both)
        if common < max(_LEAST_IN_COMMON, _SHARE_OF_PATHS * files):
            return Trees.UNKNOWN
        return Trees.COPIES if same >= _SHARE_OF_CONTENTS * common else Trees.SISTERS

    def _folders(self) -> _Folders:
        with self._lock:
            if self._tables is None:
                self._tables = _Folders(self._files)
            return self._tables

    def _read_names(self, tables: _Folders, place: int) -> dict[bytes, int]:
        """Read the files of one folder that count, by name, with their rows; a limited number of a huge one."""
        rows = tables.rows(place)[: 4 * _MOST_FILES]
        rows = rows[self._files.sizes[rows] >= _SMALL]
        ends = self._files.ends
        begins = np.where(rows > 0, ends[rows - 1], 0)
        names = self._files.names
        found = {
            names[begin:end]: row
            for row, begin, end in zip(rows.tolist(), begins.tolist(), ends[rows].tolist(), strict=True)
        }
        return {name: row for name, row in found.items() if name.split(b".")[0].lower() not in _BOILERPLATE}

    def _is_same(self, row: int, other: int) -> bool:
        content = int(self._contents[row])
        return content >= 0 and content == int(self._contents[other])


class _Folders:
    """Folders in order of their paths, each with its files."""

    def __init__(self, files: Listing) -> None:
        order = sorted(range(len(files.folders)), key=files.folders.__getitem__)
        self.paths = [files.folders[at] for at in order]  # each ends with a separator
        self._places = {path: place for place, path in enumerate(self.paths)}
        place_of = np.empty(len(order), dtype=np.int64)
        place_of[order] = np.arange(len(order))
        places = place_of[files.folder]
        self._rows = np.argsort(places, kind="stable")
        self._starts = np.searchsorted(places[self._rows], np.arange(len(order) + 1))

    def below(self, folder: str) -> range:
        """Range of a folder and all folders below it."""
        return range(
            bisect_left(self.paths, folder + os.sep), bisect_left(self.paths, folder + chr(ord(os.sep) + 1))
        )

    def count(self, places: range) -> int:
        """Files in these folders."""
        return int(self._starts[places.stop] - self._starts[places.start])

    def place(self, path: str) -> int | None:
        return self._places.get(path)

    def rows(self, place: int) -> npt.NDArray[np.intp]:
        """(k,) files of a folder."""
        found: npt.NDArray[np.intp] = self._rows[self._starts[place] : self._starts[place + 1]]
        return found
