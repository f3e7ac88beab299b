"""Find the file through which another one is in its cluster, though too different from the kept file itself."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import ClusterTable, IntArray
from simfinder.arrays.set_operations import is_among
from simfinder.search.clustering import components
from simfinder.search.linking.common_content import strength
from simfinder.search.linking.links import Links


def strongest_link(
    table: ClusterTable,
    links: Links,
    tolerances: npt.NDArray[np.float32],
    file: int,
    *,
    same_type: bool = False,
) -> tuple[int, float] | None:
    """Find the member of its cluster through which a file is linked to the kept file, and what the two share.

    That is the one it is linked to most strongly among those that share more with the kept file than it does itself;
    where there is none, among all. Goes through the columns of the links once: 2 ms at a million files.

    Args:
        table: of all clusters.
        links: of contents, in the order of ``a``.
        tolerances: (types,) float32.
        file: a member that is outside the tolerance of the kept file of its cluster.
        same_type: no link between two types holds.

    Returns:
        File index and similarity, 0..1; of equally strong links the file first in path order. None for a kept file,
        one within the tolerance, and where no link that holds is known.
    """
    position = table.position_of(file)
    if position < 0 or table.within[position]:
        return None
    cluster = table.cluster_of(file)
    span = slice(int(table.offsets[cluster]), int(table.offsets[cluster + 1]))
    members = table.members[span]
    members = np.sort(members[(members != file) & (members != table.kept[cluster])])
    other, similarity, weight = _neighbours(links, int(table.files.contents[file]))
    here = is_among(other, table.files.contents[members])
    other, similarity, weight = other[here], similarity[here], weight[here]
    found = _pairs(table.files.contents, members, other)
    ends, at = members[found[:, 0]], found[:, 1]
    types = table.files.types
    holds = components.active(weight[at], np.full(len(ends), types[file]), types[ends], tolerances, same_type)
    if not holds.any():
        return None
    ends, at = ends[holds], at[holds]
    order = np.argsort(table.members[span])
    shared = table.similarity[span][order][np.searchsorted(table.members[span][order], ends)]
    nearer = shared > table.similarity[position]
    if nearer.any():
        ends, at = ends[nearer], at[nearer]
    best = int(np.lexsort((ends, -weight[at]))[0])
    return int(ends[best]), float(similarity[at[best]])


def _neighbours(
    links: Links, content: int
) -> tuple[IntArray, npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return the contents linked to one, with the shown similarity and the strength of each link."""
    first, last = np.searchsorted(links.a, [content, content + 1]).tolist()
    at = np.concatenate((np.arange(first, last), np.flatnonzero(links.b == content)))
    other = np.where(links.a[at] == content, links.b[at], links.a[at]).astype(np.int32)
    similarity = links.similarity[at]
    weight = None if links.weight is None else links.weight[at]
    sibling = None if links.sibling is None else links.sibling[at]
    return other, similarity, strength(similarity, weight, sibling)


def _pairs(contents: IntArray, members: IntArray, other: IntArray) -> npt.NDArray[np.int64]:
    """Return (k, 2) positions in ``members`` and ``other`` where a member has that content."""
    order = np.argsort(other, kind="stable")
    if not len(order):
        return np.zeros((0, 2), np.int64)
    at = np.minimum(np.searchsorted(other[order], contents[members]), len(order) - 1)
    same = np.flatnonzero(other[order][at] == contents[members])
    return np.stack((same, order[at[same]]), axis=1)
