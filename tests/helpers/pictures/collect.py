"""Pictures in folders, each once, to be changed by ``changes``."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import xxhash
from PIL import Image, ImageOps
from PIL.Image import Resampling

from tests.helpers.pictures import changes

SMALLEST, LARGEST = 128, 2400  # pixels of the shorter side; of the longer one, larger ones are brought to it
_TYPES = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff")


def pictures(folders: Sequence[str], most: int = 0) -> Iterator[tuple[str, Image.Image]]:
    """Yield the pictures below folders in RGB, in order of their paths; what can't be read is left out.

    Args:
        folders: where to look.
        most: so many at most; 0 for all.
    """
    seen: set[bytes] = set()
    for path in sorted(_paths(folders)):
        try:
            with Image.open(path) as opened:
                picture = ImageOps.exif_transpose(opened).convert("RGBA")
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            continue
        if min(picture.size) < SMALLEST:
            continue
        on_white = Image.new("RGBA", picture.size, "white")
        on_white.alpha_composite(picture)
        picture = on_white.convert("RGB")
        if max(picture.size) > LARGEST:
            picture.thumbnail((LARGEST, LARGEST), Resampling.LANCZOS)
        small = xxhash.xxh3_128_digest(changes.scaled(picture, 64 / max(picture.size)).tobytes())
        if small not in seen:
            seen.add(small)
            yield path, picture
        if most and len(seen) == most:
            return


def _paths(folders: Sequence[str]) -> Iterator[str]:
    for folder in folders:
        for parent, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(parent, name)
                if name.lower().endswith(_TYPES) and not os.path.islink(path):
                    yield path
