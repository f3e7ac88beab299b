"""Parts of a picture: what its hash would be if up to a fifth had been cut away, and where in it another one lies.

A picture that was cut has another hash. So the hash of each picture is compared with those of 209 windows of another
one, whose edges lie on a grid of 3.5 %: of 1,180 pictures cut anywhere to 80 to 95 %, 98 in 100 differ in at most 48
bits from a window, and of 6,900 pairs of strangers only those that show the same. The hash of a window is made of the
raster of 32 x 32 cells, which holds all waves that count; nothing is decoded and nothing stored for it. Edges are then
moved until the two agree best.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.look import COARSE, SIDE

NEAR = 48
"""Bits in which the hash of a cut picture and that of the nearest window differ at most."""

LEAST = 0.77
"""Share of the picture that is left, at least: a fifth cut away, and what the grid misses."""

_STEP, _STEPS, _OF_GRID = 0.035, 6, 0.775
_SPANS = [
    (round(i * _STEP, 3), round(1 - j * _STEP, 3))
    for i, j in product(range(_STEPS + 1), repeat=2)
    if i + j <= _STEPS
]
_FINER = (0.02, 0.01, 0.005)

Words = npt.NDArray[np.uint64]
Levels = npt.NDArray[np.float32]


class Box(NamedTuple):
    """A window of a picture; shares of its sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def share(self) -> float:
        """Share of the picture that is in it."""
        return (self.right - self.left) * (self.bottom - self.top)


WHOLE = Box(0.0, 0.0, 1.0, 1.0)


def _window_list() -> tuple[list[int], list[int], list[Box]]:
    """Return the spans down and across, and the box, of each window."""
    found = [
        (i, j, Box(left, top, right, bottom))
        for (i, (top, bottom)), (j, (left, right)) in product(enumerate(_SPANS), repeat=2)
        if (bottom - top) * (right - left) >= _OF_GRID and (i or j)
    ]
    down, across, boxes = zip(*found, strict=True)
    return list(down), list(across), list(boxes)


@lru_cache(maxsize=1 << 12)
def _spread(begin: float, end: float, cells: int, points: int) -> Levels:
    """Return what each cell of a side counts towards points spread evenly over a part of it, (points, cells)."""
    place = (begin + (np.arange(points) + 0.5) / points * (end - begin)) * cells - 0.5
    cell = np.clip(np.floor(place).astype(int), 0, cells - 2)
    behind = np.clip(place - cell, 0, 1)
    found = np.zeros((points, cells), np.float32)
    found[np.arange(points), cell] = 1 - behind
    found[np.arange(points), cell + 1] = behind
    return found


_DOWN, _ACROSS, WINDOWS = _window_list()
_WAVES = np.stack([pdq.waves_of(_spread(*span, SIDE, pdq.SIDE)) for span in _SPANS])  # (28, 16, 32)
_OF_WHOLE = pdq.waves_of(_spread(0, 1, SIDE, pdq.SIDE))


def waves_of_rasters(rasters: npt.NDArray[np.uint8]) -> Levels:
    """Return the waves that hashes of pictures are made of, (m, 256). rasters: (m, 1536), see ``Look``."""
    bright = rasters[:, : SIDE * SIDE].reshape(-1, SIDE, SIDE).astype(np.float32)
    return np.asarray(_OF_WHOLE @ bright @ _OF_WHOLE.T, np.float32).reshape(len(rasters), pdq.BITS)


def window_words(rasters: npt.NDArray[np.uint8]) -> Words:
    """Return the hashes of all ``WINDOWS`` of pictures, (m, 209, 4). rasters: (m, 1536), see ``Look``."""
    bright = rasters[:, : SIDE * SIDE].reshape(-1, 1, SIDE, SIDE).astype(np.float32)
    down = _WAVES @ bright  # (m, 28, 16, 32)
    waves = down[:, _DOWN] @ _WAVES[_ACROSS].transpose(0, 2, 1)
    bits = (
        waves.reshape(-1, pdq.BITS) > 0
    )  # the median of a window is near enough, and takes a third of the time
    packed = np.packbits(bits, axis=1, bitorder="little").view("<u8")
    return packed.astype(np.uint64).reshape(len(rasters), len(WINDOWS), -1)


def cut_out(raster: npt.NDArray[np.uint8], box: Box) -> npt.NDArray[np.uint8]:
    """Return the raster of a window of a picture, (1536,), given its own."""
    fine, coarse = SIDE * SIDE, COARSE * COARSE
    parts = []
    for begin, cells in ((0, SIDE), (fine, COARSE), (fine + coarse, COARSE)):
        levels = raster[begin : begin + cells * cells].reshape(cells, cells).astype(np.float32)
        parts.append(_within(levels, box).ravel())
    return np.clip(np.rint(np.concatenate(parts)), 0, 255).astype(np.uint8)


def moved(whole: Levels, part: Levels, box: Box) -> Box:
    """Return the window near a given one that agrees best with a picture.

    Args:
        whole: (32, 32) brightness of the picture that has the window.
        part: (32, 32) of the other one, as it lies in the first.
        box: where to begin.
    """
    wanted = (part - part.mean()).ravel()
    best, edges = _closeness(whole, wanted, box), list(box)
    for step in _FINER:
        better = True
        while better:
            better = False
            for edge, by in product(range(4), (-step, step)):
                tried = [*edges]
                tried[edge] = min(1.0, max(0.0, round(tried[edge] + by, 3)))
                found = _closeness(whole, wanted, Box(*tried))
                if found > best + 1e-5 and Box(*tried).share >= LEAST:
                    best, edges, better = found, tried, True
    return Box(*edges)


def _within(levels: Levels, box: Box) -> Levels:
    cells = len(levels)
    across = _spread(box.left, box.right, cells, cells)
    return np.asarray(_spread(box.top, box.bottom, cells, cells) @ levels @ across.T, np.float32)


def _closeness(whole: Levels, wanted: Levels, box: Box) -> float:
    """Return how well a window correlates with a picture less its mean, -1..1."""
    seen = _within(whole, box).ravel()
    seen = seen - seen.mean()
    size = math.sqrt(float(seen @ seen) * float(wanted @ wanted))
    return float(seen @ wanted) / size if size else 0.0
