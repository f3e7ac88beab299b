"""The recordings of a scan, as columns, and what share of two of them agrees.

Two recordings are compared by their fingerprints, laid over one another where most of them agrees: the figure is the
share of the longer one that does. Silence counts for neither. Two whose sound was saved as the very same bytes, in
files with other tags or of another form, agree in all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import sorted_set
from simfinder.signatures.content_rows import ContentRows, Numbers
from simfinder.signatures.sound.alignment import Alignment, align
from simfinder.signatures.sound.chromaprint import RATE, SILENT, STEP, Fingerprint
from simfinder.signatures.sound.recording import CODEC, Recording, is_lossless

DIFFERENT = 16
"""Numbers that a recording has at least: fewer, of two seconds, of silence or of a steady tone, say nothing."""

LONG = 0.98
"""A recording is as long as another one that is longer by less than the rest: encoders add and cut a while."""

_TOGETHER = 8  # numbers: 1 s
_LOSSLESS_RATE = np.int64(1) << 40

Masks = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Recordings(ContentRows):
    """The recordings of k contents.

    Attributes:
        seconds: (k,) float32, how long each is.
        bit_rate: (k,) int64, bits a second.
        rate: (k,) int32, samples a second.
        channels: (k,) uint8.
        codec: (k,) bytes, names of the formats of the sound.
        stream: (k,) uint8 x 16, hashes of the sound as it was saved; zeros for none.
        numbers: uint32, all fingerprints, one behind the other.
        ends: (k,) int64, where each fingerprint ends.
    """

    content: npt.NDArray[np.int32]
    seconds: npt.NDArray[np.float32]
    bit_rate: npt.NDArray[np.int64]
    rate: npt.NDArray[np.int32]
    channels: npt.NDArray[np.uint8]
    codec: npt.NDArray[np.bytes_]
    stream: npt.NDArray[np.uint8]
    numbers: Fingerprint
    ends: npt.NDArray[np.int64]
    _laid: dict[tuple[int, int], Alignment] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, recordings: Mapping[int, Recording]) -> Recordings:
        """Put recordings by content into columns."""
        content = sorted(recordings)
        each = [recordings[row] for row in content]
        return cls(
            np.array(content, np.int32),
            np.array([one.seconds for one in each], np.float32),
            np.array([one.bit_rate for one in each], np.int64),
            np.array([min(one.rate, 0x7FFFFFFF) for one in each], np.int32),
            np.array([one.channels for one in each], np.uint8),
            np.array([one.codec.encode() for one in each], f"S{CODEC}"),
            np.frombuffer(b"".join(one.stream for one in each), np.uint8).reshape(-1, 16),
            np.concatenate([*(one.numbers for one in each), np.zeros(0, np.uint32)]),
            np.cumsum([len(one.numbers) for one in each], dtype=np.int64),
        )

    def fingerprint(self, row: int) -> Fingerprint:
        """Return the numbers of one recording."""
        return self.numbers[int(self.ends[row - 1]) if row else 0 : int(self.ends[row])]

    @cached_property
    def trusted(self) -> Masks:
        """Which recordings have enough to hear to be compared, (k,) bool."""
        telling = (sorted_set(self.fingerprint(row)) for row in range(len(self)))
        return np.array([int((its != SILENT).sum()) >= DIFFERENT for its in telling], np.bool_)

    @cached_property
    def streams(self) -> npt.NDArray[np.int64]:
        """The number of the saved sound of each recording, (k,): equal where it is the same; -1 where there is none."""
        if not len(self):
            return np.zeros(0, np.int64)
        _, numbers = np.unique(self.stream, axis=0, return_inverse=True)
        return np.where(self.stream.any(axis=1), numbers.reshape(-1), -1)

    @cached_property
    def worth(self) -> npt.NDArray[np.int64]:
        """How well each one was saved, (k,): lossless ones first, then those of more bits a second."""
        lossless = np.array([is_lossless(name.decode("ascii")) for name in self.codec.tolist()], np.bool_)
        samples = self.rate.astype(np.int64) * self.channels  # of what was decoded last bits say less
        return np.where(lossless, _LOSSLESS_RATE + samples, self.bit_rate)

    def agreement(self, a: Numbers, b: Numbers) -> npt.NDArray[np.float32]:
        """Return what share of pairs of contents agrees as sound, (m,) float32; NaN where one can't be compared.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with.
        """
        figures = np.full(len(a), np.nan, np.float32)
        same = self.same_stream(a, b)
        figures[same] = 1.0
        for at, one, its in self._comparable(a, b):
            if not same[at]:
                figures[at] = self.laid(one, its).similarity
        return figures

    def same_stream(self, a: Numbers, b: Numbers) -> Masks:
        """Return which pairs of different contents were saved as the very same bytes, (m,) bool."""
        same = np.zeros(len(a), np.bool_)
        both, one, other = self.pairs(a, b)
        same[both] = (self.streams[one] >= 0) & (self.streams[one] == self.streams[other])
        return same

    def apart(self, a: Numbers, b: Numbers) -> Masks:
        """Return of which pairs of contents the sound of one begins later than that of the other, (m,) bool."""
        later = np.zeros(len(a), np.bool_)
        for at, one, its in self._comparable(a, b):
            laid = self.laid(one, its)
            later[at] = laid.agree > 0 and abs(laid.shift) > _TOGETHER
        return later

    def later(self, a: int, b: int) -> float:
        """Return how many seconds after that of the first of two contents the sound of the second one begins."""
        one, its = self.rows(np.array([a, b])).tolist()
        shift = self.laid(one, its).shift * STEP / RATE
        return shift if one < its else -shift

    def _comparable(self, a: Numbers, b: Numbers) -> Iterator[tuple[int, int, int]]:
        """Yield the indexes of pairs of contents of which both have enough to hear, and their rows."""
        both, one, other = self.pairs(a, b)
        heard = self.trusted[one] & self.trusted[other]
        yield from zip(*(column[heard].tolist() for column in (both, one, other)), strict=True)

    def laid(self, one: int, its: int) -> Alignment:
        """Return how the recordings of two rows lie over one another, that of the smaller row first."""
        pair = min(one, its), max(one, its)
        if pair not in self._laid:
            self._laid[pair] = align(*map(self.fingerprint, pair))
        return self._laid[pair]

    def seconds_later(self, one: int, its: int) -> float:
        """Return by how many seconds the recording of the second row begins later than that of the first; 0.0 where
        they have nothing in common.
        """
        if not (self.trusted[one] and self.trusted[its]):
            return 0.0
        laid = self.laid(one, its)
        seconds = laid.shift * STEP / RATE if laid.agree else 0.0
        return seconds if one <= its else -seconds

    def beside(self, recording: Recording) -> npt.NDArray[np.float32]:
        """Return what share of each recording agrees with another one, (k,); NaN where they can't be compared."""
        own = len(self)
        named: dict[int, Recording] = {row: self._one(row) for row in range(own)}
        joined = Recordings.of(named | {own: recording})
        return joined.agreement(np.arange(own), np.full(own, own))

    def _one(self, row: int) -> Recording:
        return Recording(
            float(self.seconds[row]),
            int(self.bit_rate[row]),
            int(self.rate[row]),
            int(self.channels[row]),
            self.codec[row].decode("ascii"),
            self.stream[row].tobytes(),
            self.fingerprint(row),
        )
