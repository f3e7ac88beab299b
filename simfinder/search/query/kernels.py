"""Kernels of ``one_to_all``: one content's values against the sketches of many rows.

They only decide when to give a row up early; ``one_to_all`` draws conclusions from the counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.signatures.sketch.hash_codes import code_at, value_of

Sketches = tuple[np.ndarray, np.ndarray]
"""Codes of sketches, high and low ones."""

_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)


def places(values: npt.NDArray[np.uint64]) -> tuple[np.uint64, npt.NDArray[np.int32]]:
    """Return a shift, and where among the values those begin whose leading bits are 0, 1, 2 and so on."""
    bits = max(1, len(values).bit_length())
    top = int(values[-1]).bit_length() if len(values) else 1
    shift = np.uint64(max(0, top - bits))
    edges = np.arange((int(values[-1]) >> int(shift)) + 2 if len(values) else 2, dtype=np.uint64)
    return shift, np.searchsorted(values >> shift, edges).astype(np.int32)


@njit(nogil=True, cache=True)
def hold(
    sketch: Sketches,
    length: np.ndarray,
    size: np.ndarray,
    rows: np.ndarray,
    values: np.ndarray,
    first: np.ndarray,
    shift: Any,
    limit: Any,
    asked_size: Any,
    floor: Any,
    least: Any,
    thorough: bool,
    out_j: np.ndarray,
    out_hits: np.ndarray,
    out_seen: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Compute each row's resemblance (0 if it can't reach the least), and the hits among the part's values."""
    k = sketch[0].shape[1]
    own = min(k, values.size)
    for p in range(rows.size):
        row = rows[p]
        m = np.int64(length[row])
        there = np.float64(size[row])
        small, large = min(there, asked_size), max(there, asked_size)
        if m == 0 or own == 0:
            continue
        if 2.0 * small >= floor * (small + large):
            out_j[p] = _resemblance(sketch, row, m, values, own, least)
        if not thorough and large < 1.2 * small:
            continue
        if there > asked_size:
            top = limit if m < k else min(limit, _at(sketch, row, m - 1))
            out_seen[p] = n = _up_to(values, first, shift, top)
            out_hits[p] = _hits_of_asked(sketch, row, m, values, n, thorough)
        else:
            out_hits[p], out_seen[p] = _hits_of_row(sketch, row, m, values, first, shift, limit, thorough)


@njit(nogil=True, cache=True)
def _at(sketch: Sketches, row: Any, j: Any) -> Any:  # pragma: no cover
    """Return a value of a row in the form of the query's values: the least one of its code."""
    return value_of(code_at(sketch, row, j))


@njit(nogil=True, cache=True)
def _resemblance(
    sketch: Sketches, row: Any, m: Any, values: np.ndarray, n: Any, least: Any
) -> Any:  # pragma: no cover
    need = least * max(m, n)
    k = sketch[0].shape[1]
    x = y = union = 0
    while union < k and (x < m or y < n):
        mine = _at(sketch, row, x) if x < m else _TOP
        left = y >= n or (x < m and mine <= values[y])
        right = x >= m or (y < n and values[y] <= mine)
        x += left
        y += right
        union += 1
        if x + y - union + k - union < need:
            return 0.0
    return (x + y - union) / union


@njit(nogil=True, cache=True)
def _up_to(values: np.ndarray, first: np.ndarray, shift: Any, top: Any) -> Any:  # pragma: no cover
    """Count the query's values that are at most ``top``."""
    place = top >> shift
    if place >= np.uint64(first.size - 1):
        return np.int64(values.size)
    n = np.int64(first[place])
    while n < values.size and values[n] <= top:
        n += 1
    return n


@njit(nogil=True, cache=True)
def _hits_of_asked(
    sketch: Sketches, row: Any, m: Any, values: np.ndarray, n: Any, thorough: bool
) -> Any:  # pragma: no cover
    """Count the first n query values that the row has; -1 as soon as too many are missing."""
    allowed = n if thorough else n - np.int64(0.6 * n)
    y = hits = 0
    for x in range(n):
        while y < m and _at(sketch, row, y) < values[x]:
            y += 1
        hits += y < m and _at(sketch, row, y) == values[x]
        if x + 1 - hits > allowed:
            return -1
    return hits


@njit(nogil=True, cache=True)
def _hits_of_row(
    sketch: Sketches, row: Any, m: Any, values: np.ndarray, first: np.ndarray, shift: Any, limit: Any, thorough: bool
) -> Any:  # pragma: no cover  # fmt: skip
    """Count the row's values up to the limit that are hits, and all of these; -1 as soon as too many are missing."""
    allowed = m if thorough else m - np.int64(0.6 * m)
    hits: Any = 0
    seen: Any = 0
    while seen < m:
        value = _at(sketch, row, seen)
        if value > limit:
            break
        seen += 1
        place = value >> shift
        if place < np.uint64(first.size - 1):
            at = np.int64(first[place])
            while at < values.size and values[at] < value:
                at += 1
            hits += at < values.size and values[at] == value
        if seen - hits > allowed:
            return np.int64(-1), np.int64(seen)
    return np.int64(hits), np.int64(seen)
