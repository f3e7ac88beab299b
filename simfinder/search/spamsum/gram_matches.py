"""Which signatures must be compared so that no pair with a spamsum score is missed.

If two parts have a gram in common, they have a longest stretch in common, whose first gram is preceded by different
characters, or by none, in the two. So a gram makes pairs only of rows that have it behind different characters, or at
the start: a licence header of thirty grams in a thousand files makes each pair once, not thirty times.

``gram_bins`` makes the grams; the caller decides how many pairs are too many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.search.set_join.posting_lists import by_row
from simfinder.search.spamsum.gram_bins import BEFORE, HASH, Bins

_SLICE = 1 << 23  # entries at a time, 8 bytes each: a million real files take eight passes
_ONCE = 1 << 18  # bits to tell values met twice in a bin from those met once
_FIRST = np.uint64(1) << np.uint64(63)
_STEPS = 1 << 25  # pairs looked at between two calls of ``check``


class GramMatches(NamedTuple):
    """Rows that have a gram in common, those with the same character before it (a side) adjacent.

    Attributes:
        rows: int32 rows.
        starts: (s+1,) int64, side i holds ``rows[starts[i]:starts[i+1]]``, ascending.
        begin, end: (s,) int64, the range of side i's gram in ``rows``.
        skipped: (s,) bool, rows of this side need not meet each other.
        first: (n+1,) int64 into ``side_of``.
        side_of: int32 sides by row; those of row r are ``side_of[first[r]:first[r+1]]``.
        visits: number of pairs to look at; the pairs with a score, each at least once, are among them.
    """

    rows: np.ndarray
    starts: np.ndarray
    begin: np.ndarray
    end: np.ndarray
    skipped: np.ndarray
    first: np.ndarray
    side_of: np.ndarray
    visits: int


def meetings(bins: Bins, n: int, check: Callable[[], None]) -> GramMatches:
    """Index signatures by their common grams. Memory: 8 bytes per gram, at most 64 MB, and the result.

    Args:
        bins: of the signatures.
        n: how many signatures there are.
        check: called between parts of the work; may raise to stop.
    """
    found = [np.zeros(0, np.uint64)]
    step = max(1, len(bins.counts) // (int(bins.counts.sum()) // _SLICE + 1))
    for first in range(0, len(bins.counts), step):
        check()
        entries, bounds = bins.entries(first, first + step)
        check()
        found.append(entries[: _meet(entries, bounds)].copy())
        del entries  # before the next ones are made
    return _sorted_out(np.concatenate(found), n)


def _sorted_out(entries: np.ndarray, n: int) -> GramMatches:
    """Make the columns from what ``_meet`` left."""
    rows = (entries & np.uint64(0xFFFFFFFF)).astype(np.int32)
    head = (entries >> BEFORE).astype(np.uint32)
    is_gram = head >> np.uint32(31) == 1
    is_side = is_gram.copy()
    is_side[1:] |= (head[1:] ^ head[:-1]) << np.uint32(1) != 0
    starts = np.append(np.flatnonzero(is_side), len(rows))
    grams = np.append(np.flatnonzero(is_gram), len(rows))
    gram_of = np.cumsum(is_gram)[starts[:-1]] - 1
    skipped = head[starts[:-1]] << np.uint32(1) != 0
    sizes, spans = np.diff(starts), np.diff(grams)
    visits = int((spans * (spans - 1) // 2).sum()) - int((sizes * (sizes - 1) // 2)[skipped].sum())
    first, side_of = by_row(starts, rows, n)
    return GramMatches(rows, starts, grams[gram_of], grams[gram_of + 1], skipped, first, side_of, visits)


@njit(nogil=True, cache=True)
def _meet(entries: np.ndarray, bounds: np.ndarray) -> int:  # pragma: no cover - compiled
    """Keep only entries of grams that make pairs, gram by gram and side by side, at the front; return how many.

    An entry that begins a gram has its highest bit set; all other bits of the hash are cleared.
    """
    bins = len(bounds) - 1
    largest: Any = np.int64(1)
    for k in range(bins):
        largest = max(largest, bounds[k + 1] - bounds[k])
    once, twice = np.zeros(_ONCE // 64, np.uint64), np.zeros(_ONCE // 64, np.uint64)
    kept = np.empty(largest, np.uint64)
    room = 16
    while room < 2 * largest:
        room *= 2
    keys, number = np.empty(room, np.uint32), np.full(room, -1, np.int32)
    member, count = np.empty(largest, np.int32), np.empty(largest + 1, np.int32)
    ordered = np.empty(largest, np.uint64)
    sides = np.zeros(129, np.int64)
    used: Any = 0
    for k in range(bins):
        found = _met_twice(entries[bounds[k] : bounds[k + 1]], once, twice, kept)
        if found < 2:
            continue
        grams = _numbered(kept[:found], keys, number, member, count)
        _by_gram(kept[:found], member, count, grams, ordered)
        for g in range(grams):
            begin = np.int64(count[g - 1]) if g > 0 else np.int64(0)
            used = _settle(ordered[begin : count[g]], sides, kept, entries, used)
    return used


@njit(nogil=True, cache=True)
def _met_twice(
    bin_: np.ndarray, once: np.ndarray, twice: np.ndarray, kept: np.ndarray
) -> Any:  # pragma: no cover - compiled
    """Return the entries whose value may occur again in the bin; most grams are met once only."""
    once[:] = np.uint64(0)
    twice[:] = np.uint64(0)
    mask = np.uint64(_ONCE - 1)
    for entry in bin_:
        at = (entry >> HASH) & mask
        word, bit = np.int64(at >> np.uint64(6)), np.uint64(1) << (at & np.uint64(63))
        twice[word] |= once[word] & bit
        once[word] |= bit
    found: Any = 0
    for entry in bin_:
        at = (entry >> HASH) & mask
        kept[found] = entry
        found += np.int64((twice[np.int64(at >> np.uint64(6))] >> (at & np.uint64(63))) & np.uint64(1))
    return found


@njit(nogil=True, cache=True)
def _numbered(
    kept: np.ndarray, keys: np.ndarray, number: np.ndarray, member: np.ndarray, count: np.ndarray
) -> int:  # pragma: no cover - compiled
    """Number the distinct values by first occurrence and count each; leave the table empty again."""
    room = 16
    while room < 2 * len(kept):
        room *= 2
    mask = np.int64(room - 1)
    found = 0
    for i in range(len(kept)):
        value = np.uint32(kept[i] >> HASH)
        at = np.int64(value) & mask
        while number[at] >= 0 and keys[at] != value:
            at = (at + 1) & mask
        if number[at] < 0:
            number[at], keys[at] = found, value
            count[found] = 0
            found += 1
        member[i] = number[at]
        count[number[at]] += 1
    number[:room] = -1
    return found


@njit(nogil=True, cache=True)
def _by_gram(
    kept: np.ndarray, member: np.ndarray, count: np.ndarray, grams: int, ordered: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Sort entries by gram, stably; count[g] becomes the end of gram g."""
    begin = 0
    for g in range(grams):
        size = count[g]
        count[g] = begin
        begin += size
    for i in range(len(kept)):
        g = member[i]
        ordered[count[g]] = kept[i]
        count[g] += 1


@njit(nogil=True, cache=True)
def _settle(
    gram: np.ndarray, sides: np.ndarray, spare: np.ndarray, out: np.ndarray, used: Any
) -> Any:  # pragma: no cover - compiled
    """Write a gram's entries side by side to out[used:] if it makes pairs; return the new end."""
    size = len(gram)
    low_bits, row_bits = np.uint64(0x7FFFFFFFFF), np.uint64(0xFFFFFFFF)
    first = gram[0] & low_bits
    alone, one_side = True, (first >> BEFORE) != 0
    for i in range(1, size):
        alone &= (gram[i] & row_bits) == (first & row_bits)
        one_side &= (gram[i] & low_bits) >> BEFORE == first >> BEFORE
    if alone or one_side:
        return used
    sides[:] = 0
    for i in range(size):
        sides[1 + np.int64((gram[i] & low_bits) >> BEFORE)] += 1
    for k in range(128):
        sides[k + 1] += sides[k]
    for i in range(size):
        side = np.int64((gram[i] & low_bits) >> BEFORE)
        spare[sides[side]] = gram[i] & low_bits
        sides[side] += 1
    spare[0] |= _FIRST
    for i in range(size):
        out[used + i] = spare[i]
    return used + size


class MatchWalk:
    """A traversal of ``GramMatches``, row by row.

    Args:
        met: who meets whom.
        asks: (n,) uint8; a pair is made if the asks of one row and
        answers: (n,) uint8, of the other have a bit in common; symmetrical.
        most: pairs after which a call returns; the last row may add as many as there are rows.
    """

    def __init__(self, met: GramMatches, asks: np.ndarray, answers: np.ndarray, most: int) -> None:
        n = len(asks)
        self._met, self._wanted, self._most = met, (asks, answers), most
        self._stamp = np.full(n, -1, np.int32)
        self._pairs = np.empty(most + n, np.int32), np.empty(most + n, np.int32)

    def from_row(self, row: int) -> tuple[int, np.ndarray, np.ndarray]:
        """Return the row to continue with and pairs a < b, int32, ascending by a; visit each row once, in order."""
        row, found = _visit(row, self._met, self._wanted, self._stamp, self._most, self._pairs)
        return row, self._pairs[0][:found].copy(), self._pairs[1][:found].copy()


@njit(nogil=True, cache=True)
def _visit(
    row: Any,
    met: GramMatches,
    wanted: tuple[np.ndarray, np.ndarray],
    stamp: np.ndarray,
    most: int,
    out: tuple[np.ndarray, np.ndarray],
) -> tuple[int, int]:  # pragma: no cover - compiled
    """Write pairs of rows from ``row`` on until there are enough; return the next row, and how many."""
    rows, starts, begin, end, skipped, first, side_of, _ = met
    asks, answers = wanted
    n, found, steps = len(first) - 1, 0, 0
    while row < n and found < most and steps < _STEPS:
        for i in range(first[row], first[row + 1]):
            side = side_of[i]
            steps += end[side] - begin[side]
            for part in range(2):
                # all of the gram but this side, if rows of a side need not meet
                at, until = begin[side], end[side]
                if skipped[side]:
                    at, until = (at, starts[side]) if part == 0 else (starts[side + 1], until)
                elif part == 1:
                    break
                for k in range(at, until):
                    other = rows[k]
                    if other > row and stamp[other] != row and asks[row] & answers[other]:
                        stamp[other] = row
                        out[0][found], out[1][found] = row, other
                        found += 1
        row += 1
    return row, found
