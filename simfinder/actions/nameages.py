"""Which of many files are older or newer by their names, for the files whose times are equal.

Clusters are built anew whenever a slider moves, and few files get another kept file by that: what was found once is
remembered, 8 bytes a file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simfinder.actions.namehints import may_hint
from simfinder.actions.standing import name_order
from simfinder.model.files import FileRecord
from simfinder.store.listing import Listing


class NameAges:
    """The order by names of the files of one scan. Several threads may ask at once."""

    def __init__(self, records: Sequence[FileRecord]) -> None:
        self._files = Listing.of(records)
        # the other file's index and the answer in one number, so that no thread sees half of an entry
        self._found: npt.NDArray[np.int64] | None = None

    def of(self, files: npt.NDArray[np.integer], others: npt.NDArray[np.integer]) -> npt.NDArray[np.int8]:
        """How each file stands to the other beside it: -1 earlier by its name, 1 later, 0 not known.

        Args:
            files: (k,) indexes into the records, none twice.
            others: (k,) indexes of what each is compared with.
        """
        if not len(files):
            return np.zeros(0, dtype=np.int8)
        if self._found is None:
            self._found = np.full(len(self._files), -1, dtype=np.int64)
        found = self._found[files]
        new = np.flatnonzero(found >> 2 != others)
        if len(new):
            found[new] = (others[new].astype(np.int64) << 2) | (self._signs(files[new], others[new]) + 1)
            self._found[files[new]] = found[new]
        ages: npt.NDArray[np.int8] = ((found & 3) - 1).astype(np.int8)
        return ages

    def _signs(
        self, files: npt.NDArray[np.integer], others: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.int64]:
        """Two names that say nothing of themselves say nothing of one another."""
        pairs = list(zip(self._files.take(files).paths(), self._files.take(others).paths(), strict=True))
        names = [one.rpartition(os.sep)[2] for pair in pairs for one in pair]
        signs = np.zeros(len(pairs), dtype=np.int64)
        for at in np.flatnonzero(may_hint(names).reshape(-1, 2).any(axis=1)).tolist():
            signs[at] = name_order(*pairs[at]).sign
        return signs
