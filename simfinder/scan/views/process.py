"""The worker seen from outside: started when it is needed, given one file at a time, killed where it takes too long.

Owns the process and its time. A worker that dies or is killed costs one file its view; the next file gets a new one.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

from simfinder.errors import ViewError
from simfinder.model.progress import Control
from simfinder.scan.views import frames, members
from simfinder.scan.views.bounds import BOUNDS, Bounds
from simfinder.scan.views.outlet import CHUNK

FLAG = "--view-worker"
"""First argument by which a frozen program is started as a worker."""

_TICK = 0.1
_REQUESTS = 5000  # after which a worker is replaced: libraries leak
_PIPE = 1 << 20  # bytes the pipe may hold, where that can be said: fewer turns between the two


@dataclass(frozen=True, slots=True)
class Made:
    """A view that was made.

    Attributes:
        name: of the view, as results name it.
        members: of an archive, as ``members.pack`` has them; empty for a list of none.
        cut: it ends before its end, as was asked for.
        identity: device, inode, size and modification time (ns) of the file that was read.
        made: bytes of the view, those beyond the limit included, as far as the file was read.
        whole: the file was read to its end: ``members`` are all there are.
    """

    name: str
    members: bytes
    cut: bool
    identity: tuple[int, ...]
    made: int = 0
    whole: bool = True


class NoViewError(ViewError):
    """A view could not be made.

    Attributes:
        identity: as in ``Made``; empty where the file was not opened, or the worker died over it.
        lasting: the reason lies in the file, so that it is worth remembering.
    """

    def __init__(
        self, message: str, path: str, identity: tuple[int, ...] = (), *, lasting: bool = False
    ) -> None:
        super().__init__(message, path)
        self.identity = identity
        self.lasting = lasting


class Worker:
    """One worker process, for one thread at a time.

    Args:
        bounds: of each view.
        control: a cancel ends what is under way.
    """

    def __init__(self, control: Control, bounds: Bounds = BOUNDS) -> None:
        self._bounds = bounds
        self._control = control
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0
        self._watch = _Watch(control)

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
            sink: called with the bytes of the view, in pieces that are good until it returns.
            follow: the path may be a symbolic link.
            limit: bytes that are wanted; 0 means all. Members behind them are listed all the same.
            patience: seconds after which what was found until then will do; 0 means no end.

        Raises:
            NoViewError: it can't be made, with the reason.
            Cancelled: on request.
        """
        self._control.check()
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        self._watch.begin(process, self._bounds.seconds)
        try:
            with contextlib.suppress(BrokenPipeError):  # it has died; the answer will say so
                process.stdin.write(
                    frames.pack_request(
                        frames.Request(os.fsencode(path), code, follow, limit, round(1000 * patience))
                    )
                )
                process.stdin.flush()
            kind, payload = self._receive(process.stdout, sink)
        except BaseException:
            self.close()
            raise
        finally:
            self._watch.end()
        if kind is None:
            reason = self._why_dead(process)
            self.close()
            self._control.check()
            raise NoViewError(reason, path, lasting=True)
        return self._understood(kind, payload, path)

    def close(self) -> None:
        """End the process; the next ``read`` starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(BrokenPipeError):
                    if pipe is not None:
                        pipe.close()
        self._watch.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._asked >= _REQUESTS:
            self.close()
        if self._process is None:
            self._asked = 0
            self._process = subprocess.Popen(
                command(self._bounds),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=-1,
            )
            _widen(self._process.stdout)
        self._asked += 1
        return self._process

    def _receive(self, source: IO[bytes], sink: Callable[[memoryview], None]) -> tuple[int | None, bytes]:
        """Hand on the data; kind and payload of the last frame, (None, b"") where the worker has died."""
        room = memoryview(bytearray(CHUNK))
        while True:
            self._watch.waiting = True
            head = source.read(frames.HEADER.size)
            if len(head) < frames.HEADER.size:
                return None, b""
            kind, length = frames.HEADER.unpack(head)
            if length > frames.MOST or kind not in (frames.DATA, frames.END, frames.FAILED):
                return None, b""
            if kind != frames.DATA:
                payload = source.read(length)
                return (kind, payload) if len(payload) == length else (None, b"")
            while length:
                got = source.readinto(room[: min(length, CHUNK)])  # type: ignore[attr-defined]
                if not got:
                    return None, b""
                self._watch.made(got)
                sink(room[:got])
                self._watch.waiting = True
                length -= got

    def _why_dead(self, process: subprocess.Popen[bytes]) -> str:
        if self._watch.late:
            return f"takes longer than {self._watch.allowed:.0f} s to be read"
        process.kill()
        code = process.wait()
        return f"can't be read: the process that reads it ended ({f'signal {-code}' if code < 0 else f'code {code}'})"

    @staticmethod
    def _understood(kind: int, payload: bytes, path: str) -> Made:
        try:
            text, listed = frames.unpack_end(payload)
            told: dict[str, Any] = json.loads(text)
            identity = tuple(int(number) for number in told["identity"])
            if kind == frames.FAILED:
                raise NoViewError(str(told["reason"]), path, identity, lasting=bool(identity))
            members.count_of(listed)
            return Made(
                str(told["view"]), listed, bool(told["cut"]), identity, int(told["made"]), bool(told["whole"])
            )
        except (ValueError, KeyError, TypeError) as error:
            raise NoViewError("can't be read: the process that reads it answers nonsense", path) from error


class _Watch:
    """Kills a worker that keeps us waiting too long, or when a cancel is wanted."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._thread: threading.Thread | None = None
        self._wake = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._waited = 0.0
        self.allowed = 0.0
        self.late = False
        self.waiting = False

    def begin(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        with self._wake:
            self._process, self._waited, self.allowed = process, 0.0, seconds
            self.late, self._closed, self.waiting = False, False, True
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="view-watch", daemon=True)
                self._thread.start()
            self._wake.notify()

    def made(self, count: int) -> None:
        """So many bytes have come; what is done with them now is not the worker's time."""
        self.waiting = False
        self.allowed += count / frames.BYTES_PER_SECOND

    def end(self) -> None:
        with self._wake:
            self._process = None

    def close(self) -> None:
        with self._wake:
            self._process, self._closed, thread = None, True, self._thread
            self._thread = None
            self._wake.notify()
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        with self._wake:
            while not self._closed:
                before = time.monotonic()
                self._wake.wait(_TICK if self._process else None)
                self._strike(time.monotonic() - before)

    def _strike(self, passed: float) -> None:
        """After so many seconds: kill what is under way, if it must be."""
        if self._process is None:
            return
        if self.waiting:
            self._waited += passed
        self.late = self._waited > self.allowed
        if self.late or self._control.cancelled:
            self._process.kill()
            self._process = None


def command(bounds: Bounds) -> list[str]:
    """What starts a worker."""
    own = [sys.executable, FLAG] if getattr(sys, "frozen", False) else [sys.executable, "-m", _MODULE]
    return [*own, *bounds.words()]


_MODULE = "simfinder.scan.views.worker"


def _widen(pipe: IO[bytes] | None) -> None:
    if pipe is not None and sys.platform == "linux":
        import fcntl

        with contextlib.suppress(OSError):  # the system may allow less
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
