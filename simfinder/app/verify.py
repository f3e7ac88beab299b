"""Estimates measured on the bytes: pairs of contents compared byte by byte, remembered, in any number of threads.

Owns what is compared (the faces that an estimate found most alike), in which order, what is remembered, and what
becomes of pairs whose bytes can't be had any more: they keep their estimates and are told. Which pairs matter is the
caller's to say.

Memory: what is held for the next pair (256 MB), and for each thread two contents of 64 MB together and their index.
Larger ones are compared one pair at a time; files above ``HELD`` by ``apart``, in 0.4 GB whatever their size. A view
above ``material.LARGEST`` keeps its estimate.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.app.apart import ApartError, compare_apart
from simfinder.app.material import LARGEST, Bytes, Material
from simfinder.app.pairfigures import (
    LEAST,
    SIMILAR,
    Figures,
    Question,
    inside,
    merged,
    shares,
    similar,
    similarities,
    turned,
    turned_all,
)
from simfinder.errors import Cancelled
from simfinder.model.files import Problem
from simfinder.model.options import Method
from simfinder.model.progress import Control, Phase
from simfinder.scan.patience import Patience
from simfinder.scan.pipeline import ScanResult
from simfinder.scan.pool import Pool
from simfinder.scan.pulse import mine
from simfinder.search import facing
from simfinder.search.links import Links
from simfinder.search.overlap import Teller
from simfinder.signatures.faces import Faces
from simfinder.store.cache import Cache, Measured

MARGIN = 0.2
"""An estimate may be so much too low that a pair is worth measuring. On the open corpus no pair of real versions that
share 70 % is estimated below 50 %; what is, are files with a fifth of their bytes changed here and there."""

MOST_PAIRS = 200_000
"""Pairs that are measured to be listed; weaker ones keep their estimates."""

CLEAR, MOST_BYTES = 0.5, 2_500_000_000
"""Pairs estimated from the first figure up are measured whatever they cost; weaker ones, as long as both sides of all
pairs come to no more than so many bytes: some 20 s of one core. Folders full of licences have hundreds of thousands of
such pairs (850,000, of 50 GB, in a Debian system's documentation)."""

HELD = 1 << 27
"""Bytes of a file that is held in memory to be compared; a larger one is compared in a process of its own."""

_HEAVY = 1 << 26  # bytes of both, from which on one pair is compared at a time
_PART = 64  # pairs of one task: neighbours share a side
_SORTED = 4096  # pairs among which those that share a side come together; beyond, the caller's order counts
_TOLD = 1 << 22  # bytes of both, from which on progress is told within a pair
_TICK = 0.1
_SILENT = "its drive does not answer; its figures are estimates"
_LOST = "changed since it was scanned; its figures are estimates"


class _Pair(NamedTuple):
    """A pair to be compared.

    Attributes:
        number: of the pair.
        rows: of the table, of either side.
        sides: content, and whether it is its view.
        hashes: of either side.
        known: what was measured before.
    """

    number: int
    rows: tuple[int, int]
    sides: tuple[tuple[int, bool], tuple[int, bool]]
    hashes: tuple[bytes, bytes]
    known: Figures | None


class _Task:
    """What one thread does in one go.

    Attributes:
        pairs: to be compared, in this order.
        done: the first of them, with what was found; fewer figures than pairs where some could not be had.
        passed: how many of them are done.
    """

    def __init__(self, pairs: list[_Pair]) -> None:
        self.pairs = pairs
        self.done: list[tuple[_Pair, Figures]] = []
        self.passed = 0


_Compared: TypeAlias = list[tuple[int, Figures]]


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """One side of pairs.

    Attributes:
        content: (m,) contents.
        by_view: (m,) bool, whether it is their view.
    """

    content: npt.NDArray[np.integer]
    by_view: npt.NDArray[np.bool_]

    def at(self, places: npt.NDArray[np.integer]) -> Sides:
        """Some of them."""
        return Sides(self.content[places], self.by_view[places])

    @classmethod
    def joined(cls, parts: Sequence[Sides]) -> Sides:
        """One after another."""
        return cls(np.concatenate([s.content for s in parts]), np.concatenate([s.by_view for s in parts]))

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
    costs = verifier.cost(links.a[order], links.b[order])
    order = order[(links.similarity[order] >= CLEAR) | (np.cumsum(costs) <= MOST_BYTES)]
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
    """Measures pairs of contents of one scan. One thread may ask at a time.

    Args:
        result: the scan.
        cache: where measured pairs are looked up and remembered; None for nowhere.
        control: progress (phase VERIFYING, in pairs and in bytes of both) and cancelling.
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
        self._patience = Patience()
        self._material = Material(result, self._files_of, control, follow=follow, patience=self._patience)
        weakref.finalize(self, self._material.close)
        self._heavy, self._counting = threading.Lock(), threading.Lock()
        self._why: dict[int, str] = {}
        self._lopsided: list[tuple[Sides, Sides]] = []
        self._done = self._expected = 0
        self._bytes = self._bytes_expected = 0

    def expect(self, pairs: int) -> None:
        """So many pairs more will be asked for, as far as is known: for the progress."""
        self._expect(pairs, 0)

    def measure(self, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]) -> Verified:
        """Figures of pairs of different contents, by the faces an estimate finds most alike.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with; each pair once.

        Raises:
            Cancelled: on request; what was measured is remembered.
        """
        _, by_a, by_b = facing.similarity(self._result.faces, Method.AUTO, a, b)
        told, problems = self._tell(Sides(a, by_a), Sides(b, by_b), Question.SIMILAR)
        similarity = similarities(told)
        for figures, part, whole in (
            (turned_all(told), Sides(a, by_a), Sides(b, by_b)), (told, Sides(b, by_b), Sides(a, by_a))
        ):  # fmt: skip
            lie = np.flatnonzero((similarity < SIMILAR) & (shares(figures) >= LEAST))
            if len(lie):
                self._lopsided.append((whole.at(lie), part.at(lie)))
        return Verified(similarity, problems)

    @property
    def lopsided(self) -> tuple[Sides, Sides]:
        """Wholes and parts among all pairs that were measured: not similar, yet most of the part lies in the whole."""
        nothing = Sides(np.zeros(0, np.int64), np.zeros(0, np.bool_))
        wholes, parts = zip((nothing, nothing), *self._lopsided, strict=True)
        return Sides.joined(wholes), Sides.joined(parts)

    def cost(self, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """(m,) bytes that are to be compared for pairs of contents."""
        _, by_a, by_b = facing.similarity(self._result.faces, Method.AUTO, a, b)
        size = self._result.faces.table.size
        return np.asarray(
            size[Sides(a, by_a).rows(self._result.faces)] + size[Sides(b, by_b).rows(self._result.faces)],
            dtype=np.int64,
        )

    def contained(self, whole: Sides, part: Sides) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """How much of parts lies in wholes, and how similar the two are; by what proves it only.

        Args:
            whole: (m,) contents, or their views.
            part: (m,) contents, or their views.

        Returns:
            (m,) share of the part, and (m,) similarity at most, told exactly where the part lies in the whole and the
            two may be similar; NaN where it could not be measured.

        Raises:
            Cancelled: on request; what was measured is remembered.
        """
        told, _ = self._tell(whole, part, Question.INSIDE)
        return shares(told), similarities(told)

    def close(self) -> None:
        """Let go of what is held for the next pairs; not needed, and more may be asked after it."""
        self._material.close()

    # what is asked and in which order
    def _tell(
        self, a: Sides, b: Sides, question: Question
    ) -> tuple[npt.NDArray[np.int64], tuple[Problem, ...]]:
        """(m, 4) figures, and files that are not what they were."""
        table = self._result.faces.table
        rows_a, rows_b = a.rows(self._result.faces), b.rows(self._result.faces)
        hashes = [
            (x.tobytes(), y.tobytes())
            for x, y in zip(table.content[rows_a], table.content[rows_b], strict=True)
        ]
        told = np.full((len(hashes), 4), -1, dtype=np.int64)
        known: dict[tuple[bytes, bytes], Measured] = {}
        for part in self._cache.load_overlaps(
            sorted({_ordered(*pair) for pair in hashes}), question.made_of, self._control
        ):
            known.update({(found.a, found.b): found for found in part})
        left = []
        for i, pair in enumerate(hashes):
            found = known.get(_ordered(*pair))
            figures = None if found is None else _oriented(found, pair)
            if pair[0] == pair[1]:
                told[i] = table.size[rows_a[i]]
            elif figures is not None and question.is_answered(figures):
                told[i] = figures
            else:
                sides = (int(a.content[i]), bool(a.by_view[i])), (int(b.content[i]), bool(b.by_view[i]))
                left.append(_Pair(i, (int(rows_a[i]), int(rows_b[i])), sides, pair, figures))
        self._expect(len(hashes), sum(self._size(pair) for pair in left))
        self._advance(len(hashes) - len(left))
        for done in self._in_threads(_tasks(left), question):
            for i, figures in done:
                told[i] = figures
        return told, self.lost(np.array([content for pair in left for content, _ in pair.sides], np.int64))

    def lost(self, contents: npt.NDArray[np.integer]) -> tuple[Problem, ...]:
        """Those of some contents whose bytes could not be had, with a file of each."""
        lost = set(contents.tolist()) & (self._material.lost | set(self._why))
        return tuple(
            Problem(self._result.files[file].path, self._why_lost(content))
            for content in sorted(lost)
            for file in self._files_of[content][:1]
        )

    def _why_lost(self, content: int) -> str:
        said = _SILENT if self._material.is_silent(content) else _LOST
        return self._why.get(content, said)

    def _size(self, pair: _Pair) -> int:
        size = self._result.faces.table.size
        return int(size[pair.rows[0]]) + int(size[pair.rows[1]])

    # how it is found out
    def _compare(self, task: _Task, question: Question) -> _Compared:
        """Figures of some pairs, or of those before a cancel."""
        tellers, own = _Tellers(self._control), mine()
        with suppress(Cancelled):
            for pair in task.pairs:
                self._control.check()
                progress = _Progress(self, self._size(pair))
                figures = self._figures(pair, question, tellers, progress)
                if own.over:
                    return []
                progress.end()
                if figures is not None:
                    task.done.append((pair, merged(figures, pair.known)))
                task.passed += 1
        return [] if own.over else self._kept(task, question)

    def _kept(self, task: _Task, question: Question) -> _Compared:
        """What was found is remembered, for this time and the next."""
        self._cache.write_overlaps(
            [_measured(pair.hashes, figures) for pair, figures in task.done], question.made_of
        )
        return [(pair.number, figures) for pair, figures in task.done]

    def _lost(self, task: _Task, path: str, question: Question) -> tuple[_Compared, list[_Task]]:
        """A file hangs: what was found before it is kept, and the rest done without it."""
        self._material.give_up(path)
        self._heavy = threading.Lock()  # the thread that hangs may have the other one, and keeps it
        return self._kept(task, question), [_Task(task.pairs[task.passed :])]

    def _figures(
        self, pair: _Pair, question: Question, tellers: _Tellers, progress: _Progress
    ) -> Figures | None:
        sizes = [int(self._result.faces.table.size[row]) for row in pair.rows]
        views = pair.sides[0][1] or pair.sides[1][1]
        if max(sizes) > HELD and not views:
            with self._alone():
                return self._apart(pair, question, progress)
        if max(sizes) > LARGEST:
            return None
        with self._alone() if sum(sizes) > _HEAVY else nullcontext():
            one, two = (self._material.of(content, by_view=by_view) for content, by_view in pair.sides)
            if one is None or two is None:
                return None
            check, advance = self._control.check, progress.halves if sum(sizes) > _TOLD else None
            if question is Question.SIMILAR:
                return similar(one, two, check, advance)
            return inside(tellers.of(pair.rows[0], one), one, two, check)

    def _apart(self, pair: _Pair, question: Question, progress: _Progress) -> Figures | None:
        contents = pair.sides[0][0], pair.sides[1][0]
        files = [self._material.file_of(content) for content in contents]
        for content, file in zip(contents, files, strict=True):
            if file is None:
                self._why[content] = _LOST
        if files[0] is None or files[1] is None:
            return None
        try:
            return compare_apart(
                (files[0], pair.hashes[0]),
                (files[1], pair.hashes[1]),
                question,
                self._control,
                progress,
                follow=self._follow,
            ).figures
        except ApartError as error:
            if error.silent and error.side >= 0:
                file = files[error.side]
                assert file is not None
                self._patience.struck(file.path, file.device)
                self._material.give_up(file.path)
                return None
            self._why[contents[max(0, error.side)]] = error.message
            return None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Waits until no other large pair is compared."""
        while not (heavy := self._heavy).acquire(timeout=_TICK):
            self._control.check()
        try:
            yield
        finally:
            heavy.release()

    def _in_threads(self, tasks: list[list[_Pair]], question: Question) -> Iterator[_Compared]:
        if not tasks:
            return
        with Pool(min(self._jobs, len(tasks)), self._control, self._patience) as threads:
            yield from threads.map(
                lambda task: self._compare(task, question),
                map(_Task, tasks),
                lambda task, path, _device: self._lost(task, path, question),
            )
            if threads.cancelled:
                raise Cancelled
        self._control.check()

    # progress
    def _expect(self, pairs: int, size: int) -> None:
        """So many pairs of so many bytes follow."""
        more = self._done + pairs > self._expected
        self._expected = max(self._expected, self._done + pairs)
        if size:
            rest = (self._expected - self._done) / max(
                1, pairs
            )  # those not asked for yet are taken to be like these
            total = self._bytes + round(size * rest)
            more = more or total > 1.1 * self._bytes_expected
            self._bytes_expected = max(self._bytes_expected, total)
        if more:
            self._control.begin(Phase.VERIFYING, files_total=self._expected, bytes_total=self._bytes_expected)
            self._control.advance(files=self._done, bytes=self._bytes)

    def _advance(self, pairs: int, size: int = 0) -> None:
        with self._counting:
            self._done += pairs
            self._bytes += size
        self._control.advance(files=pairs, bytes=size)


class _Progress:
    """Tells a pair's bytes as they are done, and what is left of them at its end."""

    def __init__(self, verifier: Verifier, size: int) -> None:
        self._verifier, self._left, self._half = verifier, size, 0

    def __call__(self, done: int) -> None:
        done = min(done, self._left)
        self._left -= done
        self._verifier._advance(0, done)

    def halves(self, done: int) -> None:
        """The same for work that tells every byte twice."""
        self._half += done
        self(self._half // 2)
        self._half %= 2

    def end(self) -> None:
        self._verifier._advance(1, self._left)


class _Tellers:
    """The index of the whole that was asked about last: its parts follow one another."""

    def __init__(self, control: Control) -> None:
        self._check = control.check
        self._row = -1
        self._teller: Teller | None = None

    def of(self, row: int, whole: Bytes) -> Teller:
        if self._teller is None or row != self._row:
            self._teller = None  # before the next one takes memory
            self._teller = Teller(whole, self._check)
            self._row = row
        return self._teller


def _tasks(pairs: list[_Pair]) -> list[list[_Pair]]:
    """What one thread does in one go: pairs that share their first side, if any do, together."""
    tasks: list[list[_Pair]] = []
    for begin in range(0, len(pairs), _SORTED):
        together = sorted(pairs[begin : begin + _SORTED], key=lambda pair: pair.rows)
        tasks.append([])
        for pair in together:
            last = tasks[-1]
            if len(last) >= _PART and (last[-1].rows[0] != pair.rows[0] or len(last) >= 4 * _PART):
                tasks.append([])
            tasks[-1].append(pair)
    return [task for task in tasks if task]


def _ordered(a: bytes, b: bytes) -> tuple[bytes, bytes]:
    return (a, b) if a <= b else (b, a)


def _measured(pair: tuple[bytes, bytes], told: Figures) -> Measured:
    return Measured(*_ordered(*pair), *(told if pair[0] <= pair[1] else turned(told)))


def _oriented(found: Measured, pair: tuple[bytes, bytes]) -> Figures:
    """What was measured, told of a pair in the order that is asked for."""
    told = found.of_a, found.of_b, found.size_a, found.size_b
    return told if pair[0] <= pair[1] else turned(told)
