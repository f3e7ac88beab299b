"""The values of a removal: a plan of acts before it, a report of what was done after it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain, compress
from typing import overload

from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord


class ActKind(StrEnum):
    """A way to act on a file."""

    TRASH = "trash"
    MOVE = "move"
    COPY = "copy"  # the file stays; a copy of it is made in a folder
    DELETE = "delete"  # for good
    HARDLINK = "hardlink"  # an identical file becomes another name of the one that stays
    SYMLINK = "symlink"  # an identical file becomes a symbolic link to the one that stays
    REFLINK = "reflink"  # an identical file shares the blocks of the one that stays
    MERGE = "merge"  # a file moves into the folder that stays for its own
    UNLINK = "unlink"  # a symbolic link goes that the folder that stays has too
    RMDIR = "rmdir"  # an empty folder goes

    @property
    def takes_away(self) -> bool:
        """Whether the file is gone from its folder afterwards."""
        return self in (ActKind.TRASH, ActKind.MOVE, ActKind.DELETE, ActKind.MERGE)

    @property
    def of_folders(self) -> bool:
        """Whether it is a step of removing a folder: only single acts are of this kind, never a whole plan."""
        return self in (ActKind.MERGE, ActKind.UNLINK, ActKind.RMDIR)

    @property
    def on_files(self) -> bool:
        """Whether it acts on files, not on links or folders."""
        return self not in (ActKind.UNLINK, ActKind.RMDIR)

    @property
    def needs_target(self) -> bool:
        """Whether it takes files to a folder."""
        return self in (ActKind.MOVE, ActKind.COPY)

    @property
    def is_link(self) -> bool:
        """Whether it replaces a file by a link to the file that stays; only for identical files."""
        return self in (ActKind.HARDLINK, ActKind.SYMLINK, ActKind.REFLINK)


PLAN_KINDS = tuple(kind for kind in ActKind if not kind.of_folders)
"""The kinds that a plan can be of."""


class ActState(StrEnum):
    """How far an act has got."""

    PLANNED = "planned"
    STARTED = "started"  # only in the journal of a program that died
    DONE = "done"
    SKIPPED = "skipped"  # not tried: the file changed, is protected, is the last one …
    FAILED = "failed"  # tried; the file is where it was
    UNDONE = "undone"


class MarkCause(StrEnum):
    """What marked a file."""

    RULE = "rule"  # of ``--remove``, by its relation to the kept file
    BY_HAND = "by hand"
    INSIDE = "inside"  # a folder
    OUTSIDE = "outside"  # a folder
    INVERTED = "inverted"  # it was not marked before
    FOLDER = "folder"  # its whole folder goes


@dataclass(frozen=True, slots=True)
class PlannedAct:
    """One file that is to go, and the file that stays for it.

    In plans for folders also a link or an empty folder that goes, and the one that stays for it.

    Attributes:
        file: as the scan saw it; anything else on disk means it changed and is skipped.
        content: XXH3-128 of its bytes at the scan.
        survivor: a file of the same cluster that stays (the kept file, if it is not marked).
        survivor_content: XXH3-128 of the survivor.
        cluster: id of the cluster.
        similarity: shared with the kept file, 0..1.
        relation: to the kept file.
        why: the sentence that explains the mark.
        to: target path of a move or a copy (absolute); None for the Trash, where the place is chosen when it acts, and
            for acts in place.
        warnings: what a person should know before they agree, a sentence each.
        freed: bytes that the act really frees on the file's disk: 0 for a copy, and if other hard links keep the
            content. None if not looked up: counts as its size, or 0 for a copy.
        cause: what marked it; not known of acts read from a document.
        doubt: why it must not be carried out: what a document says of it is not so; "" for nothing.
        step: its own kind, where it is a step of removing a folder; None for the kind of the plan.
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
    cause: MarkCause = field(default=MarkCause.RULE, compare=False)
    doubt: str = ""
    step: ActKind | None = None

    @property
    def identical(self) -> bool:
        return self.content == self.survivor_content


class Acts(Sequence[PlannedAct]):
    """The acts of a plan in their order, and columns of them.

    A subclass that holds columns answers without making act objects. Two are equal if their acts are.
    """

    __slots__ = ()

    @staticmethod
    def of(acts: Iterable[PlannedAct]) -> Acts:
        """Make ``Acts`` of act objects; ``Acts`` are returned unchanged."""
        return acts if isinstance(acts, Acts) else ListedActs(acts)

    def paths(self) -> Iterable[str]:
        """Return the path of each file."""
        return (act.file.path for act in self)

    def folders(self) -> Iterable[str]:
        """Return the folder of each file, with the separator at its end."""
        return (path[: path.rfind(os.sep) + 1] for path in self.paths())

    def survivors(self) -> Iterable[str]:
        """Return the path of the file that stays for each."""
        return (act.survivor.path for act in self)

    def sizes(self) -> Iterable[int]:
        """Return the size of each file, in bytes."""
        return (act.file.size for act in self)

    def freed(self) -> Iterable[int | None]:
        """Return ``freed`` of each."""
        return (act.freed for act in self)

    def similarities(self) -> Iterable[float]:
        """Return the similarity of each file to the kept one, 0..1."""
        return (act.similarity for act in self)

    def identical(self) -> Iterable[bool]:
        """Tell whether each file is identical to the one that stays for it."""
        return (act.identical for act in self)

    def clusters(self) -> Iterable[str]:
        """Return the id of the cluster of each."""
        return (act.cluster for act in self)

    def warnings(self) -> Iterable[tuple[str, ...]]:
        """Return the warnings of each."""
        return (act.warnings for act in self)

    def warned(self) -> Iterable[tuple[str, ...]]:
        """Return the warnings of those that have any."""
        return filter(None, self.warnings())

    def targets(self) -> Iterable[str | None]:
        """Return ``to`` of each."""
        return (act.to for act in self)

    def reasons(self) -> Iterable[tuple[MarkCause, Relation]]:
        """Return what marked each, and its relation to the kept file."""
        return ((act.cause, act.relation) for act in self)

    def steps(self) -> Iterable[ActKind | None]:
        """Return ``step`` of each."""
        return (act.step for act in self)

    def only(self, wanted: Sequence[bool]) -> Acts:
        """Return those whose entry in ``wanted`` is true."""
        return ListedActs(compress(self, wanted))

    def told(self, freed: Sequence[int], warnings: Mapping[int, tuple[str, ...]]) -> Acts:
        """Return the same acts with the bytes that each frees, and warnings by their positions."""
        return ListedActs(
            replace(act, freed=freed[at], warnings=warnings.get(at, ())) for at, act in enumerate(self)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"


class ListedActs(Acts):
    """Acts as objects, for those read from a document, whose numbers may be of any size."""

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


class JoinedActs(Acts):
    """The acts of several plans, one after the other; each keeps its own columns."""

    __slots__ = ("_parts",)

    def __init__(self, parts: Iterable[Acts]) -> None:
        self._parts = tuple(part for part in parts if len(part))

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    @overload
    def __getitem__(self, index: int) -> PlannedAct: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PlannedAct]: ...
    def __getitem__(self, index: int | slice) -> PlannedAct | Sequence[PlannedAct]:
        if isinstance(index, slice):
            return [self[at] for at in range(len(self))[index]]
        at = range(len(self))[index]  # raises IndexError, and takes numbers from the end
        for part in self._parts:
            if at < len(part):
                return part[at]
            at -= len(part)
        raise IndexError(index)

    def __iter__(self) -> Iterator[PlannedAct]:
        return chain.from_iterable(self._parts)

    def paths(self) -> Iterable[str]:
        return chain.from_iterable(part.paths() for part in self._parts)

    def folders(self) -> Iterable[str]:
        return chain.from_iterable(part.folders() for part in self._parts)

    def survivors(self) -> Iterable[str]:
        return chain.from_iterable(part.survivors() for part in self._parts)

    def sizes(self) -> Iterable[int]:
        return chain.from_iterable(part.sizes() for part in self._parts)

    def freed(self) -> Iterable[int | None]:
        return chain.from_iterable(part.freed() for part in self._parts)

    def similarities(self) -> Iterable[float]:
        return chain.from_iterable(part.similarities() for part in self._parts)

    def identical(self) -> Iterable[bool]:
        return chain.from_iterable(part.identical() for part in self._parts)

    def clusters(self) -> Iterable[str]:
        return chain.from_iterable(part.clusters() for part in self._parts)

    def warnings(self) -> Iterable[tuple[str, ...]]:
        return chain.from_iterable(part.warnings() for part in self._parts)

    def targets(self) -> Iterable[str | None]:
        return chain.from_iterable(part.targets() for part in self._parts)

    def reasons(self) -> Iterable[tuple[MarkCause, Relation]]:
        return chain.from_iterable(part.reasons() for part in self._parts)

    def steps(self) -> Iterable[ActKind | None]:
        return chain.from_iterable(part.steps() for part in self._parts)

    def only(self, wanted: Sequence[bool]) -> Acts:
        return JoinedActs(part.only(wanted[begin:end]) for part, begin, end in self._spans())

    def told(self, freed: Sequence[int], warnings: Mapping[int, tuple[str, ...]]) -> Acts:
        return JoinedActs(
            part.told(
                freed[begin:end], {at - begin: said for at, said in warnings.items() if begin <= at < end}
            )
            for part, begin, end in self._spans()
        )

    def _spans(self) -> Iterator[tuple[Acts, int, int]]:
        begin = 0
        for part in self._parts:
            yield part, begin, begin + len(part)
            begin += len(part)


@dataclass(frozen=True, slots=True)
class FolderRemoval:
    """A folder that goes as a whole: its files one by one, then its links, then the folders, which are empty by then.

    Attributes:
        path: the folder that goes, absolute.
        kept: the folder that stays for it, absolute.
        fingerprint: of all that was in the folder when this was planned (``folder_listing``); if anything else is in
            it by the time of the first act, all of it stays. Empty if nothing goes from it.
        whole: everything in it goes, and so does the folder itself.
        stays: what stays in it and why, a sentence each.
    """

    path: str
    kept: str
    fingerprint: bytes
    whole: bool
    stays: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a batch would do, before it does anything.

    Attributes:
        kind: the act for all files.
        acts: least similar first, then by path; any sequence may be passed.
        target: the folder of a move or a copy, absolute.
        refused: marks that can't become acts (protected, last of a cluster), with the reason.
        warnings: what a person should know of the whole plan before they agree, a sentence each.
        folder_files: number of files at any depth in folders that are judged as a whole, by their absolute paths; they
            may be nested.
        files_below: number of files at any depth in each folder that loses one, and in those where the paths to them
            branch, by path with the separator at its end. Empty if not counted.
        removals: folders that go as a whole; their acts are among ``acts``.
    """

    kind: ActKind
    acts: Acts
    target: str | None = None
    refused: Sequence[tuple[FileRecord, str]] = ()
    warnings: tuple[str, ...] = ()
    folder_files: Mapping[str, int] = field(default_factory=dict)
    files_below: Mapping[str, int] = field(default_factory=dict)
    removals: tuple[FolderRemoval, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "acts", Acts.of(self.acts))

    def kind_of(self, act: PlannedAct) -> ActKind:
        """Return the kind of one of the acts."""
        return act.step or self.kind

    @property
    def file_count(self) -> int:
        """Number of acts on files; links and empty folders do not count."""
        return sum(step is None or step.on_files for step in self.acts.steps())

    def freed_by(self, act: PlannedAct) -> int:
        """Return the bytes that one of the acts really frees on the file's disk."""
        return _freed(self.kind, act.freed, act.file.size)

    @property
    def bytes_freed(self) -> int:
        known = zip(self.acts.freed(), self.acts.sizes(), strict=True)
        return sum(_freed(self.kind, freed, size) for freed, size in known)

    @property
    def bytes_handled(self) -> int:
        """Bytes of all files, freed or not, as progress counts them."""
        return sum(self.acts.sizes())


@dataclass(frozen=True, slots=True)
class ActRecord:
    """The entry of one act in the journal.

    Attributes:
        path: where the file was.
        act: kind.
        to: where it went or was to go; of a link the file it points to; None if that was never decided.
        state: how far it got.
        reason: why it was skipped or failed, or what could not be restored; "" otherwise.
        size: bytes.
        freed: bytes really freed on its disk, as seen when it was done; None if not looked up.
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
        """Bytes freed by it: 0 unless it is done (and not undone)."""
        return _freed(self.act, self.freed, self.size) if self.state is ActState.DONE else 0


@dataclass(frozen=True, slots=True)
class BatchReport:
    """The outcome of a batch, file by file.

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

    def count_files(self, state: ActState) -> int:
        """Count as ``count`` does, without links and empty folders."""
        return sum(act.state is state and act.act.on_files for act in self.acts)

    @property
    def bytes_freed(self) -> int:
        """Bytes really freed on the files' disks (acts done and not undone)."""
        return sum(act.bytes_freed for act in self.acts)


def _freed(kind: ActKind, known: int | None, size: int) -> int:
    if kind is ActKind.COPY:
        return 0
    return size if known is None else known
