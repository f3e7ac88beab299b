"""The service that compares two large files: maps them and measures what they have in common.

``large_files`` asks it. A file cut short under a map kills the process that reads it: this one, not the program. Of
sparse files with little data only the data are read, and a hole is a page of zeros: both are padding, whatever their
length. The index and the stretches take 0.4 GB, whatever the size of the files.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import time
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import numpy as np

from simfinder.app.verify.overlap_figures import Figures, Question, inside, of_overlap
from simfinder.scan.reading.read_file import stretches
from simfinder.search.overlap.byte_overlap import (
    Bytes,
    Stretches,
    StretchFinder,
    overlap,
    padding_runs,
    ranges,
    warm_up,
)
from simfinder.signatures.content_hash import Content, view
from simfinder.workers.sandbox.server import Call

HELD = 1 << 27
"""Bytes up to which the data of a sparse file are read; a file with more data is mapped as it is."""

PROGRESS = struct.Struct("<bq")
"""A piece of data: the file being read (-1 for none), and bytes of both done since the last piece."""

_PAGE = 4096
"""Zeros in place of a hole."""

_SECTOR = 512
_HASHED = 1 << 24  # bytes between two reports
_EVERY = 0.1  # s
_SIGN = 1.0  # s between two signs of life
_HELD_FOR = 0.05
"""Seconds after which the pages of the maps are dropped. They stay in the system's cache, but two files of 5 GB would
count as 10.8 GB of this process, and as much of a container's limit."""
_UNITS = 5  # of work for each byte: read, twice compared and twice indexed (less if less is asked)


class LostError(Exception):
    """A file is not what was scanned.

    Attributes:
        side: which one, 0 or 1.
    """

    def __init__(self, side: int) -> None:
        super().__init__(side)
        self.side = side


class Laid:
    """The bytes of a file in the form in which they are compared.

    Attributes:
        data: the bytes.
        size: of the file.
    """

    def __init__(self, data: Bytes, size: int, places: list[tuple[int, int, bool]]) -> None:
        self.data = data
        self.size = size
        self._at = [at for at, _, _ in places]
        self._places = places

    def real(self, place: int) -> int:
        """Return the offset in the file of an offset in the data."""
        at, real, _ = self._places[bisect_right(self._at, place) - 1]
        return min(real + place - at, self.size)

    def real_end(self, end: int) -> int:
        """Return the end in the file of a part of the data; a hole in front of it belongs to the part."""
        return self.size if end == len(self.data) else self.real(end)

    def data_from(self, place: int) -> int:
        """Return the first offset from this one on that is in no hole."""
        part = bisect_right(self._at, place) - 1
        if not self._places[part][2]:
            return place
        return self._at[part + 1] if part + 1 < len(self._at) else len(self.data)

    def data_up_to(self, end: int) -> int:
        """Return the last end up to this one that is in no hole."""
        part = bisect_right(self._at, end - 1) - 1
        return self._at[part] if self._places[part][2] else end


def prepare() -> None:
    """Load the kernels, or compile and keep them, which needs rights."""
    warm_up()


def answer(call: Call) -> bytes:
    """Compare two files; return the result as JSON: the figures, or which file is ``lost``."""
    try:
        found = compare(json.loads(call.payload), call.open, Report(call))
    except LostError as error:
        found = {"lost": error.side}
    return json.dumps(found).encode()


class Report:
    """Reports now and then how many bytes are done.

    Args:
        call: takes the reports.

    Attributes:
        read: the file being read, -1 for none.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self.read = -1
        self._done = self._said = 0
        self._next, self._sign = time.monotonic() + _EVERY, time.monotonic() + _SIGN
        self._maps: list[mmap.mmap] = []
        self._let_go = 0.0

    def watch(self, mapped: mmap.mmap) -> None:
        """Drop the pages read of a map now and then."""
        if hasattr(mapped, "madvise") and hasattr(mmap, "MADV_DONTNEED"):
            self._maps.append(mapped)

    def reading(self, side: int) -> None:
        """Report which file is read from now on."""
        self.read = side
        self._say(0)

    def check(self) -> None:
        """Give a sign of life if it is time; call this every few milliseconds of work."""
        if (now := time.monotonic()) >= self._let_go:
            self._let_go = now + _HELD_FOR
            for mapped in self._maps:
                mapped.madvise(mmap.MADV_DONTNEED)
        if now >= self._sign:
            self._sign = now + _SIGN
            self._say(0)

    def __call__(self, done: int) -> None:
        self._done += done
        self.check()
        if (now := time.monotonic()) >= self._next:
            self._next = now + _EVERY
            share = self._done // _UNITS
            self._say(share - self._said)
            self._said = share

    def _say(self, done: int) -> None:
        self._call.send(PROGRESS.pack(self.read, done), now=True)


def compare(asked: dict[str, Any], opened: Callable[[int], int], report: Report) -> dict[str, Any]:
    """Compare two files.

    Args:
        asked: ``sides`` (of both: ``size``, ``mtime_ns``, ``content`` as hex or ""), the ``question``, and ``ranges``,
            how many are wanted of either side.
        opened: opens the file of a side.
        report: reports the progress.

    Raises:
        LostError: a file is not what the question says.
    """
    sides = asked["sides"]
    a, b = (laid(side, sides[side], opened, report) for side in (0, 1))
    report.reading(-1)
    if asked["question"] == Question.INSIDE:
        figures: Figures = inside(
            StretchFinder(a.data, report.check, report), a.data, b.data, report.check, report
        )
        return {"figures": figures}
    found = overlap(a.data, b.data, report.check, report)
    told: dict[str, Any] = {"figures": of_overlap(found), "identical": found.identical and a.size == b.size}
    if most := int(asked["ranges"]):
        told["of_a"] = _ranges(found.of_a, most, a, b)
        told["of_b"] = _ranges(found.of_b, most, b, a)
        if not told["identical"]:
            told["padding"] = [_padding(one, most, report) for one in (a, b)]
    for side in (0, 1):
        os.close(_open(side, sides[side], opened))  # the file was not written to meanwhile
    return told


def _open(side: int, asked: dict[str, Any], opened: Callable[[int], int]) -> int:
    """Open a file that is still what was scanned, by size and time."""
    try:
        handle = opened(side)
    except OSError as error:
        raise LostError(side) from error
    found = os.fstat(handle)
    if (found.st_size, found.st_mtime_ns) != (asked["size"], asked["mtime_ns"]):
        os.close(handle)
        raise LostError(side)
    return handle


def laid(side: int, asked: dict[str, Any], opened: Callable[[int], int], report: Report) -> Laid:
    """Return the bytes of a file, checked to be those that were scanned."""
    report.reading(side)
    handle = _open(side, asked, opened)
    try:
        found = os.fstat(handle)
        size = found.st_size
        parts = [(0, size)]
        if getattr(found, "st_blocks", size) * _SECTOR < size:
            parts = [(begin, end) for begin, end in stretches(handle, size) if begin < end]
        mapped = np.zeros(0, np.uint8)
        if size:
            whole = mmap.mmap(handle, size, access=mmap.ACCESS_READ)
            report.watch(whole)
            mapped = view(memoryview(whole))
        if asked["content"]:
            _look(side, asked["content"], mapped, parts, size, report)
        else:
            report(size)
        room = sum(end - begin + _PAGE for begin, end in parts) + _PAGE
        if parts == [(0, size)] or room > min(HELD, size):
            return Laid(mapped, size, [(0, 0, False)])
        return _without_holes(mapped, parts, size, room)
    except (OSError, ValueError) as error:
        raise LostError(side) from error
    finally:
        os.close(handle)


def _look(
    side: int, wanted: str, data: Bytes, parts: list[tuple[int, int]], size: int, report: Report
) -> None:
    content, at = Content(), 0
    for begin, end in [*parts, (size, size)]:
        while at < begin:
            step = min(_HASHED, begin - at)
            content.update_zeros(step)
            at += step
            report(step)
        while at < end:
            step = min(_HASHED, end - at)
            content.update(data[at : at + step])
            at += step
            report(step)
    if content.digest().hex() != wanted:
        raise LostError(side)


def _without_holes(data: Bytes, parts: list[tuple[int, int]], size: int, room: int) -> Laid:
    """Return the data alone, with a page of zeros for each hole."""
    out, at, real = np.zeros(room, np.uint8), 0, 0
    places: list[tuple[int, int, bool]] = []
    for begin, end in [*parts, (size, size)]:
        if begin > real:
            places.append((at, real, True))
            at += min(_PAGE, begin - real)
        if begin < end:
            places.append((at, begin, False))
            out[at : at + end - begin] = data[begin:end]
            at += end - begin
        real = end
    return Laid(out[:at], size, places)


def _ranges(told: Stretches, most: int, own: Laid, other: Laid) -> list[list[int]]:
    found = ranges(told, most)
    columns = found.begin, found.end, found.source, found.source_end, found.equal
    rows = []
    for begin, end, source, source_end, equal in zip(*(column.tolist() for column in columns), strict=True):
        begin, source = _stepped(begin, source, own.data_from, other.data_from)
        end, source_end = _stepped(end, source_end, own.data_up_to, other.data_up_to)
        if begin < end and source < source_end:
            places = (
                own.real(begin),
                own.real(end - 1) + 1,
                other.real(source),
                other.real(source_end - 1) + 1,
            )
            rows.append((*places, equal))
    return [list(column) for column in zip(*rows, strict=True)] or [[]] * len(columns)


def _padding(laid: Laid, most: int, report: Report) -> list[tuple[int, int]]:
    runs = padding_runs(laid.data, most, report.check)
    return [(laid.real(begin), laid.real_end(end)) for begin, end in runs]


def _stepped(
    own: int, other: int, own_step: Callable[[int], int], other_step: Callable[[int], int]
) -> tuple[int, int]:
    """Move an end of a range over the holes of both sides."""
    while (step := own_step(own) - own) or (step := other_step(other) - other):
        own, other = own + step, other + step
    return own, other
