"""Bytes of a folder that stay on the disk when it goes: those of files with other names elsewhere (hard links).

Snapshots of rsnapshot and Time Machine are made of such names: removing one of them frees only what has changed since.
"""

from __future__ import annotations

import contextlib
import os

import numpy as np
import numpy.typing as npt

from simfinder.app.folders.scan_entries import ScanEntries
from simfinder.app.session.session import Session
from simfinder.search.folders.folder_tree import IntArray

_MOST_LOOKED_AT = 50_000  # files whose names are counted, in all folders together: 0.2 s


class HardLinks:
    """Files with several names.

    Args:
        entries: of a scan.
        session: whose scan it is; of a read-only one nothing is on this machine.
    """

    def __init__(self, entries: ScanEntries, session: Session) -> None:
        self._entries, self._files = entries, session.result.files
        self._left = 0 if session.read_only else _MOST_LOOKED_AT
        self._outside: dict[int, bool] = {}  # files that have a name outside of the scan
        names, evidence = entries.names, entries.evidence
        count, first = entries.file_count, entries.file_count + len(entries.empty)
        file = np.full(first + len(names), -1, np.int64)
        self._count = np.zeros(count, np.int64)
        for at, name in enumerate(names):
            file[first + at] = file[name.file] = name.file
            self._count[name.file] = name.of
        source = evidence.source.astype(np.int64)
        known = np.flatnonzero(source < len(file))
        its = file[source[known]]
        self._places, self._file_at = known[its >= 0], its[its >= 0]

    def staying(self, folders: IntArray) -> npt.NDArray[np.int64]:
        """Return the bytes of each folder that its removal would not free, (m,) int64; of an archive 0."""
        known = {folder: self._staying(folder) for folder in dict.fromkeys(folders.tolist())}
        return np.array([known[folder] for folder in folders.tolist()], np.int64)

    def _staying(self, folder: int) -> int:
        entries, evidence = self._entries, self._entries.evidence
        if entries.tree.is_archive(folder):
            return 0
        begin, behind = int(evidence.begin[folder]), int(evidence.begin[entries.tree.end[folder]])
        low, high = np.searchsorted(self._places, (begin, behind))
        files, counts = np.unique(self._file_at[low:high], return_counts=True)
        extra = counts - (
            counts >= self._count[files]
        )  # all names but the last one of those that are all in here
        staying = int((self._files.sizes[files] * extra).sum())
        others = evidence.source[begin:behind]
        for file in others[others < entries.file_count].tolist():
            if self._count[file] == 0 and self._is_outside_too(file):
                staying += int(self._files.sizes[file])
        return staying

    def _is_outside_too(self, file: int) -> bool:
        """Return whether a file of which the scan has one name has others."""
        known = self._outside.get(file)
        if known is None:
            known = False
            if self._left > 0:
                self._left -= 1
                with contextlib.suppress(OSError):
                    known = os.lstat(self._files.path(file)).st_nlink > 1
            self._outside[file] = known
        return known
