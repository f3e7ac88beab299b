"""Kernels of shingleprint and sketch: CRC-32 of all windows, and the smallest distinct values.

A value has 64 bits: the CRC, and on request 31 bits of another hash of the window below it, which tell windows of one
CRC apart. Values are kept in ordered slots: the leading bits of a value say where it goes, and what is in the way moves
on. When the slots are full, the smallest values stay and the limit for new ones falls, so that soon a glance is enough
to skip almost every window. Slots and scalar state belong to the caller.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.signatures.flag_positions import flag_positions
from simfinder.signatures.shingleprint.leading_bytes import first_bytes

_EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)  # an unused slot: the lowest bit of a value is 0
LIMITLESS = 1 << 32
# Columns of the scalar state: values held, what their CRCs must be below, bits to shift a value by, values wanted,
# whether windows of one CRC are told apart.
_HELD, _LIMIT, _SHIFT, _WANTED, _APART = range(5)
SCALARS = 5
ROOM = 384  # slots for so many values at first; they grow up to three times the number wanted
_BLOCK = 4096  # windows hashed at a time, or four shingles' length of them
_SPARSE_BLOCK = 8192  # windows at a time where few are hashed in full
_SMALL_BLOCK = 2048
_SHORT = 1 << 16  # windows of a content that are looked at at once
_PLACES = 512  # into which the values of a short content are counted: as many as there are mostly
_MOST = 1024  # values of a short content that are sorted
_FEW = 6144  # most windows of a short content whose CRCs are computed: others are the same again and again
_FOUND = _FEW + 8
_ASIDE = 136  # words between two scratch arrays: at a distance of 4 kB reads wait for writes
SCRATCH = _MOST + _FOUND + _PLACES + 1 + _SHORT // 4 + _ASIDE + 1
"""Words that ``smallest`` needs."""
_SPARSE = 16  # of 256: the first look at leading bytes pays up to this share of CRCs below the limit
FIRST_LOOK = 8  # the longest shingle that allows a first look
APART = 8  # the only shingle whose windows can be told apart


@njit(nogil=True, cache=True)
def _shift_for(limit: Any, slots: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Return the shift that maps a value below the limit to the first three quarters of the slots."""
    places = np.uint64(slots.size - slots.size // 4)
    shift = np.uint64(32)
    while shift > np.uint64(0) and (limit - np.uint64(1)) >> (shift - np.uint64(1)) < places:
        shift -= np.uint64(1)
    return shift + np.uint64(32)


@njit(nogil=True, cache=True)
def _insert(slots: np.ndarray, shift: Any, h: Any) -> int:  # pragma: no cover - compiled
    """Insert a value in order; return 1, or 0 if it was there already."""
    place = h >> shift
    while slots[place] < h:
        place += np.uint64(1)
    if slots[place] == h:
        return 0
    while h != _EMPTY:
        h, slots[place] = slots[place], h
        place += np.uint64(1)
    return 1


@njit(nogil=True, cache=True)
def held(slots: np.ndarray) -> np.ndarray:  # pragma: no cover - compiled
    """Return all values held, ascending. Without branches: which slots are used can't be predicted."""
    found = np.empty(slots.size + 1, dtype=np.uint64)
    n = np.int64(0)
    for h in slots:
        found[np.uint64(n)] = h
        n += h != _EMPTY
    return found[:n]


@njit(nogil=True, cache=True)
def features(values: np.ndarray, wanted: Any) -> np.ndarray:  # pragma: no cover - compiled
    """Return the smallest distinct CRCs of ascending values, at most ``wanted``."""
    best = np.empty(values.size + 1, dtype=np.uint32)
    n = np.int64(0)
    before = _EMPTY
    for h in values:
        crc = h >> np.uint64(32)
        best[np.uint64(n)] = np.uint32(crc)  # a repeated CRC is overwritten by the next one
        n += crc != before
        before = crc
    return best[: min(n, np.int64(wanted))]


@njit(nogil=True, cache=True)
def _settle(slots: np.ndarray, state: np.ndarray) -> np.ndarray:  # pragma: no cover - compiled
    """Make room: add slots while three times the wanted values don't fit, else drop the values not wanted.

    Wanted are the smallest values, and one value of each of the smallest CRCs: at most twice the number asked for.
    """
    wanted = np.int64(state[_WANTED])
    best = np.empty(slots.size, dtype=np.uint64)
    kept = 0
    distinct = 0
    crc = _EMPTY
    for h in held(slots):
        new = h >> np.uint64(32) != crc
        if new and distinct == wanted:
            break
        distinct += new
        crc = h >> np.uint64(32)
        if new or kept < wanted:
            best[kept] = h
            kept += 1
    if slots.size // 4 < 3 * wanted:
        slots = np.empty(2 * slots.size, dtype=np.uint64)
    slots[:] = _EMPTY
    if distinct == wanted:
        state[_LIMIT] = crc + state[_APART]
    state[_SHIFT] = _shift_for(state[_LIMIT], slots)
    for h in best[:kept]:
        _insert(slots, state[_SHIFT], h)
    state[_HELD] = np.uint64(kept)
    return slots


@njit(nogil=True, cache=True)
def _insert_some(
    found: np.ndarray, begin: Any, count: Any, slots: np.ndarray, state: np.ndarray
) -> Any:  # pragma: no cover - compiled
    """Insert the values below the limit; return where to go on if the slots are full, else ``count``."""
    limit, shift, held = state[_LIMIT], state[_SHIFT], np.int64(state[_HELD])
    full = slots.size // 4
    last = _EMPTY
    for i in range(begin, count):
        h = found[i]
        if h >> np.uint64(32) >= limit or h == last:
            continue
        if held == full:
            state[_HELD] = np.uint64(held)
            return i
        last = h
        held += _insert(slots, shift, h)
    state[_HELD] = np.uint64(held)
    return count


@njit(nogil=True, cache=True)
def _keep(
    found: np.ndarray, count: Any, slots: np.ndarray, state: np.ndarray
) -> np.ndarray:  # pragma: no cover - compiled
    """Insert the values below the limit, which may fall meanwhile; return the slots."""
    at = _insert_some(found, np.int64(0), count, slots, state)
    while at < count:
        slots = _settle(slots, state)
        at = _insert_some(found, at, count, slots, state)
    return slots


@njit(nogil=True, cache=True)
def _window(data: np.ndarray, start: Any) -> Any:  # pragma: no cover - compiled
    """Read eight bytes as a number; the compiler makes one load of them."""
    window = np.uint64(data[start]) << np.uint64(56)
    window |= np.uint64(data[start + np.uint64(1)]) << np.uint64(48)
    window |= np.uint64(data[start + np.uint64(2)]) << np.uint64(40)
    window |= np.uint64(data[start + np.uint64(3)]) << np.uint64(32)
    window |= np.uint64(data[start + np.uint64(4)]) << np.uint64(24)
    window |= np.uint64(data[start + np.uint64(5)]) << np.uint64(16)
    window |= np.uint64(data[start + np.uint64(6)]) << np.uint64(8)
    return window | np.uint64(data[start + np.uint64(7)])


@njit(nogil=True, cache=True)
def _value(data: np.ndarray, start: Any, crc: Any, apart: Any) -> Any:  # pragma: no cover - compiled
    """Return the value of the window at ``start``."""
    h = np.uint64(crc) << np.uint64(32)
    if apart:
        window = _window(data, np.uint64(start))
        window *= np.uint64(0x9E3779B97F4A7C15)
        window ^= window >> np.uint64(32)
        window *= np.uint64(0xD6E8FEB86659FD93)
        h |= window >> np.uint64(33) << np.uint64(1)
    return h


@njit(nogil=True, cache=True)
def _below(
    crcs: np.ndarray, count: Any, most: Any, flags: np.ndarray, found: np.ndarray
) -> Any:  # pragma: no cover - compiled
    """Find the windows whose CRC, or leading byte of it, is ``most`` at most; return how many.

    Args:
        crcs: uint32, or uint8 for leading bytes.
        count: number of windows.
        most: of the same type.
        flags: (count,) uint8 and up to a word of eight, scratch.
        found: filled with the numbers of the windows, ascending; room for eight more.
    """
    whole = (count + 7) // 8 * 8
    for i in range(count):
        flags[np.uint64(i)] = crcs[np.uint64(i)] <= most
    for i in range(count, whole):
        flags[np.uint64(i)] = 0
    return np.int64(flag_positions(flags[:whole].view(np.uint64), found))


@njit(nogil=True, cache=True)
def _number_below(firsts: np.ndarray, count: Any, most: Any) -> Any:  # pragma: no cover - compiled
    """Return how many of the first ``count`` bytes are ``most`` at most."""
    n = np.int64(0)
    for i in range(count):
        n += firsts[np.uint64(i)] <= most
    return n


@njit(nogil=True, cache=True)
def _sift(
    data: np.ndarray,
    start: Any,
    crcs: np.ndarray,
    count: Any,
    state: np.ndarray,
    flags: np.ndarray,
    found: np.ndarray,
) -> Any:  # pragma: no cover - compiled
    """Write the values of the windows below the limit, of ``count`` from ``start`` on; return how many.

    flags, found: as of ``_below``.
    """
    apart = state[_APART]
    n = np.uint64(_below(crcs, count, np.uint32(state[_LIMIT] - np.uint64(1)), flags, found))
    for k in range(
        n
    ):  # unsigned: with a signed end the compiler gathers eight at once, in four times the time
        i = found[np.uint64(k)]
        found[np.uint64(k)] = _value(data, np.uint64(start) + i, crcs[i], apart)
    return np.int64(n)


@njit(nogil=True, cache=True)
def _too_few(slots: np.ndarray, state: np.ndarray) -> bool:  # pragma: no cover - compiled
    """Tell whether fewer CRCs are held than wanted."""
    return features(held(slots), np.int64(state[_WANTED])).size < int(state[_WANTED])


@njit(nogil=True, cache=True)
def _begin(
    data: np.ndarray,
    start: Any,
    crcs: np.ndarray,
    count: Any,
    slots: np.ndarray,
    state: np.ndarray,
    flags: np.ndarray,
    found: np.ndarray,
) -> np.ndarray:  # pragma: no cover - compiled
    """Take the first windows, below a limit that twice as many as wanted should pass; return the slots.

    Where too many of those were equal, the limit rises until there are enough or nothing is left out.
    """
    enough = 2 * np.int64(state[_WANTED])
    limit: Any = np.int64(LIMITLESS)
    if 4 * enough < 3 * count:
        limit = LIMITLESS * enough // count
    while True:
        slots[:] = _EMPTY
        state[_HELD], state[_LIMIT] = np.uint64(0), np.uint64(limit)
        state[_SHIFT] = _shift_for(state[_LIMIT], slots)
        n = _sift(data, start, crcs, count, state, flags, found)
        slots = _keep(found, n, slots, state)
        if limit == LIMITLESS or not _too_few(slots, state):
            return slots
        limit = min(4 * limit, np.int64(LIMITLESS))


@njit(nogil=True, cache=True)
def _hash(
    data: np.ndarray, start: Any, count: Any, shingle: Any, tables: np.ndarray, values: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Compute the CRC-32 of ``count`` windows from ``start`` on, four stretches at a time: one would wait for its
    lookups.

    tables: rows 0 and 1, the effect of a byte that enters and of one that leaves.
    """
    reach = np.uint64((count + 3) // 4)
    second = np.uint64(min(np.uint64(count) - reach, reach))
    third = np.uint64(min(np.uint64(count) - reach, reach + reach))
    fourth = np.uint64(count) - reach
    size = np.uint64(shingle)
    near = data[start : start + count + shingle - 1]
    a = b = c = d = np.uint32(0xFFFFFFFF)
    for number in range(size):
        i = np.uint64(number)
        a = np.uint32(a >> np.uint32(8)) ^ tables[0, np.uint8(a) ^ near[i]]
        b = np.uint32(b >> np.uint32(8)) ^ tables[0, np.uint8(b) ^ near[i + second]]
        c = np.uint32(c >> np.uint32(8)) ^ tables[0, np.uint8(c) ^ near[i + third]]
        d = np.uint32(d >> np.uint32(8)) ^ tables[0, np.uint8(d) ^ near[i + fourth]]
    ones = np.uint32(0xFFFFFFFF)
    a, b, c, d = a ^ ones, b ^ ones, c ^ ones, d ^ ones
    values[0], values[second], values[third], values[fourth] = a, b, c, d
    for number in range(reach - np.uint64(1)):
        i = np.uint64(number)
        o = i + size
        a = np.uint32(a >> np.uint32(8)) ^ tables[0, np.uint8(a) ^ near[o]] ^ tables[1, near[i]]
        b = (
            np.uint32(b >> np.uint32(8))
            ^ tables[0, np.uint8(b) ^ near[o + second]]
            ^ tables[1, near[i + second]]
        )
        c = (
            np.uint32(c >> np.uint32(8))
            ^ tables[0, np.uint8(c) ^ near[o + third]]
            ^ tables[1, near[i + third]]
        )
        d = (
            np.uint32(d >> np.uint32(8))
            ^ tables[0, np.uint8(d) ^ near[o + fourth]]
            ^ tables[1, near[i + fourth]]
        )
        i += np.uint64(1)
        values[i], values[i + second], values[i + third], values[i + fourth] = a, b, c, d


@njit(nogil=True, cache=True)
def _value_found(
    data: np.ndarray,
    start: Any,
    found: np.ndarray,
    count: Any,
    shingle: Any,
    tables: np.ndarray,
    state: np.ndarray,
) -> Any:  # pragma: no cover - compiled
    """Replace the numbers of windows by the values of those below the limit; return how many these are.

    The CRC takes one byte after the other: of eight look-ups at once the compiler makes one instruction, which takes
    twice as long.

    tables: row 0, the effect of a byte that enters.
    """
    limit, apart = state[_LIMIT], state[_APART]
    n = np.uint64(0)
    for k in range(count):
        at = np.uint64(start) + found[np.uint64(k)]
        crc = np.uint32(0xFFFFFFFF)
        for i in range(shingle):
            crc = np.uint32(crc >> np.uint32(8)) ^ tables[0, np.uint8(crc) ^ data[at + np.uint64(i)]]
        crc ^= np.uint32(0xFFFFFFFF)
        found[n] = _value(data, at, np.uint32(crc), apart)
        n += np.uint64(np.uint64(crc) < limit)
    return np.int64(n)


@njit(nogil=True, cache=True)
def take(
    data: np.ndarray,
    shingle: Any,
    tables: np.ndarray,
    leads: np.ndarray,
    slots: np.ndarray,
    state: np.ndarray,
) -> np.ndarray:  # pragma: no cover - compiled
    """Take all windows of ``data``; return the slots, which may be new ones.

    slots: ascending except for unused ones, which hold the maximum. state: (5,) uint64.
    """
    end = data.size - shingle + 1
    block = max(np.int64(_BLOCK), 4 * shingle)
    most: Any = max(np.int64(0), min(end, max(np.int64(_SPARSE_BLOCK), block)))
    crcs = np.empty(min(most, block), dtype=np.uint32)
    found = np.empty(most + 8, dtype=np.uint64)
    firsts, flags = np.empty(most, dtype=np.uint8), np.empty(most + 8, dtype=np.uint8)
    at: Any = np.int64(0)
    while at < end:
        lead = (state[_LIMIT] - np.uint64(1)) >> np.uint64(24)
        if shingle <= FIRST_LOOK and lead < np.uint64(_SPARSE):
            # blocks double: with each the limit halves, so that few windows are hashed in vain
            count = min(np.int64(_SPARSE_BLOCK), end - at, max(np.int64(_SMALL_BLOCK), at))
            first_bytes(data, at, count, shingle, leads, firsts)
            n = _below(firsts, count, np.uint8(lead), flags, found)
            n = _value_found(data, at, found, n, shingle, tables, state)
            slots = _keep(found, n, slots, state)
        else:
            count = min(block, end - at)
            _hash(data, at, count, shingle, tables, crcs)
            if state[_HELD] == np.uint64(0):
                slots = _begin(data, at, crcs, count, slots, state, flags, found)
            else:
                n = _sift(data, at, crcs, count, state, flags, found)
                slots = _keep(found, n, slots, state)
        at += count
        if 2 * state[_HELD] >= 3 * state[_WANTED] and at < end:
            slots = _settle(slots, state)
    return slots


@njit(nogil=True, cache=True)
def clear(
    slots: np.ndarray, state: np.ndarray, wanted: Any, apart: Any
) -> None:  # pragma: no cover - compiled
    """Reset slots and state to those of no bytes."""
    slots[:] = _EMPTY
    state[_HELD], state[_LIMIT], state[_WANTED] = np.uint64(0), np.uint64(LIMITLESS), np.uint64(wanted)
    state[_SHIFT], state[_APART] = _shift_for(state[_LIMIT], slots), np.uint64(apart)


@njit(nogil=True, cache=True)
def whole(
    data: np.ndarray, shingle: Any, wanted: Any, apart: Any, tables: np.ndarray, leads: np.ndarray
) -> np.ndarray:  # pragma: no cover - compiled
    """Return the slots after all of ``data``."""
    slots, state = np.empty(4 * ROOM, dtype=np.uint64), np.empty(SCALARS, dtype=np.uint64)
    clear(slots, state, wanted, apart)
    return take(data, shingle, tables, leads, slots, state)


@njit(nogil=True, cache=True)
def _in_order(
    found: np.ndarray, count: Any, limit: Any, begins: np.ndarray, values: np.ndarray
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Sort the distinct values among the first ``count``: count them into places, then put right what is near.

    Args:
        found: values.
        count: how many.
        limit: all CRCs are below it.
        begins: (_PLACES + 1,) int64, scratch.
        values: (count,) uint64 at least, filled; ascending.

    Returns:
        How many distinct values, and how many distinct CRCs.
    """
    shift = np.uint64(32)
    while (np.uint64(limit) << np.uint64(32)) - np.uint64(1) >> shift >= np.uint64(_PLACES):
        shift += np.uint64(1)
    begins[:] = 0
    for k in range(count):
        begins[(found[np.uint64(k)] >> shift) + np.uint64(1)] += 1
    for place in range(_PLACES):
        begins[np.uint64(place + 1)] += begins[np.uint64(place)]
    for k in range(count):
        h = found[np.uint64(k)]
        place = h >> shift
        values[np.uint64(begins[place])] = h
        begins[place] += 1
    for k in range(1, count):
        h = values[np.uint64(k)]
        at = k
        while at > 0 and values[np.uint64(at - 1)] > h:
            values[np.uint64(at)] = values[np.uint64(at - 1)]
            at -= 1
        values[np.uint64(at)] = h
    n = np.uint64(0)
    distinct = np.int64(0)
    before = _EMPTY
    for k in range(count):
        h = values[np.uint64(k)]
        values[n] = h
        n += np.uint64(h != before)
        distinct += h >> np.uint64(32) != before >> np.uint64(32)
        before = h
    return np.int64(n), distinct


@njit(nogil=True, cache=True)
def smallest(
    data: np.ndarray, wanted: Any, tables: np.ndarray, leads: np.ndarray, scratch: np.ndarray
) -> np.ndarray:  # pragma: no cover - compiled
    """Return the smallest values of all windows of 8 bytes, ascending: ``wanted`` of them and of their CRCs, or all.

    The same as ``held(whole(...))`` from the beginning on. A short content needs no slots: of its windows those below
    a limit are sorted at once, in half of the time.

    scratch: (SCRATCH,) uint64; the values are part of it.
    """
    shingle = np.int64(APART)
    count = data.size - shingle + 1
    if count > 0 and count <= _SHORT:
        values, found = scratch[:_MOST], scratch[_MOST : _MOST + _FOUND]
        begins = scratch[_MOST + _FOUND :][: _PLACES + 1].view(np.int64)
        rest = scratch[_MOST + _FOUND + _PLACES + 1 :]
        firsts, flags = rest.view(np.uint8), rest[_SHORT // 8 + _ASIDE :].view(np.uint8)
        state = np.zeros(SCALARS, dtype=np.uint64)
        state[_APART] = 1
        first_bytes(data, np.int64(0), count, shingle, leads, firsts)
        limit: Any = min(np.int64(LIMITLESS), LIMITLESS * 2 * wanted // count)
        while True:
            state[_LIMIT] = np.uint64(limit)
            lead = np.uint8((limit - 1) >> 24)
            n = _number_below(firsts, count, lead)
            if n <= _FEW:
                n = _below(firsts, count, lead, flags, found)
                n = _value_found(data, np.int64(0), found, n, shingle, tables, state)
            if n > _MOST:
                break  # sorting would take long if they were all in one place
            held_here, distinct = _in_order(found, n, limit, begins, values)
            if limit == LIMITLESS or distinct >= wanted:
                return values[:held_here]
            limit = min(2 * limit, np.int64(LIMITLESS))  # the first one is enough for three of four texts
    return held(whole(data, shingle, wanted, bool(1), tables, leads))


@smallest.in_python
def _smallest_of_all(
    data: np.ndarray, wanted: Any, tables: np.ndarray, _leads: np.ndarray, _scratch: np.ndarray
) -> np.ndarray:
    """Do the same for all windows at once."""
    count = data.size - APART + 1
    if count < 1:
        return np.zeros(0, dtype=np.uint64)
    crcs, windows = np.zeros(count, dtype=np.uint32), np.zeros(count, dtype=np.uint64)
    for i in range(APART):
        byte = data[i : i + count]
        crcs ^= tables[1 + APART - i][byte]  # row 2 is what the last byte of a window adds
        windows = windows << np.uint64(8) | byte
    windows *= np.uint64(0x9E3779B97F4A7C15)
    windows ^= windows >> np.uint64(32)
    windows *= np.uint64(0xD6E8FEB86659FD93)
    windows = crcs.astype(np.uint64) << np.uint64(32) | windows >> np.uint64(33) << np.uint64(1)
    windows.sort()
    values = windows[np.append(True, windows[1:] != windows[:-1])]
    leading = values >> np.uint64(32)
    new = np.flatnonzero(np.append(True, leading[1:] != leading[:-1]))
    more = new[wanted] if new.size > wanted else values.size
    return values[: max(more, int(wanted))]


@njit(nogil=True, cache=True)
def common(
    prints: np.ndarray, lengths: np.ndarray, a: np.ndarray, b: np.ndarray, out: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Add to out[i] (int64) how many values rows a[i] and b[i] share."""
    for p in range(a.size):
        i, j = a[p], b[p]
        m, n = lengths[i], lengths[j]
        x: Any = np.int64(0)
        y: Any = np.int64(0)
        while x < m and y < n:
            u, v = prints[i, x], prints[j, y]
            x += np.int64(u <= v)
            y += np.int64(v <= u)
            out[p] += np.int64(u == v)
