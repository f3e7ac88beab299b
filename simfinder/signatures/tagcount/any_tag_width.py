"""Count any tags: 1 to 32 bits long, any number of them. The default sixteen have a faster kernel, ``kernels``.

Works by where a tag ends: after each bit, the last bits say which tags may end there, so no look-ahead is needed and
the counts are complete after every byte. Counting is the same as everywhere: greedy from the left, each tag by itself.
Source: Sadowski & Levin, section 4; the rules for lengths other than eight are those of their program.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.errors import TooLargeError
from simfinder.signatures.content_hash import Data, view
from simfinder.signatures.tagcount.tag_sets import LONGEST, Tag

_SHORT = 12  # most bits looked up: 4096 lists
_MOST = 2**64 - 1


class _Tables(NamedTuple):
    """Look-up tables of the kernel; w is the number of bits looked up, at most 12 and no more than the longest tag has.

    Attributes:
        near: (2^(w+3),) uint8, for w + 3 bits the four ends (bit 0 the last) where some list is not empty.
        starts: (2^w + 1,) int64, where the list for each w bits starts in ``members``.
        members: tags whose last bits agree with the list's.
        values, masks: (tags,) uint64.
        bits: (tags,) int64.
    """

    near: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]
    members: npt.NDArray[np.int64]
    values: npt.NDArray[np.uint64]
    masks: npt.NDArray[np.uint64]
    bits: npt.NDArray[np.int64]


_EARLIEST = np.array([0] + [mask.bit_length() - 1 for mask in range(1, 256)], dtype=np.uint64)
"""The highest set bit of a byte: of several ends the leftmost."""


@lru_cache(maxsize=8)
def _tables(tags: tuple[Tag, ...]) -> _Tables:
    width = min(_SHORT, max(tag.bits for tag in tags))
    lists: list[list[int]] = [[] for _ in range(1 << width)]
    for number, tag in enumerate(tags):
        seen = min(tag.bits, width)
        for high in range(1 << (width - seen)):
            lists[high << seen | tag.value & ((1 << seen) - 1)].append(number)
    lengths = np.array([len(members) for members in lists], dtype=np.int64)
    windows = np.arange(1 << (width + 3))
    near = np.zeros(windows.size, dtype=np.uint8)
    for end in range(4):
        near |= (lengths[windows >> end & ((1 << width) - 1)] > 0).astype(np.uint8) << np.uint8(end)
    return _Tables(
        near,
        np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths))),
        np.array([number for members in lists for number in members], dtype=np.int64),
        np.array([tag.value for tag in tags], dtype=np.uint64),
        np.array([(1 << tag.bits) - 1 for tag in tags], dtype=np.uint64),
        np.array([tag.bits for tag in tags], dtype=np.int64),
    )


@njit(nogil=True, cache=True)
def _count_wide(
    data: np.ndarray,
    earliest: np.ndarray,
    near: np.ndarray,
    starts: np.ndarray,
    members: np.ndarray,
    values: np.ndarray,
    masks: np.ndarray,
    bits: np.ndarray,
    counts: np.ndarray,
    free: np.ndarray,
    register: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Count the tags that end in ``data``.

    free: (tags,) int64, the first end at which a tag may be hit, in bits from the end of the bytes so far. register:
    (1,) uint64, the last 64 bits.
    """
    last = register[0]
    short, wide = np.uint64(starts.size - 2), np.uint64(near.size - 1)
    for i in range(data.size):
        last = last << np.uint64(8) | np.uint64(data[np.uint64(i)])
        ends = np.uint64(near[last >> np.uint64(4) & wide]) << np.uint64(4) | np.uint64(near[last & wide])
        while ends != np.uint64(0):
            later = earliest[ends]
            ends ^= np.uint64(1) << later
            window = last >> later
            end = 8 * i + 8 - np.int64(later)
            place = window & short
            for j in range(starts[place], starts[place + np.uint64(1)]):
                tag = np.uint64(members[np.uint64(j)])
                if window & masks[tag] == values[tag] and end >= free[tag]:
                    counts[tag] += np.uint64(1)
                    free[tag] = end + bits[tag]
    register[0] = last
    for t in range(free.size):
        free[t] = max(np.int64(0), free[t] - 8 * data.size)


class WideCount:
    """Streaming counter of any tags, for any length; constant memory.

    Args:
        tags: at least one.
    """

    __slots__ = ("_counts", "_free", "_register", "_tables", "_tags")

    def __init__(self, tags: tuple[Tag, ...]) -> None:
        self._tags = tags
        self._tables = _tables(tags)
        self._counts = np.zeros(len(tags), dtype=np.uint64)
        # no tag ends before its own length
        self._free = np.array([tag.bits for tag in tags], dtype=np.int64)
        self._register = np.zeros(1, dtype=np.uint64)

    def update(self, data: Data) -> None:
        _count_wide(view(data), _EARLIEST, *self._tables, self._counts, self._free, self._register)

    def update_zeros(self, n: int) -> None:
        """Do the same as ``update(bytes(n))``, in constant time.

        Raises:
            TooLargeError: a count would not fit in 64 bits (tags of one or two bits, more than 2 EiB).
        """
        zeros = [(number, tag.bits) for number, tag in enumerate(self._tags) if tag.value == 0]
        for number, bits in zeros:
            if int(self._counts[number]) + 8 * n // bits + 1 > _MOST:
                raise TooLargeError(
                    f"the count of tag {self._tags[number]} (value, bits) does not fit in 64 bits"
                )
        fed = min(n, LONGEST // 8)
        self.update(bytes(fed))
        left = 8 * (n - fed)  # bits
        if not left:
            return
        # After 32 zero bits only a tag of zeros is hit, and no earlier hit reaches across them; a tag of
        # zeros has just been hit or is in the middle of a hit, so its next end is still ahead.
        for number, bits in zeros:
            first = int(self._free[number])
            hits = (left - first) // bits + 1  # never below 0: the next end is at most a tag's length away
            self._counts[number] += np.uint64(hits)
            self._free[number] = first + hits * bits - left

    def digest(self) -> npt.NDArray[np.uint64]:
        """Return the counts so far, (tags,) uint64, in the order of the tags."""
        return self._counts.copy()

    def copy(self) -> WideCount:
        other = WideCount(self._tags)
        other._counts[:] = self._counts
        other._free[:] = self._free
        other._register[:] = self._register
        return other
