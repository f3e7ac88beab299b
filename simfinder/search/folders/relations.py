"""What two folders are to each other: identical, contained, versions, or merely similar.

Two projects made from one template share much, and each has files of its own under the same names. Versions have most
of one in the other, and hardly ever something else at the same place. What many folders have says little about two of
them. Names of the folders that speak for versions lower what is asked, and raise it where they speak against.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.search.folders.folder_pairs import CONTAINED, IDENTICAL, SIMILAR, VERSION
from simfinder.search.folders.score import Scores

_MOST = 0.5  # share of one folder that is in the other, of versions whose names say so
_NEARLY = 0.75  # the same where names say nothing
_SPOKEN = 0.45, 0.7  # what the shared files say, as a share of what all files of the folder say, likewise
_CONFLICTS = 0.25, 0.05
"""Most files of other content at the same place, as a share of the smaller folder, likewise: a fresh project from a
template has one such file in seventeen."""

_NOT_TINY = 0.2  # share of the other folder, however much larger it is
_SAME = 0.3  # identical files, as a share of the smaller folder, where names of folders say nothing
_PLACED = 0.5  # of what both share, files that are the same, or changed under the same name
LEAST_WEIGHT = 0.5
"""What the shared files of a pair that is not identical must say at least, see ``Scores.weight``: two folders of a
licence and an empty file are no news where five hundred have these."""


def relations(
    scores: Scores, akin: npt.NDArray[np.int8], whole_a: npt.NDArray[np.bool_], whole_b: npt.NDArray[np.bool_]
) -> npt.NDArray[np.uint8]:
    """Decide the relation of each pair.

    Args:
        scores: of the pairs.
        akin: (m,) 1 where the names of the folders speak for versions, -1 against, 0 where they say nothing.
        whole_a: (m,) whether everything below A is known, and what is not among its files is in B as well.
        whole_b: (m,) the same of B.

    Returns:
        (m,) uint8, see ``FolderPairs.relation``.
    """
    all_a, all_b = (scores.same >= scores.files_a) & whole_a, (scores.same >= scores.files_b) & whole_b
    found = np.full(len(scores.same), SIMILAR, np.uint8)
    found[_are_versions(scores, akin)] = VERSION
    found[(all_a | all_b) & (scores.weight >= LEAST_WEIGHT)] = CONTAINED
    found[all_a & all_b] = IDENTICAL
    return found


def _are_versions(scores: Scores, akin: npt.NDArray[np.int8]) -> npt.NDArray[np.bool_]:
    share = np.maximum(scores.share_a, scores.share_b)
    said = np.maximum(scores.said_a, scores.said_b)
    conflicts = scores.conflicts / np.maximum(np.minimum(scores.files_a, scores.files_b), 1)
    smaller = np.minimum(scores.files_a, scores.files_b)
    paired = scores.paired
    # mails and photos are alike under other names, and settings for two machines under the same ones
    possible = scores.same + scores.placed >= _PLACED * paired
    possible &= (scores.same >= _SAME * smaller) | (akin > 0)
    possible &= np.minimum(scores.share_a, scores.share_b) >= _NOT_TINY
    found = np.zeros(len(share), np.bool_)
    for strict, which in ((0, akin > 0), (1, akin == 0)):
        found |= (
            which
            & (share >= (_MOST, _NEARLY)[strict])
            & (said >= _SPOKEN[strict])
            & (conflicts <= _CONFLICTS[strict])
        )
    return found & possible & (scores.weight >= LEAST_WEIGHT)
