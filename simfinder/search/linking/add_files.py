"""Link some rows with all others, when the links of the others are known already.

A join finds all pairs of a table at once and takes seconds at 100,000 rows; here one pass over the table serves a few
rows. Nothing is left out, not even what a join must cap. Sketches only: they decide in automatic mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.search import similarity
from simfinder.search.candidates.sketch_pairs import rule_of
from simfinder.search.linking.links import Links
from simfinder.search.set_join.join import needed
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.sketch.hash_codes import code_at

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

_BLOCK = 1 << 17  # pairs per block, or as many as a row may have
_ROWS = 1 << 13  # rows between two calls of ``check``: some 10 ms
_SPREAD = np.uint64(0x9E3779B97F4A7C15)

Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]


def links_beside(
    table: SignatureTable, rows: Rows, floor: float, check: Callable[[], None] = lambda: None
) -> Links:
    """Return all pairs with at least one of some rows whose estimate is at least ``floor``.

    Args:
        table: one row for each distinct content.
        rows: distinct, ascending.
        floor: least similarity, 0..1.
        check: called now and then; may raise.
    """
    found_a, found_b, figures = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)], [np.zeros(0, np.float32)]
    for a, b in _met(table, rows, floor, check):
        check()
        figure = similarity.estimate(table, a, b)
        strong = figure >= np.float32(floor)
        found_a.append(a[strong])
        found_b.append(b[strong])
        figures.append(figure[strong])
    a, b, figure = np.concatenate(found_a), np.concatenate(found_b), np.concatenate(figures)
    order = np.lexsort((b, a))
    return Links(a[order], b[order], figure[order])


def _met(
    table: SignatureTable, rows: Rows, floor: float, check: Callable[[], None]
) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield the pairs whose sketches have enough in common to reach the floor."""
    length = table.sketch_len.astype(np.int64)
    rule = rule_of(length, table.size, floor, SIZE)
    used = np.arange(SIZE) < length[rows][:, None]
    keys, owner = table.codes.at(rows)[used], np.repeat(np.arange(len(rows), dtype=np.int32), length[rows])
    order = np.argsort(keys, kind="stable")
    keys, owner = keys[order], owner[order]
    distinct, first = np.unique(keys, return_index=True)
    offsets = np.append(first, len(keys)).astype(np.int64)
    bits = max(4, int(4 * max(1, len(distinct)) - 1).bit_length())
    slots = np.full(1 << bits, -1, np.int32)
    _fill(slots, distinct, np.uint64(64 - bits))
    asked = np.zeros(len(table), np.bool_)
    asked[rows] = True
    count, touched = np.zeros(len(rows), np.int32), np.empty(len(rows), np.int32)
    a, b = (np.empty(max(_BLOCK, len(rows)), np.int32) for _ in range(2))
    begin = 0
    while begin < len(table):
        check()
        begin, found = _meet(
            begin, min(len(table), begin + _ROWS), tuple(table.codes), length,
            rule.size, rule.least,
            rows, asked, distinct, offsets, owner, slots, np.uint64(64 - bits), count, touched, a, b,
        )  # fmt: skip
        if found:
            yield a[:found].copy(), b[:found].copy()


@njit(nogil=True, cache=True)
def _fill(slots: np.ndarray, keys: np.ndarray, shift: np.uint64) -> None:
    """Fill a hash table with the indexes of keys, probing linearly from their mixed bits."""
    mask = len(slots) - 1
    for i in range(len(keys)):
        at = np.int64((keys[i] * _SPREAD) >> shift)
        while slots[at] >= 0:
            at = (at + 1) & mask
        slots[at] = i


@njit(nogil=True, cache=True)
def _meet(
    row: int,
    last: int,
    sketch: tuple[np.ndarray, np.ndarray],
    length: np.ndarray,
    size: np.ndarray,
    least: np.ndarray,
    rows: np.ndarray,
    asked: np.ndarray,
    keys: np.ndarray,
    offsets: np.ndarray,
    owner: np.ndarray,
    slots: np.ndarray,
    shift: np.uint64,
    count: np.ndarray,
    touched: np.ndarray,
    out_a: np.ndarray,
    out_b: np.ndarray,
) -> tuple[int, int]:
    """Compare rows from ``row`` on with the requested ones, until ``last`` or the block is full: (next row, pairs
    found).
    """
    mask, found = len(slots) - 1, 0
    while row < last and found + len(rows) <= len(out_a):
        used = 0
        for i in range(length[row]):
            value = code_at(sketch, row, i)
            at = np.int64((value * _SPREAD) >> shift)
            while slots[at] >= 0 and keys[slots[at]] != value:
                at = (at + 1) & mask
            if slots[at] < 0:
                continue
            key = slots[at]
            for j in range(offsets[key], offsets[key + 1]):
                place = owner[j]
                if count[place] == 0:
                    touched[used] = place
                    used += 1
                count[place] += 1
        for i in range(used):
            place = touched[i]
            both = count[place]
            count[place] = 0
            other = rows[place]
            if other == row or (asked[row] and other < row):
                continue
            if both < needed(least, length[row] + length[other], size[row], size[other]):
                continue
            out_a[found], out_b[found] = min(row, other), max(row, other)
            found += 1
        row += 1
    return row, found
