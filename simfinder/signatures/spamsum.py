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

# Columns of the scalar state.
_X, _Y, _Z, _WINDOW, _TOTAL, _LOW, _OPEN = range(7)
# The piece hash needs its low six bits only: five levels share one 64-bit word, 12 bits apart.
_LANES = 5
_WORDS = 7
_SPREAD = sum(1 << 12 * lane for lane in range(_LANES))
_MASK = 63 * _SPREAD
_START = 39
_MASK32 = 0xFFFFFFFF
_THIRD = 0xAAAAAAAB  # inverse of 3 modulo 2^32


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
        shift = 12 * (k % _LANES)
        word = k // _LANES
        h = (hashes[word] >> shift) & 63
        half = (halves[word] >> shift) & 63
        if k + 1 == state[_OPEN] and k + 1 < LEVELS:
            above, up = (k + 1) // _LANES, 12 * ((k + 1) % _LANES)
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
    """Take more bytes. All arrays are int64; the kernel's whole memory is in them."""
    x, y, z, window = state[_X], state[_Y], state[_Z], state[_WINDOW]
    low = state[_LOW]
    first = low // _LANES
    last = (state[_OPEN] - 1) // _LANES
    h0, h1 = hashes[first], hashes[min(first + 1, _WORDS - 1)]
    g0, g1 = halves[first], halves[min(first + 1, _WORDS - 1)]
    limit = _MASK32 // (3 << low)
    for i in range(data.size):
        c = np.int64(data[i])
        y += 7 * c - x
        x += c - ((window >> 48) & 255)
        z = ((z << 5) ^ c) & _MASK32
        window = (window << 8) | c
        lanes = c * _SPREAD
        h0 = ((h0 * 19) ^ lanes) & _MASK
        g0 = ((g0 * 19) ^ lanes) & _MASK
        h1 = ((h1 * 19) ^ lanes) & _MASK
        g1 = ((g1 * 19) ^ lanes) & _MASK
        for word in range(first + 2, last + 1):
            hashes[word] = ((hashes[word] * 19) ^ lanes) & _MASK
            halves[word] = ((halves[word] * 19) ^ lanes) & _MASK
        v = (x + y + z + 1) & _MASK32
        q = (v * _THIRD) & _MASK32
        if (((q >> low) | (q << (32 - low))) & _MASK32) > limit or v == 0:
            continue
        hashes[first], halves[first] = h0, g0
        if first + 1 < _WORDS:
            hashes[first + 1], halves[first + 1] = h1, g1
        _border(state, hashes, halves, count, chars, kept, kept_half, q >> low)
        total = state[_TOTAL] + i + 1
        while low < LEVELS - 1 and 192 << low < total and count[low + 1] >= 32:
            low += 1
        state[_LOW] = low
        limit = _MASK32 // (3 << low)
        first = low // _LANES
        last = (state[_OPEN] - 1) // _LANES
        h0, g0 = hashes[first], halves[first]
        if first + 1 < _WORDS:
            h1, g1 = hashes[first + 1], halves[first + 1]
    hashes[first], halves[first] = h0, g0
    if first + 1 < _WORDS:
        hashes[first + 1], halves[first + 1] = h1, g1
    state[_X], state[_Y], state[_Z], state[_WINDOW] = x, y, z, window
    state[_TOTAL] += data.size


class Spamsum:
    """Streaming spamsum; constant memory."""

    __slots__ = ("_chars", "_count", "_halves", "_hashes", "_kept", "_kept_half", "_state")

    def __init__(self) -> None:
        self._state = np.zeros(7, dtype=np.int64)
        self._state[_OPEN] = 1
        self._hashes = np.full(_WORDS, _START * _SPREAD, dtype=np.int64)
        self._halves = self._hashes.copy()
        self._count = np.zeros(LEVELS, dtype=np.int64)
        self._chars = np.zeros((LEVELS, 63), dtype=np.int64)
        self._kept = np.full(LEVELS, -1, dtype=np.int64)
        self._kept_half = self._kept.copy()

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
        level = 0
        while 192 << level < total:
            level += 1
        level = min(level, int(self._state[_OPEN]) - 1)
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
        out = [int(c) for c in self._chars[level, :count]]
        words, kept = (self._halves, self._kept_half) if half else (self._hashes, self._kept)
        if (int(self._state[_X]) + int(self._state[_Y]) + int(self._state[_Z])) & _MASK32:
            out.append((int(words[level // _LANES]) >> 12 * (level % _LANES)) & 63)
        elif kept[level] >= 0:
            out.append(int(kept[level]))
        return "".join(ALPHABET[c] for c in out)

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
    state = Spamsum()
    state.update(data)
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
