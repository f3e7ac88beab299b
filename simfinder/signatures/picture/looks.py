"""The looks of all pictures of a scan, as columns, and what share of two of them agrees.

Two pictures are compared by their rasters, in the way in which their hashes are closest. The brightness of one is
fitted to that of the other by a gain and an offset, so that a brighter copy still agrees. A cell agrees where what is
left is small beside the contrast of the picture; the figure is the share of cells that agree, brightness counting for
four fifths and colour for one.

A picture with an even frame is also compared by what is inside: the figure then counts the frame, from both sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.look import COARSE, RASTER, SIDE, Look

NEAR = 31
"""Bits in which the hashes of two pictures that show the same differ at most: the largest distance joined exactly."""

_AT_ONCE = 1 << 12  # pairs compared together: 30 MB of rasters
_LEAST_GAIN, _MOST_GAIN = 0.5, 2.0
_TOLERATED = 8.0
"""Levels by which cells may differ and agree; a JPEG of quality 10 at a tenth of the size stays within it."""
_OF_CONTRAST = 0.2
"""The same as a share of the standard deviation of the picture, for those of strong contrast."""
_TOLERATED_COLOUR = 12.0
_LOSSLESS = 101
_HALF_TRUSTED = 40
"""Least quality of a hash that meets one to be trusted: what is saved again loses some."""
_COLOUR = 0.2
"""What colour counts in the figure."""

Numbers = npt.NDArray[np.integer]
Masks = npt.NDArray[np.bool_]
_Levels = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Looks:
    """The looks of k pictures, f of which have a frame.

    Attributes:
        content: (k,) int32, the content each one is of, ascending.
        width, height: (k,) int32.
        saved: (k,) uint8.
        camera: (k,) bool.
        quality: (k + f,) uint8, of the pictures, then of what is in the frames.
        words: (k + f, 8, 4) uint64, likewise.
        raster: (k + f, 1536) uint8, likewise.
        framed: (f,) int32, rows of the pictures with a frame, ascending.
        share: (f,) float32, what share of each is in the frame.
    """

    content: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]
    height: npt.NDArray[np.int32]
    saved: npt.NDArray[np.uint8]
    camera: Masks
    quality: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint64]
    raster: npt.NDArray[np.uint8]
    framed: npt.NDArray[np.int32]
    share: npt.NDArray[np.float32]

    @classmethod
    def of(cls, looks: Mapping[int, Look]) -> Looks:
        """Put looks by content into columns."""
        content = sorted(looks)
        each = [looks[row] for row in content]
        inner = [(row, look.inside) for row, look in enumerate(each) if look.inside is not None]
        words = [look.words for look in each] + [inside.words for _, inside in inner]
        rasters = [look.raster for look in each] + [inside.raster for _, inside in inner]
        quality = [look.quality for look in each] + [inside.quality for _, inside in inner]
        return cls(
            np.array(content, np.int32),
            np.array([look.width for look in each], np.int32),
            np.array([look.height for look in each], np.int32),
            np.array([look.saved for look in each], np.uint8),
            np.array([look.camera for look in each], np.bool_),
            np.array(quality, np.uint8),
            np.array(words, np.uint64).reshape(-1, pdq.TURNS, pdq.BITS // 64),
            np.array(rasters, np.uint8).reshape(-1, RASTER),
            np.array([row for row, _ in inner], np.int32),
            np.array([inside.share for _, inside in inner], np.float32),
        )

    def __len__(self) -> int:
        return len(self.content)

    @cached_property
    def trusted(self) -> Masks:
        """Which pictures, and insides of frames, may have enough to see to be compared, (k + f,) bool."""
        mask: Masks = self.quality >= _HALF_TRUSTED
        return mask

    def beside(self, look: Look) -> npt.NDArray[np.float32]:
        """Return what share of each picture agrees with another one, (k,); NaN where they don't look alike."""
        alone, own = Looks.of({0: look}), len(self)
        both: dict[str, npt.NDArray[np.generic]] = {
            name: np.concatenate((getattr(self, name), getattr(alone, name)))
            for name in ("width", "height", "saved", "camera", "share")
        }
        for name in (
            "quality",
            "words",
            "raster",
        ):  # first those of the pictures, then those of what is in frames
            mine, its = getattr(self, name), getattr(alone, name)
            both[name] = np.concatenate((mine[:own], its[:1], mine[own:], its[1:]))
        content = np.arange(own + 1, dtype=np.int32)
        joined = Looks(content=content, framed=np.append(self.framed, alone.framed + own), **both)  # type: ignore[arg-type]
        return joined.agreement(content[:own], np.full(own, own))

    @cached_property
    def worth(self) -> npt.NDArray[np.int64]:
        """How much there is of each picture, (k,): pixels count first, then a camera's notes, then the quality."""
        pixels = self.width.astype(np.int64) * self.height
        saved = np.where(self.saved > 0, self.saved, _LOSSLESS)
        worth: npt.NDArray[np.int64] = (pixels << 8) + (self.camera.astype(np.int64) << 7) + saved
        return worth

    def rows(self, contents: Numbers) -> npt.NDArray[np.intp]:
        """Return the row of each content, (m,); -1 for one that has no look."""
        at = np.searchsorted(self.content, contents)
        found = at < len(self)
        found[found] = self.content[at[found]] == np.asarray(contents)[found]
        return np.where(found, at, -1)

    def agreement(self, a: Numbers, b: Numbers) -> npt.NDArray[np.float32]:
        """Return what share of pairs of contents agrees as pictures, (m,) float32; NaN where they don't look alike.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with.
        """
        figures = np.full(len(a), np.nan, np.float32)
        if not len(self):
            return figures
        one, other = self.rows(a), self.rows(b)
        both = np.flatnonzero((one >= 0) & (other >= 0) & (one != other))
        for mine in (False, True):
            for its in (False, True):
                x, y = (
                    self._inside[rows] if inner else rows
                    for inner, rows in ((mine, one[both]), (its, other[both]))
                )
                there = np.flatnonzero((x >= 0) & (y >= 0))
                there = there[self.trusted[x[there]] & self.trusted[y[there]]]
                there = there[np.maximum(self.quality[x[there]], self.quality[y[there]]) >= pdq.TRUSTED]
                for begin in range(0, len(there), _AT_ONCE):
                    part = there[begin : begin + _AT_ONCE]
                    found = self._agreement(x[part], y[part])
                    figures[both[part]] = np.fmax(figures[both[part]], found)
        return figures

    def match(self, one: int, its: int) -> tuple[int, bool, bool]:
        """Return how one picture lies against another that it looks like, and whether only the inside of its frame
        does, or that of the other.
        """
        rows = [(x, y) for x in (one, int(self._inside[one])) for y in (its, int(self._inside[its]))]
        there = [(x, y) for x, y in rows if x >= 0 <= y]
        way, apart = self.lie(*np.array(there).T)
        best = int(apart.argmin())
        x, y = there[best]
        return int(way[best]), x != one, y != its

    @cached_property
    def owner(self) -> npt.NDArray[np.int32]:
        """The picture that each row of ``words`` is of, (k + f,)."""
        return np.concatenate((np.arange(len(self), dtype=np.int32), self.framed))

    @cached_property
    def _inside(self) -> npt.NDArray[np.int64]:
        """The row of ``words`` of what is in the frame of each picture, (k,); -1 where there is no frame."""
        rows = np.full(len(self), -1, np.int64)
        rows[self.framed] = len(self) + np.arange(len(self.framed))
        return rows

    @cached_property
    def _shares(self) -> npt.NDArray[np.float32]:
        """What share of its picture each row of ``words`` shows, (k + f,)."""
        return np.concatenate((np.ones(len(self), np.float32), self.share))

    def lie(self, one: Numbers, other: Numbers) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
        """Return how the first of two rows of ``words`` lies against the second, see ``pdq.PdqHash``, and in how many
        bits the hashes differ then.
        """
        apart = np.bitwise_count(self.words[one] ^ self.words[other, :1]).sum(axis=2, dtype=np.int64)
        way = apart.argmin(axis=1)
        return way, apart[np.arange(len(way)), way]

    def _agreement(self, one: Numbers, other: Numbers) -> npt.NDArray[np.float32]:
        figures = np.full(len(one), np.nan, np.float32)
        way, apart = self.lie(one, other)
        near = np.flatnonzero(apart <= NEAR)
        for turn in range(pdq.TURNS):
            some = near[way[near] == turn]
            if len(some):
                figures[some] = _share(self.raster[one[some]], self.raster[other[some]], turn)
        mine, its = self._shares[one], self._shares[other]
        return figures * 2 * np.minimum(mine, its) / (mine + its)


def turned(pictures: npt.NDArray[np.generic], way: int) -> npt.NDArray[np.generic]:
    """Return square pictures, (m, n, n), lain in one of the eight ways of ``pdq.PdqHash``."""
    crosswise, across, down = _WAYS[way]
    found = pictures.transpose(0, 2, 1) if crosswise else pictures
    found = found[:, :, ::-1] if across else found
    return found[:, ::-1] if down else found


_WAYS: Sequence[tuple[bool, bool, bool]] = (
    (False, False, False), (True, False, True), (False, True, True), (True, True, False),
    (False, False, True), (False, True, False), (True, False, False), (True, True, True),
)  # fmt: skip
"""Of each way: rows become columns, left becomes right, top becomes bottom."""


def _share(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8], way: int) -> npt.NDArray[np.float32]:
    mine, its = _channels(one, way), _channels(other, 0)
    left, contrast = _residual(mine[0], its[0])
    limit = np.maximum(_TOLERATED, _OF_CONTRAST * contrast)[:, None, None]
    # a bar with a caption spoils the fit, and all else is as it was
    fitted, plain = ((np.abs(rest) <= limit).mean(axis=(1, 2)) for rest in (left, its[0] - mine[0]))
    bright = np.maximum(fitted, plain)
    colour = np.maximum(np.abs(mine[1] - its[1]), np.abs(mine[2] - its[2])) <= _TOLERATED_COLOUR
    return ((1 - _COLOUR) * bright + _COLOUR * colour.mean(axis=(1, 2))).astype(np.float32)


def _channels(rasters: npt.NDArray[np.uint8], way: int) -> tuple[_Levels, _Levels, _Levels]:
    """Return brightness, blue and red of rasters that lie in a way."""
    fine, coarse = SIDE * SIDE, COARSE * COARSE
    parts = (
        rasters[:, :fine].reshape(-1, SIDE, SIDE),
        rasters[:, fine : fine + coarse].reshape(-1, COARSE, COARSE),
        rasters[:, fine + coarse :].reshape(-1, COARSE, COARSE),
    )
    one, two, three = (np.asarray(turned(part, way), np.float32) for part in parts)
    return one, two, three


def _residual(mine: _Levels, its: _Levels) -> tuple[_Levels, _Levels]:
    """Return what is left of the brightness of one picture when that of another is fitted to it, and its contrast."""
    middle, its_middle = (part.mean(axis=(1, 2), keepdims=True) for part in (mine, its))
    a, b = mine - middle, its - its_middle
    spread = np.maximum((a * a).sum(axis=(1, 2), keepdims=True), 1.0)
    gain = np.clip((a * b).sum(axis=(1, 2), keepdims=True) / spread, _LEAST_GAIN, _MOST_GAIN)
    left: _Levels = b - gain * a
    contrast: _Levels = its.std(axis=(1, 2))
    return left, contrast
