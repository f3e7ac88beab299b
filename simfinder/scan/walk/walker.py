"""The walk: list the files below some folders, each file once, whatever names and links lead to it.

Decides for every entry whether it is listed, skipped, or a problem. Never opens a file and never raises for a single
entry; the only error is a request in which no folder can be scanned. When a directory read stalls, its thread is
abandoned and a second walker continues without that directory.
"""

from __future__ import annotations

import copy
import errno
import os
import stat
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import DEVICE, INODE, MTIME, SIZE, FileColumns
from simfinder.errors import UsageError, reason_of
from simfinder.model.file_record import EXAMPLES, Problem, SkipReason
from simfinder.model.progress import Control, Phase
from simfinder.model.project_markers import (
    is_development,
    is_made,
    is_whole,
    roots_shown_by,
    shared_folders,
    sure_names,
)
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.stat_record import numbers_of
from simfinder.scan.walk.file_runs import Run, gather
from simfinder.scan.walk.list_directory import Entries, Kind, Lister, scan, text_of
from simfinder.scan.walk.list_directory import compiled as compiled_listing
from simfinder.scan.walk.selection_rules import EntryFilter, FolderFilter, ScanFilter, by_status
from simfinder.scan.walk.special_folders import Identity, SpecialFolders, identity
from simfinder.text.message import in_turn, say
from simfinder.workers.heartbeat import ProgressBatch
from simfinder.workers.long_paths import FolderReader, is_deep
from simfinder.workers.stall_timeout import StalledError, StallTimeout, run_with_timeout

Counts = dict[SkipReason, int]

_ENTRIES_BETWEEN_CHECKS = 512
_KINDS = tuple(Kind)
_AHEAD = 16  # folders read in one call; with 64 it takes as long, with 4 a twentieth longer

LEFT_OUT = (
    SkipReason.EMPTY, SkipReason.HIDDEN, SkipReason.SYMLINK, SkipReason.SPECIAL, SkipReason.SAME_FILE,
    SkipReason.TRASH, SkipReason.OWN_FOLDER, SkipReason.DEVELOPMENT, SkipReason.ELSEWHERE,
)  # fmt: skip
"""Reasons for which a folder holds more than the files of a scan; what a person's own rules leave out is not asked for.
Two folders are identical only if they are so in these entries too."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Result of a walk.

    Attributes:
        files: one row per file, sorted by the bytes of the path.
        passed_over: number of entries skipped by rule, by reason.
        problems: paths that could not be listed, sorted by path.
        roots: absolute paths of the folders that were walked, sorted.
        examples: the first skipped paths, by reason.
        projects: absolute paths of the project folders that hold files, sorted by their bytes.
        left_out: the paths of all entries that a folder has beside its files, by reason, see ``LEFT_OUT``: as the
            system's bytes, each with a zero byte behind; None where no folder was listed.
    """

    files: FileColumns
    passed_over: dict[SkipReason, int]
    problems: list[Problem]
    roots: tuple[str, ...]
    examples: Mapping[SkipReason, tuple[str, ...]] = field(default_factory=dict)
    projects: tuple[str, ...] = ()
    left_out: Mapping[str, bytes | bytearray] | None = None


class Folder(NamedTuple):
    """A folder on a walk.

    Attributes:
        path: absolute, by the way the walk came.
        where: device and inode.
        relative: path below the root, "" or ending in "/".
        protected: whether its files are protected.
        linked: whether it was reached through a symbolic link.
        rules: the rules that apply to its entries.
        named: whether a person named it or a folder above it as a development folder, by making that a root.
    """

    path: str
    where: Identity
    relative: str
    protected: bool
    linked: bool
    rules: tuple[FolderFilter, ...]
    named: bool = False


class SkipCounter:
    """Count skipped entries. For one thread.

    Attributes:
        left_out: see ``Walk.left_out``.
    """

    def __init__(self) -> None:
        self._counts: Counter[SkipReason] = Counter()
        self._examples: dict[SkipReason, list[str]] = {}
        self.left_out: dict[str, bytearray] = defaultdict(bytearray)

    def __call__(self, reason: SkipReason, path: str) -> None:
        """Count an entry and keep its path if it is among the first, or makes a folder more than its files."""
        self._counts[reason] += 1
        if reason in LEFT_OUT:
            self.left_out[reason] += os.fsencode(path) + b"\0"
        examples = self._examples.setdefault(reason, [])
        if len(examples) < EXAMPLES:
            examples.append(path)

    @property
    def counts(self) -> Counts:
        """Number of entries so far, by reason."""
        return dict(self._counts)

    def examples(self) -> dict[SkipReason, tuple[str, ...]]:
        """Return the first paths by reason, each once (a stalled walk counts some of them twice)."""
        return {reason: tuple(dict.fromkeys(paths)) for reason, paths in self._examples.items()}

    def at(self, counts: Counts) -> SkipCounter:
        """Return a copy that continues from earlier counts."""
        other = SkipCounter()
        other._counts = Counter(counts)
        for reason, paths in self.left_out.items():
            known = paths.split(b"\0")[: counts.get(SkipReason(reason), 0)]
            other.left_out[reason] += b"".join(path + b"\0" for path in known)
        other._examples = {reason: list(paths) for reason, paths in self._examples.items()}
        return other


class Projects:
    """Project folders found so far, from the names that a walk lists anyway.

    Above the scanned folders only single names are looked up: a folder up there may hold a million entries.
    """

    def __init__(self) -> None:
        self._roots: set[str] = set()

    def copy(self) -> Projects:
        """Return a copy for another walker."""
        other = Projects()
        other._roots = set(self._roots)
        return other

    def look_at(self, folder: str, names: Sequence[bytes]) -> None:
        """Note the projects that the entries of a folder reveal; names as in ``list_directory.Entries``."""
        if shown := roots_shown_by(folder, names):
            self._roots.update(shown)

    def look_above(self, root: str, may_ask: Callable[[str], bool]) -> None:
        """Check whether a scanned folder is inside a project, or is one by its name.

        Args:
            root: absolute path.
            may_ask: called before the system is asked about a path; returns False to leave it out.
        """
        shared = shared_folders()
        if is_whole(os.path.basename(root)):
            self._roots.add(root)
        folder = os.path.dirname(root)
        while folder not in shared and folder != os.path.dirname(folder):
            if is_whole(os.path.basename(folder)) or self._has_marker(folder, may_ask):
                self._roots.add(folder)
            folder = os.path.dirname(folder)

    def found(self) -> tuple[str, ...]:
        """Return the absolute paths of all projects, sorted by their bytes."""
        return tuple(sorted(self._roots - shared_folders(), key=os.fsencode))

    @staticmethod
    def _has_marker(folder: str, may_ask: Callable[[str], bool]) -> bool:
        for name in sure_names():
            path = os.path.join(folder, name)
            if not may_ask(path):  # it stalled before and would stall again at each name
                return False
            if os.path.lexists(path):
                return True
        return False


def walk(
    options: ScanOptions,
    control: Control,
    timeout: StallTimeout | None = None,
    found: Callable[[Run], None] | None = None,
) -> Walk:
    """List the files of some folders.

    Args:
        options: which folders to list, and by which rules.
        control: receives progress, asks for pause and cancel.
        timeout: records paths and devices that stall.
        found: called with files as soon as they are found, in the walk's own thread. Some may be no part of the result:
            another name of a file, or of a folder that stalls, which may also come twice.

    Raises:
        UsageError: none of the folders can be scanned, or a pattern is malformed.
        Cancelled: on request.
    """
    control.begin(Phase.LISTING)
    timeout = timeout or StallTimeout()
    walker = _Walker(options, control, timeout, found)
    while True:
        try:
            run_with_timeout(walker.run, control, timeout)
        except StalledError as stalled:
            walker = walker.without(stalled.path)
        else:
            return walker.result()


class _Walker:
    """Walk folder by folder. Another walker can continue at any moment from the state before the current folder."""

    def __init__(
        self,
        options: ScanOptions,
        control: Control,
        timeout: StallTimeout,
        found: Callable[[Run], None] | None,
    ) -> None:
        self._options = options
        self._control = control
        self._timeout = timeout
        self._found = found
        self._sieve = EntryFilter(options)
        self._without_development = options.no_development
        self._taking = ScanFilter.of(options)
        self._places: SpecialFolders
        self._roots: list[Folder] = []
        self._left: list[Folder] | None = None
        self._stack: list[Folder] = []
        self._listed: Folder | None = None
        self._again: Folder | None = None
        self._silent: frozenset[str] = frozenset()
        self._problems: list[Problem] = []
        self._pass = SkipCounter()
        self._runs: list[Run] = []
        self._projects = Projects()
        self._entered: dict[Identity, tuple[bool, bool]] = {}
        self._reader = FolderReader()
        self._lister: Lister | None = None
        self._ahead: dict[str, Entries] = {}
        self._safe: tuple[int, int, Counts] = (0, 0, {})

    def run(self) -> None:
        """Walk to the end in this thread."""
        self._tally = ProgressBatch(self._control)
        self._heartbeat = self._tally.heartbeat
        if compiled_listing():
            hidden, empty = self._options.hidden, self._options.empty
            self._lister = Lister(hidden=hidden, empty=empty, at=self._heartbeat.at)
            self._lister.read(-1, self._tally.check)  # compile now, before the time counts
            self._lister.read_folders([])
        try:
            with self._tally:
                if self._left is None:
                    self._places = SpecialFolders(self._options.protected, self._silent)
                    self._problems += self._places.problems
                    self._roots, bad = _good_roots(self._options.roots, self._look_at_root)
                    self._problems += bad
                    self._left = self._roots[::-1]
                    for root in self._roots:
                        self._projects.look_above(root.path, self._may_ask)
                    if self._without_development:
                        above = tuple(os.path.join(project, "") for project in self._projects.found())
                        self._left = [
                            root._replace(named=(root.path + os.sep).startswith(above)) for root in self._left
                        ]
                self._tally.advance(problems=len(self._problems))
                self._walk_stack()
                while self._left:
                    if self._sieve.patterns:
                        self._entered.clear()  # overlapping folders differ
                    self._stack.append(self._left.pop())
                    self._walk_stack()
        finally:
            self._reader.close()

    def without(self, path: str) -> _Walker:
        """Return a walker that continues where this one stalls and never asks for this path again.

        Raises:
            UsageError: it stalls at a path that can't be left out.
        """
        if not path or path in self._silent:
            raise UsageError(say("the system does not answer"), path or None)
        other = copy.copy(self)
        runs, problems, passed = self._safe
        other._silent = self._silent | {path}
        other._reader = FolderReader()
        other._lister = None  # the abandoned thread may still wake up and use it
        other._ahead = {}
        other._runs = self._runs[:runs]
        other._problems = self._problems[:problems]
        other._pass = self._pass.at(passed)
        other._entered = dict(self._entered)
        other._projects = self._projects.copy()
        other._stack = [folder for folder in self._stack if folder.path != path]  # it was read ahead
        other._left = None if self._left is None else list(self._left)
        if self._left is not None:  # else it is a root or a special folder, which reports its own problem
            other._problems.append(Problem(path, self._timeout.reason))
        if self._listed is not None and self._listed.path != path:
            other._stack.append(self._listed)
            other._again = self._listed
        return other

    def result(self) -> Walk:
        """Return what was found."""
        files, same = gather(self._runs, apart=len(self._roots) == 1 and not self._options.follow)
        for path in same:
            self._pass(SkipReason.SAME_FILE, path)
        problems = sorted(set(self._problems), key=lambda p: (os.fsencode(p.path), p.reason))
        roots = tuple(root.path for root in self._roots)
        projects = self._projects.found()
        passed = self._pass
        return Walk(files, passed.counts, problems, roots, passed.examples(), projects, passed.left_out)

    def _look_at_root(self, path: str) -> Folder | str:
        """Return the folder, or the reason why it can't be scanned."""
        self._heartbeat.on(path, None)
        if path in self._silent:
            return self._timeout.reason
        return _look_at_root(path, self._places, self._taking)

    def _may_ask(self, path: str) -> bool:
        """Return whether the system may be asked about a path; False where it stalled before."""
        self._heartbeat.on(path, None)
        return path not in self._silent

    def _walk_stack(self) -> None:
        stack, dead = self._stack, self._timeout.dead
        while stack:
            self._safe = len(self._runs), len(self._problems), self._pass.counts
            self._listed = folder = stack.pop()
            self._tally.check()
            if dead and folder.where[0] in dead:
                self._timeout.leave_out(folder.where[0], folders=1)
                continue
            if self._again is folder:
                self._again = None
            elif not self._enter(folder):
                if folder not in self._roots:  # by a link, or mounted twice
                    self._pass(SkipReason.SAME_FILE, folder.path)
                continue
            self._heartbeat.on(folder.path, folder.where[0])
            found = self._read_ahead(folder)
            try:
                if found is not None:
                    below = self._list(folder, found, "")
                else:
                    with self._reader.opened(folder.path) as handle:
                        below = self._list(folder, self._entries(folder, handle), handle)
            except OSError as error:
                self._problem(folder.path, error)
                continue
            self._tally.check()
            # in the order of path bytes ("a-b/" before "a/"): of several paths to a folder the smallest wins
            if self._options.follow:  # links have no slash at the end of their names
                below.sort(key=lambda f: os.fsencode(f.path) + b"/")
            stack += reversed(below)
        self._listed = None

    def _read_ahead(self, folder: Folder) -> Entries | None:
        """Return the entries of a folder, and read those of the folders after it in the same call.

        None for a folder that is to be read by itself.
        """
        found = self._ahead.pop(folder.path, None)
        if found is not None or self._lister is None or self._options.follow:
            return found
        dead = self._timeout.dead
        following = [
            other
            for other in self._stack[: -_AHEAD - 1 : -1]
            if other.path not in self._ahead and other.where[0] not in dead
        ]
        folders = [
            other
            for other in (folder, *following)
            if not is_deep(other.path) and not self._has_silent_entry(other)
        ]
        if folders[:1] != [folder]:
            return None
        asked = [(other.path, other.where[0]) for other in folders]
        with self._heartbeat.calling(partial(self._lister.asked, asked)):
            read = self._lister.read_folders([os.fsencode(path) for path, _ in asked])
        self._ahead.update((path, entries) for (path, _), entries in zip(asked, read, strict=False))
        return self._ahead.pop(folder.path, None)

    def _list(self, folder: Folder, found: Entries, handle: int | str) -> list[Folder]:
        """Take the files of a folder and return its subfolders."""
        if found.error:
            self._problem(folder.path, OSError(found.error, os.strerror(found.error)))
        develops = self._without_development and is_development(found.names)
        if develops and folder.relative and not folder.named and folder.path not in shared_folders():
            del self._entered[folder.where]  # a root may lead here as well
            self._pass(SkipReason.DEVELOPMENT, folder.path)
            return []
        self._projects.look_at(folder.path, found.names)
        prefix = folder.path if folder.path.endswith(os.sep) else folder.path + os.sep
        below: list[Folder] = []
        inside = folder._replace(named=folder.named or develops) if self._without_development else folder
        others = found.kinds.nonzero()[0].tolist()  # all but plain files
        for i in others:
            name, kind = os.fsdecode(found.names[i]), _KINDS[found.kinds[i]]
            seen = self._options.hidden or not name.startswith(".")
            if (
                self._without_development
                and kind == Kind.FOLDER
                and seen
                and is_made(name[:-1], in_development=develops)
            ):
                self._pass(SkipReason.DEVELOPMENT, prefix + name[:-1])
                continue
            try:
                self._other(kind, name, found.numbers[i], inside, prefix, handle, below)
            except OSError as error:
                if error.errno == errno.ELOOP:
                    self._pass(SkipReason.SYMLINK, prefix + name)
                else:
                    self._problem(prefix + name, error)
        taken = self._take_files(found, others, folder, prefix)
        self._tally.advance(files=taken, current=folder.path)
        return below

    def _take_files(self, found: Entries, others: list[int], folder: Folder, prefix: str) -> int:
        """Take the plain files of a folder, given the indexes of all other entries; return how many."""
        if not others and not self._sieve.patterns and not folder.rules:
            if found.names:
                self._take(folder, prefix, found.text, found.numbers)
            return len(found.names)
        taken = 0
        # cut where a folder may be between two files, whose own files come between them
        for begin, end in zip([0, *(i + 1 for i in others)], [*others, len(found.names)], strict=True):
            names, numbers = found.names[begin:end], found.numbers[begin:end]
            if self._sieve.patterns or folder.rules:
                files = [i for i in range(begin, end) if self._is_taken(found, i, folder, prefix)]
                names, numbers = [found.names[i] for i in files], found.numbers[files]
            if names:
                self._take(folder, prefix, text_of(names), numbers)
            taken += len(names)
        return taken

    def _entries(self, folder: Folder, handle: int | str) -> Entries:
        """Read the entries of a folder, by the compiled loop unless an entry in it stalled before."""
        own, hidden, empty = self._heartbeat, self._options.hidden, self._options.empty
        if self._lister is not None and isinstance(handle, int) and not self._has_silent_entry(folder):
            with own.calling(partial(self._lister.asked, [(folder.path, folder.where[0])])):
                return self._lister.read(handle, self._tally.check)
        prefix = os.path.join(folder.path, "")
        seen = 0

        def look(name: str) -> bool:
            nonlocal seen
            seen += 1
            if seen % _ENTRIES_BETWEEN_CHECKS == 0:
                self._tally.check()
            own.path = prefix + name
            return prefix + name not in self._silent

        own.on(folder.path, folder.where[0])
        return scan(handle, look, hidden=hidden, empty=empty)

    def _has_silent_entry(self, folder: Folder) -> bool:
        """Return whether an entry of a folder stalled before, so that it is to be left out."""
        return bool(self._silent) and any(os.path.dirname(path) == folder.path for path in self._silent)

    def _other(
        self,
        kind: Kind,
        name: str,
        numbers: npt.NDArray[np.int64],
        folder: Folder,
        prefix: str,
        handle: int | str,
        below: list[Folder],
    ) -> None:
        """Handle an entry that is not a plain file to be taken."""
        path = prefix + name
        if kind == Kind.FOLDER:
            where = _identity_of(numbers)
            self._folder(name[:-1], path[:-1], where, folder, below, linked=folder.linked, by_link=False)
        elif kind == Kind.SPECIAL:
            self._pass(SkipReason.SPECIAL, path)
        elif kind == Kind.ELSEWHERE:
            self._pass(SkipReason.ELSEWHERE, path)
        elif kind == Kind.FAILED:
            raise OSError(int(numbers[SIZE]), os.strerror(int(numbers[SIZE])))
        elif kind in (Kind.HIDDEN, Kind.EMPTY):
            if not self._ruled_out(name, folder.relative + name, path, folder, is_folder=False):
                self._pass(SkipReason.EMPTY, path)
        elif not self._options.follow:
            self._pass(SkipReason.SYMLINK, path)
        else:
            self._heartbeat.on(path, None)
            self._link(name, path, folder, prefix, handle, below)

    def _link(
        self, name: str, path: str, folder: Folder, prefix: str, handle: int | str, below: list[Folder]
    ) -> None:
        """Follow a symbolic link.

        Raises:
            OSError: it is broken.
        """
        found = os.stat(name, dir_fd=handle) if isinstance(handle, int) else os.stat(path)
        if stat.S_ISDIR(found.st_mode):
            self._folder(name, path, identity(found), folder, below, linked=True, by_link=True)
        elif not stat.S_ISREG(found.st_mode):
            self._pass(SkipReason.SPECIAL, path)
        elif not self._ruled_out(name, folder.relative + name, path, folder, is_folder=False):
            if found.st_size == 0 and not self._options.empty:
                self._pass(SkipReason.EMPTY, path)
            elif reason := by_status(found.st_size, found.st_mtime_ns, folder.rules):
                self._pass(reason, path)
            elif forbidden := self._places.lies_in_forbidden(path):
                self._pass(forbidden, path)
            else:
                numbers = np.array([numbers_of(found)], dtype=np.int64)
                protected = folder.protected or self._places.lies_in_protected(path)
                self._take(
                    folder, prefix, text_of([os.fsencode(name)]), numbers, protected=protected, linked=True
                )
                self._tally.advance(files=1)

    def _folder(
        self,
        name: str,
        path: str,
        where: Identity,
        folder: Folder,
        below: list[Folder],
        *,
        linked: bool,
        by_link: bool,
    ) -> None:
        """Add a subfolder to ``below``, unless a rule or its kind forbids it."""
        forbidden = self._places.never_entered(path, name, where)
        if forbidden is None and by_link:
            forbidden = self._places.lies_in_forbidden(path)
        if forbidden:
            self._pass(forbidden, path)
            return
        relative = folder.relative + name + "/"
        if self._ruled_out(name, relative, path, folder, is_folder=True):
            return
        protected = folder.protected or self._places.is_protected(where)
        if by_link:
            protected = protected or self._places.lies_in_protected(path)
        rules = self._taking.below(folder.rules, path)
        below.append(Folder(path, where, relative, protected, linked, rules, folder.named))

    def _take(
        self,
        folder: Folder,
        prefix: str,
        text: bytes,
        numbers: npt.NDArray[np.int64],
        *,
        protected: bool | None = None,
        linked: bool | None = None,
    ) -> None:
        """Take files of a folder that have no subfolder between them; for their names see ``Run``."""
        shielded: npt.NDArray[np.bool_] | bool = folder.protected if protected is None else protected
        if not shielded and self._places.any_protected:
            each = [self._places.is_protected(_identity_of(row)) for row in numbers]
            shielded = np.array(each, dtype=np.bool_) if any(each) else False
        linked = folder.linked if linked is None else linked
        run = Run(prefix, text, numbers, shielded, linked)
        self._runs.append(run)
        if self._found is not None:
            self._found(run)

    def _is_taken(self, found: Entries, i: int, folder: Folder, prefix: str) -> bool:
        """Return whether all rules take a file; count it as skipped where not."""
        name = os.fsdecode(found.names[i])
        if self._ruled_out(name, folder.relative + name, prefix + name, folder, is_folder=False):
            return False
        size, mtime_ns = int(found.numbers[i, SIZE]), int(found.numbers[i, MTIME])
        reason = by_status(size, mtime_ns, folder.rules)
        if reason is not None:
            self._pass(reason, prefix + name)
        return reason is None

    def _enter(self, folder: Folder) -> bool:
        """Return False where the folder was entered before and a second visit would change nothing."""
        before = self._entered.get(folder.where)
        if before is None:
            self._entered[folder.where] = (folder.protected, folder.linked)
            return True
        protected, linked = before
        if (protected or not folder.protected) and (not linked or folder.linked):
            return False
        self._entered[folder.where] = (protected or folder.protected, linked and folder.linked)
        return True

    def _ruled_out(self, name: str, relative: str, path: str, folder: Folder, *, is_folder: bool) -> bool:
        reason = self._sieve.of_name(name, relative, path, folder.rules, is_folder=is_folder)
        if reason is not None:
            self._pass(reason, path)
        return reason is not None

    def _problem(self, path: str, error: OSError) -> None:
        self._problems.append(Problem(path, reason_of(error)))
        self._tally.advance(problems=1)


def _identity_of(numbers: npt.NDArray[np.int64]) -> Identity:
    """Return device and inode from a row of numbers."""
    return int(numbers[DEVICE]) % 2**64, int(numbers[INODE]) % 2**64


def _good_roots(
    named: Iterable[str], look: Callable[[str], Folder | str]
) -> tuple[list[Folder], list[Problem]]:
    """Return the folders that can be walked, sorted by path, each once, and the others as problems.

    Args:
        named: paths as the person wrote them.
        look: returns the folder at an absolute path, or the reason why it can't be walked.

    Raises:
        UsageError: none of them can be walked.
    """
    good: dict[str, Folder] = {}
    bad: list[Problem] = []
    for path in map(os.path.abspath, named):
        found = look(path)
        if isinstance(found, str):
            bad.append(Problem(path, found))
        else:
            good[path] = found
    if not good:
        if len(bad) == 1:
            raise UsageError(bad[0].reason, bad[0].path)
        reasons = in_turn(say("{}: {}", problem.path, problem.reason) for problem in bad)
        raise UsageError(
            say("none of the folders can be scanned ({})", reasons) if bad else say("no folder is given")
        )
    return [good[path] for path in sorted(good, key=lambda p: os.fsencode(p.rstrip("/") + "/"))], bad


def _look_at_root(path: str, places: SpecialFolders, taking: ScanFilter) -> Folder | str:
    """Return the folder at an absolute path, or the reason why it can't be walked."""
    try:
        found = os.stat(path)
        if not stat.S_ISDIR(found.st_mode):
            return say("is not a folder")
        with os.scandir(path):
            pass
    except OSError as error:
        return reason_of(error)
    except ValueError as error:  # a NUL in the name
        return str(error)
    forbidden = places.lies_in_forbidden(path)
    if forbidden is SkipReason.TRASH:
        return say("is in the Trash, which is never scanned")
    if forbidden:
        return say("is one of SimFinder's own folders, which are never scanned")
    return Folder(path, identity(found), "", places.lies_in_protected(path), False, taking.at(path))
