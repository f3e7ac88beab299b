"""Values that go into the signature cache and come out, and batches of them for the writer thread.

Signatures are blobs with a version here, nothing more. No SQL.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.packed_strings import PackedBytes
from simfinder.model.file_record import FileRecord


@dataclass(frozen=True, slots=True)
class Entry:
    """One file that was read.

    Attributes:
        file: record of the file, the same before the first and after the last byte.
        content: XXH3-128, 16 bytes.
        piece: its signatures in stored form; empty where there are none to store.
        read_ns: when reading began, nanoseconds since 1970.
        format: code of its format, below 256; stored with the piece.
    """

    file: FileRecord
    content: bytes
    piece: bytes
    read_ns: int
    format: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Entries of many files as columns, without an object for each; the files are passed separately.

    Attributes:
        contents: (n, 16) uint8, as in ``Entry``, like the others.
        pieces: of each file.
        read_ns: (n,) int64.
        formats: (n,) uint8.
    """

    contents: npt.NDArray[np.uint8]
    pieces: PackedBytes
    read_ns: npt.NDArray[np.int64]
    formats: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> Columns:
        """Turn entries into columns."""
        return cls(
            as_rows(entry.content for entry in entries),
            PackedBytes.of(entry.piece for entry in entries),
            np.array([entry.read_ns for entry in entries], dtype=np.int64),
            np.array([entry.format for entry in entries], dtype=np.uint8),
        )

    @classmethod
    def joined(cls, parts: Sequence[Columns]) -> Columns:
        """Return the entries of all parts, one part after the other."""
        parts = parts or [cls.of(())]
        return cls(
            np.concatenate([part.contents for part in parts]),
            PackedBytes.joined([part.pieces for part in parts]),
            np.concatenate([part.read_ns for part in parts]),
            np.concatenate([part.formats for part in parts]),
        )

    def take(self, rows: npt.NDArray[np.integer]) -> Columns:
        """Return some of the entries, in the order of ``rows``."""
        return Columns(self.contents[rows], self.pieces.take(rows), self.read_ns[rows], self.formats[rows])

    def entry(self, row: int, file: FileRecord) -> Entry:
        """Return one of the entries, given its file."""
        content = self.contents[row].tobytes()
        return Entry(file, content, self.pieces[row], int(self.read_ns[row]), int(self.formats[row]))

    def __len__(self) -> int:
        return len(self.contents)


def as_rows(hashes: Iterable[bytes]) -> npt.NDArray[np.uint8]:
    """Return hashes of 16 bytes as (n, 16) uint8."""
    return np.frombuffer(b"".join(hashes), dtype=np.uint8).reshape(-1, 16)


@dataclass(frozen=True, slots=True)
class Stored:
    """Contents found in the cache with signatures of the requested kind, as columns of equal length."""

    ids: list[int] = field(default_factory=list)
    contents: list[bytes] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)
    formats: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """Figures for ``cache info``. ``bytes`` is the space on disk; ``path`` is None where there is no file."""

    path: str | None
    version: int
    files: int
    contents: int
    signatures: int
    views: int
    overlaps: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Files with what was read of each, and the kind of their signatures."""

    files: FileColumns
    columns: Columns
    made_of: str

    def __len__(self) -> int:
        return len(self.columns)


class Measured(NamedTuple):
    """The measured overlap of two streams of bytes (contents or their views); see ``search.overlap``.

    Attributes:
        a, b: their hashes, 16 bytes each, the smaller one first.
        of_a: bytes of the first that are in the second; -1 where not measured.
        of_b: bytes of the second that are in the first; -1 where not measured.
        size_a, size_b: bytes that count, of each.
    """

    a: bytes
    b: bytes
    of_a: int
    of_b: int
    size_a: int
    size_b: int


@dataclass(frozen=True, slots=True)
class OverlapBatch:
    """Measured pairs, and the rules they were measured by."""

    pairs: tuple[Measured, ...]
    made_of: str

    def __len__(self) -> int:
        return len(self.pairs)


@dataclass(frozen=True, slots=True)
class SeenBatch:
    """Locations (device, inode) that are still in use."""

    keys: tuple[tuple[int, int], ...]
    made_of: str = ""

    def __len__(self) -> int:
        return len(self.keys)


@dataclass(frozen=True, slots=True)
class MovedBatch:
    """Locations (device, inode) with a new path and ctime, whose content is unchanged."""

    moves: tuple[tuple[int, int, int, bytes], ...]
    made_of: str = ""

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class JoinBatch:
    """Result of a search among many contents, in the caller's own form, by a key of all that it depends on."""

    key: bytes
    found: bytes
    made_of: str = ""

    def __len__(self) -> int:
        return 1


AnyBatch: TypeAlias = "Batch | ViewBatch | OverlapBatch | SeenBatch | MovedBatch | JoinBatch"


@dataclass(frozen=True, slots=True)
class ViewBatch:
    """Views of contents, by content hash, and their kind."""

    views: tuple[tuple[bytes, bytes], ...]
    made_of: str

    def __len__(self) -> int:
        return len(self.views)
