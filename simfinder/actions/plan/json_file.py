"""A plan as a JSON document: written by ``plan --json``, read by ``apply``.

A document may have been edited by hand, or made by anybody: all of it is checked for its form and for contradictions
before it becomes a ``Plan``. Whether it still fits the disk is not checked here: execution looks at every file again.
Figures and warnings in a document are for people; after reading, ``assessment`` makes them anew.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

from simfinder.actions.plan.conflicts import contradictions
from simfinder.actions.plan.json_values import Fields, Malformed
from simfinder.errors import UsageError, reason_of
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.removal_plan import ActKind, ActState, ListedActs, Plan, PlannedAct

VERSION = 1
_LONGEST = 1 << 30
_AT_ONCE = 4096  # acts
_SIGN = "plan"
_KEYS = {
    "simfinder", "version", "batch", "created_ns", "act", "target", "keep", "remove", "folders", "protected",
    "acts", "bytes_freed", "warnings",
}  # fmt: skip
_LATER = {"inside_projects", "left_alone", "folder_files"}  # that older plans lack
_RECORD = {"device", "inode", "size", "mtime_ns", "ctime_ns", "mode", "protected"}
_ENTRY = {"path", "act", "to", "state", "reason", "file"}
_PLANNED = _ENTRY | {"survivor", "cluster", "similarity", "relation", "freed", "warnings"}


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
    """

    plan: Plan
    folders: tuple[str, ...]
    protected: tuple[str, ...] = ()
    keep: str = "newest"
    remove: str = "older"
    created_ns: int = field(default_factory=time.time_ns)
    inside_projects: bool = False
    left_alone: int = 0


def text(stored: StoredPlan) -> Iterator[str]:
    r"""Write a plan as one line of JSON, piece by piece; the acts first, then refused marks, as "skipped".

    In pieces, because the 247,000 acts of a plan over a million files are 220 MB of text, and took 2 GB as objects and
    text. The text is ASCII: every name comes back exactly (``\udcXX`` for bytes that are not UTF-8).
    """
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
    tail = {
        "bytes_freed": plan.bytes_freed,
        "warnings": list(plan.warnings),
        "folder_files": dict(plan.folder_files),
    }
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
    yield "], " + json.dumps(tail)[1:] + "\n"


def parse(data: bytes) -> StoredPlan:
    """Read a plan from its document.

    Raises:
        UsageError: it is no plan, is of another version, or contradicts itself; says where.
    """
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise UsageError("is no plan: no text in UTF-8") from error
    except RecursionError as error:
        raise UsageError("is no plan: nested too deep") from error
    except Malformed as error:
        raise UsageError(f"is no plan: {error}") from error
    except ValueError as error:
        raise UsageError(f"is no plan: no JSON ({error})") from error
    if not isinstance(value, dict) or value.get("simfinder") != _SIGN:
        raise UsageError("is no plan of SimFinder")
    version = value.get("version")
    if type(version) is not int or version != VERSION:
        raise UsageError(f"is a plan of version {version!r:.20}; this SimFinder reads version {VERSION}")
    try:
        stored = _stored(Fields(value, "", _KEYS, _LATER))
    except Malformed as error:
        raise UsageError(f"is no plan that can be carried out: {error}") from error
    for contradiction in contradictions(stored.plan, stored.folders, stored.protected):
        raise UsageError(f"is no plan that can be carried out: {contradiction}")
    return stored


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
        **_entry(act.file, plan.kind, act.to, ActState.PLANNED, act.why),
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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise Malformed("a name stands twice in one object")
    return value


def _no_constant(text: str) -> Any:
    raise Malformed(f"{text} is no number")


def _stored(top: Fields) -> StoredPlan:
    if top.value("batch") is not None:
        raise Malformed("batch: a plan has none yet")
    kind = ActKind(top.word("act", ActKind))
    target = top.path("target") if kind.needs_target else None
    if not kind.needs_target and top.value("target") is not None:
        raise Malformed(f"target: there is none for {kind}")
    acts: list[PlannedAct] = []
    refused: list[tuple[FileRecord, str]] = []
    for number, item in enumerate(top.items("acts")):
        where = f"acts[{number}]"
        skipped = isinstance(item, dict) and item.get("state") == ActState.SKIPPED
        entry = Fields(item, where, _ENTRY if skipped else _PLANNED)
        entry.word("act", [kind])
        entry.word("state", [ActState.SKIPPED if skipped else ActState.PLANNED])
        path, why = entry.path("path"), entry.text("reason")
        if skipped:
            if entry.value("to") is not None:
                raise Malformed(f"{where}.to: what is skipped goes nowhere")
            refused.append((_read_record(path, Fields(entry.value("file"), f"{where}.file", _RECORD)), why))
        else:
            acts.append(_read_act(entry, path, why, kind))
    top.number("bytes_freed", 0, 2**80)
    counts = top.counts("folder_files") if top.has("folder_files") else {}
    return StoredPlan(
        plan=Plan(kind, ListedActs(acts), target, tuple(refused), tuple(top.texts("warnings")), counts),
        folders=tuple(top.paths("folders")),
        protected=tuple(top.paths("protected")),
        keep=top.text("keep"),
        remove=top.text("remove"),
        created_ns=top.decimal("created_ns"),
        inside_projects=top.flag("inside_projects") if top.has("inside_projects") else False,
        left_alone=top.number("left_alone", 0, 2**63) if top.has("left_alone") else 0,
    )


def _read_act(entry: Fields, path: str, why: str, kind: ActKind) -> PlannedAct:
    file = Fields(entry.value("file"), f"{entry.where}.file", _RECORD | {"content"})
    survivor = Fields(entry.value("survivor"), f"{entry.where}.survivor", _RECORD | {"content", "path"})
    to = entry.path("to") if kind.needs_target else None
    if not kind.needs_target and entry.value("to") is not None:
        raise Malformed(f"{entry.where}.to: a {kind} goes to no place of ours")
    return PlannedAct(
        file=_read_record(path, file),
        content=file.digest("content", 16),
        survivor=_read_record(survivor.path("path"), survivor),
        survivor_content=survivor.digest("content", 16),
        cluster=entry.digest("cluster", 8).hex(),
        similarity=entry.share("similarity"),
        relation=Relation(entry.word("relation", Relation)),
        why=why,
        to=to,
        warnings=tuple(entry.texts("warnings")),
        freed=entry.number("freed", 0, 2**63),
    )


def _read_record(path: str, record: Fields) -> FileRecord:
    return FileRecord(
        path=path,
        device=record.decimal("device", least=0),
        inode=record.decimal("inode", least=0),
        size=record.number("size", 0, 2**63 - 1),
        mtime_ns=record.decimal("mtime_ns"),
        ctime_ns=record.decimal("ctime_ns"),
        mode=record.number("mode", 0, 2**32 - 1),
        protected=record.flag("protected"),
    )
