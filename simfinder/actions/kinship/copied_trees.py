"""Tell whether two folders are copies, or versions, of one another, by the relative paths and contents below them.

Looks at a scan's files and content rows only, never at the disk. Remembers the answer for each pair of folders.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache, partial
from itertools import islice
from threading import Lock

import numpy as np
import numpy.typing as npt

from simfinder.actions.file_names.name_reading import read_name
from simfinder.actions.kinship.text_steps import NOISE, SUM, Figures, add_up
from simfinder.arrays.file_columns import FileColumns


class Trees(IntEnum):
    """How two folders are related as trees."""

    UNKNOWN = 0
    """Too few relative paths in common."""
    SISTERS = 1
    """The same relative paths, mostly with other contents."""
    NAMESAKES = 2
    """Sisters, and at least three of the names in both are no everyday ones: "chronicle.txt", not "letter.txt"."""
    COPIES = 3
    """The same relative paths, at least half of them with the same contents."""
    VERSIONS = 4
    """Two of at least three numbered folders with the same relative paths, whose changes add up from one to the next:
    "manuscript 1", "manuscript 2", "manuscript 3"."""


_LEAST_IN_COMMON = 3
_SHARE_OF_PATHS = 0.6
_SHARE_OF_CONTENTS = 0.5
_STEPPING = 0.8  # of the files of three numbered folders, those that are no farther off than their changes
_NUMBERED = re.compile(r"(?P<stem>.*\D)(?P<number>\d{1,2})")
_SMALL = 64  # bytes: an empty __init__.py is in every package
_REMEMBERED = 1 << 14  # folders whose names are kept in memory
_MOST_FILES = 4000  # of a folder are compared; of larger ones every second, third … path
_LEVELS = 8  # folders above two files that are looked at
_BOILERPLATE = frozenset((b"license", b"licence", b"copying", b"notice", b"authors", b"thumbs", b"desktop"))


class CopiedTrees:
    """Folders of one scan. Safe for several threads at once.

    Args:
        files: the files of the scan, in any order.
        contents: (n,) int32, the content row of each file; equal rows are equal bytes, -1 is a content of its own.
    """

    def __init__(self, files: FileColumns, contents: npt.NDArray[np.integer]) -> None:
        self._files = files
        self._contents = contents
        self._found: dict[tuple[str, str], Trees] = {}
        self._figures: Figures | None = None
        self._undecided: set[tuple[str, str]] = set()
        self._by_figures: set[str] = set()
        self._lock = Lock()
        self._tables: _Folders | None = None
        # not of a method, which would hold these folders as long as they hold it
        self._names = lru_cache(maxsize=_REMEMBERED)(partial(_read_names, self._files))

    def anew(self) -> CopiedTrees:
        """Return a comparison of the same folders that has learned nothing yet; their listing is shared."""
        other = type(self)(self._files, self._contents)
        other._tables = self._folders()
        return other

    def by_figures(self) -> set[str]:
        """Return the folders whose answers depend on measured figures of their files."""
        return set(self._by_figures)

    @property
    def undecided(self) -> set[tuple[str, str]]:
        """Pairs of folders that were compared, and can only be decided by measured figures."""
        return set(self._undecided)

    def doubt(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Add pairs of folders that another scan of the same files left ``undecided``."""
        for pair in pairs:
            self._undecided.add(pair)
            self._by_figures |= set(pair)

    def learn(self, figures: Figures) -> set[str]:
        """Use what was measured of contents, and forget the answers it may change.

        Args:
            figures: what was measured so far.

        Returns:
            The folders whose answers may change.
        """
        self._figures = figures
        undecided, self._undecided = self._undecided, set()
        for key in undecided:
            self._found.pop(key, None)
        return {folder for key in undecided for folder in key}

    def compare(self, folder: str, other: str) -> Trees:
        """Compare two folders, or the folders above them that are joined to them by the same names.

        For ``a/x/src`` and ``b/y/src``: ``a/x`` and ``b/y`` are compared first, then ``a/x/src`` and ``b/y/src``. The
        first pair of copies or versions decides; otherwise the nearest relation found.
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
            if best >= Trees.COPIES:
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
        names_in_both: set[bytes] = set()
        for place in mine[:: 1 + tables.count(mine) // _MOST_FILES]:
            names = self._names(tables, place)
            files += len(names)
            counterpart = tables.place(other + tables.paths[place][len(folder) :])
            if counterpart is None or not names:
                continue
            there = self._names(tables, counterpart)
            both = names.keys() & there.keys()
            common += len(both)
            names_in_both |= both
            same += sum(self._is_same(names[name], there[name]) for name in both)
        if common < max(_LEAST_IN_COMMON, _SHARE_OF_PATHS * files):
            return Trees.UNKNOWN
        versions = self._are_versions(folder, other)
        if versions is not False:
            self._by_figures |= {folder, other}
        if versions is None:
            self._undecided.add((min(folder, other), max(folder, other)))
        if versions:
            return Trees.VERSIONS
        if same >= _SHARE_OF_CONTENTS * common:
            return Trees.COPIES
        own = (name for name in sorted(names_in_both) if not read_name(os.fsdecode(name)).generic)
        return (
            Trees.NAMESAKES if len(list(islice(own, _LEAST_IN_COMMON))) == _LEAST_IN_COMMON else Trees.SISTERS
        )

    def _are_versions(self, folder: str, other: str) -> bool | None:
        """Tell whether two folders are in a row of numbered ones whose changes add up; None if that is not measured."""
        named, its = _NUMBERED.fullmatch(folder), _NUMBERED.fullmatch(other)
        if named is None or its is None or named["stem"] != its["stem"]:
            return False
        row = self._numbered(named["stem"])
        if len(row) < 3:
            return False
        if self._figures is None:
            return None
        for first in range(len(row) - 2):
            contents = self._in_common(row[first : first + 3])
            pairs = ((0, 1), (1, 2), (0, 2))
            one, two, both = (1.0 - self._figures(contents[a], contents[b]) for a, b in pairs)
            known = ~np.isnan(one + two + both)
            if known.sum() < max(_LEAST_IN_COMMON, _SHARE_OF_PATHS * len(known)):
                return None
            one, two, both = one[known], two[known], both[known]
            if np.mean(both >= SUM * (one + two) - NOISE) < _STEPPING:
                return False
            if not add_up(*(np.atleast_1d(step.mean()) for step in (one, two, both)))[0]:
                return False
        return True

    def _numbered(self, stem: str) -> list[str]:
        """Return the folders whose paths begin so and end with a running number, in that order."""
        tables = self._folders()
        names = {number: {f"{stem}{number}", f"{stem}{number:02d}"} for number in range(100)}
        return [path for number in names for path in sorted(names[number]) if len(tables.below(path))]

    def _in_common(self, folders: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return (folders, k) contents of the files that all folders have."""
        tables = self._folders()
        found = []
        for place in tables.below(folders[0])[:_MOST_FILES]:
            inside = tables.paths[place][len(folders[0]) :]
            places = [tables.place(folder + inside) for folder in folders]
            tabled = [self._names(tables, at) for at in places if at is not None]
            if len(tabled) < len(folders):
                continue
            names = set.intersection(*(set(names) for names in tabled))
            found += [[self._contents[names[name]] for names in tabled] for name in sorted(names)]
        return np.array(found, np.int64).reshape(len(found), len(folders)).T

    def _folders(self) -> _Folders:
        with self._lock:
            if self._tables is None:
                self._tables = _Folders(self._files)
            return self._tables

    def _is_same(self, row: int, other: int) -> bool:
        content = int(self._contents[row])
        return content >= 0 and content == int(self._contents[other])


def _read_names(files: FileColumns, tables: _Folders, place: int) -> dict[bytes, int]:
    """Read the files of one folder that count, by name, with their rows; a limited number of a huge one."""
    rows = tables.rows(place)[: 4 * _MOST_FILES]
    rows = rows[files.sizes[rows] >= _SMALL]
    ends = files.ends
    begins = np.where(rows > 0, ends[rows - 1], 0)
    names = files.names
    found = {
        names[begin:end]: row
        for row, begin, end in zip(rows.tolist(), begins.tolist(), ends[rows].tolist(), strict=True)
    }
    return {name: row for name, row in found.items() if name.split(b".")[0].lower() not in _BOILERPLATE}


class _Folders:
    """Folders in order of their paths, each with its files."""

    def __init__(self, files: FileColumns) -> None:
        order = sorted(range(len(files.folders)), key=files.folders.__getitem__)
        self.paths = [files.folders[at] for at in order]  # each ends with a separator
        self._places = {path: place for place, path in enumerate(self.paths)}
        place_of = np.empty(len(order), dtype=np.int64)
        place_of[order] = np.arange(len(order))
        places = place_of[files.folder]
        self._rows = np.argsort(places, kind="stable")
        self._starts = np.searchsorted(places[self._rows], np.arange(len(order) + 1))

    def below(self, folder: str) -> range:
        """Return the range of a folder and all folders below it."""
        return range(
            bisect_left(self.paths, folder + os.sep), bisect_left(self.paths, folder + chr(ord(os.sep) + 1))
        )

    def count(self, places: range) -> int:
        """Count the files in these folders."""
        return int(self._starts[places.stop] - self._starts[places.start])

    def place(self, path: str) -> int | None:
        return self._places.get(path)

    def rows(self, place: int) -> npt.NDArray[np.intp]:
        """Return (k,) files of a folder."""
        found: npt.NDArray[np.intp] = self._rows[self._starts[place] : self._starts[place + 1]]
        return found
