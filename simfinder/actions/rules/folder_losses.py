"""What a plan takes out of folders: "webapp would lose 40 of 47 files" says more than forty lines of a list.

Looked at are project folders and, outside them, the two top levels below the folders that were scanned.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.project_folders import ProjectRoots
from simfinder.model.plan import ActKind, Plan
from simfinder.store.listing import Listing

_LEVELS = 2
_LEAST_FILES, _LEAST_SHARE = 5, 1 / 3
_TAKING = (ActKind.TRASH, ActKind.MOVE, ActKind.DELETE)


@dataclass(frozen=True, slots=True)
class FolderLoss:
    """A folder that loses many of its files.

    Attributes:
        folder: absolute path.
        lost: files that would go.
        files: that it has, below it too.
    """

    folder: str
    lost: int
    files: int


def folder_losses(plan: Plan) -> list[FolderLoss]:
    """Folders that would lose a third of their files or more, and five at least; those that lose most first.

    A folder in one that is named already is not named again.
    """
    if plan.kind not in _TAKING:
        return []
    lost = _counted_in(plan.folder_files, plan.acts.paths())
    found = [
        FolderLoss(folder, lost[folder], files)
        for folder, files in plan.folder_files.items()
        if lost[folder] >= _LEAST_FILES and lost[folder] >= files * _LEAST_SHARE
    ]
    named = {loss.folder for loss in found}
    outer = (loss for loss in found if named.isdisjoint(_above(loss.folder)))
    return sorted(outer, key=lambda loss: (-loss.lost, os.fsencode(loss.folder)))


def loss_text(loss: FolderLoss) -> str:
    """The sentence about a folder."""
    return f"{loss.folder} would lose {loss.lost:,} of {loss.files:,} files"


def files_by_folder(
    files: Listing,
    going: npt.NDArray[np.integer],
    roots: Sequence[str],
    projects: Iterable[str],
    there: npt.NDArray[np.bool_] | None = None,
) -> dict[str, int]:
    """How many files there are in the folders that may lose many.

    Args:
        files: all files.
        going: those that are to go.
        roots: the folders that were scanned.
        projects: the project folders.
        there: (n,) bool, files that have not gone before; None means all.

    Returns:
        Only folders from which five files or more go.
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
    return {top: total[top] for top, loses in gone.items() if loses >= _LEAST_FILES}


def _tops(files: Listing, roots: Sequence[str], projects: Iterable[str]) -> Iterator[Sequence[str]]:
    """The folders that each folder of a listing counts for."""
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


def _counted_in(folders: Mapping[str, int], paths: Iterable[str]) -> Counter[str]:
    """Files in each of some folders; most paths share their folder with the one before."""
    of_folder = Counter(path[: path.rfind(os.sep)] for path in paths)
    counts: Counter[str] = Counter()
    for folder, files in of_folder.items():
        for above in (folder, *_above(folder)):
            if above in folders:
                counts[above] += files
    return counts


def _above(folder: str) -> Iterator[str]:
    while (parent := os.path.dirname(folder)) != folder:
        yield parent
        folder = parent
