"""The state both front ends share: one scan, its links, the tolerances, the clusters and the marks.

Free of Qt. Nothing here reads a file's content: that is ``scan`` before, ``actions`` after, and the verifier that
``verify`` is handed. Whatever changes
(a slider, a keep rule, files that went) ends in ``_regroup``, the only place that makes clusters.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from simfinder.actions import keep, plan
from simfinder.app import cluster_table
from simfinder.app.cluster_table import ClusterTable, FileTable, IntArray
from simfinder.app.file_links import FileLinks
from simfinder.app.grouping import file_table, files_apart, group, grouping_links, weighed
from simfinder.app.ignoring import rows_apart
from simfinder.app.judging import Judge
from simfinder.app.measuring import Figures, Findings, Linked, Survey, measure_pairs
from simfinder.app.pairs_by_type import Counts, pairs_by_family, pairs_by_type
from simfinder.app.session_state import SessionState
from simfinder.app.verify import Verifier
from simfinder.errors import UsageError
from simfinder.model.families import Family
from simfinder.model.files import FileRecord, Problem
from simfinder.model.options import Method, Methods, ScanOptions
from simfinder.model.plan import ActKind, Plan
from simfinder.model.progress import Control, Phase
from simfinder.model.tolerances import FLOOR, Tolerances
from simfinder.scan.collecting import uncollected
from simfinder.scan.pipeline import ScanResult, scan
from simfinder.scan.views.members import count_of
from simfinder.search import scoring
from simfinder.search.links import Links
from simfinder.signatures.faces import RAW
from simfinder.signatures.parameters import PLAIN, Parameters
from simfinder.store.cache import Cache
from simfinder.store.ignored_rows import Ignored

DEFAULT_KEEP = "newest"


@dataclass(frozen=True, slots=True)
class TypeCount:
    """A row of the tolerance panel: a type, its files, and the clusters that hold at least one of them."""

    type: str
    files: int
    clusters: int


class Session:
    """One scan and what a person has decided about it. Make it with ``Session.run``.

    Attributes:
        read_only: its files are not those of this machine: they are shown, never marked, and there is no plan.
    """

    def __init__(
        self,
        options: ScanOptions,
        result: ScanResult,
        links: Links,
        *,
        judge: Judge | None = None,
        tolerances: Tolerances | None = None,
        same_type: bool = False,
        keep_rules: str = DEFAULT_KEEP,
        files: FileTable | None = None,
    ) -> None:
        self.options = options
        self.result = result
        self.links = links
        self.same_type = same_type
        self.read_only = False
        self._tolerances = tolerances or Tolerances()
        self._files = files or file_table(result)
        self._judge = judge or Judge(result.faces, self._files, Methods())
        self._alive = np.ones(len(result.files), dtype=np.bool_)
        self._index = {path: i for i, path in enumerate(result.files.paths())}
        self._by_hand: list[int] = []
        self._marks: dict[int, str] = {}
        self._marked_bytes: int | None = 0  # None where marks changed since they were counted
        self._keep_rules = keep_rules
        self._rank = self._ranked(keep_rules)
        self._figures = Figures(self._files, result.faces, self._judge)
        self._complete = False  # all links that matter at the tolerances of now were measured
        self._settled = ~self._judge.on_bytes(links.a, links.b)  # links that were measured, or can't be
        self._stand = 0  # another one with whatever changes links other than a measured figure
        self._ignored = np.zeros((0, 2), np.int32)  # pairs of contents that are not the same
        self._apart: IntArray | None = None
        self._pairs: tuple[Links, tuple[Mapping[str | None, Counts], Mapping[Family, Counts]]] | None = None
        self._counted: tuple[tuple[ClusterTable, int], list[TypeCount]] | None = None
        self._links = self._file_links()
        self._clusters = self._regroup()

    @classmethod
    def run(
        cls,
        options: ScanOptions,
        *,
        method: Method | Methods = Method.AUTO,
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
        with uncollected():
            result = scan(options, cache, control, parameters)
            widest = (tolerances or Tolerances()).widest
            methods = method if isinstance(method, Methods) else Methods(method)
            files = file_table(result)
            judge = Judge(result.faces, files, Methods(Method.CONTENT) if options.identical else methods)
            links = judge.links(min(floor, 1.0 - widest), control, jobs=options.jobs)
            links = weighed(links, judge, result.faces, control, jobs=options.jobs)
            session = cls(
                options,
                result,
                links,
                files=files,
                judge=judge,
                tolerances=tolerances,
                same_type=same_type,
                keep_rules=keep_rules,
            )
        control.begin(Phase.DONE, files_total=len(result.files))
        return session

    def with_methods(self, methods: Methods, control: Control, *, floor: float = FLOOR) -> Session:
        """The same scan judged by other methods: links are found anew from the signatures, no file is read.

        Figures that were measured on the bytes are not taken over. What a person decided is: tolerances, keep rules,
        files kept by hand, marks of files that are in a cluster still, what is not the same.

        Raises:
            Cancelled: on request; this session is as it was.
        """
        judge = Judge(self.result.faces, self._files, methods)
        links = judge.links(min(floor, 1.0 - self._tolerances.widest), control, jobs=self.options.jobs)
        links = weighed(links, judge, self.result.faces, control, jobs=self.options.jobs)
        other = Session(
            self.options,
            self.result,
            links,
            files=self._files,
            judge=judge,
            tolerances=self._tolerances,
            same_type=self.same_type,
            keep_rules=self._keep_rules,
        )
        other.read_only = self.read_only
        other._by_hand = list(self._by_hand)
        other._ignored = self._ignored
        other.forget(self._files.records[file].path for file in np.flatnonzero(~self._alive).tolist())
        for file, why in self._marks.items():
            other.mark([file], why)
        return other

    # taken out and put in again
    def state(self) -> SessionState:
        """This session as it is now, in some milliseconds: arrays that never change are shared, not copied."""
        return SessionState(
            options=self.options,
            result=self.result,
            links=self.links,
            methods=self.methods,
            tolerances=self._tolerances,
            same_type=self.same_type,
            keep_rules=self._keep_rules,
            alive=self._alive.copy(),
            settled=self._settled.copy(),
            complete=self._complete,
            measured=dict(self._figures.known),
            lost=frozenset(self._figures.lost),
            by_hand=tuple(self._by_hand),
            marks=dict(self._marks),
        )

    @classmethod
    def resumed(
        cls, state: SessionState, ignored: Iterable[Ignored], *, files: FileTable | None = None
    ) -> Session:
        """A session of a state, with what is kept apart now. Its marks come last, see ``remark``.

        Args:
            state: of a session of the same result.
            ignored: what is not the same.
            files: the columns of its files, where they are known.
        """
        files = files or file_table(state.result)
        none = np.zeros(0, np.int32)
        session = cls(
            state.options,
            state.result,
            Links(none, none, np.zeros(0, np.float32), state.links.capped),
            judge=Judge(state.result.faces, files, state.methods),
            tolerances=state.tolerances,
            same_type=state.same_type,
            keep_rules=state.keep_rules,
            files=files,
        )
        session.links = state.links
        session._rank = session._ranked(state.keep_rules)  # of files that links lead to
        session._alive = state.alive.copy()
        session._settled = state.settled.copy()
        session._complete = state.complete
        session._by_hand = list(state.by_hand)
        session._figures.learn(state.measured, state.lost)
        session.set_ignored(ignored)  # links become clusters here, which is most of the work
        return session

    def remark(self, marks: Mapping[int, str]) -> list[str]:
        """Set marks again, of files that are still in a cluster and not kept. Returns the paths of the others."""
        for file, why in marks.items():
            self.mark([file], why)
        return [self._files.records[file].path for file in marks if file not in self._marks]

    # what is known
    @property
    def methods(self) -> Methods:
        """Which method decides about which types."""
        return self._judge.methods

    @property
    def tolerances(self) -> Tolerances:
        return self._tolerances

    @property
    def keep_rules(self) -> str:
        """Which file of a cluster is kept, as on the command line."""
        return self._keep_rules

    @property
    def by_hand(self) -> tuple[int, ...]:
        """Files that a person keeps by hand, the last one first."""
        return tuple(self._by_hand)

    @property
    def clusters(self) -> ClusterTable:
        return self._clusters

    @property
    def marks(self) -> Mapping[int, str]:
        """Marked files and why each is marked."""
        return MappingProxyType(self._marks)

    @property
    def marked_bytes(self) -> int:
        if self._marked_bytes is None:
            marked = np.fromiter(self._marks, dtype=np.int64, count=len(self._marks))
            self._marked_bytes = int(self._files.sizes[marked].sum())
        return self._marked_bytes

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

    @property
    def alive(self) -> npt.NDArray[np.bool_]:
        """(n,) bool, files that are still there, as things stand now."""
        return self._alive.copy()

    def record(self, file: int) -> FileRecord:
        return self._files.records[file]

    def file_of(self, path: str) -> int:
        """Index of a path, -1 where it is not in this session."""
        return self._index.get(path, -1)

    def type_name(self, file: int) -> str:
        return self._files.type_names[int(self._files.types[file])]

    def types(self) -> list[TypeCount]:
        """Types that have files, those with the most clusters first, then most files, then by name.

        Counted once for the clusters and files of now.
        """
        of = (self._clusters, int(self._alive.sum()))
        if self._counted is None or self._counted[0] != of:
            self._counted = of, self._count_types()
        return list(self._counted[1])

    def _count_types(self) -> list[TypeCount]:
        names = self._files.type_names
        files = np.bincount(self._files.types[self._alive], minlength=len(names))
        table = self._clusters
        cluster = np.repeat(np.arange(len(table)), np.diff(table.offsets))
        # nearly in order already, which a stable sort makes use of
        pairs = np.sort(cluster * max(1, len(names)) + self._files.types[table.members], kind="stable")
        pairs = pairs[np.diff(pairs, prepend=-1) != 0]
        clusters = np.bincount(pairs % max(1, len(names)), minlength=len(names))
        counts = [
            TypeCount(name, int(files[i]), int(clusters[i])) for i, name in enumerate(names) if files[i]
        ]
        return sorted(counts, key=lambda c: (-c.clusters, -c.files, c.type))

    def pairs_by_type(self) -> Mapping[str | None, Counts]:
        """Where the pairs of each type lie, see ``pairs_by_type``; counted once for the links of now."""
        return self._counted_pairs()[0]

    def pairs_by_family(self) -> Mapping[Family, Counts]:
        """The same of families of types; counted together with those of types."""
        return self._counted_pairs()[1]

    def _counted_pairs(self) -> tuple[Mapping[str | None, Counts], Mapping[Family, Counts]]:
        if self._pairs is None or self._pairs[0] is not self.links:
            links, files = self.links, self._files
            self._pairs = links, (pairs_by_type(links, files), pairs_by_family(links, files))
        return self._pairs[1]

    def figures(self, file: int) -> dict[str, float]:
        """Each method's own figure of a file against the kept file of its cluster; empty where there is none."""
        cluster = self._clusters.cluster_of(file)
        return {} if cluster < 0 else self.figures_of(file, int(self._clusters.kept[cluster]))

    def figures_of(self, file: int, other: int) -> dict[str, float]:
        """Each method's own figure of any two files; empty where they were not signed."""
        rows = self.signature_rows(file, other)
        return {} if rows is None else scoring.figures(self.result.faces.table, *rows)

    def signature_rows(self, file: int, other: int) -> tuple[int, int] | None:
        """Rows of the table of all faces by which two files are judged; None where they were not signed."""
        contents = self._files.contents[[file, other]]
        if self.options.identical or (contents < 0).any():
            return None
        a, b = self._judge.best_rows(contents[:1], contents[1:])
        return int(a[0]), int(b[0])

    def view_of(self, file: int) -> str:
        """Name of the view by which a file was measured against the kept one of its cluster; "raw" for its bytes.

        For the kept file itself: the view by which any other was measured against it.
        """
        position = self._clusters.position_of(file)
        return RAW if position < 0 else self.result.faces.names[self._clusters.view[position]]

    def member_count(self, file: int) -> int:
        """How many files an archive holds; 0 for what is none, or was not looked into."""
        return count_of(self.result.members.get(int(self._files.contents[file]), b""))

    def shares(self, a: IntArray, b: IntArray) -> list[tuple[float, bool]]:
        """What pairs of contents share, and whether that is an estimate; for few."""
        figure, estimated = self._figures.between(a, b)
        return list(zip(figure.tolist(), estimated.tolist(), strict=True))

    # what is measured
    @property
    def measures(self) -> bool:
        """Whether figures can be measured on the bytes: not where a method of its own decides about all types."""
        return self._judge.measures

    @property
    def verified(self) -> bool:
        """Whether no figure of a cluster is an estimate, nor any that holds or could hold one together."""
        return self._complete and not bool(self._clusters.estimated.any())

    def verify(self, verifier: Verifier) -> list[Problem]:
        """Measure on the bytes what the clusters rest on at the tolerances of now, until nothing of it is an estimate.

        First the links that hold clusters together; then each file against the kept one. The marks of files that
        leave their cluster go.

        Returns:
            Files that are not any more what was scanned; their figures stay estimates.

        Raises:
            Cancelled: on request; what was measured counts.
        """
        survey = self.survey()
        if survey is None:
            return []
        found: list[Findings] = []
        try:
            complete = survey.measure(verifier, found.append)
        finally:
            self.take(found)
        self._complete = complete
        a, b = self.unmeasured()
        found.append(_findings_of(verifier, a, b))
        self.take(found[-1:])
        return list({problem.path: problem for part in found for problem in part.problems}.values())

    def survey(self) -> Survey | None:
        """The links that are to be measured, as they are now; None where nothing is."""
        if self._judge.exact:
            self._complete = True
        if not self.measures:
            return None
        return Survey(
            self.links,
            self._settled,
            self._files,
            self._alive,
            self._tolerance_array(),
            len(self.result.table),
            self._linking(),
            self._stand,
        )

    def surveyed(self, tolerances: Tolerances) -> None:
        """All links that matter at these tolerances were measured, and taken."""
        self._complete = self._complete or tolerances == self._tolerances

    def unmeasured(self, clusters: Iterable[int] | None = None) -> tuple[IntArray, IntArray]:
        """Pairs of contents, member and kept file, whose figures are estimates; each once, in the clusters' order.

        Args:
            clusters: of these only; None means of all.
        """
        table, contents = self._clusters, self._files.contents
        if clusters is None:
            at = np.flatnonzero(table.estimated)
        else:
            spans = [np.arange(*table.offsets[i : i + 2]) for i in sorted(set(clusters))]
            at = np.concatenate(spans) if spans else np.zeros(0, dtype=np.int64)
            at = at[table.estimated[at]]
        member = table.members[at]
        one, other = contents[member], contents[table.kept[table.cluster_index[member]]]
        a, b = np.minimum(one, other), np.maximum(one, other)
        _, first = np.unique(a.astype(np.int64) * len(self.result.table) + b, return_index=True)
        first.sort()
        first = first[self._judge.on_bytes(a[first], b[first])]
        a, b = a[first], b[first]
        if lost := self._figures.lost:
            left = [pair not in lost for pair in zip(a.tolist(), b.tolist(), strict=True)]
            a, b = a[left], b[left]
        return a.astype(np.int32), b.astype(np.int32)

    def take(self, findings: Iterable[Findings], linked: Linked | None = None) -> list[str]:
        """Measured figures in the place of estimates. Returns paths whose marks were dropped.

        Args:
            findings: of the last survey, all of them in their order, or of pairs.
            linked: what the survey made of them in its own thread; None makes it here.
        """
        similarity = self.links.similarity.copy()
        found_any = False
        findings = list(findings)
        self._figures.note(findings)
        for found in findings:
            places = found.links >= 0
            good = places & ~np.isnan(found.similarity)
            self._settled[found.links[places]] = True
            similarity[found.links[good]] = found.similarity[good]
            found_any |= bool(good.any())
        if found_any:
            self.links = replace(self.links, similarity=similarity)
            if linked is not None and linked.stand == self._stand:
                self._links = linked.links
            else:
                self._links = self._file_links()
        return self._settle()

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
        self._rank = self._ranked(rules)
        self._keep_rules = rules
        return self._settle()

    def keep_file(self, file: int) -> list[str]:
        """Make a file the kept one of its cluster, by hand. Returns paths whose marks were dropped."""
        return self.keep_files([file])

    def keep_files(self, files: Iterable[int]) -> list[str]:
        """The same for several, of which the first counts most."""
        wanted = list(files)
        self._by_hand = wanted + [file for file in self._by_hand if file not in set(wanted)]
        return self._settle()

    def set_ignored(self, known: Iterable[Ignored]) -> list[str]:
        """Keep apart what a person said is not the same. Returns paths whose marks were dropped."""
        self._ignored = rows_apart(known, self.result.table.content)
        self._apart = files_apart(self._ignored, self._files, self._alive)
        self._stand += 1
        self._links = self._file_links()
        return self._settle()

    @property
    def ignored(self) -> int:
        """Pairs of contents here that are kept apart."""
        return len(self._ignored)

    def contents_of(self, files: Iterable[int]) -> list[tuple[bytes, str]]:
        """Content hash and path of files: what ``ignoring.add`` takes."""
        return [
            (self.result.table.content[self._files.contents[file]].tobytes(), self._files.records[file].path)
            for file in files
            if self._files.contents[file] >= 0
        ]

    def mark(self, files: Iterable[int], why: str = "marked by hand") -> int:
        """Mark files for removal; kept, protected and unclustered files are left out. Returns how many are new."""
        table = self._clusters
        new = 0
        for file in files if not self.read_only else ():
            cluster = table.cluster_of(file)
            if cluster < 0 or table.kept[cluster] == file or self._files.protected[file]:
                continue
            new += file not in self._marks
            self._marks[file] = why
        self._marked_bytes = None
        return new

    def unmark(self, files: Iterable[int]) -> None:
        for file in files:
            self._marks.pop(file, None)
        self._marked_bytes = None

    def clear_marks(self) -> None:
        self._marks.clear()
        self._marked_bytes = None

    def mark_rule(self, rule: str) -> int:
        """Mark in every cluster what a rule names: ``older``, ``identical`` or ``all``. Returns how many are new.

        Raises:
            UsageError: no such rule.
        """
        return self.set_marks(self._clusters.named_by(rule))

    def set_marks(self, found: Mapping[int, str]) -> int:
        """The same as ``mark`` for very many files, each with its own sentence."""
        if self.read_only:
            return 0
        table, before = self._clusters, len(self._marks)
        files = np.fromiter(found, dtype=np.int64, count=len(found))
        cluster = table.cluster_index[files]
        wrong = (cluster < 0) | self._files.protected[files]
        if len(table):
            wrong |= table.kept[cluster] == files
        left_out = set(files[wrong].tolist())
        self._marks.update({f: why for f, why in found.items() if f not in left_out} if left_out else found)
        self._marked_bytes = None
        return len(self._marks) - before

    def plan(self, kind: ActKind, target: str | None = None) -> Plan:
        """What carrying out the marks would do.

        Raises:
            UsageError: a move without a target, or nothing may be done to these files.
        """
        if self.read_only:
            raise UsageError("this session is read-only: its files are not those of this machine")
        if kind is ActKind.MOVE and not target:
            raise UsageError("a move needs a target folder")
        table = self._clusters
        chosen = sorted({table.cluster_of(file) for file in self._marks} - {-1})
        marked = {self._files.records[file].path: why for file, why in self._marks.items()}
        return plan.make_plan(
            [table.cluster(i) for i in chosen], marked, kind, target, roots=self.options.roots
        )

    def forget(self, paths: Iterable[str], linked: Linked | None = None) -> None:
        """These files are gone: take them out of the clusters.

        Args:
            paths: of the files.
            linked: ``linked_with`` of the same; None makes it here.
        """
        self._set_alive(paths, False, linked)

    def remember(self, paths: Iterable[str], linked: Linked | None = None) -> None:
        """These files are back where they were. Arguments as of ``forget``."""
        self._set_alive(paths, True, linked)

    def linked_with(self, paths: Iterable[str], *, alive: bool) -> Linked:
        """What ``forget`` or ``remember`` needs, made beforehand in any thread: 2 s of work at 3.5 million links."""
        there = self._alive.copy()
        there[[file for file in map(self.file_of, paths) if file >= 0]] = alive
        rows = len(self.result.table)
        links = self.links
        return Linked(grouping_links(links, self._files, there, rows, self._ignored), self._stand, links)

    # changed beside what is shown
    def draft(self) -> Session:
        """This session once more, to be changed in another thread while this one is shown; see ``adopt``.

        It shares all that never changes, and the figures, which one thread at a time may use for making clusters:
        from here until ``adopt`` nothing else may change this session but marks. It has no marks itself.
        """
        other = copy.copy(self)
        other._alive, other._settled = self._alive.copy(), self._settled.copy()
        other._by_hand, other._marks = list(self._by_hand), {}
        return other

    def adopt(self, draft: Session) -> list[str]:
        """Be what a draft has become. Returns the paths whose marks were dropped."""
        marks = self._marks
        self.__dict__.update(draft.__dict__)
        self._marks, self._marked_bytes = marks, None
        return self._drop_lost()

    # how clusters are made
    def _set_alive(self, paths: Iterable[str], alive: bool, linked: Linked | None) -> None:
        for path in paths:
            file = self.file_of(path)
            if file >= 0:
                self._alive[file] = alive
                self._marks.pop(file, None)
                self._marked_bytes = None
        ready = linked is not None and linked.stand == self._stand and linked.made_of is self.links
        self._stand += 1
        self._links = linked.links if linked is not None and ready else self._file_links()
        self._apart = files_apart(self._ignored, self._files, self._alive)
        self._settle()

    def _settle(self) -> list[str]:
        self._clusters = self._regroup()
        return self._drop_lost()

    def _drop_lost(self) -> list[str]:
        """Take back the marks of files that are in no cluster now, or are kept."""
        if not self._marks:
            return []
        table = self._clusters
        marked = np.fromiter(self._marks, dtype=np.int64, count=len(self._marks))
        cluster = table.cluster_index[marked]
        lost = marked[cluster < 0]
        if len(table):
            lost = marked[(cluster < 0) | (table.kept[cluster] == marked)]
        for file in lost.tolist():
            del self._marks[file]
        self._marked_bytes = None
        return [self._files.records.path(file) for file in lost.tolist()]

    def _ranked(self, rules: str) -> npt.NDArray[np.int32]:
        """The place of every file by a keep rule; that of a file that nothing is linked to is of no account."""
        contents, rows = self._files.contents, len(self.result.table)
        read = contents[contents >= 0]
        matters = np.bincount(read, minlength=rows) > 1
        matters[self.links.a] = matters[self.links.b] = True
        wanted = np.zeros(len(contents), dtype=np.bool_)
        wanted[contents >= 0] = matters[read]
        files = np.flatnonzero(wanted)
        rank = np.empty(len(contents), dtype=np.int32)
        rank[files] = keep.rank(self.result.files.take(files), rules)
        rank[~wanted] = np.arange(len(files), len(contents))
        return rank

    def _file_links(self) -> FileLinks:
        return self._linking()(self.links)

    def _linking(self) -> Callable[[Links], FileLinks]:
        """What makes links of files of links of contents, as things stand now; for any thread."""
        files, alive, rows, ignored = self._files, self._alive.copy(), len(self.result.table), self._ignored
        return lambda links: grouping_links(links, files, alive, rows, ignored)

    def _tolerance_array(self) -> npt.NDArray[np.float32]:
        values = [self._tolerances.of(name) for name in self._files.type_names]
        return np.array(values, dtype=np.float32)

    def _regroup(self) -> ClusterTable:
        tolerances = self._tolerance_array()
        rank = self._rank
        if self._by_hand:
            rank = rank + np.int32(len(self._by_hand))
            rank[self._by_hand] = np.arange(len(self._by_hand), dtype=rank.dtype)
        groups = group(
            self._links, self._files, tolerances, rank, same_type=self.same_type, apart=self._apart
        )
        kept = np.repeat(groups.members[groups.offsets[:-1]], np.diff(groups.offsets))
        figures = self._figures
        similarity = figures.of(groups.members, kept)
        return cluster_table.build(
            self._files,
            self.result.table.content,
            groups,
            similarity,
            tolerances,
            figures.views(groups.members, kept, groups.offsets),
            figures.measured(groups.members),
        )


def _findings_of(verifier: Verifier, a: IntArray, b: IntArray) -> Findings:
    found: list[Findings] = []
    measure_pairs(verifier, a, b, found.append)
    return found[0] if found else Findings(a, b, np.zeros(0, np.float32), np.zeros(0, np.intp))
