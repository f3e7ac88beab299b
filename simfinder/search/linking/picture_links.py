"""Pictures that look alike become links between their contents, and so do parts of pictures.

Their hashes are joined to ``looks.NEAR`` bits in all eight ways a picture can lie, exactly; what share of a pair agrees
is then told by the rasters of both. Pictures whose hashes are equal in the way they lie, such as a thousand copies of
one logo with other notes in each, are linked to the first of them only, which groups them at any tolerances.

Plain pictures, whose hashes are chance, are joined by levels that stay whichever way they lie, see ``rasters``. Then
the hash of each picture is looked for among those of the windows of all others, see ``cuts``.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from simfinder.model.progress import Control
from simfinder.search.hamming import wide_join
from simfinder.search.linking.links import Links
from simfinder.signatures.picture import cuts, pdq, rasters
from simfinder.signatures.picture.looks import NEAR, Looks

_ALL_PAIRS = 64  # up to so many pictures of one hash are linked pair by pair

_WINDOWS_AT_ONCE = 1 << 11  # pictures whose windows are held at a time: 14 MB
_TURNED, _FLIPPED, _LOOKED_INTO = 20_000, 100_000, 400_000
"""Pictures up to which parts are looked for however they lie; with one bit of a block flipped; and at all. Blocks of
parts that are turned as well, which are rare, are never flipped: half of them are found, in a seventeenth of the time.
"""

Rows = npt.NDArray[np.int64]


def picture_links(looks: Looks, floor: float, control: Control, *, every: bool = False) -> Links:
    """Return the pairs of contents that agree as pictures in at least ``floor``, in order.

    Args:
        looks: of the pictures of a scan.
        floor: least figure, 0..1.
        control: asked for a cancel.
        every: list every pair of pictures of one hash, however many there are.

    Raises:
        Cancelled: on request.
    """
    parts = [(np.zeros(0, np.int64),) * 2]
    parts += _pairs(looks, control, every=every)
    parts += _plain_pairs(looks, control, every=every)
    parts += _cut(looks, control)
    one, other = (looks.owner[np.concatenate(column)] for column in zip(*parts, strict=True))
    apart = one != other
    one, other = one[apart], other[apart]
    a, b = looks.content[np.minimum(one, other)], looks.content[np.maximum(one, other)]
    order = np.lexsort((b, a))
    a, b = a[order], b[order]
    first = np.ones(len(a), np.bool_)
    first[1:] = (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    a, b = a[first], b[first]
    figure = looks.agreement(a, b)
    strong = figure >= np.float32(floor)
    return Links(a[strong], b[strong], figure[strong])


def _pairs(looks: Looks, control: Control, *, every: bool) -> Iterator[tuple[Rows, Rows]]:
    """Yield rows of looks whose hashes are near; a pair may come several times."""
    rows = np.flatnonzero(looks.trusted)
    if len(rows) < 2:
        return
    words = looks.words[rows]
    if not every:
        crowd, left = _crowds(words[:, 0])
        yield rows[crowd[0]], rows[crowd[1]]
        rows, words = rows[left], words[left]
    count = len(rows)
    lain = np.concatenate([words[:, way] for way in range(pdq.TURNS)])  # as they are first, then turned
    for a, b in wide_join.near_pairs(lain, NEAR, control.check):
        met = (a < count) & (a % count != b % count)  # two that are turned alike meet as they are, too
        yield rows[a[met]], rows[b[met] % count]


def _plain_pairs(looks: Looks, control: Control, *, every: bool) -> Iterator[tuple[Rows, Rows]]:
    """Yield rows of plain pictures that may be the same."""
    rows = np.flatnonzero(looks.plain)
    if len(rows) < 2:
        return
    if not every:
        crowd, left = _crowds(looks.raster[rows])
        yield rows[crowd[0]], rows[crowd[1]]
        rows = rows[left]
    for a, b in rasters.near_means(looks.means[rows], control.check):
        yield rows[a], rows[b]


def _crowds(values: npt.NDArray[np.generic]) -> tuple[tuple[Rows, Rows], Rows]:
    """Return pairs of rows, the first of many equal values and each of the others, and all rows but these others.

    Args:
        values: (m, n).
    """
    _, head, of_head = np.unique(values, axis=0, return_index=True, return_inverse=True)
    head = head[of_head.reshape(-1)]
    crowded = np.bincount(head, minlength=len(values))[head] > _ALL_PAIRS
    behind = crowded & (head != np.arange(len(values)))
    return (head[behind], np.flatnonzero(behind)), np.flatnonzero(~behind)


def _cut(looks: Looks, control: Control) -> Iterator[tuple[Rows, Rows]]:
    """Yield rows of pictures one of which may be a part of the other; a pair may come several times.

    Of pictures of one hash only the first is asked about: the others are linked to it.
    """
    rows = np.flatnonzero(looks.trusted[: len(looks)])
    if not 2 <= len(rows) <= _LOOKED_INTO:
        return
    _, first = np.unique(looks.words[rows, 0], axis=0, return_index=True)
    rows = rows[np.sort(first)]
    ways = pdq.TURNS if len(rows) <= _TURNED else 1
    asked = looks.words[rows, 0]
    turned = np.concatenate([asked[:0], *(looks.words[rows, way] for way in range(1, ways))])
    for begin in range(0, len(rows), _WINDOWS_AT_ONCE):
        wholes = rows[begin : begin + _WINDOWS_AT_ONCE]
        made = []
        for some in np.array_split(wholes, -(-len(wholes) // 64)):
            control.check()
            made.append(cuts.window_words(looks.raster[some]).reshape(-1, asked.shape[1]))
        windows = np.concatenate(made)
        for hashes, flips in ((asked, len(rows) <= _FLIPPED), (turned, False)):
            for a, b in wide_join.near_between(hashes, windows, cuts.NEAR, control.check, flips=flips):
                yield rows[a % len(rows)], wholes[b // len(cuts.WINDOWS)]
