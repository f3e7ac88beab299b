"""The folders of a scan by path, and the archives among them.

A path is put together when asked for: the full paths of 10,000 levels would take 100 MB.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

import numpy as np

from simfinder.search.folders.folder_tree import IntArray


class FolderPaths:
    """Folders by number and path, those with files and those above them up to the scanned ones.

    Args:
        folders: paths of folders that have entries, each ending in a separator.
        roots: paths of the scanned folders; a folder above them is not part of the tree.

    Attributes:
        parent: (f,) int32, the folder that each is in, -1 for an upper one.
        number: (len(folders),) int32, the folder id of each given path.
    """

    def __init__(self, folders: Sequence[str], roots: Iterable[str]) -> None:
        tops = {os.path.join(root, "") for root in roots}
        given = sorted({*folders, *tops}, key=os.fsencode)
        self._names: list[str] = []
        self._above: list[int] = []
        self._numbers: dict[tuple[int, str], int] | None = None  # by folder above and name, when asked for
        way: list[tuple[int, int]] = []  # folder id and length of the path of the folders above
        found: dict[str, int] = {}
        before = ""
        for path in given:
            same = _common(before, path, [length for _, length in way])
            del way[same:]
            begin = way[-1][1] if way else 0
            if not way:  # a scanned folder, or one outside of them all
                way.append((self._add(path, -1), len(path)))
            else:
                for name in path[begin:-1].split(os.sep) if begin < len(path) else ():
                    begin += len(name) + 1
                    way.append((self._add(name, way[-1][0]), begin))
            found[path] = way[-1][0]
            before = path
        self.parent = np.array(self._above, np.int32)
        self.number: IntArray = np.array([found[path] for path in folders], np.int32)

    def _add(self, name: str, above: int) -> int:
        self._names.append(name)
        self._above.append(above)
        return len(self._names) - 1

    def __len__(self) -> int:
        return len(self._names)

    def name(self, folder: int) -> str:
        """Return the name of a folder; the whole path, with a separator at the end, of an upper one."""
        return self._names[folder]

    def path(self, folder: int) -> str:
        """Return the absolute path of a folder, without a separator at the end."""
        names = []
        while folder >= 0:
            names.append(self._names[folder])
            folder = self._above[folder]
        top = names.pop()
        return top + os.sep.join(reversed(names)) if names else top.rstrip(os.sep) or top

    def folder_of(self, path: str) -> int:
        """Return the id of the folder with a path, -1 where it is none of these."""
        if self._numbers is None:
            keys = zip(self._above, self._names, strict=True)
            self._numbers = {key: number for number, key in enumerate(keys)}
        with_end = os.path.join(path, "")
        end = len(with_end)
        while end > 0:  # the longest beginning that is an upper folder
            found = self._numbers.get((-1, with_end[:end]), -1)
            if found >= 0:
                for name in with_end[end:-1].split(os.sep) if end < len(with_end) else ():
                    found = self._numbers.get((found, name), -1)
                    if found < 0:
                        break
                return found
            end = with_end.rfind(os.sep, 0, end - 1) + 1
        return -1


def _common(before: str, path: str, lengths: Sequence[int]) -> int:
    """Return how many of the folders above, whose paths are so long, hold the next path too."""
    count = len(lengths)
    while count and not path.startswith(before[: lengths[count - 1]]):
        count -= 1
    return count
