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


# Columns of the scalar state: bytes seen, the last byte and the one before it, the entry of the window before the
# last byte, trailing zero bits of the last byte that is not zero.
_SEEN, _LAST, _BEFORE, _ENTRY, _TRAILING = range(5)
_BLOCK = 4080  # windows looked up before they are added: 48 rounds of 17 times 5
_EVEN = np.uint64(0x33333333)
_ODD = np.uint64(0x0333333300000000)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)


@njit(nogil=True, cache=True)
def _look_up(
    near: np.ndarray, m: int, entries: np.ndarray, zeros: np.ndarray, found: np.ndarray, trailing: Any
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Entries of m windows; the hits of tag 0 are counted on the way.

    One byte after the other on purpose: the chain of trailing zero bits keeps the compiler from fetching several
    entries by one gather instruction, which is ten times slower on many processors.

    Args:
        near: two bytes before, then the second byte of each window.
        m: how many.
        entries: ``tagtables.ENTRIES``.
        zeros: ``tagtables.ZEROS``.
        found: (m + 1,) uint64, filled from 1 on.
        trailing: zero bits at the end of the last byte that is not zero.

    Returns:
        Hits of tag 0, and ``trailing`` for the next byte.
    """
    hits = np.int64(0)
    last = np.uint64(near[1])
    leads, trails, keeps = zeros[0], zeros[1], zeros[2]
    for i in range(m):
        byte = np.uint64(near[np.uint64(i + 2)])
        found[np.uint64(i + 1)] = entries[(last << np.uint64(8) | byte) >> np.uint64(1)]
        last = byte
        hits += (trailing + np.int64(leads[byte])) >> 3
        trailing = np.int64(trails[byte]) | (trailing & np.int64(keeps[byte]))
    return hits, trailing


@njit(nogil=True, cache=True)
def _flag(found: np.ndarray, m: int, flags: np.ndarray) -> None:  # pragma: no cover - compiled
    """Where the skip rule may matter: flags[i] is not 0 for window i to replay."""
    for i in range(m):
        entry = found[np.uint64(i + 1)]
        reach = found[np.uint64(i)] >> np.uint64(LATE)
        some = ((reach & entry >> np.uint64(EARLY)) | entry >> np.uint64(WITHIN)) & np.uint64(FLAGS)
        flags[np.uint64(i)] = some != np.uint64(0)
    for i in range(m, flags.size):
        flags[i] = 0


@njit(nogil=True, cache=True)
def _add_up(found: np.ndarray, m: int, counts: np.ndarray) -> None:  # pragma: no cover - compiled
    """Add the hits of entries 1..m to the counts of tags 1..15; two bits a tag, widened before they overflow."""
    rounds = (m + 84) // 85
    for i in range(m + 1, rounds * 85 + 1):
        found[i] = 0
    for r in range(rounds):
        low = high = np.uint64(0)
        for five in range(17):
            packed = np.uint64(0)
            for j in range(5):
                entry = found[np.uint64(r * 85 + five * 5 + j + 1)]
                packed += (entry & _EVEN) | (entry << np.uint64(30) & _ODD)
            low += packed & _NIBBLES
            high += packed >> np.uint64(4) & _NIBBLES
        for k in range(8):  # bytes of low: tags 1 5 9 13, 2 6 10 14; of high: tags 3 7 11 15, 4 8 12
            tag = 1 + (k & 3) * 4 + (k >> 2)
            counts[tag] += np.int64(low >> np.uint64(8 * k) & np.uint64(255))
            if tag + 2 < 16:
                counts[tag + 2] += np.int64(high >> np.uint64(8 * k) & np.uint64(255))


@njit(nogil=True, cache=True)
def _replay(
    near: np.ndarray,
    found: np.ndarray,
    i: int,
    index: int,
    hit_masks: np.ndarray,
    greedy: np.ndarray,
    chains: np.ndarray,
    dropped: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Apply the skip rule to the tags that may overlap themselves in window i, number ``index`` of the input.

    chains: (tags, 2) int64, the last window replayed for a tag and the starts still to skip behind it. In a
    window that was not replayed a tag hits once at most, and that hit counts.
    """
    before, last, byte = np.int64(near[i]), np.int64(near[i + 1]), np.int64(near[i + 2])
    reach, entry = np.int64(found[i]) >> LATE, np.int64(found[i + 1])
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
def _count(
    data: np.ndarray,
    entries: np.ndarray,
    zeros: np.ndarray,
    hit_masks: np.ndarray,
    greedy: np.ndarray,
    counts: np.ndarray,
    chains: np.ndarray,
    dropped: np.ndarray,
    state: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Count the starts of every byte whose successor is known; tag 0 at once.

    counts: (16,) int64 without the skip rule but for tag 0; what the rule takes away goes into ``dropped``.
    """
    n = data.size
    if n == 0:
        return
    at = 0
    if state[_SEEN] == 0:
        first = np.int64(data[0])
        counts[0] += first == 0
        state[_LAST], state[_TRAILING] = first, zeros[1, first]
        at = 1
    near = np.empty(_BLOCK + 2, dtype=np.uint8)
    found = np.empty(_BLOCK + 1, dtype=np.uint64)
    flags = np.empty(_BLOCK, dtype=np.uint8)
    eights = flags.view(np.uint64)
    near[0], near[1], found[0] = state[_BEFORE], state[_LAST], state[_ENTRY]
    while at < n:
        m = min(_BLOCK, n - at)
        for i in range(m):
            near[np.uint64(i + 2)] = data[np.uint64(at + i)]
        hits, state[_TRAILING] = _look_up(near, m, entries, zeros, found, state[_TRAILING])
        counts[0] += hits
        _flag(found, m, flags)
        for eight in range((m + 7) // 8):
            if eights[eight] == np.uint64(0):
                continue
            for i in range(8 * eight, 8 * eight + 8):
                if flags[i]:
                    _replay(near, found, i, state[_SEEN] + at + i, hit_masks, greedy, chains, dropped)
        near[0], near[1], carried = near[m], near[m + 1], found[m]
        _add_up(found, m, counts)
        found[0] = carried
        at += m
    state[_SEEN] += n
    state[_BEFORE], state[_LAST], state[_ENTRY] = near[0], near[1], found[0]


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
        return bool(self._state[_ENTRY] >> LATE + bit & 1)

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
