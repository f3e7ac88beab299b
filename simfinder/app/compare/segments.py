"""The segments of an alignment, equal and different in turn; and how two short byte strings are aligned.

Used to show two contents beside each other, not to measure similarity. Bytes are aligned by the stretches that
``search.overlap`` finds, and by equal bytes between them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from simfinder.model.progress import Control
from simfinder.search.overlap.byte_overlap import Bytes, stretches_of

_DEPTH = 3  # gaps within gaps
_SCATTERED = 4  # fewer equal bytes between two changed ones are not shown as equal


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of bytes or lines: equal on both sides, or what each has there (either may be empty)."""

    equal: bool
    left: int
    left_end: int
    right: int
    right_end: int


def align(a: bytes, b: bytes, control: Control) -> list[Segment]:
    """Align two byte strings in order: equal and different stretches in turn."""
    return joined(_aligned(np.frombuffer(a, np.uint8), np.frombuffer(b, np.uint8), 0, 0, _DEPTH, control))


def _aligned(
    one: Bytes, other: Bytes, left: int, right: int, depth: int, control: Control
) -> Iterator[Segment]:
    """Align two parts that begin at these offsets; gaps between runs again, which may have moved stretches in place of
    shorter ones that keep the order.
    """
    at = at_other = 0
    for begin, begin_other, length in [*_runs(one, other, control), (len(one), len(other), 0)]:
        skip = max(0, at - begin, at_other - begin_other)
        if length and skip >= length:
            continue
        gap = one[at : begin + skip], other[at_other : begin_other + skip]
        if depth and min(map(len, gap)) and len(gap[0]) != len(gap[1]):
            yield from _aligned(*gap, left + at, right + at_other, depth - 1, control)
        else:
            yield from _segments(*gap, left + at, right + at_other)
        at, at_other = begin + length, begin_other + length
        run = one[begin + skip : at], other[begin_other + skip : at_other]
        yield from _segments(*run, left + begin + skip, right + begin_other + skip)


def _runs(one: Bytes, other: Bytes, control: Control) -> Iterator[tuple[int, int, int]]:
    """Yield equal ends and, between them, the stretches that keep the order of both sides and have most equal bytes."""
    start = _equal_start(one, other)
    one, other = one[start:], other[start:]
    end = _equal_start(one[::-1], other[::-1])
    yield 0, 0, start
    found = stretches_of(one[: len(one) - end], other[: len(other) - end], control.check)
    columns = found.begin.tolist(), found.source.tolist(), found.length.tolist()
    for i in heaviest_chain(columns[1], found.equal.tolist()):
        yield start + columns[0][i], start + columns[1][i], columns[2][i]
    yield start + len(one) - end, start + len(other) - end, end


def _equal_start(one: Bytes, other: Bytes) -> int:
    both = min(len(one), len(other))
    differs = one[:both] != other[:both]
    return int(differs.argmax()) if differs.any() else both


def _segments(one: Bytes, other: Bytes, left: int, right: int) -> Iterator[Segment]:
    """Yield a stretch as one that differs or, if both sides are equally long, compared byte by byte."""
    if len(one) != len(other):
        yield Segment(False, left, left + len(one), right, right + len(other))
        return
    equal = one == other
    edges = [0, *(np.flatnonzero(equal[1:] != equal[:-1]) + 1).tolist(), len(one)]
    for i, j in pairwise(edges):
        if i < j:
            shown_equal = bool(equal[i]) and (j - i >= _SCATTERED or j - i == len(one))
            yield Segment(shown_equal, left + i, left + j, right + i, right + j)


def joined(segments: Iterable[Segment]) -> list[Segment]:
    """Join neighbours that are both equal or both different."""
    found: list[Segment] = []
    for segment in segments:
        if found and found[-1].equal == segment.equal:
            last = found.pop()
            segment = Segment(last.equal, last.left, segment.left_end, last.right, segment.right_end)
        found.append(segment)
    return found


def heaviest_chain(others: Sequence[int], weights: Sequence[int]) -> list[int]:
    """Choose the heaviest set of pairs whose positions ascend on both sides, with a Fenwick tree over the other side.

    Args:
        others: position on the other side of each pair, in the order of the positions on this side.
        weights: of each pair, 0 or more.

    Returns:
        Indexes in ``others``, ascending.
    """
    places = sorted(set(others))
    best: list[tuple[int, int]] = [(0, -1)] * (len(places) + 1)
    before: list[int] = []
    total: list[int] = []
    for index, (other, weight) in enumerate(zip(others, weights, strict=True)):
        place = bisect_left(places, other)
        most, previous, node = 0, -1, place
        while node > 0:
            if best[node][0] > most:
                most, previous = best[node]
            node -= node & -node
        before.append(previous)
        total.append(most + weight)
        node = place + 1
        while node < len(best):
            if best[node][0] < total[index]:
                best[node] = (total[index], index)
            node += node & -node
    chain: list[int] = []
    index = max(range(len(total)), key=total.__getitem__, default=-1)
    while index >= 0:
        chain.append(index)
        index = before[index]
    return chain[::-1]
