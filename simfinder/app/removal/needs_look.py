"""What a person should look at before a removal: acts in doubt, and files beside them that nobody marked.

Columns, and a row as an object when it is read: a plan may have half a million acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import RELATIONS
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.removal_plan import Plan, PlannedAct

if TYPE_CHECKING:
    from simfinder.app.session.session import Session

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A file to look at.

    Attributes:
        path: of the file.
        other: path of the file that stays for it, or that is kept in its cluster.
        size: in bytes.
        similarity: of the two, 0..1.
        relation: of the two.
        warnings: what is to be checked of a file that would go, or why a file was not marked; a sentence each.
        act: what would be done with it; None for a file that stays.
    """

    path: str
    other: str
    size: int
    similarity: float
    relation: Relation
    warnings: tuple[str, ...]
    act: PlannedAct | None


class NeedsLook(Sequence[Doubtful]):
    """The files to look at: those that would go first, then those that stay; each part by similarity.

    Args:
        plan: to be reviewed.
        session: of its marks; None for a plan that rests on none.
        low: what shares less than this with the kept file is to be looked at.
    """

    def __init__(self, plan: Plan, session: Session | None, low: float) -> None:
        self._acts = plan.acts
        # the clusters of this moment: while a person looks, checks go on and may change those of the session
        self._now = None if session is None else (session, session.clusters)
        shares = np.fromiter(plan.acts.similarities(), np.float64, count=len(plan.acts))
        warned = np.fromiter(map(bool, plan.acts.warnings()), np.bool_, count=len(plan.acts))
        doubtful = np.flatnonzero(warned | (shares < low))
        self._of_acts: IntArray = doubtful[np.argsort(shares[doubtful], kind="stable")]
        self._unmarked: IntArray = np.zeros(0, np.int64) if session is None else _unmarked(session)

    def __len__(self) -> int:
        return len(self._of_acts) + len(self._unmarked)

    @property
    def going(self) -> int:
        """How many of them would go: the first ones."""
        return len(self._of_acts)

    @overload
    def __getitem__(self, index: int) -> Doubtful: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Doubtful]: ...
    def __getitem__(self, index: int | slice) -> Doubtful | Sequence[Doubtful]:
        if isinstance(index, slice):
            return [self[at] for at in range(len(self))[index]]
        at = range(len(self))[index]
        if at < self.going:
            act = self._acts[int(self._of_acts[at])]
            return Doubtful(
                act.file.path,
                act.survivor.path,
                act.file.size,
                act.similarity,
                act.relation,
                act.warnings,
                act,
            )
        assert self._now is not None
        position = int(self._unmarked[at - self.going])
        session, table = self._now
        file = int(table.members[position])
        record = session.record(file)
        reason = session.clustering.relation_reason(file)
        return Doubtful(
            record.path,
            session.record(int(table.kept[table.cluster_of(file)])).path,
            record.size,
            float(table.similarity[position]),
            RELATIONS[int(table.relation[position])],
            (reason,) if reason else (),
            None,
        )

    def of_acts(self) -> list[bool]:
        """Tell of each act of the plan whether it is one of them."""
        found = np.zeros(len(self._acts), dtype=np.bool_)
        found[self._of_acts] = True
        return found.tolist()

    def paths(self) -> list[str]:
        """Return the path of each."""
        every = list(self._acts.paths())
        return [every[at] for at in self._of_acts.tolist()] + [record.path for record in self._records()]

    def similarities(self) -> list[float]:
        """Return the similarity of each."""
        every = list(self._acts.similarities())
        found = [every[at] for at in self._of_acts.tolist()]
        if self._now is not None:
            _, table = self._now
            found += table.similarity[self._unmarked].tolist()
        return found

    def sizes(self) -> list[int]:
        """Return the size of each."""
        every = list(self._acts.sizes())
        return [every[at] for at in self._of_acts.tolist()] + [record.size for record in self._records()]

    def _records(self) -> list[FileRecord]:
        if self._now is None:
            return []
        session, table = self._now
        return [session.record(file) for file in table.members[self._unmarked].tolist()]


def _unmarked(session: Session) -> IntArray:
    """Return the positions of files that stay beside marked ones: not marked, not kept, not identical to the kept.

    Beside copies that go nothing is to be asked: all that they hold stays.
    """
    table = session.clusters
    marked = np.zeros(len(table.cluster_index), dtype=np.bool_)
    marked[list(session.marks)] = True
    clusters = np.repeat(np.arange(len(table)), np.diff(table.offsets))
    touched = np.zeros(len(table), dtype=np.bool_)
    same = RELATIONS.index(Relation.IDENTICAL)
    touched[clusters[marked[table.members] & (table.relation != same)]] = True
    wanted = touched[clusters] & ~marked[table.members] & (table.members != table.kept[clusters])
    found = np.flatnonzero(wanted & (table.relation != same))
    ordered: IntArray = found[np.argsort(table.similarity[found], kind="stable")]
    return ordered
