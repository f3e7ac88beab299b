"""Find a file again that the Trash of Windows or macOS has taken: neither says where it puts it, both only rename it.

A renamed file keeps its file id, so it is looked for in the folders that the system keeps such files in. In the Recycle
Bin it is ``$R`` and six characters, beside a ``$I`` that names the path it was at; that one has to agree. What is not
found can only be restored by the system itself. Source: Windows Recycle.Bin file formats (libyal, dtformats).
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import NamedTuple

from simfinder.model.path_rules import WINDOWS
from simfinder.model.system import NAME

_HEAD = struct.Struct("<3Q")  # version, bytes of the file, time
_LENGTH = struct.Struct("<I")
_LARGEST = 1 << 17  # bytes of a ``$I``: a path has at most 32,767 characters


class Trashed(NamedTuple):
    """Where a file is in the system's Trash.

    Attributes:
        file: its path.
        info: of Windows, the file that names the path it was at; else None.
        text: content of that.
    """

    file: str
    info: str | None = None
    text: bytes = b""


def folders_for(path: str, platform: str, home: str, user: int) -> list[str]:
    r"""Return the folders that may hold what was removed at a path; those of Windows have one for each person in them.

    Args:
        path: absolute.
        platform: ``win32`` or ``darwin``.
        home: home folder of the person.
        user: number of the person (macOS).
    """
    if platform == "win32":
        drive, _ = WINDOWS.split(path)
        return [WINDOWS.joined(drive, ["$Recycle.Bin"])]
    _, first, *names = path.split("/")
    if first == "Volumes" and names:
        return [f"/Volumes/{names[0]}/.Trashes/{user}"]
    return [f"{home}/.Trash"]


def find(path: str, status: os.stat_result, platform: str = NAME) -> Trashed | None:
    """Find a file that the Trash has just taken; None where it is not seen.

    Args:
        path: where it was.
        status: of the file, from before.
        platform: ``win32`` or ``darwin``.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    for folder in folders_for(path, platform, os.path.expanduser("~"), user):
        if platform != "win32":
            if file := next(_same(folder, "", status), None):
                return Trashed(file)
            continue
        for own in _entries(folder):
            for file in _same(own.path, "$R", status):
                info = os.path.join(own.path, "$I" + os.path.basename(file)[2:])
                text = _content(info)
                if WINDOWS.key(deleted_path(text)) == WINDOWS.key(path):
                    return Trashed(file, info, text)
    return None


def deleted_path(info: bytes) -> str:
    """Return the path that a ``$I`` names; "" if it is none."""
    if len(info) < _HEAD.size:
        return ""
    version, begin = _HEAD.unpack_from(info)[0], _HEAD.size
    if version == 1:
        name = info[begin : begin + 520]
    elif version == 2 and len(info) >= begin + _LENGTH.size:
        (length,) = _LENGTH.unpack_from(info, begin)
        name = info[begin + _LENGTH.size :][: 2 * length]
    else:
        return ""
    return name[: len(name) // 2 * 2].decode("utf-16-le", "surrogatepass").partition("\0")[0]


def _same(folder: str, begin: str, status: os.stat_result) -> Iterator[str]:
    """Yield what is in a folder and is the file of a status."""
    for entry in _entries(folder):
        if entry.name.startswith(begin):
            try:
                found = os.stat(entry.path, follow_symlinks=False)
            except OSError:  # gone again
                continue
            if (found.st_dev, found.st_ino, found.st_size) == (status.st_dev, status.st_ino, status.st_size):
                yield entry.path


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """List a folder; nothing where it can't be read, as those of other people."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(_LARGEST)
    except OSError:
        return b""
