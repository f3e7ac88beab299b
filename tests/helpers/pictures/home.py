"""Writes the pictures of a person: ``python -m tests.helpers.pictures.home OUT FOLDER…``.

Each picture in the folders becomes a photo of a camera, beside other shots of its burst, frames of its scene and a raw
picture for some of them. What becomes of photos lies where people have it: sent, downloaded, edited, backed up. Papers
on one form, screens of one program and icons of one set are there as well. The same pictures and seed make the same
home.
"""

from __future__ import annotations

import argparse
import io
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance, ImageOps
from PIL.Image import Resampling, Transpose

from tests.helpers.pictures import raws
from tests.helpers.pictures.changes import captioned, cut
from tests.helpers.pictures.collect import pictures
from tests.helpers.pictures.scenes import form, icon, screen

FILES, TRUTH = "files", "truth.json"
PEOPLE = ("Anna Berg", "Otto Klein", "Ida Wolf", "Eva Roth", "Jan Maas", "Lea Horn", "Max Thal", "Uta Sand")
ICONS = 90

_SIDE, _SMALLEST, _DAY = 1280, 300, 86_400
_BEGIN = 1_500_000_000
_OF_SIDE = 0.8**0.5  # of each side, so that four fifths of the area stay
_ORIENTATION, _MAKE, _MODEL, _TAKEN = 0x0112, 0x010F, 0x0110, 0x0132


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a file comes from.

    Attributes:
        what: how it was made of what it shows; "original" for what others were made of.
        shows: the shot that is seen; files of one shot show the same.
        scene: what was in front of the camera; shots of a burst are of one scene.
    """

    what: str
    shows: str
    scene: str


def main() -> None:
    """Write OUT/files and OUT/truth.json."""
    parser = argparse.ArgumentParser(description="Write the pictures of a person whose origin is known.")
    parser.add_argument("out", metavar="OUT", type=Path, help="a new folder")
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="where pictures are to begin with")
    parser.add_argument("--most", type=int, default=0, metavar="N", help="take N pictures at most; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    truth = write(arguments.out, arguments.folders, arguments.most, arguments.seed)
    print(f"{len({origin.scene for origin in truth.values()})} scenes, {len(truth)} files")


def write(out: Path, folders: list[str], most: int = 0, seed: int = 1) -> dict[str, Origin]:
    """Write a home below a new folder; return the origin of each file by its path below ``FILES``.

    Raises:
        OSError: the folder is there already, or a file can't be written.
    """
    out.mkdir(parents=True)
    home = _Home(out / FILES, np.random.default_rng(seed))
    for number, (_, picture) in enumerate(pictures(folders, most)):
        home.add_photo(number, picture)
    home.add_others()
    (out / TRUTH).write_text(
        json.dumps({path: asdict(origin) for path, origin in sorted(home.truth.items())}, indent=1)
    )
    return home.truth


def read_truth(home: Path) -> dict[str, Origin]:
    """Return the origin of each file of a home that was written, by its path below ``FILES``.

    Raises:
        OSError: there is none.
    """
    told = json.loads((home / TRUTH).read_text())
    return {path: Origin(**values) for path, values in told.items()}


def another_shot(picture: Image.Image, rng: np.random.Generator) -> Image.Image:
    """Return what a camera saw a moment later: moved and turned a little, in other light, with noise of its own."""
    turned = picture.rotate(float(rng.uniform(-0.8, 0.8)), Resampling.BICUBIC)
    left, top = rng.uniform(0.015, 0.035, 2)
    seen = cut(turned, left, top, left + 0.95, top + 0.95).resize(picture.size, Resampling.BICUBIC)
    levels = np.asarray(seen, np.float32) * rng.uniform(0.96, 1.04) + rng.normal(0, 2, (*seen.size[::-1], 1))
    return Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8))


def another_frame(picture: Image.Image, rng: np.random.Generator) -> Image.Image:
    """Return what a camera on a stand saw a moment later: something has moved."""
    frame, (width, height) = picture.copy(), picture.size
    side = max(8, min(width, height) // 7)
    left, top = (int(rng.integers(0, length - side)) for length in (width, height))
    to_left, to_top = (int(rng.integers(0, length - side)) for length in (width, height))
    moved = picture.crop((left, top, left + side, top + side)).transpose(Transpose.ROTATE_180)
    frame.paste(moved, (to_left, to_top))
    return frame


class _Home:
    """Files as they are written.

    Args:
        root: folder of the files.
        rng: decides what becomes of each photo.

    Attributes:
        truth: origin of each file by its path below the root.
    """

    def __init__(self, root: Path, rng: np.random.Generator) -> None:
        self._root, self._rng = root, rng
        self.truth: dict[str, Origin] = {}

    def add_photo(self, number: int, picture: Image.Image) -> None:
        """Write a photo, what was shot beside it, and what became of it."""
        picture.thumbnail((_SIDE, _SIDE), Resampling.LANCZOS)
        rng, scene = self._rng, f"photo {number}"
        folder = f"Pictures/{2017 + number % 5} {('Summer', 'Winter')[number % 2]}"
        name = f"IMG_{2000 + 7 * number}"
        original = Origin("original", scene, scene)
        data = _jpeg(picture, 93, _notes(number))
        taken = _BEGIN + number * _DAY
        self._put(f"{folder}/{name}.jpg", data, original, taken)
        if rng.random() < 0.3:
            for shot in range(1, int(rng.integers(2, 5))):
                seen = another_shot(picture, rng)
                beside = Origin("another shot", f"{scene}, shot {shot}", scene)
                data_of_shot = _jpeg(seen, int(rng.integers(88, 98)), _notes(number))
                self._put(f"{folder}/IMG_{2000 + 7 * number + shot}.jpg", data_of_shot, beside, taken)
        elif rng.random() < 0.2:
            for frame in (1, 2):
                beside = Origin("another frame", f"{scene}, frame {frame}", scene)
                seen = another_frame(picture, rng)
                self._put(
                    f"{folder}/IMG_{2000 + 7 * number + frame}.jpg",
                    _jpeg(seen, 93, _notes(number)),
                    beside,
                    taken,
                )
        if rng.random() < 0.25:
            even = picture.crop((0, 0, picture.width // 2 * 2, picture.height // 2 * 2))
            ending, raw = (("dng", raws.dng), ("nef", raws.nef))[number % 2]
            self._put(
                f"{folder}/{name}.{ending}",
                raw(even, picture, quality=88),
                Origin("raw picture", scene, scene),
                taken,
            )
        for copy in range(int(rng.choice(3, p=(0.4, 0.3, 0.3)))):
            path = (f"Backup/Camera/{name}.jpg", f"Downloads/photo {number} of us.jpg")[copy]
            self._put(path, data, Origin("copy", scene, scene), taken + (copy + 1) * 9 * _DAY)
        for place, (often, what, path, make) in enumerate(self._made_of(name, number, picture)):
            if rng.random() < often:
                self._put(path, make(), Origin(what, scene, scene), taken + (place + 2) * _DAY)

    def _made_of(
        self, name: str, number: int, picture: Image.Image
    ) -> list[tuple[float, str, str, Callable[[], bytes]]]:
        """Return what may become of a photo: how often, what it is, the path, and what makes its bytes."""
        rng, notes = self._rng, _notes(number)
        quality, sent = int(rng.integers(35, 93)), int(rng.integers(60, 85))
        way = list(Transpose)[int(rng.integers(len(Transpose)))]
        left, top = rng.uniform(0, 1 - _OF_SIDE, 2)
        bright, contrast = float(rng.uniform(1.12, 1.35)), float(rng.uniform(1.15, 1.35))

        def turned() -> bytes:
            return _jpeg(picture.transpose(way), 90, notes)

        def turned_by_tag() -> bytes:
            return _jpeg(picture, 93, _notes(number, 6))

        def cropped() -> bytes:
            return _jpeg(cut(picture, left, top, left + _OF_SIDE, top + _OF_SIDE), 90, notes)

        def brighter() -> bytes:
            return _jpeg(ImageEnhance.Brightness(picture).enhance(bright), 90, notes)

        def with_contrast() -> bytes:
            return _jpeg(ImageEnhance.Contrast(picture).enhance(contrast), 90, notes)

        day = f"2019{number % 12 + 1:02}{number % 28 + 1:02}"
        web, edited = f"Documents/Web page/pictures/{name.lower()}", f"Pictures/Edited/{name}"
        return [
            (
                0.95,
                "saved again as JPEG",
                f"Downloads/{name} (1).jpg",
                lambda: _jpeg(picture, quality, notes),
            ),
            (0.6, "HEIC", f"Phone/DCIM/{name}.heic", lambda: _heic(picture)),
            (0.6, "WebP", f"Downloads/{name}.webp", lambda: _saved(picture, "WEBP", quality=75)),
            (0.7, "without notes", f"Pictures/Album/{number:03} a day.jpg", lambda: _jpeg(picture, 93)),
            (
                1.0,
                "smaller JPEG",
                f"Sent/IMG-{day}-WA{number:04}.jpg",
                lambda: _jpeg(self._smaller(picture), sent),
            ),
            (0.95, "smaller JPEG", f"{web}-small.jpg", lambda: _jpeg(self._smaller(picture), 85)),
            (0.6, "smaller PNG", f"{web}-figure.png", lambda: _saved(self._smaller(picture), "PNG")),
            (1.0, "turned or mirrored", f"Pictures/Album/{name} {way.name.lower()}.jpg", turned),
            (0.6, "turned by a tag", f"Pictures/Upright/{name}.jpg", turned_by_tag),
            (0.95, "cut to four fifths", f"{edited} (cropped).jpg", cropped),
            (0.55, "brighter", f"{edited} brighter.jpg", brighter),
            (0.55, "more contrast", f"{edited} contrast.jpg", with_contrast),
            (0.55, "grey", f"{edited} grey.jpg", lambda: _jpeg(ImageOps.grayscale(picture), 90, notes)),
            (0.55, "captioned", f"{edited} captioned.jpg", lambda: _jpeg(captioned(picture), 90, notes)),
        ]

    def _smaller(self, picture: Image.Image) -> Image.Image:
        most = int(0.75 * picture.width)
        width = int(self._rng.integers(min(_SMALLEST, most - 1), most))
        size = (width, max(1, round(width * picture.height / picture.width)))
        return picture.resize(size, Resampling.LANCZOS)

    def add_others(self) -> None:
        """Write pictures that look like one another and show different things."""
        for number, person in enumerate(PEOPLE):
            when = _BEGIN + 900 * _DAY + number * 3 * _DAY
            self._add_other(f"Documents/Club/Form {person}.png", form(person), "form", person, when)
            self._add_other(
                f"Pictures/Screenshots/Screenshot {number}.png", screen(person), "screen", person, when
            )
        for number in range(ICONS):
            self._add_other(
                f"Programs/icons/{number}.png", icon(number), "icon", str(number), _BEGIN + 950 * _DAY
            )

    def _add_other(self, path: str, picture: Image.Image, what: str, which: str, when: int) -> None:
        self._put(path, _saved(picture, "PNG"), Origin(what, f"{what} {which}", f"{what}s"), when)

    def _put(self, path: str, data: bytes, origin: Origin, when: int) -> None:
        file = self._root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        os.utime(file, (when, when))
        self.truth[path] = origin


def _notes(number: int, turned: int = 1) -> Image.Exif:
    notes = Image.Exif()
    notes[_ORIENTATION], notes[_MAKE], notes[_MODEL] = turned, "Maker", "Camera 1"
    notes[_TAKEN] = f"2019:{number % 12 + 1:02}:{number % 28 + 1:02} 12:00:00"
    return notes


def _jpeg(picture: Image.Image, quality: int, notes: Image.Exif | None = None) -> bytes:
    return _saved(picture, "JPEG", quality=quality, **({} if notes is None else {"exif": notes}))


def _heic(picture: Image.Image) -> bytes:
    import pillow_heif  # of the extra "media"

    file = io.BytesIO()
    pillow_heif.from_pillow(picture).save(file, quality=60)
    return file.getvalue()


def _saved(picture: Image.Image, ending: str, **options: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, ending, **options)
    return file.getvalue()


if __name__ == "__main__":
    main()
