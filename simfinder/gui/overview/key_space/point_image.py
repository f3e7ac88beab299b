"""Turn points into a picture: numpy arrays in, premultiplied ARGB out. Knows pixels, no widget and no file.

Scatters a million points into an image (about 40 ms of one core); a painter needs seconds for them. All of it may run
in any thread: no array that is handed over is ever changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

_DUST = 40_000  # more points than that in view are squares whose strength tells how many lie on one another
_RARE = 0.01  # of all points
_PIECE = 1 << 17
_LEVELS = 16
_DIM = 0.34  # opacity of what is not chosen, while something is
_DISCS = ((200, 4.5), (2_000, 3.5), (10_000, 2.6), (_DUST, 1.9))  # up to so many points: radius


@dataclass(frozen=True, slots=True)
class Area:
    """The visible part of the plane; x0 < x1 and y0 < y1."""

    x0: float
    x1: float
    y0: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """n points, all finite, in the order they are drawn: mixed, so that a crowd shows each kind by its share.

    Only kinds that are rare come last: they would hardly be found in a crowd.

    Attributes:
        x, y: (n,) float64.
        kind: (n,) uint8, which colour.
        ids: (n,) int64, what each stands for: its place in the arrays as they were given.
        place_of: where what was given is here, -1 where it was left out.
        by_x: (n,) order of ascending x.
        x_sorted: (n,) x in that order.
    """

    x: FloatArray
    y: FloatArray
    kind: npt.NDArray[np.uint8]
    ids: npt.NDArray[np.int64]
    place_of: npt.NDArray[np.int64]
    by_x: npt.NDArray[np.intp]
    x_sorted: FloatArray

    @classmethod
    def make(cls, x: FloatArray, y: FloatArray, kind: npt.NDArray[np.uint8]) -> Points:
        """Put points in their order; what has no finite place is left out."""
        some = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        rare = np.bincount(kind[some], minlength=256) < _RARE * len(some)
        order = np.random.default_rng(0).permutation(some)
        order = order[np.argsort(rare[kind[order]], kind="stable")]
        given = len(x)
        x, y, kind = np.ascontiguousarray(x[order]), np.ascontiguousarray(y[order]), kind[order]
        place_of = np.full(given, -1, dtype=np.int64)
        place_of[order] = np.arange(len(order))
        by_x = np.argsort(x)
        return cls(x, y, kind, order.astype(np.int64), place_of, by_x, x[by_x])

    @classmethod
    def none(cls) -> Points:
        """Return an empty set of points."""
        return cls.make(np.zeros(0), np.zeros(0), np.zeros(0, dtype=np.uint8))

    def __len__(self) -> int:
        return len(self.x)

    def bounds(self, margin: float = 0.04) -> Area:
        """Return an area that shows all, with some room around; never an empty one."""
        if not len(self):
            return Area(0.0, 1.0, 0.0, 1.0)
        return Area(
            *_padded(float(self.x_sorted[0]), float(self.x_sorted[-1]), margin),
            *_padded(float(self.y.min()), float(self.y.max()), margin),
        )

    def between(self, x0: float, x1: float) -> npt.NDArray[np.intp]:
        """Return the points with x in a range, in no particular order."""
        first, last = np.searchsorted(self.x_sorted, (x0, x1), side="left")
        return self.by_x[first : max(first, last)]


def _padded(low: float, high: float, margin: float) -> tuple[float, float]:
    room = (high - low) * margin
    if high - low <= abs(high) * 1e-12:
        room = max(0.5, abs(high) * 0.1)
    return low - room, high + room


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """Everything a picture has to show.

    Attributes:
        points: all of them.
        area: the part that is seen.
        width, height: pixels of the picture.
        ratio: pixels of the device per pixel of the layout.
        colors: (kinds, 3) uint8, red, green, blue.
        visible: (kinds,) bool.
        chosen: (n,) bool, drawn strongly over the others; None where nothing is.
    """

    points: Points
    area: Area
    width: int
    height: int
    ratio: float
    colors: npt.NDArray[np.uint8]
    visible: BoolArray
    chosen: BoolArray | None = None


def render(shot: Shot) -> npt.NDArray[np.uint32]:
    """Return the picture, (height, width) uint32 premultiplied ARGB; transparent where there is no point."""
    seen, flat = _places(shot)
    kinds = shot.points.kind[seen]
    # one margin column and row more than the picture: stamps may reach over its edge
    reach = 8 + round(6 * shot.ratio)
    stride = shot.width + 2 * reach
    size = stride * (shot.height + 2 * reach)
    flat = flat // shot.width * stride + flat % shot.width + reach * stride + reach
    codes = np.zeros(size, dtype=np.uint16)
    if shot.chosen is None:
        _draw(codes, flat, kinds, stride, shot.ratio, 0)
    else:
        chosen = shot.chosen[seen]
        _draw(codes, flat[~chosen], kinds[~chosen], stride, shot.ratio, _LEVELS * 256)
        radius = chosen_radius(int(np.count_nonzero(chosen)), len(seen)) if len(seen) else 1.0
        _draw(codes, flat[chosen], kinds[chosen], stride, shot.ratio, 0, radius)
    picture = codes.reshape(-1, stride)[reach : reach + shot.height, reach : reach + shot.width]
    return _table(shot.colors)[picture]


def _places(shot: Shot) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """Return the points in the area, in their order, and the pixel of each."""
    points, area = shot.points, shot.area
    inside = points.between(area.x0, area.x1)
    few = len(inside) * 4 < len(points)
    order = np.sort(inside) if few else np.arange(len(points))
    seen, flat = [order[:0]], [np.zeros(0, dtype=np.int64)]
    for piece in _pieces(len(order)):
        part: npt.NDArray[np.intp] | slice = order[piece] if few else piece
        column = (points.x[part] - area.x0) * (shot.width / area.width)
        row = (area.y1 - points.y[part]) * (shot.height / area.height)
        good = (column >= 0) & (column < shot.width) & (row >= 0) & (row < shot.height)
        if not shot.visible.all():
            good &= shot.visible[points.kind[part]]
        at = np.flatnonzero(good)
        seen.append(order[piece][at])
        flat.append(row[at].astype(np.int64) * shot.width + column[at].astype(np.int64))
    return np.concatenate(seen), np.concatenate(flat)


def _pieces(count: int) -> Iterator[slice]:
    """Ranges so short that no step on one of them keeps other threads waiting for more than a millisecond or two."""
    for first in range(0, count, _PIECE):
        yield slice(first, min(count, first + _PIECE))


def dot_radius(count: int) -> float:
    """Return the radius of the dots where so many are in view, in pixels of the layout."""
    return next((radius for most, radius in _DISCS if count <= most), 1.0)


def chosen_radius(chosen: int, seen: int) -> float:
    """Return the radius of selected dots among all in view: larger than the others, and never much larger."""
    return min(dot_radius(chosen), 1.7 * dot_radius(seen))


def _draw(
    codes: npt.NDArray[np.uint16],
    flat: npt.NDArray[np.int64],
    kinds: npt.NDArray[np.uint8],
    stride: int,
    ratio: float,
    base: int,
    radius: float = 0.0,
) -> None:
    """Put points into an image of codes: ``base + kind * 16 + strength``. Where points meet the later one is seen."""
    if not len(flat):
        return
    ink = kinds.astype(np.uint16) * np.uint16(_LEVELS) + np.uint16(base)
    if len(flat) <= _DUST:
        for offset, level in _disc((radius or dot_radius(len(flat))) * ratio, stride):
            codes[flat + offset] = ink + np.uint16(level)
        return
    side = max(2, round(1.5 * ratio))
    many = np.bincount(flat, minlength=len(codes))
    heap = many.copy()
    offsets = [dy * stride + dx for dy in range(side) for dx in range(side)]
    for offset in offsets:
        if offset:
            heap[offset:] += many[:-offset]
        for piece in _pieces(len(flat)):
            codes[flat[piece] + offset] = ink[piece]
    strength = np.minimum(7 + 2 * np.log2(np.arange(1, 18)), _LEVELS - 1).astype(np.uint16)
    touched = np.flatnonzero(heap)
    codes[touched] += strength[np.minimum(heap[touched], 17) - 1]


def _disc(radius: float, stride: int) -> list[tuple[int, int]]:
    """Return the offsets of a round dot and their strengths, the weakest first."""
    reach = int(radius) + 1
    found = []
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            level = round((_LEVELS - 2) * min(1.0, max(0.0, radius + 0.5 - float(np.hypot(dx, dy)))))
            if level:
                found.append((dy * stride + dx, level))
    return sorted(found, key=lambda entry: entry[1])


def _table(colors: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint32]:
    """Return the pixel of each code; the second half is that of what is not chosen."""
    table = np.zeros(2 * _LEVELS * 256, dtype=np.uint32)
    level = np.tile(np.arange(_LEVELS), len(colors)) / (_LEVELS - 1)
    rgb = np.repeat(colors.astype(np.float64), _LEVELS, axis=0)
    for half, weight in ((0, 1.0), (1, _DIM)):
        parts = np.rint(np.column_stack((np.full(len(level), 255.0), rgb)) * (level * weight)[:, None])
        pixel = parts.astype(np.uint32) @ np.array([1 << 24, 1 << 16, 1 << 8, 1], dtype=np.uint32)
        first = half * _LEVELS * 256
        table[first : first + len(pixel)] = pixel
    return table


def nearest(shot: Shot, x: float, y: float, reach: float) -> int:
    """Return the visible point that is seen nearest to a place, -1 where none is within reach.

    Args:
        shot: what is seen, its pixels being those of the layout.
        x: pixels from the left.
        y: pixels from the top.
        reach: pixels.
    """
    points, area = shot.points, shot.area
    per_x, per_y = area.width / max(1, shot.width), area.height / max(1, shot.height)
    at_x, at_y = area.x0 + x * per_x, area.y1 - y * per_y
    close = points.between(at_x - reach * per_x, np.nextafter(at_x + reach * per_x, np.inf))
    close = close[shot.visible[points.kind[close]]]
    distance = np.hypot((points.x[close] - at_x) / per_x, (points.y[close] - at_y) / per_y)
    if not len(distance) or distance.min() > reach:
        return -1
    near = close[distance == distance.min()]
    return int(near.max())  # of several in one place the one that is drawn last
