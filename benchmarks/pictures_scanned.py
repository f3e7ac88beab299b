"""What a scan with the real program makes of pictures: found, told as copies, marked; and what traps become.

    python benchmarks/pictures_scanned.py FOLDER… [--most N]     # needs Pillow

Each picture in the folders, brought to 1,200 pixels, is saved beside what becomes of it (``tests/helpers/pictures``),
with bursts, forms, icons of one set, screens of one program and frames of one scene as traps. *Found*: changed pictures
in the cluster of their original. *Copies*: those told to be a smaller copy or saved again. *Precision*: of all pairs of
pictures in one cluster those that show the same picture. *Marked*: older or identical, which a rule marks unasked.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import combinations

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from common.peers import print_table  # noqa: E402
from PIL import Image, ImageDraw  # noqa: E402

from tests.helpers.pictures.changes import CHANGES  # noqa: E402
from tests.helpers.pictures.collect import pictures  # noqa: E402
from tests.helpers.pictures.scenes import burst, form, photo  # noqa: E402

_SIDE = 1200
_COPIES = {"smaller-copy", "recompressed"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument(
        "--most", type=int, default=0, metavar="N", help="look at so many pictures; 0 for all"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count = _write(folder, arguments.folders, arguments.most)
        clusters = _scan(folder)
        print(f"{count} pictures, {sum(len(names) for _, _, names in os.walk(folder))} files\n")
        _report(folder, clusters)


def _write(folder: str, sources: list[str], most: int) -> int:
    """Write originals, what becomes of them, and traps; return how many originals there are."""
    count = 0
    for _, picture in pictures(sources, most):
        picture.thumbnail((_SIDE, _SIDE), Image.Resampling.LANCZOS)
        _put(folder, f"{count}/original", picture, "original.png")
        for change in CHANGES:
            made = change.make(picture)
            _put(folder, f"{count}/{change.family}", made, f"{change.name}.{_ending(made)}", quality=85)
        count += 1
    for number in range(6):
        for shot, seen in enumerate(burst(number, 5)):
            _put(folder, "trap-burst", seen, f"{number} {shot}.jpg", quality=92)
        for frame in range(4):
            _put(folder, "trap-frames", _frame(number, frame), f"{number} {frame}.jpg", quality=90)
    for person in ("Anna Berg", "Otto Klein", "Ida Wolf", "Eva Roth", "Jan Maas"):
        _put(folder, "trap-forms", form(person), f"{person}.png")
        _put(folder, "trap-screens", _screen(person), f"{person}.png")
    for number in range(40):
        _put(folder, "trap-icons", _icon(number), f"{number}.png")
    return count


def _put(folder: str, kind: str, picture: Image.Image, name: str, **options: int) -> None:
    path = os.path.join(folder, kind, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if hasattr(picture, "fp") and getattr(picture, "format", None):  # as it was saved: bytes of its own
        picture.fp.seek(0)
        with open(path, "wb") as file:
            file.write(picture.fp.read())
    else:
        picture.save(path, **options)


def _ending(picture: Image.Image) -> str:
    return {"WEBP": "webp", "GIF": "gif"}.get(getattr(picture, "format", "") or "", "jpg")


def _frame(number: int, frame: int) -> Image.Image:
    """Return a frame of a scene in which somebody walks."""
    scene = photo(500 + number, (960, 540))
    ImageDraw.Draw(scene).rectangle((100 + 14 * frame, 200, 160 + 14 * frame, 420), fill=(30, 30, 60))
    return scene


def _screen(text: str) -> Image.Image:
    """Return a screen of a program with other words in it."""
    page = Image.new("RGB", (1280, 800), (240, 240, 244))
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, 1280, 60), fill=(40, 80, 160))
    for row in range(14):
        draw.rectangle(
            (20, 80 + 50 * row, 300, 120 + 50 * row), fill=(255, 255, 255), outline=(180, 180, 190)
        )
        draw.text((30, 92 + 50 * row), f"Folder {row}", fill=(20, 20, 20))
        draw.text((340, 92 + 50 * row), f"{text} wrote something, line {row}", fill=(20, 20, 20))
    return page


def _icon(number: int) -> Image.Image:
    """Return an icon of a set: one frame, another sign in it."""
    icon = Image.new("RGB", (96, 96), (60, 120, 200))
    draw = ImageDraw.Draw(icon)
    draw.rounded_rectangle((6, 6, 90, 90), 16, outline=(255, 255, 255), width=4)
    draw.text((30 + number % 4 * 8, 36 + number // 10 * 4), f"{number}", fill=(255, 255, 255))
    return icon


def _scan(folder: str) -> list[dict[str, object]]:
    with tempfile.TemporaryDirectory() as home:
        own = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), home)
        answer = subprocess.run(
            [sys.executable, "-m", "simfinder", "scan", "--json", folder],
            cwd=ROOT, env=os.environ | own, capture_output=True, check=False, text=True,
        )  # fmt: skip
    found: list[dict[str, object]] = json.loads(answer.stdout)["clusters"]
    return found


def _report(folder: str, clusters: list[dict[str, object]]) -> None:
    at: dict[str, int] = {}
    told: dict[str, str] = {}
    for number, cluster in enumerate(clusters):
        for file in cluster["files"]:  # type: ignore[attr-defined]
            name = os.path.relpath(file["path"], folder)
            at[name], told[name] = number, file["relation"]
    every: dict[str, list[str]] = defaultdict(list)
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.relpath(os.path.join(parent, name), folder)
            kind = path.split(os.sep)[0 if path.startswith("trap") else 1]
            every[kind].append(path)
    rows = []
    for kind, names in sorted(every.items()):
        found = [at.get(name, -1) == at.get(_original(name), -2) for name in names]
        share = "" if kind.startswith("trap") or kind == "original" else f"{sum(found) / len(names):.3f}"
        copies = sum(told.get(name) in _COPIES for name in names)
        marked = sum(told.get(name) in ("older", "identical") for name in names)
        rows.append(
            [kind, str(len(names)), share, str(sum(name in at for name in names)), str(copies), str(marked)]
        )
    print_table(["kind", "files", "found", "in clusters", "copies", "marked"], rows)
    right = every_pair = 0
    by_cluster: dict[int, list[str]] = defaultdict(list)
    for name, number in at.items():
        if not name.startswith("trap"):
            by_cluster[number].append(name.split(os.sep)[0])
    for shown in by_cluster.values():
        pairs = [one == other for one, other in combinations(shown, 2)]
        right, every_pair = right + sum(pairs), every_pair + len(pairs)
    print(f"\nprecision {right / max(1, every_pair):.4f} of {every_pair} pairs")
    for shown in by_cluster.values():
        if len(set(shown)) > 1:
            print("one cluster:", *sorted(set(shown), key=int))


def _original(name: str) -> str:
    return os.path.join(name.split(os.sep, maxsplit=1)[0], "original", "original.png")


if __name__ == "__main__":
    main()
