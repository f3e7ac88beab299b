"""Marks become a plan, a plan becomes acts, acts become a report: all of them plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from simfinder.model.clusters import Relation
from simfinder.model.files import FileRecord


class ActKind(StrEnum):
    """What is done to a file."""

    TRASH = "trash"
    MOVE = "move"


class ActState(StrEnum):
    """How far an act has got."""

    PLANNED = "planned"
    STARTED = "started"  # only ever seen in the journal of a program that died
    DONE = "done"
    SKIPPED = "skipped"  # not tried: the file changed, is protected, is the last one ...
    FAILED = "failed"  # tried; the file is where it was
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class PlannedAct:
    """One file that is to go, and the file that stays for it.

    Attributes:
        file: as the scan saw it; anything else on disk means it changed and is skipped.
        content: XXH3-128 of its bytes at the scan.
        survivor: a file of the same cluster that stays (the kept file, if it is not marked).
        survivor_content: XXH3-128 of the survivor.
        cluster: id of the cluster.
        similarity: shared with the kept file, 0..1.
        relation: to the kept file.
        why: the sentence that explains the mark.
        to: target path of a move (absolute); None for the Trash, whose place is known when it acts.
    """

    file: FileRecord
    content: bytes
    survivor: FileRecord
    survivor_content: bytes
    cluster: str
    similarity: float
    relation: Relation
    why: str
    to: str | None = None

    @property
    def identical(self) -> bool:
        return self.content == self.survivor_content


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a batch would do, before it does anything.

    Attributes:
        kind: the act for all files.
        acts: least similar first, then by path.
        target: the folder of a move, absolute.
        refused: marks that can't become acts (protected, last of a cluster), with the reason.
    """

    kind: ActKind
    acts: tuple[PlannedAct, ...]
    target: str | None = None
    refused: tuple[tuple[FileRecord, str], ...] = ()

    @property
    def bytes_freed(self) -> int:
        return sum(act.file.size for act in self.acts)


@dataclass(frozen=True, slots=True)
class ActRecord:
    """What the journal says of one act.

    Attributes:
        path: where the file was.
        act: kind.
        to: where it went or was to go; None where that was never decided.
        state: how far it got.
        reason: why it was skipped or failed, or what could not be restored; "" otherwise.
        size: bytes.
    """

    path: str
    act: ActKind
    to: str | None
    state: ActState
    reason: str
    size: int


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What really happened, file by file.

    Attributes:
        batch: number in the journal; None for a dry run.
        created_ns: when the batch was begun, nanoseconds since 1970; 0 for a dry run.
        acts: in the order of the plan.
        cancelled: the person stopped it before its end.
    """

    batch: int | None
    created_ns: int
    acts: tuple[ActRecord, ...]
    cancelled: bool = False

    def count(self, state: ActState) -> int:
        return sum(act.state is state for act in self.acts)

    @property
    def bytes_freed(self) -> int:
        """Bytes of the files that are gone from their place (done and not undone)."""
        return sum(act.size for act in self.acts if act.state is ActState.DONE)
