"""Main loop of the worker process: take a request, make the view, send it, and be able to do nothing else.

``client`` starts it, ``protocol`` has its messages, ``process_limits`` the rights it gives up before the first file.
Every import here costs time at every start.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from typing import BinaryIO

from simfinder.errors import ViewError, reason_of
from simfinder.scan.extract.formats import BY_CODE, RAW
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.members import pack
from simfinder.scan.extract.sandbox import protocol
from simfinder.scan.extract.sandbox.process_limits import confine, leash
from simfinder.scan.extract.view_sink import LimitReached, ViewSink, make
from simfinder.text.message import encode, say
from simfinder.workers.long_paths import open_path

_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_GONE = (errno.ELOOP, errno.ENXIO)  # a link or a socket has taken its place
_GRACE = 600  # s beyond the limit until the alarm; the program kills at the limit itself
_SPENT = 2  # a worker that holds more than this part of the allowed memory between two files is replaced


def main(arguments: list[str]) -> int:
    """Answer requests until there are no more.

    Args:
        arguments: the words of the ``Bounds``, then the handle of the leash (``process_limits.leash``), if any.
    """
    count = len(Bounds._fields)
    bounds = Bounds.parse(arguments[:count])
    held = len(arguments) > count and leash(int(arguments[count]))
    questions, answers = _take_pipes()
    memory = _Memory(bounds)
    confine(bounds)
    answer = _Answer(
        answers, 0 if held else _GRACE + bounds.seconds + bounds.output // protocol.BYTES_PER_SECOND
    )
    try:
        protocol.write(answers, protocol.frame(protocol.READY))
        while (request := protocol.read_request(questions)) is not None:
            if _make(request, bounds, answer, memory):
                break
    except BrokenPipeError:
        pass  # the program is gone
    return 0


def _take_pipes() -> tuple[BinaryIO, int]:
    """Take stdin and stdout for ourselves: nothing that a library prints may get between the frames."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nothing, handle)
    os.close(nothing)
    return questions, answers


class _Answer:
    """Send the answer, joining small pieces: a frame for every line of a document would cost more than the document.

    Args:
        handle: the pipe's descriptor.
        seconds: seconds until an alarm ends a parser that hangs when no parent is left to kill it; 0 where the leash
            does that better. The alarm is off while the other side keeps us waiting.
    """

    def __init__(self, handle: int, seconds: int) -> None:
        self._handle = handle
        self._seconds = seconds
        self._parts: list[bytes] = []
        self._held = 0

    def data(self, data: bytes) -> None:
        self._parts.append(data)
        self._held += len(data)
        if self._held >= protocol.PIECE:
            held = b"".join(self._parts)
            self._parts, self._held = [], 0
            for piece in _pieces(held):
                self._send(protocol.frame(protocol.DATA, piece))

    def end(self, kind: int, words: list[str], members: bytes = b"") -> None:
        last = protocol.frame(kind, protocol.pack_end(words, members))
        if self._held and kind == protocol.END:
            last = protocol.frame(protocol.DATA, b"".join(self._parts)) + last
        self._parts, self._held = [], 0
        self._send(last)
        self.watch(0)

    def begin(self) -> None:
        self._parts, self._held = [], 0
        self.watch(self._seconds)

    def watch(self, seconds: int) -> None:
        if self._seconds and sys.platform != "win32":
            import signal

            signal.alarm(seconds)

    def _send(self, data: bytes) -> None:
        self.watch(0)
        protocol.write(self._handle, data)
        self.watch(self._seconds)


def _pieces(data: bytes) -> list[bytes] | list[memoryview]:
    if len(data) <= protocol.PIECE:
        return [data]
    view = memoryview(data)
    return [view[at : at + protocol.PIECE] for at in range(0, len(data), protocol.PIECE)]


def _make(request: protocol.Request, bounds: Bounds, answer: _Answer, memory: _Memory) -> bool:
    """Answer one request; return whether this process should be replaced."""
    answer.begin()
    identity: list[str] = []
    serial = str(request.serial)
    spent, lasting = False, True
    try:
        words, members = _look(request, bounds, answer, identity)
        spent = memory.spent
        answer.end(protocol.END, [serial, str(int(spent)), *words, *identity], members)
        return spent
    except _ChangedError as error:
        reason, lasting = error.message, False
    except ViewError as error:
        reason = error.message
    except MemoryError:
        reason, spent = say("takes more than {:,} MB of memory to be read", bounds.memory >> 20), True
    except RecursionError:
        reason = say("is nested too deeply")
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = say("is no regular file any more") if error.errno in _GONE else reason_of(error)
        lasting = False
    except ImportError as error:  # the installation is incomplete; the file may be fine
        reason, lasting = say("can't be looked into with what is installed ({})", error.name), False
    except Exception as error:  # whatever a parser makes of a damaged file
        reason = say("is damaged ({})", type(error).__name__)
    spent = spent or memory.spent
    words = [serial, str(int(spent)), encode(reason), str(int(lasting and bool(identity))), *identity]
    answer.end(protocol.FAILED, words)
    return spent


def _look(
    request: protocol.Request, bounds: Bounds, answer: _Answer, identity: list[str]
) -> tuple[list[str], bytes]:
    """Send the view; return the words about it and the packed members. Fills in the identity of the file."""
    found = BY_CODE[request.code]
    handle = open_path(os.fsdecode(request.path), _FLAGS if request.follow else _FLAGS | _NOFOLLOW)
    try:
        before = os.fstat(handle)
        if not stat.S_ISREG(before.st_mode):
            raise ViewError(say("is no regular file any more"))
    except BaseException:
        os.close(handle)
        raise
    identity += map(str, (before.st_dev, before.st_ino, before.st_size, before.st_mtime_ns))
    with open(handle, "rb") as source:
        out = ViewSink(answer.data, bounds, before.st_size, request.limit, request.patience / 1000)
        out.name = RAW if found.plain else found.name
        whole = True
        try:
            make(found, source, out)
        except LimitReached:
            whole = False
        except Exception:
            _check(handle, before)
            raise
        _check(handle, before)
    words = [out.name, str(out.kind), str(int(bool(out.media)))]
    words += [str(out.made), str(int(out.cut or not whole)), str(int(whole))]
    return words, pack(out.media or out.members)


class _ChangedError(ViewError):
    """The file is not what it was when it was opened."""


def _check(handle: int, before: os.stat_result) -> None:
    now = os.fstat(handle)
    if (now.st_size, now.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
        raise _ChangedError(say("changed while it was read"))


class _Memory:
    """Whether the process still holds so much memory that the next file might not get its share.

    Not by ``getrusage``: its maximum is inherited from the process that started this one.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._most = bounds.memory // _SPENT
        try:
            self._handle = os.open("/proc/self/statm", os.O_RDONLY)
            self._page = os.sysconf("SC_PAGE_SIZE")
        except (OSError, AttributeError):  # the system does not tell
            self._handle = -1

    @property
    def spent(self) -> bool:
        return self._handle >= 0 and int(os.pread(self._handle, 20, 0).split()[0]) * self._page > self._most


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
