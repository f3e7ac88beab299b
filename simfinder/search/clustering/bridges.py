"""Bridges: single weak links between two well-connected parts of a cluster, which are cut.

Clusters are connected components, so one odd link between two families of files makes one cluster of them, though
nobody would call a file of the one a version of a file of the other. A *part* is connected by strong links (0.9 and
more). The link between two parts is cut if

1. it is weak (0.8 at most),
2. it is the only link between their contents that holds at the current tolerances,
3. it leads neither to the file that either part would keep, nor to the first or last file of either part in time: in a
   chain of versions with one large change in its middle the neighbours are linked, and they stay together. A part of
   one or two contents is never cut off by this.

What does not depend on the tolerances (parts, and the links between them) is found once, by one union-find over the
links of the forest and one pass over all links; a slider then examines only the links between two parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.search.clustering import components

STRONG = 0.9
"""Least similarity of the links that connect a part."""
WEAK = 0.8
"""Greatest similarity of a bridge: well below what connects either part."""


@dataclass(frozen=True, slots=True, eq=False)
class PartLinks:
    """The links between parts of at least two contents; the pairs of parts are numbered from 0.

    Attributes:
        weak: (k,) int64, indexes of the weak links of the forest.
        weak_pair: (k,) int64, the pair of parts that each of them links.
        pairs: number of pairs of parts.
        links: (l,) int64, indexes among all links of those between these pairs.
        pair: (l,) int64, the pair of each.
        firm: (l,) bool, those that lead to a content that represents its part.
    """

    weak: np.ndarray
    weak_pair: np.ndarray
    pairs: int
    links: np.ndarray
    pair: np.ndarray
    firm: np.ndarray

    def cut(self, active: np.ndarray, holds: np.ndarray) -> np.ndarray:
        """Return the active links of the forest without bridges.

        Args:
            active: (m,) bool, see ``components.active``.
            holds: (l,) bool, which of ``links`` hold at the current tolerances.

        Returns:
            (m,) bool.
        """
        count = np.bincount(self.pair[holds], minlength=self.pairs)
        firm = np.bincount(self.pair[holds & self.firm], minlength=self.pairs)
        left = active.copy()
        left[self.weak[((count == 1) & (firm == 0))[self.weak_pair]]] = False
        return left


class Nodes(NamedTuple):
    """The nodes of a forest.

    Attributes:
        contents: (n,) int32, the content of each node; -1 for none.
        rank: (n,) int32, a part would keep its node of smallest rank.
        times: (n,) int64, an order in which neighbours are expected to be linked.
    """

    contents: np.ndarray
    rank: np.ndarray
    times: np.ndarray


_NODES = np.int32, np.int32, np.int64


def links_between_parts(
    a: np.ndarray,
    b: np.ndarray,
    similarity: np.ndarray,
    strong: np.ndarray,
    nodes: Nodes,
    every: tuple[np.ndarray, np.ndarray],
) -> PartLinks | None:
    """Find where clusters could be cut; return None if nowhere.

    Args:
        a: (m,) int32 one end of each link of a spanning forest of nodes, or of all their links.
        b: (m,) int32 the other.
        similarity: (m,) float32, 0..1; links of 0 are ties that are never cut.
        strong: (m,) bool, the active links of ``STRONG`` and more.
        nodes: that the links connect.
        every: (l,) int32 both contents of every link, whether or not it holds now.
    """
    all_a, all_b = every
    weak = np.flatnonzero((similarity <= np.float32(WEAK)) & (similarity > 0))
    part = components.connected_by(len(nodes.contents), a, b, strong)
    part_of, size, stand_for = _describe(part, *map(np.ascontiguousarray, nodes, _NODES))
    one, other = part[a[weak]], part[b[weak]]
    # a part of one content can't be cut off, since that content represents it
    between = (size[one] > 1) & (size[other] > 1) & (one != other)
    weak, found = weak[between], _keys(one[between], other[between], len(part))
    if not len(weak):
        return None
    keys, weak_pair = np.unique(found, return_inverse=True)
    is_asked = np.zeros(len(part), np.bool_)
    is_asked[one[between]] = is_asked[other[between]] = True
    at = _links_of_parts(part_of, is_asked, all_a, all_b)
    p, q = part_of[all_a[at]], part_of[all_b[at]]
    key = _keys(p, q, len(part))
    pair = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
    known = keys[pair] == key
    at, p, q, pair = at[known], p[known], q[known], pair[known]
    stand_p, stand_q = stand_for[p], stand_for[q]
    firm = ((stand_p == all_a[at][:, None]) | (stand_q == all_b[at][:, None])).any(axis=1)
    return PartLinks(weak, weak_pair, len(keys), at, pair, firm)


@njit(nogil=True, cache=True, python=True)
def _links_of_parts(part_of: np.ndarray, is_asked: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the indexes of links between two different requested parts; of two million few are."""
    found = np.empty(1024, np.int64)
    count = 0
    for link in range(len(a)):
        p, q = part_of[a[link]], part_of[b[link]]
        if p == q or p < 0 or q < 0 or not (is_asked[p] and is_asked[q]):
            continue
        if count == len(found):
            more = np.empty(2 * count, np.int64)
            for i in range(count):
                more[i] = found[i]
            found = more
        found[count] = link
        count += 1
    return found[:count]


def _keys(one: np.ndarray, other: np.ndarray, n: int) -> np.ndarray:
    """Combine two parts into one number."""
    keys: np.ndarray = np.minimum(one, other).astype(np.int64) * n + np.maximum(one, other)
    return keys


@njit(nogil=True, cache=True, python=True)
def _describe(
    part: np.ndarray, contents: np.ndarray, rank: np.ndarray, times: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the part of each content, the number of contents of each part, and the contents that represent it.

    These are three per part: that of the best node, of the first and of the last in time.
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
        if contents[node] < 0:
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
