"""Compare spamsum signatures: grammar, run elimination and the score 0..100 of ssdeep 2.14.1.

Parses the text form ``blocksize:part:part``; ``digest`` makes signatures from bytes.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.errors import GrammarError

PART = 64
"""Most characters of a part."""

SECOND = 32
"""Most characters of a second part that is cut as ssdeep cuts it, as those of a scan are."""

_MAX_BLOCK = 2**62 - 1  # twice as much still fits 64 bits
_MAX_DIGITS = len(str(_MAX_BLOCK))  # int() raises for thousands of digits
_TEXT = re.compile(r"([0-9]+):([A-Za-z0-9+/]*):([A-Za-z0-9+/]*)(?:,.*)?", re.ASCII | re.DOTALL)
_GOOD_START = re.compile(r"(?:[0-9]+(?::[A-Za-z0-9+/]*(?::[A-Za-z0-9+/]*)?)?)?", re.ASCII)
_RUN = re.compile(r"(.)\1{3,}")

Chars = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.int64]


def parse(text: str) -> tuple[int, str, str]:
    """Return the block size and the two parts of a signature, as written; text after a comma is ignored.

    Raises:
        GrammarError: not a signature, a block size from 2^62 on, or a part above 64 characters even with its runs cut
            to 3. It has the position of the first character that does not fit (for a block size: where it starts).
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        place = _GOOD_START.match(text)
        position = place.end() if place else 0
        raise GrammarError(f"not a spamsum signature from position {position} on: {text[:160]!r}", position)
    digits = match[1].lstrip("0") or "0"
    if len(digits) > _MAX_DIGITS or int(digits) > _MAX_BLOCK:
        raise GrammarError(f"block size at position 0 is too large: {text[:160]!r}", 0)
    for number in (2, 3):
        if len(match[number]) > PART and len(cut_runs(match[number])) > PART:
            position = match.start(number) + _overflow(match[number])
            raise GrammarError(
                f"part is above {PART} characters at position {position}: {text[:160]!r}", position
            )
    return int(digits), match[2], match[3]


def _overflow(part: str) -> int:
    """Return the position of the first character too many, with runs cut to three."""
    kept = [place for place, c in enumerate(part) if part[max(0, place - 3) : place] != c * 3]
    return kept[PART]


def cut_runs(part: str) -> str:
    """Cut every run of more than three equal characters to three."""
    return _RUN.sub(r"\1\1\1", part)


@njit(nogil=True, cache=True)
def _share_seven(
    u: np.ndarray, m: Any, w: np.ndarray, k: Any, packed: np.ndarray
) -> bool:  # pragma: no cover - compiled
    """Tell whether two parts have seven characters in a row in common."""
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
    """Return the length of the longest common subsequence (Hyyrö's bit-parallel form); masks is (256,) zeros, left
    zero.
    """
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
def part_score(
    u: np.ndarray, m: Any, w: np.ndarray, k: Any, block: Any, packed: np.ndarray, masks: np.ndarray
) -> int:  # pragma: no cover - compiled
    """Score two parts.

    Args:
        u: (64,) uint8, characters of a part with its runs cut.
        m: number of characters in use.
        w: (64,) uint8, the other part.
        k: number of characters in use.
        block: the parts' block size: below 45 it caps the score.
        packed: (64,) int64, scratch.
        masks: (256,) uint64 zeros, scratch; left zero.
    """
    if not _share_seven(u, m, w, k, packed):
        return 0
    distance = m + k - 2 * _common(u, m, w, k, masks)
    score = 100 - (100 * (64 * distance // (m + k))) // 64
    if block < 45:  # a short signature proves little: libfuzzy caps the score for small blocks
        score = min(score, block // 3 * min(m, k))
    return score


@njit(nogil=True, cache=True)
def _ones(word: Any) -> Any:  # pragma: no cover - compiled
    """Count the set bits."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(nogil=True, cache=True)
def _mark(part: np.ndarray, length: Any, masks: np.ndarray) -> int:  # pragma: no cover - compiled
    """Set bit i of a character's mask for each position i of the part, runs cut, that has it; return the length."""
    n, run = 0, 0
    for i in range(length):
        run = run + 1 if i > 0 and part[i] == part[i - 1] else 1
        if run <= 3:
            masks[part[i]] |= np.uint64(1) << np.uint64(n)
            n += 1
    return n


@njit(nogil=True, cache=True)
def _follow(
    masks: np.ndarray, part: np.ndarray, length: Any
) -> tuple[int, int, bool]:  # pragma: no cover - compiled
    """Compare a part with the masked one: common subsequence, own length with runs cut, seven in a row in common.

    The subsequence uses Hyyrö's bit-parallel form, whose steps depend on each other. In their shadow, one bit each for
    runs of one, two and four says that so many characters up to this one equal those up to a position of the masked
    part; longer runs are derived from shorter ones some steps before.
    """
    row, seven = ~np.uint64(0), np.uint64(0)
    one1, two1, two2 = np.uint64(0), np.uint64(0), np.uint64(0)
    four1, four2, four3 = np.uint64(0), np.uint64(0), np.uint64(0)
    n, run, before = 0, 0, np.uint8(0)
    for j in range(length):
        c = part[j]
        run = run + 1 if c == before else 1
        before = c
        if run > 3:
            continue
        n += 1
        at = masks[c]
        match = row & at
        row = (row + match) | (row - match)
        two = at & (one1 << np.uint64(1))
        four = two & (two2 << np.uint64(2))
        seven |= four & (four3 << np.uint64(3))
        one1, two2, two1 = at, two1, two
        four3, four2, four1 = four2, four1, four
    return _ones(~row), n, seven != np.uint64(0)


@njit(nogil=True, cache=True)
def _figure(m: Any, k: Any, common: Any, block: Any) -> Any:  # pragma: no cover - compiled
    """Return the score of two parts of these lengths that have seven characters in a row in common."""
    score = 100 - (100 * (64 * (m + k - 2 * common) // (m + k))) // 64
    if block < 45:  # a short signature proves little: libfuzzy caps the score for small blocks
        score = min(score, block // 3 * min(m, k))
    return score


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
    masks1, masks2 = np.zeros(256, dtype=np.uint64), np.zeros(256, dtype=np.uint64)
    marked: Any = np.int64(-1)
    m1, m2 = 0, 0
    for pair in range(a.size):
        i, j = a[pair], b[pair]
        if j == marked:
            i, j = j, i
        p, q = np.int64(block[i]), np.int64(block[j])
        if p != q and p != 2 * q and q != 2 * p:
            continue
        if i != marked:  # a join yields all pairs of a row in a row
            if marked >= 0:
                for k in range(length1[marked]):
                    masks1[part1[marked, k]] = np.uint64(0)
                for k in range(length2[marked]):
                    masks2[part2[marked, k]] = np.uint64(0)
            marked = i
            m1 = _mark(part1[i], length1[i], masks1)
            m2 = _mark(part2[i], length2[i], masks2)
        if p == q:
            common1, k1, share1 = _follow(masks1, part1[j], length1[j])
            common2, k2, share2 = _follow(masks2, part2[j], length2[j])
            if common1 == m1 and common1 == k1 and common2 == m2 and common2 == k2:
                out[pair] = 100
                continue
            score = _figure(m1, k1, common1, p) if share1 else 0
            if share2:
                score = max(score, _figure(m2, k2, common2, 2 * p))
        elif q == 2 * p:
            common2, k1, share2 = _follow(masks2, part1[j], length1[j])
            score = _figure(m2, k1, common2, q) if share2 else 0
        else:
            common1, k2, share1 = _follow(masks1, part2[j], length2[j])
            score = _figure(m1, k2, common1, p) if share1 else 0
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
    """Return the scores 0..100 of rows a[i] and b[i] of a signature table.

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
    """Return ssdeep's score of two signatures: 0 (nothing in common, or block sizes too far apart) to 100.

    Raises:
        GrammarError: one of them is malformed.
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


@njit(nogil=True, cache=True)
def _common_long(
    u: np.ndarray, w: np.ndarray, masks: np.ndarray, carries: np.ndarray
) -> int:  # pragma: no cover - compiled
    """Return the length of the longest common subsequence, any length: like ``_common``, 64 characters of u at a time.

    Args:
        u: (m,) int64, characters as numbers.
        w: (k,) int64.
        masks: uint64 zeros, one for each distinct character; left zero.
        carries: (k,) uint64 zeros; filled with the carry into the next 64 after each character of w.
    """
    one = np.uint64(1)
    common: Any = 0
    for start in range(0, u.size, 64):
        n = min(64, u.size - start)
        for i in range(n):
            masks[u[start + i]] |= one << np.uint64(i)
        row = ~np.uint64(0)
        for j in range(w.size):
            match = row & masks[w[j]]
            half = row + match
            total = half + carries[j]
            carries[j] = np.uint64(half < row) | np.uint64(total < half)
            row = total | (row - match)
        for i in range(n):
            masks[u[start + i]] = np.uint64(0)
            common += 1 - np.int64((row >> np.uint64(i)) & one)
    return common


def edit_distance(a: str, b: str) -> int:
    """Return the edit distance of two texts, of any length: insert 1, delete 1, change 2.

    Time grows with len(a)·len(b)/64, memory with len(a) + len(b). Tridgell's spamsum and spamspy count it so.
    """
    if not a or not b:
        return len(a) + len(b)
    text = (a + b).encode("utf-32-le", "surrogatepass")
    letters, numbers = np.unique(np.frombuffer(text, dtype=np.uint32), return_inverse=True)
    masks = np.zeros(len(letters), dtype=np.uint64)
    carries = np.zeros(len(b), dtype=np.uint64)
    numbers = numbers.astype(np.int64, copy=False)
    common = _common_long(numbers[: len(a)], numbers[len(a) :], masks, carries)
    return len(a) + len(b) - 2 * int(common)
