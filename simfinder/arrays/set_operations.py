"""Distinct values and membership, by sorting.

Since version 2.3 numpy's ``unique`` and ``isin`` put integers into a hash table: a million distinct ones take 0.9 s
(sorting takes 0.01 s), 0.7 s of it with Python's lock held, so that a window freezes. A test makes sure that the
program uses these functions instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def sorted_set(values: npt.ArrayLike) -> npt.NDArray[Any]:
    """Return the distinct values, ascending, like ``numpy.unique``. Not for floats that may be NaN.

    Args:
        values: any shape, any dtype that can be sorted.
    """
    ordered = np.sort(np.asarray(values), axis=None)
    other = np.empty(len(ordered), dtype=np.bool_)
    other[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=other[1:])
    found: npt.NDArray[Any] = ordered[other]
    return found


def is_among(values: npt.ArrayLike, others: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return which of ``values`` are among ``others``, in the shape of ``values``, like ``numpy.isin``.

    Args:
        values: any shape.
        others: any shape and order, of a dtype that compares with ``values`` without loss.
    """
    asked = np.asarray(values)
    known = np.sort(np.asarray(others), axis=None)
    if not len(known):
        return np.zeros(asked.shape, dtype=np.bool_)
    place = np.searchsorted(known, asked)
    place[place == len(known)] = 0
    found: npt.NDArray[np.bool_] = known[place] == asked
    return found


def content_keys(content: npt.NDArray[np.uint8]) -> npt.NDArray[np.bytes_]:
    """Return (n, 16) uint8 as (n,) 16-byte strings, which sort and compare like the hashes."""
    return np.ascontiguousarray(content).view("S16").reshape(-1)
