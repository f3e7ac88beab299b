"""What ``find_folders`` found: pairs of folders at any tolerance, groups, and what the scan leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simfinder.app.folders.folder_order import FolderOrder, order_by_names, together
from simfinder.app.folders.scan_entries import ScanEntries, Unknown
from simfinder.arrays.file_columns import FileColumns
from simfinder.search.folders import groups, reduce
from simfinder.search.folders.folder_pairs import FolderGroups, FolderPairs
from simfinder.search.folders.folder_tree import FolderTree, IntArray

LEAST = 0.5
"""Least share of one folder that is in the other, from which a pair is shown unless somebody chooses another."""

FLOOR = 0.3
"""Least share of pairs that are found at all."""


@dataclass(frozen=True, eq=False)
class FoundFolders:
    """Folders and archives that are alike, of one session.

    Attributes:
        entries: of all folders.
        files: of the scan.
        every: all pairs from ``FLOOR`` up, nested ones too; ``pairs`` has those to be shown.
        rank: (n,) int64, of two folders that are alike the one with the lower rank stays.
        akin: (m,) bool, names and places of ``every`` speak for versions.
        named: (m,) int8, which folder of each of ``every`` is newer by names, see ``FolderOrder.by_names``.
        firm: (m,) bool, names that outweigh times.
        timed: (m,) int8, the same by times.
        newer: (2, m) int32, changed files that are newer in A, and in B.
    """

    entries: ScanEntries
    files: FileColumns
    every: FolderPairs
    rank: npt.NDArray[np.int64]
    akin: npt.NDArray[np.bool_]
    named: npt.NDArray[np.int8]
    firm: npt.NDArray[np.bool_]
    timed: npt.NDArray[np.int8]
    newer: npt.NDArray[np.int32]

    @property
    def tree(self) -> FolderTree:
        """Folders and archives by number."""
        return self.entries.tree

    def path(self, folder: int) -> str:
        """Return the absolute path of a folder or an archive."""
        file = self.tree.file_of(folder)
        return self.entries.paths.path(folder) if file < 0 else self.files.path(file)

    def folder_of(self, path: str) -> int:
        """Return the id of the folder with a path, -1 where the scan has none; archives are not looked up."""
        return self.entries.paths.folder_of(path)

    def files_below(self, folder: int) -> IntArray:
        """Return the files below a folder at any depth, as ascending indexes of the scan's files; an archive itself.

        Empty files are not among them, see ``empty_below``; nor are those gone when the folders were compared.
        """
        file = self.tree.file_of(folder)
        if file >= 0:
            return np.array([file], np.int32)
        source = self._sources(folder)
        return np.sort(source[source < self.entries.file_count])

    def empty_below(self, folder: int) -> list[str]:
        """Return the paths of the empty files below a folder; they count in ``same`` and ``only_a`` as others do."""
        if self.tree.is_archive(folder):
            return []
        source = self._sources(folder) - self.entries.file_count
        empty = self.entries.empty
        return [empty[at] for at in np.sort(source[(source >= 0) & (source < len(empty))]).tolist()]

    def unknown_below(self, folder: int) -> list[Unknown]:
        """Return what the scan does not know below a folder: hidden, links, special files, what can't be read."""
        end = int(self.tree.end[folder])
        return [
            entry for at in self._unknown_folders if folder <= at < end for entry in self.entries.unknown[at]
        ]

    @cached_property
    def _unknown_folders(self) -> list[int]:
        return sorted(self.entries.unknown)

    def _sources(self, folder: int) -> IntArray:
        evidence = self.entries.evidence
        return evidence.source[evidence.begin[folder] : evidence.begin[self.tree.end[folder]]]

    def pairs(self, least: float = LEAST) -> FolderPairs:
        """Return the pairs to be shown at a tolerance, nested ones reduced to the highest that says it all.

        In some milliseconds for thousands of pairs, so that a slider can ask.

        Args:
            least: least share of one folder that is in the other, 0..1.

        Returns:
            Largest saving first, then the most similar, then by path.
        """
        enough = np.flatnonzero(self.every.share >= np.float32(least))
        near = self.every.take(enough)
        root = self.entries.evidence.root  # a folder that holds nothing but another one is that
        inner = near._replace(a=root[near.a], b=root[near.b])
        near = near.take(reduce.reduced(self.tree, inner, self.akin[enough]))
        order = np.lexsort((near.b, near.a, -near.share, -near.similarity, near.relation, -near.bytes_freed))
        return near.take(order)

    def groups(self, pairs: FolderPairs) -> FolderGroups:
        """Return three and more folders that are copies or versions of one another; largest saving first."""
        root = self.entries.evidence.root
        told = np.arange(
            len(self.tree), dtype=np.int32
        )  # "foo-1.0" in one pair may be "foo-1.0/foo" in another
        told[root[pairs.b]] = pairs.b
        told[root[pairs.a]] = pairs.a
        one_each = pairs._replace(a=told[root[pairs.a]], b=told[root[pairs.b]])
        return groups.groups(self.tree, self.entries.evidence, one_each, self.rank)

    def order(self, a: int, b: int) -> FolderOrder:
        """Return which of two folders is newer, by what, and whether names and times contradict each other.

        Args:
            a: folder id.
            b: folder id, of any other folder; for pairs that were not found only their names are asked.
        """
        names = order_by_names(
            self.path(a), self.path(b), archive=self.tree.is_archive(a), other_archive=self.tree.is_archive(b)
        )
        rows = np.flatnonzero((self.every.a == a) & (self.every.b == b))
        turned = np.flatnonzero((self.every.a == b) & (self.every.b == a))
        timed, newer = 0, [0, 0]
        if len(rows):
            timed, newer = int(self.timed[rows[0]]), self.newer[:, rows[0]].tolist()
        elif len(turned):
            timed, newer = -int(self.timed[turned[0]]), self.newer[::-1, turned[0]].tolist()
        return together(
            names.order, timed, firm=names.firm, why=names.why, newer_a=newer[0], newer_b=newer[1]
        )
