"""Permute the rows of an array in place: a table of a million files is in memory once, not twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit


def reorder(column: npt.NDArray[Any], order: npt.NDArray[np.intp]) -> None:
    """Do ``column[:n] = column[order]`` without a copy.

    Args:
        column: C-contiguous, any dtype without objects, at least n rows.
        order: (n,) a permutation of 0..n-1.
    """
    width = column.dtype.itemsize * int(np.prod(column.shape[1:], dtype=np.int64))
    if len(order) and width:
        rows = column[: len(order)].reshape(-1).view(np.uint8).reshape(len(order), width)
        _reorder(rows, np.ascontiguousarray(order, dtype=np.int64), np.zeros(len(order), dtype=np.bool_))


@njit(nogil=True, cache=True, python=True)
def _reorder(rows: np.ndarray, order: np.ndarray, settled: np.ndarray) -> None:  # pragma: no cover - compiled
    """Follow each cycle of the permutation, with one row set aside."""
    width = rows.shape[1]  # loops over it: numba takes 1 s to compile the assignment of rows
    aside = np.empty(width, np.uint8)
    for first in range(len(order)):
        if settled[first]:
            continue
        for k in range(width):
            aside[k] = rows[first, k]
        at = first
        while order[at] != first:
            for k in range(width):
                rows[at, k] = rows[order[at], k]
            settled[at] = True
            at = order[at]
        for k in range(width):
            rows[at, k] = aside[k]
        settled[at] = True
