"""Nested pairs reduced to the highest ones that say it all.

Two copies of a project are one result, not one for each of its folders: a pair is left out where folders above both
are a strong pair (identical, versions, one in the other) that is about as similar. A pair is also left out if it is
wider than what it tells: where one of its folders is as much in a folder below the other, or where much more similar
pairs below it hold nearly all that the two share. So a disk with backups is not told as "a part of work", but each
backup as a copy of its project.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.search.clustering import components
from simfinder.search.folders.folder_pairs import IDENTICAL, SIMILAR, FolderPairs
from simfinder.search.folders.folder_tree import FolderTree, IntArray

_LEVELS = 64  # folders above that are looked at, of those in pairs
_PARTNERS = 256  # pairs of a folder that are looked at
_ABOUT = np.float32(0.6)  # a pair about as similar as one below it has so much of that one's similarity
_HALF = np.float32(0.5)  # the same for a pair whose names speak for versions
_SLACK = np.float32(0.05)  # share that may be lost in the narrower folder
_NEARLY = np.float32(0.9)  # of the narrower pair's similarity, that a wider one has which says more
_EXPLAINED = 0.8  # share of what a pair has in common that pairs below it may have
_MORE = 0.2  # share that a similar pair below a similar one must have beyond it


class _ByFolder(NamedTuple):
    """Pairs by each of their folders: those of folder i are ``first[i]:first[i + 1]``, by the other folder.

    Attributes:
        first: (n + 1,) int64.
        other: (2 m,) int32, the other folder.
        row: (2 m,) int32, the pair.
        share: (2 m,) float32, share of folder i in the other one.
    """

    first: npt.NDArray[np.int64]
    other: IntArray
    row: IntArray
    share: npt.NDArray[np.float32]


def reduced(
    tree: FolderTree, pairs: FolderPairs, akin: npt.NDArray[np.bool_] | None = None
) -> npt.NDArray[np.bool_]:
    """Choose the pairs that say it all, (m,) bool.

    Args:
        tree: the folders.
        pairs: those that reach the tolerance, in any order.
        akin: (m,) names of the folders speak for versions; None where they are not known.
    """
    strong = pairs.relation != SIMILAR
    named = strong & (np.zeros(len(strong), np.bool_) if akin is None else akin)
    index = _by_folder(tree, pairs)
    paired = pairs.same + pairs.changed
    stays = ~_too_wide(pairs.a, pairs.b, pairs.similarity, tree.end, index, paired, strong, named)
    stays &= ~_told_below(tree, pairs, strong, named, stays)
    joined = stays & strong & (pairs.similarity >= _ABOUT)
    group = components.connected(len(tree), pairs.a[joined], pairs.b[joined])
    alone = np.bincount(group, minlength=len(tree)) < 2
    group = np.where(alone[group], -1, group).astype(np.int32)
    above = _paired_above(tree.parent, index.first)
    stays &= ~_told_above(
        pairs.a, pairs.b, pairs.similarity, strong, stays, above, tree.end, group, index,
        pairs.relation == IDENTICAL,
    )  # fmt: skip
    _drop_similar_below(tree, pairs, strong, stays)
    return stays


def _by_folder(tree: FolderTree, pairs: FolderPairs) -> _ByFolder:
    one, other = np.concatenate((pairs.a, pairs.b)), np.concatenate((pairs.b, pairs.a))
    row = np.tile(np.arange(len(pairs.a), dtype=np.int32), 2)
    order = np.lexsort((other, one))
    first = np.searchsorted(one[order], np.arange(len(tree) + 1)).astype(np.int64)
    return _ByFolder(first, other[order], row[order], np.concatenate((pairs.a_in_b, pairs.b_in_a))[order])


@njit(nogil=True, cache=True)
def _too_wide(
    a: np.ndarray, b: np.ndarray, similarity: np.ndarray, end: np.ndarray, index: _ByFolder, paired: np.ndarray,
    strong: np.ndarray, named: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """Find the pairs, (m,) bool, of which one folder is as much in a folder below the other.

    A project with its notes is not wider than the package in it if the notes have their counterpart too, nor is
    "isort-5.12" because a list of authors came with it.
    """
    found = np.zeros(len(a), np.bool_)
    for pair in range(len(a)):
        for turned in range(2):
            inner, whole = (a[pair], b[pair]) if turned == 0 else (b[pair], a[pair])
            begin = index.first[inner]
            others = index.other[begin : index.first[inner + 1]]
            own = index.share[begin + np.searchsorted(others, whole)]
            first = np.searchsorted(others, whole + 1)
            last = min(np.searchsorted(others, end[whole]), first + _PARTNERS)
            # where all of it is in the wider one, nearly all in the narrower one is less
            enough = own if own >= 1 else own - _SLACK
            for at in range(begin + first, begin + last):
                narrow = index.row[at]
                gain = similarity[narrow] - similarity[pair]
                more = strong[pair] and paired[pair] > paired[narrow] and not named[narrow]
                more = more or named[pair]
                if more and similarity[pair] >= _NEARLY * similarity[narrow]:
                    continue
                if index.share[at] >= enough and gain > 0 and gain > own - index.share[at]:
                    found[pair] = True
    return found


@njit(nogil=True, cache=True)
def _paired_above(parent: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Return the next folder above each that is in a pair, -1 for none: there may be 10,000 levels between."""
    above = np.full(len(parent), -1, np.int32)
    for i in range(len(parent)):
        up = parent[i]
        if up >= 0:
            above[i] = up if first[up + 1] > first[up] else above[up]
    return above


@njit(nogil=True, cache=True)
def _told_above(
    a: np.ndarray, b: np.ndarray, similarity: np.ndarray, strong: np.ndarray, stays: np.ndarray, parent: np.ndarray,
    end: np.ndarray, group: np.ndarray, index: _ByFolder, identical: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """Find the pairs, (m,) bool, of which folders above both (one may be the same folder) say it all."""
    found = np.zeros(len(a), np.bool_)
    for pair in range(len(a)):
        u = a[pair]
        for up in range(_LEVELS):
            others = index.other[index.first[u] : index.first[u + 1]]
            v = b[pair]
            for its_up in range(_LEVELS):
                grouped = group[u] >= 0 and group[u] == group[v]
                # a copy of a part of a project is more than that both are versions of a third
                grouped = grouped and not (identical[pair] and (up > 0) != (its_up > 0))
                if grouped and (up + its_up > 0 or not strong[pair]):
                    found[pair] = True
                elif up + its_up > 0:
                    at = np.searchsorted(others, v)
                    if at < len(others) and others[at] == v:
                        row = index.row[index.first[u] + at]
                        about = similarity[row] >= _ABOUT * similarity[pair]
                        found[pair] = found[pair] or (strong[row] and stays[row] and about)
                v = parent[v]
                if found[pair] or v < 0 or v <= u < end[v]:
                    break
            u = parent[u]
            if found[pair] or u < 0 or u <= b[pair] < end[u]:
                break
    return found


def _told_below(
    tree: FolderTree,
    pairs: FolderPairs,
    strong: npt.NDArray[np.bool_],
    named: npt.NDArray[np.bool_],
    stays: npt.NDArray[np.bool_],
) -> npt.NDArray[np.bool_]:
    """Find the pairs, (m,) bool, of which more similar pairs below tell nearly all that both share.

    Pairs below one that is merely similar need only be strong. Where names speak for versions, a pair that is half
    alike says more than those below it.
    """
    found = np.zeros(len(stays), np.bool_)
    inner = (tree.end[pairs.a] > pairs.a + 1) | (tree.end[pairs.b] > pairs.b + 1)
    least = np.where(named, _HALF, _ABOUT)
    asked = np.flatnonzero(stays & inner & ((pairs.similarity < least) | ~strong))
    known = np.flatnonzero(stays)
    by_a, by_b = _sorted_by(pairs.a, known), _sorted_by(pairs.b, known)
    wide = _width(tree, pairs)
    for row in asked[np.argsort(wide[asked], kind="stable")].tolist():  # those below are decided first
        below = _below(tree, pairs, by_a, by_b, row)
        telling = pairs.similarity[below] * _ABOUT >= pairs.similarity[row]
        if not strong[row]:
            telling |= strong[below]
        below = below[telling & ~found[below]]
        # changed files are left to the bytes: those paired by their place alone share nothing
        shares = pairs.bytes_shared[below] / max(1, pairs.bytes_shared[row])
        if pairs.same[row]:
            shares = (shares + pairs.same[below] / pairs.same[row]) / 2
        # those that tell most first: of two versions of a project the nearer one
        told = _apart(tree, pairs, below, np.lexsort((-wide[below], -shares)))
        found[row] = shares[told].sum() >= _EXPLAINED
    return found


def _drop_similar_below(
    tree: FolderTree, pairs: FolderPairs, strong: npt.NDArray[np.bool_], stays: npt.NDArray[np.bool_]
) -> None:
    """Leave out similar pairs below a similar pair that have little more in common."""
    left = np.flatnonzero(stays & ~strong)
    by_a, by_b = _sorted_by(pairs.a, left), _sorted_by(pairs.b, left)
    share, wide = pairs.share, _width(tree, pairs)
    inner = (tree.end[pairs.a] > pairs.a + 1) | (tree.end[pairs.b] > pairs.b + 1)
    above = left[inner[left]]
    for row in above[np.argsort(-wide[above], kind="stable")].tolist():
        if stays[row]:
            below = _below(tree, pairs, by_a, by_b, row)
            stays[below[share[below] < share[row] + _MORE]] = False


def _width(tree: FolderTree, pairs: FolderPairs) -> npt.NDArray[np.int64]:
    """Return how many folders are below both folders of each pair, (m,) int64."""
    return tree.end[pairs.a].astype(np.int64) - pairs.a + tree.end[pairs.b] - pairs.b


_Sorted = tuple[IntArray, npt.NDArray[np.int64]]


def _sorted_by(folder: IntArray, rows: npt.NDArray[np.intp]) -> _Sorted:
    """Sort pairs by one of their folders: the folders, and the pairs."""
    order = np.argsort(folder[rows], kind="stable")
    return folder[rows][order], rows[order].astype(np.int64)


def _below(
    tree: FolderTree, pairs: FolderPairs, by_a: _Sorted, by_b: _Sorted, row: int
) -> npt.NDArray[np.int64]:
    """Return the pairs of a folder below one and a folder below the other folder of a pair, without the pair."""
    a, b = int(pairs.a[row]), int(pairs.b[row])
    found = []
    for (folders, rows), counterpart in ((by_a, pairs.b), (by_b, pairs.a)):
        begin, behind = np.searchsorted(folders, a), np.searchsorted(folders, tree.end[a])
        its = rows[begin:behind]
        its = its[(counterpart[its] >= b) & (counterpart[its] < tree.end[b])]
        found.append(its[its != row])
    return np.concatenate(found)


def _apart(
    tree: FolderTree, pairs: FolderPairs, rows: npt.NDArray[np.int64], order: npt.NDArray[np.intp]
) -> npt.NDArray[np.int64]:
    """Choose, in an order, those of some rows that share no folder with one before: nothing is counted twice.

    Returns:
        (k,) their places in ``rows``.
    """
    taken: list[tuple[int, int]] = []
    chosen = []
    for at in order.tolist():
        row = rows[at]
        sides = [(int(folder), int(tree.end[folder])) for folder in (pairs.a[row], pairs.b[row])]
        if all(end <= low or begin >= high for begin, end in sides for low, high in taken):
            taken += sides
            chosen.append(at)
            if len(chosen) == _PARTNERS:
                break
    return np.array(chosen, np.int64)
