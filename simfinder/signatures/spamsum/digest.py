"""Spamsum, ssdeep 2.14.1 bit for bit: a rolling hash cuts the bytes into pieces, each piece gives a character.

One pass in constant memory, any length up to 192 GiB. ``score`` compares signatures; its functions are offered here
too. Source: Kornblum 2006 and the behaviour of libfuzzy.
"""

from __future__ import annotations

from enum import IntFlag

import numpy as np

from simfinder.errors import SignatureError, TooLargeError
from simfinder.signatures.content_hash import Data, view
from simfinder.signatures.spamsum.kernels import (
    LANES,
    LEVELS,
    MASK,
    OPEN,
    RECENT,
    ROLL,
    SPREAD,
    TOTAL,
    WINDOW,
    WORDS,
    feed,
    whole,
)
from simfinder.signatures.spamsum.piece_hash import MULTIPLIER, START
from simfinder.signatures.spamsum.score import cut_runs, parse, score, score_rows

__all__ = ["Flag", "Spamsum", "cut_runs", "parse", "score", "score_rows", "spamsum"]

NAME = "spamsum"
VERSION = 1

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LIMIT = 64 * 3 * 2 ** (LEVELS - 1)
"""Longest input in bytes."""

_ENDLESS = 2**62
"""Counting zeros stops here: far beyond the longest input, far from the end of 64 bits."""

_WHOLE = 2**32
"""Buffers up to this many bytes are signed as a whole."""

_TO_TEXT = ALPHABET.encode("ascii") + bytes(256 - len(ALPHABET))
_STARTS = np.full(WORDS, START * SPREAD, dtype=np.int64)
_NONE_KEPT = np.full(LEVELS, -1, dtype=np.int64)


class Flag(IntFlag):
    """Options of libfuzzy's digest."""

    NONE = 0
    ELIMSEQ = 1  # runs cut to three characters
    NOTRUNC = 2  # second part up to 64 characters


def _level_of(size: int) -> int:
    """Return the level at which a signature of so many bytes starts: the smallest k with 64·3·2^k >= size."""
    return max(0, -(-size // 192) - 1).bit_length()


class Spamsum:
    """Streaming spamsum; constant memory."""

    __slots__ = ("_chars", "_count", "_halves", "_hashes", "_kept", "_kept_half", "_state")

    def __init__(self) -> None:
        self._state = np.zeros(RECENT + 6, dtype=np.int64)
        self._state[OPEN] = 1
        self._hashes = _STARTS.copy()
        self._halves = _STARTS.copy()
        self._count = np.zeros(LEVELS, dtype=np.int64)
        self._chars = np.zeros((LEVELS, 63), dtype=np.uint8)
        self._kept = _NONE_KEPT.copy()
        self._kept_half = _NONE_KEPT.copy()

    def update(self, data: Data) -> None:
        feed(
            view(data),
            self._state,
            self._hashes,
            self._halves,
            self._count,
            self._chars,
            self._kept,
            self._kept_half,
        )

    def update_zeros(self, n: int) -> None:
        """Do the same as ``update(bytes(n))``, in constant time."""
        few = min(n, WINDOW)
        self.update(bytes(few))
        if n > few:  # the rolling hash is 0 by now, so no border follows: only the piece hashes go on
            factor = pow(MULTIPLIER, n - few, 64)
            for words in (self._hashes, self._halves):
                np.multiply(words, factor, out=words)
                np.bitwise_and(words, MASK, out=words)
            self._state[TOTAL] = min(int(self._state[TOTAL]) + n - few, _ENDLESS)

    def digest(self, flags: Flag = Flag.NONE) -> str:
        """Return the signature of the bytes so far.

        Raises:
            TooLargeError: more than 192 GiB.
        """
        total = int(self._state[TOTAL])
        if total > LIMIT:
            raise TooLargeError(f"too large for spamsum: {total} bytes, at most {LIMIT}")
        level = min(_level_of(total), int(self._state[OPEN]) - 1)
        while level > 0 and self._count[level] < 32:
            level -= 1
        first = self._part(level, half=False)
        second = self._part(level + 1, half=not (flags and flags & Flag.NOTRUNC))
        return _compose(level, first, second, flags)

    def _part(self, level: int, *, half: bool) -> str:
        """Return one part of the signature; a level without any border hashes all bytes, like the one below."""
        level = min(level, int(self._state[OPEN]) - 1)
        count = int(self._count[level])
        if half:
            count = min(count, 31)
        out = self._chars[level, :count].tobytes()
        words, kept = (self._halves, self._kept_half) if half else (self._hashes, self._kept)
        if self._state[ROLL]:
            out += bytes(((int(words[level // LANES]) >> 16 * (level % LANES)) & 63,))
        elif kept[level] >= 0:
            out += bytes((int(kept[level]),))
        return out.translate(_TO_TEXT).decode("ascii")

    def copy(self) -> Spamsum:
        other = Spamsum()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name).copy())
        return other


def spamsum(data: Data, flags: Flag = Flag.NONE) -> str:
    """Return the signature ``blocksize:part:part`` of some bytes, as ssdeep 2.14.1 prints it.

    Raises:
        TooLargeError: more than 192 GiB.
    """
    content = view(data)
    if len(content) > _WHOLE:
        state = Spamsum()
        state.update(content)
        return state.digest(flags)
    chars = np.empty(128, dtype=np.uint8)
    limit = 64 if flags and flags & Flag.NOTRUNC else 32  # an operation of a Flag takes a microsecond
    level, length, second_length = whole(content, _level_of(len(content)), limit, chars)
    text = chars[: length + second_length].tobytes().translate(_TO_TEXT).decode("ascii")
    return _compose(level, text[:length], text[length:], flags)


def _compose(level: int, first: str, second: str, flags: Flag) -> str:
    if flags and flags & Flag.ELIMSEQ:
        first, second = cut_runs(first), cut_runs(second)
    return f"{3 << level}:{first}:{second}"


def to_bytes(text: str) -> bytes:
    """Return the stored form: the signature's ASCII text."""
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
