"""The service that looks at films: a file goes in, hashes of its pictures at fixed times come out.

``av_readers`` ask it. A short film is decoded as a whole. In a long one, from the picture before each time on that
stands for itself, pictures are decoded until that time; when ``MOST_PIXELS`` have been, the film is known well enough.
Each picture is hashed as it is, and without the bars of one colour that most of the pictures have at an edge.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from simfinder.scan.media.av_answer import answered
from simfinder.scan.media.av_readers import MOST_PIXELS
from simfinder.scan.media.sound_service import is_cover

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each thread would take some of the memory there is

import numpy as np
import numpy.typing as npt
from av import FFmpegError

from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.films import TICKS, Film, times_of
from simfinder.workers.sandbox.server import Call

Levels = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

_LARGEST = 8_192 * 8_192
_SIDE = 256
_NOISE = 12  # levels by which a bar differs from itself in a film that was saved badly
# of the pictures, how many have the bar as wide as the others: some have words in it, others a dark edge
_STEADY = 0.5
_BLURRED = 8  # rows of 256 that a bad encoder blurs, at most
_SHOWS = 0.3  # of what the strongest of these rows differs from the bar: the picture begins there
_LEAST_INSIDE, _MOST_INSIDE = 0.2, 0.97
_USUAL_RATE = 25
_AT_ONCE = 1 << 18


def prepare() -> None:
    """Load FFmpeg, while files may still be opened for that."""
    from av import VideoFrame, logging

    logging.set_level(logging.PANIC)
    _small(VideoFrame(64, 64, "yuv420p"))


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
        pictures = dict(taken(container, stream, times))
        top, bottom, left, right = shown_in(
            np.array([*pictures.values()], np.uint8).reshape(-1, _SIDE, _SIDE)
        )
        hashes = {
            time: (_hashed(picture), _hashed(picture[top:bottom, left:right]))
            for time, picture in pictures.items()
        }
        share = (bottom - top) * (right - left) / _SIDE**2
        return Film.of(max(0.0, seconds), context.width, context.height, hashes, share)


def _in_turn(
    container: InputContainer, stream: VideoStream, times: list[int]
) -> Iterator[tuple[int, Levels]]:
    """Decode a short film as a whole and yield its pictures by their times."""
    wanted = iter(sorted(times))
    time = next(wanted, None)
    left = MOST_PIXELS
    with suppress(FFmpegError):  # damaged from here on
        for frame in container.decode(stream):
            left -= frame.width * frame.height
            while time is not None and frame.pts is not None and frame.pts >= _stamp(stream, time):
                yield time, _small(frame)
                time = next(wanted, None)
            if time is None or left <= 0:
                return


def _here_and_there(
    container: InputContainer, stream: VideoStream, times: list[int]
) -> Iterator[tuple[int, Levels]]:
    """Go to some times of a long film and yield its pictures by them."""
    left = MOST_PIXELS
    for time in times:
        with suppress(FFmpegError):  # damaged here: other times may be whole
            container.seek(_stamp(stream, time), stream=stream)
            for frame in container.decode(stream):
                left -= frame.width * frame.height
                if left <= 0:
                    return
                if frame.pts is not None and frame.pts >= _stamp(stream, time):
                    yield time, _small(frame)
                    break


def _stamp(stream: VideoStream, time: int) -> int:
    """Return a time in ticks as a stream counts it."""
    assert stream.time_base is not None
    return int(time / TICKS / stream.time_base) + (stream.start_time or 0)


def _small(frame: VideoFrame) -> Levels:
    """Return the brightness of a picture, brought to one small size."""
    return np.asarray(frame.reformat(_SIDE, _SIDE, "gray", interpolation="AREA").to_ndarray(), np.uint8)


def _hashed(picture: Levels) -> pdq.PdqHash:
    return pdq.pdq_hash(picture.astype(np.float32))


def shown_in(pictures: Levels) -> Box:
    """Return where the pictures of a film show something: top, bottom, left, right of what is inside of its bars.

    Some pictures may have words in their bars. A bar that is not black is one, too.

    Args:
        pictures: (n, side, side) brightness.
    """
    lying = pictures.transpose(0, 2, 1)
    top, bottom = _bar(pictures), _bar(pictures[:, ::-1])
    left, right = _bar(lying), _bar(lying[:, ::-1])
    side = pictures.shape[1]
    share = (side - top - bottom) * (side - left - right) / side**2
    if not (top + bottom < side and left + right < side and _LEAST_INSIDE <= share <= _MOST_INSIDE):
        return 0, side, 0, side
    return top, side - bottom, left, side - right


def _bar(pictures: Levels) -> int:
    """Return how many rows at the top of pictures are of one colour: the same ones in most of them.

    Pictures of nothing but that colour don't count: a film begins with some.
    """
    if not len(pictures):
        return 0
    most, least = pictures.max(axis=2).astype(np.int16), pictures.min(axis=2).astype(np.int16)
    colour = np.median((most[:, 0] + least[:, 0]) // 2)
    even = (most - colour <= _NOISE) & (colour - least <= _NOISE)
    rows = even[~even.all(axis=1)].argmin(axis=1)
    if not len(rows):
        return 0
    usual = int(np.median(rows))
    if usual == 0 or (np.abs(rows - usual) <= 1).mean() < _STEADY:
        return 0
    # saved badly, the rows of a bar beside the picture are not even: the picture begins where much more is to be seen
    away = np.abs(pictures[:, usual : usual + _BLURRED] - np.float32(colour)).mean(axis=(0, 2))
    border = int((away >= _SHOWS * away.max()).argmax())
    return usual + border + (border == 0)  # the row that is no bar any more is partly one
