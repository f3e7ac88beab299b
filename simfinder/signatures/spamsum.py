"""spamsum, ssdeep 2.14.1 bit for bit: a rolling hash cuts the bytes into pieces, each piece gives a character.

One pass in constant memory, any length up to 192 GiB. Owns making signatures; comparing them is
``spamscore``'s, whose functions are offered here too. Source: Kornblum 2006 (seed 001) and libfuzzy's behaviour.
"""

from __future__ import annotations

from enum import IntFlag
from typing import Any

import numpy as np
from numba import njit

from simfinder.errors import SignatureError, TooLargeError
from simfinder.signatures.content import Data, view
from simfinder.signatures.spamscore import cut_runs, parse, score, score_rows

__all__ = ["Flag", "Spamsum", "cut_runs", "parse", "score", "score_rows", "spamsum"]

NAME = "spamsum"
VERSION = 1

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LEVELS = 31
"""Block sizes 3·2^k, k = 0..30."""

LIMIT = 64 * 3 * 2 ** (LEVELS - 1)
"""Longest input, bytes."""

# Columns of the scalar state: bytes so far, the rolling hash after the last one, levels from LOW to below OPEN are
# followed, the last six bytes.
_TOTAL, _ROLL, _LOW, _OPEN, _RECENT = range(5)
# The piece hash needs its low six bits only: four levels share one 64-bit word, 16 bits apart, so that two bytes
# can be taken between two cuts back to six bits.
_LANES = 4
_WORDS = 8 + 2  # two more than are used, so that words can be taken three at a time
_SPREAD = sum(1 << 16 * lane for lane in range(_LANES))
_MASK = 63 * _SPREAD
_START = 39
_THIRD = 0xAAAAAAAB  # inverse of 3 modulo 2^32
_BLOCK = 2048


_TO_TEXT = ALPHABET.encode("ascii") + bytes(256 - len(ALPHABET))
_STARTS = np.full(_WORDS, _START * _SPREAD, dtype=np.int64)
_NONE_KEPT = np.full(LEVELS, -1, dtype=np.int64)


class Flag(IntFlag):
    """libfuzzy's digest options."""

    NONE = 0
    ELIMSEQ = 1  # runs cut to three characters
    NOTRUNC = 2  # second part up to 64 characters


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
    """A piece ends here, for every level up to the power of two in ``quotient``."""
    k = state[_LOW]
    while k < state[_OPEN]:
        shift = 16 * (k % _LANES)
        word = k // _LANES
        h = (hashes[word] >> shift) & 63
        half = (halves[word] >> shift) & 63
        if k + 1 == state[_OPEN] and k + 1 < LEVELS:
            above, up = (k + 1) // _LANES, 16 * ((k + 1) % _LANES)
            hashes[above] = (hashes[above] & ~(np.int64(63) << up)) | (h << up)
            halves[above] = (halves[above] & ~(np.int64(63) << up)) | (half << up)
            state[_OPEN] = k + 2
        kept_half[k] = half
        if count[k] < 63:
            if count[k] < 31:
                halves[word] ^= (half ^ _START) << shift
                kept_half[k] = -1
            chars[k, count[k]] = h
            count[k] += 1
            hashes[word] ^= (h ^ _START) << shift
        else:
            kept[k] = h
        k += 1
        if quotient & 1:
            break
        quotient >>= 1


@njit(nogil=True, cache=True)
def _scan(
    near: np.ndarray, n: int, mask: Any, roll: np.ndarray, flags: np.ndarray
) -> None:  # pragma: no cover - compiled
    """One more than the rolling hash after each of n bytes, and whether a piece ends there.

    It depends on the last seven bytes alone, so that every byte can be worked out on its own, many at a time.

    Args:
        near: six bytes before the first, then the bytes.
        n: how many.
        mask: 2^k - 1 for block size 3·2^k.
        roll: (n,) uint32, filled.
        flags: (n,) uint8, filled.
    """
    for i in range(n):
        p = np.uint32(near[i + 6])
        s = p
        z = p
        for back in range(1, 7):
            c = np.uint32(near[i + 6 - back])
            p += c
            s += p
            z ^= c << np.uint32(5 * back)
        roll[i] = np.uint32(s + p + z + np.uint32(1))
    for i in range(n):
        v = roll[i]
        third = np.uint32(v * np.uint32(_THIRD)) <= np.uint32(0x55555555)  # v is a multiple of 3
        flags[i] = third & ((v & mask) == np.uint32(0)) & (v != np.uint32(0))


@njit(nogil=True, cache=True)
def _chains(
    near: np.ndarray, start: int, stop: int, h0: Any, h1: Any, h2: Any, h3: Any
) -> tuple[Any, Any, Any, Any]:  # pragma: no cover - compiled
    """Take bytes start..stop into four words of piece hashes, side by side to hide the multiplier's delay."""
    odd = start + ((stop - start) & 1)
    if odd > start:
        c = np.int64(near[start]) * _SPREAD
        h0, h1 = ((h0 * 19) ^ c) & _MASK, ((h1 * 19) ^ c) & _MASK
        h2, h3 = ((h2 * 19) ^ c) & _MASK, ((h3 * 19) ^ c) & _MASK
    for i in range(odd, stop, 2):
        c = np.int64(near[i]) * _SPREAD
        d = np.int64(near[i + 1]) * _SPREAD
        h0 = (((h0 * 19) ^ c) * 19 ^ d) & _MASK
        h1 = (((h1 * 19) ^ c) * 19 ^ d) & _MASK
        h2 = (((h2 * 19) ^ c) * 19 ^ d) & _MASK
        h3 = (((h3 * 19) ^ c) * 19 ^ d) & _MASK
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
    """Take bytes start..stop into the piece hashes of all levels followed."""
    first, last = state[_LOW] // _LANES, (state[_OPEN] - 1) // _LANES
    if last <= first + 2 and (last == first or count[_LANES * (first + 1)] < 31):
        # above the first word both hashes are still the same; a word nobody follows may hold anything
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
def _feed(
    data: np.ndarray,
    state: np.ndarray,
    hashes: np.ndarray,
    halves: np.ndarray,
    count: np.ndarray,
    chars: np.ndarray,
    kept: np.ndarray,
    kept_half: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Take more bytes. The kernel's whole memory is in them."""
    near = np.empty(_BLOCK + 6, dtype=np.uint8)
    roll = np.empty(_BLOCK, dtype=np.uint32)
    flags = np.empty(_BLOCK, dtype=np.uint8)
    eights = flags.view(np.uint64)
    for i in range(6):
        near[i] = state[_RECENT + i]
    for at in range(0, data.size, _BLOCK):
        n = min(_BLOCK, data.size - at)
        for i in range(n):
            near[np.uint64(i + 6)] = data[np.uint64(at + i)]
        low = state[_LOW]
        _scan(near, n, np.uint32((1 << low) - 1), roll, flags)
        flags[n:] = 0
        done = 0
        for eight in range((n + 7) // 8):
            if eights[eight] == np.uint64(0):
                continue
            for i in range(8 * eight, 8 * eight + 8):
                v = np.int64(roll[i])
                if flags[i] == 0 or v & ((1 << low) - 1):
                    continue
                _hash(near, 6 + done, 7 + i, hashes, halves, count, state)
                done = i + 1
                _border(state, hashes, halves, count, chars, kept, kept_half, v // 3 >> low)
                total = state[_TOTAL] + done
                while low < LEVELS - 1 and 192 << low < total and count[low + 1] >= 32:
                    low += 1
                state[_LOW] = low
        _hash(near, 6 + done, 6 + n, hashes, halves, count, state)
        state[_TOTAL] += n
        state[_ROLL] = np.int64(roll[n - 1]) - 1
        for i in range(6):
            near[i] = near[n + i]
    for i in range(6):
        state[_RECENT + i] = near[i]


def _level_of(size: int) -> int:
    """The level a signature of so many bytes starts from: the smallest k with 64·3·2^k >= size."""
    return max(0, -(-size // 192) - 1).bit_length()


class Spamsum:
    """Streaming spamsum; constant memory."""

    __slots__ = ("_chars", "_count", "_halves", "_hashes", "_kept", "_kept_half", "_state")

    def __init__(self) -> None:
        self._state = np.zeros(_RECENT + 6, dtype=np.int64)
        self._state[_OPEN] = 1
        self._hashes = _STARTS.copy()
        self._halves = _STARTS.copy()
        self._count = np.zeros(LEVELS, dtype=np.int64)
        self._chars = np.zeros((LEVELS, 63), dtype=np.uint8)
        self._kept = _NONE_KEPT.copy()
        self._kept_half = _NONE_KEPT.copy()

    def update(self, data: Data) -> None:
        _feed(
            view(data),
            self._state,
            self._hashes,
            self._halves,
            self._count,
            self._chars,
            self._kept,
            self._kept_half,
        )

    def digest(self, flags: Flag = Flag.NONE) -> str:
        """The signature of the bytes so far.

        Raises:
            TooLargeError: more than 192 GiB.
        """
        total = int(self._state[_TOTAL])
        if total > LIMIT:
            raise TooLargeError(f"too large for spamsum: {total} bytes, at most {LIMIT}")
        level = min(_level_of(total), int(self._state[_OPEN]) - 1)
        while level > 0 and self._count[level] < 32:
            level -= 1
        first = self._part(level, half=False)
        second = self._part(level + 1, half=not flags & Flag.NOTRUNC)
        if flags & Flag.ELIMSEQ:
            first, second = cut_runs(first), cut_runs(second)
        return f"{3 << level}:{first}:{second}"

    def _part(self, level: int, *, half: bool) -> str:
        """One part of the signature; a level no border ever reached hashes all bytes, like the one below."""
        level = min(level, int(self._state[_OPEN]) - 1)
        count = int(self._count[level])
        if half:
            count = min(count, 31)
        out = self._chars[level, :count].tobytes()
        words, kept = (self._halves, self._kept_half) if half else (self._hashes, self._kept)
        if self._state[_ROLL]:
            out += bytes(((int(words[level // _LANES]) >> 16 * (level % _LANES)) & 63,))
        elif kept[level] >= 0:
            out += bytes((int(kept[level]),))
        return out.translate(_TO_TEXT).decode("ascii")

    def _start_at(self, level: int) -> None:
        """Leave the block sizes below a level out, before the first byte."""
        self._state[_LOW], self._state[_OPEN] = level, level + 1

    def _enough(self) -> bool:
        """Whether the levels followed hold the one of the signature."""
        low = int(self._state[_LOW])
        return low == 0 or bool(self._count[low] >= 32)

    def copy(self) -> Spamsum:
        other = Spamsum()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name).copy())
        return other


def spamsum(data: Data, flags: Flag = Flag.NONE) -> str:
    """Signature ``blocksize:part:part`` of some bytes, as ssdeep 2.14.1 prints it.

    Raises:
        TooLargeError: more than 192 GiB.
    """
    whole = view(data)
    likely = max(0, _level_of(len(whole)) - 1)
    state = Spamsum()
    state._start_at(likely)
    state.update(whole)
    if not state._enough():  # few borders, as in padding or repetition
        state = Spamsum()
        state.update(whole)
    return state.digest(flags)


def to_bytes(text: str) -> bytes:
    """Stored form: the signature's own ASCII text."""
    return text.encode("ascii")


def from_bytes(blob: bytes) -> str:
    """Read the stored form.

    Raises:
        SignatureError: not a signature.
    """
    try:
        text = blob.decode("ascii")
    except UnicodeDecodeError as error:
        raise SignatureError(f"not a spamsum signature: {blob[:160]!r}") from error
    parse(text)
    return text
