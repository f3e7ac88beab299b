"""The worker process seen from the program: start it when needed, give it one file at a time, kill it when too slow.

A worker that dies or is killed costs one file its view; the next file gets a new worker.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import simfinder
from simfinder.errors import Cancelled, ViewError, reason_of
from simfinder.model.progress import Control
from simfinder.scan.extract import members
from simfinder.scan.extract.formats import MEMBERS, PICTURE, PLAIN, SOUND, TEXT
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.sandbox import protocol
from simfinder.scan.extract.sandbox.child_process import Child
from simfinder.scan.extract.sandbox.read_response import (
    TICK,
    Answer,
    BrokenError,
    DiedError,
    LateError,
    NonsenseError,
)
from simfinder.text.message import decode, say

FLAG = "--view-worker"
"""First argument that starts a frozen program as a worker."""

_REQUESTS = 5000  # after which a worker is replaced: libraries leak
_STARTS = 5  # failed starts in a row after which no more are tried: a broken installation
_DYING = 0.1  # s that a worker whose pipes are closed may take to exit with its code
_KILLED = 9
_GLANCES = 5  # looks that tell a process that waits from one that works
_NONSENSE = say("can't be read: the process that reads it answers nonsense")


@dataclass(frozen=True, slots=True)
class Made:
    """A view that was made.

    Attributes:
        name: name of the view in results.
        members: members of an archive, packed by ``members.pack``; empty for none.
        cut: whether it was cut at the requested limit.
        identity: device, inode, size and modification time (ns) of the file that was read.
        made: bytes of the view, including those beyond the limit, as far as the file was read.
        whole: whether the file was read to its end, so that ``members`` and ``media`` are complete.
        kind: kind of the view, see ``formats.TEXT``.
        media: pictures and embedded files of a document, packed like members.
    """

    name: str
    members: bytes
    cut: bool
    identity: tuple[int, ...]
    made: int = 0
    whole: bool = True
    kind: int = MEMBERS
    media: bytes = b""


class NoViewError(ViewError):
    """A view could not be made.

    Attributes:
        identity: as in ``Made``; empty where the file was not opened or the worker died.
        lasting: whether the file itself is the reason, so that it is worth storing.
        silent: whether its drive does not answer.
    """

    def __init__(
        self,
        message: str,
        path: str,
        identity: tuple[int, ...] = (),
        *,
        lasting: bool = False,
        silent: bool = False,
    ) -> None:
        super().__init__(message, path)
        self.identity = identity
        self.lasting = lasting
        self.silent = silent


class Worker:
    """One worker process. Threads that share it take turns.

    Args:
        control: a pause stops the current view, a cancel ends it.
        bounds: limits of each view.
    """

    def __init__(self, control: Control, bounds: Bounds = BOUNDS) -> None:
        self._bounds = bounds
        self._control = control
        self._turn = threading.RLock()
        self._closing = False
        self._child: Child | None = None
        self._asked = 0
        self._serial = 0
        self._failed_starts = 0
        self._why_not = ""
        self._ready = False
        self._room = memoryview(bytearray(protocol.PIECE + protocol.HEADER.size))

    def read(
        self,
        path: str,
        code: int,
        sink: Callable[[memoryview], None],
        *,
        follow: bool = False,
        limit: int = 0,
        patience: float = 0.0,
    ) -> Made:
        """Have a view made.

        Args:
            path: absolute path of the file.
            code: code of its format.
            sink: called with the bytes of the view, in pieces that are good until it returns; also before a view that
                fails in the end.
            follow: whether the path may be a symbolic link.
            limit: most bytes of the view wanted; 0 for all. Members after them are listed all the same.
            patience: seconds after which the view ends with what it has; 0 for no end.

        Raises:
            NoViewError: the view can't be made, with the reason.
            Cancelled: on request, or by ``close`` from another thread.
        """
        self._control.check()
        with self._turn:
            self._serial = (self._serial + 1) & 0xFFFFFFFF
            question = protocol.pack_request(
                protocol.Request(os.fsencode(path), code, follow, limit, round(1000 * patience), self._serial)
            )
            answer = Answer(self._room, sink, self._attend, self._bounds, limit)
            try:
                child = self._ask(question, path, answer)
                try:
                    kind, payload = answer.read(child)
                finally:
                    self._ready = self._ready or answer.ready
                self._failed_starts = 0
                if answer.has_more or child is not self._child:
                    self._end()
                return self._understood(kind, payload, path)
            except NoViewError:
                raise
            except BrokenError as error:
                raise self._failure(error, answer, path) from None
            except BaseException:
                self._end()
                raise

    def close(self) -> None:
        """End the process and the view another thread is waiting for; the next ``read`` starts a new process."""
        self._closing = True
        with self._turn:
            self._end()
            self._closing = False

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def _end(self, grace: float = 0.0) -> int | None:
        child, self._child = self._child, None
        return child.end(grace) if child is not None else None

    def _ask(self, question: bytes, path: str, answer: Answer) -> Child:
        """Send a request to a living process; replace one that has died between two files."""
        if self._child is not None and (self._asked >= _REQUESTS or not self._child.alive):
            self._end()
        while True:
            fresh = self._child is None
            child = self._child or self._start(path)
            try:
                rest = question
                while rest:
                    rest = rest[child.ask(rest, TICK) :]
                    self._attend(child)
                    answer.check_time()
            except BrokenPipeError:
                if fresh:
                    raise DiedError from None
                self._end()
            else:
                self._asked += 1
                return child

    def _start(self, path: str) -> Child:
        if self._failed_starts >= _STARTS:
            raise NoViewError(self._why_not, path)
        try:
            self._child = Child(command(self._bounds))
        except OSError as error:
            raise NoViewError(
                say("can't be read: the process that reads it can't be started ({})", reason_of(error)), path
            ) from error
        self._asked = 0
        self._ready = False
        return self._child

    def _attend(self, child: Child) -> float:
        """Obey a pause or a cancel meanwhile; return the seconds that took.

        Raises:
            Cancelled: on request.
        """
        begun, stopped = time.monotonic(), False
        while True:
            if self._closing or child is not self._child:
                raise Cancelled
            if not self._control.paused:
                break
            if not stopped:
                child.pause()
                stopped = True
            time.sleep(TICK / 2)  # no blocking wait: a close may come in between
        self._control.check()
        if stopped:
            child.resume()
        return time.monotonic() - begun

    def _failure(self, error: BrokenError, answer: Answer, path: str) -> NoViewError:
        """End the process and return the error to raise."""
        silent = isinstance(error, LateError) and self._waits_for_the_disk()
        code = self._end(_DYING if isinstance(error, DiedError) else 0.0)
        if isinstance(error, LateError):
            message = say("takes longer than {:.0f} s to be read", answer.allowed)
            return NoViewError(message, path, lasting=not silent, silent=silent)
        if isinstance(error, NonsenseError):
            return NoViewError(_NONSENSE, path)
        died = say("can't be read: the process that reads it ended")
        no_start = say("can't be read: the process that reads it can't be started")
        if code is not None:
            how = say("signal {}", -code) if code < 0 else say("code {}", code)
            died = say("can't be read: the process that reads it ended ({})", how)
            no_start = say("can't be read: the process that reads it can't be started ({})", how)
        if self._ready:
            lasting = code is not None and code != -_KILLED  # the system may kill when memory is short
            return NoViewError(died, path, lasting=lasting)
        self._failed_starts += 1
        self._why_not = no_start
        return NoViewError(self._why_not, path)

    def _waits_for_the_disk(self) -> bool:
        """Return whether the process is idle: then the disk is slow, not the file hard to parse."""
        for _ in range(_GLANCES):
            if self._child is None or not self._child.waits:
                return False
            time.sleep(_DYING / _GLANCES)
        return True

    def _understood(self, kind: int, payload: bytearray, path: str) -> Made:
        try:
            (serial, spent, *words), listed = protocol.unpack_end(payload)
            if int(serial) != self._serial:
                raise ValueError
            if kind == protocol.FAILED:
                reason, lasting, *identity = words
                result: Made | NoViewError = NoViewError(
                    decode(reason), path, _identity(identity), lasting=bool(int(lasting))
                )
            else:
                name, shown, has_media, made, cut, whole, *identity = words
                members.check(listed)
                if not (name.isascii() and name.isalnum() and len(name) <= _LONGEST_NAME):
                    raise ValueError
                if int(shown) not in _KINDS:
                    raise ValueError
                media = listed if int(has_media) else b""
                result = Made(
                    name,
                    b"" if media else listed,
                    bool(int(cut)),
                    _identity(identity),
                    int(made),
                    bool(int(whole)),
                    int(shown),
                    media,
                )
            if int(spent):
                self._end()
        except ValueError:
            self._end()
            raise NoViewError(_NONSENSE, path) from None
        if isinstance(result, NoViewError):
            raise result
        return result


_KINDS = (PLAIN, TEXT, PICTURE, SOUND, MEMBERS)
_LONGEST_NAME = 32  # of a view; it goes into the cache and into results


def _identity(words: list[str]) -> tuple[int, ...]:
    if len(words) not in (0, 4):
        raise ValueError("an identity has four numbers")
    return tuple(map(int, words))


def command(bounds: Bounds) -> list[str]:
    """Return the command line that starts a worker.

    A bare Python with our own search path: site, environment and the hooks of other packages cost half of the start.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, FLAG, *bounds.words()]
    own = os.path.dirname(os.path.dirname(os.path.abspath(simfinder.__file__)))
    path = [os.path.abspath(place) for place in sys.path if isinstance(place, str)]
    if own not in path:
        path.append(own)
    return [sys.executable, "-I", "-S", "-c", _START, "\n".join(path), *bounds.words()]


_START = """
import sys
sys.path[:] = sys.argv.pop(1).split(chr(10))
from simfinder.scan.extract.sandbox.server import main
sys.exit(main(sys.argv[1:]))
"""
