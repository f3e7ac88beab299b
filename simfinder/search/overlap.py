"""Bytes that two contents have in common: how much of each can be had from the other, and where it lies.

For either direction one side is walked from its beginning and told as stretches of the other, block moves free: the
stretch that goes on is preferred, and left only for an exact match that has eight equal bytes more than it would have
itself (Percival's rule for differences of programs). What lies between two exact matches is given to the stretch before
and the one behind as long as equal bytes lead, so that changes of single bytes cost just those. Matches are found by an
index of 12-byte windows; of every window up to eight places are tried. Time is linear, memory four to eight bytes
for each indexed window: beyond 64 MB of a side only every n-th window is indexed, and of runs shorter than 12 + n bytes
some are missed.

The figure people see is 2 · min(bytes of a that b has, bytes of b that a has) / (both sizes).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

WINDOW = 12
"""Bytes of an exact match at least."""

_CHAIN = 8  # places of a window that are tried
_BETTER = 8  # equal bytes more that a new stretch must have
_MOST = 1 << 26  # windows indexed
_CHUNK = 1 << 22  # bytes walked between two looks at the switch
_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX2 = np.uint64(0xC2B2AE3D27D4EB4F)
_LOW = np.uint64(0x7F7F7F7F7F7F7F7F)
_ONES = np.uint64(0x0101010101010101)

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Stretches:
    """What one side has from the other, as parallel int64 arrays in the order of the one side, without overlap there.

    Attributes:
        begin: where each stretch begins in the side that is told.
        source: where it begins in the other.
        length: bytes.
        equal: bytes of them that are equal.
    """

    begin: npt.NDArray[np.int64]
    source: npt.NDArray[np.int64]
    length: npt.NDArray[np.int64]
    equal: npt.NDArray[np.int64]

    @property
    def kept(self) -> int:
        """Equal bytes of all stretches."""
        return int(self.equal.sum())


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """What two contents have in common.

    Attributes:
        size_a, size_b: bytes.
        of_a: a told as stretches of b.
        of_b: b told as stretches of a.
        same_place: bytes of equal value at the same place, where both are of one size, else 0.
    """

    size_a: int
    size_b: int
    of_a: Stretches
    of_b: Stretches
    same_place: int

    @property
    def similarity(self) -> float:
        """Share of content in common, 0..1; below 1.0 unless the contents are equal."""
        total = self.size_a + self.size_b
        if not total:
            return 1.0
        kept = min(self.of_a.kept, self.of_b.kept)
        place = self.same_place if 2 * self.same_place >= self.size_a else 0
        return max(2.0 * kept / total, place / max(1, self.size_a))

    @property
    def containment(self) -> float:
        """Share of the smaller one that the larger one has, 0..1; of equal sizes the larger share."""
        a, b = self.of_a.kept / max(1, self.size_a), self.of_b.kept / max(1, self.size_b)
        if self.size_a == self.size_b:
            return max(a, b)
        return a if self.size_a < self.size_b else b


def overlap(a: Bytes, b: Bytes) -> Overlap:
    """Compare two contents byte by byte.

    Args:
        a: read-only uint8; may be a memory map.
        b: the same.
    """
    same = int(_equal_places(a, b)) if len(a) == len(b) else 0
    return Overlap(len(a), len(b), told_by(a, b), told_by(b, a), same)


def told_by(target: Bytes, source: Bytes) -> Stretches:
    """One content as stretches of another."""
    step = max(1, -(-len(source) // _MOST))
    bits = max(8, min(26, int(len(source) // step).bit_length()))
    heads = np.full(1 << bits, -1, dtype=np.int32)
    chain = np.empty(max(1, len(source) // step + 1), dtype=np.int32)
    _index(source, np.int64(step), np.int64(bits), heads, chain)
    found = _walk(target, source, np.int64(step), np.int64(bits), heads, chain)
    return Stretches(*(np.ascontiguousarray(found[:, k]) for k in range(4)))


def _load_eight(_context: Any, data: Any, _at: Any) -> Any:
    """Eight bytes from a place on as a number, in one load, for the caller to see to it that they are there.

    ``data[at]`` to ``data[at + 7]`` put together make the whole comparison take three times as long, as each index is
    looked at for being negative.
    """

    def load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(array.data, [arguments[1]])
        return builder.load(builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)

    return types.uint64(data, types.int64), load


_eight: Any = intrinsic(_load_eight)


@njit(nogil=True, cache=True)
def _zero_bytes(word: Any) -> Any:  # pragma: no cover - compiled
    """How many of the eight bytes of a number are zero."""
    some = (word & _LOW) + _LOW | word | _LOW  # the top bit of each byte that is not zero, all others
    return np.int64((~some >> np.uint64(7)) * _ONES >> np.uint64(56))


@njit(nogil=True, cache=True)
def _place(data: np.ndarray, at: Any, bits: Any) -> Any:  # pragma: no cover - compiled
    """The head of the chain of the window at a place."""
    mixed = _eight(data, at) * _MIX ^ _eight(data, at + 4) * _MIX2
    return np.int64((mixed ^ mixed >> np.uint64(29)) * _MIX >> np.uint64(64 - bits))


@njit(nogil=True, cache=True)
def _index(
    source: np.ndarray, step: Any, bits: Any, heads: np.ndarray, chain: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Chains of window numbers, the first place of a window first; of a run of equal windows only the first."""
    last: Any = np.int64((source.size - WINDOW) // step)
    before: Any = np.int64(-1)
    for number in range(last, -1, -1):
        place = _place(source, number * step, bits)
        if place == before and heads[place] == number + 1:
            chain[number] = chain[number + 1]
        else:
            chain[number] = heads[place]
        heads[place] = number
        before = place


@njit(nogil=True, cache=True)
def _run(a: np.ndarray, i: Any, b: np.ndarray, j: Any) -> Any:  # pragma: no cover - compiled
    """Length of the equal run that begins at two places."""
    most = min(a.size - i, b.size - j)
    n: Any = np.int64(0)
    while n + 8 <= most and _eight(a, i + n) == _eight(b, j + n):
        n += 8
    while n < most and a[i + n] == b[j + n]:
        n += 1
    return n


@njit(nogil=True, cache=True)
def _equal(a: np.ndarray, i: Any, b: np.ndarray, j: Any, length: Any) -> Any:  # pragma: no cover - compiled
    """Equal bytes of two stretches; what lies outside of b is not equal."""
    count: Any = np.int64(0)
    k: Any = max(np.int64(0), -j)
    last = min(length, b.size - j)
    while k + 8 <= last:
        count += _zero_bytes(_eight(a, i + k) ^ _eight(b, j + k))
        k += 8
    while k < last:
        count += a[i + k] == b[j + k]
        k += 1
    return count


@njit(nogil=True, cache=True)
def _equal_places(a: np.ndarray, b: np.ndarray) -> Any:  # pragma: no cover - compiled
    return _equal(a, np.int64(0), b, np.int64(0), np.int64(a.size))


@njit(nogil=True, cache=True)
def _forward(
    target: np.ndarray, begin: Any, end: Any, source: np.ndarray, at: Any
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """How far a stretch goes on while equal bytes lead, and its equal bytes."""
    equal: Any = np.int64(0)
    best: Any = np.int64(0)
    length: Any = np.int64(0)
    kept: Any = np.int64(0)
    k: Any = np.int64(0)
    most = min(end - begin, source.size - at)
    while k < most:
        if k + 8 <= most and _eight(target, begin + k) == _eight(source, at + k):
            equal += 8
            k += 8
        else:
            equal += target[begin + k] == source[at + k]
            k += 1
        if 2 * equal - k > best:
            best, length, kept = 2 * equal - k, k, equal
    return length, kept


@njit(nogil=True, cache=True)
def _backward(
    target: np.ndarray, begin: Any, end: Any, source: np.ndarray, at: Any
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """How far a stretch that begins at ``end`` goes back while equal bytes lead, and its equal bytes."""
    equal: Any = np.int64(0)
    best: Any = np.int64(0)
    length: Any = np.int64(0)
    kept: Any = np.int64(0)
    for k in range(1, min(end - begin, at) + 1):
        equal += target[end - k] == source[at - k]
        if 2 * equal - k > best:
            best, length, kept = 2 * equal - k, k, equal
    return length, kept


@njit(nogil=True, cache=True)
def _split(
    target: np.ndarray, begin: Any, source: np.ndarray, old: Any, new: Any, length: Any
) -> Any:  # pragma: no cover - compiled
    """Of bytes that two stretches want (at ``old`` and ``new`` of the source): how many the first one gets."""
    lead: Any = np.int64(0)
    best: Any = np.int64(0)
    cut: Any = np.int64(0)
    for k in range(length):
        lead += np.int64(target[begin + k] == source[old + k]) - np.int64(
            target[begin + k] == source[new + k]
        )
        if lead > best:
            best, cut = lead, np.int64(k + 1)
    return cut


@njit(nogil=True, cache=True)
def _put(
    found: np.ndarray, count: Any, begin: Any, source: Any, length: Any, equal: Any
) -> Any:  # pragma: no cover
    """Append a stretch; grows where there is no room. One that goes on with the last one lengthens it."""
    if count:
        last = found[count - 1]
        if last[0] + last[2] == begin and last[1] + last[2] == source:
            last[2] += length
            last[3] += equal
            return found, count
    if count == found.shape[0]:
        larger = np.empty((2 * count, 4), dtype=np.int64)
        larger[:count] = found
        found = larger
    found[count, 0], found[count, 1], found[count, 2], found[count, 3] = begin, source, length, equal
    return found, count + 1


@njit(nogil=True, cache=True)
def _best(
    target: np.ndarray, i: Any, source: np.ndarray, step: Any, bits: Any, heads: np.ndarray, chain: np.ndarray
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """The longest match of the window at a place, and where it is; length 0 where there is none."""
    number: Any = np.int64(heads[_place(target, i, bits)])
    length: Any = np.int64(0)
    place: Any = np.int64(0)
    tried = 0
    while number >= 0 and tried < _CHAIN:
        at = number * step
        if length == 0 or (
            at + length < source.size
            and i + length < target.size
            and source[at + length] == target[i + length]
        ):
            run = _run(target, i, source, at)
            if run >= WINDOW and run > length:
                length, place = run, at
        number = np.int64(chain[number])
        tried += 1
    return length, place


@njit(nogil=True, cache=True)
def _walk(
    target: np.ndarray, source: np.ndarray, step: Any, bits: Any, heads: np.ndarray, chain: np.ndarray
) -> np.ndarray:  # pragma: no cover - compiled
    """The stretches, (n, 4) int64: begin, source, length, equal."""
    found = np.empty((16, 4), dtype=np.int64)
    count: Any = np.int64(0)
    told: Any = np.int64(0)  # up to here the target is told
    shift: Any = np.int64(0)  # of the stretch that goes on: place in the source less place in the target
    i: Any = np.int64(0)
    while i + WINDOW <= target.size:
        at = i + shift
        if 0 <= at < source.size and target[i] == source[at]:
            i += _run(target, i, source, at)
            continue
        length, place = _best(target, i, source, step, bits, heads, chain)
        if length == 0 or length <= _equal(target, i, source, at, length) + _BETTER:
            i += 1
            continue
        old, kept = np.int64(0), np.int64(0)
        if 0 <= told + shift < source.size:
            old, kept = _forward(target, told, i, source, told + shift)
        new, kept_new = _backward(target, told, i, source, place)
        shared = old + new - (i - told)
        if shared > 0:
            begin = i - new
            cut = _split(target, begin, source, begin + shift, place - new, shared)
            kept -= _equal(target, begin + cut, source, begin + cut + shift, shared - cut)
            kept_new -= _equal(target, begin, source, place - new, cut)
            old -= shared - cut
            new -= cut
        if old:
            found, count = _put(found, count, told, told + shift, old, kept)
        found, count = _put(found, count, i - new, place - new, new + length, kept_new + length)
        i += length
        told, shift = i, place + length - i
    if 0 <= told + shift < source.size:
        old, kept = _forward(target, told, np.int64(target.size), source, told + shift)
        if old:
            found, count = _put(found, count, told, told + shift, old, kept)
    return found[:count].copy()
