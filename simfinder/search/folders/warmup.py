"""Load every kernel of this package from numba's cache, or compile it into the cache."""

from __future__ import annotations

import numpy as np

from simfinder.search.folders import candidates, groups, reduce, score
from simfinder.search.folders.evidence import ContentLinks, Evidence, Files, hash_paths
from simfinder.search.folders.folder_pairs import VERSION, FolderPairs
from simfinder.search.folders.folder_tree import FolderTree


def warm_up() -> None:
    """Run every kernel once, on three folders of which two are versions."""
    none = np.zeros(0, np.int32)
    tree = FolderTree.of(np.array([-1, 0, 0], np.int32), none, none)
    folder = np.repeat(np.array([1, 2], np.int32), 4)
    content = np.array([0, 1, 2, 3, 0, 1, 2, 4], np.int32)
    path, name, parts = hash_paths(b"abcdabcd", np.arange(1, 9))
    size, mtime = np.full(8, 100, np.int64), np.zeros(8, np.int64)
    links = ContentLinks.of(5, np.array([3], np.int32), np.array([4], np.int32), np.array([0.9], np.float32))
    evidence = Evidence.of(
        tree, hash_paths(b"xyz", np.arange(1, 4))[0], Files(folder, content, size, mtime, path, name, parts), links,
        np.ones(3, np.bool_),
    )  # fmt: skip
    candidates.identical(evidence)
    a, b = candidates.candidates(evidence, tree.folders, 0.5)
    candidates.above(evidence, tree.folders, a, b)
    found = score.score(evidence, a, b)
    pairs = FolderPairs.none()._replace(
        a=a, b=b, similarity=found.similarity, a_in_b=found.share_a, b_in_a=found.share_b, same=found.same,
        changed=found.changed, bytes_shared=found.size_a, bytes_freed=found.size_a, kept_a=a < b,
        relation=np.full(len(a), VERSION, np.uint8),
    )  # fmt: skip
    reduce.reduced(tree, pairs)
    groups.groups(tree, evidence, pairs, np.arange(3))
