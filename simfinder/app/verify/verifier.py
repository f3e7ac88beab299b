"""Compare pairs of contents byte by byte, in any number of threads, and remember the figures in the cache.

Contents are compared by their views where there are any, else by their bytes. A pair whose bytes can't be read any more
keeps its estimate and is reported. The caller decides which pairs matter.

Memory: what is held for the next pair (64 MB), and for each thread two contents of 64 MB together and their index.
Larger files are compared one pair at a time by ``large_files``, in 0.2 to 0.4 GB whatever their size; here only texts
and parts of wholes up to ``HELD``. A view above ``content_reader.LARGEST`` keeps its estimate.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.app.verify.content_reader import LARGEST, Bytes, Material
from simfinder.app.verify.large_files import ApartError, compare_apart
from simfinder.app.verify.overlap_figures import (
    LEAST,
    SIMILAR,
    Figures,
    Question,
    all_inside,
    inside,
    shares,
    similar,
    similarities,
    turned,
)
from simfinder.app.verify.pair_tasks import HEAVY, Pair, RequestedPairs, Sides, Task, TaskQueue
from simfinder.app.verify.picture_pairs import PicturePairs
from simfinder.errors import Cancelled
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.scan.pipeline import ScanResult
from simfinder.search.overlap.byte_overlap import SMALL, StretchFinder
from simfinder.signatures.table.representations import LARGEST_TEXT
from simfinder.store.cache.cache import Cache, Measured
from simfinder.text.message import say
from simfinder.workers.heartbeat import mine
from simfinder.workers.stall_timeout import StallTimeout
from simfinder.workers.thread_pool import Pool

HELD = LARGEST_TEXT
"""Bytes of a file up to which it is held in memory to be compared; a larger one gets a process of its own."""

_TOLD = 1 << 22  # bytes of both from which on progress is reported within a pair
_TICK = 0.1
_TOGETHER = 32  # small parts of a whole compared in one go
_CELLS, _UNPROVEN = 10_000, 15
"""In so many parts pictures are measured; two that are not proven to be one shot share at most 99.85 %."""

_SILENT = say("its drive does not answer; its figures are estimates")
_LOST = say("changed since it was scanned; its figures are estimates")

Urgent: TypeAlias = Callable[[], tuple[npt.NDArray[np.integer], npt.NDArray[np.integer]]]
"""Returns pairs of contents to measure before all others; empty arrays for none."""


@dataclass(frozen=True, slots=True, eq=False)
class Verified:
    """Measured figures of pairs of contents.

    Attributes:
        similarity: (m,) float32, 0..``MAX_ESTIMATE``; NaN where it could not be measured.
        problems: files that differ from what was scanned.
    """

    similarity: npt.NDArray[np.float32]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Figures of some pairs, with others still to come.

    Attributes:
        places: (k,) which of the pairs asked for they are; None for pairs that were urgent.
        a, b: (k,) contents.
        verified: their figures.
    """

    places: npt.NDArray[np.intp] | None
    a: npt.NDArray[np.int32]
    b: npt.NDArray[np.int32]
    verified: Verified


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
        self._pictures = PicturePairs(control)
        weakref.finalize(self, self._pictures.close)
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
        asked = self._similar(a, b)
        for _ in self._compared(asked):
            pass
        return self._verified(asked, np.arange(len(a)))

    def measure_in_turn(
        self, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer], urgent: Urgent
    ) -> Iterator[Part]:
        """Measure pairs like ``measure``, and yield figures as they are found, those of urgent pairs before others.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with; each pair once.
            urgent: asked whenever a thread is free.

        Raises:
            Cancelled: on request; what was measured is remembered.
        """
        asked = self._similar(a, b)

        def first() -> RequestedPairs | None:
            some = urgent()
            if not len(some[0]):
                return None
            more = self._similar(*some)
            left = ~self._fill_in_known(more)
            self._count.add(len(more), int(more.sizes[left].sum()))
            self._count.advance(len(more) - int(left.sum()))
            return more

        for pairs, places in self._compared(asked, first):
            verified = self._verified(pairs, places)
            one, other = (side.content[places].astype(np.int32) for side in (pairs.a, pairs.b))
            yield Part(places if pairs is asked else None, one, other, verified)

    def _similar(self, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]) -> RequestedPairs:
        representations = self._result.representations
        by_a, by_b = representations.by_view(a, b)
        return RequestedPairs(representations, Sides(a, by_a), Sides(b, by_b), Question.SIMILAR)

    def _verified(self, asked: RequestedPairs, places: npt.NDArray[np.integer]) -> Verified:
        """Return the figures of some pairs, and note which of them is a part of the other."""
        told, a, b = asked.figures[places], asked.a.at(places), asked.b.at(places)
        similarity = similarities(told)
        for figures, part, whole in ((told[:, [1, 0, 3, 2]], a, b), (told, b, a)):
            lie = np.flatnonzero((similarity < SIMILAR) & (shares(figures) >= LEAST))
            if len(lie):
                self._lopsided.append((whole.at(lie), part.at(lie)))
        return Verified(similarity, self.lost(np.concatenate((a.content, b.content))))

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
        return self._similar(a, b).sizes

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
        asked = RequestedPairs(self._result.representations, whole, part, Question.INSIDE)
        for _ in self._compared(asked):
            pass
        return shares(asked.figures), similarities(asked.figures)

    def close(self) -> None:
        """Drop what is held for the next pairs. Calling it is optional, and more may be asked afterwards."""
        self._material.close()
        self._pictures.close()

    # what to compare, and in which order
    def _compared(
        self, asked: RequestedPairs, urgent: Callable[[], RequestedPairs | None] | None = None
    ) -> Iterator[tuple[RequestedPairs, npt.NDArray[np.intp]]]:
        """Compare pairs, and urgent ones before; yield which have their figures now, as far as they could be read."""
        known = self._fill_in_known(asked)
        left = np.flatnonzero(~known)
        count = self._count_of(asked.question)
        count.expect(len(asked), int(asked.sizes[left].sum()))
        count.advance(len(asked) - len(left))
        if known.any():
            yield asked, np.flatnonzero(known)
        jobs = min(self._jobs, len(left))
        if not jobs:
            return
        tasks = TaskQueue(asked, left, large_last=jobs == 1, urgent=urgent)
        with Pool(jobs, self._control, self._timeout) as threads:
            for task in threads.map(self._run_task, tasks, self._abandon):
                for pair, figures in task.done:
                    task.asked.figures[pair.number] = figures
                tasks.finished(task)
                if task.asked is asked and task.known:
                    known = np.array([pair.number for pair in task.known])
                    count.advance(len(known), int(asked.sizes[known].sum()))
                yield task.asked, task.places()
            if threads.cancelled:
                raise Cancelled
        self._control.check()

    def _fill_in_known(self, asked: RequestedPairs) -> npt.NDArray[np.bool_]:
        """Fill in the pairs measured before and those with equal sides; return (m,) bool, which these are."""
        told, done = asked.figures, np.zeros(len(asked), dtype=np.bool_)
        for part in asked.pairs(np.arange(len(done))):
            by_rules: dict[str, dict[tuple[bytes, bytes], list[Pair]]] = {}
            for pair in part:
                if pair.hashes[0] == pair.hashes[1]:
                    told[pair.number], done[pair.number] = asked.sizes[pair.number] // 2, True
                else:
                    made_of = asked.question.made_of(pair.hashes, text=pair.text, seen=pair.seen)
                    rules = by_rules.setdefault(made_of, {})
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
    def _run_task(self, task: Task) -> Task:
        """Compare the pairs of a task, or those before a cancel."""
        question = task.asked.question
        last_index, own = _LastIndex(self._control), mine()
        with suppress(Cancelled):
            for pairs in self._in_one_go(task.pairs, question):
                self._control.check()
                progress = PairProgress(self._count_of(question), sum(map(self._size, pairs)), len(pairs))
                if len(pairs) > 1:
                    task.done += self._compare_parts(pairs, last_index)
                else:
                    figures = self._compare_pair(pairs[0], question, last_index, progress)
                    if figures is not None:
                        task.done.append((pairs[0], figures))
                own.beat()
                progress.end()
                task.passed += len(pairs)
        own.beat()
        self._store(task)
        return task

    def _store(self, task: Task) -> None:
        """Write what was found to the cache."""
        found: dict[str, list[Measured]] = {}
        for pair, figures in task.done:
            a, b = _ordered(pair.hashes)
            of_both = figures if pair.hashes[0] == a else turned(figures)
            rules = task.asked.question.made_of(pair.hashes, text=pair.text, seen=pair.seen)
            found.setdefault(rules, []).append(Measured(a, b, *of_both))
        for made_of, pairs in found.items():
            self.cache.write_overlaps(pairs, made_of)

    def _abandon(self, task: Task, path: str) -> tuple[Task, list[Task]]:
        """Handle a file that hangs: keep what was found before it, and do the rest without it."""
        self._material.give_up(path)
        self._heavy = threading.Lock()  # the thread that hangs may hold the old lock for ever
        self._store(task)
        return task, [task.rest()]

    def _in_one_go(self, pairs: Sequence[Pair], question: Question) -> Iterator[Sequence[Pair]]:
        """Divide the pairs of a task: small parts of one whole are compared together, all others one by one."""
        if question is not Question.INSIDE:
            yield from ((pair,) for pair in pairs)
            return
        size = self._result.representations.table.size
        for (whole, small), group in groupby(
            pairs, lambda pair: (pair.rows[0], int(size[pair.rows[1]]) <= SMALL)
        ):
            together = _TOGETHER if small and size[whole] <= HEAVY - SMALL else 1
            while some := tuple(islice(group, together)):
                yield some

    def _compare_parts(self, pairs: Sequence[Pair], last_index: _LastIndex) -> Iterator[tuple[Pair, Figures]]:
        """Yield the figures of small parts of one whole."""
        (content, by_view), _ = pairs[0].sides
        whole = self._material.of(content, by_view=by_view)
        if whole is None:
            return
        read = (
            (pair, self._material.of(part, by_view=seen)) for pair in pairs for part, seen in pair.sides[1:]
        )
        found = [(pair, part) for pair, part in read if part is not None]
        finder = last_index.of(pairs[0].rows[0], whole)
        figures = all_inside(finder, whole, [part for _, part in found], self._control.check)
        yield from zip((pair for pair, _ in found), figures, strict=True)

    def _compare_pair(
        self, pair: Pair, question: Question, last_index: _LastIndex, progress: PairProgress
    ) -> Figures | None:
        if pair.seen:
            return self._compare_pictures(pair)
        sizes = [int(self._result.representations.table.size[row]) for row in pair.rows]
        views = pair.sides[0][1] or pair.sides[1][1]
        heavy = sum(sizes) > HEAVY
        if not views and max(sizes) > HELD:
            with self._one_at_a_time():
                return self._compare_apart(pair, question, progress)
        if max(sizes) > LARGEST:
            return None
        with self._one_at_a_time() if heavy else nullcontext():
            if heavy and not views and question is Question.SIMILAR and not pair.text:
                with suppress(ApartError):  # without a process for it, it can be done here
                    return self._compare_apart(pair, question, progress, or_here=True)
            one, two = (self._material.of(content, by_view=by_view) for content, by_view in pair.sides)
            if one is None or two is None:
                return None
            check, advance = self._control.check, progress.halves if sum(sizes) > _TOLD else None
            if question is Question.SIMILAR:
                return similar(one, two, check, advance, text=pair.text)
            return inside(last_index.of(pair.rows[0], one), one, two, check)

    def _compare_pictures(self, pair: Pair) -> Figures | None:
        """Compare two pictures on their pixels: those of one shot agree, others as far as they look alike."""
        looks, contents = self._result.representations.looks, (pair.sides[0][0], pair.sides[1][0])
        files = [self._material.file_of(content) for content in contents]
        if looks is None or files[0] is None or files[1] is None:
            for content, file in zip(contents, files, strict=True):
                if file is None:
                    self._material.lost.setdefault(content, "")
            return None
        one, other = looks.rows(np.array(contents))
        way = int(looks.lie(one[None], other[None])[0][0])
        same = self._pictures.are_one_shot(files[0], files[1], way, follow=self._follow)
        if same is None:
            return None
        figure = float(looks.agreement(*np.array(contents)[:, None])[0])
        alike = _CELLS if same else min(round(figure * _CELLS), _CELLS - _UNPROVEN)
        return alike, alike, _CELLS, _CELLS

    def _compare_apart(
        self, pair: Pair, question: Question, progress: PairProgress, *, or_here: bool = False
    ) -> Figures | None:
        """Compare two files in a process of its own: their bytes, and the index, take no memory here.

        Raises:
            ApartError: with ``or_here``, if neither file is the reason why they can't be compared there.
        """
        contents = pair.sides[0][0], pair.sides[1][0]
        files = [self._material.file_of(content) for content in contents]
        for content, file in zip(contents, files, strict=True):
            if file is None:
                self._material.lost.setdefault(content, "")  # changed, or on a drive that does not answer
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
            if or_here and error.side < 0:
                raise
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
        with self._lock:
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
                self._begin()

    def _begin(self) -> None:
        self._control.begin(
            self._phase,
            files=self._done,
            files_total=self._expected,
            bytes=self._bytes,
            bytes_total=self._bytes_expected,
            may_grow=self._phase is Phase.VERIFYING and not self.announced,
        )

    def add(self, pairs: int, size: int) -> None:
        """Expect so many more pairs beside those expected."""
        with self._lock:
            self._expected += pairs
            self._bytes_expected += size
            self._begin()

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
        pairs: how many pairs are done together.
    """

    def __init__(self, count: Count, size: int, pairs: int = 1) -> None:
        self._count, self._left, self._pairs, self._half = count, size, pairs, 0

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
        """Report the pairs as done."""
        self._count.advance(self._pairs, self._left)


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
