"""What becomes of a picture, by kind, for truth: the changed ones and the original show the same."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageEnhance, ImageOps
from PIL.Image import Resampling, Transpose

_CUT = 0.8**0.5  # of each side, so that four fifths of the area stay


@dataclass(frozen=True, slots=True)
class Change:
    """A way to change a picture.

    Attributes:
        name: in tables.
        family: what the table adds up: ``saved``, ``resized``, ``turned``, ``edited``, ``framed`` or ``cropped``.
        make: takes a picture in RGB, returns the changed one; what it was saved as is its ``format``.
    """

    name: str
    family: str
    make: Callable[[Image.Image], Image.Image]


def saved(picture: Image.Image, form: str = "JPEG", **options: int) -> Image.Image:
    """Return a picture as it comes back from a file of this form."""
    file = io.BytesIO()
    picture.save(file, form, **options)
    file.seek(0)
    return Image.open(file)


def scaled(picture: Image.Image, share: float) -> Image.Image:
    """Return a picture with so much of each side."""
    size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
    return picture.resize(size, Resampling.LANCZOS)


def sent(picture: Image.Image) -> Image.Image:
    """Return a picture that was sent twice: brought to 1600 pixels and saved, then to a third and saved again."""
    first = saved(scaled(picture, min(1.0, 1600 / max(picture.size))), quality=70)
    return saved(scaled(first, 1 / 3), quality=60)


def cut(picture: Image.Image, left: float, top: float, right: float, bottom: float) -> Image.Image:
    """Return a part of a picture; shares of its sides."""
    width, height = picture.size
    return picture.crop((int(left * width), int(top * height), int(right * width), int(bottom * height)))


def framed(picture: Image.Image, across: float, down: float, colour: str) -> Image.Image:
    """Return a picture in a frame of so much of its longer side."""
    side = max(picture.size)
    return ImageOps.expand(picture, (int(across * side), int(down * side)), colour)


def captioned(picture: Image.Image) -> Image.Image:
    """Return a picture with words on a black bar over its lowest eighth."""
    picture = picture.copy()
    draw, (width, height) = ImageDraw.Draw(picture), picture.size
    draw.rectangle((0, int(height * 0.88), width, height), fill=(0, 0, 0))
    draw.text((width // 10, int(height * 0.9)), "Summer at the lake, 2014", fill=(255, 255, 255))
    return picture


def _turn(way: Transpose) -> Callable[[Image.Image], Image.Image]:
    return lambda picture: saved(picture.transpose(way), quality=85)


def _quality(quality: int) -> Callable[[Image.Image], Image.Image]:
    return lambda picture: saved(picture, quality=quality)


def _size(share: float) -> Callable[[Image.Image], Image.Image]:
    return lambda picture: saved(scaled(picture, share), quality=85)


def _palette(picture: Image.Image) -> Image.Image:
    return saved(picture.convert("P", palette=Image.Palette.ADAPTIVE), "GIF")


def _crop(*box: float) -> Callable[[Image.Image], Image.Image]:
    return lambda picture: saved(cut(picture, *box), quality=85)


CHANGES = (
    *(Change(f"quality {quality}", "saved", _quality(quality)) for quality in (10, 30, 50, 70, 85, 95)),
    Change("webp", "saved", lambda picture: saved(picture, "WEBP", quality=60)),
    Change("gif", "saved", _palette),
    *(Change(f"size {share:.0%}", "resized", _size(share)) for share in (0.75, 0.5, 0.25, 0.1)),
    Change("sent twice", "resized", sent),
    *(Change(way.name.lower().replace("_", " "), "turned", _turn(way)) for way in Transpose),
    Change("grey", "edited", lambda picture: saved(picture.convert("L"), quality=85)),
    Change(
        "brighter",
        "edited",
        lambda picture: saved(ImageEnhance.Brightness(picture).enhance(1.25), quality=85),
    ),
    Change(
        "contrast", "edited", lambda picture: saved(ImageEnhance.Contrast(picture).enhance(1.3), quality=85)
    ),
    Change("caption", "edited", lambda picture: saved(captioned(picture), quality=85)),
    Change("white frame", "framed", lambda picture: saved(framed(picture, 0.06, 0.06, "white"), quality=85)),
    Change("black bars", "framed", lambda picture: saved(framed(picture, 0.0, 0.15, "black"), quality=85)),
    Change("cut all round to 90 %", "cropped", _crop(0.025, 0.025, 0.975, 0.975)),
    Change(
        "cut all round to 80 %",
        "cropped",
        _crop((1 - _CUT) / 2, (1 - _CUT) / 2, (1 + _CUT) / 2, (1 + _CUT) / 2),
    ),
    Change("cut in a corner to 80 %", "cropped", _crop(0, 0, _CUT, _CUT)),
    Change("cut at the sides to 80 %", "cropped", _crop(0.07, 0, 0.87, 1)),
)
