"""Where flags are set, for kernels: without a branch for each, since which are set can't be predicted."""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.arrays.jit import njit


@njit(nogil=True, cache=True)
def flag_positions(eights: np.ndarray, found: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Find the flags that are set; return how many. Fast where few are.

    Args:
        eights: uint64, flags of a byte each (0 or 1), eight in a word.
        found: filled with the positions, ascending; room for a word more.
    """
    words = np.empty(eights.size + 1, dtype=np.uint64)
    some = np.uint64(0)
    for eight in range(eights.size):
        words[some] = eight
        some += np.uint64(eights[eight] != np.uint64(0))
    flags = eights.view(np.uint8)
    n = np.uint64(0)
    for k in range(some):
        first = words[np.uint64(k)] * np.uint64(8)
        for i in range(8):
            place = first + np.uint64(i)
            found[n] = place
            n += np.uint64(flags[place])
    return n
