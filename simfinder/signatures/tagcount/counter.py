"""Tag counts: how often each of a set of bit patterns occurs at any bit offset (Sadowski & Levin).

Counting is greedy from the left: after a hit, a tag's next starts are skipped, one less than it has bits. ``kernels``
counts the default sixteen 8-bit tags, ``any_tag_width`` other sets; the functions of ``sum_keys`` are offered here too.
Source: section 4 of the paper, and the authors' last tag file.
"""

from __future__ import annotations

import numpy as np

from simfinder.errors import SignatureError
from simfinder.signatures.content_hash import Data, view
from simfinder.signatures.integer_coding import pack_counts, unpack_counts_rows
from simfinder.signatures.tagcount.any_tag_width import WideCount
from simfinder.signatures.tagcount.kernels import STATE, feed
from simfinder.signatures.tagcount.lookup_tables import TABLES, TAGS
from simfinder.signatures.tagcount.sum_keys import (
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
from simfinder.signatures.tagcount.tag_sets import DEFAULT, SCATTER, SKEW, UNIFORM, Tag, TagSet

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

_NOTHING = view(b"")


class _Fast:
    """Streaming counter of the default tags."""

    __slots__ = ("_counts", "_state")

    def __init__(self) -> None:
        self._counts = np.zeros(16, dtype=np.uint64)
        self._state = np.zeros(STATE, dtype=np.uint64)

    def update(self, data: Data) -> None:
        feed(view(data), self._state, TABLES, self._counts, False)

    def update_zeros(self, n: int) -> None:
        fed = min(n, 2)
        self.update(bytes(fed))
        # From the second zero byte on, each adds one hit of tag 0, wherever its run began, and nothing else: no
        # other tag is hit between two zero bytes, and a hit across their first or last byte needs only two.
        self._counts[0] += np.uint64(n - fed)

    def digest(self) -> Counts:
        counts = self._counts.copy()
        feed(_NOTHING, self._state.copy(), TABLES, counts, True)
        return counts

    def copy(self) -> _Fast:
        other = _Fast()
        other._counts[:] = self._counts
        other._state[:] = self._state
        return other


class TagCount:
    """Streaming counter, for any length; constant memory.

    Args:
        tags: what to count; the default tags, in their order, have their own kernel.
    """

    __slots__ = ("_counter", "tags")

    def __init__(self, tags: TagSet = DEFAULT) -> None:
        self.tags = tags
        self._counter: _Fast | WideCount = _Fast() if tags.tags == DEFAULT.tags else WideCount(tags.tags)

    def update(self, data: Data) -> None:
        self._counter.update(data)

    def update_zeros(self, n: int) -> None:
        """Do the same as ``update(bytes(n))``, in constant time.

        Raises:
            TooLargeError: a count would not fit in 64 bits (tags of one or two bits, more than 2 EiB).
        """
        self._counter.update_zeros(n)

    def digest(self) -> Counts:
        """Return the counts so far, (tags,) uint64, in the order of the tag set."""
        return self._counter.digest()

    def copy(self) -> TagCount:
        other = TagCount(self.tags)
        other._counter = self._counter.copy()
        return other


def tag_counts(data: Data, tags: TagSet = DEFAULT) -> Counts:
    """Return the counts of the tags in some bytes, (tags,) uint64."""
    if tags is not DEFAULT and tags.tags != DEFAULT.tags:
        counter = WideCount(tags.tags)
        counter.update(data)
        return counter.digest()
    counts = np.zeros(16, dtype=np.uint64)
    feed(view(data), np.zeros(STATE, dtype=np.uint64), TABLES, counts, True)
    return counts


def to_bytes(counts: Counts) -> bytes:
    """Return the stored form, see ``integer_coding``."""
    return pack_counts(counts)


def from_bytes(blob: bytes, tags: int = 16) -> Counts:
    """Read the stored form of the counts of ``tags`` tags.

    Raises:
        SignatureError: it is malformed.
    """
    good, counts = unpack_counts_rows([blob], tags)
    if not good[0]:
        raise SignatureError(f"malformed: {len(blob)} bytes that are no {tags} counts")
    return counts[0]
