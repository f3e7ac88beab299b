"""Turn links into clusters at given tolerances: the step that runs whenever a slider moves.

Nodes are numbers, links are two columns of them. Must stay fast enough for one frame of a window (100,000 nodes,
200,000 links).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.search.clustering.union_find import root, separate

SLACK = 1e-6
"""A link exactly at the limit of its tolerance counts as within, whatever float32 made of it."""


_FEW = 24  # members sorted by insertion, before such runs are merged


@dataclass(frozen=True, slots=True)
class ClusterArrays:
    """Clusters of at least two nodes, best kept node first.

    Attributes:
        offsets: (c+1,) int64, cluster i holds ``members[offsets[i]:offsets[i+1]]``.
        members: (m,) int32 nodes, the kept one first, the others by rank.
        kept: (c,) int32, the member with the smallest rank.
    """

    offsets: np.ndarray
    members: np.ndarray
    kept: np.ndarray

    def __len__(self) -> int:
        return len(self.kept)


def connected(n: int, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the connected components of n nodes under links (a[i], b[i]).

    Returns:
        (n,) int32, for each node the smallest node of its component; the order of links does not matter.
    """
    _same_length(a, b)
    return _labels(n, _int32(a), _int32(b), np.ones(1, np.bool_), False)


def connected_by(n: int, a: np.ndarray, b: np.ndarray, use: np.ndarray) -> np.ndarray:
    """Like ``connected`` by some of the links only, (m,) bool."""
    _same_length(a, b, use)
    return _labels(n, _int32(a), _int32(b), np.ascontiguousarray(use, np.bool_), True)


def active(
    similarity: np.ndarray,
    type_a: np.ndarray,
    type_b: np.ndarray,
    tolerance_by_type: np.ndarray,
    same_type: bool = False,
) -> np.ndarray:
    """Return which links hold at these tolerances.

    A link holds when 1 - similarity is at most the smaller tolerance of its two types; identical contents (similarity
    1) always hold. With ``same_type`` no link between two types holds.

    Args:
        similarity: (m,) float32, 0..1.
        type_a: (m,) int32 type numbers of one end.
        type_b: (m,) int32 of the other.
        tolerance_by_type: (types,) float32.
        same_type: only links inside a type.

    Returns:
        (m,) bool.
    """
    _same_length(similarity, type_a, type_b)
    return _active(
        np.ascontiguousarray(similarity, np.float32),
        _int32(type_a),
        _int32(type_b),
        np.ascontiguousarray(tolerance_by_type, np.float32),
        bool(same_type),
    )


def clusters(
    n: int, a: np.ndarray, b: np.ndarray, active_links: np.ndarray, rank: np.ndarray
) -> ClusterArrays:
    """Return the components of at least two nodes under the active links.

    Args:
        n: number of nodes.
        a: (m,) int32 one end of each link.
        b: (m,) int32 the other.
        active_links: (m,) bool, see ``active``.
        rank: (n,) int32, smallest is best to keep; of equal ranks the smaller node.

    Returns:
        Clusters ordered by the rank of their kept node.
    """
    _same_length(a, b, active_links)
    rank = _int32(rank)
    if len(rank) != n:
        raise ValueError(f"rank has {len(rank)} entries for {n} nodes")
    labels = connected_by(n, a, b, active_links)
    order, distinct = _order_of(rank)
    if not distinct:
        order = np.argsort(rank, kind="stable").astype(np.int32)
    return ClusterArrays(*_collect(labels, order))


def in_order(
    offsets: np.ndarray, members: np.ndarray, similarity: np.ndarray, clusters_order: np.ndarray
) -> np.ndarray:
    """Return the order in which members are shown.

    Clusters come as given; in each the first member first, the others by similarity, most similar first, ties by
    number.

    Args:
        offsets: (c+1,) int64, cluster i holds ``members[offsets[i]:offsets[i+1]]``.
        members: (m,) int32 nodes.
        similarity: (m,) float32.
        clusters_order: (c,) int64, a permutation.

    Returns:
        (m,) int64 indexes into ``members``.
    """
    return _in_order(
        np.ascontiguousarray(offsets, np.int64),
        _int32(members),
        np.ascontiguousarray(similarity, np.float32),
        np.ascontiguousarray(clusters_order, np.int64),
    )


def _same_length(first: np.ndarray, *others: np.ndarray) -> None:
    if any(len(other) != len(first) for other in others):
        raise ValueError("the columns of the links differ in length")


def _int32(values: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(values, np.int32)


@njit(nogil=True, cache=True, python=True)
def _labels(n: int, a: np.ndarray, b: np.ndarray, use: np.ndarray, masked: bool) -> np.ndarray:
    parent = separate(n)
    for i in range(len(a)):
        if masked and not use[i]:
            continue
        x, y = root(parent, a[i]), root(parent, b[i])
        if x < y:
            parent[y] = x
        elif y < x:
            parent[x] = y
    for node in range(n):  # a parent is never larger than its child, so one pass settles all
        parent[node] = parent[parent[node]]
    return parent


@njit(nogil=True, cache=True, python=True)
def _active(
    similarity: np.ndarray,
    type_a: np.ndarray,
    type_b: np.ndarray,
    tolerance: np.ndarray,
    same_type: bool,
) -> np.ndarray:
    out = np.empty(len(similarity), np.bool_)
    for i in range(len(similarity)):
        s, x, y = np.float64(similarity[i]), type_a[i], type_b[i]
        allowed = min(np.float64(tolerance[x]), np.float64(tolerance[y]))
        out[i] = (s >= 1.0 or 1.0 - s <= allowed + SLACK) and (x == y or not same_type)
    return out


@njit(nogil=True, cache=True, python=True)
def _order_of(rank: np.ndarray) -> tuple[np.ndarray, bool]:
    """Return the nodes by rank, if the ranks are a permutation of 0..n-1."""
    n = len(rank)
    order = np.full(n, -1, np.int32)
    for node in range(n):
        r = rank[node]
        if r < 0 or r >= n or order[r] >= 0:
            return order, False
        order[r] = node
    return order, True


@njit(nogil=True, cache=True, python=True)
def _collect(labels: np.ndarray, order: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    n = len(labels)
    size = np.zeros(n, np.int32)
    for node in range(n):
        size[labels[node]] += 1
    total, count = 0, 0
    for node in range(n):
        if size[node] >= 2:
            total += size[node]
            count += 1
    offsets = np.zeros(count + 1, np.int64)
    kept = np.empty(count, np.int32)
    members = np.empty(total, np.int32)
    slot = np.full(n, -1, np.int64)  # where the next member of each component goes
    used, begin = 0, 0
    for i in range(n):
        node = order[i]
        root = labels[node]
        if size[root] < 2:
            continue
        if slot[root] < 0:
            slot[root] = begin
            kept[used] = node
            begin += size[root]
            used += 1
            offsets[used] = begin
        members[slot[root]] = node
        slot[root] += 1
    return offsets, members, kept


@njit(nogil=True, cache=True)
def _before(similarity: np.ndarray, members: np.ndarray, one: int, other: int) -> bool:
    """Return whether a member is shown before another one."""
    if similarity[one] == similarity[other]:
        return members[one] < members[other]
    return similarity[one] > similarity[other]


@njit(nogil=True, cache=True)
def _merge(similarity: np.ndarray, members: np.ndarray, out: np.ndarray, room: np.ndarray, run: int) -> None:
    """Sort by merging sorted runs of a length, then longer ones; numba's own sort takes 1 s to compile."""
    n = len(out)
    while run < n:
        for first in range(0, n, 2 * run):
            middle, last = min(first + run, n), min(first + 2 * run, n)
            left, right = first, middle
            for at in range(first, last):
                takes_left = right >= last
                if not takes_left and left < middle:
                    takes_left = not _before(similarity, members, out[right], out[left])
                if takes_left:
                    room[at] = out[left]
                    left += 1
                else:
                    room[at] = out[right]
                    right += 1
        for at in range(n):
            out[at] = room[at]
        run *= 2


@njit(nogil=True, cache=True, python=True)
def _in_order(
    offsets: np.ndarray, members: np.ndarray, similarity: np.ndarray, clusters_order: np.ndarray
) -> np.ndarray:
    out, room = np.empty(len(members), np.int64), np.empty(len(members), np.int64)
    used = 0
    for c in clusters_order:
        begin, end = offsets[c], offsets[c + 1]
        first, last = used + 1, used + end - begin
        for slot in range(used, last):
            out[slot] = begin + slot - used
        for start in range(first, last, _FEW):  # by insertion
            for at in range(start + 1, min(start + _FEW, last)):
                moved = out[at]
                slot = at
                while slot > start and _before(similarity, members, moved, out[slot - 1]):
                    out[slot] = out[slot - 1]
                    slot -= 1
                out[slot] = moved
        if last - first > _FEW:
            _merge(similarity, members, out[first:last], room[first:last], _FEW)
        used += end - begin
    return out
