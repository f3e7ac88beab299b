"""Compare two files too large to hold in memory, in a process of their own that maps them.

The process is started for one pair, and watched, paused and killed with the work it belongs to. ``subprocess_server``
describes questions and answers. Files are compared by their bytes, texts too.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import simfinder
from simfinder.app.verify.overlap_figures import Figures, Question
from simfinder.errors import SimFinderError, reason_of
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.extract.sandbox.child_process import Child
from simfinder.text.message import say
from simfinder.workers.heartbeat import Heartbeat
from simfinder.workers.stall_timeout import Watch, limit

FLAG = "--overlap-worker"
"""First argument that starts a frozen program as this process."""

_GLANCES = 5  # checks that tell a waiting process from a working one
_TICK = 0.1  # s until a cancel is seen
_ROOM = 1 << 16
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
    """

    figures: Figures
    of_a: list[list[int]] | None = None
    of_b: list[list[int]] | None = None
    identical: bool = False


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
        ranges: number of ranges wanted of either side.

    Raises:
        ApartError: the files can't be compared.
        Cancelled: on request.
    """
    control.check()
    path = a[0].path
    try:
        child = Child(_command())
    except OSError as error:
        reason = say(
            "can't be compared byte by byte: the process that compares it can't be started ({})",
            reason_of(error),
        )
        raise ApartError(reason, path, -1) from error
    answer: dict[str, Any] = {}
    at = -1
    try:
        _ask(
            child,
            {"a": _side(*a, follow), "b": _side(*b, follow), "question": question, "ranges": ranges},
            control,
        )
        for line in _lines(child, control):
            answer = json.loads(line)
            if "at" in answer:
                at = int(answer["at"])
                continue
            if "done" not in answer:
                break
            if advance is not None:
                advance(int(answer["done"]))
    except _SilentError as error:
        raise ApartError(_SILENT, (a, b)[max(0, at)][0].path, at, silent=True) from error
    except (BrokenPipeError, ValueError):
        answer = {}
    finally:
        code = child.end()
    if answer.get("lost"):
        side = "ab".index(answer["lost"])
        raise ApartError(_CHANGED, (a, b)[side][0].path, side)
    if "figures" not in answer:
        ended = say("can't be compared byte by byte: the process that compares it ended (code {})", code)
        raise ApartError(ended, path, -1)
    one, two, three, four = map(int, answer["figures"])
    return Told(
        (one, two, three, four), answer.get("of_a"), answer.get("of_b"), bool(answer.get("identical"))
    )


def _side(record: FileRecord, content: bytes, follow: bool) -> dict[str, Any]:
    return {
        "path": os.fsencode(record.path).hex(),
        "size": record.size,
        "mtime_ns": record.mtime_ns,
        "content": content.hex(),
        "follow": follow,
    }


def _ask(child: Child, question: dict[str, Any], control: Control) -> None:
    rest = json.dumps(question).encode("ascii") + b"\n"
    while rest:
        control.check()
        rest = rest[child.ask(rest, _TICK) :]


class _SilentError(Exception):
    """The process is silent and waits for nothing but a disk."""


def _lines(child: Child, control: Control) -> Iterator[bytes]:
    """Yield what the process writes, a line at a time, until it ends.

    Raises:
        _SilentError: it waits for a drive that does not answer.
    """
    room, held = memoryview(bytearray(_ROOM)), b""
    seconds, watch, said = limit(), Watch(control), Heartbeat()
    while True:
        if control.paused:
            child.pause()
            control.check()
            child.resume()
        control.check()
        silent = watch.silent(said, watch.step())
        if not child.wait(_TICK):
            if silent >= seconds:
                if _only_waits(child):
                    raise _SilentError
                said.beat()
            continue
        said.on("the first line has come")
        count = child.receive(room)
        if not count:
            return
        *lines, held = (held + room[:count]).split(b"\n")
        yield from lines


def _only_waits(child: Child) -> bool:
    for _ in range(_GLANCES):
        if not child.waits:
            return False
        time.sleep(_TICK / _GLANCES)
    return True


def _command() -> list[str]:
    """Return the command that starts the process: a bare Python with our own search path, as for views."""
    if getattr(sys, "frozen", False):
        return [sys.executable, FLAG]
    own = os.path.dirname(os.path.dirname(os.path.abspath(simfinder.__file__)))
    path = [os.path.abspath(place) for place in sys.path if isinstance(place, str)]
    if own not in path:
        path.append(own)
    return [sys.executable, "-I", "-S", "-c", _START, "\n".join(path)]


_START = """
import sys
sys.path[:] = sys.argv.pop(1).split(chr(10))
from simfinder.app.verify.subprocess_server import main
sys.exit(main(sys.argv[1:]))
"""
