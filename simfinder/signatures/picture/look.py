"""The look of a picture: its hash, a small raster of brightness and colour, and how large it is.

It comes from a small version of the picture, is stored in the cache, and is all that two pictures are compared by:
nothing is decoded twice. ``agreement`` compares two looks, ``looks`` holds those of a scan.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.signatures.picture import pdq

VERSION = 1
"""Raise it with every change of what a look is made of: pictures are looked at again."""

SIDE = 32
"""Cells of brightness on each side of the raster."""

COARSE = 16
"""Cells of each of the two colour channels on each side: eyes and JPEG see colour half as sharply."""

RASTER = SIDE * SIDE + 2 * COARSE * COARSE

_HEAD = struct.Struct("<IIBBB")
_WORDS = pdq.TURNS * pdq.BITS // 8
_CHANNELS = np.array(
    ((0.299, -0.168736, 0.5), (0.587, -0.331264, -0.418688), (0.114, 0.5, -0.081312)), np.float32
)
"""What red, green and blue count in brightness, blue beside grey and red beside grey, as in a JPEG."""

_MIDDLE = 128.0

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Look:
    """The look of one picture.

    Attributes:
        width, height: pixels, as the picture is shown: turned the way its file says.
        quality: of the hash, see ``pdq.TRUSTED``; 0 for a picture that is not compared.
        saved: the quality a JPEG was saved at, 1 to 100; 0 for any other picture, and where the tables don't tell.
        camera: the file names the camera it is from.
        words: (8, 4) uint64, see ``pdq.PdqHash``.
        raster: (1536,) uint8: 32 x 32 cells of brightness, then 16 x 16 of blue and of red beside grey.
    """

    width: int
    height: int
    quality: int
    saved: int
    camera: bool
    words: npt.NDArray[np.uint64]
    raster: Bytes

    def pack(self) -> bytes:
        """Return it as bytes for the cache."""
        head = _HEAD.pack(self.width, self.height, self.quality, self.saved, self.camera)
        return b"".join((head, self.words.astype("<u8").tobytes(), self.raster.tobytes()))

    @classmethod
    def parse(cls, data: bytes) -> Look | None:
        """Read it from the cache's bytes; None where they are malformed."""
        if len(data) != _HEAD.size + _WORDS + RASTER:
            return None
        width, height, quality, saved, camera = _HEAD.unpack_from(data)
        if quality > 100 or saved > 100:
            return None
        words = np.frombuffer(data, "<u8", _WORDS // 8, _HEAD.size).reshape(pdq.TURNS, -1).astype(np.uint64)
        raster = np.frombuffer(data, np.uint8, RASTER, _HEAD.size + _WORDS)
        return cls(width, height, quality, saved, bool(camera), words, raster)

    @classmethod
    def none(cls) -> Look:
        """Return the look of what is no picture, or one that can't be compared: it links nothing."""
        words = np.zeros((pdq.TURNS, pdq.BITS // 64), np.uint64)
        return cls(0, 0, 0, 0, False, words, np.zeros(RASTER, np.uint8))


def look_of(points: Bytes, width: int, height: int, *, saved: int = 0, camera: bool = False) -> Look:
    """Make the look of a picture.

    Args:
        points: (64, 64, 3) red, green and blue around points spread evenly over it, each taken by a tent as
            ``pdq.points_of`` does it.
        width: pixels of the picture itself.
        height: likewise.
        saved: quality of a JPEG, see ``Look``.
        camera: see ``Look``.
    """
    bright, *colours = np.moveaxis(points.astype(np.float32) @ _CHANNELS, 2, 0)
    hashed = pdq.hash_of_points(bright)
    channels = [bright.reshape(SIDE, 2, SIDE, 2).mean(axis=(1, 3))]
    channels += [colour.reshape(COARSE, 4, COARSE, 4).mean(axis=(1, 3)) + _MIDDLE for colour in colours]
    raster = np.concatenate([channel.ravel() for channel in channels])
    raster = np.clip(np.rint(raster), 0, 255).astype(np.uint8)
    return Look(width, height, hashed.quality, saved, camera, hashed.words, raster)
