"""Bridges: single weak links that hold two well-connected parts of a cluster together, and are cut.

Clusters are connected components, so one odd link between two families of files makes one cluster of them, though
nobody would call a file of the one a version of any file of the other. A *part* is what hangs together by strong links
(0.9 and more). Two parts are cut where

1. the link between them is weak (0.8 at most),
2. it is the only link between their contents that holds at the tolerances of now,
3. it leads neither to the file that either part would keep, nor to the first or last file of either part in time:
   of a chain of versions with one large change in its middle the neighbours are linked, and they stay together, and
4. either part has two contents at least.

One union-find over the links of the forest and, where there is a weak link between two parts, one pass over all links.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simfinder.kernels import njit
from simfinder.search import clustering

STRONG = 0.9
"""What holds a part together."""
WEAK = 0.8
"""A bridge is no stronger: well below what holds either part together."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Weak links between two parts.

    Attributes:
        part: (n,) int32, the part of each node.
        links: (k,) int64, places of the weak links.
        keys: (k,) int64, the two parts of each as one number.
    """

    part: np.ndarray
    links: np.ndarray
    keys: np.ndarray


def candidates(
    n: int, a: np.ndarray, b: np.ndarray, similarity: np.ndarray, active: np.ndarray
) -> Candidates | None:
    """The weak links between two parts of several nodes; None where there are none.

    Args:
        n: number of nodes.
        a: (m,) int32 one end of each link of a spanning forest, or of all links.
        b: (m,) int32 the other.
        similarity: (m,) float32, 0..1; links of 0 are ties that are never cut.
        active: (m,) bool, see ``clustering.active``.
    """
    weak = np.flatnonzero(active & (similarity <= np.float32(WEAK)) & (similarity > 0))
    if not len(weak):
        return None
    part = clustering.connected_by(n, a, b, active & (similarity >= np.float32(STRONG)))
    several = np.zeros(n, np.bool_)
    several[part[part != np.arange(n)]] = True
    one, other = part[a[weak]], part[b[weak]]
    between = several[one] & several[other] & (one != other)
    weak = weak[between]
    if not len(weak):
        return None
    return Candidates(part, weak, _keys(n, one[between], other[between]))


def without_bridges(
    active: np.ndarray,
    found: Candidates,
    contents: np.ndarray,
    rank: np.ndarray,
    times: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    holds: np.ndarray,
) -> np.ndarray:
    """The active links without those that are bridges.

    Args:
        active: (m,) bool, of the links that ``candidates`` was given.
        found: by ``candidates``.
        contents: (n,) int32, the content of each node; -1 for none.
        rank: (n,) int32, the smallest of a part is the node it would keep.
        times: (n,) int64, an order in which neighbours are expected to be linked.
        a: (l,) int32 one content of each link that there is.
        b: (l,) int32 the other.
        holds: (l,) bool, the links that hold at the tolerances of now.

    Returns:
        (m,) bool.
    """
    n = len(contents)
    keys = np.unique(found.keys)
    wanted = np.zeros(n, np.bool_)
    wanted[keys // n] = wanted[keys % n] = True
    part_of, size, stand_for = _describe(
        found.part,
        wanted,
        np.ascontiguousarray(contents, np.int32),
        np.ascontiguousarray(rank, np.int32),
        np.ascontiguousarray(times, np.int64),
    )
    is_bridge = _are_bridges(
        keys,
        part_of,
        size,
        stand_for,
        np.ascontiguousarray(a, np.int32),
        np.ascontiguousarray(b, np.int32),
        np.ascontiguousarray(holds, np.bool_),
    )
    left = active.copy()
    left[found.links[is_bridge[np.searchsorted(keys, found.keys)]]] = False
    return left


def _keys(n: int, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    keys: np.ndarray = np.minimum(one, other).astype(np.int64) * n + np.maximum(one, other)
    return keys


@njit(nogil=True, cache=True)
def _describe(
    part: np.ndarray, wanted: np.ndarray, contents: np.ndarray, rank: np.ndarray, times: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of the wanted parts: the part of each content, the number of contents, and the contents that stand for it.

    These are three a part: that of the best node, of the first and of the last one in time.
    """
    n = len(part)
    rows = 0
    for node in range(n):
        rows = max(rows, contents[node] + 1)
    part_of = np.full(rows, -1, np.int32)
    size = np.zeros(n, np.int32)
    nodes = np.full((n, 3), -1, np.int32)
    for node in range(n):
        p = part[node]
        if not wanted[p] or contents[node] < 0:
            continue
        if part_of[contents[node]] < 0:
            part_of[contents[node]] = p
            size[p] += 1
        if nodes[p, 0] < 0:
            nodes[p] = node
        if rank[node] < rank[nodes[p, 0]]:
            nodes[p, 0] = node
        if times[node] < times[nodes[p, 1]]:
            nodes[p, 1] = node
        if times[node] >= times[nodes[p, 2]]:
            nodes[p, 2] = node
    for p in range(n):
        if nodes[p, 0] >= 0:
            for i in range(3):
                nodes[p, i] = contents[nodes[p, i]]
    return part_of, size, nodes


@njit(nogil=True, cache=True)
def _are_bridges(
    keys: np.ndarray,
    part_of: np.ndarray,
    size: np.ndarray,
    stand_for: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    holds: np.ndarray,
) -> np.ndarray:
    """(k,) bool by pair of parts, ``keys`` ascending."""
    n = np.int64(len(size))
    count = np.zeros(len(keys), np.int32)
    firm = np.zeros(len(keys), np.bool_)  # a link leads to a content that stands for its part
    for i in range(len(a)):
        if not holds[i]:
            continue
        p, q = part_of[a[i]], part_of[b[i]]
        if p < 0 or q < 0 or p == q:
            continue
        key = min(p, q) * n + max(p, q)
        at = np.searchsorted(keys, key)
        if at < len(keys) and keys[at] == key:
            count[at] += 1
            for j in range(3):
                firm[at] |= stand_for[p, j] == a[i] or stand_for[q, j] == b[i]
    found = np.zeros(len(keys), np.bool_)
    for at in range(len(keys)):
        small = size[keys[at] // n] < 2 or size[keys[at] % n] < 2
        found[at] = count[at] == 1 and not firm[at] and not small
    return found
