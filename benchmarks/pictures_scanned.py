"""What a scan with the real program makes of pictures: found, told as copies, marked; and what traps become.

    python benchmarks/pictures_scanned.py FOLDER… [--most N]     # needs Pillow
    python -m tests.helpers.pictures.home HOME FOLDER…; python benchmarks/pictures_scanned.py --home HOME [--missed]

Each picture in the folders, brought to 1,200 pixels, is saved beside what becomes of it (``tests/helpers/pictures``),
with bursts, forms, icons of one set, screens of one program and frames of one scene as traps. *Found*: changed pictures
in the cluster of their original. *Copies*: those told to be a smaller copy or saved again. *Precision*: of all pairs of
pictures in one cluster those that show the same picture. *Marked*: older or identical, which a rule marks unasked.

Of a home, which has the pictures of a person, a table tells what is in one cluster with the photo it was made of, and
of which copies a rule marks those it should. *Strangers*: pairs of pictures in one cluster of different scenes.
*Harm*: marked files of which no file with the same bytes is left.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import combinations
from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

import numpy as np  # noqa: E402
from common.peers import print_table  # noqa: E402
from PIL import Image  # noqa: E402

from simfinder.scan.media.picture_service import points_of  # noqa: E402
from simfinder.signatures.picture import pdq, rasters  # noqa: E402
from simfinder.signatures.picture.look import look_of  # noqa: E402
from tests.helpers.pictures import home  # noqa: E402
from tests.helpers.pictures.changes import CHANGES  # noqa: E402
from tests.helpers.pictures.collect import pictures  # noqa: E402
from tests.helpers.pictures.scenes import burst, form, icon, screen, still  # noqa: E402

_SIDE = 1200
_COPIES = {"smaller-copy", "recompressed"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--home", metavar="HOME", type=Path, help="scan a home that was written before")
    parser.add_argument(
        "--missed", action="store_true", help="of a home, list what is missed and what is joined"
    )
    parser.add_argument(
        "--most", type=int, default=0, metavar="N", help="look at N pictures at most; 0 for all"
    )
    arguments = parser.parse_args()
    if bool(arguments.home) == bool(arguments.folders):
        parser.error("either folders or a home")
    if arguments.home:
        _report_home(arguments.home, list_missed=arguments.missed)
        return
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
            _put(folder, "trap-frames", still(number, frame), f"{number} {frame}.jpg", quality=90)
    for person in ("Anna Berg", "Otto Klein", "Ida Wolf", "Eva Roth", "Jan Maas"):
        _put(folder, "trap-forms", form(person), f"{person}.png")
        _put(folder, "trap-screens", screen(person), f"{person}.png")
    for number in range(40):
        _put(folder, "trap-icons", icon(number), f"{number}.png")
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


def _report_home(folder: Path, *, list_missed: bool) -> None:
    """Scan a home and print what becomes of its files."""
    truth, root = home.read_truth(folder), str(folder / home.FILES)
    clusters = [
        {os.path.relpath(str(file["path"]), root): file for file in cluster["files"]}  # type: ignore[attr-defined]
        for cluster in _scan(root)
    ]
    at = {path: number for number, files in enumerate(clusters) for path in files}
    originals = {origin.shows: path for path, origin in truth.items() if origin.what == "original"}
    every: dict[str, list[str]] = defaultdict(list)
    for path, origin in truth.items():
        if origin.what != "original" and origin.shows in originals:
            every[origin.what].append(path)
    apart = {
        what: [path for path in paths if at.get(path, -1) != at.get(originals[truth[path].shows], -2)]
        for what, paths in every.items()
    }
    plain = {shot for shot, path in originals.items() if _is_plain(folder / home.FILES / path)}
    rows = []
    for what, paths in every.items():
        seen = [path for path in paths if truth[path].shows not in plain]
        missed = len([path for path in apart[what] if truth[path].shows not in plain])
        share = f"{1 - missed / max(1, len(seen)):.3f} of {len(seen)}"
        rows.append([what, str(len(paths)), f"{1 - len(apart[what]) / len(paths):.3f}", share])
    print(
        f"{len(truth)} files, {len(clusters)} clusters; {len(plain)} of {len(originals)} photos have little to see\n"
    )
    print_table(["what", "of", "in one cluster with the original", "with something to see"], rows)
    right, strangers, pairs = 0, 0, 0
    for files in clusters:
        for one, other in combinations(files, 2):
            pairs += 1
            right += truth[one].shows == truth[other].shows
            strangers += truth[one].scene != truth[other].scene
    print(
        f"\nOf {pairs} pairs in clusters {right} show the same shot, {pairs - right - strangers} the same scene, "
        f"{strangers} strangers: precision {1 - strangers / max(1, pairs):.4f}"
    )
    digests = {path: hashlib.md5((folder / home.FILES / path).read_bytes()).digest() for path in truth}
    same: dict[bytes, list[str]] = defaultdict(list)
    for path, digest in digests.items():
        same[digest].append(path)
    marked = {
        path
        for files in clusters
        for path, file in files.items()
        if file["relation"] in ("older", "identical")
    }
    lost = [path for path in marked if all(other in marked for other in same[digests[path]])]
    surplus = sum(len(paths) - 1 for paths in same.values())
    print(f"Of {surplus} surplus copies a rule marks {len(marked - set(lost))}; harm {len(lost)}")
    if list_missed:
        _list_missed(truth, clusters, at, apart)


def _is_plain(path: Path) -> bool:
    """Return whether a picture has little to see, or a pattern that fits many hashes."""
    with Image.open(path) as picture:
        share, levels = points_of(picture.convert("RGB"))
    points = np.stack([np.asarray(channel) for channel in levels]).reshape(-1, 3, pdq.SIDE, pdq.SIDE)
    look = look_of(points[0], *picture.size, share=share)
    return (
        bool(rasters.are_plain(look.raster[None], np.array([look.quality]))[0]) or look.quality < pdq.TRUSTED
    )


def _list_missed(
    truth: dict[str, home.Origin],
    clusters: list[dict[str, dict[str, object]]],
    at: dict[str, int],
    apart: dict[str, list[str]],
) -> None:
    """Print what is in no cluster with its original, what is kept in that cluster, and clusters of several scenes."""
    for what, paths in apart.items():
        for path in paths:
            where = (
                "alone"
                if path not in at
                else "beside "
                + next(other for other, file in clusters[at[path]].items() if file["relation"] == "kept")
            )
            print(f"{what}: {path} ({truth[path].scene}) {where}")
    for files in clusters:
        if len({truth[path].scene for path in files}) > 1:
            print("one cluster:", *sorted({f"{truth[path].scene}" for path in files}), len(files))


def _original(name: str) -> str:
    return os.path.join(name.split(os.sep, maxsplit=1)[0], "original", "original.png")


if __name__ == "__main__":
    main()
