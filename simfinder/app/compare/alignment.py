"""Align two contents from beginning to end, and cut the alignment into rows of any width.

Made from the ranges of the verified comparison, so that an insertion shifts what follows instead of making it differ.
Only small gaps are read, to align them more closely.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from simfinder.app.compare.contents.byte_window import Window, waited
from simfinder.app.compare.segments import align, heaviest_chain
from simfinder.app.verify.containment.matching_ranges import Matched
from simfinder.model.progress import Control

FINE = 128 * 1024
"""Bytes of a stretch of unequal length, up to which its bytes are read to align it more closely."""
FINE_IN_ALL = 4 << 20

_NEAR = (512, 4096, 32 * 1024)  # bytes within which both sides should be equal again after an edit
_MET = 16  # bytes that must be equal there
_STEPS = 2000  # edits followed at most: 2 s
_LOOKED = 64 << 20
_CHUNK = 1 << 20


class Piece(NamedTuple):
    """A stretch of the left side and its counterpart on the right; one of them may be empty."""

    left: int
    left_end: int
    right: int
    right_end: int

    @property
    def length(self) -> int:
        """Length of the longer side."""
        return max(self.left_end - self.left, self.right_end - self.right)


class RowSpan(NamedTuple):
    """The bytes of either side that one row shows."""

    left: int
    left_end: int
    right: int
    right_end: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """Both sides, covered once and in order.

    Attributes:
        pieces: neighbours, of which none is empty on both sides.
        left_size, right_size: bytes.
    """

    pieces: tuple[Piece, ...]
    left_size: int
    right_size: int

    def piece_at(self, offset: int, *, here: bool) -> int:
        """Return the index of the piece with a byte of the left (``here``) or right side; for the end the last one."""
        starts = [piece.left if here else piece.right for piece in self.pieces]
        place = max(0, bisect_right(starts, offset) - 1)
        while place and self._width(place, here=here) == 0:  # it has nothing of this side
            place -= 1
        return place

    def _width(self, place: int, *, here: bool) -> int:
        piece = self.pieces[place]
        return piece.left_end - piece.left if here else piece.right_end - piece.right

    def counterpart(self, offset: int, *, here: bool) -> int:
        """Return the corresponding offset on the other side."""
        if not self.pieces:
            return 0
        piece = self.pieces[self.piece_at(offset, here=here)]
        if here:
            return min(piece.right_end, piece.right + max(0, offset - piece.left))
        return min(piece.left_end, piece.left + max(0, offset - piece.right))


def beside(left_size: int, right_size: int) -> Alignment:
    """Align byte by byte from the beginning, before anything was compared."""
    some = ((0, left_size, 0, right_size),) if left_size or right_size else ()
    return Alignment(tuple(Piece(*one) for one in some), left_size, right_size)


def laid(matched: Matched, left: Window, right: Window, control: Control) -> Alignment:
    """Align two contents.

    Args:
        matched: where they match.
        left: the bytes of the left side.
        right: the bytes of the right side.
        control: cancelling.

    Raises:
        UnreadableError: one can't be read any more, or its drive does not answer.
        Cancelled: on request.
    """
    return waited(lambda: _laid(matched, left, right, control), control, left, right)


def _laid(matched: Matched, left: Window, right: Window, control: Control) -> Alignment:
    layer = _Layer(left, right, control)
    for begin, end, begin_other, end_other in _chain(matched):
        control.check()
        skip = max(0, layer.at - begin, layer.other - begin_other)
        if skip >= min(end - begin, end_other - begin_other):
            continue
        layer.put_gap(begin + skip, begin_other + skip)
        layer.put_match(end, end_other)
    layer.put_gap(matched.left_size, matched.right_size)
    return Alignment(tuple(_joined(layer.pieces)), matched.left_size, matched.right_size)


class _Layer:
    """Appends piece after piece, and aligns more closely where two lengths differ.

    Attributes:
        pieces: so far.
        at, other: where they end.
    """

    def __init__(self, left: Window, right: Window, control: Control) -> None:
        self._left, self._right, self._control = left, right, control
        self.pieces: list[Piece] = []
        self.at = self.other = 0
        self._spent = self._steps = self._looked = 0

    def _put(self, left_end: int, right_end: int) -> None:
        if left_end > self.at or right_end > self.other:
            self.pieces.append(Piece(self.at, left_end, self.other, right_end))
        self.at, self.other = left_end, right_end

    def put_gap(self, left_end: int, right_end: int) -> None:
        """Append a stretch without a match; a short one is aligned as well as possible."""
        widths = (left_end - self.at, right_end - self.other)
        near = all(widths) and widths[0] != widths[1] and max(widths) <= FINE and self._spent < FINE_IN_ALL
        if near:
            self._spent += sum(widths)
            self._put_segments(widths, self.at, self.other)
        self._put(left_end, right_end)

    def _put_segments(self, widths: tuple[int, int], left: int, right: int) -> None:
        for one in align(self._left.read(left, widths[0]), self._right.read(right, widths[1]), self._control):
            self._put(left + one.left_end, right + one.right_end)

    def put_match(self, left_end: int, right_end: int) -> None:
        """Append a range of which most matches; small edits within it may have shifted what follows."""
        while self.at < left_end and self.other < right_end:
            length = min(left_end - self.at, right_end - self.other)
            if left_end - self.at == right_end - self.other and self._is_even(length):
                break
            equal = self._equal(length)
            self._put(self.at + equal, self.other + equal)
            if equal == length or self._steps >= _STEPS or not self._meet(left_end, right_end):
                break
        self._put(left_end, right_end)

    def _is_even(self, length: int) -> bool:
        """Return whether nearly every byte is opposite an equal one."""
        if self._looked > _LOOKED:
            return True
        for at in range(0, length, _CHUNK):
            self._control.check()
            part = min(_CHUNK, length - at)
            a, b = self._left.read(self.at + at, part), self._right.read(self.other + at, part)
            self._looked += part
            if (
                a != b
                and np.count_nonzero(np.frombuffer(a, np.uint8) != np.frombuffer(b, np.uint8)) > part // 8
            ):
                return False
        return True

    def _equal(self, length: int) -> int:
        """Count the equal bytes from here on."""
        for at in range(0, length, _CHUNK):
            self._control.check()
            part = min(_CHUNK, length - at)
            a, b = self._left.read(self.at + at, part), self._right.read(self.other + at, part)
            if a != b:
                return at + int(np.argmax(np.frombuffer(a, np.uint8) != np.frombuffer(b, np.uint8)))
        return length

    def _meet(self, left_end: int, right_end: int) -> bool:
        """Go on to where both sides are equal again; return whether there is such a place nearby."""
        self._steps += 1
        for width in _NEAR:
            a = self._left.read(self.at, min(width, left_end - self.at))
            b = self._right.read(self.other, min(width, right_end - self.other))
            for one in align(a, b, self._control):
                if one.equal and (one.left_end - one.left >= _MET or one.left_end == len(a)):
                    self._put(self.at + one.left, self.other + one.right)
                    return one.left > 0 or one.right > 0
        return False


def _chain(matched: Matched) -> list[tuple[int, int, int, int]]:
    """Choose the ranges that keep the order of both sides and have the most equal bytes."""
    found = sorted(matched.left, key=lambda one: (one.begin, one.other))
    chain = heaviest_chain([one.other for one in found], [one.equal for one in found])
    return [(found[i].begin, found[i].end, found[i].other, found[i].other_end) for i in chain]


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Join neighbours that continue each other on both sides."""
    joined: list[Piece] = []
    for piece in pieces:
        if joined:
            last = joined[-1]
            even = last.left_end - last.left == last.right_end - last.right
            if even and piece.left_end - piece.left == piece.right_end - piece.right:
                joined[-1] = Piece(last.left, piece.left_end, last.right, piece.right_end)
                continue
        joined.append(piece)
    return joined


class Rows:
    """The rows of an alignment at one width; a row never holds bytes of two pieces.

    Args:
        alignment: of both sides.
        width: bytes of a row.
    """

    def __init__(self, alignment: Alignment, width: int) -> None:
        self.alignment, self.width = alignment, width
        self._first: Sequence[int] = [
            0,
            *accumulate(-(-(self._lead(piece) + piece.length) // width) for piece in alignment.pieces),
        ]

    def _lead(self, piece: Piece) -> int:
        """Count the columns left free in the first row of a piece, so that rows begin at round offsets."""
        return (piece.left if piece.left_end > piece.left else piece.right) % self.width

    def __len__(self) -> int:
        return self._first[-1]

    def span(self, row: int) -> RowSpan:
        """Return what a row shows."""
        place = bisect_right(self._first, row) - 1
        piece = self.alignment.pieces[place]
        begin = (row - self._first[place]) * self.width - self._lead(piece)
        end, begin = begin + self.width, max(0, begin)
        return RowSpan(
            min(piece.left + begin, piece.left_end), min(piece.left + end, piece.left_end),
            min(piece.right + begin, piece.right_end), min(piece.right + end, piece.right_end),
        )  # fmt: skip

    def row_of(self, offset: int, *, here: bool) -> int:
        """Return the row that shows a byte of the left side (``here``) or the right one."""
        if not self.alignment.pieces:
            return 0
        place = self.alignment.piece_at(offset, here=here)
        piece = self.alignment.pieces[place]
        inside = max(0, min(piece.length - 1, offset - (piece.left if here else piece.right)))
        return self._first[place] + (inside + self._lead(piece)) // self.width
