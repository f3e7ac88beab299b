"""Find where two files match, for people: ranges of either side, by the same comparison as their similarity.

The caller says what the files hold and whether they are texts: of texts only ranges that count in the similarity are
returned.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from simfinder.app.verify.large_files import ApartError, compare_apart
from simfinder.app.verify.overlap_figures import Figures, Question, of_overlap, similarities
from simfinder.app.verify.verifier import HELD
from simfinder.errors import ReadError, reason_of
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control, Phase
from simfinder.scan.reading.read_file import flags_of
from simfinder.scan.stat_record import record_of
from simfinder.search.overlap.byte_overlap import Bytes, Stretches, overlap, padding_runs, ranges
from simfinder.search.overlap.text_overlap import text_overlap
from simfinder.signatures.content_hash import Data, view
from simfinder.text.message import say
from simfinder.workers.heartbeat import Watched
from simfinder.workers.long_paths import open_path
from simfinder.workers.stall_timeout import patiently

MOST = 2000
"""Ranges of either side at most, those with the most equal bytes: more than a bar has pixels."""

_NEAR, _PIXELS = 64, 300
"""Bytes between two ranges at most to join them, and pixels of a bar: less than one of them is not seen, but a sentence
of a short text is."""
_PIECE = 1 << 23


@dataclass(frozen=True, slots=True)
class Range:
    """A part of one side, and its counterpart in the other; most of their bytes are equal.

    Attributes:
        begin, end: in this side.
        other, other_end: in the other side.
        equal: bytes that are equal and not padding.
    """

    begin: int
    end: int
    other: int
    other_end: int
    equal: int


@dataclass(frozen=True, slots=True)
class Matched:
    """What two contents have in common.

    Attributes:
        left: ranges of the left one that the right one has, in their order.
        right: ranges of the right one that the left one has, in their order; not the same ones reversed, as a part may
            occur more often in one of them.
        left_size, right_size: bytes.
        similarity: 0..1, the measured figure; 1.0 only where they are equal.
        left_share, right_share: share of each side that the other has, without padding.
        left_padding, right_padding: begin and end of long padding, which counts neither as common nor as different.
    """

    left: tuple[Range, ...]
    right: tuple[Range, ...]
    left_size: int
    right_size: int
    similarity: float
    left_share: float
    right_share: float
    left_padding: tuple[tuple[int, int], ...] = ()
    right_padding: tuple[tuple[int, int], ...] = ()


def matched(left: Data, right: Data, control: Control, *, most: int = MOST, text: bool = False) -> Matched:
    """Find where two contents match.

    Args:
        left: bytes of any kind.
        right: bytes of any kind.
        control: progress (phase VERIFYING, in bytes of both) and cancelling.
        most: ranges, and runs of padding, of either side.
        text: both are texts, of which only what is in order counts, see ``search.overlap.text_overlap``.

    Raises:
        Cancelled: on request.
    """
    return _matched(view(left), view(right), control, most, text)


def matched_files(
    left: str, right: str, control: Control, *, most: int = MOST, follow: bool = True, text: bool = False
) -> Matched:
    """Find where two files of any size match as they are now; large ones are compared in a process of their own.

    Args:
        left: path.
        right: path.
        control: progress (phase VERIFYING, in bytes of both) and cancelling.
        most: ranges, and runs of padding, of either side.
        follow: the paths may be symbolic links.
        text: as of ``matched``; large ones are compared by their bytes all the same.

    Raises:
        ReadError: one can't be read, or changed while it was.
        Cancelled: on request.
    """
    files = [_asked(path, follow, control) for path in (left, right)]
    if max(file.size for file in files) <= HELD:
        one, two = (patiently(file.path, partial(_read, file, follow), control) for file in files)
        return _matched(one, two, control, most, text)
    control.begin(Phase.VERIFYING, bytes_total=sum(file.size for file in files))
    try:
        told = compare_apart(
            (files[0], b""), (files[1], b""), Question.SIMILAR, control,
            lambda done: control.advance(bytes=done), follow=follow, ranges=most,
        )  # fmt: skip
    except ApartError as error:
        raise ReadError(
            say("changed while it was compared") if error.side >= 0 else error.message, error.path
        ) from error
    sides = [
        tuple(Range(*row) for row in zip(*(columns or []), strict=True)) for columns in (told.of_a, told.of_b)
    ]
    found = _told(sides[0], sides[1], files[0].size, files[1].size, told.figures, told.identical)
    return replace(found, left_padding=told.padding[0], right_padding=told.padding[1])


def _matched(left: Bytes, right: Bytes, control: Control, most: int, text: bool) -> Matched:
    control.begin(Phase.VERIFYING, bytes_total=len(left) + len(right))
    odd = 0

    def advance(done: int) -> None:
        nonlocal odd
        odd += done  # every byte is reported twice
        control.advance(bytes=odd // 2)
        odd %= 2

    near = min(_NEAR, max(len(left), len(right)) // _PIXELS)
    found = (text_overlap if text else overlap)(left, right, control.check, advance)
    told = _told(
        _ranges(found.of_a, most, near),
        _ranges(found.of_b, most, near),
        len(left),
        len(right),
        of_overlap(found),
        found.identical,
    )
    if text or found.identical:
        return told
    one, two = (tuple(padding_runs(side, most, control.check)) for side in (left, right))
    return replace(told, left_padding=one, right_padding=two)


def _ranges(told: Stretches, most: int, near: int) -> tuple[Range, ...]:
    found = ranges(told, most, near)
    columns = found.begin, found.end, found.source, found.source_end, found.equal
    return tuple(Range(*row) for row in zip(*(column.tolist() for column in columns), strict=True))


def _told(
    left: tuple[Range, ...],
    right: tuple[Range, ...],
    left_size: int,
    right_size: int,
    figures: Figures,
    equal: bool,
) -> Matched:
    if equal:
        return Matched(left, right, left_size, right_size, 1.0, 1.0, 1.0)
    of_left, of_right, size, other = figures
    similarity = float(similarities(np.array([figures], np.int64))[0])
    return Matched(
        left, right, left_size, right_size, similarity, of_left / max(1, size), of_right / max(1, other)
    )


def _asked(path: str, follow: bool, control: Control) -> FileRecord:
    path = os.path.abspath(path)
    return patiently(path, lambda _tally: _record(path, follow), control)


def _record(path: str, follow: bool) -> FileRecord:
    try:
        handle = open_path(path, flags_of(follow=follow))
        try:
            return record_of(path, os.fstat(handle), False)
        finally:
            os.close(handle)
    except OSError as error:
        raise ReadError(reason_of(error), path) from error


def _read(file: FileRecord, follow: bool, control: Watched) -> Bytes:
    data = np.empty(file.size, np.uint8)
    try:
        handle = open_path(file.path, flags_of(follow=follow))
        with open(handle, "rb") as source:
            for begin in range(0, file.size, _PIECE):
                control.check()
                piece = data[begin : begin + _PIECE].data
                if source.readinto(piece) != len(piece):
                    raise ReadError(say("changed while it was read"), file.path)
    except OSError as error:
        raise ReadError(reason_of(error), file.path) from error
    return view(data)
