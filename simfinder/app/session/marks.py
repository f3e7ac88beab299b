"""The marks of a session: which files are to be removed, and why each.

A kept file, a protected one, or one in no cluster can't be marked, and marks on such files are dropped when clusters
change. So is a mark that a rule set and would not set now: what was older than the kept file may be newer than the one
that is kept now. A person or a rule decides what to mark; nothing is removed here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules import companions
from simfinder.actions.rules.mark_rules import Mark
from simfinder.app.clusters.cluster_table import ClusterTable, SessionFiles
from simfinder.model.path_rules import OWN
from simfinder.model.removal_plan import MarkCause


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
        self._by_mark: tuple[Sequence[Mark], npt.NDArray[np.intp]] | None = None  # likewise
        self._folders: dict[str, npt.NDArray[np.bool_]] = {}  # files inside a folder

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

    def _distinct(self) -> tuple[Sequence[Mark], npt.NDArray[np.intp]]:
        """Return the distinct marks, and (m,) which of them each marked file has."""
        if self._by_mark is None:
            marks = list(self._why.values())
            # hashes would take a second for a million
            ids = np.fromiter(map(id, marks), np.int64, len(marks))
            _, first, which = np.unique(ids, return_index=True, return_inverse=True)
            self._by_mark = [marks[at] for at in first.tolist()], which.reshape(-1)
        return self._by_mark

    def _changed(self) -> None:
        self._bytes = self._numbers = self._by_mark = None

    def set(self, files: Iterable[int], mark: Mark, table: ClusterTable) -> int:
        """Mark files, however many, except those that may not be marked; return how many are new."""
        before = len(self._why)
        asked = np.fromiter(files, dtype=np.int64)
        asked = asked[~(self._out_of_place(asked, table) | self._files.protected[asked])]
        fit = asked[self._still_set(mark, asked, table)].tolist()
        self._why.update((file, mark) for file in fit if mark.replaces(self._why.get(file, mark)))
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

    def drop_lost(self, table: ClusterTable, *, set_again: bool = False) -> list[str]:
        """Remove the marks of files that may not be marked now; return the paths of these files.

        These are kept files, those in no cluster, and those whose mark is of a rule that would not set it now. Where
        that takes the mark of a file, those that a rule set on its companions go too.

        Args:
            table: the clusters of now.
            set_again: marks were set or unset by file, so that those of companions may be left over.
        """
        if not self._why:
            return []
        marked, (marks, which) = self.files, self._distinct()
        still = ~self._out_of_place(marked, table)
        for number, mark in enumerate(marks):
            places = np.flatnonzero(still & (which == number))
            still[places] = self._still_set(mark, marked[places], table)
        by_rule = np.array([mark.cause is MarkCause.RULE for mark in marks])
        if by_rule.any() and (set_again or not still.all()):
            still &= ~by_rule[which] | self._whole(marked, still)
        lost: list[int] = marked[~still].tolist()
        for file in lost:
            del self._why[file]
        if lost:
            self._changed()
            self._numbers, self._by_mark = marked[still], (marks, which[still])
        return [self._files.records.path(file) for file in lost]

    def _still_set(
        self, mark: Mark, files: npt.NDArray[np.int64], table: ClusterTable
    ) -> npt.NDArray[np.bool_]:
        """Return (k,) bool, the files of clusters on which a mark may be: a rule must name them now."""
        match mark.cause:
            case MarkCause.RULE:
                return table.still_named(mark, files)
            case MarkCause.OUTSIDE:
                there = np.zeros(len(table) + 1, dtype=np.bool_)  # the last entry is for files in no cluster
                there[table.cluster_index[self._inside(mark.folder)]] = True
                there[-1] = False
                found: npt.NDArray[np.bool_] = there[table.cluster_index[files]]
                return found
        return np.ones(len(files), dtype=np.bool_)

    def _whole(self, marked: npt.NDArray[np.int64], still: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Return (m,) bool, the marked files of which no companion stays."""
        going = np.zeros(len(self._files.sizes), dtype=np.bool_)
        going[marked[still]] = True
        whole: npt.NDArray[np.bool_] = companions.without_split(self._files.records, going)[marked]
        return whole

    def _inside(self, folder: str) -> npt.NDArray[np.bool_]:
        """Return (n,) bool, the files in a folder or below it."""
        known = self._folders.get(folder)
        if known is None:
            records, inside = self._files.records, OWN.inside(folder.rstrip(os.sep) or os.sep)
            there = np.fromiter(map(inside, records.folders), np.bool_, len(records.folders))
            known = self._folders[folder] = there[records.folder]
        return known

    @staticmethod
    def _out_of_place(files: npt.NDArray[np.int64], table: ClusterTable) -> npt.NDArray[np.bool_]:
        """Return (m,) bool, the files that are kept or in no cluster."""
        cluster = table.cluster_index[files]
        wrong: npt.NDArray[np.bool_] = cluster < 0
        if len(table):
            wrong |= table.kept[cluster] == files
        return wrong
