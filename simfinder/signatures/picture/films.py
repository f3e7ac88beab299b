"""Films: hashes of their pictures at fixed times, and what share of two films agrees.

Pictures are taken at whole multiples of a step, a power of two in seconds, so that two films of different lengths have
common times from their beginning on. Two films agree at a time where the hashes of both differ in few bits; pictures
with little to see in them say nothing. The figure is the share of the common times that agree, times what the shorter
film is of the longer one. Films cut from the middle are told by their sound alone.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simfinder.signatures.content_rows import ContentRows, Numbers
from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.looks import NEAR

VERSION = 1
"""Raise it with every change of what a film is made of: films are looked at again."""

MOST_PICTURES = 32
"""Pictures taken of a film; for one longer than half a minute at least half as many."""

FEWEST = 3
"""Common times at which there is something to see that two films have at least."""

_WORDS = pdq.BITS // 64
_HEAD = struct.Struct("<fII")
_PICTURE = np.dtype([("time", "<u4"), ("quality", "u1"), ("words", "<u8", (_WORDS,))])
_LONGEST = 1 << 30  # s


@dataclass(frozen=True, slots=True)
class Film:
    """One film.

    Attributes:
        seconds: how long it is; 0.0 for what is no film.
        width, height: pixels.
        times: (n,) uint32, seconds from its beginning, ascending.
        quality: (n,) uint8, of each hash, see ``pdq.TRUSTED``.
        words: (n, 4) uint64, hashes of its pictures.
    """

    seconds: float
    width: int
    height: int
    times: npt.NDArray[np.uint32]
    quality: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint64]

    def pack(self) -> bytes:
        """Return it as bytes, for the cache and between processes."""
        pictures = np.zeros(len(self.times), _PICTURE)
        pictures["time"], pictures["quality"], pictures["words"] = self.times, self.quality, self.words
        return _HEAD.pack(self.seconds, self.width, self.height) + pictures.tobytes()

    @classmethod
    def parse(cls, data: bytes) -> Film | None:
        """Read it from bytes; None where they are malformed."""
        if len(data) < _HEAD.size or (len(data) - _HEAD.size) % _PICTURE.itemsize:
            return None
        seconds, width, height = _HEAD.unpack_from(data)
        pictures = np.frombuffer(data, _PICTURE, offset=_HEAD.size)
        times = pictures["time"].astype(np.uint32)
        if (
            not 0 <= seconds <= _LONGEST
            or len(times) > MOST_PICTURES
            or (np.diff(times.astype(np.int64)) <= 0).any()
        ):
            return None
        quality, words = pictures["quality"].copy(), pictures["words"].astype(np.uint64)
        return cls(seconds, width, height, times, quality, words)

    @classmethod
    def none(cls) -> Film:
        """Return that of what is no film: it links nothing."""
        return cls.of(0.0, 0, 0, {})

    @classmethod
    def of(cls, seconds: float, width: int, height: int, hashes: Mapping[int, pdq.PdqHash]) -> Film:
        """Make a film of hashes of its pictures by their times in seconds."""
        times = sorted(hashes)
        words = [hashes[time].words[0] for time in times]
        return cls(
            seconds,
            width,
            height,
            np.array(times, np.uint32),
            np.array([hashes[time].quality for time in times], np.uint8),
            np.array(words, np.uint64).reshape(-1, _WORDS),
        )


MOST_BYTES = _HEAD.size + MOST_PICTURES * _PICTURE.itemsize
"""Bytes of a packed film."""


def times_of(seconds: float) -> list[int]:
    """Return at which times pictures of a film are taken, those that longer films share first."""
    step = 1
    while seconds / step > MOST_PICTURES:
        step *= 2
    times = range(step, int(seconds) + 1, step)
    return sorted((time for time in times if time < seconds), key=lambda time: (-(time & -time), time))


@dataclass(frozen=True, eq=False)
class Films(ContentRows):
    """The films of k contents.

    Attributes:
        seconds: (k,) float32.
        width, height: (k,) int32, pixels.
        ends: (k,) int64, where the pictures of each film end.
        times: (p,) uint32, of all pictures, those of a film one behind the other.
        quality: (p,) uint8.
        words: (p, 4) uint64.
    """

    content: npt.NDArray[np.int32]
    seconds: npt.NDArray[np.float32]
    width: npt.NDArray[np.int32]
    height: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]
    times: npt.NDArray[np.uint32]
    quality: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint64]

    @classmethod
    def of(cls, films: Mapping[int, Film]) -> Films:
        """Put films by content into columns."""
        content = sorted(films)
        each = [films[row] for row in content]
        return cls(
            np.array(content, np.int32),
            np.array([film.seconds for film in each], np.float32),
            np.array([min(film.width, 0x7FFFFFFF) for film in each], np.int32),
            np.array([min(film.height, 0x7FFFFFFF) for film in each], np.int32),
            np.cumsum([len(film.times) for film in each], dtype=np.int64),
            np.concatenate([*(film.times for film in each), np.zeros(0, np.uint32)]),
            np.concatenate([*(film.quality for film in each), np.zeros(0, np.uint8)]),
            np.concatenate([*(film.words for film in each), np.zeros((0, _WORDS), np.uint64)]),
        )

    @cached_property
    def pixels(self) -> npt.NDArray[np.int64]:
        """How many pixels the pictures of each film have, (k,)."""
        return self.width.astype(np.int64) * self.height

    @cached_property
    def owner(self) -> npt.NDArray[np.int64]:
        """The film that each picture is of, (p,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.ends, prepend=0))

    def agreement(self, a: Numbers, b: Numbers) -> npt.NDArray[np.float32]:
        """Return what share of pairs of contents agrees as films, (m,) float32; NaN where that can't be told.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with.
        """
        figures = np.full(len(a), np.nan, np.float32)
        for at, mine, its in zip(*(column.tolist() for column in self.pairs(a, b)), strict=True):
            share = self.common(mine, its)
            shorter, longer = sorted((float(self.seconds[mine]), float(self.seconds[its])))
            figures[at] = share * shorter / longer if longer > 0 else np.nan
        return figures

    def common(self, one: int, its: int, later: float = 0.0, fewest: int = FEWEST) -> float:
        """Return at what share of their common times the films of two rows agree; NaN where there is too little.

        Args:
            one: a row.
            its: another one.
            later: seconds that the first begins before the second: pictures half a second apart are then common.
            fewest: common times at which there is something to see, at least.
        """
        mine, other = (
            slice(int(self.ends[row - 1]) if row else 0, int(self.ends[row])) for row in (one, its)
        )
        shifted = self.times[other].astype(np.int64) + round(later)
        _, x, y = np.intersect1d(self.times[mine], shifted, assume_unique=True, return_indices=True)
        seen = np.maximum(self.quality[mine][x], self.quality[other][y]) >= pdq.TRUSTED
        if int(seen.sum()) < fewest:
            return float("nan")
        apart = np.bitwise_count(self.words[mine][x] ^ self.words[other][y]).sum(axis=1)[seen]
        return float((apart <= NEAR).mean())
