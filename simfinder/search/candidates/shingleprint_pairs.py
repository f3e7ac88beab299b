"""Candidates by shingleprint: pairs whose prints have enough values in common for a score of simhash(1).

Two prints with c common values score c / (2·m - c), m being the number of values of the smaller one: at least f exactly
when c is at least 2·m·f / (1 + f). Full prints all need the same number T of each other and are joined here; short
ones, which may lie in any larger print and need fewer, in ``short_shingleprint_pairs``.

Of T common values every row may do without its T - t most common ones, if t of the others are still required: values
that many files share (a licence header, zeros) are mostly gone before they cost anything, and nothing is lost.
``set_join.join`` joins the full prints; ``capped`` adds up what both joins cap.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from simfinder.model.progress import Control
from simfinder.search.candidates.method import PairSearch
from simfinder.search.candidates.short_shingleprint_pairs import ShortJoin, blocks, rarity, seen
from simfinder.search.set_join.inverted_index import Values
from simfinder.search.set_join.join import Rule, SetJoin
from simfinder.signatures.shingleprint.fingerprint import exact_score_rows

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

LEEWAY = 1e-4  # below the floor, so that float32 rounding never decides
_SHARE_OF_SHORT = 4
_SHARE = 8  # one in so many of the values needed is looked for: fewer make false pairs, more cost steps


def needed(values: int, floor: float) -> int:
    """Return the least number of common values with which a print of ``values`` values can reach ``floor``."""
    return max(1, math.ceil(2.0 * values * floor / (1.0 + floor) - 1e-6))


class PrintJoin:
    """The join of one table's shingleprints; no pair that reaches the floor is missed unless values were capped.

    Memory: 4 bytes for each value looked at, and as much for where it occurs; up to 1 kB per row.

    Args:
        table: the signatures.
        floor: least score of a pair, 0..1.
        control: asked whether to stop.
        jobs: threads; the pairs do not depend on it.

    Attributes:
        capped: number of values whose rows were compared with their neighbours only.
    """

    def __init__(self, table: SignatureTable, floor: float, control: Control, jobs: int = 1) -> None:
        self._check = control.check
        self._rows = len(table)
        floor = min(1.0, max(0.0, floor - LEEWAY))
        most = table.parameters.features
        least = np.array([needed(values, floor) for values in range(most + 1)], np.int64)
        told = -(-least // np.where(np.arange(most + 1) < most, _SHARE_OF_SHORT, _SHARE))
        counts, length = seen(table, self._check)
        self._short = ShortJoin(table, counts, length, least, told, self._check)
        self._full = np.flatnonzero(length == most).astype(np.int32)
        width = most - int(least[most] - told[most])
        flat, order = _rarest(table, self._full, counts, width, self._check)
        count = np.full(len(self._full), width, np.int64)
        values = Values(flat, np.arange(len(count)) * width, count)
        rule = Rule(
            np.full(len(count), told[most], np.int32),
            np.full((2 * width + 1, 1), told[most], np.int32),
            np.ascontiguousarray(table.size[self._full], np.int64),
        )
        self._join = SetJoin(values, order, rule, self._check, jobs)
        self.capped = self._join.capped + self._short.capped

    def pairs(self, done: Callable[[int], None]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield blocks of (a, b): int32 rows, a < b, each pair once; call ``done`` with the number of rows finished."""
        for a, b in self._join.pairs(done):
            yield self._full[a], self._full[b]
        yield from self._short.pairs()
        done(self._rows - len(self._full))


def _rarest(
    table: SignatureTable, rows: np.ndarray, counts: np.ndarray, width: int, check: Callable[[], None]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the ``width`` rarest values of each full print, concatenated, uint32; and an order of these rows.

    The order is by the smallest values, then size, so that similar contents are neighbours.
    """
    kept, smallest, done = np.empty((len(rows), width), np.uint32), np.empty((len(rows), 2), np.uint32), 0
    for some, values, _ in blocks(table, rows, check):
        key = np.partition(rarity(values, counts), width - 1, axis=1)[:, :width]
        kept[done : done + len(some)] = key & np.uint64(0xFFFFFFFF)
        smallest[done : done + len(some)] = values[:, [0, min(1, values.shape[1] - 1)]]
        done += len(some)
    order = np.lexsort((table.size[rows], smallest[:, 1], smallest[:, 0])).astype(np.int32)
    return kept.reshape(-1), order


def _figure(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the scores of simhash(1) of rows a[i], b[i], (m,) float64; NaN if a side has no features."""
    distinct, place = np.unique(np.concatenate((a, b)), return_inverse=True)
    values, lengths = table.prints(distinct)
    return exact_score_rows(values, lengths, place[: len(a)], place[len(a) :])


SEARCH = PairSearch(PrintJoin, _figure)
