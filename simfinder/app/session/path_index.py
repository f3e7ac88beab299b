"""Which file of many has a path: 12 bytes a file, where a dict of paths takes some two hundred.

Made once for the files of a scan, some thousand at a time; no path is kept.
"""

from __future__ import annotations

import numpy as np

from simfinder.arrays.file_columns import Listing

_AT_ONCE = 20_000
_number = hash  # of a text, 64 bits


class PathPlaces:
    """Paths of files, to be looked up. Any thread may ask.

    Args:
        files: with distinct paths.
    """

    def __init__(self, files: Listing) -> None:
        numbers = np.empty(len(files), dtype=np.int64)
        for begin in range(0, len(files), _AT_ONCE):
            paths = files[begin : begin + _AT_ONCE].paths()
            numbers[begin : begin + len(paths)] = np.fromiter(map(_number, paths), np.int64, len(paths))
        order = np.argsort(numbers)
        self._files = files
        self._numbers = numbers[order]
        self._order = order.astype(np.int32)

    def of(self, path: str) -> int:
        """Index of the file with a path, -1 for none."""
        number = _number(path)
        place = int(np.searchsorted(self._numbers, number))
        while place < len(self._numbers) and self._numbers[place] == number:
            file = int(self._order[place])
            if self._files.path(file) == path:
                return file
            place += 1
        return -1
