"""A plan as a JSON document: written by ``plan --json``, read by ``apply``.

A document may have been edited by hand, or made by anybody: all of it is checked for its form and for contradictions
before it becomes a ``Plan``. Whether it still fits the disk is not checked here: execution looks at every file again.
Warnings in a document are for people; after reading, ``assessment`` makes them anew. A document that this person's own
program wrote ends with a seal; what any other one claims is measured again (``app.removal.measured_plan``).
"""

from __future__ import annotations

import hmac
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from simfinder.actions.plan.conflicts import contradictions
from simfinder.errors import UsageError, reason_of
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.path_rules import OWN
from simfinder.model.removal_plan import ActKind, ActState, FolderRemoval, ListedActs, Plan, PlannedAct
from simfinder.store.json_values import Whole, convert, loads
from simfinder.store.seal import LENGTH, Purpose, sealing, unsealing

VERSION = 1
_LONGEST = 1 << 30
_AT_ONCE = 4096  # acts
_SIGN = "plan"
_SEALED = ', "seal": "%s"}\n'


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A plan with all that is needed to carry it out later.

    Attributes:
        plan: the acts.
        folders: the folders that were scanned, absolute.
        protected: folders whose files are never touched, absolute.
        keep: rules that chose the files that stay.
        remove: rule that chose the files that go.
        created_ns: when it was made, nanoseconds since 1970.
        inside_projects: the rule marked in project folders too.
        left_alone: files in project folders that the rule did not mark.
        sealed: this person's own program made it; what any other one says is to be measured before it is carried out.
    """

    plan: Plan
    folders: tuple[str, ...]
    protected: tuple[str, ...] = ()
    keep: str = "newest"
    remove: str = "older"
    created_ns: int = field(default_factory=time.time_ns)
    inside_projects: bool = False
    left_alone: int = 0
    sealed: bool = True


def text(stored: StoredPlan) -> Iterator[str]:
    r"""Write a plan as one line of JSON, piece by piece; the acts first, then refused marks, as "skipped".

    In pieces, because the 247,000 acts of a plan over a million files are 220 MB of text, and took 2 GB as objects and
    text. The text is ASCII: every name comes back exactly (``\udcXX`` for bytes that are not UTF-8). At its end is a
    seal over all of it before, unless the plan is somebody else's.
    """
    seal = sealing(Purpose.PLAN) if stored.sealed else None
    for piece in _pieces(stored):
        if seal is not None:
            seal.update(piece.encode("ascii"))
        yield piece
    yield "}\n" if seal is None else _SEALED % seal.digest().hex()


def _pieces(stored: StoredPlan) -> Iterator[str]:
    """Write a plan as JSON, without the seal and the bracket at its end."""
    plan = stored.plan
    head = {
        "simfinder": _SIGN,
        "version": VERSION,
        "batch": None,
        "created_ns": str(stored.created_ns),
        "act": str(plan.kind),
        "target": plan.target,
        "keep": stored.keep,
        "remove": stored.remove,
        "inside_projects": stored.inside_projects,
        "left_alone": stored.left_alone,
        "folders": list(stored.folders),
        "protected": list(stored.protected),
        "acts": [],
    }
    tail: dict[str, Any] = {
        "bytes_freed": plan.bytes_freed,
        "warnings": list(plan.warnings),
        "folder_files": dict(plan.folder_files),
    }
    if plan.removals:  # other plans are as earlier versions write and read them
        tail["removals"] = [
            {
                "path": removal.path,
                "kept": removal.kept,
                "fingerprint": removal.fingerprint.hex(),
                "whole": removal.whole,
                "stays": list(removal.stays),
            }
            for removal in plan.removals
        ]
    yield json.dumps(head)[: -len("]}")]
    entries = chain(
        (_act(plan, act) for act in plan.acts),
        (
            {**_entry(file, plan.kind, None, ActState.SKIPPED, reason), "file": _record(file)}
            for file, reason in plan.refused
        ),
    )
    between = ""
    while some := list(islice(entries, _AT_ONCE)):
        yield between + json.dumps(some)[1:-1]
        between = ", "
    yield "], " + json.dumps(tail)[1:-1]


def parse(data: bytes) -> StoredPlan:
    """Read a plan from its document.

    Raises:
        UsageError: it is no plan, is of another version, or contradicts itself; says where.
    """
    try:
        value = loads(data)
    except ValueError as error:
        raise UsageError(f"is no plan: {error}") from error
    if not isinstance(value, dict) or value.get("simfinder") != _SIGN:
        raise UsageError("is no plan of SimFinder")
    version = value.get("version")
    if type(version) is not int or version != VERSION:
        raise UsageError(f"is a plan of version {version!r:.20}; this SimFinder reads version {VERSION}")
    try:
        stored = _stored(convert(value, _Document), sealed=_is_sealed(data))
    except ValueError as error:
        raise UsageError(f"is no plan that can be carried out: {error}") from error
    for contradiction in contradictions(stored.plan, stored.folders, stored.protected):
        raise UsageError(f"is no plan that can be carried out: {contradiction}")
    return stored


def _is_sealed(data: bytes) -> bool:
    """Return whether a document ends with the seal of all that is before it."""
    length = len(data) - len(_SEALED % ("0" * 2 * LENGTH))
    told, seal = data[max(0, length) :], unsealing(Purpose.PLAN)
    if length <= 0 or seal is None:
        return False
    seal.update(data[:length])
    return hmac.compare_digest(told, (_SEALED % seal.digest().hex()).encode())


def read(path: str) -> StoredPlan:
    """Read a plan from a file; ``-`` is standard input.

    Raises:
        UsageError: it can't be read, or as ``parse``.
    """
    try:
        if path == "-":
            data = sys.stdin.buffer.read(_LONGEST + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(_LONGEST + 1)
    except OSError as error:
        raise UsageError(reason_of(error), path) from error
    if len(data) > _LONGEST:
        raise UsageError("is no plan: longer than any plan", path)
    try:
        return parse(data)
    except UsageError as error:
        raise UsageError(error.message, path) from error


def _act(plan: Plan, act: PlannedAct) -> dict[str, Any]:
    return {
        **_entry(act.file, plan.kind_of(act), act.to, ActState.PLANNED, act.why),
        "file": {**_record(act.file), "content": act.content.hex()},
        "survivor": {
            "path": act.survivor.path,
            **_record(act.survivor),
            "content": act.survivor_content.hex(),
        },
        "cluster": act.cluster,
        "similarity": float(act.similarity),
        "relation": str(act.relation),
        "freed": plan.freed_by(act),
        "warnings": list(act.warnings),
    }


def _entry(file: FileRecord, kind: ActKind, to: str | None, state: ActState, reason: str) -> dict[str, Any]:
    return {"path": file.path, "act": str(kind), "to": to, "state": str(state), "reason": reason}


def _record(file: FileRecord) -> dict[str, Any]:
    """Write a file's numbers; those that other programs would round (many read JSON numbers as doubles) as texts."""
    return {
        "device": str(file.device),
        "inode": str(file.inode),
        "size": file.size,
        "mtime_ns": str(file.mtime_ns),
        "ctime_ns": str(file.ctime_ns),
        "mode": file.mode,
        "protected": file.protected,
    }


_Decimal = Annotated[str, Meta(pattern=r"^(0|-?[1-9][0-9]{0,39})\Z")]
_Number = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]{0,39})\Z")]
_Content = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


class _Record(Struct, forbid_unknown_fields=True, kw_only=True):
    device: _Number
    inode: _Number
    size: Whole
    mtime_ns: _Decimal
    ctime_ns: _Decimal
    mode: Annotated[int, Meta(ge=0, le=2**32 - 1)]
    protected: bool

    def at(self, path: str) -> FileRecord:
        times = int(self.mtime_ns), int(self.ctime_ns)
        return FileRecord(
            path, int(self.device), int(self.inode), self.size, *times, self.mode, self.protected
        )


class _File(_Record, kw_only=True):
    content: _Content


class _Survivor(_File, kw_only=True):
    path: str

    def __post_init__(self) -> None:
        _check_paths("path", self.path)


class _Entry(Struct, forbid_unknown_fields=True, kw_only=True):
    path: str
    act: ActKind
    reason: str

    def __post_init__(self) -> None:
        _check_paths("path", self.path)
        _check_texts(self.reason)


class _Skipped(_Entry, kw_only=True):
    state: Literal["skipped"]
    to: None
    file: _Record


class _Planned(_Entry, kw_only=True):
    state: Literal["planned"]
    to: str | None
    file: _File
    survivor: _Survivor
    cluster: Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
    similarity: Annotated[float, Meta(ge=0, le=1)]
    relation: Relation
    freed: Whole
    warnings: tuple[str, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_texts(*self.warnings)
        _check_paths("to", self.to)

    def planned(self, kind: ActKind) -> PlannedAct:
        file, survivor = self.file, self.survivor
        return PlannedAct(
            file.at(self.path), bytes.fromhex(file.content),
            survivor.at(survivor.path), bytes.fromhex(survivor.content),
            self.cluster, self.similarity, self.relation, self.reason, self.to, self.warnings, self.freed,
            step=None if self.act is kind else self.act,
        )  # fmt: skip


class _Removal(Struct, forbid_unknown_fields=True, kw_only=True):
    path: str
    kept: str
    fingerprint: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")]
    whole: bool
    stays: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_paths("removals", self.path, self.kept)
        _check_texts(*self.stays)

    def removal(self) -> FolderRemoval:
        return FolderRemoval(self.path, self.kept, bytes.fromhex(self.fingerprint), self.whole, self.stays)


class _Document(Struct, forbid_unknown_fields=True, kw_only=True):
    simfinder: str
    version: int
    batch: None
    created_ns: _Decimal
    act: ActKind
    target: str | None
    keep: str
    remove: str
    folders: tuple[str, ...]
    protected: tuple[str, ...]
    acts: list[Any]  # converted one by one: together they would be a second copy of the longest part
    bytes_freed: Annotated[int, Meta(ge=0)]
    warnings: tuple[str, ...]
    inside_projects: bool = False  # from here on older plans have none of them
    left_alone: Whole = 0
    folder_files: dict[str, Whole] = {}
    removals: tuple[_Removal, ...] = ()
    seal: str = ""

    def __post_init__(self) -> None:
        _check_texts(self.keep, self.remove, self.seal, *self.warnings)
        for name in ("folders", "protected", "folder_files"):
            _check_paths(name, *getattr(self, name))
        _check_paths("target", self.target)


def _stored(document: _Document, *, sealed: bool) -> StoredPlan:
    kind = document.act
    if kind.of_folders:
        raise ValueError(f"act: no plan is of {kind} alone")
    _check_target("target", document.target, kind)
    acts: list[PlannedAct] = []
    refused: list[tuple[FileRecord, str]] = []
    for number, item in enumerate(document.acts):
        place = f"acts[{number}]"
        skipped = isinstance(item, dict) and item.get("state") == ActState.SKIPPED
        entry = convert(item, _Skipped, place) if skipped else convert(item, _Planned, place)
        if entry.act is not kind and not (
            document.removals and isinstance(entry, _Planned) and entry.act.of_folders
        ):
            raise ValueError(f"{place}.act: is {entry.act} in a plan of {kind}")
        if isinstance(entry, _Skipped):
            refused.append((entry.file.at(entry.path), entry.reason))
        else:
            _check_target(f"{place}.to", entry.to, entry.act)
            acts.append(entry.planned(kind))
    plan = Plan(
        kind, ListedActs(acts), document.target, tuple(refused), document.warnings, document.folder_files,
        removals=tuple(one.removal() for one in document.removals),
    )  # fmt: skip
    return StoredPlan(
        plan, document.folders, document.protected, document.keep, document.remove, int(document.created_ns),
        document.inside_projects, document.left_alone, sealed,
    )  # fmt: skip


def _check_target(place: str, target: str | None, kind: ActKind) -> None:
    if (target is not None) != (kind.needs_target or kind is ActKind.MERGE):
        raise ValueError(f"{place}: " + ("is missing" if kind.needs_target else f"there is none for {kind}"))


def _check_texts(*texts: str) -> None:
    """Check that texts can be written out again; raises ValueError."""
    for text in texts:
        os.fsencode(text)
        text.encode("utf-8", "surrogateescape")


def _check_paths(name: str, *paths: str | None) -> None:
    """Check that paths are absolute and normal: one text for each place, so that paths can be compared."""
    for path in paths:
        if path is None:
            continue
        _check_texts(path)
        if "\0" in path or not os.path.isabs(path):
            raise ValueError(f"{name} {path!r:.80} is no absolute path")
        # two texts may stand for the same bytes
        if not OWN.is_normal(path) or os.fsdecode(os.fsencode(path)) != path:
            raise ValueError(f"{name} {path!r:.80} is no path in its normal form")
