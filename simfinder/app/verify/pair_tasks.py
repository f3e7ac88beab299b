"""Pairs of contents or views to compare byte by byte, and the tasks they are split into for threads.

Values only; ``verifier`` runs the tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.app.verify.overlap_figures import Figures, Question, turned
from simfinder.signatures.table.representations import Representations
from simfinder.store.cache.cache import Measured

_PART = 64  # pairs of one task: neighbours share one side
_SORTED = 4096  # pairs sorted so that those sharing a side are together; beyond, the caller's order counts
_AT_ONCE = 4 * _SORTED


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

    def rows(self, faces: Representations) -> npt.NDArray[np.int64]:
        """Return their rows of the table."""
        return np.where(self.by_view, faces.view[self.content], self.content).astype(np.int64)


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


@dataclass(frozen=True, slots=True, eq=False)
class RequestedPairs:
    """Pairs somebody asks about, as columns: as objects a million of them take 1 GB.

    Attributes:
        faces: of the scan.
        a: (m,) contents, or their views.
        b: (m,) what they are compared with.
        question: the question about each.
        text: (m,) bool, pairs measured as texts.
    """

    faces: Representations
    a: Sides
    b: Sides
    question: Question
    text: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.a.content)

    def sizes(self, places: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the bytes of both sides of some of them."""
        size = self.faces.table.size
        a, b = size[self.a.at(places).rows(self.faces)], size[self.b.at(places).rows(self.faces)]
        return np.asarray(a + b, dtype=np.int64)

    def hashes(self, places: npt.NDArray[np.integer]) -> list[tuple[bytes, bytes]]:
        """Return the hashes of both sides of some of them."""
        content = self.faces.table.content
        a, b = (content[side.at(places).rows(self.faces)] for side in (self.a, self.b))
        return [(x.tobytes(), y.tobytes()) for x, y in zip(a, b, strict=True)]

    def made_of(self, places: npt.NDArray[np.integer]) -> list[str]:
        """Return the rules by which each of some pairs is measured, as the cache tells them apart."""
        pairs = zip(self.hashes(places), self.text[places].tolist(), strict=True)
        return [self.question.made_of(pair, text=text) for pair, text in pairs]

    def pairs(self, places: npt.NDArray[np.integer]) -> list[Pair]:
        """Return some of them."""
        a, b = self.a.at(places), self.b.at(places)
        rows = zip(a.rows(self.faces).tolist(), b.rows(self.faces).tolist(), strict=True)
        sides = zip(
            zip(a.content.tolist(), a.by_view.tolist(), strict=True),
            zip(b.content.tolist(), b.by_view.tolist(), strict=True),
            strict=True,
        )
        return list(map(Pair, places.tolist(), rows, sides, self.hashes(places), self.text[places].tolist()))


def portions(places: npt.NDArray[np.integer]) -> Iterator[npt.NDArray[np.integer]]:
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


def tasks_of(pairs: list[Pair]) -> list[list[Pair]]:
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


def ordered(a: bytes, b: bytes) -> tuple[bytes, bytes]:
    """Order a pair as the cache stores it: the smaller hash first."""
    return (a, b) if a <= b else (b, a)


def measured_of(pair: tuple[bytes, bytes], told: Figures) -> Measured:
    """Return the figures of a pair of hashes as the cache stores them."""
    return Measured(*ordered(*pair), *(told if pair[0] <= pair[1] else turned(told)))


def oriented(found: Measured, pair: tuple[bytes, bytes]) -> Figures:
    """Return stored figures for a pair in the order asked for."""
    told = found.of_a, found.of_b, found.size_a, found.size_b
    return told if pair[0] <= pair[1] else turned(told)
