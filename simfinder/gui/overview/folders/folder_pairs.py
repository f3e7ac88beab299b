"""Pairs of folders as rows for the view; made in a job, as finding them takes seconds in large scans."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from simfinder.app.folders.find_folders import find_folders
from simfinder.app.folders.folder_difference import DifferenceRow, folder_difference
from simfinder.model.clusters import FolderRelation
from simfinder.search.folders.folder_pairs import RELATIONS

if TYPE_CHECKING:
    from simfinder.app.folders.found_folders import FoundFolders
    from simfinder.app.session.session import Session
    from simfinder.model.progress import Control


class PairRow(NamedTuple):
    """Two folders that are alike; *here* is the one that can go, *there* the one that stays.

    Attributes:
        here: its id.
        there: its id.
        path: of ``here``, absolute.
        kept: of ``there``.
        relation: of the two.
        similarity: 0..1.
        share: of ``here`` that is in ``there``, 0..1.
        same: files with an identical one in the other.
        changed: files with a changed one in the other.
        only_here: files without counterpart.
        only_there: likewise.
        bytes_freed: what removing ``here`` frees; 0 where it is no matter of fact which one stays.
        archive: one of them is an archive.
    """

    here: int
    there: int
    path: str
    kept: str
    relation: FolderRelation
    similarity: float
    share: float
    same: int
    changed: int
    only_here: int
    only_there: int
    bytes_freed: int
    archive: bool


@dataclass(frozen=True, slots=True, eq=False)
class FolderPairRows:
    """All pairs of a session.

    Attributes:
        session: as it was when they were found.
        found: the folders.
        rows: largest saving first.
    """

    session: Session
    found: FoundFolders
    rows: tuple[PairRow, ...]

    @property
    def bytes_freed(self) -> int:
        """Bytes that go with the folders that can go, those in others counted once."""
        going = {row.path: row.bytes_freed for row in self.rows if row.bytes_freed}
        return sum(freed for path, freed in going.items() if not _any_above(path, going))


def finding_folders(session: Session) -> Callable[[Control], FolderPairRows]:
    """Find the pairs of folders of a session as it is now."""
    draft = session.draft()

    def run(control: Control) -> FolderPairRows:
        found = find_folders(draft, control)
        return FolderPairRows(draft, found, _rows(found))

    return run


def comparing_folders(pairs: FolderPairRows, row: PairRow) -> Callable[[Control], tuple[DifferenceRow, ...]]:
    """Compare the folders of a pair file by file; A is the one that can go."""

    def run(_: Control) -> tuple[DifferenceRow, ...]:
        return folder_difference(pairs.session, pairs.found, row.here, row.there).rows

    return run


def _rows(found: FoundFolders) -> tuple[PairRow, ...]:
    pairs, tree = found.pairs(), found.tree
    rows = []
    for at in range(len(pairs.a)):
        a, b, kept_a = int(pairs.a[at]), int(pairs.b[at]), bool(pairs.kept_a[at])
        here, there = (b, a) if kept_a else (a, b)
        only = int(pairs.only_a[at]), int(pairs.only_b[at])
        rows.append(
            PairRow(
                here,
                there,
                _bare(found.path(here)),
                _bare(found.path(there)),
                RELATIONS[pairs.relation[at]],
                float(pairs.similarity[at]),
                float((pairs.b_in_a if kept_a else pairs.a_in_b)[at]),
                int(pairs.same[at]),
                int(pairs.changed[at]),
                only[kept_a],
                only[not kept_a],
                int(pairs.bytes_freed[at]),
                tree.is_archive(here) or tree.is_archive(there),
            )
        )
    return tuple(rows)


def _bare(path: str) -> str:
    return path.rstrip(os.sep) or path


def _any_above(path: str, folders: dict[str, int]) -> bool:
    while (above := os.path.dirname(path)) != path:
        if above in folders:
            return True
        path = above
    return False
