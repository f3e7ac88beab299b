"""Weigh what two contents share by how common it is among the contents around them.

A licence, a template or a format's own words make unrelated contents similar. So what a link rests on is weighed by how
many of the contents linked to its ends have it too: what up to ``RARE`` of them have counts in full, what n have counts
(``RARE``/n)², and never less than ``LEAST``. Computed once for all links of a scan, from the sketches alone; a slider
only reads the result.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.search.linking import forms
from simfinder.search.similarity import MAX_ESTIMATE
from simfinder.signatures.sketch.hash_codes import Codes, code_at

RARE = 24
"""Other contents that may have the same without lowering its weight: copies of an original, up to this many, stay
together however they were edited. With 16, edited copies of the open corpus are lost; with 32, fifty letters of one
form come together.
"""

LITTLE = 0.9
"""From this similarity on, two contents have too little of their own to tell siblings of one form from versions."""

LEAST = 0.07
"""Weight of what every content has: at a tolerance of 30 %, contents of one template that differ by 3 % stay together,
however many they are. .05 loses edited copies, .1 glues unrelated files under a licence that is 92 % of a file.
"""

_ASKED = 256  # most neighbours of a content to look at, evenly chosen of more
_LINKS = 1 << 15
"""Links of contents that a thread takes at a time: some 20 ms."""

_ENDS = 1 << 22
"""Ends of links that are listed by rows at a time: 16 MB. Those of the seven million links of /usr took 56."""

Floats = npt.NDArray[np.float32]
Masks = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]


class Weights(NamedTuple):
    """The weight of each link.

    Attributes:
        weight: (m,) float32 from ``LEAST`` to 1; 1 if what the two share is their own.
        others: (m,) int32, how many other contents have a piece of it on average, 0 if no more than ``RARE``.
        sibling: (m,) bool, links between siblings of one form, see ``forms``.
    """

    weight: Floats
    others: npt.NDArray[np.int32]
    sibling: Masks


def weights(
    codes: Codes,
    length: npt.NDArray[np.uint16],
    a: npt.NDArray[np.integer],
    b: npt.NDArray[np.integer],
    check: Callable[[], None] = lambda: None,
    jobs: int = 1,
    *,
    repacked: Masks | None = None,
    wanted: Masks | None = None,
    begin: Callable[[int], None] = lambda _: None,
) -> Weights:
    """Weigh what two rows share.

    Args:
        codes: (n, k) of the sketches, ascending.
        length: (n,) uint16, values in use.
        a: (m,) rows, one end of each link; all links of a scan, since they show what is common.
        b: (m,) the other.
        check: called at each part of the work; may raise.
        jobs: threads; the result does not depend on it.
        repacked: (m,) bool, links between contents that differ only in their packaging, which are no siblings. None
            for none.
        wanted: (m,) bool, links to weigh; the others get 1, 0 and False. None for all.
        begin: called with how many parts there are, before the first.
    """
    one, other = np.ascontiguousarray(a, np.int32), np.ascontiguousarray(b, np.int32)
    held = np.ascontiguousarray(length, np.int64)
    n, sketch = len(held), tuple(codes)
    degree = np.bincount(one, minlength=n) + np.bincount(other, minlength=n)
    sibling = np.zeros(len(one), np.bool_)
    several = degree > 1
    undecided = several[one] | several[other]
    if wanted is not None:
        undecided &= wanted
    rows = np.zeros(n, np.bool_)
    rows[one[undecided]] = rows[other[undecided]] = True
    if not rows.any():
        return Weights(np.ones(len(one), np.float32), np.zeros(len(one), np.int32), sibling)
    looked = _side_by_side(np.flatnonzero(rows), codes, one, other)
    crowded = looked[degree[looked] > RARE]
    place = np.full(n, -1, np.int32)
    place[crowded] = np.arange(len(crowded), dtype=np.int32)
    counts = np.zeros((len(crowded), codes.width), np.int32)
    is_crowded = place >= 0
    weighed = is_crowded[one] | is_crowded[other]
    if wanted is not None:
        weighed &= wanted
    portions = [looked[part] for part in _parts(degree[looked], _ENDS)]
    begin(2 * sum(len(_parts(degree[rows], _LINKS)) for rows in portions))

    def of_all(work: Callable[[Rows, npt.NDArray[np.int64], npt.NDArray[np.int32]], None]) -> None:
        for rows in portions:
            first, links = _links_of(n, one, other, rows, degree)
            parts = _parts(degree[rows], _LINKS)
            _in_parts(work, [(rows[at], first[at.start : at.stop + 1], links) for at in parts], check, jobs)

    def find_siblings() -> None:
        views = np.zeros((len(one), 2, forms.FIGURES), np.uint8)

        def look(rows: Rows, first: npt.NDArray[np.int64], links: npt.NDArray[np.int32]) -> None:
            forms.look(sketch, held, rows, first, links, one, other, place, _ASKED, counts, views, sibling)

        of_all(look)
        forms.decide(views, sibling)

    find_siblings()
    weight, others = np.ones(len(one), np.float32), np.zeros(len(one), np.int32)  # now that views are gone
    sibling &= undecided
    if repacked is not None:
        sibling &= ~repacked

    def weigh(rows: Rows, first: npt.NDArray[np.int64], links: npt.NDArray[np.int32]) -> None:
        _weigh(
            sketch, held, rows, first, links, one, other, weighed, place, counts, weight, others, RARE, LEAST
        )

    of_all(weigh)
    return Weights(weight, others, sibling)


def strength(
    similarity: npt.NDArray[np.floating], weight: Floats | None, sibling: Masks | None = None
) -> Floats:
    """Return how much a link counts for keeping a cluster together: at most its similarity, and nothing between
    siblings.

    Of shared and own content the shared one counts ``weight``-fold: w·s / (w·s + 1 - s). If only their packaging tells
    two contents apart, the link counts in full.
    """
    similarity = np.asarray(similarity, np.float32)
    if weight is not None:
        worth = np.empty(len(similarity), np.float32)
        _worth(similarity, np.asarray(weight, np.float32), worth)
        similarity, shown = worth, similarity
    else:
        shown = similarity
    return similarity if sibling is None else similarity * holding(shown, sibling)


@njit(nogil=True, cache=True, python=True)
def _worth(similarity: np.ndarray, weight: np.ndarray, worth: np.ndarray) -> None:
    """Compute it in one pass: two million links in some hundred numpy calls took 80 MB and 60 ms each time."""
    one, least = np.float32(1), np.float32(1e-9)
    for link in range(len(similarity)):
        figure = similarity[link]
        worth[link] = figure
        if figure < np.float32(MAX_ESTIMATE):
            shared = figure * weight[link]
            worth[link] = min(shared / max(shared + (one - figure), least), figure)


def holding(similarity: npt.NDArray[np.floating], sibling: Masks) -> Masks:
    """Return which links can hold a cluster together, (m,) bool: not those between siblings, unless little is their
    own.
    """
    holds: Masks = ~sibling | (np.asarray(similarity, np.float32) >= np.float32(LITTLE))
    return holds


def _parts(degree: npt.NDArray[np.intp], most: int) -> list[slice]:
    """Split rows, given how many links each has, into consecutive parts of about ``most`` links."""
    ends = np.concatenate((np.zeros(1, np.int64), np.cumsum(degree)))
    bounds = np.searchsorted(ends, np.arange(0, ends[-1] + most, most)).tolist()
    return [slice(start, end) for start, end in itertools.pairwise(bounds) if start < end]


def _in_parts(
    work: Callable[[Rows, npt.NDArray[np.int64], npt.NDArray[np.int32]], None],
    parts: Sequence[tuple[Rows, npt.NDArray[np.int64], npt.NDArray[np.int32]]],
    check: Callable[[], None],
    jobs: int,
) -> None:
    if jobs == 1 or len(parts) < 2:
        for part in parts:
            check()
            work(*part)
        return
    with ThreadPoolExecutor(jobs, thread_name_prefix="boilerplate") as threads:
        waiting = [threads.submit(work, *part) for part in parts]
        try:
            for one in waiting:
                check()
                one.result()
        finally:
            for one in waiting:
                one.cancel()


def _side_by_side(rows: Rows, codes: Codes, a: npt.NDArray[np.int32], b: npt.NDArray[np.int32]) -> Rows:
    """Order some rows by the least value among the rows linked to each, so that linked rows are near one another.

    Their sketches are then in the processor's cache: in the order of their hashes, two thirds of the time went into
    waiting for memory.
    """
    own = codes.high[:, 0]
    least = own.copy()
    np.minimum.at(least, a, own[b])
    np.minimum.at(least, b, own[a])
    return rows[np.lexsort((own[rows], least[rows]))]


def _links_of(
    n: int,
    a: npt.NDArray[np.int32],
    b: npt.NDArray[np.int32],
    rows: Rows,
    degree: npt.NDArray[np.intp],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Return the links of each of some rows, row after row, and where each row's begin."""
    first = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(degree[rows], out=first[1:])
    begin = np.full(n, -1, np.int64)
    begin[rows] = first[:-1]
    return first, _listed(a, b, begin, int(first[-1]))


@njit(nogil=True, cache=True, python=True)
def _listed(a: np.ndarray, b: np.ndarray, begin: np.ndarray, total: int) -> np.ndarray:
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


@njit(nogil=True, cache=True, python=True)
def _weigh(
    sketch: tuple[np.ndarray, np.ndarray],
    length: np.ndarray,
    rows: np.ndarray,
    first: np.ndarray,
    links: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    wanted: np.ndarray,
    place: np.ndarray,
    counts: np.ndarray,
    weight: np.ndarray,
    others: np.ndarray,
    rare: float,
    least: float,
) -> None:
    """Compute the mean weight of what the two ends share, for each wanted link that has one of some rows as first end.

    Args:
        sketch: as of ``forms.look``, like all up to ``b`` and ``counts``.
        length: likewise.
        rows: likewise.
        first: likewise.
        links: likewise.
        a: likewise.
        b: likewise.
        wanted: (m,) bool, the links to weigh.
        place: (n,) of each row in ``counts``, -1 for none.
        counts: of ``forms.look``.
        weight: (m,) filled.
        others: (m,) filled.
        rare: ``RARE``.
        least: ``LEAST``.
    """
    width = sketch[0].shape[1]
    own, slots, before = forms.room(width)
    asked = np.empty(width + 1, np.int32)
    for r in range(len(rows)):
        i, m, deep, filed = rows[r], length[rows[r]], 1, False
        of_i = place[i]
        for t in range(first[r], first[r + 1]):
            link = links[t]
            if a[link] != i or not wanted[link]:
                continue
            if not filed:
                filed = True
                for p in range(m):
                    own[p] = code_at(sketch, i, p)
                deep = forms.file(own, m, slots, before)
            j = b[link]
            of_j = place[j]
            shared = have = 0
            total = 0.0
            high, low = sketch[0][j], sketch[1][j]
            for k in range(forms.likely(high, length[j], m, slots, asked)):
                q = asked[k]
                value = np.uint64(high[q]) << np.uint64(8) | np.uint64(low[q])
                p = forms.at(value, own, m, slots, before, deep)
                if p < np.uint64(m):
                    most = 0
                    if of_i >= 0:
                        most = counts[of_i, p]
                    if of_j >= 0:
                        most = max(most, counts[of_j, q])
                    have += most
                    total += 1.0 if most <= rare else max(least, (rare / most) ** 2)
                    shared += 1
            if shared:
                weight[link] = total / shared
                have //= shared
                others[link] = have - 1 if have > rare else 0
