"""Look at single paths as a walk would: list the files at or below them by the same rules, without a whole walk.

Has no rules of its own: patterns, filters and special folders come from the walk's modules. Links of any kind are not
followed; where they matter, ``Glance.unsure`` says that only a walk can tell.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass

from simfinder.errors import reason_of
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.stat_record import record_of
from simfinder.scan.walk.project_folders import Projects
from simfinder.scan.walk.selection_rules import EntryFilter, FolderFilter, ScanFilter, by_status
from simfinder.scan.walk.special_folders import SpecialFolders, identity
from simfinder.workers.long_paths import is_deep

_GONE = (errno.ENOENT, errno.ENOTDIR)


@dataclass(frozen=True, slots=True)
class Glance:
    """Result of a look at some paths.

    Attributes:
        files: files at or below the paths that a walk would take.
        problems: paths that could not be looked at.
        unsure: a file has several names, and only a walk knows which one it is listed by.
        too_many: there are more entries below the paths than allowed.
        projects: project folders recognised on the way.
    """

    files: list[FileRecord]
    problems: list[Problem]
    unsure: bool
    too_many: bool
    projects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Folder:
    relative: str  # path below the root, "" or ending in "/"
    protected: bool
    rules: tuple[FolderFilter, ...]


class Glancer:
    """Look at paths by the rules of one scan.

    Args:
        options: options of the scan, which must not follow links.
    """

    def __init__(self, options: ScanOptions) -> None:
        self._options = options
        self._roots = sorted({os.path.abspath(root) for root in options.roots}, key=len)
        self._sieve = EntryFilter(options)
        self._taking = ScanFilter.of(options)

    def look(self, paths: Iterable[str], *, most: int) -> Glance:
        """List what is at some paths now.

        Args:
            paths: absolute paths of files or folders.
            most: how many entries below folders to look at.
        """
        look = _Look(self, SpecialFolders(self._options.protected), most)
        for path in dict.fromkeys(paths):
            look.at(path)
        return Glance(
            list(look.files.values()), look.problems, look.unsure, look.left < 0, look.projects.found()
        )

    def root_of(self, path: str) -> str | None:
        """Return the outermost scanned folder that a path is in, or is."""
        return next((r for r in self._roots if path == r or path.startswith(os.path.join(r, ""))), None)


class _Look:
    """One look; each folder is looked at once."""

    def __init__(self, glancer: Glancer, places: SpecialFolders, most: int) -> None:
        self._of, self._places = glancer, places
        self._known: dict[str, _Folder | None] = {}
        self.files: dict[str, FileRecord] = {}
        self.problems: list[Problem] = []
        self.projects = Projects()
        self.unsure = False
        self.left = most

    def at(self, path: str) -> None:
        root = self._of.root_of(path)
        if root is None:
            return
        if is_deep(path):
            self.unsure = True  # only the walk opens such paths, by directory handles
            return
        folder = self._folder(path, root) if path == root else self._folder(os.path.dirname(path), root)
        if folder is None:
            return
        if path == root:
            self._below(path, folder)
            return
        try:
            status = os.lstat(path)
        except (OSError, ValueError) as error:
            self._failed(path, error)
            return
        self.projects.look_at(os.path.dirname(path), [_entry(path, status)])
        if stat.S_ISDIR(status.st_mode):
            if (inner := self._folder(path, root)) is not None:
                self._below(path, inner)
        else:
            self._file(path, status, folder)

    def _failed(self, path: str, error: OSError | ValueError) -> None:
        if isinstance(error, OSError) and error.errno not in _GONE:
            self.problems.append(Problem(path, reason_of(error)))

    def _folder(self, path: str, root: str) -> _Folder | None:
        """Return a folder that a walk would enter; None where it would not, or where there is none."""
        if path in self._known:
            return self._known[path]
        found: _Folder | None = None
        try:
            if path == root:
                if os.path.isdir(path) and not self._places.lies_in_forbidden(path):
                    protected = self._places.lies_in_protected(path)
                    found = _Folder("", protected, self._of._taking.at(path))
            elif (parent := self._folder(os.path.dirname(path), root)) is not None:
                status = os.lstat(path)
                if stat.S_ISDIR(status.st_mode):
                    found = self._entered(path, status, parent)
        except (OSError, ValueError) as error:
            self._failed(path, error)
        self._known[path] = found
        return found

    def _entered(self, path: str, status: os.stat_result, parent: _Folder) -> _Folder | None:
        name = os.path.basename(path)
        if self._places.never_entered(path, name, identity(status)):
            return None
        relative = parent.relative + name + "/"
        if self._of._sieve.of_name(name, relative, path, parent.rules, is_folder=True):
            return None
        protected = parent.protected or self._places.is_protected(identity(status))
        return _Folder(relative, protected, self._of._taking.below(parent.rules, path))

    def _below(self, path: str, folder: _Folder) -> None:
        """Take all files below a folder."""
        stack = [(path, folder)]
        while stack and self.left >= 0:
            here, of = stack.pop()
            try:
                with os.scandir(here) as entries:
                    found = [(entry.path, entry.stat(follow_symlinks=False)) for entry in entries]
            except OSError as error:
                self._failed(here, error)
                continue
            self.left -= len(found)
            self.projects.look_at(here, [_entry(inner, status) for inner, status in found])
            for inner, status in found:
                if stat.S_ISDIR(status.st_mode):
                    if is_deep(inner):
                        self.unsure = True
                    elif (entered := self._entered(inner, status, of)) is not None:
                        self._known[inner] = entered
                        stack.append((inner, entered))
                else:
                    self._file(inner, status, of)

    def _file(self, path: str, status: os.stat_result, folder: _Folder) -> None:
        name, options = os.path.basename(path), self._of._options
        if not stat.S_ISREG(status.st_mode) or (status.st_size == 0 and not options.empty):
            return
        if self._of._sieve.of_name(name, folder.relative + name, path, folder.rules, is_folder=False):
            return
        if by_status(status.st_size, status.st_mtime_ns, folder.rules):
            return
        self.unsure |= status.st_nlink > 1
        protected = folder.protected or self._places.is_protected(identity(status))
        self.files[path] = record_of(path, status, protected)


def _entry(path: str, status: os.stat_result) -> bytes:
    """Return an entry of a folder in the form ``Projects`` takes."""
    return os.fsencode(os.path.basename(path)) + (b"/" if stat.S_ISDIR(status.st_mode) else b"")
