"""The state both front ends share: one scan, its links, the tolerances, the clusters and the marks.

Nothing here reads the content of a file: ``scan`` does before, ``actions`` after, and the verifier given to ``verify``.
What never changes is in ``scan_index``, how the files are grouped in ``clustering``; marks are dropped where clusters
can no longer spare a file.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from simfinder.actions.rules import keep_rules as keep
from simfinder.actions.rules.choose_files import Candidates
from simfinder.actions.rules.mark_rules import BY_HAND, Mark, by_rule
from simfinder.app.clusters.cluster_table import ClusterTable, IntArray, SessionFiles
from simfinder.app.linking.pipeline import Linked, linked, remember_kin
from simfinder.app.session.clustering import Clustering
from simfinder.app.session.marks import Marks
from simfinder.app.session.scan_index import ScanIndex
from simfinder.app.session.state import SessionState
from simfinder.app.verify.survey import Findings, MeasuredLinks, measure_pairs
from simfinder.app.verify.verifier import Verifier
from simfinder.arrays.release_memory import WORKING, give_back, give_large_back
from simfinder.arrays.set_operations import sorted_set
from simfinder.errors import UsageError
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.progress import Control, Phase
from simfinder.model.removal_plan import ActKind, MarkCause, Plan
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from simfinder.scan.pipeline import ScanResult, scan
from simfinder.search.linking.links import Links
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.store.cache.cache import Cache
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.text.message import say
from simfinder.workers.gc_pause import uncollected

_ROUNDS = 8
"""Rounds of measuring members against kept files: measured figures may make another file the kept one."""


NOT_BY_RULES = say("the scan was stopped early: rules mark nothing until all files are read")


def phases_of(options: ScanOptions) -> tuple[Phase, ...]:
    """Return the phases of ``Session.run``, for ``Control.intend``."""
    if options.identical:
        return Phase.LISTING, Phase.READING, Phase.GROUPING
    opening: tuple[Phase, ...] = () if options.raw else (Phase.OPENING,)
    if not options.raw and not options.no_media:
        opening = (*opening, Phase.LOOKING)
    comparing = Phase.COMPARING, Phase.CROWDED, Phase.WEIGHING, Phase.GROUPING
    return Phase.LISTING, Phase.READING, *opening, *comparing


class Session:
    """One scan and what a person has decided about it. Create it with ``Session.run``.

    Args:
        options: of the scan.
        result: of the scan.
        linked: its files and the links between them.
        choices: what a person chose.

    Attributes:
        options: of the scan.
        result: of the scan.
        scan: its files by path, and how two of them are compared.
        clustering: the files in clusters, by which links and tolerances, with which figures.
        read_only: its files are not on this machine: they are shown, but can't be marked or planned for.
        proven: this program has found out itself what is in it; else it is somebody's word, and a plan is measured anew
            before it is carried out (``removal.measured_plan``).
    """

    def __init__(
        self, options: ScanOptions, result: ScanResult, linked: Linked, choices: Choices | None = None
    ) -> None:
        self.options, self.result = options, result
        self.scan = ScanIndex(options, result, linked)
        self.clustering = Clustering(self.scan, linked, choices or Choices())
        self.read_only, self.proven = False, True
        self._marked = Marks(linked.files)

    @classmethod
    def run(
        cls,
        options: ScanOptions,
        choices: Choices | None = None,
        *,
        parameters: Parameters = PLAIN,
        cache: Cache | None,
        control: Control,
    ) -> Session:
        """Scan folders and find similar files in them.

        Raises:
            Cancelled: on request; what was signed is in the cache.
            UsageError: no folder can be scanned, or a keep rule is malformed.
        """
        choices = choices or Choices()
        if options.identical:
            choices = replace(choices, methods=Methods(Method.CONTENT))
        keep.KeepRules.parse(choices.keep_rules)
        with uncollected():
            result = scan(options, cache, control, parameters)
            give_large_back()
            floor = choices.tolerances.floor
            found = linked(result, choices.methods, floor, control, jobs=options.jobs, cache=cache)
            session = cls(options, result, found, choices)
            remember_kin(found.files.kin, cache)
        give_back()
        give_large_back(WORKING)
        control.begin(Phase.DONE)
        return session

    def with_methods(self, methods: Methods, control: Control) -> Session:
        """Judge the same scan by other methods: links are found again from the signatures, no file is read.

        Figures measured on the bytes are not carried over. What a person decided is: choices, files kept by hand, marks
        of files still in a cluster, what is not the same.

        Raises:
            Cancelled: on request; this session is as it was.
        """
        files, before = self.scan.files, self.clustering
        floor = before.choices.tolerances.floor
        found = linked(self.result, methods, floor, control, jobs=self.options.jobs, files=files)
        other = Session(self.options, self.result, found, replace(before.choices, methods=methods))
        other.read_only, other.proven = self.read_only, self.proven
        other.clustering.keeping.by_hand = before.keeping.by_hand
        other.clustering.links.ignored = before.links.ignored
        other.clustering.links.left_together = before.links.left_together
        other.clustering.links.alone = before.links.alone
        other.clustering.set_alive(np.flatnonzero(~before.links.alive).tolist(), False)
        other.remark(self.marks)
        return other

    # taken out and put in again
    def state(self) -> SessionState:
        """Return this session as it is now, in some milliseconds: arrays that never change are shared, not copied."""
        now = self.clustering
        return SessionState(
            options=self.options,
            result=self.result,
            links=now.links.of_contents,
            choices=now.choices,
            alive=now.links.alive.copy(),
            settled=now.links.settled.copy(),
            complete=now.complete,
            measured=dict(now.figures.known),
            lost=frozenset(now.figures.lost),
            by_hand=now.keeping.by_hand,
            marks=dict(self.marks),
        )

    @classmethod
    def resumed(
        cls,
        state: SessionState,
        ignored: Iterable[Ignored],
        *,
        files: SessionFiles | None = None,
        table: ClusterTable | None = None,
    ) -> Session:
        """Build a session from a state, with what is kept apart now. Set its marks last, see ``remark``.

        Args:
            state: of a session of the same result.
            ignored: what is not the same.
            files: the columns of its files, where they are known.
            table: its clusters, where they are known; of these ``files``.
        """
        none = np.zeros(0, np.int32)
        links = Links(none, none, np.zeros(0, np.float32), state.links.capped)
        none_yet = Linked.of(state.result, links, state.choices.methods, files)
        session = cls(state.options, state.result, none_yet, state.choices)
        session.clustering.restore(state, ignored, table)
        return session

    def remark(self, marks: Mapping[int, Mark]) -> list[str]:
        """Set marks again where they may be: not on kept files, nor where their rules would not set them now.

        Returns:
            The paths of the other files.
        """
        by_mark: dict[Mark, list[int]] = {}
        for file, mark in marks.items():
            by_mark.setdefault(mark, []).append(file)
        for mark, files in by_mark.items():
            self.mark(files, mark)
        self._marked.drop_lost(self.clusters, set_again=True)
        return [self.record(file).path for file in marks if file not in self.marks]

    # what there is to see
    @property
    def clusters(self) -> ClusterTable:
        return self.clustering.table

    @property
    def incomplete(self) -> bool:
        """Return whether files were not read, as the person wanted to see what was found until then."""
        return self.result.unread > 0

    @property
    def links(self) -> Links:
        """The links of contents, with the figures measured so far."""
        return self.clustering.links.of_contents

    @property
    def choices(self) -> Choices:
        """What decides about clusters now."""
        return self.clustering.choices

    def record(self, file: int) -> FileRecord:
        """Return the scan's record of a file."""
        return self.scan.files.records[file]

    def file_of(self, path: str) -> int:
        """Return the index of the file at a path, -1 where it is not in this session."""
        return self.scan.file_of(path)

    def count_below(self, folder: str) -> int | None:
        """Return how many of the files below a folder are there now; None where it was not scanned."""
        found = self.scan.range_below(folder)
        return None if found is None else int(np.count_nonzero(self.clustering.alive[slice(*found)]))

    # what is marked
    @property
    def marks(self) -> Mapping[int, Mark]:
        """Marked files and why each is marked; see ``why_marked``."""
        return self._marked.why

    def why_marked(self, file: int) -> str:
        """Say why a file is marked, with the current figures; "" where it is not."""
        mark = self.marks.get(file)
        return "" if mark is None else self.clusters.sentence(mark, file)

    @property
    def marked_bytes(self) -> int:
        return self._marked.bytes

    # what is measured
    def verify(self, verifier: Verifier) -> list[Problem]:
        """Measure on the bytes what the clusters rest on at the current tolerances, until no figure is an estimate.

        First come the links that hold clusters together, then each file against the kept one. Files that leave their
        cluster lose their marks.

        Returns:
            Files that differ from what was scanned; their figures stay estimates.

        Raises:
            Cancelled: on request; what was measured counts.
        """
        survey = self.clustering.survey()
        if survey is None:
            return []
        give_large_back()
        found: list[Findings] = []
        try:
            complete = survey.measure(verifier, found.append)
        finally:
            self.learn(found)
        self.clustering.complete = complete
        for _ in range(_ROUNDS):
            a, b = self.clustering.unmeasured()
            if not len(a):
                break
            found.append(_findings_of(verifier, a, b))
            self.learn(found[-1:])
        remember_kin(self.scan.files.kin, verifier.cache)
        return list({problem.path: problem for part in found for problem in part.problems}.values())

    def surveyed(self, tolerances: Tolerances) -> None:
        """Note that all links that matter at these tolerances were measured and taken."""
        self.clustering.complete |= tolerances == self.choices.tolerances

    def learn(self, findings: Iterable[Findings], linked: MeasuredLinks | None = None) -> list[str]:
        """Replace estimates by measured figures; return the paths whose marks were dropped.

        Args:
            findings: of the last survey, all of them in order, or of pairs.
            linked: what the survey made of them in its own thread; None computes it here.
        """
        self.clustering.learn(list(findings), linked)
        return self._drop_lost()

    # what a person changes; each returns the paths whose marks were dropped
    def choose(self, choices: Choices) -> list[str]:
        """Regroup by other choices, except methods; files kept by hand stay so.

        Raises:
            UsageError: a keep rule is malformed.
        """
        self.clustering.choose(choices)
        return self._drop_lost()

    def set_tolerances(self, tolerances: Tolerances) -> list[str]:
        """Regroup at other tolerances."""
        return self.choose(replace(self.choices, tolerances=tolerances))

    def set_keep(self, rules: str) -> list[str]:
        """Choose kept files by other rules; see ``choose``."""
        return self.choose(replace(self.choices, keep_rules=rules))

    def keep_file(self, file: int) -> list[str]:
        """Make a file the kept one of its cluster, by hand."""
        return self.keep_files([file])

    def keep_files(self, files: Iterable[int]) -> list[str]:
        """Make several files the kept ones, the first counting most."""
        self.clustering.keep_files(files)
        return self._drop_lost()

    def set_ignored(self, known: Iterable[Ignored]) -> list[str]:
        """Keep apart what a person said is not the same."""
        self.clustering.set_ignored(known)
        return self._drop_lost()

    def mark(self, files: Iterable[int], mark: Mark = BY_HAND) -> int:
        """Mark files for removal, except kept, protected and unclustered ones, and those that its rule does not name.

        Returns:
            How many are new. A rule marks nothing in a scan that was stopped early: the file that should be kept may
            be among those that were not read.
        """
        if self.read_only or (self.incomplete and mark.cause is MarkCause.RULE):
            return 0
        return self._marked.set(files, mark, self.clusters)

    def unmark(self, files: Iterable[int]) -> None:
        self._marked.unset(files)

    def clear_marks(self) -> None:
        self._marked.clear()

    def mark_rule(self, rule: str, *, inside_projects: bool = False) -> int:
        """Mark in every cluster what a rule names; return how many are new.

        Args:
            rule: ``older``, ``identical`` or ``all``.
            inside_projects: in project folders too.

        Raises:
            UsageError: no such rule, or the scan was stopped early.
        """
        if self.incomplete:
            raise UsageError(NOT_BY_RULES)
        named = self.clusters.named_by(rule, inside_projects=inside_projects, marked=self.marks)
        return self.mark(named, by_rule(rule, inside_projects=inside_projects))

    def plan(self, kind: ActKind, target: str | None = None) -> Plan:
        """Plan what carrying out the marks would do.

        Raises:
            UsageError: a move without a target, or nothing may be done to these files.
        """
        from simfinder.actions.plan import make_plan  # 10 ms, which a scan need not wait for

        if self.read_only:
            raise UsageError(say("this session is read-only: its files are not those of this machine"))
        if kind is ActKind.MOVE and not target:
            raise UsageError(say("a move needs a target folder"))
        table = self.clusters
        clusters = sorted_set(table.cluster_index[self._marked.files])
        candidates = Candidates(
            map(table.group, clusters[clusters >= 0].tolist()),
            self.scan.files.records,
            table.contents_of,
            self.marks.__getitem__,
            self.clustering.links.alive,
        )
        roots, projects = self.options.roots, self.result.projects
        return make_plan.make_plan(candidates, self.marks, kind, target, roots=roots, projects=projects)

    def forget(self, paths: Iterable[str], linked: MeasuredLinks | None = None) -> None:
        """Take files that are gone out of the clusters.

        Args:
            paths: of the files.
            linked: the result of ``linked_with`` for them; None computes it here.
        """
        self._set_alive(paths, False, linked)

    def remember(self, paths: Iterable[str], linked: MeasuredLinks | None = None) -> None:
        """Take files that are back into the clusters again. Arguments as of ``forget``."""
        self._set_alive(paths, True, linked)

    def linked_with(self, paths: Iterable[str], *, alive: bool) -> MeasuredLinks:
        """Compute beforehand, in any thread, what ``forget`` or ``remember`` needs: 2 s at 3.5 million links."""
        return self.clustering.links.linked_with(self._known(paths), alive)

    # changed in the background
    def draft(self) -> Session:
        """Return a copy to be changed in another thread while this session is shown; see ``adopt``.

        Until ``adopt`` nothing but marks of this session may change. The copy has no marks.
        """
        other = copy.copy(self)
        other.clustering = self.clustering.copy()
        other._marked = Marks(self.scan.files)
        return other

    def adopt(self, draft: Session) -> list[str]:
        """Show what a draft has become; return the paths whose marks were dropped."""
        self.clustering = draft.clustering
        return self._drop_lost()

    def _known(self, paths: Iterable[str]) -> list[int]:
        return [file for file in map(self.file_of, paths) if file >= 0]

    def _set_alive(self, paths: Iterable[str], alive: bool, linked: MeasuredLinks | None) -> None:
        files = self._known(paths)
        self._marked.unset(files)
        self.clustering.set_alive(files, alive, linked)
        self._marked.drop_lost(self.clusters, set_again=True)

    def _drop_lost(self) -> list[str]:
        return self._marked.drop_lost(self.clusters)


def _findings_of(verifier: Verifier, a: IntArray, b: IntArray) -> Findings:
    found: list[Findings] = []
    measure_pairs(verifier, a, b, found.append)
    return found[0] if found else Findings(a, b, np.zeros(0, np.float32), np.zeros(0, np.intp))
