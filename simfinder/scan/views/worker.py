"""The process that makes views: asked for one file after the other, answers with its content, and can do nothing else.

Before the first file it gives up what it does not need: it can write no file, and has only so much memory. An alarm of
the system ends it where a parser hangs and nobody is left to kill it. Run by ``process``; speaks the frames of
``frames``.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import stat
import sys
from collections.abc import Iterator
from typing import BinaryIO

from simfinder.errors import ViewError, reason_of
from simfinder.scan.deep import open_path
from simfinder.scan.views import frames
from simfinder.scan.views.bounds import Bounds
from simfinder.scan.views.formats import BY_CODE
from simfinder.scan.views.members import pack
from simfinder.scan.views.outlet import CHUNK, Enough, Outlet, stream_of

_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_GRACE = 600  # s beyond the limit after which the alarm strikes; the other side kills at the limit itself
_OPEN_FILES = 64


def main(arguments: list[str]) -> int:
    """Answer requests until there are no more.

    Args:
        arguments: the words of the ``Bounds``.
    """
    bounds = Bounds.parse(arguments)
    questions, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(2, 1)  # a library that prints must not spoil the answers
    give_up_rights(bounds)
    while (request := frames.read_request(questions)) is not None:
        if hasattr(signal, "alarm"):
            signal.alarm(_GRACE + bounds.seconds + bounds.output // frames.BYTES_PER_SECOND)
        try:
            _answer(request, bounds, _Buffered(answers))
        except BrokenPipeError:
            return 0  # nobody listens any more
    return 0


def give_up_rights(bounds: Bounds) -> None:
    """From here on: no file is written, no core dumped, no more than so much memory taken."""
    sys.dont_write_bytecode = True
    if sys.platform == "win32":
        return
    import resource

    for kind, limit in (
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_AS, bounds.memory),
    ):
        with contextlib.suppress(
            OSError, ValueError
        ):  # a stricter limit is set already, or the system has none
            resource.setrlimit(kind, (limit, limit))


class _Buffered:
    """Joins small pieces: a frame for every line of a document would cost more than the document."""

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self._parts: list[bytes] = []
        self._held = 0

    def data(self, data: bytes) -> None:
        self._parts.append(data)
        self._held += len(data)
        if self._held >= CHUNK:
            self.flush()

    def flush(self) -> None:
        if self._held:
            frames.write(self._answers, frames.DATA, b"".join(self._parts))
            self._parts, self._held = [], 0

    def end(self, kind: int, told: dict[str, object], members: bytes = b"") -> None:
        self.flush()
        frames.write(self._answers, kind, frames.pack_end(json.dumps(told), members))


def _answer(request: frames.Request, bounds: Bounds, answer: _Buffered) -> None:
    found = BY_CODE[request.code]
    identity: list[int] = []
    try:
        with _opened(request, identity) as (source, size):
            out = Outlet(answer.data, bounds, size, request.limit, request.patience / 1000)
            out.name = found.name
            whole = True
            try:
                stream_of(found)(source, out)
            except Enough:
                whole = False
            cut = out.cut or not whole
            told = {"view": out.name, "made": out.made, "cut": cut, "whole": whole, "identity": identity}
            answer.end(frames.END, told, pack(out.members))
            return
    except ViewError as error:
        reason = error.message
    except MemoryError:
        reason = f"takes more than {bounds.memory >> 20:,} MB of memory to be read"
    except RecursionError:
        reason = "is nested too deeply"
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = reason_of(error)
    except Exception as error:  # whatever a parser makes of a damaged file
        reason = f"is damaged ({type(error).__name__})"
    answer.end(frames.FAILED, {"reason": reason, "identity": identity})


@contextlib.contextmanager
def _opened(request: frames.Request, identity: list[int]) -> Iterator[tuple[BinaryIO, int]]:
    """The file and its size; fills in which file it is, as of now."""
    flags = _FLAGS if request.follow else _FLAGS | getattr(os, "O_NOFOLLOW", 0)
    with open(open_path(os.fsdecode(request.path), flags), "rb") as source:
        found = os.fstat(source.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise ViewError("is no regular file any more")
        identity += [found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns]
        yield source, found.st_size


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
