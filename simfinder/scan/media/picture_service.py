"""The service that looks at pictures: a file goes in, 64 x 64 points of it and what its head says come out.

``picture_reader`` asks it. Decoders of pictures are native code and meet hostile files; here they can do no harm. A
JPEG is shrunk while it is decoded, to an eighth of its sides at most: that takes a third of the time. The raw picture
of a camera is seen by the preview that is in it, which LibRaw finds.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import re
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from PIL import Image, ImageChops, UnidentifiedImageError

from simfinder.scan.media.decoders import AVIF_BRANDS, HEIF_BRANDS, RAW_HEADS
from simfinder.scan.media.picture_answer import (
    LONGEST_NOTE,
    MOST_PIXELS,
    NOTES,
    POINTS,
    SMALLEST,
    Facts,
    pack_answer,
)
from simfinder.signatures.picture.notes import LEVELS, PLACE, STARS, WORDS
from simfinder.workers.sandbox.server import Call

_FORMATS = ("JPEG", "PNG", "GIF", "BMP", "WEBP", "TIFF", "AVIF", "HEIF", "ICO")
_PLUGINS = ("Jpeg", "Mpo", "Png", "Gif", "Bmp", "WebP", "Tiff", "Avif", "Ico")
_LONGEST = 256  # pixels of the longer side of what frames and points are taken from
_LEAST_INSIDE, _MOST_INSIDE = 0.4, 0.97
_DIFFERS = [0] * 25 + [255] * 231  # levels of difference that are no noise of a JPEG
_DRAFT = (4 * POINTS, 4 * POINTS)
_ORIENTATION, _MAKE, _MODEL = 0x0112, 0x010F, 0x0110
_POSITION, _RATING = 0x8825, 0x4746
_WORDED = 0x010E, 0x9C9B, 0x9C9C, 0x9C9E  # description; title, comment and keywords of Windows
_WORDED_XMP = b"<dc:description", b"<dc:title", b"<dc:subject"
_STARS = re.compile(rb"xmp:Rating(?:=[\"']|>)\s*[1-5]")
_OF_RAW = 0x014A, 0xC612  # pictures in the picture; the version of DNG
_CR2 = slice(8, 10), b"CR"  # where Canon's own TIFF says so
_LIBRAW = {3: 3, 5: 8, 6: 6}  # its turns as orientations
_CROSSWISE = 5  # orientations from which on width and height change places
_LIES = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # fmt: skip
_TABLE, _FINEST, _CUT_OFF = 3688, 10, 200
"""Sum and least value of the table of brightness that annex K of JPEG gives, which programs scale by the quality; from
which scale on its largest values are cut off at 255."""


Box = tuple[float, float, float, float]


class Shown(NamedTuple):
    """A picture that is to be looked at.

    Attributes:
        picture: upright, in red, green, blue and opacity; no side is longer than was asked for.
        width, height: of the picture in the file, upright.
        form: ``heif``, ``avif`` or ``raw``, of which this is the preview that the camera made.
        turned: it lies otherwise in the file.
    """

    picture: Image.Image
    width: int
    height: int
    form: str
    turned: bool


class TooLargeError(ValueError):
    """A picture has too many pixels to be decoded."""


def prepare() -> None:
    """Load all decoders, while files may still be opened for that."""
    warnings.simplefilter("ignore")  # of damaged heads; they would go nowhere
    Image.MAX_IMAGE_PIXELS = None  # ``MOST_PIXELS`` counts, after shrinking
    for name in _PLUGINS:
        with suppress(ImportError):
            importlib.import_module(f"PIL.{name}ImagePlugin")
    Image.preinit()


def answer(call: Call) -> bytes:
    """Look at one picture. One that can't be decoded has no pixels.

    A file that can't be opened has no identity. Nor has one whose decoder is not installed: it is looked at again.

    A request of ``NOTES`` is answered by what the head says, as JSON.
    """
    if call.payload == NOTES:
        return json.dumps(_all_noted(call)).encode()
    facts, points, identity = Facts(), b"", (0, 0, 0, 0)
    try:
        with open(call.open(), "rb") as file:
            before = os.fstat(file.fileno())
            known = True
            with suppress(Exception):  # whatever a decoder makes of a damaged file
                try:
                    facts, points = _seen(file)
                except ImportError:
                    known = False
            after = os.fstat(file.fileno())
            if known and (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
                identity = (before.st_dev, before.st_ino, before.st_size, max(0, before.st_mtime_ns))
    except OSError:
        pass
    return pack_answer(facts, identity, points)


def _seen(file: Any) -> tuple[Facts, bytes]:
    """Return what the head of a picture says, and its points: none where it is too small or too large.

    Raises:
        ImportError: what decodes it is not installed.
        Exception: whatever a decoder makes of a damaged file.
    """
    if _is_raw(file):
        return _preview(file)
    with _opened(file) as picture:
        return _seen_in(picture, _lies(picture))


def _seen_in(picture: Image.Image, lies: int) -> tuple[Facts, bytes]:
    width, height = picture.size
    notes = picture.getexif()
    if lies >= _CROSSWISE:
        width, height = height, width
    camera = bool(notes.get(_MAKE) or notes.get(_MODEL))
    facts = Facts(width, height, _saved(picture), camera, _noted(picture, notes))
    if min(width, height) < SMALLEST:
        return facts, b""
    picture.draft("RGB", _DRAFT)
    if picture.width * picture.height > MOST_PIXELS:
        return facts, b""
    share, levels = points_of(picture)
    if lies in _LIES:
        levels = [channel.transpose(_LIES[lies]) for channel in levels]
    return facts._replace(share=share), b"".join(channel.tobytes() for channel in levels)


def _preview(file: Any) -> tuple[Facts, bytes]:
    """Look at a camera's raw picture by its preview; it counts as large as the raw one, and as saved without loss.

    Raises:
        ImportError: LibRaw is not installed.
        Exception: it has no preview, or whatever LibRaw makes of a damaged file.
    """
    picture, size, lies = _camera_preview(file)
    facts, points = _seen_in(picture, lies)
    notes = facts.notes | LEVELS
    return facts._replace(width=size[0], height=size[1], saved=0, camera=True, notes=notes), points


def _camera_preview(file: Any) -> tuple[Image.Image, tuple[int, int], int]:
    """Return the preview in a raw picture, the size of that upright, and how the preview lies.

    Raises:
        ImportError: LibRaw is not installed.
        Exception: it has no preview, or whatever LibRaw makes of a damaged file.
    """
    import rawpy

    file.seek(0)
    with rawpy.imread(file) as raw:
        sizes, thumb = raw.sizes, raw.extract_thumb()
    lies = _LIBRAW.get(sizes.flip, 1)
    data: Any = thumb.data
    jpeg = thumb.format is rawpy.ThumbFormat.JPEG
    picture = Image.open(io.BytesIO(data), formats=["JPEG"]) if jpeg else Image.fromarray(data)
    size = max((sizes.width, sizes.height), picture.size)  # LibRaw leaves out some pixels that cameras do not
    return picture, size[::-1] if lies >= _CROSSWISE else size, lies


def upright(file: Any, least: int) -> Image.Image:
    """Return a picture as it is shown, in red, green and blue. A JPEG may be shrunk, its sides not below ``least``.

    Raises:
        TooLargeError: it has too many pixels.
        Exception: whatever a decoder makes of a damaged file.
    """
    with _opened(file) as picture:
        lies = _lies(picture)
        picture.draft("RGB", (least, least))
        if picture.width * picture.height > MOST_PIXELS:
            raise TooLargeError
        seen = _on_white(_in_colour(picture))
        return seen.transpose(_LIES[lies]) if lies in _LIES else seen


def shown(file: Any, side: int) -> Shown | None:
    """Return the picture of a phone (HEIF, AVIF), or the preview of a camera's raw one; None for any other picture.

    Args:
        file: open for reading, at its start.
        side: pixels of the longer side at most.

    Raises:
        TooLargeError: it has too many pixels.
        ImportError: what decodes it is not installed.
        Exception: it has no preview, or whatever a decoder makes of a damaged file.
    """
    head = _head(file)
    if head[4:8] == b"ftyp" and head[8:12] in HEIF_BRANDS | AVIF_BRANDS:
        with _opened(file) as picture:
            form = "avif" if head[8:12] in AVIF_BRANDS else "heif"
            return _to_be_shown(picture, side, picture.size, form, 1)
    if not _is_raw(file):
        return None
    picture, size, lies = _camera_preview(file)
    return _to_be_shown(picture, side, size, "raw", lies)


def _to_be_shown(picture: Image.Image, side: int, size: tuple[int, int], form: str, lies: int) -> Shown:
    if picture.width * picture.height > MOST_PIXELS:
        raise TooLargeError
    picture.draft("RGB", (side, side))
    seen = _in_colour(picture).convert("RGBA")
    seen.thumbnail((side, side))
    if lies in _LIES:
        seen = seen.transpose(_LIES[lies])
    return Shown(seen, *size, form, lies in _LIES)


def _opened(file: Any) -> Image.Image:
    """Open a picture.

    Raises:
        ValueError: it is the raw picture of a camera, and what Pillow would open is a preview. By that it would pass
            for a copy of a JPEG that was made of it.
        ImportError: what decodes it is not installed.
        Exception: whatever a decoder makes of a damaged file.
    """
    if _is_raw(file):
        raise ValueError("a preview")
    if _head(file)[4:8] == b"ftyp" and _head(file)[8:12] in HEIF_BRANDS and "HEIF" not in Image.OPEN:
        from pillow_heif import register_heif_opener

        register_heif_opener(thumbnails=False)
    return Image.open(file, formats=[form for form in _FORMATS if form in Image.OPEN])


def _is_raw(file: Any) -> bool:
    """Return whether a file is the raw picture of a camera, or a TIFF that only LibRaw may know."""
    head = _head(file)
    if head.startswith(RAW_HEADS) or head[4:11] == b"ftypcrx":
        return True
    if head[:4] not in (b"II*\0", b"MM\0*"):
        return False
    place, mark = _CR2
    if head[place] == mark:
        return True
    try:
        tags = Image.open(file, formats=["TIFF"]).tag_v2  # type: ignore[attr-defined]  # of TIFFs only
    except UnidentifiedImageError:
        return True
    return any(tag in tags for tag in _OF_RAW)


def _head(file: Any) -> bytes:
    place = file.tell()
    file.seek(0)
    head: bytes = file.read(16)
    file.seek(place)
    return head


def _lies(picture: Image.Image) -> int:
    """Return the orientation that a picture notes; 1 for one that lies as it is shown."""
    lies = 1 if picture.format in ("TIFF", "HEIF", "AVIF") else picture.getexif().get(_ORIENTATION, 1)
    return lies if isinstance(lies, int) and lies in _LIES else 1


def points_of(picture: Image.Image) -> tuple[float, list[Image.Image]]:
    """Return what share of a picture is inside an even frame, and its points: 64 x 64 levels of red, of green and of
    blue; then those of what is in the frame, if it has one.

    The levels are fractions: rounded, every twentieth bit of the hash of a fine texture would be another one.
    """
    small = _shrunk(_in_colour(picture))
    frame = _inner(small)
    levels = _points(small, None)
    if frame is None:
        return 1.0, levels
    left, top, right, bottom = frame
    return (right - left) * (bottom - top) / (small.width * small.height), levels + _points(small, frame)


def _in_colour(picture: Image.Image) -> Image.Image:
    """Return a picture whose pixels are levels, not numbers of a palette."""
    if picture.mode in ("P", "PA", "1"):
        clear = "transparency" in picture.info or picture.mode == "PA"
        return picture.convert("RGBA" if clear else "RGB")
    if picture.mode.startswith("I"):
        return picture.convert("I").point(lambda level: level * (1 / 256)).convert("L")
    if picture.mode == "RGB" and "transparency" in picture.info:
        return picture.convert("RGBA")
    return picture


def _shrunk(picture: Image.Image) -> Image.Image:
    """Return a picture of some hundred pixels in red, green and blue; what is transparent is white."""
    scale = min(1.0, _LONGEST / max(picture.size))
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    return _on_white(picture.resize(size, Image.Resampling.BOX))


def _on_white(picture: Image.Image) -> Image.Image:
    """Return a picture in red, green and blue; what is transparent is white."""
    if picture.mode in ("RGBA", "LA", "La", "RGBa"):
        picture = picture.convert("RGBA")
        white = Image.new("RGBA", picture.size, "white")
        white.alpha_composite(picture)
        picture = white
    return picture.convert("RGB")


def _points(small: Image.Image, box: Box | None) -> list[Image.Image]:
    """Return the levels of red, of green and of blue of a picture, or of a part of it, by a tent around each point."""
    size = POINTS, POINTS
    return [channel.convert("F").resize(size, Image.Resampling.BILINEAR, box) for channel in small.split()]


def _inner(small: Image.Image) -> Box | None:
    """Return where a picture is inside an even frame; None where it has none worth the name."""
    colour = Image.new("RGB", small.size, small.getpixel((0, 0)))
    differs = ImageChops.difference(small, colour).convert("L").point(_DIFFERS)
    found = differs.getbbox()
    if found is None:
        return None
    left, top, right, bottom = (  # the pixel at the edge is partly frame
        edge + inward * (edge not in (0, whole))
        for edge, inward, whole in zip(found, (1, 1, -1, -1), small.size * 2, strict=True)
    )
    share = (right - left) * (bottom - top) / (small.width * small.height)
    if right > left and bottom > top and _LEAST_INSIDE <= share <= _MOST_INSIDE:
        return left, top, right, bottom
    return None


def _noted(picture: Image.Image, notes: Image.Exif) -> int:
    """Return what people and cameras noted in a picture, as bits: its place, words, stars."""
    xmp = picture.info.get("xmp") or picture.info.get("XML:com.adobe.xmp") or b""
    more = xmp.encode() if isinstance(xmp, str) else bytes(xmp)
    placed = bool(notes.get_ifd(_POSITION)) or b"GPSLatitude" in more
    worded = any(str(notes.get(tag, "")).strip(" \0") for tag in _WORDED) or any(
        word in more for word in _WORDED_XMP
    )
    stars = notes.get(_RATING, 0) not in (0, "") or _STARS.search(more) is not None
    return PLACE * placed | WORDS * worded | STARS * stars


def _all_noted(call: Call) -> dict[str, str]:
    """Return what the head of a picture says, by names; nothing where it can't be read."""
    found: dict[str, str] = {}
    with suppress(Exception), open(call.open(), "rb") as file:  # whatever a decoder makes of it
        if _is_raw(file):
            found["format"] = "Raw"
            found |= _by_name(_raw_notes(file))
        else:
            with _opened(file) as picture:
                found["format"] = f"{picture.format} · {picture.mode}"
                found["quality"] = str(_saved(picture) or "")
                found |= _by_name(picture.getexif())
    return {
        name: "".join(filter(str.isprintable, text)).strip()[:LONGEST_NOTE] for name, text in found.items()
    }


def _raw_notes(file: Any) -> Image.Exif:
    """Return the notes of a raw picture: most are TIFFs; in the others the preview has them.

    Raises:
        Exception: whatever a decoder makes of a damaged file.
    """
    if _head(file)[:4] not in (b"II*\0", b"MM\0*"):
        return _camera_preview(file)[0].getexif()
    notes = Image.Exif()
    file.seek(0)
    notes.load_from_fp(file)
    return notes


def _by_name(notes: Image.Exif) -> dict[str, str]:
    """Return notes by names, while what they are read from is open."""
    found: dict[str, str] = {}
    more, position = notes.get_ifd(_CAMERA), notes.get_ifd(_POSITION)
    found["camera"] = " ".join(dict.fromkeys(f"{notes.get(_MAKE, '')} {notes.get(_MODEL, '')}".split()))
    for name, (tag, form) in _NOTED.items():
        value = more.get(tag, notes.get(tag))
        with suppress(TypeError, ValueError, ZeroDivisionError):
            found[name] = "" if value is None else form(value)
    with suppress(KeyError, TypeError, ValueError, ZeroDivisionError):
        found["place"] = f"{_degrees(position, 1)}, {_degrees(position, 3)}"
    return found


def _exposure(value: Any) -> str:
    seconds = float(value)
    return f"1/{round(1 / seconds)} s" if 0 < seconds < 0.5 else f"{seconds:g} s"


def _degrees(position: dict[int, Any], tag: int) -> str:
    """Return a latitude or longitude; the tag before its own number says on which side it is."""
    degrees, minutes, seconds = map(float, position[tag + 1])
    sign = -1 if position.get(tag) in ("S", "W") else 1
    return f"{sign * (degrees + minutes / 60 + seconds / 3600):.5f}"


_CAMERA = 0x8769
_NOTED: dict[str, tuple[int, Callable[[Any], str]]] = {
    "lens": (0xA434, str), "taken": (0x9003, str), "exposure": (0x829A, _exposure),
    "aperture": (0x829D, lambda value: f"f/{float(value):g}"), "sensitivity": (0x8827, str),
    "focal": (0x920A, lambda value: f"{float(value):g} mm"), "words": (0x010E, str), "author": (0x013B, str),
    "rights": (0x8298, str), "stars": (_RATING, str), "program": (0x0131, str),
}  # fmt: skip


def _saved(picture: Image.Image) -> int:
    """Return the quality at which a JPEG was saved, by its table of brightness; 0 where there is none."""
    tables: dict[int, list[int]] | None = getattr(picture, "quantization", None)
    if not tables:
        return 0
    table = tables[min(tables)]
    scale = 100 * sum(table) / _TABLE
    if scale > _CUT_OFF:
        scale = 100 * min(table) / _FINEST
    quality = (200 - scale) / 2 if scale <= 100 else 5000 / scale
    return min(100, max(1, round(quality)))
