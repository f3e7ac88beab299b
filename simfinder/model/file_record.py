"""A file as the walk of a scan saw it, and the reasons why entries were skipped."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One regular file as it was when the walk saw it.

    Attributes:
        path: absolute path, the file system's bytes decoded with surrogateescape.
        device: ``st_dev``.
        inode: ``st_ino``.
        size: bytes.
        mtime_ns: modification time, nanoseconds since 1970.
        ctime_ns: status change time, nanoseconds since 1970 (creation time on Windows).
        mode: ``st_mode``.
        protected: it, or another hard link of it, is in a protected folder: never marked or touched.
    """

    path: str
    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int = 0
    mode: int = stat.S_IFREG | 0o644
    protected: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be read or done, with the reason in the system's words."""

    path: str
    reason: str


EXAMPLES = 100
"""Paths that are kept as examples of each reason."""


class SkipReason(StrEnum):
    """Why a directory entry was skipped by rule. Not a problem, only counted."""

    SYMLINK = "symlink"
    SPECIAL = "special"  # FIFO, socket, device
    EMPTY = "empty"
    HIDDEN = "hidden"
    EXCLUDED = "excluded"  # by a pattern of the user's
    TOO_SMALL = "too-small"
    TOO_LARGE = "too-large"
    OTHER_TYPE = "other-type"  # not of the wanted types
    TOO_OLD = "too-old"  # changed before the wanted time
    TOO_NEW = "too-new"
    SAME_FILE = "same-file"  # another name of a file already taken (hard link, overlap, bind mount)
    TRASH = "trash"
    OWN_FOLDER = "own-folder"  # SimFinder's cache and data
    ELSEWHERE = "elsewhere"  # kept by a service such as OneDrive or iCloud; reading would fetch it
    DEVELOPMENT = "development"  # a development folder, a cache or build results, where those are not wanted
