"""Files and clusters of each family of types, as ``Session.types`` counts those of types. For the tolerance panel."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from simfinder.app.session.session import Session
from simfinder.arrays.set_operations import sorted_set
from simfinder.model.file_families import Family, family_of

FAMILIES = tuple(Family)


@dataclass(frozen=True, slots=True)
class FamilyCount:
    """A family, its files, and the clusters that hold at least one of them."""

    family: Family
    files: int
    clusters: int


def family_counts(session: Session) -> list[FamilyCount]:
    """Families that have files, in their own order."""
    files: Counter[Family] = Counter()
    for count in session.types():
        files[family_of(count.type)] += count.files
    table = session.clusters
    width = len(FAMILIES)
    families = np.array([FAMILIES.index(family_of(name)) for name in table.files.type_names], np.int64)
    cluster = np.repeat(np.arange(len(table)), np.diff(table.offsets))
    members = families[table.files.types[table.members]] if len(families) else np.zeros(0, np.int64)
    clusters = np.bincount(sorted_set(cluster * width + members) % width, minlength=width)
    return [
        FamilyCount(family, files[family], int(clusters[i]))
        for i, family in enumerate(FAMILIES)
        if files[family]
    ]
