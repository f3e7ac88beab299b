"""A sandboxed process and its pipes: start, ask, wait, pause, end.

Hides the differences between systems. Knows nothing of requests and never waits for ever.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING

from simfinder.arrays.jit_cache import CHECKED
from simfinder.model.system import LINUX, WINDOWS
from simfinder.workers.sandbox.opened_files import HANDED

if TYPE_CHECKING:
    import socket

_PIPE = (
    1 << 20
)  # bytes of the answer pipe, where the system lets us choose: fewer switches between both processes
_AT_ONCE = 4096  # bytes that surely fit into a pipe that is ready for writing
_REAP = 1.0  # s; only a process that the system keeps from dying (a dead network drive) takes longer
_GLANCES, _GLANCE = 5, 0.02  # looks that tell a process that waits from one that works, and s between two
_KEPT_NAMES = ("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "HOME", "XDG_CACHE_HOME")
_KEPT_PREFIXES = ("NUMBA_", "_PYI_", "_MEIPASS")
"""Of the environment: how names are encoded, and where Python's libraries, compiled kernels, and what a frozen program
has unpacked are."""
_ONE_THREAD = {
    "OPENBLAS_NUM_THREADS": "1"
}  # no threads before the process gives up its rights, each for itself
_LOOK = 0.002  # s between two looks at a pipe where the system can't wait for one (Windows)


class Child:
    """One process.

    Args:
        arguments: its command line; on POSIX the handle of its leash is added, see ``limits.leash``.

    Raises:
        OSError: it can't be started.
    """

    def __init__(self, arguments: list[str]) -> None:
        _reap_left()
        self._leash = -1
        self._socket: socket.socket | None = None
        if WINDOWS:
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                creationflags=subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP,
            )
        else:
            # what is kept is closed if the start fails, what is given in any case
            with contextlib.ExitStack() as kept, contextlib.ExitStack() as given:
                end, self._leash = os.pipe()
                given.callback(os.close, end)
                kept.callback(os.close, self._leash)
                requests = subprocess.PIPE
                if HANDED:
                    self._socket, theirs = _socket_pair()
                    kept.enter_context(self._socket)
                    given.enter_context(theirs)
                    requests = theirs.fileno()
                self._process = subprocess.Popen(
                    [*arguments, str(end)],
                    stdin=requests,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    bufsize=0,
                    env=environment(),
                    pass_fds=(end,),
                    process_group=0,  # a Ctrl-C in the terminal is ours to act on, and what it starts dies with it
                )
                kept.pop_all()
        assert self._process.stdout is not None
        questions = self._socket or self._process.stdin
        assert questions is not None
        self._questions: IO[bytes] | socket.socket = questions
        self._answers: IO[bytes] = self._process.stdout
        _widen(self._answers)
        self._waiting = _Waiting(self._questions, self._answers)

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process.poll() is None

    def ask(self, data: bytes | memoryview, tick: float, handles: Sequence[int] = ()) -> int:
        """Send some of these bytes within about ``tick`` seconds; return how many.

        Args:
            data: the bytes.
            tick: seconds.
            handles: descriptors that go with the first of the bytes; none are sent where no bytes are.

        Raises:
            BrokenPipeError: it has died.
        """
        if len(data) > _AT_ONCE and not self._waiting.writable(tick):
            return 0
        piece = data[:_AT_ONCE]
        if self._socket is None:
            assert self._process.stdin is not None
            return self._process.stdin.write(piece) or 0
        if not handles:
            return self._socket.send(piece)
        import socket

        return socket.send_fds(self._socket, [piece], list(handles))

    def wait(self, seconds: float) -> bool:
        """Wait up to ``seconds``; return whether there is something to ``receive``, even if only the end."""
        return self._waiting.readable(seconds)

    def receive(self, room: memoryview) -> int:
        """Read bytes into ``room``; return how many, 0 when it has died."""
        return self._answers.readinto(room) or 0  # type: ignore[attr-defined]

    def is_idle(self) -> bool:
        """Return whether it does nothing but wait for something, such as a drive; False where the system does not tell.

        Takes up to 0.1 s: a working process waits now and then.
        """
        if not LINUX:
            return False
        for _ in range(_GLANCES):
            try:
                with open(f"/proc/{self.pid}/stat", "rb") as file:
                    if file.read().rpartition(b")")[2].split()[0] not in (b"S", b"D"):
                        return False
            except OSError:
                return False
            time.sleep(_GLANCE)
        return True

    def pause(self) -> None:
        """Stop it until ``resume``; only on Linux, where it dies with us even when stopped."""
        if LINUX:
            self._signal(_STOP)

    def resume(self) -> None:
        """Let it go on after ``pause``."""
        if LINUX:
            self._signal(_CONTINUE)

    def end(self, grace: float = 0.0) -> int | None:
        """Kill it and all it has started.

        Args:
            grace: seconds it may take to end by itself, so that its own exit code is seen.

        Returns:
            Its exit code (negative for a signal), None where it does not die.
        """
        if grace:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(grace)
        if self._process.returncode is None:
            self._signal(_KILL)
        try:
            return self._process.wait(_REAP)
        except subprocess.TimeoutExpired:
            _left.append(self._process)
            return None
        finally:
            for pipe in (self._questions, self._answers):
                with contextlib.suppress(OSError):
                    pipe.close()
            if self._leash >= 0:
                os.close(self._leash)
                self._leash = -1

    def _signal(self, number: int) -> None:
        """Send a signal to the whole group. Nobody reaps it meanwhile, so the pid is still its own."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if WINDOWS:
                self._process.kill()
            else:
                os.killpg(self._process.pid, number)


_KILL, _CONTINUE, _STOP = 9, 18, 19  # as Linux has them; the last two are used there alone

_left: list[subprocess.Popen[bytes]] = []
"""Processes killed but not dead yet."""


def _reap_left() -> None:
    _left[:] = [process for process in _left if process.poll() is None]


if WINDOWS:

    class _Waiting:
        """Wait for pipes by polling."""

        def __init__(self, _questions: object, answers: IO[bytes]) -> None:
            self._answers = answers

        def readable(self, seconds: float) -> bool:
            import _winapi
            import msvcrt

            until = time.monotonic() + seconds
            while True:
                try:
                    if _winapi.PeekNamedPipe(msvcrt.get_osfhandle(self._answers.fileno()), 0)[0]:
                        return True
                except OSError:
                    return True  # it has died
                if time.monotonic() > until:
                    return False
                time.sleep(_LOOK)

        def writable(self, _seconds: float) -> bool:
            return True

else:
    import select

    class _Waiting:
        """Wait for pipes."""

        def __init__(self, questions: IO[bytes] | socket.socket, answers: IO[bytes]) -> None:
            self._in, self._out = select.poll(), select.poll()
            self._in.register(answers, select.POLLIN)
            self._out.register(questions, select.POLLOUT)

        def readable(self, seconds: float) -> bool:
            return bool(self._in.poll(1000 * seconds))

        def writable(self, seconds: float) -> bool:
            return bool(self._out.poll(1000 * seconds))


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    """Return both ends of a pipe for requests that descriptors go through as well: ours, and that of the process."""
    import socket  # 5 ms that a program that looks into nothing saves

    ours, theirs = socket.socketpair()
    ours.shutdown(socket.SHUT_RD)  # the process can send nothing through it
    return ours, theirs


def environment() -> dict[str, str]:
    """Return what a process gets of our environment: keys and names in it are none of its business."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in _KEPT_NAMES or name.startswith(_KEPT_PREFIXES)
    }
    return {**kept, **_ONE_THREAD, CHECKED: "1"}


def _widen(pipe: IO[bytes]) -> None:
    if LINUX:
        import fcntl

        with contextlib.suppress(OSError):  # the system may allow less
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
