"""Nested pairs reduced to the highest one that says it all.

Two copies of a project are one result, not one for each of its folders. A pair is left out where folders above both
are identical, versions, or one contains the other. Folders that are merely similar explain nothing below them; but
where what they share is all in pairs below that say more, it is the similar pair that is left out.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.search.clustering import components
from simfinder.search.folders.folder_pairs import CONTAINED, IDENTICAL, SIMILAR, FolderPairs
from simfinder.search.folders.folder_tree import FolderTree, IntArray

_LEVELS = 256  # folders above that are looked at
_EXPLAINED = 0.8  # share of what a similar pair has in common that pairs below it may have
_MORE = 0.2  # share that a similar pair below a similar one must have beyond it


def reduced(tree: FolderTree, pairs: FolderPairs) -> npt.NDArray[np.bool_]:
    """Choose the pairs that say it all, (m,) bool.

    Args:
        tree: the folders.
        pairs: those that reach the tolerance, in any order.
    """
    strong = pairs.relation != SIMILAR
    joined = strong & (pairs.relation != CONTAINED)
    group = components.connected(len(tree), pairs.a[joined], pairs.b[joined])
    alone = np.bincount(group, minlength=len(tree)) < 2
    group = np.where(alone[group], -1, group).astype(np.int32)
    first, outer = _containers(tree, pairs)
    stays = np.zeros(len(pairs.a), np.bool_)
    _unexplained(pairs.a, pairs.b, strong, tree.parent, tree.end, group, first, outer, stays)
    stays &= ~_in_less(pairs.a, pairs.b, pairs.relation, pairs.kept_a, tree.end, first, outer)
    stays &= _with_news(tree, pairs, stays & strong, stays & ~strong) | strong
    return stays


def _containers(tree: FolderTree, pairs: FolderPairs) -> tuple[npt.NDArray[np.int64], IntArray]:
    """Return the folders that hold all of each: (n + 1,) where those of a folder begin, and the folders."""
    inside, same = pairs.relation == CONTAINED, pairs.relation == IDENTICAL
    one = np.concatenate((pairs.leaving[inside], pairs.a[same], pairs.b[same]))
    other = np.concatenate((pairs.staying[inside], pairs.b[same], pairs.a[same]))
    order = np.argsort(one, kind="stable")
    first = np.searchsorted(one[order], np.arange(len(tree) + 1)).astype(np.int64)
    return first, other[order].astype(np.int32)


@njit(nogil=True, cache=True)
def _in_less(
    a: np.ndarray, b: np.ndarray, relation: np.ndarray, kept_a: np.ndarray, end: np.ndarray, first: np.ndarray,
    outer: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """Find the pairs, (m,) bool, whose contained folder is also in a folder below the one that contains it."""
    found = np.zeros(len(a), np.bool_)
    for pair in range(len(a)):
        if relation[pair] != CONTAINED:
            continue
        inner, whole = (b[pair], a[pair]) if kept_a[pair] else (a[pair], b[pair])
        for at in range(first[inner], first[inner + 1]):
            if whole < outer[at] < end[whole]:
                found[pair] = True
    return found


@njit(nogil=True, cache=True)
def _unexplained(
    a: np.ndarray, b: np.ndarray, strong: np.ndarray, parent: np.ndarray, end: np.ndarray, group: np.ndarray,
    first: np.ndarray, outer: np.ndarray, stays: np.ndarray,
) -> None:  # fmt: skip
    """Find the pairs of which no folders above both (one may be the same folder) say it all."""
    for pair in range(len(a)):
        stays[pair] = not (
            _is_inside(a[pair], b[pair], parent, end, first, outer)
            or _is_inside(b[pair], a[pair], parent, end, first, outer)
            or _is_grouped(a[pair], b[pair], strong[pair], parent, end, group)
        )


@njit(nogil=True, cache=True)
def _is_inside(
    folder: int, other: int, parent: np.ndarray, end: np.ndarray, first: np.ndarray, outer: np.ndarray
) -> bool:
    """Tell whether a folder above one is wholly in the other, or in one above that."""
    above = parent[folder]
    for _ in range(_LEVELS):
        if above < 0 or above <= other < end[above]:
            return False
        for at in range(first[above], first[above + 1]):
            if outer[at] <= other < end[outer[at]]:
                return True
        above = parent[above]
    return False


@njit(nogil=True, cache=True)
def _is_grouped(
    folder: int, other: int, strong: bool, parent: np.ndarray, end: np.ndarray, group: np.ndarray
) -> bool:
    """Tell whether folders above both (one may be the same folder) are copies or versions."""
    u = folder
    for up in range(_LEVELS):
        v = other
        for its_up in range(_LEVELS):
            if group[u] >= 0 and group[u] == group[v] and (up + its_up > 0 or not strong):
                return True
            v = parent[v]
            if v < 0 or v <= u < end[v]:
                break
        u = parent[u]
        if u < 0 or u <= other < end[u]:
            break
    return False


def _with_news(
    tree: FolderTree, pairs: FolderPairs, strong: npt.NDArray[np.bool_], similar: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Choose among similar pairs those that neither pairs below them nor a similar pair above them explain."""
    news = similar.copy()
    rows = np.flatnonzero(similar)
    if not len(rows):
        return news
    known = np.flatnonzero(strong)
    by_a, by_b = _by_folder(pairs, known)
    share = pairs.share
    # widest first, so that a pair above is decided before those below it
    wide = (tree.end[pairs.a[rows]] - pairs.a[rows]) + (tree.end[pairs.b[rows]] - pairs.b[rows])
    for row in rows[np.argsort(-wide, kind="stable")].tolist():
        a, b = int(pairs.a[row]), int(pairs.b[row])
        inner = _below(tree, pairs, by_a, a, b) + _below(tree, pairs, by_b, a, b, turned=True)
        if inner:
            files = pairs.same[inner].sum() + pairs.changed[inner].sum()
            sizes = pairs.bytes_shared[inner].sum()
            all_files, all_sizes = pairs.same[row] + pairs.changed[row], pairs.bytes_shared[row]
            part = (files / max(1, all_files) + sizes / max(1, all_sizes)) / 2
            news[row] = part < _EXPLAINED
    left = np.flatnonzero(news)
    by_a, by_b = _by_folder(pairs, left)
    for row in left[np.argsort(-wide[np.searchsorted(rows, left)], kind="stable")].tolist():
        if not news[row]:
            continue
        a, b = int(pairs.a[row]), int(pairs.b[row])
        for below in _below(tree, pairs, by_a, a, b) + _below(tree, pairs, by_b, a, b, turned=True):
            if below != row and share[below] < share[row] + _MORE:
                news[below] = False
    return news


_ByFolder = tuple[IntArray, IntArray]


def _by_folder(pairs: FolderPairs, rows: npt.NDArray[np.intp]) -> tuple[_ByFolder, _ByFolder]:
    """Sort pairs by each of their folders: the folders, and the rows of the pairs."""
    found = []
    for column in (pairs.a, pairs.b):
        order = np.argsort(column[rows], kind="stable")
        found.append((column[rows][order], rows[order].astype(np.int32)))
    return found[0], found[1]


def _below(
    tree: FolderTree, pairs: FolderPairs, index: _ByFolder, one: int, other: int, *, turned: bool = False
) -> list[int]:
    """Return the pairs of a folder below one and a folder below the other.

    Args:
        tree: the folders.
        pairs: to choose from.
        index: of A of the pairs; of B with ``turned``.
        one: folder above the indexed side.
        other: folder above the other side.
        turned: which side is indexed.
    """
    folders, rows = index
    begin, behind = np.searchsorted(folders, one), np.searchsorted(folders, tree.end[one])
    its = rows[begin:behind]
    counter = pairs.a[its] if turned else pairs.b[its]
    inside = (counter >= other) & (counter < tree.end[other])
    found: list[int] = its[inside].tolist()
    return found
