"""Turn links between contents into links between files: the one step that knows about copies.

Grouping needs only a spanning forest, which is built on contents first; the *kind* of a content is the set of types
its files have.

A content may have many files of several types. Files of one content and one type form a *node*. A link between two
contents links the first file of every node of one with the first file of every node of the other, and the files of one
content are chained. So a thousand copies cost a thousand links, not half a million.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from simfinder.arrays.repeat_rows import repeat
from simfinder.search.clustering.spanning_forest import kinds_of, spanning
from simfinder.search.linking.common_content import holding, strength
from simfinder.search.linking.links import Links

IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class FileLinks:
    """Links as parallel arrays: file indexes ``a`` and ``b`` (int32) and ``similarity`` (float32).

    The similarity here is the strength by which a link holds a cluster together: the one shown, or less where it rests
    on content that many others have too.
    """

    a: IntArray
    b: IntArray
    similarity: npt.NDArray[np.float32]


def spanned(
    links: Links, contents: IntArray, types: IntArray, alive: npt.NDArray[np.bool_], rows: int
) -> npt.NDArray[np.bool_]:
    """Choose links that group the living files at any tolerances just as all of them do; (m,) bool.

    Arguments as of ``file_links``.
    """
    living = np.zeros(rows, dtype=np.bool_)
    living[contents[alive & (contents >= 0)]] = True
    useful = None if living.all() else living[links.a] & living[links.b]
    if links.sibling is not None:
        holds = holding(links.similarity, links.sibling)
        useful = holds if useful is None else useful & holds
    both = slice(None) if useful is None else np.flatnonzero(useful)
    a, b, similarity = links.a[both], links.b[both], strength(links.similarity, links.weight)[both]
    kept = np.zeros(len(links), dtype=np.bool_)
    kept[both] = spanning(rows, a, b, similarity, kinds_of(contents[alive], types[alive], rows))
    return kept


def by_strength(links: Links, wanted: npt.NDArray[np.bool_]) -> Links:
    """Keep the wanted links, (m,) bool, that hold a cluster together, with the strength by which they do."""
    if links.sibling is not None:
        wanted = wanted & holding(links.similarity, links.sibling)
    few = links.only(wanted)
    weight = None if links.weight is None else links.weight[wanted]
    return replace(few, similarity=strength(few.similarity, weight))


def file_links(
    links: Links, contents: IntArray, types: IntArray, alive: npt.NDArray[np.bool_], rows: int
) -> FileLinks:
    """Expand links of contents to links of files.

    Args:
        links: pairs of content rows.
        contents: (n,) content row per file, -1 for a file that was not read.
        types: (n,) type index per file.
        alive: (n,) bool, files that are still there; the others are left out.
        rows: number of content rows.
    """
    files = np.flatnonzero(alive & (contents >= 0)).astype(np.int32)
    # sorted by content, then type, then file: nodes are runs, contents are runs of nodes
    files = files[np.lexsort((files, types[files], contents[files]))]
    row = contents[files]
    same_row = row[1:] == row[:-1]
    starts = np.concatenate(([True], ~same_row | (types[files[1:]] != types[files[:-1]])))[: len(files)]
    nodes = files[starts]
    first_node = np.searchsorted(contents[nodes], np.arange(rows + 1))

    chain_a, chain_b = files[:-1][same_row], files[1:][same_row]
    in_a = np.diff(first_node)[links.a]
    in_b = np.diff(first_node)[links.b]
    which, within = repeat(in_a * in_b)
    a = nodes[first_node[links.a][which] + within // np.maximum(in_b[which], 1)]
    b = nodes[first_node[links.b][which] + within % np.maximum(in_b[which], 1)]
    return FileLinks(
        a=np.concatenate((chain_a, a)).astype(np.int32),
        b=np.concatenate((chain_b, b)).astype(np.int32),
        similarity=np.concatenate((np.ones(len(chain_a), dtype=np.float32), links.similarity[which])).astype(
            np.float32
        ),
    )
