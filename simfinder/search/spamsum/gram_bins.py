"""Runs of seven characters in spamsum signatures, as entries in bins by their hash.

Two parts can only score if they have seven characters in a row (a gram) in common at the same block size. Runs of more
than three equal characters are cut to three first, as for the score. Parts without a gram count only if the signatures
are equal as a whole: such a signature gets one value of its own. Two grams may have one hash: what meets in a bin must
be verified. ``gram_matches`` decides who meets whom.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.arrays.jit import njit

GRAM, RUN = 7, 3
"""Characters of a gram; characters to which longer runs of equal ones are cut."""
BEFORE, HASH = np.uint64(32), np.uint64(39)
"""An entry: 25 bits of a gram's hash from bit 39 on, 7 of the character before it (0: none), 32 bits of the row."""

_BIN = 1 << 15  # characters per bin: its entries, with the tables made of them, fit a core's cache
_BINS = 10  # most bits of their number: more bins are slow to write to
_MOST = 130  # room for the grams of a row
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
WHOLE = np.uint64(0xD6E8FEB86659FD93)
"""Mixed into the hash of a whole signature, to tell it from a gram."""


class Bins:
    """The grams of signatures, read bin by bin.

    Args:
        block: (n,) uint64 block sizes; a row with 0 and no characters is no signature.
        part1: (n, 64) uint8 characters, as written.
        length1: (n,) uint8, how many.
        part2: (n, 64) uint8, the same of the second parts.
        length2: (n,) uint8.
        order: (n,) int32, the signature at each place. The rows of entries are places.

    Attributes:
        counts: (b,) int64, entries of each bin.
    """

    def __init__(
        self,
        block: np.ndarray,
        part1: np.ndarray,
        length1: np.ndarray,
        part2: np.ndarray,
        length2: np.ndarray,
        order: np.ndarray,
    ) -> None:
        self._signatures = (block, part1, length1, part2, length2, order)
        most = len(block) + int(length1.sum(dtype=np.int64)) + int(length2.sum(dtype=np.int64))
        self._bits = min(_BINS, (most // _BIN).bit_length())
        self.counts = np.zeros(1 << self._bits, np.int64)
        _entries(*self._signatures, self._bits, 0, self.counts, np.zeros(0, np.uint64))

    def entries(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        """Return entries of bins ``first`` to ``last`` - 1, uint64, and where each bin begins, (bins+1,) int64."""
        bounds = np.append(0, np.cumsum(self.counts[first:last]))
        entries = np.empty(int(bounds[-1]), np.uint64)
        if len(entries):
            _entries(*self._signatures, self._bits, first, bounds[:-1].copy(), entries)
        return entries, bounds


@njit(nogil=True, cache=True)
def mixed_bits(x: np.uint64) -> np.uint64:  # pragma: no cover - compiled
    """Mix the bits of a number one to one."""
    x = (x ^ (x >> np.uint64(30))) * _MIX_A
    x = (x ^ (x >> np.uint64(27))) * _MIX_B
    return x ^ (x >> np.uint64(31))


@njit(nogil=True, cache=True)
def _windows(
    part: np.ndarray, length: Any, seed: np.uint64, hashed: np.ndarray, before: np.ndarray, used: Any
) -> tuple[Any, np.uint64]:  # pragma: no cover - compiled
    """Write the hashes of a part's grams, runs cut, and the characters before them, from ``used`` on; return the end.

    Also return a number that tells parts without a gram apart: all their characters.
    """
    last_seven = (np.uint64(1) << np.uint64(8 * GRAM)) - np.uint64(1)
    last, count, run, previous = np.uint64(0), 0, 0, np.uint8(0)
    for i in range(length):
        c = part[i]
        run = run + 1 if c == previous else 1
        previous = c
        if run > RUN:
            continue
        last = (last << np.uint64(8)) | np.uint64(c)
        count += 1
        if count >= GRAM:
            mixed = (seed ^ (last & last_seven)) * _MIX_A
            hashed[used] = (mixed ^ (mixed >> np.uint64(32))) * _MIX_B
            before[used] = last >> np.uint64(8 * GRAM)
            used += 1
    return used, last


@njit(nogil=True, cache=True)
def _entries(
    block: np.ndarray,
    part1: np.ndarray,
    length1: np.ndarray,
    part2: np.ndarray,
    length2: np.ndarray,
    order: np.ndarray,
    bits: int,
    low: int,
    slots: np.ndarray,
    out: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Count the entries of every bin in ``slots`` (``out`` empty), or write those of some bins.

    The highest ``bits`` of the hash choose the bin; ``low`` is the first to write, slots say where each bin's next
    entry goes.
    """
    hashed, before = np.empty(_MOST, np.uint64), np.empty(_MOST, np.uint64)
    left, shift = np.uint64(bits), np.uint64(63 - bits)
    bin_, bins = np.empty(_MOST, np.int64), len(slots)
    for place in range(len(order)):
        row = order[place]
        seed1, seed2 = mixed_bits(block[row]), mixed_bits(block[row] << np.uint64(1))
        middle, last1 = _windows(part1[row], np.int64(length1[row]), seed1, hashed, before, 0)
        used, last2 = _windows(part2[row], np.int64(length2[row]), seed2, hashed, before, middle)
        if used == 0 and (block[row] or length1[row] or length2[row]):
            hashed[0], before[0] = mixed_bits(mixed_bits(seed1 ^ last1) ^ last2 ^ WHOLE), np.uint64(0)
            used = 1
        if len(out) == 0:
            for k in range(used):
                slots[np.int64((hashed[k] >> np.uint64(1)) >> shift)] += 1
        else:
            # no branch on the bin: it can't be predicted, and a misprediction costs ten stores
            wanted: Any = 0
            for k in range(used):
                which = np.int64((hashed[k] >> np.uint64(1)) >> shift) - low
                kept = ((hashed[k] << left) >> HASH) << HASH
                before[wanted] = kept | (before[k] << BEFORE) | np.uint64(place)
                bin_[wanted] = which
                wanted += np.int64((which >= 0) & (which < bins))
            for k in range(wanted):
                out[slots[bin_[k]]] = before[k]
                slots[bin_[k]] += 1
