"""Pair every file that goes with one that stays, cluster by cluster, or refuse its mark.

In every cluster at least one file stays, and no protected one goes. Works on rows of the file columns, not on records:
half a million records are 300 MB. Looks at no disk.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.mark_rules import Mark
from simfinder.arrays.file_columns import DEVICE, FileColumns
from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import ActKind
from simfinder.text.message import say

PROTECTED = say("is in a protected folder")
LAST = say("is the file that stays of its cluster, in which all others are marked")
NOT_IDENTICAL = say("is not identical to a file that stays, so it can't become a link")
OTHER_SYSTEM = say("is on another file system than the file that stays; hard links need the same one")
SHARED_WITH_PROTECTED = say(
    "would become one file with a protected one: a change to it would change that one"
)


@dataclass(frozen=True, slots=True)
class Group:
    """A cluster as rows of the file columns.

    Attributes:
        id: 16 hex digits.
        files: rows of its files, the kept one first, then in the cluster's order.
        similarity: of each to the kept one.
        relation: of each to the kept one.
    """

    id: str
    files: Sequence[int]
    similarity: Sequence[float]
    relation: Sequence[Relation]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Files that may be acted on, in their clusters.

    Attributes:
        groups: the clusters that have marked files; others may be among them.
        files: all files, in the order of their paths' bytes.
        contents_of: returns the XXH3-128 of the files of (k,) rows, (k, 16) uint8.
        mark_of: returns why the marked file of a row is marked.
        there: (n,) bool, files that still exist; None means all.
    """

    groups: Iterable[Group]
    files: FileColumns
    contents_of: Callable[[npt.NDArray[np.integer]], npt.NDArray[np.uint8]]
    mark_of: Callable[[int], Mark]
    there: npt.NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice, in columns that grow: an act takes some 40 bytes.

    Attributes:
        file: rows of the files that go.
        survivor: row of the file that stays for each.
        kept: row of the kept file of its cluster.
        cluster: id of its cluster.
        similarity: to the kept file.
        relation: to the kept file.
        refused: rows of marked files that stay.
        reasons: why each of them stays.
    """

    file: array[int] = field(default_factory=lambda: array("i"))
    survivor: array[int] = field(default_factory=lambda: array("i"))
    kept: array[int] = field(default_factory=lambda: array("i"))
    cluster: list[str] = field(default_factory=list)
    similarity: array[float] = field(default_factory=lambda: array("d"))
    relation: list[Relation] = field(default_factory=list)
    refused: array[int] = field(default_factory=lambda: array("i"))
    reasons: list[str] = field(default_factory=list)

    def take(self, group: Group, at: int, survivor: int) -> None:
        """Add a file of a cluster that goes, and the one that stays for it."""
        self.file.append(group.files[at])
        self.survivor.append(survivor)
        self.kept.append(group.files[0])
        self.cluster.append(group.id)
        self.similarity.append(group.similarity[at])
        self.relation.append(group.relation[at])

    def refuse(self, file: int, reason: str) -> None:
        """Add a marked file that stays."""
        self.refused.append(file)
        self.reasons.append(reason)


def choose(candidates: Candidates, marked: Container[int], kind: ActKind) -> Choice:
    """Turn marks into files that go and files that stay for them.

    In every cluster at least one file stays: the kept file, or where that is marked the best of the unmarked (the
    cluster's own order); where all are marked the kept file stays and its mark is refused. Protected files are
    refused. For a link a file must be identical to one that stays; of identical ones that are all marked the first
    stays, so that the others can be linked to it.

    Args:
        candidates: clusters as shown.
        marked: rows of the files that are to go.
        kind: the act for each.
    """
    choice = Choice()
    is_protected = candidates.files.protected
    for group in candidates.groups:
        going: list[int] = []  # places in the cluster
        for at, file in enumerate(group.files):
            if file not in marked:
                continue
            if is_protected[file]:
                choice.refuse(file, PROTECTED)
            else:
                going.append(at)
        if len(going) == len(group.files):
            choice.refuse(group.files[going.pop(0)], LAST)
        if not going:
            continue
        away = set(going)
        staying = [at for at in range(len(group.files)) if at not in away]
        if kind.is_link:
            _link(candidates, group, going, staying, kind, choice)
        else:
            for at in going:
                choice.take(group, at, group.files[staying[0]])
    return choice


def _link(
    candidates: Candidates,
    group: Group,
    going: Iterable[int],
    staying: Iterable[int],
    kind: ActKind,
    choice: Choice,
) -> None:
    """Pair each file with an identical one that stays, to be linked to it; refuse those that have none."""
    devices, is_protected = candidates.files.numbers[:, DEVICE], candidates.files.protected
    contents = [content.tobytes() for content in candidates.contents_of(np.array(group.files, np.intp))]
    stays: dict[bytes, list[int]] = {}
    for at in staying:
        stays.setdefault(contents[at], []).append(group.files[at])
    for at in going:
        file = group.files[at]
        alike = stays.setdefault(contents[at], [])
        reason = NOT_IDENTICAL
        if kind is ActKind.HARDLINK and alike:
            near = [other for other in alike if devices[other] == devices[file]]
            reason = SHARED_WITH_PROTECTED if near else OTHER_SYSTEM
            fit = next((other for other in near if not is_protected[other]), None)
        else:
            fit = alike[0] if alike else None
        if fit is None:
            choice.refuse(file, reason)
            alike.append(file)  # it stays, so another identical one can be linked to it
        else:
            choice.take(group, at, fit)
