"""The system's Trash by the FreeDesktop.org Trash specification 1.0.

Chooses the place of a trashed file before it moves, and writes and removes its ``.trashinfo``; moving the file is not
done here. On macOS and Windows, whose Trash does not say where it puts files, ``SYSTEM_TRASH`` is true and ``send``
passes the file to send2trash.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes

from simfinder.actions.filesystem import directory_handles, syscalls
from simfinder.actions.filesystem.operations import reading, shortened, write_full
from simfinder.errors import ActionError, TrashError, reason_of
from simfinder.model.path_rules import is_trash_name
from simfinder.model.system import MACOS, WINDOWS
from simfinder.store import app_dirs
from simfinder.text.message import say
from simfinder.workers import heartbeat

SYSTEM_TRASH = MACOS or WINDOWS
_ENDING = ".trashinfo"


@dataclass(frozen=True, slots=True)
class TrashFolder:
    """A Trash that exists and is ours.

    Attributes:
        path: holds ``files`` and ``info``.
        top: the top folder that paths in it are relative to; None for the home Trash (absolute paths).
    """

    path: str
    top: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """Place of one file in the Trash.

    Attributes:
        file: path in ``files``.
        info: path of its ``.trashinfo``; None for a place that is not in a Trash.
        text: content of the ``.trashinfo``.
        number: how many names were tried for it; the search for the next one goes on from there.
    """

    file: str
    info: str | None
    text: bytes
    number: int = 1


def home_trash() -> str:
    """Return the path of the home Trash, which need not exist."""
    return os.path.join(app_dirs.desktop_folder(), "Trash")


def is_in_trash(path: str) -> bool:
    """Tell whether a file is in anyone's Trash, where it may be gone tomorrow."""
    folder = os.path.realpath(os.path.dirname(path))
    home = os.path.realpath(home_trash())
    if (folder + os.sep).startswith(home + os.sep):
        return True
    parts = folder.split(os.sep)
    return any(map(is_trash_name, parts))


def trash_for(path: str) -> TrashFolder:
    """Return the Trash a file belongs into, and make it if it is missing.

    The home Trash for files on its own device; on another device that device's ``.Trash/UID`` or
    ``.Trash-UID``; the home Trash again where neither can be had (the file is then copied there).

    Raises:
        TrashError: no Trash can be made.
    """
    folder = os.path.realpath(os.path.dirname(path))
    try:
        device = directory_handles.folder_status(
            os.path.dirname(path)
        ).st_dev  # of the folder: an overlay shows other devices for its files
    except OSError as error:
        raise TrashError(reason_of(error), folder) from error
    home = home_trash()
    try:
        at_home = _device_of_nearest(home) == device
    except OSError as error:
        raise TrashError(say("the Trash can't be looked at: {}", reason_of(error)), home) from error
    if not at_home:
        top = _top_folder(folder, device)
        own = _shared_trash(top) or _own_trash(top)
        if own is not None:
            return TrashFolder(own, top)
    try:
        os.makedirs(os.path.dirname(home), mode=0o700, exist_ok=True)
        _ready(home)
    except OSError as error:
        raise TrashError(say("the Trash can't be made: {}", reason_of(error)), home) from error
    return TrashFolder(home, None)


def places(trash: TrashFolder, path: str, first: int = 1) -> Iterator[Place]:
    """Yield places for a file that are free now, best name first (from number ``first`` on), without end."""
    folder, name = os.path.split(path)
    shown = (
        path
        if trash.top is None
        else os.path.relpath(os.path.join(os.path.realpath(folder), name), trash.top)
    )
    date = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime())
    text = f"[Trash Info]\nPath={quote(os.fsencode(shown), safe='/')}\nDeletionDate={date}\n".encode("ascii")
    room = _longest_name(trash.path) - len(_ENDING)
    stem, ending = os.path.splitext(name)
    number = first
    while True:
        tail = ending if number == 1 else f".{number}{ending}"
        if len(os.fsencode(tail)) > room // 2:  # an "ending" that long is no ending
            stem, tail = name, f".{number}"
        candidate = shortened(stem, room - len(os.fsencode(tail))) + tail
        file = os.path.join(trash.path, "files", candidate)
        info = os.path.join(trash.path, "info", candidate + _ENDING)
        if not os.path.lexists(file) and not os.path.lexists(info):
            yield Place(file, info, text, number)
        number += 1


@contextlib.contextmanager
def holding_trash(place: Place) -> Iterator[None]:
    """Hold the two folders of a place in a Trash while the block runs; for any other place do nothing.

    Raises:
        OSError: one can't be opened, or is not ours: where everybody may write, it may be another one by now.
    """
    if place.info is None:
        yield
        return
    folders = os.path.dirname(place.file), os.path.dirname(place.info)
    with directory_handles.holding(*folders):
        for folder in folders:
            if directory_handles.folder_status(folder).st_uid != os.getuid():
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)
        yield


def write_info(info: str, text: bytes) -> None:
    """Take a place by writing its ``.trashinfo``, synced to the disk.

    Raises:
        FileExistsError: someone else has taken it.
        OSError: it can't be written; nothing is left.
    """
    file = syscalls.open_file(info, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        try:
            write_full(file, text)
            with heartbeat.on_our_own():
                os.fsync(file)
        finally:
            os.close(file)
    except OSError:
        syscalls.remove(info)
        raise


def remove_info(info: str, text: bytes) -> bool:
    """Remove a ``.trashinfo`` of ours; returns True if it is gone.

    It is ours if it names the same original path, or if it is the beginning of what we were about to write.
    """
    try:
        with reading(info) as file:
            found = os.read(file, len(text) + 65536)
    except FileNotFoundError:
        return True
    except ActionError:  # no file
        return False
    if not (text.startswith(found) or original_path(found) == original_path(text) is not None):
        return False
    syscalls.remove(info)
    return True


def original_path(text: bytes) -> bytes | None:
    """Return the path a ``.trashinfo`` names, decoded; None if it names none."""
    for line in text.splitlines():
        if line.startswith(b"Path="):
            return unquote_to_bytes(line[5:])
    return None


def trash_works(folder: str = "~") -> None:
    """Try the Trash for files of a folder with an empty file of our own.

    Args:
        folder: where the file is made; the home as a rule.

    Raises:
        TrashError: with the reason.
    """
    if SYSTEM_TRASH:
        return
    probe = os.path.join(os.path.abspath(os.path.expanduser(folder)), f".simfinder-probe-{os.getpid()}")
    trash = trash_for(probe)
    place = next(places(trash, probe))
    info = place.file if place.info is None else place.info
    try:
        write_info(info, place.text)
        try:
            os.close(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            try:
                os.rename(probe, place.file)
            except OSError:
                os.unlink(probe)
                raise
            os.unlink(place.file)
        finally:
            os.unlink(info)
    except OSError as error:
        raise TrashError(say("the Trash does not work: {}", reason_of(error)), trash.path) from error


def send(path: str) -> None:
    """Hand a file to the Trash of macOS or Windows.

    Raises:
        OSError: it was refused.
    """
    import send2trash

    send2trash.send2trash(path)


def _device_of_nearest(path: str) -> int:
    """Return the device of a path, or of its nearest parent that exists."""
    while not os.path.exists(path) and os.path.dirname(path) != path:
        path = os.path.dirname(path)
    return os.stat(path).st_dev


def _top_folder(folder: str, device: int) -> str:
    """Return the highest folder above (or at) ``folder`` on the same device."""
    while True:
        parent = os.path.dirname(folder)
        if parent == folder or directory_handles.folder_status(parent).st_dev != device:
            return folder
        folder = parent


def _shared_trash(top: str) -> str | None:
    """Return ``TOP/.Trash/UID`` if an administrator made a proper ``TOP/.Trash``: a real folder, sticky."""
    shared = os.path.join(top, ".Trash")
    try:
        status = os.lstat(shared)
        if not stat.S_ISDIR(status.st_mode) or not status.st_mode & stat.S_ISVTX:
            return None
        return _ready(os.path.join(shared, str(os.getuid())))
    except OSError:  # there is none, or it is not for us: the next one is tried
        return None


def _own_trash(top: str) -> str | None:
    """Return ``TOP/.Trash-UID``, made if need be; None if it can't be made."""
    try:
        return _ready(os.path.join(top, f".Trash-{os.getuid()}"))
    except OSError:  # a read-only or foreign top folder: the home Trash is tried
        return None


def _ready(path: str) -> str:
    """Make a Trash and its two folders; it must be a real folder and ours."""
    for folder in (path, os.path.join(path, "files"), os.path.join(path, "info")):
        try:
            os.mkdir(folder, 0o700)
        except FileExistsError:
            status = os.lstat(folder)
            if not stat.S_ISDIR(status.st_mode) and folder == path and os.path.basename(path) == "Trash":
                status = os.stat(
                    folder
                )  # people do put a symbolic link to another disk at ~/.local/share/Trash
            if not stat.S_ISDIR(status.st_mode):
                raise NotADirectoryError(20, os.strerror(20), folder) from None
            if status.st_uid != os.getuid():
                raise PermissionError(13, os.strerror(13), folder) from None
    return path


def _longest_name(folder: str) -> int:
    try:
        return os.pathconf(folder, "PC_NAME_MAX")
    except (OSError, ValueError):
        return 255
