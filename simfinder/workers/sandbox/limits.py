"""What a sandboxed process may take, and the rights it gives up before the first file.

It gives up writing, the network, other programs and outliving its parent: the parsers are written by others and meet
hostile files. ``confine`` is the one place where rights are given up; all services go through it. Each measure is taken
where the system has it, and none relies on another: resource limits (no byte to any file, bounded memory), an audit
hook that refuses whatever Python code would write, rename, remove, connect or start, and on Linux a kernel ruleset
(Landlock) that refuses the same to native code.
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

BYTES_PER_SECOND = 10_000_000
"""An answer gets one second more for every so many bytes of data."""

_GRACE = 600  # s beyond the limit until the alarm; the program kills at the limit itself
_OPEN_FILES = 64
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_REFUSED = frozenset(
    """os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod os.chown os.chflags os.utime
    os.setxattr os.removexattr os.lockf os.fork os.forkpty os.exec os.posix_spawn os.spawn os.system os.startfile
    os.startfile/2 os.kill os.killpg pty.spawn subprocess.Popen socket.__new__ socket.connect socket.bind socket.sendto
    tempfile.mkstemp tempfile.mkdtemp shutil.rmtree shutil.move shutil.copyfile sqlite3.connect webbrowser.open
    winreg.CreateKey winreg.SetValue winreg.DeleteKey""".split()  # noqa: SIM905 - a list of words
)

_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # system call numbers, the same on every architecture
_NO_NEW_PRIVILEGES = 38
_EXECUTE, _READING = 1 << 0, (1 << 2) | (1 << 3)  # reading files and listing folders stay allowed
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # number of file rights in each version of Landlock
_FILE_RIGHTS_NOW = 16
_TCP = 3  # bind and connect
_SCOPES = 3  # abstract sockets and signals to others


class Limits(NamedTuple):
    """What a process and each of its answers may take.

    Attributes:
        memory: most bytes of address space; 0 for any number.
        seconds: most time for an answer, without the time the process is kept waiting; one second more for every ten
            megabytes sent.
        data: most bytes of data before the answer itself.
        answer: most bytes of the answer itself.
        when_idle: the time starts again with every frame, and ends only a process that waits for something: for work
            that may take as long as it likes.
    """

    memory: int
    seconds: float
    data: int
    answer: int
    when_idle: bool = False

    @property
    def alarm(self) -> int:
        """Seconds after which a process without a parent ends itself; 0 for never."""
        return 0 if self.when_idle else _GRACE + int(self.seconds) + self.data // BYTES_PER_SECOND


def confine(memory: int) -> None:
    """Give up all rights. A measure the system lacks is skipped: the parent's clock and its limits hold in any case.

    Args:
        memory: most bytes of address space; 0 for any number.
    """
    sys.dont_write_bytecode = True
    _limit(memory)
    _landlock()
    sys.addaudithook(_refuse)


def _limit(memory: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    for kind, limit in (
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        *([(resource.RLIMIT_AS, memory)] if memory else []),
    ):
        try:
            resource.setrlimit(kind, (limit, limit))
        except (OSError, ValueError):
            continue  # a stricter limit is set already, or the system lacks this one


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Audit hook: raise for whatever a parser has no business with."""
    if event == "open":
        flags = arguments[2]
        if isinstance(flags, int) and flags & _WRITING:
            raise PermissionError("files are not written here")
    elif event in _REFUSED:
        raise PermissionError(f"{event} is not for parsers")


def _landlock() -> None:
    """Refuse to write, make, rename or remove files, to execute, connect, or signal another process (Landlock)."""
    if sys.platform != "linux":
        return
    try:
        import ctypes

        call = ctypes.CDLL(None, use_errno=True)
        version = call.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    except (ImportError, OSError, AttributeError):
        return
    if version < 1:
        return  # an older kernel, or Landlock is switched off
    files = (1 << _FILE_RIGHTS.get(version, _FILE_RIGHTS_NOW)) - 1 & ~_READING
    words = [files, _TCP if version >= 4 else 0, _SCOPES if version >= 6 else 0]
    used = 1 + (version >= 4) + (version >= 6)
    attributes = (ctypes.c_uint64 * used)(*words[:used])
    ruleset = call.syscall(
        _CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(8 * used), ctypes.c_uint32(0)
    )
    if ruleset < 0:
        return
    call.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    call.syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    os.close(ruleset)


def leash(handle: int) -> bool:
    """Arrange to die with the parent, at once: it holds the other end of this pipe.

    Args:
        handle: the reading end of a pipe into which nothing is ever written.

    Returns:
        Whether the system can do that.
    """
    if sys.platform != "linux":
        return False
    import fcntl
    import select

    try:
        own = os.getpid()
        fcntl.fcntl(handle, fcntl.F_SETOWN, -own if os.getpgrp() == own else own)  # the whole group
        fcntl.fcntl(handle, fcntl.F_SETSIG, _KILL)
        fcntl.fcntl(handle, fcntl.F_SETFL, fcntl.fcntl(handle, fcntl.F_GETFL) | os.O_ASYNC)
    except OSError:
        return False
    poll = select.poll()
    poll.register(handle, 0)
    if poll.poll(0):
        os._exit(0)  # the parent is gone already
    return True


_KILL = 9
