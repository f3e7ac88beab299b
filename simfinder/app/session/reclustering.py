"""The files of a scan in clusters, as they are shown: by which links and tolerances, and with which figures.

Holds everything clusters are made from, and ``_regroup``, the only place that makes them. Changes come through
``session``: what a person decides, and what happens to the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.relation import SENTENCES, Reason
from simfinder.app.clusters.cluster_table import (
    SIBLING,
    SIMILAR,
    ClusterTable,
    Grouping,
    IntArray,
    MemberFacts,
    SessionFiles,
    changed_clusters,
    draft,
    in_order,
    redrafted,
)
from simfinder.app.clusters.lineages import Near, name_series, split_lineages
from simfinder.app.clusters.linked_through import strongest_link
from simfinder.app.clusters.pairs_by_type import Counts
from simfinder.app.clusters.shared_media import Media
from simfinder.app.linking.file_links import FileLinks
from simfinder.app.linking.grouping import group
from simfinder.app.session.counts import FamilyCount, SessionCounts, TypeCount, family_counts
from simfinder.app.session.kept_order import Keeping
from simfinder.app.session.link_tables import SessionLinks, measured_between
from simfinder.app.session.scan_index import Scanned
from simfinder.app.session.similarities import Figures
from simfinder.app.verify.survey import Survey
from simfinder.model.clusters import Basis
from simfinder.model.file_families import Family
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.scan.pipeline import ScanResult
from simfinder.search.linking.judge import Judge
from simfinder.search.linking.links import Links
from simfinder.signatures.table.representations import BASES, RAW

_PROMOTIONS = 8
"""Times that another file is kept because it turned out to be the newer version; each takes one more table."""


class Clustered(Scanned):
    """A scan in clusters.

    Args:
        options: of the scan.
        result: of the scan.
        files: the columns of its files.
        judge: which method decides about which types.
        links: of contents.
        tolerances: at which links hold.
        same_type: no link between two types holds.
        keep_rules: which file of a cluster is kept, as on the command line.
        of_files: the links of files made from them, where they are known.

    Raises:
        UsageError: a keep rule is malformed.
    """

    def __init__(
        self,
        options: ScanOptions,
        result: ScanResult,
        files: SessionFiles,
        judge: Judge,
        links: Links,
        tolerances: Tolerances,
        same_type: bool,
        keep_rules: str,
        of_files: FileLinks | None = None,
    ) -> None:
        super().__init__(options, result, files, judge)
        self.same_type = same_type
        self._tolerances = tolerances
        self._complete = False  # all links that matter at the current tolerances were measured
        self._keeping = Keeping(keep_rules, files, links, len(result.table))
        self._figures = Figures(files, result.faces, judge)
        self._lengths = result.faces.table.size[result.faces.rows]
        self._counts = SessionCounts(files)
        self._media = Media(result)
        self._linked = SessionLinks(links, files, judge, len(result.table), of_files)
        self._drafted: tuple[Links, int, ClusterTable] | None = (
            None  # of which links and figures, and the draft
        )
        self._clusters = self._regroup()
        self._reached: tuple[ClusterTable, dict[int, tuple[int, float] | None]] = (self._clusters, {})

    @property
    def links(self) -> Links:
        """The links of contents, with the figures measured so far."""
        return self._linked.of_contents

    @property
    def with_forms(self) -> bool:
        """Whether files that share only a form, and parts of a series, are shown together."""
        return self._linked.with_forms

    @property
    def tolerances(self) -> Tolerances:
        return self._tolerances

    @property
    def keep_rules(self) -> str:
        """The keep rules, as on the command line."""
        return self._keeping.rules

    @property
    def by_hand(self) -> tuple[int, ...]:
        """Files that a person keeps by hand, the last one first."""
        return self._keeping.by_hand

    @property
    def clusters(self) -> ClusterTable:
        return self._clusters

    @property
    def clustered_files(self) -> int:
        return len(self._clusters.members)

    @property
    def bytes_freed(self) -> int:
        """Bytes that removing every older and identical file would free."""
        return int(self._clusters.bytes_freed.sum())

    @property
    def file_count(self) -> int:
        """Number of files still there."""
        return int(self._linked.alive.sum())

    @property
    def alive(self) -> npt.NDArray[np.bool_]:
        """(n,) bool, files that are still there."""
        return self._linked.alive.copy()

    @property
    def ignored(self) -> int:
        """Number of pairs of contents here that are kept apart."""
        return len(self._linked.ignored)

    def types(self) -> list[TypeCount]:
        """Count types that have files, those with the most clusters first, then most files, then by name."""
        return self._counts.types(self._clusters, self._linked.alive)

    def families(self) -> list[FamilyCount]:
        """Count files and clusters of each family that has files."""
        return family_counts(self.types(), self._clusters)

    def pairs_by_type(self) -> Mapping[str | None, Counts]:
        """Count the pairs of each type per percent, see ``pairs_by_type``; counted once for the current links."""
        return self._counts.pairs(self.links).by_type

    def pairs_by_family(self) -> Mapping[Family, Counts]:
        """Count the pairs of each family per percent; counted together with those of types."""
        return self._counts.pairs(self.links).by_family

    def figures(self, file: int) -> dict[str, float]:
        """Return each method's similarity of a file to the kept file of its cluster; empty where there is none."""
        cluster = self._clusters.cluster_of(file)
        return {} if cluster < 0 else self.figures_of(file, int(self._clusters.kept[cluster]))

    def view_of(self, file: int) -> str:
        """Return the name of the view by which a file was compared with the kept one; "raw" for its bytes.

        For the kept file itself, the view by which any other file was compared with it.
        """
        position = self._clusters.position_of(file)
        return RAW if position < 0 else self.result.faces.names[self._clusters.view[position]]

    def reached_through(self, file: int) -> tuple[int, float] | None:
        """Return the member through which a file is in its cluster, and what the two share (0..1).

        Only for files outside the tolerance of the kept file, else None. Looked up once per file and grouping.
        """
        if self._reached[0] is not self._clusters:
            self._reached = self._clusters, {}
        known = self._reached[1]
        if file not in known:
            known[file] = strongest_link(
                self._clusters, self.links, self._tolerance_array(), file, same_type=self.same_type
            )
        return known[file]

    def relation_reason(self, file: int) -> str:
        """Say why a file is only called similar to the kept file, in words that follow a colon; "" where it is not."""
        position = self._clusters.position_of(file)
        return "" if position < 0 else SENTENCES[Reason(int(self._clusters.reason[position]))]

    def basis_of(self, file: int) -> Basis:
        """Return the basis on which a file was compared with the kept one; for the kept one, that of the others.

        For a file in no cluster, the basis on which it would be compared.
        """
        position = self._clusters.position_of(file)
        if position >= 0:
            return BASES[int(self._clusters.basis[position])]
        content = int(self._files.contents[file])
        return BASES[int(self.result.faces.kind[content])] if content >= 0 else Basis.BYTES

    def basis_between(self, file: int, other: int) -> Basis:
        """Return the basis on which two files are compared, in one cluster or not; equal contents by their bytes."""
        a, b = self._files.contents[[file, other]]
        if a == b or min(a, b) < 0:
            return Basis.BYTES
        return BASES[int(self.result.faces.basis(a, b))]

    def media_share(self, file: int, other: int) -> float | None:
        """Return how much of their pictures and embedded files two documents share (0..1), apart from their words.

        None unless both have words and media, and where it is not known.
        """
        contents = self._files.contents[[file, other]]
        if contents.min() < 0 or not (
            self.result.faces.is_text[contents].all() and self._media.has(contents).all()
        ):
            return None
        share = float(self._media.shares(contents[:1], contents[1:])[0])
        return None if np.isnan(share) else share

    def shares(self, a: IntArray, b: IntArray) -> list[tuple[float, bool]]:
        """Return the similarity of a few pairs of contents, and whether it is an estimate."""
        figure, estimated = self._figures.between(a, b)
        return list(zip(figure.tolist(), estimated.tolist(), strict=True))

    @property
    def verified(self) -> bool:
        """Whether no figure of a cluster is an estimate, nor any that holds or could hold one together."""
        return self._complete and not bool(self._clusters.estimated.any())

    def survey(self) -> Survey | None:
        """Return the links to be measured, as they are now; None where there is nothing to measure."""
        if self._judge.exact:
            self._complete = True
        return self._linked.survey(self._tolerance_array()) if self.measures else None

    def unmeasured(self, clusters: Iterable[int] | None = None) -> tuple[IntArray, IntArray]:
        """Return pairs of contents, member and kept file, with estimated figures; each once, in the clusters' order.

        Args:
            clusters: of these only; None means of all.
        """
        return self._figures.unmeasured(self._clusters, clusters)

    def _learn_figures(self) -> None:
        """Give the measured figures to the rules of kinship, by which numbered folders may turn out versions."""
        known = partial(measured_between, self._linked.of_contents, self._linked.settled, self._figures.known)
        changed = self._files.kin.learn(known)  # not a method: files and session would hold each other
        if changed.any():
            self._drafted = None
            self._linked.prove_kin(changed)

    def _tolerance_array(self) -> npt.NDArray[np.float32]:
        values = [self._tolerances.of(name) for name in self._files.type_names]
        return np.array(values, dtype=np.float32)

    def _regroup(self) -> ClusterTable:
        tolerances = self._tolerance_array()
        groups = group(
            self._linked.of_files,
            self._files,
            tolerances,
            self._keeping.order(),
            same_type=self.same_type,
            apart=self._linked.apart,
            together=self._linked.together,
            cutter=self._linked.cutter(self._keeping.by_rules),
        )
        groups = self._keeping.prefer_main_type(groups)

        def draft_of(groups: Grouping) -> ClusterTable:
            return self._draft(groups, tolerances)

        stand = self.links, self._figures.stand
        if self._drafted is None or self._drafted[0] is not stand[0] or self._drafted[1] != stand[1]:
            table = draft_of(groups)
        else:
            known = self._drafted[2]
            table = redrafted(known, groups, changed_clusters(known, groups, tolerances), draft_of)
        self._drafted = *stand, table
        parted = split_lineages(
            groups, table, self._keeping.order(), self._near(tolerances), with_series=self.with_forms
        )
        if parted is not None:
            groups = self._keeping.prefer_main_type(parted, changed_clusters(table, parted))
            table = redrafted(table, groups, changed_clusters(table, groups), draft_of)
        better = self._promoted(groups, table, draft_of)
        if better is not None:
            table = redrafted(table, better, changed_clusters(table, better), draft_of)
        table = in_order(table)
        if self.with_forms:
            name_series(table)
        else:  # an estimate is not enough to take a file out, and siblings were not asked for
            table.relation[table.relation == SIBLING] = SIMILAR
        return table

    def _promoted(
        self, groups: Grouping, table: ClusterTable, draft_of: Callable[[Grouping], ClusterTable]
    ) -> Grouping | None:
        """Keep what turned out to be newer, repeatedly; return the groups, or None where nothing did.

        Each round looks only at the clusters of the last: in all others nothing is newer than the kept file.
        """
        members, part, places = groups.members.copy(), groups, np.arange(len(groups.members))
        for _ in range(_PROMOTIONS):
            better = self._keeping.promote_newer(part, table)
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
            figure, _ = self._figures.between(contents[files], contents[others])
            close: npt.NDArray[np.bool_] = same | (1.0 - figure <= limit + np.float32(1e-6))
            return close

        return near

    def _draft(self, groups: Grouping, tolerances: npt.NDArray[np.float32]) -> ClusterTable:
        """Draft a table of some groups, with what each member shares with its kept file."""
        kept = np.repeat(groups.members[groups.offsets[:-1]], np.diff(groups.offsets))
        figures = self._figures
        similarity = figures.of(groups.members, kept)
        return draft(
            self._files,
            self.result.table.content,
            groups,
            similarity,
            tolerances,
            MemberFacts(
                view=figures.views(groups.members, kept, groups.offsets),
                measured=figures.measured(groups.members),
                basis=figures.bases(groups.members, kept, groups.offsets),
                text_sizes=self._lengths,
                form=self._linked.of_contents.are_siblings(
                    self._files.contents[groups.members], self._files.contents[kept]
                ),
                unread=self.result.faces.is_unread,
                between=self._linked.measured,
            ),
        )
