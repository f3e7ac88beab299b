"""Where two byte strings match: exact runs found by unique windows, moved ones included.

Used to show two contents beside each other, not to measure similarity: ``search.overlap`` does that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from simfinder.model.progress import Control

WINDOW = 16
_INDEXED = 1 << 17  # windows indexed of one side: about 15 MB of Python objects, 60 ms
_CHECKED = 4096  # windows between two checks for a cancel: about 1 ms
_SCATTERED = 4  # fewer equal bytes between two changed ones are not shown as equal


@dataclass(frozen=True, slots=True)
class Match:
    """``a[left:left + length] == b[right:right + length]``."""

    left: int
    right: int
    length: int


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of an alignment: equal on both sides, or what ``a`` and ``b`` have there (either may be empty)."""

    equal: bool
    left: int
    left_end: int
    right: int
    right_end: int


def matching_runs(a: bytes, b: bytes, control: Control) -> list[Match]:
    """Find maximal equal runs of at least ``WINDOW`` bytes, in the order of ``a``, without overlap in ``a``.

    A window counts only if it occurs once in ``b``: padding and repeated tables say nothing about a position, but a
    run may grow over them. Equal beginnings and ends are found without windows. Of a long ``b`` only every nth window
    is indexed (n is 17 at 2 MB), so runs shorter than ``WINDOW + n`` bytes may be missed.
    """
    start = _equal_start(a, b)
    end = _equal_end(a, b, start)
    runs = [Match(0, 0, start)] if start else []
    runs += _inner_runs(a, b, start, end, control)
    if end:
        runs.append(Match(len(a) - end, len(b) - end, end))
    return runs


def _inner_runs(a: bytes, b: bytes, start: int, end: int, control: Control) -> list[Match]:
    places = _unique_windows(b, start, len(b) - end, control)
    runs: list[Match] = []
    at, stop = start, len(a) - end
    checked = 0
    while at + WINDOW <= stop:
        checked += 1
        if checked % _CHECKED == 0:
            control.check()
        place = places.get(a[at : at + WINDOW], -1)
        if place < 0:
            at += 1
            continue
        floor = runs[-1].left + runs[-1].length if runs else start
        back = _equal_back(a, b, at, place, floor)
        length = back + WINDOW + _equal_from(a, b, at + WINDOW, place + WINDOW, stop)
        runs.append(Match(at - back, place - back, length))
        at += length - back
    return runs


def _unique_windows(b: bytes, start: int, stop: int, control: Control) -> dict[bytes, int]:
    places: dict[bytes, int] = {}
    step = 1 + (stop - start) // _INDEXED
    for count, at in enumerate(range(start, stop - WINDOW + 1, step)):
        if count % _CHECKED == 0:
            control.check()
        window = b[at : at + WINDOW]
        places[window] = -1 if window in places else at
    return places


def align(a: bytes, b: bytes, control: Control) -> list[Segment]:
    """Align two byte strings in order: equal and different stretches in turn."""
    segments: list[Segment] = []
    left = right = 0
    runs = matching_runs(a, b, control)
    chain = heaviest_chain([run.right for run in runs], [run.length for run in runs])
    for run in [*(runs[i] for i in chain), Match(len(a), len(b), 0)]:
        skip = max(0, left - run.left, right - run.right)
        if run.length and skip >= run.length:
            continue
        segments += _between(a, b, left, run.left + skip, right, run.right + skip)
        left, right = run.left + run.length, run.right + run.length
        if run.length:
            segments.append(Segment(True, run.left + skip, left, run.right + skip, right))
    return _joined(segments)


def _between(a: bytes, b: bytes, left: int, left_end: int, right: int, right_end: int) -> list[Segment]:
    """Return what lies between two runs; if of equal length, it is compared byte by byte (scattered edits)."""
    if left_end - left != right_end - right or left == left_end:
        return (
            [Segment(False, left, left_end, right, right_end)]
            if (left_end, right_end) != (left, right)
            else []
        )
    segments: list[Segment] = []
    start, equal = 0, a[left] == b[right]
    for i in range(1, left_end - left + 1):
        now = None if i == left_end - left else a[left + i] == b[right + i]
        if now is not equal:
            shown_equal = equal and i - start >= _SCATTERED
            segments.append(Segment(shown_equal, left + start, left + i, right + start, right + i))
            start, equal = i, bool(now)
    return segments


def _joined(segments: list[Segment]) -> list[Segment]:
    joined: list[Segment] = []
    for segment in segments:
        if joined and joined[-1].equal == segment.equal:
            last = joined[-1]
            segment = Segment(last.equal, last.left, segment.left_end, last.right, segment.right_end)
            joined[-1] = segment
        else:
            joined.append(segment)
    return joined


def _equal_from(a: bytes, b: bytes, at: int, place: int, stop: int) -> int:
    """Return the length of the equal run that begins at two offsets."""
    limit = min(stop - at, len(b) - place)
    length, step = 0, 64
    while length < limit:
        size = min(step, limit - length)
        if a[at + length : at + length + size] == b[place + length : place + length + size]:
            length += size
            step *= 2
        elif size == 1:
            break
        else:
            step = max(1, size // 2)
    return max(0, length)


def _equal_back(a: bytes, b: bytes, at: int, place: int, floor: int) -> int:
    length = 0
    while at - length > floor and place - length > 0 and a[at - length - 1] == b[place - length - 1]:
        length += 1
    return length


def _equal_start(a: bytes, b: bytes) -> int:
    return _equal_from(a, b, 0, 0, len(a))


def _equal_end(a: bytes, b: bytes, start: int) -> int:
    limit = min(len(a), len(b)) - start
    length, step = 0, 64
    while length < limit:
        size = min(step, limit - length)
        end_a, end_b = len(a) - length, len(b) - length
        if a[end_a - size : end_a] == b[end_b - size : end_b]:
            length += size
            step *= 2
        elif size == 1:
            break
        else:
            step = max(1, size // 2)
    return length


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
