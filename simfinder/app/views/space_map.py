"""Where the space goes: bytes by folder and by type, split by what the clusters make of the files.

The tree of folders is built once per scan; what its files are changes with every slider and is counted again by sums
alone. ``treemap`` turns the sums into areas.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import IDENTICAL, KEPT, OLDER, ClusterTable, IntArray
from simfinder.app.session.session import Session
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord
from simfinder.model.path_rules import OWN

Int64Array = npt.NDArray[np.int64]


class Kind(StrEnum):
    """What a file's space is."""

    IDENTICAL = "identical"  # can be removed: the kept file has the same content
    OLDER = "older"  # older than the kept file, within the tolerance
    SIMILAR = "similar"  # in a cluster but not to be removed: newer, too different, protected or in a project
    KEPT = "kept"  # what a cluster keeps
    UNIQUE = "unique"  # in no cluster


KINDS = tuple(Kind)
"""The kinds, in the order of the columns below."""

FREE = 2
"""The number of leading kinds that would be removed: together they are what the clusters free."""

TOP = 0
"""Index of the folder that holds all others."""


@dataclass(frozen=True, slots=True, eq=False)
class FolderTree:
    """The folders that hold files, parents before their children.

    Attributes:
        names: of each folder below its parent; of a root its whole path.
        parents: (f,) int32; -1 for the first one, which holds the roots and has no name unless there is only one.
        levels: folders of the same depth as ranges ``levels[i]:levels[i + 1]``.
        folder_of: (n,) int32 folder per file.
    """

    names: Sequence[str]
    parents: IntArray
    levels: tuple[int, ...]
    folder_of: IntArray

    def __len__(self) -> int:
        return len(self.names)

    def path(self, folder: int) -> str:
        """Return the folder's whole path; "" for the one above several roots."""
        names = [self.names[f] for f in self.way(folder) if self.names[f]]
        return OWN.joined(names[0], names[1:]) if names else ""

    def way(self, folder: int) -> list[int]:
        """Return the folders from the top down to this one, itself included."""
        found = [folder]
        while (parent := int(self.parents[found[-1]])) >= 0:
            found.append(parent)
        return found[::-1]

    def below(self, folder: int) -> npt.NDArray[np.bool_]:
        """Return (f,) bool, the folder and everything in it."""
        inside = np.zeros(len(self), dtype=np.bool_)
        inside[folder] = True
        for first, last in zip(self.levels[1:-1], self.levels[2:], strict=True):
            inside[first:last] |= inside[self.parents[first:last]]
        return inside


@dataclass(frozen=True, slots=True, eq=False)
class SpaceMap:
    """Bytes and files by folder and by type.

    Attributes:
        tree: the folders.
        folders: (f, 5) int64 bytes by kind, of a folder and all in it.
        own: (f, 5) int64, of the files that lie directly in it.
        files: (f,) int64, files in it and below.
        own_files: (f,) int64, files directly in it.
        children: folders, grouped by parent and the largest first; those of folder i are
            ``children[first[i]:first[i + 1]]``.
        first: (f + 1,) int64.
        type_names: types, those with the most bytes first.
        types: (t, 5) int64 bytes by kind.
        type_files: (t,) int64.
        of_type: (n,) int32, index of each file's type in ``type_names``.
        alive: (n,) bool, files that are counted.
    """

    tree: FolderTree
    folders: Int64Array
    own: Int64Array
    files: Int64Array
    own_files: Int64Array
    children: IntArray
    first: Int64Array
    type_names: tuple[str, ...]
    types: Int64Array
    type_files: Int64Array
    of_type: IntArray
    alive: npt.NDArray[np.bool_]

    def inside(self, folder: int) -> IntArray:
        """Return the folders directly in a folder, the largest first."""
        return self.children[self.first[folder] : self.first[folder + 1]]

    def files_in(self, folder: int, *, directly: bool = False) -> IntArray:
        """Return the indexes of the files in a folder and below it, or only directly in it."""
        of = self.tree.folder_of
        hit = of == folder if directly else self.tree.below(folder)[of]
        return np.flatnonzero(hit & self.alive).astype(np.int32)

    def files_of_type(self, place: int) -> IntArray:
        """Return the indexes of the files of a type."""
        return np.flatnonzero((self.of_type == place) & self.alive).astype(np.int32)


def of_session(session: Session, tree: FolderTree | None = None) -> SpaceMap:
    """Map a session as it is now.

    Args:
        session: a scan and what was decided about it.
        tree: of the same scan, where it was built before.
    """
    records = session.clusters.files.records
    return space_map(
        tree or folder_tree(records, session.options.roots), session.clusters, session.clustering.alive
    )


def folder_tree(records: Sequence[FileRecord], roots: Sequence[str]) -> FolderTree:
    """Build the tree of the folders of all files, below the folders of the scan.

    Args:
        records: files, in any order.
        roots: folders or files as they were named. One that lies in another is part of that one.
    """
    listing = FileColumns.of(records)
    used, which = np.unique(listing.folder, return_inverse=True)
    places: dict[str, int] = {}
    named = [places.setdefault(listing.folders[i][: -len(os.sep)], len(places)) for i in used.tolist()]
    folder_of = np.array(named, dtype=np.int64)[which]
    tops = _outermost({os.path.abspath(root) for root in roots}, places, listing)
    parent: dict[str, str | None] = {}
    for folder in places:
        while folder not in parent:
            above = None if folder in tops or not folder else folder.rpartition(os.sep)[0]
            parent[folder] = above
            if above is None:
                break
            folder = above
    return _numbered(parent, list(places), folder_of)


def _outermost(roots: set[str], folders: dict[str, int], records: FileColumns) -> set[str]:
    """Return the folders at which the tree begins. A root that is a file stands for its folder."""
    files = {root for root in roots if root.rpartition(os.sep)[0] in folders}
    files &= set(records.paths()) if files else set()
    tops = {root.rstrip(os.sep) for root in roots - files} | {file.rpartition(os.sep)[0] for file in files}
    return {top for top in tops if not _inside_any(top, tops)}


def _inside_any(folder: str, others: set[str]) -> bool:
    while folder:
        folder = folder.rpartition(os.sep)[0]
        if folder in others:
            return True
    return False


def _numbered(parent: dict[str, str | None], holders: list[str], folder_of: Int64Array) -> FolderTree:
    """Number the folders by depth, then by path; the one above several roots comes first."""
    depth: dict[str, int] = {}
    for folder in parent:
        chain: list[str] = []
        at: str | None = folder
        while at is not None and at not in depth:
            chain.append(at)
            at = parent[at]
        level = 0 if at is None else depth[at]
        for one in reversed(chain):
            level += 1
            depth[one] = level
    order = sorted(parent, key=lambda folder: (depth[folder], folder))
    many = sum(above is None for above in parent.values()) != 1
    number = {folder: i + many for i, folder in enumerate(order)}
    names, parents = ([""], [-1]) if many else ([], [])
    for folder in order:
        above = parent[folder]
        names.append(folder or os.sep if above is None else folder.rpartition(os.sep)[2])
        parents.append((0 if many else -1) if above is None else number[above])
    levels = np.array(
        ([0] if many else []) + [depth[folder] - (not many) for folder in order], dtype=np.int64
    )
    bounds = np.searchsorted(levels, np.arange(int(levels[-1]) + 2)) if len(levels) else np.zeros(1, np.int64)
    places = np.array([number[folder] for folder in holders], dtype=np.int32)
    return FolderTree(
        tuple(names),
        np.array(parents, dtype=np.int32),
        tuple(bounds.tolist()),
        places[folder_of] if len(places) else np.zeros(0, dtype=np.int32),
    )


def space_map(tree: FolderTree, clusters: ClusterTable, alive: npt.NDArray[np.bool_]) -> SpaceMap:
    """Count the bytes of every folder and type.

    Args:
        tree: of the same files.
        clusters: at the current tolerances.
        alive: (n,) files that count.
    """
    files = clusters.files
    kind = kinds_of(clusters)
    own, own_files = _sums(tree.folder_of, kind, files.sizes, alive, len(tree))
    folders, counts = own.copy(), own_files.copy()
    for first, last in reversed(list(zip(tree.levels[1:-1], tree.levels[2:], strict=True))):
        np.add.at(folders, tree.parents[first:last], folders[first:last])
        np.add.at(counts, tree.parents[first:last], counts[first:last])
    whole = folders.sum(axis=1)
    children = np.lexsort((np.arange(len(tree)), -whole, tree.parents)).astype(np.int32)
    children = children[tree.parents[children] >= 0]
    first_of = np.searchsorted(tree.parents[children], np.arange(len(tree) + 1))
    by_type, type_files = _sums(files.types, kind, files.sizes, alive, len(files.type_names))
    order = np.lexsort((np.arange(len(by_type)), -by_type.sum(axis=1)))
    order = order[type_files[order] > 0]
    place = np.full(len(files.type_names), -1, dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return SpaceMap(
        tree=tree,
        folders=folders,
        own=own,
        files=counts,
        own_files=own_files,
        children=children,
        first=first_of.astype(np.int64),
        type_names=tuple(files.type_names[i] for i in order.tolist()),
        types=by_type[order],
        type_files=type_files[order],
        of_type=place[files.types],
        alive=alive,
    )


def kinds_of(clusters: ClusterTable) -> npt.NDArray[np.uint8]:
    """Return (n,) uint8, the index in ``KINDS`` of each file."""
    kind = np.full(len(clusters.files.contents), KINDS.index(Kind.UNIQUE), dtype=np.uint8)
    relation, members = clusters.relation, clusters.members
    found = np.full(len(members), KINDS.index(Kind.SIMILAR), dtype=np.uint8)
    free = clusters.free_to_go()
    found[free & (relation == OLDER)] = KINDS.index(Kind.OLDER)
    found[free & (relation == IDENTICAL)] = KINDS.index(Kind.IDENTICAL)
    found[relation == KEPT] = KINDS.index(Kind.KEPT)
    kind[members] = found
    return kind


def _sums(
    group: IntArray,
    kind: npt.NDArray[np.uint8],
    sizes: Int64Array,
    alive: npt.NDArray[np.bool_],
    groups: int,
) -> tuple[Int64Array, Int64Array]:
    """Sum bytes by group and kind, and files by group; exact, which floating point sums would not be."""
    at = np.flatnonzero(alive)
    cell = group[at].astype(np.int64) * len(KINDS) + kind[at]
    sums = np.zeros(groups * len(KINDS), dtype=np.int64)
    np.add.at(sums, cell, sizes[at])
    return sums.reshape(groups, len(KINDS)), np.bincount(group[at], minlength=groups).astype(np.int64)
