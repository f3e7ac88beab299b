"""Kernels of ``partjoin``: which rows hold a value, and which of those a part may lie in.

Rows are known by their place, ascending by size. Owns the filter that leaves the most common values of a part out of
the search; which counts make a candidate is ``partjoin``'s to say.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.kernels import njit
from simfinder.search.places import place_at
from simfinder.signatures.codes import code_at

Sketches = tuple[np.ndarray, np.ndarray]
"""Codes of sketches, high and low ones."""

SHARE = 100
"""Shares are told in hundredths, weights as integers, so that sums do not depend on their order."""


@njit(nogil=True, cache=True)
def count_below(
    sketch: Sketches, length: np.ndarray, bounds: np.ndarray
) -> np.ndarray:  # pragma: no cover - compiled
    """How many values of all rows lie up to each of some ascending bounds, and above the one before."""
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
    """The values up to a bound that were not picked before, by place, and where each stands: place · k + number."""
    k = sketch[0].shape[1]
    values, slots = np.empty(count, np.uint64), np.empty(count, np.int64)
    used = 0
    for place in range(order.size):
        row = order[place]
        j = done[place]
        while j < length[row] and code_at(sketch, row, j) <= bound:
            values[used] = code_at(sketch, row, j)
            slots[used] = place * k + j
            used += 1
            j += 1
        done[place] = j
    return values, slots


@njit(nogil=True, cache=True)
def put_groups(
    values: np.ndarray, slots: np.ndarray, by_value: np.ndarray, k: Any, shared: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:  # pragma: no cover - compiled
    """The places that hold a value, of such as several hold; returns sizes and members of the groups, both int32.

    ``slots`` has for each value its place · k + number; ``by_value`` is their order by value, then slot; ``shared`` is
    a bit for each slot there is, and set for those of the groups.
    """
    sizes, members = np.empty(values.size // 2 + 1, np.int32), np.empty(values.size, np.int32)
    groups = used = begin = 0
    for i in range(1, by_value.size + 1):
        if i < by_value.size and values[by_value[i]] == values[by_value[begin]]:
            continue
        if i - begin > 1:
            for j in range(begin, i):
                slot = slots[by_value[j]]
                members[used] = slot // k
                shared[slot >> 3] |= np.uint8(1 << (slot & 7))
                used += 1
            sizes[groups] = i - begin
            groups += 1
        begin = i
    return sizes[:groups].copy(), members[:used].copy()


@njit(nogil=True, cache=True)
def groups_of(
    offsets: np.ndarray, members: np.ndarray, shared: np.ndarray, k: Any, first: Any, last: Any
) -> np.ndarray:  # pragma: no cover - compiled
    """The groups of the values of places from ``first`` on, below ``last``: by place · k + number, -1 where none is.

    Groups ascend by their value, as the values of a place do.
    """
    found = np.full((last - first) * k, -1, np.int32)
    following = np.zeros(last - first, np.int32)
    for g in range(offsets.size - 1):
        for i in range(_behind(members, offsets[g], offsets[g + 1], first), offsets[g + 1]):
            place = place_at(members, i)
            if place >= last:
                break
            number = np.int64(following[place - first])
            slot = place * k + number
            while not shared[slot >> 3] >> np.uint8(slot & 7) & 1:
                slot += 1
            found[slot - first * k] = g
            following[place - first] = slot + 1 - place * k
    return found


@njit(nogil=True, cache=True)
def _weigh(
    groups: np.ndarray, n: Any, offsets: np.ndarray, weight: np.ndarray,
    sizes: np.ndarray, weights: np.ndarray, before: np.ndarray,
) -> None:  # pragma: no cover - compiled  # fmt: skip
    """Of a part's first n values, how many places hold each, what it weighs, and what all before it weigh.

    One that no other place holds weighs what the others do on average, and ``weight[1]`` at most.
    """
    total: Any = np.int64(0)
    shared: Any = np.int64(0)
    for y in range(n):
        g = groups[y]
        sizes[y] = offsets[g + 1] - offsets[g] if g >= 0 else 1
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
    """Which values of a part need not be looked up, the most common ones first.

    Up to any value at all, those spared weigh less than what a whole must have of the part up to there: so every whole
    has one that is not.
    """
    n = sizes.size
    slack = np.empty(n, np.int64)
    for y in range(n):
        slack[y] = least * before[y + 1]
        spared[y] = False
    for y in np.argsort(-sizes, kind="mergesort"):
        if sizes[y] <= light:
            return
        cost = SHARE * weights[y]
        room = slack[y]
        for t in range(y, n):
            room = min(room, slack[t])
        if room > cost:
            spared[y] = True
            for t in range(y, n):
                slack[t] -= cost


@njit(nogil=True, cache=True)
def _up_to(values: np.ndarray, n: Any, limit: Any) -> Any:  # pragma: no cover - compiled
    """How many of the first n ascending values are no larger than a limit."""
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
def _common(
    own: np.ndarray, weights: np.ndarray, which: np.ndarray, count: Any, seen: Any, sketch: Sketches, row: Any, n: Any
) -> tuple[Any, Any]:  # pragma: no cover - compiled  # fmt: skip
    """How many of a part's values, of ``count`` numbers below ``seen``, are among a row's n, and what they weigh."""
    hits: Any = np.int64(0)
    weighs: Any = np.int64(0)
    i: Any = np.int64(0)
    x: Any = np.int64(0)
    while i < count and x < n and which[i] < seen:
        mine, its = own[which[i]], code_at(sketch, row, x)
        if mine == its:
            hits += 1
            weighs += weights[which[i]]
        i += mine <= its
        x += its <= mine
    return hits, weighs


@njit(nogil=True, cache=True)
def _behind(members: np.ndarray, begin: Any, end: Any, place: Any) -> Any:  # pragma: no cover - compiled
    """Where those of a group begin that are no smaller than a place."""
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
    """Count a value for some members of its group; a step of 1 makes them known without counting."""
    for i in range(begin, end):
        other = place_at(members, i)
        if acc[other] == 0:
            touched[used] = other
            used += 1
        acc[other] = (acc[other] + (step & -2)) | 1
    return used


@njit(nogil=True, cache=True)
def _look_up(
    groups: np.ndarray, sizes: np.ndarray, weights: np.ndarray, spared: np.ndarray, begins: Any, n: Any,
    offsets: np.ndarray, members: np.ndarray, rule: np.ndarray, capped: np.ndarray,
    acc: np.ndarray, touched: np.ndarray, unknown: np.ndarray, open_before: np.ndarray,
) -> tuple[Any, Any]:  # pragma: no cover - compiled  # fmt: skip
    """Look up the first n values of a part; returns how many places were touched, and how many values not counted."""
    always, largest, near, rarest = rule
    used: Any = np.int64(0)
    unknowns: Any = np.int64(0)
    larger = np.zeros(n, np.int64)  # of a value that too many hold, how many of these may be a whole
    for y in range(n):
        g = groups[y]
        counted = g >= 0 and not spared[y] and sizes[y] <= max(always, largest)
        open_before[y + 1] = open_before[y] + (0 if counted or g < 0 else weights[y])
        if g < 0:
            continue
        begin, end = _behind(members, offsets[g], offsets[g + 1], begins), offsets[g + 1]
        if counted:
            used = _touch(members, begin, end, weights[y] << 9 | 2, acc, touched, used)
            continue
        unknown[unknowns] = y
        unknowns += 1
        if not spared[y]:
            larger[y] = end - begin
            capped[g] = capped[g] or larger[y] > near + 1
    heavy = np.sort(larger[larger > 0])
    rare = heavy[min(rarest, heavy.size) - 1] if heavy.size else 0
    for y in range(n):
        if 0 < larger[y] <= rare:
            end = offsets[groups[y] + 1]
            begin = end - larger[y]
            used = _touch(members, begin, min(end, begin + near), 1, acc, touched, used)
            used = _touch(members, end - 1, end, 1, acc, touched, used)
    return used, unknowns


@njit(nogil=True, cache=True)
def join(
    place: Any, last: Any, first: Any, order: np.ndarray, sketch: Sketches, length: np.ndarray, limit: np.ndarray,
    first_whole: np.ndarray, offsets: np.ndarray, members: np.ndarray, group_of: np.ndarray, weight: np.ndarray,
    rule: np.ndarray, capped: np.ndarray, most: Any, acc: np.ndarray, touched: np.ndarray,
    out_whole: np.ndarray, out_part: np.ndarray, out_hits: np.ndarray, out_seen: np.ndarray, out_weighed: np.ndarray,
) -> tuple[Any, Any]:  # pragma: no cover - compiled  # fmt: skip
    """Parts from ``place`` on until ``last`` or until ``most`` pairs were found; returns (next place, pairs found).

    ``order``, ``limit`` (up to which value a set is known) and ``first_whole`` (the first place large enough to hold
    it) are by place; ``sketch`` and ``length`` by row; ``offsets`` and ``members`` (see ``places``) are the groups of
    places that hold a value; ``group_of`` is of the places from ``first`` on, see ``groups_of``; ``weight`` by the
    number of places that hold a value, at 1 the most for such as no other holds. ``rule``: see ``partjoin``. ``capped``
    is set for groups that were cut short. ``acc`` is by place, all zero between two calls. There is room for ``most``
    pairs and as many as there are places.
    """
    least, least_of_few, few, least_share, alone = rule[0], rule[1], rule[2], rule[3], rule[4]
    k = sketch[0].shape[1]
    own = np.empty(k, np.uint64)
    sizes, weights = np.empty(k, np.int64), np.empty(k, np.int64)
    before, spared = np.zeros(k + 1, np.int64), np.empty(k, np.bool_)
    unknown, open_before = np.empty(k, np.int64), np.zeros(k + 1, np.int64)
    found: Any = np.int64(0)
    while place < last and found < most:
        row, begins = order[place], np.int64(first_whole[place])
        n = np.int64(length[row]) if begins < order.size else np.int64(0)
        groups = group_of[(place - first) * k : (place - first) * k + n]
        for j in range(n):
            own[j] = code_at(sketch, row, j)
        _weigh(groups, n, offsets, weight, sizes, weights, before)
        _spare(sizes[:n], weights[:n], before, least, rule[5], spared)
        used, unknowns = _look_up(
            groups, sizes, weights, spared, begins, n, offsets, members, rule[5:], capped,
            acc, touched, unknown, open_before,
        )  # fmt: skip
        for i in range(used):
            other = touched[i]
            weighs, hits = acc[other] >> 9, (acc[other] & 511) >> 1
            acc[other] = 0
            whole, seen = order[other], _up_to(own, n, limit[other])
            wanted = (least if seen >= few else least_of_few) * before[seen]
            if other == place or SHARE * (weighs + open_before[seen]) < wanted:
                continue
            more, weigh = _common(own, weights, unknown, unknowns, seen, sketch, whole, length[whole])
            hits, weighs = hits + more, weighs + weigh
            enough = (hits >= 2) | (weighs >= alone)
            if enough and hits and SHARE * weighs >= wanted and SHARE * hits >= least_share * seen:
                out_whole[found], out_part[found] = whole, row
                out_hits[found], out_seen[found] = hits, seen
                out_weighed[found] = weighs / before[seen]
                found += 1
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
    """Of each pair: values of the part of which it is known whether they are the whole's, and how many are."""
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
