"""Values that go into the signature cache and come out, and batches of them for the writer thread.

Signatures are blobs with a version here, nothing more. No SQL.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from simfinder.arrays.file_columns import FileColumns
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


@dataclass(frozen=True, slots=True)
class Columns:
    """Entries of many files as columns, without an object for each; the files are passed separately.

    Attributes:
        contents, pieces, read_ns, formats: as in ``Entry``, one for each file.
    """

    contents: list[bytes] = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)
    read_ns: list[int] = field(default_factory=list)
    formats: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.contents)

    def add(self, content: bytes, piece: bytes, read_ns: int, form: int) -> None:
        """Add one file."""
        self.contents.append(content)
        self.pieces.append(piece)
        self.read_ns.append(read_ns)
        self.formats.append(form)


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
