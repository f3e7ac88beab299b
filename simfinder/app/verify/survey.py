"""Choose which pairs of a session are worth measuring on the bytes, in which order, and have them measured.

The verifier compares the bytes; the session decides what the figures mean for clusters. A ``Survey`` is made from a
session and then belongs to the thread that measures; its results go back as ``Findings``, so a window can go on showing
the session meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import IntArray, SessionFiles
from simfinder.app.linking.file_links import FileLinks
from simfinder.app.verify.verifier import Urgent, Verified, Verifier
from simfinder.arrays.release_memory import give_back
from simfinder.model.file_record import Problem
from simfinder.search.clustering import components
from simfinder.search.clustering.spanning_forest import kinds_of, spanning
from simfinder.search.linking.common_content import holding, strength
from simfinder.search.linking.links import Links

MARGIN = 0.2
"""An estimate may be too low by this much, so pairs down to here are measured. On the open corpus no pair of real
versions that share 70 % is estimated below 50 %, except files with a fifth of their bytes changed here and there."""

_LEAST, _PER_CONTENT = 20_000, 4  # links measured in one go: 0.5 ms for each file of a source tree

_STRONG = 0.8
"""Siblings estimated from here on may turn out to have too little of their own, when their texts are measured."""

_LINKS = 1 << 18
"""Links looked at in one go: columns of a megabyte each."""


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """Measured figures of some pairs of contents.

    Attributes:
        a, b: (m,) contents.
        similarity: (m,) float32; NaN where the bytes can't be read any more.
        links: (m,) indexes of the session's links, or -1 for pairs that are no links.
        problems: files that differ from what was scanned.
    """

    a: IntArray
    b: IntArray
    similarity: npt.NDArray[np.float32]
    links: npt.NDArray[np.intp]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredLinks:
    """The links of files that group them, made from a session's links with the figures measured so far.

    Attributes:
        links: of files.
        stand: version of the session they were made from; useless for another one.
        made_of: those links of contents; None for the links of the survey with what it found.
    """

    links: FileLinks
    stand: int
    made_of: Links | None = None


def measure_pairs(
    verifier: Verifier,
    a: IntArray,
    b: IntArray,
    tell: Callable[[Findings], None],
    *,
    links: npt.NDArray[np.intp] | None = None,
    urgent: Urgent | None = None,
) -> None:
    """Measure pairs and report figures: all at the end, or as they are found where pairs may become urgent.

    Args:
        verifier: of the session's scan.
        a: (m,) contents.
        b: (m,) contents to compare them with.
        tell: called with the figures, in this thread.
        links: (m,) their indexes in the session's links; None for pairs that are no links.
        urgent: see ``Verifier.measure_in_turn``.

    Raises:
        Cancelled: on request; what was reported counts.
    """
    if links is None:
        links = np.full(len(a), -1, dtype=np.intp)
    if urgent is None:
        tell(_findings(verifier.measure(a, b), a, b, links))
        return
    for part in verifier.measure_in_turn(a, b, urgent):
        own = np.full(len(part.a), -1, dtype=np.intp) if part.places is None else links[part.places]
        tell(_findings(part.verified, part.a, part.b, own))


def _findings(measured: Verified, a: IntArray, b: IntArray, links: npt.NDArray[np.intp]) -> Findings:
    return Findings(a, b, measured.similarity, links, measured.problems)


class DoubtfulSiblings:
    """Links between siblings that are measured once anyway: the strong ones of contents in small groups.

    To the sketches small edits all over a text look like a text of its own. What many others have too is a form.

    Which they are is decided once, by the estimates. If figures measured since then had a say, the next best link of a
    content would take the place of the one that was measured, and each survey would measure more than the one before:
    clusters would depend on how often they were verified.

    Args:
        links: before any of their figures is replaced.
        settled: (m,) bool, those measured in an earlier session.
        rows: number of contents.
    """

    def __init__(self, links: Links, settled: npt.NDArray[np.bool_], rows: int) -> None:
        self._given: tuple[Links, npt.NDArray[np.bool_], int] | None = links, settled.copy(), rows
        self._found: npt.NDArray[np.bool_] = np.zeros(0, np.bool_)

    def mask(self) -> npt.NDArray[np.bool_]:
        """Return (m,) bool; computed when first asked, in any thread."""
        given = self._given
        if given is not None:
            self._found = self._computed(*given)
            self._given = None  # the estimates are not needed any more
        return self._found

    @staticmethod
    def _computed(links: Links, settled: npt.NDArray[np.bool_], rows: int) -> npt.NDArray[np.bool_]:
        found = np.zeros(len(links), dtype=np.bool_)
        if links.sibling is None:
            return found
        few = np.flatnonzero(links.sibling if links.weight is None else links.sibling & (links.weight >= 1))
        a, b = links.a[few], links.b[few]
        similarity = np.where(
            settled[few], np.float32(np.inf), links.similarity[few]
        )  # this was the best of both
        best = np.zeros(rows, dtype=np.float32)
        for end in (a, b):
            np.maximum.at(best, end, similarity)
        least = np.minimum(np.minimum(best[a], best[b]), np.float32(_STRONG))
        found[few[similarity >= least]] = True
        return found


class Survey:
    """The links of a session at one moment, for one thread to measure.

    Args:
        links: as the session has them.
        settled: (m,) bool, those that were measured, or can't be.
        doubtful: links between siblings that are measured too.
        files: the columns of all files.
        alive: (n,) bool, files that are still there.
        tolerances: (types,) float32.
        rows: number of contents.
        link: makes links of files from links of contents; called in the thread of the survey.
        stand: version of the session.
    """

    def __init__(
        self,
        links: Links,
        settled: npt.NDArray[np.bool_],
        doubtful: DoubtfulSiblings,
        files: SessionFiles,
        alive: npt.NDArray[np.bool_],
        tolerances: npt.NDArray[np.float32],
        rows: int,
        link: Callable[[Links], FileLinks],
        stand: int,
    ) -> None:
        self._links = links.to_measure()
        self._settled = settled.copy()
        self._open: IntArray | None = None  # links that may still be wanted; None means all
        self._files, self._alive, self._tolerances = files, alive.copy(), tolerances
        self._doubtful = doubtful
        self._bounds: tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]] | None = None
        self._rows = rows
        self._link = link
        self._stand = stand

    def _limits(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]:
        """Return the widest tolerance of each content and its kind; computed in the thread that measures."""
        if self._bounds is None:
            files = self._files
            living = np.flatnonzero(self._alive & (files.contents >= 0))
            contents, types = files.contents[living], files.types[living]
            widest = np.zeros(self._rows, dtype=np.float32)
            np.maximum.at(widest, contents, self._tolerances[types])
            self._bounds = widest, kinds_of(contents, types, self._rows)
        return self._bounds

    def narrow(self, contents: npt.NDArray[np.integer]) -> None:
        """Restrict the survey to links between these contents."""
        among = np.zeros(self._rows, dtype=np.bool_)
        among[contents] = True
        self._settled |= ~(among[self._links.a] & among[self._links.b])

    def linked(self) -> MeasuredLinks:
        """Return the links of files by all figures reported so far, for ``Session.take``: 2 s at 3.5 million links."""
        return MeasuredLinks(self._link(self._links), self._stand)

    def measure(
        self, verifier: Verifier, tell: Callable[[Findings], None], *, urgent: Urgent | None = None
    ) -> bool:
        """Measure the links that hold clusters together, strongest first, unless others hold them already.

        Links that turn out too weak are dropped, and others may be needed in their place: this goes on until none is,
        or the budget is spent.

        Args:
            verifier: of the same scan.
            tell: called with the figures, in this thread, in batches.
            urgent: see ``Verifier.measure_in_turn``.

        Returns:
            Whether everything wanted was measured.

        Raises:
            Cancelled: on request; what was reported counts.
        """
        budget = _LEAST + _PER_CONTENT * self._rows
        ahead = 0
        while budget > 0:
            wanted = self.wanted(ahead)[:budget]
            if not len(wanted):
                return True
            budget -= len(wanted)
            ahead = max(ahead, 2 * len(wanted))

            def take(found: Findings) -> None:
                self._take(found)
                tell(found)

            a, b = self._links.a[wanted], self._links.b[wanted]
            measure_pairs(verifier, a, b, take, links=wanted, urgent=urgent)
            give_back()
        return False

    def _take(self, found: Findings) -> None:
        places = found.links >= 0
        self._settled[found.links[places]] = True
        good = places & ~np.isnan(found.similarity)
        self._links.put_measured(found.links[good], found.similarity[good])

    def wanted(self, ahead: int = 0) -> npt.NDArray[np.intp]:
        """Return the links to measure next, strongest first: those that group what is there, or would if stronger.

        Where many of them turn out too weak, as under one licence, the next would come a handful at a time; so the
        strongest ``ahead`` links that would join what is not joined yet are added. An estimate that rests on what many
        others have too is hardly ever too low: there the sketches have told apart what is a content's own.
        """
        links, rows = self._links, self._rows
        count = len(links) if self._open is None else len(self._open)
        found = [self._strong(slice(begin, begin + _LINKS)) for begin in range(0, max(1, count), _LINKS)]
        at, worth = (np.concatenate(column) for column in zip(*found, strict=True))
        del found  # of /usr these are five million links
        self._open = at
        kinds = self._limits()[1]
        a, b = links.a[at], links.b[at]
        wanted = spanning(rows, a, b, worth, kinds)
        settled = self._settled[at]
        wanted &= ~settled
        if ahead and wanted.any():
            joined = components.connected(rows, a[settled], b[settled])
            apart = np.flatnonzero(~settled & (joined[a] != joined[b]))
            wanted[apart[np.argsort(-worth[apart], kind="stable")[:ahead]]] = True
        strongest = np.argsort(-worth[wanted], kind="stable")
        ordered: npt.NDArray[np.intp] = at[wanted][strongest].astype(np.intp)
        return ordered

    def _strong(self, part: slice) -> tuple[IntArray, npt.NDArray[np.float32]]:
        """Return indexes and strength of the links that hold, or would if stronger, among some still open.

        They become fewer and fewer: only figures of wanted links change, and each once.
        """
        links, at = self._links, part if self._open is None else self._open[part]
        widest, _ = self._limits()
        similarity, weight = links.similarity[at], None if links.weight is None else links.weight[at]
        worth = strength(similarity, weight)
        limit = np.minimum(widest[links.a[at]], widest[links.b[at]])
        margin = np.where(self._settled[at], np.float32(0), np.float32(MARGIN))
        if weight is not None:
            margin *= weight
        strong = 1.0 - worth <= limit + margin + np.float32(1e-6)
        if links.sibling is not None:
            strong &= holding(similarity, links.sibling[at]) | (
                self._doubtful.mask()[at] & ~self._settled[at]
            )
        places = np.flatnonzero(strong).astype(np.int32)
        return (np.int32(part.start) + places if isinstance(at, slice) else at[places]), worth[places]
