"""Films: hashes of their pictures at fixed times, and what share of two films agrees.

Pictures are taken at whole multiples of a step, a power of two in quarters of a second, so that two films of different
lengths have common times from their beginning on. Two films agree at a time where the hashes of both differ in few
bits; pictures with little to see in them say nothing. The figure is the share of the common times that agree, times
what the shorter film is of the longer one. For a part from anywhere in a film the shift is sought at which most of its
pictures are near (``align``). A film with bars of one colour around what it shows is compared with them and without.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.signatures.content_rows import ContentRows, Numbers
from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.looks import NEAR

VERSION = 2
"""Raise it with every change of what a film is made of: films are looked at again."""

TICKS = 4
"""Times that a second has: a camera that moves changes a third of the bits in half a second."""

MOST_PICTURES = 64
"""Pictures taken of a film; for one longer than 16 s at least half as many."""

VIEWS = 2
"""Hashes of each picture: of all of it, and of what is inside of the bars; the same one twice without bars."""


FEWEST, LEAST = 3, 2 * TICKS
"""Common times at which there is something to see that two films have at least, and how long they last in ticks."""

_WORDS = pdq.BITS // 64
_HEAD = struct.Struct("<fIIf")
_PICTURE = np.dtype([("time", "<u4"), ("quality", "u1"), ("words", "<u8", (VIEWS, _WORDS))])
_LONGEST = 1 << 30  # s
_REACH = TICKS // 2  # a picture half a second away is of the same shot, mostly
_SHIFTS_TRIED = 3
_UNLIKE = pdq.BITS + 1
# the hashes of a shot with next to nothing to see (quality 50) differ in 60 bits once it was made smaller; that one of
# two pictures shows nothing and the other one much says that they differ
_TELLING, _SURE = 55, 70


@dataclass(frozen=True, slots=True)
class Film:
    """One film.

    Attributes:
        seconds: how long it is; 0.0 for what is no film.
        width, height: pixels.
        share: of its pictures that is inside of bars of one colour; 1.0 without any.
        times: (n,) uint32, ticks from its beginning, ascending.
        quality: (n,) uint8, of the hashes of what is inside of the bars, see ``pdq.TRUSTED``.
        words: (n, 2, 4) uint64, hashes of its pictures, see ``VIEWS``.
    """

    seconds: float
    width: int
    height: int
    share: float
    times: npt.NDArray[np.uint32]
    quality: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint64]

    def pack(self) -> bytes:
        """Return it as bytes, for the cache and between processes."""
        pictures = np.zeros(len(self.times), _PICTURE)
        pictures["time"], pictures["quality"], pictures["words"] = self.times, self.quality, self.words
        return _HEAD.pack(self.seconds, self.width, self.height, self.share) + pictures.tobytes()

    @classmethod
    def parse(cls, data: bytes) -> Film | None:
        """Read it from bytes; None where they are malformed."""
        if len(data) < _HEAD.size or (len(data) - _HEAD.size) % _PICTURE.itemsize:
            return None
        seconds, width, height, share = _HEAD.unpack_from(data)
        pictures = np.frombuffer(data, _PICTURE, offset=_HEAD.size)
        times = pictures["time"].astype(np.uint32)
        if (
            not (0 <= seconds <= _LONGEST and 0 < share <= 1)
            or len(times) > MOST_PICTURES
            or (np.diff(times.astype(np.int64)) <= 0).any()
        ):
            return None
        quality, words = pictures["quality"].copy(), pictures["words"].astype(np.uint64)
        return cls(seconds, width, height, share, times, quality, words)

    @classmethod
    def none(cls) -> Film:
        """Return that of what is no film: it links nothing."""
        return cls.of(0.0, 0, 0, {})

    @classmethod
    def of(
        cls,
        seconds: float,
        width: int,
        height: int,
        hashes: Mapping[int, Sequence[pdq.PdqHash]],
        share: float = 1.0,
    ) -> Film:
        """Make a film of the hashes of its pictures, see ``VIEWS``, by their times in ticks."""
        times = sorted(hashes)
        words = [[view.words[0] for view in hashes[time]] for time in times]
        quality = [hashes[time][-1].quality for time in times]
        return cls(
            seconds,
            width,
            height,
            share,
            np.array(times, np.uint32),
            np.array(quality, np.uint8),
            np.array(words, np.uint64).reshape(-1, VIEWS, _WORDS),
        )


MOST_BYTES = _HEAD.size + MOST_PICTURES * _PICTURE.itemsize
"""Bytes of a packed film."""


def times_of(seconds: float) -> list[int]:
    """Return at which times pictures of a film are taken, in ticks, those that longer films share first."""
    step, end = 1, seconds * TICKS
    while end / step > MOST_PICTURES:
        step *= 2
    times = range(step, int(end) + 1, step)
    return sorted((time for time in times if time < end), key=lambda time: (-(time & -time), time))


class Alignment(NamedTuple):
    """Where one film matches another.

    Attributes:
        shift: time t of the second lies over time t + shift of the first, in ticks.
        share: of the pictures of the shorter one that lie over something and show something, those that agree.
        shots: how many of these that agree differ from one another.
    """

    shift: int
    share: float
    shots: int


@dataclass(frozen=True, eq=False)
class Films(ContentRows):
    """The films of k contents.

    Attributes:
        seconds: (k,) float32.
        width, height: (k,) int32, pixels.
        share: (k,) float32, see ``Film``.
        ends: (k,) int64, where the pictures of each film end.
        times: (p,) uint32, ticks, of all pictures, those of a film one behind the other.
        quality: (p,) uint8.
        words: (p, 2, 4) uint64.
    """

    content: npt.NDArray[np.int32]
    seconds: npt.NDArray[np.float32]
    width: npt.NDArray[np.int32]
    height: npt.NDArray[np.int32]
    share: npt.NDArray[np.float32]
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
            np.array([film.share for film in each], np.float32),
            np.cumsum([len(film.times) for film in each], dtype=np.int64),
            np.concatenate([*(film.times for film in each), np.zeros(0, np.uint32)]),
            np.concatenate([*(film.quality for film in each), np.zeros(0, np.uint8)]),
            np.concatenate([*(film.words for film in each), np.zeros((0, VIEWS, _WORDS), np.uint64)]),
        )

    @cached_property
    def pixels(self) -> npt.NDArray[np.int64]:
        """How many pixels the pictures of each film have, (k,); bars count twice against it.

        They show that it was saved again, and where they end is not certain: with a little of its bars taken for
        picture, a bad copy had more pixels than its original.
        """
        inside = self.share.astype(np.float64) ** 2
        return np.rint(self.width.astype(np.int64) * self.height * inside).astype(np.int64)

    @cached_property
    def owner(self) -> npt.NDArray[np.int64]:
        """The film that each picture is of, (p,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.ends, prepend=0))

    @cached_property
    def shots(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint64]]:
        """Hashes of pictures that show something else than the one before of the same film, and the films they are of:
        (s,) rows, (s, 4) words.
        """
        owner, words = [], []
        for view in range(VIEWS):
            at = self._changes(view)
            at = at[(view == 0) | (self.share[self.owner[at]] < 1)]
            owner.append(self.owner[at])
            words.append(self.words[at, view])
        return np.concatenate(owner), np.concatenate(words)

    def _changes(self, view: int) -> npt.NDArray[np.int64]:
        """Return the pictures that show something else than the last one of these of the same film."""
        begins = self.ends - np.diff(self.ends, prepend=0)
        last, begun = np.zeros((len(self), _WORDS), np.uint64), np.zeros(len(self), np.bool_)
        found = [np.zeros(0, np.int64)]
        for step in range(MOST_PICTURES):
            inside = np.flatnonzero(begins + step < self.ends)
            rows = begins[inside] + step
            apart = np.bitwise_count(self.words[rows, view] ^ last[inside]).sum(axis=1)
            other = (self.quality[rows] >= pdq.TRUSTED) & ((apart > NEAR) | ~begun[inside])
            begun[inside[other]], last[inside[other]] = True, self.words[rows[other], view]
            found.append(rows[other])
        return np.concatenate(found)

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

    def common(self, one: int, its: int, later: float = 0.0) -> float:
        """Return at what share of their common times the films of two rows agree; NaN where there is too little.

        Args:
            one: a row.
            its: another one.
            later: seconds that the first begins before the second: pictures up to half a second apart are then common,
                and agree within twice as many bits. A camera that moves changes as many.
        """
        return self._laid(one, its, round(later * TICKS)).share

    def align(self, one: int, its: int) -> Alignment:
        """Lay the films of two rows over one another where most of their pictures agree; a share of NaN where there is
        too little.
        """
        mine, other = self._pictures(one), self._pictures(its)
        x, y = np.nonzero(self._apart(mine[:, None], other[None]) <= NEAR)
        shifts, votes = np.unique(
            self.times[mine][x].astype(np.int64) - self.times[other][y], return_counts=True
        )
        best = shifts[np.argsort(-votes, kind="stable")[:_SHIFTS_TRIED]].tolist()
        found = [self._laid(one, its, shift) for shift in best or [0]]
        return max(found, key=lambda laid: (-1.0 if np.isnan(laid.share) else laid.share, laid.shots))

    def _pictures(self, row: int) -> npt.NDArray[np.int64]:
        """Return the pictures of a film, (n,)."""
        return np.arange(int(self.ends[row - 1]) if row else 0, int(self.ends[row]))

    def _apart(self, mine: npt.NDArray[np.int64], other: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return in how many bits pictures differ, with bars or without; ``_UNLIKE`` where neither shows anything."""
        least = np.full(np.broadcast_shapes(mine.shape, other.shape), pdq.BITS, np.int64)
        for view in range(VIEWS):
            for its in range(VIEWS):
                apart = np.bitwise_count(self.words[mine, view] ^ self.words[other, its])
                least = np.minimum(least, apart.sum(axis=-1, dtype=np.int64))
        qualities = self.quality[mine], self.quality[other]
        says = (np.minimum(*qualities) >= _TELLING) | (np.maximum(*qualities) >= _SURE)
        return np.where(says, least, _UNLIKE)

    def _laid(self, one: int, its: int, shift: int) -> Alignment:
        """Lay the films of two rows over one another at a shift in ticks."""
        mine, other = self._pictures(one), self._pictures(its)
        at, its_at = self.times[mine].astype(np.int64), self.times[other].astype(np.int64) + shift
        if len(at) > len(its_at):
            mine, other, at, its_at = other, mine, its_at, at
        if not len(at):
            return Alignment(shift, float("nan"), 0)
        nearest = _nearest(its_at, at)
        over = np.abs(its_at[nearest] - at) <= (_REACH if shift else 0)
        mine, other, at = mine[over], other[nearest[over]], at[over]
        apart = self._apart(mine, other)
        shown, bits = apart < _UNLIKE, NEAR * (2 if shift else 1)
        if int(shown.sum()) < FEWEST or np.ptp(at[shown]) < LEAST:
            return Alignment(shift, float("nan"), 0)
        near = apart <= bits
        return Alignment(shift, float(near[shown].mean()), self._different(mine[near], bits))

    def _different(self, pictures: npt.NDArray[np.int64], bits: int) -> int:
        """Return how many of some pictures of a film differ from all others of these by more than so many bits."""
        left, count = self.words[pictures, 0], 0
        while len(left):
            left = left[np.bitwise_count(left ^ left[0]).sum(axis=1) > bits]
            count += 1
        return count


def _nearest(times: npt.NDArray[np.int64], wanted: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return where in some times, ascending, the nearest one to each of others is."""
    behind = np.minimum(np.searchsorted(times, wanted), len(times) - 1)
    before = np.maximum(behind - 1, 0)
    return np.where(np.abs(times[before] - wanted) <= np.abs(times[behind] - wanted), before, behind)
