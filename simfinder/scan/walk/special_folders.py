"""Special folders of a walk: the Trash, SimFinder's own folders, protected folders.

They are recognised by device and inode, not by path, so that links and bind mounts don't matter. Looks at folders,
never lists their files.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence

from simfinder.errors import reason_of
from simfinder.model.file_record import Problem, SkipReason
from simfinder.model.path_rules import is_trash_name
from simfinder.store import app_dirs
from simfinder.text.message import say
from simfinder.workers import heartbeat

Identity = tuple[int, int]


class SpecialFolders:
    """The special folders, looked up before a walk begins.

    Args:
        protected: folders (or single files) as the person named them.
        silent: paths that stalled and are not asked for again.

    Attributes:
        problems: protected folders that can't be found: a person who mistypes one must be told.
    """

    def __init__(self, protected: Sequence[str], silent: Collection[str] = ()) -> None:
        self.problems: list[Problem] = []
        self._silent = silent
        self._own = {i for path in app_dirs.own_folders() if (i := self._first_look(path))}
        trash = os.path.join(app_dirs.desktop_folder(), "Trash")
        self._trash = {i for path in (trash, "~/.Trash") if (i := self._first_look(os.path.expanduser(path)))}
        self._protected: set[Identity] = set()
        for path in protected:
            try:
                if path in silent:
                    raise TimeoutError(say("it does not answer"))
                heartbeat.mine().on(path, None)
                self._protected.add(identity(os.stat(path)))
            except (OSError, ValueError) as error:
                reason = reason_of(error) if isinstance(error, OSError) else str(error)
                self.problems.append(Problem(os.path.abspath(path), say("can't be protected: {}", reason)))

    def _first_look(self, path: str) -> Identity | None:
        if path in self._silent:
            return None
        heartbeat.mine().on(path, None)
        return _identity_or_none(path)

    def never_entered(self, path: str, name: str, where: Identity) -> SkipReason | None:
        """Return why a folder is never entered, or None."""
        if where in self._own:
            return SkipReason.OWN_FOLDER
        if where in self._trash or is_trash_name(name):
            return SkipReason.TRASH
        if name == "Trash" and all(os.path.isdir(os.path.join(path, part)) for part in ("files", "info")):
            return SkipReason.TRASH
        return None

    @property
    def any_protected(self) -> bool:
        """Whether any folder or file is protected."""
        return bool(self._protected)

    def is_protected(self, where: Identity) -> bool:
        """Return whether this very folder or file was named as protected."""
        return where in self._protected

    def lies_in_protected(self, path: str) -> bool:
        """Return whether a path is protected or inside a protected folder, by its name or with links resolved."""
        return bool(self._protected) and any(i in self._protected for _, i in _lineage(path))

    def lies_in_forbidden(self, path: str) -> SkipReason | None:
        """Return why nothing at this path is ever scanned, or None."""
        for above, where in _lineage(path):
            reason = self.never_entered(above, os.path.basename(above), where)
            if reason:
                return reason
        return None


def identity(found: os.stat_result) -> Identity:
    """Return device and inode: the same for every name of a file or folder."""
    return found.st_dev, found.st_ino


def _identity_or_none(path: str) -> Identity | None:
    try:
        return identity(os.stat(path))
    except OSError:
        return None  # a walk can't meet a folder that does not exist


def _lineage(path: str) -> Iterator[tuple[str, Identity]]:
    """Yield the path and all folders above it with their identities, as named and with links resolved."""
    for start in dict.fromkeys((os.path.abspath(path), os.path.realpath(path))):
        above = start
        while True:
            where = _identity_or_none(above)
            if where is not None:
                yield above, where
            parent = os.path.dirname(above)
            if parent == above:
                break
            above = parent
