"""Kernels of ``one_to_all``: one content's values against the sketches of many rows.

They only decide when to give a row up early; ``one_to_all`` draws conclusions from the counts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.signatures.sketch.hash_codes import code_at, value_of

Sketches = tuple[np.ndarray, np.ndarray]
"""Codes of sketches, high and low ones."""

_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)


class Rows(NamedTuple):
    """The rows of a table.

    Attributes:
        sketch: their codes.
        length: (n,) uint16, values of each sketch.
        size: (n,) int64, bytes.
    """

    sketch: Sketches
    length: np.ndarray
    size: np.ndarray


class Values(NamedTuple):
    """The values of a query.

    Attributes:
        values: (m,) uint64, ascending.
        first, shift: where those begin whose bits above ``shift`` are 0, 1, 2 and so on.
        limit: the value up to which all are known.
        size: bytes of the content.
    """

    values: np.ndarray
    first: np.ndarray
    shift: np.uint64
    limit: np.uint64
    size: int

    @classmethod
    def of(cls, values: npt.NDArray[np.uint64], limit: np.uint64, size: int) -> Values:
        """Prepare ascending values for ``hold``."""
        bits = max(1, len(values).bit_length())
        last = int(values[-1]) if len(values) else 1
        shift = np.uint64(max(0, last.bit_length() - bits))
        edges = np.arange((last >> int(shift)) + 2 if len(values) else 2, dtype=np.uint64)
        return cls(values, np.searchsorted(values >> shift, edges).astype(np.int32), shift, limit, size)


class Held(NamedTuple):
    """What ``hold`` finds of some rows.

    Attributes:
        resemblance: (m,) float64, 0 where it can't reach the least.
        hits: (m,) int64, values of the part that the whole has; -1 where too many are missing.
        seen: (m,) int64, values of the part up to the smaller limit.
    """

    resemblance: npt.NDArray[np.float64]
    hits: npt.NDArray[np.int64]
    seen: npt.NDArray[np.int64]


@njit(nogil=True, cache=True)
def hold(
    table: Rows, rows: np.ndarray, asked: Values, floor: Any, least: Any, thorough: bool, out: Held
) -> None:  # pragma: no cover - compiled
    """Compute each row's resemblance to a query, and the hits among the part's values.

    Args:
        table: all rows.
        rows: (m,) int64, those to look at.
        asked: the query.
        floor: least similarity by size.
        least: least resemblance.
        thorough: count all hits, also where too many are missing or the sizes are alike.
        out: zeros, filled in.
    """
    sketch, length, size = table
    values, asked_size = asked.values, asked.size
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
            out.resemblance[p] = _resemblance(sketch, row, m, values, own, least)
        if not thorough and large < 1.2 * small:
            continue
        if there > asked_size:
            top = asked.limit if m < k else min(asked.limit, _at(sketch, row, m - 1))
            out.seen[p] = n = _up_to(asked, top)
            out.hits[p] = _hits_of_asked(sketch, row, m, values, n, thorough)
        else:
            out.hits[p], out.seen[p] = _hits_of_row(sketch, row, m, asked, thorough)


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
def _up_to(asked: Values, top: Any) -> Any:  # pragma: no cover
    """Count the query's values that are at most ``top``."""
    values, first = asked.values, asked.first
    place = top >> asked.shift
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
    sketch: Sketches, row: Any, m: Any, asked: Values, thorough: bool
) -> Any:  # pragma: no cover
    """Count the row's values up to the limit that are hits, and all of these; -1 as soon as too many are missing."""
    values, first, shift = asked.values, asked.first, asked.shift
    allowed = m if thorough else m - np.int64(0.6 * m)
    hits: Any = 0
    seen: Any = 0
    while seen < m:
        value = _at(sketch, row, seen)
        if value > asked.limit:
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
