"""What a person would see of a tree: every file's bytes, mode, time and attributes; looking changes nothing."""

import os
import stat
from dataclasses import dataclass, replace

OURS = b".simfinder-"


@dataclass(frozen=True)
class File:
    """A file, or (``leads_to``) a symbolic link."""

    data: bytes
    mode: int
    mtime_ns: int
    attributes: tuple = ()
    leads_to: bytes | None = None
    inode: int | None = None  # None where any will do

    def like(self, other):
        """The same for a person, and the same inode where one is asked for."""
        one, two = (self, other) if None not in (self.inode, other.inode) else (self.loose, other.loose)
        return one == two

    @property
    def loose(self):
        return replace(self, inode=None)


def look_at(path):
    """A file or a link by its path (bytes)."""
    status = os.lstat(path)
    if stat.S_ISLNK(status.st_mode):
        return File(b"", 0, status.st_mtime_ns, (), os.readlink(path), status.st_ino)
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NOATIME", 0))
    try:
        data = b""
        while chunk := os.read(opened, 1 << 20):
            data += chunk
        names = os.listxattr(opened) if hasattr(os, "listxattr") else []
        attributes = tuple(sorted((name, os.getxattr(opened, name)) for name in names))
    finally:
        os.close(opened)
    return File(data, status.st_mode, status.st_mtime_ns, attributes, None, status.st_ino)


def look_around(*roots):
    """(files by path, folders) below some folders; links to folders are links."""
    files, folders = {}, set()
    for root in roots:
        for folder, below, names in os.walk(os.fsencode(root)):
            folders.add(folder)
            links = [name for name in below if os.path.islink(os.path.join(folder, name))]
            for name in names + links:
                path = os.path.join(folder, name)
                if stat.S_IFMT(os.lstat(path).st_mode) in (stat.S_IFREG, stat.S_IFLNK):
                    files[path] = look_at(path)
    return files, folders


def place_of(path):
    """The one name of what lies at a path: its folder as the system resolves it."""
    folder, name = os.path.split(os.fsencode(path))
    return os.path.join(os.path.realpath(folder), name)


def loose(files, root=None):
    """Files without their inodes, by their path below ``root``."""
    return {
        path if root is None else os.path.relpath(path, os.fsencode(root)): file.loose
        for path, file in files.items()
    }
