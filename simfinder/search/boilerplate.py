"""How much two contents share that is theirs, and not what everything around them has too.

A licence, a template or a format's own words make strangers alike. What a link rests on is therefore weighed by how
many of the contents linked to its ends have the same: what up to ``RARE`` of them have counts in full, what n have
counts (``RARE``/n)², and never less than ``LEAST``. Owns that weight and what it makes of a similarity. It is reckoned
once for all links of a scan, from the sketches alone; a slider only looks at its result.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from simfinder.kernels import njit
from simfinder.search.scoring import MAX_ESTIMATE
from simfinder.signatures.codes import Codes, code_at

RARE = 24
"""Contents beside its own that may have the same without it saying less: so many copies of an original hold together
whatever was done to each. With 16, edited copies of the open corpus are lost; with 32, fifty letters of one form come
together."""

LEAST = 0.07
"""What everything has counts as little: at a tolerance of 30 %, contents of one template that differ by 3 % stay
together, however many they are. .05 loses edited copies, .1 glues strangers under a licence that is 92 % of a file."""

_ASKED = 256  # neighbours of a content that are looked at, evenly chosen of more
_ROWS, _LINKS = 1 << 11, 1 << 15
"""Contents and links that a thread takes at a time: some 50 ms. With 32,768 contents at a time one thread did all of a
scan of 30,000 files."""

Floats = npt.NDArray[np.float32]


def weights(
    codes: Codes,
    length: npt.NDArray[np.uint16],
    a: npt.NDArray[np.integer],
    b: npt.NDArray[np.integer],
    check: Callable[[], None] = lambda: None,
    jobs: int = 1,
    *,
    wanted: npt.NDArray[np.bool_] | None = None,
) -> tuple[Floats, npt.NDArray[np.int32]]:
    """How much what two rows share says about them.

    Args:
        codes: (n, k) of the sketches, ascending.
        length: (n,) uint16, values in use.
        a: (m,) rows, one end of each link; all links of a scan, since they tell what is common.
        b: (m,) the other.
        check: called now and then; may raise.
        jobs: threads; the result does not depend on it.
        wanted: (m,) bool, links that are weighed; the others are told as 1 and 0. None for all.

    Returns:
        (m,) float32 from ``LEAST`` to 1, 1 where what they share is theirs; (m,) int32, how many other contents
        have a piece of it on average, 0 where it is no more than ``RARE``.
    """
    one, other = np.ascontiguousarray(a, np.int32), np.ascontiguousarray(b, np.int32)
    held = np.ascontiguousarray(length, np.int64)
    n, sketch = len(held), tuple(codes)
    degree = np.bincount(one, minlength=n) + np.bincount(other, minlength=n)
    weight, others = np.ones(len(one), np.float32), np.zeros(len(one), np.int32)
    if not len(one):
        return weight, others
    many = degree > RARE
    if wanted is not None:
        asked = np.zeros(n, np.bool_)
        asked[one[wanted]] = asked[other[wanted]] = True
        many &= asked
    crowded = np.flatnonzero(many)
    if not len(crowded):
        return weight, others
    place = np.full(n, -1, np.int32)
    place[crowded] = np.arange(len(crowded), dtype=np.int32)
    first, neighbours = _neighbours(n, one, other, crowded, degree)
    counts = np.zeros((len(crowded), codes.width), np.int32)
    weighed = (place[one] >= 0) | (place[other] >= 0)
    told = np.flatnonzero(weighed if wanted is None else weighed & wanted)

    def count(begin: int) -> None:
        part = slice(begin, begin + _ROWS)
        _count(sketch, held, crowded[part], first[begin:], neighbours, counts[part])

    def weigh(begin: int) -> None:
        _weigh(
            sketch, held, one, other, told[begin : begin + _LINKS], place, counts, weight, others, RARE, LEAST
        )

    _in_parts(count, range(0, len(crowded), _ROWS), check, jobs)
    _in_parts(weigh, range(0, len(told), _LINKS), check, jobs)
    return weight, others


def strength(similarity: npt.NDArray[np.floating], weight: Floats | None) -> Floats:
    """What a link is worth for keeping a cluster together: at most its similarity.

    Of shared and own content the shared one counts ``weight``-fold: w·s / (w·s + 1 - s). What only the packaging of
    two contents tells apart is worth all it says.
    """
    similarity = np.asarray(similarity, np.float32)
    if weight is None:
        return similarity
    shared = similarity * weight
    own = np.float32(1) - similarity
    worth = shared / np.maximum(shared + own, np.float32(1e-9))
    nearly = similarity >= np.float32(MAX_ESTIMATE)
    return np.where(nearly, similarity, np.minimum(worth, similarity)).astype(np.float32)


def _in_parts(work: Callable[[int], None], begins: range, check: Callable[[], None], jobs: int) -> None:
    if jobs == 1 or len(begins) < 2:
        for begin in begins:
            check()
            work(begin)
        return
    with ThreadPoolExecutor(jobs, thread_name_prefix="boilerplate") as threads:
        waiting = [threads.submit(work, begin) for begin in begins]
        try:
            for one in waiting:
                check()
                one.result()
        finally:
            for one in waiting:
                one.cancel()


def _neighbours(
    n: int,
    a: npt.NDArray[np.int32],
    b: npt.NDArray[np.int32],
    crowded: npt.NDArray[np.intp],
    degree: npt.NDArray[np.intp],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Rows linked to each crowded one, ascending, at most ``_ASKED`` of them, and where they begin."""
    first = np.zeros(len(crowded) + 1, np.int64)
    np.cumsum(degree[crowded], out=first[1:])
    begin = np.full(n, -1, np.int64)
    begin[crowded] = first[:-1]
    return first, _lists(a, b, begin, int(first[-1]))


@njit(nogil=True, cache=True)
def _lists(a: np.ndarray, b: np.ndarray, begin: np.ndarray, total: int) -> np.ndarray:
    out = np.empty(total, np.int32)
    for i in range(len(a)):
        x, y = a[i], b[i]
        if begin[x] >= 0:
            out[begin[x]] = y
            begin[x] += 1
        if begin[y] >= 0:
            out[begin[y]] = x
            begin[y] += 1
    return out


@njit(nogil=True, cache=True)
def _count(
    sketch: tuple[np.ndarray, np.ndarray],
    length: np.ndarray,
    rows: np.ndarray,
    first: np.ndarray,
    neighbours: np.ndarray,
    counts: np.ndarray,
) -> None:
    """For each value of some rows, how many of their neighbours have it."""
    for r in range(len(rows)):
        i = rows[r]
        degree = first[r + 1] - first[r]
        asked = min(degree, _ASKED)
        m = length[i]
        for t in range(asked):
            x = neighbours[first[r] + t * degree // asked]
            p, q, end = 0, 0, length[x]
            while p < m and q < end:
                one, other = code_at(sketch, i, p), code_at(sketch, x, q)
                counts[r, p] += one == other
                p += one <= other
                q += other <= one
        if asked < degree:
            for p in range(m):
                counts[r, p] = counts[r, p] * degree // asked


@njit(nogil=True, cache=True)
def _weigh(
    sketch: tuple[np.ndarray, np.ndarray],
    length: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    links: np.ndarray,
    place: np.ndarray,
    counts: np.ndarray,
    weight: np.ndarray,
    others: np.ndarray,
    rare: float,
    least: float,
) -> None:
    """The mean weight of what the ends of some links share."""
    for link in links:
        i, j = a[link], b[link]
        of_i, of_j = place[i], place[j]
        m, n = length[i], length[j]
        x = y = shared = have = 0
        total = 0.0
        while x < m and y < n:
            one, other = code_at(sketch, i, x), code_at(sketch, j, y)
            if one == other:
                most = 0
                if of_i >= 0:
                    most = counts[of_i, x]
                if of_j >= 0:
                    most = max(most, counts[of_j, y])
                have += most
                total += 1.0 if most <= rare else max(least, (rare / most) ** 2)
                shared += 1
            x += one <= other
            y += other <= one
        if shared:
            weight[link] = total / shared
            have //= shared
            others[link] = have - 1 if have > rare else 0
