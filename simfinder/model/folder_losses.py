"""Folders that lose many of their files: "webapp would lose 40 of 47 files" says more than forty lines of a list."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from simfinder.model.removal_plan import Plan
from simfinder.text.message import say

LEAST_FILES, _LEAST_SHARE = 5, 1 / 3
_NEARLY_ALL = 0.9


@dataclass(frozen=True, slots=True)
class FolderLoss:
    """A folder that loses many of its files.

    Attributes:
        folder: absolute path.
        lost: files that would go.
        files: files in it, at any depth.
    """

    folder: str
    lost: int
    files: int


def folder_losses(plan: Plan) -> list[FolderLoss]:
    """Find the folders that lose much by a plan; nearly emptied ones first, then by files lost.

    Projects and the upper folders of a scan (``Plan.folder_files``) count from a third of their files on, any other
    folder from nine tenths on, and from five files on. Folders inside a folder that counts are left out.
    """
    if not plan.kind.takes_away:
        return []
    below = {folder.rstrip(os.sep) or folder: files for folder, files in plan.files_below.items()}
    counts = {**below, **plan.folder_files}
    gone = {removal.path for removal in plan.removals if removal.whole}  # whoever planned that knows it
    folders = plan.acts.folders()
    if plan.removals:
        steps = plan.acts.steps()
        folders = (path for path, step in zip(folders, steps, strict=True) if step is None or step.on_files)
    lost = _counted_in(counts, folders)
    found = [
        FolderLoss(folder, lost[folder], files)
        for folder, files in counts.items()
        if loses_much(lost[folder], files)
        and gone.isdisjoint((folder, *_above(folder)))
        and (folder in plan.folder_files or _nearly_all(lost[folder], files))
    ]
    named = {loss.folder for loss in found}
    outer = (loss for loss in found if named.isdisjoint(_above(loss.folder)))
    return sorted(
        outer,
        key=lambda loss: (not _nearly_all(loss.lost, loss.files), -loss.lost, os.fsencode(loss.folder)),
    )


def loses_much(lost: int, files: int) -> bool:
    """Tell whether a folder loses a third of its files or more, and at least five."""
    return lost >= LEAST_FILES and lost >= files * _LEAST_SHARE


def loss_text(loss: FolderLoss) -> str:
    """Return the sentence about a folder."""
    if loss.lost >= loss.files:
        return say("{} would lose {:,} of {:,} files, all it has", loss.folder, loss.lost, loss.files)
    return say("{} would lose {:,} of {:,} files", loss.folder, loss.lost, loss.files)


def rest_text(folders: int) -> str:
    """Return the sentence about further folders, which are not named."""
    return (
        say("{:,} more folder would lose a third of the files or more", folders)
        if folders == 1
        else say("{:,} more folders would lose a third of the files or more", folders)
    )


def _nearly_all(lost: int, files: int) -> bool:
    return lost >= files * _NEARLY_ALL


def _counted_in(folders: Mapping[str, int], lost: Iterable[str]) -> Counter[str]:
    """Count the files in each of some folders, at any depth, from the folder of each file, with its last separator."""
    counts: Counter[str] = Counter()
    for path, files in Counter(lost).items():
        folder = path[:-1]
        for above in (folder, *_above(folder)):
            if above in folders:
                counts[above] += files
    return counts


def _above(folder: str) -> Iterator[str]:
    while (parent := os.path.dirname(folder)) != folder:
        yield parent
        folder = parent
