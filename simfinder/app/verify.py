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
from simfinder.search.overlap import overlap
from simfinder.search.scoring import MAX_ESTIMATE
from simfinder.store.cache import Cache, Measured

MADE_OF = "overlap 2"
"""Rules of measuring, as the cache tells them apart: another number where ``search.overlap`` measures otherwise."""

MARGIN = 0.2
"""An estimate may be so much too low that a pair is worth measuring. On the open corpus no pair of real versions that
share 70 % is estimated below 50 %; what is, are files with a fifth of their bytes changed here and there."""

MOST_PAIRS = 200_000
"""Pairs that are measured to be listed; weaker ones keep their estimates."""

_PART = 64  # pairs of one task: neighbours share a side, which is then read once
_LOST = "changed since it was scanned; its figures are estimates"


_Compared: TypeAlias = tuple[list[tuple[int, Measured]], set[int]]


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
    """

    result: ScanResult
    links: Links
    verified: bool
    problems: tuple[Problem, ...] = ()


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
        self.expect(len(a))
        faces = self._result.faces
        _, by_a, by_b = facing.similarity(faces, Method.AUTO, a, b)
        rows_a = np.where(by_a, faces.view[a], a).astype(np.int64)
        rows_b = np.where(by_b, faces.view[b], b).astype(np.int64)
        keys = faces.table.content[rows_a], faces.table.content[rows_b]
        hashes = [(x.tobytes(), y.tobytes()) for x, y in zip(*keys, strict=True)]
        similarity = np.full(len(a), np.nan, dtype=np.float32)
        sizes = faces.table.size
        known = self._known(hashes)
        left = []
        for i, pair in enumerate(hashes):
            found = known.get(_ordered(*pair))
            if found is None and pair[0] != pair[1]:
                left.append(i)
                continue
            similarity[i] = (
                MAX_ESTIMATE if found is None else _similarity(found, pair, sizes, rows_a[i], rows_b[i])
            )
        self._advance(len(a) - len(left))
        tasks = [left[begin : begin + _PART] for begin in range(0, len(left), _PART)]
        lost: set[int] = set()
        for done, gone in self._in_threads(lambda part: self._compare(part, a, b, by_a, by_b, hashes), tasks):
            lost |= gone
            self._cache.write_overlaps([found for _, found in done], MADE_OF)
            for i, found in done:
                similarity[i] = _similarity(found, hashes[i], sizes, rows_a[i], rows_b[i])
        problems = [
            Problem(self._result.files[file].path, _LOST)
            for content in sorted(lost)
            for file in self._files_of[content][:1]
        ]
        return Verified(similarity, tuple(problems))

    def _known(self, hashes: list[tuple[bytes, bytes]]) -> dict[tuple[bytes, bytes], Measured]:
        known = {}
        asked = sorted({_ordered(*pair) for pair in hashes})
        for part in self._cache.load_overlaps(asked, MADE_OF, self._control):
            known.update({(found.a, found.b): found for found in part})
        return known

    def _compare(
        self,
        part: list[int],
        a: npt.NDArray[np.integer],
        b: npt.NDArray[np.integer],
        by_a: npt.NDArray[np.bool_],
        by_b: npt.NDArray[np.bool_],
        hashes: list[tuple[bytes, bytes]],
    ) -> _Compared:
        material = Material(self._result, self._files_of, self._control, follow=self._follow)
        done: list[tuple[int, Measured]] = []
        try:
            for i in part:
                self._control.check()
                one = material.of(int(a[i]), by_view=bool(by_a[i]))
                two = material.of(int(b[i]), by_view=bool(by_b[i]))
                self._advance(1)
                if one is None or two is None:
                    continue
                found = overlap(one, two, self._control.check)
                told = found.of_a.kept, found.of_b.kept
                if hashes[i][0] > hashes[i][1]:
                    told = told[::-1]
                done.append((i, Measured(*_ordered(*hashes[i]), *told, found.same_place)))
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


def _similarity(
    found: Measured, pair: tuple[bytes, bytes], sizes: npt.NDArray[np.int64], row_a: int, row_b: int
) -> float:
    """Share of content in common, as ``Overlap.similarity`` tells it; different files never get 1.0."""
    size_a, size_b = int(sizes[row_a]), int(sizes[row_b])
    if pair[0] > pair[1]:
        size_a, size_b = size_b, size_a
    total = max(1, size_a + size_b)
    place = found.same_place if 2 * found.same_place >= size_a else 0
    return min(max(2.0 * min(found.of_a, found.of_b) / total, place / max(1, size_a)), MAX_ESTIMATE)
