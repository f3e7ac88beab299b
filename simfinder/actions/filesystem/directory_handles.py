"""Folders held by their handles, and paths of any length.

A path in a folder that is *held* goes through that folder's handle: even if the folder (or one above it) is replaced
meanwhile, the call reaches the folder that was held. Where the system has no directory handles (Windows) plain paths
are used. ``OSError`` passes through.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from simfinder.workers import heartbeat

HANDLES = os.open in os.supports_dir_fd and os.name != "nt"
NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_LONGEST = 3700 if sys.platform == "linux" else 900  # bytes of a path in one call: PATH_MAX less a file name


class _Held(threading.local):
    """Handles of the folders that this thread holds, by path."""

    def __init__(self) -> None:
        self.handles: dict[str, int] = {}


_held = _Held()


@contextmanager
def holding(*folders: str) -> Iterator[None]:
    """Hold folders while the block runs; links in their paths are followed once, now.

    Raises:
        OSError: one can't be opened.
    """
    with contextlib.ExitStack() as stack:
        for folder in folders:
            if HANDLES and folder not in _held.handles:
                _keep(stack, folder, open_folder(folder))
        yield


@contextmanager
def holding_below(base: str, folder: str) -> Iterator[None]:
    """Hold a folder at or below ``base``, by way of ``base``: no link below ``base`` is followed.

    Raises:
        NotADirectoryError: one of the names below ``base`` is a link or a file.
        OSError: one can't be opened.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(holding(base))
        path = base
        below = os.path.relpath(folder, base)
        for name in () if below == os.curdir or not HANDLES else below.split(os.sep):
            above, path = path, os.path.join(path, name)
            if path not in _held.handles:
                _keep(stack, path, os.open(name, _FOLDER | NOFOLLOW, dir_fd=_held.handles[above]))
        yield


def handle_of(folder: str) -> int | None:
    """Return the handle of a folder that this thread holds, else None."""
    return _held.handles.get(folder)


def is_in_place(folder: str) -> bool:
    """Tell whether the path of a held folder still leads to it; False if that can't be determined."""
    handle = _held.handles.get(folder)
    if handle is None:
        return True
    try:
        now = open_folder(folder)
        try:
            return os.path.samestat(os.fstat(now), os.fstat(handle))
        finally:
            os.close(now)
    except OSError:
        return False


def folder_status(folder: str) -> os.stat_result:
    """Return ``stat`` of a folder, held or not."""
    handle = _held.handles.get(folder)
    if handle is not None:
        return os.fstat(handle)
    if not _is_long(folder):
        return os.stat(folder)
    opened = open_folder(folder)
    try:
        return os.fstat(opened)
    finally:
        os.close(opened)


def folders_up(folder: str) -> Iterator[os.stat_result]:
    """Yield ``stat`` of a folder and of each one above it, found by ``..`` and not by the path.

    Raises:
        OSError: one can't be looked at.
    """
    if not HANDLES:
        path = os.path.realpath(folder)
        while True:
            yield os.stat(path)
            if os.path.dirname(path) == path:
                return
            path = os.path.dirname(path)
    held = _held.handles.get(folder)
    opened = open_folder(folder) if held is None else os.open(os.curdir, _FOLDER, dir_fd=held)
    try:
        last = os.fstat(opened)
        yield last
        while True:
            up = os.open(os.pardir, _FOLDER, dir_fd=opened)
            os.close(opened)
            opened = up
            status = os.fstat(opened)
            if os.path.samestat(status, last):
                return
            yield status
            last = status
    finally:
        os.close(opened)


@contextmanager
def at(path: str) -> Iterator[tuple[str, int | None]]:
    """Give what to pass to the system for a path: a name and the folder's handle, or the whole path and None."""
    folder, name = os.path.split(path)
    handle = _held.handles.get(folder)
    with heartbeat.asking(path):
        if handle is not None and name:
            yield name, handle
        elif not _is_long(path):
            yield path, None
        else:
            opened = open_folder(folder)
            try:
                yield name, opened
            finally:
                os.close(opened)


def _is_long(path: str) -> bool:
    return HANDLES and len(path) * 4 > _LONGEST and len(os.fsencode(path)) > _LONGEST


def open_folder(folder: str) -> int:
    """Open a folder, however long its path, and return its handle; links are followed."""
    with heartbeat.asking(folder):
        return _opened(folder)


def _opened(folder: str) -> int:
    rest, opened = os.fsencode(folder), None
    try:
        while len(rest) > _LONGEST:
            cut = rest.rindex(b"/", 1, _LONGEST)
            step = os.open(rest[:cut], _FOLDER, dir_fd=opened)
            if opened is not None:
                os.close(opened)
            opened, rest = step, rest[cut + 1 :].lstrip(b"/")
        return os.open(rest or b".", _FOLDER, dir_fd=opened)
    finally:
        if opened is not None:
            os.close(opened)


def _keep(stack: contextlib.ExitStack, folder: str, handle: int) -> None:
    _held.handles[folder] = handle
    stack.callback(lambda: os.close(_held.handles.pop(folder)))
