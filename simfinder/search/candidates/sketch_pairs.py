"""Candidates by shared shingles: pairs whose sketches have enough values in common.

Converts a floor of similarity to a number of common values, and orders rows so that similar ones are neighbours;
``set_join.join`` does the join.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from simfinder.model.progress import Control
from simfinder.search.candidates.method import PairSearch
from simfinder.search.set_join.inverted_index import Values
from simfinder.search.set_join.join import Rule, SetJoin
from simfinder.search.similarity import estimate, resemblance, resemblance_for

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

_LEEWAY = 1e-4  # below the floor, so that float32 rounding never decides
_SHARES = 64  # steps of the share of sizes, each with what its largest needs


def sketch_join(table: SignatureTable, floor: float, control: Control, jobs: int = 1) -> SetJoin:
    """Join the sketches of a table.

    Args:
        table: the signatures.
        floor: least estimate of a pair.
        control: asked whether to stop.
        jobs: threads; the pairs do not depend on it.
    """
    n, width = table.sketch.shape
    start = np.arange(n, dtype=np.int64) * width
    values = Values(
        table.sketch.reshape(-1), start, table.sketch_len, ascending=True, low=table.sketch_low.reshape(-1)
    )
    rule = rule_of(table.sketch_len, table.size, floor, width)
    return SetJoin(values, _order(table), rule, control.check, jobs)


def _order(table: SignatureTable) -> np.ndarray:
    """Order rows by their smallest shingles, then size, so that similar contents are neighbours."""
    first, second = (table.codes.at((slice(None), j)) for j in (0, 1))
    return np.lexsort((table.size, second, first)).astype(np.int32)


def rule_of(length: np.ndarray, size: np.ndarray, floor: float, k: int) -> Rule:
    """Return what a pair needs to reach a floor.

    No pair is lost. Of the union's u = min(k, values of both - c) smallest values at most the c common ones are in both
    sketches, so J <= c / u, and J >= j asks for c >= min(j·k, j/(1 + j)·values of both). The j that a pair needs is
    ``resemblance_for(floor, share)``; it falls as its share of sizes grows, so the largest share of a step needs the
    least. An estimate is never above the share, so a share below the floor rules a pair out.

    Args:
        length: (n,) of any integer type, values of each row in use.
        size: (n,) int64, bytes of each row.
        floor: least estimate of a pair.
        k: values a row may hold.
    """
    floor = max(0.0, floor - _LEEWAY)
    never = 2 * k + 1

    def whole(count: float) -> int:
        return max(1, math.ceil(count - 1e-6))

    def by_sum(share: float) -> list[int]:
        if share < floor:
            return [never] * (2 * k + 1)
        least = resemblance_for(floor, share)
        return [whole(min(least * k, least / (1.0 + least) * held)) for held in range(2 * k + 1)]

    any_size = resemblance_for(floor)
    by_length = np.array([whole(any_size * min(k, held)) for held in range(k + 1)], np.int32)
    by_share = [by_sum(min(1.0, (1 + step) / _SHARES)) for step in range(1 + _SHARES)]
    least = np.array(by_share, np.int32).T
    return Rule(by_length[length], least, np.ascontiguousarray(size, np.int64))


def _figure(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the resemblance of the sketches of rows a[i], b[i], (m,) float64; NaN if a side has none."""
    share = resemblance(table, a, b).astype(np.float64)
    share[(table.sketch_len[a] == 0) | (table.sketch_len[b] == 0)] = np.nan
    return share


SEARCH = PairSearch(sketch_join, _figure, estimate)
