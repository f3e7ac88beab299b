"""The age of each content: the earliest trusted time among its identical copies.

A copy that was downloaded again today is as old as the original beside it. Placeholder times (1970, the first day a zip
can name, npm's day, future days) are ignored, and so are times that most files of a folder or of an unpacked release
share to the second: that is when somebody unpacked or copied them. Among the releases of one tree (``foo-1.2``,
``foo-1.3``) whose times are of no use, the release numbers order the files instead.

Works on columns; looks at no disk.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.actions.file_names.releases import release_of
from simfinder.actions.rules.trusted_times import doubtful_times
from simfinder.arrays.file_columns import FileColumns

_SECOND = 1_000_000_000
_MANY = 3
"""Files of a folder that share a second before it says when they were unpacked; two may well be saved together."""

_UNPACKING = 300 * _SECOND
"""A release of which all files were written within this time was unpacked then."""

_LATEST = np.iinfo(np.int64).max

Times = npt.NDArray[np.int64]
Masks = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.integer]


class ContentAges:
    """The ages of all files of a scan, computed on first use. Safe for several threads at once.

    Args:
        files: of the scan.
        contents: (n,) row of each file's content, -1 where it was not read.
        now_ns: the present, None asks the clock.
    """

    def __init__(
        self, files: FileColumns, contents: npt.NDArray[np.int32], now_ns: int | None = None
    ) -> None:
        self._files = files
        self._contents = contents
        self._now = now_ns
        self._found: tuple[Times, Masks, Times] | None = None

    def of(self, files: Numbers) -> ContentAges:
        """Return the ages of some files, (k,), found among all."""
        some = ContentAges(self._files.take(files), self._contents[files], self._now)
        times, trusted, seniority = self._columns()
        some._found = times[files], trusted[files], seniority[files]
        return some

    @property
    def times(self) -> Times:
        """(n,) when the content of each file was first seen, nanoseconds since 1970."""
        return self._columns()[0]

    @property
    def trusted(self) -> Masks:
        """(n,) bool, whether that time is worth comparing with another."""
        return self._columns()[1]

    @property
    def seniority(self) -> Times:
        """(n,) seniority of identical copies, the lowest is first: by trusted times, but of releases the newest."""
        return self._columns()[2]

    def _columns(self) -> tuple[Times, Masks, Times]:
        if self._found is None:
            times = self._files.mtimes.astype(np.int64)
            now = time.time_ns() if self._now is None else self._now
            doubtful = doubtful_times(times, now)
            trusted = ~doubtful & ~_unpacked(self._files.folder, times)
            seniority = np.where(doubtful, _LATEST, times)
            released = _order_releases(self._files, times, trusted)
            seniority[released] = -times[released]
            self._found = *_earliest(times, trusted, self._contents), seniority
        return self._found


def _unpacked(folder: npt.NDArray[np.int32], times: Times) -> Masks:
    """Find the files, (n,) bool, that share their second with at least half of their folder, and with two others."""
    seconds = times // _SECOND
    order = np.lexsort((seconds, folder))
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (folder[order][1:] != folder[order][:-1]) | (seconds[order][1:] != seconds[order][:-1])
    run = np.cumsum(new) - 1
    alike = np.bincount(run, minlength=1)[run]
    in_folder = np.bincount(folder, minlength=1)[folder[order]]
    shared = np.zeros(len(times), dtype=np.bool_)
    shared[order] = (alike >= _MANY) & (2 * alike >= in_folder)
    return shared


def _earliest(times: Times, trusted: Masks, contents: npt.NDArray[np.int32]) -> tuple[Times, Masks]:
    """Find each file's earliest trusted time among its copies, else the earliest of all, and whether it is trusted."""
    read = np.flatnonzero(contents >= 0)
    if not len(read):
        return times, trusted
    rows = contents[read]
    count = int(rows.max()) + 1
    good, any_ = np.full(count, _LATEST), np.full(count, _LATEST)
    known = trusted[read]
    np.minimum.at(good, rows[known], times[read][known])
    np.minimum.at(any_, rows, times[read])
    ages, sure = times.copy(), trusted.copy()
    ages[read] = np.where(good[rows] < _LATEST, good[rows], any_[rows])
    sure[read] = good[rows] < _LATEST
    return ages, sure


class _Folder(NamedTuple):
    """A folder inside of a release.

    Attributes:
        family: the same for the same folder of other releases of the product.
        release: number of the release's own folder.
        key: sort key of releases.
    """

    family: tuple[str, tuple[str, ...], str]
    release: int
    key: tuple[object, ...]


def _order_releases(files: FileColumns, times: Times, trusted: Masks) -> npt.NDArray[np.intp]:
    """Give the files of releases whose times say nothing the order of their release numbers, in place.

    The times of one file in all releases are reassigned, the earliest to the lowest number, and are trusted then.

    Returns:
        The files of releases that have another one beside them.
    """
    folders = _release_folders(files.folders)
    if not folders:
        return np.zeros(0, dtype=np.intp)
    within = np.zeros(len(files.folders), np.bool_)
    within[list(folders)] = True
    rows = np.flatnonzero(within[files.folder])
    release = np.array([folders[folder].release for folder in files.folder[rows].tolist()], np.int64)
    unpacked = _unpacked_trees(release, times[rows])
    versions: dict[tuple[object, str], list[tuple[tuple[object, ...], int, bool]]] = defaultdict(list)
    found = zip(
        rows.tolist(), files.paths_of(rows), files.folder[rows].tolist(), release.tolist(), strict=True
    )
    for row, path, folder, number in found:
        inside = folders[folder]
        name = path[path.rfind(os.sep) + 1 :]
        versions[inside.family, name].append((inside.key, row, bool(unpacked[number])))
    for group in versions.values():
        if len(group) > 1 and any(is_unpacked for _, _, is_unpacked in group):
            group.sort()
            last = -_LATEST
            for (_, row, _), moment in zip(
                group, sorted(int(times[row]) for _, row, _ in group), strict=True
            ):
                last = max(moment, last + 1)
                times[row], trusted[row] = last, True
    return rows


def _release_folders(folders: Sequence[str]) -> dict[int, _Folder]:
    """Find the folders inside releases that have a sibling release, by number; the outermost release counts."""
    releases: dict[str, tuple[tuple[str, tuple[str, ...]], tuple[object, ...]]] = {}
    beside: dict[tuple[str, tuple[str, ...]], set[str]] = defaultdict(set)
    plain: set[str] = set()
    for folder in folders:
        end = folder.find(os.sep)
        while end >= 0:
            above, end = folder[:end], folder.find(os.sep, end + 1)
            path = folder[:end] if end >= 0 else folder
            if path in releases or path in plain:
                continue
            part = path[len(above) + 1 :]
            if any(map(str.isdigit, part)) and (release := release_of(part)) is not None:
                releases[path] = (above, release.words), release.key
                beside[above, release.words].add(path)
            else:
                plain.add(path)
    numbers = {
        path: number
        for number, path in enumerate(
            path for path, (product, _) in releases.items() if len(beside[product]) > 1
        )
    }
    found: dict[int, _Folder] = {}
    for number, folder in enumerate(folders) if numbers else ():
        end = folder.find(os.sep)
        while end >= 0:
            end = folder.find(os.sep, end + 1)
            path = folder[:end] if end >= 0 else folder
            if path in numbers:
                product, key = releases[path]
                found[number] = _Folder((*product, folder[len(path) :]), numbers[path], key)
                break
    return found


def _unpacked_trees(release: npt.NDArray[np.int64], times: Times) -> Masks:
    """Tell for each release whether its files (3 and more) were all written within the time of an unpacking.

    Args:
        release: (k,) number of each file's release.
        times: (k,) of the files.
    """
    count = int(release.max(initial=-1)) + 1
    first, last = np.full(count, _LATEST), np.full(count, -_LATEST)
    np.minimum.at(first, release, times)
    np.maximum.at(last, release, times)
    many = np.bincount(release, minlength=count) >= _MANY
    unpacked: Masks = many & (first < _LATEST) & (last - np.minimum(first, last) <= _UNPACKING)
    return unpacked
