"""A plan by folders, for its review: which files go from which folder, how many of how many, and the rows of the list.

Everything is sums and sorts over columns: 100,000 acts in 10,000 folders take 120 ms, opening one of the folders 10 ms.
The folders are ``actions.plan.nested_folders``.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from simfinder.actions.plan.nested_folders import nested_folders
from simfinder.model.removal_plan import Plan

IntArray = npt.NDArray[np.int64]


class ReviewRows:
    """The acts of a plan in their folders; ``n`` acts, ``f`` folders.

    Attributes:
        paths: of the folders, each with the separator at its end; a folder comes before those in it.
        parent: (f,) int64, the folder that each is in, -1 for none.
        depth: (f,) int64, folders of the tree above each.
        of_act: (n,) int64, the folder of each act.
        going: (f,) int64, files that go from a folder and from those in it.
        size: (f,) int64, their bytes.
        least: (f,) float64, what the least similar of them shares with the kept file, 0..1.
        files: (f,) int64, files there were in a folder and in those in it; -1 where they were not counted.
    """

    def __init__(self, plan: Plan) -> None:
        of_act = list(plan.acts.folders())
        above = nested_folders(of_act)
        number = {folder: at for at, folder in enumerate(above)}
        self.paths = list(above)
        self.of_act = np.array([number[folder] for folder in of_act], dtype=np.int64)
        self.parent = np.array([number.get(outer, -1) for outer in above.values()], dtype=np.int64)
        self.depth = np.zeros(len(self.paths), dtype=np.int64)
        for folder, outer in enumerate(self.parent.tolist()):
            if outer >= 0:
                self.depth[folder] = self.depth[outer] + 1
        by_depth = np.argsort(self.depth, kind="stable")
        self._levels = np.split(by_depth, np.flatnonzero(np.diff(self.depth[by_depth])) + 1)
        self._own = np.bincount(self.of_act, minlength=len(self.paths))
        steps = plan.acts.steps()  # links and empty folders that go with a folder are no files
        files = np.fromiter((step is None or step.on_files for step in steps), np.bool_, count=len(of_act))
        self.going = self._with_below(np.bincount(self.of_act[files], minlength=len(self.paths)))
        sizes = np.zeros(len(self.paths), dtype=np.int64)
        np.add.at(sizes, self.of_act, np.fromiter(plan.acts.sizes(), dtype=np.int64, count=len(of_act)))
        self.size = self._with_below(sizes)
        self.least = np.ones(len(self.paths), dtype=np.float64)
        shares = np.fromiter(plan.acts.similarities(), dtype=np.float64, count=len(of_act))
        np.minimum.at(self.least, self.of_act, shares)
        for level in self._inward():
            np.minimum.at(self.least, self.parent[level], self.least[level])
        self.files = np.array([plan.files_below.get(path, -1) for path in self.paths], dtype=np.int64)

    def first_rank(self, ranks: IntArray) -> IntArray:
        """Return (f,) int64, the lowest of the ranks, (n,), of the acts in each folder and below it."""
        lowest = np.full(len(self.paths), len(ranks), dtype=np.int64)
        np.minimum.at(lowest, self.of_act, ranks)
        for level in self._inward():
            np.minimum.at(lowest, self.parent[level], lowest[level])
        return lowest

    def acts_in(self, folders: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Return (n,) bool, the acts in some folders, (f,) bool, and below them."""
        inside = folders.copy()
        for level in self._levels[1:]:
            inside[level] |= inside[self.parent[level]]
        found: npt.NDArray[np.bool_] = inside[self.of_act]
        return found

    def folders_of(self, acts: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Return (f,) bool, the folders that hold one of some acts, (n,) bool, or have one below them."""
        own = np.bincount(self.of_act[acts], minlength=len(self.paths))
        return self._with_below(own) > 0

    def rows(self, acts: IntArray, folders: IntArray, closed: npt.NDArray[np.bool_]) -> IntArray:
        """Return the rows of the list: each folder, the acts in it, then the folders in it.

        Args:
            acts: (n,) rank of each act among those of its folder.
            folders: (f,) rank of each folder among its siblings.
            closed: (f,) bool, folders that show only their own row.

        Returns:
            For each row the number of an act, or ``~number`` of a folder.
        """
        if not len(acts):
            return np.zeros(0, dtype=np.int64)
        shut = closed[self.parent] & (self.parent >= 0)
        height = 1 + np.where(closed, 0, self._own)
        for level in self._inward():
            np.add.at(height, self.parent[level], np.where(shut[level], 0, height[level]))
        offset = self._beside(folders, height)
        row = offset.copy()
        seen = np.ones(len(self.paths), dtype=np.bool_)
        for level in self._levels[1:]:
            outer = self.parent[level]
            row[level] = row[outer] + 1 + self._own[outer] + offset[level]
            seen[level] = seen[outer] & ~shut[level]
        order = np.lexsort((acts, self.of_act))
        folder = self.of_act[order]
        within = np.arange(len(order)) - (np.cumsum(self._own) - self._own)[folder]
        listed = (seen & ~closed)[folder]
        found = np.zeros(int(height[self.parent < 0].sum()), dtype=np.int64)
        found[row[seen]] = ~np.flatnonzero(seen)
        found[(row[folder] + 1 + within)[listed]] = order[listed]
        return found

    def _beside(self, ranks: IntArray, height: IntArray) -> IntArray:
        """Return (f,) the rows of the sibling folders that come before each folder."""
        order = np.lexsort((ranks, self.parent))
        before = np.cumsum(height[order]) - height[order]
        first = np.flatnonzero(np.diff(self.parent[order], prepend=-2))
        start = np.repeat(before[first], np.diff(np.append(first, len(order))))
        offset = np.zeros(len(order), dtype=np.int64)
        offset[order] = before - start
        return offset

    def _with_below(self, figures: IntArray) -> IntArray:
        """Add what is in folders to the sums of the folders above them."""
        for level in self._inward():
            np.add.at(figures, self.parent[level], figures[level])
        return figures

    def _inward(self) -> Iterator[IntArray]:
        """Yield the folders by depth, the deepest first, without those at the top."""
        return reversed(self._levels[1:])
