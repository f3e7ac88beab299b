"""Count which films are found that were saved again, resized, cut or copied, and what is linked wrongly.

    python benchmarks/films.py --pictures FOLDER… --sounds FOLDER… [--real FOLDER…] [--most N] [--keep FOLDER] [--json]

It needs av. Truth: films made of photos over which a camera moves, scenes of two to four seconds with a piece of music
each; films of the folders, as they are, with their sound; and of each 20 others that show the same. Near-misses:
another film behind the same beginning, another one between the same beginning and end, other pictures with the same
sound, the same photos shot another time, what comes later in the film. All of them are written to a folder, which a
scan looks through. *Found*: in the cluster of their original at the tolerances of a scan; cuts: told as contained, or
in its cluster. *Precision*: of all pairs of films in one cluster, those of one film. *Harm*: files that the rule for
older versions marks, though they are no copies.
"""

from __future__ import annotations

import argparse
import io
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
from common.media_corpus import figures, names_of, print_media, scanned  # noqa: E402
from PIL import Image, ImageDraw, ImageEnhance, ImageOps  # noqa: E402
from sounds import RATE, Sound, decoded, originals  # noqa: E402

from simfinder.app.verify.containment.contained_recordings import contained_recordings  # noqa: E402
from simfinder.model.progress import Control  # noqa: E402
from tests.helpers.films import FORMS, in_container  # noqa: E402
from tests.helpers.pictures.collect import pictures  # noqa: E402

PER_SECOND, SIZE = 12, (640, 360)
FILM_TYPES = (".mp4", ".mkv", ".webm", ".ogv", ".avi", ".mov", ".mpg")
_PHOTOS = 9  # of each film


class Take(NamedTuple):
    """A film before it is saved: its pictures, how many a second, and (samples,) int16 of sound; None for none."""

    pictures: list[Image.Image]
    sound: Sound | None
    rate: int = PER_SECOND


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


def _pillared(picture: Image.Image) -> Image.Image:
    return ImageOps.expand(picture, (picture.width // 6, 0), "black")


def _subtitled(take: Take) -> Take:
    """Put bars around, with words in the lower one for a third of the time."""
    barred = [_barred(picture) for picture in take.pictures]
    spoken = [_captioned(picture) if at // 20 % 3 == 1 else picture for at, picture in enumerate(barred)]
    return Take(spoken, take.sound)


def _fewer(take: Take) -> Take:
    return Take(take.pictures[::2], take.sound, PER_SECOND // 2)


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
    "fewer.mp4": ("half of the pictures a second", _fewer, "mp4", 400_000),
    "bars.mp4": ("bars", _each(_barred), "mp4", 500_000),
    "low bars.webm": ("bars", _each(_barred), "webm", 250_000),
    "pillars.mp4": ("bars", _each(_pillared), "mp4", 500_000),
    "words in bars.mp4": ("bars", _subtitled, "mp4", 500_000),
    "ninety.mp4": ("a tenth cut off", _part(0, 0.9), "mp4", 500_000),
    "first.mp4": ("cut: the first half", _part(0, 0.5), "mp4", 500_000),
    "middle.mp4": ("cut: from the middle", _part(0.3, 0.75), "mp4", 500_000),
    "small middle.webm": (
        "cut: from the middle", lambda take: _resized(320, 180)(_part(0.43, 0.81)(take)), "webm", 200_000,
    ),
    "barred middle.mp4": ("cut: from the middle", lambda take: _each(_barred)(_part(0.37, 0.9)(take)), "mp4", 500_000),
    "mute middle.mp4": ("cut: from the middle, mute", lambda take: _mute(_part(0.27, 0.73)(take)), "mp4", 500_000),
    "mute end.avi": ("cut: from the middle, mute", lambda take: _mute(_part(0.52, 1)(take)), "avi", 900_000),
    "mute first.mp4": ("cut: the first half, mute", lambda take: _mute(_part(0, 0.5)(take)), "mp4", 500_000),
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pictures", nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--sounds", nargs="*", default=[], metavar="FOLDER")
    parser.add_argument("--real", nargs="*", default=[], metavar="FOLDER", help="with films as they are")
    parser.add_argument("--most", type=int, default=8, metavar="N", help="films to make")
    parser.add_argument("--seconds", type=int, default=24, metavar="S", help="of each film")
    parser.add_argument(
        "--keep", metavar="FOLDER", help="write the films here, unless they are there already"
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.keep or scratch
        os.makedirs(folder, exist_ok=True)
        if not os.listdir(folder):
            write(folder, arguments)
        print_media(measured(folder), as_json=arguments.json)


def write(folder: str, arguments: argparse.Namespace) -> None:
    """Write the corpus."""

    def put(name: str, take: Take, form: str = "mp4", bits: int = 500_000) -> bytes:
        data = filmed(take, form, bits)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
        return data

    made = list(takes(arguments.pictures, arguments.sounds, arguments.most, arguments.seconds))
    every = made.copy()
    for take, later in found_takes(arguments.real, arguments.seconds):
        if later:
            put(f"trap {len(every):03} later in it.mp4", later)
        every.append(take)
    for number, take in enumerate(every):
        whole = put(f"{number:03} original.mp4", take, "mp4", 1_500_000)
        with open(os.path.join(folder, f"{number:03} copied.mkv"), "wb") as file:
            file.write(in_container(whole, "mkv"))
        for ending, (_, change, form, bits) in CHANGES.items():
            if take.sound is not None or "mute" not in ending:  # it would be another one over again
                put(f"{number:03} {ending}", change(take), form, bits)
        other = every[(number + 1) % len(every)]
        put(f"trap {number:03} same beginning.mp4", _joined(_part(0, 1 / 3)(take), _part(1 / 3, 1)(other)))
        inner = _joined(_part(0, 1 / 4)(take), _part(1 / 4, 3 / 4)(other), _part(3 / 4, 1)(take))
        put(f"trap {number:03} one series.mp4", inner)
        if take.sound is not None:
            put(f"trap {number:03} same sound.mp4", Take(other.pictures[::-1], take.sound))
    for number, take in enumerate(made):
        seen = take.pictures
        again = [picture for at in range(0, len(seen), 24) for picture in seen[at : at + 24][::-1]]
        put(f"trap {number:03} another take.mp4", Take(again, made[number - 1].sound[::-1].copy()))


def _joined(*shown: Take) -> Take:
    """Return films one behind the other; without sound, where one has none."""
    sounds = [take.sound for take in shown]
    sound = None if any(heard is None for heard in sounds) else np.concatenate(sounds)
    return Take([picture for take in shown for picture in take.pictures], sound)


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


def found_takes(folders: list[str], seconds: int) -> Iterator[tuple[Take, Take | None]]:
    """Yield the films of folders, from four seconds on, as they are, and what comes in them some seconds later."""
    import av

    for folder in folders:
        for path in sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names):
            if not path.endswith(FILM_TYPES):
                continue
            with av.open(path) as source:
                rate = float(source.streams.video[0].average_rate or 25)
                shown: list[Image.Image] = []
                for number, frame in enumerate(source.decode(video=0)):
                    if len(shown) < number / rate * PER_SECOND:
                        shown.append(frame.to_image().resize(SIZE))
                    if len(shown) == (2 * seconds + 2) * PER_SECOND:
                        break
                heard = bool(source.streams.audio)
            if len(shown) >= 4 * PER_SECOND:
                first, later = shown[: seconds * PER_SECOND], shown[(seconds + 2) * PER_SECOND :]
                sound = decoded(path, len(first) // PER_SECOND) if heard else None
                yield Take(first, sound), Take(later, None) if len(later) >= 4 * PER_SECOND else None


def filmed(take: Take, form: str, bits: int) -> bytes:
    """Return a film."""
    import av

    container_form, codec = FORMS[form]
    file = io.BytesIO()
    with av.open(file, "w", format=container_form) as out:
        options = {"preset": "veryfast"} if codec == "libx264" else {"deadline": "realtime", "cpu-used": "8"}
        stream = out.add_stream(codec, rate=take.rate, options=options if form != "avi" else {})
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
    session, cost = scanned(folder)
    table = session.clusters
    cluster: dict[str, int] = {}
    for number in range(len(table)):
        cluster |= {os.path.basename(member.file.path): number for member in table.cluster(number).members}
    names = names_of(session)
    parts = {
        (names[whole], names[part])
        for whole, part, _ in contained_recordings(session.result.representations, Control())
    }
    found: dict[str, list[bool]] = defaultdict(list)
    traps: dict[str, list[bool]] = defaultdict(list)
    missed, confused = [], []
    for name in names.values():
        number, _, ending = name.partition(" ")
        original = f"{number} original.mp4"
        if number == "trap":
            kind = ending.split(" ", 1)[1].removesuffix(".mp4")
            its = cluster.get(name, -1)
            traps[kind].append(any(cluster[other] == its for other in cluster if other != name and its >= 0))
            confused += [name] if traps[kind][-1] else []
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
    films = {name[:3] for name in names.values()} - {"tra"}
    wrong_parts = [(w, p) for w, p in parts if not _shown(w, len(films)) & _shown(p, len(films))]
    return figures(found, traps) | {
        "missed": sorted(missed)[:60],
        "linked near-misses": sorted(confused),
        "parts of strangers": sorted(wrong_parts),
        "pairs": len(pairs),
        "precision": round(true / max(1, len(pairs)), 4),
        "harm": session.mark_rule("older"),
        "CPU s of the scan": cost,
        "seconds of film": round(float(session.result.representations.films.seconds.sum())),
    }


def _shown(name: str, films: int) -> set[int]:
    """Return of which films parts as long as a third are in one, by its name."""
    if not name.startswith("trap"):
        return {int(name[:3])}
    number = int(name[5:8])
    if "same beginning" in name or "one series" in name:
        return {number, (number + 1) % films}
    return set()


if __name__ == "__main__":
    main()
