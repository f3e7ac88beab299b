"""Acts and refusals as columns, for plans of half a million files.

An act with the records of its two files takes a kilobyte as objects and some two hundred bytes here, most of them its
sentence. Has no rules: ``make_plan`` fills the columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress, repeat
from typing import overload

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.mark_rules import Mark
from simfinder.arrays.file_columns import SIZE, FileColumns, Rows
from simfinder.arrays.packed_strings import Texts
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord
from simfinder.model.removal_plan import ActKind, Acts, MarkCause, PlannedAct

_AT_ONCE = 20_000  # acts made from the columns in one go
_DIGEST = 16

Digests = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ActColumns(Acts):
    """Acts as columns; the object of an act is made when it is read.

    Attributes:
        listing: all files.
        file: (n,) rows of the files that are to go.
        survivor: (n,) rows of the files that stay for them.
        content: (n, 16) uint8, XXH3-128 of the files that go.
        survivor_content: (n, 16) likewise of those that stay.
        cluster: (n,) ids of the clusters.
        similarity: (n,) float64.
        relation: (n,) to the kept file.
        kept: (n,) rows of the kept files of their clusters.
        mark: (n,) why each is marked.
        to: (n,) target paths; None if the plan has none.
        notes: warnings of the acts that have any, by their positions.
        known: (n,) int64, bytes that each frees; None if not looked up.
    """

    listing: FileColumns
    file: Rows
    survivor: Rows
    content: Digests
    survivor_content: Digests
    cluster: Sequence[str]
    similarity: npt.NDArray[np.float64]
    relation: Sequence[Relation]
    kept: Rows
    mark: Sequence[Mark]
    to: Sequence[str] | None = None
    notes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    known: npt.NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.file)

    @overload
    def __getitem__(self, index: int) -> PlannedAct: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PlannedAct]: ...
    def __getitem__(self, index: int | slice) -> PlannedAct | Sequence[PlannedAct]:
        if isinstance(index, slice):
            return [self[at] for at in range(len(self))[index]]
        at = range(len(self))[index]  # raises IndexError, and takes numbers from the end
        (act,) = self._made(at, at + 1, lambda rows: [self.listing[int(row)] for row in rows])
        return act

    def __iter__(self) -> Iterator[PlannedAct]:
        for begin in range(0, len(self), _AT_ONCE):
            yield from self._made(begin, min(begin + _AT_ONCE, len(self)), self.listing.records)

    def _made(
        self, begin: int, end: int, records: Callable[[Rows], Iterable[FileRecord]]
    ) -> Iterator[PlannedAct]:
        part = slice(begin, end)
        columns = zip(
            range(begin, end),
            records(self.file[part]),
            _digests(self.content[part]),
            records(self.survivor[part]),
            _digests(self.survivor_content[part]),
            self.cluster[part],
            self.similarity[part].tolist(),
            self.relation[part],
            self.listing.paths_of(self.kept[part]),
            self.mark[part],
            repeat(None, end - begin) if self.to is None else self.to[part],
            repeat(None, end - begin) if self.known is None else self.known[part].tolist(),
            strict=True,
        )
        for (
            at,
            file,
            content,
            survivor,
            its_content,
            cluster,
            similarity,
            relation,
            kept,
            mark,
            to,
            freed,
        ) in columns:
            why = mark.sentence(relation, similarity, kept)
            yield PlannedAct(
                file, content, survivor, its_content, cluster, similarity, relation, why, to,
                self.notes.get(at, ()), freed, mark.cause,
            )  # fmt: skip

    def paths(self) -> Iterable[str]:
        return self.listing.paths_of(self.file)

    def folders(self) -> Iterable[str]:
        return map(self.listing.folders.__getitem__, self.listing.folder[self.file].tolist())

    def survivors(self) -> Iterable[str]:
        return self.listing.paths_of(self.survivor)

    def sizes(self) -> Iterable[int]:
        sizes: list[int] = self.listing.numbers[self.file, SIZE].tolist()
        return sizes

    def freed(self) -> Iterable[int | None]:
        return repeat(None, len(self)) if self.known is None else self.known.tolist()

    def similarities(self) -> Iterable[float]:
        figures: list[float] = self.similarity.tolist()
        return figures

    def identical(self) -> Iterable[bool]:
        same: list[bool] = (self.content == self.survivor_content).all(axis=1).tolist()
        return same

    def clusters(self) -> Iterable[str]:
        return self.cluster

    def warnings(self) -> Iterable[tuple[str, ...]]:
        return (self.notes.get(at, ()) for at in range(len(self)))

    def warned(self) -> Iterable[tuple[str, ...]]:
        return self.notes.values()

    def targets(self) -> Iterable[str | None]:
        return repeat(None, len(self)) if self.to is None else self.to

    def reasons(self) -> Iterable[tuple[MarkCause, Relation]]:
        return zip((mark.cause for mark in self.mark), self.relation, strict=True)

    def steps(self) -> Iterable[ActKind | None]:
        return repeat(None, len(self))

    def only(self, wanted: Sequence[bool]) -> ActColumns:
        rows = np.flatnonzero(np.asarray(wanted, dtype=np.bool_))
        return ActColumns(
            self.listing,
            self.file[rows],
            self.survivor[rows],
            self.content[rows],
            self.survivor_content[rows],
            list(compress(self.cluster, wanted)),
            self.similarity[rows],
            list(compress(self.relation, wanted)),
            self.kept[rows],
            list(compress(self.mark, wanted)),
            None if self.to is None else Texts(compress(self.to, wanted)),
            {now: self.notes[was] for now, was in enumerate(rows.tolist()) if was in self.notes},
            None if self.known is None else self.known[rows],
        )

    def told(self, freed: Sequence[int], warnings: Mapping[int, tuple[str, ...]]) -> ActColumns:
        return replace(self, known=np.array(freed, dtype=np.int64), notes=dict(warnings))


class Refusals(Sequence[tuple[FileRecord, str]]):
    """Files that were marked and stay, with the reason.

    Args:
        listing: all files.
        rows: rows of the refused files.
        reasons: why each of them stays.
    """

    __slots__ = ("_listing", "_reasons", "_rows")

    def __init__(self, listing: FileColumns, rows: Sequence[int], reasons: Sequence[str]) -> None:
        self._listing = listing
        self._rows = np.array(rows, dtype=np.int64)
        self._reasons = reasons

    def __len__(self) -> int:
        return len(self._reasons)

    @overload
    def __getitem__(self, index: int) -> tuple[FileRecord, str]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[FileRecord, str]]: ...
    def __getitem__(self, index: int | slice) -> tuple[FileRecord, str] | Sequence[tuple[FileRecord, str]]:
        if isinstance(index, slice):
            return [self[at] for at in range(len(self))[index]]
        return self._listing[int(self._rows[index])], self._reasons[index]

    def __iter__(self) -> Iterator[tuple[FileRecord, str]]:
        return zip(self._listing.records(self._rows), self._reasons, strict=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Refusals({list(self)!r})"


def _digests(rows: Digests) -> Iterator[bytes]:
    data = rows.tobytes()
    return (data[begin : begin + _DIGEST] for begin in range(0, len(data), _DIGEST))
