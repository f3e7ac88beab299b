"""All pairs of 256-bit values within a Hamming distance of at most 31, such as hashes of pictures; most within more.

Values are cut into 16 blocks of 16 bits. Two that differ in at most 31 bits differ in at most one bit of some block: of
16 blocks with two bits or more each, there would be 32. So for each block the values are sorted by it, and each is
compared with those that have the same block and those whose block differs in one bit. A pair is kept in the first block
that finds it, so that no repeats need to be dropped.

Source: Norouzi, Punjani and Fleet, "Fast search in Hamming space with multi-index hashing" (2012), with a radius of one
in each of 16 substrings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit

Words = npt.NDArray[np.uint64]
Indexes = npt.NDArray[np.int32]

WORDS = 4
"""Words of 64 bits in a value."""

MOST = 31
"""Largest distance for which no pair is missed."""

_BLOCK_BITS = 16
_BLOCKS = 64 * WORDS // _BLOCK_BITS
_KEYS = 1 << _BLOCK_BITS
_AT_ONCE = 1 << 16  # pairs after which the kernel returns
_STEPS = 1 << 24  # comparisons after which it returns: 20 to 40 ms


def near_pairs(
    words: Words,
    distance: int,
    check: Callable[[], None],
    done: Callable[[float], None] = lambda _: None,
) -> Iterator[tuple[Indexes, Indexes]]:
    """Yield all pairs of values that differ in at most ``distance`` bits, each pair once, in any order.

    Args:
        words: (n, 4) uint64; equal ones may occur.
        distance: 0 to ``MOST``.
        check: called at least every 50 ms or so; may raise.
        done: receives the share of the work done, 0..1.

    Yields:
        (a, b): int32, indexes of the two values, a < b.

    Raises:
        ValueError: the distance is larger than ``MOST``.
    """
    if not 0 <= distance <= MOST:
        raise ValueError(f"distance {distance} is not in 0..{MOST}")
    n = len(words)
    if n < 2:
        done(1.0)
        return
    out_a, out_b = np.empty(_AT_ONCE + n, np.int32), np.empty(_AT_ONCE + n, np.int32)
    blocks = np.ascontiguousarray(words).view("<u2").reshape(n, _BLOCKS)
    for number in range(_BLOCKS):
        check()
        keys = blocks[:, number]
        order = np.argsort(keys, kind="stable").astype(np.int32)
        starts = np.zeros(_KEYS + 1, np.int64)
        np.cumsum(np.bincount(keys, minlength=_KEYS), out=starts[1:])
        lying, place = words[order], 0
        while place < n:
            check()
            place, found = _scan(lying, keys[order], starts, place, number, distance, out_a, out_b)
            if found:
                a, b = order[out_a[:found]], order[out_b[:found]]
                yield np.minimum(a, b), np.maximum(a, b)
            done((number + place / n) / _BLOCKS)


def near_between(
    asked: Words, words: Words, distance: int, check: Callable[[], None], *, flips: bool = True
) -> Iterator[tuple[Indexes, Indexes]]:
    """Yield pairs of two sets of values that differ in at most ``distance`` bits, in any order.

    Up to ``MOST`` bits none is missed; of those at 48 bits, three in a block on average, one in thirty is.

    Args:
        asked: (n, 4) uint64.
        words: (m, 4) uint64.
        distance: the most bits a pair differs in.
        check: called at least every 50 ms or so; may raise.
        flips: look at blocks that differ in one bit, too. Without, the search takes a seventeenth of the time, and of
            pairs at 31 bits finds nine in ten.

    Yields:
        (a, b): int32, indexes in ``asked`` and ``words``; a pair comes once for each block that finds it.
    """
    out_a, out_b = np.empty(_AT_ONCE + len(words), np.int32), np.empty(_AT_ONCE + len(words), np.int32)
    keys, of_words = (np.ascontiguousarray(some).view("<u2").reshape(-1, _BLOCKS) for some in (asked, words))
    for number in range(_BLOCKS if len(words) else 0):
        check()
        order = np.argsort(of_words[:, number], kind="stable").astype(np.int32)
        starts = np.zeros(_KEYS + 1, np.int64)
        np.cumsum(np.bincount(of_words[:, number], minlength=_KEYS), out=starts[1:])
        lying, mine, place = words[order], np.ascontiguousarray(keys[:, number]), 0
        while place < len(asked):
            check()
            place, found = _meet(asked, mine, lying, starts, place, flips, distance, out_a, out_b)
            if found:
                yield out_a[:found].copy(), order[out_b[:found]]


def distances(a: Words, b: Words) -> npt.NDArray[np.int64]:
    """Return in how many bits values differ, (m,). a, b: (m, 4) uint64."""
    return np.bitwise_count(a ^ b).sum(axis=-1, dtype=np.int64)


@njit(nogil=True, cache=True)
def _ones(x: np.uint64) -> np.int64:  # pragma: no cover - compiled
    """Count the set bits; compilers turn this form into the machine's own instruction."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(nogil=True, cache=True)
def _is_first(words: np.ndarray, i: int, k: int, number: int) -> bool:  # pragma: no cover - compiled
    """Tell whether no block before this one finds the pair too."""
    for block in range(number):
        shift = np.uint64(16 * (block & 3))
        difference = ((words[i, block >> 2] ^ words[k, block >> 2]) >> shift) & np.uint64(0xFFFF)
        if difference & (difference - np.uint64(1)) == np.uint64(0):  # none or one bit
            return False
    return True


@njit(nogil=True, cache=True)
def _scan(
    words: np.ndarray,
    keys: np.ndarray,
    starts: np.ndarray,
    place: int,
    number: int,
    distance: int,
    out_a: np.ndarray,
    out_b: np.ndarray,
) -> tuple[int, int]:  # pragma: no cover - compiled
    """Compare values in the order of their blocks with those behind them, until the output is full or time is up.

    Args:
        words: (n, 4) uint64, in the order of the keys.
        keys: (n,) uint16, ascending: block ``number`` of each value.
        starts: (65537,) int64, the first place of each key.
        place: of the first value to compare.
        number: of the block, 0 to 15.
        distance: the most bits a pair differs in.
        out_a: int32, receives one place of each pair; has room for n more than are asked for at once.
        out_b: the same for the other place.

    Returns:
        place of the next value; number of pairs.
    """
    found, steps = 0, 0
    while place < words.shape[0] and found < _AT_ONCE and steps < _STEPS:
        first, second = words[place, 0], words[place, 1]
        third, fourth = words[place, 2], words[place, 3]
        key = np.int64(keys[place])
        for bit in range(-1, _BLOCK_BITS):
            begin, end = place + 1, starts[key + 1]
            if bit >= 0:
                other = key ^ (1 << bit)
                if other < key:
                    continue  # that one met this one
                begin, end = starts[other], starts[other + 1]
            steps += end - begin
            for k in range(begin, end):
                apart = _ones(words[k, 0] ^ first) + _ones(words[k, 1] ^ second)
                if apart > distance:
                    continue
                apart += _ones(words[k, 2] ^ third) + _ones(words[k, 3] ^ fourth)
                if apart <= distance and _is_first(words, place, k, number):
                    out_a[found], out_b[found] = place, k
                    found += 1
        place += 1
    return place, found


@njit(nogil=True, cache=True)
def _meet(
    asked: np.ndarray,
    keys: np.ndarray,
    words: np.ndarray,
    starts: np.ndarray,
    place: int,
    flips: bool,
    distance: int,
    out_a: np.ndarray,
    out_b: np.ndarray,
) -> tuple[int, int]:  # pragma: no cover - compiled
    """Compare values with those of another set that lie in the order of their blocks, until output or time is up.

    Args:
        asked: (n, 4) uint64, in any order.
        keys: (n,) uint16, their blocks.
        words: (m, 4) uint64, in the order of theirs.
        starts: (65537,) int64, the first place of each key in ``words``.
        place: of the first value to compare.
        flips: compare those whose block differs in one bit, too.
        distance: the most bits a pair differs in.
        out_a: int32, receives a row of ``asked`` of each pair; has room for m more than are asked for at once.
        out_b: the same for the place in ``words``.

    Returns:
        place of the next value; number of pairs.
    """
    found, steps = 0, 0
    while place < asked.shape[0] and found < _AT_ONCE and steps < _STEPS:
        first, second, third, fourth = asked[place, 0], asked[place, 1], asked[place, 2], asked[place, 3]
        key = np.int64(keys[place])
        steps += _BLOCK_BITS
        for bit in range(-1, _BLOCK_BITS if flips else 0):
            other = key if bit < 0 else key ^ (1 << bit)
            steps += starts[other + 1] - starts[other]
            for k in range(starts[other], starts[other + 1]):
                apart = _ones(words[k, 0] ^ first) + _ones(words[k, 1] ^ second)
                if apart <= distance:
                    apart += _ones(words[k, 2] ^ third) + _ones(words[k, 3] ^ fourth)
                    if apart <= distance:
                        out_a[found], out_b[found] = place, k
                        found += 1
        place += 1
    return place, found
