"""Rasters of pictures: how they lie, what of two of them agrees, and which agree in every cell.

The bits of a hash are chance where a picture has next to nothing to see, such as a gradient, or where nearly all of its
waves are as strong as the median, such as a chessboard or fine wood. Such *plain* pictures are told by their rasters:
two are the same where every cell agrees within what saving leaves behind, in one of the eight ways a picture can lie.
Nothing is fitted here: two gradients that differ by brightness alone are two pictures.

To find them, ``means`` have levels that stay whichever way a picture lies, and ``near_means`` joins those that are
close.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.cuts import waves_of_rasters
from simfinder.signatures.picture.look import COARSE, SIDE

MEANS = 7
"""Brightness in the corners, along the edges and in the middle; blue and red around and in the middle."""

CLOSE = 2
"""Levels by which the means of pictures that are the same differ at most."""

_LEAST_CONTRAST = 2.0
"""Standard deviation of brightness below which there is nothing to tell two pictures apart by."""
_STEADY = 10.0
"""Least distance from the median at which the wave of a picture keeps its bit in the hash when it is saved again."""
_TOLERATED, _TOLERATED_COLOUR = 12.0, 4.0
"""Levels by which any cell of one picture may differ from that of the other."""
_APART, _OF_CONTRAST = 3.5, 0.15
"""The same on average (root mean square), and as a share of the contrast."""

_CELL, _CELLS, _GREY = 16, 32, 8  # levels of means that are looked up together; grey lies within such a cell
_AT_ONCE, _PAIRS = 1 << 10, 1 << 16

Rasters = npt.NDArray[np.uint8]
Levels = npt.NDArray[np.float32]
Means = npt.NDArray[np.int16]
Rows = npt.NDArray[np.int64]

WAYS: Sequence[tuple[bool, bool, bool]] = (
    (False, False, False), (True, False, True), (False, True, True), (True, True, False),
    (False, False, True), (False, True, False), (True, False, False), (True, True, True),
)  # fmt: skip
"""Of each way of ``pdq.PdqHash``: rows become columns, left becomes right, top becomes bottom."""


def turned(pictures: npt.NDArray[np.generic], way: int) -> npt.NDArray[np.generic]:
    """Return square pictures, (m, n, n), lain in one of the eight ways of ``pdq.PdqHash``."""
    crosswise, across, down = WAYS[way]
    found = pictures.transpose(0, 2, 1) if crosswise else pictures
    found = found[:, :, ::-1] if across else found
    return found[:, ::-1] if down else found


def channels(rasters: Rasters, way: int) -> tuple[Levels, Levels, Levels]:
    """Return brightness, blue and red of rasters that lie in a way."""
    fine, coarse = SIDE * SIDE, COARSE * COARSE
    parts = (
        rasters[:, :fine].reshape(-1, SIDE, SIDE),
        rasters[:, fine : fine + coarse].reshape(-1, COARSE, COARSE),
        rasters[:, fine + coarse :].reshape(-1, COARSE, COARSE),
    )
    one, two, three = (np.asarray(turned(part, way), np.float32) for part in parts)
    return one, two, three


def are_plain(rasters: Rasters, quality: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return which pictures are told by their rasters, (m,): their hash is chance, and there is something to see.

    Args:
        rasters: (m, 1536), see ``Look``.
        quality: (m,) of their hashes.
    """
    plain = np.zeros(len(rasters), np.bool_)
    for begin in range(0, len(rasters), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        waves = waves_of_rasters(rasters[part])
        middle = np.partition(waves, pdq.BITS // 2 - 1, axis=1)[:, pdq.BITS // 2 - 1, None]
        weak = (np.abs(waves - middle) < _STEADY).sum(axis=1)
        plain[part] = (quality[part] < pdq.TRUSTED) | (weak > pdq.BITS // 2)
    at = np.flatnonzero(plain)
    for begin in range(0, len(at), _AT_ONCE):
        some = at[begin : begin + _AT_ONCE]
        plain[some] = rasters[some, : SIDE * SIDE].std(axis=1, dtype=np.float32) >= _LEAST_CONTRAST
    return plain


def means(rasters: Rasters) -> Means:
    """Return levels of pictures, (m, 7), that stay whichever way they lie. rasters: (m, 1536), see ``Look``."""
    found = np.empty((len(rasters), MEANS), np.int16)
    for begin in range(0, len(rasters), _AT_ONCE):
        bright, *colours = (_quarters(each) for each in channels(rasters[begin : begin + _AT_ONCE], 0))
        corners = bright[:, ::3, ::3].mean(axis=(1, 2))
        middle = bright[:, 1:3, 1:3].mean(axis=(1, 2))
        columns = [corners, 2 * bright.mean(axis=(1, 2)) - (corners + middle) / 2, middle]
        for colour in colours:
            inner = colour[:, 1:3, 1:3].mean(axis=(1, 2))
            columns += [(4 * colour.mean(axis=(1, 2)) - inner) / 3, inner]
        found[begin : begin + _AT_ONCE] = np.rint(np.stack(columns, axis=1))
    return found


def _quarters(levels: Levels) -> Levels:
    """Return the mean levels of 4 x 4 parts of pictures."""
    side = levels.shape[1] // 4
    return np.asarray(levels.reshape(-1, 4, side, 4, side).mean(axis=(2, 4)), np.float32)


def cells(some: Means, *, around: bool) -> tuple[Rows, Rows]:
    """Return cells that means lie in, as numbers, and the row that each is of.

    Args:
        some: (m, 7) means.
        around: also all cells that close ones may lie in.
    """
    reach = CLOSE if around else 0
    low, high = ((some.astype(np.int64) + by + _GREY) // _CELL for by in (-reach, reach))
    cell, row = np.zeros(len(some), np.int64), np.arange(len(some))
    for column in range(MEANS):
        split = row[low[row, column] != high[row, column]]
        other = cell[low[row, column] != high[row, column]] * _CELLS + high[split, column]
        cell = np.concatenate((cell * _CELLS + low[row, column], other))
        row = np.concatenate((row, split))
    return cell, row


def are_close(one: Means, other: Means) -> npt.NDArray[np.bool_]:
    """Return which pairs of means are close in all, (m,)."""
    close: npt.NDArray[np.bool_] = (np.abs(one - other) <= CLOSE).all(axis=1)
    return close


def near_means(some: Means, check: Callable[[], None]) -> Iterator[tuple[Rows, Rows]]:
    """Yield all pairs of rows whose means are close, a < b, each once. check: called now and then; may raise."""
    own, _ = cells(some, around=False)
    order = np.argsort(own, kind="stable")
    asked, row = cells(some, around=True)
    first, end = (np.searchsorted(own[order], asked, side=side) for side in ("left", "right"))
    until = np.cumsum(end - first)
    begin = 0
    while begin < len(row):
        check()
        before = int(until[begin - 1]) if begin else 0
        stop = max(begin + 1, int(np.searchsorted(until, before + _PAIRS, side="right")))
        count = (end - first)[begin:stop]
        a = np.repeat(row[begin:stop], count)
        place = np.arange(len(a)) - np.repeat(np.cumsum(count) - count, count)
        b = order[np.repeat(first[begin:stop], count) + place]
        later = np.flatnonzero(a < b)
        later = later[are_close(some[a[later]], some[b[later]])]
        yield a[later], b[later]
        begin = stop


def same(one: Rasters, other: Rasters) -> npt.NDArray[np.intp]:
    """Return in which way each first picture lies as the second does, if all of their cells agree, (m,); -1 for none.

    Args:
        one: (m, 1536) rasters.
        other: (m, 1536) rasters to compare them with.
    """
    way, least = np.full(len(one), -1), np.full(len(one), np.inf, np.float32)
    mine, theirs = channels(one, 0), channels(other, 0)
    contrast = np.minimum(mine[0].std(axis=(1, 2)), theirs[0].std(axis=(1, 2)))
    limit = np.minimum(_APART, _OF_CONTRAST * contrast)
    for lain in range(pdq.TURNS):
        bright, *colours = (np.abs(a - b) for a, b in zip(channels(one, lain), theirs, strict=True))
        apart = np.sqrt((bright * bright).mean(axis=(1, 2)))
        agree = (apart <= limit) & (bright.max(axis=(1, 2)) <= _TOLERATED) & (apart < least)
        for colour in colours:
            agree &= colour.max(axis=(1, 2)) <= _TOLERATED_COLOUR
        way[agree], least[agree] = lain, apart[agree]
    return way
