"""Divide pairs of contents among threads: urgent pairs first, neighbours together, one large pair at a time.

Pairs are columns as long as they can be: as objects a million of them take 1 GB.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.app.verify.overlap_figures import Figures, Question, turned
from simfinder.model.tolerances import FLOOR
from simfinder.search.clustering.components import connected
from simfinder.signatures.table.representations import Representations

HEAVY = 1 << 26
"""Bytes of both from which on only one such pair is compared at a time."""

_AT_ONCE = 1 << 14  # pairs that are objects at one time: 16 MB
_PAIRS = 64  # of a task: neighbours share one side
_BYTES = 1 << 24  # of the pairs of a task, about: 0.2 s


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
        seen: both are measured as pictures.
    """

    number: int
    rows: tuple[int, int]
    sides: tuple[tuple[int, bool], tuple[int, bool]]
    hashes: tuple[bytes, bytes]
    text: bool
    seen: bool


class RequestedPairs:
    """Pairs somebody asks about, as columns.

    Args:
        representations: of the scan.
        a: (m,) contents, or their views.
        b: (m,) what they are compared with.
        question: the question about each.

    Attributes:
        a, b: the sides.
        sizes: (m,) int64, bytes of both sides.
        figures: (m, 4) int64, what was found so far; -1 where nothing was.
    """

    def __init__(self, representations: Representations, a: Sides, b: Sides, question: Question) -> None:
        self.question, self.a, self.b = question, a, b
        self._hash = representations.table.content
        self._rows = a.rows(representations), b.rows(representations)
        one, other = (representations.table.size[rows] for rows in self._rows)
        self.sizes: npt.NDArray[np.int64] = np.asarray(one + other, dtype=np.int64)
        self.figures: npt.NDArray[np.int64] = np.full((len(self), 4), -1, dtype=np.int64)
        texts = representations.is_text[a.content] & representations.is_text[b.content]
        nothing = np.zeros(len(a.content), dtype=np.bool_)
        self._text = texts if question is Question.SIMILAR else nothing
        looks = representations.looks if question is Question.SIMILAR else None
        self._seen = nothing
        if looks is not None:
            self._seen = looks.wholes(a.content, b.content) & (self._rows[0] != self._rows[1])
            at = np.flatnonzero(self._seen)
            self._seen[at] = looks.agreement(a.content[at], b.content[at]) >= np.float32(FLOOR)

    def __len__(self) -> int:
        return len(self.sizes)

    def together(self, places: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
        """Sort some of them so that contents compared with one another follow one another: each is read once or twice.

        Of 113,000 pairs of /usr, sorted by their first side, 131,000 sides are read; so 101,000.
        """
        a, b = (rows[places] for rows in self._rows)
        rows, both = np.unique(np.concatenate((a, b)), return_inverse=True)
        linked = connected(len(rows), *(both.reshape(2, -1).astype(np.int32)))
        order: npt.NDArray[np.integer] = places[np.lexsort((b, a, linked[both[: len(a)]]))]
        return order

    def pairs(self, places: npt.NDArray[np.integer]) -> Iterator[list[Pair]]:
        """Yield some of them, so many at a time as may be objects."""
        for begin in range(0, len(places), _AT_ONCE):
            yield list(self._objects(places[begin : begin + _AT_ONCE]))

    def _objects(self, places: npt.NDArray[np.integer]) -> Iterator[Pair]:
        hashes = ([found.tobytes() for found in self._hash[rows[places]]] for rows in self._rows)
        sides = (
            zip(s.content[places].tolist(), s.by_view[places].tolist(), strict=True) for s in (self.a, self.b)
        )
        return map(
            Pair,
            places.tolist(),
            zip(*(rows[places].tolist() for rows in self._rows), strict=True),
            zip(*sides, strict=True),
            zip(*hashes, strict=True),
            self._text[places].tolist(),
            self._seen[places].tolist(),
        )


class Task:
    """The pairs one thread compares in one go.

    Args:
        asked: the request they belong to.
        pairs: to compare, in this order.
        large: its pairs are large: one, or parts of one whole.

    Attributes:
        done: pairs with their figures; fewer than ``passed`` where bytes could not be read.
        passed: how many pairs are done.
        known: pairs of which the figures were known.
    """

    def __init__(self, asked: RequestedPairs, pairs: list[Pair], *, large: bool = False) -> None:
        self.asked, self.pairs, self.large = asked, pairs, large
        self.done: list[tuple[Pair, Figures]] = []
        self.passed = 0
        self.known: list[Pair] = []

    def rest(self) -> Task:
        """Return a task for what is not done yet."""
        return Task(self.asked, self.pairs[self.passed :], large=self.large)

    def places(self) -> npt.NDArray[np.intp]:
        """Return which pairs of the request are done, whether they could be read or not."""
        done = (*self.known, *self.pairs[: self.passed])
        return np.fromiter((pair.number for pair in done), np.intp, len(done))


class TaskQueue:
    """Hands out the pairs of a request as tasks whenever a thread is free. For one thread.

    Pairs that hang together come one after the other. While a large pair is compared, no other large one is handed out;
    with one thread they come last, for urgent pairs would have to wait for them.

    Args:
        asked: the request.
        places: (m,) pairs to compare.
        large_last: hand out large pairs after all others.
        urgent: returns pairs that became urgent, whose tasks come first; None for none ever.
    """

    def __init__(
        self,
        asked: RequestedPairs,
        places: npt.NDArray[np.integer],
        *,
        large_last: bool,
        urgent: Callable[[], RequestedPairs | None] | None,
    ) -> None:
        large = asked.sizes[places] > HEAVY
        self._asked, self._urgent = asked, urgent
        self._large = _tasks_of(asked, asked.together(places[large]), large=True)
        self._small = _tasks_of(asked, asked.together(places[~large]))
        self._large_last = large_last
        self._first: deque[Task] = deque()
        self._early: dict[tuple[int, int], Figures] = {}
        self._under_way: set[Task] = set()

    def __iter__(self) -> Iterator[Task | None]:
        """Yield tasks; None while there are none until others are ``finished``."""
        small, large = next(self._small, None), next(self._large, None)
        while True:
            self._look_for_urgent()
            busy = any(task.large for task in self._under_way)
            task: Task | None = None
            if self._first:
                task = self._first.popleft()
            elif large and not busy and not (small and self._large_last):
                task, large = large, next(self._large, None)
            elif small:
                task, small = small, next(self._small, None)
            elif not large and not (self._urgent and self._under_way):
                return
            if task is not None:
                self._recall(task)
                self._under_way.add(task)
            yield task

    def finished(self, task: Task) -> None:
        """Note that a task is done, as far as it could be."""
        self._under_way.discard(task)
        if task.asked is not self._asked:
            for pair, figures in task.done:
                self._early[pair.rows] = figures
                self._early[pair.rows[::-1]] = turned(figures)

    def _look_for_urgent(self) -> None:
        asked = self._urgent() if self._urgent else None
        if asked is not None:
            known = Task(asked, [])
            known.known += chain.from_iterable(asked.pairs(np.flatnonzero(asked.figures[:, 3] >= 0)))
            if known.known:
                self._first.append(known)
            self._first.extend(_tasks_of(asked, np.flatnonzero(asked.figures[:, 3] < 0)))

    def _recall(self, task: Task) -> None:
        """Take the figures of pairs that were urgent before."""
        if not self._early:
            return
        known = [pair for pair in task.pairs if pair.rows in self._early]
        task.known += known
        task.pairs = [pair for pair in task.pairs if pair.rows not in self._early]
        for pair in known:
            task.asked.figures[pair.number] = self._early[pair.rows]


def _tasks_of(
    asked: RequestedPairs, places: npt.NDArray[np.integer], *, large: bool = False
) -> Iterator[Task]:
    """Divide pairs into tasks, in order, large pairs one by one; parts of one whole stay together, for its index."""
    together, most = asked.question is Question.INSIDE, 1 if large else _PAIRS
    task: list[Pair] = []
    size = 0
    for pair in chain.from_iterable(asked.pairs(places)):
        full = len(task) >= most or size > _BYTES
        if full and not (together and task[-1].rows[0] == pair.rows[0] and len(task) < 4 * _PAIRS):
            yield Task(asked, task, large=large)
            task, size = [], 0
        task.append(pair)
        size += int(asked.sizes[pair.number])
    if task:
        yield Task(asked, task, large=large)
