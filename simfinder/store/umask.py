"""The umask: whatever the person's says, what the program writes for itself is readable by its owner only.

A shell or a service may have started the program with a umask of 000, so that anybody could write its journal, its
cache and its compiled code, or with 777, so that it could not read its own files. A mode given to each call would not
reach what Qt, numba and Python itself write.

What the person asked for, a report or a folder that files are moved to, still follows the person's umask.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

PRIVATE_FOLDER = 0o700
_PRIVATE = 0o077

_asked: int | None = None


@contextlib.contextmanager
def private() -> Iterator[None]:
    """Let all new files and folders be the owner's only while the block runs; remember what the person's umask was."""
    global _asked
    before, remembered = os.umask(_PRIVATE), _asked
    if remembered is None:
        _asked = before
    try:
        yield
    finally:
        os.umask(before)
        _asked = remembered


@contextlib.contextmanager
def as_asked() -> Iterator[None]:
    """Put the person's umask back while a program of the person's is started, which inherits it."""
    before = os.umask(asked())
    try:
        yield
    finally:
        os.umask(before)


def asked() -> int:
    """Return the umask the person started the program with."""
    if _asked is not None:
        return _asked
    mask = os.umask(_PRIVATE)  # it can't be read without setting it
    os.umask(mask)
    return mask


def folder_mode() -> int:
    """Return the permissions of a folder that the person asked for; its owner can always use it."""
    return 0o777 & ~asked() | PRIVATE_FOLDER


def file_mode() -> int:
    """Return the permissions of a file that the person asked for."""
    return 0o666 & ~asked()
