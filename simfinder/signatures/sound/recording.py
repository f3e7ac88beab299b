"""A recording: what a file that can be heard sounds like, how long it is and how it was saved.

It is stored in the cache, and is all that two recordings are compared by: nothing is decoded twice. ``align`` lays two
fingerprints over one another, ``recordings`` holds those of a scan.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from simfinder.signatures.sound.chromaprint import Fingerprint

VERSION = 2
"""Raise it with every change of what a recording is made of: files are listened to again."""

CODEC = 16
"""Most letters of a codec's name."""

_LOSSLESS = ("alac", "ape", "flac", "mlp", "pcm_", "shorten", "tak", "truehd", "tta", "wavpack")
_HEAD = struct.Struct(f"<fIIB{CODEC}s16sI")
_MOST_SECONDS = 1e9


@dataclass(frozen=True, slots=True)
class Recording:
    """One recording.

    Attributes:
        seconds: how long it is; 0.0 where that is not known.
        bit_rate: bits a second of the sound as it was saved.
        rate: samples a second.
        channels: 1 for mono, 2 for stereo.
        codec: name of the format of the sound, such as ``mp3`` or ``pcm_s16le``; "" for a file that can't be heard.
        stream: 16 bytes, hash of the sound as it was saved, without tags and whatever else its file holds; all zeros
            where it is not known.
        numbers: its fingerprint, uint32, see ``chromaprint``.
    """

    seconds: float
    bit_rate: int
    rate: int
    channels: int
    codec: str
    stream: bytes
    numbers: Fingerprint

    def pack(self) -> bytes:
        """Return it as bytes, for the cache and between processes."""
        codec = self.codec.encode("ascii", "replace")[:CODEC]
        head = (self.seconds, self.bit_rate, self.rate, self.channels, codec, self.stream, len(self.numbers))
        return _HEAD.pack(*head) + self.numbers.astype("<u4").tobytes()

    @classmethod
    def parse(cls, data: bytes) -> Recording | None:
        """Read it from bytes; None where they are malformed."""
        if len(data) < _HEAD.size:
            return None
        seconds, bit_rate, rate, channels, codec, stream, count = _HEAD.unpack_from(data)
        named = codec.rstrip(b"\0")
        if len(data) != _HEAD.size + 4 * count or not 0 <= seconds <= _MOST_SECONDS or not is_codec(named):
            return None
        numbers = np.frombuffer(data, "<u4", count, _HEAD.size).astype(np.uint32)
        return cls(seconds, bit_rate, rate, channels, named.decode("ascii"), stream, numbers)

    @classmethod
    def none(cls) -> Recording:
        """Return that of what can't be heard: it links nothing."""
        return cls(0.0, 0, 0, 0, "", bytes(16), np.zeros(0, np.uint32))


def is_codec(name: bytes) -> bool:
    """Return whether something may be the name of a codec: ASCII letters, digits and underscores, or nothing."""
    return len(name) <= CODEC and name.isascii() and (not name or name.replace(b"_", b"").isalnum())


def is_lossless(codec: str) -> bool:
    """Return whether a codec keeps every sample as it is."""
    return codec.startswith(_LOSSLESS)


def most_bytes(numbers: int) -> int:
    """Return how many bytes a recording with so many numbers is packed to."""
    return _HEAD.size + 4 * numbers
