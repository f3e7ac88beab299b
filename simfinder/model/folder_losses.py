"""Folders that lose many of their files: "webapp would lose 40 of 47 files" says more than forty lines of a list."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from simfinder.model.plan import ActKind, Plan

LEAST_FILES, _LEAST_SHARE = 5, 1 / 3
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
        if lost[folder] >= LEAST_FILES and lost[folder] >= files * _LEAST_SHARE
    ]
    named = {loss.folder for loss in found}
    outer = (loss for loss in found if named.isdisjoint(_above(loss.folder)))
    return sorted(outer, key=lambda loss: (-loss.lost, os.fsencode(loss.folder)))


def loss_text(loss: FolderLoss) -> str:
    """The sentence about a folder."""
    return f"{loss.folder} would lose {loss.lost:,} of {loss.files:,} files"


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
