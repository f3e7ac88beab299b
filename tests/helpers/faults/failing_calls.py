"""Counts the calls that an act makes to the system and to the journal, and lets something happen at one of them.

What happens is the caller's choice: an error, a death, somebody else's hand. Installed only while an act, an undo or a
start is under way; nothing of the program is changed but these calls.
"""

import os
import threading

from simfinder.actions.filesystem import syscalls
from simfinder.store.library.library import Library

SYSTEM = [
    *(
        (os, name)
        for name in ("mkdir", "rmdir", "open", "read", "write", "fsync", "ftruncate", "link", "unlink", "symlink",
                     "readlink", "utime", "chmod", "fchmod", "fchown", "stat", "lstat", "fstat", "statvfs",
                     "listxattr", "getxattr", "setxattr")
        if hasattr(os, name)
    ),
    (syscalls, "exclusive_rename"),
    (syscalls, "exchange"),
    (syscalls, "share_blocks"),
    (syscalls, "sync_file_system"),
]  # fmt: skip
"""Calls that an error can come from."""
JOURNAL = [(Library, "update"), (Library, "set_finished")]
"""Calls before and after which a program can die, too."""
CHANGING = {"mkdir", "rmdir", "create", "write", "ftruncate", "link", "unlink", "symlink", "utime", "chmod", "fchmod",
            "fchown", "setxattr", "exclusive_rename", "exchange", "share_blocks", "update", "set_finished"}  # fmt: skip
"""Calls after which the disk, or the journal, may be another one than before; an ``open`` that makes a file is a
``create``."""


class Dead(BaseException):
    """The program is dead: nothing of it runs any more."""


class Calls:
    """Watches the calls.

    Args:
        owners: what is watched: pairs of an owner and a name.
        before: called with (number from 0, name, arguments) before each call; may raise.
        after: the same, after it.
        thread: only calls of this one count; None for all.
    """

    def __init__(self, owners, before, after=lambda number, name, args: None, thread=None):
        self.names = []
        self._owners = owners
        self._before = before
        self._after = after
        self._thread = thread
        self._real = []

    def __enter__(self):
        for owner, name in self._owners:
            real = getattr(owner, name)
            self._real.append((owner, name, real))
            setattr(owner, name, self._watched(real, name))
        return self

    def __exit__(self, *_exc):
        for owner, name, real in self._real:
            setattr(owner, name, real)
        self._real.clear()

    def _watched(self, real, name):
        def call(*args, **kwargs):
            if self._thread not in (None, threading.get_ident()):
                return real(*args, **kwargs)
            number = len(self.names)
            said = "create" if name == "open" and args[1] & os.O_CREAT else name
            self.names.append(said)
            self._before(number, said, args)
            try:
                return real(*args, **kwargs)
            finally:
                self._after(number, said, args)

        call.real = real
        return call
