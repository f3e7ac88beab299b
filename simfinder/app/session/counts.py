"""The counts of the tolerance panel: files and clusters of each type and family, pairs of each type and family.

They are counted when asked for, and only once for what is shown. A session and its draft may share them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import ClusterTable, SessionFiles
from simfinder.app.clusters.pairs_by_type import Counts, pairs_by_family, pairs_by_type
from simfinder.model.file_families import Family, family_of
from simfinder.search.linking.links import Links

_FAMILIES = tuple(Family)


@dataclass(frozen=True, slots=True)
class TypeCount:
    """A row of the tolerance panel: a type, its files, and the clusters with at least one of them."""

    type: str
    files: int
    clusters: int


@dataclass(frozen=True, slots=True)
class FamilyCount:
    """A family's row in the tolerance panel: its files, and the clusters with at least one of them."""

    family: Family
    files: int
    clusters: int


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs per percent, see ``pairs_by_type``."""

    by_type: Mapping[str | None, Counts]
    by_family: Mapping[Family, Counts]


class SessionCounts:
    """Counts of one session's files.

    Args:
        files: the columns of all files.
    """

    def __init__(self, files: SessionFiles) -> None:
        self._files = files
        self._types: tuple[tuple[ClusterTable, int], list[TypeCount]] | None = None
        self._pairs: tuple[Links, PairCounts] | None = None

    def types(self, table: ClusterTable, alive: npt.NDArray[np.bool_]) -> list[TypeCount]:
        """Count types that have files, those with the most clusters first, then most files, then by name.

        Args:
            table: of the clusters.
            alive: (n,) bool, files that are still there.
        """
        of, known = (table, int(alive.sum())), self._types
        if known is None or known[0] != of:
            known = self._types = of, self._count_types(table, alive)
        return list(known[1])

    def pairs(self, links: Links) -> PairCounts:
        """Count the pairs of these links by type and by family."""
        known, files = self._pairs, self._files
        if known is None or known[0] is not links:
            counts = PairCounts(pairs_by_type(links, files), pairs_by_family(links, files))
            known = self._pairs = links, counts
        return known[1]

    def _count_types(self, table: ClusterTable, alive: npt.NDArray[np.bool_]) -> list[TypeCount]:
        names = self._files.type_names
        files = np.bincount(self._files.types[alive], minlength=len(names))
        clusters = _clusters_with(self._files.types, len(names), table)
        counts = [
            TypeCount(name, int(files[i]), int(clusters[i])) for i, name in enumerate(names) if files[i]
        ]
        return sorted(counts, key=lambda c: (-c.clusters, -c.files, c.type))


def family_counts(types: list[TypeCount], table: ClusterTable) -> list[FamilyCount]:
    """Count files and clusters of each family that has files, in the order of ``Family``.

    Args:
        types: the counts of all types.
        table: of the clusters.
    """
    files: Counter[Family] = Counter()
    for count in types:
        files[family_of(count.type)] += count.files
    clusters = _clusters_with(_families(table), len(_FAMILIES), table)
    return [
        FamilyCount(family, files[family], int(clusters[i]))
        for i, family in enumerate(_FAMILIES)
        if files[family]
    ]


@dataclass(frozen=True, slots=True)
class ShownCounts:
    """What there is in some of the clusters, those that a filter shows.

    Attributes:
        files: members of them.
        bytes_freed: what removing their older and identical files would free.
        by_type, by_family: of them, those with at least one file of it; none are left out.
    """

    files: int
    bytes_freed: int
    by_type: Mapping[str, int]
    by_family: Mapping[Family, int]


def shown_counts(table: ClusterTable, clusters: npt.NDArray[np.integer]) -> ShownCounts:
    """Count what there is in some clusters.

    Args:
        table: of all clusters.
        clusters: (k,) positions in it, each once.
    """
    shown = np.zeros(len(table), dtype=np.bool_)
    shown[clusters] = True
    names = table.files.type_names
    types = _clusters_with(table.files.types, len(names), table, shown)
    families = _clusters_with(_families(table), len(_FAMILIES), table, shown)
    return ShownCounts(
        int(np.diff(table.offsets)[shown].sum()),
        int(table.bytes_freed[shown].sum()),
        dict(zip(names, types.tolist(), strict=True)),
        dict(zip(_FAMILIES, families.tolist(), strict=True)),
    )


def _families(table: ClusterTable) -> npt.NDArray[np.int64]:
    """Return (n,) int64, the family of each file as a position in ``_FAMILIES``."""
    of = np.array([_FAMILIES.index(family_of(name)) for name in table.files.type_names], np.int64)
    return of[table.files.types] if len(of) else np.zeros(0, np.int64)


def _clusters_with(
    kinds: npt.NDArray[np.integer],
    count: int,
    table: ClusterTable,
    shown: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.intp]:
    """Return (count,) intp, in how many clusters there is a file of each kind.

    Args:
        kinds: (n,) the kind of each file, below ``count``.
        count: of kinds.
        table: of all clusters.
        shown: (c,) bool, the clusters that count; None for all.
    """
    cluster = np.repeat(np.arange(len(table)), np.diff(table.offsets))
    width = max(1, count)
    # nearly in order already, which a stable sort makes use of
    pairs = np.sort(cluster * width + kinds[table.members], kind="stable")
    pairs = pairs[np.diff(pairs, prepend=-1) != 0]
    if shown is not None:
        pairs = pairs[shown[pairs // width]]
    return np.bincount(pairs % width, minlength=count)
