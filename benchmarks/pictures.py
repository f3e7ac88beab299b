"""How well the hash of a picture stays while the picture is saved again, resized, turned, edited, framed or cut.

    python benchmarks/pictures.py FOLDER… [--most N] [--json]       # needs Pillow; imagehash for the peers

Truth: each picture in the folders, changed in 30 ways (``tests/helpers/pictures``). *Found*: changed pictures whose
hash is within the distance of the original's: 31 of 256 bits for PDQ, and for the peers 8 of 64 bits, the same share;
*SimFinder* links those of PDQ of which the tolerance of a scan, 30 %, lets the rasters agree.
*Strangers*: pairs of originals within it; look at them, since pictures come in several sizes. Pictures with less to see
than ``pdq.TRUSTED`` have no hash to go by; what SimFinder finds of them by their rasters is counted apart, but for
those that have nothing to see at all.

Peers: pHash and dHash of imagehash, czkawka's hash of 64 bits (by the binding of that name), and dupeGuru's 15 x 15
blocks, 95 % alike, as it comes. They are compared as they lie; PDQ looks at all eight ways.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

import numpy as np  # noqa: E402
from common.peers import print_table  # noqa: E402
from PIL import Image  # noqa: E402
from PIL.Image import Resampling  # noqa: E402

from simfinder.model.tolerances import BUILT_IN  # noqa: E402
from simfinder.scan.media.picture_service import points_of  # noqa: E402
from simfinder.signatures.picture import pdq  # noqa: E402
from simfinder.signatures.picture.look import Look, look_of  # noqa: E402
from simfinder.signatures.picture.looks import Looks  # noqa: E402
from tests.helpers.pictures.changes import CHANGES  # noqa: E402
from tests.helpers.pictures.collect import pictures  # noqa: E402

SIDE = 256
"""Pixels of the longer side of what is hashed."""

_FLAT = "SimFinder, flat"

Hash = Callable[[Image.Image], Any]
Apart = Callable[[Any, Any], float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument(
        "--most", type=int, default=0, metavar="N", help="look at so many pictures; 0 for all"
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures = measured(arguments.folders, arguments.most)
    if arguments.json:
        print(json.dumps(figures))
        return
    families = sorted({change.family for change in CHANGES})
    rows = [
        [
            name,
            f"{told['ms']:.1f}",
            *(f"{told['found'][family]:.3f}" for family in families),
            str(told["strangers"]),
        ]
        for name, told in figures["methods"].items()
    ]
    print(f"{figures['pictures']} pictures, of which {figures['flat']} are all but flat and counted apart\n")
    print_table(["method", "ms a picture", *families, "strangers"], rows)


def methods() -> dict[str, tuple[Hash, Apart, float]]:
    """Return how to hash, how to compare two hashes, and up to which distance they are alike, by name."""
    known: dict[str, tuple[Hash, Apart, float]] = {
        "SimFinder": (_look, _disagreement, BUILT_IN),
        "PDQ": (_pdq, _bits, 31),
    }
    try:
        import imagehash

        known["pHash"] = (imagehash.phash, lambda a, b: a - b, 8)
        known["dHash"] = (imagehash.dhash, lambda a, b: a - b, 8)
    except ImportError:
        print("imagehash is not installed: pHash and dHash are left out", file=sys.stderr)
    try:
        from czkawka import ImageSimilarity

        finder, file = ImageSimilarity(), os.path.join(tempfile.mkdtemp(), "picture.png")

        def hashed(picture: Image.Image) -> str:
            picture.save(file, compress_level=0)
            return str(finder.hash_image(file))

        known["czkawka"] = (hashed, finder.compare_hashes, 8)
    except ImportError:
        print("czkawka is not installed: it is left out", file=sys.stderr)
    try:  # of Debian's dupeguru, with PYTHONPATH=/usr/lib/dupeguru/core/pe
        from _block import avgdiff, getblocks2

        known["dupeGuru"] = (lambda picture: getblocks2(picture, 15), lambda a, b: avgdiff(a, b, 6, 3), 5)
    except ImportError:
        print("dupeguru is not installed: it is left out", file=sys.stderr)
    return known


def measured(folders: list[str], most: int) -> dict[str, Any]:
    """Return what each method finds, by family, what it confuses, and its ms of CPU a picture."""
    known = {**methods(), _FLAT: (_look, _disagreement, BUILT_IN)}
    originals: dict[str, list[Any]] = {name: [] for name in known}
    found: dict[str, dict[str, list[bool]]] = {name: defaultdict(list) for name in known}
    spent = dict.fromkeys(known, 0.0)
    count = flat = hashed = 0
    for _, picture in pictures(folders, most):
        count += 1
        small = _small(picture)
        is_flat = pdq.pdq_hash(pdq.brightness(np.asarray(small))).quality < pdq.TRUSTED
        flat += is_flat
        if is_flat and not Looks.of({0: _look(small)}).comparable.all():
            continue
        changed = [(change, _small(change.make(picture))) for change in CHANGES]
        hashed += (1 + len(changed)) * (not is_flat)
        for name, (make, apart, limit) in known.items():
            if (name == _FLAT) != is_flat:
                continue
            begin = time.process_time()
            original = make(small)
            others = [(change, make(other)) for change, other in changed]
            spent[name] += time.process_time() - begin
            originals[name].append(original)
            for change, other in others:
                found[name][change.family].append(apart(original, other) <= limit)
    told = {
        name: {
            "ms": 1000 * spent[name] / max(1, hashed),
            "found": {
                family: float(np.mean(found[name][family] or [np.nan]))
                for family in sorted({change.family for change in CHANGES})
            },
            "strangers": sum(
                known[name][1](a, b) <= known[name][2]
                for place, a in enumerate(originals[name])
                for b in originals[name][:place]
            ),
        }
        for name in known
    }
    return {"pictures": count, "flat": flat, "methods": told}


def _small(picture: Image.Image) -> Image.Image:
    share = min(1.0, SIDE / max(picture.size))
    size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
    return picture.convert("RGB").resize(size, Resampling.BOX)


def _pdq(picture: Image.Image) -> np.ndarray:
    return pdq.pdq_hash(pdq.brightness(np.asarray(picture))).words


def _look(picture: Image.Image) -> Look:
    share, levels = points_of(picture)
    whole, *inside = np.stack([np.asarray(channel) for channel in levels]).reshape(-1, 3, pdq.SIDE, pdq.SIDE)
    return look_of(whole, *picture.size, inside=inside[0] if inside else None, share=share)


def _disagreement(a: Look, b: Look) -> float:
    figure = float(Looks.of({0: a, 1: b}).agreement(np.array([0]), np.array([1]))[0])
    return 1.0 if math.isnan(figure) else 1.0 - figure


def _bits(a: np.ndarray, b: np.ndarray) -> int:
    return int(np.bitwise_count(a[0] ^ b).sum(axis=-1).min())


if __name__ == "__main__":
    main()
