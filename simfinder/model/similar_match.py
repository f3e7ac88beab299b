"""What is like one file: the answer to "files like this one"."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from simfinder.model.file_record import FileRecord


class Likeness(StrEnum):
    """How a match stands to the file that was asked about; the first that fits counts."""

    IDENTICAL = "identical"  # equal content
    SIMILAR = "similar"  # within the tolerance of the two files' types
    CONTAINS = "contains"  # the match holds the content of the file
    INSIDE = "inside"  # the content of the match lies in the file


@dataclass(frozen=True, slots=True)
class Match:
    """A file like the one that was asked about.

    Attributes:
        file: the record of the scan.
        relation: to the file that was asked about.
        similarity: shared with it, 0..1; 1.0 only for equal content.
        containment: share of the smaller file's content that lies in the larger one, 0..1; 1.0 only where all of its
            bytes do: equal content, or a member of an archive.
    """

    file: FileRecord
    relation: Likeness
    similarity: float
    containment: float

    @property
    def figure(self) -> float:
        """The figure the relation speaks of, which is shown and by which matches are ranked."""
        part = self.relation in (Likeness.CONTAINS, Likeness.INSIDE)
        return self.containment if part else self.similarity
