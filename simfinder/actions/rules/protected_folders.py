"""Folders whose files are never touched, whatever path leads to them.

Four checks: by identity, the file's folder and each one above it (found by ``..``) against the protected folders; by
name, as the system compares names, for protected folders that did not exist yet; by the table of mounts, for bind
mounts and mounts that show a part of a protected folder elsewhere, or that a protected folder shows; and, where a FUSE
or network mount is on either side and the table does not tell what it shows, by a look for the file in the protected
folder itself.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence

from simfinder.actions.filesystem import directory_handles, syscalls
from simfinder.actions.filesystem.aliases import AliasChecks, FileSystem, file_system_of
from simfinder.actions.filesystem.operations import look
from simfinder.errors import ActionError, reason_of
from simfinder.model.path_rules import OWN, PathRules
from simfinder.text.message import say
from simfinder.workers import mounts

PROTECTED = say("is in a protected folder")
PERHAPS = say("may be in a protected folder, seen by another way: such a drive can't show it")
_ROUNDED = 2_000_000_000  # nanoseconds by which a drive may round a time


class Protection:
    """A set of protected folders.

    Args:
        folders: their paths; one that does not exist protects whatever gets its name later.
        rules: how names are compared.
        aliases: what is known of file systems already.
        remember: what was found of a folder holds as long as this object.

    Raises:
        ActionError: one can't be looked at.
    """

    def __init__(
        self,
        folders: Sequence[str],
        rules: PathRules = OWN,
        *,
        aliases: AliasChecks | None = None,
        remember: bool = False,
    ) -> None:
        self._found: dict[str, bool] | None = {} if remember else None
        names = [_with_slash(os.path.realpath(folder)) for folder in folders]
        self._named = [rules.inside(name) for name in names]
        self._mounts = mounts.table() if folders else []
        self._points = {mount.point for mount in self._mounts}
        below = {
            mount.point: file_system_of(mount)
            for mount in self._mounts
            if any(map(mount.point.startswith, names))
        }
        self._places = {
            (device, _with_slash(inner))
            for name in (*names, *below)
            for device, inner in mounts.places(self._mounts, name.rstrip(os.sep) or os.sep)
        }
        self._aliases = aliases or AliasChecks()
        self._identities: set[tuple[int, int]] = set()
        self._roots: dict[str, FileSystem] = {}  # the folders, and what is mounted below them
        for folder in folders:
            try:
                status = directory_handles.folder_status(folder)
                top = os.path.abspath(folder if stat.S_ISDIR(status.st_mode) else os.path.dirname(folder))
                there = self._aliases.file_system(top)
            except FileNotFoundError:
                continue  # no file in it can be reached either
            except OSError as error:
                raise ActionError(
                    say("a protected folder can't be looked at: {}", reason_of(error)), folder
                ) from error
            self._identities.add((status.st_dev, status.st_ino))
            if stat.S_ISDIR(status.st_mode):
                self._roots[top] = there
        # the table alone knows bind mounts as well, and costs less
        self._identify = not (remember and self._mounts)
        self._roots.update(below)  # by the table alone: they need not be asked, and may not answer
        self._store = all(there.stores for there in self._roots.values())

    def covers(self, path: str) -> bool:
        """Tell whether a file is in one of them, or may be.

        Raises:
            OSError: a folder above it can't be looked at.
        """
        return bool(self.reason(path))

    def covers_folder(self, folder: str) -> bool:
        """Tell whether a folder is one of them or in one; of one that is still to be made, the one it would be in.

        Raises:
            OSError: a folder above it can't be looked at.
        """
        while self._named and not os.path.lexists(folder) and folder != os.path.dirname(folder):
            folder = os.path.dirname(folder)
        return bool(self._named) and self._covers_folder(folder)

    def reason(self, path: str) -> str:
        """Return why a file is not touched; "" if it is in none of them.

        Raises:
            OSError: a folder above it can't be looked at.
        """
        if not self._named:
            return ""
        folder = os.path.dirname(path)
        covered = None if self._found is None else self._found.get(folder)
        if covered is None:
            covered = self._covers_folder(folder)
            if self._found is not None:
                self._found[folder] = covered
        return PROTECTED if covered or self._is_mounted_from_inside(path) else self._seen_inside(path)

    def _covers_folder(self, folder: str) -> bool:
        name = _with_slash(os.path.realpath(folder))
        return (
            any(inside(name + "x") for inside in self._named)  # any name will do
            or (
                self._identify
                and any(
                    (one.st_dev, one.st_ino) in self._identities
                    for one in directory_handles.folders_up(folder)
                )
            )
            or self._is_shown_from_inside(name)
        )

    def _is_mounted_from_inside(self, path: str) -> bool:
        """Tell whether a file is itself a mount (files can be bind mounts) of something in the folders."""
        return path in self._points and self._is_shown_from_inside(path)

    def _is_shown_from_inside(self, name: str) -> bool:
        return any(
            device == its and _with_slash(inner).startswith(place)
            for device, inner in mounts.places(self._mounts, name.rstrip(os.sep) or os.sep)
            for its, place in self._places
        )

    def _seen_inside(self, path: str) -> str:
        """Look for the very file in the protected folders, by what may be its path there.

        A mount that shows a tree keeps its names: the file is there by an end of its path.
        """
        here = self._aliases.file_system(os.path.dirname(path))
        if here.stores and self._store:
            return ""
        status: os.stat_result | None = None
        real = ""
        for root, there in self._roots.items():
            if here.stores and there.stores:
                continue
            if status is None:
                status = syscalls.status(path)
                real = _with_slash(os.path.realpath(os.path.dirname(path))) + os.path.basename(path)
            for other in self._perhaps(real, root):
                found = look(other)
                if found is None or not _like(status, found):
                    continue
                if (found.st_mtime_ns, found.st_ctime_ns) == (status.st_mtime_ns, status.st_ctime_ns):
                    return PROTECTED
                if here.tells_changes and there.tells_changes:
                    continue
                if self._aliases.is_one_folder(os.path.dirname(path), os.path.dirname(other)):
                    return PROTECTED
                if not (here.prompt and there.prompt):
                    return PERHAPS
        return ""

    def _perhaps(self, path: str, root: str) -> Iterator[str]:
        """Yield what may be paths of a file in a protected folder."""
        names = path.strip(os.sep).split(os.sep)
        for count in range(1, len(names)):
            yield os.path.join(root, *names[-count:])
        there = mounts.perhaps_at(self._mounts, path)
        if there is not None and there.startswith(_with_slash(root)):
            yield there


def _like(a: os.stat_result, b: os.stat_result) -> bool:
    return (
        stat.S_ISREG(b.st_mode) and a.st_size == b.st_size and abs(a.st_mtime_ns - b.st_mtime_ns) < _ROUNDED
    )


def _with_slash(folder: str) -> str:
    return folder.rstrip(os.sep) + os.sep
