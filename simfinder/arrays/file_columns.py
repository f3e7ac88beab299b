"""Files as columns: what a scan knows of its files, and what the cache is asked about.

A file takes half a kilobyte as an object and some eighty bytes here, and numpy answers questions about all files at
once. ``FileColumns`` is a sequence of ``FileRecord``; each record is made when asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import overload

import numpy as np
import numpy.typing as npt

from simfinder.model.file_record import FileRecord

NUMBERS = ("device", "inode", "size", "mtime_ns", "ctime_ns", "mode")
"""Columns of ``FileColumns.numbers``, named like the attributes of ``FileRecord``."""
DEVICE, INODE, SIZE, MTIME, CTIME, MODE = range(len(NUMBERS))

_SIXTY_FOUR = 2**64 - 1
LAST_SECOND = 9_223_372_035
"""Seconds before or after 1970 that nanoseconds in 64 bits can hold (the year 2262); later times are clamped to it."""


def time_told(time_ns: int) -> int:
    """Clamp a file's time in nanoseconds to what 64 bits can hold."""
    seconds, rest = divmod(time_ns, 1_000_000_000)
    return min(max(seconds, -LAST_SECOND), LAST_SECOND) * 1_000_000_000 + rest


_AT_ONCE = 20_000  # records made at a time: numpy holds Python's lock while it makes lists
_numbers_of = attrgetter(*NUMBERS)

Rows = npt.NDArray[np.integer]


class FileColumns(Sequence[FileRecord]):
    """Files in the caller's order.

    Args:
        folders: paths of folders, each ending in a separator.
        folder: (n,) index into ``folders`` per file.
        names: names of all files as bytes of the system, concatenated.
        ends: (n,) where each name ends in ``names``.
        numbers: (n, 6) int64, see ``NUMBERS``; device and inode signed, as SQLite holds them.
        protected: (n,) bool.
    """

    __slots__ = ("_ascii", "ends", "folder", "folders", "names", "numbers", "protected")

    def __init__(
        self,
        folders: Sequence[str],
        folder: npt.NDArray[np.int32],
        names: bytes,
        ends: npt.NDArray[np.int64],
        numbers: npt.NDArray[np.int64],
        protected: npt.NDArray[np.bool_],
    ) -> None:
        self.folders = folders
        self.folder = folder
        self.names = names
        self.ends = ends
        self.numbers = numbers
        self.protected = protected
        self._ascii = names.isascii()

    @classmethod
    def of(cls, records: Iterable[FileRecord]) -> FileColumns:
        """Turn records into columns; return a listing unchanged."""
        if isinstance(records, FileColumns):
            return records
        known = list(records)
        numbers = [(signed(r.device), signed(r.inode), *_numbers_of(r)[2:]) for r in known]
        return cls.of_columns(
            [record.path for record in known],
            np.array(numbers, dtype=np.int64).reshape(-1, len(NUMBERS)),
            np.array([record.protected for record in known], dtype=np.bool_),
        )

    @classmethod
    def of_columns(
        cls, paths: Iterable[str], numbers: npt.NDArray[np.int64], protected: npt.NDArray[np.bool_]
    ) -> FileColumns:
        """Build a listing from paths and known columns.

        Args:
            paths: absolute.
            numbers: (n, 6), see ``NUMBERS``.
            protected: (n,).
        """
        folders: dict[str, int] = {}
        folder, names = [], []
        for path in paths:
            start = path.rfind(os.sep) + 1
            folder.append(folders.setdefault(path[:start], len(folders)))
            names.append(os.fsencode(path[start:]))
        ends = np.cumsum([len(name) for name in names], dtype=np.int64)
        return cls(list(folders), np.array(folder, np.int32), b"".join(names), ends, numbers, protected)

    def with_status(self, numbers: npt.NDArray[np.int64], protected: npt.NDArray[np.bool_]) -> FileColumns:
        """Return the same files with other numbers, (n, 6), and protection, (n,)."""
        return FileColumns(self.folders, self.folder, self.names, self.ends, numbers, protected)

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, index: int) -> FileRecord: ...
    @overload
    def __getitem__(self, index: slice) -> FileColumns: ...
    def __getitem__(self, index: int | slice) -> FileRecord | FileColumns:
        if isinstance(index, slice):
            return self.take(np.arange(len(self))[index])
        at = range(len(self))[index]  # raises IndexError, and accepts negative indexes
        device, inode, size, mtime, ctime, mode = self.numbers[at].tolist()
        return FileRecord(
            self.path(at),
            device & _SIXTY_FOUR,
            inode & _SIXTY_FOUR,
            size,
            mtime,
            ctime,
            mode,
            bool(self.protected[at]),
        )

    def __iter__(self) -> Iterator[FileRecord]:
        for begin in range(0, len(self), _AT_ONCE):
            yield from self[begin : begin + _AT_ONCE]._records()

    def _records(self) -> Iterator[FileRecord]:
        columns = zip(self.paths(), self.numbers.tolist(), self.protected.tolist(), strict=True)
        for path, (device, inode, size, mtime, ctime, mode), protected in columns:
            yield FileRecord(
                path, device & _SIXTY_FOUR, inode & _SIXTY_FOUR, size, mtime, ctime, mode, protected
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Listing({list(self)!r})"

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Sizes in bytes, (n,)."""
        return self.numbers[:, SIZE]

    @property
    def mtimes(self) -> npt.NDArray[np.int64]:
        """Modification times, (n,), in nanoseconds since 1970."""
        return self.numbers[:, MTIME]

    def of_inode(self, inode: int) -> list[int]:
        """Return the indexes of the files with this inode, on any device."""
        return [int(i) for i in np.flatnonzero(self.numbers[:, INODE] == signed(inode))]

    def path(self, index: int) -> str:
        """Return the absolute path of a file."""
        begin = int(self.ends[index - 1]) if index else 0
        folder: str = self.folders[self.folder[index]]
        return folder + os.fsdecode(self.names[begin : self.ends[index]])

    def paths(self, first: int = 0, end: int | None = None) -> list[str]:
        """Return the absolute paths of all files, or of a range of them."""
        part = slice(first, len(self) if end is None else end)
        folders, places, ends = self.folders, self.folder[part].tolist(), self.ends[part].tolist()
        begins = [int(self.ends[first - 1]) if first else 0, *ends][: len(ends)]
        if self._ascii:
            before = begins[0] if begins else 0
            names = self.names[before : ends[-1] if ends else 0].decode("ascii")
            return [
                folders[place] + names[begin - before : behind - before]
                for place, begin, behind in zip(places, begins, ends, strict=True)
            ]
        return [
            folders[place] + os.fsdecode(self.names[begin:behind])
            for place, begin, behind in zip(places, begins, ends, strict=True)
        ]

    def byte_paths(self) -> list[bytes]:
        """Return the absolute paths of all files as the system has them."""
        places, ends, names = self.folder.tolist(), self.ends.tolist(), self.names
        folders = {place: os.fsencode(self.folders[place]) for place in set(places)}
        return [
            folders[place] + names[begin:end]
            for place, begin, end in zip(places, [0, *ends], ends, strict=False)
        ]

    def take(self, rows: Rows) -> FileColumns:
        """Return some of the files, in the order of ``rows``."""
        at = np.asarray(rows, dtype=np.intp)
        ends = self.ends[at]
        begins = np.where(at == 0, 0, self.ends[at - 1])
        return FileColumns(
            self.folders,
            self.folder[rows],
            b"".join(self._names_between(begins, ends)),
            np.cumsum(ends - begins),
            self.numbers[rows],
            self.protected[rows],
        )

    def records(self, rows: Rows) -> Iterator[FileRecord]:
        """Yield the records of some files, in the order of ``rows``, without copying their columns."""
        for begin in range(0, len(rows), _AT_ONCE):
            yield from self.take(rows[begin : begin + _AT_ONCE])._records()

    def paths_of(self, rows: Rows) -> Iterator[str]:
        """Yield the absolute paths of some files, in the order of ``rows``."""
        for begin in range(0, len(rows), _AT_ONCE):
            yield from self.take(rows[begin : begin + _AT_ONCE]).paths()

    def _names_between(self, begins: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> Iterator[bytes]:
        """Yield names, some thousand decoded at a time: a million at once take 150 MB."""
        for first in range(0, len(begins), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            pairs = zip(begins[part].tolist(), ends[part].tolist(), strict=True)
            yield b"".join([self.names[begin:end] for begin, end in pairs])

    def replace(self, index: int, record: FileRecord) -> None:
        """Overwrite a file's record; its path stays."""
        self.numbers[index] = (signed(record.device), signed(record.inode), *_numbers_of(record)[2:])
        self.protected[index] = record.protected


def signed(number: int) -> int:
    """Return an unsigned 64-bit number as the signed one of the same bits."""
    number &= _SIXTY_FOUR
    return number - 2**64 if number >= 2**63 else number
