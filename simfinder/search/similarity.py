"""The one similarity people see: an estimate of shared content, which alone decides in automatic mode.

All functions take rows of a ``SignatureTable`` as columns of row numbers; ``candidates.registry`` has the figures of
the other methods.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from simfinder.search.resemblance import resemblances

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
    """Return the sketch resemblance J of rows a[i], b[i], (m,) float32."""
    return resemblances(table.codes, table.sketch_len, a, b)


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
