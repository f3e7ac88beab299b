"""The files of a folder tree as columns: which contents are equal or linked, where each content is, how common it is.

Equal contents have equal numbers. Links say how similar two contents are that are not equal. Relative paths are
compared as rolling hashes: the hash of a path is that of its folder times a constant, plus that of the name, so the
path of a file below any folder above it is known without putting names together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.search.folders.folder_tree import FolderTree, IntArray

LINKS = 8
"""Links of a content that are looked at, the strongest ones."""

_BASE = np.uint64(0x9E3779B97F4A7C15)  # odd, so that no bits are lost
_SLASH = np.uint8(47)

Hashes = npt.NDArray[np.uint64]
Hashed = tuple[Hashes, Hashes, IntArray]
"""Of paths: the hash of each, that of its last part, and how many parts it has."""


class Files(NamedTuple):
    """Files of a tree as the caller has them, columns of one length ``n``, in any order.

    Attributes:
        folder: (n,) int32 folder ids, see ``FolderTree``; members of an archive have that of the archive.
        content: (n,) int32 from 0 up; equal numbers are equal contents.
        size: (n,) int64 bytes.
        mtime: (n,) int64 nanoseconds since 1970; 0 where it is not known, as of members of archives.
        path: (n,) uint64, ``hash_paths`` of the name; of a member of an archive, of its path in there.
        name: (n,) uint64, the same of the last part of the path alone.
        parts: (n,) int32, number of parts of the path: 1 for a file.
    """

    folder: IntArray
    content: IntArray
    size: npt.NDArray[np.int64]
    mtime: npt.NDArray[np.int64]
    path: Hashes
    name: Hashes
    parts: IntArray


class ContentLinks(NamedTuple):
    """Similar contents, by content.

    Attributes:
        begin: (c + 1,) int64, the links of content i are ``begin[i]:begin[i + 1]``, strongest first.
        other: (l,) int32, the other content.
        similarity: (l,) float32.
    """

    begin: npt.NDArray[np.int64]
    other: IntArray
    similarity: npt.NDArray[np.float32]

    @classmethod
    def of(
        cls,
        contents: int,
        a: npt.NDArray[np.integer],
        b: npt.NDArray[np.integer],
        similarity: npt.NDArray[np.float32],
    ) -> ContentLinks:
        """Arrange links of contents, each given once; only the ``LINKS`` strongest of a content are kept."""
        one, other = np.concatenate((a, b)).astype(np.int32), np.concatenate((b, a)).astype(np.int32)
        figure = np.concatenate((similarity, similarity)).astype(np.float32)
        order = np.lexsort((other, -figure, one))
        one, other, figure = one[order], other[order], figure[order]
        first = np.searchsorted(one, np.arange(contents + 1))
        kept = np.arange(len(one)) - first[one] < LINKS
        begin = np.searchsorted(one[kept], np.arange(contents + 1)).astype(np.int64)
        return cls(begin, other[kept], figure[kept])


class Evidence(NamedTuple):
    """Files in the order of their folders, and the places of each content; ``e`` files, ``c`` contents, ``n`` folders.

    Attributes:
        parent: (n,) int32, of the tree.
        end: (n,) int32, of the tree.
        begin: (n + 1,) int64, the files of folder i alone are ``begin[i]:begin[i + 1]``, all files below it
            ``begin[i]:begin[end[i]]``.
        folder: (e,) int32.
        content: (e,) int32.
        size: (e,) int64.
        mtime: (e,) int64.
        path: (e,) uint64, hash of the whole path.
        name: (e,) uint64, hash of the name.
        depth: (e,) int32, parts of the whole path.
        folder_path: (n,) uint64, hash of the whole path of a folder.
        folder_name: (n,) uint64, hash of its name; of an archive a number of its own.
        folder_depth: (n,) int32, parts of it.
        root: (n,) int32, the folder from which paths below a folder are compared: the first one below that has more
            in it than one other folder.
        power: (d,) uint64, powers of the hash's base.
        held: (c + 1,) int64, the files of content i are ``places[held[i]:held[i + 1]]``.
        places: (e,) int32, files by content, then folder.
        place_folder: (e,) int32, the folder of each of these.
        by_path: (e,) int32, files sorted by the hash of the whole path.
        path_sorted: (e,) uint64, those hashes.
        weight: (c,) float32, how much a content says: 1 where one or two folders have it, less the more have it.
        links: of contents.
        source: (e,) int32, index of each file in the caller's columns.
        compared: number of contents that were compared with others; those behind are of members of archives, and may
            be similar to any without a link that says so.
    """

    parent: IntArray
    end: IntArray
    begin: npt.NDArray[np.int64]
    folder: IntArray
    content: IntArray
    size: npt.NDArray[np.int64]
    mtime: npt.NDArray[np.int64]
    path: Hashes
    name: Hashes
    depth: IntArray
    folder_path: Hashes
    folder_name: Hashes
    folder_depth: IntArray
    root: IntArray
    power: Hashes
    held: npt.NDArray[np.int64]
    places: IntArray
    place_folder: IntArray
    by_path: IntArray
    path_sorted: Hashes
    weight: npt.NDArray[np.float32]
    links: ContentLinks
    source: IntArray
    compared: int

    @classmethod
    def of(
        cls,
        tree: FolderTree,
        folder_name: Hashes,
        files: Files,
        links: ContentLinks,
        whole: npt.NDArray[np.bool_],
        compared: int | None = None,
    ) -> Evidence:
        """Arrange the files of a tree.

        Args:
            tree: folders and archives.
            folder_name: (folders,) uint64, hash of the name of each folder.
            files: of all folders.
            links: of the contents, of which there are ``len(links.begin) - 1``.
            whole: (n,) bool, folders of which everything in them is among the files; the others are compared as they
                are, never as the one folder they hold.
            compared: see above; None for all contents.
        """
        contents, count = len(links.begin) - 1, len(tree)
        order = np.argsort(files.folder, kind="stable").astype(np.int32)
        folder = files.folder[order]
        begin = np.searchsorted(folder, np.arange(count + 1)).astype(np.int64)
        names = np.zeros(count, np.uint64)
        names[: tree.folders] = folder_name
        names[tree.folders :] = np.arange(1, count - tree.folders + 1, dtype=np.uint64) * _BASE
        folder_path, folder_depth = _folder_paths(tree.parent, names, tree.folders)
        most = int(folder_depth.max(initial=0)) + int(files.parts.max(initial=0)) + 1
        power = np.ones(most + 1, np.uint64)
        power[1:] = np.multiply.accumulate(np.full(most, _BASE, np.uint64))
        parts = files.parts[order]
        path = folder_path[folder] * power[parts] + files.path[order]
        content = files.content[order]
        places = np.argsort(content, kind="stable").astype(np.int32)
        held = np.searchsorted(content[places], np.arange(contents + 1)).astype(np.int64)
        place_folder = folder[places]
        by_path = np.argsort(path, kind="stable").astype(np.int32)
        root = _roots(tree.parent, tree.end, np.diff(begin), whole, tree.folders)
        return cls(
            tree.parent, tree.end, begin, folder, content, files.size[order], files.mtime[order], path,
            files.name[order], folder_depth[folder] + parts, folder_path, names, folder_depth, root, power, held,
            places, place_folder, by_path, path[by_path], _weights(held, place_folder), links, order,
            contents if compared is None else compared,
        )  # fmt: skip


def hash_paths(
    names: bytes, ends: npt.NDArray[np.integer], skip: IntArray | None = None
) -> tuple[Hashes, Hashes, IntArray]:
    """Hash paths of one or several parts with slashes between them.

    Args:
        names: all paths, concatenated.
        ends: (n,) where each ends.
        skip: (n,) first parts of each that are left out; None for none.

    Returns:
        (n,) uint64 hash of each path; (n,) uint64 of its last part; (n,) int32 number of parts.
    """
    count = len(ends)
    path, name = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    parts = np.zeros(count, np.int32)
    skipped = np.zeros(count, np.int32) if skip is None else skip
    _hash_paths(np.frombuffer(names, np.uint8), np.asarray(ends, np.int64), skipped, path, name, parts)
    return path, name, parts


@njit(nogil=True, cache=True)
def _hash_paths(
    data: np.ndarray,
    ends: np.ndarray,
    skip: np.ndarray,
    path: np.ndarray,
    name: np.ndarray,
    parts: np.ndarray,
) -> None:
    begin = np.int64(0)
    for i in range(len(ends)):
        part, left = np.uint64(14695981039346656037), skip[i]  # FNV-1a of each part
        whole = np.uint64(0)
        for at in range(begin, ends[i] + 1):
            if at < ends[i] and data[at] != _SLASH:
                part = (part ^ np.uint64(data[at])) * np.uint64(1099511628211)
                continue
            if left > 0:
                left -= 1
            else:
                part ^= part >> np.uint64(29)
                whole = whole * _BASE + part
                name[i] = part
                parts[i] += 1
            part = np.uint64(14695981039346656037)
        path[i] = whole
        begin = ends[i]


@njit(nogil=True, cache=True)
def _folder_paths(parent: np.ndarray, names: np.ndarray, folders: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the hash of each folder's path and its number of parts; an archive is at the top of its own tree."""
    path, depth = names.copy(), np.ones(len(parent), np.int32)
    for i in range(folders):
        if parent[i] >= 0:
            path[i] = path[parent[i]] * _BASE + names[i]
            depth[i] = depth[parent[i]] + 1
    return path, depth


@njit(nogil=True, cache=True)
def _roots(
    parent: np.ndarray, end: np.ndarray, own: np.ndarray, whole: np.ndarray, folders: int
) -> np.ndarray:
    """Return for each folder the first one below it (or itself) that holds more than one other folder."""
    root = np.arange(len(parent)).astype(np.int32)
    for i in range(folders - 1, -1, -1):
        if own[i] == 0 and whole[i] and i + 1 < end[i] and end[i + 1] == end[i]:
            root[i] = root[i + 1]
    return root


def _weights(held: npt.NDArray[np.int64], place_folder: IntArray) -> npt.NDArray[np.float32]:
    """Return (c,) float32 weights of contents by the number of folders that hold each."""
    first = np.ones(len(place_folder), np.int64)
    first[1:] = place_folder[1:] != place_folder[:-1]
    first[held[:-1][np.diff(held) > 0]] = 1
    total = np.concatenate((np.zeros(1, np.int64), np.cumsum(first)))
    folders = total[held[1:]] - total[held[:-1]]
    return np.sqrt(2.0 / np.maximum(folders, 2)).astype(np.float32)
