"""Tell siblings of one form from versions of one document, among linked contents.

Letters on one template, invoices of one form and modules under one licence text share much, but only the form. A group
of three contents or more shows it: values that most of the others linked to a content have too belong to the form; of
the rest, versions share a part and siblings share nothing. Decided once for all links of a scan, from the sketches
alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simfinder.arrays.counting_sort import stable_order
from simfinder.arrays.jit import njit
from simfinder.signatures.sketch.hash_codes import code_at

COMMON = 0.6
"""A value belongs to the form if this share of the other neighbours has it."""

SHARED = 0.3
"""Share of what remains without the form that versions have in common."""

OWN = 8
"""Least values of a sketch that are a content's own for a decision: 6 % of a file. Fewer are noise, or a version."""

CLOSER = 0.08
"""A neighbour that shares this much more with a content than the other end of a link does is of the content's own
family (or between the two), and says nothing about the form.
"""

EDITED = 0.25
"""Edited copies of one original lack about as much of what all others have as they add; fillings of a form lack next to
nothing. The limit between the two, as a share of what is their own.
"""

LACKING = 0.3
"""Most that a filling may lack of a blank form, as a share of what it adds: an entry may replace some of the form."""

_LONELY, _FEW = (
    0.7,
    4,
)  # of what fillings add to a blank form, the share that at most 4 tenths of them have
_POOLED = 64  # most fillings to look at for that, evenly chosen of more
FIGURES = 3
"""Figures kept for either end of a link, see ``look``."""

_MOST, _OF = 3, 5  # COMMON as a fraction
_SLOTS = 1 << 12
_NONE = np.uint64(0xFFFFFFFFFFFFFFFF)


@njit(nogil=True, cache=True, python=True)
def look(
    sketch: tuple[np.ndarray, np.ndarray],
    length: np.ndarray,
    rows: np.ndarray,
    first: np.ndarray,
    links: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    place: np.ndarray,
    most: int,
    counts: np.ndarray,
    seen: np.ndarray,
    found: np.ndarray,
) -> None:
    """Count, for the links of some rows, what each end shares beyond the form.

    Args:
        sketch: codes of all rows, high and low, ascending.
        length: (n,) values in use.
        rows: (r,) rows.
        first: (r+1,) where the links of each begin.
        links: (l,) the links of each, one row's after another's.
        a: (m,) one end of each link.
        b: (m,) the other.
        place: (n,) of each row in ``counts``, -1 for none.
        most: neighbours of a row that are counted, evenly chosen of more.
        counts: (c, k) filled: for each value of a row, how many of its neighbours have it.
        seen: (m, 2, 3) filled, for either end of a link: values shared that are not the form's (255: there is nobody to
            tell), the end's own that are not, all of its own. A row above 254 values wide is more than it can hold.
        found: (m,) filled: links between a blank form and a filling.
    """
    width = sketch[0].shape[1]
    own, slots, before = room(width)
    having, told = np.empty(width, np.int32), np.empty(width, np.int32)
    asked = np.empty(width + 1, np.int32)
    for r in range(len(rows)):
        i = rows[r]
        degree = first[r + 1] - first[r]
        m = length[i]
        for p in range(m):
            own[p] = code_at(sketch, i, p)
        deep = file(own, m, slots, before)
        has = np.zeros((degree, width + 1), np.uint8)
        known, more = np.empty(degree, np.int32), np.empty(degree, np.int32)
        share = np.empty(degree, np.float32)
        for t in range(degree):
            link = links[first[r] + t]
            x = a[link] + b[link] - i
            # a full sketch says nothing above its last value, so what the other has there is not shared
            end = _upto(sketch, x, length[x], own[m - 1]) if m == width else length[x]
            shared = _shared(sketch, x, end, own, m, slots, before, deep, has[t], asked)
            known[t] = m
            if length[x] == width:
                known[t] = np.searchsorted(own[:m], code_at(sketch, x, width - 1), "right")
            more[t] = end - shared
            share[t] = shared / max(1, known[t])
            seen[link, int(i != a[link]), 2] = known[t] - shared
        if place[i] >= 0:
            _count(has, min(degree, most), counts[place[i]])
        _judge(has, m, known, share, links[first[r] : first[r + 1]], i, a, b, having, told, seen)
        if degree > 1:
            _fillings(sketch, length, i, links[first[r] : first[r + 1]], a, b, known, share, more, found)


@njit(nogil=True, cache=True)
def room(width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Allocate a look-up of a row's values: the values, the last one of each slot, the one before each in its slot."""
    return np.empty(width + 1, np.uint64), np.empty(_SLOTS, np.uint16), np.empty(width + 1, np.uint16)


@njit(nogil=True, cache=True)
def file(own: np.ndarray, m: int, slots: np.ndarray, before: np.ndarray) -> int:
    """File the first m values of ``own`` by the last bits of their high parts. Returns the most that share a slot."""
    slots[:] = m
    own[m] = _NONE
    before[m] = m
    deep = 1
    for p in range(m):
        slot = own[p] >> np.uint64(8) & np.uint64(_SLOTS - 1)
        before[p] = slots[slot]
        slots[slot] = p
        depth = 1
        q = before[p]
        while q < m:
            depth += 1
            q = before[q]
        deep = max(deep, depth)
    return deep


@njit(nogil=True, cache=True)
def likely(high: np.ndarray, end: int, m: int, slots: np.ndarray, asked: np.ndarray) -> np.int64:
    """List which of a row's first values fall into a slot in use; return how many. The other values need no look-up.

    Args:
        high: high parts of the row's values.
        end: how many of them to try.
        m: values filed.
        slots: of ``file``.
        asked: (more than end,) filled with the places of those values.
    """
    used = np.uint64(0)
    for q in range(end):
        asked[used] = q
        used += np.uint64(slots[high[q] & np.uint32(_SLOTS - 1)] != m)
    return np.int64(used)


@njit(nogil=True, cache=True)
def at(value: int, own: np.ndarray, m: int, slots: np.ndarray, before: np.ndarray, deep: int) -> Any:
    """Find the place of a value in ``own``, or m. Takes a quarter of the time of merging two rows."""
    p = np.uint64(slots[value >> np.uint64(8) & np.uint64(_SLOTS - 1)])
    for _ in range(deep - 1):
        same = np.uint64(own[p] == value)
        p = same * p + (np.uint64(1) - same) * np.uint64(before[p])
    same = np.uint64(own[p] == value)
    return same * p + (np.uint64(1) - same) * np.uint64(m)


@njit(nogil=True, cache=True)
def _shared(
    sketch: tuple[np.ndarray, np.ndarray],
    x: int,
    end: int,
    own: np.ndarray,
    m: int,
    slots: np.ndarray,
    before: np.ndarray,
    deep: int,
    has: np.ndarray,
    asked: np.ndarray,
) -> int:
    """Mark the values of a row that another one has. Returns how many."""
    high, low = sketch[0][x], sketch[1][x]
    shared = 0
    for k in range(likely(high, end, m, slots, asked)):
        q = asked[k]
        p = at(np.uint64(high[q]) << np.uint64(8) | np.uint64(low[q]), own, m, slots, before, deep)
        has[p] = 1  # also the index behind the last, for values it lacks
        shared += p < np.uint64(m)
    return shared


@njit(nogil=True, cache=True)
def _upto(sketch: tuple[np.ndarray, np.ndarray], x: int, end: int, last: np.uint64) -> int:
    """Return how many values a row has up to another one's last."""
    begin = 0
    while begin < end:
        middle = (begin + end) >> 1
        if code_at(sketch, x, middle) <= last:
            begin = middle + 1
        else:
            end = middle
    return begin


@njit(nogil=True, cache=True)
def _count(has: np.ndarray, asked: int, counts: np.ndarray) -> None:
    """Count for each value how many neighbours have it, extrapolated from those looked at."""
    degree = len(has)
    for t in range(asked):
        row = has[t * degree // asked]
        for p in range(len(counts)):
            counts[p] += row[p]
    if asked < degree:
        for p in range(len(counts)):
            counts[p] = counts[p] * degree // asked


@njit(nogil=True, cache=True)
def _judge(
    has: np.ndarray,
    m: int,
    known: np.ndarray,
    share: np.ndarray,
    links: np.ndarray,
    i: int,
    a: np.ndarray,
    b: np.ndarray,
    having: np.ndarray,
    told: np.ndarray,
    seen: np.ndarray,
) -> None:
    """Count for each link what is shared and what is the row's own, without what most others no closer have too."""
    key = np.empty(len(links), np.int64)
    for t in range(len(links)):
        key[t] = np.int64(share[t] * np.float32(1 << 30)) << 32 | np.int64(a[links[t]] + b[links[t]] - i)
    order = stable_order(key)
    having[:] = 0
    told[:] = 0
    upto, asked = 0, 0
    for t in order:
        while upto < len(order) and share[order[upto]] <= share[t] + np.float32(CLOSER):
            x = order[upto]
            if upto == 0 or key[x] != key[order[upto - 1]]:  # one row may stand for several contents
                row = has[x]
                for p in range(m):
                    having[p] += row[p]
                for p in range(known[x]):
                    told[p] += 1
                asked += 1
            upto += 1
        row = has[t]
        left, mine = np.int32(0), np.int32(0)
        for p in range(known[t]):
            hers = np.int32(row[p])
            others = told[p] - 1
            rare = np.int32((_OF * (having[p] - hers) < _MOST * others) | (others < 1))
            left += rare & hers
            mine += rare & (1 - hers)
        side = int(i != a[links[t]])
        seen[links[t], side, 0] = left if asked > 1 else 255
        seen[links[t], side, 1] = mine


@njit(nogil=True, cache=True)
def _fillings(
    sketch: tuple[np.ndarray, np.ndarray],
    length: np.ndarray,
    i: int,
    links: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    known: np.ndarray,
    share: np.ndarray,
    more: np.ndarray,
    found: np.ndarray,
) -> None:
    """Mark the links of a row that is a blank form: most others have all of it, and each has something else too."""
    filled = 0
    for t in range(len(links)):
        filled += _fills(known[t], share[t], more[t])
    if filled < 2 or filled < COMMON * len(links):
        return
    if _lonely(sketch, length, i, links, a, b, known, share, more, filled):
        for t in range(len(links)):
            if _fills(known[t], share[t], more[t]):
                found[links[t]] = True


@njit(nogil=True, cache=True)
def _lonely(
    sketch: tuple[np.ndarray, np.ndarray],
    length: np.ndarray,
    i: int,
    links: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    known: np.ndarray,
    share: np.ndarray,
    more: np.ndarray,
    filled: int,
) -> bool:
    """Tell whether hardly any two fillings share what they have beyond a row."""
    asked = min(filled, _POOLED)
    pool = np.empty(asked * sketch[0].shape[1], np.int64)
    held, met, taken = 0, 0, 0
    for t in range(len(links)):
        if not _fills(known[t], share[t], more[t]):
            continue
        if met * asked // filled >= taken:
            taken += 1
            held = _beyond(sketch, length, i, a[links[t]] + b[links[t]] - i, pool, held)
        met += 1
    order = stable_order(pool[:held])
    lonely, run = 0, 0
    for p in range(held):
        run = run + 1 if p and pool[order[p]] == pool[order[p - 1]] else 1
        if p + 1 == held or pool[order[p + 1]] != pool[order[p]]:
            lonely += run if run <= max(1, _FEW * taken // 10) else 0
    return lonely >= _LONELY * held


@njit(nogil=True, cache=True)
def _beyond(
    sketch: tuple[np.ndarray, np.ndarray], length: np.ndarray, i: int, x: int, pool: np.ndarray, held: int
) -> int:
    """Append the values that one row has and another lacks, up to its last. Returns how many there are then."""
    p, m = 0, length[i]
    for q in range(length[x]):
        value = code_at(sketch, x, q)
        while p < m and code_at(sketch, i, p) < value:
            p += 1
        if p == m and m == sketch[0].shape[1]:
            break
        if p == m or code_at(sketch, i, p) != value:
            pool[held] = np.int64(value)
            held += 1
    return held


@njit(nogil=True, cache=True)
def _fills(known: int, share: float, more: int) -> bool:
    """Tell whether a neighbour has all of a row, and enough of its own."""
    lack = known - round(share * known)
    return more >= OWN and lack <= LACKING * more


@njit(nogil=True, cache=True, python=True)
def decide(seen: np.ndarray, found: np.ndarray) -> None:
    """Decide which links join siblings; ``found`` has those of blank forms."""
    for link in range(len(seen)):
        left, right = seen[link, 0, 0], seen[link, 1, 0]
        if left == 255 and right == 255:
            found[link] = False
            continue
        if left == 255 or (right != 255 and right > left):
            left = right
        mine, hers = int(seen[link, 0, 1]), int(seen[link, 1, 1])
        if found[link]:
            found[link] = left < SHARED * (left + max(mine, hers))
            continue
        least = min(mine, hers)
        lacking = int(seen[link, 0, 2]) + int(seen[link, 1, 2]) - mine - hers
        found[link] = least >= OWN and left < SHARED * (left + least) and lacking < EDITED * (mine + hers)
