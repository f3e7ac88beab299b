"""Sign many small contents in one call: the signatures of ``sign_bytes.sign``, packed as ``table.serialize.pack`` does.

One call per method and file costs as much as hashing a small file, and each takes Python's lock again, so that two
threads block each other. Here a thread releases the lock once per batch. For default parameters only.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.arrays.jit_cache import sources_hash
from simfinder.arrays.packed_strings import PackedBytes
from simfinder.signatures import integer_coding
from simfinder.signatures.methods import registry
from simfinder.signatures.methods.registry import FUSED
from simfinder.signatures.shingleprint import kernels as shinglekernels
from simfinder.signatures.shingleprint import shingle_set
from simfinder.signatures.sign.sign_bytes import plain_of
from simfinder.signatures.simhash import binary_windows
from simfinder.signatures.sketch import hash_codes
from simfinder.signatures.spamsum import kernels as spamkernels
from simfinder.signatures.spamsum.digest import ALPHABET
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN
from simfinder.signatures.tagcount import kernels as tagkernels
from simfinder.signatures.tagcount import lookup_tables

_ALPHABET = np.frombuffer(ALPHABET.encode("ascii"), dtype=np.uint8)
_TAGS = len(PLAIN.tags.tags)
# the most bytes all forms of one content take
_LONGEST = serialize.HEAD + 10 * _TAGS + 160 + 8 + (12 + 4 * 128 + 4) + (12 + 8 * 128)
_EQUALS = ord(serialize.AS_SKETCH)
_COLON = ord(":")
_WANTED = 128


# numba gives a constant argument a type of its own and compiles the kernel once more: hence np.int64 and
# bool around them.


@njit(nogil=True, cache=True)
def _tag_counts(content: np.ndarray, tables: np.ndarray) -> np.ndarray:  # pragma: no cover - compiled
    counts = np.zeros(_TAGS, dtype=np.uint64)
    tagkernels.feed(content, np.zeros(tagkernels.STATE, dtype=np.uint64), tables, counts, bool(1))
    return counts


@_tag_counts.in_python
def _counted(content: np.ndarray, _tables: np.ndarray) -> np.ndarray:
    """Find each tag among the windows that begin at all bits, then skip those that begin inside a hit."""
    pairs = content[:-1].astype(np.uint16) << np.uint16(8) | content[1:]
    windows = (pairs[:, None] >> np.arange(8, 0, -1, dtype=np.uint16)).astype(np.uint8).ravel()
    windows = np.append(windows, content[-1:])
    counts = np.zeros(_TAGS, dtype=np.uint64)
    for number, tag in enumerate(PLAIN.tags.tags):
        hits = np.flatnonzero(windows == tag.value)
        following = np.searchsorted(hits, hits + tag.bits).tolist()
        at = 0
        while at < len(following):
            at = following[at]
            counts[number] += 1
    return counts


@njit(nogil=True, cache=True)
def _put_spamsum(content: np.ndarray, out: np.ndarray, at: Any) -> Any:  # pragma: no cover - compiled
    """Write ``blocksize:part:part``; return the position behind it."""
    chars = np.empty(128, dtype=np.uint8)
    level = 0
    while np.int64(192) << level < content.size:
        level += 1
    level, first, second = spamkernels.whole(content, level, np.int64(32), chars)
    block: Any = np.int64(3) << level
    digits = 1
    while 10**digits <= block:
        digits += 1
    for k in range(digits):
        out[at + digits - 1 - k] = 48 + block % 10
        block //= 10
    at += digits
    out[at] = _COLON
    for k in range(first):
        out[at + 1 + k] = _ALPHABET[chars[k]]
    at += 1 + first
    out[at] = _COLON
    for k in range(second):
        out[at + 1 + k] = _ALPHABET[chars[first + k]]
    return at + 1 + second


@njit(nogil=True, cache=True)
def _put_simhash(values: np.ndarray, out: np.ndarray, at: Any) -> Any:  # pragma: no cover - compiled
    """Write eight bytes, or none if there are no features; return the position behind them."""
    if values.size == 0:
        return at
    fingerprint = binary_windows.vote_sample(values)
    for k in range(8):
        out[at + k] = np.uint8(fingerprint >> np.uint64(8 * k) & np.uint64(255))
    return at + 8


@njit(nogil=True, cache=True)
def _put_print(features: np.ndarray, values: np.ndarray, out: np.ndarray, at: Any) -> Any:  # pragma: no cover
    """Write a shingleprint, or the sign for "derived from the sketch"; return the position behind it."""
    alike = features.size == values.size
    for k in range(min(features.size, values.size)):
        alike &= np.uint64(features[k]) == values[k] >> np.uint64(32)
    if alike:
        out[at] = _EQUALS
        return at + 1
    return at + integer_coding.put_ascending(features.astype(np.uint64), out[at:])


def _make(sources: int) -> Any:
    """Make the kernel. Variables it closes over are part of its key in numba's cache."""

    @njit(nogil=True, cache=True, python=True)
    def sign_all(
        data: np.ndarray,
        bounds: np.ndarray,
        tags: np.ndarray,
        tables: np.ndarray,
        leads: np.ndarray,
        out: np.ndarray,
        ends: np.ndarray,
    ) -> int:  # pragma: no cover - compiled
        """Sign all contents, one after the other.

        Args:
            data: the contents, with any bytes between them.
            bounds: (n, 2) int64, where each begins and ends.
            tags: ``lookup_tables.TABLES``.
            tables: of ``shingle_set.tables``.
            leads: of ``shingle_set.tables``.
            out: uint8, room for all.
            ends: (n, 5) int64, filled with the end of each form in ``out``.

        Returns:
            Bytes used.
        """
        made_of = sources  # noqa: F841 - it must be mentioned to be closed over
        scratch = np.empty(shinglekernels.SCRATCH, dtype=np.uint64)
        at: Any = np.int64(0)
        for i in range(bounds.shape[0]):
            content = data[bounds[i, 0] : bounds[i, 1]]
            head = at
            at += serialize.HEAD
            counts = _tag_counts(content, tags)
            at += integer_coding.put_counts(counts, out[at:])
            ends[i, 0] = at
            at = _put_spamsum(content, out, at)
            ends[i, 1] = at
            values = shinglekernels.smallest(content, np.int64(_WANTED), tables, leads, scratch)
            features = shinglekernels.features(values, np.int64(_WANTED))
            values = values[:_WANTED]
            at = _put_simhash(values, out, at)
            ends[i, 2] = at
            at = _put_print(features, values, out, at)
            ends[i, 3] = at
            hash_codes.put_row(values, values)  # in place: the values are not needed any more
            at += integer_coding.put_ascending(values, out[at:])
            ends[i, 4] = at
            serialize.put_head(ends[i], out, head)
        return at

    return sign_all


_sign_all = _make(sources_hash())


def compiled() -> bool:
    """Return whether the kernel was compiled before, so that it only has to be loaded."""
    return _sign_all.kept


def sign_batch(data: npt.NDArray[np.uint8], bounds: npt.NDArray[np.int64]) -> PackedBytes:
    """Sign many contents by all methods.

    Args:
        data: read-only uint8, the contents.
        bounds: (n, 2) int64, where each begins and ends in ``data``.

    Returns:
        For each content its packed signatures, see ``table.serialize``.
    """
    out = np.empty(len(bounds) * _LONGEST, dtype=np.uint8)
    ends = np.empty((len(bounds), len(FUSED)), dtype=np.int64)
    _sign_all(data, bounds, lookup_tables.TABLES, *shingle_set.tables(8), out, ends)
    found = PackedBytes.copied(out, ends[:, -1])
    if not registry.PLAIN:
        return found
    contents = (data[begin:end] for begin, end in bounds.tolist())
    return PackedBytes.of(piece + plain_of(content) for piece, content in zip(found, contents, strict=True))
