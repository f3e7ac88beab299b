"""Compiled steps of comparing two texts in order (see ``text_overlap``, which owns the buffers and the order of steps).

The work is cut into calls of a few milliseconds each: where it stopped is kept in an array of numbers, so that the
caller can look at a switch in between. Nothing is allocated here. All kernels stay in one module: the cache of compiled
code does not see a change of a kernel elsewhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.arrays.counting_sort import stable_order
from simfinder.arrays.jit import njit
from simfinder.search.overlap.byte_kernels import _eight, _item

FULL = 255
"""Weight of a byte of words that do not come again and again. The lightest has 1; one that is counted already has 0."""

OFTEN = 2
"""Up to so many times a few words in a row may come in a text without getting lighter."""

LONGEST = 32
"""Bytes of a word at most: a line of ten megabytes without a space is many words."""

SLACK = 16
"""Bytes by which a stretch of a chain may reach into the next one, at either; they are cut off afterwards."""

CHANCE = 8
"""Equal bytes of a stretch that are worth nothing for a chain: so many are found by chance."""

FILLED = 4096
"""Bytes that a stretch of a chain is followed into the gap before or behind it, at most."""

NEAR, SURE = 32, 6
"""Behind a difference the texts are equal again if so many bytes are, less than so many bytes further on."""

STEPS = 64
"""Differences of a gap that are followed one by one."""

PLAIN = 1024
"""Bytes of a stretch, nearly all equal, from which on it is evidence whatever its words weigh."""

EDGE = 64
"""Bytes at either end of such a stretch that may still be cut or lengthened."""

FAR = 4096
"""Bytes between two stretches from which on they are parts of their own."""

PIECE, OFFSET, SCORE, EVIDENCE, HEIGHT, COUNT, RANGE = range(7)
STATE = 7
"""Numbers of the array that says where the work stopped; all 0 at first."""

_BEFORE, _AFTER, _BEGIN, _END, _FROM, _TO, _LOWER = range(7)
ROWS = 7
"""Rows of the stack of parts that may still become one."""

_MIX = np.uint64(0x9E3779B97F4A7C15)
_TURN = np.uint64(29)
_NEW_LINE = np.uint8(10)
_NEW_LINES = np.uint64(0x0A0A0A0A0A0A0A0A)
_ONES = np.uint64(0x0101010101010101)
_TOPS = np.uint64(0x8080808080808080)
_EVEN = np.uint64(0x00FF00FF00FF00FF)
_PAIRS = np.uint64(0x0001000100010001)
_HALF, _TOP = np.uint64(8), np.uint64(48)
_WINDOW = 16  # bytes from the beginning of a word on: about three words
_PROBED = 16  # slots of the table of lines that are looked at


def _classes() -> np.ndarray:
    """(256,) uint8, 0 for bytes of words (letters, digits, the underscore, all beyond ASCII), 1 marks, 2 blanks."""
    table = np.ones(256, np.uint8)
    table[:33] = 2
    table[128:] = 0
    for some in (b"0123456789_", bytes(range(65, 91)), bytes(range(97, 123))):
        table[list(some)] = 0
    return table


_CLASS = _classes()


@njit(nogil=True, cache=True)
def _place(data: np.ndarray, at: Any, down: Any) -> Any:  # pragma: no cover - compiled
    """Index of a window in the table of counts; 0 for no window."""
    if at + _WINDOW > data.size:
        return np.int64(0)
    mixed = _eight(data, at) * _MIX
    mixed = ((mixed ^ (mixed >> _TURN)) + _eight(data, at + 8)) * _MIX
    return np.int64(((mixed ^ (mixed >> _TURN)) * _MIX) >> down)


@njit(nogil=True, cache=True)
def count_words(
    data: np.ndarray, begin: int, end: int, counts: np.ndarray, bits: int
) -> None:  # pragma: no cover - compiled
    """Count the beginnings of words, with what follows them, in a part of a text.

    Args:
        data: the text.
        begin: of the part.
        end: of the part.
        counts: (2 ** bits,) uint8, goes up to 255; the first stays 0.
        bits: see there.
    """
    down = np.uint64(64 - bits)
    last: Any = np.int64(end)
    i: Any = np.int64(begin)
    while i < last:
        if _item(_CLASS, np.int64(_item(data, i))) != 0:
            i += 1
            continue
        place = np.uint64(_place(data, i, down))
        counts[place] += np.uint8(counts[place] < 255)
        longest = min(last, i + LONGEST)
        i += 1
        while i < longest and _item(_CLASS, np.int64(_item(data, i))) == 0:
            i += 1
    counts[0] = 0


@njit(nogil=True, cache=True)
def weigh(
    data: np.ndarray, begin: int, end: int, counts: np.ndarray, bits: int, weights: np.ndarray
) -> int:  # pragma: no cover - compiled
    """Weigh the bytes of a part of a text: a word is as light as the most frequent window that has all of it.

    Args:
        data: the text.
        begin: of the part.
        end: of the part.
        counts: see ``count_words``.
        bits: see there.
        weights: uint8, those of this part are written.

    Returns:
        What the part weighs.
    """
    down = np.uint64(64 - bits)
    total: Any = np.int64(0)
    last: Any = np.int64(end)
    i: Any = np.int64(begin)
    # where the two words before this one and this one begin, and how often their windows come
    one, two, three = i, i, i
    count_one, count_two, count_three = np.int64(0), np.int64(0), np.int64(0)
    full: Any = np.int64(FULL)
    while i < last:
        if _item(_CLASS, np.int64(_item(data, i))) == 0:
            one, two, three = two, three, i
            count_one, count_two = count_two, count_three
            count_three = np.int64(_item(counts, _place(data, i, down)))
            longest = min(last, i + LONGEST)
            i += 1
            while i < longest and _item(_CLASS, np.int64(_item(data, i))) == 0:
                i += 1
            count = count_three
            if two + _WINDOW >= i:
                count = max(count, count_two)
            if one + _WINDOW >= i:
                count = max(count, count_one)
            full = np.int64(FULL * OFTEN) // max(np.int64(OFTEN), count)
            for k in range(np.uint64(three), np.uint64(i)):
                weights[k] = full
            total += full * (i - three)
        mark, blank = max(np.int64(1), full // 4), max(np.int64(1), full // 16)
        while i < last:
            kind = _item(_CLASS, np.int64(_item(data, i)))
            if kind == 0:
                break
            weight = mark if kind == 1 else blank
            weights[np.uint64(i)] = weight
            total += weight
            i += 1
    return total


@njit(nogil=True, cache=True)
def chain(
    begin_rank: np.ndarray,
    end_rank: np.ndarray,
    equal: np.ndarray,
    best: np.ndarray,
    who: np.ndarray,
    before: np.ndarray,
    first: int,
    last: int,
) -> None:  # pragma: no cover - compiled
    """Append some more stretches, in the order of the target, each to the heaviest chain that it can follow.

    Args:
        begin_rank: (n,) int32, how many ends in the source each stretch may follow, by its begin there.
        end_rank: (n,) int32, place of its own end among all ends, from 0.
        equal: (n,) int64.
        best: (n + 1,) int64, a tree of the heaviest chains by the rank of their end; 0 at first.
        who: (n + 1,) int32, the last stretch of each, -1 at first.
        before: (n,) int32, the stretch before each on its chain, or -1; written.
        first: of the stretches to be put.
        last: behind them.
    """
    size = best.size - 1
    for k in range(first, last):
        weight: Any = np.int64(0)
        behind: Any = np.int64(-1)
        at: Any = np.int64(begin_rank[k])
        while at > 0:
            if best[at] > weight:
                weight, behind = best[at], np.int64(who[at])
            at -= at & -at
        before[k] = behind
        weight += equal[k] - CHANCE
        at = np.int64(end_rank[k]) + 1
        while at <= size:
            if weight > best[at]:
                best[at], who[at] = weight, k
            at += at & -at


@njit(nogil=True, cache=True)
def trace(
    best: np.ndarray, who: np.ndarray, before: np.ndarray, chosen: np.ndarray
) -> None:  # pragma: no cover
    """Mark the stretches of the heaviest chain of all (see ``chain``)."""
    weight: Any = np.int64(0)
    k: Any = np.int64(-1)
    at: Any = np.int64(best.size - 1)
    while at > 0:
        if best[at] > weight:
            weight, k = best[at], np.int64(who[at])
        at -= at & -at
    while k >= 0:
        chosen[k] = True
        k = np.int64(before[k])


@njit(nogil=True, cache=True)
def cut_plain(
    target: np.ndarray, source: np.ndarray, stretches: np.ndarray, pieces: np.ndarray
) -> int:  # pragma: no cover - compiled
    """Cut long stretches that are nearly equal into two edges and what is between, whose equal bytes are known.

    Args:
        target: the one text.
        source: the other one.
        stretches: (4, n) int64: begin, source, length and equal bytes.
        pieces: (4, 3 n) int64, written: begin, source, length, and equal bytes or -1 where they are to be counted.

    Returns:
        The number of pieces.
    """
    count: Any = 0
    for k in range(stretches.shape[1]):
        begin, place, length, equal = stretches[0, k], stretches[1, k], stretches[2, k], stretches[3, k]
        if equal < PLAIN or equal * 32 < length * 31:
            pieces[0, count], pieces[1, count], pieces[2, count], pieces[3, count] = begin, place, length, -1
            count += 1
            continue
        last = length - EDGE
        for i in range(EDGE):
            equal -= np.int64(target[begin + i] == source[place + i])
            equal -= np.int64(target[begin + last + i] == source[place + last + i])
        for at, size, known in ((0, EDGE, -1), (EDGE, last - EDGE, equal), (last, EDGE, -1)):
            pieces[0, count], pieces[1, count], pieces[2, count] = begin + at, place + at, size
            pieces[3, count] = known
            count += 1
    return count


@njit(nogil=True, cache=True)
def _again(
    target: np.ndarray, i: Any, end: Any, source: np.ndarray, j: Any, place_end: Any
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Find where two texts are equal again after two positions, nearest first; their ends where they are not."""
    for d in range(1, NEAR):
        for one, other in ((i + d, j + d), (i, j + d), (i + d, j)):
            if one + SURE > end or other + SURE > place_end:
                continue
            k = 0
            while k < SURE and target[one + k] == source[other + k]:
                k += 1
            if k == SURE:
                return one, other
    return end, place_end


@njit(nogil=True, cache=True)
def _put(
    pieces: np.ndarray, count: Any, begin: Any, place: Any, length: Any, equal: Any
) -> Any:  # pragma: no cover - compiled
    """Append a piece, unless it has no bytes. Returns how many there are now."""
    if length <= 0:
        return count
    pieces[0, count], pieces[1, count], pieces[2, count], pieces[3, count] = begin, place, length, equal
    return count + 1


@njit(nogil=True, cache=True)
def _follow(
    target: np.ndarray,
    i: Any,
    end: Any,
    source: np.ndarray,
    j: Any,
    place_end: Any,
    pieces: np.ndarray,
    count: Any,
) -> tuple[Any, Any, Any]:  # pragma: no cover - compiled
    """Follow a gap from difference to difference. Returns how far in both, and how many pieces."""
    first = count
    for _ in range(STEPS):
        run: Any = np.int64(0)
        while i + run < end and j + run < place_end and target[i + run] == source[j + run]:
            run += 1
        count = _put(pieces, count, i, j, run, -1)
        i += run
        j += run
        if i >= end or j >= place_end:
            break
        one, other = _again(target, i, end, source, j, place_end)
        if one >= end or other >= place_end:
            break
        count = _put(pieces, count, i, j, min(one - i, other - j), -1)
        i, j = one, other
    return i, j, count - first


@njit(nogil=True, cache=True)
def _split(
    target: np.ndarray, i: Any, begin: Any, source: np.ndarray, j: Any, place: Any, gap: Any
) -> Any:  # pragma: no cover - compiled
    """Split a gap between two diagonals where most bytes are equal. Returns how many bytes the first one gets."""
    lead: Any = np.int64(0)
    most: Any = np.int64(0)
    split: Any = np.int64(0)
    for n in range(gap):
        lead += np.int64(target[i + n] == source[j + n])
        lead -= np.int64(target[begin + n] == source[place + n])
        if lead > most:
            most, split = lead, np.int64(n + 1)
    return split


@njit(nogil=True, cache=True)
def fill_gaps(
    target: np.ndarray,
    source: np.ndarray,
    stretches: np.ndarray,
    pieces: np.ndarray,
    state: np.ndarray,
    most: int,
) -> bool:  # pragma: no cover - compiled
    """Cut what stretches of a chain share in the source, and lay the gaps between them side by side.

    In a gap the texts are followed from difference to difference as long as they are equal again soon. What is left of
    it is split where most bytes are equal: before on the diagonal of what was before, behind on that of the next one.

    Args:
        target: the one text.
        source: the other one.
        stretches: (4, n) int64, see ``cut_plain``.
        pieces: (4, room) int64, the same with the gaps, ``state[COUNT]`` so far.
        state: where the work stopped.
        most: bytes, about.

    Returns:
        Whether all are done. If not, either the bytes are done, or ``pieces`` has no room for ``2 * STEPS + 3`` more.
    """
    k: Any = np.int64(state[PIECE])
    count: Any = np.int64(state[COUNT])
    left: Any = np.int64(most)
    while k < stretches.shape[1] and left > 0 and count + STEPS + STEPS + 3 <= pieces.shape[1]:
        begin, place, length = stretches[0, k], stretches[1, k], stretches[2, k]
        i: Any = np.int64(0)
        j: Any = np.int64(0)
        if k > 0:
            i, j = stretches[0, k - 1] + stretches[2, k - 1], stretches[1, k - 1] + stretches[2, k - 1]
        if place < j:
            cut = min(j - place, length)
            begin, place, length = begin + cut, max(place + cut, j), length - cut
        i, j, followed = _follow(target, i, begin, source, j, place, pieces, count)
        count += followed
        left -= NEAR * followed
        gap = min(begin - i, place - j)
        if gap > 0:
            split = min(gap // 2, np.int64(FILLED))
            back = split
            if gap <= 2 * FILLED:
                split = _split(target, i, begin - gap, source, j, place - gap, gap)
                back = gap - split
            left -= split + back
            count = _put(pieces, count, i, j, split, -1)
            count = _put(pieces, count, begin - back, place - back, back, -1)
        count = _put(pieces, count, begin, place, length, stretches[3, k])
        left -= 1
        k += 1
    state[PIECE], state[COUNT] = k, count
    return bool(k >= stretches.shape[1])


@njit(nogil=True, cache=True)
def _emit(
    stack: np.ndarray, state: np.ndarray, least: Any, ranges: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Give out the parts of the stack that have evidence enough, and clear it."""
    count = state[COUNT]
    for k in range(state[HEIGHT]):
        if stack[_TO, k] - stack[_FROM, k] >= least:
            ranges[0, count] = stack[_BEGIN, k]
            ranges[1, count] = stack[_END, k]
            count += 1
    state[HEIGHT], state[COUNT] = 0, count


@njit(nogil=True, cache=True)
def _push(
    stack: np.ndarray,
    state: np.ndarray,
    least: Any,
    ranges: np.ndarray,
    begin: Any,
    end: Any,
    gain: Any,
    worth: Any,
) -> None:  # pragma: no cover - compiled
    """Add a run of equal bytes; parts that are worth more together become one (Ruzzo and Tompa 1999)."""
    before, source_of = state[SCORE], state[EVIDENCE]
    after, to = before + gain, source_of + worth
    state[SCORE], state[EVIDENCE] = after, to
    height: Any = np.int64(state[HEIGHT])
    while True:
        j: Any = height - 1
        while j >= 0 and stack[_BEFORE, j] >= before:
            j = stack[_LOWER, j]
        if j < 0:
            state[HEIGHT] = height
            if height:  # nothing that follows can join them
                _emit(stack, state, least, ranges)
            height = np.int64(0)
            break
        if stack[_AFTER, j] >= after:
            break
        before, begin, source_of = stack[_BEFORE, j], stack[_BEGIN, j], stack[_FROM, j]
        height = j
    if height == stack.shape[1]:
        state[HEIGHT] = height
        _emit(stack, state, least, ranges)
        height, j = np.int64(0), np.int64(-1)
    stack[_BEFORE, height], stack[_AFTER, height] = before, after
    stack[_BEGIN, height], stack[_END, height] = begin, end
    stack[_FROM, height], stack[_TO, height] = source_of, to
    stack[_LOWER, height] = j
    state[HEIGHT] = height + 1


@njit(nogil=True, cache=True)
def _sum(weights: np.ndarray, begin: Any, end: Any) -> Any:  # pragma: no cover - compiled
    total: Any = np.int64(0)
    for i in range(begin, end):
        total += np.int64(weights[i])
    return total


@njit(nogil=True, cache=True)
def _gap(
    weights: np.ndarray, i: Any, end: Any, weights_source: np.ndarray, j: Any, place_end: Any
) -> Any:  # pragma: no cover - compiled
    """Weigh bytes that only one text has; a few bytes amid syntax weigh no more than the syntax."""
    weight = max(_sum(weights, i, end), _sum(weights_source, j, place_end))
    if i == end and place_end - j < LONGEST and i < weights.size:
        return min(weight, (place_end - j) * np.int64(weights[i]))
    if j == place_end and end - i < LONGEST and j < weights_source.size:
        return min(weight, (end - i) * np.int64(weights_source[j]))
    return weight


@njit(nogil=True, cache=True)
def _same(
    target: np.ndarray,
    begin: Any,
    source: np.ndarray,
    place: Any,
    weights: np.ndarray,
    weights_source: np.ndarray,
    i: Any,
    stop: Any,
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Find the end of a run of equal bytes, and the weight of those not counted yet."""
    worth: Any = np.int64(0)
    while i + 8 <= stop and _eight(target, begin + i) == _eight(source, place + i):
        weight, other = _eight(weights, begin + i), _eight(weights_source, place + i)
        if (other - _ONES) & ~other & _TOPS:
            break  # some of it may be counted
        worth += np.int64(((weight & _EVEN) + ((weight >> _HALF) & _EVEN)) * _PAIRS >> _TOP)
        i += 8
    while i < stop and _item(target, begin + i) == _item(source, place + i):
        if _item(weights_source, place + i):
            worth += np.int64(_item(weights, begin + i))
        i += 1
    return i, worth


@njit(nogil=True, cache=True)
def find_parts(
    target: np.ndarray,
    source: np.ndarray,
    weights: np.ndarray,
    weights_source: np.ndarray,
    pieces: np.ndarray,
    state: np.ndarray,
    stack: np.ndarray,
    ranges: np.ndarray,
    least: int,
    needed: int,
    most: int,
) -> bool:  # pragma: no cover - compiled
    """Find the parts of some pieces in which equal bytes prevail and are evidence enough.

    Args:
        target: the one text.
        source: the other one.
        weights: uint8, of the bytes of the one; 0 for what is counted already.
        weights_source: the same of the other.
        pieces: (4, n) int64, see ``cut_plain``, in the order of the target; where the source goes back, a part
            ends.
        state: where the work stopped.
        stack: (``ROWS``, room) int64.
        ranges: (2, room + most + 1) int64, begin and end in the target; ``state[COUNT]`` of them since it was last 0.
        least: weight of equal bytes that a part must have.
        needed: share of equal bytes, in percent.
        most: bytes, about.

    Returns:
        Whether all are done.
    """
    left: Any = np.int64(most)
    count = pieces.shape[1]
    k: Any = np.int64(state[PIECE])
    gain = np.int64(100 - needed)
    cost = np.int64(needed)
    while k < count and left > 0:
        begin, place, length = pieces[0, k], pieces[1, k], pieces[2, k]
        i: Any = np.int64(state[OFFSET])
        if i == 0 and k > 0:
            end, place_end = pieces[0, k - 1] + pieces[2, k - 1], pieces[1, k - 1] + pieces[2, k - 1]
            if place < place_end or place - place_end > FAR or begin - end > FAR:
                _emit(stack, state, np.int64(least), ranges)
            else:
                state[SCORE] -= cost * _gap(weights, end, begin, weights_source, place_end, place)
        if pieces[3, k] >= 0:
            worth = FULL * pieces[3, k]
            _push(stack, state, np.int64(least), ranges, begin, begin + length, gain * worth, worth)
            state[SCORE] -= cost * FULL * (length - pieces[3, k])
            k += 1
            left -= 1
            continue
        stop = min(length, i + left)
        left -= stop - i + 1
        while i < stop:
            run = i
            i, worth = _same(target, begin, source, place, weights, weights_source, i, stop)
            if worth:
                _push(stack, state, np.int64(least), ranges, begin + run, begin + i, gain * worth, worth)
            while i < stop and target[begin + i] != source[place + i]:
                state[SCORE] -= cost * min(weights[begin + i], weights_source[place + i])
                i += 1
        if i >= length:
            k += 1
            i = np.int64(0)
        state[OFFSET] = i
    state[PIECE] = k
    if k < count:
        return False
    _emit(stack, state, np.int64(least), ranges)
    return True


@njit(nogil=True, cache=True)
def _line(
    data: np.ndarray, weights: np.ndarray, begin: Any
) -> tuple[Any, Any, Any]:  # pragma: no cover - compiled
    """Read the line that begins at a position: its end, its hash, and the weight of what is not counted yet."""
    hashed = _MIX
    worth: Any = np.int64(0)
    i: Any = np.int64(begin)
    while i + 8 <= data.size:
        word = _eight(data, i)
        apart = word ^ _NEW_LINES
        if (apart - _ONES) & ~apart & _TOPS:
            break
        hashed = (hashed ^ word) * _MIX
        hashed ^= hashed >> _TURN
        weight = _eight(weights, i)
        worth += np.int64(((weight & _EVEN) + ((weight >> _HALF) & _EVEN)) * _PAIRS >> _TOP)
        i += 8
    while i < data.size and data[i] != _NEW_LINE:
        hashed = (hashed ^ np.uint64(data[i])) * _MIX
        worth += np.int64(weights[i])
        i += 1
    return i, (hashed ^ (hashed >> _TURN)) * _MIX, worth


@njit(nogil=True, cache=True)
def _next_line(
    data: np.ndarray, weights: np.ndarray, at: Any, stop: Any
) -> Any:  # pragma: no cover - compiled
    """Find the next line that is not counted in full, from the beginning of a line on."""
    i: Any = at
    while i + 8 <= stop and _eight(weights, i) == 0:
        i += 8
    while i > at and data[i - 1] != _NEW_LINE:
        i -= 1
    return i


@njit(nogil=True, cache=True)
def index_lines(
    data: np.ndarray,
    weights: np.ndarray,
    table: np.ndarray,
    bits: int,
    state: np.ndarray,
    least: int,
    most: int,
) -> bool:  # pragma: no cover - compiled
    """Note where the lines of a text are that weigh enough and are not counted yet.

    Args:
        data: the text.
        weights: uint8, of its bytes; 0 for what is counted already.
        table: (2 ** bits,) int64, where a line begins, by its hash; -1 at first.
        bits: see there.
        state: where the work stopped.
        least: weight of a line.
        most: bytes, about.

    Returns:
        Whether all are done.
    """
    down = np.uint64(64 - bits)
    at: Any = np.int64(state[OFFSET])
    stop = min(np.int64(data.size), at + most)
    while at < stop:
        at = _next_line(data, weights, at, stop)
        end, hashed, worth = _line(data, weights, at)
        if worth >= least:
            slot: Any = np.int64(hashed >> down)
            for _ in range(_PROBED):
                if table[slot] < 0:
                    table[slot] = at
                    break
                slot = (slot + 1) & (table.size - 1)
        at = end + 1
    state[OFFSET] = at
    return bool(at >= data.size)


@njit(nogil=True, cache=True)
def _look_up(
    target: np.ndarray,
    at: Any,
    end: Any,
    source: np.ndarray,
    weights: np.ndarray,
    weights_source: np.ndarray,
    table: np.ndarray,
    slot: Any,
    least: Any,
) -> Any:  # pragma: no cover - compiled
    """Find a line in the source of which enough is not counted yet; -1 where there is none."""
    for probe in range(_PROBED):
        place = table[(np.int64(slot) + probe) & (table.size - 1)]
        if place < 0:
            return np.int64(-1)
        worth: Any = np.int64(0)
        length: Any = np.int64(0)
        while at + length < end and place + length < source.size:
            if target[at + length] != source[place + length]:
                break
            worth += np.int64(min(weights[at + length], weights_source[place + length]))
            length += 1
        ended = place + length == source.size or source[place + length] == _NEW_LINE
        if at + length == end and ended and worth >= least:
            return place
    return np.int64(-1)


@njit(nogil=True, cache=True)
def _take(
    begin: Any,
    end: Any,
    shift: Any,
    weights: np.ndarray,
    weights_source: np.ndarray,
    state: np.ndarray,
    found: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Count what of equal bytes is not counted yet, as long as there is room."""
    while begin < end and state[COUNT] < found.shape[1]:
        if not weights[begin] or not weights_source[begin + shift]:
            begin += 1
            continue
        first = begin
        while begin < end and weights[begin] and weights_source[begin + shift]:
            weights[begin] = 0
            weights_source[begin + shift] = 0
            begin += 1
        count = state[COUNT]
        found[0, count], found[1, count] = first, first + shift
        found[2, count], found[3, count] = begin - first, begin - first
        state[COUNT] = count + 1


@njit(nogil=True, cache=True)
def take_lines(
    target: np.ndarray,
    source: np.ndarray,
    weights: np.ndarray,
    weights_source: np.ndarray,
    table: np.ndarray,
    bits: int,
    state: np.ndarray,
    found: np.ndarray,
    least: int,
    most: int,
) -> bool:  # pragma: no cover - compiled
    """Count whole lines that both have and that are not counted yet, with equal bytes around them.

    Args:
        target: the one text.
        source: the other one.
        weights: uint8, of the bytes of the one; those that are counted become 0.
        weights_source: the same of the other.
        table: lines of the source, see ``index_lines``.
        bits: see there.
        state: where the work stopped.
        found: (4, room) int64: begin, source, length and equal bytes of each stretch, ``state[COUNT]`` so far.
        least: weight of a line.
        most: bytes, about.

    Returns:
        Whether all are done. If not, either the bytes are done, or ``found`` is full.
    """
    down = np.uint64(64 - bits)
    at: Any = np.int64(state[OFFSET])
    low: Any = np.int64(state[EVIDENCE])  # up to here nothing may be taken any more
    stop = min(np.int64(target.size), at + most)
    while at < stop and state[COUNT] < found.shape[1]:
        at = _next_line(target, weights, at, stop)
        end, hashed, worth = _line(target, weights, at)
        if worth < least:
            at = end + 1
            continue
        place = _look_up(target, at, end, source, weights, weights_source, table, hashed >> down, least)
        if place < 0:
            at = end + 1
            continue
        shift = place - at
        begin: Any = at
        while begin > max(low, -shift, at - FAR) and target[begin - 1] == source[begin - 1 + shift]:
            begin -= 1
        high = min(np.int64(target.size), source.size - shift, end + most)
        while end < high and target[end] == source[end + shift]:
            if not weights[end] or not weights_source[end + shift]:
                break
            end += 1
        _take(begin, end, shift, weights, weights_source, state, found)
        low = end
        while end < target.size and target[end - 1] != _NEW_LINE:
            end += 1
        at = end
    state[OFFSET], state[EVIDENCE] = at, low
    return bool(at >= target.size)


@njit(nogil=True, cache=True)
def take_parts(
    target: np.ndarray,
    source: np.ndarray,
    weights: np.ndarray,
    weights_source: np.ndarray,
    pieces: np.ndarray,
    ranges: np.ndarray,
    state: np.ndarray,
    found: np.ndarray,
    most: int,
) -> bool:  # pragma: no cover - compiled
    """Count the equal bytes of some parts, each byte of either side once.

    Args:
        target: the one text.
        source: the other one.
        weights: uint8, of the bytes of the one; those that are counted become 0.
        weights_source: the same of the other.
        pieces: (4, n) int64, as for ``find_parts``.
        ranges: (2, m) int64, begin and end of the parts in the target, ascending.
        state: where the work stopped.
        found: (4, room) int64: begin, source, length and equal bytes of each stretch, ``state[COUNT]`` so far.
        most: bytes, about.

    Returns:
        Whether all are done. If not, either the bytes are done, or ``found`` is full.
    """
    left: Any = np.int64(most)
    k: Any = np.int64(state[PIECE])
    r: Any = np.int64(state[RANGE])
    count: Any = np.int64(state[COUNT])
    room = np.int64(found.shape[1])
    while k < pieces.shape[1] and r < ranges.shape[1] and left > 0 and count < room:
        begin, place = pieces[0, k], pieces[1, k]
        end = begin + pieces[2, k]
        i: Any = max(begin + state[OFFSET], ranges[0, r])
        stop = min(end, ranges[1, r])
        shift = place - begin
        if pieces[3, k] >= 0 and i < stop:  # a part has all of it or nothing
            found[0, count], found[1, count], found[2, count] = begin, place, pieces[2, k]
            found[3, count] = pieces[3, k]
            count += 1
            weights[begin:end] = 0
            weights_source[place : place + pieces[2, k]] = 0
            k += 1
            continue
        while i < stop and count < room and left > 0:
            while i < stop and (weights[i] == 0 or weights_source[i + shift] == 0):
                i += 1
                left -= 1
            first = i
            equal: Any = np.int64(0)
            while i < stop and left > 0 and weights[i] and weights_source[i + shift]:
                equal += np.int64(target[i] == source[i + shift])
                weights[i] = 0
                weights_source[i + shift] = 0
                i += 1
                left -= 1
            if equal:
                found[0, count], found[1, count] = first, first + shift
                found[2, count], found[3, count] = i - first, equal
                count += 1
        if i < stop:
            state[OFFSET] = i - begin
            break
        if end <= ranges[1, r]:
            k += 1
            state[OFFSET] = 0
        else:
            r += 1
            state[OFFSET] = max(np.int64(0), i - begin)
        left -= 1
    state[PIECE], state[RANGE], state[COUNT] = k, r, count
    return k >= pieces.shape[1] or r >= ranges.shape[1]


@njit(nogil=True, cache=True)
def _chosen(
    columns: np.ndarray, chosen: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:  # pragma: no cover - compiled
    """Divide the stretches into those on the heaviest chain and the others (see ``chain``)."""
    count = columns.shape[1]
    ends, begins = np.empty(count, np.int64), np.empty(count, np.int64)
    for k in range(count):
        slack = min(np.int64(SLACK), columns[2, k] // 4)
        begins[k] = columns[1, k] + slack
        ends[k] = columns[1, k] + columns[2, k] - slack
    order = stable_order(ends)
    end_rank = np.empty(count, np.int32)
    for k in range(count):
        end_rank[order[k]] = k
    begin_rank = np.searchsorted(ends[order], begins, "right").astype(np.int32)
    best, who = np.zeros(count + 1, np.int64), np.full(count + 1, -1, np.int32)
    before = np.empty(count, np.int32)
    chain(begin_rank, end_rank, columns[3], best, who, before, 0, count)
    trace(best, who, before, chosen)
    on = np.sum(chosen)
    one, other = np.empty((4, on), np.int64), np.empty((4, count - on), np.int64)
    i, j = 0, 0
    for k in range(count):
        if chosen[k]:
            for row in range(4):  # a loop: numba takes .2 s to compile the assignment of a column
                one[row, i] = columns[row, k]
            i += 1
        else:
            for row in range(3):
                other[row, j] = columns[row, k]
            other[3, j] = -1
            j += 1
    return one, other


@njit(nogil=True, cache=True)
def _weigh_all(
    data: np.ndarray,
    begins: np.ndarray,
    lengths: np.ndarray,
    counts: np.ndarray,
    bits: int,
    weights: np.ndarray,
) -> Any:  # pragma: no cover - compiled
    """Weigh a text; bytes of some stretches have full weight. Returns the total."""
    total: Any = np.int64(0)
    at: Any = np.int64(0)
    for k in range(begins.size):
        if begins[k] > at:
            total += weigh(data, at, begins[k], counts, bits, weights)
        at = begins[k] + lengths[k]
        weights[begins[k] : at] = FULL
        total += FULL * lengths[k]
    if at < data.size:
        total += weigh(data, at, data.size, counts, bits, weights)
    return total


@njit(nogil=True, cache=True)
def _merged(found: np.ndarray) -> np.ndarray:  # pragma: no cover - compiled
    """Sort stretches by the target and join those that continue one another."""
    order = stable_order(found[0])
    out = np.empty((4, found.shape[1]), np.int64)
    count = 0
    for k in order:
        if count:
            last = count - 1
            goes_on = found[0, k] == out[0, last] + out[2, last]
            if goes_on and found[1, k] == out[1, last] + out[2, last]:
                out[2, last] += found[2, k]
                out[3, last] += found[3, k]
                continue
        for row in range(4):
            out[row, count] = found[row, k]
        count += 1
    return out[:, :count].copy()


@njit(nogil=True, cache=True)
def count_small(
    target: np.ndarray,
    source: np.ndarray,
    columns: np.ndarray,
    bits: int,
    counts: np.ndarray,
    weights: np.ndarray,
    weights_source: np.ndarray,
    table: np.ndarray,
    stack: np.ndarray,
    ranges: np.ndarray,
    pieces: np.ndarray,
    found: np.ndarray,
    limits: np.ndarray,
    clear: float,
) -> tuple[bool, np.ndarray]:  # pragma: no cover - compiled
    """Run all steps for two small texts in one call: single calls take longer than the work.

    Args:
        target: the one text, of no more bytes than ``ranges`` has room for.
        source: the other one.
        columns: (4, n) int64: begin, source, length and equal bytes of each stretch.
        bits: binary digits of a place in ``counts``.
        counts: (2 ** bits,) uint8, for ``count_words``.
        weights: uint8, for those of the target.
        weights_source: the same for the source.
        table: int64, for the lines of the source.
        stack: for ``find_parts``.
        ranges: the same.
        pieces: (4, room) int64, for ``fill_gaps``.
        found: (4, room) int64, for ``take_parts``.
        limits: int64: needed percent; bytes that parts in order, moved parts and lines must weigh; part of all that
            is enough; bytes of the source for which the table of lines has room.
        clear: share of the source in long stretches from which on nobody needs to know what is syntax.

    Returns:
        Whether there was room for all, and (4, m) stretches that count, in the order of the target.
    """
    nothing = np.empty((4, 0), np.int64)
    all_of_it = np.int64(1) << 40
    chosen = np.zeros(columns.shape[1], np.bool_)
    on_chain, left = _chosen(columns, chosen)

    stretches = np.empty((4, on_chain.shape[1] + 2), np.int64)
    stretches[:, 0], stretches[3, 0] = 0, -1
    stretches[:, 1:-1] = on_chain
    stretches[0, -1], stretches[1, -1], stretches[2, -1], stretches[3, -1] = target.size, source.size, 0, -1
    cut = np.empty((4, 3 * stretches.shape[1]), np.int64)
    cut = cut[:, : cut_plain(target, source, stretches, cut)]
    state = np.zeros(STATE, np.int64)
    if not fill_gaps(target, source, cut, pieces, state, all_of_it):
        return False, nothing
    filled = pieces[:, : state[COUNT]]

    plain = 0
    sure: Any = np.int64(0)
    for k in range(filled.shape[1]):
        if filled[3, k] >= 0:
            plain += 1
            sure += filled[2, k]
    if sure >= clear * source.size:
        weights[:] = FULL
        weights_source[:] = FULL
        least: Any = FULL * np.int64(target.size)
    else:
        known = np.empty((3, plain), np.int64)
        plain = 0
        for k in range(filled.shape[1]):
            if filled[3, k] >= 0:
                known[:, plain] = filled[:3, k]
                plain += 1
        counts[:] = 0
        count_words(target, 0, target.size, counts, bits)
        least = _weigh_all(target, known[0], known[2], counts, bits, weights)
        least = min(least, _weigh_all(source, known[1], known[2], counts, bits, weights_source))
    least //= limits[4]

    needed = limits[0]
    kept = np.zeros(STATE, np.int64)  # what is found, in all three ways
    for in_order in (True, False):
        rows = filled if in_order else left
        enough = max(np.int64(1), min(least, FULL * limits[1 if in_order else 2]))
        state[:] = 0
        find_parts(
            target, source, weights, weights_source, rows, state, stack, ranges, enough, needed, all_of_it
        )
        parts = ranges[:, : state[COUNT]]
        kept[PIECE], kept[OFFSET], kept[RANGE] = 0, 0, 0
        if not take_parts(target, source, weights, weights_source, rows, parts, kept, found, all_of_it):
            return False, nothing
    enough = max(np.int64(1), min(least, FULL * limits[3]))
    places: Any = np.int64(16)
    while places < table.size and (
        places <= source.size * FULL // enough and places <= source.size // limits[5]
    ):
        places *= 2
    digits: Any = np.int64(0)
    while (np.int64(1) << digits) < places:
        digits += 1
    lines = table[:places]
    lines[:] = -1
    state[:] = 0
    index_lines(source, weights_source, lines, digits, state, enough, all_of_it)
    kept[PIECE], kept[OFFSET], kept[RANGE], kept[EVIDENCE] = 0, 0, 0, 0
    if not take_lines(target, source, weights, weights_source, lines, digits, kept, found, enough, all_of_it):
        return False, nothing
    return True, _merged(found[:, : kept[COUNT]])
