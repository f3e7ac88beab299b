"""Pairs and groups of folders as entries of the view; made in a job, as finding them takes seconds in large scans."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.app.folders.explained import ExplainedFiles
from simfinder.app.folders.find_folders import find_folders
from simfinder.app.folders.folder_difference import DifferenceRow, folder_difference
from simfinder.app.folders.found_folders import LEAST, FoundFolders
from simfinder.gui.wording.formatting import from_home
from simfinder.model.clusters import FolderRelation
from simfinder.search.folders.folder_pairs import RELATIONS, FolderPairs
from simfinder.search.folders.score import score

if TYPE_CHECKING:
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
        order: which one is newer: 1 the one that stays, -1 the other one, 0 where that is not known.
        contradicts: names say one order and times the other.
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
    order: int
    contradicts: bool


class FolderEntry(NamedTuple):
    """A pair of folders, or three and more of which one stays.

    Attributes:
        rows: each folder beside the one that stays, newest first; one for a pair.
        bytes_freed: what removing all but the one that stays frees.
        name: of the folder that stays, with that of the folder it is in where others that stay have the same one.
    """

    rows: tuple[PairRow, ...]
    bytes_freed: int
    name: str = ""

    @property
    def kept(self) -> str:
        """The folder that stays."""
        return self.rows[0].kept

    @property
    def is_group(self) -> bool:
        """Whether there are three and more folders."""
        return len(self.rows) > 1

    @property
    def share(self) -> float:
        """Share of the folders that is in the one that stays: the least of them."""
        return min(row.share for row in self.rows)

    @property
    def strong(self) -> bool:
        """Whether the folders are copies or versions of one another, not merely alike."""
        return all(row.relation is not FolderRelation.SIMILAR for row in self.rows)

    @property
    def paths(self) -> tuple[str, ...]:
        """All folders, the one that stays first."""
        return self.kept, *(row.path for row in self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class FolderPairRows:
    """All pairs and groups of a session at a tolerance.

    Attributes:
        session: as it was when they were found.
        found: the folders.
        entries: largest saving first.
        least: share of one folder in the other from which they are listed.
        explained: the files of copies and versions, by their number in ``strong``; not of another tolerance.
    """

    session: Session
    found: FoundFolders
    entries: tuple[FolderEntry, ...]
    least: float = LEAST
    explained: ExplainedFiles | None = None

    @property
    def strong(self) -> list[FolderEntry]:
        """Return the entries whose folders are copies or versions of one another."""
        return [entry for entry in self.entries if entry.strong]

    def explains_most(self) -> bool:
        """Return whether most of the space of all clusters is in such folders: they are the news then."""
        table = self.session.clusters
        if self.explained is None or not len(table):
            return False
        sizes = np.add.reduceat(table.files.sizes[table.members], table.offsets[:-1])
        return bool(2 * sizes[self.explained.clusters(table) >= 0].sum() > sizes.sum())

    @property
    def rows(self) -> tuple[PairRow, ...]:
        """Return all pairs, those of groups with the one that stays."""
        return tuple(row for entry in self.entries for row in entry.rows)

    @property
    def bytes_freed(self) -> int:
        """Bytes that go with the folders that can go, those in others counted once."""
        going = {row.path: row.bytes_freed for row in self.rows if row.bytes_freed}
        return sum(freed for path, freed in going.items() if not _any_above(path, going))


def finding_folders(session: Session, least: float = LEAST) -> Callable[[Control], FolderPairRows]:
    """Find the pairs of folders of a session as it is now.

    Args:
        session: a draft, which nobody changes meanwhile.
        least: share from which they are listed.
    """

    def run(control: Control) -> FolderPairRows:
        found = find_folders(session, control)
        entries = _entries(found, least)
        ids = [(entry.rows[0].there, *(row.here for row in entry.rows)) for entry in entries if entry.strong]
        return FolderPairRows(session, found, entries, least, ExplainedFiles.of(found, ids))

    return run


def listing_folders(pairs: FolderPairRows, least: float) -> Callable[[Control], FolderPairRows]:
    """List what was found from another share on."""

    def run(_: Control) -> FolderPairRows:
        return replace(pairs, entries=_entries(pairs.found, least), least=least, explained=None)

    return run


def comparing_folders(pairs: FolderPairRows, row: PairRow) -> Callable[[Control], tuple[DifferenceRow, ...]]:
    """Compare the folders of a pair file by file; A is the one that can go."""

    def run(_: Control) -> tuple[DifferenceRow, ...]:
        return folder_difference(pairs.session, pairs.found, row.here, row.there).rows

    return run


def _entries(found: FoundFolders, least: float) -> tuple[FolderEntry, ...]:
    pairs = found.pairs(least)
    groups = found.groups(pairs)
    group_of = np.full(len(found.tree), -1, np.int64)
    group_of[groups.folders] = np.repeat(np.arange(groups.size), np.diff(groups.offsets))
    alone = np.flatnonzero((group_of[pairs.a] < 0) | (group_of[pairs.a] != group_of[pairs.b]))
    entries = []
    for at in range(groups.size):
        kept, *others = groups.folders[groups.offsets[at] : groups.offsets[at + 1]].tolist()
        entries.append(
            FolderEntry(tuple(_with(found, kept, other) for other in others), int(groups.bytes_freed[at]))
        )
    entries += [FolderEntry((row,), row.bytes_freed) for row in _rows(found, pairs.take(alone))]
    entries.sort(key=lambda entry: -entry.bytes_freed)  # of equal ones groups come first
    count = Counter(os.path.basename(kept) for kept in {entry.kept for entry in entries})
    return tuple(entry._replace(name=_name(entry.kept, count)) for entry in entries)


def _name(path: str, count: Counter[str]) -> str:
    name = os.path.basename(path) or path
    return os.path.join(os.path.basename(os.path.dirname(from_home(path))), name) if count[name] > 1 else name


def _with(found: FoundFolders, kept: int, other: int) -> PairRow:
    """Return a folder of a group beside the one that stays, which no pair may connect with it."""
    every = found.every
    known = np.flatnonzero(
        ((every.a == kept) & (every.b == other)) | ((every.a == other) & (every.b == kept))
    )
    if len(known):
        row = _rows(found, every.take(known[:1]))[0]
        return row if row.there == kept else _turned(found, row)
    ids = np.array([other], np.int32), np.array([kept], np.int32)
    scores = score(found.entries.evidence, *ids)
    same, changed = int(scores.same[0]), int(scores.changed[0])
    order = found.order(kept, other)
    return PairRow(
        other,
        kept,
        _bare(found.path(other)),
        _bare(found.path(kept)),
        FolderRelation.VERSION,
        float(scores.similarity[0]),
        float(scores.share_a[0]),
        same,
        changed,
        int(scores.files_a[0]) - same - changed,
        int(scores.files_b[0]) - same - changed,
        0,
        found.tree.is_archive(other) or found.tree.is_archive(kept),
        order.order,
        order.contradicts,
    )


def _turned(found: FoundFolders, row: PairRow) -> PairRow:
    """Return a pair with its sides exchanged; which one stays is said by its group."""
    at = np.flatnonzero(
        ((found.every.a == row.here) & (found.every.b == row.there))
        | ((found.every.a == row.there) & (found.every.b == row.here))
    )[0]
    here_is_a = int(found.every.a[at]) == row.there
    return row._replace(
        here=row.there,
        there=row.here,
        path=row.kept,
        kept=row.path,
        share=float((found.every.a_in_b if here_is_a else found.every.b_in_a)[at]),
        only_here=row.only_there,
        only_there=row.only_here,
        bytes_freed=0,
        order=-row.order,
    )


def _rows(found: FoundFolders, pairs: FolderPairs) -> list[PairRow]:
    tree = found.tree
    newer, contradicts = _orders(found, pairs)
    rows = []
    for at in range(pairs.size):
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
                int(newer[at]) if kept_a else -int(newer[at]),
                bool(contradicts[at]),
            )
        )
    return rows


def _orders(found: FoundFolders, pairs: FolderPairs) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    """Return (m,) which folder of each pair is newer, 1 for A, and (m,) whether names and times contradict each other.

    As ``FoundFolders.order`` says it of one pair, for all at once: a slider asks.
    """
    every, count = found.every, len(found.tree)
    keys = every.a.astype(np.int64) * count + every.b
    by_key = np.argsort(keys)
    at = by_key[np.searchsorted(keys[by_key], pairs.a.astype(np.int64) * count + pairs.b)]
    named, timed = found.named[at], found.timed[at]
    decided = np.where(found.firm[at] & (named != 0), named, np.where(timed != 0, timed, named))
    changed = pairs.relation != RELATIONS.index(FolderRelation.IDENTICAL)
    return np.where(changed, decided, 0).astype(np.int8), (named * timed < 0) & changed


def _bare(path: str) -> str:
    return path.rstrip(os.sep) or path


def _any_above(path: str, folders: dict[str, int]) -> bool:
    while (above := os.path.dirname(path)) != path:
        if above in folders:
            return True
        path = above
    return False
