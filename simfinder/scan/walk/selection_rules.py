"""Selection rules, compiled: which files a walk takes, by name, type, size and time, and what it skips.

``EntryFilter`` has the rules of the whole scan that depend on the root (hidden names, patterns), ``ScanFilter`` the
others: those of all files, and those of single folders. A rule never lets in what another one leaves out: a file is
taken when the rules of the scan and of every folder above it agree, whatever path led to it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simfinder.errors import UsageError
from simfinder.model.file_record import SkipReason
from simfinder.model.file_type import type_of
from simfinder.model.path_rules import OWN
from simfinder.model.scan_options import FolderRules, ScanOptions
from simfinder.text.message import say

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class FolderFilter:
    """The compiled rules of a folder, or (without patterns) of a whole scan.

    Raises:
        UsageError: a pattern is malformed.
    """

    def __init__(self, rules: FolderRules) -> None:
        self._folder = rules.folder
        self._begin = len(os.path.join(rules.folder, ""))
        self._exclude = compiled(rules.exclude)
        self._include = compiled(rules.include)
        self._types = frozenset(rules.types)
        self._not_types = frozenset(rules.not_types)
        self._sizes = (rules.min_size, rules.max_size)
        self._times = (rules.since, rules.before)

    def spelled(self, folder: str) -> FolderFilter:
        """Return the same rules for their folder as the walk spells its path; patterns are relative to it."""
        if folder == self._folder:
            return self
        same = copy(self)
        same._folder, same._begin = folder, len(os.path.join(folder, ""))
        return same

    def of_folder(self, path: str) -> SkipReason | None:
        """Return why a folder is not entered; None to enter it."""
        if self._exclude is not None and self._exclude.match_file(path[self._begin :] + "/"):
            return SkipReason.EXCLUDED
        return None

    def of_name(self, path: str) -> SkipReason | None:
        """Return why a file is skipped by its name; None to take it."""
        if self._exclude is not None and self._exclude.match_file(path[self._begin :]):
            return SkipReason.EXCLUDED
        if self._include is not None and not self._include.match_file(path[self._begin :]):
            return SkipReason.EXCLUDED
        if self._types or self._not_types:
            file_type = type_of(path)
            if file_type in self._not_types or (self._types and file_type not in self._types):
                return SkipReason.OTHER_TYPE
        return None

    def of_status(self, size: int, mtime_ns: int) -> SkipReason | None:
        """Return why a file is skipped by its size or time; None to take it."""
        least, most = self._sizes
        if least is not None and size < least:
            return SkipReason.TOO_SMALL
        if most is not None and size > most:
            return SkipReason.TOO_LARGE
        since, before = self._times
        if since is not None and mtime_ns < since:
            return SkipReason.TOO_OLD
        if before is not None and mtime_ns >= before:
            return SkipReason.TOO_NEW
        return None


@dataclass(frozen=True, slots=True)
class ScanFilter:
    """The rules of one scan, except its patterns, which are relative to each root.

    Attributes:
        whole: rules for all files; None without any.
        folders: rules of single folders, by the key of the path.
    """

    whole: FolderFilter | None
    folders: dict[str, tuple[FolderFilter, ...]]

    @classmethod
    def of(cls, options: ScanOptions) -> ScanFilter:
        """Compile the rules of a scan.

        Raises:
            UsageError: a pattern is malformed.
        """
        whole = FolderRules(
            "",
            types=options.types,
            not_types=options.not_types,
            min_size=options.min_size,
            max_size=options.max_size,
            since=options.since,
            before=options.before,
        )
        some = whole != FolderRules("")
        folders: dict[str, tuple[FolderFilter, ...]] = {}
        for rules in options.folder_rules:
            key = OWN.key(os.path.abspath(rules.folder))
            folders[key] = (*folders.get(key, ()), FolderFilter(rules))
        return cls(FolderFilter(whole) if some else None, folders)

    def at(self, path: str) -> tuple[FolderFilter, ...]:
        """Return the rules that apply in a folder: those for all files, and those of each folder above it."""
        found = [] if self.whole is None else [self.whole]
        if self.folders:
            here = path
            while here not in ("", os.path.dirname(here)):
                found += self._own(here)
                here = os.path.dirname(here)
            found += self._own(here)
        return tuple(found)

    def below(self, rules: tuple[FolderFilter, ...], path: str) -> tuple[FolderFilter, ...]:
        """Return the rules that apply in a folder, given those of its parent."""
        return (*rules, *self._own(path)) if self.folders else rules

    def _own(self, path: str) -> tuple[FolderFilter, ...]:
        """Return the rules of this very folder."""
        return tuple(own.spelled(path) for own in self.folders.get(OWN.key(path), ()))


def compiled(lines: Sequence[str]) -> GitIgnoreSpec | None:
    """Compile patterns that a person wrote; None for no pattern.

    Raises:
        UsageError: a pattern is malformed.
    """
    if not lines:
        return None
    from simfinder.scan.walk import ignore_patterns  # import late: most scans have no patterns

    try:
        return ignore_patterns.compiled(lines)
    except ValueError as error:
        raise UsageError(say("a pattern can't be understood: {}", error)) from error


class EntryFilter:
    """The rules by which entries are taken or skipped.

    Args:
        options: options of the scan.

    Attributes:
        patterns: whether the scan has patterns. They are relative to each root, so that a folder may be judged
            differently from another root.

    Raises:
        UsageError: a pattern is malformed.
    """

    def __init__(self, options: ScanOptions) -> None:
        self._hidden = options.hidden
        self._exclude = compiled(options.exclude)
        self._include = compiled(options.include)
        self.patterns = bool(options.include or options.exclude)

    def of_name(
        self, name: str, relative: str, path: str, rules: tuple[FolderFilter, ...], *, is_folder: bool
    ) -> SkipReason | None:
        """Return why an entry is skipped by its name; None to take it.

        Args:
            name: name of the entry.
            relative: its path below the root; a folder's ends in "/".
            path: absolute path of the entry.
            rules: rules of the folder it is in.
            is_folder: whether it is a folder.
        """
        if name.startswith(".") and not self._hidden:
            return SkipReason.HIDDEN
        if self._exclude is not None and self._exclude.match_file(relative):
            return SkipReason.EXCLUDED
        if not is_folder and self._include is not None and not self._include.match_file(relative):
            return SkipReason.EXCLUDED
        if not rules:
            return None
        return _first(rule.of_folder(path) if is_folder else rule.of_name(path) for rule in rules)


def by_status(size: int, mtime_ns: int, rules: tuple[FolderFilter, ...]) -> SkipReason | None:
    """Return why a file is skipped by its size or time; None to take it."""
    return _first(rule.of_status(size, mtime_ns) for rule in rules)


def _first(reasons: Iterator[SkipReason | None]) -> SkipReason | None:
    return next((reason for reason in reasons if reason is not None), None)
