"""Pairs of prints of which one is short: a small file's, that may lie in any print no shorter.

A short print of l values needs T of them in the other one, T depending on its own length alone. So it looks up its
rarest l - T + m values, and a row that holds m of them is a candidate; values that many files share (zeros, a licence
header) are mostly not looked up at all. Values that are still looked up too often link neighbours only, and are counted
as capped. ``shingleprint_pairs`` has the arithmetic of T and joins the full prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.arrays.set_operations import is_among, sorted_set

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

_SEEN = 1 << 22  # counters of values, by their last bits
_ROWS = 1 << 14  # rows scanned at once
_STEPS_BUDGET, _STEPS_PER_ROW = (
    200_000_000,
    500,
)  # meetings of rows that ask a value with those that hold it, 1 ns each
_PAIRS = 1 << 17  # pairs at which a block is yielded; the last row may add as many as there are rows


def blocks(
    table: SignatureTable, rows: np.ndarray, check: Callable[[], None]
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yield the prints of some rows at a time: row numbers, (m, f) uint32 values, (m, f) bool, which are in use."""
    for begin in range(0, len(rows), _ROWS):
        check()
        some = rows[begin : begin + _ROWS]
        values, lengths = table.prints(some)
        yield some, values, np.arange(values.shape[1]) < lengths[:, None]


def seen(table: SignatureTable, check: Callable[[], None]) -> tuple[np.ndarray, np.ndarray]:
    """Count how often values occur, (4 M,) int64 by their last bits; and how many each print has, (n,) int64."""
    counts, lengths = np.zeros(_SEEN, np.int64), [np.zeros(0, np.int64)]
    for _, values, used in blocks(table, np.arange(len(table)), check):
        counts += np.bincount(values[used] & np.uint32(_SEEN - 1), minlength=_SEEN)
        lengths.append(used.sum(axis=1))
    return counts, np.concatenate(lengths)


def rarity(values: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Combine counts (uint64) and values (uint32) into numbers that sort values by count, the same way everywhere."""
    key: np.ndarray = (counts[values & np.uint32(_SEEN - 1)].astype(np.uint64) << np.uint64(32)) | values
    return key


class ShortJoin:
    """The pairs of short prints with each other and with full ones.

    Args:
        table: the signatures.
        counts: of ``seen``.
        length: (n,) int64, of ``seen``.
        needed: (f+1,) int64, by the length of the smaller print, how many values must be in common.
        told: (f+1,) int64, how many of these are looked for; at least 1, at most ``needed``.
        check: called between blocks; may raise to stop.
    """

    def __init__(
        self,
        table: SignatureTable,
        counts: np.ndarray,
        length: np.ndarray,
        needed: np.ndarray,
        told: np.ndarray,
        check: Callable[[], None],
    ) -> None:
        self._check = check
        self._length = length
        self._told = told
        self.rows = np.flatnonzero((length < len(needed) - 1) & (length > 0))
        asked, asker = self._asks(table, counts, needed)
        self._values = sorted_set(asked)
        held, holder = self._held(table)
        order = np.lexsort((holder, held))
        self._holder = holder[order].astype(np.int32)
        self._begin = np.append(np.searchsorted(held[order], self._values), len(held))
        value_of = np.searchsorted(self._values, asked)
        size = np.diff(self._begin)
        steps = np.bincount(value_of, minlength=len(size)) * size
        budget = _STEPS_BUDGET + _STEPS_PER_ROW * len(table)
        cheap = np.argsort(steps, kind="stable")
        heavy = np.zeros(len(size), np.bool_)
        heavy[cheap[np.cumsum(steps[cheap]) > budget]] = True
        self.capped = int(heavy.sum())
        self._near = self._neighbours(np.flatnonzero(heavy))
        light = ~heavy[value_of]
        self._asked = value_of[light]
        self._first = np.searchsorted(asker[light], np.append(self.rows, len(table)))
        # a row that also asks for heavy values can't be decided by a count of the others
        self._hidden = np.bincount(asker[~light], minlength=len(table)).astype(np.int64)

    def pairs(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield blocks of (a, b): int32 rows, a < b, each pair once."""
        n = len(self._length)
        if len(self._near):
            yield (self._near // n).astype(np.int32), (self._near % n).astype(np.int32)
        asked = _Asked(self.rows, self._first, self._asked, self._told, self._hidden)
        held = _Held(self._begin, self._holder)
        out_a, out_b = np.empty(_PAIRS + n, np.int32), np.empty(_PAIRS + n, np.int32)
        scratch = _Scratch(np.zeros(n, np.int32), np.empty(n, np.int32), out_a, out_b)
        place = 0
        while place < len(self.rows):
            self._check()
            place, found = _meet(place, asked, held, self._length, scratch)
            a, b = np.minimum(out_a[:found], out_b[:found]), np.maximum(out_a[:found], out_b[:found])
            if len(self._near):
                pair = a.astype(np.int64) * n + b
                new = self._near[np.searchsorted(self._near[:-1], pair)] != pair
                a, b = a[new], b[new]
            yield a, b

    def _asks(
        self, table: SignatureTable, counts: np.ndarray, needed: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the values each short row asks for, and the rows, ascending."""
        asked, asker = [np.zeros(0, np.uint32)], [np.zeros(0, np.int64)]
        for rows, values, used in blocks(table, self.rows, self._check):
            key = np.where(used, rarity(values, counts), ~np.uint64(0))
            key.sort(axis=1)
            length = self._length[rows]
            asks = np.arange(used.shape[1]) < (length - needed[length] + self._told[length])[:, None]
            asked.append((key[asks] & np.uint64(0xFFFFFFFF)).astype(np.uint32))
            asker.append(np.repeat(rows, asks.sum(axis=1)))
        return np.concatenate(asked), np.concatenate(asker)

    def _held(self, table: SignatureTable) -> tuple[np.ndarray, np.ndarray]:
        """Return the requested values in all rows, and the rows."""
        known = np.zeros(_SEEN, np.bool_)
        known[self._values & np.uint32(_SEEN - 1)] = True
        found, holder = [np.zeros(0, np.uint32)], [np.zeros(0, np.int64)]
        for rows, values, used in blocks(table, np.arange(len(table)), self._check):
            row, place = np.nonzero(known[values & np.uint32(_SEEN - 1)] & used)
            wanted = is_among(values[row, place], self._values)
            found.append(values[row, place][wanted])
            holder.append(rows[row[wanted]])
        return np.concatenate(found), np.concatenate(holder)

    def _neighbours(self, heavy: np.ndarray) -> np.ndarray:
        """Pair each holder of a heavy value with the next one and the first, as a·n + b, ascending, if one is short."""
        n, found = len(self._length), [np.zeros(0, np.int64)]
        is_short = np.zeros(n, np.bool_)
        is_short[self.rows] = True
        for value in heavy.tolist():
            rows = self._holder[self._begin[value] : self._begin[value + 1]].astype(np.int64)
            a, b = np.concatenate((rows[:-1], np.full(len(rows) - 1, rows[0]))), np.tile(rows[1:], 2)
            found.append((a * n + b)[is_short[a] | is_short[b]])
        return sorted_set(np.concatenate(found))


class _Asked(NamedTuple):
    """What short rows ask for.

    Attributes:
        rows: (s,) short rows.
        first: (s+1,) where the values each asks for begin in ``values``.
        values: numbers of values.
        told: of ``ShortJoin``.
        hidden: (n,) how many values of each row are asked for elsewhere.
    """

    rows: np.ndarray
    first: np.ndarray
    values: np.ndarray
    told: np.ndarray
    hidden: np.ndarray


class _Held(NamedTuple):
    """The rows that hold each value: ``holder[begin[v] : begin[v + 1]]``."""

    begin: np.ndarray
    holder: np.ndarray


class _Scratch(NamedTuple):
    """Counts by row, zero between calls; rows touched; and the pairs found."""

    counts: np.ndarray
    touched: np.ndarray
    a: np.ndarray
    b: np.ndarray


@njit(nogil=True, cache=True)
def _meet(
    place: Any, asked: _Asked, held: _Held, length: np.ndarray, scratch: _Scratch
) -> tuple[int, int]:  # pragma: no cover - compiled
    """Compare short rows from ``place`` on with all rows no shorter; of equal length with those behind."""
    rows, first, values, told, hidden = asked
    begin, holder = held
    count, touched, out_a, out_b = scratch
    found, steps = 0, 0
    while place < len(rows) and found < _PAIRS and steps < (1 << 25):
        row = rows[place]
        own, used = length[row], 0
        for i in range(first[place], first[place + 1]):
            for k in range(begin[values[i]], begin[values[i] + 1]):
                other = holder[k]
                if length[other] > own or (length[other] == own and other > row):
                    if count[other] == 0:
                        touched[used] = other
                        used += 1
                    count[other] += 1
            steps += begin[values[i] + 1] - begin[values[i]]
        least = max(1, told[own] - hidden[row])
        for i in range(used):
            if count[touched[i]] >= least:
                out_a[found] = row
                out_b[found] = touched[i]
                found += 1
            count[touched[i]] = 0
        place += 1
    return place, found
