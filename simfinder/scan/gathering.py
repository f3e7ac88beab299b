"""Files as a walk finds them, folder by folder, and the one listing they become: sorted, each file once.

Owns the order and what makes two names one file. Rules about what is taken are ``walk``'s.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.store.listing import DEVICE, INODE, NUMBERS, Listing


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Files of one folder with no folder between them in the order of names.

    Attributes:
        prefix: path of the folder, with the separator.
        names: of the files, sorted, as the system's bytes.
        numbers: as in ``Listing``.
        protected: (n,) bool, or one for all.
        linked: they were reached by way of a symbolic link.
    """

    prefix: str
    names: Sequence[bytes]
    numbers: npt.NDArray[np.int64]
    protected: npt.NDArray[np.bool_] | bool
    linked: bool

    @property
    def first(self) -> bytes:
        """Path of the first file."""
        return os.fsencode(self.prefix) + self.names[0]


def gather(runs: Sequence[Run], *, apart: bool) -> tuple[Listing, list[str]]:
    """All files, sorted by the bytes of the path; of several names of a file the smallest, and a real one before one
    by way of a link. A file is protected when one of its names is.

    Args:
        runs: of a walk, none empty.
        apart: no other run has a file that comes between two of a run.

    Returns:
        The files, and the paths that are other names of them, sorted.
    """
    runs = sorted(runs, key=lambda run: run.first)
    listing = _joined(runs)
    if not apart:
        listing = listing.take(_by_path(listing))
    linked = {run.prefix + os.fsdecode(name) for run in runs if run.linked for name in run.names}
    if linked:
        order = np.array([path in linked for path in listing.paths()], dtype=np.bool_)
        listing = listing.take(np.argsort(order, kind="stable"))
    first, group = _first_of_each(listing.numbers)
    if len(first) == len(listing) and not linked:
        return listing, []
    kept = listing.take(first)
    dropped = sorted(set(listing.paths()) - set(kept.paths()), key=os.fsencode)
    shielded = np.zeros(len(first), dtype=np.bool_)  # by group
    shielded[group[listing.protected]] = True
    kept.protected[:] = shielded[group[first]]
    return (kept.take(_by_path(kept)) if linked else kept), dropped


def _joined(runs: Sequence[Run]) -> Listing:
    """Runs one behind the other."""
    folders: dict[str, int] = {}
    places = [folders.setdefault(run.prefix, len(folders)) for run in runs]
    counts = np.array([len(run.names) for run in runs], dtype=np.int64)
    names = [name for run in runs for name in run.names]
    numbers = [run.numbers for run in runs]
    protected = np.zeros(len(names), dtype=np.bool_)
    begin = 0
    for run in runs:
        if run.protected is not False:
            protected[begin : begin + len(run.names)] = run.protected
        begin += len(run.names)
    return Listing(
        list(folders),
        np.repeat(np.array(places, dtype=np.int32), counts),
        b"".join(names),
        np.cumsum(np.fromiter(map(len, names), dtype=np.int64, count=len(names))),
        np.concatenate(numbers) if numbers else np.zeros((0, len(NUMBERS)), dtype=np.int64),
        protected,
    )


def _by_path(listing: Listing) -> npt.NDArray[np.intp]:
    paths = [os.fsencode(path) for path in listing.paths()]
    return np.array(sorted(range(len(paths)), key=paths.__getitem__), dtype=np.intp)


def _first_of_each(numbers: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Index of the first file of each identity (ascending), and a group number per file."""
    device, inode = numbers[:, DEVICE], numbers[:, INODE]
    order = np.lexsort((inode, device))  # stable: equal ones stay in order
    starts = np.ones(len(numbers), dtype=np.bool_)
    starts[1:] = (np.diff(device[order]) != 0) | (np.diff(inode[order]) != 0)
    group = np.empty(len(numbers), dtype=np.intp)
    group[order] = np.cumsum(starts) - 1
    return np.sort(order[starts]), group
