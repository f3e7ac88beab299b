"""How well films are found that were saved again, resized, cut or copied into other containers; what is linked wrongly.

    python benchmarks/films.py --pictures FOLDER… --sounds FOLDER… [--real FOLDER…] [--most N] [--json]    # needs av

Truth: films made of photos over which a camera moves, scenes of two to four seconds with a piece of music each; films
of the folders, as they are; and of each 12 others that show the same. Near-misses: another film behind the same
beginning, other pictures with the same sound, the same photos shot another time. All of them are written to a folder,
which a scan looks through. *Found*: in the cluster of their original at the tolerances of a scan; cuts: told as
contained. *Precision*: of all pairs of films in one cluster, those of one film. *Harm*: files that the rule for older
versions marks, though they are no copies.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any, NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

import numpy as np  # noqa: E402
from common.peers import print_table  # noqa: E402
from PIL import Image, ImageDraw, ImageEnhance, ImageOps  # noqa: E402
from sounds import RATE, Sound, originals  # noqa: E402

from simfinder.app.session.session import Session  # noqa: E402
from simfinder.app.verify.containment.contained_recordings import contained_recordings  # noqa: E402
from simfinder.model.progress import Control  # noqa: E402
from simfinder.model.scan_options import ScanOptions  # noqa: E402
from simfinder.model.tolerances import Choices  # noqa: E402
from tests.helpers.films import FORMS, in_container  # noqa: E402
from tests.helpers.pictures.collect import pictures  # noqa: E402

PER_SECOND, SIZE = 12, (640, 360)
FILM_TYPES = (".mp4", ".mkv", ".webm", ".ogv", ".avi", ".mov")
_PHOTOS = 9  # of each film


class Take(NamedTuple):
    """A film before it is saved: its pictures, and (samples,) int16 of sound; None for none."""

    pictures: list[Image.Image]
    sound: Sound | None


def _each(change: Callable[[Image.Image], Image.Image]) -> Callable[[Take], Take]:
    return lambda take: Take([change(picture) for picture in take.pictures], take.sound)


def _resized(width: int, height: int) -> Callable[[Take], Take]:
    return _each(lambda picture: picture.resize((width, height), Image.Resampling.BICUBIC))


def _part(begin: float, end: float) -> Callable[[Take], Take]:
    def cut(take: Take) -> Take:
        count, sound = len(take.pictures), take.sound
        shown = take.pictures[int(begin * count) : int(end * count)]
        return Take(shown, None if sound is None else sound[int(begin * len(sound)) : int(end * len(sound))])

    return cut


def _captioned(picture: Image.Image) -> Image.Image:
    shown = picture.copy()
    width, height = shown.size
    ImageDraw.Draw(shown).text((width // 3, int(height * 0.9)), "- Where were you? - Away.", (255, 255, 255))
    return shown


def _barred(picture: Image.Image) -> Image.Image:
    return ImageOps.expand(picture, (0, picture.height // 6), "black")


def _mute(take: Take) -> Take:
    return Take(take.pictures, None)


def _same(take: Take) -> Take:
    return take


CHANGES: dict[str, tuple[str, Callable[[Take], Take], str, int]] = {
    "low.mp4": ("saved again", _same, "mp4", 150_000),
    "again.avi": ("saved again", _same, "avi", 900_000),
    "web.webm": ("saved again", _same, "webm", 400_000),
    "half.mp4": ("resized", _resized(320, 180), "mp4", 250_000),
    "sent.mp4": ("resized", _resized(192, 108), "mp4", 60_000),
    "mute.mp4": ("without sound", _mute, "mp4", 500_000),
    "bright.mp4": ("edited", _each(lambda picture: ImageEnhance.Brightness(picture).enhance(1.2)), "mp4", 500_000),
    "grey.mp4": ("edited", _each(lambda picture: picture.convert("L").convert("RGB")), "mp4", 500_000),
    "titles.mp4": ("edited", _each(_captioned), "mp4", 500_000),
    "bars.mp4": ("bars", _each(_barred), "mp4", 500_000),
    "ninety.mp4": ("a tenth cut off", _part(0, 0.9), "mp4", 500_000),
    "first.mp4": ("cut: the first half", _part(0, 0.5), "mp4", 500_000),
    "middle.mp4": ("cut: from the middle", _part(0.3, 0.75), "mp4", 500_000),
    "mute first.mp4": ("cut: the first half, mute", lambda take: _mute(_part(0, 0.5)(take)), "mp4", 500_000),
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pictures", nargs="+", required=True, metavar="FOLDER")
    parser.add_argument("--sounds", nargs="+", required=True, metavar="FOLDER")
    parser.add_argument("--real", nargs="*", default=[], metavar="FOLDER", help="with films as they are")
    parser.add_argument("--most", type=int, default=8, metavar="N", help="films to make")
    parser.add_argument("--seconds", type=int, default=24, metavar="S", help="of each film")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        length = write(folder, arguments)
        figures = measured(folder) | {"seconds of film": round(length)}
    if arguments.json:
        print(json.dumps(figures))
        return
    print_table(["what", "of", "found"], [[*map(str, row)] for row in figures.pop("found")])
    print()
    print_table(["near-miss", "of", "linked"], [[*map(str, row)] for row in figures.pop("near-misses")])
    print("\n" + "\n".join(f"{name}: {figure}" for name, figure in figures.items()))


def write(folder: str, arguments: argparse.Namespace) -> float:
    """Write the corpus; return how many seconds of film it has."""
    total = 0.0

    def put(name: str, take: Take, form: str, bits: int) -> bytes:
        nonlocal total
        total += len(take.pictures) / PER_SECOND
        data = filmed(take, form, bits)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
        return data

    made = list(takes(arguments.pictures, arguments.sounds, arguments.most, arguments.seconds))
    for number, take in enumerate([*made, *found_takes(arguments.real, arguments.seconds)]):
        whole = put(f"{number:03} original.mp4", take, "mp4", 1_500_000)
        with open(os.path.join(folder, f"{number:03} copied.mkv"), "wb") as file:
            file.write(in_container(whole, "mkv"))
        for ending, (_, change, form, bits) in CHANGES.items():
            put(f"{number:03} {ending}", change(take), form, bits)
    for number, (one, other) in enumerate(
        zip(made, [*made[1:], *made[:1]], strict=True)
    ):  # each with the next
        cut = len(one.pictures) // 3, len(one.sound) // 3
        begun = Take(
            one.pictures[: cut[0]] + other.pictures[cut[0] :],
            np.append(one.sound[: cut[1]], other.sound[cut[1] :]),
        )
        put(f"trap {number:03} same beginning.mp4", begun, "mp4", 500_000)
        put(f"trap {number:03} same sound.mp4", Take(other.pictures[::-1], one.sound), "mp4", 500_000)
        again = [seen for at in range(0, len(one.pictures), 24) for seen in one.pictures[at : at + 24][::-1]]
        put(f"trap {number:03} another take.mp4", Take(again, other.sound[::-1].copy()), "mp4", 500_000)
    return total


def takes(folders: list[str], sounds: list[str], most: int, seconds: int) -> Iterator[Take]:
    """Yield films of photos over which a camera moves, and music."""
    photos = pictures(folders)
    for number, (_, sound) in enumerate(islice(originals(sounds, most, seconds), most)):
        rng = np.random.default_rng(number)
        shown: list[Image.Image] = []
        for _, photo in islice(photos, _PHOTOS):
            photo = ImageOps.fit(photo, (SIZE[0] * 5 // 4, SIZE[1] * 5 // 4))
            begin, end = rng.random((2, 2)) * (SIZE[0] // 4, SIZE[1] // 4)
            frames = int(rng.integers(2 * PER_SECOND, 4 * PER_SECOND))
            for share in np.linspace(0, 1, frames):
                left, top = begin + share * (end - begin)
                shown.append(
                    photo.transform(SIZE, Image.Transform.EXTENT, (left, top, left + SIZE[0], top + SIZE[1]))
                )
        shown = shown[: seconds * PER_SECOND]
        yield Take(shown, sound[: len(shown) * RATE // PER_SECOND])


def found_takes(folders: list[str], seconds: int) -> Iterator[Take]:
    """Yield the films of folders, from four seconds on, as they are."""
    import av

    for folder in folders:
        for path in sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names):
            if path.endswith(FILM_TYPES):
                with av.open(path) as source:
                    stream = source.streams.video[0]
                    step = max(1, round(float(stream.average_rate or 25) / PER_SECOND))
                    shown = [
                        f.to_image()
                        for f in islice(source.decode(stream), 0, step * seconds * PER_SECOND, step)
                    ]
                if len(shown) >= 4 * PER_SECOND:
                    yield Take([picture.resize(SIZE) for picture in shown], None)


def filmed(take: Take, form: str, bits: int) -> bytes:
    """Return a film."""
    import av

    container_form, codec = FORMS[form]
    file = io.BytesIO()
    with av.open(file, "w", format=container_form) as out:
        options = {"preset": "veryfast"} if codec == "libx264" else {"deadline": "realtime", "cpu-used": "8"}
        stream = out.add_stream(codec, rate=PER_SECOND, options=options if form != "avi" else {})
        stream.width, stream.height, stream.pix_fmt, stream.bit_rate = *take.pictures[0].size, "yuv420p", bits
        heard = None
        if take.sound is not None and len(take.sound):
            heard = out.add_stream("libopus" if form == "webm" else "aac", rate=48_000, layout="mono")
            heard.bit_rate = 48_000
        for picture in take.pictures:
            frame = av.VideoFrame.from_image(picture)
            frame.pts = None
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
        if heard is not None:
            whole = av.AudioFrame.from_ndarray(take.sound[None].astype(np.int16), "s16", "mono")
            whole.rate = RATE
            context = heard.codec_context
            context.open(strict=False)
            resampler = av.AudioResampler(
                context.format, "mono", 48_000, frame_size=context.frame_size or 1_024
            )
            for part in [*resampler.resample(whole), *resampler.resample(None)]:
                part.pts = None
                out.mux(heard.encode(part))
            out.mux(heard.encode(None))
    return file.getvalue()


def measured(folder: str) -> dict[str, Any]:
    """Scan the corpus and return what is found, what is confused, and what a rule would remove."""
    begin = os.times()
    session = Session.run(ScanOptions((folder,)), Choices(), cache=None, control=Control())
    spent = os.times()
    table = session.clusters
    cluster: dict[str, int] = {}
    for number in range(len(table)):
        cluster |= {os.path.basename(member.file.path): number for member in table.cluster(number).members}
    names: dict[int, str] = {}
    for path, content in zip(session.result.files.paths(), session.result.content_row.tolist(), strict=True):
        names.setdefault(content, os.path.basename(path))
    parts = {
        (names[whole], names[part])
        for whole, part, _ in contained_recordings(session.result.representations, Control())
    }
    found: dict[str, list[bool]] = defaultdict(list)
    traps: dict[str, list[bool]] = defaultdict(list)
    missed = []
    for name in names.values():
        number, _, ending = name.partition(" ")
        original = f"{number} original.mp4"
        if number == "trap":
            kind = ending.split(" ", 1)[1].removesuffix(".mp4")
            its = cluster.get(name, -1)
            traps[kind].append(any(cluster[other] == its for other in cluster if other != name and its >= 0))
        elif name != original:
            kind = CHANGES[ending][0] if ending in CHANGES else "other container"
            hit = cluster.get(name, -1) == cluster.get(original, -2)
            hit = hit or (kind.startswith("cut") and (original, name) in parts)
            found[kind].append(hit)
            missed += [] if hit else [name]
    together: dict[int, list[str]] = defaultdict(list)
    for name, number in cluster.items():
        together[number].append(name)
    pairs = [pair for members in together.values() for pair in combinations(members, 2)]
    true = sum(one[:3] == other[:3] != "tra" for one, other in pairs)
    # behind its beginning a film with the same one is the next film
    wrong_parts = [(w, p) for w, p in parts if w[:3] != p[:3] and "same beginning" not in w]
    marked = session.mark_rule("older")
    return {
        "found": [[kind, len(hits), f"{np.mean(hits):.3f}"] for kind, hits in sorted(found.items())],
        "near-misses": [[kind, len(hits), sum(hits)] for kind, hits in sorted(traps.items())],
        "missed": missed[:40],
        "parts of strangers": wrong_parts,
        "pairs": len(pairs),
        "precision": round(true / max(1, len(pairs)), 4),
        "harm": marked,
        "CPU s of the scan": round(
            spent.user + spent.system + spent.children_user + spent.children_system
            - (begin.user + begin.system + begin.children_user + begin.children_system), 1
        ),
    }  # fmt: skip


if __name__ == "__main__":
    main()
