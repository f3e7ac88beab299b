"""Folders in, file records out: one record per file, whatever names and roads lead to it.

Owns the rules of what is taken, passed over or listed as a problem. Never opens a file, never raises for a
single entry; only a request in which no folder can be scanned is an error. What hangs is left where it is: a second
walker goes on without it.
"""

from __future__ import annotations

import copy
import errno
import os
import stat
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from simfinder.errors import UsageError, reason_of
from simfinder.model.files import FileRecord, PassedOver, Problem
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control, Phase
from simfinder.scan.deep import FolderReader
from simfinder.scan.patience import HungError, Patience, errand
from simfinder.scan.places import Identity, Places, identity
from simfinder.scan.taking import Rules, Taking, compiled
from simfinder.scan.tally import Tally

EXAMPLES = 100
"""Paths that are told of each reason for which entries are passed over."""

_ENTRIES_BETWEEN_CHECKS = 512
_STAT_LACKS_IDENTITY = os.name == "nt"  # there DirEntry.stat has neither device nor inode


@dataclass(frozen=True, slots=True)
class Walk:
    """What the folders hold.

    Attributes:
        files: one per file, sorted by the bytes of the path.
        passed_over: entries passed over by rule, counted by reason.
        problems: what could not be listed, sorted by path.
        roots: absolute paths of the folders that were walked, sorted.
        examples: the first paths that were passed over, by reason.
    """

    files: list[FileRecord]
    passed_over: dict[PassedOver, int]
    problems: list[Problem]
    roots: tuple[str, ...]
    examples: Mapping[PassedOver, tuple[str, ...]] = field(default_factory=dict)


def walk(options: ScanOptions, control: Control, patience: Patience | None = None) -> Walk:
    """List the files of some folders.

    Args:
        options: what to list.
        control: progress, pause and cancel.
        patience: is told of what does not answer.

    Raises:
        UsageError: none of the folders can be scanned, or a pattern is malformed.
        Cancelled: on request.
    """
    control.begin(Phase.LISTING)
    patience = patience or Patience()
    walker = _Walker(options, control, patience)
    while True:
        try:
            errand(walker.run, control, patience)
        except HungError as hung:
            patience.struck(hung.path, hung.device)
            walker = walker.without(hung.path)
        else:
            return walker.result()


@dataclass(frozen=True, slots=True)
class _Folder:
    path: str
    where: Identity
    relative: str  # to the root, "" or ending in "/"
    protected: bool
    linked: bool  # reached through a symbolic link
    rules: tuple[Rules, ...]


class _Walker:
    """Walks, step by step: at any moment another one can go on from what this one had done before its folder."""

    def __init__(self, options: ScanOptions, control: Control, patience: Patience) -> None:
        self._options = options
        self._control = control
        self._patience = patience
        self._exclude = compiled(options.exclude)
        self._include = compiled(options.include)
        self._taking = Taking.of(options)
        self._places: Places
        self._roots: list[_Folder] = []
        self._left: list[_Folder] | None = None
        self._stack: list[_Folder] = []
        self._listed: _Folder | None = None
        self._again: _Folder | None = None
        self._silent: frozenset[str] = frozenset()
        self._problems: list[Problem] = []
        self._passed: Counter[PassedOver] = Counter()
        self._examples: dict[PassedOver, list[str]] = {}
        self._files: list[FileRecord] = []
        self._linked: set[str] = set()
        self._entered: dict[Identity, tuple[bool, bool]] = {}
        self._reader = FolderReader()
        self._seen = self._told = 0
        self._safe: tuple[int, int, dict[PassedOver, int]] = (0, 0, {})

    def run(self) -> None:
        """Walk to the end, in one thread."""
        self._tally = Tally(self._control)
        self._pulse = self._tally.pulse
        try:
            with self._tally:
                if self._left is None:
                    self._places = Places(self._options.protected, self._silent)
                    self._problems += self._places.problems
                    self._roots = self._good_roots()
                    self._left = self._roots[::-1]
                self._tally.advance(problems=len(self._problems))
                self._walk_stack()
                while self._left:
                    if self._exclude or self._include:
                        self._entered.clear()  # patterns hold from the root: overlapping folders differ
                    self._stack.append(self._left.pop())
                    self._walk_stack()
        finally:
            self._reader.close()

    def without(self, path: str) -> _Walker:
        """One that goes on where this one hangs, and does not ask for this path again.

        Raises:
            UsageError: it hangs where nothing can be left out.
        """
        if not path or path in self._silent:
            raise UsageError("the system does not answer", path or None)
        other = copy.copy(self)
        files, problems, passed = self._safe
        other._silent = self._silent | {path}
        other._reader = FolderReader()
        other._files = self._files[:files]
        other._problems = self._problems[:problems]
        other._passed = Counter(passed)
        other._examples = {reason: list(paths) for reason, paths in self._examples.items()}
        other._linked, other._entered = set(self._linked), dict(self._entered)
        other._stack = list(self._stack)
        other._left = None if self._left is None else list(self._left)
        other._told = 0
        if self._left is not None:  # else it is a root, or a place of its own, and told as such
            other._problems.append(Problem(path, self._patience.reason))
        if self._listed is not None and self._listed.path != path:
            other._stack.append(self._listed)
            other._again = self._listed
        return other

    def result(self) -> Walk:
        """What was found."""
        files = self._one_record_per_file()
        problems = sorted(set(self._problems), key=lambda p: (os.fsencode(p.path), p.reason))
        examples = {reason: tuple(dict.fromkeys(paths)) for reason, paths in self._examples.items()}
        return Walk(files, dict(self._passed), problems, tuple(root.path for root in self._roots), examples)

    def _pass(self, reason: PassedOver, path: str) -> None:
        """Count what is passed over by rule, and remember some of it."""
        self._passed[reason] += 1
        examples = self._examples.setdefault(reason, [])
        if len(examples) < EXAMPLES:
            examples.append(path)

    def _good_roots(self) -> list[_Folder]:
        """The folders that can be walked, sorted as their paths are; the others become problems."""
        good: dict[str, _Folder] = {}
        bad: list[Problem] = []
        for named in self._options.roots:
            path = os.path.abspath(named)
            found = self._look_at_root(path)
            if isinstance(found, str):
                bad.append(Problem(path, found))
            else:
                good[path] = found
        if not good:
            if len(bad) == 1:
                raise UsageError(bad[0].reason, bad[0].path)
            told = "; ".join(f"{problem.path}: {problem.reason}" for problem in bad)
            raise UsageError(f"none of the folders can be scanned ({told})" if bad else "no folder is given")
        self._problems += bad
        return [good[path] for path in sorted(good, key=lambda p: os.fsencode(p.rstrip("/") + "/"))]

    def _look_at_root(self, path: str) -> _Folder | str:
        """The folder, or why it can't be scanned."""
        self._pulse.on(path, None)
        if path in self._silent:
            return self._patience.reason
        try:
            found = os.stat(path)
            if not stat.S_ISDIR(found.st_mode):
                return "is not a folder"
            with os.scandir(path):
                pass
        except OSError as error:
            return reason_of(error)
        except ValueError as error:  # a NUL in the name
            return str(error)
        forbidden = self._places.lies_in_forbidden(path)
        if forbidden is PassedOver.TRASH:
            return "lies in the Trash, which is never scanned"
        if forbidden:
            return "is one of SimFinder's own folders, which are never scanned"
        rules = self._taking.at(path)
        return _Folder(path, identity(found), "", self._places.lies_in_protected(path), False, rules)

    def _walk_stack(self) -> None:
        stack, own, dead = self._stack, self._pulse, self._patience.dead
        while stack:
            self._safe = len(self._files), len(self._problems), dict(self._passed)
            self._listed = folder = stack.pop()
            self._tally.check()
            if dead and folder.where[0] in dead:
                self._patience.leave_out(folder.where[0], folders=1)
                continue
            if self._again is folder:
                self._again = None
            elif not self._enter(folder):
                if folder.linked:
                    self._pass(PassedOver.SAME_FILE, folder.path)
                continue
            below: list[_Folder] = []
            own.device = folder.where[0]
            own.path = folder.path
            try:
                with self._reader.entries(folder.path) as entries:
                    prefix = folder.path if folder.path.endswith(os.sep) else folder.path + os.sep
                    for entry in entries:
                        own.path = path = prefix + entry.name
                        self._entry(entry, path, folder, below)
                        own.path = folder.path  # whose next entry is asked for
            except OSError as error:
                self._problem(folder.path, error)
            self._tally.check()
            self._tally.advance(files=len(self._files) - self._told, current=folder.path)
            self._told = len(self._files)
            # in the order of path bytes ("a-b/" before "a/"): of several roads the smallest is taken
            below.sort(key=lambda f: os.fsencode(f.path) + b"/", reverse=True)
            stack += below
        self._listed = None

    def _entry(self, entry: os.DirEntry[str], path: str, folder: _Folder, below: list[_Folder]) -> None:
        self._seen += 1
        if self._silent and path in self._silent:
            return
        if self._seen % _ENTRIES_BETWEEN_CHECKS == 0:
            self._tally.check()
            self._tally.advance(files=len(self._files) - self._told, current=folder.path)
            self._told = len(self._files)
        try:
            linked = folder.linked
            if entry.is_symlink():
                if not self._options.follow:
                    self._pass(PassedOver.SYMLINK, path)
                    return
                linked = True
            if entry.is_dir(follow_symlinks=linked):
                self._folder(entry, path, folder, below, linked)
            elif entry.is_file(follow_symlinks=linked):
                self._file(entry, path, folder, linked)
            elif linked and entry.is_symlink():
                entry.stat()  # a broken link: raises the system's own reason
                self._pass(PassedOver.SPECIAL, path)
            else:
                self._pass(PassedOver.SPECIAL, path)
        except OSError as error:
            if error.errno == errno.ELOOP:
                self._pass(PassedOver.SYMLINK, path)
            else:
                self._problem(path, error)

    def _folder(
        self, entry: os.DirEntry[str], path: str, folder: _Folder, below: list[_Folder], linked: bool
    ) -> None:
        where = identity(_stat(entry, path, linked))
        forbidden = self._places.never_entered(path, entry.name, where)
        if forbidden is None and linked and entry.is_symlink():
            forbidden = self._places.lies_in_forbidden(path)
        if forbidden:
            self._pass(forbidden, path)
            return
        relative = folder.relative + entry.name + "/"
        if self._ruled_out(entry.name, relative, path, folder, is_folder=True):
            return
        protected = folder.protected or self._places.is_protected(where)
        if linked and entry.is_symlink():
            protected = protected or self._places.lies_in_protected(path)
        rules = self._taking.below(folder.rules, path)
        below.append(_Folder(path, where, relative, protected, linked, rules))

    def _enter(self, folder: _Folder) -> bool:
        """False where the folder was entered before in a way that told no less about its files."""
        before = self._entered.get(folder.where)
        if before is None:
            self._entered[folder.where] = (folder.protected, folder.linked)
            return True
        protected, linked = before
        if (protected or not folder.protected) and (not linked or folder.linked):
            return False
        self._entered[folder.where] = (protected or folder.protected, linked and folder.linked)
        return True

    def _file(self, entry: os.DirEntry[str], path: str, folder: _Folder, linked: bool) -> None:
        if self._ruled_out(entry.name, folder.relative + entry.name, path, folder, is_folder=False):
            return
        found = _stat(entry, path, linked)
        if not stat.S_ISREG(found.st_mode):
            self._pass(PassedOver.SPECIAL, path)
            return
        if found.st_size == 0 and not self._options.empty:
            self._pass(PassedOver.EMPTY, path)
        elif folder.rules and (
            reason := _first(r.of_status(found.st_size, found.st_mtime_ns) for r in folder.rules)
        ):
            self._pass(reason, path)
        else:
            protected = folder.protected or self._places.is_protected(identity(found))
            if linked:
                self._linked.add(path)
                if entry.is_symlink():
                    if forbidden := self._places.lies_in_forbidden(path):
                        self._pass(forbidden, path)
                        return
                    protected = protected or self._places.lies_in_protected(path)
            self._files.append(record_of(path, found, protected))

    def _ruled_out(self, name: str, relative: str, path: str, folder: _Folder, *, is_folder: bool) -> bool:
        reason: PassedOver | None = None
        if name.startswith(".") and not self._options.hidden:
            reason = PassedOver.HIDDEN
        elif (self._exclude is not None and self._exclude.match_file(relative)) or (
            not is_folder and self._include is not None and not self._include.match_file(relative)
        ):
            reason = PassedOver.EXCLUDED
        elif folder.rules:
            reason = _first(r.of_folder(path) if is_folder else r.of_name(path) for r in folder.rules)
        if reason is not None:
            self._pass(reason, path)
        return reason is not None

    def _problem(self, path: str, error: OSError) -> None:
        self._problems.append(Problem(path, reason_of(error)))
        self._tally.advance(problems=1)

    def _one_record_per_file(self) -> list[FileRecord]:
        """Sort by path; of several names of a file keep the smallest (a real one before one by way of a link)."""
        files = self._files
        if self._linked:
            files.sort(key=lambda f: (f.path in self._linked, os.fsencode(f.path)))
        else:
            files.sort(key=lambda f: os.fsencode(f.path))
        first, group = _first_of_each(files)
        if len(first) == len(files):
            kept = files
        else:
            taken = {files[i].path for i in first.tolist()}
            for path in sorted({f.path for f in files} - taken, key=os.fsencode):
                self._pass(PassedOver.SAME_FILE, path)
            shielded = {int(group[i]) for i, file in enumerate(files) if file.protected}
            kept = [
                replace(files[i], protected=True) if int(group[i]) in shielded else files[i]
                for i in first.tolist()
            ]
        if self._linked:
            kept.sort(key=lambda f: os.fsencode(f.path))
        return kept


def record_of(path: str, found: os.stat_result, protected: bool) -> FileRecord:
    """A record from what the system says of a file."""
    return FileRecord(
        path,
        found.st_dev,
        found.st_ino,
        found.st_size,
        found.st_mtime_ns,
        found.st_ctime_ns,
        found.st_mode,
        protected,
    )


def _first_of_each(files: Sequence[FileRecord]) -> tuple[np.ndarray, np.ndarray]:
    """Index of the first record of each identity (ascending), and a group number per record."""
    keys = np.empty(len(files), dtype=[("device", np.uint64), ("inode", np.uint64)])
    mask = 2**64 - 1
    keys["device"] = np.fromiter((f.device & mask for f in files), dtype=np.uint64, count=len(files))
    keys["inode"] = np.fromiter((f.inode & mask for f in files), dtype=np.uint64, count=len(files))
    order = np.lexsort((keys["inode"], keys["device"]))  # stable: equal keys stay in path order
    ranked = keys[order]
    starts = np.ones(len(files), dtype=np.bool_)
    starts[1:] = ranked[1:] != ranked[:-1]
    group = np.empty(len(files), dtype=np.int64)
    group[order] = np.cumsum(starts) - 1
    return np.sort(order[starts]), group


def _stat(entry: os.DirEntry[str], path: str, follow: bool) -> os.stat_result:
    if _STAT_LACKS_IDENTITY:
        return os.stat(path, follow_symlinks=follow)
    return entry.stat(follow_symlinks=follow)


def _first(reasons: Iterator[PassedOver | None]) -> PassedOver | None:
    """The first reason there is."""
    return next((reason for reason in reasons if reason is not None), None)
