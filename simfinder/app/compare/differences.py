"""Find where two aligned contents differ, in order, by reading both; for stepping from one difference to the next.

One difference is a stretch of differing bytes with fewer than ``NEAR`` equal ones between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from simfinder.app.compare.alignment import Alignment, Piece
from simfinder.app.compare.contents.byte_window import Window, waited
from simfinder.model.progress import Control

NEAR = 8
"""Equal bytes between two differing ones that keep them one difference."""

MOST = 100_000
"""Differences counted at most."""

_CHUNK = 1 << 20


class Difference(NamedTuple):
    """Where a difference begins on either side."""

    left: int
    right: int


class FoundDifferences(NamedTuple):
    """The differences found.

    Attributes:
        places: in order.
        complete: there are no more.
        left: everything before this offset of the left side was searched.
    """

    places: tuple[Difference, ...]
    complete: bool
    left: int


def differences(
    alignment: Alignment,
    left: Window,
    right: Window,
    control: Control,
    *,
    start: tuple[int, int] = (0, 0),
    most: int = MOST,
    read: int = 1 << 62,
) -> FoundDifferences:
    """Find differences from an offset on.

    Args:
        alignment: of both sides.
        left: bytes of the left side.
        right: of the right one.
        control: cancelling.
        start: offsets on both sides at which to start.
        most: stop after so many differences.
        read: stop after so many bytes of one side.

    Raises:
        UnreadableError: one can't be read any more, or its drive does not answer.
        Cancelled: on request.
    """

    def look() -> FoundDifferences:
        return _found(alignment, left, right, control, start, most, read)

    return waited(look, control, left, right)


def _found(
    alignment: Alignment,
    left: Window,
    right: Window,
    control: Control,
    start: tuple[int, int],
    most: int,
    read: int,
) -> FoundDifferences:
    places: list[Difference] = []
    done, last_end = start[0], (-NEAR - 1, -NEAR - 1)
    for piece in alignment.pieces:
        if piece.left_end <= start[0] and piece.right_end <= start[1]:
            continue
        piece = _from(piece, start)
        for begin, end in _runs(piece, left, right, control):
            here = (min(piece.left + begin, piece.left_end), min(piece.right + begin, piece.right_end))
            if here[0] - last_end[0] > NEAR or here[1] - last_end[1] > NEAR:
                if begin < end:
                    places.append(Difference(*here))
                if len(places) >= most or here[0] - start[0] > read:
                    return FoundDifferences(tuple(places), False, here[0])
            if begin < end:
                last_end = (
                    min(piece.left + end, piece.left_end),
                    min(piece.right + end, piece.right_end),
                )
            done = here[0]
    return FoundDifferences(tuple(places), True, max(done, alignment.left_size))


def _from(piece: Piece, start: tuple[int, int]) -> Piece:
    """Return the part of a piece from an offset on."""
    skip = max(0, min(start[0] - piece.left, start[1] - piece.right))
    return Piece(
        min(piece.left + skip, piece.left_end), piece.left_end,
        min(piece.right + skip, piece.right_end), piece.right_end,
    )  # fmt: skip


def _runs(piece: Piece, left: Window, right: Window, control: Control) -> Iterator[tuple[int, int]]:
    """Yield the differing stretches of a piece, from its beginning; after each chunk an empty one, to show progress."""
    both = min(piece.left_end - piece.left, piece.right_end - piece.right)
    for at in range(0, both, _CHUNK):
        control.check()
        length = min(_CHUNK, both - at)
        a, b = left.read(piece.left + at, length), right.read(piece.right + at, length)
        if a != b:
            yield from _chunk_runs(a, b, at)
        yield at + length, at + length
    if piece.length > both:
        yield both, piece.length


def _chunk_runs(a: bytes, b: bytes, at: int) -> Iterator[tuple[int, int]]:
    places = np.flatnonzero(np.frombuffer(a, np.uint8) != np.frombuffer(b, np.uint8))
    breaks = np.flatnonzero(np.diff(places) > NEAR)
    begins = places[np.concatenate([[0], breaks + 1])]
    ends = places[np.concatenate([breaks, [len(places) - 1]])] + 1
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        yield at + begin, at + end
