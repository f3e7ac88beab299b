"""Clusters as packed arrays: what a million rows are shown, sorted and counted from.

Built anew whenever a slider moves, so everything here is vectorised; a ``Cluster`` object is made only for
the few that are planned, exported or looked at.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import xxhash

from simfinder.actions.choosing import Group
from simfinder.actions.marks import RULES, stands
from simfinder.actions.nameages import NameAges
from simfinder.app.path_text import PathText
from simfinder.errors import UsageError
from simfinder.model.clusters import Cluster, Member, Relation
from simfinder.search import clustering
from simfinder.store.listing import Listing

RELATIONS: tuple[Relation, ...] = tuple(Relation)
KEPT, IDENTICAL, OLDER, NEWER, SIMILAR, OTHER_FORMAT, SIBLING = range(len(RELATIONS))

IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class FileTable:
    """The columns of all files that clustering needs, in the order of the scan's records (path bytes).

    Attributes:
        records: one ``FileRecord`` per file.
        contents: row of the signature table per file, (n,) int32; -1 where the content was not read.
        types: index of the file's type per file, (n,) int32.
        type_names: the types, sorted.
        sizes: (n,) int64, bytes.
        mtimes: (n,) int64, nanoseconds since 1970.
        protected: (n,) bool.
        ages: order by names, for files of one time.
        text: the paths, to be searched and sorted by.
    """

    records: Listing
    contents: IntArray
    types: IntArray
    type_names: tuple[str, ...]
    sizes: npt.NDArray[np.int64]
    mtimes: npt.NDArray[np.int64]
    protected: npt.NDArray[np.bool_]
    ages: NameAges = field(init=False)
    text: PathText = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "records", Listing.of(self.records))
        object.__setattr__(self, "ages", NameAges(self.records))
        object.__setattr__(self, "text", PathText(self.records))


@dataclass(frozen=True, slots=True, eq=False)
class ClusterTable:
    """All clusters at the current tolerances; ``c`` clusters with ``m`` members in all.

    Clusters: largest saving first, ties by the kept file's path. Members: the kept file first, then by
    similarity (highest first), then by path.

    Attributes:
        offsets: (c + 1,) int64; the members of cluster i are ``offsets[i]:offsets[i + 1]``.
        members: (m,) int32 file indexes.
        kept: (c,) int32 file indexes.
        similarity: (m,) float32, shared with the kept file; 1.0 only for equal content.
        estimated: (m,) bool, the figure is an estimate.
        relation: (m,) uint8, index into ``RELATIONS``.
        within: (m,) bool, inside the tolerance of the kept file itself.
        view: (m,) uint8, by which view it was measured; 0 is the bytes.
        weakest: (c,) float32.
        bytes_freed: (c,) int64, what removing older and identical files would free.
        cluster_index: (n,) int32 per file, -1 where it is in no cluster.
    """

    offsets: npt.NDArray[np.int64]
    members: IntArray
    kept: IntArray
    similarity: npt.NDArray[np.float32]
    estimated: npt.NDArray[np.bool_]
    relation: npt.NDArray[np.uint8]
    within: npt.NDArray[np.bool_]
    view: npt.NDArray[np.uint8]
    weakest: npt.NDArray[np.float32]
    bytes_freed: npt.NDArray[np.int64]
    cluster_index: IntArray
    files: FileTable
    content_hashes: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.kept)

    def cluster_of(self, file: int) -> int:
        """Cluster a file is in, -1 for none."""
        return int(self.cluster_index[file])

    def position_of(self, file: int) -> int:
        """Position of a file in ``members``, -1 where it is in no cluster."""
        cluster = self.cluster_of(file)
        if cluster < 0:
            return -1
        start, stop = int(self.offsets[cluster]), int(self.offsets[cluster + 1])
        return start + int(np.flatnonzero(self.members[start:stop] == file)[0])

    def id(self, index: int) -> str:
        """16 hex digits that name a cluster: a hash of its first member's path, in path order."""
        start, stop = int(self.offsets[index]), int(self.offsets[index + 1])
        first = self.files.records.path(int(self.members[start:stop].min()))
        return xxhash.xxh3_64_hexdigest(os.fsencode(first))

    def content_of(self, file: int) -> bytes:
        """XXH3-128 of a file, 16 bytes."""
        return bytes(self.content_hashes[self.files.contents[file]].tobytes())

    def cluster(self, index: int) -> Cluster:
        """One cluster as values."""
        start, stop = int(self.offsets[index]), int(self.offsets[index + 1])
        members = tuple(
            Member(
                file=self.files.records[file],
                content=self.content_of(file),
                similarity=float(self.similarity[at]),
                estimated=bool(self.estimated[at]),
                relation=RELATIONS[self.relation[at]],
                within=bool(self.within[at]),
            )
            for at, file in enumerate(self.members[start:stop].tolist(), start)
        )
        return Cluster(self.id(index), members, float(self.weakest[index]), int(self.bytes_freed[index]))

    def group(self, index: int) -> Group:
        """One cluster as places of files."""
        part = slice(int(self.offsets[index]), int(self.offsets[index + 1]))
        relations = [RELATIONS[relation] for relation in self.relation[part].tolist()]
        return Group(self.id(index), self.members[part].tolist(), self.similarity[part].tolist(), relations)

    def named_by(
        self,
        rule: str,
        clusters: Sequence[int] | None = None,
        files: npt.NDArray[np.bool_] | None = None,
    ) -> dict[int, str]:
        """What a rule of ``--remove`` marks, and why: the same as ``marks.mark_older`` of the clusters, by file.

        Args:
            rule: ``older``, ``identical`` or ``all``.
            clusters: only in these; None means all.
            files: (n,) bool, only these; None means all.

        Raises:
            UsageError: no such rule.
        """
        if rule not in RULES:
            raise UsageError(f"unknown rule {rule} (known: {' '.join(RULES)})")
        named = self.relation == IDENTICAL
        if rule == "all":
            named |= self.within & (self.relation != KEPT)
        elif rule == "older":
            named |= self.within & (self.relation == OLDER)
        named &= ~self.files.protected[self.members]
        return self.standings(np.flatnonzero(named & self.positions(clusters, files)))

    def positions(
        self, clusters: Sequence[int] | None, files: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.bool_]:
        """(m,) bool, which positions are those of some clusters and of some files, (n,) bool; None means all."""
        among = np.ones(len(self.members), dtype=np.bool_) if files is None else files[self.members]
        if clusters is None:
            return among
        wanted = np.zeros(len(self) + 1, dtype=np.bool_)  # the last one is that of files in no cluster
        wanted[list(clusters)] = True
        return among & wanted[self.cluster_index[self.members]]

    def standings(self, positions: npt.NDArray[np.integer]) -> dict[int, str]:
        """How the files at some positions stand to the kept ones of their clusters, in a sentence each, by file."""
        files = self.members[positions]
        kept = self.kept[self.cluster_index[files]]
        columns = (files, kept, self.relation[positions], self.similarity[positions])
        records = self.files.records
        return {
            file: stands(RELATIONS[relation], similarity, records.path(best))
            for file, best, relation, similarity in zip(*(c.tolist() for c in columns), strict=True)
        }


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """Which files belong together and which of them is kept, before anything is measured against it.

    Attributes:
        offsets: (c + 1,) integer.
        members: (m,) file indexes, the kept one first in each cluster.
    """

    offsets: npt.NDArray[np.int64]
    members: IntArray


def build(
    files: FileTable,
    content_hashes: npt.NDArray[np.uint8],
    grouping: Grouping,
    similarity: npt.NDArray[np.float32],
    tolerances: npt.NDArray[np.float32],
    view: npt.NDArray[np.uint8] | None = None,
    measured: npt.NDArray[np.bool_] | None = None,
) -> ClusterTable:
    """Measure every member against its kept file and put clusters and members in their order.

    Args:
        files: the columns of all files.
        content_hashes: (rows, 16) uint8.
        grouping: clusters with the kept file first.
        similarity: (m,) float32, of each member to the kept file of its cluster.
        tolerances: (types,) float32, per type index.
        view: (m,) uint8, by which view each member was measured; None means by its bytes.
        measured: (m,) bool, whose figure was measured on the bytes; None means none.
    """
    offsets, members = grouping.offsets.astype(np.int64), grouping.members.astype(np.int32)
    lengths = np.diff(offsets)
    count = len(lengths)
    cluster = np.repeat(np.arange(count), lengths)
    kept = members[offsets[:-1]]
    kept_of = kept[cluster]

    is_kept = members == kept_of
    same = files.contents[members] == files.contents[kept_of]
    similarity = np.where(same, np.float32(1.0), similarity).astype(np.float32)
    age = np.sign(files.mtimes[members] - files.mtimes[kept_of])
    tied = np.flatnonzero((age == 0) & ~same & ~is_kept)
    age[tied] = files.ages.of(members[tied], kept_of[tied])
    relation = np.full(len(members), SIMILAR, dtype=np.uint8)
    relation[age < 0] = OLDER
    relation[age > 0] = NEWER
    relation[same] = IDENTICAL
    relation[is_kept] = KEPT
    limit = np.minimum(tolerances[files.types[members]], tolerances[files.types[kept_of]])
    within = same | (1.0 - similarity <= limit + np.float32(1e-6))

    removable = ((relation == IDENTICAL) | ((relation == OLDER) & within)) & ~files.protected[members]
    freed = np.zeros(count, dtype=np.int64)
    weakest = np.ones(count, dtype=np.float32)
    if count:
        freed = np.add.reduceat(np.where(removable, files.sizes[members], 0), offsets[:-1])
        weakest = np.minimum.reduceat(similarity, offsets[:-1])

    by_saving = np.lexsort((kept, -freed))
    order = clustering.in_order(offsets, members, similarity, by_saving)
    members = members[order]
    new_offsets = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(lengths[by_saving], out=new_offsets[1:])
    cluster_index = np.full(len(files.contents), -1, dtype=np.int32)
    cluster_index[members] = np.repeat(np.arange(count, dtype=np.int32), np.diff(new_offsets))
    return ClusterTable(
        offsets=new_offsets,
        members=members,
        kept=kept[by_saving],
        similarity=similarity[order],
        estimated=~same[order] if measured is None else ~(same | measured)[order],
        relation=relation[order],
        within=within[order],
        view=np.zeros(len(order), dtype=np.uint8) if view is None else view[order],
        weakest=weakest[by_saving],
        bytes_freed=freed[by_saving],
        cluster_index=cluster_index,
        files=files,
        content_hashes=content_hashes,
    )
