"""The state both front ends share: one scan, its links, the tolerances, the clusters and the marks.

Free of Qt. Nothing here reads a file's content: that is ``scan`` before, ``actions`` after, and the verifier that
``verify`` is handed. Whatever changes
(a slider, a keep rule, files that went) ends in ``_regroup``, the only place that makes clusters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.actions import keep, plan
from simfinder.app import cluster_table
from simfinder.app.cluster_table import ClusterTable, FileTable, Grouping
from simfinder.app.file_links import FileLinks, file_links, forest
from simfinder.app.verify import MARGIN, Verifier
from simfinder.errors import UsageError
from simfinder.model.files import FileRecord, Problem
from simfinder.model.filetype import type_of
from simfinder.model.options import Method, ScanOptions
from simfinder.model.plan import ActKind, Plan
from simfinder.model.progress import Control, Phase
from simfinder.model.tolerances import FLOOR, Tolerances
from simfinder.scan.pipeline import ScanResult, scan
from simfinder.scan.views.members import count_of
from simfinder.search import clustering, facing, scoring
from simfinder.search.links import Links, find_links
from simfinder.search.thinning import kinds_of, spanning
from simfinder.signatures.faces import RAW
from simfinder.signatures.parameters import PLAIN, Parameters
from simfinder.store.cache import Cache

DEFAULT_KEEP = "newest"

_VERIFIED_LEAST, _VERIFIED_PER_CONTENT = 20_000, 4  # links measured in one go: 0.5 ms a file of a source tree


@dataclass(frozen=True, slots=True)
class TypeCount:
    """A row of the tolerance panel: a type, its files, and the clusters that hold at least one of them."""

    type: str
    files: int
    clusters: int


class Session:
    """One scan and what a person has decided about it. Make it with ``Session.run``."""

    def __init__(
        self,
        options: ScanOptions,
        result: ScanResult,
        links: Links,
        *,
        method: Method = Method.AUTO,
        tolerances: Tolerances | None = None,
        same_type: bool = False,
        keep_rules: str = DEFAULT_KEEP,
        files: FileTable | None = None,
    ) -> None:
        self.options = options
        self.result = result
        self.links = links
        self.method = method
        self.same_type = same_type
        self._tolerances = tolerances or Tolerances()
        self._files = files or _file_table(result)
        self._alive = np.ones(len(result.files), dtype=np.bool_)
        self._index = {record.path: i for i, record in enumerate(result.files)}
        self._by_hand: list[int] = []
        self._marks: dict[int, str] = {}
        self._rank = keep.rank(result.files, keep_rules)
        # What each file was last measured against (content row) and with what result: a slider move changes few
        # kept files, and measuring all of them again took 43 of the 54 ms of a move at 100,000 files.
        self._measured_with = np.full(len(result.files), -1, dtype=np.int32)
        self._measured = np.zeros(len(result.files), dtype=np.float32)
        self._by_view = np.zeros((2, len(result.files)), dtype=np.bool_)  # the file's own, and the kept one's
        self._complete = False  # all links that matter at the tolerances of now were measured
        self._is_exact = np.zeros(len(result.files), dtype=np.bool_)
        self._exact: dict[tuple[int, int], float] = {}  # measured on the bytes, by two contents
        self._settled = np.zeros(len(links), dtype=np.bool_)  # links that were measured, or can't be
        self._links = self._file_links()
        self._clusters = self._regroup()

    @classmethod
    def run(
        cls,
        options: ScanOptions,
        *,
        method: Method = Method.AUTO,
        tolerances: Tolerances | None = None,
        same_type: bool = False,
        floor: float = FLOOR,
        keep_rules: str = DEFAULT_KEEP,
        parameters: Parameters = PLAIN,
        cache: Cache | None,
        control: Control,
    ) -> Session:
        """Scan folders and find what is alike in them.

        Raises:
            Cancelled: on request; what was signed is in the cache.
            UsageError: no folder can be scanned, or a keep rule is malformed.
        """
        keep.KeepRules.parse(keep_rules)
        result = scan(options, cache, control, parameters)
        widest = max([(tolerances or Tolerances()).default, *(tolerances or Tolerances()).by_type.values()])
        method = Method.CONTENT if options.identical else method
        files = _file_table(result)
        kinds = kinds_of(files.contents, files.types, len(result.table))
        links = find_links(
            result.faces.table,
            method,
            min(floor, 1.0 - widest),
            control,
            jobs=options.jobs,
            kinds=facing.row_kinds(result.faces, kinds),
        )
        links = facing.content_links(links, result.faces, kinds)
        session = cls(
            options,
            result,
            links,
            files=files,
            method=method,
            tolerances=tolerances,
            same_type=same_type,
            keep_rules=keep_rules,
        )
        control.begin(Phase.DONE, files_total=len(result.files))
        return session

    # what is known
    @property
    def tolerances(self) -> Tolerances:
        return self._tolerances

    @property
    def clusters(self) -> ClusterTable:
        return self._clusters

    @property
    def marks(self) -> Mapping[int, str]:
        """Marked files and why each is marked."""
        return MappingProxyType(self._marks)

    @property
    def marked_bytes(self) -> int:
        return sum(self._files.records[file].size for file in self._marks)

    @property
    def clustered_files(self) -> int:
        return len(self._clusters.members)

    @property
    def bytes_freed(self) -> int:
        """What removing every older and identical file would free."""
        return int(self._clusters.bytes_freed.sum())

    @property
    def file_count(self) -> int:
        """Files that are still there."""
        return int(self._alive.sum())

    def record(self, file: int) -> FileRecord:
        return self._files.records[file]

    def file_of(self, path: str) -> int:
        """Index of a path, -1 where it is not in this session."""
        return self._index.get(path, -1)

    def type_name(self, file: int) -> str:
        return self._files.type_names[int(self._files.types[file])]

    def types(self) -> list[TypeCount]:
        """Types that have files, those with the most clusters first, then most files, then by name."""
        names = self._files.type_names
        files = np.bincount(self._files.types[self._alive], minlength=len(names))
        table = self._clusters
        cluster = np.repeat(np.arange(len(table)), np.diff(table.offsets))
        pairs = np.unique(cluster * max(1, len(names)) + self._files.types[table.members])
        clusters = np.bincount(pairs % max(1, len(names)), minlength=len(names))
        counts = [
            TypeCount(name, int(files[i]), int(clusters[i])) for i, name in enumerate(names) if files[i]
        ]
        return sorted(counts, key=lambda c: (-c.clusters, -c.files, c.type))

    def figures(self, file: int) -> dict[str, float]:
        """Each method's own figure of a file against the kept file of its cluster; empty where there is none."""
        cluster = self._clusters.cluster_of(file)
        if cluster < 0 or self.options.identical:
            return {}
        kept = int(self._clusters.kept[cluster])
        contents, faces = self._files.contents, self.result.faces
        a, b = facing.best_rows(faces, self.method, contents[[file]], contents[[kept]])
        return scoring.figures(faces.table, int(a[0]), int(b[0]))

    def view_of(self, file: int) -> str:
        """Name of the view by which a file was measured against the kept one of its cluster; "raw" for its bytes.

        For the kept file itself: the view by which any other was measured against it.
        """
        position = self._clusters.position_of(file)
        return RAW if position < 0 else self.result.faces.names[self._clusters.view[position]]

    def member_count(self, file: int) -> int:
        """How many files an archive holds; 0 for what is none, or was not looked into."""
        return count_of(self.result.members.get(int(self._files.contents[file]), b""))

    # what is measured
    @property
    def verified(self) -> bool:
        """Whether no figure of a cluster is an estimate, nor any that holds or could hold one together."""
        return self._complete and not bool(self._clusters.estimated.any())

    def verify(self, verifier: Verifier) -> list[Problem]:
        """Measure on the bytes what the clusters rest on at the tolerances of now, until nothing of it is an estimate.

        First the links that hold clusters together, strongest first, as far as others do not hold them already; then
        each file against the kept one. Links that turn out too weak fall away, and others may be needed in their
        place: it goes on until none is, or its budget is spent. The marks of files that leave their cluster go.

        Returns:
            Files that are not any more what was scanned; their figures stay estimates.

        Raises:
            Cancelled: on request; what was measured counts.
        """
        if self.method is Method.CONTENT:
            self._complete = True
        if self.method is not Method.AUTO:
            return []
        problems: dict[str, Problem] = {}
        budget = _VERIFIED_LEAST + _VERIFIED_PER_CONTENT * len(self.result.table)
        ahead = 0
        while budget > 0:
            wanted = self._wanted(ahead)[:budget]
            if not len(wanted):
                self._complete = True
                break
            budget -= len(wanted)
            ahead = max(ahead, 2 * len(wanted))
            a, b = self.links.a[wanted], self.links.b[wanted]
            measured = verifier.measure(a, b)
            problems.update({problem.path: problem for problem in measured.problems})
            self._settled[wanted] = True
            self._note(a, b, measured.similarity)
            good = ~np.isnan(measured.similarity)
            similarity = self.links.similarity.copy()
            similarity[wanted[good]] = measured.similarity[good]
            self.links = replace(self.links, similarity=similarity)
        self._links = self._file_links()
        self._settle()
        a, b = self._unmeasured()
        if len(a):
            measured = verifier.measure(a, b)
            problems.update({problem.path: problem for problem in measured.problems})
            self._note(a, b, measured.similarity)
            self._settle()
        return list(problems.values())

    def _note(
        self, a: npt.NDArray[np.int32], b: npt.NDArray[np.int32], similarity: npt.NDArray[np.float32]
    ) -> None:
        """Remember measured figures; files measured against one of these contents are looked at again."""
        for one, other, figure in zip(a.tolist(), b.tolist(), similarity.tolist(), strict=True):
            if not math.isnan(figure):
                self._exact[min(one, other), max(one, other)] = figure
        self._measured_with[:] = -1

    def _wanted(self, ahead: int) -> npt.NDArray[np.intp]:
        """Links to be measured next: those that group what is there, or would if they were a little stronger.

        Where many of them turn out too weak, as under one licence, the next ones would come a handful at a time: so
        many ``ahead`` of the strongest that would join what is not joined yet come with them.
        """
        files, links, rows = self._files, self.links, len(self.result.table)
        widest = np.zeros(rows, dtype=np.float32)
        living = self._alive & (files.contents >= 0)
        np.maximum.at(widest, files.contents[living], self._tolerance_array()[files.types[living]])
        limit = np.minimum(widest[links.a], widest[links.b])
        margin = np.where(self._settled, np.float32(0), np.float32(MARGIN))
        strong = np.flatnonzero(1.0 - links.similarity <= limit + margin + np.float32(1e-6))
        kinds = kinds_of(files.contents[living], files.types[living], rows)
        a, b, similarity = links.a[strong], links.b[strong], links.similarity[strong]
        wanted = spanning(rows, a, b, similarity, kinds)
        settled = self._settled[strong]
        wanted &= ~settled
        if ahead and wanted.any():
            joined = clustering.connected(rows, a[settled], b[settled])
            apart = np.flatnonzero(~settled & (joined[a] != joined[b]))
            wanted[apart[np.argsort(-similarity[apart], kind="stable")[:ahead]]] = True
        chosen: npt.NDArray[np.intp] = strong[wanted]
        return chosen

    def _unmeasured(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Pairs of contents, member and kept file, whose figures are estimates; each once."""
        table, contents = self._clusters, self._files.contents
        kept = np.repeat(table.kept, np.diff(table.offsets))
        pairs = np.stack((contents[table.members], contents[kept]), axis=1)[table.estimated]
        pairs = np.unique(np.sort(pairs, axis=1), axis=0)
        return pairs[:, 0], pairs[:, 1]

    # what a person changes
    def set_tolerances(self, tolerances: Tolerances) -> list[str]:
        """Regroup at other tolerances. Returns the paths whose marks were dropped: they left their cluster."""
        self._tolerances = tolerances
        self._complete = False
        return self._settle()

    def set_keep(self, rules: str) -> list[str]:
        """Choose kept files by other rules; files kept by hand stay so. Returns paths whose marks were dropped.

        Raises:
            UsageError: a rule is malformed.
        """
        self._rank = keep.rank(self.result.files, rules)
        return self._settle()

    def keep_file(self, file: int) -> list[str]:
        """Make a file the kept one of its cluster, by hand. Returns paths whose marks were dropped."""
        self._by_hand = [f for f in self._by_hand if f != file]
        self._by_hand.insert(0, file)
        return self._settle()

    def mark(self, files: Iterable[int], why: str = "marked by hand") -> int:
        """Mark files for removal; kept, protected and unclustered files are left out. Returns how many are new."""
        table = self._clusters
        new = 0
        for file in files:
            cluster = table.cluster_of(file)
            if cluster < 0 or table.kept[cluster] == file or self._files.protected[file]:
                continue
            new += file not in self._marks
            self._marks[file] = why
        return new

    def unmark(self, files: Iterable[int]) -> None:
        for file in files:
            self._marks.pop(file, None)

    def clear_marks(self) -> None:
        self._marks.clear()

    def mark_rule(self, rule: str) -> int:
        """Mark in every cluster what a rule names: ``older``, ``identical`` or ``all``. Returns how many are new.

        Raises:
            UsageError: no such rule.
        """
        table = self._clusters
        found = plan.mark_older((table.cluster(i) for i in range(len(table))), rule)
        new = 0
        for path, why in found.items():
            new += self.mark([self._index[path]], why)
        return new

    def plan(self, kind: ActKind, target: str | None = None) -> Plan:
        """What carrying out the marks would do."""
        if kind is ActKind.MOVE and not target:
            raise UsageError("a move needs a target folder")
        table = self._clusters
        chosen = sorted({table.cluster_of(file) for file in self._marks} - {-1})
        marked = {self._files.records[file].path: why for file, why in self._marks.items()}
        return plan.make_plan(
            [table.cluster(i) for i in chosen], marked, kind, target, roots=self.options.roots
        )

    def forget(self, paths: Iterable[str]) -> None:
        """These files are gone: take them out of the clusters."""
        self._set_alive(paths, False)

    def remember(self, paths: Iterable[str]) -> None:
        """These files are back where they were."""
        self._set_alive(paths, True)

    # how clusters are made
    def _set_alive(self, paths: Iterable[str], alive: bool) -> None:
        for path in paths:
            file = self.file_of(path)
            if file >= 0:
                self._alive[file] = alive
                self._marks.pop(file, None)
        self._links = self._file_links()
        self._settle()

    def _settle(self) -> list[str]:
        self._clusters = self._regroup()
        table = self._clusters
        lost = [
            file
            for file in self._marks
            if table.cluster_of(file) < 0 or table.kept[table.cluster_of(file)] == file
        ]
        for file in lost:
            del self._marks[file]
        return [self._files.records[file].path for file in lost]

    def _file_links(self) -> FileLinks:
        """The links that group what is still there; removals may take a path away, so they begin with all links."""
        files, rows = self._files, len(self.result.table)
        few = forest(self.links, files.contents, files.types, self._alive, rows)
        return file_links(few, files.contents, files.types, self._alive, rows)

    def _tolerance_array(self) -> npt.NDArray[np.float32]:
        values = [self._tolerances.of(name) for name in self._files.type_names]
        return np.array(values, dtype=np.float32)

    def _regroup(self) -> ClusterTable:
        links, tolerances = self._links, self._tolerance_array()
        types = self._files.types
        active = clustering.active(
            links.similarity, types[links.a], types[links.b], tolerances, self.same_type
        )
        rank = self._rank
        if self._by_hand:
            rank = rank + np.int32(len(self._by_hand))
            rank[self._by_hand] = np.arange(len(self._by_hand), dtype=rank.dtype)
        groups = clustering.clusters(len(types), links.a, links.b, active, rank)
        kept_of = np.repeat(groups.kept, np.diff(groups.offsets))
        similarity = self._against(groups.members, kept_of)
        return cluster_table.build(
            self._files,
            self.result.table.content,
            Grouping(groups.offsets, groups.members),
            similarity,
            tolerances,
            self._views(groups.members, kept_of, groups.offsets),
            self._is_exact[groups.members],
        )

    def _views(
        self, files: npt.NDArray[np.int32], kept: npt.NDArray[np.int32], offsets: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.uint8]:
        """Names of the views by which files were measured, as places in ``faces.names``."""
        own, kept_own = self._by_view[:, files]
        same = self._files.contents[files] == self._files.contents[kept]
        if len(offsets) > 1:
            any_by_kept = np.logical_or.reduceat(kept_own & ~same, offsets[:-1])
            own = np.where(files == kept, np.repeat(any_by_kept, np.diff(offsets)), own & ~same)
        names = self.result.faces.name[self._files.contents[files]]
        return np.where(own, names, np.uint8(0)).astype(np.uint8)

    def _against(self, files: npt.NDArray[np.int32], kept: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        """Similarity of each file to the kept file beside it, measured only where that is another one now."""
        contents = self._files.contents
        rows, kept_rows = contents[files], contents[kept]
        new = np.flatnonzero(self._measured_with[files] != kept_rows)
        if len(new):
            self._measured[files[new]], own, kept_own = facing.similarity(
                self.result.faces, self.method, rows[new], kept_rows[new]
            )
            self._by_view[:, files[new]] = own, kept_own
            self._measured_with[files[new]] = kept_rows[new]
            if self._exact:
                for file, one, other in zip(
                    files[new].tolist(), rows[new].tolist(), kept_rows[new].tolist(), strict=True
                ):
                    figure = self._exact.get((min(one, other), max(one, other)))
                    self._is_exact[file] = figure is not None
                    if figure is not None:
                        self._measured[file] = figure
        return self._measured[files]


def _file_table(result: ScanResult) -> FileTable:
    records = result.files
    names = [type_of(record.path) for record in records]
    type_names = tuple(sorted(set(names)))
    place = {name: i for i, name in enumerate(type_names)}
    return FileTable(
        records=records,
        contents=result.content_row,
        types=np.fromiter((place[name] for name in names), dtype=np.int32, count=len(names)),
        type_names=type_names,
        sizes=np.fromiter((r.size for r in records), dtype=np.int64, count=len(records)),
        mtimes=np.fromiter((r.mtime_ns for r in records), dtype=np.int64, count=len(records)),
        protected=np.fromiter((r.protected for r in records), dtype=np.bool_, count=len(records)),
    )
