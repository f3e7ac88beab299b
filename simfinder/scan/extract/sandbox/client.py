"""The worker seen from outside: started when it is needed, given one file at a time, killed where it takes too long.

Owns when it is started and ended, and why. A worker that dies or is killed costs one file its view; the next
file gets a new one.
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

FLAG = "--view-worker"
"""First argument by which a frozen program is started as a worker."""

_REQUESTS = 5000  # after which a worker is replaced: libraries leak
_STARTS = 5  # workers in a row that could not be started, after which no more are: a broken installation
_DYING = 0.1  # s that one who has closed its pipes may take to tell its code
_KILLED = 9
_GLANCES = 5  # by which a process that waits is told from one that works
_NO_START = "can't be read: the process that reads it can't be started"
_NONSENSE = "can't be read: the process that reads it answers nonsense"


@dataclass(frozen=True, slots=True)
class Made:
    """A view that was made.

    Attributes:
        name: of the view, as results name it.
        members: of an archive, as ``members.pack`` has them; empty for a list of none.
        cut: it ends before its end, as was asked for.
        identity: device, inode, size and modification time (ns) of the file that was read.
        made: bytes of the view, those beyond the limit included, as far as the file was read.
        whole: the file was read to its end: ``members`` and ``media`` are all there are.
        kind: what the view is, see ``formats.TEXT``.
        media: pictures and embedded files of a document, packed as the members of an archive are.
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
        identity: as in ``Made``; empty where the file was not opened, or the worker died over it.
        lasting: the reason lies in the file, so that it is worth remembering.
        silent: its drive does not answer.
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
        control: a pause stops and a cancel ends what is under way.
        bounds: of each view.
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
            path: of the file, absolute.
            code: of its format.
            sink: called with the bytes of the view, in pieces that are good until it returns. Where no view comes of
                it in the end, it may have been called all the same.
            follow: the path may be a symbolic link.
            limit: bytes that are wanted; 0 means all. Members behind them are listed all the same.
            patience: seconds after which what was found until then will do; 0 means no end.

        Raises:
            NoViewError: it can't be made, with the reason.
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
                raise self._why(error, answer, path) from None
            except BaseException:
                self._end()
                raise

    def close(self) -> None:
        """End the process, and what another thread has under way; the next ``read`` starts another."""
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
        """Hand the question to a process that lives; one that has died between two files is replaced."""
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
            raise NoViewError(f"{_NO_START} ({reason_of(error)})", path) from error
        self._asked = 0
        self._ready = False
        return self._child

    def _attend(self, child: Child) -> float:
        """See to what the person wants meanwhile. Returns the seconds that took.

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
            time.sleep(TICK / 2)  # not waited for: a close may come in between
        self._control.check()
        if stopped:
            child.resume()
        return time.monotonic() - begun

    def _why(self, error: BrokenError, answer: Answer, path: str) -> NoViewError:
        """Ends the process, and tells why."""
        silent = isinstance(error, LateError) and self._waits_for_the_disk()
        code = self._end(_DYING if isinstance(error, DiedError) else 0.0)
        if isinstance(error, LateError):
            said = f"takes longer than {answer.allowed:.0f} s to be read"
            return NoViewError(said, path, lasting=not silent, silent=silent)
        if isinstance(error, NonsenseError):
            return NoViewError(_NONSENSE, path)
        told = "" if code is None else f" (signal {-code})" if code < 0 else f" (code {code})"
        if self._ready:
            lasting = code is not None and code != -_KILLED  # memory may have been short
            return NoViewError(f"can't be read: the process that reads it ended{told}", path, lasting=lasting)
        self._failed_starts += 1
        self._why_not = f"{_NO_START}{told}"
        return NoViewError(self._why_not, path)

    def _waits_for_the_disk(self) -> bool:
        """Whether the process has nothing to do: it is no fault of the file's then that it takes so long."""
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
                    reason, path, _identity(identity), lasting=bool(int(lasting))
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
        raise ValueError("a file is told by four numbers")
    return tuple(map(int, words))


def command(bounds: Bounds) -> list[str]:
    """What starts a worker.

    A bare Python with our own search path: what a site, the environment and hooks of other packages would bring costs
    half of the start.
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
