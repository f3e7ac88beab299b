"""The service that compares two pictures on their pixels: two files go in, and whether they are one shot comes out.

``picture_pairs`` asks it. Both are brought to the size of the smaller one, to ``_SIDE`` pixels at most, and compared in
brightness and colour. What saving and resizing leave behind is noise beside edges: a pixel may differ by a few levels
and by a share of the contrast around it. Another shot of the same scene, another name in a form or another word on a
screen differ by more somewhere, and one pixel is enough.
"""

from __future__ import annotations

import os

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from simfinder.app.verify.picture_pair_answer import ANSWER
from simfinder.scan.media import picture_service
from simfinder.workers.sandbox.server import Call

LEAST = 256
"""Pixels of the longer side of the smaller picture from which on pixels tell anything: a thumbnail fits many shots."""

_SIDE = 768  # at 512 another letter in a word of ten pixels is lost
_AROUND = 5  # pixels across, of which the contrast counts
_TOLERATED, _OF_CONTRAST = 10.0, 0.3
_TOLERATED_COLOUR = 24.0

prepare = picture_service.prepare
Levels = npt.NDArray[np.float32]


def answer(call: Call) -> bytes:
    """Compare two pictures; the request is the way in which the first lies against the second, see ``pdq.PdqHash``."""
    way, pictures, identities = call.payload[0], [], []
    for number in (0, 1):
        try:
            with open(call.open(number), "rb") as file:
                status = os.fstat(file.fileno())
                pictures.append(picture_service.upright(file, 2 * _SIDE))
        except Exception:
            return ANSWER.pack(*(0,) * 8, False)
        identities += [status.st_dev, status.st_ino, status.st_size, max(0, status.st_mtime_ns)]
    one, other = pictures
    return ANSWER.pack(*identities, agree(_lain(one, way), other))


def agree(one: Image.Image, other: Image.Image) -> bool:
    """Return whether two pictures that lie in one way agree in every pixel, but for what saving leaves behind."""
    width, height = min(one.width, other.width), min(one.height, other.height)
    if max(width, height) < LEAST:
        return False
    scale = min(1.0, _SIDE / max(width, height))
    size = max(_AROUND, round(width * scale)), max(_AROUND, round(height * scale))
    small = [each.resize(size, Image.Resampling.BOX).filter(ImageFilter.BoxBlur(1)) for each in (one, other)]
    mine, its = (np.asarray(each.convert("YCbCr"), np.float32) for each in small)
    apart = np.abs(mine - its)
    around = np.maximum(*(_contrast(each.convert("L")) for each in small))
    bright = apart[:, :, 0] <= _TOLERATED + _OF_CONTRAST * around
    colour = apart[:, :, 1:].max(axis=2) <= _TOLERATED_COLOUR + _OF_CONTRAST * around
    return bool(bright.all() and colour.all())


def _contrast(picture: Image.Image) -> Levels:
    """Return the range of levels around each pixel."""
    most, least = (kind(_AROUND) for kind in (ImageFilter.MaxFilter, ImageFilter.MinFilter))
    return np.asarray(picture.filter(most), np.float32) - np.asarray(picture.filter(least), np.float32)


def _lain(picture: Image.Image, way: int) -> Image.Image:
    """Return a picture lain in one of the eight ways of ``pdq.PdqHash``."""
    from simfinder.signatures.picture.rasters import WAYS

    turns = Image.Transpose.TRANSPOSE, Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM
    for turn, wanted in zip(turns, WAYS[way], strict=True):
        picture = picture.transpose(turn) if wanted else picture
    return picture
