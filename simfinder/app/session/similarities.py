"""Similarity of each file of a session to the kept one of its cluster: estimates until measured.

``verify.survey`` measures them; here is what is known and what is still to be measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import ClusterTable, IntArray, SessionFiles
from simfinder.app.verify.survey import Findings
from simfinder.scan.build_table import gathered, let_go
from simfinder.search.linking.judge import Judge, straight
from simfinder.search.similarity import MAX_ESTIMATE
from simfinder.signatures.table.representations import BASES, BYTES, PICTURES, Representations

_MANY = 4096
"""Pairs that read signatures all over a table: more would bring nearly all of its file into memory."""

_PORTION = 1 << 15
"""Pairs whose signatures are gathered at a time: 30 MB."""


class MemberFigures(NamedTuple):
    """Figures of the m members of clusters.

    Attributes:
        similarity: (m,) to the kept file.
        measured: (m,) bool, those measured on the bytes.
        view: (m,) the views by which they were compared, as indexes in ``Representations.names``.
        basis: (m,) the basis of the comparison, as an index in ``representations.BASES``.
        seen: (m,) bool, pictures that were compared with the kept one by what they look like.
        shot: (m,) int8, of those that are the same shot as the kept one by their pixels, whether they have fewer pixels
            (-1), or as many and no more worth (1); 0 for all others.
    """

    similarity: npt.NDArray[np.float32]
    measured: npt.NDArray[np.bool_]
    view: npt.NDArray[np.uint8]
    basis: npt.NDArray[np.uint8]
    seen: npt.NDArray[np.bool_]
    shot: npt.NDArray[np.int8]


class Figures:
    """Similarity of each file to the kept one of its cluster, computed again only if another file is kept now.

    A slider move changes few kept files, and computing all again took 43 of the 54 ms of a move at 100,000 files. The
    figure for the previous kept file is remembered too: while clusters are made, lineages leave them, so that a file
    has one kept file after another at each move.

    Args:
        files: the columns of all files.
        representations: of the scan.
        judge: whose figures.

    Attributes:
        lost: pairs of contents, the smaller first, whose bytes can't be read any more.
        stand: a version; another one after any change of figures.
        measured_before: returns (m,) figures of pairs of contents that were measured elsewhere, NaN for others: they
            are not estimated from signatures. None where all that was measured is in ``known``.
    """

    def __init__(self, files: SessionFiles, representations: Representations, judge: Judge) -> None:
        self._contents = files.contents
        self._representations = representations
        self._judge = judge
        count = len(files.contents)
        self._against = np.full(count, -1, dtype=np.int32)
        self._figure = np.zeros(count, dtype=np.float32)
        self._by_view = np.zeros((2, count), dtype=np.bool_)  # the file's own, and the kept one's
        self._is_exact = np.zeros(count, dtype=np.bool_)
        self._columns = self._against, self._figure, *self._by_view, self._is_exact
        self._before = tuple(column.copy() for column in self._columns)
        self._exact: dict[tuple[int, int], float] = {}
        self.lost: set[tuple[int, int]] = set()
        self.stand = 0
        self.measured_before: Callable[[IntArray, IntArray], npt.NDArray[np.float32]] | None = None
        self._in_use = False  # the signatures

    @property
    def known(self) -> Mapping[tuple[int, int], float]:
        """Measured figures by pairs of contents, the smaller first."""
        return MappingProxyType(self._exact)

    def learn(self, measured: Mapping[tuple[int, int], float], lost: Iterable[tuple[int, int]]) -> None:
        """Take in what was measured of the same contents before; only while no figure has been asked for."""
        self.stand += 1
        self._exact.update(measured)
        self.lost.update(lost)

    def note(self, findings: Iterable[Findings]) -> None:
        """Remember measured figures; the files compared with one of these contents are computed again."""
        self.stand += 1
        touched = np.zeros(int(self._contents.max(initial=0)) + 1, dtype=np.bool_)
        for found in findings:
            low, high = np.minimum(found.a, found.b).tolist(), np.maximum(found.a, found.b).tolist()
            for one, other, figure in zip(low, high, found.similarity.tolist(), strict=True):
                if math.isnan(figure):
                    self.lost.add((one, other))
                else:
                    self._exact[one, other] = figure
            touched[found.a] = touched[found.b] = True
        self._against[touched[self._contents]] = self._before[0][touched[self._contents]] = -1

    def of(self, files: IntArray, kept: IntArray) -> npt.NDArray[np.float32]:
        """Return the similarity of each file to the kept file given with it."""
        rows, kept_rows = self._contents[files], self._contents[kept]
        new = np.flatnonzero(self._against[files] != kept_rows)
        if len(new):
            self._swap(files[new])
            new = new[self._against[files[new]] != kept_rows[new]]
        if len(new):
            gather = gathered if len(new) > _MANY else straight
            exact = self._take_measured(files[new], rows[new], kept_rows[new])
            left = new[~exact & (rows[new] != kept_rows[new])]  # a content shares all with itself
            same = files[new[rows[new] == kept_rows[new]]]
            self._figure[same], self._by_view[:, same] = 1.0, False
            self._in_use |= len(left) > 0
            for begin in range(0, len(left), _PORTION):
                part = left[begin : begin + _PORTION]
                figure, *by_view = self._judge.similarity(rows[part], kept_rows[part], gather)
                self._figure[files[part]], self._by_view[:, files[part]] = figure, by_view
            self._against[files[new]] = kept_rows[new]
            looks = self._judge.by_looks(rows[new], kept_rows[new])
            self._is_exact[files[new]] = exact | (looks & ~self._judge.on_pixels(rows[new], kept_rows[new]))
            if self._exact:
                self._take_exact(files[new].tolist(), rows[new].tolist(), kept_rows[new].tolist())
        return self._figure[files]

    def _take_measured(self, files: IntArray, rows: IntArray, kept: IntArray) -> npt.NDArray[np.bool_]:
        """Take what was measured elsewhere; return (k,) bool, for which files."""
        if self.measured_before is None:
            return np.zeros(len(files), dtype=np.bool_)
        figure = self.measured_before(rows, kept)
        known: npt.NDArray[np.bool_] = ~np.isnan(figure) & (rows != kept) & ~self._judge.by_looks(rows, kept)
        for at in np.flatnonzero(known).tolist() if self.lost else ():
            known[at] = tuple(sorted((int(rows[at]), int(kept[at])))) not in self.lost
        self._figure[files[known]] = figure[known]
        self._by_view[:, files[known]] = self._representations.by_view(rows[known], kept[known])
        return known

    def _swap(self, files: IntArray) -> None:
        """Swap the figures for the current and the previous kept file."""
        for now, before in zip(self._columns, self._before, strict=True):
            now[files], before[files] = before[files], now[files]

    def _take_exact(self, files: Iterable[int], rows: Iterable[int], kept: Iterable[int]) -> None:
        for file, one, other in zip(files, rows, kept, strict=True):
            figure = self._exact.get((min(one, other), max(one, other)))
            if figure is not None:
                self._is_exact[file] = True
                self._figure[file] = figure

    def between(self, a: IntArray, b: IntArray) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Return the similarity of pairs of contents, and which are estimates; nothing is remembered."""
        before = (
            np.full(len(a), np.nan, np.float32)
            if self.measured_before is None
            else self.measured_before(a, b)
        )
        unknown = np.isnan(before)
        figure = before.copy()
        if unknown.any():
            self._in_use = True
            gather = gathered if np.count_nonzero(unknown) > _MANY else straight
            figure[unknown] = self._judge.similarity(a[unknown], b[unknown], gather)[0]
        certain = self._judge.by_looks(a, b) & ~self._judge.on_pixels(a, b)
        estimated = (a != b) & ~certain & unknown
        for i, (one, other) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
            exact = 1.0 if one == other else self._exact.get((min(one, other), max(one, other)))
            if exact is not None:
                figure[i], estimated[i] = exact, False
        return figure, estimated

    def rest(self) -> None:
        """Free the memory of the signatures until a figure is asked for again."""
        if self._in_use:  # asking for columns that nobody read would read them
            let_go(self._representations.table)
            self._in_use = False

    def of_members(self, files: IntArray, kept: IntArray, offsets: npt.NDArray[np.integer]) -> MemberFigures:
        """Return the figures of the members of clusters.

        Args:
            files: (m,) members, those of a cluster one after another, the kept one first.
            kept: (m,) the kept file of each.
            offsets: (c + 1,) where clusters begin.
        """
        similarity = self.of(files, kept)
        seen = self._judge.by_looks(self._contents[files], self._contents[kept])
        views, bases = self._views(files, kept, offsets), self._bases(files, kept, offsets, seen)
        measured = self._is_exact[files]
        shot = self._shots(files, kept, seen & measured & (similarity >= np.float32(MAX_ESTIMATE)))
        return MemberFigures(similarity, measured, views, bases, seen, shot)

    def _shots(self, files: IntArray, kept: IntArray, proven: npt.NDArray[np.bool_]) -> npt.NDArray[np.int8]:
        """Return what pictures that agree with the kept one in all pixels are; see ``MemberFigures.shot``."""
        shot = np.zeros(len(files), np.int8)
        looks = self._representations.looks
        if looks is None or not proven.any():
            return shot
        at = np.flatnonzero(proven)
        a, b = self._contents[files[at]], self._contents[kept[at]]
        at = at[self._judge.on_pixels(a, b)]
        one, other = (looks.rows(self._contents[some[at]]) for some in (files, kept))
        pixels = looks.width.astype(np.int64) * looks.height
        shot[at[pixels[one] < pixels[other]]] = -1
        shot[at[(pixels[one] == pixels[other]) & (looks.worth[one] <= looks.worth[other])]] = 1
        return shot

    def _views(
        self, files: IntArray, kept: IntArray, offsets: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.uint8]:
        """Return the views by which files were compared; arguments as of ``of_members``."""
        own, kept_own = self._by_view[:, files]
        same = self._contents[files] == self._contents[kept]
        if len(offsets) > 1:
            any_by_kept = np.logical_or.reduceat(kept_own & ~same, offsets[:-1])
            own = np.where(files == kept, np.repeat(any_by_kept, np.diff(offsets)), own & ~same)
        names = self._representations.name[self._contents[files]]
        return np.where(own, names, np.uint8(0)).astype(np.uint8)

    def _bases(
        self, files: IntArray, kept: IntArray, offsets: npt.NDArray[np.integer], seen: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.uint8]:
        """Return the basis of each comparison, as an index in ``BASES``; arguments as of ``of_members``.

        What is not ``seen`` or heard to be alike is compared by its bytes, see ``Judge.basis``.

        The kept file has the basis of the others; of several, the first in that order. Files of one content are
        identical by their bytes, which are a basis of their own where a view is compared instead.
        """
        representations, contents = self._representations, self._contents[files]
        same = contents == self._contents[kept]
        basis = representations.basis(contents, self._contents[kept])
        basis[(basis >= PICTURES) & ~seen] = BYTES
        basis[same & (representations.view[contents] >= 0)] = BYTES
        if len(offsets) > 1:
            nobody = np.uint8(len(BASES))
            of_others = np.minimum.reduceat(np.where(same, nobody, basis), offsets[:-1])
            of_kept = np.repeat(of_others, np.diff(offsets))
            basis = np.where((files == kept) & (of_kept < nobody), of_kept, basis)
        return basis

    def unmeasured(
        self, table: ClusterTable, clusters: Iterable[int] | None = None
    ) -> tuple[IntArray, IntArray]:
        """Return pairs of contents, member and kept file, with estimated figures; each once, in the clusters' order.

        Args:
            table: of all clusters.
            clusters: of these only; None means of all.
        """
        contents = self._contents
        if clusters is None:
            at = np.flatnonzero(table.estimated)
        else:
            spans = [np.arange(*table.offsets[i : i + 2]) for i in sorted(set(clusters))]
            at = np.concatenate(spans) if spans else np.zeros(0, dtype=np.int64)
            at = at[table.estimated[at]]
        member = table.members[at]
        one, other = contents[member], contents[table.kept[table.cluster_index[member]]]
        a, b = np.minimum(one, other), np.maximum(one, other)
        _, first = np.unique(a.astype(np.int64) * len(self._representations) + b, return_index=True)
        first.sort()
        one, other = a[first], b[first]
        first = first[self._judge.on_bytes(one, other) | self._judge.on_pixels(one, other)]
        a, b = a[first], b[first]
        if self.lost:
            left = [pair not in self.lost for pair in zip(a.tolist(), b.tolist(), strict=True)]
            a, b = a[left], b[left]
        return a.astype(np.int32), b.astype(np.int32)
