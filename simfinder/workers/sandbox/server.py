"""Main loop of a sandboxed process: take a request, have the service answer it, and be able to do nothing else.

``client`` starts it. Every import here costs time at every start.
"""

from __future__ import annotations

import gc
import importlib
import os
from collections.abc import Sequence
from typing import Protocol, cast

from simfinder.model import extension_points
from simfinder.model.system import WINDOWS
from simfinder.workers.sandbox import protocol
from simfinder.workers.sandbox.limits import UNCONFINED, Confinement, confine, leash
from simfinder.workers.sandbox.opened_files import HANDED, RequestSocket, open_regular

_SPENT = 2  # a process that holds more than this part of the allowed memory between two requests is replaced
_RESIDENT = (
    10  # and one of whose memory more than this part is really there: one large page leaves 125 MB of holes
)


class Service(Protocol):
    """A module that answers requests in a sandboxed process."""

    def prepare(self) -> None:
        """Load whatever needs rights that the process then gives up."""

    def answer(self, call: Call) -> bytes:
        """Answer one request. An exception ends the process: nothing is known of its state any more."""


class Call:
    """The request that is being answered, as the service sees it.

    Args:
        answers: descriptor of the pipe for answers.
        alarm: seconds until an alarm ends a service that hangs when no parent is left to kill it; 0 for never. It is
            off while the other side keeps us waiting.
        confinement: what confines the process.

    Attributes:
        payload: what is asked.
        confinement: what confines the process.
        spent: the service has used up its memory; the process ends after this answer.
    """

    def __init__(self, answers: int, alarm: int, confinement: Confinement = UNCONFINED) -> None:
        self._answers = answers
        self._alarm = alarm
        self._request = protocol.Request(b"")
        self._parts: list[bytes] = []
        self._held = 0
        self._handed: dict[int, int] = {}
        self.confinement = confinement
        self.payload = b""
        self.spent = False

    def open(self, number: int = 0) -> int:
        """Open one of the request's files for reading; the only way in which a service gets at a file.

        Raises:
            OSError: it can't be opened; ``ENXIO`` if it is no regular file.
        """
        if number in self._handed:
            handle = os.dup(self._handed[number])
            os.lseek(handle, 0, os.SEEK_SET)
            return handle
        if error := self._request.errors[number]:
            raise OSError(error, os.strerror(error))
        return open_regular(os.fsdecode(self._request.paths[number]), follow=self._request.follow)

    def send(self, data: bytes, *, now: bool = False) -> None:
        """Send data. Small pieces are joined: a frame for every line of a document would cost more than the document.

        Args:
            data: the bytes.
            now: do not wait for more to be sent.
        """
        self._parts.append(data)
        self._held += len(data)
        if self._held >= protocol.PIECE or now:
            held = b"".join(self._parts)
            self.drop()
            for piece in _pieces(held):
                self._write(protocol.frame(protocol.DATA, piece))

    def drop(self) -> None:
        """Forget data that was not sent yet."""
        self._parts, self._held = [], 0

    def begin(self, request: protocol.Request, handles: Sequence[int] = ()) -> None:
        """Begin with a request, and the descriptors of those of its files that could be opened."""
        self.drop()
        if HANDED:
            opened = [number for number, error in enumerate(request.errors) if not error]
            self._handed = dict(zip(opened, handles, strict=True))
        self._request, self.payload, self.spent = request, request.payload, False
        self._watch(self._alarm)

    def end(self, answer: bytes) -> None:
        """Send the answer."""
        last = protocol.end(self._request.serial, answer, spent=self.spent)
        if self._held:
            last = protocol.frame(protocol.DATA, b"".join(self._parts)) + last
        self.drop()
        while self._handed:
            os.close(self._handed.popitem()[1])
        self._write(last)
        self._watch(0)

    def _watch(self, seconds: int) -> None:
        if self._alarm and not WINDOWS:
            import signal

            signal.alarm(seconds)

    def _write(self, data: bytes) -> None:
        self._watch(0)
        protocol.write(self._answers, data)
        self._watch(self._alarm)


def main(arguments: list[str]) -> int:
    """Answer requests until there are no more.

    Args:
        arguments: name of the service's module, most bytes of memory, seconds of the alarm (``Limits``), and the handle
            of the leash (``limits.leash``), if any.
    """
    name, memory, alarm, *handle = arguments
    held = int(handle[0]) if handle and leash(int(handle[0])) else -1
    requests, answers = _take_pipes()
    extension_points.do_not_look()
    service = cast("Service", importlib.import_module(name))
    service.prepare()
    watched = _Memory(int(memory) // _SPENT)
    call = Call(answers, 0 if held >= 0 else int(alarm), confine(int(memory), held))
    gc.enable()  # ``client`` starts Python without: nothing is to be collected while modules are imported
    try:
        protocol.write(answers, protocol.frame(protocol.READY))
        while not call.spent and (request := protocol.read_request(requests)) is not None:
            call.begin(request, requests.take() if isinstance(requests, RequestSocket) else ())
            answer = service.answer(call)
            call.spent = call.spent or watched.spent
            call.end(answer)
    except BrokenPipeError:
        pass  # the program is gone
    return 0


def _take_pipes() -> tuple[protocol.Source, int]:
    """Take stdin and stdout for ourselves: nothing that a library prints may get between the frames."""
    held = os.dup(0)
    requests: protocol.Source = RequestSocket(held) if HANDED else os.fdopen(held, "rb")
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nothing, handle)
    os.close(nothing)
    return requests, answers


def _pieces(data: bytes) -> list[bytes] | list[memoryview]:
    if len(data) <= protocol.PIECE:
        return [data]
    view = memoryview(data)
    return [view[at : at + protocol.PIECE] for at in range(0, len(data), protocol.PIECE)]


class _Memory:
    """Whether the process still holds so much memory that the next request might not get its share.

    Not by ``getrusage``: its maximum is inherited from the process that started this one.

    Args:
        most: bytes of address space; 0 for any number.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._handle = -1
        if most:
            try:
                self._handle = os.open("/proc/self/statm", os.O_RDONLY)
                self._page = os.sysconf("SC_PAGE_SIZE")
            except (OSError, AttributeError):  # the system does not tell
                self._handle = -1

    @property
    def spent(self) -> bool:
        if self._handle < 0:
            return False
        size, resident = map(int, os.pread(self._handle, 60, 0).split()[:2])
        return size * self._page > self._most or resident * self._page > self._most * _SPENT // _RESIDENT
