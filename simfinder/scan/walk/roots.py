"""The folders a walk begins with: which of those that were named can be walked, and why the others can't."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from simfinder.errors import UsageError, reason_of
from simfinder.model.file_record import PassedOver, Problem
from simfinder.scan.walk.selection_rules import Rules, Taking
from simfinder.scan.walk.special_folders import Identity, Places, identity


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on a walk.

    Attributes:
        path: as the walk came to it.
        where: device and inode.
        relative: to the root, "" or ending in "/".
        protected: its files must stay.
        linked: reached through a symbolic link.
        rules: that hold for its entries.
    """

    path: str
    where: Identity
    relative: str
    protected: bool
    linked: bool
    rules: tuple[Rules, ...]


def good_roots(
    named: Iterable[str], look: Callable[[str], Folder | str]
) -> tuple[list[Folder], list[Problem]]:
    """The folders that can be walked, sorted as their paths are, each once; the others as problems.

    Args:
        named: paths.
        look: tells the folder of an absolute path, or why it can't be walked.

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
        told = "; ".join(f"{problem.path}: {problem.reason}" for problem in bad)
        raise UsageError(f"none of the folders can be scanned ({told})" if bad else "no folder is given")
    return [good[path] for path in sorted(good, key=lambda p: os.fsencode(p.rstrip("/") + "/"))], bad


def look_at_root(path: str, places: Places, taking: Taking) -> Folder | str:
    """The folder of an absolute path, or why it can't be walked."""
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
    forbidden = places.lies_in_forbidden(path)
    if forbidden is PassedOver.TRASH:
        return "lies in the Trash, which is never scanned"
    if forbidden:
        return "is one of SimFinder's own folders, which are never scanned"
    return Folder(path, identity(found), "", places.lies_in_protected(path), False, taking.at(path))
