"""The state both front ends share: one scan, its links, the tolerances, the clusters and the marks.

Nothing here reads the content of a file: ``scan`` does before, ``actions`` after, and the verifier given to ``verify``.
Everything that changes is here: tolerances, keep rules, marks, files that are gone. What never changes is in
``scan_index``, and how the files are grouped in ``reclustering``.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping

import numpy as np

from simfinder.actions.plan import make_plan
from simfinder.actions.rules import keep_rules as keep
from simfinder.actions.rules.choose_files import Candidates
from simfinder.actions.rules.mark_rules import BY_HAND, BY_RULE, Mark
from simfinder.app.clusters.cluster_table import IntArray, SessionFiles
from simfinder.app.linking.file_links import FileLinks
from simfinder.app.linking.ignore_list import rows_apart, rows_left_together
from simfinder.app.linking.pipeline import linked, remember_kin
from simfinder.app.session.marks import Marks
from simfinder.app.session.reclustering import Clustered
from simfinder.app.session.state import SessionState
from simfinder.app.verify.survey import Findings, MeasuredLinks, measure_pairs
from simfinder.app.verify.verifier import Verifier
from simfinder.arrays.set_operations import sorted_set
from simfinder.errors import UsageError
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.model.removal_plan import ActKind, Plan
from simfinder.model.scan_options import Method, Methods, ScanOptions
from simfinder.model.tolerances import FLOOR, Tolerances
from simfinder.scan.pipeline import ScanResult, scan
from simfinder.search.linking.judge import Judge
from simfinder.search.linking.links import Links
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.store.cache.cache import Cache
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.text.message import say
from simfinder.workers.gc_pause import uncollected

DEFAULT_KEEP = "newest"

_ROUNDS = 8
"""Rounds of measuring members against kept files: measured figures may make another file the kept one."""


class Session(Clustered):
    """One scan and what a person has decided about it. Create it with ``Session.run``.

    Attributes:
        read_only: its files are not on this machine: they are shown, but can't be marked or planned for.
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
        files: SessionFiles | None = None,
        of_files: FileLinks | None = None,
    ) -> None:
        files = files or SessionFiles.of(result)
        super().__init__(
            options,
            result,
            files,
            judge or Judge(result.faces, files, Methods()),
            links,
            tolerances or Tolerances(),
            same_type,
            keep_rules,
            of_files,
        )
        self.read_only = False
        self._marked = Marks(files)

    @classmethod
    def run(
        cls,
        options: ScanOptions,
        *,
        method: Method | Methods = Method.AUTO,
        tolerances: Tolerances | None = None,
        same_type: bool = False,
        with_forms: bool = False,
        floor: float = FLOOR,
        keep_rules: str = DEFAULT_KEEP,
        parameters: Parameters = PLAIN,
        cache: Cache | None,
        control: Control,
    ) -> Session:
        """Scan folders and find similar files in them.

        Raises:
            Cancelled: on request; what was signed is in the cache.
            UsageError: no folder can be scanned, or a keep rule is malformed.
        """
        keep.KeepRules.parse(keep_rules)
        with uncollected():
            result = scan(options, cache, control, parameters)
            widest = (tolerances or Tolerances()).widest
            methods = method if isinstance(method, Methods) else Methods(method)
            methods = Methods(Method.CONTENT) if options.identical else methods
            found = linked(result, methods, min(floor, 1.0 - widest), control, jobs=options.jobs, cache=cache)
            session = cls(
                options,
                result,
                found.links,
                of_files=found.of_files,
                files=found.files,
                judge=found.judge,
                tolerances=tolerances,
                same_type=same_type,
                keep_rules=keep_rules,
            )
            session.set_with_forms(with_forms)
            remember_kin(found.files.kin, cache)
        control.begin(Phase.DONE, files_total=len(result.files))
        return session

    def with_methods(self, methods: Methods, control: Control, *, floor: float = FLOOR) -> Session:
        """Judge the same scan by other methods: links are found again from the signatures, no file is read.

        Figures measured on the bytes are not carried over. What a person decided is: tolerances, keep rules, whether
        forms are shown, files kept by hand, marks of files still in a cluster, what is not the same.

        Raises:
            Cancelled: on request; this session is as it was.
        """
        least = min(floor, 1.0 - self._tolerances.widest)
        found = linked(self.result, methods, least, control, jobs=self.options.jobs, files=self._files)
        other = Session(
            self.options,
            self.result,
            found.links,
            of_files=found.of_files,
            files=self._files,
            judge=found.judge,
            tolerances=self._tolerances,
            same_type=self.same_type,
            keep_rules=self.keep_rules,
        )
        other.read_only = self.read_only
        other._keeping.by_hand = self.by_hand
        other._linked.ignored = self._linked.ignored
        other._linked.left_together = self._linked.left_together
        other._linked.with_forms = self.with_forms
        other.forget(self._files.records[file].path for file in np.flatnonzero(~self._linked.alive).tolist())
        other.remark(self.marks)
        return other

    # taken out and put in again
    def state(self) -> SessionState:
        """Return this session as it is now, in some milliseconds: arrays that never change are shared, not copied."""
        return SessionState(
            options=self.options,
            result=self.result,
            links=self.links,
            methods=self.methods,
            tolerances=self._tolerances,
            same_type=self.same_type,
            with_forms=self.with_forms,
            keep_rules=self.keep_rules,
            alive=self._linked.alive.copy(),
            settled=self._linked.settled.copy(),
            complete=self._complete,
            measured=dict(self._figures.known),
            lost=frozenset(self._figures.lost),
            by_hand=self.by_hand,
            marks=dict(self.marks),
        )

    @classmethod
    def resumed(
        cls, state: SessionState, ignored: Iterable[Ignored], *, files: SessionFiles | None = None
    ) -> Session:
        """Build a session from a state, with what is kept apart now. Set its marks last, see ``remark``.

        Args:
            state: of a session of the same result.
            ignored: what is not the same.
            files: the columns of its files, where they are known.
        """
        files = files or SessionFiles.of(state.result)
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
        session._linked.restore(state.links, state.alive, state.settled, with_forms=state.with_forms)
        session._keeping.set_rules(state.keep_rules, state.links)  # of files that links lead to
        session._keeping.by_hand = state.by_hand
        session._complete = state.complete
        session._figures.learn(state.measured, state.lost)
        session._learn_figures()
        session.set_ignored(ignored)  # links become clusters here, which is most of the work
        return session

    def remark(self, marks: Mapping[int, Mark]) -> list[str]:
        """Set marks again on files still in a cluster and not kept; return the paths of the others."""
        by_mark: dict[Mark, list[int]] = {}
        for file, mark in marks.items():
            by_mark.setdefault(mark, []).append(file)
        for mark, files in by_mark.items():
            self.mark(files, mark)
        return [self._files.records[file].path for file in marks if file not in self.marks]

    # what is marked
    @property
    def marks(self) -> Mapping[int, Mark]:
        """Marked files and why each is marked; see ``why_marked``."""
        return self._marked.why

    def why_marked(self, file: int) -> str:
        """Say why a file is marked, with the current figures; "" where it is not."""
        mark = self.marks.get(file)
        return "" if mark is None else self._clusters.sentence(mark, file)

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
        survey = self.survey()
        if survey is None:
            return []
        found: list[Findings] = []
        try:
            complete = survey.measure(verifier, found.append)
        finally:
            self.take(found)
        self._complete = complete
        for _ in range(_ROUNDS):
            a, b = self.unmeasured()
            if not len(a):
                break
            found.append(_findings_of(verifier, a, b))
            self.take(found[-1:])
        remember_kin(self._files.kin, verifier.cache)
        return list({problem.path: problem for part in found for problem in part.problems}.values())

    def surveyed(self, tolerances: Tolerances) -> None:
        """Note that all links that matter at these tolerances were measured and taken."""
        self._complete = self._complete or tolerances == self._tolerances

    def take(self, findings: Iterable[Findings], linked: MeasuredLinks | None = None) -> list[str]:
        """Replace estimates by measured figures; return the paths whose marks were dropped.

        Args:
            findings: of the last survey, all of them in order, or of pairs.
            linked: what the survey made of them in its own thread; None computes it here.
        """
        findings = list(findings)
        self._figures.note(findings)
        self._linked.take(findings, linked)
        self._learn_figures()
        return self._settle()

    # what a person changes
    def set_tolerances(self, tolerances: Tolerances) -> list[str]:
        """Regroup at other tolerances; return the paths whose marks were dropped as they left their cluster."""
        self._tolerances = tolerances
        self._complete = False
        return self._settle()

    def set_keep(self, rules: str) -> list[str]:
        """Choose kept files by other rules; files kept by hand stay so. Return the paths whose marks were dropped.

        Raises:
            UsageError: a rule is malformed.
        """
        self._keeping.set_rules(rules, self.links)
        return self._settle()

    def keep_file(self, file: int) -> list[str]:
        """Make a file the kept one of its cluster, by hand; return the paths whose marks were dropped."""
        return self.keep_files([file])

    def keep_files(self, files: Iterable[int]) -> list[str]:
        """Make several files the kept ones, the first counting most; return the paths whose marks were dropped."""
        self._keeping.put_first(files)
        return self._settle()

    def set_with_forms(self, wanted: bool) -> list[str]:
        """Choose whether files of one form or series are shown together; return the paths whose marks were dropped."""
        if not self._linked.set_with_forms(wanted):
            return []
        self._complete = False  # other links matter now
        return self._settle()

    def set_ignored(self, known: Iterable[Ignored]) -> list[str]:
        """Keep apart what a person said is not the same; return the paths whose marks were dropped."""
        known, contents = list(known), self.result.table.content
        changed = self._linked.set_ignored(rows_apart(known, contents), rows_left_together(known, contents))
        return self._settle() if changed else []

    def mark(self, files: Iterable[int], mark: Mark = BY_HAND) -> int:
        """Mark files for removal, except kept, protected and unclustered ones; return how many are new."""
        return 0 if self.read_only else self._marked.set(files, mark, self._clusters)

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
            UsageError: no such rule.
        """
        table = self._clusters
        return self.mark(table.named_by(rule, inside_projects=inside_projects, marked=self.marks), BY_RULE)

    def plan(self, kind: ActKind, target: str | None = None) -> Plan:
        """Plan what carrying out the marks would do.

        Raises:
            UsageError: a move without a target, or nothing may be done to these files.
        """
        if self.read_only:
            raise UsageError(say("this session is read-only: its files are not those of this machine"))
        if kind is ActKind.MOVE and not target:
            raise UsageError(say("a move needs a target folder"))
        table = self._clusters
        clusters = sorted_set(table.cluster_index[self._marked.files])
        candidates = Candidates(
            map(table.group, clusters[clusters >= 0].tolist()),
            self._files.records,
            table.contents_of,
            self.marks.__getitem__,
            self._linked.alive,
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
        return self._linked.linked_with(self._known(paths), alive)

    # changed in the background
    def draft(self) -> Session:
        """Return a copy to be changed in another thread while this session is shown; see ``adopt``.

        The copy shares everything that never changes, and the figures, which one thread at a time may use for making
        clusters: until ``adopt`` nothing but marks of this session may change. The copy has no marks.
        """
        other = copy.copy(self)
        other._linked = self._linked.draft()
        other._keeping = copy.copy(self._keeping)
        other._marked = Marks(self._files)
        return other

    def adopt(self, draft: Session) -> list[str]:
        """Become what a draft has become; return the paths whose marks were dropped."""
        marked = self._marked
        self.__dict__.update(draft.__dict__)
        self._marked = marked
        return marked.drop_lost(self._clusters)

    # how clusters are made
    def _known(self, paths: Iterable[str]) -> list[int]:
        return [file for file in map(self.file_of, paths) if file >= 0]

    def _set_alive(self, paths: Iterable[str], alive: bool, linked: MeasuredLinks | None) -> None:
        files = self._known(paths)
        self._marked.unset(files)
        self._linked.set_alive(files, alive, linked)
        self._settle()

    def _settle(self) -> list[str]:
        self._clusters = self._regroup()
        return self._marked.drop_lost(self._clusters)


def _findings_of(verifier: Verifier, a: IntArray, b: IntArray) -> Findings:
    found: list[Findings] = []
    measure_pairs(verifier, a, b, found.append)
    return found[0] if found else Findings(a, b, np.zeros(0, np.float32), np.zeros(0, np.intp))
