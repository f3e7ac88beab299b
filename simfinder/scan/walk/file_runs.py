"""Files as a walk finds them, in runs, and how they become one listing: sorted, each file once.

Decides the order and when two names are one file. What is taken at all is decided in ``walker``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import CTIME, DEVICE, INODE, MTIME, NUMBERS, SIZE, FileColumns
from simfinder.arrays.set_operations import is_among
from simfinder.workers import mounts


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Files of one folder that have no subfolder between them in the order of names.

    Names are kept as bytes: a million name objects would take 70 MB, scattered so that the system never gets it back.

    Attributes:
        prefix: path of the folder, with a separator at the end.
        text: sorted names, as the system's bytes, each with a zero byte behind.
        numbers: as in ``FileColumns``.
        protected: (n,) bool, or one value for all.
        linked: whether they were reached through a symbolic link.
    """

    prefix: str
    text: bytes
    numbers: npt.NDArray[np.int64]
    protected: npt.NDArray[np.bool_] | bool
    linked: bool

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def first(self) -> bytes:
        """Path of the first file, as bytes."""
        return os.fsencode(self.prefix) + self.text[: self.text.index(0)]

    def paths(self) -> list[str]:
        """Return the paths of all files."""
        return [self.prefix + os.fsdecode(name) for name in self.text.split(b"\0")[:-1]]


def gather(runs: Sequence[Run], *, apart: bool) -> tuple[FileColumns, list[str]]:
    """Join runs into one listing, sorted by the bytes of the path.

    Of several names of a file the smallest stays, and a real path before one through a link. A file is protected when
    any of its names is.

    Args:
        runs: runs of a walk, none empty.
        apart: no run has a file that sorts between two files of another run.

    Returns:
        The files, and the other names of the same files, sorted.
    """
    runs = sorted(runs, key=lambda run: run.first)
    listing = joined(runs)
    if not apart:
        listing = listing.take(_by_path(listing))
    linked = {path for run in runs if run.linked for path in run.paths()}
    if linked:
        order = np.array([path in linked for path in listing.paths()], dtype=np.bool_)
        listing = listing.take(np.argsort(order, kind="stable"))
    first, group = _first_of_each(_without_aliases(listing))
    if len(first) == len(listing) and not linked:
        return listing, []
    kept = listing.take(first)
    is_other = np.ones(len(listing), dtype=np.bool_)
    is_other[first] = False
    others = np.flatnonzero(is_other)
    keepers = np.empty(len(first), dtype=np.intp)
    keepers[group[first]] = first
    pairs = zip(listing.paths_of(others), listing.paths_of(keepers[group[others]]), strict=True)
    # equal where a folder was entered twice
    dropped = sorted({path for path, keeper in pairs if path != keeper}, key=os.fsencode)
    shielded = np.zeros(len(first), dtype=np.bool_)  # by group
    shielded[group[listing.protected]] = True
    kept.protected[:] = shielded[group[first]]
    return (kept.take(_by_path(kept)) if linked else kept), dropped


def joined(runs: Sequence[Run]) -> FileColumns:
    """Return the files of runs as a listing, one run after the other."""
    folders: dict[str, int] = {}
    places = [folders.setdefault(run.prefix, len(folders)) for run in runs]
    counts = np.array([len(run) for run in runs], dtype=np.int64)
    text = b"".join([run.text for run in runs])
    ends = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == 0)
    ends -= np.arange(len(ends))  # without the zero bytes
    numbers = np.concatenate([np.zeros((0, len(NUMBERS)), dtype=np.int64), *(run.numbers for run in runs)])
    protected = np.zeros(len(numbers), dtype=np.bool_)
    for run, end in zip(runs, np.cumsum(counts).tolist(), strict=True):
        if run.protected is not False:
            protected[end - len(run) : end] = run.protected
    return FileColumns(
        list(folders),
        np.repeat(np.array(places, dtype=np.int32), counts),
        text.replace(b"\0", b""),
        ends,
        numbers,
        protected,
    )


def _by_path(listing: FileColumns) -> npt.NDArray[np.intp]:
    paths = [os.fsencode(path) for path in listing.paths()]
    return np.array(sorted(range(len(paths)), key=paths.__getitem__), dtype=np.intp)


def _without_aliases(listing: FileColumns) -> npt.NDArray[np.int64]:
    """Return the numbers of the files, with one device for a file that mounts show under several.

    An overlay, a FUSE or network mount shows files of another file system under a device number of its own. What has
    the same inode, size and times there, to the nanosecond of the status change, is that file.
    """
    numbers = listing.numbers
    if (numbers[:, DEVICE] == numbers[:1, DEVICE]).all():
        return numbers
    devices, examples = np.unique(numbers[:, DEVICE], return_index=True)
    table = mounts.table()
    found = [mounts.find(table, listing.take(np.array([at])).paths()[0]) for at in examples]
    showing = devices[[mount is not None and mount.shows_others for mount in found]]
    if not len(showing):
        return numbers
    columns = [numbers[:, column] for column in (INODE, SIZE, MTIME, CTIME)]
    order = np.lexsort(columns)
    starts = np.ones(len(order), dtype=np.bool_)
    starts[1:] = np.any([np.diff(column[order]) != 0 for column in columns], axis=0)
    heads = np.flatnonzero(starts)
    shown = np.logical_or.reduceat(is_among(numbers[order, DEVICE], showing), heads)
    lowest = np.minimum.reduceat(numbers[order, DEVICE], heads)
    group = np.cumsum(starts) - 1
    device = np.where(shown[group], lowest[group], numbers[order, DEVICE])
    numbers = numbers.copy()
    numbers[order, DEVICE] = device
    return numbers


def _first_of_each(numbers: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the index of the first file of each device and inode (ascending), and a group number per file."""
    device, inode = numbers[:, DEVICE], numbers[:, INODE]
    order = np.lexsort((inode, device))  # stable: equal ones stay in order
    starts = np.ones(len(numbers), dtype=np.bool_)
    starts[1:] = (np.diff(device[order]) != 0) | (np.diff(inode[order]) != 0)
    group = np.empty(len(numbers), dtype=np.intp)
    group[order] = np.cumsum(starts) - 1
    return np.sort(order[starts]), group
