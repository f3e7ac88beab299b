"""ssdeep's ways of comparing: entries in, matches out in ssdeep's own order.

Owns which entries are held against which, and what a cluster is; the scores come from ``search.spampairs``. Knows
nothing of files or of how a match is printed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from simfinder.app.paper_tools.ssdeep_lists import Entry
from simfinder.arrays.set_operations import sorted_set
from simfinder.model.progress import Control
from simfinder.search.spamsum.pair_search import Scored, distinct, scored

EVERYTHING = -1
"""The threshold that lets scores of 0 pass."""

_IDENTICAL = 100
_BETWEEN_CHECKS = 64


class Match(NamedTuple):
    """``entry`` is like ``other`` by a score of 0..100."""

    entry: Entry
    other: Entry
    score: int


def against(
    known: Sequence[Entry], new: Sequence[Entry], threshold: int, control: Control
) -> Iterator[Match]:
    """Each new entry with all known ones, both in their order.

    Args:
        known: what is compared with.
        new: what is compared; not with each other.
        threshold: scores above it are told, 0..100; ``EVERYTHING`` for all pairs.
        control: asked whether to stop.

    Raises:
        GrammarError: a signature is malformed.
        Cancelled: on request.
    """
    scores = _Scores([*known, *new], threshold, control, known=len(known))
    for place in range(len(known), len(known) + len(new)):
        yield from scores.matches(place, len(known))


def growing(
    known: Sequence[Entry], new: Sequence[Entry], threshold: int, control: Control
) -> Iterator[Match]:
    """Each new entry with all known ones and the new ones before it. Arguments and errors as ``against``."""
    scores = _Scores([*known, *new], threshold, control)
    for place in range(len(known), len(known) + len(new)):
        yield from scores.matches(place, place)


def each_with_all(entries: Sequence[Entry], threshold: int, control: Control) -> Iterator[list[Match]]:
    """For each entry that matches any other all its matches, in order. Arguments and errors as ``against``.

    An entry is not held against its equals: the same name and signature from the same list; a file signed just now
    (without a list) not against those from lists either, though these are held against it.
    """
    scores = _Scores(entries, threshold, control)
    for place, entry in enumerate(entries):
        found = [match for match in scores.matches(place, len(entries)) if not _same(entry, match.other)]
        if found:
            yield found


def clusters_of_growing(
    known: Sequence[Entry], new: Sequence[Entry], threshold: int, control: Control
) -> list[list[Entry]]:
    """Entries tied by a chain of matches, single ones too, in the order of their first members.

    None at all from a threshold of 100 up, where nothing can match. Arguments and errors as ``against``.
    """
    scores = _Scores([*known, *new], threshold, control)
    return _clusters(scores, [True] * len(scores.entries))


def clusters_of_against(
    known: Sequence[Entry], new: Sequence[Entry], threshold: int, control: Control
) -> list[list[Entry]]:
    """As ``clusters_of_growing``, but a new entry is tied to known ones only, and left out when it matches none."""
    scores = _Scores([*known, *new], threshold, control, known=len(known), among_known=True)
    tied = set(scores.rows[: len(known)]) | set(scores.pairs.a.tolist())
    everything = threshold == EVERYTHING and bool(known)
    return _clusters(scores, [everything or row in tied for row in scores.rows])


def clusters_of_all(entries: Sequence[Entry], threshold: int, control: Control) -> list[list[Entry]]:
    """As ``clusters_of_growing``, but without entries that match nothing, or only their equals."""
    scores = _Scores(entries, threshold, control)
    return [cluster for cluster in _clusters(scores, [True] * len(entries)) if len(set(cluster)) > 1]


def _same(entry: Entry, other: Entry) -> bool:
    """Whether ssdeep takes the other for the entry itself."""
    equal = entry.name == other.name and entry.signature == other.signature
    return equal and entry.source in ("", other.source)


class _Scores:
    """The scores above a threshold among some entries.

    Args:
        entries: all of them.
        threshold: as in ``against``.
        control: asked whether to stop.
        known: how many of the first are compared with; None for all.
        among_known: those are compared with each other, too.

    Attributes:
        entries: as given.
        threshold: as given.
        rows: the number of each entry's signature among the different ones.
        pairs: of these numbers.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        threshold: int,
        control: Control,
        *,
        known: int | None = None,
        among_known: bool = False,
    ) -> None:
        self.entries = entries
        self.threshold = threshold
        self._control = control
        table, row_of = distinct([entry.signature for entry in entries])
        right = sorted_set(row_of[:known])
        left = sorted_set(row_of if known is None or among_known else row_of[known:])
        self.rows: list[int] = row_of.tolist()
        self.pairs: Scored = scored(table, left, right, max(1, threshold + 1), control.check)
        self._starts = np.searchsorted(self.pairs.a, np.arange(len(table) + 1)).tolist()
        self._places: list[list[int]] = [[] for _ in range(len(table))]
        for place, row in enumerate(self.rows):
            self._places[row].append(place)

    def matches(self, place: int, end: int) -> Iterator[Match]:
        """The entry at a place with those before ``end`` it matches, in order."""
        if place % _BETWEEN_CHECKS == 0:
            self._control.check()
        entries, row = self.entries, self.rows[place]
        span = slice(self._starts[row], self._starts[row + 1])
        score_of = dict(zip(self.pairs.b[span].tolist(), self.pairs.score[span].tolist(), strict=True))
        if self.threshold < _IDENTICAL:
            score_of[row] = _IDENTICAL
        if self.threshold == EVERYTHING:
            for other in range(end):
                if other != place:
                    yield Match(entries[place], entries[other], score_of.get(self.rows[other], 0))
            return
        found: list[tuple[int, int]] = []
        for near, score in score_of.items():
            places = self._places[near]
            found += [(other, score) for other in places[: bisect_left(places, end)] if other != place]
        found.sort()
        for other, score in found:
            yield Match(entries[place], entries[other], score)


def _clusters(scores: _Scores, members: Sequence[bool]) -> list[list[Entry]]:
    if scores.threshold >= _IDENTICAL:
        return []
    root = list(range(max(scores.rows, default=-1) + 1))

    def top(row: int) -> int:
        while root[row] != row:
            root[row] = row = root[root[row]]
        return row

    for a, b in zip(scores.pairs.a.tolist(), scores.pairs.b.tolist(), strict=True):
        root[top(a)] = top(b)
    found: dict[int, list[Entry]] = {}
    for entry, row, member in zip(scores.entries, scores.rows, members, strict=True):
        if member:
            found.setdefault(0 if scores.threshold == EVERYTHING else top(row), []).append(entry)
    return list(found.values())
