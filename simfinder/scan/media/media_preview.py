"""What people are shown of recordings and films, asked of a sandboxed process that decodes them.

``preview_service`` is what runs in the process. A file over which it dies, or that takes too long, shows nothing.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from simfinder.model.progress import Control
from simfinder.workers.sandbox.client import Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request

SERVICE = "simfinder.scan.media.preview_service"

MEMORY, SECONDS = 1 << 30, 20.0
"""What one answer may take."""

LONGEST_NOTE, MOST_TAGS = 300, 64
"""Most letters of a tag, and most tags."""

MOST_COVER = 8 << 20
"""Bytes of a cover picture."""

LEVELS = 1_000
"""Levels of sound at most: more than a window has pixels for."""

MOST_SIDE, MOST_PICTURES = 480, 16
"""Pixels of the longer side of a picture of a film, and pictures asked for at once."""


class Ask(StrEnum):
    """What is asked of the process."""

    FACTS = "facts"
    LEVELS = "levels"
    PICTURES = "pictures"


class SoundFacts(NamedTuple):
    """How the sound of a file was saved.

    Attributes:
        codec: FFmpeg's name of the form, such as ``mp3``.
        bit_rate: bits a second; 0 where that is not known.
        rate: samples a second.
        channels: 1 for mono.
    """

    codec: str
    bit_rate: int
    rate: int
    channels: int


class FilmFacts(NamedTuple):
    """How the pictures of a film were saved.

    Attributes:
        codec: FFmpeg's name of the form, such as ``h264``.
        width, height: pixels.
        rate: pictures a second; 0.0 where that is not known.
    """

    codec: str
    width: int
    height: int
    rate: float


@dataclass(frozen=True, slots=True)
class MediaFacts:
    """What the heads of a recording or a film say.

    Attributes:
        form: name of the form of the file.
        seconds: how long it is; 0.0 where that is not known.
        stamp: size in bytes and time of change in nanoseconds.
        sound, film: what is in it.
        tags: by name, in small letters.
        cover: a picture that belongs to it, as it is in the file; empty for none.
    """

    form: str
    seconds: float
    stamp: tuple[int, int]
    sound: SoundFacts | None = None
    film: FilmFacts | None = None
    tags: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cover: bytes = b""


class Levels(NamedTuple):
    """How loud a recording is.

    Attributes:
        seconds: how long it is.
        loud: a byte for each part of it, all of one length; 255 is as loud as can be.
    """

    seconds: float
    loud: bytes


class FilmPicture(NamedTuple):
    """A picture of a film.

    Attributes:
        time: seconds from the beginning.
        width, height: pixels.
        pixels: red, green and blue of each, a byte each.
    """

    time: float
    width: int
    height: int
    pixels: bytes


def is_there() -> bool:
    """Return whether FFmpeg is installed; nothing is imported."""
    return importlib.util.find_spec("av") is not None


class MediaPreviews(Sandbox):
    """Has recordings and films looked into by one process. Threads that share it take turns."""

    def __init__(self) -> None:
        super().__init__(SERVICE, Limits(MEMORY, SECONDS, MOST_COVER, 1 << 18), grace=0.15)
        self._urgent = 0

    @property
    def wanted(self) -> bool:
        """Return whether somebody waits for an answer that a person looks at."""
        return self._urgent > 0

    def facts(self, path: str, control: Control) -> MediaFacts | None:
        """Return what the heads of a file say; None for what is neither a recording nor a film.

        Args:
            path: of a regular file; no link is followed.
            control: a cancel ends it.

        Raises:
            Cancelled: on request.
        """
        cover = bytearray()
        found = self._answer_to(path, {"what": Ask.FACTS}, _facts_in, control, cover, MOST_COVER)
        if not isinstance(found, _Told):
            return None
        return MediaFacts(
            found.form, found.seconds, found.stamp, found.sound, found.film, found.tags, bytes(cover)
        )

    def levels(self, path: str, control: Control) -> Levels | None:
        """Return how loud a recording is, from its beginning to its end; None where that can't be had.

        Raises:
            Cancelled: on request.
        """
        loud = bytearray()
        seconds = self._answer_to(path, {"what": Ask.LEVELS}, _seconds_in, control, loud, LEVELS)
        return Levels(seconds, bytes(loud)) if seconds and loud else None

    def pictures(
        self, path: str, times: Sequence[float], side: int, control: Control, *, urgent: bool = True
    ) -> list[FilmPicture]:
        """Return the pictures of a film at some times, as far as they can be had.

        Args:
            path: of a regular file; no link is followed.
            times: seconds from its beginning, at most ``MOST_PICTURES``.
            side: most pixels of the longer side of each.
            control: a cancel ends it.
            urgent: a person waits for it.

        Raises:
            Cancelled: on request.
        """
        pixels = bytearray()
        asked = {"what": Ask.PICTURES, "times": [*times], "side": side}
        most = 3 * side * side * len(times)
        heads = self._answer_to(path, asked, _sizes_in, control, pixels, most, urgent=urgent) or []
        found, at = [], 0
        for time, width, height in heads:
            end = at + 3 * width * height
            if end > len(pixels):
                return []
            found.append(FilmPicture(time, width, height, bytes(pixels[at:end])))
            at = end
        return found

    def _answer_to(
        self,
        path: str,
        asked: Any,
        understood: Any,
        control: Control,
        data: bytearray,
        most: int,
        *,
        urgent: bool = True,
    ) -> Any:
        """Ask; return None, and take no data, where there is no answer."""
        request = Request(json.dumps(asked).encode(), (os.fsencode(path),))
        with self._waiting(urgent):
            try:
                return self.ask(request, understood, control, data.extend, data=most)
            except SandboxError:
                data.clear()
                return None

    @contextmanager
    def _waiting(self, urgent: bool) -> Iterator[None]:
        self._urgent += urgent
        try:
            yield
        finally:
            self._urgent -= urgent


class _Told(NamedTuple):
    form: str
    seconds: float
    stamp: tuple[int, int]
    sound: SoundFacts | None
    film: FilmFacts | None
    tags: Mapping[str, str]


def _facts_in(answer: bytes) -> _Told | None:
    """Return the facts that an answer holds; None where it says that there are none.

    Raises:
        ValueError: it is malformed.
    """
    found = json.loads(answer)
    if found is None:
        return None
    try:
        sound, film = found.get("sound"), found.get("film")
        size, changed = map(int, found["stamp"])
        tags = {str(name): str(text)[:LONGEST_NOTE] for name, text in [*found["tags"].items()][:MOST_TAGS]}
        told = _Told(
            str(found["form"])[:LONGEST_NOTE],
            float(found["seconds"]),
            (size, changed),
            sound and SoundFacts(str(sound["codec"]), *(int(sound[name]) for name in SoundFacts._fields[1:])),
            film
            and FilmFacts(str(film["codec"]), int(film["width"]), int(film["height"]), float(film["rate"])),
            MappingProxyType(tags),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("an answer has no facts") from error
    return told if told.sound or told.film else None


def _seconds_in(answer: bytes) -> float:
    found = json.loads(answer)
    seconds = float(found["seconds"]) if isinstance(found, dict) and "seconds" in found else 0.0
    if not 0 <= seconds < 1e9:
        raise ValueError("an answer makes no sense")
    return seconds


def _sizes_in(answer: bytes) -> list[tuple[float, int, int]]:
    found = json.loads(answer) or []
    try:
        sizes = [(float(time), int(width), int(height)) for time, width, height in found]
    except TypeError as error:
        raise ValueError("an answer has no pictures") from error
    if len(sizes) > MOST_PICTURES or any(not 0 < side <= MOST_SIDE for _, *both in sizes for side in both):
        raise ValueError("an answer has pictures of other sizes than were asked for")
    return sizes
