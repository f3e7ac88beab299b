"""Locks of folders that all SimFinders of a machine share, whoever runs them: one acts in a folder, the others wait.

Two people who clean one disk at the same time, each keeping what the other removes, lose nothing without a lock: each
act checks what stays right before the file goes and again after. But it fails where the other one was faster in
between. With the folders of the file and of the one that stays locked for the length of an act, the other's file is
either there or gone before anything is begun, and the act is skipped for a reason that a person understands.

The lock is ``flock`` on the folder itself: it needs no file and no right to write, ends with the program that has it,
and costs 20 us. Both folders are taken or none, so two programs never wait for one another. File systems that can't
lock (most network drives), folders that can't be listed and systems without ``flock`` go without.

Anybody who may list a folder can lock it, for ever. So a wait ends after ``PATIENCE``, and then this batch waits no
more: safety never rests on the lock.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from simfinder.actions.filesystem import directory_handles
from simfinder.model.progress import Control
from simfinder.text.message import Message, say
from simfinder.text.printable_names import visible
from simfinder.workers import heartbeat

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PATIENCE = 30.0
"""Seconds after which a wait for one folder is given up, and all later ones of the batch with it."""
IN_ALL = 600.0
"""Seconds that a batch waits in all: somebody might let go again and again just before the patience ends."""
_SAID_AFTER = 0.5
_BETWEEN = 0.01  # s; two looks at a lock
_LONG = 0.05  # s; an act after which others get their turn
_TURN, _LONGEST_TURN = 0.02, 0.1
_IN_USE = {errno.EWOULDBLOCK, errno.EAGAIN}


class FolderLocks:
    """The locks of one batch.

    Args:
        control: is told whom a wait is for, and can cancel it.
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self._left = IN_ALL

    @contextmanager
    def locking(self, *folders: str) -> Iterator[None]:
        """Lock folders while the block runs, as far as they can be locked; wait for whoever has locked one.

        Raises:
            Cancelled: during the wait.
        """
        with contextlib.ExitStack() as stack:
            opened = _opened(stack, folders)
            if opened:
                self._take(opened)
            began = time.monotonic()
            yield
        busy = time.monotonic() - began
        # one that looks every 10 ms would hardly ever find the folder free between two acts
        if opened and busy > _LONG:
            time.sleep(min(busy * _TURN, _LONGEST_TURN))

    def _take(self, opened: dict[int, str]) -> None:
        in_use = _locked_or_none(opened)
        if in_use is None:
            return
        began = time.monotonic()
        said = False
        try:
            while in_use is not None:
                waited = time.monotonic() - began
                if waited >= min(PATIENCE, self._left):
                    self._left = 0.0
                    return
                if waited > _SAID_AFTER and not said:
                    said = True
                    self._control.wait_for(_who_has(in_use, opened[in_use]))
                self._control.check()
                with heartbeat.on_our_own():
                    time.sleep(_BETWEEN)
                in_use = _locked_or_none(opened)
        finally:
            self._left -= min(self._left, time.monotonic() - began)
            if said:
                self._control.wait_for("")


def _opened(stack: contextlib.ExitStack, folders: tuple[str, ...]) -> dict[int, str]:
    """Open folders that are held, each once; returns their paths by descriptor."""
    found: dict[tuple[int, int], int] = {}
    paths: dict[int, str] = {}
    for folder in folders:
        handle = directory_handles.handle_of(folder)
        if fcntl is None or handle is None:
            continue
        status = os.fstat(handle)
        if (status.st_dev, status.st_ino) in found:
            continue
        with contextlib.suppress(OSError), heartbeat.asking(folder):  # one that can't be listed is not locked
            opened = os.open(os.curdir, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=handle)
            stack.callback(os.close, opened)
            found[status.st_dev, status.st_ino] = opened
            paths[opened] = folder
    return paths


def _locked_or_none(opened: dict[int, str]) -> int | None:
    """Lock all of these folders, or none; returns one that somebody else has locked."""
    for at, (file, folder) in enumerate(opened.items()):
        try:
            with heartbeat.asking(folder):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _IN_USE:
                continue  # this file system has no locks
            for taken in list(opened)[:at]:
                with contextlib.suppress(OSError):
                    fcntl.flock(taken, fcntl.LOCK_UN)
            return file
    return None


def _who_has(file: int, folder: str) -> Message:
    """Return whom we wait for, as far as the system says."""
    pid = _pid_of(os.fstat(file))
    try:
        if pid is None:
            raise ProcessLookupError
        user = _user_name(os.stat(f"/proc/{pid}").st_uid)
        program = _program_name(pid)
    except OSError:
        return say("waiting for another program that is working in {}", visible(folder))
    return say("waiting for {} of {} (process {}), working in {}", program, user, str(pid), visible(folder))


def _pid_of(folder: os.stat_result) -> int | None:
    """Return the process that has locked a folder, from the system's table of locks."""
    device = f"{os.major(folder.st_dev):02x}:{os.minor(folder.st_dev):02x}"
    guess = None
    with (
        contextlib.suppress(OSError, ValueError),
        open("/proc/locks", encoding="ascii", errors="replace") as table,
    ):
        for line in table:
            words = line.split()  # 1: FLOCK ADVISORY WRITE 4711 fe:00:1234 0 EOF
            if len(words) < 6 or words[1] != "FLOCK":
                continue
            where, _, inode = words[5].rpartition(":")
            if inode == str(folder.st_ino):
                if where == device:
                    return int(words[4])
                guess = int(words[4])  # Btrfs shows other devices for its folders
    return guess


def _user_name(uid: int) -> str:
    import pwd

    try:
        return visible(pwd.getpwuid(uid).pw_name)
    except KeyError:
        return str(uid)


def _program_name(pid: int) -> str:
    """Return the name of a program: its own word, so nothing rests on it."""
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        if b"simfinder" in file.read(4096).lower():
            return "SimFinder"
    with open(f"/proc/{pid}/comm", "rb") as file:
        return visible(os.fsdecode(file.read(64).strip()))
