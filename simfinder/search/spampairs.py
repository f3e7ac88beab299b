"""All pairs of spamsum signatures that score at least so much, none left out.

Where ``ngrams`` caps what too many rows have in common and may lose pairs, this join is exact and has two sides: grams
of seven characters propose, and a row whose grams are so common that all rows of comparable block sizes are fewer
is held against those instead. So it never costs more than comparing all, and mostly far less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simfinder.signatures.spamscore import PART, cut_runs, parse, score_rows

_GRAM = 7
_STARTS = PART - _GRAM + 1
_ROWS = 4096  # rows whose grams are looked up at once
_PAIRS = 1 << 21  # pairs proposed at once

_CODE = np.zeros(256, np.uint64)
_CODE[np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", np.uint8)] = (
    np.arange(64)
)


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
    """The different signatures among some, and (n,) int64 the row of each.

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


def scored(
    table: Spamsums, left: np.ndarray, right: np.ndarray, least: int, check: Callable[[], None]
) -> Scored:
    """All pairs of a left and another, right row that score at least ``least``.

    Args:
        table: the signatures.
        left: (k,) int64 distinct rows.
        right: (l,) int64 distinct rows; a row may be on both sides, and a pair then comes both ways.
        least: 1..101.
        check: called between blocks; may raise to stop.
    """
    join = _Join(table, np.sort(right), check)
    parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    left = np.sort(left)
    for begin in range(0, len(left), _ROWS):
        for a, b in join.proposed(left[begin : begin + _ROWS]):
            check()
            figure = score_rows(table.block, table.part1, table.length1, table.part2, table.length2, a, b)
            kept = (figure >= least) & (a != b)
            parts.append((a[kept], b[kept], figure[kept]))
    if not parts:
        none = np.zeros(0, np.int64)
        return Scored(none, none, np.zeros(0, np.uint8))
    a, b, figure = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((b, a))
    return Scored(a[order], b[order], figure[order])


class _Join:
    """The right side, indexed by grams and by block sizes."""

    def __init__(self, table: Spamsums, right: np.ndarray, check: Callable[[], None]) -> None:
        self._table = table
        self._levels = np.unique(np.concatenate((table.block, 2 * table.block)))
        chunks = []
        for begin in range(0, len(right), _ROWS):
            check()
            chunks.append(self._grams(right[begin : begin + _ROWS]))
        grams = np.concatenate([gram for gram, _ in chunks]) if chunks else np.zeros(0, np.uint64)
        rows = np.concatenate([row for _, row in chunks]) if chunks else np.zeros(0, np.int64)
        order = np.argsort(grams, kind="stable")
        self._gram, self._row = grams[order], rows[order]
        by_block = np.argsort(table.block[right], kind="stable")
        blocks = table.block[right][by_block]
        sizes, starts = np.unique(blocks, return_index=True)
        self._of_block = dict(zip(sizes.tolist(), np.split(right[by_block], starts[1:]), strict=False))

    def proposed(self, left: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Blocks of pairs that may score above 0, each pair once."""
        gram, row = self._grams(left)
        begin = np.searchsorted(self._gram, gram, "left")
        count = np.searchsorted(self._gram, gram, "right") - begin
        place = np.searchsorted(left, row)
        hits = np.bincount(place, count, len(left)).astype(np.int64)
        near = [self._comparable(int(block)) for block in self._table.block[left]]
        sizes = np.array([len(rows) for rows in near], np.int64)
        whole = hits > sizes
        held = np.cumsum(np.minimum(hits, sizes))
        first = 0
        while first < len(left):
            last = int(np.searchsorted(held, (held[first - 1] if first else 0) + _PAIRS, "right"))
            last = max(last, first + 1)
            light = (place >= first) & (place < last) & ~whole[place]
            yield self._expanded(begin[light], count[light], row[light])
            heavy = [i for i in range(first, last) if whole[i]]
            if heavy:
                yield np.repeat(left[heavy], sizes[heavy]), np.concatenate([near[i] for i in heavy])
            first = last

    def _expanded(
        self, begin: np.ndarray, count: np.ndarray, row: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The pairs of each row with those its grams lead to."""
        skipped = np.cumsum(count) - count
        found = self._row[np.arange(int(count.sum())) + np.repeat(begin - skipped, count)]
        pair = np.unique(np.repeat(row, count) * len(self._table) + found)
        return pair // max(1, len(self._table)), pair % max(1, len(self._table))

    def _comparable(self, block: int) -> np.ndarray:
        """The rows whose block size is the same, half or twice as large."""
        blocks = {block, 2 * block, block if block % 2 else block // 2}
        found = [self._of_block[b] for b in sorted(blocks) if b in self._of_block]
        return np.concatenate(found) if found else np.zeros(0, np.int64)

    def _grams(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """All grams of some rows, tied to their block sizes, with their rows."""
        table = self._table
        first = _packed(table.part1[rows], table.length1[rows])
        second = _packed(table.part2[rows], table.length2[rows])
        found = []
        for (place, gram), factor in ((first, 1), (second, 2)):
            level = np.searchsorted(self._levels, np.uint64(factor) * table.block[rows])
            # 7 characters take 42 bits
            found.append((gram | (level[place].astype(np.uint64) << np.uint64(6 * _GRAM)), rows[place]))
        (gram_a, row_a), (gram_b, row_b) = found
        return np.concatenate((gram_a, gram_b)), np.concatenate((row_a, row_b))


def _packed(part: np.ndarray, length: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Index of the row, and 42 bits, of each gram."""
    codes = _CODE[part]
    packed = np.zeros((len(part), _STARTS), np.uint64)
    for i in range(_GRAM):
        packed |= codes[:, i : i + _STARTS] << np.uint64(6 * i)
    place, start = np.nonzero(np.arange(_STARTS) < length[:, None].astype(np.int64) - (_GRAM - 1))
    return place, packed[place, start]
