"""Pairs of recordings that sound alike, and how they lie over one another, from their fingerprints.

A fingerprint is a row of 32-bit numbers, some eight a second. When music is saved again at 32 to 320 kbit/s as MP3,
AAC, Opus or Vorbis, 39 to 94 % of its numbers stay; strangers share none. So pairs are found by the numbers they share,
and judged by the bits that differ once one row is laid over the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import sorted_set

Fingerprint = npt.NDArray[np.uint32]
Indexes = npt.NDArray[np.int64]

LEAST_SHARED = 4
"""Sampled numbers that two recordings must share to be a pair."""

_SAMPLED = 4  # one in so many different numbers is looked up
_COMMON = 200  # a number that more recordings have, such as that of silence, says nothing
_VOTING_BITS = 16  # of each number, the highest
_VOTES_A_NUMBER = 50  # numbers that return all the time, as in a steady tone, vote this often at most
_SHIFTS_TRIED = 4
_AROUND = 16  # numbers: 2 s
_MOST_BITS = 8  # of 32 may differ on average around a number for it to agree; strangers differ in 13 to 16


@dataclass(frozen=True, slots=True)
class Alignment:
    """How two recordings lie over one another.

    Attributes:
        shift: number i of the second lies over number i + shift of the first.
        agree: numbers around which at most a quarter of the bits differ.
        lengths: numbers of the two.
    """

    shift: int
    agree: int
    lengths: tuple[int, int]

    @property
    def similarity(self) -> float:
        """Return the share of the longer that agrees, 0..1."""
        return self.agree / max(self.lengths) if self.agree else 0.0

    @property
    def contained(self) -> float:
        """Return the share of the shorter that agrees, 0..1."""
        return self.agree / min(self.lengths) if self.agree else 0.0


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


def align(first: Fingerprint, second: Fingerprint) -> Alignment:
    """Lay two recordings over one another so that most agrees. first, second: (numbers,) uint32."""
    shifts = _shifts(first, second)
    return max((_laid(first, second, shift) for shift in shifts), key=lambda laid: laid.agree)


def _sampled(numbers: Fingerprint) -> Fingerprint:
    """Return the different numbers that are looked up: those of which a scattered form ends in zeros."""
    different = sorted_set(numbers)
    scattered = (different * np.uint32(0x9E3779B1)) >> np.uint32(16)
    return different[scattered % np.uint32(_SAMPLED) == 0]


def _shifts(first: Fingerprint, second: Fingerprint) -> list[int]:
    """Return the shifts for which most pairs of numbers begin alike, the best first; 0 if there is none."""
    down = np.uint32(32 - _VOTING_BITS)
    order = np.argsort(first >> down, kind="stable")
    sorted_first, wanted = (first >> down)[order], second >> down
    low = np.searchsorted(sorted_first, wanted, "left")
    votes = np.minimum(np.searchsorted(sorted_first, wanted, "right") - low, _VOTES_A_NUMBER)
    voting = np.repeat(np.arange(len(second)), votes)
    within = np.arange(len(voting)) - np.repeat(votes.cumsum() - votes, votes)
    shifts = order[low[voting] + within] - voting
    counted = np.bincount(shifts + len(second))
    best = np.argsort(counted, kind="stable")[::-1][:_SHIFTS_TRIED] - len(second)
    return [int(shift) for shift in best] or [0]


def _laid(first: Fingerprint, second: Fingerprint, shift: int) -> Alignment:
    start, end = max(0, shift), min(len(first), len(second) + shift)
    agree = 0
    if end > start:
        differ = np.bitwise_count(first[start:end] ^ second[start - shift : end - shift])
        around = np.ones(min(_AROUND, end - start))
        mean = np.convolve(differ, around, "same") / np.convolve(np.ones(end - start), around, "same")
        agree = int((mean <= _MOST_BITS).sum())
    return Alignment(shift, agree, (len(first), len(second)))
