"""Folders and names of files as numbers: which files share a folder, are in sibling folders, or share a name.

Every move of a slider asks, so the numbers are remembered: 16 bytes a folder and 8 bytes a file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import xxhash

from simfinder.arrays.file_columns import FileColumns

Numbers = npt.NDArray[np.int64]
Rows = npt.NDArray[np.integer]


class FilePlaces:
    """The numbers of one scan's files.

    Args:
        files: of the scan.
    """

    def __init__(self, files: FileColumns) -> None:
        self._files = files
        self._folders: tuple[Numbers, Numbers] | None = None
        self._names: Numbers | None = None
        self._is_known = np.zeros(0, dtype=np.bool_)

    def folders(self, files: Rows) -> tuple[Numbers, Numbers]:
        """Return (k,) the folder of each file and (k,) the folder above it, each numbered from 0."""
        if self._folders is None:
            paths = self._files.folders  # each ends with a separator
            above = [path[: path.rfind(os.sep, 0, -1) + 1] or path for path in paths]
            self._folders = _numbered(paths), _numbered(above)
        folder = self._files.folder[files]
        own, above_it = self._folders
        return own[folder], above_it[folder]

    def names(self, files: Rows) -> Numbers:
        """Return (k,) the XXH3-64 of the name of each file."""
        if self._names is None:
            self._names = np.zeros(len(self._files), dtype=np.int64)
            self._is_known = np.zeros(len(self._files), dtype=np.bool_)
        new = files[~self._is_known[files]]
        if len(new):
            names, ends = self._files.names, self._files.ends
            begins = np.where(new > 0, ends[new - 1], 0)
            spans = zip(begins.tolist(), ends[new].tolist(), strict=True)
            hashes = [xxhash.xxh3_64_intdigest(names[begin:end]) for begin, end in spans]
            self._names[new] = np.array(hashes, dtype=np.uint64).view(np.int64)
            self._is_known[new] = True
        return self._names[files]


def _numbered(paths: Sequence[str]) -> Numbers:
    met: dict[str, int] = {}
    return np.array([met.setdefault(path, len(met)) for path in paths], dtype=np.int64)
