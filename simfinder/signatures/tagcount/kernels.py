"""The kernel of the default sixteen tags: counts their hits in 64 bytes at a time.

Transposed, a block of bytes is eight planes, one for each bit of a byte; the bytes in which a tag is hit at one of
their eight starts are the "and" of eight planes. Two hits of one tag that begin in the same byte overlap, so a byte
with any counts once. Only where hits in two neighbouring bytes overlap must the skip rule be replayed: one byte in 130
of random data, one in 1500 of text. Time does not depend on the data, except for replays and runs of zeros. Source of
the counting: Sadowski & Levin, section 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.signatures.tagcount.lookup_tables import (
    FILL,
    GREEDY_AT,
    LOWEST,
    MASKS_AT,
    MEMBERS_AT,
    NUMBERS_AT,
    OVERLAPPING,
    PADS_AT,
)

BLOCK = 4096
"""Bytes counted at a time, fewer at the end. 2048 cost a quarter more per byte, and 8192 exceed the first-level cache.
"""

# A row is a plane, or the bytes in which a tag is hit. A block has eight lanes of 8 w bytes, w being 64 or, at the
# end, a smaller multiple of 8; bit 8 b + l of word i is for byte 8 w l + 8 i + b of the block. Word w has the byte
# behind each lane in its lowest eight bits.
_ROW = 72
_PLANES = 16  # the first row that is a plane; hits of tag t are row t, bytes to replay row 0
_ROWS = _PLANES + 15

# Columns of the state: for each overlapping tag the number of the last byte replayed, from 1 on, and starts to skip
# behind it; how many bytes are in hand; bytes counted; the lowest bit of the last one of them that is not zero; the
# bytes in hand.
_CHAINS, _HELD, _DONE, _LOW, _NEAR = 0, 20, 21, 22, 24
STATE = _NEAR + BLOCK // 8 + 1
"""Words of a counter's state, all zero at first."""

_TAG = tuple(np.uint64(tag * _ROW) for tag in range(16))
_NEXT = tuple(np.uint64(k * _ROW) for k in range(8))
_OVERLAPPING = np.array(OVERLAPPING)
_MASKS, _MEMBERS, _GREEDY = np.uint64(MASKS_AT), np.uint64(MEMBERS_AT), np.uint64(GREEDY_AT)
_NUMBERS, _LOWEST = np.uint64(NUMBERS_AT), np.uint64(LOWEST)
_EVEN_BYTES = np.uint64(0x00FF00FF00FF00FF)


@njit(nogil=True, cache=True)
def _swap(a: Any, b: Any, shift: Any, mask: Any) -> Any:  # pragma: no cover - compiled
    """Exchange the bits of a that are ``shift`` above the mask with those of b under it."""
    moved = (a >> shift ^ b) & mask
    return a ^ moved << shift, b ^ moved


@njit(nogil=True, cache=True)
def _turn(
    a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any
) -> Any:  # pragma: no cover - compiled
    """Transpose eight words bytewise: bit j of a byte of word i becomes bit i of that byte of word j."""
    four, mask = np.uint64(4), np.uint64(0x0F0F0F0F0F0F0F0F)
    a, e = _swap(a, e, four, mask)
    b, f = _swap(b, f, four, mask)
    c, g = _swap(c, g, four, mask)
    d, h = _swap(d, h, four, mask)
    two, mask = np.uint64(2), np.uint64(0x3333333333333333)
    a, c = _swap(a, c, two, mask)
    b, d = _swap(b, d, two, mask)
    e, g = _swap(e, g, two, mask)
    f, h = _swap(f, h, two, mask)
    one, mask = np.uint64(1), np.uint64(0x5555555555555555)
    a, b = _swap(a, b, one, mask)
    c, d = _swap(c, d, one, mask)
    e, f = _swap(e, f, one, mask)
    g, h = _swap(g, h, one, mask)
    return a, b, c, d, e, f, g, h


@njit(nogil=True, cache=True)
def _words(eights: int) -> int:  # pragma: no cover - compiled
    """Return eight times 1 to 8 in a form that shows the compiler it is less than a row; otherwise no loop is
    vectorised.
    """
    return 8 * ((eights - 1 & 7) + 1)


@njit(nogil=True, cache=True)
def _follow(rows: np.ndarray, at: Any) -> Any:  # pragma: no cover - compiled
    """Return the bits for the bytes that follow those of a word."""
    return rows[at] >> np.uint64(8) | rows[at + np.uint64(1)] << np.uint64(56)


@njit(nogil=True, cache=True, alone=True)
def _fill_planes(
    block: np.ndarray, eights: int, behind: Any, rows: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Transpose a block in place: from one array to another the loop is not vectorised, ten times slower.

    Args:
        block: (64 * eights,) uint64.
        eights: 1 to 8.
        behind: the byte behind it.
        rows: (_ROWS * _ROW,) uint64; of the planes the first eight are filled with the bits of each byte, highest
            first, the others with those of the byte behind it.
    """
    words = _words(eights)
    for k in range(8):
        for i in range(words):
            rows[np.uint64((_PLANES + k) * _ROW + i)] = block[np.uint64(8 * eights * k + i)]
    for i in range(words):
        a = np.uint64(_PLANES * _ROW + i)
        b, c, d, e = a + _NEXT[1], a + _NEXT[2], a + _NEXT[3], a + _NEXT[4]
        f, g, h = a + _NEXT[5], a + _NEXT[6], a + _NEXT[7]
        rows[h], rows[g], rows[f], rows[e], rows[d], rows[c], rows[b], rows[a] = _turn(
            rows[a], rows[b], rows[c], rows[d], rows[e], rows[f], rows[g], rows[h]
        )
    for k in range(7):
        plane, later = (_PLANES + k) * _ROW, (_PLANES + 8 + k) * _ROW
        bit = behind >> np.uint64(7 - k) & np.uint64(1)
        lanes = rows[np.uint64(plane)] & np.uint64(255)
        rows[np.uint64(plane + 8 * eights)] = lanes >> np.uint64(1) | bit << np.uint64(7)
        for i in range(words):
            rows[np.uint64(later + i)] = _follow(rows, np.uint64(plane + i))


@njit(nogil=True, cache=True)
def _nibbles(a: Any, b: Any, c: Any, d: Any) -> Any:  # pragma: no cover - compiled
    """Return where four planes have each of the sixteen values."""
    a0, a1, a2, a3 = ~a & ~b, ~a & b, a & ~b, a & b
    c0, c1, c2, c3 = ~c & ~d, ~c & d, c & ~d, c & d
    return (
        a0 & c0, a0 & c1, a0 & c2, a0 & c3, a1 & c0, a1 & c1, a1 & c2, a1 & c3,
        a2 & c0, a2 & c1, a2 & c2, a2 & c3, a3 & c0, a3 & c1, a3 & c2, a3 & c3,
    )  # fmt: skip


@njit(nogil=True, cache=True)
def _mark(rows: np.ndarray, at: Any, found: Any) -> Any:  # pragma: no cover - compiled
    """Mark hits at a start, and those of them that reach into a hit at an earlier start of the next byte."""
    overlapping = _follow(rows, at) & found
    rows[at] |= found
    return overlapping


@njit(nogil=True, cache=True, alone=True)
def _find(rows: np.ndarray, eights: int) -> None:  # pragma: no cover - compiled
    """Mark the bytes in which tags 1 to 15 are hit, and those to replay, including the last ones of the lanes."""
    words = _words(eights)
    for i in range(_PLANES * _ROW):
        rows[np.uint64(i)] = np.uint64(0)
    for start in range(8):
        first = np.uint64((_PLANES + start) * _ROW)
        for i in range(words):
            e = np.uint64(i)
            a, b = first + e, first + e + _NEXT[4]
            hi = _nibbles(rows[a], rows[a + _NEXT[1]], rows[a + _NEXT[2]], rows[a + _NEXT[3]])
            lo = _nibbles(rows[b], rows[b + _NEXT[1]], rows[b + _NEXT[2]], rows[b + _NEXT[3]])
            # the digits of ``TAGS``, written out since a tuple is indexed by constants only
            replay = _mark(rows, e + _TAG[1], hi[0x7] & lo[0x4])
            replay |= _mark(rows, e + _TAG[2], hi[0x6] & lo[0x5])
            rows[e + _TAG[3]] |= hi[0xA] & lo[0x4]
            replay |= _mark(rows, e + _TAG[4], hi[0xD] & lo[0x3])
            rows[e + _TAG[5]] |= hi[0x2] & lo[0x7]
            rows[e + _TAG[6]] |= hi[0x3] & lo[0xF]
            rows[e + _TAG[7]] |= hi[0xC] & lo[0x0]
            replay |= _mark(rows, e + _TAG[8], hi[0x4] & lo[0x9])
            replay |= _mark(rows, e + _TAG[9], hi[0xE] & lo[0xD])
            replay |= _mark(rows, e + _TAG[10], hi[0x3] & lo[0xC])
            replay |= _mark(rows, e + _TAG[11], hi[0x1] & lo[0x8])
            rows[e + _TAG[12]] |= hi[0x0] & lo[0x5]
            replay |= _mark(rows, e + _TAG[13], hi[0xD] & lo[0xB])
            replay |= _mark(rows, e + _TAG[14], hi[0x7] & lo[0x6])
            replay |= _mark(rows, e + _TAG[15], hi[0xE] & lo[0xF])
            rows[e] |= replay
    rows[8 * eights - 1] |= np.uint64(0xFF << 56)


@njit(nogil=True, cache=True)
def _add_up(rows: np.ndarray, eights: int, counts: np.ndarray) -> None:  # pragma: no cover - compiled
    """Add the marked bytes to the counts of tags 1 to 15."""
    words = _words(eights)
    for tag in range(1, 16):
        total = np.uint64(0)  # four sums of 16 bits
        for i in range(words):
            x = rows[np.uint64(tag * _ROW + i)]
            x -= x >> np.uint64(1) & np.uint64(0x5555555555555555)
            x = (x & np.uint64(0x3333333333333333)) + (x >> np.uint64(2) & np.uint64(0x3333333333333333))
            x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
            total += (x & _EVEN_BYTES) + (x >> np.uint64(8) & _EVEN_BYTES)
        counts[np.uint64(tag)] += total * np.uint64(0x0001000100010001) >> np.uint64(48)


@njit(nogil=True, cache=True, alone=True)
def _count_zeros(
    near: np.ndarray, m: int, rows: np.ndarray, lows: np.ndarray, last: Any, counts: np.ndarray
) -> Any:  # pragma: no cover - compiled
    """Count tag 0 in the first m bytes of ``near``; up to seven more are read.

    In a run of zero bits each zero byte is a hit, and one more if the bits before and behind the zero bytes are eight
    together: if the byte behind is less than the lowest bit of the one before. A zero byte is less than any bit.

    Args:
        near: the block.
        m: how many.
        rows: scratch.
        lows: the same as uint8.
        last: the lowest set bit of the last byte so far that is not zero, 1 if there is none.
        counts: (16,) uint64, added to.

    Returns:
        ``last`` for the bytes behind the block, if m is all of it.
    """
    eights = (m + 7) // 8
    low, other = np.uint64(BLOCK), np.uint64(3 * BLOCK)
    for i in range(BLOCK):
        lows[np.uint64(i)] = lows[np.uint64(2 * BLOCK + i)] = last
    for i in range(8 * eights):
        byte = near[np.uint64(i)]
        lows[low + np.uint64(i)] = byte & -byte
    stride = np.uint64(1)
    while True:  # carry the lowest bits across zero bytes, twice as far each time
        some = np.uint64(0)
        for i in range(eights):
            x = rows[low // np.uint64(8) + np.uint64(i)]
            some |= (x - np.uint64(0x0101010101010101)) & ~x
        if some & np.uint64(0x8080808080808080) == np.uint64(0):
            break
        for i in range(8 * eights):
            own, before = lows[low + np.uint64(i)], lows[low + np.uint64(i) - stride]
            lows[other + np.uint64(i)] = before if own == 0 else own
        low, other = other, low
        stride *= np.uint64(2)
    total = np.uint64(0)
    for i in range(m):
        total += np.uint64(near[np.uint64(i)] < lows[low - np.uint64(1) + np.uint64(i)])
    counts[0] += total
    return lows[low + np.uint64(BLOCK - 1)]


@njit(nogil=True, cache=True)
def _number(bit: Any, tables: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Return the number of a single bit."""
    return np.uint64(tables[_NUMBERS + (bit * _LOWEST >> np.uint64(58))])


@njit(nogil=True, cache=True)
def _replay(
    near: np.ndarray, at: Any, state: np.ndarray, tables: np.ndarray, counts: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Apply the skip rule to the tags hit both in byte ``at`` and in the next one.

    A byte not replayed before has no hit that a skip could reach, so its first one is kept.
    """
    middle = np.uint64(near[at + np.uint64(1)])
    first = (np.uint64(near[at]) << np.uint64(8) | middle) >> np.uint64(1)
    second = (middle << np.uint64(8) | np.uint64(near[at + np.uint64(2)])) >> np.uint64(1)
    a, b = first >> np.uint64(4), first & np.uint64(2047)
    c, d = second >> np.uint64(4), second & np.uint64(2047)
    left = np.uint64(tables[_MEMBERS + a] | tables[_MEMBERS + b])  # the tags, a bit each
    left &= np.uint64(tables[_MEMBERS + c] | tables[_MEMBERS + d])
    here = state[_DONE] + at + np.uint64(1)
    while left:
        bit = left & -left
        left ^= bit
        tag = _number(bit, tables)
        masks, chain = _MASKS + tag * np.uint64(2048), np.uint64(_CHAINS) + np.uint64(2) * tag
        skip = state[chain + np.uint64(1)]
        if state[chain] != here:
            hits = np.uint64(tables[masks + a]) << np.uint64(4) | np.uint64(tables[masks + b])
            skip = np.uint64(tables[_GREEDY + hits * np.uint64(8)])
        hits = np.uint64(tables[masks + c]) << np.uint64(4) | np.uint64(tables[masks + d])
        result = np.uint64(tables[_GREEDY + hits * np.uint64(8) + skip])
        counts[_OVERLAPPING[tag]] -= result >> np.uint64(4)
        state[chain], state[chain + np.uint64(1)] = here + np.uint64(1), result & np.uint64(15)


@njit(nogil=True, cache=True)
def _replay_marked(
    near: np.ndarray, rows: np.ndarray, eights: int, state: np.ndarray, tables: np.ndarray, counts: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Replay the bytes marked in row 0 in order; their bits are first sorted into the place of a plane."""
    ordered = np.uint64(_PLANES * _ROW)
    for i in range(8 * eights):
        rows[ordered + np.uint64(i)] = np.uint64(0)
    for i in range(8 * eights):
        left = rows[np.uint64(i)]
        while left:
            bit = left & -left
            left ^= bit
            number = _number(bit, tables)
            lane = (number & np.uint64(7)) * np.uint64(64 * eights)
            at = lane + np.uint64(8 * i) + (number >> np.uint64(3))
            rows[ordered + (at >> np.uint64(6))] |= np.uint64(1) << (at & np.uint64(63))
    for i in range(8 * eights):
        left = rows[ordered + np.uint64(i)]
        while left:
            bit = left & -left
            left ^= bit
            _replay(near, np.uint64(64 * i) + _number(bit, tables), state, tables, counts)


@njit(nogil=True, cache=True)
def feed(
    data: np.ndarray, state: np.ndarray, tables: np.ndarray, counts: np.ndarray, end: bool
) -> None:  # pragma: no cover - compiled
    """Count the tags in some bytes, as far as known: a block needs the two bytes behind it.

    Args:
        data: (n,) uint8, read-only.
        state: (STATE,) uint64, zero at first.
        tables: ``lookup_tables.TABLES``.
        counts: (16,) uint64, added to.
        end: whether nothing follows; then everything is counted, and the state is used up.
    """
    near, block = state[_NEAR:].view(np.uint8), state[_NEAR:]
    held: Any = np.int64(state[_HELD])
    at = 0
    if not end and held + data.size < BLOCK + 2:
        for i in range(data.size):
            near[np.uint64(held + i)] = data[np.uint64(i)]
        state[_HELD] = held + data.size
        return
    scratch = np.empty(_ROWS * _ROW + 8, dtype=np.uint64)
    rows = scratch[-scratch.ctypes.data % 64 // 8 :]  # aligned to a cache line: a tenth faster
    lows = rows.view(np.uint8)
    while True:
        take = min(BLOCK + 2 - held, data.size - at)
        for i in range(take):
            near[np.uint64(held + i)] = data[np.uint64(at + i)]
        held += take
        at += take
        m: Any = min(held, BLOCK)
        eights = (m + 511) // 512
        size = 512 * eights
        if held < BLOCK + 2:
            if not end or held == 0:
                break
            near[held] = tables[PADS_AT + near[held - 1]]
            for i in range(held + 1, size + 2):
                near[np.uint64(i)] = FILL
        some = np.uint64(near[size]) | np.uint64(near[size + 1])
        for i in range(size // 8):
            some |= block[np.uint64(i)]
        if some == np.uint64(0):
            counts[0] += np.uint64(m)
        else:
            last = max(np.uint64(1), state[_LOW])
            state[_LOW] = _count_zeros(near, m, rows, lows, last, counts)
            _fill_planes(block, eights, np.uint64(near[size]), rows)
            _find(rows, eights)
            _add_up(rows, eights, counts)
            _replay_marked(near, rows, eights, state, tables, counts)
        state[_DONE] += np.uint64(m)
        near[0], near[1] = near[BLOCK], near[BLOCK + 1]
        held -= m
    state[_HELD] = held
