"""Clusters that folders explain: all their files are in copies or versions of one folder.

Two copies of a project are one piece of news, not one for each of their files.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import ClusterTable
from simfinder.app.folders.found_folders import FoundFolders
from simfinder.search.folders.folder_tree import IntArray


class ExplainedFiles(NamedTuple):
    """Which files are in folders that are alike.

    Attributes:
        entry: (n,) int32, by file the pair or group of folders that it is in; -1 for none.
        folder: (n,) int32, by file which of its folders that is.
    """

    entry: IntArray
    folder: IntArray

    @classmethod
    def of(cls, found: FoundFolders, entries: Sequence[Sequence[int]]) -> ExplainedFiles:
        """Find the files of some folders.

        Args:
            found: the folders.
            entries: ids of folders that are alike, together; a file counts for the first of these that it is in.
        """
        entry = np.full(found.entries.file_count, -1, np.int32)
        folder = entry.copy()
        for number, folders in enumerate(entries):
            for place, one in enumerate(folders):
                files = found.files_below(one)
                files = files[(entry[files] < 0) | (entry[files] == number)]
                entry[files], folder[files] = number, place
        return cls(entry, folder)

    def moved(self, places: npt.NDArray[np.integer], count: int) -> ExplainedFiles:
        """Return the same for another scan.

        Args:
            places: (n,) by file its number there, -1 for none.
            count: number of files there.
        """
        there = places >= 0
        columns = []
        for column in self:
            now = np.full(count, -1, np.int32)
            now[places[there]] = column[there]
            columns.append(now)
        return ExplainedFiles._make(columns)

    def clusters(self, table: ClusterTable) -> IntArray:
        """Return by cluster, (k,), the entry that explains it, -1 for none.

        It does where all files of the cluster are in its folders, in at least two of them.
        """
        if not len(table):
            return np.zeros(0, np.int32)
        entry, folder = self.entry[table.members], self.folder[table.members]
        starts = table.offsets[:-1]
        first = np.minimum.reduceat(entry, starts)
        one = first == np.maximum.reduceat(entry, starts)
        several = np.minimum.reduceat(folder, starts) < np.maximum.reduceat(folder, starts)
        return np.where(one & several, first, -1).astype(np.int32)
