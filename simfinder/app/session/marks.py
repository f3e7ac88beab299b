"""The marks of a session: which files are to be removed, and why each.

A kept file, a protected one, or one in no cluster can't be marked, and marks on such files are dropped when clusters
change. A person or a rule decides what to mark; nothing is removed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.mark_rules import Mark
from simfinder.app.clusters.cluster_table import ClusterTable, SessionFiles


class Marks:
    """Marked files and why each is marked.

    Args:
        files: the columns of all files.
    """

    def __init__(self, files: SessionFiles) -> None:
        self._files = files
        self._why: dict[int, Mark] = {}
        self._bytes: int | None = 0  # None where marks changed since they were counted
        self._numbers: npt.NDArray[np.int64] | None = None  # of the marked files, likewise

    @property
    def why(self) -> Mapping[int, Mark]:
        """Return why each marked file is marked."""
        return MappingProxyType(self._why)

    @property
    def bytes(self) -> int:
        """Return the bytes of all marked files."""
        if self._bytes is None:
            self._bytes = int(self._files.sizes[self.files].sum())
        return self._bytes

    @property
    def files(self) -> npt.NDArray[np.int64]:
        """Return (m,) the marked files; do not change the array. A slider asks twice a move, 8 ms each for 700,000."""
        if self._numbers is None:
            self._numbers = np.fromiter(self._why, dtype=np.int64, count=len(self._why))
        return self._numbers

    def _changed(self) -> None:
        self._bytes = self._numbers = None

    def set(self, files: Iterable[int], mark: Mark, table: ClusterTable) -> int:
        """Mark files, however many, except those that may not be marked; return how many are new."""
        before = len(self._why)
        asked = np.fromiter(files, dtype=np.int64)
        wrong = self._out_of_place(asked, table) | self._files.protected[asked]
        self._why.update(dict.fromkeys(asked[~wrong].tolist(), mark))
        self._changed()
        return len(self._why) - before

    def unset(self, files: Iterable[int]) -> None:
        """Remove the marks of files that have one."""
        for file in files:
            self._why.pop(file, None)
        self._changed()

    def clear(self) -> None:
        """Remove all marks."""
        self._why.clear()
        self._changed()

    def drop_lost(self, table: ClusterTable) -> list[str]:
        """Remove the marks of files that are now kept or in no cluster; return their paths."""
        if not self._why:
            return []
        marked = self.files
        lost = marked[self._out_of_place(marked, table)].tolist()
        for file in lost:
            del self._why[file]
        if lost:
            self._changed()
        return [self._files.records.path(file) for file in lost]

    @staticmethod
    def _out_of_place(files: npt.NDArray[np.int64], table: ClusterTable) -> npt.NDArray[np.bool_]:
        """Return (m,) bool, the files that are kept or in no cluster."""
        cluster = table.cluster_index[files]
        wrong: npt.NDArray[np.bool_] = cluster < 0
        if len(table):
            wrong |= table.kept[cluster] == files
        return wrong
