"""The process that compares two large files: maps them, compares, answers, ends.

Started by ``subprocess_client``. A file cut short under a map kills the process that reads it: this one, not the
program. Of sparse files with little data only the data are read, and a hole is a page of zeros: both are padding,
whatever their length. The index and the stretches take 0.4 GB, whatever the size of the files.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
import time
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import numpy as np

from simfinder.app.verify.overlap_figures import Figures, Question, inside, of_overlap
from simfinder.scan.reading.read_file import flags_of, stretches
from simfinder.search.overlap.byte_overlap import Bytes, Stretches, StretchFinder, overlap, ranges
from simfinder.signatures.content_hash import Content, view
from simfinder.workers.long_paths import open_path
from simfinder.workers.sandbox.limits import leash

HELD = 1 << 27
"""Bytes up to which the data of a sparse file are read; a file with more data is mapped as it is."""

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
    """A file is not what was scanned."""


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


def main(arguments: list[str]) -> int:
    """Answer one question, a line of JSON, with lines of progress and one with the result.

    Args:
        arguments: the handle of the leash (``workers.sandbox.limits``), if any.
    """
    if arguments:
        leash(int(arguments[0]))
    asked = json.loads(sys.stdin.buffer.readline())
    report = Report(int(asked["a"]["size"]) + int(asked["b"]["size"]))
    try:
        answer = compare(asked, report)
    except LostError as error:
        answer = {"lost": str(error)}
    except MemoryError:
        answer = {"lost": ""}
    _say(answer)
    return 0


class Report:
    """Reports now and then how many bytes are done."""

    def __init__(self, size: int) -> None:
        self._left, self._work, self._done = size, size * _UNITS, 0
        self._said, self._next = 0, time.monotonic() + _EVERY
        self._maps: list[mmap.mmap] = []
        self._let_go = 0.0
        self._sign = time.monotonic() + _SIGN

    def watch(self, mapped: mmap.mmap) -> None:
        """Drop the pages read of a map now and then."""
        if hasattr(mapped, "madvise") and hasattr(mmap, "MADV_DONTNEED"):
            self._maps.append(mapped)

    def check(self) -> None:
        """Report progress if it is time; call this every few milliseconds of work."""
        if (now := time.monotonic()) >= self._let_go:
            self._let_go = now + _HELD_FOR
            for mapped in self._maps:
                mapped.madvise(mmap.MADV_DONTNEED)
        if now >= self._sign:
            self._sign = now + _SIGN
            _say({"done": 0})

    def __call__(self, done: int) -> None:
        self._done += done
        self.check()
        if (now := time.monotonic()) >= self._next:
            self._next = now + _EVERY
            share = self._left * self._done // max(1, self._work)
            _say({"done": share - self._said})
            self._said = share


def compare(asked: dict[str, Any], report: Report) -> dict[str, Any]:
    """Compare two files.

    Args:
        asked: ``a`` and ``b`` (``path``, ``size``, ``mtime_ns``, ``content`` as hex or "", ``follow``), the
            ``question``, and ``ranges``, how many are wanted of either side.
        report: reports the progress.

    Raises:
        LostError: a file is not what the question says.
    """
    sides = []
    for at, name in enumerate(("a", "b")):
        _say({"at": at})
        sides.append(laid(name, asked[name], report))
    _say({"at": -1})
    a, b = sides
    if asked["question"] == Question.INSIDE:
        figures: Figures = inside(
            StretchFinder(a.data, report.check, report), a.data, b.data, report.check, report
        )
        return {"figures": figures}
    found = overlap(a.data, b.data, report.check, report)
    answer: dict[str, Any] = {"figures": of_overlap(found), "identical": found.identical and a.size == b.size}
    if most := int(asked["ranges"]):
        answer["of_a"] = _ranges(found.of_a, most, a, b)
        answer["of_b"] = _ranges(found.of_b, most, b, a)
    for name, side in (("a", a), ("b", b)):
        _check(name, asked[name], side)
    return answer


def laid(name: str, asked: dict[str, Any], report: Report) -> Laid:
    """Return the bytes of a file, checked to be those that were scanned."""
    try:
        handle = open_path(os.fsdecode(bytes.fromhex(asked["path"])), flags_of(follow=bool(asked["follow"])))
    except OSError as error:
        raise LostError(name) from error
    try:
        found = os.fstat(handle)
        size = found.st_size
        if (size, found.st_mtime_ns) != (asked["size"], asked["mtime_ns"]):
            raise LostError(name)
        parts = [(0, size)]
        if getattr(found, "st_blocks", size) * _SECTOR < size:
            parts = [(begin, end) for begin, end in stretches(handle, size) if begin < end]
        mapped = np.zeros(0, np.uint8)
        if size:
            whole = mmap.mmap(handle, size, access=mmap.ACCESS_READ)
            report.watch(whole)
            mapped = view(memoryview(whole))
        if asked["content"]:
            _look(name, asked["content"], mapped, parts, size, report)
        else:
            report(size)
        room = sum(end - begin + _PAGE for begin, end in parts) + _PAGE
        if parts == [(0, size)] or room > min(HELD, size):
            return Laid(mapped, size, [(0, 0, False)])
        return _without_holes(mapped, parts, size, room)
    except (OSError, ValueError) as error:
        raise LostError(name) from error
    finally:
        os.close(handle)


def _look(
    name: str, wanted: str, data: Bytes, parts: list[tuple[int, int]], size: int, report: Report
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
        raise LostError(name)


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


def _check(name: str, asked: dict[str, Any], side: Laid) -> None:
    """Check that the file was not written to meanwhile."""
    try:
        handle = open_path(os.fsdecode(bytes.fromhex(asked["path"])), flags_of(follow=bool(asked["follow"])))
        try:
            found = os.fstat(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise LostError(name) from error
    if (found.st_size, found.st_mtime_ns) != (side.size, asked["mtime_ns"]):
        raise LostError(name)


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


def _stepped(
    own: int, other: int, own_step: Callable[[int], int], other_step: Callable[[int], int]
) -> tuple[int, int]:
    """Move an end of a range over the holes of both sides."""
    while (step := own_step(own) - own) or (step := other_step(other) - other):
        own, other = own + step, other + step
    return own, other


def _say(value: dict[str, Any]) -> None:
    os.write(1, json.dumps(value).encode("ascii") + b"\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
