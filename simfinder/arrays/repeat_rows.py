"""Rows that stand for several: whose each one is, and its place among those of the same row.

``numpy.repeat`` says the same and keeps Python's lock all the while, 0.1 s for the pairs of a kernel tree: a window
stands still for that. Here a compiled loop does it without.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit


def spread(counts: npt.NDArray[np.integer]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Each row as often as its count says.

    Args:
        counts: (n,) 0 or more.

    Returns:
        (m,) the row of each one, ascending; (m,) its place among those of its row, from 0 on. m is the sum of all.
    """
    every = np.ascontiguousarray(counts, dtype=np.int64)
    which = np.empty(int(every.sum()), dtype=np.int64)
    within = np.empty(len(which), dtype=np.int64)
    _spread(every, which, within)
    return which, within


@njit(nogil=True, cache=True)
def _spread(counts: np.ndarray, which: np.ndarray, within: np.ndarray) -> None:  # pragma: no cover - compiled
    at = 0
    for row in range(len(counts)):
        for place in range(counts[row]):
            which[at] = row
            within[at] = place
            at += 1
