"""Links between contents become links between files: the one step that knows that copies exist.

Only a spanning forest of them is needed to group files, and that is made of contents first: their *kind* is the set of
types its files have.

A content may have many files, of several types. Files of one content and one type form a *node*; a link of two
contents links the first file of every node of the one with the first of every node of the other, and the files
of one content hang together in a chain. So a thousand copies cost a thousand links, not half a million.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from simfinder.arrays.repeat_rows import spread
from simfinder.search.clustering.spanning_forest import kinds_of, spanning
from simfinder.search.linking.common_content import holding, strength
from simfinder.search.linking.links import Links

IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class FileLinks:
    """Links as parallel arrays: file indexes ``a`` and ``b`` (int32) and ``similarity`` (float32).

    That is the strength by which they hold a cluster together: the similarity that is shown, or less where it rests on
    what many others have too.
    """

    a: IntArray
    b: IntArray
    similarity: npt.NDArray[np.float32]


def spanned(
    links: Links, contents: IntArray, types: IntArray, alive: npt.NDArray[np.bool_], rows: int
) -> npt.NDArray[np.bool_]:
    """(m,) bool, as many of the links as group the living files at any tolerances as all of them do.

    Arguments as below.
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
    """Some of the links, (m,) bool, by the strength with which they hold a cluster together: those that do."""
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
        alive: (n,) files that are still there; the others take no part.
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
    which, within = spread(in_a * in_b)
    a = nodes[first_node[links.a][which] + within // np.maximum(in_b[which], 1)]
    b = nodes[first_node[links.b][which] + within % np.maximum(in_b[which], 1)]
    return FileLinks(
        a=np.concatenate((chain_a, a)).astype(np.int32),
        b=np.concatenate((chain_b, b)).astype(np.int32),
        similarity=np.concatenate((np.ones(len(chain_a), dtype=np.float32), links.similarity[which])).astype(
            np.float32
        ),
    )
