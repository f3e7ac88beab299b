"""Compare pairs of contents byte by byte, in any number of threads, and remember the figures in the cache.

Contents are compared by their views where there are any, else by their bytes. A pair whose bytes can't be read any more
keeps its estimate and is reported. The caller decides which pairs matter.

Memory: what is held for the next pair (128 MB), and for each thread two contents of 64 MB together and their index.
Larger ones are compared one pair at a time; files above ``HELD`` by ``large_files``, in 0.4 GB whatever their
size. A view above ``content_reader.LARGEST`` keeps its estimate.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.app.verify.content_reader import LARGEST, Bytes, Material
from simfinder.app.verify.large_files import ApartError, compare_apart
from simfinder.app.verify.overlap_figures import (
    LEAST,
    SIMILAR,
    Figures,
    Question,
    inside,
    shares,
    similar,
    similarities,
    turned,
)
from simfinder.errors import Cancelled
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.scan.pipeline import ScanResult
from simfinder.search.overlap.byte_overlap import StretchFinder
from simfinder.signatures.table.representations import LARGEST_TEXT, Representations
from simfinder.store.cache.cache import Cache, Measured
from simfinder.text.message import say
from simfinder.workers.heartbeat import mine
from simfinder.workers.stall_timeout import StallTimeout
from simfinder.workers.thread_pool import Pool

HELD = LARGEST_TEXT
"""Bytes of a file up to which it is held in memory to be compared; a larger one gets a process of its own."""

_HEAVY = 1 << 26  # bytes of both from which on only one such pair is compared at a time
_TOLD = 1 << 22  # bytes of both from which on progress is reported within a pair
_TICK = 0.1
_PART = 64  # pairs of one task: neighbours share one side
_SORTED = 4096  # pairs sorted so that those sharing a side are together; beyond, the caller's order counts
_AT_ONCE = 4 * _SORTED
_SILENT = say("its drive does not answer; its figures are estimates")
_LOST = say("changed since it was scanned; its figures are estimates")

_Compared: TypeAlias = list[tuple[int, Figures]]


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """One side of pairs.

    Attributes:
        content: (m,) contents.
        by_view: (m,) bool, whether their view is meant.
    """

    content: npt.NDArray[np.integer]
    by_view: npt.NDArray[np.bool_]

    def at(self, places: npt.NDArray[np.integer]) -> Sides:
        """Return some of them."""
        return Sides(self.content[places], self.by_view[places])

    @classmethod
    def joined(cls, parts: Sequence[Sides]) -> Sides:
        """Concatenate sides."""
        return cls(np.concatenate([s.content for s in parts]), np.concatenate([s.by_view for s in parts]))

    def rows(self, representations: Representations) -> npt.NDArray[np.int64]:
        """Return their rows of the table."""
        return np.where(self.by_view, representations.view[self.content], self.content).astype(np.int64)


class Pair(NamedTuple):
    """A pair to compare.

    Attributes:
        number: of the pair.
        rows: of the table, of either side.
        sides: content, and whether its view is meant.
        hashes: of either side.
        text: both are measured as texts.
    """

    number: int
    rows: tuple[int, int]
    sides: tuple[tuple[int, bool], tuple[int, bool]]
    hashes: tuple[bytes, bytes]
    text: bool


class RequestedPairs:
    """Pairs somebody asks about, as columns: as objects a million of them take 1 GB.

    Args:
        representations: of the scan.
        a: (m,) contents, or their views.
        b: (m,) what they are compared with.
        question: the question about each.

    Attributes:
        sizes: (m,) int64, bytes of both sides.
    """

    def __init__(self, representations: Representations, a: Sides, b: Sides, question: Question) -> None:
        self.question = question
        self._sides, self._hash = (a, b), representations.table.content
        self._rows = a.rows(representations), b.rows(representations)
        one, other = (representations.table.size[rows] for rows in self._rows)
        self.sizes: npt.NDArray[np.int64] = np.asarray(one + other, dtype=np.int64)
        texts = representations.is_text[a.content] & representations.is_text[b.content]
        self._text = texts if question is Question.SIMILAR else np.zeros(len(a.content), dtype=np.bool_)

    def __len__(self) -> int:
        return len(self.sizes)

    def pairs(self, places: npt.NDArray[np.integer]) -> Iterator[Pair]:
        """Yield some of them."""
        hashes = ([found.tobytes() for found in self._hash[rows[places]]] for rows in self._rows)
        sides = (
            zip(s.content[places].tolist(), s.by_view[places].tolist(), strict=True) for s in self._sides
        )
        return map(
            Pair,
            places.tolist(),
            zip(*(rows[places].tolist() for rows in self._rows), strict=True),
            zip(*sides, strict=True),
            zip(*hashes, strict=True),
            self._text[places].tolist(),
        )


def _portions(places: npt.NDArray[np.integer]) -> Iterator[npt.NDArray[np.integer]]:
    """Split them into portions small enough to be objects at one time: 16 MB."""
    for begin in range(0, len(places), _AT_ONCE):
        yield places[begin : begin + _AT_ONCE]


class Task:
    """The pairs one thread compares in one go.

    Attributes:
        pairs: to compare, in this order.
        done: pairs with their figures; fewer than ``passed`` where bytes could not be read.
        passed: how many pairs are done.
    """

    def __init__(self, pairs: list[Pair]) -> None:
        self.pairs = pairs
        self.done: list[tuple[Pair, Figures]] = []
        self.passed = 0


def _tasks_of(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Split pairs into tasks; pairs that share their first side stay together."""
    tasks: list[list[Pair]] = []
    for begin in range(0, len(pairs), _SORTED):
        together = sorted(pairs[begin : begin + _SORTED], key=lambda pair: pair.rows)
        tasks.append([])
        for pair in together:
            last = tasks[-1]
            if len(last) >= _PART and (last[-1].rows[0] != pair.rows[0] or len(last) >= 4 * _PART):
                tasks.append([])
            tasks[-1].append(pair)
    return [task for task in tasks if task]


@dataclass(frozen=True, slots=True, eq=False)
class Verified:
    """Measured figures of pairs of contents.

    Attributes:
        similarity: (m,) float32, 0..``MAX_ESTIMATE``; NaN where it could not be measured.
        problems: files that differ from what was scanned.
    """

    similarity: npt.NDArray[np.float32]
    problems: tuple[Problem, ...] = ()


class Verifier:
    """Measures pairs of contents of one scan. One thread may ask at a time.

    Args:
        result: the scan.
        cache: where measured pairs are looked up and remembered; None for nowhere.
        control: progress (phase VERIFYING, in pairs and in bytes of both) and cancelling.
        follow: paths may be symbolic links.
        jobs: threads; 0 means one per core.

    Attributes:
        cache: the cache, or one that holds nothing.
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
        self.cache = cache or Cache.none()
        self._control = control
        self._follow = follow
        self._jobs = jobs or os.cpu_count() or 1
        self._timeout = StallTimeout()
        self._material = Material(result, control, follow=follow, timeout=self._timeout)
        weakref.finalize(self, self._material.close)
        self._heavy = threading.Lock()
        self._lopsided: list[tuple[Sides, Sides]] = []
        self._count = Count(control)
        self._inside = Count(control, Phase.MEASURING)

    def expect(self, pairs: int, size: int = 0) -> None:
        """Announce, for the progress, how many more pairs will be asked for as far as is known.

        Args:
            pairs: how many.
            size: bytes of both sides of all of them; 0 where that is not known, but no others will follow.
        """
        self._count.expect(pairs, size)

    def measure(self, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]) -> Verified:
        """Measure pairs of different contents, by their views or their bytes.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with; each pair once.

        Raises:
            Cancelled: on request; what was measured is remembered.
        """
        by_a, by_b = self._result.representations.by_view(a, b)
        told, problems = self._figures_of(Sides(a, by_a), Sides(b, by_b), Question.SIMILAR)
        similarity = similarities(told)
        for figures, part, whole in (
            (told[:, [1, 0, 3, 2]], Sides(a, by_a), Sides(b, by_b)), (told, Sides(b, by_b), Sides(a, by_a))
        ):  # fmt: skip
            lie = np.flatnonzero((similarity < SIMILAR) & (shares(figures) >= LEAST))
            if len(lie):
                self._lopsided.append((whole.at(lie), part.at(lie)))
        return Verified(similarity, problems)

    @property
    def lopsided(self) -> tuple[Sides, Sides]:
        """Wholes and parts among all pairs measured: not similar, yet most of the part lies in the whole."""
        nothing = Sides(np.zeros(0, np.int64), np.zeros(0, np.bool_))
        wholes, parts = (
            Sides(np.concatenate([s.content for s in sides]), np.concatenate([s.by_view for s in sides]))
            for sides in zip((nothing, nothing), *self._lopsided, strict=True)
        )
        return wholes, parts

    def cost(self, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return (m,) the bytes to compare for pairs of contents."""
        by_a, by_b = self._result.representations.by_view(a, b)
        return RequestedPairs(
            self._result.representations, Sides(a, by_a), Sides(b, by_b), Question.SIMILAR
        ).sizes

    def contained(self, whole: Sides, part: Sides) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Measure how much of parts lies in wholes, counting only what proves it, and how similar the two are.

        Args:
            whole: (m,) contents, or their views.
            part: (m,) contents, or their views.

        Returns:
            (m,) share of the part, and (m,) similarity: an upper bound, but exact where the part lies in the whole and
            the two may be similar. NaN where it could not be measured.

        Raises:
            Cancelled: on request; what was measured is remembered.
        """
        told, _ = self._figures_of(whole, part, Question.INSIDE)
        return shares(told), similarities(told)

    def close(self) -> None:
        """Drop what is held for the next pairs. Calling it is optional, and more may be asked afterwards."""
        self._material.close()

    # what to compare, and in which order
    def _figures_of(
        self, a: Sides, b: Sides, question: Question
    ) -> tuple[npt.NDArray[np.int64], tuple[Problem, ...]]:
        """Return (m, 4) figures, and files that differ from what was scanned."""
        asked = RequestedPairs(self._result.representations, a, b, question)
        told = np.full((len(asked), 4), -1, dtype=np.int64)
        left = np.flatnonzero(~self._fill_in_known(asked, told))
        count = self._count_of(question)
        count.expect(len(asked), int(asked.sizes[left].sum()))
        count.advance(len(asked) - len(left))
        tasks = (task for part in _portions(left) for task in _tasks_of(list(asked.pairs(part))))
        for done in self._run_tasks(tasks, question):
            for i, figures in done:
                told[i] = figures
        return told, self.lost(np.concatenate((a.content[left], b.content[left])))

    def _fill_in_known(self, asked: RequestedPairs, told: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Fill in the pairs measured before and those with equal sides; return (m,) bool, which these are."""
        done = np.zeros(len(asked), dtype=np.bool_)
        for part in _portions(np.arange(len(asked))):
            by_rules: dict[str, dict[tuple[bytes, bytes], list[Pair]]] = {}
            for pair in asked.pairs(part):
                if pair.hashes[0] == pair.hashes[1]:
                    told[pair.number], done[pair.number] = asked.sizes[pair.number] // 2, True
                else:
                    rules = by_rules.setdefault(asked.question.made_of(pair.hashes, text=pair.text), {})
                    rules.setdefault(_ordered(pair.hashes), []).append(pair)
            for made_of, pairs in by_rules.items():
                for stored in self.cache.load_overlaps(sorted(pairs), made_of, self._control):
                    for found in stored:
                        for pair in pairs[found.a, found.b]:
                            figures = found.of_a, found.of_b, found.size_a, found.size_b
                            told[pair.number] = figures if pair.hashes[0] == found.a else turned(figures)
                            done[pair.number] = True
        return done

    def lost(self, contents: npt.NDArray[np.integer]) -> tuple[Problem, ...]:
        """Return those of some contents whose bytes could not be read, with a file of each."""
        material = self._material
        return tuple(
            Problem(
                self._result.files[file].path,
                material.lost[content] or (_SILENT if material.is_silent(content) else _LOST),
            )
            for content in sorted(set(contents.tolist()) & material.lost.keys())
            for file in material.files_of[content][:1]
        )

    def _count_of(self, question: Question) -> Count:
        """Return what counts the pairs of a question: parts are counted apart, unless all were announced together."""
        return self._inside if question is Question.INSIDE and not self._count.announced else self._count

    def _size(self, pair: Pair) -> int:
        size = self._result.representations.table.size
        return int(size[pair.rows[0]]) + int(size[pair.rows[1]])

    # comparing
    def _run_task(self, task: Task, question: Question) -> _Compared:
        """Compare the pairs of a task, or those before a cancel."""
        last_index, own = _LastIndex(self._control), mine()
        with suppress(Cancelled):
            for pair in task.pairs:
                self._control.check()
                progress = PairProgress(self._count_of(question), self._size(pair))
                figures = self._compare_pair(pair, question, last_index, progress)
                own.beat()
                progress.end()
                if figures is not None:
                    task.done.append((pair, figures))
                task.passed += 1
        own.beat()
        return self._store(task, question)

    def _store(self, task: Task, question: Question) -> _Compared:
        """Write what was found to the cache, and return it."""
        found: dict[str, list[Measured]] = {}
        for pair, figures in task.done:
            a, b = _ordered(pair.hashes)
            of_both = figures if pair.hashes[0] == a else turned(figures)
            rules = question.made_of(pair.hashes, text=pair.text)
            found.setdefault(rules, []).append(Measured(a, b, *of_both))
        for made_of, pairs in found.items():
            self.cache.write_overlaps(pairs, made_of)
        return [(pair.number, figures) for pair, figures in task.done]

    def _abandon(self, task: Task, path: str, question: Question) -> tuple[_Compared, list[Task]]:
        """Handle a file that hangs: keep what was found before it, and do the rest without it."""
        self._material.give_up(path)
        self._heavy = threading.Lock()  # the thread that hangs may hold the old lock for ever
        return self._store(task, question), [Task(task.pairs[task.passed :])]

    def _compare_pair(
        self, pair: Pair, question: Question, last_index: _LastIndex, progress: PairProgress
    ) -> Figures | None:
        sizes = [int(self._result.representations.table.size[row]) for row in pair.rows]
        views = pair.sides[0][1] or pair.sides[1][1]
        if max(sizes) > HELD and not views:
            with self._one_at_a_time():
                return self._compare_apart(pair, question, progress)
        if max(sizes) > LARGEST:
            return None
        with self._one_at_a_time() if sum(sizes) > _HEAVY else nullcontext():
            one, two = (self._material.of(content, by_view=by_view) for content, by_view in pair.sides)
            if one is None or two is None:
                return None
            check, advance = self._control.check, progress.halves if sum(sizes) > _TOLD else None
            if question is Question.SIMILAR:
                return similar(one, two, check, advance, text=pair.text)
            return inside(last_index.of(pair.rows[0], one), one, two, check)

    def _compare_apart(self, pair: Pair, question: Question, progress: PairProgress) -> Figures | None:
        contents = pair.sides[0][0], pair.sides[1][0]
        files = [self._material.file_of(content) for content in contents]
        for content, file in zip(contents, files, strict=True):
            if file is None:
                self._material.lost[content] = _LOST
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
                self._timeout.struck(file.path, file.device)
                self._material.give_up(file.path)
                return None
            self._material.lost[contents[max(0, error.side)]] = error.message
            return None

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        """Wait until no other large pair is being compared."""
        while not (heavy := self._heavy).acquire(timeout=_TICK):
            self._control.check()
        try:
            yield
        finally:
            heavy.release()

    def _run_tasks(self, pairs: Iterable[list[Pair]], question: Question) -> Iterator[_Compared]:
        """Run the tasks in threads, creating them as they are needed."""
        tasks = iter(pairs)
        first = list(islice(tasks, self._jobs))
        if not first:
            return
        with Pool(len(first), self._control, self._timeout) as threads:
            yield from threads.map(
                lambda task: self._run_task(task, question),
                map(Task, chain(first, tasks)),
                lambda task, path: self._abandon(task, path, question),
            )
            if threads.cancelled:
                raise Cancelled
        self._control.check()


def _ordered(pair: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Order a pair as the cache stores it: the smaller hash first."""
    return pair if pair[0] <= pair[1] else (pair[1], pair[0])


class Count:
    """Counts pairs and bytes done and expected. Any thread may report what is done.

    Args:
        control: shows the progress.
        phase: VERIFYING, or MEASURING for parts in wholes, which are asked for all at once.

    Attributes:
        announced: how many pairs there will be was said before.
    """

    def __init__(self, control: Control, phase: Phase = Phase.VERIFYING) -> None:
        self._control, self._phase = control, phase
        self._lock = threading.Lock()
        self._done = self._expected = 0
        self._bytes = self._bytes_expected = 0
        self.announced = False
        self._sized = 0  # pairs whose bytes are among those expected

    def expect(self, pairs: int, size: int = 0) -> None:
        """Expect so many more pairs of so many bytes; without bytes these are announced, and more won't come."""
        self.announced |= not size and pairs > 0
        more = self._done + pairs > self._expected
        self._expected = max(self._expected, self._done + pairs)
        if size and self._done + pairs > self._sized:
            self._sized = self._done + pairs
            # pairs not asked for yet are assumed to be like these
            rest = (self._expected - self._done) / max(1, pairs)
            total = self._bytes + round(size * rest)
            more = more or total > 1.1 * self._bytes_expected
            self._bytes_expected = max(self._bytes_expected, total)
        if more:
            self._control.begin(
                self._phase,
                files_total=self._expected,
                bytes_total=self._bytes_expected,
                may_grow=self._phase is Phase.VERIFYING and not self.announced,
            )
            self._control.advance(files=self._done, bytes=self._bytes)

    def advance(self, pairs: int, size: int = 0) -> None:
        """Report so many more pairs and bytes as done."""
        with self._lock:
            self._done += pairs
            self._bytes += size
        self._control.advance(files=pairs, bytes=size)


class PairProgress:
    """Reports the bytes of a pair as they are done, and the rest of them at its end.

    Args:
        count: receives them.
        size: bytes of the pair.
    """

    def __init__(self, count: Count, size: int) -> None:
        self._count, self._left, self._half = count, size, 0

    def __call__(self, done: int) -> None:
        """Report so many more bytes as done."""
        done = min(done, self._left)
        self._left -= done
        self._count.advance(0, done)

    def halves(self, done: int) -> None:
        """Report bytes for work that reports every byte twice."""
        self._half += done
        self(self._half // 2)
        self._half %= 2

    def end(self) -> None:
        """Report the pair as done."""
        self._count.advance(1, self._left)


class _LastIndex:
    """Keeps the index of the last whole, since the parts of a whole follow one another."""

    def __init__(self, control: Control) -> None:
        self._check = control.check
        self._row = -1
        self._finder: StretchFinder | None = None

    def of(self, row: int, whole: Bytes) -> StretchFinder:
        if self._finder is None or row != self._row:
            self._finder = None  # free it before the next one takes memory
            self._finder = StretchFinder(whole, self._check)
            self._row = row
        return self._finder
