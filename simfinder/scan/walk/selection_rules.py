"""Which files a scan takes by type, size and time, and what the rules of single folders leave out.

Owns those rules once they are compiled; walking is ``walk``'s. A rule never lets in what another one leaves out: a file
is taken when the rules of the scan and those of every folder that it lies in agree, whatever road led to it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simfinder.errors import UsageError
from simfinder.model.file_record import PassedOver
from simfinder.model.file_type import type_of
from simfinder.model.path_rules import OWN
from simfinder.model.scan_options import FolderRules, ScanOptions

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Rules:
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

    def spelled(self, folder: str) -> Rules:
        """The same rules for their folder as a walk spells it: patterns hold from its end on."""
        if folder == self._folder:
            return self
        same = copy(self)
        same._folder, same._begin = folder, len(os.path.join(folder, ""))
        return same

    def of_folder(self, path: str) -> PassedOver | None:
        """Why a folder is not entered; None where it is."""
        if self._exclude is not None and self._exclude.match_file(path[self._begin :] + "/"):
            return PassedOver.EXCLUDED
        return None

    def of_name(self, path: str) -> PassedOver | None:
        """Why a file is passed over by its name; None where it is not."""
        if self._exclude is not None and self._exclude.match_file(path[self._begin :]):
            return PassedOver.EXCLUDED
        if self._include is not None and not self._include.match_file(path[self._begin :]):
            return PassedOver.EXCLUDED
        if self._types or self._not_types:
            file_type = type_of(path)
            if file_type in self._not_types or (self._types and file_type not in self._types):
                return PassedOver.OTHER_TYPE
        return None

    def of_status(self, size: int, mtime_ns: int) -> PassedOver | None:
        """Why a file is passed over by its size or time; None where it is not."""
        least, most = self._sizes
        if least is not None and size < least:
            return PassedOver.TOO_SMALL
        if most is not None and size > most:
            return PassedOver.TOO_LARGE
        since, before = self._times
        if since is not None and mtime_ns < since:
            return PassedOver.TOO_OLD
        if before is not None and mtime_ns >= before:
            return PassedOver.TOO_NEW
        return None


@dataclass(frozen=True, slots=True)
class Taking:
    """The rules of one scan, but for its patterns, which hold from each root.

    Attributes:
        whole: those of all files; None where there is none.
        folders: those of single folders, by the key of the path.
    """

    whole: Rules | None
    folders: dict[str, tuple[Rules, ...]]

    @classmethod
    def of(cls, options: ScanOptions) -> Taking:
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
        folders: dict[str, tuple[Rules, ...]] = {}
        for rules in options.folder_rules:
            key = OWN.key(os.path.abspath(rules.folder))
            folders[key] = (*folders.get(key, ()), Rules(rules))
        return cls(Rules(whole) if some else None, folders)

    def at(self, path: str) -> tuple[Rules, ...]:
        """The rules that hold in a folder: of all files, and of each folder on the way to it."""
        found = [] if self.whole is None else [self.whole]
        if self.folders:
            here = path
            while here not in ("", os.path.dirname(here)):
                found += self._own(here)
                here = os.path.dirname(here)
            found += self._own(here)
        return tuple(found)

    def below(self, rules: tuple[Rules, ...], path: str) -> tuple[Rules, ...]:
        """The rules that hold in a folder whose parent has these."""
        return (*rules, *self._own(path)) if self.folders else rules

    def _own(self, path: str) -> tuple[Rules, ...]:
        """The rules of this very folder."""
        return tuple(own.spelled(path) for own in self.folders.get(OWN.key(path), ()))


def compiled(lines: Sequence[str]) -> GitIgnoreSpec | None:
    """Patterns of a person's; None for no pattern.

    Raises:
        UsageError: one of them is malformed.
    """
    if not lines:
        return None
    from simfinder.scan.walk import ignore_patterns  # most scans have none

    try:
        return ignore_patterns.compiled(lines)
    except ValueError as error:
        raise UsageError(f"a pattern can't be understood: {error}") from error
