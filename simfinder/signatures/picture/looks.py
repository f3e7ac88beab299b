"""The looks of all pictures of a scan, as columns, and what share of two of them agrees.

Two pictures are compared by their rasters, in the way in which their hashes are closest. The brightness of one is
fitted to that of the other by a gain and an offset, so that a brighter copy still agrees. A cell agrees where what is
left is small beside the contrast of the picture; the figure is the share of cells that agree, brightness counting for
four fifths and colour for one.

A picture with an even frame is also compared by what is inside: the figure then counts the frame, from both sides. So
does that of a picture of which a part was cut away (``cuts``). Plain pictures, whose hashes are chance, are compared if
their rasters agree in every cell (``rasters``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.signatures.content_rows import ContentRows, Numbers
from simfinder.signatures.picture import cuts, pdq, rasters
from simfinder.signatures.picture.look import RASTER, SIDE, Look
from simfinder.signatures.picture.notes import LEVELS
from simfinder.signatures.picture.rasters import channels

NEAR = 31
"""Bits in which the hashes of two pictures that show the same differ at most: the largest distance joined exactly."""

_AT_ONCE = 1 << 10  # pairs compared together: 30 MB with what is computed of their rasters
_REMEMBERED = 1 << 12  # pictures whose windows are held: 26 MB
_LEAST_GAIN, _MOST_GAIN = 0.5, 2.0
_TOLERATED = 8.0
"""Levels by which cells may differ and agree; a JPEG of quality 10 at a tenth of the size stays within it."""
_OF_CONTRAST = 0.2
"""The same as a share of the standard deviation of the picture, for those of strong contrast."""
_TOLERATED_COLOUR = 12.0
_GREY, _COLOURED = 128, 1.5
"""The level of both colour channels in a grey picture, and how far those of a coloured one are away on average."""
_LOSSLESS = 101
_OF_RAW = np.int64(1) << 60
QUALITY = 127
"""The bits of ``Looks.worth`` that say at which quality a picture was saved."""
_PIXELS = 9
"""Its bit from which on pixels are counted."""
_HALF_TRUSTED = 40
"""Least quality of a hash that meets one to be trusted: what is saved again loses some."""
_COLOUR = 0.2
"""What colour counts in the figure."""

Masks = npt.NDArray[np.bool_]
_Levels = npt.NDArray[np.float32]


class Part(NamedTuple):
    """How one picture is a part of another.

    Attributes:
        whole, part: rows of both.
        way: how the part lies against the whole, see ``pdq.PdqHash``.
        box: where it is in the whole.
        figure: what share of the two agrees.
    """

    whole: int
    part: int
    way: int
    box: cuts.Box
    figure: float


class Laid(NamedTuple):
    """Turns and cuts that lay one of two pictures that look alike over the other.

    Attributes:
        ways: how to turn each, see ``pdq.PdqHash``; 0 leaves it as it is.
        boxes: the part of each, before it is turned, that both show.
    """

    ways: tuple[int, int]
    boxes: tuple[cuts.Box, cuts.Box]


@dataclass(frozen=True, eq=False)
class Looks(ContentRows):
    """The looks of k pictures, f of which have a frame.

    Attributes:
        width, height: (k,) int32.
        saved: (k,) uint8.
        camera: (k,) bool.
        notes: (k,) uint8, see ``Look``.
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
    notes: npt.NDArray[np.uint8]
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
        seen = [look.raster for look in each] + [inside.raster for _, inside in inner]
        quality = [look.quality for look in each] + [inside.quality for _, inside in inner]
        return cls(
            np.array(content, np.int32),
            np.array([look.width for look in each], np.int32),
            np.array([look.height for look in each], np.int32),
            np.array([look.saved for look in each], np.uint8),
            np.array([look.camera for look in each], np.bool_),
            np.array([look.notes for look in each], np.uint8),
            np.array(quality, np.uint8),
            np.array(words, np.uint64).reshape(-1, pdq.TURNS, pdq.BITS // 64),
            np.array(seen, np.uint8).reshape(-1, RASTER),
            np.array([row for row, _ in inner], np.int32),
            np.array([inside.share for _, inside in inner], np.float32),
        )

    @cached_property
    def trusted(self) -> Masks:
        """Which pictures, and insides of frames, may have a hash to be compared by, (k + f,) bool."""
        mask: Masks = self.quality >= _HALF_TRUSTED
        return mask

    @cached_property
    def plain(self) -> Masks:
        """Which pictures, and insides of frames, are told by their rasters, (k + f,) bool, see ``rasters``."""
        return rasters.are_plain(self.raster, self.quality)

    @cached_property
    def means(self) -> rasters.Means:
        """Levels that stay whichever way a picture lies, (k + f, 7), see ``rasters``; zeros where it is not plain."""
        found = np.zeros((len(self.quality), rasters.MEANS), np.int16)
        found[self.plain] = rasters.means(self.raster[self.plain])
        return found

    @cached_property
    def comparable(self) -> Masks:
        """Which pictures can be compared at all, (k,) bool."""
        mask: Masks = (self.trusted | self.plain)[: len(self)]
        return mask

    def beside(self, look: Look) -> npt.NDArray[np.float32]:
        """Return what share of each picture agrees with another one, (k,); NaN where they don't look alike."""
        alone, own = Looks.of({0: look}), len(self)
        both: dict[str, npt.NDArray[np.generic]] = {
            name: np.concatenate((getattr(self, name), getattr(alone, name)))
            for name in ("width", "height", "saved", "camera", "notes", "share")
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

    def wholes(self, a: Numbers, b: Numbers) -> Masks:
        """Return which pairs of contents are pictures that look alike as they are, (m,), not only parts of them."""
        found = np.zeros(len(a), np.bool_)
        both, one, other = self.pairs(a, b)
        found[both] = self.lie(one, other)[1] <= NEAR
        return found

    @cached_property
    def worth(self) -> npt.NDArray[np.int64]:
        """How much there is of each picture, (k,): whether it is raw, pixels, colours, a camera's notes, quality."""
        saved = np.where(self.saved > 0, self.saved, _LOSSLESS)
        worth: npt.NDArray[np.int64] = (
            (self._pixels << _PIXELS) + (self.coloured << 8) + (self.camera.astype(np.int64) << 7) + saved
        )
        worth += np.where(self.notes & LEVELS, _OF_RAW, 0)
        return worth

    def worth_beside(self, rows: Numbers, others: Numbers) -> npt.NDArray[np.int64]:
        """Return ``worth`` of pictures beside others, (m,): a frame around what the other one shows counts for nothing.

        A dark edge that both have is a part of the picture.
        """
        worth, inside = self.worth[rows], self._inside[rows]
        at = np.flatnonzero((inside >= 0) & (rows != others))
        at = at[self.lie(rows[at], others[at])[1] > NEAR]
        at = at[self.lie(inside[at], others[at])[1] <= NEAR]
        frame = self._pixels[rows[at]] * (1 - self._shares[inside[at]].astype(np.float64))
        worth[at] -= frame.astype(np.int64) << _PIXELS
        return worth

    def are_raw(self, contents: Numbers) -> Masks:
        """Return which contents are raw pictures of cameras, (m,): whose pixels prove nothing."""
        rows = self.rows(contents)
        raw: Masks = (rows >= 0) & ((self.notes[rows] & LEVELS) != 0)
        return raw

    @cached_property
    def _pixels(self) -> npt.NDArray[np.int64]:
        return self.width.astype(np.int64) * self.height

    @cached_property
    def coloured(self) -> npt.NDArray[np.int64]:
        """Which pictures have colours, (k,): 1 or 0."""
        colours = self.raster[: len(self), SIDE * SIDE :]
        away = np.abs(colours - np.float32(_GREY)).mean(axis=1) if len(self) else np.zeros(0)
        return (away >= _COLOURED).astype(np.int64)

    def agreement(self, a: Numbers, b: Numbers) -> npt.NDArray[np.float32]:
        """Return what share of pairs of contents agrees as pictures, (m,) float32; NaN where they don't look alike.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with.
        """
        figures = np.full(len(a), np.nan, np.float32)
        both, one, other = self.pairs(a, b)
        for mine in (False, True):
            for its in (False, True):
                x, y = (self._inside[rows] if inner else rows for inner, rows in ((mine, one), (its, other)))
                there = np.flatnonzero((x >= 0) & (y >= 0))
                for begin in range(0, len(there), _AT_ONCE):
                    part = there[begin : begin + _AT_ONCE]
                    found = self._agreement(x[part], y[part])
                    figures[both[part]] = np.fmax(figures[both[part]], found)
        apart = np.isnan(figures[both])
        for place, x, y in zip(*(rows[apart].tolist() for rows in (both, one, other)), strict=True):
            if (cut := self.part(x, y)) is not None:
                figures[place] = cut.figure
        return figures

    def is_cut(self, one: int, its: int) -> bool:
        """Return whether one of two pictures that look alike is only a part of the other."""
        rows = [(x, y) for x in (one, int(self._inside[one])) for y in (its, int(self._inside[its]))]
        return min(int(self.lie(*np.array([pair]).T)[1][0]) for pair in rows if min(pair) >= 0) > NEAR

    def part(self, one: int, its: int) -> Part | None:
        """Return how one of two pictures is a part of the other, whichever it is; None where none is."""
        if not (self.trusted[one] and self.trusted[its]) or max(self.quality[[one, its]]) < pdq.TRUSTED:
            return None
        known = self._parts
        key = min(one, its), max(one, its)
        if key not in known:
            found = [self._part(one, its), self._part(its, one)]
            known[key] = max((part for part in found if part), key=lambda part: part.figure, default=None)
        return known[key]

    @cached_property
    def _parts(self) -> dict[tuple[int, int], Part | None]:
        """What is known of pairs that are no wholes of one another."""
        return {}

    def _windows(self, row: int) -> npt.NDArray[np.uint64]:
        """Return the hashes of the windows of a picture; those of the last pictures are remembered."""
        if row not in self._last_windows:
            if len(self._last_windows) >= _REMEMBERED:
                self._last_windows.clear()
            self._last_windows[row] = cuts.window_words(self.raster[row : row + 1])[0]
        return self._last_windows[row]

    @cached_property
    def _last_windows(self) -> dict[int, npt.NDArray[np.uint64]]:
        return {}

    def _part(self, whole: int, part: int) -> Part | None:
        """Return how the second picture is a part of the first; None where it is none."""
        windows = self._windows(whole)
        apart = np.bitwise_count(windows[:, None] ^ self.words[part]).sum(axis=2, dtype=np.int64)
        window, way = np.unravel_index(int(apart.argmin()), apart.shape)
        if apart[window, way] > cuts.NEAR:
            return None
        bright, *_ = channels(self.raster[[whole]], 0)
        its, *_ = channels(self.raster[[part]], int(way))
        box = cuts.moved(bright[0], its[0], cuts.WINDOWS[window])
        within = cuts.cut_out(self.raster[whole], box)
        share = float(_share(self.raster[[part]], within[None], int(way), softened=True)[0])
        return Part(whole, part, int(way), box, share * 2 * box.share / (1 + box.share))

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

    def laid(self, one: int, its: int) -> Laid:
        """Return the turns and cuts that lay a picture over another that it looks like; frames are not cut off."""
        cut = self.part(one, its) if self.is_cut(one, its) else None
        if cut is None:
            return Laid((self.match(one, its)[0], 0), (cuts.WHOLE, cuts.WHOLE))
        if cut.part == one:
            return Laid((cut.way, 0), (cuts.WHOLE, cut.box))
        return Laid((0, cut.way), (cut.box, cuts.WHOLE))

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
        bits the hashes differ then: in none where plain pictures are the same, in all where they can't be compared.
        """
        apart = np.bitwise_count(self.words[one] ^ self.words[other, :1]).sum(axis=2, dtype=np.int64)
        way = apart.argmin(axis=1)
        least = apart[np.arange(len(way)), way]
        mine, its = self.quality[one], self.quality[other]
        poor = (np.minimum(mine, its) < _HALF_TRUSTED) | (np.maximum(mine, its) < pdq.TRUSTED)
        least[poor] = pdq.BITS
        at = np.flatnonzero((least > 0) & self.plain[one] & self.plain[other])
        at = at[rasters.are_close(self.means[one[at]], self.means[other[at]])]
        for begin in range(0, len(at), _AT_ONCE):
            part = at[begin : begin + _AT_ONCE]
            found = rasters.same(self.raster[one[part]], self.raster[other[part]])
            part, found = part[found >= 0], found[found >= 0]
            way[part], least[part] = found, 0
        return way, least

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


def _share(
    one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8], way: int, *, softened: bool = False
) -> npt.NDArray[np.float32]:
    mine, its = channels(one, way), channels(other, 0)
    if softened:  # cells of one lie across those of the other
        mine, its = ((_soft(some[0]), *some[1:]) for some in (mine, its))
    left, contrast = _residual(mine[0], its[0])
    limit = np.maximum(_TOLERATED, _OF_CONTRAST * contrast)[:, None, None]
    # a bar with a caption spoils the fit, and all else is as it was
    fitted, plain = ((np.abs(rest) <= limit).mean(axis=(1, 2)) for rest in (left, its[0] - mine[0]))
    bright = np.maximum(fitted, plain)
    colour = np.maximum(np.abs(mine[1] - its[1]), np.abs(mine[2] - its[2])) <= _TOLERATED_COLOUR
    return ((1 - _COLOUR) * bright + _COLOUR * colour.mean(axis=(1, 2))).astype(np.float32)


def _soft(levels: _Levels) -> _Levels:
    """Return rasters, (m, n, n), each cell with half of its neighbours' levels on each side."""
    for axis in (1, 2):
        ends = [(1, 1) if each == axis else (0, 0) for each in range(3)]
        wide = np.pad(levels, ends, mode="edge")
        before, behind = (np.take(wide, range(at, at + levels.shape[axis]), axis) for at in (0, 2))
        levels = ((before + 2 * levels + behind) / 4).astype(np.float32)
    return levels


def _residual(mine: _Levels, its: _Levels) -> tuple[_Levels, _Levels]:
    """Return what is left of the brightness of one picture when that of another is fitted to it, and its contrast."""
    middle, its_middle = (part.mean(axis=(1, 2), keepdims=True) for part in (mine, its))
    a, b = mine - middle, its - its_middle
    spread = np.maximum((a * a).sum(axis=(1, 2), keepdims=True), 1.0)
    gain = np.clip((a * b).sum(axis=(1, 2), keepdims=True) / spread, _LEAST_GAIN, _MOST_GAIN)
    left: _Levels = b - gain * a
    contrast: _Levels = its.std(axis=(1, 2))
    return left, contrast
