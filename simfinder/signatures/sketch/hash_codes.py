"""Codes of sketch values: 40 bits instead of 64, held as 32 and 8, in the order of the values.

A million sketches take 640 MB this way instead of 1,024. A code is a floating-point number: the length of the value,
and the 34 bits behind its first one. So the leading 32 bits of a value, its part of the shingleprint, are kept exactly,
and small values, the only ones of a large file, are told apart as well as large ones. Two different values get one code
once in 2**34 comparisons of values of one length: two unrelated sketches make 16,000 comparisons, so one value too many
is counted as common once in a million pairs. All comparisons use codes, so all answers agree.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit

EMPTY_HIGH, EMPTY_LOW = np.uint32(0xFFFFFFFF), np.uint8(0xFF)
"""Filling behind the codes in use: more than any code."""

_BITS = 34
_ABOVE = np.uint64(30)  # the code of the longest value begins with 30, the filling with 63
_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)

BITS = 39
"""Bits of the largest code; values have 63."""


class Codes(NamedTuple):
    """Codes of many rows, ascending within each.

    Attributes:
        high: (n, k) uint32, the leading bits.
        low: (n, k) uint8, the others.
    """

    high: npt.NDArray[np.uint32]
    low: npt.NDArray[np.uint8]

    @property
    def width(self) -> int:
        """Number of codes a row has room for."""
        return self.high.shape[1]

    def at(self, index: Any) -> npt.NDArray[np.uint64]:
        """Return some codes as 64-bit numbers; ``index`` as for an array."""
        found: npt.NDArray[np.uint64] = (self.high[index].astype(np.uint64) << np.uint64(8)) | self.low[index]
        return found


@njit(nogil=True, cache=True)
def code_at(codes: tuple[np.ndarray, np.ndarray], i: Any, j: Any) -> Any:  # pragma: no cover - compiled
    """Return a code of a row as a number. codes: high and low parts."""
    return np.uint64(codes[0][i, j]) << np.uint64(8) | np.uint64(codes[1][i, j])


@njit(nogil=True, cache=True)
def _length(value: Any, least: Any) -> Any:  # pragma: no cover - compiled
    """Return how many bits a value has above its lowest 34, known to be at least ``least``."""
    length = np.uint64(least)
    while value >> length >= np.uint64(1) << np.uint64(_BITS):
        length += np.uint64(1)
    return length


@njit(nogil=True, cache=True)
def _code(value: Any, length: Any) -> Any:  # pragma: no cover - compiled
    """Return the code of a value of that length."""
    if length == np.uint64(0):
        return value
    kept = (value >> (length - np.uint64(1))) & np.uint64((1 << _BITS) - 1)
    return length << np.uint64(_BITS) | kept


@njit(nogil=True, cache=True)
def code_of(value: Any) -> Any:  # pragma: no cover - compiled
    """Return the code of a value as a number."""
    value = np.uint64(value)
    return _code(value, _length(value, np.uint64(0)))


@njit(nogil=True, cache=True)
def value_of(code: Any) -> Any:  # pragma: no cover - compiled
    """Return the least value with this code; the largest number for the filling."""
    length = np.uint64(code) >> np.uint64(_BITS)
    kept = np.uint64(code) & np.uint64((1 << _BITS) - 1)
    if length == np.uint64(0):
        return kept
    if length > _ABOVE:
        return _TOP
    return (kept | np.uint64(1 << _BITS)) << (length - np.uint64(1))


@njit(nogil=True, cache=True)
def put_row(values: np.ndarray, out: np.ndarray) -> None:  # pragma: no cover - compiled
    """Write the codes of ascending values as numbers; ``out`` may be ``values``.

    A value that would get the code of the one before it gets the next code: codes ascend strictly, as values do.
    """
    before = _TOP
    length = np.uint64(0)
    for j in range(values.size):
        length = _length(values[j], length)  # values ascend; starting from 0 takes four times as long
        before = max(_code(values[j], length), before + np.uint64(1))
        out[j] = before


@njit(nogil=True, cache=True)
def split_row(codes: np.ndarray, high: np.ndarray, low: np.ndarray) -> None:  # pragma: no cover - compiled
    """Split codes into leading and other bits. codes: (m,) uint64; high and low: (k,) of a row, unused ones stay."""
    for j in range(codes.size):
        high[j], low[j] = np.uint32(codes[j] >> np.uint64(8)), np.uint8(codes[j] & np.uint64(255))


@njit(nogil=True, cache=True)
def _put_codes(
    values: np.ndarray, lengths: np.ndarray, high: np.ndarray, low: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Write the codes of the first values of each row, and ``EMPTY`` behind them. All arrays are (n, k)."""
    row = np.empty(values.shape[1], dtype=np.uint64)
    high[:], low[:] = EMPTY_HIGH, EMPTY_LOW
    for i in range(lengths.size):
        held = np.int64(lengths[i])
        put_row(values[i, :held], row)
        split_row(row[:held], high[i], low[i])


@njit(nogil=True, cache=True)
def _put_values(high: np.ndarray, low: np.ndarray, out: np.ndarray) -> None:  # pragma: no cover - compiled
    for i in range(high.size):
        out[i] = value_of(np.uint64(high[i]) << np.uint64(8) | np.uint64(low[i]))


@njit(nogil=True, cache=True)
def _put_canonical(values: np.ndarray, out: np.ndarray) -> None:  # pragma: no cover - compiled
    for i in range(values.size):
        out[i] = value_of(code_of(values[i]))


def codes_of(values: npt.NDArray[np.uint64], lengths: npt.NDArray[np.uint16]) -> Codes:
    """Return the codes of sketches.

    Args:
        values: (n, k) uint64.
        lengths: (n,) values in use.
    """
    made = Codes(np.empty(values.shape, dtype=np.uint32), np.empty(values.shape, dtype=np.uint8))
    _put_codes(values, lengths, *made)
    return made


def row_of(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return the codes of one sketch's ascending values as numbers."""
    out = np.empty(len(values), dtype=np.uint64)
    put_row(values, out)
    return out


def rounded(high: npt.NDArray[np.uint32], low: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    """Return the least values with these codes, in any shape; the largest number for the filling."""
    out = np.empty(high.size, dtype=np.uint64)
    _put_values(np.ascontiguousarray(high).reshape(-1), np.ascontiguousarray(low).reshape(-1), out)
    return out.reshape(high.shape)


def canonical(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return the least value with the same code for each of some values, (m,)."""
    out = np.empty(len(values), dtype=np.uint64)
    _put_canonical(np.ascontiguousarray(values), out)
    return out
