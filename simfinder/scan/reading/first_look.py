"""Find identical files while a scan waits for kernels that are compiled for the first time: nothing here needs one.

They are shown, and that is all: the scan itself finds them again, with all others.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import Cancelled, ReadError
from simfinder.model.progress import Control, IdenticalFiles
from simfinder.scan.reading.read_file import ENDS, hash_ends, hash_file

LARGEST = 16 << 20
"""Most bytes of a file that is looked at: a larger one would keep the disk from the scan when that can go on."""
MOST = 20
"""Groups that are looked for."""


class FirstLook:
    """Looks at the files of a scan, the largest first.

    Args:
        files: of the scan.
        control: of the scan; gets what is found.
        follow: read what links lead to.
    """

    def __init__(self, files: FileColumns, control: Control, *, follow: bool) -> None:
        self._files = files
        self._control = control
        self._follow = follow
        self._own = Control()

    def run(self) -> None:
        """Look until enough is found, all is looked at, or the scan goes on."""
        found: list[IdenticalFiles] = []
        with contextlib.suppress(Cancelled):
            for rows in self._of_one_size():
                for alike in self._alike(rows):
                    paths = tuple(self._files[i].path for i in alike)
                    found.append(IdenticalFiles(int(self._files.sizes[alike[0]]), paths))
                    self._control.show_identical(tuple(found))
                if len(found) >= MOST:
                    break

    def end(self) -> None:
        """End the look: the scan goes on."""
        self._own.cancel()

    def _of_one_size(self) -> Iterator[list[int]]:
        sizes = self._files.sizes
        order = np.argsort(-sizes, kind="stable")
        order = order[(sizes[order] > 0) & (sizes[order] <= LARGEST)]
        for rows in np.split(order, np.flatnonzero(np.diff(sizes[order])) + 1):
            if len(rows) > 1:
                yield rows.tolist()

    def _alike(self, rows: list[int]) -> list[list[int]]:
        """Return the groups of files with the same bytes: first by both ends, then by all of them."""
        large = self._files.sizes[rows[0]] > 2 * ENDS
        groups = _grouped((self._ends(i), i) for i in rows) if large else [rows]
        return [alike for group in groups for alike in _grouped((self._content(i), i) for i in group)]

    def _ends(self, i: int) -> bytes | None:
        self._check()
        try:
            return hash_ends(self._files[i], follow=self._follow)
        except ReadError:
            return None

    def _content(self, i: int) -> bytes | None:
        self._check()
        try:
            record, content, _ = hash_file(self._files[i], self._own, follow=self._follow)
        except ReadError:
            return None
        return content if record == self._files[i] else None  # changed since it was listed: the scan reads it

    def _check(self) -> None:
        self._own.check()
        self._control.check()


def _grouped(keyed: Iterable[tuple[bytes | None, int]]) -> list[list[int]]:
    """Return the groups of more than one with the same key; None is no key."""
    groups = defaultdict(list)
    for key, i in keyed:
        if key is not None:
            groups[key].append(i)
    return [rows for rows in groups.values() if len(rows) > 1]
