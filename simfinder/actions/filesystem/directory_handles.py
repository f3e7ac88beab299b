"""Folders held by their handles, and paths of any length.

A path in a folder that is *held* goes through that folder's handle: even if the folder (or one above it) is replaced
meanwhile, the call reaches the folder that was held. Where the system has no directory handles (Windows) plain paths
are used. ``OSError`` passes through.

Root holds, and changes, nothing that is reached by a link which another user could have made (``safe_walk``).
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from simfinder.actions.filesystem import safe_walk
from simfinder.actions.filesystem.safe_walk import FOLDER, LONGEST, NOFOLLOW
from simfinder.model.system import WINDOWS
from simfinder.workers import heartbeat

HANDLES = os.open in os.supports_dir_fd and not WINDOWS


class _Held(threading.local):
    """Handles of the folders that this thread holds, by path."""

    def __init__(self) -> None:
        self.handles: dict[str, int] = {}


_held = _Held()


@contextmanager
def holding(*folders: str) -> Iterator[None]:
    """Hold folders while the block runs; links in their paths are followed once, now.

    Raises:
        OSError: one can't be opened; ELOOP for root where another user could have made a link on the way.
    """
    with contextlib.ExitStack() as stack:
        for folder in folders:
            if HANDLES and folder not in _held.handles:
                _keep(stack, folder, open_for_change(folder))
        yield


@contextmanager
def holding_below(base: str, folder: str) -> Iterator[None]:
    """Hold a folder at or below ``base``, by way of ``base``: no link below ``base`` is followed.

    Raises:
        NotADirectoryError: one of the names below ``base`` is a link or a file.
        OSError: one can't be opened; as ``holding``.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(holding(base))
        path = base
        below = os.path.relpath(folder, base)
        for name in () if below == os.curdir or not HANDLES else below.split(os.sep):
            above, path = path, os.path.join(path, name)
            if path not in _held.handles:
                _keep(stack, path, os.open(name, FOLDER | NOFOLLOW, dir_fd=_held.handles[above]))
        yield


def hold_walked(stack: contextlib.ExitStack, folder: str, owners: Collection[int]) -> bool:
    """Hold a folder, whoever we are by a way that no other user could have laid by links, until the stack is closed.

    Returns:
        Whether none but these owners could have put something else on the way.

    Raises:
        OSError: it can't be opened; ELOOP where another user could have made a link on the way.
    """
    with heartbeat.asking(folder):
        way = safe_walk.walk(folder, owners)
    if folder in _held.handles:
        os.close(way.handle)
    else:
        _keep(stack, folder, way.handle)
    return way.safe


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
    opened = open_folder(folder) if held is None else os.open(os.curdir, FOLDER, dir_fd=held)
    try:
        last = os.fstat(opened)
        yield last
        while True:
            up = os.open(os.pardir, FOLDER, dir_fd=opened)
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


@contextmanager
def changing(path: str) -> Iterator[tuple[str, int | None]]:
    """Give what to pass to a call that makes, renames, removes or changes what is at a path, as ``at`` does.

    Raises:
        OSError: ELOOP for root where another user could have made a link on the way.
    """
    folder = os.path.dirname(path)
    if folder not in _held.handles and HANDLES and safe_walk.is_root() and os.path.isabs(folder):
        with holding(folder), at(path) as place:
            yield place
    else:
        with at(path) as place:
            yield place


def _is_long(path: str) -> bool:
    return HANDLES and len(path) * 4 > LONGEST and len(os.fsencode(path)) > LONGEST


def open_folder(folder: str) -> int:
    """Open a folder, however long its path, and return its handle; links are followed."""
    with heartbeat.asking(folder):
        return _opened(folder)


def open_for_change(folder: str) -> int:
    """Open a folder in which something is to be changed, and return its handle.

    Raises:
        OSError: it can't be opened; ELOOP for root where another user could have made a link on the way.
    """
    with heartbeat.asking(folder):
        if not safe_walk.is_root() or not os.path.isabs(folder):
            return open_folder(folder)
        opened = safe_walk.open_without_links(os.fsencode(folder))
        return safe_walk.walk(folder, ()).handle if opened is None else opened


def _opened(folder: str) -> int:
    rest, opened = os.fsencode(folder), None
    try:
        while len(rest) > LONGEST:
            cut = rest.rindex(b"/", 1, LONGEST)
            step = os.open(rest[:cut], FOLDER, dir_fd=opened)
            if opened is not None:
                os.close(opened)
            opened, rest = step, rest[cut + 1 :].lstrip(b"/")
        return os.open(rest or b".", FOLDER, dir_fd=opened)
    finally:
        if opened is not None:
            os.close(opened)


def _keep(stack: contextlib.ExitStack, folder: str, handle: int) -> None:
    _held.handles[folder] = handle
    stack.callback(lambda: os.close(_held.handles.pop(folder)))
