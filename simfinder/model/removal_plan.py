"""Marks become a plan, a plan becomes acts, acts become a report: all of them plain values."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import compress
from typing import overload

from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord


class ActKind(StrEnum):
    """What is done to a file."""

    TRASH = "trash"
    MOVE = "move"
    COPY = "copy"  # the file stays; a copy of it is made in a folder
    DELETE = "delete"  # for good
    HARDLINK = "hardlink"  # an identical file becomes another name of the one that stays
    SYMLINK = "symlink"  # an identical file becomes a symbolic link to the one that stays
    REFLINK = "reflink"  # an identical file shares the blocks of the one that stays

    @property
    def takes_away(self) -> bool:
        """Whether a folder has a file less afterwards."""
        return self in (ActKind.TRASH, ActKind.MOVE, ActKind.DELETE)

    @property
    def needs_target(self) -> bool:
        """Whether it takes files to a folder."""
        return self in (ActKind.MOVE, ActKind.COPY)

    @property
    def is_link(self) -> bool:
        """Whether it puts a link to the file that stays in place of a file; only for identical files."""
        return self in (ActKind.HARDLINK, ActKind.SYMLINK, ActKind.REFLINK)


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
        to: target path of a move or a copy (absolute); None for the Trash, whose place is known when it acts,
            and for what stays in its place.
        warnings: what a person should know before they agree, a sentence each.
        freed: bytes that the act really frees where the file lies: 0 for a copy, and where other hard links keep
            the content. None where nobody has looked: its size, or 0 for a copy.
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
    warnings: tuple[str, ...] = ()
    freed: int | None = None

    @property
    def identical(self) -> bool:
        return self.content == self.survivor_content


class Acts(Sequence[PlannedAct]):
    """The acts of a plan in their order, and what is asked of all of them.

    Whoever holds acts as columns answers without making one. Two are equal where their acts are.
    """

    __slots__ = ()

    @staticmethod
    def of(acts: Iterable[PlannedAct]) -> Acts:
        """Acts that are objects; those that are ``Acts`` are what they are."""
        return acts if isinstance(acts, Acts) else ListedActs(acts)

    def paths(self) -> Iterable[str]:
        """Where each file lies."""
        return (act.file.path for act in self)

    def folders(self) -> Iterable[str]:
        """The folder of each file, with the separator at its end."""
        return (path[: path.rfind(os.sep) + 1] for path in self.paths())

    def survivors(self) -> Iterable[str]:
        """Where the file lies that stays for each."""
        return (act.survivor.path for act in self)

    def sizes(self) -> Iterable[int]:
        """Bytes of each file."""
        return (act.file.size for act in self)

    def freed(self) -> Iterable[int | None]:
        """``freed`` of each."""
        return (act.freed for act in self)

    def similarities(self) -> Iterable[float]:
        """Of each file to the kept one."""
        return (act.similarity for act in self)

    def identical(self) -> Iterable[bool]:
        """Whether each file is identical to the one that stays for it."""
        return (act.identical for act in self)

    def clusters(self) -> Iterable[str]:
        """Id of the cluster of each."""
        return (act.cluster for act in self)

    def warned(self) -> Iterable[tuple[str, ...]]:
        """Warnings of those that have any."""
        return (act.warnings for act in self if act.warnings)

    def only(self, wanted: Sequence[bool]) -> Acts:
        """Those that are wanted; of each it is said whether it is."""
        return ListedActs(compress(self, wanted))

    def told(self, freed: Sequence[int], warnings: Mapping[int, tuple[str, ...]]) -> Acts:
        """The same with what each frees, and what some of them warn of, by their places."""
        return ListedActs(
            replace(act, freed=freed[at], warnings=warnings.get(at, ())) for at, act in enumerate(self)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"


class ListedActs(Acts):
    """Acts as objects: those of a document, which may hold whatever numbers."""

    __slots__ = ("_acts",)

    def __init__(self, acts: Iterable[PlannedAct]) -> None:
        self._acts = tuple(acts)

    def __len__(self) -> int:
        return len(self._acts)

    @overload
    def __getitem__(self, index: int) -> PlannedAct: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PlannedAct]: ...
    def __getitem__(self, index: int | slice) -> PlannedAct | Sequence[PlannedAct]:
        return self._acts[index]

    def __iter__(self) -> Iterator[PlannedAct]:
        return iter(self._acts)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a batch would do, before it does anything.

    Attributes:
        kind: the act for all files.
        acts: least similar first, then by path; handed in as any sequence.
        target: the folder of a move or a copy, absolute.
        refused: marks that can't become acts (protected, last of a cluster), with the reason.
        warnings: what a person should know of all of it before they agree, a sentence each.
        folder_files: how many files there were in folders that are looked at as a whole, below each other or not, by
            their absolute paths.
        files_below: how many files there were in each folder that loses one, and in those in which the ways to them
            part; below it too, by its path with the separator at its end. Empty where nobody has counted.
    """

    kind: ActKind
    acts: Acts
    target: str | None = None
    refused: Sequence[tuple[FileRecord, str]] = ()
    warnings: tuple[str, ...] = ()
    folder_files: Mapping[str, int] = field(default_factory=dict)
    files_below: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "acts", Acts.of(self.acts))

    def freed_by(self, act: PlannedAct) -> int:
        """Bytes that one of the acts really frees where the file lies."""
        return _freed(self.kind, act.freed, act.file.size)

    @property
    def bytes_freed(self) -> int:
        known = zip(self.acts.freed(), self.acts.sizes(), strict=True)
        return sum(_freed(self.kind, freed, size) for freed, size in known)

    @property
    def bytes_handled(self) -> int:
        """Bytes of all files, freed or not: what progress counts."""
        return sum(self.acts.sizes())


@dataclass(frozen=True, slots=True)
class ActRecord:
    """What the journal says of one act.

    Attributes:
        path: where the file was.
        act: kind.
        to: where it went or was to go; of a link the file it leads to; None where that was never decided.
        state: how far it got.
        reason: why it was skipped or failed, or what could not be restored; "" otherwise.
        size: bytes.
        freed: bytes that were really freed in its place, as seen when it was done; None where nobody looked.
    """

    path: str
    act: ActKind
    to: str | None
    state: ActState
    reason: str
    size: int
    freed: int | None = None

    @property
    def bytes_freed(self) -> int:
        """Bytes that are free now because of it: none unless it is done (and not undone)."""
        return _freed(self.act, self.freed, self.size) if self.state is ActState.DONE else 0


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
        """Bytes really freed where the files lay (done and not undone)."""
        return sum(act.bytes_freed for act in self.acts)


def _freed(kind: ActKind, known: int | None, size: int) -> int:
    if kind is ActKind.COPY:
        return 0
    return size if known is None else known
