"""Which linked contents are siblings of one form, and not versions of one another.

Letters on one template, invoices of one form, modules under one licence text share much, and nothing of it is theirs.
From three contents on a group tells: what most of the others linked to a content have too is the form's; of what
remains, versions share a part, and siblings share nothing. Owns that decision, made once for all links of a scan from
the sketches alone.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from simfinder.kernels import njit
from simfinder.search.parted import in_parts
from simfinder.search.scoring import MAX_ESTIMATE
from simfinder.signatures.codes import Codes, code_at

COMMON = 0.6
"""A value is the form's where this share of the other neighbours has it."""

SHARED = 0.3
"""Of what remains without the form, the share that versions have in common."""

OWN = 8
"""Values of a sketch that are a content's own before it says anything: 6 % of a file. Fewer are noise, or a version."""

CLOSER = 0.08
"""A neighbour that has so much more of a content than the other end of a link has is of the content's own family (or
between the two), and says nothing of what is the form's."""

EDITED = 0.25
"""Edited copies of one original lack something of what all others have, about as much as they have got; fillings of a
form lack next to nothing of it. So much of their own is the border."""

LACKING = 0.5
"""A blank form may have so much, against what a filling has beyond it, that the filling lacks: what is filled in takes the
place of something."""

_LONELY = 0.7  # of what the fillings of a blank form have beyond it, the share that at most half of them have
_POOLED = 64  # fillings looked at for that, evenly chosen of more
_ROWS, _LINKS = 1 << 10, 1 << 17

Masks = npt.NDArray[np.bool_]


def siblings(
    codes: Codes,
    length: npt.NDArray[np.uint16],
    a: npt.NDArray[np.integer],
    b: npt.NDArray[np.integer],
    similarity: npt.NDArray[np.float32],
    check: Callable[[], None] = lambda: None,
    jobs: int = 1,
    *,
    kin: Masks | None = None,
    wanted: Masks | None = None,
) -> Masks:
    """Which links join siblings of one form.

    Pairs that no third content is linked to, and contents with too little of their own, are undecided: no siblings.

    Args:
        codes: (n, k) of the sketches, ascending.
        length: (n,) uint16, values in use.
        a: (m,) rows, one end of each link; all links of a scan, since they tell what is common.
        b: (m,) the other.
        similarity: (m,) float32; contents that differ in their packaging only are no siblings.
        check: called now and then; may raise.
        jobs: threads; the result does not depend on it.
        kin: (m,) bool, links whose ends are versions of one another as their names prove; None for no such.
        wanted: (m,) bool, links that are asked for; the others are False. None for all.

    Returns:
        (m,) bool.
    """
    one, other = np.ascontiguousarray(a, np.int32), np.ascontiguousarray(b, np.int32)
    held = np.ascontiguousarray(length, np.int64)
    n, m, sketch = len(held), len(one), tuple(codes)
    found = np.zeros(m, np.bool_)
    degree = np.bincount(one, minlength=n) + np.bincount(other, minlength=n)
    asked = (degree[one] > 1) | (degree[other] > 1)
    asked &= np.asarray(similarity) < np.float32(MAX_ESTIMATE)
    for mask in (wanted, None if kin is None else ~kin):
        if mask is not None:
            asked &= mask
    if not asked.any():
        return found
    ends = np.zeros(n, np.bool_)
    ends[one[asked]] = ends[other[asked]] = True
    rows = np.flatnonzero(ends)
    first = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(degree[rows], out=first[1:])
    begin = np.full(n, -1, np.int64)
    begin[rows] = first[:-1]
    links = _links_of(one, other, begin, int(first[-1]))
    seen = np.zeros((m, 2, 3), np.uint8)

    def look(at: int) -> None:
        part = slice(at, at + _ROWS)
        _look(sketch, held, rows[part], first[at : at + _ROWS + 1], links, one, other, seen, found)

    in_parts(look, range(0, len(rows), _ROWS), check, jobs)
    _decide(seen, found)
    found &= asked
    return found


@njit(nogil=True, cache=True)
def _links_of(a: np.ndarray, b: np.ndarray, begin: np.ndarray, total: int) -> np.ndarray:
    """The links of some rows, one row's after another's."""
    out = np.empty(total, np.int32)
    for link in range(len(a)):
        x, y = a[link], b[link]
        if begin[x] >= 0:
            out[begin[x]] = link
            begin[x] += 1
        if begin[y] >= 0:
            out[begin[y]] = link
            begin[y] += 1
    return out


@njit(nogil=True, cache=True)
def _look(
    sketch: tuple[np.ndarray, np.ndarray],
    length: np.ndarray,
    rows: np.ndarray,
    first: np.ndarray,
    links: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    seen: np.ndarray,
    found: np.ndarray,
) -> None:
    """What the links of some rows look like from there.

    For each: values shared that are not the form's (255: there is nobody to tell), the row's own that are not, and all
    of its own. And which are fillings of a blank form.
    """
    width = sketch[0].shape[1]
    own = np.empty(width, np.uint64)
    counts, told = np.empty(width, np.int32), np.empty(width, np.int32)
    for r in range(len(rows)):
        i = rows[r]
        degree = first[r + 1] - first[r]
        m = length[i]
        for p in range(m):
            own[p] = code_at(sketch, i, p)
        has = np.zeros((degree, width), np.uint8)
        known = np.empty(degree, np.int32)
        more = np.empty(degree, np.int32)
        share = np.empty(degree, np.float32)
        for t in range(degree):
            link = links[first[r] + t]
            x = a[link] + b[link] - i
            p, q, end, shared = 0, 0, length[x], 0
            while p < m and q < end:
                value = code_at(sketch, x, q)
                if own[p] == value:
                    has[t, p] = 1
                    shared += 1
                    p += 1
                    q += 1
                elif own[p] < value:
                    p += 1
                else:
                    q += 1
            known[t] = p if end == width else m  # above its last value a full sketch says nothing
            more[t] = (q if m == width else end) - shared
            share[t] = shared / max(1, known[t])
            seen[link, int(i != a[link]), 2] = known[t] - shared
        order = np.argsort(share)
        counts[:] = 0
        told[:] = 0
        upto = 0
        for at in range(degree):
            t = order[at]
            while upto < degree and share[order[upto]] <= share[t] + CLOSER:
                x = order[upto]
                for p in range(m):
                    counts[p] += has[x, p]
                    told[p] += p < known[x]
                upto += 1
            link = links[first[r] + t]
            side = int(i != a[link])
            left, mine = 0, 0
            for p in range(known[t]):
                hers = np.int32(has[t, p])
                common = told[p] > 1 and np.float32(counts[p] - hers) >= np.float32(COMMON) * np.float32(
                    told[p] - 1
                )
                left += hers & (not common)
                mine += (1 - hers) & (not common)
            seen[link, side, 0] = left if upto > 1 else 255
            seen[link, side, 1] = mine
        if degree > 1:
            _fillings(sketch, length, i, links[first[r] : first[r + 1]], a, b, known, share, more, found)


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
    """Marks the links of a row that is a blank form: most others have all of it, and each something else besides."""
    filled = 0
    for t in range(len(links)):
        filled += _fills(known[t], share[t], more[t])
    if filled < 2 or filled < COMMON * len(links):
        return
    asked = min(filled, _POOLED)
    width = sketch[0].shape[1]
    pool = np.empty(asked * width, np.uint64)
    held, met, taken = 0, 0, 0
    for t in range(len(links)):
        if not _fills(known[t], share[t], more[t]):
            continue
        if met * asked // filled >= taken:
            taken += 1
            x = a[links[t]] + b[links[t]] - i
            p, end, m = 0, length[x], length[i]
            for q in range(end):
                value = code_at(sketch, x, q)
                while p < m and code_at(sketch, i, p) < value:
                    p += 1
                if p == m and m == width:
                    break
                if p == m or code_at(sketch, i, p) != value:
                    pool[held] = value
                    held += 1
        met += 1
    pool = np.sort(pool[:held])
    lonely, run = 0, 0
    for p in range(held):
        run = run + 1 if p and pool[p] == pool[p - 1] else 1
        if p + 1 == held or pool[p + 1] != pool[p]:
            lonely += run if run <= max(1.0, 0.4 * taken) else 0
    if lonely < _LONELY * held:
        return
    for t in range(len(links)):
        if _fills(known[t], share[t], more[t]):
            found[links[t]] = True


@njit(nogil=True, cache=True)
def _fills(known: int, share: float, more: int) -> bool:
    """Whether a neighbour has all of a row, and enough besides."""
    lack = known - round(share * known)
    return more >= OWN and lack <= LACKING * more


@njit(nogil=True, cache=True)
def _decide(seen: np.ndarray, found: np.ndarray) -> None:
    """Which links join siblings; ``found`` has those of blank forms."""
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
