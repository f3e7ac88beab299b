"""The service that looks at films: a file goes in, hashes of its pictures at fixed times come out.

``av_readers`` ask it. A short film is decoded as a whole. In a long one, from the picture before each time on that
stands for itself, pictures are decoded until that time; when ``MOST_PIXELS`` have been, the film is known well enough.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from simfinder.scan.media.av_answer import answered
from simfinder.scan.media.sound_service import is_cover

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each thread would take some of the memory there is

import numpy as np
from av import FFmpegError

from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.films import Film, times_of
from simfinder.workers.sandbox.server import Call

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

MOST_PIXELS = 4_000_000_000
"""Of what is decoded of a film: 2,000 pictures of a television, within ten seconds."""

_LARGEST = 8_192 * 8_192
_SIDE = 128
_USUAL_RATE = 25
_AT_ONCE = 1 << 18


def prepare() -> None:
    """Load FFmpeg, while files may still be opened for that."""
    from av import VideoFrame, logging

    logging.set_level(logging.PANIC)
    _hashed(VideoFrame(64, 64, "yuv420p"))


def answer(call: Call) -> bytes:
    """Look at one file. What is no film has no pictures; a file that can't be opened has no identity."""
    return answered(call, _seen, Film.none())


def _seen(file: Any) -> Film:
    """Return the film in a file, of several the first one; covers of music are none."""
    import av

    with av.open(file, metadata_errors="replace", buffer_size=_AT_ONCE) as container:
        streams = [stream for stream in container.streams.video if not is_cover(stream)]
        if not streams:
            return Film.none()
        stream = streams[0]
        context = stream.codec_context
        if not 0 < context.width * context.height <= _LARGEST:
            return Film.none()
        context.thread_count = 1
        seconds = float(container.duration or 0) / av.time_base
        if stream.duration and stream.time_base:
            seconds = float(stream.duration * stream.time_base)
        times = times_of(seconds)
        pixels = seconds * float(stream.average_rate or _USUAL_RATE) * context.width * context.height
        taken = _in_turn if pixels <= MOST_PIXELS else _here_and_there
        hashes = dict(taken(container, stream, times))
        return Film.of(max(0.0, seconds), context.width, context.height, hashes)


def _in_turn(
    container: InputContainer, stream: VideoStream, times: list[int]
) -> Iterator[tuple[int, pdq.PdqHash]]:
    """Decode a short film as a whole and yield hashes of its pictures by their times."""
    wanted = iter(sorted(times))
    time = next(wanted, None)
    left = MOST_PIXELS
    with suppress(FFmpegError):  # damaged from here on
        for frame in container.decode(stream):
            left -= frame.width * frame.height
            while time is not None and frame.pts is not None and frame.pts >= _stamp(stream, time):
                yield time, _hashed(frame)
                time = next(wanted, None)
            if time is None or left <= 0:
                return


def _here_and_there(
    container: InputContainer, stream: VideoStream, times: list[int]
) -> Iterator[tuple[int, pdq.PdqHash]]:
    """Go to some times of a long film and yield hashes of its pictures by them."""
    left = MOST_PIXELS
    for time in times:
        with suppress(FFmpegError):  # damaged here: other times may be whole
            container.seek(_stamp(stream, time), stream=stream)
            for frame in container.decode(stream):
                left -= frame.width * frame.height
                if left <= 0:
                    return
                if frame.pts is not None and frame.pts >= _stamp(stream, time):
                    yield time, _hashed(frame)
                    break


def _stamp(stream: VideoStream, time: int) -> int:
    """Return a time in seconds as a stream counts it."""
    assert stream.time_base is not None
    return int(time / stream.time_base) + (stream.start_time or 0)


def _hashed(frame: VideoFrame) -> pdq.PdqHash:
    """Return the hash of a picture, brought to one small size."""
    small = frame.reformat(_SIDE, _SIDE, "rgb24", interpolation="AREA").to_ndarray()
    return pdq.pdq_hash(pdq.brightness(np.asarray(small)))
