"""The files of each content of a scan, as columns: lists of a million contents take 110 MB."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.scan.pipeline import ScanResult


class FilesOf:
    """By content; for any thread. ``files[content]`` are the indexes of its files, ascending.

    Args:
        result: the scan.
    """

    def __init__(self, result: ScanResult) -> None:
        rows = result.content_row
        known = np.flatnonzero(rows >= 0).astype(np.int32)
        self._files: npt.NDArray[np.int32] = known[np.argsort(rows[known], kind="stable")]
        counts = np.bincount(rows[known], minlength=len(result.table))
        self._begins = np.zeros(len(counts) + 1, np.int32)
        np.cumsum(counts, out=self._begins[1:])

    def __getitem__(self, content: int) -> list[int]:
        files: list[int] = self._files[self._begins[content] : self._begins[content + 1]].tolist()
        return files
