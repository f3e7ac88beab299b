"""The files of a scan in clusters, as they are shown: by which links and tolerances, and with which figures.

Holds everything clusters are made from, and ``_regrouped``, the only place that makes them. Changes come through
``session``: what a person decides, and what happens to the files.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules import explain_pictures, explain_recordings
from simfinder.actions.rules.relation import SENTENCES, Reason
from simfinder.app.clusters.cluster_table import (
    SIBLING,
    SIMILAR,
    ClusterTable,
    Grouping,
    IntArray,
    MemberFacts,
    changed_clusters,
    draft,
    in_order,
    redrafted,
)
from simfinder.app.clusters.lineages import Near, name_series, split_lineages
from simfinder.app.clusters.linked_through import strongest_link
from simfinder.app.clusters.pairs_by_type import Counts
from simfinder.app.linking.grouping import group
from simfinder.app.linking.pipeline import Linked
from simfinder.app.linking.rows_apart import rows_apart, rows_left_together
from simfinder.app.session.counts import FamilyCount, SessionCounts, TypeCount, family_counts
from simfinder.app.session.kept_order import Keeping
from simfinder.app.session.link_tables import SessionLinks, measured_between
from simfinder.app.session.nearer_pictures import NearerPictures
from simfinder.app.session.scan_index import ScanIndex
from simfinder.app.session.similarities import Figures
from simfinder.app.session.state import SessionState
from simfinder.app.verify.survey import Findings, MeasuredLinks, Survey
from simfinder.model.clusters import Basis
from simfinder.model.file_families import Family
from simfinder.model.tolerances import Choices
from simfinder.search.linking.links import Links
from simfinder.signatures.table.representations import BASES, RAW
from simfinder.store.library.ignored_pairs import Ignored

_PROMOTIONS = 8
"""Times that another file is kept because it turned out to be the newer version; each takes one more table."""


class Clustering:
    """The files of a scan in clusters. Every change makes them anew.

    Args:
        scan: the files.
        linked: links between them.
        choices: what a person chose.

    Attributes:
        choices: of now.
        links: of contents and files.
        keeping: which file of a cluster is kept.
        figures: of each file and the kept one of its cluster.
        complete: all links that matter at the current tolerances were measured.
        table: the clusters.

    Raises:
        UsageError: a keep rule is malformed.
    """

    def __init__(self, scan: ScanIndex, linked: Linked, choices: Choices) -> None:
        self._scan, self._files, representations = scan, scan.files, scan.result.representations
        self.choices, self.complete = choices, False
        self.links = SessionLinks(linked, len(scan.result.table))
        self.links.set_with_forms(choices.with_forms)
        self.keeping = Keeping(
            choices.keep_rules, scan.files, linked.links, len(scan.result.table), representations
        )
        self.figures = Figures(scan.files, representations, scan.judge)
        self._nearer = NearerPictures(scan.files, representations.looks, scan.judge, self.figures)
        self._contents = scan.result.table.content
        self._lengths = representations.table.size[representations.rows]
        self._counts = SessionCounts(scan.files)
        self._drafted: tuple[Links, int, ClusterTable] | None = None  # of which links and figures
        self.table = self._regrouped()
        self._reached: tuple[ClusterTable, dict[int, tuple[int, float] | None]] = (self.table, {})

    def copy(self) -> Clustering:
        """Return a copy to be changed in another thread.

        The two share everything that never changes, and the figures, which one thread at a time may use for making
        clusters.
        """
        other = copy.copy(self)
        other.links, other.keeping = self.links.copy(), copy.copy(self.keeping)
        return other

    # what changes
    def choose(self, choices: Choices) -> None:
        """Regroup by other choices, except methods. Files kept by hand stay so.

        Raises:
            UsageError: a keep rule is malformed.
        """
        before = self.choices
        if choices.keep_rules != before.keep_rules:
            self.keeping.set_rules(choices.keep_rules, self.links.of_contents)
        if choices.with_forms != before.with_forms:
            self.links.set_with_forms(choices.with_forms)
        if replace(choices, keep_rules=before.keep_rules) != before:
            self.complete = False  # other links matter now
        self.choices = choices
        self.regroup()

    def keep_files(self, files: Iterable[int]) -> None:
        """Make several files the kept ones, by hand, the first counting most."""
        self.keeping.put_first(files)
        self.regroup()

    def set_ignored(self, known: Iterable[Ignored]) -> None:
        """Keep apart what a person said is not the same."""
        if self._set_apart(list(known)):
            self.regroup()

    def _set_apart(self, known: Sequence[Ignored]) -> bool:
        """Make the links of files with what is kept apart; return whether that changes anything."""
        together = rows_left_together(known, self._contents)
        alone = self._alone(known)
        return self.links.set_ignored(rows_apart(known, self._contents), together, alone)

    def _alone(self, known: Iterable[Ignored]) -> IntArray:
        """Return the files that a person took out of their cluster while their copies stay."""
        found = []
        for entry in known:
            file = self._scan.file_of(entry.paths[0]) if entry.of_file else -1
            if file >= 0 and self._scan.contents_of([file]) == [(entry.contents[0], entry.paths[0])]:
                found.append(file)
        return np.array(sorted(found), np.int32)

    def set_alive(self, files: Sequence[int], alive: bool, linked: MeasuredLinks | None = None) -> None:
        """Take files that are gone out of the clusters, or those that are back in; see ``SessionLinks.set_alive``."""
        self.links.set_alive(files, alive, linked)
        self.regroup()

    def learn(self, findings: Sequence[Findings], linked: MeasuredLinks | None = None) -> None:
        """Replace estimates by measured figures; see ``Session.take``."""
        self.figures.note(findings)
        self.links.learn(findings, linked)
        self._learn_figures()
        self.regroup()

    def restore(
        self, state: SessionState, ignored: Iterable[Ignored], table: ClusterTable | None = None
    ) -> None:
        """Take the links, figures and decisions of a state, with what is kept apart now.

        Args:
            state: of a session of the same scan.
            ignored: what is not the same.
            table: the clusters of the state, where they are known: making them takes 50 s for each 250,000 files whose
                names were never compared.
        """
        self.links.restore(state.links, state.alive, state.settled)
        self.keeping.set_rules(state.choices.keep_rules, state.links)  # of files that links lead to
        self.keeping.by_hand = state.by_hand
        self.complete = state.complete
        self.figures.learn(state.measured, state.lost)
        self._learn_figures()
        if table is None:
            self.set_ignored(ignored)  # links become clusters here, which is most of the work
            return
        apart = list(ignored)
        self.figures.measured_before = self.links.measured  # a million of them would be as many objects
        self._set_apart(apart)
        # clusters that don't change at other tolerances are not compared again; this is how they were before the end
        form = (table.relation == SIMILAR) & (table.reason == Reason.FORM)
        drafted = replace(table, relation=np.where(form, np.uint8(SIBLING), table.relation))
        self.table, self._drafted = table, (self.links.of_contents, self.figures.stand, drafted)
        if apart or not self.links.alive.all():
            self.regroup()

    def regroup(self) -> None:
        """Make the clusters anew."""
        self.table = self._regrouped()

    # what there is to see
    @property
    def bytes_freed(self) -> int:
        """Bytes that removing every older and identical file would free."""
        return int(self.table.bytes_freed.sum())

    @property
    def alive(self) -> npt.NDArray[np.bool_]:
        """(n,) bool, files that are still there."""
        return self.links.alive.copy()

    @property
    def file_count(self) -> int:
        """Number of files still there."""
        return int(self.links.alive.sum())

    def types(self) -> list[TypeCount]:
        """Count types that have files, those with the most clusters first, then most files, then by name."""
        return self._counts.types(self.table, self.links.alive)

    def families(self) -> list[FamilyCount]:
        """Count files and clusters of each family that has files."""
        return family_counts(self.types(), self.table)

    def pairs_by_type(self) -> Mapping[str | None, Counts]:
        """Count the pairs of each type per percent, see ``pairs_by_type``; counted once for the current links."""
        return self._counts.pairs(self.links.of_contents).by_type

    def pairs_by_family(self) -> Mapping[Family, Counts]:
        """Count the pairs of each family per percent; counted together with those of types."""
        return self._counts.pairs(self.links.of_contents).by_family

    def figures_of(self, file: int) -> dict[str, float]:
        """Return each method's similarity of a file to the kept file of its cluster; empty where there is none."""
        cluster = self.table.cluster_of(file)
        return {} if cluster < 0 else self._scan.figures_of(file, int(self.table.kept[cluster]))

    def view_of(self, file: int) -> str:
        """Return the name of the view by which a file was compared with the kept one; "raw" for its bytes.

        For the kept file itself, the view by which any other file was compared with it.
        """
        position = self.table.position_of(file)
        return RAW if position < 0 else self._scan.result.representations.names[self.table.view[position]]

    def reached_through(self, file: int) -> tuple[int, float] | None:
        """Return the member through which a file is in its cluster, and what the two share (0..1).

        Only for files outside the tolerance of the kept file, else None. Looked up once per file and grouping.
        """
        if self._reached[0] is not self.table:
            self._reached = self.table, {}
        known = self._reached[1]
        if file not in known:
            known[file] = strongest_link(
                self.table,
                self.links.of_contents,
                self._tolerance_array(),
                file,
                same_type=self.choices.same_type,
            )
        return known[file]

    def relation_reason(self, file: int) -> str:
        """Say why a file is only called similar to the kept file, in words that follow a colon; "" where it is not."""
        position = self.table.position_of(file)
        reason = Reason.NONE if position < 0 else Reason(int(self.table.reason[position]))
        if reason in (Reason.LOOKS, Reason.PIXELS):
            kept = int(self.table.kept[self.table.cluster_index[file]])
            if heard := self._scan.recordings_of(file, kept):
                return explain_recordings.why_alike(*heard, self._scan.films_of(file, kept))
            seen = self._scan.looks_of(file, kept)
            if seen:
                return explain_pictures.why_alike(*seen, proven=reason is Reason.PIXELS)
        return SENTENCES[reason]

    def how_alike(self, file: int, other: int) -> str:
        """Say in a sentence how a picture, a recording or a film differs from another one that is the same; "" where
        that is not known.
        """
        if heard := self._scan.both_recordings(file, other):
            return explain_recordings.how_alike(*heard, self._scan.both_films(file, other))
        position = self.table.position_of(file)
        if position < 0 or self.table.reason[position] != Reason.PIXELS:
            return ""
        seen = self._scan.looks_of(file, other)
        is_kept = seen and int(self.table.kept[self.table.cluster_index[file]]) == other
        return explain_pictures.how_alike(*seen) if seen and is_kept else ""

    def is_seen(self, file: int) -> bool:
        """Return whether a file was compared with the kept one by what both look like."""
        cluster = self.table.cluster_of(file)
        return cluster >= 0 and self._scan.looks_of(file, int(self.table.kept[cluster])) is not None

    def is_heard(self, file: int) -> bool:
        """Return whether a file was compared with the kept one by what both sound like."""
        cluster = self.table.cluster_of(file)
        return cluster >= 0 and self._scan.recordings_of(file, int(self.table.kept[cluster])) is not None

    def basis_of(self, file: int) -> Basis:
        """Return the basis on which a file was compared with the kept one; for the kept one, that of the others.

        For a file in no cluster, the basis on which it would be compared.
        """
        position = self.table.position_of(file)
        if position >= 0:
            return BASES[int(self.table.basis[position])]
        content = int(self._files.contents[file])
        return BASES[int(self._scan.result.representations.kind[content])] if content >= 0 else Basis.BYTES

    def shares(self, a: IntArray, b: IntArray) -> list[tuple[float, bool]]:
        """Return the similarity of a few pairs of contents, and whether it is an estimate."""
        figure, estimated = self.figures.between(a, b)
        return list(zip(figure.tolist(), estimated.tolist(), strict=True))

    @property
    def verified(self) -> bool:
        """Whether no figure of a cluster is an estimate, nor any that holds or could hold one together."""
        return self.complete and not bool(self.table.estimated.any())

    def compared(self, groups: Grouping) -> ClusterTable:
        """Compare the members of groups with the first of each, whether links lead there or not.

        Args:
            groups: of any files, each in one group at most.
        """
        return self._draft(groups, self._tolerance_array())

    def survey(self) -> Survey | None:
        """Return the links to be measured, as they are now; None where there is nothing to measure."""
        if self._scan.judge.exact:
            self.complete = True
        return self.links.survey(self._tolerance_array()) if self._scan.judge.measures else None

    def unmeasured(self, clusters: Iterable[int] | None = None) -> tuple[IntArray, IntArray]:
        """Return pairs of contents, member and kept file, with estimated figures; each once, in the clusters' order.

        Args:
            clusters: of these only; None means of all.
        """
        return self.figures.unmeasured(self.table, clusters)

    def _learn_figures(self) -> None:
        """Give the measured figures to the rules of kinship, by which numbered folders may turn out versions."""
        known = partial(measured_between, self.links.of_contents, self.links.settled, self.figures.known)
        changed = self._files.kin.learn(known)  # not a method: files and session would hold each other
        if changed.any():
            self._drafted = None
            self.links.prove_kin(changed)

    def _tolerance_array(self) -> npt.NDArray[np.float32]:
        values = [self.choices.tolerances.of(name) for name in self._files.type_names]
        return np.array(values, dtype=np.float32)

    def _regrouped(self) -> ClusterTable:
        tolerances = self._tolerance_array()
        groups = group(
            self.links.of_files,
            self._files,
            tolerances,
            self.keeping.order(),
            same_type=self.choices.same_type,
            apart=self.links.apart,
            together=self.links.together,
            cutter=self.links.cutter(self.keeping.rank),
        )
        groups = self.keeping.prefer_best_medium(self.keeping.prefer_main_type(groups))

        def draft_of(groups: Grouping) -> ClusterTable:
            return self._draft(groups, tolerances)

        stand = self.links.of_contents, self.figures.stand
        if self._drafted is None or self._drafted[0] is not stand[0] or self._drafted[1] != stand[1]:
            table = draft_of(groups)
        else:
            known = self._drafted[2]
            table = redrafted(known, groups, changed_clusters(known, groups, tolerances), draft_of)
        self._drafted = *stand, table
        parted = split_lineages(
            groups,
            table,
            self.keeping.order(),
            self._near(tolerances),
            partial(self._nearer.figures, keeping=self.keeping, tolerances=tolerances),
            with_series=self.choices.with_forms,
        )
        if parted is not None:
            changed = changed_clusters(table, parted)
            groups = self.keeping.prefer_main_type(parted, changed)
            groups = self.keeping.prefer_best_medium(groups, changed)
            table = redrafted(table, groups, changed_clusters(table, groups), draft_of)
        better = self._promoted(groups, table, draft_of)
        if better is not None:
            table = redrafted(table, better, changed_clusters(table, better), draft_of)
        table = in_order(table)
        if self.choices.with_forms:
            name_series(table)
        else:  # an estimate is not enough to take a file out, and siblings were not asked for
            table.relation[table.relation == SIBLING] = SIMILAR
        self._rest()
        return table

    def _rest(self) -> None:
        """Free the memory of signatures and links in files: of /usr 160 MB, which other steps need."""
        self.figures.rest()
        self.links.rest()

    def _promoted(
        self, groups: Grouping, table: ClusterTable, draft_of: Callable[[Grouping], ClusterTable]
    ) -> Grouping | None:
        """Keep what turned out to be newer, repeatedly; return the groups, or None where nothing did.

        Each round looks only at the clusters of the last: in all others nothing is newer than the kept file.
        """
        members, part, places = groups.members.copy(), groups, np.arange(len(groups.members))
        for _ in range(_PROMOTIONS):
            better = self.keeping.promote_newer(part, table)
            if better is None:
                break
            members[places] = better.members
            begin = part.offsets[:-1]
            changed = better.members[begin] != part.members[begin]
            places = places[np.repeat(changed, np.diff(part.offsets))]
            part = better.only(changed)
            table = draft_of(part)
        return None if part is groups else Grouping(groups.offsets, members)

    def _near(self, tolerances: npt.NDArray[np.float32]) -> Near:
        """Return a function that says which files are within the tolerance of others."""
        contents, types = self._files.contents, self._files.types

        def near(files: IntArray, others: IntArray) -> npt.NDArray[np.bool_]:
            limit = np.minimum(tolerances[types[files]], tolerances[types[others]])
            same = contents[files] == contents[others]
            figure, _ = self.figures.between(contents[files], contents[others])
            self.figures.rest()
            close: npt.NDArray[np.bool_] = same | (1.0 - figure <= limit + np.float32(1e-6))
            return close

        return near

    def _draft(self, groups: Grouping, tolerances: npt.NDArray[np.float32]) -> ClusterTable:
        """Draft a table of some groups, with what each member shares with its kept file."""
        self._rest()
        kept = np.repeat(groups.members[groups.offsets[:-1]], np.diff(groups.offsets))
        figures = self.figures.of_members(groups.members, kept, groups.offsets)
        table = draft(
            self._files,
            self._contents,
            groups,
            figures.similarity,
            tolerances,
            MemberFacts(
                view=figures.view,
                measured=figures.measured,
                basis=figures.basis,
                text_sizes=self._lengths,
                form=self.links.of_contents.are_siblings(
                    self._files.contents[groups.members], self._files.contents[kept]
                ),
                unread=self._scan.result.representations.is_unread,
                minified=self._scan.result.representations.is_minified,
                seen=figures.seen,
                shot=figures.shot,
                between=self.links.measured,
            ),
        )
        self._rest()
        return table
