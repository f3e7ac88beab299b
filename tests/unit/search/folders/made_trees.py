"""Folder trees for tests, from paths and contents given as plain values."""

from __future__ import annotations

import numpy as np

from simfinder.search.folders.evidence import ContentLinks, Evidence, Files, hash_paths
from simfinder.search.folders.folder_tree import FolderTree


class MadeTree:
    """A tree of files ``(path, content, size)`` and links ``{(content, content): similarity}``."""

    def __init__(self, files, links=None, archives=None):
        links = links or {}
        archives = archives or {}
        folders = {()}
        for path, *_ in files:
            parts = tuple(path.split("/")[:-1])
            folders |= {parts[:at] for at in range(len(parts) + 1)}
        ordered = sorted(folders)
        self.number = {"/".join(parts): at for at, parts in enumerate(ordered)}
        parent = [self.number["/".join(parts[:-1])] if parts else -1 for parts in ordered]
        held = [
            (self.number[path.rpartition("/")[0]], path.rpartition("/")[2], *rest) for path, *rest in files
        ]
        inside = []
        for at, (folder, members) in enumerate(archives.items()):
            inside += [(len(ordered) + at, *member) for member in members]
            self.number[folder] = len(ordered) + at
        where = np.array([self.number[folder.rpartition("/")[0]] for folder in archives], np.int32)
        self.tree = FolderTree.of(np.array(parent), where, np.arange(len(archives), dtype=np.int32))
        rows = held + inside
        path, name, parts = hashed([row[1] for row in rows])
        content = np.array([row[2] for row in rows], np.int32)
        count = max([*content.tolist(), *(c for pair in links for c in pair)], default=0) + 1
        pairs = np.array(sorted(links), np.int32).reshape(-1, 2)
        figures = np.array([links[pair] for pair in sorted(links)], np.float32)
        self.evidence = Evidence.of(
            self.tree,
            hashed([parts[-1] if parts else "" for parts in ordered])[0],
            Files(
                np.array([row[0] for row in rows], np.int32),
                content,
                np.array([row[3] for row in rows], np.int64),
                np.array([row[4] if len(row) > 4 else 0 for row in rows], np.int64),
                path,
                name,
                parts,
            ),
            ContentLinks.of(count, pairs[:, 0], pairs[:, 1], figures),
            np.ones(len(self.tree), np.bool_),
        )

    def ids(self, *paths):
        """Folder ids of some paths."""
        return np.array([self.number[path] for path in paths], np.int32)

    def names(self, folders):
        """Paths of some folder ids."""
        by_number = {number: path for path, number in self.number.items()}
        return [by_number[int(folder)] for folder in folders]


def hashed(names):
    encoded = [name.encode() for name in names]
    return hash_paths(b"".join(encoded), np.cumsum([len(name) for name in encoded], dtype=np.int64))


def copy_of(files, folder, to):
    """The files below a folder, once more below another one."""
    return [(to + path[len(folder) :], *rest) for path, *rest in files if path.startswith(folder + "/")]
