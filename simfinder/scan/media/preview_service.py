"""The service that shows recordings and films: a file goes in; facts, levels of its sound or some pictures come out.

``media_preview`` asks it. Nothing it sends is compared with anything; people look at it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each thread would take some of the memory there is

import numpy as np

from simfinder.scan.media import sound_service
from simfinder.scan.media.media_preview import (
    LEVELS,
    LONGEST_NOTE,
    MOST_COVER,
    MOST_SIDE,
    MOST_TAGS,
    Ask,
)
from simfinder.scan.media.sound_service import is_cover
from simfinder.signatures.sound.chromaprint import RATE

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

    from simfinder.workers.sandbox.server import Call

_LARGEST = 8_192 * 8_192  # pixels of a picture that is decoded
_MOST_PIXELS = 1_000_000_000  # of what is decoded of one film: some eight seconds
_SECONDS = 6.0  # that are listened to one recording; what comes later is looked up here and there
_A_LEVEL = RATE // 20  # samples
_BEFORE = 3.0  # s
_HERE = 3  # packets decoded at a place that is looked up
_LONGEST_NAME = 40
_OF_THE_FILE = frozenset(
    {"major_brand", "minor_version", "compatible_brands", "handler_name", "vendor_id", "duration", "language"}
)
"""Tags that programs write for programs."""

prepare = sound_service.prepare


def answer(call: Call) -> bytes:
    """Answer one request as JSON; pixels, levels and covers are sent before it. Damaged files have less to show."""
    asked = json.loads(call.payload)
    found: Any = None
    with suppress(Exception), open(call.open(), "rb") as file:  # whatever a decoder makes of a damaged file
        import av

        with av.open(file, "r", metadata_errors="replace", buffer_size=1 << 18) as container:
            match asked["what"]:
                case Ask.FACTS:
                    status = os.fstat(file.fileno())
                    found = _facts(call, container) | {"stamp": [status.st_size, status.st_mtime_ns]}
                case Ask.LEVELS:
                    found = _levels(call, container)
                case Ask.PICTURES:
                    found = _pictures(call, container, asked["times"], min(asked["side"], MOST_SIDE))
    return json.dumps(found).encode()


def _facts(call: Call, container: InputContainer) -> dict[str, Any]:
    """Return what the heads of a file say; send its cover."""
    import av

    sounds = container.streams.audio
    films = [stream for stream in container.streams.video if not is_cover(stream)]
    found: dict[str, Any] = {
        "form": _text(container.format.long_name, _LONGEST_NAME),
        "seconds": _number(float(container.duration or 0) / av.time_base),
        "tags": _tags(container.metadata, sounds[0].metadata if sounds else {}),
    }
    if sounds:
        found["sound"] = _sound(sounds[0], container.bit_rate if not films else 0)
    if films:
        film = films[0]
        width, height = _shape(film)
        rate = float(film.average_rate or 0)
        codec = film.codec_context.codec.canonical_name
        found["film"] = {"codec": _text(codec, 20), "width": width, "height": height, "rate": _number(rate)}
    with suppress(StopIteration):
        cover = next(stream for stream in container.streams.video if is_cover(stream))
        packet = next(container.demux(cover))
        if 0 < packet.size <= MOST_COVER:
            call.send(bytes(packet))
    return found


def _sound(stream: AudioStream, whole: int) -> dict[str, Any]:
    context = stream.codec_context
    return {
        "codec": _text(context.codec.canonical_name, 20),
        "bit_rate": int(stream.bit_rate or whole or 0),
        "rate": int(context.sample_rate),
        "channels": int(context.layout.nb_channels),
    }


def _tags(*told: Mapping[str, str]) -> dict[str, str]:
    """Return tags by their names in small letters; Ogg keeps them with the sound, most forms with the file."""
    found: dict[str, str] = {}
    for each in told:
        for name, value in each.items():
            text, key = _text(value, LONGEST_NOTE), _text(name, _LONGEST_NAME).lower()
            if text and key not in _OF_THE_FILE and len(found) < MOST_TAGS:
                found.setdefault(key, text)
    return found


def _text(value: str, longest: int) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in str(value)).strip()[:longest]


def _number(value: float) -> float:
    return value if 0 <= value < 1e9 else 0.0


def _shape(stream: VideoStream) -> tuple[int, int]:
    return int(stream.codec_context.width), int(stream.codec_context.height)


def _levels(call: Call, container: InputContainer) -> dict[str, Any] | None:
    """Send how loud a recording is from its beginning to its end, a byte a level.

    A recording that takes long is listened to here and there: a few packets for each level.
    """
    import av

    if not container.streams.audio:
        return None
    seconds = float(container.duration or 0) / av.time_base
    begin = time.process_time()
    parts: list[np.ndarray] = []
    samples = 0
    whole = True
    for part in sound_service.sound_of(container):
        parts.append(part)
        samples += len(part)
        if time.process_time() - begin > _SECONDS:
            whole = False
            break
    if whole or seconds < samples / RATE:
        joined = np.concatenate([*parts, np.zeros(0, np.int16)])
        each = max(_A_LEVEL, -(-len(joined) // LEVELS))
        places = np.arange(0, len(joined), each)
        loud = np.maximum.reduceat(np.abs(joined.astype(np.int32)), places) if len(places) else places
        length = len(joined) / RATE
    else:
        loud, length = _here_and_there(container, seconds), seconds
    call.send(np.minimum(np.asarray(loud) >> 7, 255).astype(np.uint8).tobytes())
    return {"seconds": length}


def _here_and_there(container: InputContainer, seconds: float) -> np.ndarray:
    """Return levels of sound at places that lie evenly, of 32,768; 0 for places that can't be decoded."""
    from av import AudioResampler, FFmpegError

    stream = container.streams.audio[0]
    assert stream.time_base is not None
    loud = np.zeros(LEVELS, np.int32)
    begin = time.process_time()
    for place in range(LEVELS):
        if time.process_time() - begin > _SECONDS:
            break
        with suppress(FFmpegError, StopIteration, ValueError):
            at = int(seconds * place / LEVELS / stream.time_base) + (stream.start_time or 0)
            container.seek(at, stream=stream)
            packets, resampler = container.demux(stream), AudioResampler(format="s16", layout="mono")
            for _ in range(_HERE):
                for frame in next(packets).decode():
                    for part in resampler.resample(frame):
                        heard = np.abs(part.to_ndarray().astype(np.int32))
                        loud[place] = max(int(loud[place]), int(heard.max(initial=0)))
    return loud


def _pictures(call: Call, container: InputContainer, times: list[float], side: int) -> list[list[float]]:
    """Send pictures of a film, three bytes a pixel, and return the time, width and height of each."""
    stream = next(stream for stream in container.streams.video if not is_cover(stream))
    if not 0 < stream.codec_context.width * stream.codec_context.height <= _LARGEST:
        return []
    stream.codec_context.thread_count = 1
    found = []
    for at, frame in _frames(container, stream, times):
        small = _small(frame, side)
        call.send(small.tobytes())
        found.append([at, small.shape[1], small.shape[0]])
    return found


def _frames(
    container: InputContainer, stream: VideoStream, times: list[float]
) -> Iterator[tuple[float, VideoFrame]]:
    """Yield the picture that is seen at each time, ascending; the last one there is for a time at the end."""
    import av

    left, whole = _MOST_PIXELS, float(container.duration or 0) / av.time_base
    for at in sorted(times):
        shown: VideoFrame | None = None
        for earlier in (0.0, _BEFORE):  # the end of some forms can't be gone to
            for frame in _decoded(container, stream, min(at, whole or at) - earlier, at):
                left -= frame.width * frame.height
                shown = frame
                if left <= 0:
                    break
            if shown is not None:
                yield at, shown
                break
        if left <= 0:
            return


def _decoded(
    container: InputContainer, stream: VideoStream, begin: float, end: float
) -> Iterator[VideoFrame]:
    """Yield the pictures from the last one that stands for itself before a time on, until that at another time."""
    from av import FFmpegError

    assert stream.time_base is not None
    first = stream.start_time or 0
    stamp = int(end / stream.time_base) + first
    with suppress(FFmpegError):  # damaged here: other times may be whole
        container.seek(max(0, int(begin / stream.time_base)) + first, stream=stream)
        for number, frame in enumerate(container.decode(stream)):
            if number and frame.pts is not None and frame.pts > stamp:
                return
            yield frame
            if frame.pts is not None and frame.pts >= stamp:
                return


def _small(frame: VideoFrame, side: int) -> np.ndarray:
    """Return a picture as it is to be seen, (height, width, 3) uint8, its longer side at most so many pixels."""
    scale = min(1.0, side / max(frame.width, frame.height))
    size = max(1, round(frame.width * scale)), max(1, round(frame.height * scale))
    small = np.asarray(frame.reformat(*size, "rgb24", interpolation="AREA").to_ndarray())
    return np.ascontiguousarray(np.rot90(small, round(frame.rotation / 90) % 4))
