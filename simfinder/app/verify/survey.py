"""Which pairs of a session are worth measuring on the bytes, in which order, and the measuring of them.

Owns the order and the portions; the bytes are the verifier's, and what figures mean for clusters is the session's. A
``Survey`` is made from a session and then belongs to the thread that measures; what it finds goes back as ``Findings``,
so a window can go on showing the session meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import FileTable, IntArray
from simfinder.app.linking.file_links import FileLinks
from simfinder.app.verify.similar_pairs import MARGIN
from simfinder.app.verify.verifier import Verified, Verifier
from simfinder.model.file_record import Problem
from simfinder.search.clustering import components
from simfinder.search.clustering.spanning_forest import kinds_of, spanning
from simfinder.search.linking.common_content import holding, strength
from simfinder.search.linking.links import Links

_LEAST, _PER_CONTENT = 20_000, 4  # links measured in one go: 0.5 ms a file of a source tree

_STRONG = 0.8
"""Siblings by estimate from here on may have too little of their own for that, measured on their texts."""

_LINKS = 1 << 18
"""Links that are looked at in one go: columns of a megabyte each."""

_AT_ONCE = 256
"""Pairs between two looks at what is more urgent: some 0.2 s of two cores."""


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """Measured figures of some pairs of contents.

    Attributes:
        a, b: (m,) contents.
        similarity: (m,) float32; NaN where the bytes can't be had any more.
        links: (m,) places in the session's links, or -1 for pairs that are no links.
        problems: files that are not any more what was scanned.
    """

    a: IntArray
    b: IntArray
    similarity: npt.NDArray[np.float32]
    links: npt.NDArray[np.intp]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Linked:
    """The links of files that group them, made of a session's links as they were measured so far.

    Attributes:
        links: of files.
        stand: of the session they were made from; of another one they are worth nothing.
        made_of: the very links of contents; None where those of the survey are meant, with what it found.
    """

    links: FileLinks
    stand: int
    made_of: Links | None = None


Urgent = Callable[[], tuple[IntArray, IntArray]]
"""Gives pairs of contents that are to be measured before all others; empty arrays for none."""


def measure_pairs(
    verifier: Verifier,
    a: IntArray,
    b: IntArray,
    tell: Callable[[Findings], None],
    *,
    links: npt.NDArray[np.intp] | None = None,
    urgent: Urgent | None = None,
) -> None:
    """Measure pairs in their order, some at a time, and tell what was found as it is found.

    Args:
        verifier: of the session's scan.
        a: (m,) contents.
        b: (m,) contents to compare them with.
        tell: called in this thread.
        links: (m,) their places in the session's links; None for pairs that are no links.
        urgent: asked between; without it everything is measured at once.

    Raises:
        Cancelled: on request; what was told counts.
    """
    if links is None:
        links = np.full(len(a), -1, dtype=np.intp)
    step = len(a) if urgent is None else _AT_ONCE
    for begin in range(0, len(a), max(1, step)):
        if urgent is not None:
            first_a, first_b = urgent()
            if len(first_a):
                tell(
                    _findings(verifier.measure(first_a, first_b), first_a, first_b, np.full(len(first_a), -1))
                )
        part = slice(begin, begin + step)
        tell(_findings(verifier.measure(a[part], b[part]), a[part], b[part], links[part]))


def _findings(measured: Verified, a: IntArray, b: IntArray, links: npt.NDArray[np.intp]) -> Findings:
    return Findings(a, b, measured.similarity, links, measured.problems)


class Survey:
    """The links of a session at one moment, to be measured by one thread.

    Args:
        links: as the session has them.
        settled: (m,) bool, those that were measured, or can't be.
        files: the columns of all files.
        alive: (n,) bool, files that are still there.
        tolerances: (types,) float32.
        rows: number of contents.
        link: makes links of files of links of contents; called in the thread of the survey.
        stand: of the session.
    """

    def __init__(
        self,
        links: Links,
        settled: npt.NDArray[np.bool_],
        files: FileTable,
        alive: npt.NDArray[np.bool_],
        tolerances: npt.NDArray[np.float32],
        rows: int,
        link: Callable[[Links], FileLinks],
        stand: int,
    ) -> None:
        self._links = links.to_measure()
        self._settled = settled.copy()
        self._open: npt.NDArray[np.intp] | None = None  # links that may be wanted still; None means all
        self._files, self._alive, self._tolerances = files, alive.copy(), tolerances
        self._strongest: npt.NDArray[np.bool_] | None = None
        self._bounds: tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]] | None = None
        self._rows = rows
        self._link = link
        self._stand = stand

    def _limits(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]:
        """The widest tolerance of each content and its kind; made in the thread that measures, not where it is made."""
        if self._bounds is None:
            files = self._files
            living = np.flatnonzero(self._alive & (files.contents >= 0))
            contents, types = files.contents[living], files.types[living]
            widest = np.zeros(self._rows, dtype=np.float32)
            np.maximum.at(widest, contents, self._tolerances[types])
            self._bounds = widest, kinds_of(contents, types, self._rows)
        return self._bounds

    def narrow(self, contents: npt.NDArray[np.integer]) -> None:
        """Measure links between these contents only."""
        among = np.zeros(self._rows, dtype=np.bool_)
        among[contents] = True
        self._settled |= ~(among[self._links.a] & among[self._links.b])

    def linked(self) -> Linked:
        """The links of files by all that was told so far, for ``Session.take``: 2 s of work at 3.5 million links."""
        return Linked(self._link(self._links), self._stand)

    def measure(
        self, verifier: Verifier, tell: Callable[[Findings], None], *, urgent: Urgent | None = None
    ) -> bool:
        """Measure the links that hold clusters together, strongest first, as far as others do not hold them already.

        Links that turn out too weak fall away, and others may be needed in their place: it goes on until none is, or
        its budget is spent.

        Args:
            verifier: of the same scan.
            tell: called with what was found, in this thread, in batches.
            urgent: asked between batches.

        Returns:
            Whether all that is wanted was measured.

        Raises:
            Cancelled: on request; what was told counts.
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
        return False

    def _doubtful(self) -> npt.NDArray[np.bool_]:
        """Links between siblings that are measured all the same, once: of a content in a small group the strong ones.

        Small edits all over a text look like a text of its own to the sketches. What many others have too is a form.
        """
        links = self._links
        if self._strongest is None and links.sibling is not None:
            few = np.flatnonzero(
                links.sibling if links.weight is None else links.sibling & (links.weight >= 1)
            )
            a, b, similarity = links.a[few], links.b[few], links.similarity[few]
            best = np.zeros(self._rows, dtype=np.float32)
            for end in (a, b):
                np.maximum.at(best, end, similarity)
            least = np.minimum(np.minimum(best[a], best[b]), np.float32(_STRONG))
            self._strongest = np.zeros(len(links), dtype=np.bool_)
            self._strongest[few[similarity >= least]] = True
        assert self._strongest is not None
        return self._strongest

    def _take(self, found: Findings) -> None:
        places = found.links >= 0
        self._settled[found.links[places]] = True
        good = places & ~np.isnan(found.similarity)
        self._links.put_measured(found.links[good], found.similarity[good])

    def wanted(self, ahead: int = 0) -> npt.NDArray[np.intp]:
        """Links to be measured next, strongest first: those that group what is there, or would if they were stronger.

        Where many of them turn out too weak, as under one licence, the next ones would come a handful at a time: so
        many ``ahead`` of the strongest that would join what is not joined yet come with them. An estimate that rests on
        what many others have too is hardly ever too low: what is a content's own there, the sketches have told apart.
        """
        links, rows = self._links, self._rows
        count = len(links) if self._open is None else len(self._open)
        found = [self._strong(slice(begin, begin + _LINKS)) for begin in range(0, max(1, count), _LINKS)]
        at, worth = (np.concatenate(column) for column in zip(*found, strict=True))
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
        ordered: npt.NDArray[np.intp] = at[wanted][np.argsort(-worth[wanted], kind="stable")]
        return ordered

    def _strong(self, part: slice) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float32]]:
        """Places and strength of those that hold, or would if they were stronger, of some that may be wanted still.

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
            strong &= holding(similarity, links.sibling[at]) | (self._doubtful()[at] & ~self._settled[at])
        places = np.flatnonzero(strong)
        return (part.start + places if isinstance(at, slice) else at[places]), worth[places]
