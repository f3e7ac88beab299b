"""Reduce many links to few without splitting a single cluster.

*Spanning*: of the links of each pair of kinds keep only a maximum spanning forest, which has the connected components
of all the links at any tolerances (a tolerance is one number for a pair of kinds). *Thinning*: keep the same forest
and, as far as there is room, the strongest links of either end.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.arrays.counting_sort import by_number, strongest_first
from simfinder.arrays.jit import njit
from simfinder.arrays.set_operations import sorted_set
from simfinder.search.clustering.union_find import root, separate

_TABLE = 1 << 20  # a table of this size is always small enough
_PART = 1 << 12  # links whose ends are fetched together


def kinds_of(
    contents: npt.NDArray[np.int32], types: npt.NDArray[np.int32], rows: int
) -> npt.NDArray[np.int32]:
    """Return the kind of each row, int32 from 0 on: rows whose files have the same types are of one kind.

    Args:
        contents: (n,) content row of each file that takes part, -1 for one that was not read.
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
    n: int,
    a: np.ndarray,
    b: np.ndarray,
    similarity: np.ndarray,
    kinds: np.ndarray | None = None,
    wanted: np.ndarray | None = None,
) -> np.ndarray:
    """Return which links belong to the forests.

    Args:
        n: number of rows.
        a: (m,) int32 rows, one end of each link.
        b: (m,) int32 the other; each pair once.
        similarity: (m,) float32, 0..1; of equal ones the earlier counts as the stronger.
        kinds: (n,) int32 from 0 on, the kind of each row; by default all are of one kind.
        wanted: (m,) bool, links that take part; None for all.

    Returns:
        (m,) bool.
    """
    order = strongest_first(similarity)
    return _forest(n, a, b, order if wanted is None else order[wanted[order]], kinds)


def thin(
    n: int, a: np.ndarray, b: np.ndarray, similarity: np.ndarray, most: int, kinds: np.ndarray | None = None
) -> np.ndarray:
    """Return which links stay if about ``most`` may; the forests always stay. Arguments as for ``spanning``."""
    order = strongest_first(similarity)
    forest = _forest(n, a, b, order, kinds)
    rank, staying = _ranks(n, a, b, order)
    keep = int(np.searchsorted(staying, most, side="right"))
    stays: np.ndarray = forest | (rank < keep)
    return stays


def _forest(n: int, a: np.ndarray, b: np.ndarray, order: np.ndarray, kinds: np.ndarray | None) -> np.ndarray:
    """Return which links belong to the forests, (m,) bool; ``order`` has those that take part, the strongest first."""
    if kinds is None or not len(a):
        return _joining(n, a, b, order, np.array([0, len(order)], np.int64))
    bucket, count = _buckets(a, b, kinds, int(kinds.max()) + 1)
    order, bounds = by_number(bucket, count, order)
    del bucket
    return _joining(n, a, b, order, bounds)


def _buckets(a: np.ndarray, b: np.ndarray, kinds: np.ndarray, width: int) -> tuple[np.ndarray, int]:
    """Return a number for each link, (m,) int32, equal for links of the same pair of kinds; and how many numbers there
    are.
    """
    if width * width <= max(_TABLE, 4 * len(a)):
        return _numbered(a, b, kinds, width)
    of_a, of_b = kinds[a].astype(np.int64), kinds[b].astype(np.int64)
    names, number = np.unique(np.minimum(of_a, of_b) * width + np.maximum(of_a, of_b), return_inverse=True)
    return number.astype(np.int32), len(names)


@njit(nogil=True, cache=True, python=True)
def _numbered(a: np.ndarray, b: np.ndarray, kinds: np.ndarray, width: int) -> tuple[np.ndarray, int]:
    """Like ``_buckets``, by a table of all pairs of kinds: a tenth of the time."""
    number = np.empty(len(a), np.int32)
    name = np.full(width * width, -1, np.int32)
    for i in range(len(a)):
        x, y = kinds[a[i]], kinds[b[i]]
        number[i] = min(x, y) * width + max(x, y)
        name[number[i]] = 0
    count = 0
    for pair in range(len(name)):
        if name[pair] == 0:
            name[pair] = count
            count += 1
    for i in range(len(a)):
        number[i] = name[number[i]]
    return number, count


@njit(nogil=True, cache=True)
def _ends(
    a: np.ndarray, b: np.ndarray, order: np.ndarray, begin: int, first: np.ndarray, second: np.ndarray
) -> int:
    """Fill in both ends of the links from ``begin`` on, in some order; return where the next ones begin.

    A loop of its own takes a quarter of the time of fetching each when needed.
    """
    end = min(len(order), begin + len(first))
    for j in range(begin, end):
        first[j - begin], second[j - begin] = a[order[j]], b[order[j]]
    return end


@njit(nogil=True, cache=True, python=True)
def _ranks(n: int, a: np.ndarray, b: np.ndarray, order: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rank of each link among the links of its end that ranks it higher, and how many links there are up to
    each rank, (n,).
    """
    first, second = np.empty(_PART, np.int32), np.empty(_PART, np.int32)
    seen = np.zeros(n, np.int32)
    rank, up_to = np.empty(len(order), np.int32), np.zeros(n, np.int64)
    begin = 0
    while begin < len(order):
        end = _ends(a, b, order, begin, first, second)
        for j in range(end - begin):
            x, y = first[j], second[j]
            rank[order[begin + j]] = min(seen[x], seen[y])
            up_to[min(seen[x], seen[y])] += 1
            seen[x] += 1
            seen[y] += 1
        begin = end
    return rank, np.cumsum(up_to)


@njit(nogil=True, cache=True, python=True)
def _joining(n: int, a: np.ndarray, b: np.ndarray, order: np.ndarray, bounds: np.ndarray) -> np.ndarray:
    """Return which links join separate components, in each bucket of links; its strongest link comes first."""
    first, second = np.empty(_PART, np.int32), np.empty(_PART, np.int32)
    joins = np.zeros(len(a), np.bool_)
    parent = separate(n)
    for k in range(len(bounds) - 1):
        bucket = order[bounds[k] : bounds[k + 1]]
        begin = 0
        while begin < len(bucket):
            end = _ends(a, b, bucket, begin, first, second)
            for j in range(end - begin):
                x, y = root(parent, first[j]), root(parent, second[j])
                if x != y:
                    parent[max(x, y)] = min(x, y)
                    joins[bucket[begin + j]] = True
            begin = end
        for link in bucket:  # the next bucket starts with separate rows
            parent[a[link]] = a[link]
            parent[b[link]] = b[link]
    return joins
