"""Turn links between contents into links between files: the one step that knows about copies.

A content may have many files of several types. Files of one content and one type form a *node*. A link between two
contents links the first file of every node of one with the first file of every node of the other, and the files of one
content are chained. So a thousand copies cost a thousand links, not half a million.

Grouping needs only a spanning forest, which is built on contents first; the *kind* of a content is the set of types
its files have. Before, links that names prove to be between versions count in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.actions.kinship.kinship_columns import KinColumns
from simfinder.app.clusters.cluster_table import IntArray, SessionFiles
from simfinder.arrays.repeat_rows import repeat
from simfinder.arrays.set_operations import sorted_set
from simfinder.model.tolerances import WIDEST
from simfinder.search.clustering import components
from simfinder.search.clustering.spanning_forest import kinds_of, spanning
from simfinder.search.linking.common_content import RARE, holding, strength
from simfinder.search.linking.links import Links

_COPIES = 64  # files of one content whose names are compared
_AT_ONCE = 1 << 15  # links whose files are looked at together
_PAIRS = 1 << 13  # pairs of files compared between two looks at whether to stop: some 0.3 s


@dataclass(frozen=True, slots=True, eq=False)
class FileLinks:
    """Links as parallel arrays: file indexes ``a`` and ``b`` (int32) and ``similarity`` (float32).

    The similarity here is the strength by which a link holds a cluster together: the one shown, or less where it rests
    on content that many others have too.
    """

    a: IntArray
    b: IntArray
    similarity: npt.NDArray[np.float32]


def file_links(
    links: Links,
    files: SessionFiles,
    alive: npt.NDArray[np.bool_],
    rows: int,
    ignored: IntArray | None = None,
    spanning: npt.NDArray[np.bool_] | None = None,
) -> FileLinks:
    """Build the links of files that group what is still there at any tolerances.

    A removal may break a path between files, so this starts from all links.

    Args:
        links: of contents.
        files: the columns of all files.
        alive: (n,) bool.
        rows: number of contents.
        ignored: (k, 2) contents that must stay apart: what is connected with them needs all its links, since a weak one
            may hold where a strong one had to give way.
        spanning: (m,) bool, what ``spanned`` tells of these links and files, where that is known.
    """
    if spanning is None:
        spanning = spanned(links, files, alive, rows)
    few = _by_strength(links, spanning)
    if ignored is not None and len(ignored):
        joined = components.connected(rows, few.a, few.b)
        torn = np.zeros(rows, dtype=np.bool_)
        torn[joined[ignored[joined[ignored[:, 0]] == joined[ignored[:, 1]], 0]]] = True
        here = torn[joined]
        strong = _by_strength(links, here[links.a] & here[links.b])
        few = few.only(~here[few.a]).with_others(strong)
    return expanded(few, files, alive, rows)


def spanned(
    links: Links, files: SessionFiles, alive: npt.NDArray[np.bool_], rows: int
) -> npt.NDArray[np.bool_]:
    """Choose links that group the living files at any tolerances just as all of them do; (m,) bool.

    Arguments as of ``file_links``.
    """
    contents, types = files.contents, files.types
    living = np.zeros(rows, dtype=np.bool_)
    living[contents[alive & (contents >= 0)]] = True
    useful = None if living.all() else living[links.a] & living[links.b]
    if links.sibling is not None:
        holds = holding(links.similarity, links.sibling)
        useful = holds if useful is None else useful & holds
    kinds = kinds_of(contents[alive], types[alive], rows)
    return spanning(rows, links.a, links.b, strength(links.similarity, links.weight), kinds, useful)


def _by_strength(links: Links, wanted: npt.NDArray[np.bool_]) -> Links:
    """Keep the wanted links, (m,) bool, that hold a cluster together, with the strength by which they do."""
    if links.sibling is not None:
        wanted = wanted & holding(links.similarity, links.sibling)
    few = links.only(wanted)
    weight = None if links.weight is None else links.weight[wanted]
    return replace(few, similarity=strength(few.similarity, weight))


def expanded(links: Links, files: SessionFiles, alive: npt.NDArray[np.bool_], rows: int) -> FileLinks:
    """Expand links of contents to links of files.

    Args:
        links: pairs of content rows.
        files: the columns of all files.
        alive: (n,) bool, files that are still there; the others are left out.
        rows: number of content rows.
    """
    contents, types = files.contents, files.types
    there = np.flatnonzero(alive & (contents >= 0)).astype(np.int32)
    # sorted by content, then type, then file: nodes are runs, contents are runs of nodes
    there = there[np.lexsort((there, types[there], contents[there]))]
    row = contents[there]
    same_row = row[1:] == row[:-1]
    starts = np.concatenate(([True], ~same_row | (types[there[1:]] != types[there[:-1]])))[: len(there)]
    nodes = there[starts]
    first_node = np.searchsorted(contents[nodes], np.arange(rows + 1))

    chain_a, chain_b = there[:-1][same_row], there[1:][same_row]
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


def proven_kin(links: Links, files: SessionFiles, among: npt.NDArray[np.bool_] | None = None) -> Links:
    """Return the links with those that names prove to be between versions counting in full, not as siblings."""
    return with_proof(links, proven_places(links, files, among))


def with_proof(links: Links, places: npt.NDArray[np.integer]) -> Links:
    """Return the links with those at ``proven_places`` counting in full, not as siblings."""
    if not len(places):
        return links
    sibling, weight = links.sibling, links.weight
    if sibling is not None:
        sibling = sibling.copy()
        sibling[places] = False
    if weight is not None:
        weight = weight.copy()
        weight[places] = 1.0
    return replace(links, sibling=sibling, weight=weight)


def with_siblings(links: Links) -> Links:
    """Return the links with those between siblings of one form holding as others do, however many share the form."""
    if links.sibling is None:
        return links
    weight = None if links.weight is None else np.where(links.sibling, np.float32(1), links.weight)
    return replace(links, sibling=None, weight=weight)


class Ahead(NamedTuple):
    """What was proven of links that would probably be in doubt.

    Attributes:
        asked: (m,) bool, which these are.
        proven: (k,) positions of those that names prove to be between versions.
    """

    asked: npt.NDArray[np.bool_]
    proven: npt.NDArray[np.int64]


def prove_ahead(links: Links, files: SessionFiles, check: Callable[[], None]) -> Ahead | None:
    """Ask names about the links that will probably be in doubt, while these are weighed.

    Weighing takes longer, and its threads can do without Python's lock. Which links are in doubt is known only then,
    but few are between contents that are linked with few others.

    Args:
        links: of contents.
        files: the columns of all files.
        check: called between some thousand pairs; may raise to stop.

    Returns:
        None where measured figures decide about some folders: what was asked about these is remembered, so only links
            in doubt may be.
    """
    rows = int(links.b.max(initial=-1)) + 1
    crowded = np.bincount(links.a, minlength=rows) + np.bincount(links.b, minlength=rows) > RARE
    asked = crowded[links.a] | crowded[links.b]
    kin = KinColumns(*files.kin.scan)
    proven = _proven(links, asked, files, kin, check)
    return None if kin.undecided() else Ahead(asked, proven)


def proven_places(
    links: Links,
    files: SessionFiles,
    among: npt.NDArray[np.bool_] | None = None,
    ahead: Ahead | None = None,
) -> npt.NDArray[np.int64]:
    """Return (k,) positions of the links in doubt that names prove to be between versions, ascending.

    Version words and release folders say more about two files than the content they share with others: two releases of
    one translation share its form with fifty languages and are versions all the same. For contents with many files,
    like licences, it is enough if one file of each proves it.

    Args:
        links: of contents.
        files: the columns of all files.
        among: (n,) files of whose contents both ends of a link have one; None for all.
        ahead: what was proven of these links already.
    """
    doubted = np.zeros(len(links), np.bool_)
    if links.sibling is not None:
        doubted |= links.sibling
    if links.weight is not None:
        doubted |= (links.weight < 1.0) & (links.similarity >= np.float32(1.0 - WIDEST))
    if among is not None:
        rows = np.zeros(
            int(files.contents.max(initial=-1)) + 2, np.bool_
        )  # -1, which has no row, is the last
        rows[files.contents[among]] = True
        rows[-1] = False
        doubted &= rows[links.a] & rows[links.b]
    if ahead is None:
        return _proven(links, doubted, files, files.kin)
    known = ahead.proven[doubted[ahead.proven]]
    others = _proven(links, doubted & ~ahead.asked, files, files.kin)
    return np.sort(np.concatenate((known, others)))


def _proven(
    links: Links,
    asked: npt.NDArray[np.bool_],
    files: SessionFiles,
    kin: KinColumns,
    check: Callable[[], None] = lambda: None,
) -> npt.NDArray[np.int64]:
    """Return which of some links names prove to be between versions, (k,) ascending."""
    if not asked.any():
        return np.zeros(0, np.int64)
    places, one, two = _may_be_versions(links, asked, files, kin)
    proven = np.zeros(len(places), np.bool_)
    for begin in range(0, len(places), _PAIRS):
        check()
        part = slice(begin, begin + _PAIRS)
        proven[part] = kin.prove_versions(one[part], two[part])
    found: npt.NDArray[np.int64] = sorted_set(places[proven])
    return found


def _may_be_versions(
    links: Links, asked: npt.NDArray[np.bool_], files: SessionFiles, kin: KinColumns
) -> tuple[npt.NDArray[np.int64], IntArray, IntArray]:
    """Return the pairs of files of some links whose names may prove versions: (k,) link, file of either end.

    Some thousand links at a time: side by side, the files of the four million links of /usr/lib took 440 MB.
    """
    copies = _Copies(files.contents)
    ends = np.zeros(len(copies.there), np.bool_)
    none = np.zeros(0, np.int32)
    found: list[tuple[npt.NDArray[np.int64], IntArray, IntArray]] = [(np.zeros(0, np.int64), none, none)]
    for part in _parts(asked):
        ends[links.a[part]] = ends[links.b[part]] = True
    may_be = kin.version_test((files.contents >= 0) & ends[files.contents])
    for part in _parts(asked):
        a, b = links.a[part], links.b[part]
        there = np.flatnonzero(copies.there[a] & copies.there[b])
        place, file, other = copies.side_by_side(a[there], b[there])
        left = may_be(file, other)
        found.append((part[there[place[left]]], file[left], other[left]))
    link, one, two = zip(*found, strict=True)
    return np.concatenate(link), np.concatenate(one), np.concatenate(two)


def _parts(wanted: npt.NDArray[np.bool_]) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the positions of what is wanted, some thousand at a time."""
    for begin in range(0, len(wanted), _AT_ONCE):
        yield begin + np.flatnonzero(wanted[begin : begin + _AT_ONCE])


class _Copies:
    """The files of each content, in path order.

    Args:
        contents: (n,) of each file, -1 for none.

    Attributes:
        there: (rows,) bool, which contents have files.
    """

    def __init__(self, contents: IntArray) -> None:
        order = np.argsort(contents, kind="stable")
        in_order = contents[order]
        self._files = order.astype(np.int32)
        self._starts = np.searchsorted(in_order, np.arange(int(contents.max(initial=-1)) + 2))
        self.there = np.diff(self._starts) > 0
        self._key = in_order.astype(np.int64) * len(contents) + order

    def side_by_side(self, a: IntArray, b: IntArray) -> tuple[IntArray, IntArray, IntArray]:
        """Find files of two contents each that are neighbours in path order, as releases of one thing are.

        Args:
            a: (k,) contents that have files.
            b: (k,) the same, of each the other one.

        Returns:
            (m,) position in ``a``, file of the one, file of the other; at most ``_COPIES`` of a content.
        """
        first, count = self._starts[a], np.minimum(self._starts[a + 1] - self._starts[a], _COPIES)
        place = np.repeat(np.arange(len(a)), count)
        file = self._files[np.repeat(first - (np.cumsum(count) - count), count) + np.arange(count.sum())]
        begin, last = self._starts[b[place]], self._starts[b[place] + 1] - 1
        behind = begin.copy()
        many = np.flatnonzero(begin < last)
        behind[many] = np.searchsorted(
            self._key, b[place[many]].astype(np.int64) * len(self._files) + file[many]
        )
        before, behind = np.maximum(behind - 1, begin), np.minimum(behind, last)
        two = behind != before
        its = self._files[np.concatenate((before, behind[two]))]
        return np.concatenate((place, place[two])).astype(np.int32), np.concatenate((file, file[two])), its
