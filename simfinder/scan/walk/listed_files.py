"""A walk without walking: files whose paths are known, by the same rules for special folders.

For a list that somebody else made: every file is looked at as it is now, each once whatever names lead to it, and
nothing of the list is taken over but the paths.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable

import numpy as np

from simfinder.arrays.file_columns import NUMBERS, FileColumns
from simfinder.errors import reason_of
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.stat_record import numbers_of
from simfinder.scan.walk.special_folders import SpecialFolders, identity
from simfinder.scan.walk.walker import Projects, Walk
from simfinder.text.message import say
from simfinder.workers.long_paths import FolderReader

FORBIDDEN = say("is in the Trash or in one of SimFinder's own folders, which are never scanned")


def listed_files(paths: Iterable[str], options: ScanOptions, control: Control) -> Walk:
    """Look at files.

    Args:
        paths: absolute and normal, in any order.
        options: only the protected folders count.
        control: progress and cancelling.

    Returns:
        The files that may take part in a scan; for each of the others a problem that says why not.

    Raises:
        Cancelled: on request.
    """
    control.begin(Phase.LISTING)
    places = SpecialFolders(options.protected)
    problems = list(places.problems)
    found: dict[str, tuple[tuple[int, ...], bool]] = {}
    first: dict[tuple[int, int], str] = {}
    folders: dict[str, tuple[bool, bool]] = {}
    for path in sorted(set(paths), key=os.fsencode):
        control.check()
        control.advance(files=1)
        folder = os.path.dirname(path)
        if folder not in folders:
            folders[folder] = bool(places.lies_in_forbidden(folder)), places.lies_in_protected(folder)
        forbidden, protected = folders[folder]
        try:
            status = os.lstat(path)
        except (OSError, ValueError) as error:
            problems.append(Problem(path, reason_of(error) if isinstance(error, OSError) else str(error)))
            continue
        where = identity(status)
        if forbidden:
            problems.append(Problem(path, FORBIDDEN))
        elif not stat.S_ISREG(status.st_mode):
            problems.append(Problem(path, say("is no file")))
        elif where in first:
            problems.append(Problem(path, say("is another name of {}", first[where])))
        else:
            first[where] = path
            found[path] = numbers_of(status), protected or places.is_protected(where)
    numbers = np.array([numbers for numbers, _ in found.values()], np.int64).reshape(-1, len(NUMBERS))
    columns = FileColumns.of_columns(
        list(found), numbers, np.array([is_so for _, is_so in found.values()], np.bool_)
    )
    return Walk(columns, {}, problems, (), projects=projects_of(folders))


def projects_of(folders: Iterable[str]) -> tuple[str, ...]:
    """Return the project folders that some folders are or are in, absolute paths sorted by their bytes."""
    projects, reader = Projects(), FolderReader()
    try:
        for folder in folders:
            # a folder that can't be listed is none; its files say so themselves
            with contextlib.suppress(OSError), reader.opened(folder) as handle, os.scandir(handle) as entries:
                names = [os.fsencode(entry.name) + (b"/" if entry.is_dir() else b"") for entry in entries]
                projects.look_at(folder, names)
            projects.look_above(folder, lambda _: True)
    finally:
        reader.close()
    return projects.found()
