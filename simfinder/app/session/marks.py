"""The marks of a session: which files are to be removed, and why each.

Owns what may be marked (never a kept file, a protected one, or one that is in no cluster) and what becomes of marks
when clusters change. What is to be marked others say: a person, or a rule; nothing is removed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.mark_rules import restated
from simfinder.app.clusters.cluster_table import ClusterTable, FileTable

_AT_ONCE = 20_000  # sentences


class Marks:
    """Marked files and why each is marked.

    Args:
        files: the columns of all files.
    """

    def __init__(self, files: FileTable) -> None:
        self._files = files
        self._why: dict[int, str] = {}
        self._bytes: int | None = 0  # None where marks changed since they were counted
        self._numbers: npt.NDArray[np.int64] | None = None  # of the marked files, likewise

    @property
    def why(self) -> Mapping[int, str]:
        """The sentence of each marked file, with the figures of the time when it was marked."""
        return MappingProxyType(self._why)

    def told(self, table: ClusterTable, files: Sequence[int]) -> Iterator[str]:
        """The sentences of marked files in their order, with the figures of a table.

        Some thousand at a time: those of half a million take 100 MB.

        Args:
            table: of the clusters of now.
            files: all of them marked.
        """
        for begin in range(0, len(files), _AT_ONCE):
            asked = files[begin : begin + _AT_ONCE]
            wanted = np.zeros(len(table.cluster_index), dtype=np.bool_)
            wanted[list(asked)] = True
            now = table.standings(np.flatnonzero(wanted[table.members]))
            yield from (restated(self._why[file], now.get(file, "")) for file in asked)

    @property
    def bytes(self) -> int:
        """What all marked files hold."""
        if self._bytes is None:
            self._bytes = int(self._files.sizes[self.files].sum())
        return self._bytes

    @property
    def files(self) -> npt.NDArray[np.int64]:
        """(m,) the marked files, not to be changed. A slider asks twice a move, and 700,000 take 8 ms each time."""
        if self._numbers is None:
            self._numbers = np.fromiter(self._why, dtype=np.int64, count=len(self._why))
        return self._numbers

    def _changed(self) -> None:
        self._bytes = self._numbers = None

    def set(self, files: Iterable[int], why: str, table: ClusterTable) -> int:
        """Mark files for one reason; those that may not be are left out. Returns how many are new."""
        new = 0
        for file in files:
            cluster = table.cluster_of(file)
            if cluster < 0 or table.kept[cluster] == file or self._files.protected[file]:
                continue
            new += file not in self._why
            self._why[file] = why
        self._changed()
        return new

    def set_all(self, found: Mapping[int, str], table: ClusterTable) -> int:
        """The same for very many files, each with its own sentence."""
        before = len(self._why)
        files = np.fromiter(found, dtype=np.int64, count=len(found))
        wrong = self._out_of_place(files, table) | self._files.protected[files]
        left_out = set(files[wrong].tolist())
        self._why.update({f: why for f, why in found.items() if f not in left_out} if left_out else found)
        self._changed()
        return len(self._why) - before

    def unset(self, files: Iterable[int]) -> None:
        """Take marks back, where there are any."""
        for file in files:
            self._why.pop(file, None)
        self._changed()

    def clear(self) -> None:
        """Take all marks back."""
        self._why.clear()
        self._changed()

    def drop_lost(self, table: ClusterTable) -> list[str]:
        """Take back the marks of files that are in no cluster now, or are kept. Returns their paths."""
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
        """(m,) bool, files that are in no cluster, or are kept."""
        cluster = table.cluster_index[files]
        wrong: npt.NDArray[np.bool_] = cluster < 0
        if len(table):
            wrong |= table.kept[cluster] == files
        return wrong
