"""Turn links into groups of files: which links hold at the current tolerances, and which files they connect."""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.project_folders import ProjectRoots
from simfinder.app.clusters.cluster_table import Grouping, IntArray, SessionFiles
from simfinder.app.linking.file_links import FileLinks, by_strength, file_links, spanned
from simfinder.app.linking.method_policy import Judge
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.model.file_type import types_of
from simfinder.model.progress import Control
from simfinder.model.tolerances import WIDEST
from simfinder.scan.pipeline import ScanResult
from simfinder.search.clustering import bridges, components
from simfinder.search.clustering.cannot_link import keep_apart
from simfinder.search.linking import common_content
from simfinder.search.linking.common_content import strength
from simfinder.search.linking.links import Links
from simfinder.signatures.table.representations import Representations

_AT_ONCE = 20_000  # paths held at once: a million take 200 MB
_COPIES = 64  # files of one content whose names are compared


def file_table(result: ScanResult) -> SessionFiles:
    """Build the columns of all files of a scan."""
    records = result.files
    met: dict[str, int] = {}
    types = np.empty(len(records), dtype=np.int32)
    for begin in range(0, len(records), _AT_ONCE):
        names = types_of(records.paths(begin, begin + _AT_ONCE))
        types[begin : begin + _AT_ONCE] = [met.setdefault(name, len(met)) for name in names]
    type_names = tuple(sorted(met))
    place = {name: i for i, name in enumerate(type_names)}
    place_of_met = np.array([place[name] for name in met], dtype=np.int32)
    return SessionFiles(
        records=records,
        contents=result.content_row,
        types=place_of_met[types],
        type_names=type_names,
        sizes=records.sizes,
        mtimes=records.mtimes,
        protected=records.protected,
        projects=ProjectRoots(result.projects),
    )


def weighed(
    links: Links,
    judge: Judge,
    faces: Representations,
    control: Control,
    *,
    jobs: int = 1,
    kin: npt.NDArray[np.bool_] | None = None,
) -> Links:
    """Weigh links: those that rest on content that many others have too count less; also mark siblings of one form.

    Only links judged by shared content are weighed; the answer of a single method is taken as it is.

    Args:
        links: of contents, all of a scan.
        judge: of that scan.
        faces: of that scan.
        control: cancelling.
        jobs: threads; 0 means one per core.
        kin: (m,) bool, links whose ends names prove to be versions of each other, and so no siblings.

    Raises:
        Cancelled: on request.
    """
    on_bytes = judge.on_bytes(links.a, links.b)
    shared = slice(None) if on_bytes.all() else np.flatnonzero(on_bytes)
    weight, others = np.ones(len(links), dtype=np.float32), np.zeros(len(links), dtype=np.int32)
    sibling = np.zeros(len(links), dtype=np.bool_)
    a, b = links.a[shared], links.b[shared]
    if faces.any:
        a, b = judge.best_rows(a, b)
    table = faces.table
    weight[shared], others[shared], sibling[shared] = common_content.weights(
        table.codes,
        table.sketch_len,
        a,
        b,
        control.check,
        jobs or os.cpu_count() or 1,
        similarity=links.similarity[shared],
        kin=None if kin is None else kin[shared],
    )
    return replace(links, weight=weight, others=others, sibling=sibling)


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


def proven_places(
    links: Links, files: SessionFiles, among: npt.NDArray[np.bool_] | None = None
) -> npt.NDArray[np.int64]:
    """Return (k,) positions of the links in doubt that names prove to be between versions, ascending.

    Version words and release folders say more about two files than the content they share with others: two releases of
    one translation share its form with fifty languages and are versions all the same. For contents with many files,
    like licences, it is enough if one file of each proves it.

    Args:
        links: of contents.
        files: the columns of all files.
        among: (n,) files of whose contents both ends of a link have one; None for all.
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
    if not doubted.any():
        return np.zeros(0, np.int64)
    copies = _Copies(files.contents)
    asked = np.flatnonzero(doubted & copies.has(links.a) & copies.has(links.b))
    link, file, other = copies.side_by_side(links.a[asked], links.b[asked])
    found: npt.NDArray[np.int64] = asked[sorted_set(link[files.kin.prove_versions(file, other)])]
    return found


class _Copies:
    """The files of each content, in path order.

    Args:
        contents: (n,) of each file, -1 for none.
    """

    def __init__(self, contents: IntArray) -> None:
        order = np.argsort(contents, kind="stable")
        in_order = contents[order]
        self._files = order.astype(np.int32)
        self._starts = np.searchsorted(in_order, np.arange(int(contents.max(initial=-1)) + 2))
        self._key = in_order.astype(np.int64) * len(contents) + order

    def has(self, rows: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Return (k,) bool, which of some contents have files."""
        found: npt.NDArray[np.bool_] = self._starts[rows] < self._starts[rows + 1]
        return found

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


def grouping_links(
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
        spanning = spanned(links, files.contents, files.types, alive, rows)
    few = by_strength(links, spanning)
    if ignored is not None and len(ignored):
        joined = components.connected(rows, few.a, few.b)
        torn = np.zeros(rows, dtype=np.bool_)
        torn[joined[ignored[joined[ignored[:, 0]] == joined[ignored[:, 1]], 0]]] = True
        here = torn[joined]
        strong = by_strength(links, here[links.a] & here[links.b])
        few = few.only(~here[few.a]).with_others(strong)
    return file_links(few, files.contents, files.types, alive, rows)


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
            links.a, links.b, links.similarity, strong, files.contents, rank, files.mtimes, every.a, every.b
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
        links: as ``grouping_links`` gives them.
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
