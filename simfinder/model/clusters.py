"""A cluster as people see it: the kept file first, the others measured against it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from simfinder.model.file_record import FileRecord


class Relation(StrEnum):
    """How a file is related to the kept file of its cluster."""

    KEPT = "kept"
    IDENTICAL = "identical"  # equal content; wins over the others
    OLDER = "older"
    NEWER = "newer"
    SIMILAR = "similar"  # no evidence of descent, or evidence that contradicts itself
    OTHER_FORMAT = "other-format"  # the same words in another format
    SIBLING = "sibling"  # another filling of one form or template
    SMALLER_COPY = "smaller-copy"  # a picture with fewer pixels, the same shot by those it has
    RECOMPRESSED = "recompressed"  # a picture saved again, the same shot by its pixels


class FolderRelation(StrEnum):
    """How two folders are related, or a folder and an archive."""

    IDENTICAL = "identical"  # every file of each has an identical file in the other; names may differ
    CONTAINED = "contained"  # all files of one are in the other
    VERSION = "version"  # most files are the same or changed, with evidence of descent
    SIMILAR = "similar"


class Basis(StrEnum):
    """The content that a similarity was measured on."""

    TEXT = "text"  # words and lines in order
    BYTES = "bytes"
    MEMBERS = "members"  # files in an archive
    PICTURES = "pictures"
    SOUND = "sound"
    VIDEO = "video"


@dataclass(frozen=True, slots=True)
class Member:
    """A file of a cluster.

    Attributes:
        file: the record of the scan.
        content: XXH3-128 of its bytes, 16 bytes.
        similarity: shared with the kept file, 0..1; 1.0 only for equal content.
        estimated: the similarity is an estimate from signatures (not proven on the bytes).
        relation: to the kept file.
        within: the similarity is within the tolerance of the two files' types.
    """

    file: FileRecord
    content: bytes
    similarity: float
    estimated: bool
    relation: Relation
    within: bool


@dataclass(frozen=True, slots=True)
class Cluster:
    """Files connected by links.

    Attributes:
        id: 16 hex digits, the same for the same files whatever the order of the scan.
        members: kept file first, then by similarity (highest first), then path.
        weakest: the smallest similarity to the kept file.
        bytes_freed: bytes that removing the older and identical files would free; files in project folders don't count.
    """

    id: str
    members: tuple[Member, ...]
    weakest: float
    bytes_freed: int

    @property
    def kept(self) -> Member:
        return self.members[0]
