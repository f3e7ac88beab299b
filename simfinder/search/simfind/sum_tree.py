"""A tree of boxes over sum tables: finds the sum hits of a set in which nearly all pairs are key hits.

Each row is a point: its key, its size, and sums of its counts with sixteen patterns of signs (the rows of a Hadamard
matrix). Between two tables no such sum differs by more than their L1 distance, so a partner lies within the allowed
distance in every one of them: a box of which the tree visits a share that shrinks as n grows. If a random pair lies in
the box of one sum with probability p, a row visits about n^log2(1 + p) leaves. Exact: the tree only leaves out what no
filter would let pass. Source of the idea: k-d trees (Bentley 1975).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.model.progress import Control
from simfinder.search.simfind import filters
from simfinder.search.simfind.filters import Blocks
from simfinder.search.simfind.key_range import key_reach

I64 = npt.NDArray[np.int64]
U64 = npt.NDArray[np.uint64]

LARGEST = 1 << 61
"""Keys, sizes and the sum of a row's counts must be below this."""

_LEAF = 16
_SUMS = 16
_SAMPLE = 512  # rows of a node sampled for the dimension of largest spread


class SumTree:
    """The tree over rows in ascending order of their key.

    Args:
        size: (n,) int64, bytes, below ``LARGEST``.
        key: (n,) uint64, ascending, below ``LARGEST``.
        counts: (n, t) uint64, each row's sum below ``LARGEST``.
        tolerance: T, percent of file size.

    Attributes:
        looked_at: boxes and pairs looked at so far.
    """

    def __init__(self, size: I64, key: U64, counts: U64, tolerance: float) -> None:
        self.looked_at = 0
        self._tolerance = float(tolerance)
        sums = _sums(counts.astype(np.int64))
        points = np.column_stack([key.astype(np.int64), size, sums])
        largest = _largest_alike(size)
        both = size.astype(np.float64) + largest.astype(np.float64)
        allowed = np.minimum(float(LARGEST), np.maximum(1.0, np.floor(both * tolerance / 200.0)))
        reach = np.minimum(key_reach(largest, tolerance), np.uint64(LARGEST))
        radius = np.column_stack([reach.astype(np.int64), size // 2, allowed.astype(np.int64)])
        rows, *cuts = _cut(points, radius)
        columns = [np.ascontiguousarray(column[rows]) for column in (radius, points, size, counts)]
        self._tree = filters.Tree._make((rows, *columns, *cuts, _LEAF))

    def pairs(self, ends: I64, control: Control) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], U64]:
        """Return the sum hits (a, b, L1 distance), a < b, of rows b before ``ends[a]``, in any order.

        Raises:
            Cancelled: on request.
        """
        blocks = Blocks(len(ends))
        ends = ends[self._tree.rows]
        place = 0
        while place < len(ends):
            control.check()
            place, found, looked = filters.query(place, self._tree, ends, self._tolerance, blocks.room)
            blocks.keep(found)
            self.looked_at += looked
        return blocks.columns()


def _cut(points: I64, radius: I64) -> tuple[I64, I64, I64, I64]:
    """Cut node after node at the middle, in the dimension that is widest compared with the boxes queried.

    Returns:
        The rows in the order of the tree; of each node the dimension it is cut in, the largest value on the left of the
        cut and the smallest on the right.
    """
    n, nodes = len(points), 1
    all_rows = np.arange(n, dtype=np.int64)
    while nodes * _LEAF < n:
        nodes *= 2
    dims, lefts, rights = np.zeros((3, 2 * nodes), np.int64)
    usual = np.maximum(1.0, np.median(radius, axis=0))[np.minimum(np.arange(points.shape[1]), 2)]
    stack = [(0, 0, n)]
    while stack:
        node, low, high = stack.pop()
        if high - low <= _LEAF:
            continue
        rows = all_rows[low:high]
        sample = points[rows[:: max(1, len(rows) // _SAMPLE)]]
        dimension = int(np.argmax(sample.std(axis=0) / usual))
        middle = (low + high) // 2
        values = points[rows, dimension]
        order = np.argpartition(values, middle - low)
        all_rows[low:high] = rows[order]
        dims[node] = dimension
        lefts[node] = values[order[: middle - low]].max()
        rights[node] = values[order[middle - low :]].min()
        stack += [(2 * node + 1, low, middle), (2 * node + 2, middle, high)]
    return all_rows, dims, lefts, rights


def _largest_alike(size: I64) -> I64:
    """Return the size of the largest file that each is alike in size with."""
    ascending = np.sort(size)
    return ascending[np.searchsorted(ascending, size + size // 2, side="right") - 1]


def _sums(counts: I64) -> I64:
    """Return sums of the counts with signs, (n, 16); the first is that of all counts."""
    tags = counts.shape[1]
    signs = np.ones((1, 1), np.int64)
    while signs.shape[1] < max(tags, _SUMS):
        signs = np.block([[signs, signs], [signs, -signs]])
    return counts @ signs[:_SUMS, :tags].T
