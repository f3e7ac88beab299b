"""The folders a walk begins with: check each one named and say why the others can't be scanned."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from simfinder.errors import UsageError, reason_of
from simfinder.model.file_record import Problem, SkipReason
from simfinder.scan.walk.selection_rules import FolderFilter, ScanFilter
from simfinder.scan.walk.special_folders import Identity, SpecialFolders, identity
from simfinder.text.message import in_turn, say


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on a walk.

    Attributes:
        path: absolute, by the way the walk came.
        where: device and inode.
        relative: path below the root, "" or ending in "/".
        protected: whether its files are protected.
        linked: whether it was reached through a symbolic link.
        rules: the rules that apply to its entries.
    """

    path: str
    where: Identity
    relative: str
    protected: bool
    linked: bool
    rules: tuple[FolderFilter, ...]


def good_roots(
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


def look_at_root(path: str, places: SpecialFolders, taking: ScanFilter) -> Folder | str:
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
