"""Stored forms of integers: ascending numbers as differences of one bit width, counts as seven bits a byte.

Sketch codes take some 580 bytes instead of 640 this way, a shingleprint 370 instead of 512, tag counts 30 instead of
128. A Rice code would save another 45 bytes per file, but its branches make reading take 26 ns per value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.arrays.packed_strings import PackedBytes
from simfinder.errors import SignatureError

Values = npt.NDArray[np.uint64]
_TOP = np.uint64(0xFFFFFFFFFFFFFFFF)


@njit(nogil=True, cache=True)
def _put(value: Any, out: np.ndarray, at: Any) -> Any:  # pragma: no cover - compiled
    """Write a number, seven bits a byte, lowest first; return the position behind it."""
    value = np.uint64(value)
    while value > np.uint64(127):
        out[at] = np.uint8(value & np.uint64(127) | np.uint64(128))
        value >>= np.uint64(7)
        at += 1
    out[at] = np.uint8(value)
    return at + 1


@njit(nogil=True, cache=True)
def put_counts(counts: np.ndarray, out: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Write counts, seven bits a byte; return the number of bytes used. out: (10n,) uint8."""
    at: Any = np.int64(0)
    for count in counts:
        at = _put(count, out, at)
    return at


@njit(nogil=True, cache=True)
def _get(data: np.ndarray, at: Any, end: Any) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Read a number, seven bits a byte; return it and the position behind it, -1 if it is malformed."""
    value = np.uint64(0)
    for shift in range(0, 64, 7):
        if at >= end:
            break
        byte = data[at]
        at += 1
        if shift == 63 and byte > 1:
            break
        value |= np.uint64(byte & 127) << np.uint64(shift)
        if byte < 128:
            return value, at
    return value, np.int64(-1)


@njit(nogil=True, cache=True)
def _put_word(word: Any, out: np.ndarray, at: Any) -> Any:  # pragma: no cover - compiled
    """Write eight bytes, lowest first; return the position behind them. The compiler makes one store of them."""
    place = np.uint64(at)
    for k in range(8):
        out[place + np.uint64(k)] = np.uint8(word >> np.uint64(8 * k))
    return at + 8


@njit(nogil=True, cache=True)
def put_ascending(values: np.ndarray, out: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Write ascending numbers; return the number of bytes used.

    The form: how many, the first, the width in bits, then the differences minus one, lowest bits first.

    out: (24 + 8n,) uint8.
    """
    at = _put(np.uint64(values.size), out, np.int64(0))
    if values.size == 0:
        return at
    at = _put(values[0], out, at)
    if values.size == 1:
        return at
    widest = np.uint64(0)
    for i in range(1, values.size):
        widest |= values[i] - values[i - 1] - np.uint64(1)
    width: Any = np.int64(0)
    while width < 64 and widest >> np.uint64(width) != np.uint64(0):
        width += 1
    out[at] = width
    at += 1
    word, held = np.uint64(0), np.int64(0)  # bits that are not written yet, and how many
    for i in range(1, values.size):
        gap = values[i] - values[i - 1] - np.uint64(1)
        word |= gap << np.uint64(held)
        held += width
        if held >= 64:
            at = _put_word(word, out, at)
            held -= 64
            # of a gap of 64 bits that began with the word nothing is left, and a shift by 64 is not defined
            word = gap >> np.uint64(width - held) if held else np.uint64(0)
    for _ in range(0, held, 8):
        out[at] = np.uint8(word & np.uint64(255))
        word >>= np.uint64(8)
        at += 1
    return at


@njit(nogil=True, cache=True)
def _unpack(
    words: np.ndarray, begin: Any, end: Any, top: Any, out: np.ndarray
) -> bool:  # pragma: no cover - compiled
    """Read all values but the first; return whether they fill the bytes up to ``end`` and ascend up to ``top``."""
    if begin >= end:
        return False
    width = np.int64(words[begin >> 3] >> np.uint64(8 * (begin & 7)) & np.uint64(255))
    at = 8 * (begin + 1)
    if width > 64 or (at + width * (out.size - 1) + 7) >> 3 != end:
        return False
    mask = _TOP >> np.uint64(64 - width) if width else np.uint64(0)
    value = out[0]
    good = True
    for i in range(1, out.size):
        place, shift = at >> 6, np.uint64(at & 63)
        ahead = (words[np.uint64(place)] >> shift) | (words[np.uint64(place + 1)] << np.uint64(1)) << (
            shift ^ np.uint64(63)
        )
        at += width
        following = value + (ahead & mask) + np.uint64(1)
        good &= following <= top
        good &= following > value
        value = following
        out[np.uint64(i)] = value
    return good


@njit(nogil=True, cache=True)
def ascending_row(
    data: np.ndarray, begin: Any, end: Any, most: Any, top: Any, out: np.ndarray
) -> Any:  # pragma: no cover - compiled
    """Read one stored list of ascending numbers; return how many there are, -1 if it is malformed.

    data: uint8, whole 64-bit words, one more than is read. out: (most,) uint64.
    """
    malformed = np.int64(-1)
    told, at = _get(data, begin, end)
    if at < 0 or told > np.uint64(most):
        return malformed
    count = np.int64(told)
    if count == 0:
        return count if at == end else malformed
    out[0], at = _get(data, at, end)
    if at < 0 or out[0] > top:
        return malformed
    if count == 1:
        return count if at == end else malformed
    return count if _unpack(data.view(np.uint64), at, end, top, out[:count]) else malformed


@njit(nogil=True, cache=True)
def counts_row(data: np.ndarray, at: Any, end: Any, out: np.ndarray) -> bool:  # pragma: no cover - compiled
    """Read one stored list of counts; return whether it is well-formed."""
    for i in range(out.size):
        out[i], at = _get(data, at, end)
        if at < 0:
            return False
    return at == end


@njit(nogil=True, cache=True)
def _unpack_rows(
    data: np.ndarray,
    ends: np.ndarray,
    top: Any,
    out: np.ndarray,
    lengths: np.ndarray,
    good: np.ndarray,
) -> None:  # pragma: no cover - compiled
    begin: Any = np.int64(0)
    for row in range(ends.size):
        count = ascending_row(data, begin, ends[row], np.int64(out.shape[1]), top, out[row])
        good[row] = count >= 0
        lengths[row] = max(count, np.int64(0))
        begin = ends[row]


@njit(nogil=True, cache=True)
def _counts_rows(
    data: np.ndarray, ends: np.ndarray, out: np.ndarray, good: np.ndarray
) -> None:  # pragma: no cover - compiled
    begin: Any = np.int64(0)
    for row in range(ends.size):
        good[row] = counts_row(data, begin, ends[row], out[row])
        begin = ends[row]


def pack_ascending(values: npt.NDArray[Any]) -> bytes:
    """Pack strictly ascending numbers of up to 64 bits, at most 65,535 of them."""
    out = np.empty(24 + 8 * len(values), dtype=np.uint8)
    return out[: put_ascending(values.astype(np.uint64), out)].tobytes()


def unpack_ascending_rows(
    blobs: Sequence[bytes], most: int, bits: int = 64
) -> tuple[npt.NDArray[np.bool_], Values, npt.NDArray[np.uint16]]:
    """Unpack many lists of ascending numbers.

    Args:
        blobs: n stored forms.
        most: the most values one may hold.
        bits: of the largest value.

    Returns:
        (n,) bool, whether each is well-formed; (n, most) values, filled up with the maximum of ``bits`` bits; (n,) how
            many.
    """
    good = np.ones(len(blobs), dtype=np.bool_)
    top = np.uint64(2**bits - 1)
    out = np.full((len(blobs), most), top, dtype=np.uint64)
    lengths = np.zeros(len(blobs), dtype=np.uint16)
    packed = PackedBytes.of(blobs)
    _unpack_rows(packed.data, packed.ends, top, out, lengths, good)
    out[~good] = top
    return good, out, lengths


def unpack_ascending(blob: bytes, most: int, bits: int = 64) -> Values:
    """Unpack one list of ascending numbers.

    Raises:
        SignatureError: it is malformed.
    """
    good, values, lengths = unpack_ascending_rows([blob], most, bits)
    if not good[0]:
        raise SignatureError(
            f"malformed: {len(blob)} bytes that are no list of up to {most} ascending numbers"
        )
    return values[0, : int(lengths[0])]


def pack_counts(counts: npt.NDArray[np.uint64]) -> bytes:
    """Pack counts: seven bits a byte, lowest first, the last byte of each below 128."""
    out = np.empty(10 * len(counts), dtype=np.uint8)
    return out[: put_counts(counts, out)].tobytes()


def unpack_counts_rows(blobs: Sequence[bytes], width: int) -> tuple[npt.NDArray[np.bool_], Values]:
    """Unpack many lists of ``width`` counts: (n,) bool, whether each is well-formed, and (n, width) counts."""
    good = np.ones(len(blobs), dtype=np.bool_)
    out = np.zeros((len(blobs), width), dtype=np.uint64)
    packed = PackedBytes.of(blobs)
    _counts_rows(packed.data, packed.ends, out, good)
    out[~good] = 0
    return good, out
