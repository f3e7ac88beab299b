"""From a session to folders that are alike: candidates, scores, what names and times say, relations.

No file is read, but for one case: where two folders are equal in all files of the scan and both have hidden files or
links beside these, the latter are compared on the disk, see ``beside_files``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.app.folders.beside_files import BesideFiles
from simfinder.app.folders.folder_order import is_marked_as_copy, order_by_names, times_order
from simfinder.app.folders.found_folders import FLOOR, FoundFolders
from simfinder.app.folders.hard_links import HardLinks
from simfinder.app.folders.scan_entries import ScanEntries
from simfinder.app.session.session import Session
from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.model.progress import Control
from simfinder.search.folders import candidates, relations, score
from simfinder.search.folders.folder_pairs import CONTAINED, IDENTICAL, SIMILAR, VERSION, FolderPairs
from simfinder.search.folders.folder_tree import FolderTree, IntArray
from simfinder.search.folders.score import Scores

_AT_ONCE = 1 << 14  # pairs scored between two looks at whether to stop
_LEVELS = 8  # folders above that are looked at
_BELOW_ONE = np.float32(0.9999)
_LEAST_FILES = 2  # that two folders share: one file in common is told by its cluster
_NAMED_FROM = 0.5  # share from which the names of two folders are compared


def find_folders(session: Session, control: Control | None = None) -> FoundFolders:
    """Find folders and archives that are identical, contained in one another, versions, or similar.

    Args:
        session: whose files and links are used as they are now; verified links count with their measured figures.
        control: cancelling.

    Raises:
        Cancelled: on request.
    """
    control = control or Control()
    entries = ScanEntries.of(session)
    evidence, tree = entries.evidence, entries.tree
    kind, copies = candidates.identical(evidence)
    control.check()
    a, b = candidates.candidates(evidence, tree.folders, FLOOR)
    control.check()
    different = (kind[a] != kind[b]) | (kind[a] < 0)
    a = np.concatenate((copies[0], a[different]))
    b = np.concatenate((copies[1], b[different]))
    a, b, scores = _with_wider(entries, evidence.root[a], evidence.root[b], control)
    enough = np.maximum(scores.share_a, scores.share_b) >= np.float32(FLOOR)
    enough &= scores.paired >= _LEAST_FILES
    # what very many folders have says nothing about two of them, unless they are the same
    enough &= (scores.weight >= relations.LEAST_WEIGHT) | (scores.similarity >= 1)
    a, b, scores = a[enough], b[enough], scores.take(enough)
    a, b = _lifted(entries, a, b)
    a, b = _lifted_to_names(entries, session.result.files, a, b, np.maximum(scores.share_a, scores.share_b))
    return _found(session, entries, a, b, scores, control)


def _lifted(entries: ScanEntries, a: IntArray, b: IntArray) -> tuple[IntArray, IntArray]:
    """Take the folders above both of a pair instead, if these hold nothing else: "foo-1.0" for "foo-1.0/foo"."""
    root = entries.evidence.root
    while True:
        above_a, above_b = _above_alike(entries.tree, root, a), _above_alike(entries.tree, root, b)
        lifts = (above_a >= 0) & (above_b >= 0)
        if not lifts.any():
            return a, b
        a, b = np.where(lifts, above_a, a), np.where(lifts, above_b, b)


def _lifted_to_names(
    entries: ScanEntries, files: FileColumns, a: IntArray, b: IntArray, share: npt.NDArray[np.float32]
) -> tuple[IntArray, IntArray]:
    """Take the folder above one of a pair instead, if that holds nothing else and its name speaks for versions.

    "isort-5.11" has a list of authors beside "isort", and so is not "isort" alone; "isort-5.12" is.
    """
    tree, root = entries.tree, entries.evidence.root
    sides = (a.copy(), b.copy())
    above = tuple(_above_alike(tree, root, side) for side in sides)
    for row in np.flatnonzero((share >= _NAMED_FROM) & ((above[0] >= 0) != (above[1] >= 0))).tolist():
        turned = int(above[1][row] >= 0)
        low, other = int(sides[turned][row]), int(sides[1 - turned][row])
        its = _path(entries, files, other)
        archive, best, inner = tree.is_archive(other), (0, False), root[low]
        while low >= 0 and root[low] == inner:
            said = order_by_names(_path(entries, files, low), its, other_archive=archive)
            if (said.akin, said.firm) > best:
                best, sides[turned][row] = (said.akin, said.firm), low
            low = int(tree.parent[low])
    return sides


def _above_alike(tree: FolderTree, root: IntArray, folder: IntArray) -> IntArray:
    """Return the folder above each that holds nothing else, (m,) int32, -1 for none."""
    above = np.where(folder < tree.folders, tree.parent[folder], -1)
    return np.where((above >= 0) & (root[above] == root[folder]), above, -1).astype(np.int32)


def _path(entries: ScanEntries, files: FileColumns, folder: int) -> str:
    file = entries.tree.file_of(folder)
    return entries.paths.path(folder) if file < 0 else files.path(file)


def _with_wider(
    entries: ScanEntries, a: IntArray, b: IntArray, control: Control
) -> tuple[IntArray, IntArray, Scores]:
    """Score pairs, and add those of the folders above that share more files."""
    tree, count = entries.tree, np.int64(len(entries.tree))
    known = sorted_set(np.minimum(a, b) * count + np.maximum(a, b))
    a, b = (known // count).astype(np.int32), (known % count).astype(np.int32)
    parts = [(a, b, _scored(entries, a, b, control))]
    for _ in range(_LEVELS):
        a, b, scores = parts[-1]
        one, other, base = candidates.above(entries.evidence, tree.folders, a, b)
        new = ~is_among(one * count + other, known)
        one, other, base = one[new], other[new], base[new]
        if not len(one):
            break
        its = _scored(entries, one, other, control)
        more = its.paired > scores.paired[base]
        parts.append((one[more], other[more], its.take(more)))
        known = sorted_set(np.concatenate((known, one * count + other)))
    columns = zip(*(scores for _, _, scores in parts), strict=True)
    scores = Scores._make(np.concatenate(column) for column in columns)
    return np.concatenate([a for a, _, _ in parts]), np.concatenate([b for _, b, _ in parts]), scores


def _scored(entries: ScanEntries, a: IntArray, b: IntArray, control: Control) -> Scores:
    parts = [score.score(entries.evidence, a[:0], b[:0])]
    for begin in range(0, len(a), _AT_ONCE):
        control.check()
        part = slice(begin, begin + _AT_ONCE)
        parts.append(score.score(entries.evidence, a[part], b[part]))
    return Scores._make(np.concatenate(columns) for columns in zip(*parts, strict=True))


def _found(
    session: Session, entries: ScanEntries, a: IntArray, b: IntArray, scores: Scores, control: Control
) -> FoundFolders:
    tree, files = entries.tree, session.result.files
    paths = _paths(entries, files, np.concatenate((a, b)))
    turned = np.array(
        [paths[one] > paths[two] for one, two in zip(a.tolist(), b.tolist(), strict=True)], np.bool_
    )
    a, b, scores = np.where(turned, b, a), np.where(turned, a, b), _turned(scores, turned)
    akin, named, firm = _by_names(tree, paths, a, b, np.maximum(scores.share_a, scores.share_b), control)
    scores, *whole = _with_hidden(session, entries, a, b, scores, control)
    relation = relations.relations(scores, akin, *whole)
    strangers = _of_strangers(tree, a, b, (akin > 0) & firm, relation, scores)
    relation[strangers & (relation == VERSION)] = SIMILAR
    newest = _newest(entries)
    timed = times_order(scores.newer_a, scores.newer_b, newest[a], newest[b])
    timed[(a >= tree.folders) | (b >= tree.folders)] = 0
    timed[relation == IDENTICAL] = 0  # a copy is as old as the original, whenever it was made
    order = np.where(firm & (named != 0), named, np.where(timed != 0, timed, named))
    order[(relation == IDENTICAL) & ~firm] = 0  # "copy" in a name makes it no newer where nothing was changed
    rank = _rank(entries, a, b, relation, order)
    kept_a = rank[a] < rank[b]
    inside = relation == CONTAINED
    kept_a[inside] = scores.same[inside] >= scores.files_b[inside]  # all of B is in A
    agrees = np.where(kept_a, order > 0, order < 0) & (named * timed >= 0)
    sure = ((relation == IDENTICAL) | inside | ((relation == VERSION) & agrees)) & ~strangers
    pairs = FolderPairs(
        a.astype(np.int32),
        b.astype(np.int32),
        np.where(relation == IDENTICAL, np.float32(1), np.minimum(scores.similarity, _BELOW_ONE)),
        scores.share_a,
        scores.share_b,
        scores.same,
        scores.changed,
        scores.files_a - scores.same - scores.changed,
        scores.files_b - scores.same - scores.changed,
        np.rint(scores.bytes_a).astype(np.int64),
        _freed(session, entries, a, b, scores, relation, kept_a, sure),
        kept_a,
        relation,
        sure,
        entries.unknown_below[a],
        entries.unknown_below[b],
    )
    newer = np.stack((scores.newer_a, scores.newer_b))
    return FoundFolders(entries, files, pairs, rank, akin > 0, named, firm, timed, newer)


def _of_strangers(
    tree: FolderTree,
    a: IntArray,
    b: IntArray,
    released: npt.NDArray[np.bool_],
    relation: npt.NDArray[np.uint8],
    scores: Scores,
) -> npt.NDArray[np.bool_]:
    """Find the pairs, (m,) bool, that are parts of two things with other files at the same places.

    The style sheets of two projects made from one template are the same; their pages are not, and each needs its own.
    """
    count = np.int64(len(tree) + 1)
    keys = np.minimum(a, b) * count + np.maximum(a, b)
    order = np.argsort(keys, kind="stable")
    strange = relation == SIMILAR
    asked = (relation != SIMILAR) & ~released
    found = np.zeros(len(a), np.bool_)
    one, other = a.copy(), b.copy()
    for _ in range(_LEVELS):
        one, other = tree.parent[one], tree.parent[other]
        asked &= (one >= 0) & (other >= 0) & (one != other)
        if not asked.any():
            break
        one, other = np.where(asked, one, 0), np.where(asked, other, 0)
        key = np.minimum(one, other) * count + np.maximum(one, other)
        at = np.minimum(np.searchsorted(keys[order], key), len(keys) - 1)
        known = asked & (keys[order[at]] == key)
        # files of other content beside the two: those in them are known, and not too many
        found |= known & strange[order[at]] & (scores.conflicts[order[at]] > scores.conflicts)
    return found


def _by_names(
    tree: FolderTree,
    paths: Mapping[int, bytes],
    a: IntArray,
    b: IntArray,
    share: npt.NDArray[np.float32],
    control: Control,
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    """Return what names say of pairs that share enough: (m,) akin, order and firm, see ``folder_order.NamesOrder``."""
    akin, order, firm = np.zeros(len(a), np.int8), np.zeros(len(a), np.int8), np.zeros(len(a), np.bool_)
    asked = np.flatnonzero(share >= _NAMED_FROM)
    for at, (row, one, two) in enumerate(
        zip(asked.tolist(), a[asked].tolist(), b[asked].tolist(), strict=True)
    ):
        if at % 1024 == 0:
            control.check()
        archive, other_archive = tree.is_archive(one), tree.is_archive(two)
        mine, its = os.fsdecode(paths[one]), os.fsdecode(paths[two])
        said = order_by_names(mine, its, archive=archive, other_archive=other_archive)
        akin[row], order[row], firm[row] = said.akin, said.order, said.firm
    return akin, order, firm


def _paths(entries: ScanEntries, files: FileColumns, folders: IntArray) -> dict[int, bytes]:
    """Return the paths of some folders, as the system's bytes, by which A comes before B."""
    return {folder: os.fsencode(_path(entries, files, folder)) for folder in sorted_set(folders).tolist()}


def _turned(scores: Scores, turned: npt.NDArray[np.bool_]) -> Scores:
    """Swap A and B of some pairs."""
    columns: dict[str, npt.NDArray[Any]] = scores._asdict()
    other = {
        name: name[:-1] + ("b" if name.endswith("_a") else "a")
        for name in columns
        if name[-2:] in ("_a", "_b")
    }
    both = {name: np.where(turned, columns[its], columns[name]) for name, its in other.items()}
    return scores._replace(**both)


def _with_hidden(
    session: Session, entries: ScanEntries, a: IntArray, b: IntArray, scores: Scores, control: Control
) -> tuple[Scores, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Compare what is not among the files where the files say that one folder is in the other.

    Returns:
        The scores, with hidden files that are equal to files of the other folder; of which A and of which B all is
        known, or what is not among the files is in the other one too, (m,) bool each.
    """
    beside = BesideFiles(entries, session, control)
    scores = scores._replace(
        **{name: getattr(scores, name).copy() for name in _OF_HIDDEN},
    )
    whole: list[npt.NDArray[np.bool_]] = []
    for side, its, folder, other in (("a", "b", a, b), ("b", "a", b, a)):
        files, its_files = getattr(scores, f"files_{side}"), getattr(scores, f"files_{its}")
        known = entries.unknown_below[folder] == 0
        for row in np.flatnonzero(~known & (scores.same >= files)).tolist():
            known[row] = beside.holds(int(folder[row]), int(other[row]))
            if known[row] or scores.same[row] >= its_files[row]:
                continue
            found = beside.twins(int(folder[row]), int(other[row]))
            known[row] = found.whole
            scores.same[row] += found.files
            scores.shared[row] += found.files
            files[row] += found.files
            getattr(scores, f"size_{side}")[row] += found.size
            for name in ("bytes_a", "bytes_b", "paired_a", "paired_b"):
                getattr(scores, name)[row] += found.size
        whole.append(known)
    return scores, whole[0], whole[1]


_OF_HIDDEN = (
    "same", "shared", "files_a", "files_b", "size_a", "size_b", "bytes_a", "bytes_b", "paired_a", "paired_b",
)  # fmt: skip


def _newest(entries: ScanEntries) -> npt.NDArray[np.int64]:
    """Return the time of the newest file below each folder, (n,) int64; 0 where none is known."""
    evidence, tree = entries.evidence, entries.tree
    newest = np.zeros(len(tree) + 1, np.int64)
    np.maximum.at(newest, evidence.folder, evidence.mtime)
    for folder in range(tree.folders - 1, 0, -1):
        above = tree.parent[folder]
        if above >= 0 and newest[folder] > newest[above]:
            newest[above] = newest[folder]
    return newest[:-1]


def _rank(
    entries: ScanEntries,
    a: IntArray,
    b: IntArray,
    relation: npt.NDArray[np.uint8],
    order: npt.NDArray[np.integer],
) -> npt.NDArray[np.int64]:
    """Rank all folders, (n,) int64, so that no two can lose their files to each other: the lower rank stays.

    Protected ones first, folders before archives, those newer than most they are paired with, those not named a copy,
    the larger, those higher up, then by path.
    """
    tree = entries.tree
    count = len(tree)
    alike = (relation == IDENTICAL) | (relation == VERSION)
    wins = np.zeros(count, np.int64)
    np.add.at(wins, a[alike], order[alike])
    np.add.at(wins, b[alike], -order[alike])
    files = entries.evidence.begin[tree.end] - entries.evidence.begin[:-1]
    archive, marked = np.arange(count) >= tree.folders, np.zeros(count, np.bool_)
    same = relation == IDENTICAL
    for folder in sorted_set(np.concatenate((a[same], b[same]))).tolist():
        marked[folder] = folder < tree.folders and is_marked_as_copy(entries.paths.name(folder))
    ranked = np.lexsort((np.arange(count), tree.depth, -files, marked, -wins, archive, ~entries.protected))
    rank = np.empty(count, np.int64)
    rank[ranked] = np.arange(count)
    return rank


def _freed(
    session: Session,
    entries: ScanEntries,
    a: IntArray,
    b: IntArray,
    scores: Scores,
    relation: npt.NDArray[np.uint8],
    kept_a: npt.NDArray[np.bool_],
    sure: npt.NDArray[np.bool_],
) -> npt.NDArray[np.int64]:
    """Return what removing the folder that does not stay frees, (m,) int64, see ``FolderPairs.bytes_freed``."""
    tree = entries.tree
    leaving = np.where(kept_a, b, a)
    whole = np.where(kept_a, scores.size_b, scores.size_a)
    archive = leaving >= tree.folders
    whole[archive] = session.result.files.sizes[tree.archive_file[leaving[archive] - tree.folders]]
    paired = np.where(kept_a, scores.paired_b, scores.paired_a).astype(np.int64)
    paired[archive] = 0  # what only the archive has would be lost with it
    freed = np.where(relation == VERSION, paired, np.where(relation == SIMILAR, 0, whole)).astype(np.int64)
    freed[~sure] = 0
    frees = np.flatnonzero(freed)
    stays = HardLinks(entries, session).staying(leaving[frees].astype(np.int32))
    freed[frees] = np.maximum(freed[frees] - stays, 0)
    return freed
