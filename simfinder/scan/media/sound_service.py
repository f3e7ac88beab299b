"""The service that listens to recordings: a file goes in, its fingerprint and how it was saved come out.

``av_readers`` ask it. FFmpeg is native code and meets hostile files; here it can do no harm, and has one thread. The
sound is decoded a frame at a time and never held as a whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from simfinder.scan.media.av_answer import answered
from simfinder.scan.media.av_readers import MOST_SECONDS

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each thread would take some of the memory there is

import numpy as np
import xxhash

from simfinder.signatures.sound import recording
from simfinder.signatures.sound.chromaprint import RATE, Sound, chromaprint_of_parts
from simfinder.signatures.sound.recording import Recording
from simfinder.workers.sandbox.server import Call

if TYPE_CHECKING:
    from av.audio.frame import AudioFrame
    from av.audio.stream import AudioStream
    from av.container import InputContainer
    from av.stream import Stream

_AT_ONCE = 1 << 18  # bytes
_SAMPLES_AT_ONCE = 1 << 16
MOST_READ = 1 << 32
"""Bytes of packets that are hashed; of a larger film it is not told whether another one has the same."""

_MOST_BAD = 1_000  # frames in a row that can't be decoded: no sound comes any more


def prepare() -> None:
    """Load FFmpeg, while files may still be opened for that."""
    import av
    from av import logging

    logging.set_level(logging.PANIC)
    av.AudioResampler(format="s16", layout="mono", rate=RATE)


def answer(call: Call) -> bytes:
    """Listen to one file. One that can't be decoded has no numbers; a file that can't be opened has no identity."""
    return answered(call, _heard, Recording.none())


def _heard(file: Any) -> Recording:
    """Return the recording in a file, of several the first one; the sound of a film."""
    import av

    with av.open(file, metadata_errors="replace", buffer_size=_AT_ONCE) as container:
        packets = _Packets(container)
        numbers = chromaprint_of_parts(packets.sound())
        packets.finish()
        seconds = packets.seconds or max(0.0, float(container.duration or 0) / av.time_base)
        if packets.heard is None:
            return replace(Recording.none(), seconds=seconds, stream=packets.digest())
        context = packets.heard.codec_context
        codec = context.codec.canonical_name
        return Recording(
            seconds=seconds,
            bit_rate=min(round(packets.bytes * 8 / seconds), 0xFFFFFFFF) if seconds else 0,
            rate=context.sample_rate,
            channels=min(context.layout.nb_channels, 255),
            codec=codec if recording.is_codec(codec.encode()) else "",
            stream=packets.digest(),
            numbers=numbers,
        )


def is_cover(stream: Stream) -> bool:
    """Return whether a stream is a picture that belongs to music."""
    from av.stream import Disposition

    return bool(stream.disposition & Disposition.attached_pic)


def sound_of(container: InputContainer) -> Iterator[Sound]:
    """Yield the samples of the first recording in a file as they are fingerprinted, some at a time."""
    return _Packets(container).sound()


class _Converter:
    """Brings sound to one channel and the rate that is fingerprinted, much at a time: each call costs a while."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        from av import AudioFifo, AudioResampler

        self._held = AudioFifo()
        self._resampler = AudioResampler(format="s16", layout="mono", rate=RATE)

    def take(self, frame: AudioFrame) -> Iterator[Sound]:
        """Take a frame, and yield what there is."""
        frame.pts = None  # gaps do not count, and times may make no sense
        try:
            self._held.write(frame)
        except ValueError:  # from here on it has another rate, or other channels
            yield from self.rest()
            self._begin()
            self._held.write(frame)
        if self._held.samples >= _SAMPLES_AT_ONCE:
            yield from self._converted(self._held.read())

    def rest(self) -> Iterator[Sound]:
        """Yield what is held back; nothing is taken any more."""
        if self._held.samples:
            yield from self._converted(self._held.read())
            yield from self._converted(None)

    def _converted(self, frame: AudioFrame | None) -> Iterator[Sound]:
        for part in self._resampler.resample(frame):
            yield np.asarray(part.to_ndarray()[0], np.int16)


class _Packets:
    """The packets of sound and film, each read once: hashed as they are, and those of the sound decoded for as long as
    there is something new.

    Attributes:
        heard: the stream that is listened to; None where there is no sound.
        bytes: of its packets.
        seconds: from its first packet to the end of the last one, as they say.
    """

    def __init__(self, container: InputContainer) -> None:
        streams: list[Any] = [*container.streams.audio]
        self.heard: AudioStream | None = streams[0] if streams else None
        streams += [stream for stream in container.streams.video if not is_cover(stream)]
        # each container mixes the packets of its streams in its own way
        self._hashes = {stream.index: xxhash.xxh3_128() for stream in streams}
        self._packets = container.demux(streams) if streams else iter(())
        self._first: float | None = None
        self._last = 0.0
        self._read = 0
        self.bytes = 0

    @property
    def seconds(self) -> float:
        return 0.0 if self._first is None else max(0.0, self._last - self._first)

    def digest(self) -> bytes:
        """Return the hash of all packets; zeros where there are none, or too many."""
        if not 0 < self._read <= MOST_READ:
            return bytes(16)
        parts = [its.digest() for its in self._hashes.values()]
        if self.heard is not None and (name := self.heard.codec_context.name).startswith("pcm_"):
            # bare samples are another sound at another rate; packets of all other codecs say what they are
            parts.append(f"{name} {self.heard.rate} {self.heard.channels}".encode())
        return xxhash.xxh3_128(b"".join(parts)).digest()

    def finish(self) -> None:
        """Read the packets that were not decoded."""
        with suppress(Exception):  # what is behind the place where a file is damaged
            for packet in self._packets:
                self._note(packet)
                if self._read > MOST_READ:
                    break

    def sound(self) -> Iterator[Sound]:
        """Yield the samples as they are fingerprinted, some at a time."""
        from av import FFmpegError

        if self.heard is None:
            return
        converter, samples, bad = _Converter(), 0, 0
        self.heard.codec_context.thread_count = 1
        for packet in self._packets:
            self._note(packet)
            if packet.stream_index != self.heard.index:
                continue
            try:
                frames = packet.decode()
                bad = 0
            except FFmpegError:
                bad += 1
                if bad > _MOST_BAD:
                    break
                continue
            for frame in frames:
                for part in converter.take(cast("AudioFrame", frame)):
                    samples += len(part)
                    yield part
            if samples > MOST_SECONDS * RATE or self._read > MOST_READ:
                break
        yield from converter.rest()

    def _note(self, packet: Any) -> None:
        if not packet.size:
            return
        self._hashes[packet.stream_index].update(memoryview(packet))
        self._read += packet.size
        if self.heard is None or packet.stream_index != self.heard.index:
            return
        self.bytes += packet.size
        if packet.pts is not None and packet.time_base:
            begin = float(packet.pts * packet.time_base)
            self._first = begin if self._first is None else min(self._first, begin)
            self._last = max(self._last, begin + float((packet.duration or 0) * packet.time_base))
