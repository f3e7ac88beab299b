"""All pairs of 64-bit values within a Hamming distance, as simhash-py's ``find_all`` gives them.

Sorts what ``block_join`` finds. Input is a set: repeats count once, and a value is never paired with itself. If several
documents have one value, the caller links them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from simfinder.errors import UsageError
from simfinder.search.hamming.bit_blocks import Values, as_values, check_blocks, narrow
from simfinder.search.hamming.block_join import near_pairs

_HALF = 32  # bits


def find_all(
    hashes: Iterable[int] | Values, blocks: int, distance: int, check: Callable[[], None] = lambda: None
) -> tuple[Values, Values]:
    """Return all pairs of distinct values that differ in at most ``distance`` bits.

    Args:
        hashes: whole numbers of 64 bits, or (n,) of them.
        blocks: number of blocks that simhash-py would cut values into. Checked as it does, but without effect: the join
            chooses the number that suits the values.
        distance: the most bits a pair differs in.
        check: called often; may raise to stop.

    Returns:
        (a, b): uint64, a < b, sorted by a, then b.

    Raises:
        UsageError: not 0 <= distance < blocks <= 64.
        SignatureError: a hash is no number of 64 bits.
    """
    check_blocks(blocks, distance)
    values = distinct(as_values(hashes))
    narrowed = narrow(values)  # in the same order, and often short enough to pack
    pack = _Packed(narrowed.values, narrowed.width)
    keys = [pack.keys(a, b) for a, b in near_pairs(narrowed.values, distance, check)]
    key = np.concatenate(keys) if keys else np.zeros(0, np.uint64)
    keys.clear()
    check()
    key.sort()
    a, b = pack.pairs(key)
    return narrowed.back(a), narrowed.back(b)


def distinct(values: Values) -> Values:
    """Return the values in ascending order, each once."""
    if len(values) > 1 and not (values[1:] > values[:-1]).all():
        values = np.sort(values)
        first = np.concatenate(([True], values[1:] != values[:-1]))
        if not first.all():
            values = values[first]
    return values


class _Packed:
    """Pairs as single numbers that sort as the pairs do: of two values if these fit, else of their indexes.

    Args:
        values: (n,) uint64, ascending.
        width: bits of a value.

    Raises:
        UsageError: more than 2^32 values of more than 32 bits.
    """

    def __init__(self, values: Values, width: int) -> None:
        self._places = None if width <= _HALF else values
        if self._places is not None and len(values) >> _HALF:
            raise UsageError("more than 2^32 values")

    def keys(self, a: Values, b: Values) -> Values:
        low, high = np.minimum(a, b), np.maximum(a, b)
        if self._places is not None:
            low, high = (np.searchsorted(self._places, column).astype(np.uint64) for column in (low, high))
        return low << np.uint64(_HALF) | high

    def pairs(self, keys: Values) -> tuple[Values, Values]:
        a, b = keys >> np.uint64(_HALF), keys & np.uint64((1 << _HALF) - 1)
        if self._places is not None:
            a, b = self._places[a.astype(np.int64)], self._places[b.astype(np.int64)]
        return a, b
