"""spamsum signatures and scores, bit for bit as ssdeep 2.14.1 (seed 001).

A rolling hash over the last 7 bytes sets borders; every piece between borders gives one character of its hash.
All block sizes 3·2^k that may turn out to be the right one are kept at once, in one pass.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt
from numba import njit

from simfinder.errors import SignatureError, TooLargeError
from simfinder.signatures.content import Data

NAME = "spamsum"
VERSION = 1

ELIMSEQ = 1
"""Digest flag: runs of more than three equal characters are cut to three."""
NOTRUNC = 2
"""Digest flag: the second part may have 64 characters, not 32."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
PART = 64
SMALLEST = 3
LEVELS = 31
MAX_INPUT = PART * SMALLEST << (LEVELS - 1)
"""Longest input, bytes (192 GiB)."""

_LETTERS = np.frombuffer(ALPHABET.encode(), dtype=np.uint8)
_RUNS = re.compile(r"(.)\1{3,}")
_START = 0x27
_FIRST, _LAST_OPEN, _SEEN, _X, _Y, _Z = range(6)


@njit(nogil=True, cache=True)
def _feed(
    data, whole, window, state, count, piece, half, tail, half_tail, chars
):  # pragma: no cover - compiled
    """One pass over ``data`` for all open levels first..last.

    state: [first level, last level, bytes seen, x, y, z]; window: last 7 bytes, a ring. Per level: characters out
    (count), hash of the current piece (piece; half: the one that stops being restarted after 31), remembered
    characters at the limit (tail, half_tail; -1 none), and the characters themselves (values 0..63).
    """
    first, last, seen = state[0], state[1], state[2]
    x, y, z = np.uint32(state[3]), np.uint32(state[4]), np.uint32(state[5])
    at = seen % 7
    for i in range(data.size):
        c = np.uint32(data[i])
        y = np.uint32(y - x + np.uint32(7) * c)
        x = np.uint32(x + c - np.uint32(window[at]))
        z = np.uint32((z << np.uint32(5)) ^ c)
        window[at] = data[i]
        at += 1
        if at == 7:
            at = 0
        for k in range(first, last + 1):
            piece[k] = ((piece[k] * 19) ^ np.int64(c)) & 63
            half[k] = ((half[k] * 19) ^ np.int64(c)) & 63
        v = np.int64(np.uint32(x + y + z)) + 1
        if v % 3 != 0 or v == 4294967296:
            continue
        v //= 3
        k = first
        if v & ((1 << first) - 1):
            continue
        while k <= last and v & ((1 << k) - 1) == 0:
            if count[k] == 0 and k == last and last < 30:
                last += 1
                piece[last] = piece[k]
                half[last] = half[k]
                count[last] = 0
                tail[last] = -1
                half_tail[last] = -1
            if count[k] < 63:
                if count[k] < 31:
                    half[k] = 39
                else:
                    half_tail[k] = half[k]
                chars[k, count[k]] = piece[k]
                count[k] += 1
                piece[k] = 39
            else:
                tail[k] = piece[k]
                half_tail[k] = half[k]
            k += 1
        while first < last and 192 << first < max(seen + i + 1, whole) and count[first + 1] >= 32:
            first += 1
    state[0], state[1], state[2] = first, last, seen + data.size
    state[3], state[4], state[5] = np.int64(x), np.int64(y), np.int64(z)


@njit(nogil=True, cache=True)
def _has_common(a, m, b, n):  # pragma: no cover - compiled
    """Whether two parts share a run of 7 characters."""
    if m < 7 or n < 7:
        return False
    mask = (np.int64(1) << 42) - 1
    grams = np.empty(64, dtype=np.int64)
    g = np.int64(0)
    for i in range(m):
        g = ((g << 6) | np.int64(a[i])) & mask
        grams[i] = g
    g = np.int64(0)
    for j in range(n):
        g = ((g << 6) | np.int64(b[j])) & mask
        if j >= 6:
            for i in range(6, m):
                if grams[i] == g:
                    return True
    return False


@njit(nogil=True, cache=True)
def _part_score(a, m, b, n, block):  # pragma: no cover - compiled
    if not _has_common(a, m, b, n):
        return 0
    # longest common subsequence, bit-parallel over b (at most 64 characters)
    v = np.uint64(0xFFFFFFFFFFFFFFFF)
    for i in range(m):
        mask = np.uint64(0)
        for j in range(n):
            if b[j] == a[i]:
                mask |= np.uint64(1) << np.uint64(j)
        u = v & mask
        v = (v + u) | (v - u)
    common = 0
    for j in range(n):
        if (v >> np.uint64(j)) & np.uint64(1) == np.uint64(0):
            common += 1
    distance = m + n - 2 * common
    score = 100 - 100 * (64 * distance // (m + n)) // 64
    if block < 45:
        score = min(score, block // 3 * min(m, n))
    return score


@njit(nogil=True, cache=True)
def _cut(part, length, out):  # pragma: no cover - compiled
    """Copy a part with runs cut to three; returns the new length."""
    n = 0
    for i in range(length):
        if n >= 3 and out[n - 1] == part[i] and out[n - 2] == part[i] and out[n - 3] == part[i]:
            continue
        out[n] = part[i]
        n += 1
    return n


@njit(nogil=True, cache=True)
def _scores(block, s1, l1, s2, l2, rows_a, rows_b, out):  # pragma: no cover - compiled
    a1 = np.empty(64, dtype=np.uint8)
    a2 = np.empty(64, dtype=np.uint8)
    b1 = np.empty(64, dtype=np.uint8)
    b2 = np.empty(64, dtype=np.uint8)
    for p in range(rows_a.size):
        i, j = rows_a[p], rows_b[p]
        x, y = np.int64(block[i]), np.int64(block[j])
        out[p] = 0
        if x != y and x != 2 * y and y != 2 * x:
            continue
        la1, la2 = _cut(s1[i], l1[i], a1), _cut(s2[i], l2[i], a2)
        lb1, lb2 = _cut(s1[j], l1[j], b1), _cut(s2[j], l2[j], b2)
        if x == y:
            same = la1 == lb1 and la2 == lb2
            if same:
                for q in range(la1):
                    same = same and a1[q] == b1[q]
                for q in range(la2):
                    same = same and a2[q] == b2[q]
            if same:
                out[p] = 100
            else:
                out[p] = max(_part_score(a1, la1, b1, lb1, x), _part_score(a2, la2, b2, lb2, 2 * x))
        elif y == 2 * x:
            out[p] = _part_score(a2, la2, b1, lb1, y)
        else:
            out[p] = _part_score(a1, la1, b2, lb2, x)


class Spamsum:
    """Streaming signature; constant memory.

    Args:
        size: length of the whole input where it is known; saves work, never changes the signature.

    Raises:
        TooLargeError: from ``update`` (or here) beyond ``MAX_INPUT``.
    """

    def __init__(self, size: int = 0) -> None:
        if size > MAX_INPUT:
            raise TooLargeError(f"spamsum is defined up to {MAX_INPUT} bytes, this has {size}")
        self._size = size
        self._window = np.zeros(7, dtype=np.uint8)
        self._state = np.zeros(6, dtype=np.int64)
        self._count = np.zeros(LEVELS, dtype=np.int64)
        self._piece = np.full(LEVELS, _START, dtype=np.int64)
        self._half = np.full(LEVELS, _START, dtype=np.int64)
        self._tail = np.full(LEVELS, -1, dtype=np.int64)
        self._half_tail = np.full(LEVELS, -1, dtype=np.int64)
        self._chars = np.zeros((LEVELS, 63), dtype=np.uint8)

    def update(self, data: Data) -> None:
        block = np.frombuffer(data, dtype=np.uint8)
        if int(self._state[_SEEN]) + len(block) > MAX_INPUT:
            raise TooLargeError(f"spamsum is defined up to {MAX_INPUT} bytes")
        _feed(
            block, self._size, self._window, self._state, self._count, self._piece, self._half, self._tail,
            self._half_tail, self._chars,
        )  # fmt: skip

    def digest(self, flags: int = 0) -> str:
        """The signature ``B:S1:S2`` of what came so far."""
        length = int(self._state[_SEEN])
        k = 0
        while PART * (SMALLEST << k) < length:
            k += 1
        first, last = int(self._state[_FIRST]), int(self._state[_LAST_OPEN])
        k = min(k, last)
        while k > first and int(self._count[k]) < PART // 2:
            k -= 1
        rest = (int(self._state[_X]) + int(self._state[_Y]) + int(self._state[_Z])) & 0xFFFFFFFF != 0
        part1 = self._part(k, rest, full=True)
        above = k + 1
        if above <= last:
            part2 = self._part(above, rest, full=bool(flags & NOTRUNC))
        else:  # never a border at this level: its hash so far is that of the whole input
            part2 = ALPHABET[int(self._piece[k])] if rest else ""
        if flags & ELIMSEQ:
            part1, part2 = without_runs(part1), without_runs(part2)
        return f"{SMALLEST << k}:{part1}:{part2}"

    def _part(self, k: int, rest: bool, *, full: bool) -> str:
        limit, hashes, tails = (63, self._piece, self._tail) if full else (31, self._half, self._half_tail)
        values = self._chars[k, : min(int(self._count[k]), limit)].tolist()
        if rest:
            values.append(int(hashes[k]))
        elif tails[k] >= 0:
            values.append(int(tails[k]))
        return "".join(ALPHABET[value] for value in values)

    def copy(self) -> Spamsum:
        other = Spamsum(self._size)
        for name in ("_window", "_state", "_count", "_piece", "_half", "_tail", "_half_tail", "_chars"):
            setattr(other, name, getattr(self, name).copy())
        return other


def spamsum(data: Data, flags: int = 0) -> str:
    """Signature of some bytes.

    Raises:
        TooLargeError: beyond ``MAX_INPUT`` bytes.
    """
    state = Spamsum(len(data))
    state.update(data)
    return state.digest(flags)


def without_runs(part: str) -> str:
    """A part with runs of more than three equal characters cut to three."""
    return _RUNS.sub(lambda run: run.group(1) * 3, part)


def parse(text: str) -> tuple[int, str, str]:
    """Take a signature apart: block size and two parts as written (what follows a comma is ignored).

    Raises:
        SignatureError: naming the text and the position.
    """
    head, colon, rest = text.partition(":")
    if not head.isascii() or not head.isdigit():
        raise SignatureError(f"no block size at position 0 of {text!r}")
    if not colon:
        raise SignatureError(f"no ':' at position {len(head)} of {text!r}")
    part1, colon, rest = rest.partition(":")
    if not colon:
        raise SignatureError(f"no second ':' at position {len(head) + 1 + len(part1)} of {text!r}")
    part2 = rest.partition(",")[0]
    start = len(head) + 1
    for part in (part1, part2):
        for offset, character in enumerate(part):
            if character not in ALPHABET:
                raise SignatureError(
                    f"{character!r} at position {start + offset} of {text!r} is no character of a part"
                )
        if len(without_runs(part)) > PART:
            raise SignatureError(f"the part at position {start} of {text!r} is longer than {PART} characters")
        start += len(part) + 1
    return int(head), part1, part2


def score(a: str, b: str) -> int:
    """Similarity of two signatures, 0..100, as ssdeep 2.14.1.

    Raises:
        SignatureError: one of them is malformed.
    """
    parsed = [parse(a), parse(b)]
    block = np.array([p[0] for p in parsed], dtype=np.uint64)
    columns = []
    for part in (1, 2):
        texts = [without_runs(p[part]) for p in parsed]
        values = np.zeros((2, PART), dtype=np.uint8)
        for row, text in enumerate(texts):
            values[row, : len(text)] = part_values(text)
        columns += [values, np.array([len(text) for text in texts], dtype=np.uint8)]
    out = np.zeros(1, dtype=np.uint8)
    _scores(block, *columns, np.array([0], dtype=np.int64), np.array([1], dtype=np.int64), out)
    return int(out[0])


def score_rows(
    block: npt.NDArray[np.uint64],
    s1: npt.NDArray[np.uint8],
    s1_length: npt.NDArray[np.uint8],
    s2: npt.NDArray[np.uint8],
    s2_length: npt.NDArray[np.uint8],
    a: npt.NDArray[np.int64],
    b: npt.NDArray[np.int64],
) -> npt.NDArray[np.uint8]:
    """Scores of rows a[i] and b[i] of packed signatures (see ``table``), (m,) uint8."""
    out = np.zeros(len(a), dtype=np.uint8)
    rows = np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64)
    _scores(block, s1, s1_length, s2, s2_length, *rows, out)
    return out


def part_values(part: str) -> npt.NDArray[np.uint8]:
    """A part as values 0..63."""
    return _VALUE[np.frombuffer(part.encode("ascii"), dtype=np.uint8)]


_VALUE = np.zeros(256, dtype=np.uint8)
_VALUE[_LETTERS] = np.arange(64, dtype=np.uint8)


def part_text(values: npt.NDArray[np.uint8]) -> str:
    """Values 0..63 as a part."""
    return _LETTERS[values].tobytes().decode("ascii")


def to_bytes(signature: str) -> bytes:
    """Stored form: the text."""
    return signature.encode("ascii")


def from_bytes(blob: bytes) -> str:
    """Read the stored form.

    Raises:
        SignatureError: it is no signature.
    """
    try:
        text = blob.decode("ascii")
    except UnicodeDecodeError as error:
        raise SignatureError(f"not text at position {error.start}") from error
    parse(text)
    return text
