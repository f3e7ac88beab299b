"""How two recordings lie over one another, and how much of them agrees: the score of two fingerprints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simfinder.signatures.sound.chromaprint import SILENT, Fingerprint

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
        begin: number of the first from which on they agree.
        agree: numbers around which at most a quarter of the bits differ, without silence.
        lengths: numbers of the two, without silence.
    """

    shift: int
    begin: int
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


def align(first: Fingerprint, second: Fingerprint) -> Alignment:
    """Lay two recordings over one another so that most agrees. first, second: (numbers,) uint32."""
    shifts = _shifts(first, second)
    return max((_laid(first, second, shift) for shift in shifts), key=lambda laid: laid.agree)


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
    lengths = sounding(first), sounding(second)
    if end <= start:
        return Alignment(shift, 0, 0, lengths)
    mine, its = first[start:end], second[start - shift : end - shift]
    differ = np.bitwise_count(mine ^ its)
    around = np.ones(min(_AROUND, end - start))
    mean = np.convolve(differ, around, "same") / np.convolve(np.ones(end - start), around, "same")
    agree = np.flatnonzero((mean <= _MOST_BITS) & (mine != SILENT) & (its != SILENT))
    return Alignment(shift, start + int(agree[0]) if len(agree) else 0, len(agree), lengths)


def sounding(numbers: Fingerprint) -> int:
    """Return how many numbers of a fingerprint are not those of silence."""
    return int((numbers != SILENT).sum())
