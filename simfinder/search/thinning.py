"""Many links become few without a single cluster falling apart.

Owns two rules. *Spanning*: of the links of each pair of kinds only a maximum spanning forest, which keeps the connected
components at any tolerances exactly as all the links would have them (a tolerance is one number for a pair of kinds).
*Thinning*: the same forest and, as far as there is room, the strongest links of either end.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from simfinder.signatures.distinct import sorted_set

_TABLE = 1 << 20  # numbers of a table that is always small enough


def kinds_of(
    contents: npt.NDArray[np.int32], types: npt.NDArray[np.int32], rows: int
) -> npt.NDArray[np.int32]:
    """The kind of each row, int32 from 0 on: rows whose files are of the same types are of one kind.

    Args:
        contents: (n,) content row per file that takes part, -1 for one that was not read.
        types: (n,) type index per file.
        rows: number of content rows.
    """
    count = int(types.max(initial=-1)) + 1
    read = contents >= 0
    pairs = sorted_set(contents[read].astype(np.int64) * count + types[read])
    row, kind = pairs // max(count, 1), np.full(rows, count, dtype=np.int32)
    of = (pairs % max(count, 1)).astype(np.int32)
    kind[row] = of
    several = sorted_set(row[1:][row[1:] == row[:-1]])
    names: dict[bytes, int] = {}
    begins, ends = np.searchsorted(row, several, "left"), np.searchsorted(row, several, "right")
    for content, begin, end in zip(several.tolist(), begins.tolist(), ends.tolist(), strict=True):
        kind[content] = count + 1 + names.setdefault(of[begin:end].tobytes(), len(names))
    return kind


def spanning(
    n: int, a: np.ndarray, b: np.ndarray, similarity: np.ndarray, kinds: np.ndarray | None = None
) -> np.ndarray:
    """Which links are of the forests.

    Args:
        n: number of rows.
        a: (m,) int32 rows, one end of each link.
        b: (m,) int32 the other; each pair once.
        similarity: (m,) float32, 0..1; of equal ones the earlier counts as the stronger.
        kinds: (n,) int32 from 0 on, the kind of each row; one kind where none are given.

    Returns:
        (m,) bool.
    """
    forest, _ = _ranked(n, a, b, similarity, kinds)
    return forest


def thin(
    n: int, a: np.ndarray, b: np.ndarray, similarity: np.ndarray, most: int, kinds: np.ndarray | None = None
) -> np.ndarray:
    """Which links stay where about ``most`` may; the forests stay whatever they are. Arguments as of ``spanning``."""
    forest, rank = _ranked(n, a, b, similarity, kinds)
    staying = np.cumsum(np.bincount(rank))  # links among the r + 1 strongest of an end
    keep = int(np.searchsorted(staying, most, side="right"))
    stays: np.ndarray = forest | (rank < keep)
    return stays


def _ranked(
    n: int, a: np.ndarray, b: np.ndarray, similarity: np.ndarray, kinds: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray]:
    order = strongest_first(similarity)
    if kinds is None or not len(a):
        return _ranks(n, a, b, order, np.zeros(1, np.int64), np.array([0, len(a)], np.int64))
    of_a, of_b = kinds[a].astype(np.int64), kinds[b].astype(np.int64)
    width = int(kinds.max()) + 1
    names, bucket = _numbered(np.minimum(of_a, of_b) * width + np.maximum(of_a, of_b), width * width)
    in_bucket = bucket[order]
    if names <= 1 << 16:  # numpy sorts these by radix
        in_bucket = in_bucket.astype(np.uint16)
    by_bucket = order[np.argsort(in_bucket, kind="stable")]
    bounds = np.zeros(names + 1, np.int64)
    np.cumsum(np.bincount(bucket, minlength=names), out=bounds[1:])
    return _ranks(n, a, b, order, by_bucket, bounds)


def _numbered(values: np.ndarray, limit: int) -> tuple[int, np.ndarray]:
    """How many different values there are, and for each value the number of smaller ones; all below ``limit``.

    Where they fit into a table none is sorted: a tenth of the time of ``numpy.unique``.
    """
    if limit > max(_TABLE, 4 * len(values)):
        names, number = np.unique(values, return_inverse=True)
        return len(names), number
    there = np.zeros(limit, np.int64)
    there[values] = 1
    smaller = np.cumsum(there) - there
    return int(there.sum()), smaller[values]


def strongest_first(similarity: np.ndarray) -> np.ndarray:
    """A stable descending order; two passes over 16 bits each, since numpy sorts those by radix."""
    bits = ~np.ascontiguousarray(similarity, np.float32).view(np.uint32)  # for floats of 0 or more
    order = np.argsort((bits & np.uint32(0xFFFF)).astype(np.uint16), kind="stable")
    high = (bits >> np.uint32(16)).astype(np.uint16)
    return order[np.argsort(high[order], kind="stable")]


@njit(nogil=True, cache=True)
def _ranks(
    n: int, a: np.ndarray, b: np.ndarray, order: np.ndarray, by_bucket: np.ndarray, bounds: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """For each link whether it is in a forest, and its place among the strongest of the better end.

    order: (m,) int64, the strongest link first. by_bucket: the same within each bucket, one bucket after the other
    (a single one is ``order`` itself and need not be given). bounds: where the buckets begin.
    """
    seen = np.zeros(n, np.int32)
    rank = np.zeros(len(order), np.int32)
    for i in order:
        rank[i] = min(seen[a[i]], seen[b[i]])
        seen[a[i]] += 1
        seen[b[i]] += 1
    forest = np.zeros(len(order), np.bool_)
    parent = np.arange(n).astype(np.int32)
    links = by_bucket if len(bounds) > 2 else order
    for k in range(len(bounds) - 1):
        for j in range(bounds[k], bounds[k + 1]):
            i = links[j]
            x, y = a[i], b[i]
            while parent[x] != x:
                parent[x] = parent[parent[x]]
                x = parent[x]
            while parent[y] != y:
                parent[y] = parent[parent[y]]
                y = parent[y]
            if x != y:
                parent[max(x, y)] = min(x, y)
                forest[i] = True
        for j in range(bounds[k], bounds[k + 1]):  # the next bucket begins with every row by itself
            parent[a[links[j]]] = a[links[j]]
            parent[b[links[j]]] = b[links[j]]
    return forest, rank
