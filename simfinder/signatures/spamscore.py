"""Comparing spamsum signatures: grammar, run elimination and the score 0..100 of ssdeep 2.14.1.

Owns the text form ``blocksize:part:part`` and everything that takes two of them; how a signature is made
from bytes is ``spamsum``'s business.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from simfinder.errors import SignatureError

PART = 64
"""Longest part of a signature, characters."""

_MAX_BLOCK = 2**62
_TEXT = re.compile(r"([0-9]+):([A-Za-z0-9+/]*):([A-Za-z0-9+/]*)(?:,.*)?", re.ASCII | re.DOTALL)
_GOOD_START = re.compile(r"(?:[0-9]+(?::[A-Za-z0-9+/]*(?::[A-Za-z0-9+/]*)?)?)?", re.ASCII)
_RUN = re.compile(r"(.)\1{3,}")

Chars = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.int64]


def parse(text: str) -> tuple[int, str, str]:
    """Block size and the two parts of a signature, as written; text after a comma is ignored.

    Raises:
        SignatureError: not a signature (naming the position where that shows), or a part above 64 characters even
            with its runs cut to 3.
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        place = _GOOD_START.match(text)
        position = place.end() if place else 0
        raise SignatureError(f"not a spamsum signature from position {position} on: {text[:160]!r}")
    block, first, second = int(match[1]), match[2], match[3]
    if block > _MAX_BLOCK:
        raise SignatureError(f"block size {match[1][:40]} is too large: {text[:160]!r}")
    for number, part in ((2, first), (3, second)):
        if len(part) > PART and len(cut_runs(part)) > PART:
            position = match.start(number)
            raise SignatureError(f"part at position {position} is above {PART} characters: {text[:160]!r}")
    return block, first, second


def cut_runs(part: str) -> str:
    """A part with every run of more than three equal characters cut to three."""
    return _RUN.sub(r"\1\1\1", part)


@njit(nogil=True, cache=True)
def _squeeze(part: np.ndarray, length: Any, out: np.ndarray) -> int:  # pragma: no cover - compiled
    """Copy a part with runs cut to three; the new length."""
    n = 0
    for i in range(length):
        c = part[i]
        if n >= 3 and c == out[n - 1] and c == out[n - 2] and c == out[n - 3]:
            continue
        out[n] = c
        n += 1
    return n


@njit(nogil=True, cache=True)
def _share_seven(
    u: np.ndarray, m: Any, w: np.ndarray, k: Any, packed: np.ndarray
) -> bool:  # pragma: no cover - compiled
    """Whether two parts have seven characters in a row in common."""
    if m < 7 or k < 7:
        return False
    window = np.int64(0)
    for i in range(m):
        window = ((window << 8) | np.int64(u[i])) & 0xFFFFFFFFFFFFFF
        packed[i] = window
    window = np.int64(0)
    for j in range(k):
        window = ((window << 8) | np.int64(w[j])) & 0xFFFFFFFFFFFFFF
        if j >= 6:
            found = 0
            for i in range(6, m):
                found += packed[i] == window
            if found:
                return True
    return False


@njit(nogil=True, cache=True)
def _common(
    u: np.ndarray, m: Any, w: np.ndarray, k: Any, masks: np.ndarray
) -> int:  # pragma: no cover - compiled
    """Length of the longest common subsequence (Hyyrö's bit-parallel form); masks is (256,) zeros, left zero."""
    one = np.uint64(1)
    for i in range(m):
        masks[u[i]] |= one << np.uint64(i)
    row = ~np.uint64(0)
    for j in range(k):
        match = row & masks[w[j]]
        row = (row + match) | (row - match)
    for i in range(m):
        masks[u[i]] = np.uint64(0)
    length: Any = 0
    for i in range(m):
        length += 1 - np.int64((row >> np.uint64(i)) & one)
    return length


@njit(nogil=True, cache=True)
def _part_score(
    u: np.ndarray, m: Any, w: np.ndarray, k: Any, block: Any, packed: np.ndarray, masks: np.ndarray
) -> int:  # pragma: no cover - compiled
    if not _share_seven(u, m, w, k, packed):
        return 0
    distance = m + k - 2 * _common(u, m, w, k, masks)
    score = 100 - (100 * (64 * distance // (m + k))) // 64
    if block < 45:  # a short signature proves little: libfuzzy caps the score for small blocks
        score = min(score, block // 3 * min(m, k))
    return score


@njit(nogil=True, cache=True)
def _equal(u: np.ndarray, m: Any, w: np.ndarray, k: Any) -> bool:  # pragma: no cover - compiled
    if m != k:
        return False
    for i in range(m):  # noqa: SIM110 - a generator is no kernel
        if u[i] != w[i]:
            return False
    return True


@njit(nogil=True, cache=True)
def _score_rows(
    block: np.ndarray,
    part1: np.ndarray,
    length1: np.ndarray,
    part2: np.ndarray,
    length2: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    out: np.ndarray,
) -> None:  # pragma: no cover - compiled
    packed = np.zeros(PART, dtype=np.int64)
    masks = np.zeros(256, dtype=np.uint64)
    parts = np.zeros((4, PART), dtype=np.uint8)
    for pair in range(a.size):
        i, j = a[pair], b[pair]
        p, q = np.int64(block[i]), np.int64(block[j])
        if p != q and p != 2 * q and q != 2 * p:
            continue
        m1 = _squeeze(part1[i], length1[i], parts[0])
        m2 = _squeeze(part2[i], length2[i], parts[1])
        k1 = _squeeze(part1[j], length1[j], parts[2])
        k2 = _squeeze(part2[j], length2[j], parts[3])
        if p == q:
            if _equal(parts[0], m1, parts[2], k1) and _equal(parts[1], m2, parts[3], k2):
                out[pair] = 100
                continue
            score = max(
                _part_score(parts[0], m1, parts[2], k1, p, packed, masks),
                _part_score(parts[1], m2, parts[3], k2, 2 * p, packed, masks),
            )
        elif q == 2 * p:
            score = _part_score(parts[1], m2, parts[2], k1, q, packed, masks)
        else:
            score = _part_score(parts[0], m1, parts[3], k2, p, packed, masks)
        out[pair] = score


def score_rows(
    block: npt.NDArray[np.uint64],
    part1: Chars,
    length1: Chars,
    part2: Chars,
    length2: Chars,
    a: Rows,
    b: Rows,
) -> npt.NDArray[np.uint8]:
    """Scores 0..100 of rows a[i] and b[i] of a signature table.

    Args:
        block: (n,) uint64 block sizes.
        part1: (n, 64) uint8, the first parts' ASCII characters, as written.
        length1: (n,) uint8, characters in use.
        part2: (n, 64) uint8, the same of the second parts.
        length2: (n,) uint8.
        a: (m,) row numbers.
        b: (m,) row numbers.

    Returns:
        (m,) uint8.
    """
    out = np.zeros(len(a), dtype=np.uint8)
    first, second = np.ascontiguousarray(a, dtype=np.int64), np.ascontiguousarray(b, dtype=np.int64)
    _score_rows(block, part1, length1, part2, length2, first, second, out)
    return out


def score(a: str, b: str) -> int:
    """Ssdeep's score of two signatures: 0 (nothing in common, or block sizes too far apart) to 100.

    Raises:
        SignatureError: one of them is malformed.
    """
    block = np.zeros(2, dtype=np.uint64)
    parts = np.zeros((2, 2, PART), dtype=np.uint8)
    lengths = np.zeros((2, 2), dtype=np.uint8)
    for row, text in enumerate((a, b)):
        block[row], *texts = parse(text)
        for which, part in enumerate(texts):
            chars = cut_runs(part).encode("ascii")
            parts[which, row, : len(chars)] = np.frombuffer(chars, dtype=np.uint8)
            lengths[which, row] = len(chars)
    rows = np.array([0, 1], dtype=np.int64)
    scores = score_rows(block, parts[0], lengths[0], parts[1], lengths[1], rows[:1], rows[1:])
    return int(scores[0])
