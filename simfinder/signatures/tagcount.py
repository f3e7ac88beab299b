"""Tag counts: how often sixteen 8-bit patterns occur at any bit offset (Sadowski & Levin, seed 000).

Counting is greedy from the left: after a hit of a tag its next seven starts are not compared. Keys are linear
combinations of the counts in whole hundredths. Source: paper section 4 and the authors' last tag file.
"""

from __future__ import annotations

import zlib
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from simfinder.errors import SignatureError
from simfinder.signatures.content import Data

NAME = "tagcount"
VERSION = 1

TAGS = (0x00, 0x74, 0x65, 0xA4, 0xD3, 0x27, 0x3F, 0xC0, 0x49, 0xED, 0x3C, 0x18, 0x05, 0xDB, 0x76, 0xEF)
"""The sixteen tags, in the order of the authors' tag file; tag 0 is the zero byte."""

UNIFORM = (100,) * 16
SCATTER = (128, 124, 120, 116, 112, 108, 104, 100, 100, 96, 92, 88, 84, 80, 76, 72)
SKEW = (600, 403, 329, 268) + (0,) * 12
"""Weights in hundredths."""

_MAX_INT = 2**32 - 1
Counts = npt.NDArray[np.uint64]


class Keys(NamedTuple):
    """The three keys, uint64, one per row of counts."""

    uniform: Counts
    scatter: Counts
    skew: Counts


def _hit_table() -> npt.NDArray[np.uint64]:
    """Per 16-bit window: low 4 bits the number of hits, then 7 bits a hit (offset 0..7, tag) from the left."""
    place = np.full(256, -1, dtype=np.int64)
    place[list(TAGS)] = np.arange(16)
    windows = np.arange(65536, dtype=np.uint64)
    table = np.zeros(65536, dtype=np.uint64)
    count = np.zeros(65536, dtype=np.uint64)
    for offset in range(8):
        tag = place[((windows >> np.uint64(8 - offset)) & np.uint64(255)).astype(np.int64)]
        hit = tag >= 0
        entry = (np.uint64(offset) << np.uint64(4)) | np.where(hit, tag, 0).astype(np.uint64)
        table[hit] |= (entry << (np.uint64(4) + np.uint64(7) * count))[hit]
        count[hit] += np.uint64(1)
    return table | count


_TABLE = _hit_table()


@njit(nogil=True, cache=True)
def _count(data, table, counts, free, state):  # pragma: no cover - compiled
    """Count the starts that end in ``data``; state[0] = bytes seen, state[1] = the last byte.

    ``free[t]`` is the first bit start at which tag t may hit again.
    """
    n = data.size
    if n == 0:
        return
    at = 0
    if state[0] == 0:
        state[1] = data[0]
        at = 1
    last = state[1]
    base = (state[0] + at - 1) * 8  # bit position of the byte before data[at]
    zero_free = free[0]
    for i in range(at, n):
        window = (last << 8) | np.int64(data[i])
        if window == 0:
            if zero_free < base:
                zero_free = base
            if zero_free < base + 8:
                counts[0] += 1
                zero_free += 8
        else:
            entry = np.int64(table[window])  # 60 bits in use
            hits = entry & 15
            entry >>= 4
            while hits > 0:
                position = base + ((entry >> 4) & 7)
                tag = entry & 15
                if tag == 0:
                    if position >= zero_free:
                        counts[0] += 1
                        zero_free = position + 8
                elif position >= free[tag]:
                    counts[tag] += 1
                    free[tag] = position + 8
                entry >>= 7
                hits -= 1
        last = np.int64(data[i])
        base += 8
    free[0] = zero_free
    state[0] += n
    state[1] = last


class TagCount:
    """Streaming counter; constant memory, any length."""

    def __init__(self) -> None:
        self._counts = np.zeros(16, dtype=np.uint64)
        self._free = np.zeros(16, dtype=np.int64)
        self._state = np.zeros(2, dtype=np.int64)

    def update(self, data: Data) -> None:
        _count(np.frombuffer(data, dtype=np.uint8), _TABLE, self._counts, self._free, self._state)

    def digest(self) -> Counts:
        """Counts so far, (16,) uint64, in the order of ``TAGS``. The last byte is one more start."""
        counts = self._counts.copy()
        seen, last = int(self._state[0]), int(self._state[1])
        return counts if not seen else _close(counts, self._free, seen, last)

    def copy(self) -> TagCount:
        other = TagCount()
        other._counts, other._free, other._state = self._counts.copy(), self._free.copy(), self._state.copy()
        return other


def _close(counts: Counts, free: npt.NDArray[np.int64], seen: int, last: int) -> Counts:
    if last in TAGS:
        tag = TAGS.index(last)
        if (seen - 1) * 8 >= int(free[tag]):
            counts[tag] += np.uint64(1)
    return counts


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
