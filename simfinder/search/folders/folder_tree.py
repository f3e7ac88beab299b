"""Folders and archives of a scan as numbers, so that a folder with all below it is an interval.

Folders are numbered in the order of a walk, each before those in it. Archives have the numbers behind: each is a
folder of its own, whose members are its files, and is no part of the folder it is in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class FolderTree:
    """The folders and archives of a scan; ``f`` folders and ``k`` archives make ``f + k`` numbers ("folder ids").

    Attributes:
        parent: (f + k,) int32, the folder that each is in; -1 for the upper folders of the scan.
        end: (f + k,) int32, folder i and all folders below it are ``i … end[i] - 1``; ``i + 1`` for an archive.
        depth: (f + k,) int32, number of folders above.
        archive_file: (k,) int32, the file that each archive is, as an index of the scan's files. The archive with
            folder id ``f + j`` is ``archive_file[j]``.
    """

    parent: IntArray
    end: IntArray
    depth: IntArray
    archive_file: IntArray

    @classmethod
    def of(
        cls, parent: npt.NDArray[np.integer], archive_folder: IntArray, archive_file: IntArray
    ) -> FolderTree:
        """Build the tree.

        Args:
            parent: (f,) the folder that each folder is in, -1 for none; folders in the order of a walk.
            archive_folder: (k,) the folder each archive is in.
            archive_file: (k,) the file each archive is.

        Raises:
            ValueError: the folders below one are no interval.
        """
        count, archives = len(parent), len(archive_file)
        depths, ends = [0] * count, [count] * count
        way: list[int] = []  # the folders that the current one is in
        for folder, above in enumerate(parent.tolist()):
            while way and way[-1] != above:
                ends[way.pop()] = folder
            if above >= 0 and not way:
                raise ValueError("the folders below one are no interval")
            depths[folder] = len(way)
            way.append(folder)
        numbers = np.arange(count, count + archives)
        beside = np.array(depths, np.int32)[archive_folder] + 1 if archives else np.zeros(0, np.int32)
        return cls(
            np.concatenate((parent, archive_folder)).astype(np.int32),
            np.concatenate((ends, numbers + 1)).astype(np.int32),
            np.concatenate((depths, beside)).astype(np.int32),
            np.asarray(archive_file, np.int32),
        )

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def folders(self) -> int:
        """Number of folders, without archives."""
        return len(self.parent) - len(self.archive_file)

    def is_archive(self, folder: int) -> bool:
        """Return whether a folder id is an archive."""
        return folder >= self.folders

    def file_of(self, folder: int) -> int:
        """Return the file that an archive is, -1 for a folder."""
        return int(self.archive_file[folder - self.folders]) if folder >= self.folders else -1

    def is_below(
        self, folder: npt.NDArray[np.integer], above: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.bool_]:
        """Return whether each folder is another one or below it, (m,) bool; an archive is below nothing but itself."""
        found: npt.NDArray[np.bool_] = (folder >= above) & (folder < self.end[above])
        return found
