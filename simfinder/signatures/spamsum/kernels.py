"""Kernels of spamsum: find where pieces end, and hash the pieces.

Two ways to one signature. ``feed`` takes bytes as they come and follows every block size that may still be chosen.
``whole`` has all bytes: it finds the borders first, so that it hashes only the pieces of the two block sizes in the
signature.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.signatures.flag_positions import flag_positions
from simfinder.signatures.spamsum.piece_hash import MULTIPLIER, START, piece_hash

LEVELS = 31
"""Block sizes 3·2^k, k = 0..30."""

# Columns of the scalar state: bytes so far, the rolling hash after the last one, the levels LOW to OPEN - 1 that are
# followed, the last six bytes.
TOTAL, ROLL, LOW, OPEN, RECENT = range(5)
# Of a piece hash only the low six bits count: four levels share one 64-bit word, 16 bits apart, so that two bytes
# can be taken between two cuts back to six bits.
LANES = 4
WORDS = 8 + 2  # two more than are used, so that words can be taken three at a time
SPREAD = sum(1 << 16 * lane for lane in range(LANES))
MASK = 63 * SPREAD
WINDOW = 7
"""Bytes the rolling hash depends on."""

_THIRD = 0xAAAAAAAB  # inverse of 3 modulo 2^32
_BLOCK = 2048


@njit(nogil=True, cache=True)
def _border(
    state: np.ndarray,
    hashes: np.ndarray,
    halves: np.ndarray,
    count: np.ndarray,
    chars: np.ndarray,
    kept: np.ndarray,
    kept_half: np.ndarray,
    quotient: Any,
) -> None:  # pragma: no cover - compiled
    """End a piece, for every level up to the power of two in ``quotient``."""
    k = state[LOW]
    while k < state[OPEN]:
        shift = 16 * (k % LANES)
        word = k // LANES
        h = (hashes[word] >> shift) & 63
        half = (halves[word] >> shift) & 63
        if k + 1 == state[OPEN] and k + 1 < LEVELS:
            above, up = (k + 1) // LANES, 16 * ((k + 1) % LANES)
            hashes[above] = (hashes[above] & ~(np.int64(63) << up)) | (h << up)
            halves[above] = (halves[above] & ~(np.int64(63) << up)) | (half << up)
            state[OPEN] = k + 2
        kept_half[k] = half
        if count[k] < 63:
            if count[k] < 31:
                halves[word] ^= (half ^ START) << shift
                kept_half[k] = -1
            chars[k, count[k]] = h
            count[k] += 1
            hashes[word] ^= (h ^ START) << shift
        else:
            kept[k] = h
        k += 1
        if quotient & 1:
            break
        quotient >>= 1


@njit(nogil=True, cache=True)
def _rolled(near: np.ndarray, i: Any) -> Any:  # pragma: no cover - compiled
    """Return the rolling hash plus one after a byte; it depends on the last seven bytes alone.

    Args:
        near: seven bytes before the first, then the bytes.
        i: number of the byte.
    """
    place = np.uint64(i)
    last = np.uint64(0)  # the last byte lowest; the compiler makes one load of them
    for back in range(8):
        last |= np.uint64(near[place + np.uint64(7 - back)]) << np.uint64(8 * back)
    even = last & np.uint64(0x00FF00FF00FF00FF)
    odd = last >> np.uint64(8) & np.uint64(0x000000FF00FF00FF)
    # the sum of the bytes and that of all such sums: eight times the last byte, seven times the one before, …
    total = even * np.uint64(0x0008000600040002) >> np.uint64(48)
    total += odd * np.uint64(0x0000000700050003) >> np.uint64(32) & np.uint64(0xFFFF)
    pairs = even ^ odd << np.uint64(5)
    fours = pairs & np.uint64(0x0000FFFF0000FFFF)
    fours ^= (pairs >> np.uint64(16) & np.uint64(0x0000FFFF0000FFFF)) << np.uint64(10)
    return np.uint32(total + (fours ^ fours >> np.uint64(32) << np.uint64(20)) + np.uint64(1))


@njit(nogil=True, cache=True)
def _filter(near: np.ndarray, n: int, low: Any, flags: np.ndarray) -> None:  # pragma: no cover - compiled
    """Flag the bytes behind which a piece may end: the low bits of the rolling hash plus one are 0.

    They are computed in single bytes, so that one instruction takes 32 or 64 of them.

    Args:
        near: seven bytes before the first, then the bytes.
        n: how many.
        low: k for block size 3·2^k.
        flags: (n,) uint8, filled; what is behind the last one of a word of eight is 0.
    """
    mask = np.uint8((1 << min(np.int64(low), np.int64(8))) - 1)
    for i in range(n):
        at = np.uint64(i)
        p = near[at + np.uint64(7)]
        s = p
        z = np.uint8(p ^ np.uint8(near[at + np.uint64(6)] << np.uint8(5)))
        for back in range(1, 7):
            p = np.uint8(p + near[at + np.uint64(7 - back)])
            s = np.uint8(s + p)
        flags[at] = np.uint8(np.uint8(s + p + z + np.uint8(1)) & mask) == 0
    for i in range(n, (n + 7) // 8 * 8):
        flags[np.uint64(i)] = 0


@njit(nogil=True, cache=True)
def _chains(
    near: np.ndarray, start: int, stop: int, h0: Any, h1: Any, h2: Any, h3: Any
) -> tuple[Any, Any, Any, Any]:  # pragma: no cover - compiled
    """Hash bytes start..stop into four words of piece hashes, side by side to hide the multiplier's latency."""
    odd = start + ((stop - start) & 1)
    if odd > start:
        c = np.int64(near[start]) * SPREAD
        h0, h1 = ((h0 * MULTIPLIER) ^ c) & MASK, ((h1 * MULTIPLIER) ^ c) & MASK
        h2, h3 = ((h2 * MULTIPLIER) ^ c) & MASK, ((h3 * MULTIPLIER) ^ c) & MASK
    for i in range(odd, stop, 2):
        c = np.int64(near[i]) * SPREAD
        d = np.int64(near[i + 1]) * SPREAD
        h0 = (((h0 * MULTIPLIER) ^ c) * MULTIPLIER ^ d) & MASK
        h1 = (((h1 * MULTIPLIER) ^ c) * MULTIPLIER ^ d) & MASK
        h2 = (((h2 * MULTIPLIER) ^ c) * MULTIPLIER ^ d) & MASK
        h3 = (((h3 * MULTIPLIER) ^ c) * MULTIPLIER ^ d) & MASK
    return h0, h1, h2, h3


@njit(nogil=True, cache=True)
def _hash(
    near: np.ndarray,
    start: int,
    stop: int,
    hashes: np.ndarray,
    halves: np.ndarray,
    count: np.ndarray,
    state: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Hash bytes start..stop into the piece hashes of all levels followed."""
    first, last = state[LOW] // LANES, (state[OPEN] - 1) // LANES
    if last <= first + 2 and (last == first or count[LANES * (first + 1)] < 31):
        # above the first word both hashes are still equal; a word that no level follows may hold anything
        h0, g0, h1, h2 = _chains(
            near, start, stop, hashes[first], halves[first], hashes[first + 1], hashes[first + 2]
        )
        hashes[first], halves[first] = h0, g0
        hashes[first + 1] = halves[first + 1] = h1
        hashes[first + 2] = halves[first + 2] = h2
        return
    for word in range(first, last + 1, 2):
        h0, g0, h1, g1 = _chains(
            near, start, stop, hashes[word], halves[word], hashes[word + 1], halves[word + 1]
        )
        hashes[word], halves[word], hashes[word + 1], halves[word + 1] = h0, g0, h1, g1


@njit(nogil=True, cache=True)
def feed(
    data: np.ndarray,
    state: np.ndarray,
    hashes: np.ndarray,
    halves: np.ndarray,
    count: np.ndarray,
    chars: np.ndarray,
    kept: np.ndarray,
    kept_half: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Process more bytes; the arguments hold all that the kernel remembers."""
    near = np.zeros(_BLOCK + 7, dtype=np.uint8)
    flags = np.empty(_BLOCK, dtype=np.uint8)
    eights = flags.view(np.uint64)
    for i in range(6):
        near[1 + i] = state[RECENT + i]
    for at in range(0, data.size, _BLOCK):
        n = min(_BLOCK, data.size - at)
        for i in range(n):
            near[np.uint64(i + 7)] = data[np.uint64(at + i)]
        low = state[LOW]
        _filter(near, n, low, flags)
        done = 0
        for eight in range((n + 7) // 8):
            if eights[eight] == np.uint64(0):
                continue
            for i in range(8 * eight, 8 * eight + 8):
                if flags[i] == 0:
                    continue
                v = np.int64(_rolled(near, i))
                if v == 0 or v % 3 != 0 or v & ((1 << low) - 1):
                    continue
                _hash(near, 7 + done, 8 + i, hashes, halves, count, state)
                done = i + 1
                _border(state, hashes, halves, count, chars, kept, kept_half, v // 3 >> low)
                total = state[TOTAL] + done
                while low < LEVELS - 1 and 192 << low < total and count[low + 1] >= 32:
                    low += 1
                state[LOW] = low
        _hash(near, 7 + done, 7 + n, hashes, halves, count, state)
        state[TOTAL] += n
        state[ROLL] = np.int64(_rolled(near, n - 1)) - 1
        for i in range(1, 7):
            near[i] = near[n + i]
    for i in range(6):
        state[RECENT + i] = near[1 + i]


@njit(nogil=True, cache=True)
def _borders(
    data: np.ndarray, low: int, ends: np.ndarray, count: np.ndarray, latest: np.ndarray
) -> Any:  # pragma: no cover - compiled
    """Find where pieces end, for all levels from ``low`` up.

    Args:
        data: the bytes.
        low: levels below are left alone.
        ends: (levels, 63), filled with the positions behind the first borders of each level.
        count: (levels,), filled with the number of borders.
        latest: (levels,), filled with the position behind the last border.

    Returns:
        The rolling hash after the last byte.
    """
    near = np.zeros(_BLOCK + 7, dtype=np.uint8)
    flags = np.empty(_BLOCK, dtype=np.uint8)
    found = np.empty(_BLOCK + 8, dtype=np.int64)
    quotients = np.empty(_BLOCK + 1, dtype=np.int64)
    mask = np.uint32((1 << low) - 1)
    count[low:] = 0
    last: Any = np.uint32(1)
    for at in range(0, data.size, _BLOCK):
        n = min(_BLOCK, data.size - at)
        for i in range(n):
            near[np.uint64(i + 7)] = data[np.uint64(at + i)]
        _filter(near, n, low, flags)
        flagged = flag_positions(flags.view(np.uint64)[: (n + 7) // 8], found)
        some = np.uint64(0)
        for k in range(flagged):  # of these every third is a border, which can't be predicted
            place = found[np.uint64(k)]
            v = _rolled(near, place)
            third = np.uint32(v * np.uint32(_THIRD))  # v / 3, if v is a multiple of 3
            found[some], quotients[some] = place, np.int64(third >> np.uint32(low))
            some += np.uint64((third <= np.uint32(0x55555555)) & ((v & mask) == 0) & (v != 0))
        left = np.int64(some)
        level = low
        while left > 0 and level < LEVELS:
            held = count[level]
            for k in range(min(left, 63 - held)):
                ends[level, held + k] = at + found[k] + 1
            count[level] += left
            latest[level] = at + found[left - 1] + 1
            even: Any = np.int64(0)
            for k in range(left):  # a border of the next level has an even quotient
                quotient = quotients[k]
                found[even], quotients[even] = found[k], quotient >> 1
                even += 1 - (quotient & 1)
            left = even
            level += 1
        last = _rolled(near, n - 1)
        for i in range(1, 7):
            near[i] = near[n + i]
    return np.int64(last) - 1


@_borders.in_python
def _borders_at_once(
    data: np.ndarray, low: int, ends: np.ndarray, count: np.ndarray, latest: np.ndarray
) -> Any:
    """Do the same for all bytes at once."""
    if not data.size:
        count[low:] = 0
        return 0
    near = np.concatenate((np.zeros(WINDOW - 1, dtype=np.int64), data))
    last = np.lib.stride_tricks.sliding_window_view(near, WINDOW)
    shifts = 5 * np.arange(WINDOW - 1, -1, -1)
    mixed = np.bitwise_xor.reduce(last << shifts, axis=1)
    roll = (last @ np.arange(2, WINDOW + 2) + mixed) & 0xFFFFFFFF
    found = np.flatnonzero(roll % 3 == 2)
    quotients = (roll[found] + 1) // 3
    for level in range(low, LEVELS):
        at = found[quotients & ((1 << level) - 1) == 0]
        count[level] = at.size
        ends[level, : min(at.size, 63)] = at[:63] + 1
        if at.size:
            latest[level] = at[-1] + 1
    return int(roll[-1])


@njit(nogil=True, cache=True)
def whole(data: np.ndarray, start: Any, second: Any, chars: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Return the signature of some bytes.

    Args:
        data: the bytes.
        start: the level at which the length starts.
        second: limit of the second part, 32 or 64 characters.
        chars: (128,) uint8, filled with the numbers of the characters, first part then second.

    Returns:
        Level, length of the first part, length of the second.
    """
    ends = np.empty((LEVELS, 63), dtype=np.int64)
    count = np.zeros(LEVELS, dtype=np.int64)
    latest = np.zeros(LEVELS, dtype=np.int64)
    low, level = start + 1, start
    last: Any = 0
    step = 2  # one pass is nearly always enough, and each level below takes twice as many borders
    while low > 0 and count[level] < 32:
        low = max(0, low - step)
        step = 4
        last = _borders(data, low, ends, count, latest)
        level = start
        while level > low and count[level] < 32:
            level -= 1
    begun, done = np.empty(64, dtype=np.int64), np.empty(64, dtype=np.int64)  # of the first part
    lengths = np.zeros(2, dtype=np.int64)
    for part in range(2):
        at = min(level + part, LEVELS - 1)
        limit = 63 if part == 0 else second - 1
        of_first: Any = np.int64(0)
        begin = 0
        number: Any = np.int64(0)
        held = min(limit, count[at])
        while number < held or (number == held and (last != 0 or count[at] > limit)):
            rest = data.size if last != 0 else latest[at]
            stop = ends[at, number] if number < held else rest
            char = lengths[0] + number if part else number
            chars[char] = START
            if part == 0:
                begun[number], done[number] = begin, stop
            else:
                # its first bytes are a piece of the first part, which is half of them on average
                while of_first < lengths[0] and begun[of_first] < begin:
                    of_first += 1
                if of_first < lengths[0] and begun[of_first] == begin and done[of_first] <= stop:
                    chars[char], begin = chars[of_first], done[of_first]
            chars[char] = piece_hash(data, begin, stop, chars[char])
            begin = stop
            number += 1
        lengths[part] = number
    return level, lengths[0], lengths[1]
