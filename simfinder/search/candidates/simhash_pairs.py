"""Candidates by simhash: pairs of rows whose stored fingerprints differ in few bits.

Decides which distances are worth searching, and links rows with equal fingerprints without making all pairs of them;
``hamming.block_join`` joins the distinct values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from simfinder.arrays.set_operations import sorted_set
from simfinder.model.progress import Control
from simfinder.search.candidates.method import PairSearch
from simfinder.search.hamming.bit_blocks import Values
from simfinder.search.hamming.block_join import cost_of, near_pairs, sample
from simfinder.signatures.simhash.fingerprint import differing_rows

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

Rows = np.ndarray

MOST_BITS: Final = {64: 12, 32: 6}
"""The largest distance at which a pair is proposed, by the bits of the fingerprints: similarity 0.8125.

Unrelated contents agree in about half of their bits: of random pairs one in 4 million lies within 12 of 64 bits, and
one in 3,700 within 6 of 32 (one in 2,000 million within 2). Beyond, unrelated pairs outnumber related ones in a set of
some thousand files, so a simhash says nothing below a floor of 0.8125.
"""

_SECONDS, _SECONDS_PER_ROW = 2.0, 5e-6  # time a join may take before its distance is reduced
_PAIRS, _PAIRS_PER_ROW = 4_000_000, 30  # and pairs it may find, estimated from a sample
ALL_EQUAL = 32  # most rows of equal fingerprints of which all pairs are made
ALL_NEAR = 1024  # most pairs of rows made of two near fingerprints
_TURNS, _FOLLOWERS = (
    8,
    2,
)  # orders in which values are linked with those behind them where the distance was cut


def reach(floor: float, bits: int) -> int:
    """Return the largest distance of fingerprints that are at least ``floor`` similar, ``MOST_BITS`` at most."""
    return max(0, min(MOST_BITS[bits], int((1.0 - floor) * bits + 1e-6)))


class SimhashJoin:
    """The join of one table's simhashes; rows without one are left out.

    Args:
        table: the signatures.
        floor: least similarity of a pair, 1 - distance / bits.
        control: asked whether to stop.
    """

    def __init__(self, table: SignatureTable, floor: float, control: Control) -> None:
        self._check = control.check
        self._rows_of_table = len(table)
        self._asked = reach(floor, table.parameters.bits)
        rows = np.flatnonzero(table.has_simhash)
        order = np.argsort(table.simhash[rows], kind="stable")
        self._rows = rows[order].astype(np.int32)
        values = table.simhash[self._rows]
        self._begins = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1]))[: len(values)])
        self._values: Values = np.ascontiguousarray(values[self._begins])
        self._sizes = np.diff(self._begins, append=len(values))
        self._distance = affordable_distance(self._values, self._asked, self._check)
        self._left = _PAIRS + _PAIRS_PER_ROW * len(table)
        self._capped = 0

    @property
    def distance(self) -> int:
        """The distance up to which all pairs of fingerprints are found; less than asked if that is too much work."""
        return self._distance

    @property
    def capped(self) -> int:
        """Number of sets of rows not compared with all others (known once all pairs were taken).

        These are crowds of equal fingerprints; and the set of all distinct ones, if the distance was reduced.
        """
        return self._capped + (len(self._values) if self._distance < self._asked else 0)

    def pairs(self, done: Callable[[int], None]) -> Iterator[tuple[Rows, Rows]]:
        """Yield blocks of (a, b), each pair once; call ``done`` with the number of rows finished."""
        self._capped = 0
        told = 0

        def progress(share: float) -> None:
            nonlocal told
            rows = int(share * self._rows_of_table)
            done(rows - told)
            told = rows

        yield from self._equal()
        for a, b in near_pairs(self._values, self._distance, self._check, progress):
            yield from self._expanded(a, b)
        if self._distance < self._asked:
            yield from self._expanded(
                *near_neighbours(self._values, self._distance, self._asked, self._check)
            )
        progress(1.0)

    def _equal(self) -> Iterator[tuple[Rows, Rows]]:
        """Pair rows of equal fingerprints: all pairs of a few; in a crowd each with the first and with the next."""
        size = self._sizes
        for count in sorted_set(size[(size > 1) & (size <= ALL_EQUAL)]).tolist():
            begins = self._begins[size == count]
            first, second = np.triu_indices(count, 1)
            yield self._ordered((begins[:, None] + first).ravel(), (begins[:, None] + second).ravel())
        for group in np.flatnonzero(size > ALL_EQUAL).tolist():
            self._check()
            self._capped += 1
            begin = int(self._begins[group])
            others = np.arange(begin + 1, begin + int(size[group]))
            yield self._ordered(np.full(len(others), begin), others)
            yield self._ordered(others[:-1], others[1:])

    def _expanded(self, a: Values, b: Values) -> Iterator[tuple[Rows, Rows]]:
        """Turn pairs of fingerprints into pairs of rows."""
        one, two = np.searchsorted(self._values, a), np.searchsorted(self._values, b)
        product = self._sizes[one] * self._sizes[two]
        single = product == 1
        yield self._ordered(self._begins[one[single]], self._begins[two[single]])
        one, two, product = one[~single], two[~single], product[~single]
        crowd = product > ALL_NEAR
        if int(product[~crowd].sum()) > self._left:
            crowd[:] = True
        self._left -= int(product[~crowd].sum())
        self._capped += int(crowd.sum())
        few, of = _numbered(product[~crowd])
        x, y = one[~crowd][of], two[~crowd][of]
        yield self._ordered(self._begins[x] + few // self._sizes[y], self._begins[y] + few % self._sizes[y])
        yield from self._stars(one[crowd], two[crowd])

    def _stars(self, one: np.ndarray, two: np.ndarray) -> Iterator[tuple[Rows, Rows]]:
        """Link crowds by their first rows: each with all of the other, as long as that is affordable."""
        left, right = self._sizes[one], self._sizes[two]
        if int((left + right).sum()) > self._left:
            left, right = np.ones_like(left), np.ones_like(right)
        self._left -= int((left + right).sum())
        number, of = _numbered(left + right - 1)
        in_left = np.where(number < left[of], number, 0)
        in_right = np.where(number < left[of], 0, number - left[of] + 1)
        yield self._ordered(self._begins[one[of]] + in_left, self._begins[two[of]] + in_right)

    def _ordered(self, first: np.ndarray, second: np.ndarray) -> tuple[Rows, Rows]:
        a, b = self._rows[first], self._rows[second]
        return np.minimum(a, b), np.maximum(a, b)


def affordable_distance(values: Values, distance: int, check: Callable[[], None]) -> int:
    """Return the largest distance, up to the one asked, whose join stays within the limits of time and pairs."""
    n = len(values)
    some = sample(values)
    m = len(some)
    near = np.zeros(65, np.int64)
    for i in range(m - 1):
        near += np.bincount(np.bitwise_count(some[i + 1 :] ^ some[i]), minlength=65)
    expected = np.cumsum(near) * (n * (n - 1.0) / max(1, m * (m - 1)))
    while distance > 0:
        check()
        cheap = cost_of(values, distance) <= _SECONDS + _SECONDS_PER_ROW * n
        if cheap and expected[distance] <= _PAIRS + _PAIRS_PER_ROW * n:
            break
        distance -= 1
    return distance


def near_neighbours(
    values: Values, beyond: int, distance: int, check: Callable[[], None]
) -> tuple[Values, Values]:
    """Return pairs more than ``beyond`` and at most ``distance`` bits apart that are neighbours in some order of bits.

    They connect what the join of all pairs would connect, at a cost that grows with the number of values.
    """
    mixed: list[Values] = []
    for turn in range(0, 64, 64 // _TURNS):
        check()
        order = np.argsort(values << np.uint64(turn) | (values >> np.uint64(63 - turn)) >> np.uint64(1))
        for apart in range(1, _FOLLOWERS + 1):
            first, second = order[:-apart], order[apart:]
            gap = np.bitwise_count(values[first] ^ values[second])
            chosen = (gap > beyond) & (gap <= distance)
            first, second = first[chosen], second[chosen]
            mixed.append(np.minimum(first, second) * np.int64(len(values)) + np.maximum(first, second))
    key = sorted_set(np.concatenate(mixed))
    return values[key // max(1, len(values))], values[key % max(1, len(values))]


def _numbered(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers 0..count-1 of each count, concatenated, and which count each belongs to."""
    of = np.repeat(np.arange(len(counts)), counts)
    behind = np.cumsum(counts)
    return np.arange(len(of)) - (behind - counts)[of], of


def _figure(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the share of equal bits of rows a[i], b[i], (m,) float64; NaN if a side has no features."""
    share = 1.0 - differing_rows(table.simhash, a, b) / table.parameters.bits
    share[~(table.has_simhash[a] & table.has_simhash[b])] = np.nan
    return share


SEARCH = PairSearch(lambda table, floor, control, _jobs: SimhashJoin(table, floor, control), _figure)
