"""How well recordings are found that were saved again, cut, or given other tags, and what else is taken for them.

    python benchmarks/sounds.py FOLDER… [--most N] [--seconds S] [--json]     # needs av; espeak-ng for speech

Truth: recordings in the folders, and speech by several voices, each decoded to S seconds and saved again in 11 ways;
and near-misses: another song behind the same beginning, faster and higher, another melody over the same chords, read
by another voice, silence. All of them are written to a folder, which a scan looks through. *Found*: changed recordings
that are linked with their original at the tolerance of a scan. *Precision*: of all linked pairs, those of one
recording. *Harm*: files that the rule for older versions marks, though they are no copies.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

import numpy as np  # noqa: E402
from common.media_corpus import figures, names_of, print_media, scanned  # noqa: E402

from simfinder.model.progress import Control  # noqa: E402
from simfinder.model.tolerances import BUILT_IN  # noqa: E402
from simfinder.scan.media import sound_service  # noqa: E402
from simfinder.search.linking.recording_links import recording_links  # noqa: E402
from tests.helpers.recordings import saved, with_tags  # noqa: E402
from tests.helpers.sounds import mixed, saw  # noqa: E402

RATE = 44_100
TYPES = (".ogg", ".oga", ".mp3", ".wav", ".flac", ".m4a", ".opus")
TEXTS = (
    "The house at the end of the street was sold in the spring, and nobody has seen its owner since. ",
    "Please bring the signed papers to the office before Friday noon; a copy by mail is not enough. ",
    "Water boils at a lower temperature on a mountain, because the air above it weighs less there. ",
    "We took the early train, missed the second one by a minute, and walked along the river instead. ",
)
VOICES = ("en-us", "en-gb", "en-us+f3", "de")

Sound = np.ndarray
Change = Callable[[Sound], bytes]
SAVED: dict[str, tuple[str, Change]] = {
    "32k.mp3": ("saved again", lambda sound: saved(sound, "mp3", 32_000)),
    "64k.mp3": ("saved again", lambda sound: saved(sound, "mp3", 64_000)),
    "128k.mp3": ("saved again", lambda sound: saved(sound, "mp3", 128_000)),
    "320k.mp3": ("saved again", lambda sound: saved(sound, "mp3", 320_000)),
    "48k.m4a": ("saved again", lambda sound: saved(sound, "m4a", 48_000)),
    "128k.mp4": ("saved again", lambda sound: saved(sound, "mp4", 128_000)),
    "32k.opus": ("saved again", lambda sound: saved(sound, "opus", 32_000)),
    "96k.opus": ("saved again", lambda sound: saved(sound, "opus", 96_000)),
    "quiet.mp3": ("saved again", lambda sound: saved((sound // 4).astype(np.int16), "mp3", 96_000)),
    "cut.mp3": (
        "a tenth cut off",
        lambda sound: saved(sound[len(sound) // 20 : -len(sound) // 20], "mp3", 96_000),
    ),
    "tagged.mka": (
        "other tags or container",
        lambda sound: with_tags(saved(sound, "mp4", 128_000), "mka", title="Another", artist="Somebody"),
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--most", type=int, default=0, metavar="N", help="take so many recordings; 0 for all")
    parser.add_argument("--seconds", type=int, default=60, metavar="S", help="of each recording")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        begin = time.process_time()
        length = write(folder, arguments.folders, arguments.most, arguments.seconds)
        print(f"written in {time.process_time() - begin:.0f} s", file=sys.stderr)
        print_media(measured(folder) | {"seconds of sound": round(length)}, as_json=arguments.json)


def write(folder: str, folders: list[str], most: int, seconds: int) -> float:
    """Write the corpus; return how many seconds of sound it has."""
    total = 0.0

    def put(name: str, data: bytes, length: float) -> None:
        nonlocal total
        total += length
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)

    taken: list[Sound] = []
    for number, (name, sound) in enumerate(originals(folders, most, seconds)):
        put(f"{number:03} {name}.flac", saved(sound, "flac"), len(sound) / RATE)
        for ending, (_, change) in SAVED.items():
            put(f"{number:03} {name}.{ending}", change(sound), len(sound) / RATE)
        taken.append(sound)
    for name, sound in near_misses(taken):
        put(f"trap {name}.mp3", saved(sound, "mp3", 128_000), len(sound) / RATE)
    return total


def originals(folders: list[str], most: int, seconds: int) -> Iterator[tuple[str, Sound]]:
    """Yield recordings of the folders from ten seconds on, the largest files of each folder first, then speech."""
    count = 0
    for folder in folders:
        paths = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in sorted(names)]
        paths = [path for path in paths if path.endswith(TYPES)]
        for path in sorted(paths, key=os.path.getsize, reverse=True):
            sound = decoded(path, seconds)
            if len(sound) >= 10 * RATE and (not most or count < most):
                count += 1
                yield os.path.basename(path).rpartition(".")[0], sound
    if shutil.which("espeak-ng"):
        for number, text in enumerate(TEXTS):
            yield f"speech {number}", spoken(text, VOICES[number % len(VOICES)])


def near_misses(taken: list[Sound]) -> Iterator[tuple[str, Sound]]:
    """Yield what is like a recording and is another one."""
    for number, (one, other) in enumerate(pairwise(taken[:13])):
        at = min(len(one), len(other)) // 3
        yield f"{number:03} same beginning", np.concatenate((one[:at], other[at:]))
        yield f"{number:03} faster", _stretched(one, 1.06)
    for number in range(8):
        yield f"{100 + number // 2:03} same chords", over_chords(number // 2, number)
        yield f"{200 + number:03} silence", np.zeros((20 + number) * RATE, np.int16)
    if shutil.which("espeak-ng"):
        for number, text in enumerate(TEXTS):
            for voice in VOICES[:3]:
                yield f"{300 + number:03} read by {voice}", spoken(text, voice, 150)


def over_chords(chords: int, melody: int, seconds: int = 40) -> Sound:
    """Return a melody over the chords that others have, too, (samples,) int16."""
    at = np.arange(seconds * RATE, dtype=np.int64)
    bar, beat = at // (2 * RATE), at // (RATE // 2)
    total = np.zeros(len(at), np.int64)
    for voice in range(3):
        pitch = 110 * 2 ** ((mixed(bar % 4 * 3 + voice + 100 * chords) % 24) / 12)
        total += saw((np.cumsum(pitch) / 4).astype(np.int64), 4_000)
    pitch = 440 * 2 ** ((mixed(beat + 1_000 * melody) % 13) / 12)
    total += saw((np.cumsum(pitch) / 4).astype(np.int64), 9_000)
    return total.astype(np.int16)


def spoken(text: str, voice: str, speed: int = 165) -> Sound:
    """Return a text as a voice reads it, three times over, (samples,) int16."""
    command = ["espeak-ng", "-v", voice, "-s", str(speed), "--stdout", text * 3]
    data = subprocess.run(command, capture_output=True, check=True).stdout
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        file.write(data)
        file.flush()
        return decoded(file.name, 600)


def _stretched(sound: Sound, by: float) -> Sound:
    at = np.arange(int(len(sound) / by)) * by
    return np.interp(at, np.arange(len(sound)), sound).astype(np.int16)


def decoded(path: str, seconds: int) -> Sound:
    """Return the first seconds of a recording or the sound of a film, (samples,) int16, on one channel."""
    import av

    resampler = av.AudioResampler("s16", "mono", RATE)
    parts: list[np.ndarray] = [np.zeros(0, np.int16)]
    with av.open(path) as source, suppress(av.FFmpegError):  # damaged from there on
        for frame in source.decode(audio=0):
            parts += [part.to_ndarray()[0] for part in resampler.resample(frame)]
            if sum(map(len, parts)) > seconds * RATE:
                break
    return np.concatenate(parts)[: seconds * RATE]


def measured(folder: str) -> dict[str, Any]:
    """Scan the corpus and return what is found, what is confused, and what a rule would remove."""
    session, cost = scanned(folder)
    recordings = session.result.representations.recordings
    assert recordings is not None
    links = recording_links(recordings, 1 - BUILT_IN, Control(), every=True)
    names = names_of(session)
    pairs = {frozenset((names[a], names[b])) for a, b in zip(links.a.tolist(), links.b.tolist(), strict=True)}
    found: dict[str, list[bool]] = defaultdict(list)
    missed = []
    for name in names.values():
        for ending, (kind, _) in SAVED.items():
            if name.endswith(f".{ending}") and not name.startswith("trap"):
                other = "128k.mp4" if ending == "tagged.mka" else "flac"
                hit = frozenset((name, name.removesuffix(ending) + other)) in pairs
                found[kind].append(hit)
                missed += [] if hit else [name]
    traps: dict[str, list[bool]] = defaultdict(list)
    for name in names.values():
        if name.startswith("trap"):
            linked = [pair for pair in pairs if name in pair]
            traps[name.removesuffix(".mp3").split(" ", 2)[2].split(" by ")[0]].append(bool(linked))
    plain = [pair for pair in pairs if not any(name.startswith("trap") for name in pair)]
    true = sum(len({name[:3] for name in pair}) == 1 for pair in plain)
    return figures(found, traps) | {
        "missed": missed[:20],
        "strangers linked": len(plain) - true,
        "precision": round(true / max(1, len(plain)), 4),
        "harm": session.mark_rule("older"),
        "CPU s of the scan": cost,
    }


if __name__ == "__main__":
    sound_service.prepare()
    main()
