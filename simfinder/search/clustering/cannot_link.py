"""Cannot-link constraints: drop links so that no cluster holds a forbidden pair.

The strongest links win, as in Kruskal's algorithm: a link that would connect a forbidden pair is dropped, so a cluster
parts at its weakest point between the two.
"""

from __future__ import annotations

import numpy as np

from simfinder.arrays.counting_sort import strongest_first
from simfinder.arrays.jit import njit
from simfinder.search.clustering.union_find import root, separate


def keep_apart(
    n: int, a: np.ndarray, b: np.ndarray, similarity: np.ndarray, active: np.ndarray, apart: np.ndarray
) -> np.ndarray:
    """Return the active links that stay.

    Args:
        n: number of nodes.
        a: (m,) int32 one end of each link.
        b: (m,) int32 the other.
        similarity: (m,) float32, 0..1; of equal ones the earlier counts as the stronger.
        active: (m,) bool, see ``components.active``.
        apart: (k, 2) int32 nodes that may not be in one component; pairs of a node with itself are ignored.

    Returns:
        (m,) bool; ``active`` itself if nothing is forbidden.
    """
    apart = np.ascontiguousarray(apart, np.int32).reshape(-1, 2)
    apart = apart[apart[:, 0] != apart[:, 1]]
    if not len(apart):
        return active
    both = np.concatenate((apart, apart[:, ::-1]))
    both = both[np.lexsort(both.T[::-1])]
    begins = np.searchsorted(both[:, 0], np.arange(n + 1)).astype(np.int64)
    links = np.flatnonzero(active)
    order = links[strongest_first(similarity[links])]
    return _keep_apart(
        n,
        np.ascontiguousarray(a, np.int32),
        np.ascontiguousarray(b, np.int32),
        order,
        np.ascontiguousarray(both[:, 1]),
        begins,
    )


@njit(nogil=True, cache=True)
def _keep_apart(
    n: int, a: np.ndarray, b: np.ndarray, order: np.ndarray, partners: np.ndarray, begins: np.ndarray
) -> np.ndarray:
    """Run Kruskal's algorithm without links that connect forbidden nodes.

    partners: nodes forbidden to each node, those of node i from ``begins[i]`` on.
    """
    parent = separate(n)
    forbidden = begins[1:] - begins[:-1]  # of a root: number of partners of all its nodes
    following = np.full(n, -1, np.int32)  # linked list of a component's nodes that have partners
    first, last = np.full(n, -1, np.int32), np.full(n, -1, np.int32)
    for i in range(n):
        if forbidden[i]:
            first[i] = last[i] = i
    stays = np.zeros(len(a), np.bool_)
    for i in order:
        x, y = root(parent, a[i]), root(parent, b[i])
        if forbidden[x] > forbidden[y]:
            x, y = y, x
        stays[i] = x == y or not _clash(parent, first[x], y, following, partners, begins)
        if x == y or not stays[i]:
            continue
        low, high = min(x, y), max(x, y)
        parent[high] = low
        forbidden[low] += forbidden[high]
        if first[high] >= 0:
            if first[low] < 0:
                first[low] = first[high]
            else:
                following[last[low]] = first[high]
            last[low] = last[high]
    return stays


@njit(nogil=True, cache=True)
def _clash(
    parent: np.ndarray,
    node: int,
    other: int,
    following: np.ndarray,
    partners: np.ndarray,
    begins: np.ndarray,
) -> bool:
    """Tell whether a node of the list from ``node`` on has a partner in the component of ``other``."""
    while node >= 0:
        for j in range(begins[node], begins[node + 1]):
            if root(parent, partners[j]) == other:
                return True
        node = following[node]
    return False
