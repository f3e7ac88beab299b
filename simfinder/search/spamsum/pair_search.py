"""All pairs of spamsum signatures that score at least so much, none left out.

A score above 0 needs seven characters in a row in common, or equal signatures; ``gram_matches`` finds these, and every
such pair is made once. Time grows with the characters and with the pairs that score, which is the output; if these are
too many for the caller, ``visits`` says so before they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simfinder.search.spamsum.gram_bins import Bins
from simfinder.search.spamsum.gram_matches import MatchWalk, meetings
from simfinder.signatures.spamsum.score import PART, cut_runs, parse, score_rows

_PAIRS = 1 << 17  # pairs at which a block is yielded; the last row may add as many as there are rows
_LEFT, _RIGHT = np.uint8(1), np.uint8(2)
_ROW_BITS, _SCORE_BITS = 28, 7  # bits of a row and of a score in one number, so that pairs sort by value


@dataclass(frozen=True, slots=True, eq=False)
class Spamsums:
    """Distinct signatures, runs cut to three, as columns. Two rows are never identical, so never 100 by that rule.

    Attributes:
        block: (n,) uint64 block sizes.
        part1, part2: (n, 64) uint8, ASCII characters, 0 behind them.
        length1, length2: (n,) uint8, characters in use.
    """

    block: np.ndarray
    part1: np.ndarray
    length1: np.ndarray
    part2: np.ndarray
    length2: np.ndarray

    def __len__(self) -> int:
        return len(self.block)


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """Pairs of rows with their scores.

    Attributes:
        a, b: (m,) int64 rows, sorted by a, then b.
        score: (m,) uint8, 1..100.
    """

    a: np.ndarray
    b: np.ndarray
    score: np.ndarray


def distinct(signatures: Sequence[str]) -> tuple[Spamsums, np.ndarray]:
    """Return the distinct signatures among some, and the row of each, (n,) int64.

    Raises:
        GrammarError: one is malformed.
    """
    rows: dict[tuple[int, str, str], int] = {}
    row_of = np.empty(len(signatures), np.int64)
    by_text: dict[str, int] = {}
    for i, text in enumerate(signatures):
        row = by_text.get(text)
        if row is None:
            block, first, second = parse(text)
            row = by_text[text] = rows.setdefault((block, cut_runs(first), cut_runs(second)), len(rows))
        row_of[i] = row
    blocks = np.fromiter((key[0] for key in rows), np.uint64, len(rows))
    part1, length1 = _column([key[1] for key in rows])
    part2, length2 = _column([key[2] for key in rows])
    return Spamsums(blocks, part1, length1, part2, length2), row_of


def _column(parts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    chars = np.array(parts, dtype=f"S{PART}").view(np.uint8).reshape(len(parts), PART)
    return chars, np.fromiter(map(len, parts), np.uint8, len(parts))


class SpamJoin:
    """The pairs of signatures that may score above 0: those that do, and hardly any others.

    Can be iterated once.

    Args:
        block: (n,) uint64 block sizes; a row with 0 and no characters is no signature.
        part1: (n, 64) uint8 characters, as written.
        length1: (n,) uint8, how many.
        part2: (n, 64) uint8, the same of the second parts.
        length2: (n,) uint8.
        check: called between blocks; may raise to stop.
        sides: (n,) uint8; a pair is made if one row has bit 0 set and the other bit 1. None: all pairs.
    """

    capped = 0
    """Nothing is ever left out."""

    def __init__(
        self,
        block: np.ndarray,
        part1: np.ndarray,
        length1: np.ndarray,
        part2: np.ndarray,
        length2: np.ndarray,
        check: Callable[[], None],
        sides: np.ndarray | None = None,
    ) -> None:
        n = len(block)
        self._check = check
        # similar rows adjacent: what is read to judge a row's pairs is still cached for the next row
        self._order = np.argsort(
            np.ascontiguousarray(part1[:, :8]).view(">u8")[:, 0].astype(np.uint64), kind="stable"
        ).astype(np.int32)
        self._asks = np.full(n, _LEFT | _RIGHT) if sides is None else sides[self._order]
        self._answers = (self._asks >> np.uint8(1)) | (self._asks << np.uint8(1))
        bins = Bins(block, part1, length1, part2, length2, self._order)
        self._meetings = meetings(bins, n, check)

    @property
    def visits(self) -> int:
        """Number of pairs looked at, some more than once: no fewer than ``pairs`` makes."""
        return self._meetings.visits

    def pairs(self, done: Callable[[int], None]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield blocks of (a, b): int32 rows, a < b, each pair once; call ``done`` with the number of rows finished."""
        order = self._order
        visits = MatchWalk(self._meetings, self._asks, self._answers, _PAIRS)
        row, n = 0, len(self._asks)
        while row < n:
            self._check()
            reached, a, b = visits.from_row(row)
            if len(a):
                a, b = order[a], order[b]
                yield np.minimum(a, b), np.maximum(a, b)
            done(reached - row)
            row = reached


def scored(
    table: Spamsums, left: np.ndarray, right: np.ndarray, least: int, check: Callable[[], None]
) -> Scored:
    """Return all pairs of a left and another, right row that score at least ``least``.

    Args:
        table: the signatures, fewer than 2^28.
        left: (k,) int64 distinct rows.
        right: (l,) int64 distinct rows; a row may be on both sides, and a pair then comes both ways.
        least: 1..101.
        check: called between blocks; may raise to stop.
    """
    sides = np.zeros(len(table), np.uint8)
    sides[left] |= _LEFT
    sides[right] |= _RIGHT
    columns = (table.block, table.part1, table.length1, table.part2, table.length2)
    parts = [np.zeros(0, np.int64)]
    for block_a, block_b in SpamJoin(*columns, check, sides).pairs(lambda _: None):
        check()
        a, b = block_a.astype(np.int64), block_b.astype(np.int64)
        figure = score_rows(*columns, a, b)
        strong = figure >= least
        parts.append((((a << _ROW_BITS) | b) << _SCORE_BITS | figure)[strong])
    check()
    pair = np.concatenate(parts)
    parts.clear()
    pair = np.concatenate((pair, _turned(pair)))
    if (sides != _LEFT | _RIGHT).any():
        pair = pair[(sides[_row_a(pair)] & _LEFT != 0) & (sides[_row_b(pair)] & _RIGHT != 0)]
    pair.sort()
    return Scored(_row_a(pair), _row_b(pair), (pair & ((1 << _SCORE_BITS) - 1)).astype(np.uint8))


def _row_a(pair: np.ndarray) -> np.ndarray:
    row: np.ndarray = pair >> (_ROW_BITS + _SCORE_BITS)
    return row


def _row_b(pair: np.ndarray) -> np.ndarray:
    row: np.ndarray = (pair >> _SCORE_BITS) & ((1 << _ROW_BITS) - 1)
    return row


def _turned(pair: np.ndarray) -> np.ndarray:
    """Return the same pairs the other way round."""
    score = pair & ((1 << _SCORE_BITS) - 1)
    turned: np.ndarray = ((_row_b(pair) << _ROW_BITS) | _row_a(pair)) << _SCORE_BITS | score
    return turned
