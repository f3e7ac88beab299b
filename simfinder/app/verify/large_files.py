"""Compare two files too large to hold in memory, in a sandboxed process that maps them.

The process is started for one pair and ends with it. ``large_files_service`` is what runs in it. Files are compared by
their bytes, texts too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from simfinder.app.verify.large_files_service import PROGRESS
from simfinder.app.verify.overlap_figures import Figures, Question
from simfinder.errors import SimFinderError
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.text.message import say
from simfinder.workers.sandbox.client import Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request
from simfinder.workers.stall_timeout import limit

SERVICE = "simfinder.app.verify.large_files_service"

_SILENT = say("its drive does not answer; its figures are estimates")
_CHANGED = say("changed since it was scanned; its figures are estimates")


class ApartError(SimFinderError):
    """Two files could not be compared.

    Attributes:
        side: 0 or 1, the file at fault; -1 where unknown.
        silent: its drive does not answer.
    """

    def __init__(self, message: str, path: str, side: int, *, silent: bool = False) -> None:
        super().__init__(message, path)
        self.side = side
        self.silent = silent


@dataclass(frozen=True, slots=True)
class Told:
    """What two files have in common.

    Attributes:
        figures: of both.
        of_a, of_b: ranges of either side (begin, end, begin and end in the other, equal bytes), if asked for.
        identical: the files are equal.
        padding: begin and end of long padding of either side, if ranges were asked for and the files differ.
    """

    figures: Figures
    of_a: list[list[int]] | None = None
    of_b: list[list[int]] | None = None
    identical: bool = False
    padding: tuple[tuple[tuple[int, int], ...], ...] = ((), ())


def compare_apart(
    a: tuple[FileRecord, bytes],
    b: tuple[FileRecord, bytes],
    question: Question,
    control: Control,
    advance: Callable[[int], None] | None = None,
    *,
    follow: bool = False,
    ranges: int = 0,
) -> Told:
    """Compare two files.

    Args:
        a: the file (for ``INSIDE`` the whole) and the hash of its content; empty to accept any content.
        b: the other file, likewise.
        question: the question about both.
        control: a pause stops and a cancel ends the work, within a tenth of a second.
        advance: called with the bytes of both done since.
        follow: paths may be symbolic links.
        ranges: number of ranges, and of runs of padding, wanted of either side.

    Raises:
        ApartError: the files can't be compared.
        Cancelled: on request.
    """
    files = a[0], b[0]
    read = -1

    def take(progress: memoryview) -> None:
        nonlocal read
        read, done = PROGRESS.unpack_from(bytes(progress).ljust(PROGRESS.size))
        if done and advance is not None:
            advance(done)

    request = Request(
        json.dumps({"sides": [_side(*a), _side(*b)], "question": question, "ranges": ranges}).encode(),
        tuple(os.fsencode(file.path) for file in files),
        follow,
    )
    try:
        with Sandbox(SERVICE, Limits(0, limit(), 1 << 40, 1 << 28, when_idle=True)) as sandbox:
            told = sandbox.ask(request, partial(_understood, files), control, take)
    except SandboxError as error:
        path = files[0].path
        if error.idle:
            side = max(error.opening, read)
            raise ApartError(_SILENT, files[max(0, side)].path, side, silent=True) from None
        if error.reason:
            reason = say(
                "can't be compared byte by byte: the process that compares it can't be started ({})",
                error.reason,
            )
            raise ApartError(reason, path, -1) from None
        reason = say(
            "can't be compared byte by byte: the process that compares it ended (code {})", str(error.code)
        )
        raise ApartError(reason, path, -1) from None
    if isinstance(told, int):
        raise ApartError(_CHANGED, files[told].path, told)
    return told


def _side(record: FileRecord, content: bytes) -> dict[str, object]:
    return {"size": record.size, "mtime_ns": record.mtime_ns, "content": content.hex()}


def _understood(files: tuple[FileRecord, FileRecord], answer: bytes) -> Told | int:
    """Return what both files have in common, or which one is not what was scanned.

    Raises:
        ValueError: the answer is malformed.
    """
    sizes = files[0].size, files[1].size
    try:
        found = json.loads(answer)
        if "lost" in found:
            return int(bool(found["lost"]))
        one, two, three, four = map(int, found["figures"])
        padding = tuple(
            _runs(runs, size) for runs, size in zip(found.get("padding", ((), ())), sizes, strict=True)
        )
        of_a, of_b = (
            _ranges(found.get(name), *both) for name, both in (("of_a", sizes), ("of_b", sizes[::-1]))
        )
        identical = bool(found.get("identical"))
    except (TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if not (-1 <= one <= three <= sizes[0] and -1 <= two <= four <= sizes[1]):
        raise ValueError(f"no figures of {sizes}: {one}, {two}, {three}, {four}")
    return Told((one, two, three, four), of_a, of_b, identical, padding)


def _ranges(told: list[list[int]] | None, size: int, other: int) -> list[list[int]] | None:
    """Return the columns of ranges that an answer names; None where there are none.

    Raises:
        ValueError: they are in no order, or not in the files.
    """
    if told is None:
        return None
    columns = [[int(number) for number in column] for column in told]
    rows = list(zip(*columns, strict=True))
    _runs([[begin, end] for begin, end, *_ in rows], size)
    for _, _, begin, end, equal in rows:
        if not (0 <= begin < end <= other and equal >= 0):
            raise ValueError(f"no part of {other} bytes: {begin} to {end}")
    return columns


def _runs(told: list[list[int]], size: int) -> tuple[tuple[int, int], ...]:
    """Return the parts of a file that an answer names, in their order.

    Raises:
        ValueError: they are not in the file, or not in order.
        TypeError: they are nothing of the kind.
    """
    runs = tuple((int(begin), int(end)) for begin, end in told)
    before = 0
    for begin, end in runs:
        if not before <= begin < end <= size:
            raise ValueError(f"no part of {size} bytes: {begin} to {end}")
        before = end
    return runs
