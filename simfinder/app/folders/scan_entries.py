"""The files, archive members and other entries of a scan as columns for the search for folders.

Empty files take part as files of one content, without being read. Members of archives are known by their hashes.
Other names of a file (hard links) take part as files with its content, and free nothing: the scan lists each file once.
Hidden files, links, special files and what could not be read are counted as unknown.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.app.folders.folder_paths import FolderPaths
from simfinder.app.session.session import Session
from simfinder.arrays.file_columns import INODE, FileColumns
from simfinder.arrays.set_operations import content_keys, is_among, sorted_set
from simfinder.model.file_record import SkipReason
from simfinder.scan.extract import members as member_lists
from simfinder.scan.pipeline import ScanResult
from simfinder.scan.stat_record import numbers_of
from simfinder.search.folders.evidence import ContentLinks, Evidence, Files, Hashed, hash_paths
from simfinder.search.folders.folder_tree import FolderTree, IntArray

_LEAST_MEMBERS = 2  # of an archive that is compared as a folder
_LEAST_LINK = 0.5  # similarity of a link that pairs two files
_EMPTY = str(SkipReason.EMPTY)


@dataclass(frozen=True, slots=True)
class Unknown:
    """An entry of a folder that the scan has not compared.

    Attributes:
        path: absolute.
        reason: why; None where it could not be read, which is among the problems.
    """

    path: str
    reason: SkipReason | None


class OtherName(NamedTuple):
    """Another name of a file of the scan.

    Attributes:
        path: absolute.
        file: the file's index.
        of: how many names the file has, those outside of the scan too.
    """

    path: str
    file: int
    of: int


@dataclass(frozen=True, slots=True, eq=False)
class ScanEntries:
    """What the folders of a scan hold.

    Attributes:
        paths: of the folders.
        tree: of folders and archives.
        evidence: files, empty ones, other names and members of archives among them. Its ``source`` is the file's index
            in the scan below ``file_count``, then come empty files, then other names, then members.
        file_count: number of files of the scan.
        empty: paths of the empty files.
        names: other names of files of the scan.
        unknown: what is not known, by the id of the folder it is in.
        unknown_below: (n,) int32, how many entries at any depth are not known.
        protected: (n,) bool, folders that hold a protected file, at any depth.
        members: (k,) S16, hashes of contents that only members of archives have; their numbers in the evidence are
            those from ``evidence.compared`` on.
    """

    paths: FolderPaths
    tree: FolderTree
    evidence: Evidence
    file_count: int
    empty: tuple[str, ...]
    names: tuple[OtherName, ...]
    unknown: Mapping[int, tuple[Unknown, ...]]
    unknown_below: IntArray
    protected: npt.NDArray[np.bool_]
    members: npt.NDArray[np.bytes_]

    def path_of(self, source: int, files: FileColumns) -> str:
        """Return the path of an entry that is no member, by its ``source``."""
        if source < self.file_count:
            return files.path(source)
        source -= self.file_count
        return self.empty[source] if source < len(self.empty) else self.names[source - len(self.empty)].path

    def contents_below(self, folder: int) -> IntArray:
        """Return the contents of all files below a folder, or in an archive, as numbers of the evidence."""
        evidence = self.evidence
        return evidence.content[evidence.begin[folder] : evidence.begin[self.tree.end[folder]]]

    @classmethod
    def of(cls, session: Session) -> ScanEntries:
        """Collect the entries of a session's scan; files that are gone since take no part."""
        result, alive = session.result, session.clustering.alive
        empty, unknown = _beside(session)
        names, unknown = _other_names(session, unknown)
        used = sorted_set(result.files.folder)
        folders = [result.files.folders[at] for at in used.tolist()]
        beside = [*empty, *(name.path for name in names)]
        others = [_folder_of(path) for path in beside] + [_folder_of(entry.path) for entry in unknown]
        roots = [os.path.abspath(root) for root in session.options.roots]
        paths = FolderPaths([*folders, *others], roots)
        number = np.zeros(int(used.max(initial=-1)) + 1, np.int32)
        number[used] = paths.number[: len(used)]
        of_files = number[result.files.folder] if len(result.files) else np.zeros(0, np.int32)
        of_others = paths.number[len(folders) :]
        archives = _archives(result, alive)
        tree = FolderTree.of(paths.parent, of_files[archives], archives.astype(np.int32))
        by_folder: dict[int, list[Unknown]] = {}
        for folder, entry in zip(of_others[len(beside) :].tolist(), unknown, strict=True):
            by_folder.setdefault(folder, []).append(entry)
        missing = np.bincount(of_others[len(beside) :], minlength=len(tree))
        if session.incomplete or result.left_out is None:
            missing[tree.parent == -1] += 1  # nobody knows where
            missing[: tree.folders] += 1
        alone = missing == 0
        evidence, strange = _evidence(
            session, paths, tree, of_files, of_others[: len(beside)], empty, names, alone
        )
        shielded = np.bincount(of_files[result.files.protected], minlength=len(tree))
        return cls(
            paths,
            tree,
            evidence,
            len(result.files),
            tuple(empty),
            tuple(names),
            {folder: tuple(entries) for folder, entries in by_folder.items()},
            _below(tree, missing).astype(np.int32),
            _below(tree, shielded) > 0,
            strange,
        )


def _below(tree: FolderTree, counts: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Add up counts of folders with those of all folders below."""
    total = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)))
    return total[tree.end] - total[:-1]


def _folder_of(path: str) -> str:
    return path[: path.rfind(os.sep) + 1]


def _beside(session: Session) -> tuple[list[str], list[Unknown]]:
    """Return the empty files of a scan, and the entries that are not known: left out, or not read."""
    result = session.result
    empty: list[str] = []
    unknown: list[Unknown] = []
    for reason, packed in (result.left_out or {}).items():
        found = dict.fromkeys(
            map(os.fsdecode, bytes(packed).split(b"\0")[:-1])
        )  # a stalled walk notes some twice
        if reason == _EMPTY:
            empty += found
        else:
            unknown += [Unknown(path, SkipReason(reason)) for path in found]
    for problem in result.problems:
        if session.file_of(problem.path) < 0 and os.path.isabs(problem.path):
            unknown.append(Unknown(problem.path, None))
    return empty, unknown


def _other_names(session: Session, unknown: list[Unknown]) -> tuple[list[OtherName], list[Unknown]]:
    """Find the files of which entries are other names; return these, and the entries that remain unknown."""
    names = [entry for entry in unknown if entry.reason is SkipReason.SAME_FILE]
    if not names or session.read_only:
        return [], unknown
    numbers = session.result.files.numbers
    alive = session.clustering.alive
    status: dict[str, tuple[int, ...]] = {}
    counts: dict[str, int] = {}
    for entry in names:
        with contextlib.suppress(OSError):
            found = os.lstat(entry.path)
            # a folder mounted twice is no other name: what is removed by one way is gone by both
            if stat.S_ISREG(found.st_mode) and found.st_nlink > 1:
                status[entry.path], counts[entry.path] = tuple(numbers_of(found)), found.st_nlink
    wanted = is_among(numbers[:, INODE], np.array([key[INODE] for key in status.values()], np.int64)) & alive
    rows = {tuple(numbers[row].tolist()): row for row in np.flatnonzero(wanted).tolist()}
    found_names = [OtherName(path, rows[key], counts[path]) for path, key in status.items() if key in rows]
    known = {name.path for name in found_names}
    return found_names, [entry for entry in unknown if entry.path not in known]


def _archives(result: ScanResult, alive: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """Return the files that are archives with members enough, ascending."""
    rows = [row for row, packed in result.members.items() if member_lists.count_of(packed) >= _LEAST_MEMBERS]
    known = np.zeros(len(result.table) + 1, np.bool_)
    known[rows] = True
    known[-1] = False  # of files without a row
    found: npt.NDArray[np.intp] = np.flatnonzero(known[result.content_row] & alive)
    return found


def _evidence(
    session: Session,
    paths: FolderPaths,
    tree: FolderTree,
    of_files: IntArray,
    of_beside: IntArray,
    empty: list[str],
    names: Sequence[OtherName],
    whole: npt.NDArray[np.bool_],
) -> tuple[Evidence, npt.NDArray[np.bytes_]]:
    result, alive = session.result, session.clustering.alive
    rows = len(result.table)
    there = np.flatnonzero(alive)
    content = result.content_row.astype(np.int32).copy()
    nothing = rows  # the content of all empty files
    content[result.files.sizes == 0] = nothing
    unread = np.flatnonzero(content < 0)  # alone of its size in a scan for identical files
    content[unread] = rows + 1 + np.arange(len(unread))
    compared = rows + 1 + len(unread)  # contents of which links would be known
    sizes, mtimes = result.files.sizes, result.files.mtimes
    files = hash_paths(result.files.names, result.files.ends)
    beside = _hashed(os.path.basename(path) for path in (*empty, *(name.path for name in names)))
    linked_rows = np.array([name.file for name in names], np.int64)
    inside, strange = _members(result, tree, nothing, compared)
    columns = Files(
        np.concatenate((of_files[there], of_beside, inside.folder)).astype(np.int32),
        np.concatenate(
            (content[there], np.full(len(empty), nothing), content[linked_rows], inside.content)
        ).astype(np.int32),
        np.concatenate((sizes[there], np.zeros(len(empty), np.int64), sizes[linked_rows], inside.size)),
        np.concatenate(
            (
                mtimes[there],
                np.zeros(len(empty), np.int64),
                mtimes[linked_rows],
                np.zeros(len(inside.folder), np.int64),
            )
        ),
        np.concatenate((files[0][there], beside[0], inside.path)),
        np.concatenate((files[1][there], beside[1], inside.name)),
        np.concatenate((files[2][there], beside[2], inside.parts)),
    )
    links = session.links
    good = links.similarity >= np.float32(_LEAST_LINK)
    if links.sibling is not None:
        good &= ~links.sibling
    contents = int(columns.content.max(initial=rows)) + 1
    linked = ContentLinks.of(contents, links.a[good], links.b[good], links.similarity[good])
    folder_names = _hashed(paths.name(folder) for folder in range(tree.folders))[0]
    evidence = Evidence.of(tree, folder_names, columns, linked, whole, compared)
    source = np.concatenate((there, len(result.files) + np.arange(len(columns.folder) - len(there))))
    return evidence._replace(source=source[evidence.source].astype(np.int32)), strange


def _hashed(names: Iterable[str]) -> Hashed:
    encoded = [os.fsencode(name) for name in names]
    return hash_paths(b"".join(encoded), np.cumsum([len(name) for name in encoded], dtype=np.int64))


def _members(
    result: ScanResult, tree: FolderTree, nothing: int, first: int
) -> tuple[Files, npt.NDArray[np.bytes_]]:
    """Return the members of all archives, and the contents that no file has, which get numbers from ``first`` up."""
    keys = content_keys(result.table.content)
    folder, names, skip = [], [], []
    sizes, hashes = [b""], [b""]
    for at, file in enumerate(tree.archive_file.tolist()):
        packed = result.members[int(result.content_row[file])]
        found = member_lists.unpack(packed)
        folder.append(np.full(len(found), tree.folders + at, np.int32))
        names += [member.name for member in found]
        skip.append(
            np.full(len(found), member_lists.common_folders([member.name for member in found]), np.int32)
        )
        for into, column in zip((sizes, hashes), member_lists.columns(packed), strict=True):
            into.append(column)
    size = np.frombuffer(b"".join(sizes), "<u8").astype(np.int64)
    wanted = np.frombuffer(b"".join(hashes), "S16")
    content = np.zeros(len(wanted), np.int32)
    strange = wanted[:0]
    if len(wanted):
        row = np.searchsorted(keys, wanted)
        known = np.zeros(len(wanted), np.bool_)
        if len(keys):
            known = keys[np.minimum(row, len(keys) - 1)] == wanted
        content[known] = row[known]
        strange = sorted_set(wanted[~known])
        content[~known] = first + np.searchsorted(strange, wanted[~known])
        content[size == 0] = nothing
    ends = np.cumsum([len(name) for name in names], dtype=np.int64)
    none = np.zeros(0, np.int32)
    path, name, parts = hash_paths(b"".join(names), ends, np.concatenate((none, *skip)).astype(np.int32))
    in_folder = np.concatenate((none, *folder)).astype(np.int32)
    return Files(in_folder, content, size, np.zeros(len(size), np.int64), path, name, parts), strange


def unknown_below(
    tree: FolderTree, unknown: Mapping[int, tuple[Unknown, ...]], folder: int
) -> Iterator[Unknown]:
    """Yield what is not known below a folder, by path."""
    for at in range(folder, int(tree.end[folder])):
        yield from unknown.get(at, ())
