"""Clusters as packed arrays, from which a million rows are shown, sorted and counted.

The table is rebuilt whenever a slider moves, so everything here is vectorised; a ``Cluster`` object is made only for
the few that are planned, exported or looked at.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import xxhash

from simfinder.actions.file_names.name_reading import read_name
from simfinder.actions.kinship.copied_trees import CopiedTrees
from simfinder.actions.kinship.kinship import Kin
from simfinder.actions.kinship.kinship_columns import KinColumns
from simfinder.actions.kinship.text_steps import Figures
from simfinder.actions.rules import companions
from simfinder.actions.rules import relation as rules
from simfinder.actions.rules.choose_files import Group
from simfinder.actions.rules.content_ages import ContentAges
from simfinder.actions.rules.mark_rules import REMOVED, RULES, Mark
from simfinder.actions.rules.project_folders import ProjectRoots, one_sided
from simfinder.app.clusters.file_places import FilePlaces
from simfinder.app.clusters.path_column import PathText
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.errors import UsageError
from simfinder.model.clusters import Cluster, Member, Relation
from simfinder.model.file_type import types_of
from simfinder.scan.pipeline import ScanResult
from simfinder.search.clustering import components
from simfinder.signatures.table.representations import BYTES, TEXT
from simfinder.text.message import Message, say

RELATIONS: tuple[Relation, ...] = tuple(Relation)
KEPT, IDENTICAL, OLDER, NEWER, SIMILAR, OTHER_FORMAT, SIBLING, SMALLER_COPY, RECOMPRESSED = range(
    len(RELATIONS)
)

_AT_ONCE = 20_000  # paths held at once: a million take 200 MB
_MOMENT = 1_000_000_000
"""Nanoseconds within which two times don't tell which came first: many programs copy and pack whole seconds."""

IntArray = npt.NDArray[np.int32]


class WholeScan(NamedTuple):
    """What files of a scan have from all of it, where only some of them are clustered together.

    Attributes:
        trees: compares its folders.
        ages: of these files, found among all.
    """

    trees: CopiedTrees
    ages: ContentAges


@dataclass(frozen=True, slots=True, eq=False)
class SessionFiles:
    """The columns of all files that clustering needs, in the order of the scan's records (path bytes).

    Attributes:
        records: one ``FileRecord`` per file.
        contents: row of the signature table per file, (n,) int32; -1 where the content was not read.
        types: index of the file's type per file, (n,) int32.
        type_names: the types, sorted.
        sizes: (n,) int64, bytes.
        mtimes: (n,) int64, nanoseconds since 1970.
        protected: (n,) bool.
        projects: the project folders files are in.
        whole: what is known of the whole scan that these files are from; None where they are all of it.
        project: (n,) int32, the outermost one of each file, -1 for none.
        ages: the age of each file's content.
        kin: what names and places say of any two files.
        places: folders and names as numbers.
        text: the paths, for searching and sorting.
    """

    records: FileColumns
    contents: IntArray
    types: IntArray
    type_names: tuple[str, ...]
    sizes: npt.NDArray[np.int64]
    mtimes: npt.NDArray[np.int64]
    protected: npt.NDArray[np.bool_]
    projects: ProjectRoots = field(default_factory=ProjectRoots)
    whole: WholeScan | None = None
    project: IntArray = field(init=False)
    ages: ContentAges = field(init=False)
    kin: KinColumns = field(init=False)
    places: FilePlaces = field(init=False)
    text: PathText = field(init=False)

    @classmethod
    def of(cls, result: ScanResult, whole: WholeScan | None = None) -> SessionFiles:
        """Build the columns of all files of a scan.

        Args:
            result: of the scan.
            whole: see above.
        """
        records = result.files
        met: dict[str, int] = {}
        types = np.empty(len(records), dtype=np.int32)
        for begin in range(0, len(records), _AT_ONCE):
            names = types_of(records.paths(begin, begin + _AT_ONCE))
            types[begin : begin + _AT_ONCE] = [met.setdefault(name, len(met)) for name in names]
        type_names = tuple(sorted(met))
        place = {name: i for i, name in enumerate(type_names)}
        place_of_met = np.array([place[name] for name in met], dtype=np.int32)
        return cls(
            records=records,
            contents=result.content_row,
            types=place_of_met[types],
            type_names=type_names,
            sizes=records.sizes,
            mtimes=records.mtimes,
            protected=records.protected,
            projects=ProjectRoots(result.projects),
            whole=whole,
        )

    def __post_init__(self) -> None:
        object.__setattr__(self, "records", FileColumns.of(self.records))
        object.__setattr__(self, "project", self.projects.of(self.records))
        trees, ages = self.whole or (None, ContentAges(self.records, self.contents))
        object.__setattr__(self, "ages", ages)
        innermost = self.projects.innermost(self.records)
        object.__setattr__(self, "kin", KinColumns(self.records, self.contents, innermost, trees))
        object.__setattr__(self, "places", FilePlaces(self.records))
        object.__setattr__(self, "text", PathText(self.records))


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """Files that a rule names but does not mark.

    Attributes:
        files: how many.
        projects: project folders they are in.
    """

    files: int = 0
    projects: int = 0


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
        reason: (m,) uint8, why a file is only called similar, see ``actions.rules.relation.Reason``.
        within: (m,) bool, within the tolerance of the kept file itself.
        view: (m,) uint8, the view by which it was measured; 0 means the bytes.
        basis: (m,) uint8, on what it was measured, an index in ``representations.BASES``.
        weakest: (c,) float32.
        bytes_freed: (c,) int64, what removing older and identical files would free, see ``free_to_go``.
        cluster_index: (n,) int32 per file, -1 where it is in no cluster.
    """

    offsets: npt.NDArray[np.int64]
    members: IntArray
    kept: IntArray
    similarity: npt.NDArray[np.float32]
    estimated: npt.NDArray[np.bool_]
    relation: npt.NDArray[np.uint8]
    reason: npt.NDArray[np.uint8]
    within: npt.NDArray[np.bool_]
    view: npt.NDArray[np.uint8]
    basis: npt.NDArray[np.uint8]
    weakest: npt.NDArray[np.float32]
    bytes_freed: npt.NDArray[np.int64]
    cluster_index: IntArray
    files: SessionFiles
    content_hashes: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.kept)

    def cluster_of(self, file: int) -> int:
        """Return the cluster a file is in, -1 for none."""
        return int(self.cluster_index[file])

    def position_of(self, file: int) -> int:
        """Return the position of a file in ``members``, -1 where it is in no cluster."""
        cluster = self.cluster_of(file)
        if cluster < 0:
            return -1
        start, stop = int(self.offsets[cluster]), int(self.offsets[cluster + 1])
        return start + int(np.flatnonzero(self.members[start:stop] == file)[0])

    def places(self) -> npt.NDArray[np.int64]:
        """Return (n,) the position of each file in ``members``; any number for a file in no cluster."""
        place = np.zeros(len(self.cluster_index), dtype=np.int64)
        place[self.members] = np.arange(len(self.members))
        return place

    def id(self, index: int) -> str:
        """Return 16 hex digits that identify a cluster: a hash of the path that is first in path order."""
        start, stop = int(self.offsets[index]), int(self.offsets[index + 1])
        first = self.files.records.path(int(self.members[start:stop].min()))
        return xxhash.xxh3_64_hexdigest(os.fsencode(first))

    def contents_of(self, files: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
        """Return the XXH3-128 of files, (k, 16)."""
        found: npt.NDArray[np.uint8] = self.content_hashes[self.files.contents[files]]
        return found

    def content_of(self, file: int) -> bytes:
        """Return the XXH3-128 of a file, 16 bytes."""
        return bytes(self.content_hashes[self.files.contents[file]].tobytes())

    def cluster(self, index: int) -> Cluster:
        """Return one cluster as values."""
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
        """Return one cluster as file indexes."""
        part = slice(int(self.offsets[index]), int(self.offsets[index + 1]))
        relations = [RELATIONS[relation] for relation in self.relation[part].tolist()]
        return Group(self.id(index), self.members[part].tolist(), self.similarity[part].tolist(), relations)

    def relations(self) -> frozenset[Relation]:
        """Return the relations that members have to the kept file of their cluster."""
        return frozenset(RELATIONS[code] for code in np.flatnonzero(np.bincount(self.relation)).tolist())

    def named_by(
        self,
        rule: str,
        clusters: Sequence[int] | None = None,
        *,
        files: npt.NDArray[np.bool_] | None = None,
        inside_projects: bool = False,
        marked: Iterable[int] = (),
    ) -> list[int]:
        """Return the files that a rule of ``--remove`` marks.

        Files in project folders are left out, and those of which a companion stays.

        Args:
            rule: one of ``mark_rules.RULES``.
            clusters: only in these; None means all.
            files: (n,) bool, only these; None means all.
            inside_projects: mark in project folders too. Of two that share files one is left whole.
            marked: files that are to go anyway.

        Raises:
            UsageError: no such rule.
        """
        named = self._whole_projects(self._named(rule, clusters, files), inside_projects=inside_projects)
        going = np.zeros(len(self.cluster_index), dtype=np.bool_)
        going[self.members[named]] = True
        going[list(marked)] = True
        going = companions.without_split(self.files.records, going)
        members = self.members[named]
        found: list[int] = members[going[members]].tolist()
        return found

    def still_named(self, mark: Mark, files: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Return (k,) bool, which files with the mark of a rule it names now, whatever their companions."""
        asked = np.zeros(len(self.cluster_index), dtype=np.bool_)
        asked[files] = True
        named = self._named(mark.rule, None, asked)
        named = self._whole_projects(named, inside_projects=mark.inside_projects)
        names = np.zeros(len(self.cluster_index), dtype=np.bool_)
        names[self.members[named]] = True
        still: npt.NDArray[np.bool_] = names[files]
        return still

    def left_in_projects(
        self,
        rule: str,
        clusters: Sequence[int] | None = None,
        files: npt.NDArray[np.bool_] | None = None,
    ) -> LeftAlone:
        """Return what a rule names in project folders, where it marks nothing by itself.

        Args:
            rule: as of ``named_by``.
            clusters: as of ``named_by``.
            files: as of ``named_by``.

        Raises:
            UsageError: no such rule.
        """
        project = self.files.project[self.members[self._named(rule, clusters, files)]]
        project = project[project >= 0]
        return LeftAlone(len(project), len(sorted_set(project)))

    def _whole_projects(self, named: npt.NDArray[np.intp], *, inside_projects: bool) -> npt.NDArray[np.intp]:
        """Leave out positions in project folders, or those by which both of two folders would lose files."""
        members = self.members[named]
        if not inside_projects:
            return named[self.files.project[members] < 0]
        kept = self.kept[self.cluster_index[members]]
        return named[one_sided(members, kept, self.files.project, self.files.mtimes)]

    def _named(
        self, rule: str, clusters: Sequence[int] | None, files: npt.NDArray[np.bool_] | None
    ) -> npt.NDArray[np.intp]:
        """Return the positions of the files a rule names."""
        if rule not in RULES:
            raise UsageError(say("unknown rule {} (known: {})", rule, " ".join(RULES)))
        marked = np.array([relation in REMOVED[rule] for relation in RELATIONS])
        named = marked[self.relation] & (self.within | (self.relation == IDENTICAL))
        named &= ~self.files.protected[self.members]
        return np.flatnonzero(named & self.positions(clusters, files))

    def free_to_go(self) -> npt.NDArray[np.bool_]:
        """Return (m,) bool, the files that ``--remove older`` would mark if no companion held them back.

        These are identical and older files, except protected ones and those in project folders.
        """
        found: npt.NDArray[np.bool_] = (self.relation == IDENTICAL) | ((self.relation == OLDER) & self.within)
        return found & ~self.files.protected[self.members] & (self.files.project[self.members] < 0)

    def positions(
        self, clusters: Sequence[int] | None, files: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.bool_]:
        """Return (m,) bool, the positions that belong to some clusters and some files, (n,) bool; None means all."""
        among = np.ones(len(self.members), dtype=np.bool_) if files is None else files[self.members]
        if clusters is None:
            return among
        wanted = np.zeros(len(self) + 1, dtype=np.bool_)  # the last entry is for files in no cluster
        wanted[list(clusters)] = True
        return among & wanted[self.cluster_index[self.members]]

    def sentence(self, mark: Mark, file: int) -> Message:
        """Say why a file of a cluster is marked."""
        position = self.position_of(file)
        kept = int(self.kept[self.cluster_index[file]])
        relation = RELATIONS[int(self.relation[position])]
        return mark.sentence(relation, float(self.similarity[position]), self.files.records.path(kept))


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """Files that belong together and which of them is kept, before anything is compared with it.

    Attributes:
        offsets: (c + 1,) integer.
        members: (m,) file indexes, the kept one first in each cluster.
    """

    offsets: npt.NDArray[np.int64]
    members: IntArray

    def only(self, wanted: npt.NDArray[np.bool_]) -> Grouping:
        """Return some of the clusters, (c,) bool."""
        lengths = np.diff(self.offsets)
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths[wanted])))
        return Grouping(offsets, self.members[np.repeat(wanted, lengths)])


_OF_MEMBERS = ("similarity", "estimated", "relation", "reason", "within", "view", "basis")


class MemberFacts(NamedTuple):
    """What is known of the m members of clusters besides their similarity.

    Attributes:
        view: (m,) uint8, the view by which each member was measured; None means by its bytes.
        measured: (m,) bool, members whose figure was measured on the bytes; None means none.
        basis: (m,) uint8, on what each member was measured; None means on bytes.
        text_sizes: (contents,) int64, bytes of what each content is compared by; None means nothing is text.
        form: (m,) bool, members that share only a form with the kept file; None means none.
        unread: (contents,) bool, documents and archives that could not be opened; None means none.
        minified: (contents,) bool, minified code: another format of its source; None means none.
        between: measured figures of any contents; None where only those to the kept files are known.
        seen: (m,) bool, pictures compared with the kept one by what they look like; None means none.
        shot: (m,) int8, those that are the same shot by their pixels: -1 with fewer pixels, 1 with as many; None means
            none.
    """

    view: npt.NDArray[np.uint8] | None = None
    measured: npt.NDArray[np.bool_] | None = None
    basis: npt.NDArray[np.uint8] | None = None
    text_sizes: npt.NDArray[np.int64] | None = None
    form: npt.NDArray[np.bool_] | None = None
    unread: npt.NDArray[np.bool_] | None = None
    minified: npt.NDArray[np.bool_] | None = None
    between: Figures | None = None
    seen: npt.NDArray[np.bool_] | None = None
    shot: npt.NDArray[np.int8] | None = None


_NOTHING_KNOWN = MemberFacts()


class _Compared(NamedTuple):
    """Members compared with their kept files: (m,) the same content, within the tolerance, similarity."""

    same: npt.NDArray[np.bool_]
    within: npt.NDArray[np.bool_]
    similarity: npt.NDArray[np.float32]


def draft(
    files: SessionFiles,
    content_hashes: npt.NDArray[np.uint8],
    grouping: Grouping,
    similarity: npt.NDArray[np.float32],
    tolerances: npt.NDArray[np.float32],
    facts: MemberFacts = _NOTHING_KNOWN,
) -> ClusterTable:
    """Compare every member with its kept file; everything stays in the grouping's order, nothing is summed up yet.

    Args:
        files: the columns of all files.
        content_hashes: (rows, 16) uint8.
        grouping: clusters with the kept file first.
        similarity: (m,) float32, of each member to the kept file of its cluster.
        tolerances: (types,) float32, per type index.
        facts: what else is known of the members.
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
    within = same | _within(files, members, kept_of, similarity, tolerances)
    view, measured, basis = facts.view, facts.measured, facts.basis
    relation, reason = _relations(
        files, cluster, members, kept_of, _Compared(same, within, similarity), facts
    )
    relation[is_kept], reason[is_kept] = KEPT, rules.Reason.NONE

    cluster_index = np.full(len(files.contents), -1, dtype=np.int32)
    cluster_index[members] = cluster
    return ClusterTable(
        offsets=offsets,
        members=members,
        kept=kept,
        similarity=similarity,
        estimated=~same if measured is None else ~(same | measured),
        relation=relation,
        reason=reason,
        within=within,
        view=np.zeros(len(members), dtype=np.uint8) if view is None else view,
        basis=np.full(len(members), BYTES, dtype=np.uint8) if basis is None else basis,
        weakest=np.ones(count, dtype=np.float32),
        bytes_freed=np.zeros(count, dtype=np.int64),
        cluster_index=cluster_index,
        files=files,
        content_hashes=content_hashes,
    )


def in_order(table: ClusterTable) -> ClusterTable:
    """Put the clusters and members of a draft in order, and sum up each cluster."""
    offsets, members, files, count = table.offsets, table.members, table.files, len(table)
    removable = table.free_to_go()
    freed, weakest = table.bytes_freed, table.weakest
    if count:
        freed = np.add.reduceat(np.where(removable, files.sizes[members], 0), offsets[:-1])
        weakest = np.minimum.reduceat(table.similarity, offsets[:-1])
    by_saving = np.lexsort((table.kept, -freed))
    order = components.in_order(offsets, members, table.similarity, by_saving)
    new_offsets = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.diff(offsets)[by_saving], out=new_offsets[1:])
    members = members[order]
    columns: dict[str, Any] = {name: getattr(table, name)[order] for name in _OF_MEMBERS}
    cluster_index = np.full(len(files.contents), -1, dtype=np.int32)
    cluster_index[members] = np.repeat(np.arange(count, dtype=np.int32), np.diff(new_offsets))
    return replace(
        table,
        offsets=new_offsets,
        members=members,
        kept=table.kept[by_saving],
        weakest=weakest[by_saving],
        bytes_freed=freed[by_saving],
        cluster_index=cluster_index,
        **columns,
    )


def changed_clusters(
    table: ClusterTable, grouping: Grouping, tolerances: npt.NDArray[np.float32] | None = None
) -> npt.NDArray[np.bool_]:
    """Return (c,) bool, the clusters of a grouping that a draft lacks: same files with the same kept one.

    Args:
        table: a draft.
        grouping: of any files.
        tolerances: current ones, (types,) float32, if the draft was made at others: the same files also have to be
            within the tolerance of the kept one.
    """
    files, members = table.files, grouping.members
    lengths = np.diff(grouping.offsets)
    if not len(table):
        return np.ones(len(lengths), dtype=np.bool_)
    kept = members[grouping.offsets[:-1]]
    before = table.cluster_index[kept]
    changed: npt.NDArray[np.bool_] = (before < 0) | (table.kept[before] != kept)
    changed |= np.diff(table.offsets)[before] != lengths
    inside = np.repeat(np.arange(len(lengths)), lengths)
    changed[inside[table.cluster_index[members] != before[inside]]] = True
    if tolerances is not None:
        at = np.flatnonzero(~changed[inside])
        place = table.places()[members[at]]
        within = _within(files, members[at], kept[inside[at]], table.similarity[place], tolerances)
        changed[inside[at[within != table.within[place]]]] = True
    return changed


def _within(
    files: SessionFiles,
    members: IntArray,
    kept: IntArray,
    similarity: npt.NDArray[np.float32],
    tolerances: npt.NDArray[np.float32],
) -> npt.NDArray[np.bool_]:
    """Return (k,) bool, the files within the tolerance of the kept ones; copies have a similarity of 1."""
    limit = np.minimum(tolerances[files.types[members]], tolerances[files.types[kept]])
    found: npt.NDArray[np.bool_] = (similarity >= 1) | (1.0 - similarity <= limit + np.float32(1e-6))
    return found


def redrafted(
    table: ClusterTable,
    grouping: Grouping,
    changed: npt.NDArray[np.bool_],
    draft_of: Callable[[Grouping], ClusterTable],
) -> ClusterTable:
    """Draft another grouping, measuring only the clusters that the first draft lacks.

    Args:
        table: a draft.
        grouping: of any files.
        changed: (c,) bool, ``changed_clusters`` of both.
        draft_of: makes drafts.
    """
    if changed.all():
        return draft_of(grouping)
    offsets, members = grouping.offsets.astype(np.int64), grouping.members.astype(np.int32)
    lengths = np.diff(offsets)
    part = grouping.only(changed)
    place = table.places()  # position in the columns of the first draft, then of the new part
    place[part.members] = len(table.members) + np.arange(len(part.members))
    place = place[members]
    again = draft_of(part)
    columns: dict[str, Any] = {
        name: np.concatenate((getattr(table, name), getattr(again, name)))[place] for name in _OF_MEMBERS
    }
    cluster_index = np.full(len(table.cluster_index), -1, dtype=np.int32)
    cluster_index[members] = np.repeat(np.arange(len(lengths)), lengths)
    return replace(
        table,
        offsets=offsets,
        members=members,
        kept=members[offsets[:-1]],
        weakest=np.ones(len(lengths), dtype=np.float32),
        bytes_freed=np.zeros(len(lengths), dtype=np.int64),
        cluster_index=cluster_index,
        **columns,
    )


def _relations(
    files: SessionFiles,
    cluster: npt.NDArray[np.integer],
    members: IntArray,
    kept: IntArray,
    compared: _Compared,
    facts: MemberFacts,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return the relation of each member to its kept file, and the reason; see ``actions.rules.relation``."""
    count = len(members)
    same, within, similarity = compared
    text_sizes, form, unread = facts.text_sizes, facts.form, facts.unread
    text = np.zeros(count, np.bool_)
    if facts.basis is not None and facts.measured is not None:
        text = (facts.basis == TEXT) & facts.measured
    kin, order = np.full(count, Kin.UNKNOWN, np.uint8), np.zeros(count, np.int8)
    firm = np.zeros(count, np.bool_)
    named = np.flatnonzero(within & ~same)  # of the others names don't matter, and reading them is slow
    kin[named], order[named], firm[named] = files.kin.to_kept(cluster, members, kept, same, named)
    contents, of_kept = files.contents[members], files.contents[kept]
    held, lost = np.zeros(count, np.float32), np.zeros(count)
    if text_sizes is not None:
        size, its_size = text_sizes[contents], text_sizes[of_kept]
        smaller = np.maximum(1, np.minimum(size, its_size))
        held = (similarity * (size + its_size) / (2 * smaller)).astype(np.float32)
        lost = smaller * (1.0 - similarity.astype(np.float64) * (size + its_size) / (2 * smaller))
    same_type = files.types[members] == files.types[kept]
    same_type |= _of_one_type_by_name(files, members, kept, ~same_type & (kin >= Kin.NUMBERED))
    if facts.minified is not None:
        same_type &= facts.minified[contents] == facts.minified[of_kept]
    pages = [number for number, name in enumerate(files.type_names) if name in rules.PAGES]
    times, trusted = files.ages.times, files.ages.trusted
    later = times[members] - times[kept]
    known = trusted[members] & trusted[kept] & (np.abs(later) >= _MOMENT)
    time = np.where(known, np.sign(later), 0).astype(np.int8)
    return rules.relations(
        rules.Pairs(
            cluster=cluster,
            content=contents,
            same=same,
            within=within,
            same_type=same_type,
            text=text,
            similarity=similarity,
            held=held,
            lost=lost,
            age=times[members],
            unread=np.zeros(count, np.bool_) if unread is None else unread[contents] | unread[of_kept],
            markup=is_among(files.types[members], pages),
            form=np.zeros(count, np.bool_) if form is None else form,
            seen=np.zeros(count, np.bool_) if facts.seen is None else facts.seen,
            shot=np.zeros(count, np.int8) if facts.shot is None else facts.shot,
            time=time,
            kin=kin,
            order=order,
            firm=firm,
        ),
        facts.between,
    )


def _of_one_type_by_name(
    files: SessionFiles,
    members: npt.NDArray[np.integer],
    kept: npt.NDArray[np.integer],
    asked: npt.NDArray[np.bool_],
) -> npt.NDArray[np.bool_]:
    """Return (m,) bool, the asked files with the type of the kept one before a number or a day: "settings.json.2"."""
    found = np.zeros(len(members), np.bool_)
    places = np.flatnonzero(asked)
    if not len(places):
        return found
    names = (
        (os.path.basename(path) for path in files.records.paths_of(some[places])) for some in (members, kept)
    )
    found[places] = [
        read_name(mine).kind == read_name(its).kind != "" for mine, its in zip(*names, strict=True)
    ]
    return found
