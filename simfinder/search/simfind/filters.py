"""Kernels of SimFind's filters: key ranges, sizes and the distance of sum tables, with a count at every filter.

Rows come in ascending order of their first key. ``walk`` looks at every key hit; ``query`` finds the same sum hits
through a tree of boxes without looking at all key hits, and ``alike_in_size`` counts what it skipped. ``radius_search``
chooses between them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit

BLOCK = 1 << 17
"""Number of pairs at which a block is returned; the last row may add as many as there are rows."""

_STEPS = 1 << 24  # key hits between two calls of ``check``, at about 3 ns
_WIDEST = 2.5  # size of a file plus the largest one alike in size, as a multiple of the file's
_MOST_ALLOWED = 4.0e18  # below 2^63, so that one more is still a number


class Files(NamedTuple):
    """Files as columns.

    Attributes:
        size: (n,) int64, bytes.
        keys: (k, n) uint64; of a set that is searched, the first one is ascending.
        counts: (n, t) uint64.
        reach: (n,) uint64, tolerance of the keys.
    """

    size: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.uint64]
    reach: npt.NDArray[np.uint64]


class Tree(NamedTuple):
    """A tree over points; columns by row are in the order of the tree: rows near each other are read together.

    Attributes:
        rows: (n,) int64, index of each row in ascending order of the key.
        radius: (n, 3) int64, how far from each row a partner may be: in the first dimension, the second, all others.
        points: (n, p) int64.
        size: (n,) int64, bytes.
        counts: (n, t) uint64.
        dims: (nodes,) int64, the dimension each inner node of the tree is cut in; children of v are 2v+1 and 2v+2. Node
            0 is the root, a cut is at the middle.
        lefts: (nodes,) int64, the largest value on the left of the cut.
        rights: (nodes,) int64, the smallest on the right.
        leaf: nodes of at most so many rows are not cut.
    """

    rows: npt.NDArray[np.int64]
    radius: npt.NDArray[np.int64]
    points: npt.NDArray[np.int64]
    size: npt.NDArray[np.int64]
    counts: npt.NDArray[np.uint64]
    dims: npt.NDArray[np.int64]
    lefts: npt.NDArray[np.int64]
    rights: npt.NDArray[np.int64]
    leaf: int


class Blocks:
    """Output arrays for the pairs the kernels find, and the pairs kept from block after block.

    Args:
        rows: the most pairs one row may add.
    """

    def __init__(self, rows: int) -> None:
        most = BLOCK + rows
        self.room = (np.empty(most, np.int32), np.empty(most, np.int32), np.empty(most, np.uint64))
        self._kept: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def keep(self, found: int) -> None:
        """Keep the first ``found`` pairs of the output arrays."""
        if found:
            a, b, distance = self.room
            self._kept.append((a[:found].copy(), b[:found].copy(), distance[:found].copy()))

    def columns(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return all kept pairs: int32 and int32 rows, uint64 distances."""
        none = np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.uint64)
        a, b, distance = zip(none, *self._kept, strict=True)
        return np.concatenate(a), np.concatenate(b), np.concatenate(distance)


@njit(nogil=True, cache=True)
def _alike_in_size(a: int, b: int) -> bool:
    small, large = min(a, b), max(a, b)
    return large - small <= small // 2  # large <= floor(3·small/2), without overflow


@njit(nogil=True, cache=True)
def _allowed(sizes: float, tolerance: float) -> np.uint64:
    """Return the largest L1 distance of two files of so many bytes together."""
    return np.uint64(min(_MOST_ALLOWED, max(1.0, np.floor(sizes * tolerance / 200.0))))


@njit(nogil=True, cache=True)
def _distance(
    size_a: int, size_b: int, counts_a: np.ndarray, counts_b: np.ndarray, limit: np.uint64, tolerance: float
) -> tuple[bool, np.uint64]:
    """Tell whether the sum tables are near enough, and their L1 distance if they are.

    ``limit`` is a cheap upper bound for any partner of either: the exact one costs more than most distances do.
    """
    distance = np.uint64(0)
    for i in range(len(counts_a)):
        x, y = counts_a[i], counts_b[i]
        step = max(x, y) - min(x, y)  # without a branch, which costs three times as much
        if step > limit - distance:
            return False, distance
        distance += step
    return bool(distance <= _allowed(np.float64(size_a) + np.float64(size_b), tolerance)), distance


@njit(nogil=True, cache=True)
def walk(
    place: int,
    ranges: tuple[np.ndarray, np.ndarray],
    targets: Files,
    files: Files,
    skip: int,
    mutual: bool,
    tolerance: float,
    tally: np.ndarray,
    out: tuple[np.ndarray, np.ndarray, np.ndarray],
) -> tuple[int, int]:
    """Look at the key hits of targets from ``place`` on, until the block is full.

    Args:
        place: the target to begin with.
        ranges: (m,) int64, the first row in the range of each target's first key; (m,) int64, one past the last.
        targets: m of them.
        files: the set.
        skip: a row to leave out; -1 for none.
        mutual: of two rows the one with the smaller key is the target, for each key separately.
        tolerance: T, percent of file size.
        tally: (k + 3,) int64; added to: pairs left after each key, collisions, size discards, sum hits.
        out: targets, with room for ``BLOCK`` + n; the row of each; their L1 distance.

    Returns:
        The next target, and how many pairs were found.
    """
    begins, ends = ranges
    target_size, target_keys, target_counts, target_reach = targets
    size, keys, counts, reach = files
    m, more, found, steps = len(begins), len(keys), 0, 0
    looked, collisions, discards = 0, 0, 0
    while place < m and found < BLOCK and steps < _STEPS:
        limit = _allowed(_WIDEST * np.float64(target_size[place]), tolerance)
        for row in range(begins[place], ends[place]):
            if row == skip:
                continue
            looked += 1
            equal = target_keys[0, place] == keys[0, row]
            k = 1
            while k < more:
                x, y = target_keys[k, place], keys[k, row]
                apart = x - y if x > y else y - x
                if apart > (reach[row] if mutual and y < x else target_reach[place]):
                    break
                equal = equal and apart == 0
                tally[k] += 1
                k += 1
            if k < more:
                continue
            collisions += equal
            if not _alike_in_size(target_size[place], size[row]):
                discards += 1
                continue
            near, distance = _distance(
                target_size[place], size[row], target_counts[place], counts[row], limit, tolerance
            )
            if near:
                out[0][found], out[1][found], out[2][found] = place, row, distance
                found += 1
        steps += ends[place] - begins[place] + 1
        place += 1
    tally[0] += looked
    tally[more] += collisions
    tally[more + 1] += discards
    tally[more + 2] += found
    return place, found


@njit(nogil=True, cache=True)
def query(
    place: int,
    tree: Tree,
    ends: np.ndarray,
    tolerance: float,
    out: tuple[np.ndarray, np.ndarray, np.ndarray],
) -> tuple[int, int, int]:
    """Find sum hits among the key hits of rows from ``place`` on with rows behind them, through a tree.

    Args:
        place: the row to begin with.
        tree: over the rows.
        ends: (n,) int64, in the order of the tree, one past the last index in the range of each row's key.
        tolerance: T, percent of file size.
        out: index of one row of each pair in the order of the key; of the other row; their L1 distances.

    Returns:
        The next row, how many pairs were found, and how many boxes and rows were looked at for them.
    """
    rows, radius, points, size, counts, dims, lefts, rights, leaf = tree
    n, found, steps = len(rows), 0, 0
    node_of, low_of, high_of = np.empty(64, np.int64), np.empty(64, np.int64), np.empty(64, np.int64)
    while place < n and found < BLOCK and steps < _STEPS:
        used, own = 1, rows[place]
        limit = _allowed(_WIDEST * np.float64(size[place]), tolerance)
        node_of[0], low_of[0], high_of[0] = 0, 0, n
        while used:
            used -= 1
            node, low, high = node_of[used], low_of[used], high_of[used]
            while high - low > leaf:
                d, middle = dims[node], (low + high) // 2
                at, far = points[place, d], radius[place, min(d, 2)]
                left = middle > place + 1 and at - far <= lefts[node]
                right = at + far >= rights[node]
                if left and right:
                    node_of[used], low_of[used], high_of[used] = 2 * node + 2, middle, high
                    used += 1
                if left:
                    node, high = 2 * node + 1, middle
                elif right:
                    node, low = 2 * node + 2, middle
                else:
                    high = low
                steps += 1
            steps += max(0, high - max(low, place + 1))
            for other in range(max(low, place + 1), high):
                first, last = (place, other) if own < rows[other] else (other, place)
                if rows[last] >= ends[first] or not _alike_in_size(size[place], size[other]):
                    continue
                near, distance = _distance(
                    size[place], size[other], counts[place], counts[other], limit, tolerance
                )
                if near:
                    out[0][found], out[1][found], out[2][found] = rows[first], rows[last], distance
                    found += 1
        place += 1
    return place, found, steps


@njit(nogil=True, cache=True)
def alike_in_size(
    ends: np.ndarray, by_end: np.ndarray, rank: np.ndarray, low: np.ndarray, high: np.ndarray
) -> int:
    """Count the key hits that pass the size filter, without looking at them: O(n log n) by a tree of counts.

    Args:
        ends: (n,) int64, one past the last row in the range of each row's key; rows before it and after the row itself
            are its key hits.
        by_end: (n,) int64, rows in ascending order of ``ends``.
        rank: (n,) int64, the rank of each row's size among all sizes.
        low: (n,) int64, the first rank of the sizes a row is alike in size with.
        high: (n,) int64, one past the last.
    """
    n, total, answered = len(ends), 0, 0
    tree = np.zeros(n + 1, np.int64)
    for seen in range(n + 1):  # rows before ``seen`` are in the tree
        while answered < n and ends[by_end[answered]] <= seen:
            row = by_end[answered]
            total += _below(tree, high[row]) - _below(tree, low[row])
            answered += 1
        if seen == n:
            break
        i = rank[seen] + 1
        while i <= n:
            tree[i] += 1
            i += i & -i
        total -= _below(tree, high[seen]) - _below(tree, low[seen])
    return total


@njit(nogil=True, cache=True)
def _below(tree: np.ndarray, rank: int) -> int:
    count = 0
    while rank > 0:
        count += tree[rank]
        rank -= rank & -rank
    return count
