"""Kernels of ``candidates``: which rows hold a value, and which of those a part may lie in.

Rows are numbered by size, ascending (their "place"). The kernels also leave the most common values of a part out of the
search; ``candidates`` decides which counts make a candidate.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.search.set_join.packed_rows import BIT, has_bit, place_at, put, set_bit
from simfinder.signatures.sketch.hash_codes import code_at

Sketches = tuple[np.ndarray, np.ndarray]
"""Codes of sketches, high and low ones."""


class Rows(NamedTuple):
    """All rows.

    Attributes:
        order: (n,) int32, the row at each place.
        sketch: codes by row.
        length: (n,) uint16, values in use by row.
        first_whole: (n,) int32 by place, the first place large enough to hold it.
    """

    order: np.ndarray
    sketch: Sketches
    length: np.ndarray
    first_whole: np.ndarray


class Index(NamedTuple):
    """The places that hold a value, and how much it counts.

    Attributes:
        high, low: (g,) uint32 and uint8, codes of the values, ascending.
        offsets, members: the places of each, see ``extent``.
        weight: (n+1,) int32, a value's weight by the number of places that hold it, at 1 the most for a value of no
            other place.
        rule: (9,) int64, see ``candidates``.
        capped: (g,) bool, set for groups that were cut short.
    """

    high: np.ndarray
    low: np.ndarray
    offsets: np.ndarray
    members: np.ndarray
    weight: np.ndarray
    rule: np.ndarray
    capped: np.ndarray


class Output(NamedTuple):
    """Output arrays of a thread, with room for ``most`` pairs plus the number of places, see ``candidates.Parts``."""

    whole: np.ndarray
    part: np.ndarray
    hits: np.ndarray
    seen: np.ndarray
    weighed: np.ndarray


_SLOT_BITS = 12
_SLOTS = 1 << _SLOT_BITS  # of a byte each: an unrelated value collides with one of a part once in 64

SHARE = 100
"""Shares are in hundredths and weights are integers, so that sums do not depend on their order."""


@njit(nogil=True, cache=True)
def count_below(
    sketch: Sketches, length: np.ndarray, bounds: np.ndarray
) -> np.ndarray:  # pragma: no cover - compiled
    """Count the values of all rows between each two of some ascending bounds."""
    counts = np.zeros(bounds.size, np.int64)
    for row in range(length.size):
        part = 0
        for j in range(length[row]):
            while code_at(sketch, row, j) > bounds[part]:
                part += 1
            counts[part] += 1
    return counts


@njit(nogil=True, cache=True)
def pick_below(
    sketch: Sketches, length: np.ndarray, order: np.ndarray, done: np.ndarray, bound: Any, count: Any
) -> tuple[np.ndarray, np.ndarray]:  # pragma: no cover - compiled
    """Return the values up to a bound that were not picked before, by place, and the place of each, int32."""
    values, places = np.empty(count, np.uint64), np.empty(count, np.int32)
    used = 0
    for place in range(order.size):
        row = order[place]
        j = done[place]
        while j < length[row] and code_at(sketch, row, j) <= bound:
            values[used] = code_at(sketch, row, j)
            places[used] = place
            used += 1
            j += 1
        done[place] = j
    return values, places


@njit(nogil=True, cache=True)
def put_groups(
    values: np.ndarray, places: np.ndarray, by_value: np.ndarray, most: Any, kept: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # pragma: no cover - compiled
    """Group the places that hold a value, of values that several hold.

    ``places`` has a place for each value; ``by_value`` sorts them by value, then place. Of a group of more than
    ``most`` members, which is more than ``2 * kept``, only ``kept`` stay, see ``thin_groups``.

    Returns:
        Values of the groups, how many numbers stand for each, and these as int32.
    """
    found, sizes = np.empty(values.size // 2 + 1, np.uint64), np.empty(values.size // 2 + 1, np.int32)
    members = np.empty(values.size, np.int32)
    groups = used = begin = 0
    for i in range(1, by_value.size + 1):
        if i < by_value.size and values[by_value[i]] == values[by_value[begin]]:
            continue
        size = i - begin
        if size > most:
            members[used] = np.int32(size) | BIT
            for j in range(kept):
                members[used + 1 + j] = places[by_value[begin + _rank(j, size, kept)]]
            sizes[groups] = kept + 1
        elif size > 1:
            for j in range(size):
                members[used + j] = places[by_value[begin + j]]
            sizes[groups] = size
        if size > 1:
            found[groups] = values[by_value[begin]]
            used += sizes[groups]
            groups += 1
        begin = i
    return found[:groups].copy(), sizes[:groups].copy(), members[:used].copy()


@njit(nogil=True, cache=True)
def _rank(number: Any, size: Any, kept: Any) -> Any:  # pragma: no cover - compiled
    """Return which of the ``size`` members of a group is kept as the given one of ``kept``: evenly spaced, with the
    last.
    """
    return (number + 1) * size // kept - 1


@njit(nogil=True, cache=True)
def extent(
    offsets: np.ndarray, members: np.ndarray, g: Any
) -> tuple[Any, Any, Any]:  # pragma: no cover - compiled
    """Return where the stored members of a group begin and end, and how many it has."""
    begin, end = np.int64(offsets[g]), np.int64(offsets[g + 1])
    if has_bit(members, begin):
        return begin + 1, end, place_at(members, begin)
    return begin, end, end - begin


@njit(nogil=True, cache=True)
def count_sizes(
    offsets: np.ndarray, members: np.ndarray, n: Any
) -> np.ndarray:  # pragma: no cover - compiled
    """Count the groups of each size up to n."""
    counts = np.zeros(n + 1, np.int64)
    for g in range(offsets.size - 1):
        counts[extent(offsets, members, g)[2]] += 1
    return counts


@njit(nogil=True, cache=True)
def thin_groups(
    offsets: np.ndarray, members: np.ndarray, most: Any, kept: Any
) -> Any:  # pragma: no cover - compiled
    """Keep ``kept`` members, evenly spaced, of groups of more than ``most``, in place; return the numbers in use.

    The size of the group is stored before them, with the bit; ``most`` is at least ``2 * kept``.
    """
    used: Any = np.int64(0)
    for g in range(offsets.size - 1):
        begin, end = np.int64(offsets[g]), np.int64(offsets[g + 1])
        offsets[g] = used
        size = end - begin
        if size <= most or has_bit(members, begin):
            for i in range(begin, end):
                members[used] = members[i]
                used += 1
            continue
        put(
            members, used, size
        )  # never overwrites what is still to be read: ranks are at least 1, 3, 5 and so on
        set_bit(members, used)
        for j in range(kept):
            put(members, used + 1 + j, place_at(members, begin + _rank(j, size, kept)))
        used += kept + 1
    offsets[offsets.size - 1] = used
    return used


@njit(nogil=True, cache=True)
def _group_of(code: Any, high: np.ndarray, low: np.ndarray) -> Any:  # pragma: no cover - compiled
    """Return the group of a value, -1 if it has none; values of groups ascend."""
    begin: Any = np.int64(0)
    end: Any = np.int64(high.size)
    while begin < end:
        middle = (begin + end) >> 1
        if np.uint64(high[middle]) << np.uint64(8) | np.uint64(low[middle]) < code:
            begin = middle + 1
        else:
            end = middle
    if begin < high.size and np.uint64(high[begin]) << np.uint64(8) | np.uint64(low[begin]) == code:
        return begin
    return np.int64(-1)


@njit(nogil=True, cache=True)
def _weigh(
    groups: np.ndarray, n: Any, offsets: np.ndarray, members: np.ndarray, weight: np.ndarray,
    sizes: np.ndarray, weights: np.ndarray, before: np.ndarray,
) -> None:  # pragma: no cover - compiled  # fmt: skip
    """For a part's first n values, compute how many places hold each, its weight, and the sum of weights before it.

    A value of no other place weighs as much as the others on average, and at most ``weight[1]``.
    """
    total: Any = np.int64(0)
    shared: Any = np.int64(0)
    for y in range(n):
        g = groups[y]
        sizes[y] = extent(offsets, members, g)[2] if g >= 0 else 1
        if g >= 0:
            total += weight[sizes[y]]
            shared += 1
    single = max(1, min(weight[1], total // max(1, shared)))
    for y in range(n):
        weights[y] = weight[sizes[y]] if sizes[y] > 1 else single
        before[y + 1] = before[y] + weights[y]


@njit(nogil=True, cache=True)
def _spare(
    sizes: np.ndarray, weights: np.ndarray, before: np.ndarray, least: Any, light: Any, spared: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Choose the values of a part that need not be looked up, the most common ones first.

    Up to any value, those spared weigh less than what a whole must have of the part up to there: so every whole has one
    that is not spared.
    """
    n = sizes.size
    slack = np.empty(n, np.int64)
    for y in range(n):
        slack[y] = least * before[y + 1]
        spared[y] = False
    last: Any = np.int64(-1)
    while True:  # the next smaller size; there are few, and numba takes 1 s to compile a sort
        largest: Any = np.int64(-1)
        for x in range(n):
            later = last < 0 or sizes[x] < sizes[last] or (sizes[x] == sizes[last] and x > last)
            if later and sizes[x] > light and (largest < 0 or sizes[x] > sizes[largest]):
                largest = x
        if largest < 0:
            return
        last = largest
        cost = SHARE * weights[last]
        room = slack[last]
        for t in range(last, n):
            room = min(room, slack[t])
        if room > cost:
            spared[last] = True
            for t in range(last, n):
                slack[t] -= cost


@njit(nogil=True, cache=True)
def _up_to(values: np.ndarray, n: Any, limit: Any) -> Any:  # pragma: no cover - compiled
    """Return how many of the first n ascending values are at most a limit."""
    low: Any = np.int64(0)
    high: Any = np.int64(n)
    while low < high:
        middle = (low + high) >> 1
        if values[middle] <= limit:
            low = middle + 1
        else:
            high = middle
    return low


@njit(nogil=True, cache=True)
def _slot(high: Any) -> Any:  # pragma: no cover - compiled
    """Return the first slot of a value, by its leading bits, in a table of ``_SLOTS``."""
    return (np.int64(high) * 2_654_435_769 & 0xFFFFFFFF) >> (32 - _SLOT_BITS)


@njit(nogil=True, cache=True)
def _put_slots(own: np.ndarray, which: np.ndarray, slots: np.ndarray) -> None:  # pragma: no cover - compiled
    """Put some of a part's values into the table for ``_common``: their numbers from 1 on, 0 in empty slots."""
    for y in which:
        slot = _slot(own[y] >> np.uint64(8))
        while slots[slot]:
            slot = (slot + 1) & (_SLOTS - 1)
        slots[slot] = y + 1


@njit(nogil=True, cache=True)
def _clear_slots(
    own: np.ndarray, which: np.ndarray, slots: np.ndarray
) -> None:  # pragma: no cover - compiled
    for y in which:
        slot = _slot(own[y] >> np.uint64(8))
        while slots[slot]:
            slots[slot] = 0
            slot = (slot + 1) & (_SLOTS - 1)


@njit(nogil=True, cache=True)
def _common(
    own: np.ndarray, weights: np.ndarray, slots: np.ndarray, sketch: Sketches, row: Any, n: Any
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Return how many of some values of a part are among a row's n, and their weight.

    Most time of the join is spent here: .7 µs per row, against 1.1 for merging the two.
    """
    hits: Any = np.int64(0)
    weighs: Any = np.int64(0)
    for x in range(n):
        slot = _slot(sketch[0][row, x])
        while slots[slot]:
            y = np.int64(slots[slot]) - 1
            if own[y] == code_at(sketch, row, x):
                hits += 1
                weighs += weights[y]
            slot = (slot + 1) & (_SLOTS - 1)
    return hits, weighs


@njit(nogil=True, cache=True)
def _behind(members: np.ndarray, begin: Any, end: Any, place: Any) -> Any:  # pragma: no cover - compiled
    """Return where the members of a group that are at least a place begin."""
    while begin < end:
        middle = (begin + end) >> 1
        if place_at(members, middle) < place:
            begin = middle + 1
        else:
            end = middle
    return begin


@njit(nogil=True, cache=True)
def _touch(
    members: np.ndarray, begin: Any, end: Any, step: Any, acc: np.ndarray, touched: np.ndarray, used: Any
) -> Any:  # pragma: no cover - compiled
    """Count a value for some members of its group; a step of 1 only marks them as touched."""
    for i in range(begin, end):
        other = place_at(members, i)
        if acc[other] == 0:
            touched[used] = other
            used += 1
        acc[other] = (acc[other] + (step & -2)) | 1
    return used


class _Part(NamedTuple):
    """What is known of the values of a part, by their position in its sketch.

    Attributes:
        groups: the group of each, -1 for none.
        sizes, weights: of each.
        spared: need not be looked up.
        unknown: filled with the positions of those not counted.
        open_before: filled with the weight of those before each that were not counted.
    """

    groups: np.ndarray
    sizes: np.ndarray
    weights: np.ndarray
    spared: np.ndarray
    unknown: np.ndarray
    open_before: np.ndarray


@njit(nogil=True, cache=True)
def _look_up(
    index: Index, part: _Part, begins: Any, n: Any, acc: np.ndarray, touched: np.ndarray
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Look up the first n values of a part; return the number of places touched and of values not counted."""
    groups, sizes, weights, spared, unknown, open_before = part
    offsets, members, capped = index.offsets, index.members, index.capped
    always, largest, near, rarest = index.rule[5:]
    used: Any = np.int64(0)
    unknowns: Any = np.int64(0)
    larger = np.zeros(n, np.int64)  # for a value that too many hold, how many of these may be a whole
    for y in range(n):
        g = groups[y]
        counted = g >= 0 and not spared[y] and sizes[y] <= max(always, largest)
        open_before[y + 1] = open_before[y] + (0 if counted or g < 0 else weights[y])
        if g < 0:
            continue
        begin, end, size = extent(offsets, members, g)
        held = end - begin
        begin = _behind(members, begin, end, begins)
        if counted:
            used = _touch(members, begin, end, weights[y] << 9 | 2, acc, touched, used)
            continue
        unknown[unknowns] = y
        unknowns += 1
        if not spared[y]:
            larger[y] = (end - begin) * size // held
            capped[g] = capped[g] or larger[y] > near + 1
    heavy = np.sort(larger[larger > 0])
    rare = heavy[min(rarest, heavy.size) - 1] if heavy.size else 0
    for y in range(n):
        if 0 < larger[y] <= rare:
            begin, end, _ = extent(offsets, members, groups[y])
            begin = _behind(members, begin, end, begins)
            used = _touch(members, begin, min(end, begin + near), 1, acc, touched, used)
            used = _touch(members, end - 1, end, 1, acc, touched, used)
    return used, unknowns


@njit(nogil=True, cache=True)
def join(
    place: Any,
    last: Any,
    most: Any,
    rows: Rows,
    index: Index,
    acc: np.ndarray,
    touched: np.ndarray,
    out: Output,
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Join parts from ``place`` on until ``last`` or until ``most`` pairs were found; return (next place, pairs found).

    ``acc`` (n,) int32 is by place, all zero between two calls; ``touched`` is (n,) int32.
    """
    order, sketch, length, first_whole = rows
    high, low, offsets, members, weight, rule, _ = index
    least, least_of_few, few, least_share, alone = rule[0], rule[1], rule[2], rule[3], rule[4]
    k = sketch[0].shape[1]
    own, groups = np.empty(k, np.uint64), np.empty(k, np.int64)
    sizes, weights = np.empty(k, np.int64), np.empty(k, np.int64)
    before, spared = np.zeros(k + 1, np.int64), np.empty(k, np.bool_)
    unknown, open_before = np.empty(k, np.int64), np.zeros(k + 1, np.int64)
    part = _Part(groups, sizes, weights, spared, unknown, open_before)
    slots = np.zeros(_SLOTS, np.uint8)
    found: Any = np.int64(0)
    while place < last and found < most:
        row, begins = order[place], np.int64(first_whole[place])
        n = np.int64(length[row]) if begins < order.size else np.int64(0)
        for j in range(n):
            own[j] = code_at(sketch, row, j)
            groups[j] = _group_of(own[j], high, low)
        _weigh(groups, n, offsets, members, weight, sizes, weights, before)
        _spare(sizes[:n], weights[:n], before, least, rule[5], spared)
        used, unknowns = _look_up(index, part, begins, n, acc, touched)
        _put_slots(own, unknown[:unknowns], slots)
        for i in range(used):
            other = touched[i]
            weighs, hits = acc[other] >> 9, (acc[other] & 511) >> 1
            acc[other] = 0
            whole = order[other]
            seen = _up_to(own, n, code_at(sketch, whole, k - 1))  # the filling is above all values
            wanted = (least if seen >= few else least_of_few) * before[seen]
            if other == place or SHARE * (weighs + open_before[seen]) < wanted:
                continue
            more, weigh = _common(own, weights, slots, sketch, whole, np.int64(length[whole]))
            hits, weighs = hits + more, weighs + weigh
            enough = (hits >= 2) | (weighs >= alone)
            if enough and hits and SHARE * weighs >= wanted and SHARE * hits >= least_share * seen:
                out.whole[found], out.part[found] = whole, row
                out.hits[found], out.seen[found] = hits, seen
                out.weighed[found] = weighs / before[seen]
                found += 1
        _clear_slots(own, unknown[:unknowns], slots)
        place += 1
    return place, found


@njit(nogil=True, cache=True)
def seen_and_hit(
    sketch: Sketches,
    length: np.ndarray,
    whole: np.ndarray,
    part: np.ndarray,
    seen: np.ndarray,
    hits: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Count for each pair the values of the part that the whole's sketch decides, and those of them it has."""
    full = sketch[0].shape[1]
    for i in range(whole.size):
        a, b = whole[i], part[i]
        j = 0
        seen[i] = 0
        hits[i] = 0
        for k in range(length[b]):
            value = code_at(sketch, b, k)
            while j < length[a] and code_at(sketch, a, j) < value:
                j += 1
            if j == length[a] and length[a] == full:
                break
            seen[i] += 1
            hits[i] += j < length[a] and code_at(sketch, a, j) == value
