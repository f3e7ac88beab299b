"""Repeat rows by counts: the row of each repetition, and its number within that row.

``numpy.repeat`` does the same but holds Python's lock, 0.1 s for the pairs of a kernel tree, in which a window freezes.
The compiled loop does not.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit


def repeat(counts: npt.NDArray[np.integer]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Repeat each row as often as its count says.

    Args:
        counts: (n,) 0 or more.

    Returns:
        (m,) the row of each repetition, ascending; (m,) its number within that row, from 0. m is the sum of ``counts``.
    """
    every = np.ascontiguousarray(counts, dtype=np.int64)
    which = np.empty(int(every.sum()), dtype=np.int64)
    within = np.empty(len(which), dtype=np.int64)
    _spread(every, which, within)
    return which, within


@njit(nogil=True, cache=True, python=True)
def _spread(counts: np.ndarray, which: np.ndarray, within: np.ndarray) -> None:  # pragma: no cover - compiled
    at = 0
    for row in range(len(counts)):
        for place in range(counts[row]):
            which[at] = row
            within[at] = place
            at += 1
