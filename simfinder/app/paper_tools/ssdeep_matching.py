"""Compare signatures as ssdeep does: entries in, matches out in ssdeep's own order.

Decides which entries are compared with which, and what a cluster is; ``search.spamsum`` computes the scores.
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
    """``entry`` matches ``other`` with a score of 0..100."""

    entry: Entry
    other: Entry
    score: int


def against(
    known: Sequence[Entry], new: Sequence[Entry], threshold: int, control: Control
) -> Iterator[Match]:
    """Compare each new entry with all known ones, both in order.

    Args:
        known: entries to compare with.
        new: entries to compare; not with each other.
        threshold: only scores above it match, 0..100; ``EVERYTHING`` for all pairs.
        control: cancelling.

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
    """Compare each new entry with all known ones and the new ones before it. Arguments and errors as ``against``."""
    scores = _Scores([*known, *new], threshold, control)
    for place in range(len(known), len(known) + len(new)):
        yield from scores.matches(place, place)


def each_with_all(entries: Sequence[Entry], threshold: int, control: Control) -> Iterator[list[Match]]:
    """Find all matches, in order, of each entry that has any. Arguments and errors as ``against``.

    An entry is not compared with its equals: the same name and signature from the same list. A file signed just now
    (without a list) is not compared with its equals from lists either, though these are compared with it.
    """
    scores = _Scores(entries, threshold, control)
    for place, entry in enumerate(entries):
        found = [match for match in scores.matches(place, len(entries)) if not _same(entry, match.other)]
        if found:
            yield found


def clusters_of_growing(
    known: Sequence[Entry], new: Sequence[Entry], threshold: int, control: Control
) -> list[list[Entry]]:
    """Cluster entries linked by a chain of matches, single ones too, in the order of their first members.

    There are none from a threshold of 100 up, where nothing can match. Arguments and errors as ``against``.
    """
    scores = _Scores([*known, *new], threshold, control)
    return _clusters(scores, [True] * len(scores.entries))


def clusters_of_against(
    known: Sequence[Entry], new: Sequence[Entry], threshold: int, control: Control
) -> list[list[Entry]]:
    """Cluster as ``clusters_of_growing``, but link new entries to known ones only, and drop those that match none."""
    scores = _Scores([*known, *new], threshold, control, known=len(known), among_known=True)
    tied = set(scores.rows[: len(known)]) | set(scores.pairs.a.tolist())
    everything = threshold == EVERYTHING and bool(known)
    return _clusters(scores, [everything or row in tied for row in scores.rows])


def clusters_of_all(entries: Sequence[Entry], threshold: int, control: Control) -> list[list[Entry]]:
    """Cluster as ``clusters_of_growing``, but without entries that match nothing, or only their equals."""
    scores = _Scores(entries, threshold, control)
    return [cluster for cluster in _clusters(scores, [True] * len(entries)) if len(set(cluster)) > 1]


def _same(entry: Entry, other: Entry) -> bool:
    """Return whether ssdeep takes the other entry for the entry itself."""
    equal = entry.name == other.name and entry.signature == other.signature
    return equal and entry.source in ("", other.source)


class _Scores:
    """The scores above a threshold among some entries.

    Args:
        entries: all of them.
        threshold: as in ``against``.
        control: cancelling.
        known: how many of the first entries are compared with; None for all.
        among_known: compare these with each other too.

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
        """Return the matches of an entry among those before ``end``, in order."""
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
