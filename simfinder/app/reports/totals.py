"""The totals of a report by type: how much space copies take, and files similar to others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simfinder.app.session.session import Session


@dataclass(frozen=True, slots=True)
class Space:
    """Bytes of some files.

    Attributes:
        name: of the type; "" for files without one.
        files: how many.
        copies: of files identical to another one, which itself is counted below.
        alike: of other files in a cluster.
        only: of files similar to no other.
    """

    name: str
    files: int
    copies: int
    alike: int
    only: int

    @property
    def all(self) -> int:
        return self.copies + self.alike + self.only


def space_by_type(session: Session) -> list[Space]:
    """Return the space of each type, the largest first, then by name."""
    table = session.clusters
    files = table.files
    there = session.clustering.alive
    known = np.flatnonzero(there & (files.contents >= 0))
    _, first = np.unique(files.contents[known], return_index=True)
    copies = np.zeros(len(there), dtype=np.bool_)
    copies[known] = True
    copies[known[first]] = False
    alike = ~copies & (table.cluster_index >= 0)
    found = []
    for number, name in enumerate(files.type_names):
        mine = there & (files.types == number)
        if mine.any():
            whole = int(files.sizes[mine].sum())
            twice, near = int(files.sizes[mine & copies].sum()), int(files.sizes[mine & alike].sum())
            found.append(Space(name, int(mine.sum()), twice, near, whole - twice - near))
    return sorted(found, key=lambda space: (-space.all, space.name))


def together(spaces: list[Space], name: str = "") -> Space:
    """Return the sum of some spaces."""
    return Space(
        name,
        sum(space.files for space in spaces),
        sum(space.copies for space in spaces),
        sum(space.alike for space in spaces),
        sum(space.only for space in spaces),
    )
