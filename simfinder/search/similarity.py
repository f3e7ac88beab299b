"""The one similarity people see: an estimate of shared content, which alone decides in automatic mode.

All functions take rows of a ``SignatureTable`` as columns of row numbers; ``candidates.registry`` has the figures of
the other methods.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.signatures.sketch.hash_codes import code_at

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

MAX_ESTIMATE = 0.999
"""Signatures never prove two contents equal: only equal contents are 100 % similar."""

_POWER = 0.6  # fitted on measured shared bytes: cap·(D/cap)^.6 has a mean error of .08, plain D of .15


def resemblance_for(floor: float, share: float = 1.0) -> float:
    """Return the smallest sketch resemblance whose estimate can reach a floor, for a given size share.

    Args:
        floor: of the estimate, 0..1.
        share: 2·smaller/(sum of sizes), at least ``floor``; 1.0 gives the least for all pairs.
    """
    if floor <= 0.0:
        return 0.0
    dice = share * math.pow(min(1.0, floor / share), 1.0 / _POWER)
    return dice / (2.0 - dice)


def estimate(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Estimate the share of content that rows a[i] and b[i] have in common.

    With J the resemblance of the sketches, D = 2J/(1+J) and cap = 2·smaller/(sum of sizes) (the most that files of such
    sizes can share) it is cap·min(1, D/cap)^0.6, at most ``MAX_ESTIMATE`` for different contents; 1.0 for a row with
    itself; 0.0 if a sketch is empty.

    Args:
        table: the signatures.
        a: (m,) int64 rows.
        b: (m,) int64 rows to compare them with.

    Returns:
        (m,) float32.
    """
    a, b = _rows(a), _rows(b)
    return _estimate(resemblance(table, a, b), table.size[a], table.size[b], a == b)


def resemblance(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the resemblance J of the sketches of rows a[i], b[i], (m,) int64: (m,) float32.

    A scan spends most of its comparing time here. Merging two sorted sketches is a chain of dependent steps, so four
    pairs are merged side by side: 170 ns a pair instead of 450. The values equal those of
    ``signatures.sketch.bottom_k.resemblance``.
    """
    out = np.empty(len(a), np.float32)
    _resemblances((table.sketch, table.sketch_low), table.sketch_len, a, b, out)
    return out


def _rows(rows: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(rows, np.int64)


def _estimate(j: np.ndarray, size_a: np.ndarray, size_b: np.ndarray, same: np.ndarray) -> np.ndarray:
    j = np.asarray(j, np.float64)
    dice = 2.0 * j / (1.0 + j)
    cap = 2.0 * np.minimum(size_a, size_b) / np.maximum(1.0, size_a.astype(np.float64) + size_b)
    ratio = np.minimum(1.0, dice / np.maximum(cap, 1e-300))
    out: np.ndarray = np.minimum(cap * ratio**_POWER, MAX_ESTIMATE).astype(np.float32)
    out[same] = 1.0
    return out


@njit(nogil=True, cache=True)
def _one(codes: tuple[np.ndarray, np.ndarray], i: int, m: int, j: int, n: int) -> float:
    """Compare one pair of which a side is not full, so that its filling must not be compared."""
    x, y, union = 0, 0, 0
    while union < codes[0].shape[1] and (x < m or y < n):
        left = y >= n or (x < m and code_at(codes, i, x) <= code_at(codes, j, y))
        right = x >= m or (y < n and code_at(codes, j, y) <= code_at(codes, i, x))
        x += left
        y += right
        union += 1
    return (x + y - union) / union if union else 0.0


@njit(nogil=True, cache=True, python=True)
def _resemblances(
    codes: tuple[np.ndarray, np.ndarray], length: np.ndarray, a: np.ndarray, b: np.ndarray, out: np.ndarray
) -> None:
    k, count = codes[0].shape[1], len(a)
    high, low = codes[0].reshape(-1), codes[1].reshape(-1)
    at = np.empty(8, np.int64)
    p = 0
    while p < count:
        full = p + 4 <= count
        for q in range(p, min(p + 4, count)):
            full &= length[a[q]] == k and length[b[q]] == k
            at[q - p], at[q - p + 4] = a[q] * k, b[q] * k
        if full:
            _four(high, low, at, k, out, p)
        else:
            for q in range(p, min(p + 4, count)):
                i, j = a[q], b[q]
                out[q] = _one(codes, i, length[i], j, length[j])
        p += 4


@njit(nogil=True, cache=True)
def _code(high: np.ndarray, low: np.ndarray, i: int) -> np.uint64:
    return np.uint64(high[i]) << np.uint64(8) | np.uint64(low[i])


@njit(nogil=True, cache=True)
def _four(high: np.ndarray, low: np.ndarray, at: np.ndarray, k: int, out: np.ndarray, p: int) -> None:
    """Compare four pairs of full sketches; ``at`` holds where the first and then the second ones begin."""
    a0, a1, a2, a3, b0, b1, b2, b3 = at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]
    for _ in range(k):
        v0, w0, v1, w1 = (
            _code(high, low, a0),
            _code(high, low, b0),
            _code(high, low, a1),
            _code(high, low, b1),
        )
        v2, w2, v3, w3 = (
            _code(high, low, a2),
            _code(high, low, b2),
            _code(high, low, a3),
            _code(high, low, b3),
        )
        a0 += np.int64(v0 <= w0)
        b0 += np.int64(w0 <= v0)
        a1 += np.int64(v1 <= w1)
        b1 += np.int64(w1 <= v1)
        a2 += np.int64(v2 <= w2)
        b2 += np.int64(w2 <= v2)
        a3 += np.int64(v3 <= w3)
        b3 += np.int64(w3 <= v3)
    # k steps; those on a common value moved both sides
    out[p] = (a0 + b0 - at[0] - at[4] - k) / k
    out[p + 1] = (a1 + b1 - at[1] - at[5] - k) / k
    out[p + 2] = (a2 + b2 - at[2] - at[6] - k) / k
    out[p + 3] = (a3 + b3 - at[3] - at[7] - k) / k
