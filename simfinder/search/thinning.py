"""Too many links become fewer without a single cluster falling apart.

Owns the rule by which links are left out when contents are alike by the thousand: a link stays if it is
among the strongest of either end, or if it belongs to a maximum spanning forest. The forest keeps the
connected components at every tolerance exactly as all the links would have them.
"""

from __future__ import annotations

import numpy as np
from numba import njit

KEEP = 24
"""Strongest links each row keeps at least."""


def thin(n: int, a: np.ndarray, b: np.ndarray, similarity: np.ndarray, keep: int = KEEP) -> np.ndarray:
    """Which links stay.

    Args:
        n: number of rows.
        a: (m,) int32 rows, one end of each link.
        b: (m,) int32 the other; each pair once.
        similarity: (m,) float32.
        keep: strongest links of each row that stay in any case; of equal ones the earlier.

    Returns:
        (m,) bool.
    """
    return _thin(n, a, b, _strongest_first(similarity), keep)


def _strongest_first(similarity: np.ndarray) -> np.ndarray:
    """A stable descending order; two passes over 16 bits each, since numpy sorts those by radix."""
    bits = ~np.ascontiguousarray(similarity, np.float32).view(np.uint32)  # for floats of 0 or more
    order = np.argsort((bits & np.uint32(0xFFFF)).astype(np.uint16), kind="stable")
    high = (bits >> np.uint32(16)).astype(np.uint16)
    return order[np.argsort(high[order], kind="stable")]


@njit(nogil=True, cache=True)
def _thin(n: int, a: np.ndarray, b: np.ndarray, order: np.ndarray, keep: int) -> np.ndarray:
    parent = np.arange(n).astype(np.int32)
    seen = np.zeros(n, np.int32)
    stays = np.zeros(len(order), np.bool_)
    for i in order:
        x, y = a[i], b[i]
        stays[i] = seen[x] < keep or seen[y] < keep
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
            stays[i] = True
    return stays
