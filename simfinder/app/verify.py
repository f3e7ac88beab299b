"""Estimates measured on the bytes: pairs of contents compared byte by byte, remembered, in any number of threads.

Owns what is compared (the faces that an estimate found most alike), what is remembered, and what becomes of pairs whose
bytes can't be had any more: they keep their estimates and are told. Which pairs matter is the caller's to say.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.app.material import Material
from simfinder.model.files import Problem
from simfinder.model.options import Method
from simfinder.model.progress import Control, Phase
from simfinder.scan.pipeline import ScanResult
from simfinder.search import facing
from simfinder.search.links import Links
from simfinder.search.overlap import Overlap, overlap
from simfinder.search.scoring import MAX_ESTIMATE
from simfinder.signatures.faces import Faces
from simfinder.store.cache import Cache, Measured

MADE_OF = "overlap 3"
"""Rules of measuring, as the cache tells them apart: another number where ``search.overlap`` measures otherwise."""

PROOF, _LARGE = 24, 100_000
"""Bytes of a stretch that proves containment in something large: of shorter ones a text of one language finds a third
in 100 kB of another by chance, and two thirds in 1 MB."""

MADE_OF_LONG = f"{MADE_OF}, {PROOF} in {_LARGE}"
"""The same with stretches of that length only, where there is much that they could be found in."""

MARGIN = 0.2
"""An estimate may be so much too low that a pair is worth measuring. On the open corpus no pair of real versions that
share 70 % is estimated below 50 %; what is, are files with a fifth of their bytes changed here and there."""

MOST_PAIRS = 200_000
"""Pairs that are measured to be listed; weaker ones keep their estimates."""

_PART = 64  # pairs of one task: neighbours share a side, which is then read once
_LOST = "changed since it was scanned; its figures are estimates"


Figures: TypeAlias = tuple[int, int, int, int]
"""Of two contents: bytes of the first that the second has, of the second that the first has, and the sizes."""

_Compared: TypeAlias = tuple[list[tuple[int, Measured]], set[int]]


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """One side of pairs.

    Attributes:
        content: (m,) contents.
        by_view: (m,) bool, whether it is their view.
    """

    content: npt.NDArray[np.integer]
    by_view: npt.NDArray[np.bool_]

    def rows(self, faces: Faces) -> npt.NDArray[np.int64]:
        """Their rows of the table."""
        return np.where(self.by_view, faces.view[self.content], self.content).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Verified:
    """Measured figures of pairs of contents.

    Attributes:
        similarity: (m,) float32, 0..``MAX_ESTIMATE``; NaN where it could not be measured.
        problems: files that are not any more what was scanned.
    """

    similarity: npt.NDArray[np.float32]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """All similar pairs of a scan.

    Attributes:
        result: the scan.
        links: of contents, down to the similarity asked for.
        verified: no figure of them is an estimate.
        problems: files that are not any more what was scanned.
        parts: files that lie in others: whole, part, share.
    """

    result: ScanResult
    links: Links
    verified: bool
    problems: tuple[Problem, ...] = ()
    parts: tuple[tuple[str, str, float], ...] = ()


def measured_pairs(verifier: Verifier, result: ScanResult, links: Links, least: float) -> Pairs:
    """Links measured on the bytes, as many as the budget allows, the most similar ones first.

    Args:
        verifier: of the scan.
        result: the scan.
        links: by estimates, down to ``MARGIN`` below what is asked for.
        least: similarity asked for.

    Raises:
        Cancelled: on request.
    """
    order = np.argsort(-links.similarity, kind="stable")[:MOST_PAIRS]
    order.sort()
    found = verifier.measure(links.a[order], links.b[order])
    similarity = links.similarity.copy()
    good = ~np.isnan(found.similarity)
    similarity[order[good]] = found.similarity[good]
    stays = similarity >= np.float32(least)
    measured = np.zeros(len(links), dtype=np.bool_)
    measured[order[good]] = True
    kept = Links(links.a[stays], links.b[stays], similarity[stays], links.capped)
    return Pairs(result, kept, bool(measured[stays].all()), found.problems)


class Verifier:
    """Measures pairs of contents of one scan.

    Args:
        result: the scan.
        cache: where measured pairs are looked up and remembered; None for nowhere.
        control: progress (phase VERIFYING, in pairs) and cancelling.
        follow: paths may be symbolic links.
        jobs: threads; 0 means one per core.
    """

    def __init__(
        self,
        result: ScanResult,
        cache: Cache | None,
        control: Control,
        *,
        follow: bool = False,
        jobs: int = 0,
    ) -> None:
        self._result = result
        self._cache = cache or Cache.none()
        self._control = control
        self._follow = follow
        self._jobs = jobs or os.cpu_count() or 1
        self._files_of: list[list[int]] = [[] for _ in range(len(result.table))]
        for file, content in enumerate(result.content_row.tolist()):
            if content >= 0:
                self._files_of[content].append(file)
        self._done = self._expected = 0

    def expect(self, pairs: int) -> None:
        """So many pairs more will be asked for, as far as is known: for the progress."""
        self._expected = max(self._expected, self._done + pairs)
        self._control.begin(Phase.VERIFYING, files_total=self._expected)
        self._control.advance(files=self._done)

    def measure(self, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]) -> Verified:
        """Figures of pairs of different contents, by the faces an estimate finds most alike.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with; each pair once.

        Raises:
            Cancelled: on request; what was measured is remembered.
        """
        _, by_a, by_b = facing.similarity(self._result.faces, Method.AUTO, a, b)
        told, problems = self._tell(Sides(a, by_a), Sides(b, by_b), MADE_OF, _kept)
        return Verified(_similarities(told), problems)

    def contained(self, whole: Sides, part: Sides) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """How much of parts lies in wholes, and how similar the two are; by what proves it only.

        Args:
            whole: (m,) contents, or their views.
            part: (m,) contents, or their views.

        Returns:
            (m,) share of the part, and (m,) similarity; NaN where it could not be measured.

        Raises:
            Cancelled: on request; what was measured is remembered.
        """
        told, _ = self._tell(whole, part, MADE_OF_LONG, _proven)
        share = np.where(told[:, 1] < 0, np.nan, told[:, 1] / np.maximum(1, told[:, 3]))
        return share.astype(np.float32), _similarities(told)

    def _tell(
        self, a: Sides, b: Sides, made_of: str, kept: Callable[[Overlap], Figures]
    ) -> tuple[npt.NDArray[np.int64], tuple[Problem, ...]]:
        """For each pair: bytes of a that b has, of b that a has, bytes of a that count, and of b; -1 for unknown."""
        self.expect(len(a.content))
        table = self._result.faces.table
        rows_a, rows_b = a.rows(self._result.faces), b.rows(self._result.faces)
        keys = table.content[rows_a], table.content[rows_b]
        hashes = [(x.tobytes(), y.tobytes()) for x, y in zip(*keys, strict=True)]
        told = np.full((len(hashes), 4), -1, dtype=np.int64)
        known: dict[tuple[bytes, bytes], Measured] = {}
        for part in self._cache.load_overlaps(
            sorted({_ordered(*pair) for pair in hashes}), made_of, self._control
        ):
            known.update({(found.a, found.b): found for found in part})
        left = []
        for i, pair in enumerate(hashes):
            found = known.get(_ordered(*pair))
            if pair[0] == pair[1]:
                told[i] = table.size[rows_a[i]]
            elif found is None:
                left.append(i)
            else:
                told[i] = _oriented(found, pair)
        self._advance(len(hashes) - len(left))
        tasks = [left[begin : begin + _PART] for begin in range(0, len(left), _PART)]
        lost: set[int] = set()
        for done, gone in self._in_threads(lambda part: self._compare(part, a, b, hashes, kept), tasks):
            lost |= gone
            self._cache.write_overlaps([found for _, found in done], made_of)
            for i, found in done:
                told[i] = _oriented(found, hashes[i])
        problems = [
            Problem(self._result.files[file].path, _LOST)
            for content in sorted(lost)
            for file in self._files_of[content][:1]
        ]
        return told, tuple(problems)

    def _compare(
        self,
        part: list[int],
        a: Sides,
        b: Sides,
        hashes: list[tuple[bytes, bytes]],
        kept: Callable[[Overlap], Figures],
    ) -> _Compared:
        material = Material(self._result, self._files_of, self._control, follow=self._follow)
        done: list[tuple[int, Measured]] = []
        try:
            for i in part:
                self._control.check()
                one = material.of(int(a.content[i]), by_view=bool(a.by_view[i]))
                two = material.of(int(b.content[i]), by_view=bool(b.by_view[i]))
                self._advance(1)
                if one is None or two is None:
                    continue
                told = kept(overlap(one, two, self._control.check))
                done.append((i, _measured(hashes[i], told)))
        finally:
            material.close()
        return done, material.lost

    def _in_threads(
        self, work: Callable[[list[int]], _Compared], tasks: list[list[int]]
    ) -> Iterator[_Compared]:
        if self._jobs == 1 or len(tasks) < 2:
            yield from map(work, tasks)
            return
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="verifier") as threads:
            waiting = deque(threads.submit(work, task) for task in tasks)
            try:
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()

    def _advance(self, pairs: int) -> None:
        self._done += pairs
        self._control.advance(files=pairs)


def _ordered(a: bytes, b: bytes) -> tuple[bytes, bytes]:
    return (a, b) if a <= b else (b, a)


def _kept(found: Overlap) -> Figures:
    """What both have of one another; at the same places, where that tells more."""
    kept, total = found.of_both
    if total == found.size_a + found.size_b:
        return found.of_a.kept, found.of_b.kept, found.size_a, found.size_b
    return kept // 2, kept // 2, total // 2, total - total // 2


def _proven(found: Overlap) -> Figures:
    """What the stretches prove that both have of one another."""
    least_a, least_b = (PROOF if size > _LARGE else 0 for size in (found.size_b, found.size_a))
    return found.of_a.kept_from(least_a), found.of_b.kept_from(least_b), found.size_a, found.size_b


def _measured(pair: tuple[bytes, bytes], told: Figures) -> Measured:
    of_a, of_b, size_a, size_b = told
    if pair[0] > pair[1]:
        return Measured(pair[1], pair[0], of_b, of_a, size_b, size_a)
    return Measured(*pair, of_a, of_b, size_a, size_b)


def _oriented(found: Measured, pair: tuple[bytes, bytes]) -> Figures:
    """What was measured, told of a pair in the order that is asked for."""
    if pair[0] > pair[1]:
        return found.of_b, found.of_a, found.size_b, found.size_a
    return found.of_a, found.of_b, found.size_a, found.size_b


def _similarities(told: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """Share of content in common, as ``Overlap.similarity`` tells it; NaN where nothing is told, never 1.0."""
    share = 2.0 * np.minimum(told[:, 0], told[:, 1]) / np.maximum(1, told[:, 2] + told[:, 3])
    figure = np.minimum(share, MAX_ESTIMATE)
    return np.where(told[:, :2].min(axis=1, initial=0) < 0, np.nan, figure).astype(np.float32)
