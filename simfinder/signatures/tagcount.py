"""Tag counts: how often sixteen 8-bit patterns occur at any bit offset (Sadowski & Levin, seed 000).

Counting is greedy from the left: after a hit of a tag its next seven starts are not compared. Keys are linear
combinations of the counts in whole hundredths. Source: paper section 4 and the authors' last tag file.
"""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from simfinder.errors import SignatureError
from simfinder.signatures.content import Data, view
from simfinder.signatures.tagtables import (
    EARLY,
    ENTRIES,
    FLAGS,
    GREEDY,
    HIT_MASKS,
    LATE,
    OVERLAPPING,
    TAGS,
    WITHIN,
    ZEROS,
)

NAME = "tagcount"
VERSION = 1

UNIFORM = (100,) * 16
SCATTER = (128, 124, 120, 116, 112, 108, 104, 100, 100, 96, 92, 88, 84, 80, 76, 72)
SKEW = (600, 403, 329, 268) + (0,) * 12
"""Weights in hundredths."""

_MAX_INT = 2**32 - 1
_OVERLAPPING = np.array(OVERLAPPING)
_PLACE = {tag: number for number, tag in enumerate(TAGS)}
Counts = npt.NDArray[np.uint64]


class Keys(NamedTuple):
    """The three keys, uint64, one per row of counts."""

    uniform: Counts
    scatter: Counts
    skew: Counts


# Columns of the scalar state: bytes seen, the last byte, the one before it, flags of the window before the last
# byte, trailing zero bits of the last byte that is not zero.
_SEEN, _LAST, _BEFORE, _REACH, _TRAILING = range(5)
_BLOCK = 4080  # 48 rounds of 17 spills of 5 entries
_EVEN = np.uint64(0x33333333)
_ODD = np.uint64(0x0333333300000000)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)


@njit(nogil=True, cache=True)
def _replay(  # pragma: no cover - compiled
    before: Any,
    last: Any,
    byte: Any,
    index: Any,
    reach: Any,
    entry: Any,
    hit_masks: np.ndarray,
    greedy: np.ndarray,
    chains: np.ndarray,
    dropped: np.ndarray,
) -> None:
    """Apply the skip rule to the tags that may overlap themselves in window ``index`` (bytes last, byte).

    chains: (tags, 2) int64, the last window replayed for a tag and the starts still to skip behind it. In a
    window that was not replayed a tag hits once at most, and that hit counts.
    """
    flags = (reach & (entry >> EARLY) | entry >> WITHIN) & FLAGS
    window, earlier = (last << 8 | byte) >> 1, (before << 8 | last) >> 1
    for tag in range(hit_masks.shape[0]):
        if not flags >> tag & 1:
            continue
        masks = hit_masks[tag]
        skip: Any = 0
        if chains[tag, 0] == index - 1:
            skip = chains[tag, 1]
        elif reach >> tag & 1:
            skip = np.int64(greedy[masks[earlier >> 4] << 4 | masks[earlier & 2047], 0]) & 15
        result = np.int64(greedy[masks[window >> 4] << 4 | masks[window & 2047], skip])
        dropped[tag] += result >> 4
        chains[tag, 0] = index
        chains[tag, 1] = result & 15


@njit(nogil=True, cache=True)
def _count(  # pragma: no cover - compiled
    data: np.ndarray,
    entries: np.ndarray,
    zeros: np.ndarray,
    hit_masks: np.ndarray,
    greedy: np.ndarray,
    counts: np.ndarray,
    chains: np.ndarray,
    dropped: np.ndarray,
    state: np.ndarray,
) -> None:
    """Count the starts of every byte whose successor is known; the zero tag at once.

    counts: (16,) int64 without the skip rule but for tag 0; what the rule takes away goes into ``dropped``.
    """
    n = data.size
    if n == 0:
        return
    last, before, trailing, at = state[_LAST], state[_BEFORE], state[_TRAILING], 0
    reach = np.uint64(state[_REACH])
    zero_hits = np.int64(0)
    if state[_SEEN] == 0:
        last, at = np.int64(data[0]), 1
        zero = np.int64(zeros[last])
        zero_hits, trailing = zero >> 7, zero >> 4 & 7
    spots = np.empty(_BLOCK, dtype=np.int64)
    while at < n:
        stop = min(at + _BLOCK, n)
        start, found, first_reach, first, first_before = at, 0, reach, last, before
        while at < stop:
            low = high = np.uint64(0)
            round_stop = min(at + 85, stop)
            while at < round_stop:
                packed = np.uint64(0)
                for i in range(at, min(at + 5, round_stop)):
                    byte = np.int64(data[i])
                    entry = entries[(last << 8 | byte) >> 1]
                    packed += (entry & _EVEN) | (entry << np.uint64(30) & _ODD)
                    flags = (reach & entry >> np.uint64(EARLY)) | entry >> np.uint64(WITHIN)
                    spots[found] = i
                    found += (flags & np.uint64(FLAGS)) != 0
                    reach = entry >> np.uint64(LATE)
                    last = byte
                    zero = np.int64(zeros[byte])
                    zero_hits += (trailing + (zero & 15)) >> 3
                    trailing = zero >> 4 & 7 | (trailing & -(zero >> 7))
                low += packed & _NIBBLES
                high += packed >> np.uint64(4) & _NIBBLES
                at = min(at + 5, round_stop)
            for k in range(8):  # bytes of low: tags 1 5 9 13, 2 6 10 14; of high: tags 3 7 11 15, 4 8 12
                tag = 1 + (k & 3) * 4 + (k >> 2)
                counts[tag] += np.int64(low >> np.uint64(8 * k) & np.uint64(255))
                if tag + 2 < 16:
                    counts[tag + 2] += np.int64(high >> np.uint64(8 * k) & np.uint64(255))
        for k in range(found):
            i = spots[k]
            one = np.int64(data[i - 1]) if i > start else first
            two = np.int64(data[i - 2]) if i > start + 1 else (first if i > start else first_before)
            past = first_reach
            if i > start:
                past = entries[(two << 8 | one) >> 1] >> np.uint64(LATE)
            entry = np.int64(entries[(one << 8 | np.int64(data[i])) >> 1])
            index = state[_SEEN] + i
            _replay(
                two, one, np.int64(data[i]), index, np.int64(past), entry, hit_masks, greedy, chains, dropped
            )
        before = np.int64(data[stop - 2]) if stop > start + 1 else first
    counts[0] += zero_hits
    state[_SEEN] += n
    state[_LAST], state[_BEFORE], state[_TRAILING] = last, before, trailing
    state[_REACH] = np.int64(reach & np.uint64(FLAGS))


class TagCount:
    """Streaming counter; constant memory, any length."""

    __slots__ = ("_chains", "_counts", "_dropped", "_state")

    def __init__(self) -> None:
        self._counts = np.zeros(16, dtype=np.int64)
        self._chains = np.full((len(OVERLAPPING), 2), -1, dtype=np.int64)
        self._dropped = np.zeros(len(OVERLAPPING), dtype=np.int64)
        self._state = np.zeros(5, dtype=np.int64)

    def update(self, data: Data) -> None:
        _count(
            view(data),
            ENTRIES,
            ZEROS,
            HIT_MASKS,
            GREEDY,
            self._counts,
            self._chains,
            self._dropped,
            self._state,
        )

    def digest(self) -> Counts:
        """Counts so far, (16,) uint64, in the order of ``TAGS``."""
        counts = self._counts.copy()
        counts[_OVERLAPPING] -= self._dropped
        if self._state[_SEEN]:
            tag = _PLACE.get(int(self._state[_LAST]), 0)
            if tag and not self._skipped(tag):
                counts[tag] += 1  # the last byte is one start more, the only one it has
        return counts.view(np.uint64)

    def _skipped(self, tag: int) -> bool:
        """Whether a hit of the tag reaches into the last byte."""
        if tag not in OVERLAPPING:
            return False
        bit = OVERLAPPING.index(tag)
        if self._chains[bit, 0] == self._state[_SEEN] - 1:
            return bool(self._chains[bit, 1] > 0)
        return bool(self._state[_REACH] >> bit & 1)

    def copy(self) -> TagCount:
        other = TagCount()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name).copy())
        return other


def tag_counts(data: Data) -> Counts:
    """Counts of the sixteen tags in some bytes, (16,) uint64."""
    counter = TagCount()
    counter.update(data)
    return counter.digest()


def keys(counts: Counts) -> Keys:
    """Uniform, scatter and skew key of counts (16,) or (n, 16): sums of floor(count · hundredths / 100)."""
    table = np.asarray(counts, dtype=np.uint64)

    def key(weights: tuple[int, ...]) -> Counts:
        hundredths = np.array(weights, dtype=np.uint64)
        whole, rest = np.divmod(table, np.uint64(100))  # so that nothing overflows
        return (whole * hundredths + rest * hundredths // np.uint64(100)).sum(axis=-1, dtype=np.uint64)

    return Keys(key(UNIFORM), key(SCATTER), key(SKEW))


def extension_of(name: str) -> str:
    """Text after the last dot of the last path part, leading dots removed; seed 000's own rule."""
    bare = name.replace("\\", "/").rsplit("/", 1)[-1].lstrip(".")
    return bare.rsplit(".", 1)[1] if "." in bare else ""


def extension_offset(name: str) -> int:
    """What an extension adds to a key: CRC-32 of its first three characters, upper-cased, over 0..2^32 - 1."""
    cut = extension_of(name)[:3].upper().encode("utf-8", "surrogateescape")
    return zlib.crc32(cut) * _MAX_INT // 2**32


def l1_distance(a: Counts, b: Counts) -> int:
    """Sum of the absolute differences of two sum tables."""
    return sum(abs(int(x) - int(y)) for x, y in zip(a, b, strict=True))


def to_bytes(counts: Counts) -> bytes:
    """Stored form: 16 little-endian 64-bit numbers."""
    return np.asarray(counts, dtype="<u8").tobytes()


def from_bytes(blob: bytes) -> Counts:
    """Read the stored form.

    Raises:
        SignatureError: it is not 128 bytes long.
    """
    if len(blob) != 128:
        raise SignatureError(f"tag counts take 128 bytes, not {len(blob)}")
    return np.frombuffer(blob, dtype="<u8").astype(np.uint64)
