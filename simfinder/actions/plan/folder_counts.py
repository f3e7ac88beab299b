"""Counts of the files in folders that a plan takes files from.

``files_by_folder`` counts those that ``model.folder_losses`` judges: project folders and, outside them, the two top
levels below the folders that were scanned. ``files_below`` counts the folders of a review.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from simfinder.actions.plan.nested_folders import nested_folders
from simfinder.actions.rules.project_folders import ProjectRoots
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.folder_losses import LEAST_FILES

_LEVELS = 2


def files_by_folder(
    files: FileColumns,
    going: npt.NDArray[np.integer],
    roots: Sequence[str],
    projects: Iterable[str],
    there: npt.NDArray[np.bool_] | None = None,
) -> dict[str, int]:
    """Count the files in the folders that may lose many.

    Args:
        files: all files.
        going: rows of those that are to go.
        roots: the folders that were scanned.
        projects: the project folders.
        there: (n,) bool, files that still exist; None means all.

    Returns:
        Files by folder, only for folders from which five files or more go.
    """
    number = len(files.folders)
    counts = np.bincount(files.folder if there is None else files.folder[there], minlength=number)
    lost = np.bincount(files.folder[going], minlength=number)
    tops = _tops(files, roots, projects)
    total: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    for folder, count, loses in zip(tops, counts.tolist(), lost.tolist(), strict=True):
        for top in folder:
            total[top] += count
            gone[top] += loses
    return {top: total[top] for top, loses in gone.items() if loses >= LEAST_FILES}


def files_below(
    files: FileColumns, folders: Iterable[str], there: npt.NDArray[np.bool_] | None = None
) -> dict[str, int]:
    """Count the files in folders that a file is removed from, and in those where the paths to them branch.

    Args:
        files: all files.
        folders: those of the files that go, each with the separator at its end.
        there: (n,) bool, files that still exist; None means all.

    Returns:
        Files in each folder of ``nested_folders`` and below it.
    """
    above = nested_folders(folders)
    known = ProjectRoots(folder.rstrip(os.sep) or folder for folder in above)
    nearest = known.innermost(files)
    counted = nearest[nearest >= 0 if there is None else there & (nearest >= 0)]
    own = np.bincount(counted, minlength=len(known.roots)).tolist()
    counts = {os.path.join(root, ""): count for root, count in zip(known.roots, own, strict=True)}
    for folder in reversed(above):  # those inside come after those that hold them
        if outer := above[folder]:
            counts[outer] += counts[folder]
    return counts


def _tops(files: FileColumns, roots: Sequence[str], projects: Iterable[str]) -> Iterator[Sequence[str]]:
    """Find the judged folders that each folder of a listing is part of."""
    known = ProjectRoots(projects)
    of_file = known.of(files)
    project = np.full(len(files.folders), -1, dtype=np.int64)
    project[files.folder] = of_file
    starts = sorted((os.path.join(os.path.abspath(root), "") for root in roots), key=len)
    for folder, number in zip(files.folders, project.tolist(), strict=True):
        if number >= 0:
            yield (known.roots[number],)
            continue
        start = next((one for one in starts if folder.startswith(one)), None)
        if start is None:
            yield ()
            continue
        names = folder[len(start) :].split(os.sep)[:-1][:_LEVELS]
        yield [start + os.sep.join(names[:depth]) for depth in range(1, len(names) + 1)]
