"""Folders whose files are never touched, whatever path leads to them.

Three checks: by identity, the file's folder and each one above it (found by ``..``) against the protected folders; by
name, as the system compares names, for protected folders that did not exist yet; and by the path inside the file
system, for a bind mount that shows a part of a protected folder elsewhere. Reads only.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from simfinder.actions.filesystem import directory_handles
from simfinder.errors import ActionError, reason_of
from simfinder.model.path_rules import OWN, PathRules
from simfinder.text.message import say

_MOUNTS = "/proc/self/mountinfo"
_OCTAL = re.compile(rb"\\([0-7]{3})")


class Protection:
    """A set of protected folders.

    Args:
        folders: their paths; one that does not exist protects whatever gets its name later.
        rules: how names are compared.

    Raises:
        ActionError: one can't be looked at.
    """

    def __init__(self, folders: Sequence[str], rules: PathRules = OWN) -> None:
        names = [_with_slash(os.path.realpath(folder)) for folder in folders]
        self._named = [rules.inside(name) for name in names]
        self._mounts = _mounts() if folders else []
        self._places = [place for name in names if (place := self._place(name)) is not None]
        self._identities: set[tuple[int, int]] = set()
        for folder in folders:
            try:
                status = directory_handles.folder_status(folder)
            except FileNotFoundError:
                continue  # no file in it can be reached either
            except OSError as error:
                raise ActionError(
                    say("a protected folder can't be looked at: {}", reason_of(error)), folder
                ) from error
            self._identities.add((status.st_dev, status.st_ino))

    def covers(self, path: str) -> bool:
        """Tell whether a file is in one of them.

        Raises:
            OSError: a folder above it can't be looked at.
        """
        if not self._named:
            return False
        folder = os.path.dirname(path)
        name = _with_slash(os.path.realpath(folder))
        if any(inside(os.path.join(name, "x")) for inside in self._named):  # any name will do
            return True
        if any((one.st_dev, one.st_ino) in self._identities for one in directory_handles.folders_up(folder)):
            return True
        place = self._place(name)
        return place is not None and any(
            place[0] == device and place[1].startswith(inner) for device, inner in self._places
        )

    def _place(self, name: str) -> tuple[bytes, bytes] | None:
        """Return the device of a folder and its path inside that file system; None if unknown."""
        raw = os.fsencode(name)
        fitting = [mount for mount in self._mounts if raw.startswith(mount[2])]
        if not fitting:
            return None
        device, root, point = max(fitting, key=lambda mount: len(mount[2]))
        return device, root + raw[len(point) :]


def _mounts() -> list[tuple[bytes, bytes, bytes]]:
    """Return (device, root inside its file system, mount point) of all mounts, later ones first; [] if unknown."""
    try:
        with open(_MOUNTS, "rb") as file:
            lines = file.read().splitlines()
    except OSError:  # no Linux
        return []
    found = []
    for line in lines:
        fields = line.split(b" ")
        root, point = (_OCTAL.sub(lambda code: bytes([int(code[1], 8)]), field) for field in fields[3:5])
        found.append((fields[2], root.rstrip(b"/") + b"/", point.rstrip(b"/") + b"/"))
    return found[::-1]


def _with_slash(folder: str) -> str:
    return folder.rstrip(os.sep) + os.sep
