"""Candidates by shingleprint: pairs whose prints have enough values in common for a score of simhash(1).

The score of two prints with c common values is c / (2·m - c), m the number of values of the smaller one: at least f
exactly when c is at least 2·m·f / (1 + f). Full prints all need the same number T of each other, and are joined here;
short ones, which may lie in any larger print and need fewer, by ``shortprints``.

Of T values in common every row may do without its T - t most common ones, and t of the others still have to be: what
many files have in common (a licence header, zeros) is mostly gone before it costs anything, and nothing is lost. Owns
that arithmetic and the order of rows; the join of full prints is ``joining``'s, and what either caps is told.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from simfinder.model.progress import Control
from simfinder.search.candidates.short_shingleprint_pairs import ShortJoin, blocks, rarity, seen
from simfinder.search.set_join import join
from simfinder.search.set_join.inverted_index import Values
from simfinder.search.set_join.join import Index, Rule

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

_LEEWAY = 1e-4  # below the floor, so that float32 never decides
_SHARE_OF_SHORT = 4
_SHARE = 8  # of the values needed one in so many is looked for: fewer make pairs that fail, more cost steps


def needed(values: int, floor: float) -> int:
    """The least number of common values with which a print of so many can score ``floor`` with one no smaller."""
    return max(1, math.ceil(2.0 * values * floor / (1.0 + floor) - 1e-6))


class PrintJoin:
    """The join of one table's shingleprints; no pair that reaches the floor is missed unless values were capped.

    Memory: 4 bytes for each value looked at, and as much for where it is held; up to 1 kB a row.

    Args:
        table: the signatures.
        floor: least score of a pair, 0..1.
        control: asked whether to stop.
        jobs: threads; the pairs do not depend on it.
    """

    def __init__(self, table: SignatureTable, floor: float, control: Control, jobs: int = 1) -> None:
        self._check = control.check
        self._jobs = jobs
        self._rows = len(table)
        floor = min(1.0, max(0.0, floor - _LEEWAY))
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
        self._rule = Rule(
            np.full(len(count), told[most], np.int32),
            np.full(2 * width + 1, told[most], np.int32),
            np.ascontiguousarray(table.size[self._full], np.int64),
        )
        self._index: Index = join.build(values, order, self._rule, self._check, jobs)
        self._values = values

    @property
    def capped(self) -> int:
        """Values held by so many rows that these were compared with their neighbours only."""
        return self._index.capped + self._short.capped

    def pairs(self, done: Callable[[int], None]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Blocks of (a, b): int32 rows, a < b, each pair once; ``done`` is told how many rows are finished."""
        for a, b in join.pairs(self._index, self._values, self._rule, self._check, done, self._jobs):
            yield self._full[a], self._full[b]
        yield from self._short.pairs()
        done(self._rows - len(self._full))


def _rarest(
    table: SignatureTable, rows: np.ndarray, counts: np.ndarray, width: int, check: Callable[[], None]
) -> tuple[np.ndarray, np.ndarray]:
    """So many of the rarest values of each full print, one row after the other, uint32; and an order of these rows.

    The order is by the smallest values, then size: alike contents stand beside one another.
    """
    kept, smallest, done = np.empty((len(rows), width), np.uint32), np.empty((len(rows), 2), np.uint32), 0
    for some, values, _ in blocks(table, rows, check):
        key = np.partition(rarity(values, counts), width - 1, axis=1)[:, :width]
        kept[done : done + len(some)] = key & np.uint64(0xFFFFFFFF)
        smallest[done : done + len(some)] = values[:, [0, min(1, values.shape[1] - 1)]]
        done += len(some)
    order = np.lexsort((table.size[rows], smallest[:, 1], smallest[:, 0])).astype(np.int32)
    return kept.reshape(-1), order
