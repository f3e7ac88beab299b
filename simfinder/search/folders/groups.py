"""Three and more folders that are copies or versions of one another, in the order of versions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.search.clustering import components
from simfinder.search.folders.evidence import Evidence
from simfinder.search.folders.folder_pairs import IDENTICAL, VERSION, FolderGroups, FolderPairs
from simfinder.search.folders.folder_tree import FolderTree
from simfinder.search.folders.score import score

_LEAST = 3


def groups(
    tree: FolderTree, evidence: Evidence, pairs: FolderPairs, rank: npt.NDArray[np.integer]
) -> FolderGroups:
    """Group folders that are connected by pairs of copies and versions.

    Args:
        tree: the folders.
        evidence: their files, to compare members that no pair connects with the first one.
        pairs: those that are shown.
        rank: (n,) the order of the folders of a group: the one that stays has the lowest, then newest to oldest.

    Returns:
        Groups of three and more, largest saving first.
    """
    joined = (pairs.relation == IDENTICAL) | (pairs.relation == VERSION)
    a, b = pairs.a[joined], pairs.b[joined]
    group = components.connected(len(tree), a, b)
    sizes = np.bincount(group, minlength=len(tree))
    members = np.flatnonzero(sizes[group] >= _LEAST).astype(np.int32)
    members = members[np.lexsort((rank[members], group[members]))]
    starts = np.flatnonzero(np.diff(group[members], prepend=-1))
    lengths = np.diff(np.append(starts, len(members)))
    first = np.repeat(members[starts], lengths)
    found = score(evidence, first, members)
    same = first == members
    similarity = np.where(same, np.float32(1), found.similarity).astype(np.float32)
    # equal files are not all: only pairs know whether hidden ones are so, too
    copies = pairs.relation == IDENTICAL
    copy = components.connected(len(tree), pairs.a[copies], pairs.b[copies])
    relation = np.where(copy[members] == copy[first], IDENTICAL, VERSION).astype(np.uint8)
    freed = _freed(tree, pairs, members)
    freed[same] = 0
    total = np.add.reduceat(freed, starts) if len(starts) else np.zeros(0, np.int64)
    order = np.lexsort((members[starts], -total))
    rows = np.concatenate(
        [np.arange(starts[i], starts[i] + lengths[i]) for i in order] or [np.zeros(0, np.int64)]
    )
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths[order]))).astype(np.int64)
    return FolderGroups(offsets, members[rows], similarity[rows], relation[rows], total[order])


def _freed(tree: FolderTree, pairs: FolderPairs, members: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Return the most that removing each member frees by any pair, (k,) int64."""
    most = np.zeros(len(tree), np.int64)
    np.maximum.at(most, pairs.leaving, pairs.bytes_freed)
    found: npt.NDArray[np.int64] = most[members]
    return found
