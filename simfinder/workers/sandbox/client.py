"""A sandboxed process seen from the program: start it when needed, ask it, watch it, kill it.

A process that dies or is killed costs one answer; the next request gets a new process. Decides what to believe of the
other side: kinds and lengths of frames, how much it may send, how long it may take.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Self, TypeVar

import simfinder
from simfinder.errors import Cancelled, reason_of
from simfinder.model.progress import Control
from simfinder.workers.sandbox import protocol
from simfinder.workers.sandbox.child_process import Child
from simfinder.workers.sandbox.file_opener import FileOpener, Opened
from simfinder.workers.sandbox.limits import BYTES_PER_SECOND, Limits
from simfinder.workers.sandbox.opened_files import HANDED
from simfinder.workers.sandbox.protocol import DATA, END, HEADER, PIECE, READY, Request

FLAG = "--sandbox"
"""First argument that starts a frozen program as a sandboxed process."""

_TICK = 0.1  # s until a cancel or a pause is seen
_REQUESTS = 5000  # after which a process is replaced: libraries leak
_STARTS = 5  # failed starts in a row after which no more are tried: a broken installation
_DYING = 0.1  # s that a process whose pipes are closed may take to exit with its code
_LONGEST_STEP = 1.0  # s; when more time passes between two looks, we slept ourselves (a stop, a busy machine)
T = TypeVar("T")


class Failure(Enum):
    """Why there is no answer."""

    NOT_STARTED = auto()  # the process could not be started, or died while it started
    DIED = auto()
    LATE = auto()
    NONSENSE = auto()  # it sent something malformed


@dataclass(eq=False)
class SandboxError(Exception):
    """The process gave no answer.

    Attributes:
        failure: why.
        code: its exit code, negative for a signal; None where unknown.
        reason: the system's words why it could not be started; "" otherwise.
        seconds: time it was allowed.
        idle: it was late because it waited for something, such as a drive.
        opening: position of the file of the request whose opening took too long; -1 where none did.
    """

    failure: Failure
    code: int | None = None
    reason: str = ""
    seconds: float = 0.0
    idle: bool = False
    opening: int = -1


class Sandbox:
    """One process that answers requests. Threads that share it take turns.

    Args:
        service: full name of the module that answers, see ``server.Service``.
        limits: what the process and each answer may take.
        grace: seconds that an answer may still take after a cancel, before the process is killed for it.
    """

    def __init__(self, service: str, limits: Limits, *, grace: float = 0.0) -> None:
        self._service = service
        self._limits = limits
        self._grace = grace
        self._turn = threading.RLock()
        self._closing = self._resting = self._ready = False
        self._child: Child | None = None
        self._opener = FileOpener()
        self._opening = False
        self._asked = self._serial = self._failed_starts = 0
        self._last_code: int | None = None
        self._room = memoryview(bytearray(PIECE + HEADER.size))

    @property
    def pid(self) -> int:
        """Id of the process; 0 for none."""
        child = self._child
        return child.pid if child is not None else 0

    def ask(
        self,
        request: Request,
        understand: Callable[[bytes], T],
        control: Control,
        take: Callable[[memoryview], object] | None = None,
        *,
        seconds: float = 0.0,
        data: int = 0,
    ) -> T:
        """Send a request and wait for the answer.

        Args:
            request: without its serial number.
            understand: makes the result of the answer; a ``ValueError`` says that it is malformed.
            control: a pause stops the process, a cancel ends it.
            take: called with the frames of data, each good until it returns; also before a failure.
            seconds: time allowed, if not that of the limits.
            data: most bytes of data, if not those of the limits.

        Raises:
            SandboxError: there is no answer.
            Cancelled: on request, or by ``close`` from another thread.
        """
        while not self._turn.acquire(timeout=_TICK):
            control.check()
        try:
            control.check()
            if self._closing:
                raise Cancelled
            self._resting = self._opening = False
            self._serial = (self._serial + 1) & 0xFFFFFFFF
            limits = self._limits._replace(
                seconds=seconds or self._limits.seconds, data=data or self._limits.data
            )
            return self._answer(
                request._replace(serial=self._serial), understand, take, _Clock(control, limits)
            )
        finally:
            if self._resting:
                self._end()
            self._turn.release()

    def close(self) -> None:
        """End the process and the request another thread waits for; the next ``ask`` starts a new process."""
        self._closing = True
        with self._turn:
            self._end()
            self._failed_starts = 0
            self._closing = False

    def close_for_good(self) -> None:
        """End the process; from now on every ``ask`` is cancelled. Does not wait for the thread that has the turn."""
        self._closing = True
        self.rest()

    def rest(self) -> None:
        """End the process, now or when the current request ends; the next ``ask`` starts a new one."""
        self._resting = True
        if self._turn.acquire(blocking=False):
            self._end()
            self._turn.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def _end(self, grace: float = 0.0) -> int | None:
        child, self._child = self._child, None
        self._opener.close()
        return child.end(grace) if child is not None else None

    def _answer(
        self,
        request: Request,
        understand: Callable[[bytes], T],
        take: Callable[[memoryview], object] | None,
        clock: _Clock,
    ) -> T:
        try:
            child = self._send(request, clock)
            frames = _Frames(self._room, lambda room: self._receive(child, room, clock))
            payload = self._read(frames, take, clock)
            self._failed_starts = 0
            try:
                answer, spent = protocol.unpack_end(payload, request.serial)
                result = understand(answer)
            except ValueError:
                raise _BrokenError(Failure.NONSENSE) from None
            if spent or frames.more or child is not self._child:
                self._end()
            return result
        except _BrokenError as broken:
            raise self._failure(broken.failure, clock) from None
        except BaseException:
            self._end()
            raise

    def _send(self, request: Request, clock: _Clock) -> Child:
        """Send a request to a living process; replace one that has died between two requests."""
        if self._child is not None and (self._asked >= _REQUESTS or not self._child.alive):
            self._end()
        while True:
            fresh = self._child is None
            child = self._child or self._start()
            asked, opened = self._open(request, child, clock)
            try:
                rest, handles = memoryview(protocol.pack_request(asked)), opened.handles
                while rest:
                    if sent := child.ask(rest, _TICK, handles):
                        rest, handles = rest[sent:], ()
                    self._attend(child, clock)
            except BrokenPipeError:
                if fresh:
                    raise _BrokenError(Failure.DIED) from None
                self._end()
            else:
                self._asked += 1
                return child
            finally:
                opened.close()

    def _open(self, request: Request, child: Child, clock: _Clock) -> tuple[Request, Opened]:
        """Open the files of a request, while the process may still be starting; return what it is asked instead."""
        if not HANDED:
            return request, Opened((), ())
        self._opening = True
        opened = self._opener.open(
            request.paths, follow=request.follow, tick=_TICK, attend=lambda: self._attend(child, clock)
        )
        self._opening = False
        return request._replace(paths=(b"",) * len(opened.errors), errors=opened.errors), opened

    def _start(self) -> Child:
        if self._failed_starts >= _STARTS:
            raise SandboxError(Failure.NOT_STARTED, self._last_code)
        try:
            self._child = Child(command(self._service, self._limits))
        except OSError as error:
            raise SandboxError(Failure.NOT_STARTED, reason=reason_of(error)) from error
        self._asked = 0
        self._ready = False
        return self._child

    def _read(self, frames: _Frames, take: Callable[[memoryview], object] | None, clock: _Clock) -> bytearray:
        """Hand the data on; return the payload of the last frame."""
        left = clock.limits.data
        while True:
            kind, length = HEADER.unpack(frames.read(HEADER.size))
            clock.moved()
            if kind == DATA and 0 < length <= min(PIECE, left):
                left -= length
                clock.allowed += length / BYTES_PER_SECOND
                data = frames.read(length)
                if take is not None:
                    clock.tick()
                    take(data)
                    clock.skip()
            elif kind == END and length <= clock.limits.answer + protocol.END_SIZE:
                payload = bytearray()
                while len(payload) < length:
                    payload += frames.read(min(PIECE, length - len(payload)))
                return payload
            elif kind == READY and not length and not self._ready:
                self._ready = True
            else:
                raise _BrokenError(Failure.NONSENSE)

    def _receive(self, child: Child, room: memoryview, clock: _Clock) -> int:
        """Wait for some bytes; return how many there are."""
        self._attend(child, clock)
        while not child.wait(_TICK):
            self._attend(child, clock)
        count = child.receive(room)
        if not count:
            raise _BrokenError(Failure.DIED)
        return count

    def _attend(self, child: Child, clock: _Clock) -> None:
        """Obey a pause, a cancel and a close; check the time."""
        clock.tick()
        paused = False
        while not self._closing and child is self._child and clock.control.paused:
            if not paused:
                child.pause()
                paused = True
            time.sleep(_TICK / 2)  # no blocking wait: a close may come in between
        if self._closing or child is not self._child:
            raise Cancelled
        if paused:
            child.resume()
            clock.skip()
        if clock.control.cancelled:
            clock.unwanted_from = min(clock.unwanted_from, clock.spent)
            if clock.spent >= clock.unwanted_from + self._grace:
                clock.control.check()
        if clock.spent > clock.allowed:
            if clock.limits.when_idle and not self._waits(child):
                clock.moved()
            else:
                raise _BrokenError(Failure.LATE)

    def _waits(self, child: Child) -> bool:
        """Return whether a request takes long because of a drive: one of its files is being opened, or read."""
        return self._opening or child.is_idle()

    def _failure(self, failure: Failure, clock: _Clock) -> SandboxError:
        """End the process; return the error to raise."""
        idle = failure is Failure.LATE and self._child is not None and self._waits(self._child)
        opening = self._opener.at if self._opening else -1
        if self._opening:
            _leave_opener()
        code = self._end(_DYING if failure is Failure.DIED else 0.0)
        if failure is Failure.DIED and not self._ready:
            failure = Failure.NOT_STARTED
            self._failed_starts += 1
            self._last_code = code
        return SandboxError(failure, code, seconds=clock.allowed, idle=idle, opening=opening)


def _leave_opener() -> None:
    """See that the thread of a ``FileOpener`` that hangs does not hold our outputs at the end."""
    from simfinder.workers.heartbeat import Heartbeat  # the window starts without numpy
    from simfinder.workers.stall_timeout import abandon

    abandon(Heartbeat())


class _BrokenError(Exception):
    """The process can't be used any more."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


class _Clock:
    """The time an answer takes, without that of pauses and of the receiver of the data.

    Attributes:
        spent: seconds so far.
        allowed: seconds it may take.
        unwanted_from: when it was cancelled.
    """

    def __init__(self, control: Control, limits: Limits) -> None:
        self.control = control
        self.limits = limits
        self.spent = 0.0
        self.allowed = limits.seconds
        self.unwanted_from = float("inf")
        self._looked = time.monotonic()

    def tick(self) -> None:
        """Count the time since the last look."""
        before = self._looked
        self.skip()
        self.spent += min(self._looked - before, _LONGEST_STEP)

    def skip(self) -> None:
        """Do not count the time since the last look."""
        self._looked = time.monotonic()

    def moved(self) -> None:
        """Note a sign of life."""
        if self.limits.when_idle:
            self.spent = 0.0


class _Frames:
    """Cuts what the process sends into pieces of any size.

    Args:
        room: buffer for what was received, as large as the largest piece or larger.
        receive: reads some bytes into a part of it; returns how many, at least one.
    """

    def __init__(self, room: memoryview, receive: Callable[[memoryview], int]) -> None:
        self._room = room
        self._receive = receive
        self._begin = self._end = 0

    @property
    def more(self) -> bool:
        """Whether something was received that nobody has read."""
        return self._begin < self._end

    def read(self, size: int) -> memoryview:
        """Return the next bytes, good until the next call."""
        held = self._end - self._begin
        if held < size:
            self._room[:held] = bytes(self._room[self._begin : self._end])
            self._begin, self._end = 0, held
            while self._end < size:
                self._end += self._receive(self._room[self._end :])
        self._begin += size
        return self._room[self._begin - size : self._begin]


def command(service: str, limits: Limits) -> list[str]:
    """Return the command line that starts a process.

    A bare Python with our own search path: site, environment and the hooks of other packages cost half of the start.
    """
    words = [service, str(limits.memory), str(limits.alarm)]
    if getattr(sys, "frozen", False):
        return [sys.executable, FLAG, *words]
    own = os.path.dirname(os.path.dirname(os.path.abspath(simfinder.__file__)))
    path = [os.path.abspath(place) for place in sys.path if isinstance(place, str) and _is_known(place)]
    if own not in path:
        path.append(own)
    return [sys.executable, "-I", "-S", "-c", _START, "\n".join(path), *words]


def _is_known(place: str) -> bool:
    """Return whether a place is a whole path, or can be made one: the current folder may be gone."""
    try:
        return os.path.isabs(place) or bool(os.getcwd())
    except OSError:
        return False


_START = """
import gc, sys
gc.disable()
sys.path[:] = sys.argv.pop(1).split(chr(10))
from simfinder.workers.sandbox.server import main
sys.exit(main(sys.argv[1:]))
"""
