"""Union-find: which nodes are connected by the links joined so far.

``parent`` is (n,) int32; a root is its own parent. Callers join two roots by making the smaller one the other's parent,
so the root of a component is its smallest node. Source: union-find with path halving (Tarjan and van Leeuwen 1984).
"""

from __future__ import annotations

import numpy as np

from simfinder.arrays.jit import njit


@njit(nogil=True, cache=True)
def separate(n: int) -> np.ndarray:
    """Return the parents of n nodes that are all separate, (n,) int32."""
    return np.arange(n).astype(np.int32)


@njit(nogil=True, cache=True)
def root(parent: np.ndarray, node: int) -> int:
    """Return the root of a node's component, and halve the path to it."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node
