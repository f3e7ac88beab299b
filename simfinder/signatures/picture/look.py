"""The look of a picture: its hash, a small raster of brightness and colour, and how large it is.

It comes from a small version of the picture, is stored in the cache, and is all that two pictures are compared by:
nothing is decoded twice. ``agreement`` compares two looks, ``looks`` holds those of a scan.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.notes import ALL

VERSION = 3
"""Raise it with every change of what a look is made of: pictures are looked at again."""

SIDE = 32
"""Cells of brightness on each side of the raster."""

COARSE = 16
"""Cells of each of the two colour channels on each side: eyes and JPEG see colour half as sharply."""

RASTER = SIDE * SIDE + 2 * COARSE * COARSE

_HEAD, _FRAME = struct.Struct("<IIBBBB"), struct.Struct("<fB")
_WORDS = pdq.TURNS * pdq.BITS // 8
_CHANNELS = np.array(
    ((0.299, 0.587, 0.114), (-0.168736, -0.331264, 0.5), (0.5, -0.418688, -0.081312)), np.float32
)
"""What red, green and blue count in brightness, blue beside grey and red beside grey, as in a JPEG."""

_MIDDLE = 128.0

Bytes = npt.NDArray[np.uint8]
Levels = npt.NDArray[np.floating] | npt.NDArray[np.uint8]


class Inside(NamedTuple):
    """What is inside an even frame around a picture, such as the bars of a film.

    Attributes:
        share: of the whole picture, 0..1.
        quality, words, raster: as in ``Look``.
    """

    share: float
    quality: int
    words: npt.NDArray[np.uint64]
    raster: Bytes


@dataclass(frozen=True, slots=True)
class Look:
    """The look of one picture.

    Attributes:
        width, height: pixels, as the picture is shown: turned the way its file says.
        quality: of the hash, see ``pdq.TRUSTED``; 0 for a picture that is not compared.
        saved: the quality a JPEG was saved at, 1 to 100; 0 for any other picture, and where the tables don't tell.
        camera: the file names the camera it is from.
        notes: what else it notes, bits of ``notes``.
        words: (8, 4) uint64, see ``pdq.PdqHash``.
        raster: (1536,) uint8: 32 x 32 cells of brightness, then 16 x 16 of blue and of red beside grey.
        inside: what is in the frame; None for a picture without one.
    """

    width: int
    height: int
    quality: int
    saved: int
    camera: bool
    notes: int
    words: npt.NDArray[np.uint64]
    raster: Bytes
    inside: Inside | None = None

    def pack(self) -> bytes:
        """Return it as bytes for the cache."""
        head = _HEAD.pack(self.width, self.height, self.quality, self.saved, self.camera, self.notes)
        parts = [head, self.words.astype("<u8").tobytes(), self.raster.tobytes()]
        if (inside := self.inside) is not None:
            parts += [_FRAME.pack(inside.share, inside.quality), inside.words.astype("<u8").tobytes()]
            parts.append(inside.raster.tobytes())
        return b"".join(parts)

    @classmethod
    def parse(cls, data: bytes) -> Look | None:
        """Read it from the cache's bytes; None where they are malformed."""
        at = _HEAD.size + _WORDS + RASTER
        if len(data) not in (at, at + _FRAME.size + _WORDS + RASTER):
            return None
        width, height, quality, saved, camera, notes = _HEAD.unpack_from(data)
        if quality > 100 or saved > 100 or notes > ALL:
            return None
        inside = None
        if len(data) > at:
            share, its = _FRAME.unpack_from(data, at)
            if not (0 < share < 1 and its <= 100):
                return None
            inside = Inside(share, its, *_seen(data, at + _FRAME.size))
        return cls(width, height, quality, saved, bool(camera), notes, *_seen(data, _HEAD.size), inside)

    @classmethod
    def none(cls) -> Look:
        """Return the look of what is no picture, or one that can't be compared: it links nothing."""
        words = np.zeros((pdq.TURNS, pdq.BITS // 64), np.uint64)
        return cls(0, 0, 0, 0, False, 0, words, np.zeros(RASTER, np.uint8))


def _seen(data: bytes, at: int) -> tuple[npt.NDArray[np.uint64], Bytes]:
    """Return the words and the raster that are packed from a byte on."""
    words = np.frombuffer(data, "<u8", _WORDS // 8, at).reshape(pdq.TURNS, -1).astype(np.uint64)
    return words, np.frombuffer(data, np.uint8, RASTER, at + _WORDS)


def look_of(
    points: Levels,
    width: int,
    height: int,
    *,
    saved: int = 0,
    camera: bool = False,
    notes: int = 0,
    inside: Levels | None = None,
    share: float = 1.0,
) -> Look:
    """Make the look of a picture.

    Args:
        points: (3, 64, 64) levels of red, green and blue, 0..255, around points spread evenly over it, each taken by a
            tent as ``pdq.points_of`` does it.
        width: pixels of the picture itself.
        height: likewise.
        saved: quality of a JPEG, see ``Look``.
        camera: see ``Look``.
        notes: see ``Look``.
        inside: points of what is in its frame; None for a picture without one.
        share: of the picture that is in the frame.
    """
    within = None if inside is None else Inside(share, *_made(inside))
    quality, words, raster = _made(points)
    return Look(width, height, quality, saved, camera, notes, words, raster, within)


def _made(points: Levels) -> tuple[int, npt.NDArray[np.uint64], Bytes]:
    """Return quality, words and raster of points."""
    flat = points.reshape(3, -1).astype(np.float32)
    bright, *colours = (_CHANNELS @ flat).reshape(3, pdq.SIDE, pdq.SIDE)
    hashed = pdq.hash_of_points(bright)
    channels = [bright.reshape(SIDE, 2, SIDE, 2).mean(axis=(1, 3))]
    channels += [colour.reshape(COARSE, 4, COARSE, 4).mean(axis=(1, 3)) + _MIDDLE for colour in colours]
    raster = np.concatenate([channel.ravel() for channel in channels])
    raster = np.clip(np.rint(raster), 0, 255).astype(np.uint8)
    return hashed.quality, hashed.words, raster
