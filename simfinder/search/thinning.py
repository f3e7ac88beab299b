"""Too many links become fewer without a single cluster falling apart.

Owns the rule by which links are left out when contents are alike by the thousand: a link stays if it is
among the strongest of either end, or if it belongs to a maximum spanning forest. The forest keeps the
connected components at every tolerance exactly as all the links would have them.
"""

from __future__ import annotations

import numpy as np
from numba import njit


def thin(n: int, a: np.ndarray, b: np.ndarray, similarity: np.ndarray, most: int) -> np.ndarray:
    """Which links stay.

    Args:
        n: number of rows.
        a: (m,) int32 rows, one end of each link.
        b: (m,) int32 the other; each pair once.
        similarity: (m,) float32; of equal ones the earlier counts as the stronger.
        most: about how many links may stay; the forest (less than n) stays whatever it is.

    Returns:
        (m,) bool.
    """
    forest, rank = _ranks(n, a, b, _strongest_first(similarity))
    staying = np.cumsum(np.bincount(rank))  # links among the r + 1 strongest of an end
    keep = int(np.searchsorted(staying, most, side="right"))
    stays: np.ndarray = forest | (rank < keep)
    return stays


def _strongest_first(similarity: np.ndarray) -> np.ndarray:
    """A stable descending order; two passes over 16 bits each, since numpy sorts those by radix."""
    bits = ~np.ascontiguousarray(similarity, np.float32).view(np.uint32)  # for floats of 0 or more
    order = np.argsort((bits & np.uint32(0xFFFF)).astype(np.uint16), kind="stable")
    high = (bits >> np.uint32(16)).astype(np.uint16)
    return order[np.argsort(high[order], kind="stable")]


@njit(nogil=True, cache=True)
def _ranks(n: int, a: np.ndarray, b: np.ndarray, order: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each link whether it is in the forest, and its place among the strongest of the better end."""
    parent = np.arange(n).astype(np.int32)
    seen = np.zeros(n, np.int32)
    forest = np.zeros(len(order), np.bool_)
    rank = np.zeros(len(order), np.int32)
    for i in order:
        x, y = a[i], b[i]
        rank[i] = min(seen[x], seen[y])
        seen[x] += 1
        seen[y] += 1
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        while parent[y] != y:
            parent[y] = parent[parent[y]]
            y = parent[y]
        if x != y:
            parent[max(x, y)] = min(x, y)
            forest[i] = True
    return forest, rank
