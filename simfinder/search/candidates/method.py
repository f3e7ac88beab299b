"""``PairSearch``: how a method proposes pairs of rows and judges them, as a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

Figure = Callable[["SignatureTable", np.ndarray, np.ndarray], np.ndarray]


class Join(Protocol):
    """Proposes the pairs of rows of one table that may reach a floor."""

    @property
    def capped(self) -> int:
        """Number of common values not compared with all others; 0 if nothing was left out."""
        ...

    def pairs(self, done: Callable[[int], None]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield blocks of (a, b): int32 rows, a < b, each pair once; call ``done`` with the number of rows finished."""
        ...


@dataclass(frozen=True, slots=True)
class PairSearch:
    """How a method finds pairs.

    Attributes:
        join: makes the join of a table for a floor, with the control to ask whether to stop, and a number of threads.
        figure: the method's own figure for rows a[i] and b[i], (m,) float64 0..1; NaN if a side has no features.
        judged: the figure by which links are kept, (m,), where it is another one.
    """

    join: Callable[[SignatureTable, float, Control, int], Join]
    figure: Figure
    judged: Figure | None = None
