"""A file that is similar to a query file: the answer to "find files like this one"."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from simfinder.model.file_record import FileRecord


class Likeness(StrEnum):
    """How a match is related to the query file; the first that fits counts."""

    IDENTICAL = "identical"  # equal content
    SIMILAR = "similar"  # within the tolerance of the two files' types
    CONTAINS = "contains"  # the match contains the content of the query file
    INSIDE = "inside"  # the query file contains the content of the match


@dataclass(frozen=True, slots=True)
class Match:
    """A file that is similar to the query file.

    Attributes:
        file: the record of the scan.
        relation: to the query file.
        similarity: shared with it, 0..1; 1.0 only for equal content.
        containment: share of the smaller file's content that the larger one contains, 0..1; 1.0 only if it contains all
            of its bytes: equal content, or a member of an archive.
    """

    file: FileRecord
    relation: Likeness
    similarity: float
    containment: float

    @property
    def figure(self) -> float:
        """The figure that fits the relation; it is shown, and matches are ranked by it."""
        part = self.relation in (Likeness.CONTAINS, Likeness.INSIDE)
        return self.containment if part else self.similarity
