"""Folders whose files are never touched, whatever path leads to them.

Three checks: by identity, the file's folder and each one above it (found by ``..``) against the protected folders; by
name, as the system compares names, for protected folders that did not exist yet; and by the path inside the file
system, for a bind mount that shows a part of a protected folder elsewhere. Reads only.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from simfinder.actions.filesystem import directory_handles
from simfinder.errors import ActionError, reason_of
from simfinder.model.path_rules import OWN, PathRules
from simfinder.text.message import say
from simfinder.workers import mounts


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
        self._mounts = mounts.table()[::-1] if folders else []  # the last one at a point is the one seen
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

    def _place(self, name: str) -> tuple[str, str] | None:
        """Return the device of a folder and its path inside that file system; None if unknown."""
        fitting = [mount for mount in self._mounts if name.startswith(_with_slash(mount.point))]
        if not fitting:
            return None
        mount = max(fitting, key=lambda mount: len(mount.point))
        return mount.device, _with_slash(mount.root) + name[len(_with_slash(mount.point)) :]


def _with_slash(folder: str) -> str:
    return folder.rstrip(os.sep) + os.sep
