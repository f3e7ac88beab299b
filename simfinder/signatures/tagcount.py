"""Tag counts: how often each of a set of bit patterns occurs at any bit offset (Sadowski & Levin, seed 000).

Counting is greedy from the left: after a hit of a tag its next starts are not compared, one less than it has bits.
Here is the kernel of the default sixteen 8-bit tags; other sets are ``tagwide``'s, keys are ``tagkeys``', whose
functions are offered here too. Source: paper section 4 and the authors' last tag file.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from simfinder.errors import SignatureError
from simfinder.signatures.compact import pack_counts, unpack_counts_rows
from simfinder.signatures.content import Data, view
from simfinder.signatures.tagkeys import (
    Counts,
    ExtensionHash,
    Keys,
    extension_of,
    extension_offset,
    key_values,
    keys,
    keys_of,
    l1_distance,
    original_extension_hash,
)
from simfinder.signatures.tags import DEFAULT, SCATTER, SKEW, UNIFORM, Tag, TagSet
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
from simfinder.signatures.tagwide import WideCount

__all__ = [
    "DEFAULT",
    "SCATTER",
    "SKEW",
    "TAGS",
    "UNIFORM",
    "Counts",
    "ExtensionHash",
    "Keys",
    "Tag",
    "TagCount",
    "TagSet",
    "extension_of",
    "extension_offset",
    "from_bytes",
    "key_values",
    "keys",
    "keys_of",
    "l1_distance",
    "original_extension_hash",
    "tag_counts",
    "to_bytes",
]

NAME = "tagcount"
VERSION = 2  # the stored form of 1 was 8 bytes a count

_OVERLAPPING = np.array(OVERLAPPING)
_PLACE = {tag: number for number, tag in enumerate(TAGS)}

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


class _Fast:
    """Streaming counter of the default tags."""

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

    def update_zeros(self, n: int) -> None:
        fed = min(n, 3)
        self.update(bytes(fed))
        # The windows before the last byte are now all zeros, so nothing is left to skip or to replay; each
        # zero byte more is one hit of tag 0, wherever its run began, and leaves the same state behind.
        self._counts[0] += n - fed
        self._state[_SEEN] += n - fed

    def digest(self) -> Counts:
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

    def copy(self) -> _Fast:
        other = _Fast()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name).copy())
        return other


class TagCount:
    """Streaming counter; constant memory, any length.

    Args:
        tags: what to count; the default tags, in their order, have a kernel of their own.
    """

    __slots__ = ("_counter", "tags")

    def __init__(self, tags: TagSet = DEFAULT) -> None:
        self.tags = tags
        self._counter: _Fast | WideCount = _Fast() if tags.tags == DEFAULT.tags else WideCount(tags.tags)

    def update(self, data: Data) -> None:
        self._counter.update(data)

    def update_zeros(self, n: int) -> None:
        """The same as ``update(bytes(n))``, in a time independent of n.

        Raises:
            TooLargeError: a count would not fit in 64 bits (tags of one or two bits, more than 2 EiB).
        """
        self._counter.update_zeros(n)

    def digest(self) -> Counts:
        """Counts so far, (tags,) uint64, in the order of the tag set."""
        return self._counter.digest()

    def copy(self) -> TagCount:
        other = TagCount(self.tags)
        other._counter = self._counter.copy()
        return other


def tag_counts(data: Data, tags: TagSet = DEFAULT) -> Counts:
    """Counts of the tags in some bytes, (tags,) uint64."""
    counter = TagCount(tags)
    counter.update(data)
    return counter.digest()


def to_bytes(counts: Counts) -> bytes:
    """Stored form: see ``compact``."""
    return pack_counts(counts)


def from_bytes(blob: bytes, tags: int = 16) -> Counts:
    """Read the stored form of the counts of so many tags.

    Raises:
        SignatureError: it is malformed.
    """
    good, counts = unpack_counts_rows([blob], tags)
    if not good[0]:
        raise SignatureError(f"malformed: {len(blob)} bytes that are no {tags} counts")
    return counts[0]
