"""Spamsum pieces for a block size and a length of the caller's, without guessing the block size.

One part, no prefix, and by default of any length, so that part of a file is found inside the whole file's signature.
``Pieces`` cuts bytes at one block size and at twice that; ``tridgell`` makes two-part signatures of it. These are no
ssdeep signatures: compare them by n-grams or edit distance. Source: the n-gram index built on spamsum, and the
behaviour of spamspy 0.1.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.errors import SignatureError, TooLargeError
from simfinder.signatures.content_hash import Data, view

TAILS: Final = ("spamsum", "spamspy", "legacy")
"""What becomes of the bytes behind the last border, see ``block_signature``."""

MAX_BLOCK = 2**32 - 1
"""Largest block size: the rolling hash has 32 bits."""

LONGEST = 2**30
"""The most characters of a signature."""

ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_TO_TEXT = ALPHABET + bytes(256 - len(ALPHABET))
_START = 0x28021967
_PRIME = 0x01000193
_WORD = 2**32
_WINDOW = 7
_BLOCK = 2048
_SLICE = 1 << 16
"""Bytes handed to the kernel at once: it may write a character for each."""

# Columns of the scalar state. Those of the two parts are adjacent; PUT is the number of characters written by
# the last call, KEPT the character at the last border beyond the limit, or -1, RECENT the last six bytes.
ROLL, COUNT, HASH, KEPT, PUT, RECENT = 0, 1, 3, 5, 7, 9


@njit(nogil=True, cache=True)
def _scan(
    near: np.ndarray, n: int, test: np.ndarray, roll: np.ndarray, flags: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Compute the rolling hash plus one after each of n bytes, and whether a piece ends there.

    Args:
        near: six bytes before the first, then the bytes.
        n: how many.
        test: see ``_border_test``.
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
    inverse, lowest, span, mask = test[0], test[1], test[2], test[3]
    for i in range(n):
        v = roll[i]
        flags[i] = (np.uint32(v * inverse - lowest) <= span) & ((v & mask) == np.uint32(0))


@njit(nogil=True, cache=True)
def _cut(
    near: np.ndarray,
    n: int,
    roll: np.ndarray,
    flags: np.ndarray,
    block: int,
    limits: np.ndarray,
    state: np.ndarray,
    out: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Hash the pieces of n bytes that ``_scan`` has marked, both parts side by side."""
    eights = flags.view(np.uint64)
    h0, h1 = state[HASH], state[HASH + 1]
    done = 0
    for eight in range((n + 7) // 8):
        if eights[eight] == np.uint64(0):
            continue
        for i in range(8 * eight, 8 * eight + 8):
            if flags[i] == 0:
                continue
            for j in range(done, i + 1):
                c = np.int64(near[np.uint64(j + 6)])
                h0 = (h0 * _PRIME) ^ c
                h1 = (h1 * _PRIME) ^ c
            done = i + 1
            state[KEPT] = h0 & 63
            if state[COUNT] < limits[0] - 1:
                out[0, state[PUT]] = h0 & 63
                state[PUT] += 1
                state[COUNT] += 1
                state[KEPT] = -1
                h0 = _START
            if np.int64(roll[i]) % (2 * block) != 0:  # 0 stands for 2^32, a multiple of powers of two
                continue
            state[KEPT + 1] = h1 & 63
            if state[COUNT + 1] < limits[1] - 1:
                out[1, state[PUT + 1]] = h1 & 63
                state[PUT + 1] += 1
                state[COUNT + 1] += 1
                state[KEPT + 1] = -1
                h1 = _START
    for j in range(done, n):
        c = np.int64(near[np.uint64(j + 6)])
        h0 = (h0 * _PRIME) ^ c
        h1 = (h1 * _PRIME) ^ c
    state[HASH], state[HASH + 1] = h0 & (_WORD - 1), h1 & (_WORD - 1)


@njit(nogil=True, cache=True)
def _feed(
    data: np.ndarray, block: int, test: np.ndarray, limits: np.ndarray, state: np.ndarray, out: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Process more bytes.

    Args:
        data: the bytes.
        block: block size of the first part; the second has twice that.
        test: see ``_border_test``.
        limits: (2,) int64, most characters of each part.
        state: int64, all that the kernel remembers.
        out: (2, data.size) uint8, filled with the characters written.
    """
    near = np.empty(_BLOCK + 6, dtype=np.uint8)
    roll = np.empty(_BLOCK, dtype=np.uint32)
    flags = np.empty(_BLOCK, dtype=np.uint8)
    state[PUT] = state[PUT + 1] = 0
    for i in range(6):
        near[i] = state[RECENT + i]
    for at in range(0, data.size, _BLOCK):
        n = min(_BLOCK, data.size - at)
        for i in range(n):
            near[np.uint64(i + 6)] = data[np.uint64(at + i)]
        _scan(near, n, test, roll, flags)
        flags[n:] = 0
        _cut(near, n, roll, flags, block, limits, state, out)
        state[ROLL] = np.int64(np.uint32(roll[n - 1] - np.uint32(1)))
        for i in range(6):
            near[i] = near[n + i]
    for i in range(6):
        state[RECENT + i] = near[i]


def _border_test(block: int) -> Any:
    """Return constants that test for multiples of a block size without division: (4,) uint32.

    With block = odd·2^k, a 32-bit number v is a multiple if v·inverse is at most (2^32 - 1)/odd and its last k bits are
    0. v is one more than the rolling hash, so 0 stands for 2^32, a multiple of powers of two only.
    """
    power = block & -block
    odd = block // power
    lowest = 0 if odd == 1 else 1
    return np.array(
        [pow(odd, -1, _WORD), lowest, (_WORD - 1) // odd - lowest, power - 1], dtype=np.uint64
    ).astype(np.uint32)


class Pieces:
    """Bytes cut at the borders of a block size and of twice that; memory grows with the number of characters.

    Args:
        block_size: 1 .. 2^32 - 1.
        limits: most characters of both parts.

    Raises:
        SignatureError: block size below 1.
        TooLargeError: block size above 2^32 - 1.
    """

    __slots__ = ("_block", "_chars", "_limits", "_state", "_test")

    def __init__(self, block_size: int, limits: tuple[int, int]) -> None:
        if block_size < 1:
            raise SignatureError(f"block size must be 1 or more, not {block_size}")
        if block_size > MAX_BLOCK:
            raise TooLargeError(f"block size must be {MAX_BLOCK} or less, not {block_size}")
        self._block = block_size
        self._limits = np.array(limits, dtype=np.int64)
        self._test = _border_test(block_size)
        self._state = np.zeros(RECENT + 6, dtype=np.int64)
        self._state[HASH : HASH + 2] = _START
        self._state[KEPT : KEPT + 2] = -1
        self._chars = (bytearray(), bytearray())

    def update(self, data: Data) -> None:
        content = view(data)
        out = np.empty((2, min(len(content), _SLICE)), dtype=np.uint8)
        for start in range(0, len(content), _SLICE):
            _feed(content[start : start + _SLICE], self._block, self._test, self._limits, self._state, out)
            for chars, row, put in zip(self._chars, out, self._state[PUT : PUT + 2], strict=True):
                chars += row[:put].tobytes()

    def update_zeros(self, n: int) -> None:
        """Do the same as ``update(bytes(n))``; the time depends only on the number of characters it gives."""
        few = min(n, _WINDOW)
        self.update(bytes(few))
        left = n - few
        if left <= 0:
            return
        # the rolling hash is 0 by now: block size 1 has a border after every byte, others have none
        state = self._state
        put = 0
        if self._block == 1:
            put = max(0, min(left, int(self._limits[0] - state[COUNT]) - 1))
            self._chars[0].extend(bytes(((_START * _PRIME) & 63,)) * put)
            state[COUNT] += put
        for part, count in enumerate((left - put, left)):
            state[HASH + part] = int(state[HASH + part]) * pow(_PRIME, count, _WORD) % _WORD
        if left > put and self._block == 1:
            state[KEPT] = state[HASH] & 63

    def chars(self, part: int, tail: str) -> str:
        """Return the characters of part 0 or 1."""
        state = self._state
        out = bytes(self._chars[part])
        value = int(state[HASH + part])
        if state[ROLL]:
            if tail != "spamspy" or value != _START:
                out += bytes((value & 63,))
        elif tail == "spamsum" and state[KEPT + part] >= 0:
            out += bytes((int(state[KEPT + part]),))
        return out.translate(_TO_TEXT).decode("ascii")

    def is_full(self) -> bool:
        """Tell whether part 0 had more borders than characters."""
        return bool(self._state[KEPT] >= 0)

    def copy(self) -> Pieces:
        other = Pieces(self._block, (0, 0))
        other._limits = self._limits
        other._state = self._state.copy()
        other._chars = (self._chars[0].copy(), self._chars[1].copy())
        return other


class BlockSignature:
    """Streaming form of ``block_signature``; memory grows with the signature."""

    __slots__ = ("_length", "_pieces", "_tail")

    def __init__(self, block_size: int, length: int | None = None, tail: str = "spamsum") -> None:
        if length is not None and length < 1:
            raise SignatureError(f"length of a signature must be 1 or more, not {length}")
        if tail not in TAILS:
            raise SignatureError(f"tail must be one of {', '.join(TAILS)}, not {tail!r}")
        self._length = length
        self._tail = tail
        self._pieces = Pieces(block_size, (min(length or LONGEST, LONGEST), 0))

    def update(self, data: Data) -> None:
        self._pieces.update(data)

    def update_zeros(self, n: int) -> None:
        """Do the same as ``update(bytes(n))``; block size 1 gives a character for each byte, up to the length."""
        self._pieces.update_zeros(n)

    def digest(self) -> str:
        """Return the signature of the bytes so far.

        Raises:
            TooLargeError: more than 2^30 characters, and no shorter length was asked for.
        """
        if self._pieces.is_full() and (self._length or LONGEST + 1) > LONGEST:
            raise TooLargeError(f"more than {LONGEST} characters: choose a larger block size, or a length")
        return self._pieces.chars(0, self._tail)

    def copy(self) -> BlockSignature:
        other = BlockSignature.__new__(BlockSignature)
        other._length, other._tail, other._pieces = self._length, self._tail, self._pieces.copy()
        return other


def block_signature(data: Data, block_size: int, length: int | None = None, tail: str = "spamsum") -> str:
    """Return one spamsum part for a given block size and length.

    Args:
        data: the bytes.
        block_size: average number of bytes between two borders, 1 .. 2^32 - 1.
        length: most characters; the last one stands for all bytes behind the border before. None: no limit.
        tail: ``spamsum``: bytes behind the last border give a character, even if there are none, unless the last seven
            bytes give a rolling hash of 0; then the last border beyond the limit gives one, if there was any.
            ``spamspy``: the same, but no character for zero bytes, nor for a border beyond the limit. ``legacy``: no
            character for a border beyond the limit.

    Raises:
        SignatureError: block size or length below 1, or an unknown tail.
        TooLargeError: block size above 2^32 - 1, or a signature above 2^30 characters.
    """
    state = BlockSignature(block_size, length, tail)
    state.update(data)
    return state.digest()
