"""Folders in, file records out. What can't be looked at is a problem, what is passed over by rule is counted.

Walks iteratively with ``os.scandir``; reads no file. A file is known by device and inode, so it is taken once,
whatever number of names, roots or links lead to it.
"""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pathspec

from simfinder.errors import UsageError, reason_of
from simfinder.model.files import FileRecord, PassedOver, Problem
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control, Phase
from simfinder.store import folders

_TRASH = re.compile(r"^\.Trash(-\d+)?$|^\.Trashes$|^\$RECYCLE\.BIN$", re.IGNORECASE)
_EVERY = 256  # entries between two looks at the control


@dataclass(frozen=True, slots=True)
class Walk:
    """What a walk has found.

    Attributes:
        files: one record per file, sorted by the path's bytes.
        passed_over: entries left out by rule, by reason.
        problems: what could not be looked at, sorted by path.
    """

    files: list[FileRecord]
    passed_over: dict[str, int]
    problems: list[Problem]


def walk(options: ScanOptions, control: Control) -> Walk:
    """List the files of all roots.

    Raises:
        UsageError: not one of the roots can be listed; the message names them.
        Cancelled: on request.
    """
    control.begin(Phase.LISTING)
    walker = _Walker(options, control)
    good = [walker.root(root) for root in options.roots]
    if not any(good):
        listed = "; ".join(f"{p.path}: {p.reason}" for p in walker.problems)
        raise UsageError(listed or "there is no folder to scan")
    return walker.result()


class _Walker:
    def __init__(self, options: ScanOptions, control: Control) -> None:
        self._options = options
        self._control = control
        self._found: dict[tuple[int, int], FileRecord] = {}
        self._folders: set[tuple[int, int, bool]] = set()
        self._counts: Counter[str] = Counter()
        self._since = 0
        self.problems: list[Problem] = []
        self._own = {key for key in map(_identity, folders.own_folders()) if key}
        self._protected = {key for key in map(_identity, options.protected) if key}
        self._include = _patterns(options.include)
        self._exclude = _patterns(options.exclude)

    def root(self, path: str) -> bool:
        """Walk one root; False where it can't be."""
        path = os.path.abspath(path)
        try:
            status = os.stat(path)
        except OSError as error:
            return self._problem(path, reason_of(error))
        if not stat.S_ISDIR(status.st_mode):
            return self._problem(path, "is not a folder")
        if self._is_own(status) or any(self._is_own_above(path)):
            return self._problem(path, "is SimFinder's own folder")
        if _is_trash(path):
            return self._problem(path, "is the Trash")
        return self._tree(path, status)

    def result(self) -> Walk:
        files = sorted(self._found.values(), key=lambda record: os.fsencode(record.path))
        problems = sorted(set(self.problems), key=lambda p: (os.fsencode(p.path), p.reason))
        return Walk(files, dict(sorted(self._counts.items())), problems)

    def _tree(self, root: str, status: os.stat_result) -> bool:
        protected = self._inside_protected(root)
        stack = [(root, status.st_dev, status.st_ino, protected)]
        first = True
        while stack:
            folder, device, inode, protected = stack.pop()
            protected = protected or (device, inode) in self._protected
            # a folder that was seen unprotected is walked again where it is reached as a protected one
            if (device, inode, protected) in self._folders or (device, inode, True) in self._folders:
                continue
            self._folders.add((device, inode, protected))
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        self._tick()
                        self._entry(entry, root, protected, stack)
            except OSError as error:
                self._problem(folder, reason_of(error))
                if first:
                    return False
            first = False
        return True

    def _entry(
        self, entry: os.DirEntry[str], root: str, protected: bool, stack: list[tuple[str, int, int, bool]]
    ) -> None:
        options = self._options
        if not options.hidden and entry.name.startswith("."):
            return self._pass(PassedOver.TRASH if _is_trash(entry.path) else PassedOver.HIDDEN)
        try:
            if entry.is_symlink() and not options.follow:
                return self._pass(PassedOver.SYMLINK)
            status = entry.stat(follow_symlinks=options.follow)
        except OSError as error:
            self._problem(entry.path, reason_of(error))
            return None
        is_folder = stat.S_ISDIR(status.st_mode)
        if self._exclude and self._exclude.match_file(_relative(entry.path, root, is_folder)):
            return self._pass(PassedOver.EXCLUDED)
        if is_folder:
            if self._is_own(status):
                return self._pass(PassedOver.OWN_FOLDER)
            if _is_trash(entry.path):
                return self._pass(PassedOver.TRASH)
            stack.append((entry.path, status.st_dev, status.st_ino, protected))
            return None
        if not stat.S_ISREG(status.st_mode):
            return self._pass(PassedOver.SPECIAL)
        return self._file(entry.path, status, root, protected)

    def _file(self, path: str, status: os.stat_result, root: str, protected: bool) -> None:
        options = self._options
        if self._include and not self._include.match_file(_relative(path, root, False)):
            return self._pass(PassedOver.EXCLUDED)
        if not status.st_size and not options.empty:
            return self._pass(PassedOver.EMPTY)
        if options.min_size is not None and status.st_size < options.min_size:
            return self._pass(PassedOver.TOO_SMALL)
        if options.max_size is not None and status.st_size > options.max_size:
            return self._pass(PassedOver.TOO_LARGE)
        key = (status.st_dev, status.st_ino)
        other = self._found.get(key)
        if other is not None:
            self._pass(PassedOver.SAME_FILE)
            protected = protected or other.protected
            path = min(path, other.path, key=os.fsencode)
        else:
            self._control.advance(files=1, bytes=status.st_size, current=path)
        self._found[key] = FileRecord(
            path, status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns,
            status.st_mode, protected,
        )  # fmt: skip
        return None

    def _tick(self) -> None:
        self._since += 1
        if self._since >= _EVERY:
            self._since = 0
            self._control.check()

    def _pass(self, reason: PassedOver) -> None:
        self._counts[reason.value] += 1

    def _problem(self, path: str, reason: str) -> bool:
        self.problems.append(Problem(path, reason))
        self._control.advance(problems=1)
        return False

    def _is_own(self, status: os.stat_result) -> bool:
        return (status.st_dev, status.st_ino) in self._own

    def _is_own_above(self, path: str) -> list[bool]:
        return [_identity(parent) in self._own for parent in _parents(os.path.realpath(path))]

    def _inside_protected(self, path: str) -> bool:
        return any(_identity(parent) in self._protected for parent in _parents(os.path.realpath(path)))


def _parents(path: str) -> list[str]:
    found = [path]
    while (parent := os.path.dirname(path)) != path:
        found.append(parent)
        path = parent
    return found


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:  # not there: nothing can be in it
        return None
    return status.st_dev, status.st_ino


def _is_trash(path: str) -> bool:
    name = os.path.basename(path)
    if _TRASH.match(name):
        return True
    return (
        name == "Trash"
        and os.path.isdir(os.path.join(path, "files"))
        and os.path.isdir(os.path.join(path, "info"))
    )


def _patterns(lines: Sequence[str]) -> pathspec.GitIgnoreSpec | None:
    return pathspec.GitIgnoreSpec.from_lines(lines) if lines else None


def _relative(path: str, root: str, is_folder: bool) -> str:
    return os.path.relpath(path, root) + ("/" if is_folder else "")
