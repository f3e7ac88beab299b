"""The current links of a session, whatever the tolerances.

Holds the links of contents with the figures measured so far, which files are still there, and what a person said is not
the same. From these come the links of files that clusters are made of; which of them hold at some tolerance is decided
in ``clustering``.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import IntArray
from simfinder.app.linking.file_links import FileLinks, file_links, proven_kin, with_siblings
from simfinder.app.linking.grouping import BridgeCutter, files_apart, files_together
from simfinder.app.linking.pipeline import Linked
from simfinder.app.verify.survey import DoubtfulSiblings, Findings, MeasuredLinks, Survey
from simfinder.search.linking.links import Links
from simfinder.store.mapped_columns import let_go


class SessionLinks:
    """Links of contents, and the links of files made from them.

    Args:
        linked: of the scan.
        rows: number of contents.

    Attributes:
        of_contents: with the figures measured so far.
        of_files: those that group what is still there.
        alive: (n,) bool, files that are still there.
        settled: (m,) bool, links of contents that were measured, or can't be.
        ignored: (k, 2) int32, pairs of contents that are not the same.
        alone: (j,) int32, files that come into no cluster.
        with_forms: siblings of one form hold together as other files do.
        apart: (j, 2) int32, the same as pairs of files; None where there are none.
        left_together: (k, 2) int32, sets of contents that stay together when another one leaves them.
        together: (j, 2) int32, the same as sets of files; None where there are none.
    """

    def __init__(self, linked: Linked, rows: int) -> None:
        self._files, self._judge, self._rows = linked.files, linked.judge, rows
        self._stand = 0  # a version: raised by any change of links except measured figures
        self.of_contents, self.of_files = linked.links, linked.of_files
        self.alive = np.ones(len(linked.files.contents), dtype=np.bool_)
        self.settled = ~linked.judge.on_bytes(linked.links.a, linked.links.b)
        self._doubtful = DoubtfulSiblings(self.of_contents, self.settled, rows)
        self.ignored: IntArray = np.zeros((0, 2), np.int32)
        self.apart: IntArray | None = None
        self.left_together: IntArray = np.zeros((0, 2), np.int32)
        self.together: IntArray | None = None
        self.alone: IntArray = np.zeros(0, np.int32)
        self.with_forms = False
        self._made_anew = True  # the links of files are made from the current links
        self._cutter: tuple[Links, IntArray, BridgeCutter] | None = None

    def measured(self, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]) -> npt.NDArray[np.float32]:
        """Return (k,) the measured similarity of pairs of contents; NaN where no link between them was measured."""
        return measured_between(self.of_contents, self.settled, {}, a, b)

    def rest(self) -> None:
        """Free the memory of links in a file until they are read again."""
        let_go(*self.of_contents.columns().values())

    def cutter(self, rank: IntArray) -> BridgeCutter:
        """Return what cuts clusters at bridges by the current links.

        Args:
            rank: (n,) int32, the rank of every file by the keep rules.
        """
        links, known = self.of_contents, self._cutter
        if known is None or known[0] is not links or known[1] is not rank:
            known = self._cutter = links, rank, BridgeCutter(self._files, links, rank)
        return known[2]

    def restore(self, links: Links, alive: npt.NDArray[np.bool_], settled: npt.NDArray[np.bool_]) -> None:
        """Restore a session's links; call ``set_ignored`` afterwards, which makes the links of files."""
        self.of_contents = proven_kin(links, self._files)
        self.alive = alive.copy()
        self.settled = settled | ~self._judge.on_bytes(
            links.a, links.b
        )  # a stranger's session has none settled
        self._doubtful = DoubtfulSiblings(self.of_contents, self.settled, self._rows)
        self._made_anew = False

    def copy(self) -> SessionLinks:
        """Return a copy to be changed in another thread."""
        other = copy.copy(self)
        other.alive, other.settled = self.alive.copy(), self.settled.copy()
        return other

    def set_alive(self, files: Sequence[int], alive: bool, linked: MeasuredLinks | None) -> None:
        """Note that files are gone, or there again.

        Args:
            files: those files.
            alive: whether they are there.
            linked: the result of ``linked_with`` for them; None computes it here.
        """
        self.alive[files] = alive
        ready = linked is not None and linked.stand == self._stand and linked.made_of is self.of_contents
        self._stand += 1
        self.of_files = linked.links if linked is not None and ready else self._made()
        self._name_files()

    def linked_with(self, files: Sequence[int], alive: bool) -> MeasuredLinks:
        """Compute beforehand, in any thread, what ``set_alive`` needs: 2 s of work at 3.5 million links."""
        there = self.alive.copy()
        there[files] = alive
        there[self.alone] = False
        links = self.of_contents
        shown = with_siblings(links) if self.with_forms else links
        made = file_links(shown, self._files, there, self._rows, self.ignored)
        return MeasuredLinks(made, self._stand, links)

    def set_ignored(self, ignored: IntArray, left_together: IntArray, alone: IntArray) -> bool:
        """Keep pairs of contents apart; return whether that changes anything.

        Args:
            ignored: (k, 2) int32, pairs of contents.
            left_together: (j, 2) int32, sets of contents that stay together, see ``rows_apart.rows_left_together``.
            alone: (m,) int32, files that come into no cluster.
        """
        nothing = not len(ignored) and not len(self.ignored)
        if self._made_anew and nothing and np.array_equal(alone, self.alone):
            return False
        self._made_anew = True
        self.ignored, self.left_together, self.alone = ignored, left_together, alone
        self._name_files()
        self._stand += 1
        self.of_files = self._made()
        return True

    def _name_files(self) -> None:
        there = self._linkable()
        self.apart = files_apart(self.ignored, self._files, there)
        self.together = files_together(self.left_together, self._files, there)

    def _linkable(self) -> npt.NDArray[np.bool_]:
        """Return (n,) bool: files that are there and may come into a cluster."""
        there = self.alive.copy()
        there[self.alone] = False
        return there

    def learn(self, findings: Iterable[Findings], linked: MeasuredLinks | None) -> None:
        """Replace estimates by measured figures.

        Args:
            findings: of the last survey, all of them in order, or of pairs.
            linked: what the survey made of them; None computes it here.
        """
        links = self.of_contents.to_measure()
        found_any = False
        for found in findings:
            places = found.links >= 0
            good = places & ~np.isnan(found.similarity)
            self.settled[found.links[places]] = True
            links.put_measured(found.links[good], found.similarity[good])
            found_any |= bool(good.any())
        if found_any:
            self.of_contents = links
            ready = linked is not None and linked.stand == self._stand
            self.of_files = linked.links if linked is not None and ready else self._made()

    def prove_kin(self, among: npt.NDArray[np.bool_]) -> None:
        """Check again, by names and folders of some files, (n,) bool, which links are not between siblings."""
        links = proven_kin(self.of_contents, self._files, among)
        if links is not self.of_contents:
            self.of_contents = links
            self.of_files = self._made()

    def survey(self, tolerances: npt.NDArray[np.float32]) -> Survey:
        """Return the links to be measured at tolerances, (types,), as they are now."""
        return Survey(
            self.of_contents,
            self.settled,
            self._doubtful,
            self._files,
            self.alive,
            tolerances,
            self._rows,
            self._making(),
            self._stand,
        )

    def _made(self) -> FileLinks:
        return self._making()(self.of_contents)

    def _making(self) -> Callable[[Links], FileLinks]:
        """Return a function, for any thread, that makes links of files from links of contents by the current state."""
        files, alive, rows, ignored = self._files, self._linkable(), self._rows, self.ignored
        with_forms = self.with_forms

        def made(links: Links) -> FileLinks:
            links = with_siblings(links) if with_forms else links
            return file_links(links, files, alive, rows, ignored)

        return made

    def set_with_forms(self, wanted: bool) -> bool:
        """Choose whether links between siblings of one form hold too; return whether that changes anything."""
        if wanted == self.with_forms:
            return False
        self.with_forms = wanted
        self._stand += 1
        self.of_files = self._made()
        return True


def measured_between(
    links: Links,
    settled: npt.NDArray[np.bool_],
    known: Mapping[tuple[int, int], float],
    a: npt.NDArray[np.integer],
    b: npt.NDArray[np.integer],
) -> npt.NDArray[np.float32]:
    """Return (k,) the measured similarity of pairs of contents; NaN where it was not measured.

    Args:
        links: of contents.
        settled: (m,) bool, which of them were measured, or can't be.
        known: measured figures by pairs of contents, the smaller first.
        a: (k,) contents.
        b: (k,) the other contents.
    """
    figures, places = links.figures(a, b)
    linked = places >= 0
    figures[linked] = np.where(settled[places[linked]], figures[linked], np.nan)
    figures[a == b] = 1.0
    for at in np.flatnonzero(np.isnan(figures)).tolist() if known else ():
        one, other = int(a[at]), int(b[at])
        figures[at] = known.get((min(one, other), max(one, other)), np.nan)
    return figures
