"""A method, its search: pairs by their counts of the upper halves of bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from simfinder.search.candidates.method import PairSearch
from simfinder.signatures.table.signature_table import SignatureTable


class NibbleJoin:
    """The join of one table: all pairs."""

    capped = 0

    def __init__(self, table: SignatureTable, *_: object) -> None:
        self._rows = len(table)

    def pairs(self, done: Callable[[int], None]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for a in range(self._rows - 1):
            b = np.arange(a + 1, self._rows, dtype=np.int32)
            yield np.full(len(b), a, np.int32), b
        done(self._rows)


def _figure(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    counts = table.plain_rows("nibbles").astype(np.float64)
    one, other = counts[a], counts[b]
    total = (one + other).sum(axis=1)
    figure = 1.0 - np.abs(one - other).sum(axis=1) / np.maximum(1.0, total)
    return np.where((one.sum(axis=1) > 0) & (other.sum(axis=1) > 0), figure, np.nan)


SEARCH = PairSearch(NibbleJoin, _figure)
