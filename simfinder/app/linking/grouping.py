"""Turn links into groups of files: which links hold at the current tolerances, and which files they connect."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import Grouping, IntArray, SessionFiles
from simfinder.app.linking.file_links import FileLinks
from simfinder.arrays.set_operations import is_among
from simfinder.search.clustering import bridges, components
from simfinder.search.clustering.cannot_link import keep_apart
from simfinder.search.linking.common_content import strength
from simfinder.search.linking.links import Links


class BridgeCutter:
    """Cut the clusters of one scan at bridges (``search.clustering``), remembering what no slider changes.

    Args:
        files: the columns of all files.
        every: all links of contents.
        rank: (n,) int32, the smallest of a part is the file that it would keep.
    """

    def __init__(self, files: SessionFiles, every: Links, rank: IntArray) -> None:
        self._files, self._every, self._rank = files, every, rank
        self._known: tuple[FileLinks, npt.NDArray[np.bool_]] | None = None
        self._between: bridges.PartLinks | None = None
        self._ends: tuple[IntArray, IntArray, npt.NDArray[np.float32]] | None = None

    def cut(
        self,
        links: FileLinks,
        active: npt.NDArray[np.bool_],
        tolerances: npt.NDArray[np.float32],
        *,
        same_type: bool,
    ) -> npt.NDArray[np.bool_]:
        """Return the active links without bridges; arguments as of ``group``."""
        strong = active & (links.similarity >= np.float32(bridges.STRONG))
        known = self._known
        if known is None or known[0] is not links or not np.array_equal(known[1], strong):
            self._look(links, strong)
        if self._between is None or self._ends is None:
            return active
        type_a, type_b, similarity = self._ends
        holds = components.active(similarity, type_a, type_b, tolerances, same_type)
        return self._between.cut(active, holds)

    def _look(self, links: FileLinks, strong: npt.NDArray[np.bool_]) -> None:
        files, every, rank = self._files, self._every, self._rank
        self._between = found = bridges.links_between_parts(
            links.a,
            links.b,
            links.similarity,
            strong,
            bridges.Nodes(files.contents, rank, files.mtimes),
            (every.a, every.b),
        )
        if found is not None:
            type_of = np.zeros(int(files.contents.max(initial=-1)) + 1, np.int32)
            type_of[files.contents[::-1]] = files.types[::-1]  # type of the first file of each content
            at = found.links
            worth = strength(
                every.similarity[at],
                None if every.weight is None else every.weight[at],
                None if every.sibling is None else every.sibling[at],
            )
            self._ends = type_of[every.a[at]], type_of[every.b[at]], worth
        self._known = links, strong


def group(
    links: FileLinks,
    files: SessionFiles,
    tolerances: npt.NDArray[np.float32],
    rank: npt.NDArray[np.int32],
    *,
    same_type: bool = False,
    apart: IntArray | None = None,
    together: IntArray | None = None,
    cutter: BridgeCutter | None = None,
) -> Grouping:
    """Form groups of at least two files.

    Args:
        links: as ``file_links`` gives them.
        files: the columns of all files.
        tolerances: (types,) float32.
        rank: (n,) int32, the smallest of a group is its kept file.
        same_type: no link between two types holds.
        apart: (k, 2) files that may not be in one group, see ``files_apart``.
        together: (j, 2) sets of files that stay together when another file leaves them, see ``files_together``.
        cutter: cuts clusters at bridges; None where bridges hold too.
    """
    types = files.types
    active = components.active(links.similarity, types[links.a], types[links.b], tolerances, same_type)
    if apart is not None:
        if together is not None:
            links, active = _with_ties(links, active, together, len(types))
        active = keep_apart(len(types), links.a, links.b, links.similarity, active, apart)
    if cutter is not None:
        active = cutter.cut(links, active, tolerances, same_type=same_type)
    found = components.clusters(len(types), links.a, links.b, active, rank)
    return Grouping(found.offsets, found.members)


def _with_ties(
    links: FileLinks, active: npt.NDArray[np.bool_], together: IntArray, count: int
) -> tuple[FileLinks, npt.NDArray[np.bool_]]:
    """Add the weakest ties between files that were connected through the file that leaves them.

    Without them a file taken out of a cluster would take along, or cut off, the files connected through it.
    """
    label = components.connected(count, links.a[active], links.b[active])
    order = np.lexsort((together[:, 1], label[together[:, 1]], together[:, 0]))
    sets, members = together[order].T
    same = (sets[1:] == sets[:-1]) & (label[members[1:]] == label[members[:-1]])
    a, b = members[:-1][same], members[1:][same]
    tied = FileLinks(
        a=np.concatenate((links.a, a)),
        b=np.concatenate((links.b, b)),
        similarity=np.concatenate((links.similarity, np.zeros(len(a), np.float32))),
    )
    return tied, np.concatenate((active, np.ones(len(a), np.bool_)))


def files_apart(apart: IntArray, files: SessionFiles, alive: npt.NDArray[np.bool_]) -> IntArray | None:
    """Turn pairs of contents that are not the same into pairs of files.

    Copies of one type are connected by links that never give way, so the first file of a content and a type stands for
    all of them.

    Args:
        apart: (k, 2) rows of contents.
        files: the columns of all files.
        alive: (n,) bool.

    Returns:
        (j, 2) file indexes; None where there are none.
    """
    heads = _heads(apart, files, alive)
    pairs = [
        (one, other)
        for x, y in apart.tolist()
        for one in heads.get(x, {}).values()
        for other in heads.get(y, {}).values()
    ]
    return np.array(pairs, np.int32) if pairs else None


def files_together(together: IntArray, files: SessionFiles, alive: npt.NDArray[np.bool_]) -> IntArray | None:
    """Turn sets of contents that stay together into sets of files, (j, 2) int32; None for none. Arguments as above."""
    heads = _heads(together[:, 1], files, alive)
    found = [(number, file) for number, row in together.tolist() for file in heads.get(row, {}).values()]
    return np.array(found, np.int32) if found else None


def _heads(rows: IntArray, files: SessionFiles, alive: npt.NDArray[np.bool_]) -> dict[int, dict[int, int]]:
    """Return the first file of each type of some contents, by content and type."""
    heads: dict[int, dict[int, int]] = {}
    for file in np.flatnonzero(is_among(files.contents, rows) & alive).tolist():
        heads.setdefault(int(files.contents[file]), {}).setdefault(int(files.types[file]), file)
    return heads
