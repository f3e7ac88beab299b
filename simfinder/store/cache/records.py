"""What is handed to the signature cache and what it answers: values, and batches of them for the one that writes.

Knows blobs and versions, not what is in them. No SQL.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from simfinder.arrays.file_columns import Listing
from simfinder.model.file_record import FileRecord


@dataclass(frozen=True, slots=True)
class Entry:
    """One file that was read.

    Attributes:
        file: as it was when it was opened and still was after the last byte.
        content: XXH3-128, 16 bytes.
        piece: its signatures in stored form; empty where there are none to be stored.
        read_ns: when reading began, nanoseconds since 1970.
        format: what its beginning says it is, a number of the caller's below 256; stored with the piece.
    """

    file: FileRecord
    content: bytes
    piece: bytes
    read_ns: int
    format: int = 0


@dataclass(frozen=True, slots=True)
class Columns:
    """The same of many files, which are told beside it, without an object for each.

    Attributes:
        contents, pieces, read_ns, formats: as of ``Entry``, one for each file.
    """

    contents: list[bytes] = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)
    read_ns: list[int] = field(default_factory=list)
    formats: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.contents)

    def add(self, content: bytes, piece: bytes, read_ns: int, form: int) -> None:
        """One file more."""
        self.contents.append(content)
        self.pieces.append(piece)
        self.read_ns.append(read_ns)
        self.formats.append(form)


@dataclass(frozen=True, slots=True)
class Stored:
    """Contents found in the cache with signatures of the kind asked for, as columns of equal length."""

    ids: list[int] = field(default_factory=list)
    contents: list[bytes] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)
    formats: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """What ``cache info`` tells. ``bytes`` is the space on disk; ``path`` is None where there is no file."""

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
    """Files that belong together, what was read of each, and what their signatures are made of."""

    files: Listing
    columns: Columns
    made_of: str

    def __len__(self) -> int:
        return len(self.columns)


class Measured(NamedTuple):
    """What two streams of bytes, the bytes or the view of a content, have in common; see ``search.overlap``.

    Attributes:
        a, b: their hashes, 16 bytes each, the smaller one first.
        of_a: bytes of the first that the second has; -1 where nobody has looked.
        of_b: bytes of the second that the first has; -1 where nobody has looked.
        size_a, size_b: bytes there are that count.
    """

    a: bytes
    b: bytes
    of_a: int
    of_b: int
    size_a: int
    size_b: int


@dataclass(frozen=True, slots=True)
class OverlapBatch:
    """Measured pairs, and by which rules."""

    pairs: tuple[Measured, ...]
    made_of: str

    def __len__(self) -> int:
        return len(self.pairs)


@dataclass(frozen=True, slots=True)
class SeenBatch:
    """Locations (device, inode) that are still of use."""

    keys: tuple[tuple[int, int], ...]
    made_of: str = ""

    def __len__(self) -> int:
        return len(self.keys)


@dataclass(frozen=True, slots=True)
class MovedBatch:
    """Locations (device, inode) that have another path and ctime now, and are what they were all the same."""

    moves: tuple[tuple[int, int, int, bytes], ...]
    made_of: str = ""

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class JoinBatch:
    """What a search among many contents has found, in a form of the caller's, by a key that says all it depends on."""

    key: bytes
    found: bytes
    made_of: str = ""

    def __len__(self) -> int:
        return 1


AnyBatch: TypeAlias = "Batch | ViewBatch | OverlapBatch | SeenBatch | MovedBatch | JoinBatch"


@dataclass(frozen=True, slots=True)
class ViewBatch:
    """Views of contents that are there, by content hash, and what they are made of."""

    views: tuple[tuple[bytes, bytes], ...]
    made_of: str

    def __len__(self) -> int:
        return len(self.views)
