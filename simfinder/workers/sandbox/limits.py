"""What a sandboxed process may take, and the rights it gives up before the first file.

It gives up writing, the network, other programs, the person's files and outliving its parent: the parsers are written
by others and meet hostile files. ``confine`` is the one place where rights are given up; all services go through it.
Each measure is taken where the system has it, and none relies on another: resource limits (no byte to any file,
bounded memory), an audit hook that refuses whatever Python code would write, rename, remove, connect or start, and on
Linux two filters of the kernel that refuse the same and more to native code (``landlock``, ``seccomp``).
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from simfinder.model.system import LINUX, WINDOWS
from simfinder.workers.sandbox import landlock, seccomp

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

_IN_MEMORY = ("sqlite3.connect", ":memory:")  # it holds the bytes of a database that is looked at

_NO_NEW_PRIVILEGES, _DUMPABLE = 38, 4  # options of prctl


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


class Confinement(NamedTuple):
    """What the system has of the measures that hold native code.

    Attributes:
        seccomp: only the system calls of a reader can be made.
        landlock: version of Landlock, which guards files; 0 for none.
        limits: memory, sizes of files and numbers of descriptors are limited.
    """

    seccomp: bool
    landlock: int
    limits: bool


UNCONFINED = Confinement(seccomp=False, landlock=0, limits=False)


def confine(memory: int, leash: int = -1) -> Confinement:
    """Give up all rights; call it while there is one thread.

    A measure the system lacks is skipped: the parent's clock and its limits hold in any case.

    Args:
        memory: most bytes of address space; 0 for any number.
        leash: descriptor of the leash, which stays open from now on; -1 for none.

    Returns:
        What holds from now on.
    """
    sys.dont_write_bytecode = True
    limited = _limit(memory)
    guarded, filtered = 0, False
    if LINUX:
        os.chdir("/")
        try:
            _give_up_privileges()
            guarded = landlock.restrict()
            filtered = seccomp.restrict(leash)
        except (ImportError, OSError, AttributeError):
            pass  # a Python without ctypes
    sys.addaudithook(_refuse)
    return Confinement(filtered, guarded, limited)


def _give_up_privileges() -> None:
    """Gain none by starting anything; leave no image of the memory, and let no process of this person look into it."""
    import ctypes

    prctl = ctypes.CDLL(None, use_errno=True).prctl
    for option, value in ((_NO_NEW_PRIVILEGES, 1), (_DUMPABLE, 0)):
        prctl(option, *(ctypes.c_ulong(word) for word in (value, 0, 0, 0)))


def _limit(memory: int) -> bool:
    """Limit what the process may take; return whether the system does that."""
    if WINDOWS:
        return False
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
    return True


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    """Audit hook: raise for whatever a parser has no business with."""
    if event == "open":
        flags = arguments[2]
        if isinstance(flags, int) and flags & _WRITING:
            raise PermissionError("files are not written here")
    elif event in _REFUSED and (event, *arguments) != _IN_MEMORY:
        raise PermissionError(f"{event} is not for parsers")


def leash(handle: int) -> bool:
    """Arrange to die with the parent, at once: it holds the other end of this pipe.

    Args:
        handle: the reading end of a pipe into which nothing is ever written.

    Returns:
        Whether the system can do that.
    """
    if not LINUX:
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
