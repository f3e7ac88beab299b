"""Collect postings to be sorted: in memory up to a bound, beyond it in a temporary file without a name.

Each run is only split into parts here; the reader of a part sorts it. The system removes the temporary file, however
the program ends.
"""

from __future__ import annotations

import tempfile
from typing import IO

import numpy as np

from simfinder.errors import StoreUnavailableError, reason_of
from simfinder.store.ngram_index.postings import PARTS, Ids, Keys, part_of

_RUN = 1 << 22  # most postings in memory: 100 MB, including what is needed to split them into parts
_SHORT_KEY = 32


class PostingRuns:
    """Any number of postings, by part.

    Args:
        folder: folder for the temporary file, if one is needed.
        width: bits of a key.
        run: most postings in memory.

    Attributes:
        total: number of postings so far.
    """

    def __init__(self, folder: str, width: int, run: int = _RUN) -> None:
        self.total = 0
        self._folder = folder
        self._width = width
        self._most = run
        self._keys: list[Keys] = []
        self._ids: list[Ids] = []
        self._waiting = 0
        self._file: IO[bytes] | None = None
        self._runs: list[tuple[int, list[int]]] = []
        self._last: tuple[Keys, Ids, list[int]] | None = None
        self._key_type = np.dtype("<u4" if width <= _SHORT_KEY else "<u8")
        self._id_type = np.dtype("<u4")

    def add(self, keys: Keys, ids: Ids) -> None:
        """Add postings.

        Raises:
            StoreUnavailableError: the temporary file can't be written.
        """
        self._last = None
        self._keys.append(keys)
        self._ids.append(ids)
        self._waiting += len(keys)
        self.total += len(keys)
        if self._waiting >= self._most:
            self._spill()

    def part(self, number: int) -> tuple[Keys, Ids]:
        """Return all postings of a part, unsorted.

        Raises:
            StoreUnavailableError: the temporary file can't be read.
        """
        if self._last is None:
            self._last = self._in_parts()
        keys, ids, bounds = self._last
        found_keys, found_ids = (
            [keys[bounds[number] : bounds[number + 1]]],
            [ids[bounds[number] : bounds[number + 1]]],
        )
        for at, run in self._runs:
            begin, count, whole = run[number], run[number + 1] - run[number], run[-1]
            found_keys.append(self._read(at + begin * self._key_type.itemsize, count, self._key_type))
            at += whole * self._key_type.itemsize
            found_ids.append(self._read(at + begin * self._id_type.itemsize, count, self._id_type))
        return (
            np.concatenate(found_keys).astype(np.uint64, copy=False),
            np.concatenate(found_ids).astype(np.int64, copy=False),
        )

    def close(self) -> None:
        """Close the temporary file; closing twice does nothing."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _in_parts(self) -> tuple[Keys, Ids, list[int]]:
        """Return the postings in memory ordered by part, and where each part begins."""
        keys = np.concatenate(self._keys) if self._keys else np.zeros(0, np.uint64)
        ids = np.concatenate(self._ids) if self._ids else np.zeros(0, np.int64)
        part = part_of(keys, self._width)
        order = np.argsort(part, kind="stable")  # numpy uses a radix sort for small numbers
        bounds = np.concatenate(([0], np.cumsum(np.bincount(part, minlength=PARTS))))
        return keys[order], ids[order], bounds.tolist()

    def _spill(self) -> None:
        keys, ids, bounds = self._in_parts()
        self._keys, self._ids, self._waiting = [], [], 0
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
            at = self._file.seek(0, 2)
            for column, kind in ((keys, self._key_type), (ids, self._id_type)):
                data = column.astype(kind).view(np.uint8).data
                while data.nbytes:
                    data = data[self._file.write(data) :]
        except OSError as error:
            raise StoreUnavailableError(
                f"a temporary file can't be written: {reason_of(error)}", self._folder
            ) from error
        self._runs.append((at, bounds))

    def _read(self, at: int, count: int, kind: np.dtype) -> np.ndarray:
        assert self._file is not None
        found = np.empty(count, kind)
        data = found.view(np.uint8).data
        try:
            self._file.seek(at)
            while data.nbytes:
                got = self._file.readinto(data)  # type: ignore[attr-defined]
                if not got:
                    raise OSError("it ends too early")
                data = data[got:]
        except OSError as error:
            raise StoreUnavailableError(
                f"a temporary file can't be read: {reason_of(error)}", self._folder
            ) from error
        return found
