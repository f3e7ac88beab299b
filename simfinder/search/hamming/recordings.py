"""Pairs of recordings that may sound alike, from their fingerprints.

A fingerprint is a row of 32-bit numbers, some eight a second. When music is saved again at 32 to 320 kbit/s as MP3,
AAC, Opus or Vorbis, 39 to 94 % of its numbers stay; strangers share none. So pairs are found by the numbers they share,
and judged by the bits that differ once one row is laid over the other (``signatures.sound.alignment``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import sorted_set
from simfinder.signatures.sound.chromaprint import Fingerprint

Indexes = npt.NDArray[np.int64]

LEAST_SHARED = 4
"""Sampled numbers that two recordings must share to be a pair."""

_SAMPLED = 4  # one in so many different numbers is looked up
_COMMON = 200  # a number that more recordings have, such as that of silence, says nothing


def recordings_alike(
    fingerprints: Sequence[Fingerprint], least: int = LEAST_SHARED
) -> tuple[Indexes, Indexes]:
    """Return the pairs of recordings that share so many of the sampled numbers, or nearly all of what they have.

    Args:
        fingerprints: uint32 each, any length.
        least: numbers to share; fewer, if one of the two has fewer.

    Returns:
        (a, b): int64, a < b, each pair once, in order.
    """
    sampled = [_sampled(numbers) for numbers in fingerprints]
    counts = np.array([len(numbers) for numbers in sampled], np.int64)
    keys = np.concatenate([*sampled, np.zeros(0, np.uint32)])
    owners = np.repeat(np.arange(len(sampled)), counts)
    order = np.argsort(keys, kind="stable")
    keys, owners = keys[order], owners[order]
    starts = (
        np.flatnonzero(np.diff(keys, prepend=keys[:1] + np.uint32(1)) != 0)
        if len(keys)
        else np.zeros(0, np.int64)
    )
    sizes = np.diff(starts, append=len(keys))
    pairs = []
    for size in sorted_set(sizes[(sizes > 1) & (sizes <= _COMMON)]).tolist():
        rows = owners[starts[sizes == size][:, None] + np.arange(size)]  # ascending: the sort is stable
        first, second = np.triu_indices(size, 1)
        pairs.append((rows[:, first] * len(sampled) + rows[:, second]).ravel())
    codes, shared = np.unique(np.concatenate([*pairs, np.zeros(0, np.int64)]), return_counts=True)
    a, b = np.divmod(codes, max(1, len(sampled)))
    enough = shared >= np.minimum(least, np.maximum(1, np.minimum(counts[a], counts[b])))
    return a[enough], b[enough]


def _sampled(numbers: Fingerprint) -> Fingerprint:
    """Return the different numbers that are looked up: those of which a scattered form ends in zeros."""
    different = sorted_set(numbers)
    scattered = (different * np.uint32(0x9E3779B1)) >> np.uint32(16)
    return different[scattered % np.uint32(_SAMPLED) == 0]
